/*
 * The luck of a game between two sides: what draws and battles gave to one, measured by the evaluation of the searching
 * player. Of each draw it is what the best turn with that tile promises, less the mean of this over all tiles that
 * might have been drawn; of each battle the same over its two ends. Its expectation is 0 whoever plays and however
 * wrong the evaluation is, so that results less their luck have the same mean and a smaller error (control variates;
 * for games White and Bowling 2009, Burch et al. 2018). The points of tied throws (SW-4.6) are not counted as luck.
 */
#ifndef ARENA_LUCK_H
#define ARENA_LUCK_H

#include "tessera/tessera.h"

/* What side 0 owes to luck, in millionths: whole numbers, so that they are the same when written and read again. */
struct fortune {
  int32_t points; /* of its lead */
  int32_t wins;   /* shares of a win */
};

enum { FORTUNE_UNIT = 1000000, FORTUNE_MOST = 2000 * FORTUNE_UNIT };

/* The luck of one game so far. */
struct luck;

/* Owned by the caller, released with luck_free(). */
struct luck *luck_new(void);
void luck_free(struct luck *luck);

/* What was added so far, at most FORTUNE_MOST either way. */
struct fortune luck_sum(const struct luck *luck);

/* Adds the luck of a draw, before it is made in `game`. */
void luck_add_draw(struct luck *luck, const tess_game *game, int kind);
/* Adds that of a battle when the throw, before it is made in `game`, decides it. */
void luck_add_throw(struct luck *luck, const tess_game *game, const tess_throw *thrown);

#endif
