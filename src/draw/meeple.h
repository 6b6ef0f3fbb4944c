/* Meeples in the players' colours; each colour has a mark of its own on the chest besides. */
#ifndef TESSERA_DRAW_MEEPLE_H
#define TESSERA_DRAW_MEEPLE_H

#include "draw/shape.h"
#include "draw/theme.h"

enum { MEEPLE_WIDTH = 210 }; /* of a small meeple at 100 percent */

/* The English name of a colour, with a capital. */
const char *meeple_colour_name(tess_colour colour);
/* The colour of a player as an SVG colour. */
const char *meeple_fill(tess_colour colour);
/* Draws a meeple with its middle at a point: `piece` is TESS_PIECE_SMALL, TESS_PIECE_LARGE or TESS_PIECE_ABBOT. */
void meeple_put(svg_writer *svg, tess_piece piece, tess_colour colour, shape_point at, int percent);

#endif
