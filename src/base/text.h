/* A growing byte buffer to which all writers append. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/guard.h"
#include "base/reader.h"
#include <stdint.h>

/* All members zero: an empty text. After the first append, `bytes` ends with a zero that `length` does not count. */
struct text {
  char *bytes;
  size_t length;
  size_t capacity;
};

/* The bytes of the text as a span, valid until the text changes. The span may be empty, but its `bytes` is never
 * NULL. */
struct span text_span(const struct text *text);

/* Frees the memory. The text is then empty and can be used again. */
void text_free(struct text *text);
/* Makes the text empty but keeps its memory; `bytes` is never NULL afterwards. */
void text_clear(struct text *text);
/* Shortens the text to `length` bytes; `length` must not exceed the present length. */
void text_cut(struct text *text, size_t length);

/* These append. A program that runs out of memory ends with a message. */
void text_add(struct text *text, const char *bytes, size_t length);
void text_add_string(struct text *text, const char *string);
void text_add_char(struct text *text, char c);
void text_add_int(struct text *text, int64_t number);
/* Appends 16 lower-case hexadecimal digits. */
void text_add_hash(struct text *text, uint64_t hash);
/*
 * Appends a number rounded to `digits` (0 to 9) decimals, the same in every locale. Appends "null", because JSON has no
 * such numbers, if the number is not finite or |number| * 10^digits is 9e18 or more.
 */
void text_add_decimal(struct text *text, double number, int digits);
/* Appends bytes from outside in a form that is safe to print on a terminal: invalid UTF-8, control characters and
 * characters that mislead a reader become `\x1b` or `\u202e`. If `lines` is true, tabs and line feeds stay. */
void text_add_shown(struct text *text, struct span span, bool lines);
/* Appends as printf does. Only conversions that no locale changes are allowed (%d %s %c %u %x). */
__attribute__((format(printf, 2, 3))) void text_print(struct text *text, const char *format, ...);

#define DAY_MS (24 * 60 * 60 * INT64_C(1000)) /* milliseconds of a day */

/* Appends the date of a time in milliseconds since 1970, in the calendar that is used everywhere (UTC), as
 * 2026-11-21; `between` is the character between its parts. */
void text_add_date(struct text *text, int64_t time, char between);
/* Appends a text of HTML that stands for `string`, also within quotes. */
void text_add_html(struct text *text, const char *string);

/* Writes a name with a number, such as `Anna (2)`, to `numbered`, to distinguish people of the same name. `name` is
 * valid UTF-8; `number` has at most 9 digits. The name is shortened so that the result has at most `most` characters
 * and `size` bytes with the final zero; both leave room for ` (2)` at least. `numbered` must not be `name`. */
void name_number(const char *name, int number, size_t most, size_t size, char *numbered);

#endif
