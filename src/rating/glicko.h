/* Glicko-2 as in M. E. Glickman, "Example of the Glicko-2 system", 2013. */
#ifndef RATING_GLICKO_H
#define RATING_GLICKO_H

/* A rating on the scale of Glicko-2. */
struct glicko {
  double value;     /* 0 for a newcomer; one unit is GLICKO_UNIT points */
  double deviation; /* the standard deviation of the value */
  double volatility;
};

#define GLICKO_UNIT 173.7178 /* points; 400 / ln 10 */

/* How much the deviation weakens the effect of an opponent: g() of the paper. */
double glicko_weight(double deviation);
/* The expected score from 0 to 1 of a value against an opponent: E() of the paper. */
double glicko_expected(double value, const struct glicko *opponent);

/*
 * The rating after `count` (from 1) games against opponents, as they were before: steps 3 to 7 of the paper. A score is
 * 1 for a win, 0.5 for a draw, 0 for a loss. `periods`, which may be a fraction, is the time since the rating before.
 */
struct glicko glicko_after(const struct glicko *before, const struct glicko *opponents, const double *scores, int count,
                           double periods);

#endif
