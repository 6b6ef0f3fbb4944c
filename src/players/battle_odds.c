#include "players/battle_odds.h"

#include <assert.h>
#include <string.h>

/*
 * Computes the odds of every smaller set of sides first. A tie of the whole set leads back to the same set. If q is its
 * probability, x = (result of other throws) + q (gain + x). So x = (result of other throws + q gain) / (1 - q). The
 * gain is 1 point for each side.
 */
void battle_odds_of(const uint8_t dice[TESS_MAX_PLAYERS], struct battle_odds *odds) {
  struct battle_odds known[TESS_BATTLE_OUTCOMES] = {{{0}, {0}, {0}}};
  unsigned all = 0;
  for (unsigned side = 0; side < TESS_MAX_PLAYERS; side++)
    if (dice[side] > 0) all |= 1u << side;
  assert((all & (all - 1)) != 0);
  for (unsigned set = 1; set <= all; set++) {
    if ((set & all) != set || (set & (set - 1)) == 0) continue;
    /* 1. Count the throws of these sides that end with each set of them highest. */
    uint64_t counts[TESS_BATTLE_OUTCOMES];
    uint8_t own[TESS_MAX_PLAYERS];
    for (int side = 0; side < TESS_MAX_PLAYERS; side++) own[side] = set >> side & 1 ? dice[side] : 0;
    const double total = (double)tess_battle_counts(own, counts);
    const double others = total - (double)counts[set];
    /* 2. Add what follows when fewer sides throw again, and the points of a tie of all. */
    for (unsigned mask = 1; mask < set; mask++)
      if (counts[mask] > 0) {
        /* Adds, with probability `weight`, what follows when the sides of `mask` share the highest die: a win, or a tie
         * and how it ends (`after`). */
        const double weight = (double)counts[mask] / others;
        const bool tied = (mask & (mask - 1)) != 0;
        for (int sharing = 0; sharing < TESS_MAX_PLAYERS; sharing++) {
          if (!(mask >> sharing & 1)) continue;
          known[set].win[sharing] += weight * (tied ? known[mask].win[sharing] : 1);
          known[set].ties[sharing] += weight * (tied ? 1 + known[mask].ties[sharing] : 0);
        }
      }
    for (int side = 0; side < TESS_MAX_PLAYERS; side++)
      if (own[side] > 0) known[set].ties[side] += (double)counts[set] / others;
  }
  *odds = known[all];
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    odds->points[side] = dice[side] * (1 - odds->win[side]) + odds->ties[side];
}

tess_throw battle_throw(const uint8_t dice[TESS_MAX_PLAYERS], int winner) {
  tess_throw thrown = {{0}, {{0}}};
  memcpy(thrown.dice, dice, sizeof thrown.dice);
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) memset(thrown.faces[side], side == winner ? 6 : 1, dice[side]);
  return thrown;
}
