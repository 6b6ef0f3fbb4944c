/* What a request of docs/lookup/http.md comes to: a code with its HTTP status and word, and the body in JSON. */
#ifndef TABLE_ANSWER_H
#define TABLE_ANSWER_H

#include <stdbool.h>

#include "base/reader.h"
#include "base/text.h"

/* X(name, status, word): one table for code, HTTP status and the word in `error`. */
#define ANSWER_CODES(X)                                                                                                \
  X(OK, 200, "ok")                                                                                                     \
  X(CREATED, 201, "created")                                                                                           \
  X(BAD_REQUEST, 400, "bad-request")                                                                                   \
  X(NO_TOKEN, 401, "no-token")                                                                                         \
  X(WRONG_TOKEN, 403, "wrong-token")                                                                                   \
  X(NO_TABLE, 404, "no-table")                                                                                         \
  X(NO_SUCH_PATH, 404, "no-such-path")                                                                                 \
  X(WRONG_METHOD, 405, "wrong-method")                                                                                 \
  X(NOT_NOW, 409, "not-now")                                                                                           \
  X(TOO_LARGE, 413, "too-large")                                                                                       \
  X(BAD_MOVE, 422, "bad-move")                                                                                         \
  X(TOO_MANY, 429, "too-many")                                                                                         \
  X(NOT_STORED, 503, "not-stored")

enum answer_code {
#define X(name, status, word) ANSWER_##name,
  ANSWER_CODES(X)
#undef X
};

/* All zero is an empty one. Released with answer_free(); can be used again without. */
struct answer {
  enum answer_code code;
  bool waits;       /* it may be told only when the round is stored: see tables_commit() */
  struct text body; /* JSON; a record is plain text */
};

unsigned answer_status(enum answer_code code);
const char *answer_word(enum answer_code code);
void answer_free(struct answer *answer);

/* Makes `*answer` an empty one of this code that waits for nothing; its body is then to be written. */
void answer_begin(struct answer *answer, enum answer_code code);
/* Makes it `{"error":WORD,"text":...}`; `text` is UTF-8, and zero-terminated in the second. Gives false. */
bool answer_refuse(struct answer *answer, enum answer_code code, const char *text);
/* Makes it the answer of a round that could not be stored. */
void answer_not_stored(struct answer *answer);

#endif
