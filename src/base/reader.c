#include "base/reader.h"

#include <math.h>
#include <string.h>

/* ---- Characters ---- */

size_t utf8_read(const char *bytes, size_t length, uint32_t *code) {
  static const uint32_t least[] = {
      0, 0, 0x80, 0x800,
      0x10000}; /* smallest code point of an encoding by its length in bytes; a smaller one has a shorter encoding */
  const unsigned char *at = (const unsigned char *)bytes;
  const size_t size = at[0] < 0x80 ? 1 : at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : at[0] < 0xF5 ? 4 : 0;
  if (size == 0 || size > length) return 0;
  uint32_t read = size == 1 ? at[0] : at[0] & (0x7Fu >> size);
  for (size_t i = 1; i < size; i++) {
    if ((at[i] & 0xC0) != 0x80) return 0;
    read = read << 6 | (at[i] & 0x3Fu);
  }
  if (read < least[size] || (read >= 0xD800 && read <= 0xDFFF) || read > 0x10FFFF) return 0;
  *code = read;
  return size;
}

size_t utf8_count(const char *bytes, size_t length) {
  size_t count = 0;
  for (size_t i = 0; i < length; i++) count += ((unsigned char)bytes[i] & 0xC0u) != 0x80u;
  return count;
}

/* ---- Spans ---- */

struct span span_of(const char *string) {
  return (struct span){string, strlen(string)};
}

bool span_is(struct span span, const char *string) {
  return span.length == strlen(string) && (span.length == 0 || memcmp(span.bytes, string, span.length) == 0);
}

struct span span_after_mark(struct span span) {
  const bool marked = span.length >= 3 && memcmp(span.bytes, "\xEF\xBB\xBF", 3) == 0;
  return marked ? (struct span){span.bytes + 3, span.length - 3} : span;
}

bool span_split(struct span *rest, char separator, struct span *part) {
  if (rest->bytes == NULL) return false;
  struct span all = *rest;
  const char *found = all.length > 0 ? memchr(all.bytes, separator, all.length) : NULL;
  if (found == NULL) {
    *part = all;
    *rest = (struct span){0};
  } else {
    *part = (struct span){all.bytes, (size_t)(found - all.bytes)};
    *rest = (struct span){found + 1, all.length - part->length - 1};
  }
  return true;
}

/* Control characters: those of ASCII, and U+0080 to U+009F. */
static bool is_control(uint32_t code) { return code < ' ' || (code >= 0x7F && code < 0xA0); }

bool character_deceives(uint32_t code) {
  return code == 0x200B || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x206F) || code == 0x061C || code == 0xFEFF || (code >= 0xE0000 && code <= 0xE007F);
}

bool span_is_plain(struct span span, bool lines) {
  uint32_t code;
  for (size_t i = 0, size = 0; i < span.length; i += size) {
    size = utf8_read(span.bytes + i, span.length - i, &code);
    if (size == 0) return false;
    const bool allowed = lines && (code == '\n' || code == '\r' || code == '\t');
    if (is_control(code) && !allowed) return false;
  }
  return true;
}

bool span_number(struct span span, uint64_t least, uint64_t most, uint64_t *number) {
  uint64_t value = 0;
  for (size_t i = 0; i < span.length; i++) {
    if (span.bytes[i] < '0' || span.bytes[i] > '9') return false;
    const uint64_t digit = (uint64_t)(span.bytes[i] - '0');
    if (value > (UINT64_MAX - digit) / 10) return false;
    value = value * 10 + digit;
  }
  *number = value;
  return span.length > 0 && value >= least && value <= most;
}

/* Reads decimal digits at `at` and returns how many it read, at most 12. */
static int read_digits(const char *at, const char *end, double *value) {
  int count = 0;
  for (; at + count < end && count < 12 && at[count] >= '0' && at[count] <= '9'; count++)
    *value = *value * 10 + (at[count] - '0');
  return count;
}

bool span_hash(struct span span, uint64_t *number) {
  *number = 0;
  for (size_t i = 0; i < span.length; i++) {
    const char c = span.bytes[i];
    const bool digit = c >= '0' && c <= '9';
    if (!digit && !(c >= 'a' && c <= 'f')) return false;
    *number = *number << 4 | (uint64_t)(digit ? c - '0' : c - 'a' + 10);
  }
  return span.length == 16;
}

bool decimal_read(struct span span, double low, double high, double *number) {
  const char *at = span.bytes, *end = span.bytes + span.length;
  const bool negative = at < end && *at == '-';
  double value = 0;
  at += negative || (at < end && *at == '+');
  int digits = read_digits(at, end, &value);
  if (digits == 0) return false;
  at += digits;
  if (at < end && *at == '.') {
    digits = read_digits(++at, end, &value);
    if (digits == 0) return false;
    at += digits;
    value /= pow(10, digits);
  }
  if (negative) value = -value;
  if (at != end || value < low || value > high) return false;
  *number = value;
  return true;
}

/* ---- The cursor ---- */

struct reader reader_of(struct span span) {
  return (struct reader){span.bytes, span.bytes + span.length, false};
}

bool reader_done(const struct reader *reader) { return !reader->failed && reader->at == reader->end; }

char reader_peek(const struct reader *reader) {
  return reader->failed || reader->at == reader->end ? '\0' : *reader->at;
}

bool reader_take(struct reader *reader, char c) {
  if (reader->failed || reader->at == reader->end || *reader->at != c) return false;
  reader->at++;
  return true;
}

void reader_expect(struct reader *reader, char c) {
  if (!reader_take(reader, c)) reader->failed = true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

int32_t reader_int(struct reader *reader, int32_t low, int32_t high) {
  bool minus = reader_take(reader, '-');
  const char *first = reader->at;
  int64_t number = 0;
  while (is_digit(reader_peek(reader)) && number <= INT32_MAX) number = number * 10 + (*reader->at++ - '0');
  if (minus) number = -number;
  bool superfluous = reader->at == first || (*first == '0' && (minus || reader->at - first > 1));
  if (superfluous || is_digit(reader_peek(reader)) || number < low || number > high) reader->failed = true;
  return reader->failed ? low : (int32_t)number;
}

struct span reader_until(struct reader *reader, char stop) {
  const char *first = reader->at;
  if (reader->failed) return (struct span){first, 0};
  while (reader->at < reader->end && *reader->at != stop) reader->at++;
  return (struct span){first, (size_t)(reader->at - first)};
}

static bool is_id_byte(char c) { return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

struct span reader_id(struct reader *reader) {
  const char *first = reader->at;
  while (is_id_byte(reader_peek(reader))) reader->at++;
  if (reader->at == first) reader->failed = true;
  return (struct span){first, (size_t)(reader->at - first)};
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

void reader_skip_blanks(struct reader *reader) {
  while (is_blank(reader_peek(reader))) reader->at++;
}

struct span reader_word(struct reader *reader) {
  reader_skip_blanks(reader);
  const char *first = reader->at;
  while (!reader->failed && reader->at < reader->end && !is_blank(*reader->at)) reader->at++;
  return (struct span){first, (size_t)(reader->at - first)};
}
