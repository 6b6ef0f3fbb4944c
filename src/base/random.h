/* Seeded random numbers: SplitMix64 streams (Steele, Lea, Flood 2014) and unbiased bounded numbers (Lemire 2019).
 *
 * A stream is one word of state and begins with its seed; any seed is a good one. All is in this header, so that the
 * installed library takes it along without linking anything. */
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

/* A number 0 <= n < bound, each equally likely, from a random word; in the rare case that the word is one too many for
 * an even share, the stream gives others. bound > 0. */
static inline uint32_t random_scale(uint64_t *stream, uint32_t word, uint32_t bound) {
  uint64_t product = (uint64_t)word * bound;
  if ((uint32_t)product < bound) {
    const uint32_t threshold = (0u - bound) % bound;
    while ((uint32_t)product < threshold) product = (random_next(stream) >> 32) * bound;
  }
  return (uint32_t)(product >> 32);
}

/* A number 0 <= n < bound, each equally likely; bound > 0. */
static inline uint32_t random_below(uint64_t *stream, uint32_t bound) {
  return random_scale(stream, (uint32_t)(random_next(stream) >> 32), bound);
}

/* The seed of something that two numbers name, below a seed; different numbers give streams with nothing in common. */
static inline uint64_t random_seed(uint64_t seed, uint64_t major, uint64_t minor) {
  uint64_t stream = seed;
  stream = random_next(&stream) ^ major;
  stream = random_next(&stream) ^ minor;
  return random_next(&stream);
}

#endif
