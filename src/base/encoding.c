#include "base/encoding.h"

#include <string.h>

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

/* Appends bytes as letters of an alphabet of 2^bits letters; the last letter is filled with zeros. */
static void write_letters(const uint8_t *bytes, size_t size, unsigned bits, const char *alphabet, struct text *text) {
  unsigned pending = 0, have = 0;
  for (size_t i = 0; i < size; i++) {
    pending = pending << 8 | bytes[i];
    for (have += 8; have >= bits; have -= bits)
      text_add_char(text, alphabet[pending >> (have - bits) & ((1u << bits) - 1)]);
  }
  if (have > 0) text_add_char(text, alphabet[pending << (bits - have) & ((1u << bits) - 1)]);
}

static const char base64url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void base64url_write(const uint8_t *bytes, size_t size, struct text *text) {
  write_letters(bytes, size, 6, base64url, text);
}

bool base64url_read(struct span span, uint8_t *bytes, size_t room, size_t *size) {
  unsigned pending = 0, have = 0;
  *size = 0;
  for (size_t i = 0; i < span.length; i++) {
    const char *letter = memchr(base64url, span.bytes[i], sizeof base64url - 1);
    if (letter == NULL) return false;
    pending = pending << 6 | (unsigned)(letter - base64url);
    have += 6;
    if (have < 8) continue;
    if (*size == room) return false;
    have -= 8;
    bytes[(*size)++] = (uint8_t)(pending >> have);
    pending &= (1u << have) - 1;
  }
  return have < 6 && pending == 0;
}

void base32_write(const uint8_t *bytes, size_t size, struct text *text) {
  write_letters(bytes, size, 5, "abcdefghijklmnopqrstuvwxyz234567", text);
}
