#include "tournament/tournament.h"

#include <stdlib.h>

#include "base/guard.h"

bool tournament_check(const struct tournament *tournament, struct fault *fault) {
  const int count = tournament->entrant_count;
  if (count < 1 || count > ENTRANTS_MOST)
    return fault_say(fault, "%d entrants: expected 1 to %d", count, ENTRANTS_MOST);
  int last_round = 0;
  for (int i = 0; i < tournament->encounter_count; i++) {
    const struct encounter *encounter = &tournament->encounters[i];
    if (encounter->round < 1 || encounter->round > ROUNDS_MOST)
      return fault_say(fault, "encounter %d: expected a round from 1 to %d", i + 1, ROUNDS_MOST);
    if (encounter->first < 0 || encounter->first >= count || encounter->second < NOBODY || encounter->second >= count)
      return fault_say(fault, "encounter %d: expected entrants from 0 to %d", i + 1, count - 1);
    if (encounter->first == encounter->second)
      return fault_say(fault, "encounter %d: entrant %d meets themselves", i + 1, encounter->first);
    if (encounter->second == NOBODY && encounter->end != ENCOUNTER_FIRST)
      return fault_say(fault, "encounter %d: expected that a bye is won", i + 1);
    if (encounter->round > last_round) last_round = encounter->round;
  }
  int *seen = memory_zeroed((size_t)count * sizeof *seen); /* by entrant: the last round looked at in which they play */
  bool good = true;
  for (int round = 1; good && round <= last_round; round++)
    for (int i = 0; good && i < tournament->encounter_count; i++) {
      const struct encounter *encounter = &tournament->encounters[i];
      if (encounter->round != round) continue;
      const int both[] = {encounter->first, encounter->second};
      for (int j = 0; good && j < 2; j++) {
        if (both[j] == NOBODY) continue;
        if (seen[both[j]] == round)
          good = fault_say(fault, "encounter %d: entrant %d has another one in round %d", i + 1, both[j], round);
        seen[both[j]] = round;
      }
    }
  free(seen);
  return good;
}
