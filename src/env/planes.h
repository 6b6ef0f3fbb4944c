/*
 * The planes of `planes-v1` (docs/lookup/python.md, "Observations"). The module remembers what the planes of a game
 * show, and writes only what has changed.
 */
#ifndef ENV_PLANES_H
#define ENV_PLANES_H

#include "env/action.h"

/* The number of cells of the window, which is the size of a plane. */
enum { PLANE_CELLS = ACTION_CELLS * ACTION_CELLS };

/* The planes: first one of each of these; then PLANES_SIDE for each side, beginning with the own; if fields are played,
 * then FIELD_HALVES for the value of fields, and FIELD_HALVES for each side. */
enum {
  PLANE_TILE = 0,         /* a tile lies there */
  PLANE_EDGE = 1,         /* by edge N E S W: road or route, city or asteroids, water */
  PLANE_CENTER = 13,      /* 1 for a planet or monastery, 2 for a garden */
  PLANE_ARMS = 14,        /* coats of arms */
  PLANE_SYMBOLS = 15,     /* by faction */
  PLANE_LAST = 18,        /* the tile just laid, in the meeple phase */
  PLANE_LEGAL = 19,       /* by rotation: the drawn tile can be laid there */
  PLANE_FITS = 23,        /* number of tiles in the bag that fit this empty cell */
  PLANE_CENTER_OPEN = 24, /* number of empty cells around the centre */
  PLANE_WORTH = 25,       /* by edge: present worth of its realm, at most 255 */
  PLANE_OPEN = 29,        /* by edge: open ends of its realm */
  PLANES_SHARED = 33,
  SIDE_EDGE = 0,   /* by edge: this side scores the realm */
  SIDE_CENTER = 4, /* this side scores the realm of the centre */
  SIDE_SMALL = 5,  /* number of small meeples, or meeples, on the tile */
  SIDE_OTHER = 6,  /* the large one, or the abbot */
  SIDE_RANK = 7,   /* 1 + the lowest rank of a realm on the tile with a meeple of this side */
  PLANES_SIDE = 8,
  FIELD_HALVES = 8
};

/* The number of planes. */
int planes_of(int sides, bool fields);

/* Remembers what the planes of one game show. */
struct planes;

/* Allocates memory for the planes of `count` games: the result is for the first of them, and each takes planes_memory()
 * bytes. NULL if there is not enough memory. The caller frees it with free(). */
struct planes *planes_new(size_t count);
size_t planes_memory(void);
struct planes *planes_at(struct planes *planes, size_t index);

/* Makes the next call of planes_write() write everything. */
void planes_forget(struct planes *planes);

/* Writes what has changed since the previous call, which must have been for an earlier state of the same game and the
 * same `out`: planes_of() planes of PLANE_CELLS bytes. `box` is the rectangle of the board. `mask` has the legal
 * actions by number; NULL means that no placement is legal. */
void planes_write(struct planes *planes, const tess_game *game, const struct board_box *box, const bool *mask,
                  uint8_t *out);

/* Copies the planes of the latest call of planes_write(), `count` planes from `from` to `to`. It touches only
 * rows that may have changed since the earlier copy of the same `planes` to `to`. The numbers in `known` belong to
 * `to`: the first and the end of its rows that may not be zero, and the version of the planes. At first all three are
 * 0, and `to` is zero. */
void planes_copy(const struct planes *planes, int count, const uint8_t *from, uint8_t *to, uint32_t known[3]);

#endif
