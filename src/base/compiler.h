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

#endif
