/* Star Wars: battles (SW-4). */
#include "rules/fixture.h"

#include <stdio.h>
#include <string.h>

static bool is_fighting(const struct fixture *t) { return tess_game_phase(t->history->game) == TESS_PHASE_THROW; }

/* White occupies a planet with these pieces ("ss", "l"), then red attacks it with one. */
static struct fixture *duel(const char *planet, const char *whites, char attacker, const char *colours) {
  static const char *const cells[] = {"1,1", "2,1", "2,0", "2,-1", "1,-1", "0,-1", "0,1"};
  struct fixture *t = fixture_open_lines(lab_star_wars, colours, "-");
  char move[80];
  int cell = 0;
  snprintf(move, sizeof move, "%s@1,0r0=none", planet);
  fixture_play(t, move);
  for (; whites[cell] != '\0'; cell++) {
    const char *piece = whites[cell] == 's' ? "small" : "large";
    snprintf(move, sizeof move, "O@%sr0=%s:planet@1,0 O@%d,0r0=none", cells[cell], piece, -1 - cell);
    if (whites[cell + 1] == '\0') *strrchr(move, ' ') = '\0';
    fixture_play(t, move);
  }
  snprintf(move, sizeof move, "O@%sr0=%s:planet@1,0", cells[cell], attacker == 's' ? "small" : "large");
  fixture_play(t, move);
  return t;
}

/* Red and white on the two ends of a route, which orange joins: closed at three tiles. */
static struct fixture *meeting(const char *west, const char *middle) {
  struct fixture *t = fixture_open_lines(lab_star_wars, "red,white,orange", "-");
  char moves[200];
  snprintf(moves, sizeof moves,
           "%s@1,0r2=small:route.E O@1,1r0 O@2,1r0=none O@3,1r0=none T@3,0r0=small:route.W %s@2,0r0=none", west,
           middle);
  fixture_play(t, moves);
  return t;
}

/* Red, white and, with the large one, black on three asteroid fields, which red joins to one of four tiles. */
static struct fixture *three_fields(void) {
  struct fixture *t = fixture_open_lines(lab_star_wars, "red,white,black", "-");
  fixture_play(t, "O@1,0r0 O@2,0r0 O@3,0r0 A@2,1r2=small:asteroids.S O@0,1r0 O@0,2r0 O@3,1r0 A@1,2r1=small:asteroids.E "
                  "A@3,2r3=large:asteroids.W A3@2,2r0=none");
  return t;
}

/* Red and white meet on both fields and routes that `middle` joins, and red attacks white's planet besides. */
static struct fixture *three_battles(const char *middle) {
  struct fixture *t = fixture_open_lines(lab_star_wars, "red,white", "-");
  char move[64];
  fixture_play(t, "O@1,0r0=none P@1,1r0=small:planet O@2,0r0=none O@3,0r0=none A@2,1r2=small:asteroids.S O@3,1r0=none "
                  "T@1,2r2=small:route.E T@3,2r0=small:route.W O@1,3r0=none A@2,3r0=small:asteroids.N");
  snprintf(move, sizeof move, "%s@2,2r0=small:planet@1,1", middle);
  fixture_play(t, move);
  return t;
}

GAME_TEST(sw_4_1_where_two_players_meet_even_if_a_third_joins_them, meeting("T", "R")) {
  fixture_battle(t, "route.E@2,0", "1 1 0");
  assert_int_equal(tess_game_seat(t->history->game), 2);
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_BATTLE), 1);
}

GAME_TEST(sw_4_1_where_a_planet_is_attacked, duel("P", "s", 's', "red,white")) {
  assert_true(is_fighting(t));
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_BATTLE), 1);
}

GAME_TEST(sw_4_1_it_is_fought_before_any_scoring, meeting("T", "R")) {
  fixture_scores(t, "0 0 0");
  fixture_supplies(t, "3+1 3+1 4+1");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_SCORED), 0);
  assert_true(fixture_realm(t, "route.E@2,0").complete);
  fixture_refuse(t, "O", TESS_ERROR_BAD_PHASE);
  fixture_play(t, "[1:5 2:3]");
  fixture_scores(t, "3 1 0");
  assert_int_equal(tess_game_seat(t->history->game), 0);
}

GAME_TEST(sw_4_1_no_battle_among_the_own_meeples, fixture_open_lines(lab_star_wars, "red,white", "-")) {
  fixture_play(t, "T@1,0r2=small:route.E O@1,1r0 O@2,1r0 O@3,1r0 T@3,0r0=small:route.W T@-1,0r0 R@2,0r0=none");
  fixture_scores(t, "3 0");
  fixture_supplies(t, "4+1 4+1");
}

TEST(sw_4_2_dice_of_the_sides) {
  static const struct {
    const char *planet, *whites;
    char attacker;
    const char *dice;
  } cases[] = {
      {"P", "s", 's', "1 1"},  {"P", "ss", 'l', "2 2"},  {"P", "sss", 's', "1 3"}, {"P", "ssss", 's', "1 3"},
      {"P", "l", 's', "1 2"},  {"P", "ls", 's', "1 3"},  {"P", "lss", 's', "1 3"}, {"Pe", "s", 's', "1 2"},
      {"Pe", "l", 's', "1 3"}, {"Pe", "ss", 's', "1 3"}, {"Pe", "ls", 'l', "2 3"}, {"Pe", "sss", 's', "1 3"},
      {"Pr", "s", 's', "2 1"}, {"Pr", "s", 'l', "3 1"},  {"Ph", "s", 'l', "2 1"},  {"Ph", "ss", 's', "1 2"},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct fixture *t = duel(cases[i].planet, cases[i].whites, cases[i].attacker, "red,white");
    fixture_battle(t, "planet@1,0", cases[i].dice);
    fixture_close(t);
  }
}

GAME_TEST(sw_4_2_several_symbols_give_one_die, fixture_open_lines(lab_star_wars, "red,white", "-")) {
  fixture_play(t,
               "T@1,0r2=small:route.E O@1,1r0=none Rr@2,0r0=none Rr@3,0r0=none O@2,1r0=none O@3,1r0=none O@4,1r0=none "
               "O@5,1r0=none O@-1,0r0=none T@5,0r0=small:route.W Rr@4,0r0=none");
  fixture_battle(t, "route.E@4,0", "2 1");
  assert_int_equal(fixture_realm(t, "route.E@4,0").symbols, 3);
}

TEST(sw_4_3_symbols_of_the_realm_itself) {
  struct fixture *t = meeting("T", "Re");
  fixture_battle(t, "route.E@2,0", "1 2 0");
  fixture_close(t);
  t = duel("Pr", "s", 's', "red,white");
  assert_true(fixture_realm(t, "planet@1,0").factions[TESS_FACTION_REBELS]);
  assert_false(fixture_realm(t, "planet@1,0").factions[TESS_FACTION_EMPIRE]);
  fixture_battle(t, "planet@1,0", "2 1");
  fixture_close(t);
}

TEST(sw_4_3_symbols_beside_the_realm_do_not_count) {
  /* On the planet where the route ends. */
  struct fixture *t = meeting("PT", "R");
  fixture_battle(t, "route.E@2,0", "1 1 0");
  fixture_close(t);
  /* On tiles around a planet. */
  t = fixture_open_lines(lab_star_wars, "red,white", "-");
  fixture_play(t, "P@1,0r0=small:planet Re@1,1r0=none Rr@1,-1r0=none Re@2,1r0=large:planet@1,0");
  fixture_battle(t, "planet@1,0", "1 2");
  fixture_close(t);
  /* On another realm of the same tile. */
  t = fixture_open_lines(lab_star_wars, "red,white", "-");
  fixture_play(t, "O@1,0r0=none O@2,0r0=none A@2,1r2=small:asteroids.S O@0,1r0=none O@0,2r0=none "
                  "A@1,2r1=small:asteroids.E AR@2,2r0=none");
  fixture_battle(t, "asteroids.N@2,2", "1 1");
  fixture_close(t);
}

TEST(sw_4_4_the_highest_die_is_the_result) {
  struct fixture *t = duel("P", "ss", 's', "red,white");
  fixture_refuse(t, "[1:6]", TESS_ERROR_BAD_THROW);
  fixture_refuse(t, "[1:6 2:5]", TESS_ERROR_BAD_THROW);
  fixture_refuse(t, "[1:6,6 2:5,5]", TESS_ERROR_BAD_THROW);
  fixture_play(t, "[1:6 2:5,5]");
  fixture_scores(t, "0 2");
  fixture_close(t);
  t = duel("P", "ss", 's', "red,white");
  fixture_play(t, "[1:3 2:1,4]");
  fixture_scores(t, "1 0");
  fixture_close(t);
}

TEST(sw_4_5_one_alone_highest_wins_and_all_others_lose) {
  struct fixture *t = three_fields();
  fixture_battle(t, "asteroids.N@2,2", "1 1 2");
  fixture_play(t, "[1:6 2:3 3:5,5]");
  fixture_scores(t, "8 1 2");
  fixture_supplies(t, "4+1 4+1 4+1");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_LOST), 2);
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_TIE), 0);
  fixture_close(t);
  t = three_fields(); /* whoever is told last */
  fixture_play(t, "[1:3 2:4 3:5,6]");
  fixture_scores(t, "1 1 8");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_TIE), 0);
  fixture_close(t);
}

GAME_TEST(sw_4_6_tied_highest_score_one_and_roll_again, three_fields()) {
  fixture_play(t, "[1:4 2:3 3:4,1]");
  fixture_scores(t, "1 1 1");
  fixture_supplies(t, "3+1 4+1 4+0");
  assert_int_equal(fixture_heard(t, TESS_EVENT_TIE, 0)->sides, 5);
  fixture_battle(t, "asteroids.N@2,2", "1 0 2"); /* the same number of dice */
  fixture_refuse(t, "[1:2 2:2 3:2,2]", TESS_ERROR_BAD_THROW);
  fixture_play(t, "[1:2 3:2,1]");
  fixture_scores(t, "2 1 2");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_BATTLE), 0);
  fixture_play(t, "[1:1 3:6,6]");
  fixture_scores(t, "3 1 10");
}

GAME_TEST(sw_4_7_loser_scores_dice_once_and_takes_all_back, duel("P", "ls", 's', "red,white")) {
  fixture_supplies(t, "3+1 3+0");
  fixture_play(t, "[1:4 2:4,4,1] [1:2 2:1,1,2]");
  fixture_scores(t, "2 2");
  fixture_play(t, "[1:3 2:1,1,2]");
  fixture_scores(t, "2 5");
  fixture_supplies(t, "3+1 4+1");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_RETURNED), 2);
  assert_int_equal(fixture_heard(t, TESS_EVENT_RETURNED, 0)->piece, TESS_PIECE_SMALL);
  assert_int_equal(fixture_heard(t, TESS_EVENT_RETURNED, 1)->piece, TESS_PIECE_LARGE);
}

TEST(sw_4_7_the_symbol_counts_and_three_is_the_most) {
  struct fixture *t = duel("Pe", "s", 's', "red,white");
  fixture_play(t, "[1:6 2:1,2]");
  fixture_scores(t, "0 2");
  fixture_close(t);
  t = duel("P", "lss", 's', "red,white");
  fixture_play(t, "[1:6 2:1,2,1]");
  fixture_scores(t, "0 3");
  fixture_supplies(t, "3+1 4+1");
  fixture_close(t);
}

TEST(sw_4_8_the_winner_stays) {
  struct fixture *t = duel("P", "ss", 's', "red,white");
  fixture_play(t, "[1:3 2:6,1]");
  fixture_supplies(t, "4+1 2+1");
  assert_int_equal(fixture_realm(t, "planet@1,0").meeples[1], 2);
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_SCORED), 0);
  fixture_close(t);
  t = meeting("T", "R"); /* a complete realm is scored by the winner in the same turn */
  fixture_play(t, "[1:2 2:3]");
  fixture_scores(t, "1 3 0");
  fixture_supplies(t, "4+1 4+1 4+1");
  fixture_close(t);
}

static void expect_battles(const char *middle, const char *first, const char *second, const char *scores) {
  struct fixture *t = three_battles(middle);
  fixture_battle(t, first, "1 1");
  fixture_play(t, "[1:6 2:1]");
  fixture_battle(t, second, "1 1");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_BATTLE), 1);
  fixture_play(t, "[1:1 2:6]");
  fixture_battle(t, "planet@1,1", "1 1");
  fixture_scores(t, "1 1");
  fixture_play(t, "[1:6 2:1]");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_DRAW);
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_SCORED), 2);
  fixture_scores(t, scores);
  fixture_supplies(t, "3+1 4+1");
  fixture_close(t);
}

TEST(sw_4_9_battles_in_the_order_of_features_then_the_planet) {
  expect_battles("W1", "asteroids.N@2,2", "route.E@2,2", "7 5");
  expect_battles("W2", "route.E@2,2", "asteroids.N@2,2", "4 8");
}

GAME_TEST(sw_4_10_players_of_one_faction_battle_too, duel("Pr", "s", 's', "red,green")) {
  assert_true(is_fighting(t));
  fixture_battle(t, "planet@1,0", "2 2");
  fixture_play(t, "[1:6,1 2:5,5]");
  fixture_scores(t, "0 2");
}

RUN_TESTS(NULL, NULL)
