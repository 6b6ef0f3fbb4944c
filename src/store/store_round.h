/* How the files of the store make values of statements, check those of rows, change and ask: in the round, or before
 * it. */
#ifndef STORE_STORE_ROUND_H
#define STORE_STORE_ROUND_H

#include <string.h>

#include "store/store_kind.h"

/* ---- Values ---- */

/* A number, a text and bytes as a parameter; the caller's bytes must outlive the call that takes it. */
static inline struct store_value number_value(int64_t number) {
  return (struct store_value){.type = VALUE_NUMBER, .number = number};
}
static inline struct store_value text_value(struct span text) {
  return (struct store_value){.type = VALUE_TEXT, .bytes = text.bytes == NULL ? span_of("") : text};
}
static inline struct store_value bytes_value(const void *bytes, size_t length) {
  return (struct store_value){.type = VALUE_BYTES, .bytes = {bytes, length}};
}

/* Copies the first `size` bytes of a field, with zeros behind it if it has fewer. */
static inline void value_bytes(const struct store_value *value, void *bytes, size_t size) {
  memset(bytes, 0, size);
  if (value->bytes.length > 0)
    memcpy(bytes, value->bytes.bytes, value->bytes.length < size ? value->bytes.length : size);
}

/* Checks of a field of a row, which somebody may have changed, or a broken disk. The field is a number from `least` to
 * `most`; a hash; the letters and digits of an id, at most `most`. */
static inline bool is_number(const struct store_value *value, int64_t least, int64_t most) {
  return value->type == VALUE_NUMBER && value->number >= least && value->number <= most;
}
static inline bool is_hash(const struct store_value *value) {
  return value->type == VALUE_BYTES && value->bytes.length == STORE_HASH;
}
static inline bool is_word(const struct store_value *value, size_t most) {
  if (value->type != VALUE_TEXT || value->bytes.length == 0 || value->bytes.length > most) return false;
  for (size_t i = 0; i < value->bytes.length; i++)
    if (value->bytes.bytes[i] <= ' ' || value->bytes.bytes[i] > '~') return false;
  return true;
}

/* ---- Statements (store.c) ---- */

/* Begins the transaction of the round if it has not begun. True if it takes statements. */
bool store_in_round(struct store *store);
/* Runs a statement that gives no rows in the round, at once. False: the round has failed. */
bool store_carry_out(struct store *store, enum store_statement statement, const struct store_value *values, int count);
/* Keeps a statement that gives no rows until the end of the round, where it is left out if the table of this number (0:
 * of none) has moved on. */
void store_change(struct store *store, int64_t number, enum store_statement statement, const struct store_value *values,
                  int count);
/* Visits the rows that a statement gives, in the round if it has begun. False with `*fault`. */
bool store_ask(struct store *store, enum store_statement statement, const struct store_value *values, int count,
               store_visit_row *visit, void *context, struct fault *fault);
/* A visitor that takes the first field of the last row as a number. */
bool store_take_number(void *context, const struct store_value *row);

#endif
