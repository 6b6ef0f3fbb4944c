/* Knock-outs: a tree whose first round the seeds fill. */
#include <stdlib.h>

#include "base/guard.h"
#include "tournament/seeds.h"

int knockout_rounds(int entrants) {
  int rounds = 0;
  while (1 << rounds < entrants) rounds++;
  return rounds;
}

/* The encounter of an entrant in a round, or NULL. */
static const struct encounter *encounter_in(const struct tournament *tournament, int round, int entrant) {
  for (int i = 0; i < tournament->encounter_count; i++) {
    const struct encounter *encounter = &tournament->encounters[i];
    if (encounter->round == round && (encounter->first == entrant || encounter->second == entrant)) return encounter;
  }
  return NULL;
}

/* Goes from one round to the next: of each two slots `winners` has the winner, and `losers` the loser. */
static bool play_on(const struct tournament *tournament, int round, int *winners, int *losers, int slots,
                    struct fault *fault) {
  for (int i = 0; i < slots / 2; i++) {
    const int one = winners[2 * i], other = winners[2 * i + 1];
    losers[i] = NOBODY;
    if (one == NOBODY || other == NOBODY) {
      winners[i] = one == NOBODY ? other : one;
      continue;
    }
    const struct encounter *encounter = encounter_in(tournament, round, one);
    if (encounter == NULL || (encounter->first != other && encounter->second != other))
      return fault_say(fault, "round %d has no encounter of entrants %d and %d", round, one, other);
    if (encounter->end != ENCOUNTER_FIRST && encounter->end != ENCOUNTER_SECOND)
      return fault_say(fault, "round %d: nobody has won the encounter of entrants %d and %d", round, one, other);
    winners[i] = encounter->end == ENCOUNTER_FIRST ? encounter->first : encounter->second;
    losers[i] = encounter->end == ENCOUNTER_FIRST ? encounter->second : encounter->first;
  }
  return true;
}

/* The encounter of two entrants. The one with fewer first seats so far has the first seat; else the better seed. */
static struct encounter encounter_of(const struct tournament *tournament, const int *seeds, int round, int one,
                                     int other) {
  int ahead = 0;
  for (int i = 0; i < tournament->encounter_count; i++) {
    const struct encounter *encounter = &tournament->encounters[i];
    if (encounter->second == NOBODY) continue;
    ahead += (encounter->first == one) - (encounter->second == one);
    ahead -= (encounter->first == other) - (encounter->second == other);
  }
  while (*seeds != one && *seeds != other) seeds++;
  const bool first = ahead != 0 ? ahead < 0 : *seeds == one;
  return (struct encounter){.round = round, .first = first ? one : other, .second = first ? other : one};
}

int knockout_pair(const struct tournament *tournament, int round, bool third, struct encounter *next,
                  struct fault *fault) {
  const int count = tournament->entrant_count, rounds = knockout_rounds(count);
  if (count < 2) {
    fault_say(fault, "round %d: expected two entrants or more", round);
    return -1;
  }
  if (round < 1 || round > rounds) {
    fault_say(fault, "round %d: expected 1 to %d", round, rounds);
    return -1;
  }
  int slots = 1 << rounds, pairings = 0;
  int *winners = memory_new((size_t)slots * sizeof *winners), *losers = memory_new((size_t)slots * sizeof *losers);
  int *seeds = memory_new((size_t)count * sizeof *seeds);
  seeds_find(tournament, seeds);
  for (int i = 0; i < slots; i++) {
    /* The seed (from 0) at a slot of the tree. Each fork has a better and a worse seed, whose sum is the same for all
     * forks of a round. */
    int seed = 0;
    for (int depth = 1; depth <= rounds; depth++) {
      const bool other = (i >> (rounds - depth) & 1) != 0;
      if (other) seed = (1 << depth) - 1 - seed;
    }
    winners[i] = seed < count ? seeds[seed] : NOBODY;
  }
  bool good = true;
  for (int before = 1; good && before < round; before++, slots /= 2)
    good = play_on(tournament, before, winners, losers, slots, fault);
  for (int i = 0; good && i < slots / 2; i++) {
    const int one = winners[2 * i], other = winners[2 * i + 1];
    if (one != NOBODY && other != NOBODY)
      next[pairings++] = encounter_of(tournament, seeds, round, one, other);
    else
      next[pairings++] = (struct encounter){
          .round = round, .first = one == NOBODY ? other : one, .second = NOBODY, .end = ENCOUNTER_FIRST};
  }
  if (good && third && round == rounds && rounds > 1 && losers[0] != NOBODY && losers[1] != NOBODY)
    next[pairings++] = encounter_of(tournament, seeds, round, losers[0], losers[1]);
  free(winners);
  free(losers);
  free(seeds);
  return good ? pairings : -1;
}
