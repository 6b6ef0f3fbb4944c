/* Classic: abbot and gardens, the river (CL-7, CL-8). */
#include "rules/fixture.h"

#include <string.h>

static struct fixture *lab(const char *options) { return fixture_open_lines(lab_classic, "red,yellow", options); }

TEST(cl_7_1_eight_tiles_show_a_garden) {
  size_t count;
  const tess_tile_def *tiles = tess_builtin_tiles("classic", &count);
  char found[16] = "";
  for (size_t i = 0; i < count; i++)
    for (unsigned f = 0; f < tiles[i].feature_count; f++) {
      if (tiles[i].features[f].type != TESS_TYPE_GARDEN) continue;
      assert_int_equal(tiles[i].count, 1);
      assert_true(strlen(found) < 8);
      found[strlen(found)] = tiles[i].id[0];
    }
  assert_string_equal(found, "EHIMNRUV");
}

GAME_TEST(cl_7_1_without_the_option_a_garden_is_decoration, lab("-")) {
  fixture_play(t, "G@1,0r0");
  fixture_choices(t, "none");
  fixture_play(t, "G@1,0r0=none M@0,1r0");
  fixture_choices(t, "none meeple:monastery");
  fixture_refuse(t, "M@0,1r0=abbot:monastery", TESS_ERROR_BAD_DECISION);
}

GAME_TEST(cl_7_2_the_abbot_on_monasteries_and_gardens_only, lab("fields,abbot")) {
  fixture_play(t, "G@1,0r0=none MG@0,1r0");
  fixture_choices(t, "none meeple:monastery abbot:monastery abbot:garden meeple:field.NL");
  fixture_play(t, "MG@0,1r0=none CR@0,2r2");
  fixture_choices(t, "none meeple:city.S meeple:road.E meeple:field.NL meeple:field.ER");
  fixture_refuse(t, "CR@0,2r2=abbot:road.E", TESS_ERROR_BAD_DECISION);
  fixture_play(t, "CR@0,2r2=none M@-1,1r0=abbot:monastery");
  fixture_supplies(t, "7+1 7+0");
}

GAME_TEST(cl_7_2_a_garden_takes_no_other_meeple_and_one_is_placed, lab("abbot")) {
  fixture_play(t, "G@1,0r0");
  fixture_choices(t, "none abbot:garden");
  fixture_refuse(t, "G@1,0r0=meeple:garden", TESS_ERROR_BAD_DECISION);
  fixture_play(t, "G@1,0r0=abbot:garden");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_DRAW);
  fixture_supplies(t, "7+0 7+1");
  fixture_play(t, "F@-1,0r0=none M@-2,0r0"); /* the abbot is away */
  fixture_choices(t, "none return meeple:monastery");
  fixture_refuse(t, "M@-2,0r0=abbot:monastery", TESS_ERROR_BAD_DECISION);
}

GAME_TEST(cl_7_3_a_garden_completes_and_scores_nine, lab("abbot")) {
  fixture_play(t, "G@1,0r0=abbot:garden F@1,1r0 F@2,1r0 F@2,0r0 F@2,-1r0 F@1,-1r0 F@0,-1r0 F@0,1r0=none");
  fixture_scores(t, "9 0");
  fixture_supplies(t, "7+1 7+1");
  assert_int_equal(fixture_heard(t, TESS_EVENT_SCORED, 0)->realm, TESS_TYPE_GARDEN);
}

TEST(cl_7_3_monastery_and_garden_of_one_tile_both_score) {
  struct fixture *t = lab("abbot");
  fixture_play(t, "F@1,0r0 F@2,0r0 F@2,1r0 F@2,2r0 F@1,2r0 F@0,2r0 F@0,1r0=none MG@1,1r0=abbot:garden");
  fixture_scores(t, "0 9");
  fixture_supplies(t, "7+1 7+1");
  fixture_close(t);
  t = lab("abbot");
  fixture_play(t, "MG@1,0r0=meeple:monastery F@1,1r0 F@2,1r0 F@2,0r0 F@2,-1r0 F@1,-1r0 F@0,-1r0 F@0,1r0=none");
  fixture_scores(t, "9 0");
  fixture_supplies(t, "7+1 7+1");
  fixture_close(t);
}

GAME_TEST(cl_7_4_the_abbot_returns_for_what_it_is_worth_now, lab("abbot")) {
  fixture_play(t, "G@1,0r0=abbot:garden F@1,1r0=none F@2,1r0");
  fixture_choices(t, "none return");
  fixture_play(t, "F@2,1r0=return");
  fixture_scores(t, "4 0"); /* the garden, the start tile, and two more, the one just laid among them */
  fixture_supplies(t, "7+1 7+1");
  assert_false(fixture_heard(t, TESS_EVENT_SCORED, 0)->complete);
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_DRAW);
  fixture_play(t, "F@2,0r0");
  fixture_choices(t, "none");
  fixture_refuse(t, "F@2,0r0=return", TESS_ERROR_BAD_DECISION);
}

GAME_TEST(cl_7_4_from_an_incomplete_one_only, lab("abbot")) {
  fixture_play(t,
               "M@1,0r0=abbot:monastery F@1,1r0 F@2,1r0 F@2,0r0 F@2,-1r0 F@1,-1r0 F@0,-1r0=none F@-1,0r0=none F@0,1r0");
  fixture_choices(t, "none");
  fixture_refuse(t, "F@0,1r0=return", TESS_ERROR_BAD_DECISION);
  fixture_play(t, "F@0,1r0=none");
  fixture_scores(t, "9 0");
}

GAME_TEST(cl_7_5_the_abbot_counts_as_one_meeple, lab("abbot")) {
  fixture_play(t, "M@1,0r0=abbot:monastery F@1,1r0=none");
  const tess_realm realm = fixture_realm(t, "monastery@1,0");
  assert_int_equal(realm.meeples[0], 1);
  assert_int_equal(realm.sides, 1);
  assert_int_equal(realm.worth, 3);
}

TEST(cl_7_5_at_the_end_it_scores_as_others_do) {
  static const char *const lines[] = {"F 2 FFFF start field:*", "G 1 FFFF garden field:*", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,yellow", "abbot");
  fixture_play(t, "G@1,0r0=abbot:garden F@2,0r0=none");
  fixture_scores(t, "3 0");
  fixture_supplies(t, "7+0 7+1");
  fixture_close(t);
}

GAME_TEST(cl_8_1_spring_then_river_then_lake_then_land, fixture_open("classic+river", "red,yellow", "river")) {
  tess_game *game = t->history->game;
  assert_string_equal(tess_set_tile(tess_game_set(game), tess_game_tile(game, 0).kind)->id, "RIV_A");
  assert_int_equal(tess_game_bag(game, -1), 72 + 11);
  assert_int_equal(tess_game_bag(game, tess_set_find(tess_game_set(game), "D", 1)), 4);
  for (int turn = 0; turn < 12; turn++) {
    const uint8_t role = turn < 10 ? TESS_ROLE_RIVER : turn == 10 ? TESS_ROLE_LAKE : TESS_ROLE_LAND;
    struct fault fault;
    assert_int_equal(tess_game_due(game, -1), turn < 10 ? 10 - turn : turn == 10 ? 1 : 72);
    if (turn < 11) fixture_refuse(t, "B", TESS_ERROR_BAD_TILE);
    if (turn < 10) fixture_refuse(t, "RIV_L", TESS_ERROR_BAD_TILE);
    assert_true(history_draw(t->history, TESS_RANDOM, &fault));
    assert_int_equal(tess_set_tile(tess_game_set(game), tess_game_drawn(game))->role, role);
    assert_true(history_place(t->history, tess_game_placement_at(game, 0), &fault));
    assert_true(history_meeple(t->history, (tess_decision){.piece = TESS_PIECE_NONE}, &fault));
  }
}

GAME_TEST(cl_8_1_without_the_option_no_river_tile_comes, fixture_open("classic+river", "red,yellow", "-")) {
  assert_int_equal(tess_game_bag(t->history->game, -1), 71);
  fixture_refuse(t, "RIV_G", TESS_ERROR_BAD_TILE);
  fixture_refuse(t, "RIV_L", TESS_ERROR_BAD_TILE);
}

GAME_TEST(cl_8_2_a_river_tile_joins_the_open_end, lab("river")) {
  struct fault fault;
  fixture_fitting(t, "VR@1,0r0", "VR@1,0r1 VR@0,1r0");
  assert_true(history_draw(t->history, tess_set_find(t->own->set, "VB", 2), &fault));
  assert_int_equal(tess_game_placement_count(t->history->game), 2); /* the first bend turns to either side */
  history_undo(t->history);
  fixture_refuse(t, "VR@-1,0r0", TESS_ERROR_BAD_PLACEMENT);
  fixture_play(t, "VR@1,0r0=none");
  fixture_fitting(t, "VR@2,0r0", "VR@1,1r0");
}

GAME_TEST(cl_8_2_bends_alternate, lab("river")) {
  fixture_play(t, "VB@1,0r0=none"); /* to the right: south */
  fixture_fitting(t, "VB@1,1r2", "VB@1,1r1");
  fixture_play(t, "VR@1,1r1=none"); /* straight tiles change nothing */
  fixture_fitting(t, "VB@1,2r2", "VB@1,2r1");
  fixture_refuse(t, "VB@1,2r1", TESS_ERROR_BAD_PLACEMENT);
  fixture_play(t, "VB@1,2r2=none"); /* to the left: east */
  fixture_fitting(t, "VB@2,2r0", "VB@2,2r1");
}

GAME_TEST(cl_8_2_left_first_then_right, lab("river")) {
  fixture_play(t, "VB@1,0r1=none"); /* to the left: north */
  fixture_fitting(t, "VB@1,-1r3", "VB@1,-1r0");
}

GAME_TEST(cl_8_2_land_lies_anywhere_once_the_lake_is_laid, lab("river")) {
  fixture_play(t, "VR@1,0r0 VR@2,0r0 VR@3,0r0 VR@4,0r0 VU@5,0r0 VB@6,0r0 VB@6,1r2 VB@7,1r0 VB@7,2r2=none");
  fixture_fitting(t, "VL@8,2r0", "");
  fixture_play(t, "VL@8,2r0=none");
  fixture_fitting(t, "F@0,1r0 F@9,2r0", "");
  fixture_fitting(t, "", "F@5,1r0"); /* the bridge's road */
  fixture_fitting(t, "T@5,1r1", "");
}

GAME_TEST(cl_8_3_nothing_stands_on_the_river, lab("river")) {
  fixture_play(t, "VR@1,0r0");
  fixture_choices(t, "none");
}

GAME_TEST(cl_8_3_the_field_runs_round_spring_and_lake, lab("fields,river")) {
  fixture_play(t, "VR@1,0r0");
  fixture_choices(t, "none meeple:field.NL");
  fixture_play(t, "VR@1,0r0=none VU@2,0r0");
  fixture_choices(t, "none meeple:road.N meeple:field.NL meeple:field.NR meeple:field.ER");
}

TEST(cl_8_3_the_river_separates_fields_also_under_a_bridge) {
  static const char *const lines[] = {"VS 1 FWFR spring road:W field:NL.NR.EL.WR field:ER.SL.SR.WL",
                                      "VU 1 RWRW river road:NS field:NL.WR field:NR.EL field:ER.SL field:SR.WL",
                                      "VR 1 FWFW river field:NL.NR.EL.WR field:ER.SL.SR.WL",
                                      "VL 1 FFFW lake field:*",
                                      "F 3 FFFF start field:*",
                                      NULL};
  struct fixture *t = fixture_open_lines(lines, "red,yellow", "fields,river");
  fixture_play(t, "VR@1,0r0");
  fixture_choices(t, "none meeple:field.NL meeple:field.ER");
  fixture_play(t, "VR@1,0r0=meeple:field.NL VU@2,0r0");
  fixture_choices(t, "none meeple:road.N meeple:field.NR meeple:field.ER meeple:field.SR");
  fixture_play(t, "VU@2,0r0=meeple:field.NR VL@3,0r0");
  fixture_choices(t, "none"); /* all of the lake's field is one, and yellow's */
  fixture_close(t);
}

RUN_TESTS(NULL, NULL)
