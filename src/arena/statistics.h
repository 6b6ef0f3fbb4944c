/* Honest numbers from a match: means, shares of a win, Elo, sequential tests and ratings. */
#ifndef ARENA_STATISTICS_H
#define ARENA_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- Means, shares of a win, Elo ---- */

/*
 * Honest numbers from a match. What is counted is the round (one deck in every seat order): its games hang together,
 * rounds do not. Scores are shares of a win from 0 to 1.
 *
 * Likelihoods of a mean are empirical ones: of all distributions over the scores that were seen, the likeliest with
 * that mean. They need no model of draws, and their intervals never leave 0 to 1.
 */

/* The most different scores of a round. */
enum { SCORES_MAX = 512 };

/* Mean and spread of numbers that are added one by one; all zero is an empty one. */
struct mean {
  uint64_t count;
  double mean, squares;
};

/* Adds one number. */
void mean_add(struct mean *mean, double value);
/* The mean; not a number (NAN) without values, which tell none. */
double mean_told(const struct mean *mean);
/* The standard error of the mean; not a number (NAN) with fewer than two values, which tell none. */
double mean_error(const struct mean *mean);

/* From `low` to `high`, both included. */
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

/* Without a score so far; `count` is 2 to SCORES_MAX. */
struct scores scores_new(int count);
/* Counts one score, by its cell from 0. */
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

/* ---- The sequential test ---- */

/*
 * The sequential probability ratio test: plays until one of two Elo differences is much likelier than the other. It is
 * the generalised test on the distribution of round scores, so that it needs no model of draws.
 */

/* `alpha` is the chance to accept elo1 when elo0 is true, `beta` that of the opposite error; both above 0 and below
 * 0.5, and elo0 < elo1. */
struct sprt {
  double elo0, elo1, alpha, beta;
};

/* Not decided yet, or decided for one of the two hypotheses. */
enum sprt_verdict { SPRT_OPEN, SPRT_ELO0, SPRT_ELO1 };

/* The logarithm of the ratio of likelihoods of elo1 and elo0; 0 for no score. `sides` as in score_of_elo(). */
double sprt_ratio(const struct sprt *sprt, const struct scores *scores, int sides);
/* The ratios at which elo0 (below 0) and elo1 are accepted. */
struct interval sprt_bounds(const struct sprt *sprt);
enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct scores *scores, int sides);
/* "open", "elo0" or "elo1". */
const char *sprt_verdict_name(enum sprt_verdict verdict);

/* ---- Ratings ---- */

/*
 * Ratings of many engines by the model of Bradley and Terry: the odds that one is ahead of another are the ratio of
 * their strengths. Each pair of sides in a game counts as one comparison. Errors are those of the rounds and not of the
 * comparisons (the sandwich formula), as the comparisons of a round hang together.
 */

/* The most players that are rated together. */
enum { RATINGS_MAX = 16 };

/* How often, in parts, row was ahead of column. */
struct comparisons {
  double points[RATINGS_MAX][RATINGS_MAX];
};

/* Strengths as natural logarithms, 0 on average; times RATINGS_ELO they are Elo. */
struct ratings {
  int count;
  struct comparisons all;
  double prior; /* draws of each engine against one of average strength, put in so that no strength is infinite */
  double value[RATINGS_MAX];
  double spread[RATINGS_MAX][RATINGS_MAX]; /* sum over rounds of the products of their slopes */
};

#define RATINGS_ELO 173.71779276130073 /* 400 / ln 10 */

/* The likeliest strengths. With a prior of 0 every engine must have been ahead and behind. `count` to RATINGS_MAX. */
struct ratings ratings_of(int count, const struct comparisons *all, double prior);
/* Adds a round of those that `all` is made of, for the errors. */
void ratings_add_round(struct ratings *ratings, const struct comparisons *round);
/* The standard error of the difference of two strengths, once all rounds were added; of one from the average if `other`
 * is -1. */
double ratings_error(const struct ratings *ratings, int engine, int other);

#endif
