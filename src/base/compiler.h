/* Features of gcc and clang beyond C17, each with a replacement for other compilers. If COMPILER_PLAIN is defined, gcc
 * and clang use the replacements, too. */
#ifndef BASE_COMPILER_H
#define BASE_COMPILER_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(COMPILER_PLAIN)
#define COMPILER_PRAGMA(words) _Pragma(#words)
#define UNROLL(times) COMPILER_PRAGMA(GCC unroll times) /* before a loop: unroll it this many times */
#define NOINLINE __attribute__((noinline))              /* before a function: do not inline it */
#else
#define UNROLL(times)
#define NOINLINE
#endif

/* The number of bits that are 1. */
static inline unsigned count_bits(uint64_t bits) {
#if defined(__GNUC__) && !defined(COMPILER_PLAIN)
  return (unsigned)__builtin_popcountll(bits);
#else
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (unsigned)(bits * 0x0101010101010101u >> 56);
#endif
}

/* The index of the lowest bit that is 1 (0-based); `bits` must not be 0. */
static inline unsigned lowest_bit(uint64_t bits) {
#if defined(__GNUC__) && !defined(COMPILER_PLAIN)
  return (unsigned)__builtin_ctzll(bits);
#else
  return count_bits(~bits & (bits - 1));
#endif
}

/* The index of the bit that is 1 and comes after `before` others; there must be one. */
static inline unsigned nth_bit(uint64_t bits, unsigned before) {
#if defined(__BMI2__) && !defined(COMPILER_PLAIN)
  return lowest_bit(__builtin_ia32_pdep_di((uint64_t)1 << before, bits));
#else
  /* 1. Byte i of `sums` is the number of set bits up to byte i; the bytes with no more than `before` are skipped. */
  const uint64_t ones = 0x0101010101010101u, highs = ones << 7;
  uint64_t sums = bits - (bits >> 1 & 0x5555555555555555u);
  sums = (sums & 0x3333333333333333u) + (sums >> 2 & 0x3333333333333333u);
  sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones;
  const unsigned byte = (unsigned)(((((before * ones | highs) - sums) & highs) >> 7) * ones >> 53 & 0x78);

  /* 2. The same with the bits of that byte, each spread to a byte of its own. */
  const uint64_t left = before - (sums << 8 >> byte & 0xff);
  uint64_t each = (bits >> byte & 0xff) * ones & 0x8040201008040201u;
  each = ((each + 0x7f7f7f7f7f7f7f7fu) >> 7 & ones) * ones;
  return byte + (unsigned)(((((left * ones | highs) - each) & highs) >> 7) * ones >> 56);
#endif
}

#endif
