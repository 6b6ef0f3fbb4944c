/* A tile drawn with characters: its areas, lines, centres and symbols, and the meeples on it. */
#ifndef CLI_TILE_PICTURE_H
#define CLI_TILE_PICTURE_H

#include "cli/canvas.h"
#include "tessera/tessera.h"

/* Sizes of a tile in characters; both odd. */
struct tile_size {
  int width, height;
};

/* Large shows everything; small hides the symbols beneath meeples. */
struct tile_size tile_size_large(void);
struct tile_size tile_size_small(void);

/* Where on the canvas a tile lies, and how it is turned. */
struct tile_frame {
  struct tile_size size;
  int column, row; /* of its upper left character */
  int rotation;    /* clockwise quarter turns */
};

void tile_picture_draw(struct canvas *canvas, struct tile_frame frame, tess_rules rules, const tess_tile_def *tile);

/* A meeple of a seat on a feature of the tile: the seat's number on its colour, a large one in square brackets, an
 * abbot in angle brackets. */
void tile_picture_meeple(struct canvas *canvas, struct tile_frame frame, const tess_feature_def *feature, int seat,
                         tess_colour colour, tess_piece piece);

/* A short label where a meeple on the feature would stand. */
void tile_picture_label(struct canvas *canvas, struct tile_frame frame, const tess_feature_def *feature,
                        const char *label);

/* Ink that is readable on a player's colour, and the colour itself. */
int colour_ink(tess_colour colour);
int colour_paper(tess_colour colour);

#endif
