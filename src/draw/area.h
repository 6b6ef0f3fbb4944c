/* The area that a feature takes on its tile, for those who light it up. */
#ifndef TESSERA_DRAW_AREA_H
#define TESSERA_DRAW_AREA_H

#include "draw/layout.h"

/* Writes the path data of closed lines around a feature of a tile that lies in a rotation: the outline of a city or
 * asteroid field, both sides of a road or route, a circle around a centre or garden, all squares of a field. */
void area_put(svg_writer *svg, const tile_layout *layout, int feature, int rotation);

#endif
