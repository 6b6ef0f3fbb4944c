#include "env/observation.h"

#include <stdlib.h>
#include <string.h>

#include "env/planes.h"
#include "env/variant.h"
#include "notation/state.h"

int planes_count(const struct variant *variant) {
  return planes_of(variant_sides(variant), variant->setup.options.fields);
}

int scalars_count(const struct variant *variant) {
  return variant_sides(variant) + 2 * variant->setup.options.players + 2 * tess_set_kinds(variant_set(variant)) + 2;
}

/* ---- Cells ---- */

void cells_write(const tess_game *game, const struct board_box *box, uint16_t *out) {
  tess_tile tiles[TESS_MAX_TILES];
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const int count = standing_tiles(game, tiles), standing = tess_game_meeples(game, meeples);
  const int west = board_window(box->west, box->east), north = board_window(box->north, box->south);
  memset(out, 0, sizeof *out * CELLS_ROWS * CELLS_COLUMNS);
  for (int i = 0; i < count; i++) {
    uint16_t *row = &out[i * CELLS_COLUMNS];
    const int index = tess_game_at(game, tiles[i].x, tiles[i].y);
    const bool last = game->core.phase == TESS_PHASE_MEEPLE && index == game->core.tile_count - 1;
    row[0] = last ? 2 : 1;
    row[1] = (uint16_t)(tiles[i].x - west + 256);
    row[2] = (uint16_t)(tiles[i].y - north + 256);
    row[3] = tiles[i].kind;
    row[4] = tiles[i].rotation;
    for (int m = 0; m < standing; m++)
      if (meeples[m].spot.tile == index) {
        /* Add a meeple to the row of its tile. */
        const unsigned seats = game->players, seat = (meeples[m].seat + seats - game->core.seat) % seats;
        const unsigned rank = spot_rank(game, meeples[m].spot) + 1;
        if (meeples[m].piece == TESS_PIECE_SMALL)
          row[5] = (uint16_t)(row[5] + (1u << 3 * seat));
        else
          row[6] = (uint16_t)(row[6] | 1u << seat);
        if (row[7] == 0 || rank < row[7]) row[7] = (uint16_t)rank;
      }
  }
}

/* ---- Scalars ---- */

void scalars_write(const tess_game *game, float *out) {
  const unsigned sides = (unsigned)tess_game_sides(game), seats = game->players, kinds = game->set->kind_count;
  const tess_piece other = game->set->rules == TESS_RULES_STAR_WARS ? TESS_PIECE_LARGE : TESS_PIECE_ABBOT;

  /* 1. Points by side and supplies by seat, beginning with the own. */
  for (unsigned side = 0; side < sides; side++) out[observed_side(game, side)] = (float)game->core.score[side];
  out += sides;
  for (unsigned i = 0; i < seats; i++) {
    const uint8_t *supply = game->core.supply[(game->core.seat + i) % seats];
    out[2 * i] = (float)supply[TESS_PIECE_SMALL];
    out[2 * i + 1] = (float)supply[other];
  }
  out += 2 * seats;

  /* 2. The bag by kind, and the drawn or laid tile of the turn. */
  memset(out, 0, sizeof *out * (2 * kinds + 2));
  for (unsigned i = 0; i < game->core.bag_count; i++) out[game->bag.kinds[i]] += 1;
  out += kinds;
  if (game->core.phase == TESS_PHASE_PLACE) out[game->core.drawn] = 1;
  if (game->core.phase == TESS_PHASE_MEEPLE) out[game->tiles[game->core.tile_count - 1].kind] = 1;
  out += kinds;

  /* 3. The phase. */
  out[0] = game->core.phase == TESS_PHASE_MEEPLE ? 1 : 0;
  out[1] = game->core.extra ? 1 : 0;
}

/* ---- Of one episode ---- */

size_t observation_size(enum batch_observation sort, struct batch_shape shape) {
  return sort == BATCH_PLANES_V1 ? (size_t)shape.planes * PLANE_CELLS
                                 : (size_t)CELLS_ROWS * CELLS_COLUMNS * sizeof(uint16_t);
}

void observe(struct planes *planes, tess_game *game, int seat, enum batch_observation sort, const bool *mask,
             void *observation, float *scalars) {
  const struct board_box box = board_box_of(game);
  const uint8_t due = game->core.seat;
  game->core.seat = (uint8_t)seat; /* the game as if it were this seat's turn */
  if (sort == BATCH_PLANES_V1) {
    planes_forget(planes);
    planes_write(planes, game, &box, mask, observation);
  } else {
    cells_write(game, &box, observation);
  }
  scalars_write(game, scalars);
  game->core.seat = due;
}

void episode_observe(const struct episode *episode, int seat, enum batch_observation sort, void *observation,
                     float *scalars) {
  tess_game *game = memory_zeroed(tess_game_size());
  tess_game_copy(game, episode_game(episode));
  const struct board_box box = board_box_of(game);
  struct legal_actions *legal = memory_new(sizeof *legal);
  bool *mask = memory_zeroed(ACTION_COUNT_ARROWS);
  struct planes *planes = planes_new(1);
  if (planes == NULL) memory_short();
  legal_actions_list(legal, game, &box);
  for (int i = 0; i < legal->count; i++) mask[legal->ids[i]] = true;
  observe(planes, game, seat, sort, mask, observation, scalars);
  free(planes);
  free(mask);
  free(legal);
  free(game);
}
