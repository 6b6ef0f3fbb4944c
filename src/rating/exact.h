/*
 * Exponential and logarithm in double precision, of additions, multiplications and divisions only, which IEEE 754
 * rounds alike on every machine; those of the C libraries differ in their last digits. The errors are below 1e-15 of
 * the result.
 */
#ifndef RATING_EXACT_H
#define RATING_EXACT_H

#include <float.h>
#include <stdint.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "expressions of double are computed in double");

/* The logarithm of 2 in two parts; products of the first with whole numbers below 2^20 are exact. */
#define EXACT_LOG2_HIGH 0x1.62e42feep-1
#define EXACT_LOG2_LOW 0x1.a39ef35793c76p-33

/* e to the power of x; x is limited to -700 to 700. */
static inline double exact_exp(double x) {
  x = x > 700 ? 700 : x < -700 ? -700 : x;
  /* x = k log 2 + r with |r| at most half of log 2, and the series of e^r, from its last term on. */
  const int k = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
  const double r = x - (double)k * EXACT_LOG2_HIGH - (double)k * EXACT_LOG2_LOW;
  double series = 1;
  for (int i = 14; i > 0; i--) series = 1 + series * r / i;
  const uint64_t bits = (uint64_t)(k + 1023) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return series * power;
}

/* The natural logarithm of a normal number above 0. */
static inline double exact_log(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  /* x = m 2^k with m from 3/4 to 3/2, and the series of log m = log((1+s)/(1-s)), from its last term on. */
  const uint64_t from = 0x3FE8000000000000u;
  const int k = (int)((bits + (UINT64_C(1023) << 52) - from) >> 52) - 1023;
  bits -= (uint64_t)(int64_t)k << 52;
  double m;
  memcpy(&m, &bits, sizeof m);
  const double s = (m - 1) / (m + 1), q = s * s;
  double series = 0;
  for (int i = 25; i > 0; i -= 2) series = series * q + 1.0 / i;
  return (double)k * EXACT_LOG2_HIGH + ((double)k * EXACT_LOG2_LOW + 2 * s * series);
}

#endif
