#include "arena/ratings.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { STEPS_MAX = 100 };

typedef double matrix[RATINGS_MAX][RATINGS_MAX];

static double chance_ahead(double difference) { return 1 / (1 + exp(-difference)); }

/* The slope of the likelihood of `some` comparisons in each strength. */
static void add_slopes(const struct ratings *ratings, const struct comparisons *some, double slopes[RATINGS_MAX]) {
  for (int i = 0; i < ratings->count; i++)
    for (int j = 0; j < ratings->count; j++) {
      const double games = some->points[i][j] + some->points[j][i];
      slopes[i] += some->points[i][j] - games * chance_ahead(ratings->value[i] - ratings->value[j]);
    }
}

/* How the slopes fall. A constant is added everywhere, which fixes the average that comparisons leave open. */
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

/* Solves a system with a positive definite matrix, by elimination; both are used up, `right` becomes the solution. */
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

/* One step of Newton's method, no longer than one unit; gives its length. */
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
