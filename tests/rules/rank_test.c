/* The winners, as the program reports them (SW-6.3, CL-5.3). */
#include "rules/fixture.h"

#include <string.h>

#include "cli/narrator.h"

/* Ends a finished game; compares ranks and names, "1. Anna 2. Ben 2. Cleo " for a winner and two second ones. */
static void expect_ranks(struct fixture *t, const char *expected) {
  static const struct narrator narrator = {.names = {"Anna", "Ben", "Cleo"}};
  struct text text = {0}, ranks = {0};
  assert_int_equal(tess_game_phase(t->history->game), TESS_PHASE_OVER);
  ranking_print(&narrator, t->history->game, &text);
  for (const char *line = text.bytes; line != NULL && line[0] != '\0' && line[1] == '.';) {
    text_add(&ranks, line, (size_t)(strpbrk(line + 3, " ") - line + 1));
    line = strchr(line, '\n');
    if (line != NULL) line++;
  }
  assert_string_equal(ranks.bytes, expected);
  text_free(&text);
  text_free(&ranks);
  fixture_close(t);
}

static const char *const space[] = {"S 1 SSSS start", "T 3 SSSR route:W", NULL};
static const char *const land[] = {"F 1 FFFF start field:*", "T 3 FFFR road:W field:*", NULL};

TEST(sw_6_3_most_points_win_and_equal_points_share_the_rank) {
  struct fixture *t = fixture_open_lines(space, "red,white,orange", "-");
  fixture_play(t, "T@1,0r2=small:route.E T@-1,0r0=small:route.W T@0,1r3=none");
  fixture_scores(t, "1 1 0");
  expect_ranks(t, "1. Anna 1. Ben 3. Cleo ");
  t = fixture_open_lines(space, "red,white,orange", "-");
  fixture_play(t, "T@1,0r2=none T@2,0r0=small:route.W T@0,1r3=small:route.S");
  fixture_scores(t, "0 2 1");
  expect_ranks(t, "1. Ben 2. Cleo 3. Anna ");
}

TEST(cl_5_3_most_points_win_and_equal_points_share_the_rank) {
  struct fixture *t = fixture_open_lines(land, "red,yellow,blue", "-");
  fixture_play(t, "T@1,0r2=none T@-1,0r0=meeple:road.W T@0,1r3=meeple:road.S");
  fixture_scores(t, "0 1 1");
  expect_ranks(t, "1. Ben 1. Cleo 3. Anna ");
  t = fixture_open_lines(land, "red,yellow,blue", "-");
  fixture_play(t, "T@1,0r2=none T@2,0r0=meeple:road.W T@0,1r3=meeple:road.S");
  fixture_scores(t, "0 2 1");
  expect_ranks(t, "1. Ben 2. Cleo 3. Anna ");
}

RUN_TESTS(NULL, NULL)
