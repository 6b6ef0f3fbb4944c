/* Advice and records for the page: docs/lookup/page-module.md. */
#include "page/ask.h"

static json_t *first_candidate(json_t *advice) { return json_array_get(json_object_get(advice, "candidates"), 0); }

/* Every kind of player gives legal turns, the same for the same seed, and leaves the game as it is. */
static void check_kind(const char *kind) {
  char line[64], hash[64];
  snprintf(line, sizeof line, "advise %s 60 7", kind);
  snprintf(hash, sizeof hash, "%s", ask("hash"));
  json_t *advice = ask_json(line), *again = ask_json(line);
  assert_true(json_equal(advice, again));
  expect("hash", hash);
  size_t i;
  json_t *candidate;
  json_array_foreach(json_object_get(advice, "candidates"), i, candidate) {
    char attempt[128];
    const char *move = string_of(candidate, "move");
    snprintf(attempt, sizeof attempt, "try %s", move);
    expect_ok(attempt);
    assert_string_equal(json_string_value(json_array_get(json_object_get(candidate, "pv"), 0)), move);
    const double win = json_number_value(json_object_get(candidate, "win"));
    assert_true(win >= 0 && win <= 1);
  }
  json_decref(advice);
  json_decref(again);
}

TEST_WITH(test_kinds, open_page, close_page) {
  static const char *const kinds[] = {"greedy", "expectimax", "mcts", "random", "level-1", "level-5", "level-8"};
  expect_ok("newgame game=classic fields=on abbot=on");
  expect_ok("draw V");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) check_kind(kinds[i]);
  expect_ok("place 1,0r1");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) check_kind(kinds[i]);
}

/* A whole game by advice: the chosen turn is always legal. */
TEST_WITH(test_game, open_page, close_page) {
  expect_ok("newgame seed=5");
  for (int i = 0; i < 400 && strstr(ask("phase"), "phase over") == NULL; i++) {
    const char *phase = ask("phase");
    if (strstr(phase, "phase draw") != NULL) {
      expect_ok("draw");
    } else if (strstr(phase, "phase throw") != NULL) {
      expect_error("advise greedy 1 1", "bad-phase");
      expect_ok("throw");
    } else {
      char line[128];
      json_t *advice = ask_json("advise level-7 1 1");
      snprintf(line, sizeof line, "move %s", string_of(first_candidate(advice), "move"));
      json_decref(advice);
      expect_ok(line);
    }
  }
  assert_non_null(strstr(ask("phase"), "phase over"));
}

TEST_WITH(test_refusals, open_page, close_page) {
  expect_ok("newgame");
  expect_error("advise greedy 1 1", "bad-phase");
  expect_ok("draw");
  expect_error("advise", "syntax");
  expect_error("advise genius 1 1", "syntax");
  expect_error("advise mcts 0 1", "syntax");
  expect_error("advise mcts 10", "syntax");
  expect_error("advise mcts 10 1 1", "syntax");
}

/* ---- Records ---- */

static const char record[] = "[Game \"star-wars\"]\n"
                             "[Set \"star-wars:3efd4317984a6c37\"]\n"
                             "[Options \"-\"]\n"
                             "[Colours \"red,black\"]\n"
                             "[First \"2\"]\n"
                             "[Event \"The \\\"table\\\"\"]\n\n"
                             "1. R2S@1,0r0=none {[%clk 0:01:05] [%eval -1.25] so far}\n"
                             "2. A3\n*\n\n";

static const char *read_record(const char *bytes) {
  size_t length = strlen(bytes);
  memcpy(page_buffer(page, length), bytes, length);
  return page_read_record(page, length);
}

TEST_WITH(test_record, open_page, close_page) {
  const char *reply = read_record(record);
  assert_string_equal(strchr(reply, '\n'), "\nok\n");
  json_t *game = json_line(reply);
  assert_string_equal(string_of(json_object_get(game, "tags"), "Event"), "The \"table\"");
  assert_string_equal(string_of(game, "newgame"), "newgame game=star-wars set=star-wars first=2 colours=red,black");
  assert_true(json_is_null(json_object_get(game, "position")));
  assert_string_equal(string_of(game, "result"), "*");
  const json_t *turn = json_array_get(json_object_get(game, "turns"), 0);
  assert_string_equal(string_of(turn, "comment"), "so far");
  assert_string_equal(string_of(turn, "eval"), "-1.25");
  assert_int_equal(json_integer_value(json_object_get(turn, "clock")), 65);
  assert_int_equal(json_integer_value(json_object_get(turn, "words")), 1);
  expect_ok(string_of(game, "newgame"));
  expect_ok("position startpos moves R2S@1,0r0=none A3");
  json_decref(game);
}

/* A whole game that was written reads back as it was played, twice in one file. */
TEST_WITH(test_round_trip, open_page, close_page) {
  char file[2 * sizeof record];
  snprintf(file, sizeof file, "%s%s", record, record);
  const char *reply = read_record(file);
  const char *second = strchr(reply, '\n') + 1;
  assert_int_equal(strncmp(reply, second, (size_t)(second - reply)), 0);
  assert_string_equal(strchr(second, '\n'), "\nok\n");
}

TEST_WITH(test_bad_record, open_page, close_page) {
  char file[sizeof record];
  snprintf(file, sizeof file, "%s", record);
  *strstr(file, "1,0r0") = '7';
  const char *reply = read_record(file);
  assert_int_equal(strncmp(reply, "error bad-placement line 8, move 1: ", 36), 0);
  assert_ptr_equal(strchr(reply, '\n'), reply + strlen(reply) - 1);
  assert_int_equal(strncmp(read_record(""), "error syntax ", 13), 0);
}

RUN_TESTS(NULL, NULL)
