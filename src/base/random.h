/* Seeded random numbers: SplitMix64 streams (Steele, Lea, Flood 2014) and unbiased bounded numbers (Lemire 2019).
 *
 * A stream is one 64-bit word. Its first value is the seed, and every seed is equally good. Everything is in this
 * header, so that programs which include it need to link nothing. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

/* The finaliser of SplitMix64: a bijection that spreads every bit. */
static inline uint64_t random_mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* The next number of a stream. */
static inline uint64_t random_next(uint64_t *stream) { return random_mix(*stream += 0x9e3779b97f4a7c15u); }

/* Maps a random word to a number 0 <= n < bound, each equally likely. A word that would make the result biased is rare;
 * the function then takes further words from the stream. bound > 0. */
static inline uint32_t random_scale(uint64_t *stream, uint32_t word, uint32_t bound) {
  uint64_t product = (uint64_t)word * bound;
  if ((uint32_t)product < bound) {
    const uint32_t threshold = (0u - bound) % bound;
    while ((uint32_t)product < threshold) product = (random_next(stream) >> 32) * bound;
  }
  return (uint32_t)(product >> 32);
}

/* The next number 0 <= n < bound, each equally likely; bound > 0. */
static inline uint32_t random_below(uint64_t *stream, uint32_t bound) {
  return random_scale(stream, (uint32_t)(random_next(stream) >> 32), bound);
}

/* A seed derived from a seed and two numbers. Different numbers give independent streams. */
static inline uint64_t random_seed(uint64_t seed, uint64_t major, uint64_t minor) {
  uint64_t stream = seed;
  stream = random_next(&stream) ^ major;
  stream = random_next(&stream) ^ minor;
  return random_next(&stream);
}

#endif
