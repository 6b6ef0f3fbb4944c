/* What is wrong with bytes from outside: where, and what was expected. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include "base/text.h"
#include "tessera/tessera.h"
#include <stdbool.h>

/* All zero is none. */
struct fault {
  const char *code; /* a word for its kind where that is no error of the engine, such as `no-game`; or NULL */
  tess_error error; /* the engine's error if the engine refused; TESS_ERROR_NONE if the text itself is malformed */
  int line;         /* in a file, from 1; 0 when there is none to name */
  int move;         /* number of the move in a record; 0 when there is none to name */
  char text[320];   /* one English sentence without a full stop */
};

/* Fills `*fault` for malformed text (as printf), line and move 0; returns false so that readers can end with it. */
__attribute__((format(printf, 2, 3))) bool fault_say(struct fault *fault, const char *format, ...);
/* The same with a code of its own, which lives as long as the program. */
__attribute__((format(printf, 3, 4))) bool fault_as(struct fault *fault, const char *code, const char *format, ...);
/* The same for something that the engine refused with `error`. */
__attribute__((format(printf, 3, 4))) bool fault_refuse(struct fault *fault, tess_error error, const char *format, ...);
/* Puts `where: ` before a fault that was filled further down, and before the line and move that it names, which become
 * part of the text; returns false. */
bool fault_within(struct fault *fault, const char *where);
/* Appends `line 12, move 5: text`, with the parts that are known. */
void fault_write(const struct fault *fault, struct text *text);

/* Bytes from outside made fit for a message: in single quotes, shortened, everything but printable ASCII escaped. */
struct quote {
  char text[96];
};
struct quote quote(const char *bytes, size_t length);

#endif
