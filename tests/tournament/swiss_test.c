/* Swiss pairings: what must hold in random tournaments with late comers, drop-outs and odd numbers; the least cost
 * against all matchings of small fields; how long a large field takes. */
#include "cli/cmocka_base.h"
#include "tournament/tournament.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/guard.h"
#include "base/random.h"
#include "tournament/matching.h"

enum { FIELD = 64, ROUNDS = 12 };

/* A random tournament. */
struct trial {
  int count, rounds, round;
  struct entrant entrants[FIELD];
  struct encounter encounters[FIELD * ROUNDS];
  int encounter_count;
  uint64_t random, seed;
  /* By entrant, what the encounters come to. */
  int scores[FIELD], balance[FIELD], byes[FIELD];
  bool met[FIELD][FIELD];
};

static struct tournament tournament_of(const struct trial *trial) {
  return (struct tournament){trial->entrants, trial->count, trial->encounters, trial->encounter_count};
}

/* True if all who are there but `without` can be paired with somebody new; with `balanced`, so that nobody has a seat
 * three times more than the other one. */
static bool can_pair(const struct trial *trial, int without, bool balanced) {
  static struct matching_edge edges[FIELD * FIELD];
  int nodes[FIELD], count = 0, partners[FIELD];
  size_t edge_count = 0;
  for (int i = 0; i < trial->count; i++)
    if (!trial->entrants[i].away && i != without) nodes[count++] = i;
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++) {
      const int one = nodes[i], other = nodes[j];
      const bool stuck = trial->balance[one] == trial->balance[other] && abs(trial->balance[one]) == 2;
      if (!trial->met[one][other] && !(balanced && stuck)) edges[edge_count++] = (struct matching_edge){i, j, 1};
    }
  return count % 2 == 0 && matching_find(count, edges, edge_count, true, partners);
}

/* True if an entrant stands below another one: by score, then by seed; ratings are all different. */
static bool is_below(const struct trial *trial, int one, int other) {
  return trial->scores[one] != trial->scores[other] ? trial->scores[one] < trial->scores[other]
                                                    : trial->entrants[one].rating < trial->entrants[other].rating;
}

#define HOLDS(condition)                                                                                               \
  if (!(condition)) fail_msg("%s: tournament %d, round %d", #condition, (int)trial->seed, trial->round)

/* Checks the pairings of a round against what must hold, and plays them at random. */
static void play_round(struct trial *trial, const struct encounter *next, int pairings) {
  bool seen[FIELD] = {false};
  int byes = 0, there = 0, bye = NOBODY;
  for (int i = 0; i < trial->count; i++) there += !trial->entrants[i].away;
  for (int i = 0; i < pairings; i++) {
    HOLDS(next[i].round == trial->round);
    HOLDS(!trial->entrants[next[i].first].away && !seen[next[i].first]);
    seen[next[i].first] = true;
    if (next[i].second == NOBODY) {
      HOLDS(next[i].end == ENCOUNTER_FIRST);
      bye = next[i].first;
      byes++;
      continue;
    }
    HOLDS(!trial->entrants[next[i].second].away && !seen[next[i].second]);
    HOLDS(!trial->met[next[i].first][next[i].second]);
    seen[next[i].second] = true;
    there -= 2;
  }
  HOLDS(there == byes);

  /* One bye for an odd number, and the lowest without one has it; balanced seats. All but where nothing else can be. */
  bool paired = false, balanced = false;
  if (bye == NOBODY) {
    paired = can_pair(trial, NOBODY, false);
    balanced = can_pair(trial, NOBODY, true);
  } else {
    for (int i = 0; i < trial->count; i++) {
      if (trial->entrants[i].away || trial->byes[i] > 0) continue;
      paired = paired || can_pair(trial, i, false);
      balanced = balanced || can_pair(trial, i, true);
    }
  }
  HOLDS(byes <= 1 || !paired);
  if (bye != NOBODY && paired) {
    HOLDS(trial->byes[bye] == 0);
    for (int i = 0; i < trial->count; i++)
      if (!trial->entrants[i].away && trial->byes[i] == 0 && i != bye && is_below(trial, i, bye))
        HOLDS(!can_pair(trial, i, balanced));
  }
  for (int i = 0; i < pairings; i++) {
    struct encounter *encounter = &trial->encounters[trial->encounter_count++];
    *encounter = next[i];
    if (encounter->second == NOBODY) {
      trial->byes[encounter->first]++;
      trial->scores[encounter->first] += 2;
      continue;
    }
    const int32_t difference = trial->entrants[encounter->first].rating - trial->entrants[encounter->second].rating +
                               (int32_t)random_below(&trial->random, 800) - 400;
    encounter->end = random_below(&trial->random, 20) == 0 ? ENCOUNTER_DRAWN
                     : difference > 0                      ? ENCOUNTER_FIRST
                                                           : ENCOUNTER_SECOND;
    trial->scores[encounter->first] += encounter->end == ENCOUNTER_FIRST ? 2 : encounter->end == ENCOUNTER_DRAWN;
    trial->scores[encounter->second] += encounter->end == ENCOUNTER_SECOND ? 2 : encounter->end == ENCOUNTER_DRAWN;
    trial->met[encounter->first][encounter->second] = trial->met[encounter->second][encounter->first] = true;
    trial->balance[encounter->first]++;
    trial->balance[encounter->second]--;
    HOLDS(!balanced || (abs(trial->balance[encounter->first]) <= 2 && abs(trial->balance[encounter->second]) <= 2));
  }
}

static void play_tournament(struct trial *trial) {
  static struct encounter next[ENTRANTS_MOST];
  struct fault fault;
  const bool large = random_below(&trial->random, 10) == 0;
  trial->count = 2 + (int)random_below(&trial->random, large ? FIELD - 12 : 11);
  trial->rounds = 1 + (int)random_below(&trial->random, 9);
  for (int i = 0; i < trial->count; i++)
    trial->entrants[i] = (struct entrant){.rating = 1000 + (int32_t)random_below(&trial->random, 10) * FIELD + i,
                                          .away = random_below(&trial->random, 20) == 0};
  for (trial->round = 1; trial->round <= trial->rounds; trial->round++) {
    /* 1. Somebody leaves, somebody comes, somebody new comes late. */
    for (int i = 0; i < trial->count; i++)
      if (random_below(&trial->random, 25) == 0) trial->entrants[i].away = !trial->entrants[i].away;
    if (random_below(&trial->random, 8) == 0 && trial->count < FIELD) {
      trial->entrants[trial->count] = (struct entrant){.rating = 1000 + FIELD * 11 + trial->count};
      trial->count++;
    }
    int there = 0;
    for (int i = 0; i < trial->count; i++) there += !trial->entrants[i].away;

    /* 2. The round. */
    const struct tournament tournament = tournament_of(trial);
    const int pairings = swiss_pair(&tournament, trial->round, next, &fault);
    HOLDS((pairings < 0) == (there < 2));
    if (pairings > 0) play_round(trial, next, pairings);
  }
  const struct tournament tournament = tournament_of(trial);
  HOLDS(tournament_check(&tournament, &fault));
}

/* 10,000 tournaments: nobody meets somebody twice, byes and seats are as they must be. */
TEST(random_tournaments) {
  struct trial *trial = memory_new(sizeof *trial);
  for (uint64_t seed = 1; seed <= 10000; seed++) {
    memset(trial, 0, sizeof *trial);
    trial->random = random_mix(seed);
    trial->seed = seed;
    play_tournament(trial);
  }
  free(trial);
}

/* ---- Small fields against all their matchings ---- */

/* The least sum of squared differences of scores over all matchings of those not in `taken`; -1 if there is none. */
static int least_sum(const struct trial *trial, unsigned taken) {
  int one = 0, best = -1;
  while (one < trial->count && (taken >> one & 1) != 0) one++;
  if (one == trial->count) return 0;
  for (int other = one + 1; other < trial->count; other++) {
    if ((taken >> other & 1) != 0 || trial->met[one][other]) continue;
    const int rest = least_sum(trial, taken | 1u << one | 1u << other), off = trial->scores[one] - trial->scores[other];
    if (rest >= 0 && (best < 0 || rest + off * off < best)) best = rest + off * off;
  }
  return best;
}

TEST(scores_are_as_near_as_can_be) {
  struct trial *trial = memory_new(sizeof *trial);
  struct encounter next[ENTRANTS_MOST];
  struct fault fault;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    memset(trial, 0, sizeof *trial);
    trial->random = random_mix(~seed);
    trial->seed = seed;
    trial->count = 8;
    for (int i = 0; i < trial->count; i++) trial->entrants[i].rating = 1000 + 10 * i;
    for (trial->round = 1; trial->round <= 4; trial->round++) {
      const struct tournament tournament = tournament_of(trial);
      const int least = least_sum(trial, 0), pairings = swiss_pair(&tournament, trial->round, next, &fault);
      int sum = 0;
      assert_int_equal(pairings, 4);
      for (int i = 0; i < pairings; i++) {
        const int off = trial->scores[next[i].first] - trial->scores[next[i].second];
        sum += off * off;
      }
      bool balanced = true; /* a balance may be worth more than scores */
      for (int i = 0; i < trial->count; i++) balanced = balanced && abs(trial->balance[i]) < 2;
      HOLDS(sum == least || !balanced);
      play_round(trial, next, pairings);
    }
  }
  free(trial);
}

/* The first round: the upper half of the seeds meets the lower half in order, and every second one sits first. */
TEST(the_first_round_is_folded) {
  struct entrant entrants[8] = {0};
  struct encounter next[ENTRANTS_MOST];
  struct fault fault;
  for (int i = 0; i < 8; i++) entrants[i].rating = 2000 - 10 * i;
  const struct tournament tournament = {entrants, 8, NULL, 0};
  assert_int_equal(swiss_pair(&tournament, 1, next, &fault), 4);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(next[i].first, i % 2 == 0 ? i : i + 4);
    assert_int_equal(next[i].second, i % 2 == 0 ? i + 4 : i);
  }
}

/* ---- Rounds by hand: the entrants from `there` on have left ---- */

enum { HAND = 10 };

/* Pairs the round after these encounters. The seeds are in the order of the entrants. */
static void pair_by_hand(int there, const struct encounter *before, int count, int round, struct encounter *next) {
  struct entrant entrants[HAND];
  struct fault fault;
  for (int i = 0; i < HAND; i++) entrants[i] = (struct entrant){.rating = 2000 - i, .away = i >= there};
  const struct tournament tournament = {entrants, HAND, before, count};
  if (!tournament_check(&tournament, &fault)) fail_msg("%s", fault.text);
  assert_int_equal(swiss_pair(&tournament, round, next, &fault), (there + 1) / 2);
}

static void meet(const struct encounter *encounter, int first, int second) {
  assert_int_equal(encounter->first, first);
  assert_int_equal(encounter->second, second);
}

/* Between two scores the last of the higher meets the first of the lower. */
TEST(scores_meet_at_their_edges) {
  const struct encounter before[] = {
      {1, 0, NOBODY, ENCOUNTER_FIRST, {0}}, {1, 1, NOBODY, ENCOUNTER_FIRST, {0}}, {1, 2, NOBODY, ENCOUNTER_FIRST, {0}}};
  struct encounter next[HAND];
  pair_by_hand(6, before, 3, 2, next);
  meet(&next[0], 0, 1);
  meet(&next[1], 2, 3);
  meet(&next[2], 4, 5);
}

/* 0 and 2 had the first seat, 1 and 3 the second: those of the upper half meet the lower half in another order. */
TEST(seats_become_even) {
  const struct encounter before[] = {{1, 0, 6, ENCOUNTER_DRAWN, {0}},
                                     {1, 7, 1, ENCOUNTER_DRAWN, {0}},
                                     {1, 2, 8, ENCOUNTER_DRAWN, {0}},
                                     {1, 9, 3, ENCOUNTER_DRAWN, {0}}};
  struct encounter next[HAND];
  pair_by_hand(4, before, 4, 2, next);
  for (int i = 0; i < 2; i++) assert_true(next[i].first % 2 == 1 && next[i].second % 2 == 0);
}

/* Both had each seat once; the lower seed had the second one in the last round. */
TEST(the_last_seat_decides_between_even_ones) {
  const struct encounter before[] = {{1, 5, 0, ENCOUNTER_DRAWN, {0}},
                                     {1, 1, 6, ENCOUNTER_DRAWN, {0}},
                                     {2, 0, 7, ENCOUNTER_DRAWN, {0}},
                                     {2, 8, 1, ENCOUNTER_DRAWN, {0}}};
  struct encounter next[HAND];
  pair_by_hand(2, before, 4, 3, next);
  meet(&next[0], 1, 0);
}

/* All three had the first seat twice more than the second. The lowest has the bye nevertheless, though the scores of
 * the others are further apart. */
TEST(the_lowest_has_the_bye_without_balance_too) {
  const struct encounter before[] = {{1, 0, 5, ENCOUNTER_FIRST, {0}},  {1, 1, 6, ENCOUNTER_FIRST, {0}},
                                     {1, 2, 7, ENCOUNTER_FIRST, {0}},  {2, 0, 6, ENCOUNTER_FIRST, {0}},
                                     {2, 1, 7, ENCOUNTER_SECOND, {0}}, {2, 2, 5, ENCOUNTER_SECOND, {0}}};
  struct encounter next[HAND];
  pair_by_hand(3, before, 6, 3, next);
  meet(&next[0], 0, 1);
  meet(&next[1], 2, NOBODY);
}

TEST(what_stands_in_the_way_is_named) {
  struct entrant entrants[4] = {{.rating = 4}, {.rating = 3}, {.rating = 2}, {.rating = 1}};
  struct encounter next[ENTRANTS_MOST], before[] = {{1, 0, 1, ENCOUNTER_FIRST, {0}}, {1, 2, 3, ENCOUNTER_OPEN, {0}}};
  struct tournament tournament = {entrants, 4, before, 2};
  struct fault fault;
  assert_int_equal(swiss_pair(&tournament, 2, next, &fault), -1);
  assert_string_equal(fault.text, "round 2: encounter 2 of round 1 is open");
  before[1].end = ENCOUNTER_SECOND;
  assert_int_equal(swiss_pair(&tournament, 1, next, &fault), -1);
  assert_string_equal(fault.text, "round 1: encounter 1 is of round 1 already");
  assert_int_equal(swiss_pair(&tournament, 2, next, &fault), 2);
  entrants[0].away = entrants[1].away = entrants[2].away = true;
  assert_int_equal(swiss_pair(&tournament, 2, next, &fault), -1);
  assert_string_equal(fault.text, "round 2: expected two entrants or more who are there");
  entrants[3].away = true; /* everybody left */
  assert_int_equal(swiss_pair(&tournament, 2, next, &fault), -1);
  const struct tournament none = {NULL, 0, NULL, 0};
  assert_int_equal(swiss_pair(&none, 1, next, &fault), -1);
  assert_string_equal(fault.text, "round 1: expected two entrants or more who are there");
}

/* Two entrants in more rounds than they have opponents: both have a bye. */
TEST(who_met_everybody_has_a_bye) {
  const struct entrant entrants[2] = {{.rating = 2}, {.rating = 1}};
  struct encounter played[8], next[ENTRANTS_MOST];
  int count = 0;
  struct fault fault;
  for (int round = 1; round <= 4; round++) {
    const struct tournament tournament = {entrants, 2, played, count};
    const int pairings = swiss_pair(&tournament, round, next, &fault);
    assert_int_equal(pairings, round == 1 ? 1 : 2);
    for (int i = 0; i < pairings; i++) {
      assert_int_equal(next[i].second == NOBODY, round > 1);
      next[i].end = ENCOUNTER_FIRST;
      played[count++] = next[i];
    }
  }
}

/* A field of 255 plays nine rounds. Nobody meets somebody twice, and every round has one bye. The longest time is
 * printed and not tested, as that would depend on the machine. */
TEST(a_large_field) {
  enum { COUNT = 255, MOST = 9 };
  static struct entrant entrants[COUNT];
  static struct encounter encounters[COUNT * MOST], next[ENTRANTS_MOST];
  static bool met[COUNT][COUNT];
  uint64_t random = 34;
  int played = 0;
  clock_t longest = 0;
  struct fault fault;
  for (int i = 0; i < COUNT; i++) entrants[i].rating = 1000 + (int32_t)random_below(&random, 1000);
  for (int round = 1; round <= MOST; round++) {
    const struct tournament tournament = {entrants, COUNT, encounters, played};
    const clock_t begin = clock();
    const int pairings = swiss_pair(&tournament, round, next, &fault);
    const clock_t taken = clock() - begin;
    longest = taken > longest ? taken : longest;
    assert_int_equal(pairings, COUNT / 2 + 1);
    for (int i = 0; i < pairings; i++) {
      encounters[played] = next[i];
      struct encounter *encounter = &encounters[played++];
      assert_int_equal(encounter->second == NOBODY, i == pairings - 1);
      if (encounter->second == NOBODY) continue;
      assert_false(met[encounter->first][encounter->second]);
      met[encounter->first][encounter->second] = met[encounter->second][encounter->first] = true;
      encounter->end = random_below(&random, 2) == 0 ? ENCOUNTER_FIRST : ENCOUNTER_SECOND;
    }
  }
  print_message("a round of %d took at most %.3f s of processor time\n", COUNT, (double)longest / CLOCKS_PER_SEC);
  const struct tournament tournament = {entrants, COUNT, encounters, played};
  assert_true(tournament_check(&tournament, &fault));
}

RUN_TESTS(NULL, NULL)
