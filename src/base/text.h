/* A growing run of bytes into which every writer writes. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/guard.h"
#include "base/reader.h"
#include <stdint.h>

/* All zero is an empty text. Once something was appended, `bytes` ends with a zero that `length` does not count. */
struct text {
  char *bytes;
  size_t length;
  size_t capacity;
};

/* All bytes of the text, until it changes; it may be empty, and `bytes` is never NULL. */
struct span text_span(const struct text *text);

/* Releases the bytes; the text is empty afterwards and can be used again. */
void text_free(struct text *text);
/* Makes the text empty and keeps its memory; `bytes` is then never NULL. */
void text_clear(struct text *text);
/* Shortens the text to `length` bytes, which must not be more than it has. */
void text_cut(struct text *text, size_t length);

/* These append. A program that is out of memory ends with a message: there is nothing sensible left to do. */
void text_add(struct text *text, const char *bytes, size_t length);
void text_add_string(struct text *text, const char *string);
void text_add_char(struct text *text, char c);
void text_add_int(struct text *text, int64_t number);
/* 16 lower-case hexadecimal digits. */
void text_add_hash(struct text *text, uint64_t hash);
/*
 * A number rounded to `digits` (0 to 9) decimals, the same in every locale. "null", as JSON has no word for that, if it
 * is not finite or so large that |number| * 10^digits is 9e18 or more.
 */
void text_add_decimal(struct text *text, double number, int digits);
/* Bytes from outside so that a terminal shows them and does nothing else: whatever is not UTF-8, control characters and
 * characters that deceive are written as `\x1b` or `\u202e`. Tabs and line feeds stay if `lines`. */
void text_add_shown(struct text *text, struct span span, bool lines);
/* As printf; only conversions that no locale changes (%d %s %c %u %x). */
__attribute__((format(printf, 2, 3))) void text_print(struct text *text, const char *format, ...);

/* Makes of a name, valid UTF-8, its number `number` (at most 9 digits), such as `Anna (2)`: the name of somebody who is
 * to be told apart from others of the name. The name is cut where the whole would have more than `most` characters or
 * `size` bytes with the final zero; both have room for ` (2)` at least. `numbered` must not be `name`. */
void name_number(const char *name, int number, size_t most, size_t size, char *numbered);

#endif
