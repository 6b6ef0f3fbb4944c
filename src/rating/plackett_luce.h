/* The model of Plackett and Luce as in R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking",
 * JMLR 12 (2011), algorithm 4. */
#ifndef RATING_PLACKETT_LUCE_H
#define RATING_PLACKETT_LUCE_H

enum { PLACKETT_LUCE_MOST = 8 }; /* maximum number of players of a game */

/* A player of a game. */
struct plackett_luce {
  double value, deviation; /* mean and standard deviation of the strength */
  int side;                /* players of a side add their strengths */
  int place;               /* of the side: a lower one is better, sides of one place have drawn */
};

/* Changes values and deviations of the `count` (2 to PLACKETT_LUCE_MOST) players into those after the game. `beta` is
 * the standard deviation of what a side shows in one game. */
void plackett_luce_play(struct plackett_luce *players, int count, double beta);

#endif
