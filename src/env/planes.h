/*
 * The planes of `planes-v1` (docs/lookup/python.md, "Observations"). What they show is remembered, so that a game that
 * goes on has only what has changed written.
 */
#ifndef ENV_PLANES_H
#define ENV_PLANES_H

#include "env/action.h"

/* A cell of the window, and all of them. */
enum { PLANE_CELLS = ACTION_CELLS * ACTION_CELLS };

/* The planes: one of each of these, then PLANES_SIDE for each side, the own first; with fields then FIELD_HALVES for
 * what they are worth, and as many for each side. */
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

/* How many planes there are. */
int planes_of(int sides, bool fields);

/* What is shown in the planes of one game. */
struct planes;

/* For `count` games, the first of which it gives, and planes_memory() bytes for each; NULL if there is no memory for
 * them. Released with free(). */
struct planes *planes_new(size_t count);
size_t planes_memory(void);
struct planes *planes_at(struct planes *planes, size_t index);

/* The next call of planes_write() relies on nothing. */
void planes_forget(struct planes *planes);

/* Writes what has changed since the call before, which was for the same game before it went on, and the same `out`:
 * planes_of() planes of PLANE_CELLS bytes. `box` is that of the board, `mask` what is legal by number; if it is NULL no
 * placement is. */
void planes_write(struct planes *planes, const tess_game *game, const struct board_box *box, const bool *mask,
                  uint8_t *out);

#endif
