/* Encodes bytes as text: hexadecimal digits and base64url. */
#ifndef BASE_ENCODING_H
#define BASE_ENCODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reader.h"
#include "base/text.h"

/* Appends `size` bytes as lower-case hexadecimal digits. */
void hex_write(const uint8_t *bytes, size_t size, struct text *text);
/* Reads `size` bytes from twice as many hexadecimal digits, lower or upper case. Returns false, with `bytes` undefined,
 * for any other input. */
bool hex_read(struct span span, uint8_t *bytes, size_t size);

/* Appends `size` bytes in base64url without padding (RFC 4648, section 5). */
void base64url_write(const uint8_t *bytes, size_t size, struct text *text);
/* Reads at most `room` bytes from base64url without padding; `*size` receives their number. Returns false, with `bytes`
 * undefined, for any other input, and for letters that base64url_write() would not write. */
bool base64url_read(struct span span, uint8_t *bytes, size_t room, size_t *size);

/* Appends `size` bytes in base32 without padding (RFC 4648, section 6), in lower case. */
void base32_write(const uint8_t *bytes, size_t size, struct text *text);

#endif
