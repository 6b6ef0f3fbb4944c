/* How a round comes into the log of a tournament: whether it may begin, its entry, and what those lose who are away. */
#ifndef HALL_PAIRING_H
#define HALL_PAIRING_H

#include "hall/rounds.h"
#include "hall/writing.h"

/* Pairs the next round. Those who are away lose at once where the form pairs them. `own`: the request asks for it.
 * Returns false with `*fault`. */
bool pairing_next(struct acting *acting, bool own, struct fault *fault);
/* Pairs the next round as it was paired elsewhere: `given` has its encounters or games, in which nobody is twice. Where
 * the form leaves no choice they must be those of the form, in any order. Fills the seeds and groups of `given`.
 * Returns false with `*fault`. */
bool pairing_given(struct acting *acting, struct next_round *given, struct fault *fault);
/* Pairs two in an arena that goes on. `own`: the request asks for it. */
void pairing_in_arena(struct acting *acting, int first, int second, bool own);
/* Pairs on by itself, if the settings say so. */
void pairing_goes_on(struct acting *acting);

#endif
