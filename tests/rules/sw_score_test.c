/* Star Wars: completion, scoring, the end, teams (SW-5, SW-6, SW-8). */
#include "rules/fixture.h"

#include <string.h>

static struct fixture *lab(void) { return fixture_open_lines(lab_star_wars, "red,white", "-"); }

TEST(sw_5_1_a_route_with_both_ends_closed) {
  struct fixture *t = lab();
  fixture_play(t, "T@1,0r2=small:route.E R@2,0r0=none");
  assert_false(fixture_realm(t, "route.E@1,0").complete);
  assert_int_equal(fixture_realm(t, "route.E@1,0").open_ends, 1);
  fixture_play(t, "T@3,0r0=none");
  fixture_scores(t, "3 0");
  fixture_close(t);
  static const char *const ends[] = {"X@2,0r0", "AT@2,0r0", "PT@2,0r0"}; /* intersection, asteroid field, planet */
  for (int i = 0; i < 3; i++) {
    t = lab();
    fixture_play(t, "T@1,0r2=small:route.E");
    fixture_play(t, ends[i]);
    fixture_play(t, "O@-1,0r0=none");
    fixture_scores(t, "2 0");
    fixture_supplies(t, "4+1 4+1");
    fixture_close(t);
  }
}

GAME_TEST(sw_5_1_a_route_that_forks, lab()) {
  fixture_play(t, "Y@0,1r0=small:route.E T@1,1r0=none T@0,2r1=none");
  assert_int_equal(fixture_realm(t, "route.E@0,1").open_ends, 1);
  fixture_scores(t, "0 0");
  fixture_play(t, "T@-1,1r2=none");
  fixture_scores(t, "4 0");
}

GAME_TEST(sw_5_1_two_points_a_symbol_on_it, lab()) {
  fixture_play(t, "PT@1,0r2=small:route.E Rr@2,0r0=none Re@3,0r0=none T@4,0r0=none");
  fixture_scores(t, "8 0"); /* 4 tiles and 2 symbols; the planet's is none of the route */
  assert_int_equal(fixture_heard(t, TESS_EVENT_SCORED, 0)->tiles, 4);
  assert_int_equal(fixture_heard(t, TESS_EVENT_SCORED, 0)->symbols, 2);
}

GAME_TEST(sw_5_1_a_route_closed_on_itself, lab()) {
  fixture_play(t, "K@0,1r3=small:route.E K@1,1r0=none K@0,2r2=none K@1,2r1=none");
  fixture_scores(t, "4 0");
}

GAME_TEST(sw_5_1_a_tile_crossed_twice_counts_once, lab()) {
  fixture_play(t, "T@1,0r3=small:route.S T@0,1r2=none U@1,1r0=none K@2,1r0=none K@2,2r1=none K@1,2r2=none");
  fixture_scores(t, "6 0");
}

TEST(sw_5_2_an_enclosed_field) {
  struct fixture *t = lab();
  fixture_play(t, "A@1,0r1=small:asteroids.E AAe@2,0r0=none");
  assert_int_equal(fixture_realm(t, "asteroids.E@1,0").open_ends, 1);
  assert_int_equal(fixture_realm(t, "asteroids.E@1,0").worth, 4);
  fixture_play(t, "A@3,0r3=none");
  fixture_scores(t, "8 0");
  fixture_play(t, "A@0,1r3=small:asteroids.W A@-1,1r1=none"); /* two tiles are 4 points */
  fixture_scores(t, "8 4");
  fixture_close(t);
  t = lab();
  fixture_play(t, "A@0,1r2=small:asteroids.S A3@0,2r0=none A@1,2r3=none"); /* three edges and all must be closed */
  fixture_scores(t, "0 0");
  fixture_play(t, "A@-1,2r1=none");
  fixture_scores(t, "8 0");
  fixture_close(t);
}

GAME_TEST(sw_5_2_two_segments_on_a_tile_count_it_once, lab()) {
  fixture_play(t, "AK@0,1r2=small:asteroids.E AK@1,1r3 AK@0,2r1=none AB@1,2r0=none");
  fixture_scores(t, "8 0");
}

GAME_TEST(sw_5_2_two_fields_of_a_tile_are_apart, lab()) {
  fixture_play(t, "AB@1,0r1=small:asteroids.N A@2,0r3=large:asteroids.W");
  fixture_scores(t, "0 4");
  fixture_supplies(t, "3+1 4+1");
}

GAME_TEST(sw_5_3_a_planet_with_eight_tiles_around, lab()) {
  fixture_play(
      t, "Pr@1,0r0=small:planet Pe@1,1r0=none O@2,1r0=none O@2,0r0=none O@2,-1r0=none Ph@1,-1r0=none O@0,-1r0=none");
  fixture_scores(t, "0 0");
  assert_int_equal(fixture_realm(t, "planet@1,0").open_ends, 1);
  fixture_play(t, "O@0,1r0=none");
  fixture_scores(t, "11 0");
  fixture_supplies(t, "4+1 4+1");
  assert_int_equal(fixture_heard(t, TESS_EVENT_SCORED, 0)->tiles, 9);
  assert_int_equal(fixture_heard(t, TESS_EVENT_SCORED, 0)->symbols, 1);
}

GAME_TEST(sw_5_3_a_planet_laid_into_a_ring, lab()) {
  fixture_play(t, "O@1,0r0 O@2,0r0 O@2,1r0 O@2,2r0 O@1,2r0 O@0,2r0 O@0,1r0 P@1,1r0=large:planet");
  fixture_scores(t, "0 9");
  fixture_supplies(t, "4+1 4+1");
}

GAME_TEST(sw_5_4_whoever_completes_it_the_one_there_scores_once, lab()) {
  fixture_play(t, "Pr@1,0r0=small:planet O@1,1r0=none O@2,1r0=large:planet@1,0 O@2,0r0=none O@2,-1r0=small:planet@1,0 "
                  "O@1,-1r0=none O@0,-1r0=none");
  fixture_supplies(t, "2+0 4+1");
  fixture_play(t, "O@0,1r0=none");
  fixture_scores(t, "11 0");
  fixture_supplies(t, "4+1 4+1");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_RETURNED), 3);
}

GAME_TEST(sw_5_4_every_complete_realm_of_the_turn, lab()) {
  fixture_play(t, "A@1,0r2=small:asteroids.S T@0,1r2=small:route.E O@2,0r0 O@2,1r0=none O@0,2r0=none");
  fixture_play(t, "AT@1,1r0=none"); /* closes field and route, both of two tiles */
  fixture_scores(t, "4 2");
  fixture_supplies(t, "4+1 4+1");
}

GAME_TEST(sw_5_4_a_realm_without_meeples_scores_nothing, lab()) {
  fixture_play(t, "T@1,0r2=none T@2,0r0=none");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_SCORED), 0);
  fixture_scores(t, "0 0");
}

GAME_TEST(sw_5_5_a_realm_may_be_taken_as_it_is_completed, lab()) {
  fixture_play(t, "T@1,0r2=none T@2,0r0=large:route.W");
  fixture_scores(t, "0 2");
  fixture_supplies(t, "4+1 4+1");
  fixture_play(t, "O@1,1r0"); /* and not later */
  fixture_choices(t, "none");
}

GAME_TEST(sw_5_6_the_score_runs_past_the_track_of_fifty, lab()) {
  tess_position position;
  const char *why;
  tess_game_position(t->history->game, &position);
  position.scores[0] = 49;
  assert_int_equal(tess_game_setup(t->history->game, t->own->set, &position, 1, &why), TESS_ERROR_NONE);
  fixture_play(t, "T@1,0r2=small:route.E T@2,0r0=none");
  fixture_scores(t, "51 0");
  assert_int_equal(tess_game_score(t->history->game, 0) % 50, 1);
}

TEST(sw_6_1_after_the_turn_of_the_last_tile) {
  static const char *const lines[] = {"S 1 SSSS start", "T 2 SSSR route:W", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,white", "-");
  fixture_play(t, "T@1,0r2=small:route.E T@2,0r0");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_MEEPLE);
  assert_int_equal(tess_game_bag(t->history->game, -1), 0);
  fixture_play(t, "T@2,0r0=none");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_OVER);
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_OVER), 1);
  assert_int_equal(fixture_heard(t, TESS_EVENT_SCORED, 0)->final, false);
  fixture_scores(t, "2 0");
  fixture_close(t);
}

TEST(sw_6_1_the_last_tile_fits_nowhere) {
  static const char *const lines[] = {"S 1 SSSS start", "T 1 SSSR route:W", "Z 1 AAAA asteroids:NESW", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,white", "-");
  fixture_play(t, "T@1,0r2=small:route.E (Z)");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_OVER);
  fixture_scores(t, "1 0");
  assert_int_equal(tess_game_seat(t->history->game), 1);
  fixture_close(t);
}

TEST(sw_6_2_final_scoring) {
  static const char *const lines[] = {"S 3 SSSS start",
                                      "T 1 SSSR route:W",
                                      "Re 1 SRSR route:EW+e",
                                      "A 1 ASSS asteroids:N",
                                      "AAr 1 SASA asteroids:EW+rr",
                                      "Ph 1 SSSS planet+h",
                                      NULL};
  struct fixture *t = fixture_open_lines(lines, "red,white,orange", "-");
  fixture_play(t, "T@1,0r2=small:route.E A@-1,0r3=small:asteroids.W Ph@0,1r0=small:planet Re@2,0r0 AAr@-2,0r0 "
                  "S@0,2r0=none S@0,3r0=none");
  /* Route 2 tiles and a symbol; field 2 tiles and 2 symbols; planet with 4 tiles around and its symbol. */
  fixture_scores(t, "4 6 7");
  for (int i = 0; i < 3; i++) {
    assert_true(fixture_heard(t, TESS_EVENT_SCORED, i)->final);
    assert_false(fixture_heard(t, TESS_EVENT_SCORED, i)->complete);
  }
  fixture_supplies(t, "3+1 3+1 3+1");
  fixture_close(t);
}

TEST(sw_6_3_equal_points_stay_equal) {
  static const char *const lines[] = {"S 1 SSSS start", "T 2 SSSR route:W", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,white", "-");
  fixture_play(t, "T@1,0r2=small:route.E T@-1,0r0=large:route.W");
  fixture_scores(t, "1 1");
  fixture_close(t);
}

/* ---- The team game ---- */

static struct fixture *teams(void) { return fixture_open_lines(lab_star_wars, "red,black,green,white", "teams"); }

static tess_error start_teams(const char *colours) {
  struct fixture *t = lab();
  tess_options options = {.players = 4, .teams = true};
  for (unsigned seat = 0; colours[seat] != '\0'; seat++) {
    options.colours[seat] = (uint8_t)(strchr("rgbwo", colours[seat]) - strchr("rgbwo", 'r'));
    options.players = (uint8_t)(seat + 1);
  }
  const tess_error error = tess_game_new(t->history->game, t->own->set, &options);
  fixture_close(t);
  return error;
}

TEST(sw_8_1_opposite_seats_are_a_team_of_one_faction) {
  assert_int_equal(start_teams("rbgw"), TESS_ERROR_NONE);
  assert_int_equal(start_teams("wgbr"), TESS_ERROR_NONE);
  assert_int_equal(start_teams("rgbw"), TESS_ERROR_BAD_OPTIONS);
  assert_int_equal(start_teams("rbog"), TESS_ERROR_BAD_OPTIONS);
  assert_int_equal(start_teams("rog"), TESS_ERROR_BAD_OPTIONS);
  assert_int_equal(start_teams("rbgwo"), TESS_ERROR_BAD_OPTIONS);
  assert_int_equal(start_teams("rb"), TESS_ERROR_BAD_OPTIONS);
  struct fixture *t = teams();
  for (int seat = 0; seat < 4; seat++) assert_int_equal(tess_game_side(t->history->game, seat), seat % 2);
  fixture_close(t);
}

GAME_TEST(sw_8_2_one_score_a_team_and_a_supply_a_player, teams()) {
  assert_int_equal(tess_game_sides(t->history->game), 2);
  fixture_play(t, "T@1,0r2=small:route.E O@-1,0r0 T@0,1r3=large:route.S O@0,-1r0");
  fixture_supplies(t, "3+1 4+1 4+0 4+1");
  fixture_play(t, "T@2,0r0=none T@0,2r1=none");
  fixture_scores(t, "4 0");
  fixture_supplies(t, "4+1 4+1 4+1 4+1");
}

GAME_TEST(sw_8_3_battles_between_teams_with_dice_together, teams()) {
  fixture_play(t, "Pr@1,0r0=small:planet O@-1,0r0 O@1,1r0=small:planet@1,0"); /* partners do not fight */
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_DRAW);
  fixture_play(t, "O@2,1r0=large:planet@1,0");
  fixture_battle(t, "planet@1,0", "3 2"); /* two small ones and the symbol once */
  fixture_play(t, "[1:6,1,1 2:6,2]");
  fixture_scores(t, "1 1");
  fixture_play(t, "[1:2,1,1 2:6,2]");
  fixture_scores(t, "4 1");
  fixture_supplies(t, "4+1 4+1 4+1 4+0");
}

GAME_TEST(sw_8_3_at_most_three_dice_for_the_team, teams()) {
  fixture_play(t, "P@1,0r0=large:planet O@-1,0r0 O@1,1r0=large:planet@1,0 O@2,1r0=small:planet@1,0");
  fixture_battle(t, "planet@1,0", "3 1");
  fixture_play(t, "[1:1,1,1 2:6]");
  fixture_scores(t, "3 0");
}

GAME_TEST(sw_8_3_both_partners_take_back, teams()) {
  fixture_play(t,
               "P@1,0r0=none O@1,1r0=small:planet@1,0 O@2,1r0=none O@2,0r0=large:planet@1,0 O@2,-1r0=small:planet@1,0");
  fixture_battle(t, "planet@1,0", "1 3");
  fixture_play(t, "[1:6 2:1,1,1]");
  fixture_scores(t, "0 3");
  fixture_supplies(t, "3+1 4+1 4+1 4+1");
}

GAME_TEST(sw_8_4_a_realm_of_partners_is_scored_once, teams()) {
  fixture_play(t,
               "Pr@1,0r0=small:planet O@1,1r0=none O@2,1r0=large:planet@1,0 O@2,0r0=none O@2,-1r0=none O@1,-1r0=none "
               "O@0,-1r0=none O@0,1r0=none");
  fixture_scores(t, "11 0");
  fixture_supplies(t, "4+1 4+1 4+1 4+1");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_SCORED), 1);
  assert_int_equal(fixture_heard(t, TESS_EVENT_SCORED, 0)->sides, 1);
}

GAME_TEST(sw_8_5_a_partner_occupies_but_his_planet_can_be_reinforced, teams()) {
  fixture_play(t, "T@1,0r2=small:route.E O@-1,0r0 R@2,0r0");
  fixture_choices(t, "none");
  fixture_play(t, "R@2,0r0=none P@0,1r0=none O@0,-1r0=none O@0,-2r0=none O@0,2r0=small:planet@0,1 O@0,-3r0=none "
                  "O@0,-4r0=none O@0,-5r0=none O@1,1r0");
  fixture_choices(t, "none small:planet@0,1 large:planet@0,1");
}

RUN_TESTS(NULL, NULL)
