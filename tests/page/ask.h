/* Sends lines to the page module. Include it in only one file of a test program. */
#ifndef TESTS_PAGE_ASK_H
#define TESTS_PAGE_ASK_H

#include "cli/cmocka_base.h"

#include <jansson.h>

#include "page/page.h"

static struct page *page;

static inline int open_page(void **state) {
  (void)state;
  page = page_open();
  return 0;
}

static inline int close_page(void **state) {
  (void)state;
  page_close(page);
  return 0;
}

/* The whole reply, until the next question. */
static inline const char *ask(const char *line) {
  size_t length = strlen(line);
  memcpy(page_buffer(page, length), line, length);
  const char *reply = page_line(page, length);
  assert_int_equal(strlen(reply), page_reply_length(page));
  return reply;
}

static inline void expect(const char *line, const char *answer) { assert_string_equal(ask(line), answer); }

static inline void expect_ok(const char *line) {
  const char *reply = ask(line);
  size_t length = strlen(reply);
  if (length < 3 || strcmp(reply + length - 3, "ok\n") != 0) fail_msg("%s: %s", line, reply);
}

/* The reply is an error with this code alone. */
static inline void expect_error(const char *line, const char *code) {
  char head[64];
  int length = snprintf(head, sizeof head, "error %s ", code);
  const char *reply = ask(line);
  if (strncmp(reply, head, (size_t)length) != 0) fail_msg("%s: %s", line, reply);
  assert_ptr_equal(strchr(reply, '\n'), reply + strlen(reply) - 1);
}

/* The first line of a reply as JSON; the caller releases it. */
static inline json_t *json_line(const char *reply) {
  json_error_t error;
  json_t *json = json_loadb(reply, (size_t)(strchr(reply, '\n') - reply), JSON_DECODE_ANY, &error);
  if (json == NULL) fail_msg("%s: %.200s", error.text, reply);
  return json;
}

/* The data of a command that has one line of it; the caller releases it. */
static inline json_t *ask_json(const char *line) {
  const char *reply = ask(line), *end = strchr(reply, '\n');
  if (strcmp(end, "\nok\n") != 0) fail_msg("%s: %.200s", line, reply);
  return json_line(reply);
}

static inline const char *string_of(const json_t *object, const char *key) {
  const char *string = json_string_value(json_object_get(object, key));
  assert_non_null(string);
  return string;
}

#endif
