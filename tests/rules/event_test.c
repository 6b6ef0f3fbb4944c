/* The events of a turn and their order (docs/lookup/notation.md, section 5). */
#include "rules/fixture.h"

#include <string.h>

/* One event: `D1:T` seat 1 drew a T, X put out, `P1:T@2,0` placed, `M1@2,0` meeple, B battle, T throw, `=` tie, L lost,
 * S scored, R returned, O over. */
static void write_event(const struct fixture *t, const tess_event *event, struct text *text) {
  const tess_game *game = t->history->game;
  const tess_tile tile = tess_game_tile(game, event->spot.tile);
  if (event->type < TESS_EVENT_PLACED) assert_int_equal(event->spot.tile, 0);
  text_add_char(text, "DXPMBT=LSRO"[event->type]);
  if (strchr("DXPMR", "DXPMBT=LSRO"[event->type])) text_print(text, "%d", event->seat + 1);
  if (event->type <= TESS_EVENT_PLACED) text_print(text, ":%s", tess_set_tile(tess_game_set(game), event->kind)->id);
  if (event->type >= TESS_EVENT_PLACED && event->type != TESS_EVENT_OVER) text_print(text, "@%d,%d", tile.x, tile.y);
}

/* Plays words that are one turn and compares its events. */
static void expect_turn(struct fixture *t, const char *words, const char *expected) {
  struct text text = {0};
  fixture_play(t, words);
  for (int i = 0; i < t->heard_count; i++) {
    if (i > 0) text_add_char(&text, ' ');
    write_event(t, &t->heard[i], &text);
  }
  assert_string_equal(text.bytes, expected);
  text_free(&text);
}

static struct fixture *space(void) { return fixture_open_lines(lab_star_wars, "red,white", "-"); }
static struct fixture *land(const char *options) { return fixture_open_lines(lab_classic, "red,yellow", options); }

GAME_TEST(a_turn_is_told_in_its_order, space()) {
  expect_turn(t, "(A4) P@1,0r0=none", "D1:A4 X1:A4 D1:P P1:P@1,0");
  expect_turn(t, "O@1,1r0=large:planet@1,0", "D2:O P2:O@1,1 M2@1,0");
  expect_turn(t, "O@2,1r0=small:planet@1,0 [1:4 2:4,1] [1:5 2:2,3]",
              "D1:O P1:O@2,1 M1@1,0 B@1,0 T@1,0 =@1,0 T@1,0 L@1,0 R2@1,0");
}

GAME_TEST(meeples_return_by_seat, land("-")) {
  fixture_play(t, "F@0,1r0 T@1,0r2=meeple:road.E F@1,1r0 F@2,1r0 F@3,1r0 F@-1,0r0 T@3,0r0=meeple:road.W");
  expect_turn(t, "R@2,0r0=none", "D2:R P2:R@2,0 S@2,0 R1@3,0 R2@1,0");
}

TEST(then_small_before_large_then_by_cell) {
  static const char *const pieces[] = {"small", "large"};
  static const char *const expected[] = {"D2:R P2:R@2,0 S@2,0 R1@1,0 R1@3,0", "D2:R P2:R@2,0 S@2,0 R1@3,0 R1@1,0"};
  for (int i = 0; i < 2; i++) {
    struct fixture *t = space();
    struct text words = {0};
    fixture_play(t, "O@0,1r0 O@1,1r0 O@2,1r0 O@3,1r0 T@3,0r0=small:route.W O@-1,0r0=none");
    text_print(&words, "T@1,0r2=%s:route.E", pieces[i]);
    fixture_play(t, words.bytes);
    expect_turn(t, "R@2,0r0=none", expected[i]);
    text_free(&words);
    fixture_close(t);
  }
}

GAME_TEST(realms_of_the_tile_in_the_order_of_its_features, land("-")) {
  fixture_play(t, "C@1,0r2=meeple:city.S T@0,1r2=meeple:road.E");
  expect_turn(t, "CR@1,1r0=none", "D1:CR P1:CR@1,1 S@1,1 R1@1,0 S@1,1 R2@0,1");
}

GAME_TEST(then_the_centres_around, land("-")) {
  fixture_play(t, "M@1,0r0=meeple:monastery F@-1,0r0 F@0,-1r0 T@-1,1r2=meeple:road.E F@1,-1r0 F@2,-1r0 F@2,0r0 F@2,1r0 "
                  "F@1,1r0=none");
  expect_turn(t, "T@0,1r0=none", "D2:T P2:T@0,1 S@0,1 R2@-1,1 S@1,0 R1@1,0");
}

GAME_TEST(centres_around_by_cell, land("-")) {
  fixture_play(t, "M@1,0r0=meeple:monastery F@2,0r0 F@2,-1r0 M@3,0r0=meeple:monastery F@4,0r0 F@4,1r0 F@4,-1r0 F@3,1r0 "
                  "F@3,-1r0 F@1,1r0 F@1,-1r0 F@0,1r0 F@0,-1r0=none");
  expect_turn(t, "F@2,1r0=none", "D2:F P2:F@2,1 S@1,0 R1@1,0 S@3,0 R2@3,0");
}

TEST(the_final_scoring_by_cell) {
  static const char *const lines[] = {"F 1 FFFF start field:*", "T 3 FFFR road:W field:*", "Z 1 CCCC city:NESW", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,yellow", "-");
  fixture_play(t, "T@0,1r3=meeple:road.S T@1,0r2=meeple:road.E T@-1,0r0=meeple:road.W");
  expect_turn(t, "(Z)", "D2:Z X2:Z S@-1,0 S@1,0 S@0,1 O");
  fixture_close(t);
}

RUN_TESTS(NULL, NULL)
