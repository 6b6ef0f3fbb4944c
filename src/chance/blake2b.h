/* BLAKE2b (RFC 7693), unkeyed and keyed. */
#ifndef CHANCE_BLAKE2B_H
#define CHANCE_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of a block, and of the longest hash. */
enum { BLAKE2B_BLOCK = 128, BLAKE2B_MOST = 64 };

/* A hash that is being computed. It holds the key until blake2b_finish(). */
struct blake2b {
  uint64_t state[8];
  uint64_t counted[2]; /* bytes compressed, low word first */
  uint8_t block[BLAKE2B_BLOCK];
  size_t filled; /* of `block` */
  size_t size;   /* of the hash */
};

/* Begins a hash of `size` bytes, 1 to BLAKE2B_MOST, with a key of `key_size` bytes, 0 (`key` may be NULL) to
 * BLAKE2B_MOST. */
void blake2b_begin(struct blake2b *hash, size_t size, const uint8_t *key, size_t key_size);
void blake2b_add(struct blake2b *hash, const void *bytes, size_t length);
/* Writes the hash, `size` bytes of it, and wipes the rest. */
void blake2b_finish(struct blake2b *hash, uint8_t *out);

#endif
