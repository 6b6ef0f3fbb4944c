/* Reliable figures from a match: means, shares of a win, Elo, sequential tests and ratings. */
#ifndef ARENA_STATISTICS_H
#define ARENA_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- Means, shares of a win, Elo ---- */

/*
 * Reliable figures from a match. The unit of counting is the round (one deck in every seat order), because the games of
 * a round depend on each other and rounds do not. Scores are shares of a win from 0 to 1.
 *
 * Likelihoods of a mean are empirical: those of the likeliest distribution over the observed scores that has this mean.
 * They need no model of draws, and their intervals never leave 0 to 1.
 */

/* Maximum number of different scores of a round. */
enum { SCORES_MAX = 512 };

/* Mean and spread of numbers that are added one by one. All members zero: no numbers yet. */
struct mean {
  uint64_t count;
  double mean, squares;
};

/* Adds one number. */
void mean_add(struct mean *mean, double value);
/* The mean; NAN if there are no values. */
double mean_value(const struct mean *mean);
/* The standard error of the mean; NAN if there are fewer than two values. */
double mean_error(const struct mean *mean);

/* The numbers from `low` to `high`, both included. */
struct interval {
  double low, high;
};

/* The 95 % interval of the mean by the normal distribution; NAN if there are fewer than two values. */
struct interval mean_interval(const struct mean *mean);

/* How often each score occurred: cell i of `count` is the score i / (count - 1). */
struct scores {
  int count; /* 2 to SCORES_MAX */
  uint64_t total;
  uint64_t seen[SCORES_MAX];
};

/* No scores yet; `count` is 2 to SCORES_MAX. */
struct scores scores_new(int count);
/* Counts one score, given by its cell (0-based). */
void scores_add(struct scores *scores, int cell);
/* The mean score; 0 if there are none. */
double scores_mean(const struct scores *scores);

/* How much the logarithm of the likelihood falls if the mean is `mean`, from 0 to 1. If the score 0 or 1 never occurred
 * it counts as a thousandth of an occurrence, so that no mean is impossible. */
double scores_deficit(const struct scores *scores, double mean);

/* The 95 % interval of the mean; 0 to 1 if there are no scores. */
struct interval scores_interval(const struct scores *scores);
/* The probability that the true mean is above `equal`. */
double scores_superiority(const struct scores *scores, double equal);

/*
 * Converts between the Elo difference and the score of one side against sides - 1 others of equal strength: a side's
 * probability to win is its strength divided by the sum of all. The difference is infinite for a score of 0 or 1.
 */
double elo_of_score(double score, int sides);
double score_of_elo(double elo, int sides);

/* The cumulative distribution function of the standard normal distribution. */
double normal_below(double z);

/* ---- The sequential test ---- */

/*
 * The sequential probability ratio test: play goes on until one of two Elo differences is much likelier than the other.
 * This is the generalised test on the distribution of round scores, so it needs no model of draws.
 */

/* `alpha` is the probability to accept elo1 when elo0 is true, `beta` that of the opposite error. Both are above 0 and
 * below 0.5, and elo0 < elo1. */
struct sprt {
  double elo0, elo1, alpha, beta;
};

/* Undecided, or decided for one of the two hypotheses. */
enum sprt_verdict { SPRT_OPEN, SPRT_ELO0, SPRT_ELO1 };

/* The logarithm of the likelihood ratio of elo1 to elo0; 0 if there are no scores. `sides` as in score_of_elo(). */
double sprt_ratio(const struct sprt *sprt, const struct scores *scores, int sides);
/* The log ratios at which elo0 (below 0) and elo1 (above 0) are accepted. */
struct interval sprt_bounds(const struct sprt *sprt);
enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct scores *scores, int sides);
/* "open", "elo0" or "elo1". */
const char *sprt_verdict_name(enum sprt_verdict verdict);

/* ---- Ratings ---- */

/*
 * Ratings of many engines by the Bradley-Terry model: the odds that one is ahead of another are the ratio of their
 * strengths. Each pair of sides in a game is one comparison. Errors are computed over rounds instead of comparisons
 * (sandwich formula), because the comparisons of a round depend on each other.
 */

/* Maximum number of players that are rated together. */
enum { RATINGS_MAX = 16 };

/* How often, in parts, the player of the row was ahead of that of the column. */
struct comparisons {
  double points[RATINGS_MAX][RATINGS_MAX];
};

/* Strengths as natural logarithms, 0 on average; multiplied by RATINGS_ELO they are Elo. */
struct ratings {
  int count;
  struct comparisons all;
  double prior; /* number of draws against a player of average strength that are added for each engine, so that no
                   strength is infinite */
  double value[RATINGS_MAX];
  double spread[RATINGS_MAX][RATINGS_MAX]; /* sum over rounds of the products of their gradients */
};

#define RATINGS_ELO 173.71779276130073 /* 400 / ln 10 */

/* The maximum-likelihood strengths of `count` (up to RATINGS_MAX) engines. With a prior of 0 every engine must have
 * been ahead at least once and behind at least once. */
struct ratings ratings_of(int count, const struct comparisons *all, double prior);
/* Adds one of the rounds that make up `all`, for the errors. */
void ratings_add_round(struct ratings *ratings, const struct comparisons *round);
/* The standard error of the difference of two strengths, after all rounds were added. If `other` is -1: of a strength
 * from the average. */
double ratings_error(const struct ratings *ratings, int engine, int other);

#endif
