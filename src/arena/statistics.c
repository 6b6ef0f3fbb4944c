#include "arena/statistics.h"

#include <assert.h>
#include <math.h>

/* 95 % of a normal distribution lies within so many standard errors. */
static const double ERRORS_95 = 1.959963984540054;

/* What an end of the scale counts that was never seen, and half the 95 % quantile of chi-squared with one degree. */
static const double UNSEEN = 1e-3, HALF_CHI_SQUARED = 1.920729410347062;

enum { HALVINGS = 60 };

void mean_add(struct mean *mean, double value) {
  const double off = value - mean->mean;
  mean->count++;
  mean->mean += off / (double)mean->count;
  mean->squares += off * (value - mean->mean);
}

double mean_error(const struct mean *mean) {
  if (mean->count < 2) return NAN;
  return sqrt(mean->squares / (double)(mean->count - 1) / (double)mean->count);
}

struct interval mean_interval(const struct mean *mean) {
  const double half = ERRORS_95 * mean_error(mean);
  return (struct interval){mean->mean - half, mean->mean + half};
}

struct scores scores_new(int count) {
  assert(count >= 2 && count <= SCORES_MAX);
  return (struct scores){.count = count};
}

void scores_add(struct scores *scores, int cell) {
  assert(cell >= 0 && cell < scores->count);
  scores->seen[cell]++;
  scores->total++;
}

double scores_mean(const struct scores *scores) {
  double sum = 0;
  for (int i = 0; i < scores->count; i++) sum += (double)i * (double)scores->seen[i];
  return scores->total == 0 ? 0 : sum / (double)scores->total / (scores->count - 1);
}

static double weight(const struct scores *scores, int cell) {
  const bool end = cell == 0 || cell == scores->count - 1;
  return scores->seen[cell] == 0 && end ? UNSEEN : (double)scores->seen[cell];
}

static double offset(const struct scores *scores, int cell, double mean) {
  return (double)cell / (scores->count - 1) - mean;
}

/* The slope of the likelihood in the Lagrange multiplier; it falls as the multiplier grows. */
static double slope(const struct scores *scores, double mean, double multiplier) {
  double sum = 0;
  for (int i = 0; i < scores->count; i++) {
    const double off = offset(scores, i, mean), seen = weight(scores, i);
    if (seen > 0) sum += seen * off / (1 + multiplier * off);
  }
  return sum;
}

double scores_deficit(const struct scores *scores, double mean) {
  assert(mean > 0 && mean < 1);
  double low = -1 / (1 - mean), high = 1 / mean;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = (low + high) / 2;
    if (slope(scores, mean, middle) > 0)
      low = middle;
    else
      high = middle;
  }
  double sum = 0;
  for (int i = 0; i < scores->count; i++) {
    const double seen = weight(scores, i);
    if (seen > 0) sum += seen * log1p((low + high) / 2 * offset(scores, i, mean));
  }
  return sum;
}

/* The mean between `inside` and `outside` at which the deficit reaches that of the interval's ends. */
static double interval_end(const struct scores *scores, double inside, double outside) {
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = (inside + outside) / 2;
    if (middle <= 0 || middle >= 1) return middle;
    if (scores_deficit(scores, middle) < HALF_CHI_SQUARED)
      inside = middle;
    else
      outside = middle;
  }
  return (inside + outside) / 2;
}

struct interval scores_interval(const struct scores *scores) {
  if (scores->total == 0) return (struct interval){0, 1};
  const double mean = scores_mean(scores);
  return (struct interval){interval_end(scores, mean, 0), interval_end(scores, mean, 1)};
}

double scores_superiority(const struct scores *scores, double equal) {
  if (scores->total == 0) return 0.5;
  const double root = sqrt(2 * fmax(0, scores_deficit(scores, equal)));
  return normal_below(scores_mean(scores) < equal ? -root : root);
}

double elo_of_score(double score, int sides) { return 400 * log10((sides - 1) * score / (1 - score)); }

double score_of_elo(double elo, int sides) { return 1 / (1 + (sides - 1) * pow(10, -elo / 400)); }

double normal_below(double z) { return erfc(-z / sqrt(2)) / 2; }
