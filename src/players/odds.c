#include "players/odds.h"

#include <assert.h>
#include <string.h>

/* The dice of the sides of `mask`: those who throw again after a tie. Returns how many sides have any. */
static int dice_of(const uint8_t dice[TESS_MAX_PLAYERS], unsigned mask, uint8_t own[TESS_MAX_PLAYERS]) {
  int sides = 0;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    own[side] = mask >> side & 1 ? dice[side] : 0;
    sides += own[side] > 0;
  }
  return sides;
}

/* Adds what follows, with probability `weight`, when the sides of `mask` are highest: a win, or a tie and its end. */
static void add_outcome(struct battle_odds *odds, const struct battle_odds *after, unsigned mask, double weight) {
  const bool tied = (mask & (mask - 1)) != 0;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    if (!(mask >> side & 1)) continue;
    odds->win[side] += weight * (tied ? after->win[side] : 1);
    odds->ties[side] += weight * (tied ? 1 + after->ties[side] : 0);
  }
}

/*
 * Wins and ties among the sides of `all`, who have the dice `own`; `known` holds those of each smaller set. A tie of
 * all of them leads back here. With the probability q of it, x = (what other throws give) + q (gain + x), so that
 * x = (what others give + q gain) / (1 - q), where the gain is 1 point for each.
 */
static void solve(const uint8_t own[TESS_MAX_PLAYERS], unsigned all, struct battle_odds known[TESS_BATTLE_OUTCOMES]) {
  uint64_t counts[TESS_BATTLE_OUTCOMES];
  const double total = (double)tess_battle_counts(own, counts);
  const double others = total - (double)counts[all];
  struct battle_odds *odds = &known[all];
  for (unsigned mask = 1; mask < all; mask++)
    if (counts[mask] > 0) add_outcome(odds, &known[mask], mask, (double)counts[mask] / others);
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    if (own[side] > 0) odds->ties[side] += (double)counts[all] / others;
}

void battle_odds_of(const uint8_t dice[TESS_MAX_PLAYERS], struct battle_odds *odds) {
  struct battle_odds known[TESS_BATTLE_OUTCOMES] = {{{0}, {0}, {0}}};
  uint8_t own[TESS_MAX_PLAYERS];
  unsigned all = 0;
  for (unsigned side = 0; side < TESS_MAX_PLAYERS; side++)
    if (dice[side] > 0) all |= 1u << side;
  assert((all & (all - 1)) != 0);
  for (unsigned mask = 1; mask <= all; mask++)
    if ((mask & all) == mask && dice_of(dice, mask, own) > 1) solve(own, mask, known);
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
