/* Round robins by the tables of Berger. */
#include <assert.h>

#include "tournament/tournament.h"

/* The places of the table: an odd number has one more, which nobody takes. */
static int table_places(int entrants) { return entrants + entrants % 2; }

int round_robin_rounds(int entrants, int cycles) { return entrants < 2 ? 0 : cycles * (table_places(entrants) - 1); }

int round_robin_pair(const struct tournament *tournament, int cycles, int round, struct encounter *next,
                     struct fault *fault) {
  assert(cycles == 1 || cycles == 2);
  const int count = tournament->entrant_count, places = table_places(count), rounds = places - 1;
  if (count < 2) {
    fault_say(fault, "round %d: expected two entrants or more", round);
    return -1;
  }
  if (round < 1 || round > round_robin_rounds(count, cycles)) {
    fault_say(fault, "round %d: expected 1 to %d", round, round_robin_rounds(count, cycles));
    return -1;
  }
  /* Two places meet in the round that is the sum of their numbers, modulo the rounds; the last place meets the one that
   * is left over, which has the first seat in every second round. Of others the lower one has it if the sum is odd. */
  const int at = (round - 1) % rounds;
  const bool turned = round > rounds;
  int pairings = 0;
  for (int one = 0; one < rounds; one++) {
    const int met = (at - one + rounds) % rounds;
    if (met < one) continue;
    const int other = met == one ? places - 1 : met;
    const bool lower_first = met == one ? at % 2 == 0 : (one + other) % 2 == 1;
    struct encounter *encounter = &next[pairings++];
    if (other >= count)
      *encounter = (struct encounter){.round = round, .first = one, .second = NOBODY, .end = ENCOUNTER_FIRST};
    else if (lower_first != turned)
      *encounter = (struct encounter){.round = round, .first = one, .second = other};
    else
      *encounter = (struct encounter){.round = round, .first = other, .second = one};
  }
  return pairings;
}
