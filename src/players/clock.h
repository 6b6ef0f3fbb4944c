/* How long to think about a turn when there is a time for all turns of the game. */
#ifndef PLAYERS_CLOCK_H
#define PLAYERS_CLOCK_H

#include "tessera/tessera.h"

/* Milliseconds, at least 1, for the turn of a game in TESS_PHASE_PLACE to a player who has `left` for all his turns and
 * gets `increment` back after each. A player who keeps to it never runs out, a few milliseconds a turn lost on the
 * way included, while `left` is above 50. */
uint32_t clock_share(const tess_game *game, uint32_t left, uint32_t increment);

#endif
