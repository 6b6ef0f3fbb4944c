/* The statistics of a match, compared with published values and with the truth in simulated matches. */
#include "cli/cmocka_base.h"

#include "arena/near.h"

#include "arena/statistics.h"
#include "base/random.h"

/* Pairs of games by the points of the first engine, 0 to 2 in halves. */
static struct scores pairs(const uint64_t seen[5]) {
  struct scores scores = scores_new(5);
  for (int i = 0; i < 5; i++) scores.total += scores.seen[i] = seen[i];
  return scores;
}

/* Single games: losses, draws, wins. */
static struct scores games(uint64_t lost, uint64_t drawn, uint64_t won) {
  struct scores scores = scores_new(3);
  scores.seen[0] = lost;
  scores.seen[1] = drawn;
  scores.seen[2] = won;
  scores.total = lost + drawn + won;
  return scores;
}

/* Elo difference and half its 95 % interval. */
static void check_elo(const struct scores *scores, double elo, double half) {
  const struct interval range = scores_interval(scores);
  const double low = elo_of_score(range.low, 2), high = elo_of_score(range.high, 2);
  assert_near(elo_of_score(scores_mean(scores), 2), elo, 0.01);
  assert_near((high - low) / 2, half, half / 50);
}

/* The values of fastchess's own tests, app/tests/elo_test.cpp at 2f5e888 (github.com/Disservin/fastchess), which gives
 * pairs as LL, LD, WL + DD, WD, WW and games as wins, losses, draws. Its intervals suppose a normal distribution. */
TEST(elo_of_fastchess) {
  const struct scores first = pairs((uint64_t[]){34, 54, 31 + 32, 64, 75});
  check_elo(&first, 55.58, 27.65);
  assert_true(scores_superiority(&first, 0.5) > 0.99995 - 1e-4);
  const struct scores second = pairs((uint64_t[]){332, 433, 457 + 41, 333, 334});
  check_elo(&second, -8.64, 10.33);
  assert_near(scores_superiority(&second, 0.5), 0.0505, 0.0005);
  const struct scores third = pairs((uint64_t[]){7895, 8757, 5485 + 200, 568, 9999});
  check_elo(&third, -21.04, 2.95);
  const struct scores fourth = games(96, 111, 136);
  check_elo(&fourth, 40.70, 30.43);
  assert_near(scores_superiority(&fourth, 0.5), 0.9960, 0.0005);
  const struct scores fifth = games(89, 123, 76);
  assert_near(scores_superiority(&fifth, 0.5), 0.1553, 0.0005);
}

static void check_ratio(struct scores scores, double elo0, double elo1, double expected) {
  const struct sprt sprt = {elo0, elo1, 0.05, 0.05};
  assert_near(sprt_ratio(&sprt, &scores, 2), expected, 0.01);
}

/* The "logistic" values of app/tests/sprt_test.cpp at 0cbac49. */
TEST(ratios_of_fastchess) {
  check_ratio(games(21184, 40708, 21404), 0.5, 2.5, -1.57);
  check_ratio(games(57030, 106593, 57433), 0, 2, -2.59);
  check_ratio(pairs((uint64_t[]){223, 9863, 20279 + 1000, 10037, 246}), 0.5, 2.5, -3.07);
  check_ratio(pairs((uint64_t[]){871, 26175, 55003 + 980, 26678, 821}), 0, 2, -4.98);
}

/* Wald's bounds for errors of 5 %, as every tester prints them: -2.94 and 2.94. */
TEST(bounds) {
  const struct sprt sprt = {0, 5, 0.05, 0.05};
  assert_near(sprt_bounds(&sprt).low, -2.944, 0.001);
  assert_near(sprt_bounds(&sprt).high, 2.944, 0.001);
  const struct sprt uneven = {0, 5, 0.05, 0.1};
  assert_near(sprt_bounds(&uneven).low, log(0.1 / 0.95), 1e-12);
  assert_near(sprt_bounds(&uneven).high, log(0.9 / 0.05), 1e-12);
}

TEST(elo_and_score) {
  assert_near(score_of_elo(0, 2), 0.5, 1e-12);
  assert_near(score_of_elo(400, 2), 10.0 / 11, 1e-12);
  assert_near(score_of_elo(0, 4), 0.25, 1e-12);
  for (int sides = 2; sides <= 5; sides++) assert_near(elo_of_score(score_of_elo(123, sides), sides), 123, 1e-9);
  assert_true(isinf(elo_of_score(1, 2)));
  assert_near(normal_below(1.959963984540054), 0.975, 1e-12);
}

/* Twenty wins of twenty: an interval that ends at 1 and does not have no width. */
TEST(every_win) {
  const struct scores all = games(0, 0, 20);
  const struct interval range = scores_interval(&all);
  assert_true(range.low > 0.85 && range.low < 0.95);
  assert_true(range.high > 0.999);
  assert_true(scores_superiority(&all, 0.5) > 0.999);
  const struct scores none = scores_new(3);
  assert_near(scores_interval(&none).low, 0, 0);
  assert_near(scores_interval(&none).high, 1, 0);
}

TEST(means) {
  struct mean mean = {0};
  assert_true(isnan(mean_value(&mean)));
  assert_true(isnan(mean_error(&mean)) && isnan(mean_interval(&mean).low) && isnan(mean_interval(&mean).high));
  for (int i = 1; i <= 5; i++) mean_add(&mean, i);
  assert_near(mean.mean, 3, 1e-12);
  assert_near(mean_error(&mean), sqrt(2.5 / 5), 1e-12);
}

/* ---- Simulated matches ---- */

/* A round of two games whose scores hang together, as those of one deck do: its points in halves, 0 to 4. */
static int play_round(uint64_t *stream, double win, double draw) {
  int points = 0;
  const double luck = (double)(random_next(stream) >> 11) * 0x1p-53;
  for (int game = 0; game < 2; game++) {
    const bool same_luck = random_below(stream, 3) == 0;
    const double at = same_luck ? luck : (double)(random_next(stream) >> 11) * 0x1p-53;
    points += at < win ? 2 : at < win + draw ? 1 : 0;
  }
  return points;
}

/* In how many of 1,000 matches the interval covers the true score. */
static int covered(double win, double draw, int rounds) {
  uint64_t stream = 7;
  int covered = 0;
  for (int match = 0; match < 1000; match++) {
    struct scores scores = scores_new(5);
    for (int round = 0; round < rounds; round++) scores_add(&scores, play_round(&stream, win, draw));
    const struct interval range = scores_interval(&scores);
    covered += range.low <= win + draw / 2 && win + draw / 2 <= range.high;
  }
  return covered;
}

/* 95 % of 1,000 has a standard deviation of 6.9; three of them are allowed. */
TEST(intervals_cover_the_truth) {
  assert_in_range(covered(0.5, 0.02, 200), 929, 971);
  assert_in_range(covered(0.55, 0.1, 100), 929, 971);
  assert_in_range(covered(0.85, 0.02, 200), 929, 971);
  assert_in_range(covered(0.3, 0.4, 400), 929, 971);
}

/* In how many of 400 matches the test accepts elo1; the true score is that of `elo`. */
static int accepted(const struct sprt *sprt, double elo, uint64_t seed) {
  uint64_t stream = seed;
  int accepted = 0;
  const double draw = 0.04, win = score_of_elo(elo, 2) - draw / 2;
  for (int match = 0; match < 400; match++) {
    struct scores scores = scores_new(5);
    enum sprt_verdict verdict = SPRT_OPEN;
    while (verdict == SPRT_OPEN) {
      scores_add(&scores, play_round(&stream, win, draw));
      verdict = sprt_verdict(sprt, &scores, 2);
    }
    accepted += verdict == SPRT_ELO1;
  }
  return accepted;
}

/* Errors of 10 % in 400 matches: 40, with a standard deviation of 6; three of them are allowed above. */
TEST(errors_of_the_test_hold) {
  const struct sprt sprt = {0, 60, 0.1, 0.1};
  assert_in_range(accepted(&sprt, 0, 1), 5, 58);
  assert_in_range(accepted(&sprt, 60, 2), 400 - 58, 400 - 5);
}

RUN_TESTS(NULL, NULL)
