/* Sprites: small pictures that are defined once, stand upright however their tile lies and are drawn from the back
 * to the front. */
#ifndef TESSERA_DRAW_SPRITE_H
#define TESSERA_DRAW_SPRITE_H

#include "draw/shape.h"

enum { SPRITE_MAX = 256 };

/* `name` and `number` make up the id of the definition; `name` is a constant text. */
typedef struct sprite {
  const char *name;
  int number;
  shape_point at; /* on the tile at rotation 0 */
  int layer;      /* drawn after all of lower layers */
} sprite;

typedef struct sprite_list {
  int count;
  sprite at[SPRITE_MAX];
} sprite_list;

/* Adds a sprite, in layer 0 unless another is given; beyond SPRITE_MAX it is left out. */
void sprite_add(sprite_list *list, const char *name, int number, shape_point at);
void sprite_add_layer(sprite_list *list, const char *name, int number, shape_point at, int layer);
/* True when no sprite of the list is nearer to a point than `distance`. */
bool sprite_clear(const sprite_list *list, shape_point point, int distance);
/* Writes the sprites of a tile that lies in a rotation, the rear ones first. */
void sprite_put(svg_writer *svg, const sprite_list *list, int rotation);

#endif
