#include "arena/decimal.h"

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
