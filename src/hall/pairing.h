/* How a round comes into the log of a tournament: whether it may begin, its entry, and what those lose who are away. */
#ifndef HALL_PAIRING_H
#define HALL_PAIRING_H

#include "hall/writing.h"

/* Pairs the next round. Those who are away lose at once where the form pairs them. `own`: the request asks for it.
 * Returns false with `*fault`. */
bool pairing_next(struct acting *acting, bool own, struct fault *fault);
/* Pairs on by itself, if the settings say so. */
void pairing_goes_on(struct acting *acting);

#endif
