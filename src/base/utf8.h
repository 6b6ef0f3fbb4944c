/* UTF-8, as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef TESSERA_BASE_UTF8_H
#define TESSERA_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The number of bytes (1 to 4) of the character that `length` (at least 1) bytes begin with, and in `*code` the
 * character; 0 if they begin with none, `*code` is then not touched. */
size_t utf8_read(const char *bytes, size_t length, uint32_t *code);

/* How many characters valid UTF-8 has. */
size_t utf8_count(const char *bytes, size_t length);

#endif
