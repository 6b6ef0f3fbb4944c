/* The model of Plackett and Luce as in R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking",
 * JMLR 12 (2011), algorithm 4. */
#ifndef RATING_PLACKETT_LUCE_H
#define RATING_PLACKETT_LUCE_H

#include <stdbool.h>

enum { PLACKETT_LUCE_MOST = 8 }; /* maximum number of players of a game */

/* A player of a game. */
struct plackett_luce {
  double value, deviation; /* mean and standard deviation of the strength */
  int side;                /* players of a side add their strengths */
  int place;               /* of the side: a lower one is better, sides of one place have drawn */
};

/* What the model leaves open. */
struct plackett_luce_model {
  double beta;  /* the standard deviation of what a side shows in one game */
  double doubt; /* the share of the players' variances in the spread of a game: 1 in the paper */
  bool damped;  /* deviations fall by the factor gamma of the paper, the deviation of the side by the spread */
};

/* Changes values and deviations of the `count` (2 to PLACKETT_LUCE_MOST) players into those after the game. */
void plackett_luce_play(const struct plackett_luce_model *model, struct plackett_luce *players, int count);

#endif
