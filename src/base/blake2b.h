/* BLAKE2b (RFC 7693), unkeyed and keyed. */
#ifndef BASE_BLAKE2B_H
#define BASE_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

/* Size of a block, and of the longest hash, in bytes. */
enum { BLAKE2B_BLOCK = 128, BLAKE2B_MOST = 64 };

/* A hash in progress. It holds the key until blake2b_finish(). */
struct blake2b {
  uint64_t state[8];
  uint64_t counted[2]; /* number of bytes compressed, low word first */
  uint8_t block[BLAKE2B_BLOCK];
  size_t filled; /* number of bytes in `block` */
  size_t size;   /* size of the hash */
};

/* Begins a hash of `size` bytes (1 to BLAKE2B_MOST). The key has `key_size` bytes (0 to BLAKE2B_MOST; if 0, `key` may
 * be NULL). */
void blake2b_begin(struct blake2b *hash, size_t size, const uint8_t *key, size_t key_size);
void blake2b_add(struct blake2b *hash, const void *bytes, size_t length);
/* Writes the `size` bytes of the hash to `out`, and erases the state. */
void blake2b_finish(struct blake2b *hash, uint8_t *out);

#endif
