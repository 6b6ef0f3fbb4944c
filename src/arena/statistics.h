/*
 * Honest numbers from a match. What is counted is the round (one deck in every seat order): its games hang together,
 * rounds do not. Scores are shares of a win from 0 to 1.
 *
 * Likelihoods of a mean are empirical ones: of all distributions over the scores that were seen, the likeliest with
 * that mean. They need no model of draws, and their intervals never leave 0 to 1.
 */
#ifndef ARENA_STATISTICS_H
#define ARENA_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

enum { SCORES_MAX = 512 };

/* Mean and spread of numbers that are added one by one; all zero is an empty one. */
struct mean {
  uint64_t count;
  double mean, squares;
};

void mean_add(struct mean *mean, double value);
/* The standard error of the mean; not a number (NAN) with fewer than two values, which tell none. */
double mean_error(const struct mean *mean);

struct interval {
  double low, high;
};

/* The 95 % interval of the mean by the normal distribution; NAN with fewer than two values. */
struct interval mean_interval(const struct mean *mean);

/* How often each score was seen: `count` cells, cell i is the score i / (count - 1). */
struct scores {
  int count; /* 2 to SCORES_MAX */
  uint64_t total;
  uint64_t seen[SCORES_MAX];
};

struct scores scores_new(int count);
void scores_add(struct scores *scores, int cell);
/* The mean score; 0 for none. */
double scores_mean(const struct scores *scores);

/* By how much the logarithm of the likelihood falls when the mean must be `mean`, between 0 and 1. A score that was
 * never seen at either end counts as seen a thousandth of a time, so that no mean is impossible. */
double scores_deficit(const struct scores *scores, double mean);

/* The 95 % interval of the mean; 0 to 1 for no score. */
struct interval scores_interval(const struct scores *scores);
/* The likelihood that the true mean is above `equal`. */
double scores_superiority(const struct scores *scores, double equal);

/*
 * Elo difference and score of one side against sides - 1 others of equal strength: a side's chance to win is its
 * strength over the sum of all. Infinite for a score of 0 or 1.
 */
double elo_of_score(double score, int sides);
double score_of_elo(double elo, int sides);

/* The distribution function of the standard normal. */
double normal_below(double z);

#endif
