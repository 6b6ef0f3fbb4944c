#include "arena/statistics.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- Means, shares of a win, Elo ---- */

/* 95 % of a normal distribution lies within this many standard errors. */
static const double ERRORS_95 = 1.959963984540054;

/* The weight of a score 0 or 1 that never occurred; and half the 95 % quantile of chi-squared with one degree of
 * freedom. */
static const double UNSEEN = 1e-3, HALF_CHI_SQUARED = 1.920729410347062;

enum { HALVINGS = 60 };

void mean_add(struct mean *mean, double value) {
  const double off = value - mean->mean;
  mean->count++;
  mean->mean += off / (double)mean->count;
  mean->squares += off * (value - mean->mean);
}

double mean_value(const struct mean *mean) { return mean->count == 0 ? NAN : mean->mean; }

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

/* The derivative of the likelihood by the Lagrange multiplier; it falls as the multiplier grows. */
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

/* The mean between `inside` and `outside` at which the deficit reaches the limit of the interval. */
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

/* ---- The sequential test ---- */

double sprt_ratio(const struct sprt *sprt, const struct scores *scores, int sides) {
  if (scores->total == 0) return 0;
  return scores_deficit(scores, score_of_elo(sprt->elo0, sides)) -
         scores_deficit(scores, score_of_elo(sprt->elo1, sides));
}

struct interval sprt_bounds(const struct sprt *sprt) {
  return (struct interval){log(sprt->beta / (1 - sprt->alpha)), log((1 - sprt->beta) / sprt->alpha)};
}

enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct scores *scores, int sides) {
  const struct interval bounds = sprt_bounds(sprt);
  const double ratio = sprt_ratio(sprt, scores, sides);
  return ratio <= bounds.low ? SPRT_ELO0 : ratio >= bounds.high ? SPRT_ELO1 : SPRT_OPEN;
}

const char *sprt_verdict_name(enum sprt_verdict verdict) {
  static const char *const names[] = {"open", "elo0", "elo1"};
  return names[verdict];
}

/* ---- Ratings ---- */

enum { STEPS_MAX = 100 };

typedef double matrix[RATINGS_MAX][RATINGS_MAX];

static double chance_ahead(double difference) { return 1 / (1 + exp(-difference)); }

/* Adds the gradient of the log likelihood of `some` comparisons, by strength. */
static void add_slopes(const struct ratings *ratings, const struct comparisons *some, double slopes[RATINGS_MAX]) {
  for (int i = 0; i < ratings->count; i++)
    for (int j = 0; j < ratings->count; j++) {
      const double games = some->points[i][j] + some->points[j][i];
      slopes[i] += some->points[i][j] - games * chance_ahead(ratings->value[i] - ratings->value[j]);
    }
}

/* The negative second derivatives. A constant is added to every element to fix the average, which comparisons leave
 * undetermined. */
static void information(const struct ratings *ratings, matrix out) {
  memset(out, 0, sizeof(matrix));
  for (int i = 0; i < ratings->count; i++) {
    const double alone = chance_ahead(ratings->value[i]);
    out[i][i] += ratings->prior * alone * (1 - alone);
    for (int j = 0; j < ratings->count; j++) {
      const double games = ratings->all.points[i][j] + ratings->all.points[j][i];
      const double ahead = chance_ahead(ratings->value[i] - ratings->value[j]);
      out[i][j] += 1.0 / ratings->count;
      if (i == j) continue;
      out[i][i] += games * ahead * (1 - ahead);
      out[i][j] -= games * ahead * (1 - ahead);
    }
  }
}

/* Solves a linear system with a positive definite matrix by elimination. Both arguments are overwritten; `right`
 * becomes the solution. */
static void solve(int count, matrix left, double right[RATINGS_MAX]) {
  for (int pivot = 0; pivot < count; pivot++)
    for (int row = pivot + 1; row < count; row++) {
      const double factor = left[row][pivot] / left[pivot][pivot];
      for (int column = pivot; column < count; column++) left[row][column] -= factor * left[pivot][column];
      right[row] -= factor * right[pivot];
    }
  for (int row = count - 1; row >= 0; row--) {
    for (int column = row + 1; column < count; column++) right[row] -= left[row][column] * right[column];
    right[row] /= left[row][row];
  }
}

/* Takes one step of Newton's method, at most one unit long. Returns the length of the step. */
static double improve(struct ratings *ratings) {
  double slopes[RATINGS_MAX] = {0}, longest = 0;
  matrix falls;
  add_slopes(ratings, &ratings->all, slopes);
  for (int i = 0; i < ratings->count; i++) slopes[i] += ratings->prior * (0.5 - chance_ahead(ratings->value[i]));
  information(ratings, falls);
  solve(ratings->count, falls, slopes);
  for (int i = 0; i < ratings->count; i++) longest = fmax(longest, fabs(slopes[i]));
  for (int i = 0; i < ratings->count; i++) ratings->value[i] += slopes[i] / fmax(1, longest);
  return longest;
}

struct ratings ratings_of(int count, const struct comparisons *all, double prior) {
  assert(count >= 1 && count <= RATINGS_MAX);
  struct ratings ratings = {.count = count, .all = *all, .prior = prior};
  for (int i = 0; i < STEPS_MAX; i++)
    if (improve(&ratings) < 1e-12) break;
  double sum = 0;
  for (int i = 0; i < count; i++) sum += ratings.value[i];
  for (int i = 0; i < count; i++) ratings.value[i] -= sum / count;
  return ratings;
}

void ratings_add_round(struct ratings *ratings, const struct comparisons *round) {
  double slopes[RATINGS_MAX] = {0};
  add_slopes(ratings, round, slopes);
  for (int i = 0; i < ratings->count; i++)
    for (int j = 0; j < ratings->count; j++) ratings->spread[i][j] += slopes[i] * slopes[j];
}

double ratings_error(const struct ratings *ratings, int engine, int other) {
  double direction[RATINGS_MAX] = {0}, variance = 0;
  matrix falls;
  for (int i = 0; other < 0 && i < ratings->count; i++) direction[i] = -1.0 / ratings->count;
  direction[engine] += 1;
  if (other >= 0) direction[other] -= 1;
  information(ratings, falls);
  solve(ratings->count, falls, direction);
  for (int i = 0; i < ratings->count; i++)
    for (int j = 0; j < ratings->count; j++) variance += direction[i] * ratings->spread[i][j] * direction[j];
  return sqrt(fmax(0, variance));
}
