/* Swiss pairings: the matching of least cost between all who have not met. */
#include <stdlib.h>

#include "base/guard.h"
#include "tournament/matching.h"
#include "tournament/seeds.h"

/*
 * Costs of a pairing, each worth more than all of the lesser ones of a round together: 256 pairings have less than 2^20
 * of folds, 2^30 with seats, 2^46 with scores, 2^55 with the bye. A matching has as many pairings as can be, as each is
 * worth WORTH less its costs.
 */
static const int64_t SEATS = (int64_t)1 << 20, SCORES = (int64_t)1 << 30, BYE = (int64_t)1 << 46,
                     WORTH = (int64_t)1 << 56;

/* Differences of scores in half points, and of places within a score as parts of MOST_FOLD, are counted up to so much.
 */
enum { MOST_OFF = 15, MOST_FOLD = 63 };

/* Nobody has a seat so much more often than the other one. */
enum { MOST_BALANCE = 2 };

/* An entrant who plays in the round. */
struct swiss_player {
  int entrant, score;
  int balance;    /* first seats less second seats */
  int last;       /* 1: had the first seat in the last encounter, -1: the second; 0: neither */
  bool bye;       /* had one */
  int begin, end; /* of those with this score, in the order of all */
};

/* The round in the making. */
struct swiss_round {
  int count;
  struct swiss_player players[ENTRANTS_MOST]; /* by score, then by seed */
  bool *met;                                  /* by two places in that order */
};

static int by_score(const void *one, const void *other) {
  const struct swiss_player *a = one, *b = other;
  return a->score != b->score ? b->score - a->score : a->begin - b->begin;
}

/* Notes the players of the round with all that they have played. */
static void note_players(const struct tournament *tournament, struct swiss_round *swiss) {
  int seeds[ENTRANTS_MOST], at[ENTRANTS_MOST];
  struct swiss_player all[ENTRANTS_MOST];
  for (int i = 0; i < tournament->entrant_count; i++) all[i] = (struct swiss_player){.entrant = i};
  for (int i = 0; i < tournament->encounter_count; i++) {
    const struct encounter *encounter = &tournament->encounters[i];
    const bool drawn = encounter->end == ENCOUNTER_DRAWN;
    struct swiss_player *first = &all[encounter->first];
    first->score += encounter->end == ENCOUNTER_FIRST ? 2 : drawn;
    if (encounter->second == NOBODY) {
      first->bye = true;
      continue;
    }
    struct swiss_player *second = &all[encounter->second];
    second->score += encounter->end == ENCOUNTER_SECOND ? 2 : drawn;
    first->balance++;
    second->balance--;
    first->last = 1;
    second->last = -1;
  }
  seeds_find(tournament, seeds);
  for (int i = 0; i < tournament->entrant_count; i++) {
    at[seeds[i]] = NOBODY;
    if (tournament->entrants[seeds[i]].away) continue;
    swiss->players[swiss->count] = all[seeds[i]];
    swiss->players[swiss->count++].begin = i; /* the seed, for the comparison */
  }
  qsort(swiss->players, (size_t)swiss->count, sizeof *swiss->players, by_score);
  for (int begin = 0, end; begin < swiss->count; begin = end) {
    for (end = begin; end < swiss->count && swiss->players[end].score == swiss->players[begin].score; end++)
      at[swiss->players[end].entrant] = end;
    for (int i = begin; i < end; i++) {
      swiss->players[i].begin = begin;
      swiss->players[i].end = end;
    }
  }
  swiss->met = memory_zeroed((size_t)swiss->count * (size_t)swiss->count * sizeof *swiss->met);
  for (int i = 0; i < tournament->encounter_count; i++) {
    const struct encounter *encounter = &tournament->encounters[i];
    if (encounter->second == NOBODY) continue;
    const int one = at[encounter->first], other = at[encounter->second];
    if (one == NOBODY || other == NOBODY) continue;
    swiss->met[one * swiss->count + other] = swiss->met[other * swiss->count + one] = true;
  }
}

/* True if the player at `one` has the first seat against the one at `other`: had it less often, or not in the last
 * encounter; else by turns from the top. */
static bool sits_first(const struct swiss_round *swiss, int one, int other) {
  const struct swiss_player *a = &swiss->players[one], *b = &swiss->players[other];
  if (a->balance != b->balance) return a->balance < b->balance;
  if (a->last != b->last) return a->last < b->last;
  return one % 2 == 0;
}

/* How far the seats are from balance after an encounter, beyond one: 0 to MOST_OFF; `*most` is that of the worse. */
static int imbalance(const struct swiss_round *swiss, int one, int other, int *most) {
  const int turn = sits_first(swiss, one, other) ? 1 : -1;
  const int a = abs(swiss->players[one].balance + turn), b = abs(swiss->players[other].balance - turn);
  *most = a > b ? a : b;
  return (a > 1 ? a - 1 : 0) + (b > 1 ? b - 1 : 0);
}

static int least(int one, int other) { return one < other ? one : other; }

/* The cost of a pairing of two places, the first the higher one. */
static int64_t cost_of(const struct swiss_round *swiss, int one, int other, int seats) {
  const struct swiss_player *a = &swiss->players[one], *b = &swiss->players[other];
  const int off = least(a->score - b->score, MOST_OFF);
  int fold, room; /* places from where the fold would pair them, and the most that these can be */
  if (a->begin == b->begin) {
    const int half = (a->end - a->begin) / 2;
    fold = abs(other - one - half);
    room = half;
  } else { /* the last of the higher score meet the first of the lower */
    fold = (a->end - 1 - one) + (other - b->begin);
    room = (a->end - a->begin) + (b->end - b->begin);
  }
  fold = least(fold * MOST_FOLD / (room > 0 ? room : 1), MOST_FOLD);
  return off * off * SCORES + least(seats, 3) * SEATS + fold * fold;
}

/*
 * Pairs by the matching of least cost. `strict` wants an opponent for everybody, but for one entrant of an odd number,
 * whose first bye it is; else as many as possible have one. With `balanced` nobody's seats get further from balance
 * than MOST_BALANCE.
 */
static bool pair_round(const struct swiss_round *swiss, bool strict, bool balanced, int *partners) {
  const int count = swiss->count, nodes = count + (strict ? count % 2 : 0);
  struct matching_edge *edges = memory_new(((size_t)count * (size_t)(count + 1) / 2) * sizeof *edges);
  size_t edge_count = 0;
  for (int one = 0; one < count; one++) {
    for (int other = one + 1; other < count; other++) {
      int most;
      const int seats = imbalance(swiss, one, other, &most);
      if (swiss->met[one * count + other] || (balanced && most > MOST_BALANCE)) continue;
      edges[edge_count++] = (struct matching_edge){one, other, WORTH - cost_of(swiss, one, other, seats)};
    }
    if (nodes > count && !swiss->players[one].bye)
      edges[edge_count++] = (struct matching_edge){one, count, WORTH - (count - 1 - one) * BYE};
  }
  const bool found = matching_find(nodes, edges, edge_count, strict, partners);
  free(edges);
  return found;
}

int swiss_pair(const struct tournament *tournament, int round, struct encounter *next, struct fault *fault) {
  /* 1. What stands in the way. */
  for (int i = 0; i < tournament->encounter_count; i++) {
    const struct encounter *encounter = &tournament->encounters[i];
    if (encounter->round >= round) {
      fault_say(fault, "round %d: encounter %d is of round %d already", round, i + 1, encounter->round);
      return -1;
    }
    if (encounter->end == ENCOUNTER_OPEN) {
      fault_say(fault, "round %d: encounter %d of round %d is open", round, i + 1, encounter->round);
      return -1;
    }
  }
  int count = 0;
  for (int i = 0; i < tournament->entrant_count; i++) count += !tournament->entrants[i].away;
  if (count < 2) {
    fault_say(fault, "round %d: expected two entrants or more who are there", round);
    return -1;
  }
  struct swiss_round *swiss = memory_zeroed(sizeof *swiss);
  note_players(tournament, swiss);

  /* 2. The matching: with all that is wanted; if that cannot be, without balance; then as many as can be. */
  int partners[ENTRANTS_MOST + 1];
  if (!pair_round(swiss, true, true, partners) && !pair_round(swiss, true, false, partners))
    pair_round(swiss, false, false, partners);

  /* 3. The encounters, from the top; byes are the last. */
  int pairings = 0;
  for (int byes = 0; byes < 2; byes++)
    for (int one = 0; one < count; one++) {
      const int other = partners[one];
      const bool bye = other < 0 || other >= count;
      if (bye != (byes == 1) || (!bye && other < one)) continue;
      const bool first = bye || sits_first(swiss, one, other);
      next[pairings++] = (struct encounter){.round = round,
                                            .first = swiss->players[first ? one : other].entrant,
                                            .second = bye ? NOBODY : swiss->players[first ? other : one].entrant,
                                            .end = bye ? ENCOUNTER_FIRST : ENCOUNTER_OPEN};
    }
  free(swiss->met);
  free(swiss);
  return pairings;
}
