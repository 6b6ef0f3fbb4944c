/* The order of the entrants: scores, then tie-breaks one after another among those that are still equal. */
#include <stdlib.h>

#include "base/guard.h"
#include "tournament/tournament.h"

static const char *const words[] = {
#define X(name, word) word,
    TIE_BREAKS(X)
#undef X
};

const char *tie_break_word(enum tie_break tie_break) { return words[tie_break]; }

bool tie_break_read(struct span word, enum tie_break *tie_break) {
  for (int i = 0; i < TIE_BREAK_COUNT; i++) {
    if (!span_is(word, words[i])) continue;
    *tie_break = (enum tie_break)i;
    return true;
  }
  return false;
}

/* What an entrant has of an encounter. */
struct encounter_share {
  int opponent; /* NOBODY: a bye */
  int score;    /* 2, 1 or 0 */
  int32_t margin, points;
};

/* Reads the share of an entrant in an encounter; false if it is open or not theirs. */
static bool share_of(const struct encounter *encounter, int entrant, struct encounter_share *share) {
  const bool is_first = encounter->first == entrant;
  if (encounter->end == ENCOUNTER_OPEN || (!is_first && encounter->second != entrant)) return false;
  const enum encounter_end won = is_first ? ENCOUNTER_FIRST : ENCOUNTER_SECOND;
  share->opponent = is_first ? encounter->second : encounter->first;
  share->score = encounter->end == won ? 2 : encounter->end == ENCOUNTER_DRAWN ? 1 : 0;
  share->points = encounter->points[is_first ? 0 : 1];
  share->margin = share->points - encounter->points[is_first ? 1 : 0];
  return true;
}

/* The encounters of each entrant, so that nobody looks through those of all others: those of entrant i are
 * own[begin[i]] up to own[begin[i + 1]], without the last. */
struct entrant_games {
  const struct tournament *tournament;
  int *begin, *own;
};

/* The caller frees both lists. */
static struct entrant_games games_of(const struct tournament *tournament) {
  const size_t count = (size_t)tournament->entrant_count;
  const struct entrant_games games = {tournament, memory_zeroed((count + 2) * sizeof(int)),
                                      memory_new((2 * (size_t)tournament->encounter_count + 1) * sizeof(int))};
  int *end = games.begin + 1; /* first their numbers, then where each list ends that is being filled */
  for (int i = 0; i < tournament->encounter_count; i++) {
    const struct encounter *encounter = &tournament->encounters[i];
    end[encounter->first + 1]++;
    if (encounter->second != NOBODY) end[encounter->second + 1]++;
  }
  for (size_t i = 1; i <= count; i++) end[i] += end[i - 1];
  for (int i = 0; i < tournament->encounter_count; i++) {
    const struct encounter *encounter = &tournament->encounters[i];
    games.own[end[encounter->first]++] = i;
    if (encounter->second != NOBODY) games.own[end[encounter->second]++] = i;
  }
  return games;
}

/* The value of a tie-break that looks at an entrant alone. */
static int64_t value_of(const struct entrant_games *games, enum tie_break tie_break, int32_t cap, int entrant,
                        const int *scores) {
  const struct tournament *tournament = games->tournament;
  int64_t sum = 0, highest = INT64_MIN, lowest = INT64_MAX;
  int opponents = 0;
  if (tie_break == TIE_LOT) return -(int64_t)tournament->entrants[entrant].lot;
  for (int i = games->begin[entrant]; i < games->begin[entrant + 1]; i++) {
    struct encounter_share share;
    if (!share_of(&tournament->encounters[games->own[i]], entrant, &share)) continue;
    const bool bye = share.opponent == NOBODY;
    const int64_t met = scores[bye ? entrant : share.opponent];
    switch (tie_break) {
    case TIE_BUCHHOLZ:
    case TIE_MEDIAN:
      sum += met;
      opponents++;
      highest = met > highest ? met : highest;
      lowest = met < lowest ? met : lowest;
      break;
    case TIE_SONNEBORN: sum += bye ? 0 : met * share.score; break;
    case TIE_WINS: sum += !bye && share.score == 2; break;
    case TIE_POINTS: sum += share.points; break;
    case TIE_MARGIN: sum += share.margin > cap ? cap : share.margin < -cap ? -cap : share.margin; break;
    case TIE_DIRECT:
    case TIE_LOT:
    case TIE_BREAK_COUNT: break;
    }
  }
  return tie_break == TIE_MEDIAN && opponents >= 3 ? sum - highest - lowest : tie_break == TIE_MEDIAN ? 0 : sum;
}

/* Puts the scores of the encounters among `count` equal entrants at `values[at]`, if all of them have met. */
static void compare_directly(const struct entrant_games *games, struct placing *placings, int count, int at) {
  const struct tournament *tournament = games->tournament;
  /* By entrant: 0 for one who is not among these; else the row, from 1, that has met them last; count + 1: none yet. */
  int *met_by = memory_zeroed((size_t)tournament->entrant_count * sizeof *met_by);
  bool met = true;
  for (int i = 0; i < count; i++) met_by[placings[i].entrant] = count + 1;
  for (int i = 0; i < count; i++) {
    const int own = placings[i].entrant;
    int opponents = 0;
    for (int j = games->begin[own]; j < games->begin[own + 1]; j++) {
      struct encounter_share share;
      if (!share_of(&tournament->encounters[games->own[j]], own, &share) || share.opponent == NOBODY ||
          met_by[share.opponent] == 0)
        continue;
      placings[i].values[at] += share.score;
      opponents += met_by[share.opponent] != i + 1;
      met_by[share.opponent] = i + 1;
    }
    met = met && opponents == count - 1;
  }
  for (int i = 0; i < count && !met; i++) placings[i].values[at] = 0;
  free(met_by);
}

static int by_score(const void *one, const void *other) {
  const struct placing *a = one, *b = other;
  return a->score != b->score ? b->score - a->score : a->entrant - b->entrant;
}

/* What qsort() compares by: the value at an index. Each row carries a copy of it. */
struct keyed_placing {
  int64_t key;
  struct placing placing;
};

static int by_key(const void *one, const void *other) {
  const struct keyed_placing *a = one, *b = other;
  return a->key != b->key ? (a->key < b->key ? 1 : -1) : a->placing.entrant - b->placing.entrant;
}

/* Orders `count` entrants that are equal so far by the tie-breaks from `at` on; the first of them has this place. */
static void decide(const struct entrant_games *games, const struct tie_break_order *order, const int *scores,
                   struct placing *placings, int count, int at, int place) {
  if (at == order->count || count == 1) {
    for (int i = 0; i < count; i++) placings[i].place = place;
    return;
  }
  if (order->breaks[at] == TIE_DIRECT) compare_directly(games, placings, count, at);
  struct keyed_placing *keyed = memory_new((size_t)count * sizeof *keyed);
  for (int i = 0; i < count; i++) keyed[i] = (struct keyed_placing){placings[i].values[at], placings[i]};
  qsort(keyed, (size_t)count, sizeof *keyed, by_key);
  for (int i = 0; i < count; i++) placings[i] = keyed[i].placing;
  free(keyed);
  for (int begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && placings[end].values[at] == placings[begin].values[at];) end++;
    decide(games, order, scores, placings + begin, end - begin, at + 1, place + begin);
  }
}

void placings_find(const struct tournament *tournament, const struct tie_break_order *order, struct placing *placings) {
  const int count = tournament->entrant_count;
  int *scores = memory_zeroed((size_t)count * sizeof *scores);
  const struct entrant_games games = games_of(tournament);
  for (int i = 0; i < tournament->encounter_count; i++) {
    const struct encounter *encounter = &tournament->encounters[i];
    struct encounter_share share;
    if (share_of(encounter, encounter->first, &share)) scores[encounter->first] += share.score;
    if (encounter->second != NOBODY && share_of(encounter, encounter->second, &share))
      scores[encounter->second] += share.score;
  }
  for (int i = 0; i < count; i++) {
    placings[i] = (struct placing){.entrant = i, .score = scores[i]};
    for (int at = 0; at < order->count; at++)
      placings[i].values[at] = value_of(&games, order->breaks[at], order->cap, i, scores);
  }
  qsort(placings, (size_t)count, sizeof *placings, by_score);
  for (int begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && placings[end].score == placings[begin].score;) end++;
    decide(&games, order, scores, placings + begin, end - begin, 0, begin + 1);
  }
  free(games.begin);
  free(games.own);
  free(scores);
}
