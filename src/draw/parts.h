/*
 * Parts of pictures as markup without a document around it, for those who put boards together themselves: definitions
 * that all tiles of a theme refer to, tiles that match their neighbours, meeples.
 */
#ifndef TESSERA_DRAW_PARTS_H
#define TESSERA_DRAW_PARTS_H

#include "draw/theme.h"

enum {
  PARTS_MEEPLE_SIZE = 360, /* width and height of the picture of a meeple, 1000 to a tile's side */
  PARTS_MEEPLE_X = 180,    /* the point of it that stands on the spot */
  PARTS_MEEPLE_Y = 195
};

/* Writes what the tiles of a theme refer to, to be put inside a <defs> once. */
void parts_define(const draw_theme *theme, draw_sink sink, void *user);
/* Writes a tile in a rotation, 1000 units wide. Clouds and rocks run on across all of its edges, so that tiles side by
 * side have no seam. `number` (0 or more) is in the ids of what it defines; tiles in one document need different ones.
 */
void parts_tile(const tess_tile_def *tile, int number, int rotation, const draw_theme *theme, draw_sink sink,
                void *user);
/* Writes a meeple, which looks the same in every theme and refers to nothing. */
void parts_meeple(tess_piece piece, tess_colour colour, draw_sink sink, void *user);

#endif
