#include <assert.h>

#include "tessera/tessera.h"

static uint64_t power(uint64_t base, unsigned exponent) {
  uint64_t product = 1;
  while (exponent-- > 0) product *= base;
  return product;
}

/* Throws in which the best die of every side of `mask` is `face`, and that of every other side is below. */
static uint64_t throws_of(const uint8_t dice[TESS_MAX_PLAYERS], unsigned mask, unsigned face) {
  uint64_t product = 1;
  for (unsigned side = 0; side < TESS_MAX_PLAYERS; side++) {
    const uint64_t below = power(face - 1, dice[side]);
    product *= mask >> side & 1 ? power(face, dice[side]) - below : below;
  }
  return product;
}

uint64_t tess_battle_counts(const uint8_t dice[TESS_MAX_PLAYERS], uint64_t counts[TESS_BATTLE_OUTCOMES]) {
  uint64_t total = 0;
  counts[0] = 0;
  for (unsigned mask = 1; mask < TESS_BATTLE_OUTCOMES; mask++) {
    counts[mask] = 0;
    for (unsigned face = 1; face <= 6; face++) counts[mask] += throws_of(dice, mask, face);
    total += counts[mask];
  }
  assert(total > 0);
  return total;
}
