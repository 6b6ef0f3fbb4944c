/* Describes what is wrong with bytes from outside: where the fault is, and what was expected. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include "base/text.h"
#include "tessera/tessera.h"
#include <stdbool.h>

/* If all members are zero, there is no fault. */
struct fault {
  const char *code; /* a word for the kind of fault, such as `no-game`, for faults that are no error of the engine;
                       otherwise NULL */
  tess_error error; /* the engine's error if the engine refused; TESS_ERROR_NONE if the text itself is malformed */
  int line;         /* line of a file (1-based); 0 if the fault names no line */
  int move;         /* number of the move in a record; 0 if the fault names no move */
  char text[320];   /* one English sentence without a full stop */
};

/* Fills `*fault` for malformed text (format as for printf), with line and move 0. Always returns false, so that a
 * reader can return the result. */
__attribute__((format(printf, 2, 3))) bool fault_say(struct fault *fault, const char *format, ...);
/* The same with a code. The string `code` must live as long as the program. */
__attribute__((format(printf, 3, 4))) bool fault_as(struct fault *fault, const char *code, const char *format, ...);
/* The same for input that the engine refused with `error`. */
__attribute__((format(printf, 3, 4))) bool fault_refuse(struct fault *fault, tess_error error, const char *format, ...);
/* Puts `where: ` in front of a fault that was filled before. Its line and move, if any, become part of the text. Always
 * returns false. */
bool fault_within(struct fault *fault, const char *where);
/* Appends `line 12, move 5: text`; a line or move that is 0 is left out. */
void fault_write(const struct fault *fault, struct text *text);

/* Makes bytes from outside fit for a message: in single quotes, shortened, with everything but printable ASCII
 * escaped. */
struct quote {
  char text[96];
};
struct quote quote(const char *bytes, size_t length);

#endif
