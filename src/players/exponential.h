/*
 * Exponential and logarithm, computed with additions, multiplications and divisions only, so that they are the same on
 * every machine; those of the C libraries differ. Six digits are correct, which is enough for an evaluation.
 */
#ifndef PLAYERS_EXPONENTIAL_H
#define PLAYERS_EXPONENTIAL_H

#include <stdint.h>
#include <string.h>

/* e to the power of x; x is limited to -80 to 80. */
static inline float exponential(float x) {
  x = x > 80.0f ? 80.0f : x < -80.0f ? -80.0f : x;
  /* x = k log 2 + r with |r| at most half of log 2. log 2 is split into two parts so that r is exact. */
  const int k = (int)(x * 1.44269504f + (x < 0.0f ? -0.5f : 0.5f));
  const float r = x - (float)k * 0.693359375f + (float)k * 2.12194440e-4f;
  const float series = 1.0f + r * (1.0f + r * (0.5f + r * (0.16666667f + r * (0.041666668f + r * 0.0083333337f))));
  const uint32_t bits = (uint32_t)(k + 127) << 23;
  float power;
  memcpy(&power, &bits, sizeof power);
  return series * power;
}

/* The natural logarithm of a normal number above 0. */
static inline float logarithm(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  /* x = m 2^e with m from 3/4 to 3/2; in this range the series of log((1+s)/(1-s)) converges fast. */
  const int e = (int)((bits - 0x3F400000u) >> 23) - (bits < 0x3F400000u ? 512 : 0);
  bits -= (uint32_t)e << 23;
  float m;
  memcpy(&m, &bits, sizeof m);
  const float s = (m - 1.0f) / (m + 1.0f), q = s * s;
  return (float)e * 0.69314718f + 2.0f * s * (1.0f + q * (0.33333334f + q * (0.2f + q * 0.14285715f)));
}

#endif
