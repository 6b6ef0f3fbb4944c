/* The odds of whole battles (SW-4): known values, symmetry, and the engine's own throws. */
#include "cli/cmocka_base.h"

#include <inttypes.h>
#include <math.h>

#include "notation/history.h"
#include "players/evaluation.h"

enum { SIDES = TESS_MAX_PLAYERS, BATTLES = 20000 };

static void assert_near(double value, double expected, double most) {
  if (fabs(value - expected) <= most) return;
  fail_msg("%.9f is not within %g of %.9f", value, most, expected);
}

/* One die against one: a tie in 1 of 6 throws, so 1/5 of a tie a battle. Against two: 55 wins, 125 losses, 36 ties. */
TEST(test_two_sides) {
  struct battle_odds odds;
  battle_odds_of((const uint8_t[SIDES]){1, 0, 1}, &odds);
  assert_near(odds.win[0], 0.5, 1e-12);
  assert_near(odds.ties[2], 0.2, 1e-12);
  assert_near(odds.points[0], 0.7, 1e-12);
  assert_near(odds.win[1] + odds.ties[1] + odds.points[1] + odds.win[4], 0, 0);
  battle_odds_of((const uint8_t[SIDES]){1, 2}, &odds);
  assert_near(odds.win[0], 55.0 / 180, 1e-12);
  assert_near(odds.win[1], 125.0 / 180, 1e-12);
  assert_near(odds.ties[0], 0.2, 1e-12);
  assert_near(odds.points[1], 2 * 55.0 / 180 + 0.2, 1e-12);
}

/*
 * Three sides of one die: 55 throws of 216 for each alone, 15 ties of each pair, 6 of all. A pair's tie gives each of
 * the two 1 and then the 1/5 of two sides: ties = (2 * 15 * 1.2 + 6) / (216 - 6).
 */
TEST(test_three_sides) {
  struct battle_odds odds;
  battle_odds_of((const uint8_t[SIDES]){0, 1, 1, 0, 1}, &odds);
  assert_near(odds.win[1], 1.0 / 3, 1e-12);
  assert_near(odds.ties[1], 42.0 / 210, 1e-12);
  assert_near(odds.points[4], 2.0 / 3 + 0.2, 1e-12);
}

/* In every battle of two sides or more: somebody wins, equal dice have equal odds, and more dice better ones. */
TEST(test_every_battle) {
  for (unsigned code = 1; code < 1024; code++) {
    uint8_t dice[SIDES];
    struct battle_odds odds;
    double sum = 0;
    int sides = 0;
    for (int side = 0; side < SIDES; side++) sides += (dice[side] = (uint8_t)(code >> (2 * side) & 3)) > 0;
    if (sides < 2) continue;
    battle_odds_of(dice, &odds);
    for (int a = 0; a < SIDES; a++) {
      sum += odds.win[a];
      for (int b = 0; b < SIDES; b++) {
        if (dice[a] == dice[b]) assert_near(odds.win[a], odds.win[b], 1e-12);
        assert_true(dice[a] <= dice[b] || odds.win[a] > odds.win[b]);
      }
    }
    assert_near(sum, 1, 1e-12);
  }
}

/* ---- Against the engine's dice ---- */

static struct history *battle_of(const struct set_library *library, const char *rest) {
  struct text line = {0};
  struct fault fault = {0};
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, tess_set_hash(set_library_find(library, span_of("star-wars"))->set));
  text_print(&line, "tessera1 game=star-wars set=star-wars:%s %s", hash, rest);
  struct history *history = history_resume(span_of(line.bytes), library, 7, &fault);
  if (history == NULL) fail_msg("%s", fault.text);
  text_free(&line);
  return history;
}

/* Fights the battle of `game` to its end; adds who won and what ties and losing gave. */
static void fight(tess_game *game, const uint8_t dice[SIDES], double wins[SIDES], double points[SIDES]) {
  tess_events events;
  unsigned left = 0;
  for (int side = 0; side < SIDES; side++)
    if (dice[side] > 0) left |= 1u << side;
  while (tess_game_phase(game) == TESS_PHASE_THROW) {
    assert_int_equal(tess_game_throw(game, NULL, NULL, &events), TESS_ERROR_NONE);
    for (uint32_t i = 0; i < events.count; i++) {
      const tess_event *event = &events.at[i];
      if (event->type != TESS_EVENT_TIE && event->type != TESS_EVENT_LOST) continue;
      if (event->type == TESS_EVENT_LOST) left &= ~(unsigned)event->sides;
      for (int side = 0; side < SIDES; side++) points[side] += event->sides >> side & 1 ? event->points : 0;
    }
  }
  for (int side = 0; side < SIDES; side++) wins[side] += left >> side & 1;
}

/* The means of many battles are within five of their standard errors or so of the odds. */
static void compare_with_engine(const char *rest, const uint8_t expected[SIDES]) {
  struct set_library *library = set_library_open();
  struct history *history = battle_of(library, rest);
  double wins[SIDES] = {0}, points[SIDES] = {0};
  struct battle_odds odds;
  uint8_t dice[SIDES];
  tess_spot spot;
  assert_true(tess_game_battle(history->game, &spot, dice));
  assert_memory_equal(dice, expected, sizeof dice);
  battle_odds_of(dice, &odds);
  tess_game *game = malloc(tess_game_size());
  for (uint64_t seed = 0; seed < BATTLES; seed++) {
    tess_game_copy(game, history->game);
    tess_game_seed(game, seed);
    fight(game, dice, wins, points);
  }
  for (int side = 0; side < SIDES; side++) {
    assert_near(wins[side] / BATTLES, odds.win[side], 0.018);
    assert_near(points[side] / BATTLES, odds.points[side], 0.05);
  }
  free(game);
  history_free(history);
  set_library_close(library);
}

TEST(test_thrown_by_two) {
  compare_with_engine("options=- colours=white,red seat=2 phase=throw tile=- scores=0,0 "
                      "board=START@0,0r0;P0_R@0,1r0;P1_R@1,1r0 "
                      "meeples=1:large:planet@0,1;2:small:planet@0,1 out=- last=1,1",
                      (const uint8_t[SIDES]){2, 2});
}

TEST(test_thrown_by_three) {
  compare_with_engine(
      "options=- colours=red,black,orange seat=1 phase=throw tile=- scores=0,0,0 "
      "board=P0_R@-1,-2r0;A1@0,-2r2;A1@-1,-1r1;A3@0,-1r3;R2C@-1,0r3;START@0,0r0 "
      "meeples=3:small:asteroids.S@0,-2;1:small:asteroids.E@-1,-1;2:large:asteroids.N@0,0 out=- last=0,-1",
      (const uint8_t[SIDES]){1, 2, 1});
}

TEST(test_thrown_by_four) {
  compare_with_engine(
      "options=- colours=red,black,orange,white seat=1 phase=throw tile=- scores=0,0,0,0 "
      "board=P0_R@-1,-2r0;A1@0,-2r2;P0_E@1,-2r0;A1@-1,-1r1;A4@0,-1r0;A2_OPP_R@1,-1r0;R2C@-1,0r3;START@0,0r0 "
      "meeples=3:small:asteroids.S@0,-2;1:large:asteroids.E@-1,-1;4:large:asteroids.E@1,-1;"
      "2:small:asteroids.N@0,0 out=- last=0,-1",
      (const uint8_t[SIDES]){3, 1, 1, 2});
}

RUN_TESTS(NULL, NULL)
