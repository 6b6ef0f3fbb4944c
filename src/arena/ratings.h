/*
 * Ratings of many engines by the model of Bradley and Terry: the odds that one is ahead of another are the ratio of
 * their strengths. Each pair of sides in a game counts as one comparison. Errors are those of the rounds and not of the
 * comparisons (the sandwich formula), as the comparisons of a round hang together.
 */
#ifndef ARENA_RATINGS_H
#define ARENA_RATINGS_H

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
