/* Helpers that the files of the store share: they make parameters, check the fields of rows, and run changes and
 * queries. */
#ifndef STORE_STORE_ROUND_H
#define STORE_STORE_ROUND_H

#include <string.h>

#include "store/store_kind.h"
#include "store/store_players.h"

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
/* Visits the rows that a statement returns, in the round if it has begun. Returns false with `*fault` filled if that
 * fails. */
bool store_ask(struct store *store, enum store_statement statement, const struct store_value *values, int count,
               store_visit_row *visit, void *context, struct fault *fault);
/* A visitor that takes the first field of the last row as a number. */
bool store_take_number(void *context, const struct store_value *row);
/* Visits the rows of a statement with the columns of a game and a result (store_players.c). */
bool store_ask_games(struct store *store, enum store_statement statement, const struct store_value *values, int count,
                     bool (*visit)(void *context, const struct store_game *game, const struct store_result *result),
                     void *context, struct fault *fault);

#endif
