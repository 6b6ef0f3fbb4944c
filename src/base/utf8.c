#include "base/utf8.h"

size_t utf8_read(const char *bytes, size_t length, uint32_t *code) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* by size: what is below fits a shorter form */
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
