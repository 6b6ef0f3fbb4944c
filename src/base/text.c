#include "base/text.h"
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` bytes and a final zero. */
static void reserve(struct text *text, size_t more) {
  size_t needed = text->length + more + 1;
  if (needed <= text->capacity) return;
  text->capacity = needed < 64 ? 64 : needed + needed / 2;
  text->bytes = memory_resize(text->bytes, text->capacity);
}

struct span text_span(const struct text *text) {
  return (struct span){text->bytes == NULL ? "" : text->bytes, text->length};
}

void text_free(struct text *text) {
  free(text->bytes);
  *text = (struct text){0};
}

void text_clear(struct text *text) {
  reserve(text, 0);
  text_cut(text, 0);
}

void text_cut(struct text *text, size_t length) {
  assert(length <= text->length);
  if (text->bytes == NULL) return;
  text->length = length;
  text->bytes[length] = 0;
}

void text_add(struct text *text, const char *bytes, size_t length) {
  reserve(text, length);
  if (length > 0) memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = 0;
}

void text_add_string(struct text *text, const char *string) { text_add(text, string, strlen(string)); }

void text_add_char(struct text *text, char c) { text_add(text, &c, 1); }

void text_add_int(struct text *text, int64_t number) {
  char digits[24];
  char *at = digits + sizeof digits;
  uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  do {
    *--at = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (number < 0) *--at = '-';
  text_add(text, at, (size_t)(digits + sizeof digits - at));
}

void text_add_hash(struct text *text, uint64_t hash) {
  for (int shift = 60; shift >= 0; shift -= 4) text_add_char(text, "0123456789abcdef"[hash >> shift & 15]);
}

void text_add_decimal(struct text *text, double number, int digits) {
  assert(digits >= 0 && digits <= 9);
  uint64_t unit = 1;
  for (int i = 0; i < digits; i++) unit *= 10;
  const double scaled = round(fabs(number) * (double)unit);
  if (!(scaled < 9e18)) {
    text_add_string(text, "null");
    return;
  }
  const uint64_t whole = (uint64_t)scaled;
  if (number < 0 && whole > 0) text_add_char(text, '-');
  text_add_int(text, (int64_t)(whole / unit));
  if (digits > 0) text_add_char(text, '.');
  for (unit /= 10; unit > 0; unit /= 10) text_add_char(text, (char)('0' + whole / unit % 10));
}

void text_add_shown(struct text *text, struct span span, bool lines) {
  for (size_t i = 0, size; i < span.length; i += size) {
    uint32_t code = (unsigned char)span.bytes[i];
    size = utf8_read(span.bytes + i, span.length - i, &code);
    const bool kept = lines && (code == '\n' || code == '\t');
    const bool plain = size > 0 && span_is_plain((struct span){span.bytes + i, size}, false);
    if (kept || (plain && !character_deceives(code)))
      text_add(text, span.bytes + i, size);
    else
      text_print(text, size > 1 ? "\\u%04x" : "\\x%02x", (unsigned)code);
    if (size == 0) size = 1;
  }
}

void text_print(struct text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  assert(length >= 0);
  reserve(text, (size_t)length);
  va_start(arguments, format);
  vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
  va_end(arguments);
  text->length += (size_t)length;
}

void name_number(const char *name, int number, size_t most, size_t size, char *numbered) {
  char end[16];
  const size_t end_length = (size_t)snprintf(end, sizeof end, " (%d)", number);
  size_t length = strlen(name);
  assert(most >= end_length && size > end_length);
  const size_t characters = most - end_length, bytes = size - 1 - end_length;
  while (length > bytes || utf8_count(name, length) > characters || (length > 0 && name[length - 1] == ' ')) do
      length--;
    while (length > 0 && ((unsigned char)name[length] & 0xC0u) == 0x80u);
  snprintf(numbered, size, "%.*s%s", (int)length, name, end);
}

void text_add_date(struct text *text, int64_t time, char between) {
  /* Days are counted from 1 March of the year 0, so that a leap day is the last of its year. */
  const int64_t days = time / DAY_MS + 719468, era = days / 146097, of_era = days % 146097;
  const int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  const int64_t day = of_year - (153 * month + 2) / 5 + 1, shown = month < 10 ? month + 3 : month - 9;
  text_print(text, "%04d%c%02d%c%02d", (int)(year + era * 400 + (shown <= 2)), between, (int)shown, between, (int)day);
}

void text_add_html(struct text *text, const char *string) {
  for (; *string != '\0'; string++) {
    if (strchr("&<>\"'", *string) == NULL)
      text_add_char(text, *string);
    else
      text_print(text, "&#%d;", *string);
  }
}
