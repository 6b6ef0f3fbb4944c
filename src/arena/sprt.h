/*
 * The sequential probability ratio test: plays until one of two Elo differences is much likelier than the other. It is
 * the generalised test on the distribution of round scores, so that it needs no model of draws.
 */
#ifndef ARENA_SPRT_H
#define ARENA_SPRT_H

#include "arena/statistics.h"

/* `alpha` is the chance to accept elo1 when elo0 is true, `beta` that of the opposite error; both above 0 and below
 * 0.5, and elo0 < elo1. */
struct sprt {
  double elo0, elo1, alpha, beta;
};

enum sprt_verdict { SPRT_OPEN, SPRT_ELO0, SPRT_ELO1 };

/* The logarithm of the ratio of likelihoods of elo1 and elo0; 0 for no score. `sides` as in score_of_elo(). */
double sprt_ratio(const struct sprt *sprt, const struct scores *scores, int sides);
/* The ratios at which elo0 (below 0) and elo1 are accepted. */
struct interval sprt_bounds(const struct sprt *sprt);
enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct scores *scores, int sides);
/* "open", "elo0" or "elo1". */
const char *sprt_verdict_name(enum sprt_verdict verdict);

#endif
