/* The outlines of cities and asteroid fields: they take the whole of their edges and are bounded inside the tile by one
 * or two curves from corner to corner, so that neighbours join without a seam. */
#ifndef TESSERA_DRAW_OUTLINE_H
#define TESSERA_DRAW_OUTLINE_H

#include "draw/shape.h"

/* The inner curves of a region that reaches `edges` (bit 0 N, 1 E, 2 S, 3 W; at least one). Returns their number. */
int outline_curves(unsigned edges, shape_curve curves[2]);
/* The whole outline as a polygon. */
shape_line outline_polygon(unsigned edges);
/* Writes the path data of the whole outline. */
void outline_put(svg_writer *svg, unsigned edges);

#endif
