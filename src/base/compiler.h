/* What gcc and clang offer beyond C17, each with what stands in its place for other compilers. With COMPILER_PLAIN
 * defined gcc and clang take that, too. */
#ifndef BASE_COMPILER_H
#define BASE_COMPILER_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(COMPILER_PLAIN)
#define COMPILER_PRAGMA(words) _Pragma(#words)
#define UNROLL(times) COMPILER_PRAGMA(GCC unroll times) /* before a loop: it is written out so many times */
#define NOINLINE __attribute__((noinline))              /* before a function: it is not put into its callers */
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

/* The place of the lowest bit that is 1, from 0 on; one of them must be. */
static inline unsigned lowest_bit(uint64_t bits) {
#if defined(__GNUC__) && !defined(COMPILER_PLAIN)
  return (unsigned)__builtin_ctzll(bits);
#else
  return count_bits(~bits & (bits - 1));
#endif
}

#endif
