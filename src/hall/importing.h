/* How the tournament of a file becomes one of this server: its entrants enter as guests, its rounds are paired as the
 * file has them, and its results are decided. The player of the request is the author of all that. */
#ifndef HALL_IMPORTING_H
#define HALL_IMPORTING_H

#include "hall/filing.h"
#include "hall/writing.h"

/* Plays a file in a tournament that was just opened. Returns false with `*fault` where the file contradicts itself, the
 * settings or the form; then the competition is of no more use. */
bool importing_play(struct acting *acting, const struct filed_tournament *filed, struct fault *fault);

#endif
