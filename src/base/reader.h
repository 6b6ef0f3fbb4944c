/* Reads bytes from outside: UTF-8 characters, spans of bytes, and a cursor that never leaves its span. */
#ifndef BASE_READER_H
#define BASE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Characters: UTF-8 of RFC 3629, without overlong forms, surrogates and anything above U+10FFFF ---- */

/* Decodes the first character of `length` (at least 1) bytes into `*code` and returns its size in bytes (1 to 4). If
 * the bytes begin with no valid character, it returns 0 and leaves `*code` unchanged. */
size_t utf8_read(const char *bytes, size_t length, uint32_t *code);

/* The number of characters in valid UTF-8. */
size_t utf8_count(const char *bytes, size_t length);

/* True for characters that can mislead a reader: line and paragraph separators, marks of direction, and invisible
 * characters that hide others. The joiners of scripts and emoji (U+200C, U+200D) are allowed. */
bool character_deceives(uint32_t code);

/* ---- Spans ---- */

/* A run of bytes that somebody else owns; it need not end with a zero. */
struct span {
  const char *bytes;
  size_t length;
};

/* The bytes of a string without its final zero. */
struct span span_of(const char *string);
/* True if the span holds exactly the bytes of the string. */
bool span_is(struct span span, const char *string);
/* The span without a byte order mark at its beginning; some editors put one before a file. */
struct span span_after_mark(struct span span);
/* Splits a span at the first `separator`: `*part` receives the bytes before it, or all; `*rest` receives the bytes
 * after it. Returns false when nothing is left; `rest->bytes` is then NULL. `rest` may point to `span`. */
bool span_split(struct span *rest, char separator, struct span *part);
/* True if the bytes are UTF-8 without control characters. If `lines` is true, tab, carriage return and line feed are
 * allowed. */
bool span_is_plain(struct span span, bool lines);
/* Reads a decimal number from `least` to `most` that fills the whole span. Returns false if there is none. */
bool span_number(struct span span, uint64_t least, uint64_t most, uint64_t *number);
/* Reads a number as text_add_hash() writes it: 16 lower-case hexadecimal digits that fill the span. Returns false for
 * anything else. */
bool span_hash(struct span span, uint64_t *number);
/* Reads a number such as `-12.5`, from `low` to `high`, that fills the span, in any locale. Returns false if there is
 * none. */
bool decimal_read(struct span span, double low, double high, double *number);

/* ---- The cursor ---- */

/* A cursor over a span. After the first failure all later reads fail, too, so that a caller may check `failed` once at
 * the end. */
struct reader {
  const char *at;
  const char *end;
  bool failed;
};

/* A cursor at the first byte of a span. */
struct reader reader_of(struct span span);
/* True if all bytes are consumed and no read failed. */
bool reader_done(const struct reader *reader);
/* Returns the next byte without consuming it, or 0 at the end. */
char reader_peek(const struct reader *reader);
/* Consumes the next byte if it is `c`. Returns true if it was. */
bool reader_take(struct reader *reader, char c);
/* Consumes `c`; fails if the next byte is another. */
void reader_expect(struct reader *reader, char c);
/* Reads a decimal number from `low` to `high`, without leading zeros, with a minus if negative; fails otherwise. */
int32_t reader_int(struct reader *reader, int32_t low, int32_t high);
/* Consumes and returns the bytes before the first `stop`, or all that are left. `stop` is not consumed. */
struct span reader_until(struct reader *reader, char stop);
/* Consumes the longest run of bytes that a tile id may have, [A-Za-z0-9_]; fails if there is none. */
struct span reader_id(struct reader *reader);
/* Skips spaces and tabs. */
void reader_skip_blanks(struct reader *reader);
/* Skips spaces and tabs, then consumes and returns the bytes up to the next space or tab, or the end. The word is empty
 * at the end. */
struct span reader_word(struct reader *reader);

#endif
