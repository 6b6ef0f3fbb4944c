#include "players/playout.h"

#include <assert.h>

#include "rules/random.h"

static void place(tess_game *game, uint64_t *random, struct playout_totals *totals) {
  const int count = tess_placement_count(game);
  totals->moves += (unsigned)count;
  tess_game_place(game, tess_placement_at(game, (int)random_below(random, (uint32_t)count)), NULL, NULL);
}

static void decide(tess_game *game, uint64_t *random, struct playout_totals *totals) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int count = tess_decisions(game, decisions);
  totals->moves += (unsigned)count;
  totals->turns++;
  tess_game_meeple(game, decisions[random_below(random, (uint32_t)count)], NULL, NULL);
}

void playout_finish(tess_game *game, uint64_t *random, struct playout_totals *totals) {
  for (;;) {
    switch (tess_game_phase(game)) {
    case TESS_PHASE_DRAW: tess_game_draw(game, TESS_RANDOM, NULL, NULL); break;
    case TESS_PHASE_PLACE: place(game, random, totals); break;
    case TESS_PHASE_MEEPLE: decide(game, random, totals); break;
    case TESS_PHASE_THROW: tess_game_throw(game, NULL, NULL, NULL); break;
    case TESS_PHASE_OVER: return;
    }
  }
}

void playout_start(tess_game *game, const tess_set *set, const tess_options *options, uint64_t number,
                   uint64_t *random) {
  tess_options own = *options;
  own.seed = random_mix(options->seed ^ random_mix(number));
  *random = random_mix(own.seed);
  const tess_error error = tess_game_new(game, set, &own);
  assert(error == TESS_OK);
  (void)error;
}

void playout_games(tess_game *game, const tess_set *set, const tess_options *options, uint64_t games,
                   struct playout_totals *totals) {
  for (uint64_t number = 0; number < games; number++) {
    uint64_t random;
    playout_start(game, set, options, number, &random);
    playout_finish(game, &random, totals);
    totals->games++;
    for (int side = 0; side < tess_game_sides(game); side++) {
      const int32_t score = tess_game_score(game, side);
      totals->scores += score;
      totals->signature = random_mix(totals->signature ^ (uint32_t)score);
    }
  }
}
