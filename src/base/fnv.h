/* FNV-1a, 64 bits: the hash that identifies sets and matches and selects decoration. */
#ifndef BASE_FNV_H
#define BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_BEGIN 0xcbf29ce484222325u /* the hash of no bytes */

/* The hash after one more byte. A number larger than a byte is mixed in with all its bits. */
static inline uint64_t fnv_add(uint64_t hash, unsigned byte) { return (hash ^ byte) * 0x100000001b3u; }

/* The hash after `length` more bytes. */
static inline uint64_t fnv_add_bytes(uint64_t hash, const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) hash = fnv_add(hash, (unsigned char)bytes[i]);
  return hash;
}

#endif
