#include "base/encoding.h"

void hex_write(const uint8_t *bytes, size_t size, struct text *text) {
  for (size_t i = 0; i < size; i++) text_print(text, "%02x", bytes[i]);
}

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool hex_read(struct span span, uint8_t *bytes, size_t size) {
  if (span.length != 2 * size) return false;
  for (size_t i = 0; i < size; i++) {
    const int high = digit(span.bytes[2 * i]), low = digit(span.bytes[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    bytes[i] = (uint8_t)(high << 4 | low);
  }
  return true;
}

void base64url_write(const uint8_t *bytes, size_t size, struct text *text) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  unsigned pending = 0;
  int have = 0;
  for (size_t i = 0; i < size; i++) {
    pending = pending << 8 | bytes[i];
    for (have += 8; have >= 6; have -= 6) text_add_char(text, letters[pending >> (have - 6) & 63]);
  }
  if (have > 0) text_add_char(text, letters[pending << (6 - have) & 63]);
}
