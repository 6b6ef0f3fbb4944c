/* Classic: components, the turn, placing a meeple (CL-1 to CL-3). */
#include "rules/fixture.h"

#include <stdio.h>

static struct fixture *lab(const char *options) { return fixture_open_lines(lab_classic, "red,yellow", options); }

static tess_error start(const struct fixture *t, tess_options options) {
  return tess_game_new(t->history->game, t->history->set->set, &options);
}

GAME_TEST(cl_1_1_two_to_five_players_of_five_colours, fixture_open("classic", "black,red", "-")) {
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  assert_int_equal(options.players, 2);
  for (unsigned players = 0; players < 8; players++) {
    options.players = (uint8_t)players;
    assert_int_equal(start(t, options), players >= 2 && players <= 5 ? TESS_ERROR_NONE : TESS_ERROR_BAD_OPTIONS);
  }
  options.players = 2;
  for (unsigned colour = 0; colour < 9; colour++) {
    const bool good = colour == TESS_COLOUR_RED || colour == TESS_COLOUR_GREEN || colour == TESS_COLOUR_BLUE ||
                      colour == TESS_COLOUR_YELLOW;
    options.colours[1] = (uint8_t)colour;
    assert_int_equal(start(t, options), good ? TESS_ERROR_NONE : TESS_ERROR_BAD_OPTIONS); /* seat 1 is black */
  }
}

GAME_TEST(cl_1_1_turns_go_round_from_any_first_seat, fixture_open_lines(lab_classic, "black,red,blue", "-")) {
  tess_options options = tess_game_options(t->history->game);
  options.first = 1;
  assert_int_equal(start(t, options), TESS_ERROR_NONE);
  for (int turn = 1; turn < 8; turn++) {
    char move[32];
    snprintf(move, sizeof move, "F@%d,0r0=none", turn);
    assert_int_equal(tess_game_seat(t->history->game), turn % 3);
    fixture_play(t, move);
  }
}

GAME_TEST(cl_1_2_72_tiles_a_d_tile_starts, fixture_open("classic", "red,yellow", "-")) {
  const tess_game *game = t->history->game;
  const int d = tess_set_find(tess_game_set(game), "D", 1);
  assert_int_equal(tess_game_bag(game, -1), 71);
  assert_int_equal(tess_game_bag(game, d), 3);
  assert_int_equal(tess_game_tile(game, 0).kind, d);
}

TEST(cl_1_3_seven_meeples_and_an_abbot_with_the_option) {
  struct fixture *t = fixture_open("classic", "red,yellow,black,blue,green", "-");
  fixture_supplies(t, "7+0 7+0 7+0 7+0 7+0");
  fixture_close(t);
  t = fixture_open("classic", "red,yellow", "abbot");
  fixture_supplies(t, "7+1 7+1");
  assert_int_equal(tess_game_supply(t->history->game, 0, TESS_PIECE_LARGE), 0);
  fixture_close(t);
}

TEST(cl_1_4_each_option_on_or_off) {
  struct fixture *t = fixture_open("classic+river", "red,yellow", "-");
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  assert_false(options.fields || options.abbot || options.river || options.teams);
  for (unsigned flags = 0; flags < 8; flags++) {
    options.fields = flags & 1;
    options.abbot = flags >> 1 & 1;
    options.river = flags >> 2 & 1 ? TESS_RIVER_1 : TESS_RIVER_NONE;
    assert_int_equal(start(t, options), TESS_ERROR_NONE);
    const tess_options settled = tess_game_options(t->history->game);
    assert_true(settled.fields == options.fields && settled.abbot == options.abbot && settled.river == options.river);
  }
  options.teams = true;
  options.players = 4;
  assert_int_equal(start(t, options), TESS_ERROR_BAD_OPTIONS);
  fixture_close(t);
  t = fixture_open("classic", "red,yellow", "-");
  options = tess_options_default(TESS_RULES_CLASSIC);
  options.river = TESS_RIVER_1;
  assert_int_equal(start(t, options), TESS_ERROR_BAD_OPTIONS); /* the set has none */
  fixture_close(t);
  t = fixture_open("classic+river-20", "red,yellow", "-"); /* CL-8 or CL-9, not both */
  assert_int_equal(start(t, options), TESS_ERROR_BAD_OPTIONS);
  options.river = TESS_RIVER_20;
  assert_int_equal(start(t, options), TESS_ERROR_NONE);
  assert_int_equal(tess_game_options(t->history->game).river, TESS_RIVER_20);
  options.river = 3;
  assert_int_equal(start(t, options), TESS_ERROR_BAD_OPTIONS);
  fixture_close(t);
}

GAME_TEST(cl_2_1_every_touching_edge_matches, lab("-")) {
  fixture_play(t, "T@1,0r2 F@1,1r0 F@2,1r0=none");
  fixture_fitting(t, "R@2,0r0 T@2,0r0 K@2,0r1", "F@2,0r0 C@2,0r3 K@2,0r0 F@0,0r0 F@-1,1r0");
  fixture_play(t, "C@0,-1r0=none");
  fixture_fitting(t, "C@0,-2r2", "C@0,-2r1");
  fixture_refuse(t, "C@0,-2r1", TESS_ERROR_BAD_PLACEMENT);
}

GAME_TEST(cl_2_2_an_unplaceable_tile_leaves_the_game_and_costs_no_turn, lab("-")) {
  fixture_play(t, "(C4)");
  assert_int_equal(tess_game_seat(t->history->game), 0);
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_DRAW);
  fixture_play(t, "(X)");
  assert_int_equal(tess_game_seat(t->history->game), 0);
  assert_int_equal(tess_game_out(t->history->game, tess_set_find(t->own->set, "C4", 2)), 1);
  fixture_play(t, "T@1,0r2=meeple:road.E");
  fixture_supplies(t, "6+0 7+0");
  assert_int_equal(tess_game_seat(t->history->game), 1);
  fixture_refuse(t, "(F)", TESS_ERROR_BAD_TILE);
}

GAME_TEST(cl_2_3_rotations_and_segments_that_are_one, lab("-")) {
  fixture_fitting(t, "R@0,1r0", "R@0,1r2");
  fixture_play(t, "R@0,1r2=none");
  assert_int_equal(tess_game_tile(t->history->game, 1).rotation, 0);
  fixture_play(t, "F@1,0r0 F@2,0r0 CK@2,1r2 CK@3,1r3 CK@2,2r1=none CB@3,2r0");
  fixture_choices(t, "none meeple:city.N");
  fixture_play(t, "CB@3,2r0=meeple:city.W");
  assert_int_equal(fixture_heard(t, TESS_EVENT_MEEPLE, 0)->spot.feature, fixture_spot(t, "city.N@3,2").feature);
}

GAME_TEST(cl_3_1_features_of_the_new_tile, lab("-")) {
  fixture_play(t, "CR@1,0r1");
  fixture_choices(t, "none meeple:city.E meeple:road.N");
  fixture_play(t, "CR@1,0r1=meeple:city.E M@0,1r0");
  fixture_choices(t, "none meeple:monastery");
  fixture_refuse(t, "M@0,1r0=meeple:field.NL", TESS_ERROR_BAD_DECISION);
  fixture_play(t, "M@0,1r0=meeple:monastery F@0,2r0");
  fixture_choices(t, "none");
  fixture_refuse(t, "F@0,2r0=meeple:monastery@0,1", TESS_ERROR_BAD_DECISION);
}

GAME_TEST(cl_3_1_farmers_with_the_option, lab("fields")) {
  fixture_play(t, "R@0,1r0");
  fixture_choices(t, "none meeple:road.E meeple:field.NL meeple:field.ER");
  fixture_play(t, "R@0,1r0=meeple:field.NL F@-1,0r0");
  fixture_choices(t, "none"); /* the start tile joins it with the farmer's */
  fixture_play(t, "F@-1,0r0=none R@1,1r0");
  fixture_choices(t, "none meeple:road.E meeple:field.ER");
  fixture_play(t, "R@1,1r0=none F@0,2r0=meeple:field.NL");
  fixture_supplies(t, "6+0 6+0");
}

GAME_TEST(cl_3_1_a_feature_with_anybody_on_it_is_taken, lab("-")) {
  fixture_play(t, "T@1,0r2=meeple:road.E R@2,0r0");
  fixture_choices(t, "none");
  fixture_refuse(t, "R@2,0r0=meeple:road.E", TESS_ERROR_BAD_DECISION);
  fixture_play(t, "R@2,0r0=none CR@3,0r0");
  fixture_choices(t, "none meeple:city.N");
  fixture_play(
      t, "CR@3,0r0=none F@0,1r0=none F@0,2r0=none T@1,2r2=none F@1,3r0 F@2,3r0 F@3,3r0 T@3,2r0=meeple:road.W R@2,2r0");
  fixture_choices(t, "none");
}

GAME_TEST(cl_3_1_at_most_one_from_the_supply, lab("-")) {
  char move[64];
  for (int i = 1; i <= 12; i++) {
    snprintf(move, sizeof move, "T@%d,0r3=%s", i, i % 2 ? "meeple:road.S" : "none");
    fixture_play(t, move);
  }
  fixture_supplies(t, "1+0 7+0");
  fixture_play(t, "MT@13,0r3=meeple:road.S");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_DRAW);
  fixture_supplies(t, "0+0 7+0");
  fixture_play(t, "F@14,0r0 M@15,0r0");
  fixture_choices(t, "none");
  fixture_refuse(t, "M@15,0r0=meeple:monastery", TESS_ERROR_BAD_DECISION);
}

GAME_TEST(cl_3_2_a_feature_completed_now_may_be_taken, lab("-")) {
  fixture_play(t, "T@1,0r2=none T@2,0r0=meeple:road.W");
  fixture_scores(t, "0 2");
  fixture_supplies(t, "7+0 7+0");
}

GAME_TEST(cl_3_2_a_returned_meeple_waits_for_the_next_turn, lab("-")) {
  char move[64];
  for (int i = 1; i <= 14; i++) {
    snprintf(move, sizeof move, "T@%d,0r3=%s", i, i % 2 ? "meeple:road.S" : "none");
    fixture_play(t, move);
  }
  fixture_supplies(t, "0+0 7+0");
  fixture_play(t, "MT@1,1r1");
  fixture_choices(t, "none"); /* the road's meeple returns after this step */
  fixture_play(t, "MT@1,1r1=none");
  fixture_scores(t, "2 0");
  fixture_supplies(t, "1+0 7+0");
}

RUN_TESTS(NULL, NULL)
