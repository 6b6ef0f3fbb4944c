/* The random games of players/playout.h by calls of tessera.h alone: beside a library that exports nothing else, and to
 * show that the playout's shorter way plays the same games. */
#include "players/playout.h"

#include "base/random.h"

static void take_turn(tess_game *game, uint64_t *random) {
  const uint64_t bits = random_next(random);
  tess_decision decisions[TESS_MAX_DECISIONS];
  const uint32_t placements = (uint32_t)tess_game_placement_count(game);
  const uint32_t placement = random_scale(random, (uint32_t)(bits >> 32), placements);
  tess_game_place(game, tess_game_placement_at(game, (int)placement), NULL, NULL);
  const uint32_t count = (uint32_t)tess_game_decisions(game, decisions);
  tess_game_meeple(game, decisions[random_scale(random, (uint32_t)bits, count)], NULL, NULL);
}

void playout_finish(tess_game *game, uint64_t *random, struct playout_totals *totals) {
  (void)totals;
  for (tess_phase phase = tess_game_phase(game); phase != TESS_PHASE_OVER; phase = tess_game_phase(game)) {
    if (phase == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    if (phase == TESS_PHASE_PLACE) take_turn(game, random);
    if (phase == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
  }
}

void playout_start(tess_game *game, const tess_set *set, const tess_options *options, uint64_t number,
                   uint64_t *random) {
  tess_options own = *options;
  own.seed = random_mix(options->seed ^ random_mix(number));
  *random = random_mix(own.seed);
  tess_game_new(game, set, &own);
}
