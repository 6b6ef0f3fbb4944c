/* The order of entrants by scores and tie-breaks, and impossible encounters. */
#include "cli/cmocka_base.h"
#include "tournament/tournament.h"

#include <string.h>

#include "base/random.h"

#define ROWS(table) ((int)(sizeof(table) / sizeof *(table)))

/* Four entrants in three rounds. Scores in half points: 0 has 4, 1 has 4, 2 has 2, 3 has 2. */
static const struct encounter encounters[] = {
    {1, 0, 1, ENCOUNTER_SECOND, {80, 90}}, {1, 2, 3, ENCOUNTER_FIRST, {70, 60}},  {2, 0, 2, ENCOUNTER_FIRST, {120, 40}},
    {2, 3, 1, ENCOUNTER_FIRST, {66, 60}},  {3, 3, 0, ENCOUNTER_SECOND, {50, 55}}, {3, 1, 2, ENCOUNTER_FIRST, {71, 70}},
};

static void order(struct tie_break_order breaks, const struct tournament *tournament, const char *expected,
                  struct placing *placings) {
  char found[64] = "";
  breaks.cap = breaks.cap == 0 ? 30 : breaks.cap;
  placings_find(tournament, &breaks, placings);
  for (int i = 0; i < tournament->entrant_count; i++) {
    const char part[] = {(char)('0' + placings[i].place), ':', (char)('0' + placings[i].entrant), ' ', 0};
    strcat(found, part);
  }
  assert_string_equal(found, expected);
}

TEST(each_tie_break) {
  const struct entrant entrants[4] = {{.lot = 9}, {.lot = 3}, {.lot = 5}, {.lot = 7}};
  const struct tournament tournament = {entrants, 4, encounters, ROWS(encounters)};
  struct placing p[4];
  order((struct tie_break_order){{0}, 0, 0}, &tournament, "1:0 1:1 3:2 3:3 ", p);
  assert_int_equal(p[0].score, 4);
  assert_int_equal(p[3].score, 2);
  order((struct tie_break_order){{TIE_DIRECT}, 1, 0}, &tournament, "1:1 2:0 3:2 4:3 ", p);
  order((struct tie_break_order){{TIE_LOT}, 1, 0}, &tournament, "1:1 2:0 3:2 4:3 ", p);
  order((struct tie_break_order){{TIE_POINTS}, 1, 0}, &tournament, "1:0 2:1 3:2 4:3 ", p);
  assert_int_equal(p[0].values[0], 255);
  order((struct tie_break_order){{TIE_MARGIN}, 1, 30}, &tournament, "1:0 2:1 3:3 4:2 ", p);
  assert_int_equal(p[0].values[0], -10 + 30 + 5);
  order((struct tie_break_order){{TIE_MARGIN}, 1, 5}, &tournament, "1:0 2:1 3:2 4:3 ", p);
  assert_int_equal(p[1].values[0], 5 - 5 + 1);
  order((struct tie_break_order){{TIE_BUCHHOLZ}, 1, 0}, &tournament, "1:0 1:1 3:2 3:3 ", p);
  assert_int_equal(p[0].values[0], 4 + 2 + 2);
  order((struct tie_break_order){{TIE_MEDIAN}, 1, 0}, &tournament, "1:0 1:1 3:2 3:3 ", p);
  assert_int_equal(p[0].values[0], 2);
  order((struct tie_break_order){{TIE_SONNEBORN}, 1, 0}, &tournament, "1:1 2:0 3:3 4:2 ", p);
  assert_int_equal(p[0].values[0], 2 * 4 + 2 * 2);
  order((struct tie_break_order){{TIE_WINS, TIE_SONNEBORN}, 2, 0}, &tournament, "1:1 2:0 3:3 4:2 ", p);
  assert_int_equal(p[0].values[0], 2);
}

/* A bye is a win, no victory over anybody, and for Buchholz an opponent of one's own score; open encounters count
 * nothing. */
TEST(byes_and_open_encounters) {
  const struct entrant entrants[3] = {{0}};
  const struct encounter few[] = {{1, 0, 1, ENCOUNTER_DRAWN, {50, 50}},
                                  {1, 2, NOBODY, ENCOUNTER_FIRST, {0}},
                                  {2, 1, 2, ENCOUNTER_LOST_BY_BOTH, {0}},
                                  {2, 0, NOBODY, ENCOUNTER_FIRST, {0}},
                                  {3, 0, 2, ENCOUNTER_OPEN, {99, 0}}};
  const struct tournament tournament = {entrants, 3, few, ROWS(few)};
  struct placing p[3];
  order((struct tie_break_order){{TIE_BUCHHOLZ, TIE_WINS, TIE_POINTS, TIE_SONNEBORN}, 4, 0}, &tournament,
        "1:0 2:2 3:1 ", p);
  assert_int_equal(p[0].score, 3);
  assert_int_equal(p[0].values[0], 1 + 3);
  assert_int_equal(p[0].values[1], 0);
  assert_int_equal(p[0].values[2], 50);
  assert_int_equal(p[0].values[3], 1);
  assert_int_equal(p[1].score, 2);
  assert_int_equal(p[1].values[0], 2 + 1);
  order((struct tie_break_order){{TIE_MEDIAN, TIE_BUCHHOLZ}, 2, 0}, &tournament, "1:0 2:2 3:1 ", p);
  assert_int_equal(p[0].values[0], 0); /* of two opponents the highest and the lowest are all */
}

/* A direct encounter decides only if all who are equal have met, and a later tie-break only among those still equal. */
TEST(a_direct_encounter_needs_all) {
  const struct entrant entrants[4] = {{.lot = 4}, {.lot = 3}, {.lot = 2}, {.lot = 1}};
  const struct encounter two[] = {{1, 0, 1, ENCOUNTER_FIRST, {0}},
                                  {2, 1, 2, ENCOUNTER_FIRST, {0}},
                                  {3, 2, 0, ENCOUNTER_FIRST, {0}},
                                  {4, 0, 3, ENCOUNTER_SECOND, {0}}};
  struct tournament tournament = {entrants, 4, two, 4};
  struct placing p[4];
  order((struct tie_break_order){{TIE_DIRECT, TIE_LOT}, 2, 0}, &tournament, "1:3 2:2 3:1 4:0 ", p);
  tournament.encounter_count = 3;
  order((struct tie_break_order){{TIE_DIRECT, TIE_LOT}, 2, 0}, &tournament, "1:2 2:1 3:0 4:3 ", p);
  tournament.encounter_count = 1; /* 1 has lost, 2 and 3 have not played */
  order((struct tie_break_order){{TIE_DIRECT}, 1, 0}, &tournament, "1:0 2:1 2:2 2:3 ", p);
}

/* Two encounters of the same two entrants do not stand for one with a third. */
TEST(a_repeated_encounter_is_not_one_with_another) {
  const struct entrant entrants[4] = {{0}};
  const struct encounter twice[] = {{1, 0, 1, ENCOUNTER_FIRST, {0}}, {2, 0, 2, ENCOUNTER_FIRST, {0}},
                                    {3, 1, 0, ENCOUNTER_FIRST, {0}}, {4, 2, 0, ENCOUNTER_FIRST, {0}},
                                    {5, 1, 3, ENCOUNTER_FIRST, {0}}, {6, 2, 3, ENCOUNTER_FIRST, {0}}};
  const struct tournament tournament = {entrants, 4, twice, ROWS(twice)};
  struct placing p[4];
  order((struct tie_break_order){{TIE_DIRECT}, 1, 0}, &tournament, "1:0 1:1 1:2 4:3 ", p); /* 1 and 2 have not met */
}

TEST(words) {
  enum tie_break found;
  for (int i = 0; i < TIE_BREAK_COUNT; i++)
    assert_true(tie_break_read(span_of(tie_break_word((enum tie_break)i)), &found) && found == (enum tie_break)i);
  assert_false(tie_break_read(span_of("elo"), &found));
}

/* In random tournaments places grow with the order, and equal places are equal in everything. */
TEST(places_follow_the_values) {
  uint64_t random = 34;
  for (int trial = 0; trial < 300; trial++) {
    struct entrant entrants[12];
    struct encounter played[12 * 6];
    struct placing p[12];
    const int count = 2 + (int)random_below(&random, 11);
    int games = 0;
    for (int i = 0; i < count; i++) entrants[i] = (struct entrant){.lot = random_below(&random, 4)};
    for (int round = 1; round <= 6; round++)
      for (int i = round % 2; i + 1 < count; i += 2)
        played[games++] = (struct encounter){
            round, i, i + 1, (enum encounter_end)random_below(&random, 5), {(int32_t)random_below(&random, 90), 40}};
    const struct tournament tournament = {entrants, count, played, games};
    struct tie_break_order breaks = {.count = 1 + (int)random_below(&random, TIE_BREAK_COUNT), .cap = 20};
    for (int i = 0; i < breaks.count; i++) breaks.breaks[i] = (enum tie_break)random_below(&random, TIE_BREAK_COUNT);
    placings_find(&tournament, &breaks, p);
    bool seen[12] = {false};
    for (int i = 0; i < count; i++) {
      assert_false(seen[p[i].entrant]);
      seen[p[i].entrant] = true;
      if (i == 0) {
        assert_int_equal(p[i].place, 1);
        continue;
      }
      int at = 0;
      while (at < breaks.count && p[i].values[at] == p[i - 1].values[at]) at++;
      const bool equal = p[i].score == p[i - 1].score && at == breaks.count;
      assert_int_equal(p[i].place, equal ? p[i - 1].place : i + 1);
      assert_true(p[i].score < p[i - 1].score ||
                  (p[i].score == p[i - 1].score && (equal || p[i].values[at] < p[i - 1].values[at])));
    }
  }
}

TEST(encounters_that_cannot_be_are_refused) {
  static const struct {
    struct encounter encounters[2];
    const char *said;
  } trials[] = {
      {{{1, 0, 1, ENCOUNTER_FIRST, {0}}, {1, 2, 1, ENCOUNTER_OPEN, {0}}},
       "encounter 2: entrant 1 has another one in round 1"},
      {{{1, 0, 1, ENCOUNTER_FIRST, {0}}, {1, 0, NOBODY, ENCOUNTER_FIRST, {0}}},
       "encounter 2: entrant 0 has another one"},
      {{{0, 0, 1, ENCOUNTER_FIRST, {0}}, {1, 2, 1, ENCOUNTER_OPEN, {0}}}, "encounter 1: expected a round from 1"},
      {{{1, 0, 3, ENCOUNTER_FIRST, {0}}, {2, 2, 1, ENCOUNTER_OPEN, {0}}}, "encounter 1: expected entrants from 0 to 2"},
      {{{1, 0, -2, ENCOUNTER_FIRST, {0}}, {2, 2, 1, ENCOUNTER_OPEN, {0}}}, "encounter 1: expected entrants"},
      {{{1, 1, 1, ENCOUNTER_FIRST, {0}}, {2, 2, 1, ENCOUNTER_OPEN, {0}}}, "encounter 1: entrant 1 meets themselves"},
      {{{1, 1, NOBODY, ENCOUNTER_OPEN, {0}}, {2, 2, 1, ENCOUNTER_OPEN, {0}}},
       "encounter 1: expected that a bye is won"},
      {{{ROUNDS_MOST + 1, 0, 1, ENCOUNTER_FIRST, {0}}, {1, 2, 1, ENCOUNTER_OPEN, {0}}},
       "encounter 1: expected a round from 1"},
  };
  const struct entrant entrants[3] = {{0}};
  struct fault fault;
  for (int i = 0; i < ROWS(trials); i++) {
    const struct tournament tournament = {entrants, 3, trials[i].encounters, 2};
    assert_false(tournament_check(&tournament, &fault));
    if (strstr(fault.text, trials[i].said) == NULL) fail_msg("trial %d: %s", i, fault.text);
  }
  const struct encounter late = {round_robin_rounds(ENTRANTS_MOST, 2), 0, 1, ENCOUNTER_FIRST, {0}};
  const struct tournament longest = {entrants, 3, &late, 1};
  if (!tournament_check(&longest, &fault)) fail_msg("%s", fault.text);
  const struct tournament none = {entrants, 0, NULL, 0};
  assert_false(tournament_check(&none, &fault));
}

RUN_TESTS(NULL, NULL)
