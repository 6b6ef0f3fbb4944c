/*
 * What a learner sees of a game (docs/lookup/python.md, "Observations"): planes or a list of cells, and scalars, told
 * from the side that is to act. Nothing hidden is in them: neither the order of the stack nor the dice to come.
 */
#ifndef ENV_OBSERVATION_H
#define ENV_OBSERVATION_H

#include "env/action.h"
#include "env/env.h"
#include "rules/game.h"

/* The rows and columns of `cells-v1`, a tile a row, by y, then x. */
enum { CELLS_ROWS = TESS_MAX_TILES, CELLS_COLUMNS = 8 };

/* A side as the side to act counts it: itself 0, then those after it. */
static inline unsigned observed_side(const tess_game *game, unsigned side) {
  const unsigned sides = game->teams ? 2u : game->players;
  return (side + sides - game_side(game, game->core.seat)) % sides;
}

/* The planes and scalars of a variant's observations. */
int planes_count(const struct variant *variant);
int scalars_count(const struct variant *variant);

/* Write CELLS_ROWS times CELLS_COLUMNS numbers, and scalars_count() numbers. */
void cells_write(const tess_game *game, const struct board_box *box, uint16_t *out);
void scalars_write(const tess_game *game, float *out);

#endif
