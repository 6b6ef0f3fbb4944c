/*
 * Whole numbers for the evaluation: the sum of whole numbers does not depend on its order, and is the same on every
 * machine. Exponential and logarithm are looked up in tables, between whose entries they are interpolated.
 */
#ifndef PLAYERS_WHOLE_H
#define PLAYERS_WHOLE_H

#include <stdint.h>

/* The units: values in 1/256 points, probabilities and other shares in 1/65536, logarithms in 1/4096. */
enum { WHOLE_POINT = 256, WHOLE_SURE = 65536, WHOLE_LOG = 4096 };

/* The nearest whole multiple of 1 / `unit`. */
static inline int32_t whole_of(float number, int unit) {
  return (int32_t)(number * (float)unit + (number < 0.0f ? -0.5f : 0.5f));
}

/* A share of a value, rounded down. */
static inline int32_t whole_part(int32_t value, int32_t share) {
  return (int32_t)(((int64_t)value * (int64_t)share) >> 16);
}

/* Entries of the tables: each step is 1/32; logarithms of odds from -16 to 16, exponentials from 0 down to -16. */
enum { WHOLE_STEP = WHOLE_LOG / 32, WHOLE_MOST = 16 * WHOLE_LOG, WHOLE_STEPS = WHOLE_MOST / WHOLE_STEP };

/* The tables. */
struct whole_tables {
  int32_t logarithms[2 * WHOLE_STEPS + 1], exponentials[WHOLE_STEPS + 1];
};

/* Fills the tables. */
void whole_tables_fill(struct whole_tables *tables);

/* The logarithm of the probability with these log odds; 0 or less. Below -16 it is the log odds themselves. */
static inline int32_t whole_logarithm(const struct whole_tables *tables, int32_t odds) {
  if (odds >= WHOLE_MOST) return 0;
  if (odds < -WHOLE_MOST) return odds;
  const uint32_t from = (uint32_t)(odds + WHOLE_MOST);
  const int32_t *at = &tables->logarithms[from / WHOLE_STEP], rest = (int32_t)(from % WHOLE_STEP);
  return at[0] + (at[1] - at[0]) * rest / WHOLE_STEP;
}

/* The probability with this logarithm, which is 0 or less. */
static inline int32_t whole_exponential(const struct whole_tables *tables, int32_t logarithm) {
  if (logarithm <= -WHOLE_MOST) return 0;
  const uint32_t from = (uint32_t)-logarithm;
  const int32_t *at = &tables->exponentials[from / WHOLE_STEP], rest = (int32_t)(from % WHOLE_STEP);
  return at[0] - (at[0] - at[1]) * rest / WHOLE_STEP;
}

#endif
