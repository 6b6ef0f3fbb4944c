/* The order of the seeds. */
#ifndef TOURNAMENT_SEEDS_H
#define TOURNAMENT_SEEDS_H

#include "tournament/tournament.h"

/* Writes the entrants in the order of their ratings, then of their lots, then of their indices. */
void seeds_find(const struct tournament *tournament, int *seeds);

#endif
