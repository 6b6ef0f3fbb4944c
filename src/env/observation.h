/*
 * What a learner observes of a game (docs/lookup/python.md, "Observations"): planes or a list of cells, and scalars,
 * from the point of view of the side to act. Nothing hidden is in them: neither the order of the stack nor the dice to
 * come.
 */
#ifndef ENV_OBSERVATION_H
#define ENV_OBSERVATION_H

#include "env/action.h"
#include "env/env.h"
#include "rules/game.h"

/* Rows and columns of `cells-v1`: one row for each tile, by y, then x. */
enum { CELLS_ROWS = TESS_MAX_TILES, CELLS_COLUMNS = 8 };

/* The number of a side as seen by the side to act: 0 is itself, the others follow in the order of play. */
static inline unsigned observed_side(const tess_game *game, unsigned side) {
  const unsigned sides = game->teams ? 2u : game->players;
  return (side + sides - game_side(game, game->core.seat)) % sides;
}

/* The numbers of planes and of scalars in the observations of a variant. */
int planes_count(const struct variant *variant);
int scalars_count(const struct variant *variant);

/* The bytes of an observation of this sort, without its scalars. */
size_t observation_size(enum batch_observation sort, struct batch_shape shape);

/* Writes what `seat` observes of a game: an observation of observation_size() bytes, which must be zero, and scalars.
 * Planes need `planes` as working memory, and show the legal actions of `mask`, which is by number; NULL: none. After
 * the call `game` is as before. */
struct planes;
void observe(struct planes *planes, tess_game *game, int seat, enum batch_observation sort, const bool *mask,
             void *observation, float *scalars);

/* Write CELLS_ROWS times CELLS_COLUMNS numbers, and scalars_count() numbers. */
void cells_write(const tess_game *game, const struct board_box *box, uint16_t *out);
void scalars_write(const tess_game *game, float *out);

#endif
