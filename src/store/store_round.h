/* Helpers that the files of the store share: they make parameters, check the fields of rows, and run changes and
 * queries. */
#ifndef STORE_STORE_ROUND_H
#define STORE_STORE_ROUND_H

#include <string.h>

#include "store/store_kind.h"

/* ---- Values ---- */

/* Make a parameter from a number, a text or bytes; the bytes must outlive the call that uses the parameter. */
static inline struct store_value number_value(int64_t number) {
  return (struct store_value){.type = VALUE_NUMBER, .number = number};
}
static inline struct store_value text_value(struct span text) {
  return (struct store_value){.type = VALUE_TEXT, .bytes = text.bytes == NULL ? span_of("") : text};
}
static inline struct store_value bytes_value(const void *bytes, size_t length) {
  return (struct store_value){.type = VALUE_BYTES, .bytes = {bytes, length}};
}

/* The parameters of a statement, as the two arguments that say them: the values and their number. */
#define STORE_VALUES(...)                                                                                              \
  (const struct store_value[]){__VA_ARGS__},                                                                           \
      (int)(sizeof(const struct store_value[]){__VA_ARGS__} / sizeof(struct store_value))

/* Copies the first `size` bytes of a field, and fills up with zeros if it has fewer. */
static inline void value_bytes(const struct store_value *value, void *bytes, size_t size) {
  memset(bytes, 0, size);
  if (value->bytes.length > 0)
    memcpy(bytes, value->bytes.bytes, value->bytes.length < size ? value->bytes.length : size);
}

/* Check a field of a row, because a person or a broken disk may have changed it. It must be a number from `least` to
 * `most`; a hash; or an id of at most `most` letters and digits. */
static inline bool is_number(const struct store_value *value, int64_t least, int64_t most) {
  return value->type == VALUE_NUMBER && value->number >= least && value->number <= most;
}
static inline bool is_hash(const struct store_value *value) {
  return value->type == VALUE_BYTES && value->bytes.length == STORE_HASH;
}
/* True if it is a text that fits into `size` bytes with its final zero. */
static inline bool is_text(const struct store_value *value, size_t size) {
  return value->type == VALUE_TEXT && value->bytes.length < size;
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
/* Runs a statement that returns no rows in the round, at once. False: the round has failed. */
bool store_carry_out(struct store *store, enum store_statement statement, const struct store_value *values, int count);
/* Keeps a statement that returns no rows until the end of the round; it is left out if table `number` (0: none) has
 * moved on. */
void store_change(struct store *store, int64_t number, enum store_statement statement, const struct store_value *values,
                  int count);

/* ---- Rows (store.c) ---- */

/* Starts a query, in the round if it has begun. The caller reads the rows and then closes them by store_close_rows(),
 * which reports a failure. */
struct store_rows *store_open_rows(struct store *store, enum store_statement statement,
                                   const struct store_value *values, int count);
/* Reads the next row, which is valid until the next call. NULL: there is none, or reading has failed. */
const struct store_value *store_next_row(struct store_rows *rows);
/* Reads the next row that `is_sound`; rows before it that cannot be true are left out, and noted for
 * store_take_damage(): a damaged row of a list is not there, and does not damage the list. */
const struct store_value *store_next_sound_row(struct store_rows *rows, bool (*is_sound)(const struct store_value *row),
                                               const char *what);
/* Refuses the row that was read last, because what is stored of `what` cannot be true, and notes it as above; then no
 * more rows are read. Always returns false. */
bool store_refuse_row(struct store_rows *rows, const char *what);
/* Receives the row of a query that returns at most one; false ends the query. */
typedef bool store_visit_row(void *context, const struct store_value *row);
/* Passes the row of such a query to `take`, if there is one. Returns false with `*fault` filled if the query fails. */
bool store_ask(struct store *store, enum store_statement statement, const struct store_value *values, int count,
               store_visit_row *take, void *context, struct fault *fault);
/* Set `*number` to the number that the query finds (0: there is no row), and `*is` to whether it is another one than 0.
 * Return false with `*fault` filled if the query fails. */
bool store_ask_number(struct store *store, enum store_statement statement, const struct store_value *values, int count,
                      int64_t *number, struct fault *fault);
bool store_ask_whether(struct store *store, enum store_statement statement, const struct store_value *values, int count,
                       bool *is, struct fault *fault);

#endif
