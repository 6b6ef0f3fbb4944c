/* Records that become the game of the session. */
#define _POSIX_C_SOURCE 200809L
#include "page/ask.h"

#define TAGS "[Player1 \"Anna\"]\n[Event \"club \\\"A\\\"\"]\n"

/* Loads a record; gives the reply. */
static const char *load(const char *record) {
  const size_t length = strlen(record);
  memcpy(page_buffer(page, length), record, length);
  return page_load(page, length);
}

/* The game as it is saved; the caller releases it. */
static char *save(void) {
  json_t *told = ask_json("save");
  char *text = strdup(json_string_value(told));
  json_decref(told);
  return text;
}

TEST_WITH(test_tags_are_kept, open_page, close_page) {
  expect_ok("newgame game=classic seed=3");
  expect_ok("draw");
  char *plain = save(), tagged[4096];
  const char *result = strstr(plain, "[Result");
  snprintf(tagged, sizeof tagged, "%.*s" TAGS "%s", (int)(result - plain), plain, result);
  assert_string_equal(load(tagged), "ok\n");
  char *again = save();
  assert_string_equal(again, tagged);
  assert_non_null(strstr(ask("record"), "record [Player1 \"Anna\"]\nrecord [Event \"club \\\"A\\\"\"]\n"));

  /* What is refused leaves them; another game has none of them. */
  const char *reply = load("[Game");
  assert_ptr_equal(strstr(reply, "error "), reply);
  free(again);
  again = save();
  assert_string_equal(again, tagged);
  expect_ok("newgame game=classic");
  assert_null(strstr(ask("record"), "Anna"));
  assert_string_equal(load(plain), "ok\n");
  free(again);
  again = save();
  assert_string_equal(again, plain);
  free(again);
  free(plain);
}

RUN_TESTS(NULL, NULL)
