/* Reading bytes from outside: characters, runs of bytes, and a cursor that never leaves them. */
#ifndef BASE_READER_H
#define BASE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Characters: UTF-8 as RFC 3629 has it, no overlong forms, no surrogates, nothing above U+10FFFF ---- */

/* The number of bytes (1 to 4) of the character that `length` (at least 1) bytes begin with, and in `*code` the
 * character; 0 if they begin with none, `*code` is then not touched. */
size_t utf8_read(const char *bytes, size_t length, uint32_t *code);

/* How many characters valid UTF-8 has. */
size_t utf8_count(const char *bytes, size_t length);

/* True for line and paragraph separators, marks of direction, and characters of no width that hide others. The joiners
 * of scripts and pictures (U+200C, U+200D) are not among them. */
bool character_deceives(uint32_t code);

/* ---- Spans ---- */

/* A run of bytes of somebody else's; it need not end with zero. */
struct span {
  const char *bytes;
  size_t length;
};

/* All bytes of a string, up to its final zero. */
struct span span_of(const char *string);
/* True if the span holds just the bytes of the string. */
bool span_is(struct span span, const char *string);
/* The bytes without the byte order mark that they may begin with, as editors of other systems put it before a file. */
struct span span_after_mark(struct span span);
/* The part before the first `separator`, or all; `*rest` receives what follows it. False when `*rest` is used up, which
 * is marked by `bytes` NULL. `*rest` may be the span that was given. */
bool span_split(struct span *rest, char separator, struct span *part);
/* True if the bytes are UTF-8 without control characters; tab, carriage return and line feed are allowed if `lines`. */
bool span_is_plain(struct span span, bool lines);
/* Reads a decimal number from `least` to `most` that takes up the whole span; false if it is none. */
bool span_number(struct span span, uint64_t least, uint64_t most, uint64_t *number);
/* Reads a number as text_add_hash() writes it, 16 lower-case hexadecimal digits; false if the span is not that. */
bool span_hash(struct span span, uint64_t *number);
/* The same of a number like `-12.5` from `low` to `high`, whatever the locale. */
bool decimal_read(struct span span, double low, double high, double *number);

/* ---- The cursor ---- */

/* The first failure sticks: every later read fails too, so that a caller may check `failed` once at the end. */
struct reader {
  const char *at;
  const char *end;
  bool failed;
};

/* A cursor at the first byte of a span. */
struct reader reader_of(struct span span);
/* True at the end, if nothing failed. */
bool reader_done(const struct reader *reader);
/* The next byte, or 0 at the end; it is not consumed. */
char reader_peek(const struct reader *reader);
/* Consumes the byte if it is `c`. */
bool reader_take(struct reader *reader, char c);
/* Consumes `c`, or fails. */
void reader_expect(struct reader *reader, char c);
/* A decimal number from `low` to `high`, a minus before it if negative, without superfluous zeros; or fails. */
int32_t reader_int(struct reader *reader, int32_t low, int32_t high);
/* The bytes before the first `stop`, or before the end; `stop` is not consumed. */
struct span reader_until(struct reader *reader, char stop);
/* The longest run of tile id bytes [A-Za-z0-9_], at least one; or fails. */
struct span reader_id(struct reader *reader);
/* Skips spaces and tabs. */
void reader_skip_blanks(struct reader *reader);
/* The next word: skips spaces and tabs, then takes all up to the next or the end. Empty at the end. */
struct span reader_word(struct reader *reader);

#endif
