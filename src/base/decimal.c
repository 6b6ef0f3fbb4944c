#include "base/decimal.h"

#include <assert.h>
#include <math.h>

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

/* Digits at `at`; gives how many, at most 12. */
static int read_digits(const char *at, const char *end, double *value) {
  int count = 0;
  for (; at + count < end && count < 12 && at[count] >= '0' && at[count] <= '9'; count++)
    *value = *value * 10 + (at[count] - '0');
  return count;
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
