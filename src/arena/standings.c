/* The outcomes of a match so far, and the verdict of its sequential test. */
#include "arena/arena.h"

#include <stdlib.h>

#include "base/fnv.h"

struct standings standings_of(const struct match *match) {
  struct standings standings = {.match = match, .schedule = schedule_of(match), .rounds = match_rounds(match)};
  if (match_is_duel(match)) standings.scores = scores_new(standings.schedule.games * OUTCOME_WHOLE + 1);
  return standings;
}

void standings_free(struct standings *standings) {
  free(standings->outcomes);
  schedule_free(&standings->schedule);
  *standings = (struct standings){0};
}

uint64_t standings_rounds(const struct standings *standings) {
  return standings->count / (uint64_t)standings->schedule.games;
}

bool standings_complete(const struct standings *standings) {
  return standings->verdict != SPRT_OPEN || standings_rounds(standings) >= standings->rounds.count;
}

struct pairing standings_pairing(const struct standings *standings, uint64_t index) {
  const uint64_t first = standings->rounds.first * (uint64_t)standings->schedule.games;
  return schedule_pairing(&standings->schedule, first + index);
}

int standings_engine(const struct standings *standings, uint64_t index, int side) {
  return standings_pairing(standings, index).engines[side];
}

int standings_part(const struct standings *standings, uint64_t index, int engine) {
  const struct outcome *outcome = &standings->outcomes[index];
  int part = 0;
  for (int side = 0; side < outcome->sides; side++)
    if (standings_engine(standings, index, side) == engine) part += outcome_part(outcome, side);
  return part;
}

void standings_add(struct standings *standings, const struct outcome *outcome) {
  const uint64_t count = standings->count;
  if ((count & (count - 1)) == 0)
    standings->outcomes = memory_resize(standings->outcomes, (size_t)(count == 0 ? 1 : 2 * count) * sizeof *outcome);
  standings->outcomes[standings->count++] = *outcome;
  const bool round_ends = standings->count % (uint64_t)standings->schedule.games == 0;
  if (round_ends && match_is_duel(standings->match)) {
    int part = 0;
    for (int i = 1; i <= standings->schedule.games; i++)
      part += standings_part(standings, standings->count - (uint64_t)i, 0);
    scores_add(&standings->scores, part);
    if (standings->match->sequential && standings->verdict == SPRT_OPEN)
      standings->verdict = sprt_verdict(&standings->match->sprt, &standings->scores, match_sides(standings->match));
  }
}

static uint64_t hash_number(uint64_t hash, int32_t number) {
  for (int shift = 0; shift < 32; shift += 8) hash = fnv_add(hash, (uint32_t)number >> shift & 0xFF);
  return hash;
}

uint64_t standings_signature(const struct standings *standings) {
  const uint64_t games = standings_rounds(standings) * (uint64_t)standings->schedule.games;
  uint64_t hash = FNV_BEGIN;
  for (uint64_t i = 0; i < games; i++) {
    const struct outcome *outcome = &standings->outcomes[i];
    hash = hash_number(hash, outcome->lost);
    for (int side = 0; side < outcome->sides; side++) hash = hash_number(hash, outcome->scores[side]);
  }
  return hash;
}
