/*
 * What a learner sees of a game (docs/lookup/python.md, "Observations"): planes or a list of cells, and scalars, told
 * from the side that is to act. Nothing hidden is in them: neither the order of the stack nor the dice to come.
 */
#ifndef ENV_OBSERVATION_H
#define ENV_OBSERVATION_H

#include "env/action.h"
#include "env/env.h"

/* A cell of the window, and all of them. */
enum { PLANE_CELLS = ACTION_CELLS * ACTION_CELLS };

/* The planes of `planes-v1`: one of each of these, then PLANES_SIDE for each side, the own first; with fields then
 * FIELD_HALVES for what they are worth, and as many for each side. */
enum {
  PLANE_TILE = 0,         /* a tile lies there */
  PLANE_EDGE = 1,         /* by edge N E S W: road or route, city or asteroids, water */
  PLANE_CENTER = 13,      /* 1 planet or monastery, 2 garden */
  PLANE_ARMS = 14,        /* coats of arms */
  PLANE_SYMBOLS = 15,     /* by faction */
  PLANE_LAST = 18,        /* the tile just laid, while the meeple is due */
  PLANE_LEGAL = 19,       /* by rotation: the drawn tile can be laid there */
  PLANE_FITS = 23,        /* tiles of the bag that fit this empty cell */
  PLANE_CENTER_OPEN = 24, /* empty cells around the centre */
  PLANE_WORTH = 25,       /* by edge: what its realm is worth now, at most 255 */
  PLANE_OPEN = 29,        /* by edge: the open ends of its realm */
  PLANES_SHARED = 33,
  SIDE_EDGE = 0,   /* by edge: this side scores the realm */
  SIDE_CENTER = 4, /* the same of the centre */
  SIDE_SMALL = 5,  /* small meeples, or meeples, on the tile */
  SIDE_OTHER = 6,  /* the large one, or the abbot */
  SIDE_RANK = 7,   /* 1 + the least rank of a realm on the tile where one stands */
  PLANES_SIDE = 8,
  FIELD_HALVES = 8
};

/* The rows and columns of `cells-v1`, a tile a row, by y, then x. */
enum { CELLS_ROWS = TESS_MAX_TILES, CELLS_COLUMNS = 8 };

/* The planes and scalars of a variant's observations. */
int planes_count(const struct variant *variant);
int scalars_count(const struct variant *variant);

/* Rows of the window: the first, and the one after the last. */
struct plane_rows {
  int first, end;
};

/* Writes the planes of a game into planes_count() planes of PLANE_CELLS bytes, in which all is zero. `box` is that of
 * the board, `legal` what is legal. Returns the rows outside which all still is: what planes_clear() is to clear before
 * the next time. */
struct plane_rows planes_write(const tess_game *game, const struct board_box *box, const struct legal_actions *legal,
                               uint8_t *out);
void planes_clear(uint8_t *out, int planes, struct plane_rows rows);

/* Write CELLS_ROWS times CELLS_COLUMNS numbers, and scalars_count() numbers. */
void cells_write(const tess_game *game, const struct board_box *box, uint16_t *out);
void scalars_write(const tess_game *game, float *out);

#endif
