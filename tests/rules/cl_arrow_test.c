/* Classic: the arrow tiles of the anniversary box (CL-10). */
#include "rules/arrow.h"
#include "rules/fixture.h"

/* Arrows to the north; `X` on four sides, so that any cell can be reached. */
static const char *const lab[] = {
    "F 60 FFFF start field:*",
    "R 12 FRFR road:EW field:NL.NR.EL.WR field:ER.SL.SR.WL",
    "T 12 FFFR road:W field:*",
    "C 8 CFFF city:N field:*/0",
    "M 4 FFFF monastery field:*",
    "G 4 FFFF garden field:*",
    "AR 4 FFFF arrow:N+reinforce field:*",
    "AT 4 FFFF arrow:N+extra-turn field:*",
    "AE 4 FFFF arrow:N+elsewhere field:*",
    "AC 2 FFCF arrow:N+reinforce city:S field:*/0",
    NULL,
};

static struct fixture *open_lab(const char *options) { return fixture_open_lines(lab, "red,yellow", options); }

static int seat_of(const struct fixture *t) { return tess_game_seat(t->history->game) + 1; }

TEST(cl_10_1_an_arrow_tells_rotations_apart_and_is_no_tile_without_the_option) {
  struct fixture *t = open_lab("arrows");
  for (int rotation = 0; rotation < 4; rotation++)
    assert_int_equal(tess_set_rotation(t->own->set, tess_set_find(t->own->set, "AR", 2), rotation), rotation);
  fixture_play(t, "AR@1,0r2=none");
  fixture_close(t);
  t = open_lab("-");
  fixture_refuse(t, "AR", TESS_ERROR_BAD_TILE);
  fixture_close(t);
  t = fixture_open("classic+arrows-20", "red,yellow", "arrows");
  assert_int_equal(tess_game_bag(t->history->game, -1), 71 + 15);
  fixture_close(t);
}

GAME_TEST(cl_10_2_two_points_for_an_empty_cell_at_once, open_lab("arrows")) {
  fixture_play(t, "AT@1,0r0");
  fixture_scores(t, "2 0");
  assert_int_equal(fixture_heard(t, TESS_EVENT_ARROW, 0)->points, 2);
  fixture_play(t, "AT@1,0r0=none AT@2,0r3=none"); /* it points to a tile */
  fixture_scores(t, "2 0");
}

GAME_TEST(cl_10_3_activated_when_the_two_come_to_lie_side_by_side, open_lab("arrows")) {
  fixture_play(t, "AT@1,0r3=none"); /* own arrow to a tile */
  assert_int_equal(seat_of(t), 1);
  fixture_play(t, "F@0,1r0=none AT@1,1r0=none"); /* red's extra turn; yellow: the arrow points to a tile */
  assert_int_equal(seat_of(t), 2);
}

GAME_TEST(cl_10_3_a_neighbours_arrow_and_never_again, open_lab("arrows")) {
  fixture_play(t, "AT@1,0r1=none F@2,0r0=none"); /* yellow lays where red's arrow points */
  assert_int_equal(seat_of(t), 2);
  assert_true(tess_game_extra(t->history->game));
  fixture_play(t, "F@2,1r0=none F@3,0r0=none"); /* nothing is activated by other tiles */
  assert_int_equal(seat_of(t), 2);
  assert_false(tess_game_extra(t->history->game));
}

GAME_TEST(cl_10_3_a_neighbours_arrow_that_points_elsewhere_does_nothing, open_lab("arrows")) {
  fixture_play(t, "AT@1,0r0=none F@2,0r0=none"); /* beside it, and not where it points */
  assert_int_equal(seat_of(t), 1);
  fixture_play(t, "F@1,-1r0=none");
  assert_true(tess_game_extra(t->history->game));
}

GAME_TEST(cl_10_3_an_arrow_is_near_while_it_can_be_activated, open_lab("arrows")) {
  const tess_game *game = t->history->game;
  fixture_play(t, "AT@1,0r1"); /* it points to an empty cell */
  assert_false(arrow_is_near(game));
  fixture_play(t, "AT@1,0r1=none F@0,1r0"); /* beside no arrow */
  assert_false(arrow_is_near(game));
  fixture_play(t, "F@0,1r0=none F@2,0r0"); /* a neighbour's arrow points to it */
  assert_true(arrow_is_near(game));
  fixture_play(t, "F@2,0r0=none AT@1,1r0"); /* in the extra turn an arrow of the same action is not activated ... */
  assert_true(tess_game_extra(game));
  assert_false(arrow_is_near(game));
  fixture_play(t, "AT@1,1r0=none AR@2,1r0"); /* ... and after it any is */
  assert_true(arrow_is_near(game));
  fixture_play(t, "AR@2,1r0=none AT@3,0r3=none AE@3,1r0"); /* in an extra turn, one of another action */
  assert_true(tess_game_extra(game));
  assert_true(arrow_is_near(game));
}

TEST(cl_10_4_one_arrow_a_turn_by_what_is_done) {
  struct fixture *t = open_lab("arrows");
  fixture_play(t, "M@0,1r0=meeple:monastery AT@1,0r1=none AR@2,0r3"); /* arrow against arrow */
  fixture_choices(t, "none meeple:monastery@0,1");
  fixture_play(t, "AR@2,0r3=meeple:monastery@0,1");
  assert_int_equal(fixture_heard_count(t, TESS_EVENT_ARROW), 1);
  assert_int_equal(fixture_heard(t, TESS_EVENT_ARROW, 0)->action, TESS_ACTION_REINFORCE);
  assert_int_equal(seat_of(t), 2); /* no extra turn */
  fixture_close(t);
  t = open_lab("arrows");
  fixture_play(t, "M@0,1r0=meeple:monastery AT@1,0r1=none AR@2,0r3=none");
  assert_int_equal(seat_of(t), 1); /* it cannot be declined */
  fixture_close(t);
}

GAME_TEST(cl_10_5_points_and_a_neighbours_arrow_in_one_turn, open_lab("arrows")) {
  fixture_play(t, "AT@1,0r1=none AR@2,0r1=none");
  fixture_scores(t, "2 2");
  assert_int_equal(seat_of(t), 2);
}

GAME_TEST(cl_10_6_a_meeple_beside_an_own_one, open_lab("abbot,arrows")) {
  fixture_play(t, "M@0,1r0=abbot:monastery G@0,-1r0=abbot:garden AR@1,0r3");
  fixture_choices(t, "none return meeple:monastery@0,1"); /* an abbot counts */
  fixture_play(t, "AR@1,0r3=meeple:monastery@0,1 AR@2,0r3");
  fixture_choices(t, "none return"); /* not on a garden */
  fixture_refuse(t, "AR@2,0r3=meeple:garden@0,-1", TESS_ERROR_BAD_DECISION);
  fixture_refuse(t, "AR@2,0r3=meeple:monastery@0,1", TESS_ERROR_BAD_DECISION);
  assert_int_equal(fixture_realm(t, "monastery@0,1").meeples[0], 2);
}

GAME_TEST(cl_10_6_a_realm_that_this_tile_completes, open_lab("arrows")) {
  fixture_play(t, "C@0,1r2=meeple:city.S F@1,1r0 F@1,2r0 F@1,3r0 F@0,3r0 F@2,1r0 AC@0,2r2");
  fixture_choices(t, "none meeple:city.N");
  fixture_play(t, "AC@0,2r2=meeple:city.N");
  fixture_scores(t, "4 0");
  fixture_supplies(t, "7+0 7+0"); /* both are home again */
}

GAME_TEST(cl_10_7_an_extra_turn_once, open_lab("arrows")) {
  fixture_play(t, "AT@1,0r3=none AT@0,1r0=none"); /* in an extra turn none is activated */
  assert_int_equal(seat_of(t), 2);
  fixture_play(t, "AT@2,0r3=none"); /* yellow's turn again has one */
  assert_int_equal(seat_of(t), 2);
}

TEST(cl_10_7_nothing_left_to_draw) {
  static const char *const lines[] = {"F 1 FFFF start field:*", "AT 1 FFFF arrow:N+extra-turn field:*", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,yellow", "arrows");
  fixture_play(t, "AT@1,0r3=none");
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_OVER);
  assert_false(tess_game_extra(t->history->game));
  fixture_close(t);
}

GAME_TEST(cl_10_8_a_free_realm_anywhere, open_lab("fields,arrows")) {
  fixture_play(t, "M@1,0r0=none C@-1,0r3=none AE@0,1r0");
  fixture_choices(t, "none meeple:field.NL meeple:monastery@1,0 meeple:city.W@-1,0");
  fixture_play(t, "AE@0,1r0=meeple:city.W@-1,0");
  assert_int_equal(fixture_heard(t, TESS_EVENT_ARROW, 0)->action, TESS_ACTION_ELSEWHERE);
  assert_int_equal(fixture_realm(t, "city.W@-1,0").meeples[0], 1);
}

GAME_TEST(cl_10_8_neither_what_is_complete_nor_what_somebody_holds, open_lab("arrows")) {
  fixture_play(t, "C@-1,0r3=none C@-2,0r1=none"); /* a city of two tiles, complete and free */
  fixture_play(t, "M@1,0r0=meeple:monastery C@2,0r1=none AE@0,1r0");
  fixture_choices(t, "none meeple:city.E@2,0");
  fixture_refuse(t, "AE@0,1r0=meeple:city.W@-1,0", TESS_ERROR_BAD_DECISION);
  fixture_refuse(t, "AE@0,1r0=meeple:monastery@1,0", TESS_ERROR_BAD_DECISION);
}

GAME_TEST(cl_10_9_it_takes_the_place_of_the_turns_meeple, open_lab("arrows")) {
  fixture_play(t, "M@1,0r0=none F@-1,0r0=none AE@0,1r0=meeple:monastery@1,0");
  fixture_supplies(t, "6+0 7+0");
  assert_int_equal(seat_of(t), 2);
}

GAME_TEST(cl_10_10_a_choice_a_realm_named_by_its_first_tile, open_lab("arrows")) {
  fixture_play(t, "R@0,1r0=none R@1,1r0=none AE@0,-1r2");
  fixture_choices(t, "none meeple:road.E@0,1");
  fixture_play(t, "AE@0,-1r2=meeple:road.W@1,1"); /* another tile and segment of it */
  assert_int_equal(fixture_realm(t, "road.E@0,1").meeples[0], 1);
  assert_int_equal(fixture_heard(t, TESS_EVENT_MEEPLE, 0)->spot.tile, 1);
}

GAME_TEST(cl_10_10_the_northernmost_tile_comes_first, open_lab("arrows")) {
  fixture_play(t, "R@1,0r1=none R@1,1r1=none AE@0,-1r2");
  fixture_choices(t, "none meeple:road.N@1,0");
}

GAME_TEST(cl_10_11_the_extra_turn_belongs_to_the_position, open_lab("arrows")) {
  fixture_play(t, "AT@1,0r3=none");
  tess_position position;
  const char *why;
  tess_game *game = t->history->game;
  const uint64_t hash = tess_game_hash(game);
  tess_game_position(game, &position);
  assert_true(position.extra);
  assert_int_equal(tess_game_setup(game, t->own->set, &position, 1, &why), TESS_ERROR_NONE);
  assert_true(tess_game_extra(game) && tess_game_hash(game) == hash);
  position.extra = false;
  assert_int_equal(tess_game_setup(game, t->own->set, &position, 1, &why), TESS_ERROR_NONE);
  assert_true(tess_game_hash(game) != hash);
}

RUN_TESTS(NULL, NULL)
