/* Knock-outs with every number of entrants: the tree of the seeds, byes, the third place, and refused input. */
#include "cli/cmocka_base.h"
#include "tournament/tournament.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

enum { MOST = 70 };

/* Plays a knock-out; the better entrant (the lower index) wins, or one drawn by chance. Returns the encounters. */
static int play(int count, bool third, uint64_t *chance, struct encounter *encounters) {
  static struct entrant entrants[MOST];
  static struct encounter next[ENTRANTS_MOST];
  struct fault fault;
  int played = 0;
  for (int i = 0; i < count; i++) entrants[i] = (struct entrant){.rating = 3000 - i};
  for (int round = 1; round <= knockout_rounds(count); round++) {
    const struct tournament tournament = {entrants, count, encounters, played};
    const int pairings = knockout_pair(&tournament, round, third, next, &fault);
    assert_true(pairings > 0);
    for (int i = 0; i < pairings; i++) {
      encounters[played] = next[i];
      struct encounter *encounter = &encounters[played++];
      if (encounter->second == NOBODY) continue;
      const bool first = chance == NULL ? encounter->first < encounter->second : random_below(chance, 2) == 0;
      encounter->end = first ? ENCOUNTER_FIRST : ENCOUNTER_SECOND;
    }
  }
  const struct tournament tournament = {entrants, count, encounters, played};
  assert_true(tournament_check(&tournament, &fault));
  return played;
}

/* If the better one always wins, the last of all is between the best two, and the third place between the next two. */
TEST(the_best_meet_last) {
  static struct encounter encounters[4 * MOST];
  for (int count = 2; count <= MOST; count++) {
    const int played = play(count, true, NULL, encounters), rounds = knockout_rounds(count);
    assert_true(1 << rounds >= count && 1 << (rounds - 1) < count);
    const struct encounter *last = &encounters[played - (count > 3 ? 2 : 1)];
    assert_int_equal(last->round, rounds);
    assert_int_equal(last->first + last->second, 1);
    if (count > 3) assert_int_equal(encounters[played - 1].first + encounters[played - 1].second, 5);
    int byes = 0;
    for (int i = 0; i < played; i++) {
      if (encounters[i].second != NOBODY) continue;
      assert_int_equal(encounters[i].round, 1); /* the best have byes, in the first round alone */
      assert_true(encounters[i].first < (1 << rounds) - count);
      byes++;
    }
    assert_int_equal(byes, (1 << rounds) - count);
  }
}

/* Whoever loses plays no more but for the third place; all but one lose. */
TEST(losers_are_out) {
  static struct encounter encounters[4 * MOST];
  uint64_t chance = 34;
  for (int trial = 0; trial < 500; trial++) {
    const int count = 2 + (int)random_below(&chance, MOST - 1);
    const bool third = random_below(&chance, 2) == 0;
    const int played = play(count, third, &chance, encounters);
    int lost[MOST] = {0}, games = 0;
    for (int i = 0; i < played; i++) {
      const struct encounter *encounter = &encounters[i];
      if (encounter->second == NOBODY) continue;
      const bool is_third = third && count > 3 && i == played - 1;
      assert_int_equal(lost[encounter->first], is_third ? 1 : 0);
      assert_int_equal(lost[encounter->second], is_third ? 1 : 0);
      lost[encounter->end == ENCOUNTER_FIRST ? encounter->second : encounter->first]++;
      games++;
    }
    assert_int_equal(games, count - 1 + (third && count > 3));
  }
}

/* Of equal ratings the lot makes the better seed. Of two that sat alike the better seed has the first seat. */
TEST(the_better_seed_sits_first) {
  const struct entrant entrants[8] = {{.lot = 7}, {.lot = 6}, {.lot = 5}, {.lot = 4},
                                      {.lot = 3}, {.lot = 2}, {.lot = 1}};
  struct encounter before[4], next[ENTRANTS_MOST];
  struct tournament tournament = {entrants, 8, before, 0};
  struct fault fault;
  assert_int_equal(knockout_pair(&tournament, 1, false, before, &fault), 4);
  for (int i = 0; i < 4; i++) {
    assert_true(entrants[before[i].first].lot < entrants[before[i].second].lot);
    before[i].end = ENCOUNTER_SECOND;
  }
  tournament.encounter_count = 4;
  assert_int_equal(knockout_pair(&tournament, 2, false, next, &fault), 2);
  for (int i = 0; i < 2; i++) assert_true(entrants[next[i].first].lot < entrants[next[i].second].lot);
}

TEST(what_stands_in_the_way_is_named) {
  struct entrant entrants[4] = {{.rating = 4}, {.rating = 3}, {.rating = 2}, {.rating = 1}};
  struct encounter next[ENTRANTS_MOST], before[] = {{1, 0, 3, ENCOUNTER_FIRST, {0}}, {1, 1, 2, ENCOUNTER_DRAWN, {0}}};
  struct tournament tournament = {entrants, 4, before, 2};
  struct fault fault;
  assert_int_equal(knockout_pair(&tournament, 2, false, next, &fault), -1);
  assert_string_equal(fault.text, "round 1: nobody has won the encounter of entrants 1 and 2");
  before[1].end = ENCOUNTER_OPEN;
  assert_int_equal(knockout_pair(&tournament, 2, false, next, &fault), -1);
  before[1].end = ENCOUNTER_SECOND;
  assert_int_equal(knockout_pair(&tournament, 2, false, next, &fault), 1);
  assert_int_equal(knockout_pair(&tournament, 2, true, next, &fault), 2);
  assert_int_equal(knockout_pair(&tournament, 3, true, next, &fault), -1);
  assert_string_equal(fault.text, "round 3: expected 1 to 2");
  before[0].second = 2;
  assert_int_equal(knockout_pair(&tournament, 2, true, next, &fault), -1);
  assert_string_equal(fault.text, "round 1 has no encounter of entrants 0 and 3");
  before[0].second = 3;
  tournament.encounter_count = 1;
  assert_int_equal(knockout_pair(&tournament, 2, true, next, &fault), -1);
  assert_string_equal(fault.text, "round 1 has no encounter of entrants 1 and 2");
  for (int count = 0; count < 2; count++) {
    const struct tournament few = {entrants, count, NULL, 0};
    assert_int_equal(knockout_rounds(count), 0);
    assert_int_equal(knockout_pair(&few, 1, true, next, &fault), -1);
    assert_string_equal(fault.text, "round 1: expected two entrants or more");
  }
}

RUN_TESTS(NULL, NULL)
