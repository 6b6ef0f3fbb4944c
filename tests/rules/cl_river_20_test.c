/* Classic: the river of the anniversary box (CL-9). */
#include "rules/fixture.h"

/* A short river, so that land comes soon. */
static const char *const lab[] = {
    "F 60 FFFF start field:*",
    "M 6 FFFF monastery field:*",
    "VS 2 FWFW spring field:NL.NR.EL.WR field:ER.SL.SR.WL",
    "VR 2 FWFW river field:NL.NR.EL.WR field:ER.SL.SR.WL",
    "VB 4 FFWW river field:NL.NR.EL.ER.SL.WR field:SR.WL",
    "VL 2 FFFW lake field:*",
    NULL,
};

static const char *const short_river[] = {
    "F 60 FFFF start field:*",
    "M 6 FFFF monastery field:*",
    "G 6 FFFF garden field:*",
    "VS 2 FWFW spring field:NL.NR.EL.WR field:ER.SL.SR.WL",
    "VR 1 FWFW river field:NL.NR.EL.WR field:ER.SL.SR.WL",
    "VL 1 FFFW lake field:*",
    "VK 1 FFFW lake monastery field:*",
    NULL,
};

static struct fixture *open_lab(const char *options) { return fixture_open_lines(lab, "red,yellow", options); }
static struct fixture *open_short(const char *options) {
  return fixture_open_lines(short_river, "red,yellow", options);
}

static bool same_realm(const struct fixture *t, const char *some, const char *other) {
  const tess_game *game = t->history->game;
  return tess_game_realm_id(game, fixture_spot(t, some)) == tess_game_realm_id(game, fixture_spot(t, other));
}

static void assert_lies(const tess_game *game, int index, const char *id, int x, int y) {
  const tess_tile tile = tess_game_tile(game, index);
  assert_string_equal(tess_set_tile(tess_game_set(game), tile.kind)->id, id);
  assert_true(tile.x == x && tile.y == y && tile.rotation == 0);
}

GAME_TEST(cl_9_1_the_source_lies_first_and_the_start_tile_is_in_the_stack,
          fixture_open("classic+river-20", "red,yellow", "river=river-20")) {
  const tess_game *game = t->history->game;
  assert_int_equal(tess_game_tiles(game), 2);
  assert_lies(game, 0, "R20_S", 0, 0);
  assert_lies(game, 1, "R20_S", 1, 0);
  assert_int_equal(tess_game_bag(game, -1), 72 + 16);
  assert_int_equal(tess_game_bag(game, tess_set_find(tess_game_set(game), "D", 1)), 4);
  assert_int_equal(tess_game_bag(game, tess_set_find(tess_game_set(game), "R20_S", 5)), 0);
}

TEST(cl_9_1_halves_of_two_kinds_lie_in_the_order_of_the_set) {
  static const char *const lines[] = {"E 1 RWFW spring road:N field:NL.WR field:NR.EL field:ER.SL.SR.WL",
                                      "W 1 FWRW spring road:S field:NL.NR.EL.WR field:ER.SL field:SR.WL",
                                      "L 2 FFFW lake field:*", "F 3 FFFF field:*", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,yellow", "river=river-20");
  assert_lies(t->history->game, 0, "E", 0, 0);
  assert_lies(t->history->game, 1, "W", 1, 0);
  fixture_close(t);
}

GAME_TEST(cl_9_1_the_source_parts_the_fields, open_lab("fields,river=river-20")) {
  assert_true(same_realm(t, "field.NL@0,0", "field.NL@1,0"));
  assert_true(same_realm(t, "field.ER@0,0", "field.ER@1,0"));
  assert_false(same_realm(t, "field.NL@0,0", "field.ER@0,0"));
}

GAME_TEST(cl_9_1_each_half_counts_as_a_tile, open_short("abbot,river=river-20")) {
  fixture_play(t, "VR@2,0r0=none VL@3,0r0=none VK@-1,0r2=none"); /* yellow has the next turn */
  fixture_play(t, "M@0,1r0=meeple:monastery G@1,1r0=abbot:garden");
  assert_int_equal(fixture_realm(t, "monastery@0,1").tiles, 5); /* itself, a lake, both halves, the garden */
  assert_int_equal(fixture_realm(t, "garden@1,1").tiles, 5);    /* itself, both halves, a river tile, the monastery */
  fixture_play(t, "F@-1,1r0=none F@-1,2r0=none F@0,2r0=none F@1,2r0=none");
  fixture_scores(t, "0 9");
}

GAME_TEST(cl_9_2_middle_then_lakes_in_any_order_then_land,
          fixture_open("classic+river-20", "red,yellow", "river=river-20")) {
  tess_game *game = t->history->game;
  const int lake = tess_set_find(tess_game_set(game), "R20_P", 5),
            other = tess_set_find(tess_game_set(game), "R20_Q", 5);
  for (int turn = 0; turn < 17; turn++) {
    const uint8_t role = turn < 14 ? TESS_ROLE_RIVER : turn < 16 ? TESS_ROLE_LAKE : TESS_ROLE_LAND;
    struct fault fault;
    assert_int_equal(tess_game_due(game, -1), turn < 14 ? 14 - turn : turn < 16 ? 16 - turn : 72);
    if (turn < 16) fixture_refuse(t, "B", TESS_ERROR_BAD_TILE);
    if (turn < 14) fixture_refuse(t, "R20_P", TESS_ERROR_BAD_TILE);
    if (turn == 14) assert_true(tess_game_due(game, lake) == 1 && tess_game_due(game, other) == 1);
    assert_true(history_draw(t->history, TESS_RANDOM, &fault));
    assert_int_equal(tess_game_phase(game), TESS_PHASE_PLACE); /* CL-9.3: a river tile always fits */
    assert_int_equal(tess_set_tile(tess_game_set(game), tess_game_drawn(game))->role, role);
    assert_true(history_place(t->history, tess_game_placement_at(game, 0), &fault));
    assert_true(history_meeple(t->history, (tess_decision){.piece = TESS_PIECE_NONE}, &fault));
  }
}

GAME_TEST(cl_9_3_a_river_tile_joins_either_open_end, open_lab("river=river-20")) {
  struct fault fault;
  fixture_fitting(t, "VR@2,0r0 VR@-1,0r0", "VR@2,0r1 VR@0,1r0");
  assert_true(history_draw(t->history, tess_set_find(t->own->set, "VB", 2), &fault));
  assert_int_equal(tess_game_placement_count(t->history->game), 4); /* to either side at either end */
  history_undo(t->history);
  fixture_play(t, "VR@-1,0r0=none");
  fixture_fitting(t, "VR@-2,0r0 VR@2,0r0", "");
  fixture_refuse(t, "VR@-1,1r1", TESS_ERROR_BAD_PLACEMENT);
}

GAME_TEST(cl_9_3_bends_alternate_in_each_branch_by_itself, open_lab("river=river-20")) {
  fixture_play(t, "VB@2,0r0=none");    /* east, then to the right: south */
  fixture_fitting(t, "VB@-1,0r3", ""); /* the west branch is free: to the left, south */
  fixture_fitting(t, "VB@-1,0r2", ""); /* or to the right, north */
  fixture_fitting(t, "VB@2,1r2", "");  /* the east branch goes on to the left */
  fixture_fitting(t, "", "VB@2,1r1");
  fixture_play(t, "VB@-1,0r2 VR@-1,-1r1=none"); /* a straight tile changes nothing */
  fixture_fitting(t, "VB@-1,-2r0", "");         /* to the left: west */
  fixture_fitting(t, "VB@2,1r2", "VB@-1,-2r3");
  fixture_refuse(t, "VB@2,1r1", TESS_ERROR_BAD_PLACEMENT);
}

GAME_TEST(cl_9_4_each_lake_closes_an_end, open_short("river=river-20")) {
  fixture_play(t, "VR@-1,0r0=none");
  fixture_fitting(t, "VL@2,0r0 VL@-2,0r2", "");
  fixture_play(t, "VL@2,0r0=none");
  fixture_fitting(t, "VK@-2,0r2", "VK@3,0r0");
  fixture_play(t, "VK@-2,0r2=none");
  fixture_fitting(t, "F@0,1r0 F@3,0r0", "");
}

GAME_TEST(cl_9_4_the_field_runs_round_each_lake, open_short("fields,river=river-20")) {
  fixture_play(t, "VR@2,0r0");
  fixture_choices(t, "none meeple:field.NL meeple:field.ER");
  fixture_play(t, "VR@2,0r0=meeple:field.NL");
  assert_false(same_realm(t, "field.NL@0,0", "field.ER@0,0"));
  fixture_play(t, "VK@-1,0r2");
  fixture_choices(t, "none meeple:monastery"); /* the field round the lake is one with that of the farmer */
  fixture_play(t, "VK@-1,0r2=meeple:monastery");
  assert_true(same_realm(t, "field.NL@0,0", "field.ER@0,0"));
}

GAME_TEST(cl_9_4_nothing_stands_on_the_river, open_lab("river=river-20")) {
  fixture_play(t, "VR@2,0r0");
  fixture_choices(t, "none");
}

RUN_TESTS(NULL, NULL)
