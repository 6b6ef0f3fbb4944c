#include "players/playout.h"

#include <assert.h>

#include "base/random.h"
#include "rules/board.h"
#include "rules/step.h"

/* Takes the decision that `word` maps to, and returns the number of legal ones. */
static inline uint32_t take_decision(tess_game *game, uint64_t *random, uint32_t word, bool arrows) {
  if (arrows) {
    tess_decision decisions[TESS_MAX_DECISIONS];
    const uint32_t count = (uint32_t)tess_game_decisions(game, decisions);
    tess_game_meeple(game, decisions[random_scale(random, word, count)], NULL, NULL);
    return count;
  }
  const choices all = meeple_choices(game);
  const uint32_t count = count_bits(all);
  choices left = all;
  for (uint32_t before = random_scale(random, word, count); before > 0; before--) left &= left - 1;
  meeple_take(&(struct step){game, NULL, NULL}, lowest_bit(left));
  return count;
}

/* Takes a random placement and a random meeple decision, each chosen by half of one random number. If `arrows` is false
 * the compiler leaves out the code for arrows (CL-10). */
static inline void take_turn(tess_game *game, uint64_t *random, struct playout_totals *totals, bool arrows) {
  const uint64_t bits = random_next(random);
  const uint32_t placements = (uint32_t)tess_game_placement_count(game);
  const uint32_t placement = random_scale(random, (uint32_t)(bits >> 32), placements);
  const struct fit fit = frontier_fit_at(game, placement);
  if (game->arrows != arrows) __builtin_unreachable();
  place_fit(&(struct step){game, NULL, NULL}, fit);
  if (game->arrows != arrows) __builtin_unreachable();
  totals->moves += placements + take_decision(game, random, (uint32_t)bits, arrows);
  totals->turns++;
}

static inline void finish(tess_game *game, uint64_t *random, struct playout_totals *totals, bool arrows) {
  assert(tess_game_phase(game) == TESS_PHASE_DRAW || tess_game_phase(game) == TESS_PHASE_PLACE);
  for (;;) {
    tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    if (tess_game_phase(game) == TESS_PHASE_PLACE) take_turn(game, random, totals, arrows);
    while (tess_game_phase(game) == TESS_PHASE_THROW) {
      if (game->arrows != arrows) __builtin_unreachable();
      tess_game_throw(game, NULL, NULL, NULL);
    }
    if (tess_game_phase(game) == TESS_PHASE_OVER) return;
  }
}

/* Flattened, so that the compiler specialises the steps for games without arrows, undo and events. */
__attribute__((flatten)) static void finish_without_arrows(tess_game *game, uint64_t *random,
                                                           struct playout_totals *totals) {
  finish(game, random, totals, false);
}

void playout_finish(tess_game *game, uint64_t *random, struct playout_totals *totals) {
  if (game->arrows)
    finish(game, random, totals, true);
  else
    finish_without_arrows(game, random, totals);
}

void playout_start(tess_game *game, const tess_set *set, const tess_options *options, uint64_t number,
                   uint64_t *random) {
  tess_options own = *options;
  own.seed = random_mix(options->seed ^ random_mix(number));
  *random = random_mix(own.seed);
  const tess_error error = tess_game_new(game, set, &own);
  assert(error == TESS_ERROR_NONE);
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
