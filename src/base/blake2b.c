#include "base/blake2b.h"

#include <string.h>

#include "base/guard.h"

enum { ROUNDS = 12 };

static const uint64_t start[8] = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
                                  0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};

static const uint8_t order[ROUNDS][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}};

static uint64_t rotate(uint64_t word, unsigned bits) { return word >> bits | word << (64 - bits); }

static uint64_t read_word(const uint8_t *bytes) {
  uint64_t word = 0;
  for (unsigned i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << 8 * i;
  return word;
}

static void mix(uint64_t v[16], unsigned a, unsigned b, unsigned c, unsigned d, uint64_t x, uint64_t y) {
  v[a] += v[b] + x;
  v[d] = rotate(v[d] ^ v[a], 32);
  v[c] += v[d];
  v[b] = rotate(v[b] ^ v[c], 24);
  v[a] += v[b] + y;
  v[d] = rotate(v[d] ^ v[a], 16);
  v[c] += v[d];
  v[b] = rotate(v[b] ^ v[c], 63);
}

static void mix_round(uint64_t v[16], const uint64_t m[16], const uint8_t s[16]) {
  mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
  mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
  mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
  mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
  mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
  mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
  mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
  mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
}

/* Compresses the full block; `last` is all ones for the last block, otherwise 0. Flattened into one function, so that
 * the compiler can keep the mixed words in registers. */
__attribute__((flatten)) static void compress(struct blake2b *hash, uint64_t last) {
  uint64_t v[16], m[16];
  for (unsigned i = 0; i < 16; i++) m[i] = read_word(hash->block + (size_t)8 * i);
  memcpy(v, hash->state, sizeof hash->state);
  memcpy(v + 8, start, sizeof start);
  v[12] ^= hash->counted[0];
  v[13] ^= hash->counted[1];
  v[14] ^= last;
  for (unsigned i = 0; i < ROUNDS; i++) mix_round(v, m, order[i]);
  for (unsigned i = 0; i < 8; i++) hash->state[i] ^= v[i] ^ v[i + 8];
}

static void count(struct blake2b *hash, size_t bytes) {
  hash->counted[0] += bytes;
  hash->counted[1] += hash->counted[0] < bytes;
}

void blake2b_begin(struct blake2b *hash, size_t size, const uint8_t *key, size_t key_size) {
  CHECK(size >= 1 && size <= BLAKE2B_MOST && key_size <= BLAKE2B_MOST);
  memset(hash, 0, sizeof *hash);
  memcpy(hash->state, start, sizeof start);
  hash->state[0] ^= 0x01010000u ^ (uint64_t)key_size << 8 ^ size;
  hash->size = size;
  if (key_size == 0) return;
  memcpy(hash->block, key, key_size);
  hash->filled = BLAKE2B_BLOCK;
}

void blake2b_add(struct blake2b *hash, const void *bytes, size_t length) {
  const uint8_t *from = bytes;
  while (length > 0) {
    if (hash->filled == BLAKE2B_BLOCK) {
      count(hash, BLAKE2B_BLOCK);
      compress(hash, 0);
      hash->filled = 0;
    }
    const size_t room = BLAKE2B_BLOCK - hash->filled, part = length < room ? length : room;
    memcpy(hash->block + hash->filled, from, part);
    hash->filled += part;
    from += part;
    length -= part;
  }
}

void blake2b_finish(struct blake2b *hash, uint8_t *out) {
  memset(hash->block + hash->filled, 0, BLAKE2B_BLOCK - hash->filled);
  count(hash, hash->filled);
  compress(hash, UINT64_MAX);
  for (size_t i = 0; i < hash->size; i++) out[i] = (uint8_t)(hash->state[i / 8] >> 8 * (i % 8));
  volatile uint64_t *wipe = (volatile uint64_t *)(void *)hash;
  _Static_assert(sizeof *hash % sizeof *wipe == 0, "the hash is whole words");
  for (size_t i = 0; i < sizeof *hash / sizeof *wipe; i++) wipe[i] = 0;
}
