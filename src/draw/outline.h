/* The outlines of cities and asteroid fields: they take the whole of their edges and are bounded inside the tile by one
 * or two curves from corner to corner, so that neighbours join without a seam. */
#ifndef TESSERA_DRAW_OUTLINE_H
#define TESSERA_DRAW_OUTLINE_H

#include "draw/shape.h"

typedef struct outline {
  unsigned edges; /* those it reaches: bit 0 N, 1 E, 2 S, 3 W; at least one */
  bool bulges;    /* swings out into the tile, where no other region needs the room */
} outline;

/* The outline of a city or asteroid field of a tile. */
outline outline_of(const tess_tile_def *tile, int feature);
/* The inner curves of a region. Returns their number. */
int outline_curves(outline region, shape_curve curves[2]);
/* The whole outline as a polygon. */
shape_line outline_polygon(outline region);
/* Writes the path data of the whole outline. */
void outline_put(svg_writer *svg, outline region);

#endif
