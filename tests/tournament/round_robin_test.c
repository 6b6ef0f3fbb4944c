/* Round robins against a table of Berger, and what must hold for every number of entrants. */
#include "cli/cmocka_base.h"
#include "tournament/tournament.h"

#include <stdlib.h>
#include <string.h>

/* FIDE Handbook C.05, annex 1, for 5 or 6 players; the sixth place is free with 5. */
TEST(the_table_of_berger_for_six) {
  static const int table[5][3][2] = {{{1, 6}, {2, 5}, {3, 4}},
                                     {{6, 4}, {5, 3}, {1, 2}},
                                     {{2, 6}, {3, 1}, {4, 5}},
                                     {{6, 5}, {1, 4}, {2, 3}},
                                     {{3, 6}, {4, 2}, {5, 1}}};
  struct entrant entrants[6] = {0};
  struct encounter next[ENTRANTS_MOST];
  struct fault fault;
  for (int count = 5; count <= 6; count++) {
    const struct tournament tournament = {entrants, count, NULL, 0};
    assert_int_equal(round_robin_rounds(count, 1), 5);
    for (int round = 1; round <= 10; round++) {
      assert_int_equal(round_robin_pair(&tournament, 2, round, next, &fault), 3);
      for (int i = 0; i < 3; i++) {
        const int *row = table[(round - 1) % 5][i];
        int found = 0;
        for (int j = 0; j < 3; j++) {
          const int first = round > 5 ? row[1] : row[0], second = round > 5 ? row[0] : row[1];
          const int player = first == 6 ? second : first;
          if (count == 5 && (first == 6 || second == 6))
            found += next[j].first == player - 1 && next[j].second == NOBODY && next[j].end == ENCOUNTER_FIRST;
          else
            found += next[j].first == first - 1 && next[j].second == second - 1 && next[j].end == ENCOUNTER_OPEN;
        }
        if (found != 1) fail_msg("%d entrants, round %d: not %d-%d", count, round, row[0], row[1]);
      }
    }
  }
}

/* Everybody meets everybody once, in each cycle, and nobody has the first seat more than once more than the second. */
TEST(everybody_meets_everybody) {
  static struct entrant entrants[60];
  struct encounter next[ENTRANTS_MOST];
  struct fault fault;
  for (int count = 2; count <= 60; count++)
    for (int cycles = 1; cycles <= 2; cycles++) {
      const struct tournament tournament = {entrants, count, NULL, 0};
      int met[60][60] = {{0}}, balance[60] = {0}, byes[60] = {0};
      for (int round = 1; round <= round_robin_rounds(count, cycles); round++) {
        const int pairings = round_robin_pair(&tournament, cycles, round, next, &fault);
        int seen[60] = {0};
        assert_int_equal(pairings, (count + 1) / 2);
        for (int i = 0; i < pairings; i++) {
          assert_int_equal(next[i].round, round);
          assert_int_equal(seen[next[i].first]++, 0);
          if (next[i].second == NOBODY) {
            byes[next[i].first]++;
            continue;
          }
          assert_int_equal(seen[next[i].second]++, 0);
          met[next[i].first][next[i].second]++;
          balance[next[i].first]++;
          balance[next[i].second]--;
        }
      }
      for (int i = 0; i < count; i++) {
        assert_int_equal(byes[i], count % 2 * cycles);
        assert_true(abs(balance[i]) <= (cycles == 1 ? 1 : 0));
        for (int j = 0; j < count; j++) {
          assert_int_equal(met[i][j] + met[j][i], i == j ? 0 : cycles);
          assert_true(cycles == 1 || met[i][j] == met[j][i]);
        }
      }
    }
}

TEST(rounds_that_are_not_there_are_refused) {
  struct entrant entrants[6] = {0};
  struct encounter next[ENTRANTS_MOST];
  const struct tournament tournament = {entrants, 6, NULL, 0};
  struct fault fault;
  assert_int_equal(round_robin_pair(&tournament, 1, 6, next, &fault), -1);
  assert_string_equal(fault.text, "round 6: expected 1 to 5");
  assert_int_equal(round_robin_pair(&tournament, 1, 0, next, &fault), -1);
  for (int count = 0; count < 2; count++) {
    const struct tournament few = {entrants, count, NULL, 0};
    assert_int_equal(round_robin_rounds(count, 2), 0);
    assert_int_equal(round_robin_pair(&few, 1, 1, next, &fault), -1);
    assert_string_equal(fault.text, "round 1: expected two entrants or more");
  }
}

RUN_TESTS(NULL, NULL)
