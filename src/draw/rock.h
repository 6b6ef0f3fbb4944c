/* Asteroids: three sizes of irregular rocks, lit from the left above. */
#ifndef TESSERA_DRAW_ROCK_H
#define TESSERA_DRAW_ROCK_H

#include "draw/sprite.h"
#include "draw/theme.h"

enum { ROCK_SIZES = 3, ROCK_SORTS = 5 }; /* sizes, and shapes of each size */

/* Writes the definitions of all rocks. */
void rock_define(svg_writer *svg, const draw_theme *theme);
/* The radius of a size: 0 large, 1 middle, 2 small. */
int rock_radius(int size);
/* Adds smaller rocks along the line between two tiles, from the left upper corner to the right or down. */
void rock_add_seam(sprite_list *list, bool down, seed_stream *stream);
/* Adds a rock of a size, in a shape drawn from the stream, unless it would touch a rock of the list. */
void rock_add(sprite_list *list, int size, shape_point at, seed_stream *stream);

#endif
