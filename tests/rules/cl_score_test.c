/* Classic: completion, majority, towns, the end, fields (CL-4 to CL-6). */
#include "rules/fixture.h"

static struct fixture *lab(const char *options) { return fixture_open_lines(lab_classic, "red,yellow", options); }

TEST(cl_4_1_a_road_with_both_ends_closed) {
  static const char *const ends[] = {"T@2,0r0=none", "X@2,0r0=none", "CR@2,0r0=none", "MT@2,0r0=none"};
  for (int i = 0; i < 4; i++) {
    struct fixture *t = lab("-");
    fixture_play(t, "T@1,0r2=meeple:road.E");
    assert_int_equal(fixture_realm(t, "road.E@1,0").open_ends, 1);
    fixture_play(t, ends[i]);
    fixture_scores(t, "2 0");
    fixture_supplies(t, "7+0 7+0");
    fixture_close(t);
  }
}

GAME_TEST(cl_4_1_a_road_closed_on_itself, lab("-")) {
  fixture_play(t, "K@0,1r3=meeple:road.E K@1,1r0 K@0,2r2 K@1,2r1=none");
  fixture_scores(t, "4 0");
}

GAME_TEST(cl_4_1_a_road_that_forks, lab("-")) {
  fixture_play(t, "Y@0,1r0=meeple:road.E T@1,1r0=none T@0,2r1=none");
  assert_int_equal(fixture_realm(t, "road.E@0,1").open_ends, 1);
  fixture_scores(t, "0 0");
  fixture_play(t, "T@-1,1r2=none");
  fixture_scores(t, "4 0");
  fixture_supplies(t, "7+0 7+0");
}

GAME_TEST(cl_4_2_two_a_tile_and_a_coat_of_arms, lab("-")) {
  fixture_play(t, "C@1,0r1=meeple:city.E CC1@2,0r0 CC2@3,0r0=none");
  assert_int_equal(fixture_realm(t, "city.E@1,0").worth, 6);
  assert_int_equal(fixture_realm(t, "city.E@1,0").symbols, 3);
  fixture_scores(t, "0 0");
  fixture_play(t, "C@4,0r3=none");
  fixture_scores(t, "14 0");
}

GAME_TEST(cl_4_2_a_two_tile_city_scores_four, lab("-")) {
  fixture_play(t, "C@1,0r1=meeple:city.E C@2,0r3=none");
  fixture_scores(t, "4 0");
}

GAME_TEST(cl_4_3_a_monastery_with_eight_tiles_around, lab("-")) {
  fixture_play(t, "M@1,0r0=meeple:monastery F@1,1r0 F@2,1r0 F@2,0r0 F@2,-1r0 F@1,-1r0 F@0,-1r0=none");
  fixture_scores(t, "0 0");
  fixture_play(t, "F@0,1r0=none"); /* a later tile completes it */
  fixture_scores(t, "9 0");
  fixture_supplies(t, "7+0 7+0");
  fixture_play(t, "F@3,0r0 F@4,0r0 F@4,1r0 F@4,2r0 F@3,2r0 F@2,2r0 M@3,1r0=meeple:monastery"); /* or it is laid last */
  fixture_scores(t, "18 0");
}

TEST(cl_4_4_a_tile_counts_once) {
  struct fixture *t = lab("-");
  fixture_play(t, "CK@0,1r2=meeple:city.E CK@1,1r3 CK@0,2r1 CB@1,2r0=none");
  fixture_scores(t, "8 0");
  fixture_close(t);
  t = lab("-");
  fixture_play(t, "T@1,0r3=meeple:road.S T@0,1r2=none U@1,1r0 K@2,1r0 K@2,2r1 K@1,2r2=none");
  fixture_scores(t, "6 0");
  fixture_close(t);
  t = lab("-"); /* two cities of a tile elsewhere take nothing away */
  fixture_play(t, "CB@0,1r2 C@1,0r1=meeple:city.E CC@2,0r0 CC@3,0r0 CC@4,0r0 C@5,0r3=none");
  fixture_scores(t, "0 10");
  fixture_close(t);
}

/* Red and, on one part of three, yellow in a city that red closes at four tiles; `third` is what red does with the
 * third part. */
static struct fixture *city_of_three_parts(const char *third) {
  struct fixture *t = lab("-");
  fixture_play(t, "F@1,0r0 F@2,0r0 C@2,1r2=meeple:city.S F@3,0r0 F@3,1r0 F@0,1r0=none");
  fixture_play(t, third);
  fixture_play(t, "F@0,2r0 F@-1,0r0 C@1,2r1=meeple:city.E C3@2,2r0=none");
  return t;
}

GAME_TEST(cl_4_5_most_meeples_score_in_full, city_of_three_parts("C@3,2r3=meeple:city.W")) {
  fixture_scores(t, "8 0");
  fixture_supplies(t, "7+0 7+0");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_SCORED), 1);
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_RETURNED), 3);
}

GAME_TEST(cl_4_5_tied_players_all_score_in_full, city_of_three_parts("C@3,2r3=none")) {
  fixture_scores(t, "8 8");
  assert_int_equal(fixture_heard(t, TESS_EVENT_SCORED, 0)->sides, 3);
}

GAME_TEST(cl_4_5_the_later_seat_can_have_the_majority, lab("-")) {
  fixture_play(t, "F@1,0r0 F@2,0r0=none F@3,0r0 C@2,1r2=meeple:city.S F@3,1r0 F@0,1r0 F@0,2r0 C@3,2r3=meeple:city.W "
                  "C@1,2r1=meeple:city.E C3@2,2r0=none");
  fixture_scores(t, "0 8");
  fixture_supplies(t, "7+0 7+0");
}

GAME_TEST(cl_4_5_everything_completed_is_scored, lab("-")) {
  fixture_play(t, "C@1,0r2=meeple:city.S T@0,1r2=meeple:road.E CR@1,1r0=none");
  fixture_scores(t, "4 2");
  fixture_supplies(t, "7+0 7+0");
}

TEST(cl_4_6_a_town_scores_two) {
  struct fixture *t = lab("towns");
  fixture_play(t, "C@1,0r1=meeple:city.E");
  assert_int_equal(fixture_realm(t, "city.E@1,0").worth, 1);
  fixture_play(t, "C@2,0r3=none");
  fixture_scores(t, "2 0");
  fixture_supplies(t, "7+0 7+0");
  fixture_close(t);
  t = lab("fields"); /* other options leave it worth 4 */
  fixture_play(t, "C@1,0r1=meeple:city.E C@2,0r3=none");
  fixture_scores(t, "4 0");
  fixture_close(t);
}

GAME_TEST(cl_4_6_a_larger_city_scores_as_ever, lab("towns")) {
  fixture_play(t, "C@1,0r1=meeple:city.E CC1@2,0r0 C@3,0r3=none");
  fixture_scores(t, "8 0");
}

GAME_TEST(cl_4_6_a_coat_of_arms_of_a_town_scores_one, lab("towns")) {
  fixture_play(t, "C@1,0r1=meeple:city.E CA@2,0r3=none");
  fixture_scores(t, "3 0");
}

TEST(cl_5_1_after_the_turn_of_the_last_tile) {
  static const char *const lines[] = {"F 1 FFFF start field:*", "T 2 FFFR road:W field:*", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,yellow", "-");
  fixture_play(t, "T@1,0r2=none T@2,0r0");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_MEEPLE);
  fixture_play(t, "T@2,0r0=meeple:road.W");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_OVER);
  fixture_scores(t, "0 2");
  fixture_close(t);
}

TEST(cl_5_1_the_last_tile_fits_nowhere) {
  static const char *const lines[] = {"F 1 FFFF start field:*", "T 1 FFFR road:W field:*", "Z 1 CCCC city:NESW", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,yellow", "-");
  fixture_play(t, "T@1,0r2=meeple:road.E (Z)");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_OVER);
  fixture_scores(t, "1 0");
  fixture_close(t);
}

TEST(cl_5_2_incomplete_features_at_the_end) {
  static const char *const lines[] = {"F 3 FFFF start field:*",
                                      "T 1 FFFR road:W field:*",
                                      "R 1 FRFR road:EW field:NL.NR.EL.WR field:ER.SL.SR.WL",
                                      "C 1 CFFF city:N field:*/0",
                                      "CC2 1 FCFC city:EW+2 field:NL.NR/0 field:SL.SR/0",
                                      "M 1 FFFF monastery field:*",
                                      NULL};
  struct fixture *t = fixture_open_lines(lines, "red,yellow,blue", "-");
  fixture_play(t, "T@1,0r2=meeple:road.E C@-1,0r3=meeple:city.W M@0,1r0=meeple:monastery R@2,0r0 CC2@-2,0r0 F@0,2r0 "
                  "F@0,3r0=none");
  fixture_scores(t, "2 4 5");
  fixture_supplies(t, "6+0 6+0 6+0");
  assert_true(fixture_heard(t, TESS_EVENT_SCORED, 0)->final);
  fixture_close(t);
}

TEST(cl_5_2_by_majority) {
  static const char *const lines[] = {"F 7 FFFF start field:*", "C 3 CFFF city:N field:*/0", "C4 1 CCCC city:NESW",
                                      NULL};
  struct fixture *t = fixture_open_lines(lines, "red,yellow", "-");
  fixture_play(t, "F@1,0r0 F@2,0r0 C@2,1r2=meeple:city.S F@3,0r0 F@3,1r0 F@0,1r0 C@3,2r3=meeple:city.W F@0,2r0=none");
  fixture_play(t, "C@1,2r1=meeple:city.E C4@2,2r0=none");
  fixture_scores(t, "4 0");
  fixture_close(t);
}

GAME_TEST(cl_6_1_roads_cities_and_corners_bound_fields, lab("fields")) {
  const tess_game *game = t->history->game;
  fixture_play(t, "R@0,-1r0 C@1,0r2 C@0,1r1 CB@1,1r0=none");
  assert_int_not_equal(tess_game_realm_id(game, fixture_spot(t, "field.NL@0,-1")),
                       tess_game_realm_id(game, fixture_spot(t, "field.SL@0,-1")));
  assert_int_equal(tess_game_realm_id(game, fixture_spot(t, "field.SL@0,-1")),
                   tess_game_realm_id(game, fixture_spot(t, "field.NL@0,0")));
  assert_int_equal(tess_game_realm_id(game, fixture_spot(t, "field.NL@1,0")),
                   tess_game_realm_id(game, fixture_spot(t, "field.SL@0,1")));
  /* No field leaks through a city edge, nor across a corner. */
  assert_int_not_equal(tess_game_realm_id(game, fixture_spot(t, "field.EL@1,1")),
                       tess_game_realm_id(game, fixture_spot(t, "field.NL@1,0")));
  assert_int_equal(fixture_realm(t, "field.EL@1,1").cities, 2);
}

GAME_TEST(cl_6_1_halves_meet_crosswise, lab("fields")) {
  const tess_game *game = t->history->game;
  fixture_play(t, "R@0,1r0 R@1,1r2 K@2,1r1=none"); /* K: road W N */
  const int north = tess_game_realm_id(game, fixture_spot(t, "field.NL@0,1"));
  const int south = tess_game_realm_id(game, fixture_spot(t, "field.SL@0,1"));
  assert_int_not_equal(north, south);
  assert_int_equal(tess_game_realm_id(game, fixture_spot(t, "field.WR@2,1")), north);
  assert_int_equal(tess_game_realm_id(game, fixture_spot(t, "field.NL@2,1")), north);
  assert_int_equal(tess_game_realm_id(game, fixture_spot(t, "field.WL@2,1")), south);
  assert_int_equal(tess_game_realm_id(game, fixture_spot(t, "field.NR@2,1")), south);
  fixture_play(t, "T@-1,1r2=none"); /* a field runs round a road's end */
  assert_int_equal(tess_game_realm_id(game, fixture_spot(t, "field.NL@0,1")),
                   tess_game_realm_id(game, fixture_spot(t, "field.SL@0,1")));
}

/* Red's farmer goes onto one of two such fields. Returns the hash of the position. */
static uint64_t farm_within(const char *move, const char *name, int cities) {
  struct fixture *t = lab("fields");
  const tess_game *game = t->history->game;
  fixture_play(t, "C@1,0r1=none");
  fixture_play(t, move);
  const tess_realm field = fixture_realm(t, name);
  assert_int_equal(field.meeples[1], 1);
  assert_int_equal(field.open_ends, 0);
  assert_false(field.complete);
  fixture_play(t, "C@3,0r3=none C@2,1r0=none C@2,-1r2=none IM@1,1r0");
  assert_int_equal(fixture_realm(t, name).cities, cities);
  assert_int_not_equal(tess_game_realm_id(game, fixture_spot(t, "field.1@2,0")),
                       tess_game_realm_id(game, fixture_spot(t, "field.2@2,0")));
  assert_int_not_equal(tess_game_realm_id(game, fixture_spot(t, "field.1@1,1")),
                       tess_game_realm_id(game, fixture_spot(t, "field.NL@1,1")));
  fixture_choices(t, "none meeple:monastery meeple:field.NL meeple:field.1");
  const uint64_t hash = tess_game_hash(game);
  fixture_close(t);
  return hash;
}

TEST(cl_6_1_a_field_that_reaches_no_edge) {
  const uint64_t one = farm_within("I@2,0r1=meeple:field.1", "field.1@2,0", 1);
  const uint64_t other = farm_within("I@2,0r1=meeple:field.2", "field.2@2,0", 2);
  assert_true(one != other);
}

GAME_TEST(cl_6_2_farmers_stay, lab("fields")) {
  fixture_play(t, "F@-1,0r0=meeple:field.NL C@1,0r1 F@1,1r0 F@2,1r0=none C@2,0r3=none"); /* on the farmer's field */
  assert_int_equal(tess_game_realm_id(t->history->game, fixture_spot(t, "field.SL@2,0")),
                   tess_game_realm_id(t->history->game, fixture_spot(t, "field.NL@-1,0")));
  fixture_scores(t, "0 0");
  fixture_supplies(t, "6+0 7+0");
  assert_false(fixture_realm(t, "field.NL@-1,0").complete);
  assert_int_equal(fixture_realm(t, "field.NL@-1,0").worth, 3);
}

static const char *const farm[] = {
    "F 3 FFFF start field:*",    "R 1 FRFR road:EW field:NL.NR.EL.WR field:ER.SL.SR.WL", "T 2 FFFR road:W field:*",
    "C 5 CFFF city:N field:*/0", "CC 1 FCFC city:EW field:NL.NR/0 field:SL.SR/0",        NULL};

GAME_TEST(cl_6_3_three_for_each_complete_city, fixture_open_lines(farm, "red,yellow", "fields")) {
  fixture_play(t, "F@-1,0r0=meeple:field.NL C@1,0r1 F@-2,0r0 CC@2,0r0=meeple:field.NL C@3,0r3 C@0,-1r0=none C@0,-2r2 "
                  "C@0,1r2 R@3,1r0=none T@4,1r0=none T@2,1r2=none");
  /* Red's field touches the city of three tiles, that of two, and an open one; yellow's only the first. */
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_OVER);
  fixture_scores(t, "6 3");
  assert_int_equal(fixture_heard(t, TESS_EVENT_SCORED, 0)->cities + fixture_heard(t, TESS_EVENT_SCORED, 1)->cities, 3);
  fixture_supplies(t, "6+0 6+0");
}

TEST(cl_6_3_a_field_that_reaches_no_edge) {
  static const char *const tiles[] = {"F 1 FFFF start field:*", "I 1 CFFF city:N field:* field/0",
                                      "C 1 CFFF city:N field:*", NULL};
  struct fixture *t = fixture_open_lines(tiles, "red,yellow", "fields");
  fixture_play(t, "I@0,1r2=meeple:field.1 C@0,2r0=meeple:field.EL");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_OVER);
  fixture_scores(t, "3 0");
  assert_int_equal(fixture_heard(t, TESS_EVENT_SCORED, 0)->cities, 1);
  fixture_close(t);
}

GAME_TEST(cl_6_3_each_city_once_a_field, lab("fields")) {
  fixture_play(t, "CK@0,1r2 CK@1,1r3 CK@0,2r1 CB@1,2r0=none F@1,3r0=none F@0,3r0=none");
  /* All four tiles touch the city, the last one by two segments. */
  assert_int_equal(fixture_realm(t, "field.EL@1,2").cities, 1);
  assert_int_equal(fixture_realm(t, "field.EL@1,2").worth, 3);
}

GAME_TEST(cl_6_3_farmers_tie_or_win, fixture_open_lines(farm, "red,yellow", "fields")) {
  fixture_play(t, "F@-1,0r0=meeple:field.NL R@0,1r0=meeple:field.SL C@1,0r1 C@2,0r3 C@-1,-1r0 C@-2,0r3 T@-1,1r2=none");
  const tess_realm field = fixture_realm(t, "field.NL@0,0");
  assert_int_equal(field.meeples[0], 1);
  assert_int_equal(field.meeples[1], 1);
  assert_int_equal(field.sides, 3);
  assert_int_equal(field.worth, 3);
}

RUN_TESTS(NULL, NULL)
