/* Star Wars: components, the turn, placing a meeple (SW-1 to SW-3). */
#include "rules/fixture.h"

#include <stdio.h>
#include <stdlib.h>

static struct fixture *lab(void) { return fixture_open_lines(lab_star_wars, "red,white", "-"); }

static tess_error start(tess_options options) {
  size_t count;
  const tess_tile_def *tiles = tess_builtin_tiles("star-wars", &count);
  tess_set *set = malloc(tess_set_size());
  tess_game *game = malloc(tess_game_size());
  tess_set_fault fault;
  assert_int_equal(tess_set_build(set, tiles, count, &fault), TESS_ERROR_NONE);
  const tess_error error = tess_game_new(game, set, &options);
  free(game);
  free(set);
  return error;
}

TEST(sw_1_1_two_to_five_players_of_five_colours) {
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  for (unsigned players = 0; players < 8; players++) {
    options.players = (uint8_t)players;
    assert_int_equal(start(options), players >= 2 && players <= 5 ? TESS_ERROR_NONE : TESS_ERROR_BAD_OPTIONS);
  }
  options.players = 2;
  for (unsigned colour = 0; colour < 9; colour++) {
    options.colours[1] = (uint8_t)colour;
    assert_int_equal(start(options),
                     colour >= 1 && colour <= TESS_COLOUR_ORANGE ? TESS_ERROR_NONE : TESS_ERROR_BAD_OPTIONS);
  }
}

TEST(sw_1_1_the_colour_decides_the_faction) {
  assert_int_equal(tess_colour_faction(TESS_COLOUR_RED), TESS_FACTION_REBELS);
  assert_int_equal(tess_colour_faction(TESS_COLOUR_GREEN), TESS_FACTION_REBELS);
  assert_int_equal(tess_colour_faction(TESS_COLOUR_BLACK), TESS_FACTION_EMPIRE);
  assert_int_equal(tess_colour_faction(TESS_COLOUR_WHITE), TESS_FACTION_EMPIRE);
  assert_int_equal(tess_colour_faction(TESS_COLOUR_ORANGE), TESS_FACTION_HUNTERS);
}

GAME_TEST(sw_1_1_turns_go_round_and_one_faction_plays_apart,
          fixture_open_lines(lab_star_wars, "red,green,orange", "-")) {
  for (int turn = 0; turn < 7; turn++) {
    char move[32];
    snprintf(move, sizeof move, "O@%d,0r0=none", turn + 1);
    assert_int_equal(tess_game_seat(t->history->game), turn % 3);
    fixture_play(t, move);
  }
  fixture_scores(t, "0 0 0");
}

GAME_TEST(sw_1_2_76_tiles_the_start_tile_laid, fixture_open("star-wars", "red,white", "-")) {
  const tess_game *game = t->history->game;
  const tess_tile first = tess_game_tile(game, 0);
  assert_int_equal(tess_game_tiles(game), 1);
  assert_int_equal(tess_game_bag(game, -1), 75);
  assert_int_equal(tess_game_bag(game, first.kind), 0);
  assert_string_equal(tess_set_tile(tess_game_set(game), first.kind)->id, "START");
  assert_true(first.x == 0 && first.y == 0 && first.rotation == 0);
  assert_int_equal(tess_game_phase(game), TESS_PHASE_DRAW);
}

GAME_TEST(sw_1_3_four_small_meeples_and_a_large_one, fixture_open("star-wars", "red,white,black,green,orange", "-")) {
  fixture_supplies(t, "4+1 4+1 4+1 4+1 4+1");
  assert_int_equal(tess_game_supply(t->history->game, 0, TESS_PIECE_ABBOT), 0);
}

GAME_TEST(sw_1_4_dice_have_six_sides, lab()) {
  unsigned seen = 0;
  fixture_play(t, "P@1,0r0=small:planet O@1,1r0=large:planet@1,0");
  for (uint64_t seed = 0; seed < 200; seed++) {
    tess_game_seed(t->history->game, seed);
    fixture_play(t, "");
    struct fault fault;
    assert_true(history_throw(t->history, NULL, &fault));
    const tess_throw *thrown = &fixture_heard(t, TESS_EVENT_THROW, 0)->thrown;
    assert_int_equal(thrown->dice[0], 1);
    assert_int_equal(thrown->dice[1], 2);
    seen |= 1u << thrown->faces[0][0] | 1u << thrown->faces[1][0] | 1u << thrown->faces[1][1];
    history_undo(t->history);
  }
  assert_int_equal(seen, 0x7E);
}

GAME_TEST(sw_1_5_the_first_player_is_chosen_or_drawn, lab()) {
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  unsigned seen = 0;
  options.players = 3;
  for (unsigned first = 0; first < 3; first++) {
    options.first = (uint8_t)first;
    assert_int_equal(tess_game_new(t->history->game, t->own->set, &options), TESS_ERROR_NONE);
    assert_int_equal(tess_game_seat(t->history->game), first);
    assert_int_equal(tess_game_options(t->history->game).first, first);
  }
  options.first = TESS_FIRST_RANDOM;
  for (options.seed = 0; options.seed < 60; options.seed++) {
    assert_int_equal(tess_game_new(t->history->game, t->own->set, &options), TESS_ERROR_NONE);
    assert_int_equal(tess_game_options(t->history->game).first, tess_game_seat(t->history->game));
    seen |= 1u << tess_game_seat(t->history->game);
  }
  assert_int_equal(seen, 7);
}

GAME_TEST(sw_2_1_every_touching_edge_matches, lab()) {
  fixture_play(t, "T@1,0r2=none");
  fixture_fitting(t, "R@2,0r0 T@2,0r0", "R@2,0r1 A@2,0r3 O@2,0r0");
  /* (2,1) touches nothing yet; beside it every edge counts. */
  fixture_play(t, "R@2,0r0 O@1,1r0 O@2,1r0=none");
  fixture_fitting(t, "T@3,0r0", "");
  fixture_play(t, "AT@3,1r2=none"); /* asteroids S, route E */
  fixture_fitting(t, "R@3,0r0", "R@3,0r1");
  fixture_refuse(t, "R@3,0r1", TESS_ERROR_BAD_PLACEMENT);
}

GAME_TEST(sw_2_1_four_rotations, lab()) {
  fixture_fitting(t, "T@0,1r0 T@0,1r2 T@0,1r3", "T@0,1r1");
  fixture_play(t, "T@0,1r3 K@0,2r1=none"); /* W, N */
  fixture_fitting(t, "A@1,0r0 T@-1,2r2", "");
}

GAME_TEST(sw_2_1_edge_to_edge_with_the_table, lab()) {
  fixture_fitting(t, "O@0,-1r0 O@-1,0r0", "O@0,0r0 O@1,1r0 O@-1,1r0 O@9,9r0");
  fixture_refuse(t, "O@1,1r0", TESS_ERROR_BAD_PLACEMENT);
  fixture_refuse(t, "O@0,0r0", TESS_ERROR_BAD_PLACEMENT);
  fixture_refuse(t, "O@300,300r0", TESS_ERROR_BAD_PLACEMENT);
}

TEST(sw_2_1_the_table_has_no_border) {
  static const char *const lines[] = {"S 254 SSSS start", "P 1 SSSS planet", NULL};
  static const int8_t ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (int way = 0; way < 4; way++) {
    struct fixture *t = fixture_open_lines(lines, "red,white", "-");
    for (int i = 1; i < 255; i++) {
      char move[32];
      const int x = ways[way][0] * i, y = ways[way][1] * i;
      snprintf(move, sizeof move, "%s@%d,%dr0=none", i == 254 ? "P" : "S", x, y);
      fixture_play(t, move);
      assert_int_equal(tess_game_at(t->history->game, x, y), i);
    }
    assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_OVER);
    assert_int_equal(tess_game_tiles(t->history->game), 255);
    tess_position position;
    tess_game_position(t->history->game, &position);
    assert_int_equal(tess_game_setup(t->history->game, t->own->set, &position, 1, NULL), TESS_ERROR_NONE);
    assert_int_equal(tess_game_tiles(t->history->game), 255);
    fixture_close(t);
  }
}

GAME_TEST(sw_2_2_an_unplaceable_tile_leaves_the_game_and_costs_no_turn, lab()) {
  tess_game *game = t->history->game;
  const int kind = tess_set_find(tess_game_set(game), "A4", 2), before = tess_game_bag(game, -1);
  fixture_play(t, "(A4)");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_PUT_OUT), 1);
  assert_int_equal(fixture_heard(t, TESS_EVENT_PUT_OUT, 0)->kind, kind);
  assert_int_equal(tess_game_seat(game), 0);
  assert_int_equal(tess_game_phase(game), TESS_PHASE_DRAW);
  assert_int_equal(tess_game_out(game, kind), 1);
  assert_int_equal(tess_game_bag(game, kind), 1);
  assert_int_equal(tess_game_bag(game, -1), before - 1);
  fixture_play(t, "(A4)");
  fixture_refuse(t, "(A4)", TESS_ERROR_BAD_TILE); /* both are in the box and stay there */
  fixture_refuse(t, "(O)", TESS_ERROR_BAD_TILE);
  fixture_play(t, "T@1,0r2=small:route.E");
  fixture_supplies(t, "3+1 4+1");
  assert_int_equal(tess_game_seat(game), 1);
}

TEST(sw_2_2_without_another_tile_the_game_ends) {
  static const char *const lines[] = {"S 2 SSSS start", "Z 1 AAAA asteroids:NESW", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,white", "-");
  fixture_play(t, "S@1,0r0 (Z)");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_OVER);
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_OVER), 1);
  fixture_close(t);
}

GAME_TEST(sw_2_3_rotations_that_look_the_same_are_one_placement, lab()) {
  struct fault fault;
  fixture_fitting(t, "R@0,1r0", "R@0,1r2");
  assert_true(history_draw(t->history, tess_set_find(t->own->set, "O", 1), &fault));
  assert_int_equal(tess_game_placement_count(t->history->game), 4);
  history_undo(t->history);
  fixture_play(t, "R@0,1r2=none Re@1,0r3=none");
  assert_int_equal(tess_game_tile(t->history->game, 1).rotation, 0);
  assert_int_equal(tess_game_tile(t->history->game, 2).rotation, 1);
}

GAME_TEST(sw_3_1_one_meeple_a_turn_out_of_the_own_supply, lab()) {
  fixture_play(t, "T@1,0r3");
  fixture_choices(t, "none small:route.S large:route.S");
  fixture_play(t, "T@1,0r3=small:route.S T@2,0r3=none T@3,0r3=large:route.S");
  fixture_supplies(t, "3+0 4+1");
  fixture_play(t, "T@4,0r3");
  fixture_choices(t, "none small:route.S large:route.S");
  fixture_play(t, "T@4,0r3=none T@5,0r3");
  fixture_choices(t, "none small:route.S");
  fixture_refuse(t, "T@5,0r3=large:route.S", TESS_ERROR_BAD_DECISION);
  fixture_play(t,
               "T@5,0r3=small:route.S T@6,0r3 T@7,0r3=small:route.S T@8,0r3 T@9,0r3=small:route.S T@10,0r3 T@11,0r3");
  fixture_choices(t, "none");
  fixture_refuse(t, "T@11,0r3=small:route.S", TESS_ERROR_BAD_DECISION);
  fixture_play(t, "T@11,0r3=none");
  fixture_supplies(t, "0+0 4+1");
}

GAME_TEST(sw_3_1_a_second_meeple_is_not_due, lab()) {
  fixture_play(t, "PT@1,0r2=small:planet");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_DRAW);
  fixture_refuse(t, "PT@1,0r2=small:route.E", TESS_ERROR_BAD_PLACEMENT);
}

GAME_TEST(sw_3_2_routes_fields_and_the_planet_of_the_new_tile, lab()) {
  fixture_play(t, "AT@1,0r1");
  fixture_choices(t, "none small:asteroids.E large:asteroids.E small:route.N large:route.N");
  fixture_play(t, "AT@1,0r1=large:asteroids.E P@0,1r0");
  fixture_choices(t, "none small:planet large:planet");
  fixture_play(t, "P@0,1r0=large:planet");
  fixture_supplies(t, "4+0 4+0");
}

GAME_TEST(sw_3_2_a_realm_with_anybody_on_it_is_taken, lab()) {
  fixture_play(t, "T@1,0r2=small:route.E R@2,0r0");
  fixture_choices(t, "none");
  fixture_refuse(t, "R@2,0r0=small:route.E", TESS_ERROR_BAD_DECISION);
  fixture_play(t, "R@2,0r0=none R@3,0r0");
  fixture_choices(t, "none"); /* the own meeple counts too */
  fixture_play(t, "R@3,0r0=none AT@4,0r0");
  fixture_choices(t, "none small:asteroids.N large:asteroids.N");
}

GAME_TEST(sw_3_2_everything_the_tile_joins_counts, lab()) {
  fixture_play(t, "T@1,0r2=none O@1,1r0 O@2,1r0 O@3,1r0 T@3,0r0=small:route.W R@2,0r0");
  fixture_choices(t, "none");
}

GAME_TEST(sw_3_2_realms_of_other_tiles_are_out_of_reach, lab()) {
  fixture_play(t, "T@1,0r2=none O@1,1r0");
  fixture_choices(t, "none");
  fixture_refuse(t, "O@1,1r0=small:route.E@1,0", TESS_ERROR_BAD_DECISION);
  fixture_play(t, "O@1,1r0=none PT@-1,0r0=none O@-1,1r0"); /* of the tile beside, the planet alone */
  fixture_choices(t, "none small:planet@-1,0 large:planet@-1,0");
  fixture_refuse(t, "O@-1,1r0=small:route.W@-1,0", TESS_ERROR_BAD_DECISION);
}

GAME_TEST(sw_3_3_a_planet_on_any_cell_around, lab()) {
  static const char *const cells[] = {"1,1", "2,1", "2,0", "2,-1", "1,-1", "0,-1", "0,1"};
  fixture_play(t, "P@1,0r0=none");
  for (int i = 0; i < 7; i++) {
    char move[32];
    snprintf(move, sizeof move, "O@%sr0", cells[i]);
    fixture_play(t, move);
    fixture_choices(t, "none small:planet@1,0 large:planet@1,0");
  }
  fixture_play(t, "O@3,0r0");
  fixture_choices(t, "none");
  fixture_refuse(t, "O@3,0r0=small:planet@1,0", TESS_ERROR_BAD_DECISION);
  fixture_play(t, "O@0,-2r0");
  fixture_choices(t, "none");
  fixture_play(t, "P@0,-3r0=none O@-1,-3r0");
  fixture_choices(t, "none small:planet@0,-3 large:planet@0,-3");
}

GAME_TEST(sw_3_3_whoever_stands_there, lab()) {
  fixture_play(t, "P@1,0r0=none O@1,1r0=small:planet@1,0 O@2,1r0");
  fixture_choices(t, "none small:planet@1,0 large:planet@1,0");
  fixture_play(t, "O@2,1r0=none O@2,0r0=large:planet@1,0"); /* white reinforces */
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_DRAW);
  fixture_supplies(t, "4+1 3+0");
  assert_int_equal(fixture_realm(t, "planet@1,0").meeples[1], 1);
  assert_int_equal(fixture_realm(t, "planet@1,0").large[1], 1);
  fixture_play(t, "O@2,-1r0=large:planet@1,0"); /* red attacks */
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_THROW);
}

GAME_TEST(sw_3_3_instead_of_a_meeple_on_the_new_tile, lab()) {
  fixture_play(t, "P@1,0r0=none T@1,1r0");
  fixture_choices(t, "none small:route.W large:route.W small:planet@1,0 large:planet@1,0");
  fixture_play(t, "T@1,1r0=small:planet@1,0");
  fixture_supplies(t, "4+1 3+1");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_DRAW);
}

GAME_TEST(sw_3_4_space_and_intersections_hold_none, lab()) {
  fixture_play(t, "O@0,-1r0");
  fixture_choices(t, "none");
  fixture_play(t, "T@1,0r2=small:route.E X@2,0r0");
  fixture_choices(t, "none small:route.N large:route.N small:route.E large:route.E small:route.S large:route.S");
  assert_int_not_equal(tess_game_realm_id(t->history->game, fixture_spot(t, "route.N@2,0")),
                       tess_game_realm_id(t->history->game, fixture_spot(t, "route.S@2,0")));
  assert_int_equal(tess_game_realm_id(t->history->game, fixture_spot(t, "route.W@2,0")),
                   tess_game_realm_id(t->history->game, fixture_spot(t, "route.E@1,0")));
}

GAME_TEST(sw_3_5_two_segments_of_a_realm_are_one_choice, lab()) {
  fixture_play(t, "AK@0,1r2 AK@1,1r3 AK@0,2r1=none AB@1,2r0");
  fixture_choices(t, "none small:asteroids.N large:asteroids.N");
  /* Another segment of it is accepted and means the same. */
  fixture_play(t, "AB@1,2r0=small:asteroids.W");
  assert_int_equal(fixture_heard(t, TESS_EVENT_MEEPLE, 0)->spot.feature, fixture_spot(t, "asteroids.N@1,2").feature);
}

GAME_TEST(sw_3_5_of_two_segments_the_first_on_the_board, lab()) {
  fixture_play(t, "AK@0,1r2 AK@1,1r3 AK@1,2r0=none AB@0,2r1"); /* its edge N lies to the east, W to the north */
  tess_decision decisions[TESS_MAX_DECISIONS];
  assert_int_equal(tess_game_decisions(t->history->game, decisions), 3);
  assert_int_equal(decisions[1].spot.feature, 1);
  assert_int_equal(tess_game_spot(t->history->game, (tess_spot){4, 0}).feature, 1);
  fixture_play(t, "AB@0,2r1=small:asteroids.E");
  assert_int_equal(fixture_heard(t, TESS_EVENT_MEEPLE, 0)->spot.feature, 1);
}

GAME_TEST(sw_3_5_the_first_edge_as_seen_on_the_board, lab()) {
  fixture_play(t, "K@0,1r0");
  fixture_choices(t, "none small:route.S large:route.S");
  fixture_play(t, "K@0,1r0=none K@0,-1r2");
  fixture_choices(t, "none small:route.N large:route.N");
  fixture_play(t, "K@0,-1r2=none AK@-1,0r3");
  fixture_choices(t, "none small:asteroids.S large:asteroids.S");
}

RUN_TESTS(NULL, NULL)
