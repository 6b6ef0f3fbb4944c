/* Ratings of several engines: published ones, their errors, and engines that win everything. */
#include "cli/cmocka_base.h"

#include <stdbool.h>

#include "arena/near.h"

#include "arena/statistics.h"
#include "base/random.h"

/*
 * Citations between four statistics journals (Stigler 1994; Agresti, Categorical Data Analysis, 2002, p. 448), as the R
 * package BradleyTerry2 fits them in its vignette: Comm. Statist. -2.9491, JASA -0.4796, JRSS-B 0.2690 against
 * Biometrika, with standard errors 0.1025, 0.0606, 0.0708.
 */
TEST(citations) {
  static const struct comparisons cited = {
      {{0, 730, 498, 221}, {33, 0, 68, 17}, {320, 813, 0, 142}, {284, 276, 325, 0}}};
  struct ratings ratings = ratings_of(4, &cited, 0);
  assert_near(ratings.value[1] - ratings.value[0], -2.9491, 1e-4);
  assert_near(ratings.value[2] - ratings.value[0], -0.4796, 1e-4);
  assert_near(ratings.value[3] - ratings.value[0], 0.2690, 1e-4);
  for (int winner = 0; winner < 4; winner++)
    for (int loser = 0; loser < 4; loser++)
      for (int i = 0; i < (int)cited.points[winner][loser]; i++) {
        struct comparisons one = {0};
        one.points[winner][loser] = 1;
        ratings_add_round(&ratings, &one);
      }
  assert_near(ratings_error(&ratings, 1, 0), 0.1025, 0.005);
  assert_near(ratings_error(&ratings, 2, 0), 0.0606, 0.005);
  assert_near(ratings_error(&ratings, 3, 0), 0.0708, 0.005);
}

/* With no prior two engines have the Elo difference of their score. */
TEST(two) {
  static const struct comparisons all = {{{0, 75}, {25, 0}}};
  const struct ratings ratings = ratings_of(2, &all, 0);
  assert_near((ratings.value[0] - ratings.value[1]) * RATINGS_ELO, 190.848501887865, 1e-6);
  assert_near(ratings.value[0] + ratings.value[1], 0, 1e-12);
}

TEST(every_win) {
  static const struct comparisons all = {{{0, 50, 50}, {0, 0, 25}, {0, 25, 0}}};
  const struct ratings ratings = ratings_of(3, &all, 1);
  assert_true(isfinite(ratings.value[0]));
  assert_true(ratings.value[0] > ratings.value[1] + 2);
  assert_near(ratings.value[1], ratings.value[2], 1e-9);
  assert_near(ratings.value[0] + ratings.value[1] + ratings.value[2], 0, 1e-9);
}

/* One win and a prior of a draw each: the strengths t and -t solve 1 - c(2t) + 1/2 - c(t) = 0, c the logistic function.
 */
TEST(prior) {
  static const struct comparisons won = {{{0, 1}, {0, 0}}};
  const struct ratings ratings = ratings_of(2, &won, 1);
  const double t = ratings.value[0];
  assert_near(1 - 1 / (1 + exp(-2 * t)) + 0.5 - 1 / (1 + exp(-t)), 0, 1e-9);
  assert_near(ratings.value[1], -t, 1e-9);
}

TEST(nothing_played) {
  static const struct comparisons none;
  const struct ratings ratings = ratings_of(3, &none, 1);
  for (int i = 0; i < 3; i++) assert_near(ratings.value[i], 0, 0);
  assert_near(ratings_error(&ratings, 0, -1), 0, 0);
}

enum { PLAYERS = 4, ROUNDS = 60, ORDERS = 4 };

/* A round of games of four in which luck, the same in all of them, helps one engine: the comparisons hang together. */
static struct comparisons play_round(uint64_t *stream, const double strengths[PLAYERS]) {
  struct comparisons round = {0};
  double luck[PLAYERS];
  for (int i = 0; i < PLAYERS; i++) luck[i] = log(1 / (((double)(random_next(stream) >> 11) + 0.5) * 0x1p-53) - 1);
  for (int game = 0; game < ORDERS; game++)
    for (int one = 0; one < PLAYERS; one++)
      for (int other = 0; other < one; other++) {
        const double noise = log(1 / (((double)(random_next(stream) >> 11) + 0.5) * 0x1p-53) - 1);
        const bool lucky = random_below(stream, 2) == 0;
        const double difference = strengths[one] - strengths[other] + (lucky ? luck[one] : noise);
        if (difference > 0)
          round.points[one][other]++;
        else
          round.points[other][one]++;
      }
  return round;
}

/* Intervals of two errors about each rating cover the truth in about 95 % of simulated matches. */
TEST(errors_cover_the_truth) {
  static const double strengths[PLAYERS] = {0.6, 0.2, -0.2, -0.6};
  uint64_t stream = 3;
  int covered = 0;
  for (int match = 0; match < 300; match++) {
    struct comparisons all = {0}, rounds[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      rounds[i] = play_round(&stream, strengths);
      for (int one = 0; one < PLAYERS; one++)
        for (int other = 0; other < PLAYERS; other++) all.points[one][other] += rounds[i].points[one][other];
    }
    struct ratings ratings = ratings_of(PLAYERS, &all, 1);
    for (int i = 0; i < ROUNDS; i++) ratings_add_round(&ratings, &rounds[i]);
    for (int i = 0; i < PLAYERS; i++)
      covered += fabs(ratings.value[i] - strengths[i]) <= 1.96 * ratings_error(&ratings, i, -1);
  }
  assert_in_range(covered, 1200 * 91 / 100, 1200 * 98 / 100);
}

RUN_TESTS(NULL, NULL)
