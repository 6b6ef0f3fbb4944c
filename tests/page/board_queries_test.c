/* The page module's queries about the board and the game (docs/lookup/page-module.md). */
#include "page/ask.h"

TEST_WITH(test_commands, open_page, close_page) {
  const char *reply = ask("list_commands");
  static const char *const words[] = {"\nwords\n",
                                      "\nsegments\n",
                                      "\nholes\n",
                                      "\ncells\n",
                                      "\nsets\n",
                                      "\ntry MOVE\n",
                                      "\ntile ID rR THEME [X,Y]\n",
                                      "\npicture THEME [SIZE]\n"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) assert_non_null(strstr(reply, words[i]));
  static const char *const commands[] = {"words", "segments", "holes", "cells", "try A3@1,0r0", "advise mcts 1 1"};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) expect_error(commands[i], "no-game");
  expect("", "");
  expect_error("newgame set=/nowhere/set.json", "bad-set");
}

TEST_WITH(test_words, open_page, close_page) {
  expect_ok("newgame");
  expect("words", "[]\nok\n");
  expect_ok("draw R2S");
  expect("words", "[\"R2S\"]\nok\n");
  expect_ok("place 1,0r0");
  expect("words", "[\"R2S@1,0r0\"]\nok\n");
  expect_ok("meeple none");
  expect("words", "[\"R2S@1,0r0=none\"]\nok\n");
  expect_error("words now", "syntax");
}

/* A battle about a planet with a tie (SW-4.6): throws are words, and `try` ends where the dice are due. */
TEST_WITH(test_battle, open_page, close_page) {
  expect_ok("newgame colours=red,white");
  expect_ok("position startpos moves R2S@1,0r0=none P0_R@0,1r0=large:planet R2C");
  const char *tried = ask("try R2C@1,1r3=small:planet@0,1");
  assert_non_null(strstr(tried, "event {\"event\":\"battle\","));
  assert_null(strstr(tried, "\"event\":\"throw\""));
  expect_ok("position startpos moves R2S@1,0r0=none P0_R@0,1r0=large:planet R2C@1,1r3=small:planet@0,1 "
            "[1:5,1;2:5,3] [1:5,2;2:4,1]");
  expect("words", "[\"R2S@1,0r0=none\",\"P0_R@0,1r0=large:planet\",\"R2C@1,1r3=small:planet@0,1\","
                  "\"[1:5,1;2:5,3]\",\"[1:5,2;2:4,1]\"]\nok\n");
}

/* Segments have the name of their own first edge, and all of them are told. */
TEST_WITH(test_segments, open_page, close_page) {
  expect_ok("newgame");
  expect_ok("position startpos moves R2S@1,0r0=none");
  expect("segments", "[[\"asteroids.N@0,0\"],[\"route.E@0,0\",\"route.E@1,0\"]]\nok\n");
  json_t *segments = ask_json("segments"), *told = ask_json("state json");
  assert_int_equal(json_array_size(segments), json_array_size(json_object_get(told, "realms")));
  json_decref(segments);
  json_decref(told);
}

TEST_WITH(test_cells, open_page, close_page) {
  expect_ok("newgame");
  json_t *cells = ask_json("cells");
  size_t i;
  json_t *cell;
  assert_int_equal(json_array_size(cells), 4);
  json_array_foreach(cells, i, cell) {
    char line[64], answer[64];
    snprintf(line, sizeof line, "fits %d,%d", (int)json_integer_value(json_array_get(cell, 0)),
             (int)json_integer_value(json_array_get(cell, 1)));
    snprintf(answer, sizeof answer, "fits %d\nok\n", (int)json_integer_value(json_array_get(cell, 2)));
    expect(line, answer);
  }
  json_decref(cells);
  expect("holes", "[]\nok\n");
}

/* With an empty bag all cells are holes but those that the drawn tile fits. */
TEST_WITH(test_holes, open_page, close_page) {
  expect_ok("newgame game=classic seed=1");
  for (int i = 0; i < 400 && strstr(ask("bag"), "bag total 0") == NULL; i++) {
    if (strstr(ask("phase"), "phase draw") != NULL) {
      expect_ok("draw");
      continue;
    }
    char line[96] = "move ";
    json_t *advice = ask_json("advise greedy 1 1");
    strncat(line, string_of(json_array_get(json_object_get(advice, "candidates"), 0), "move"), 80);
    json_decref(advice);
    expect_ok(line);
  }
  json_t *holes = ask_json("holes"), *cells = ask_json("cells"), *told = ask_json("state json");
  assert_string_equal(string_of(told, "phase"), "place");
  assert_true(json_array_size(holes) > 0);
  assert_true(json_array_size(holes) < json_array_size(cells));
  json_decref(holes);
  json_decref(cells);
  json_decref(told);
}

TEST_WITH(test_sets, open_page, close_page) {
  json_t *sets = ask_json("sets");
  assert_int_equal(json_array_size(sets), 7);
  assert_string_equal(string_of(json_array_get(sets, 0), "id"), "star-wars");
  assert_true(json_is_true(json_object_get(json_array_get(sets, 2), "river")));
  const json_t *kind = json_array_get(json_object_get(json_array_get(sets, 0), "kinds"), 0);
  assert_string_equal(string_of(kind, "id"), "START");
  json_decref(sets);
}

static void assert_near(const json_t *numbers, size_t index, double expected) {
  const double value = json_number_value(json_array_get(numbers, index));
  assert_true(value - expected < 1e-9 && expected - value < 1e-9);
}

/* Two dice against one: the higher of 36 pairs against a die, ties thrown again. Of three alike each has a third. */
TEST_WITH(test_odds, open_page, close_page) {
  expect("odds 1 1", "[0.500000000,0.500000000]\nok\n");
  json_t *two = ask_json("odds 2 1"), *three = ask_json("odds 3 3 3");
  assert_near(two, 0, 125.0 / 180.0);
  assert_near(two, 1, 55.0 / 180.0);
  assert_int_equal(json_array_size(three), 3);
  for (size_t i = 0; i < 3; i++) assert_near(three, i, 1.0 / 3.0);
  json_decref(two), json_decref(three);
  static const char *const wrong[] = {"odds", "odds 1", "odds 1 4", "odds 0 1", "odds 1 x", "odds 1 1 1 1 1 1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) expect_error(wrong[i], "syntax");
}

RUN_TESTS(NULL, NULL)
