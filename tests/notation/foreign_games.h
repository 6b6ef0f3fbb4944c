/* What the tests of games of other programs share: reading, what is expected of the record, and refusals. */
#ifndef TESTS_NOTATION_FOREIGN_GAMES_H
#define TESTS_NOTATION_FOREIGN_GAMES_H

#include "notation/library.h"

#include "notation/foreign.h"
#include "notation/json_lines.h"
#include "notation/json_reader.h"

/* Reads a file, an object of JSON that has ' for ". */
static inline bool read_game(const char *file, struct text *record, struct fault *fault) {
  struct text json = {0}, lines = {0};
  text_add_string(&json, file);
  for (char *at = json.bytes; (at = strchr(at, '\'')) != NULL;) *at = '"';
  json_t *value = members_read(text_span(&json), fault);
  assert_non_null(value);
  text_add_string(&lines, JSON_LINES_HEAD "\n");
  members_write_lines(value, &lines);
  json_decref(value);
  assert_true(foreign_is(text_span(&lines)));
  const bool good = foreign_read(text_span(&lines), library, record, fault);
  text_free(&lines);
  text_free(&json);
  return good;
}

/* Fails unless the record of a file has each of these words; NULL ends them. */
static inline void expect(const char *file, const char *const *words) {
  struct text record = {0};
  struct fault fault = {0};
  if (!read_game(file, &record, &fault)) fail_msg("move %d: %s", fault.move, fault.text);
  for (; *words != NULL; words++)
    if (strstr(record.bytes, *words) == NULL) fail_msg("%s is not in %s", *words, record.bytes);
  text_free(&record);
}

/* Fails unless a file is refused at a move, for a reason that contains `reason`. */
static inline void refused(const char *file, int move, const char *reason) {
  struct text record = {0};
  struct fault fault = {0};
  assert_false(read_game(file, &record, &fault));
  if (fault.move != move || strstr(fault.text, reason) == NULL)
    fail_msg("%s: move %d: %s", file, fault.move, fault.text);
  assert_int_equal(record.length, 0);
  text_free(&record);
}

#endif
