/* Planets: gas giants, ringed ones, moons with craters, seas and continents, lava, ice and desert, in colours of their
 * own, all from the tile's id. */
#ifndef TESSERA_DRAW_PLANET_H
#define TESSERA_DRAW_PLANET_H

#include "draw/shape.h"
#include "draw/theme.h"

/* Writes the gradients that all planets share. */
void planet_define_light(svg_writer *svg);
/* Writes the definition "planet<number>" of the planet of a tile. */
void planet_define(svg_writer *svg, const draw_theme *theme, const char *id, int radius, int number);

#endif
