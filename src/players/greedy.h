/*
 * The greedy player: tries every placement with every decision and takes the one after which its side leads by most.
 * A lead is points, what realms are worth now and may be worth when complete, and the meeples still in supply; where
 * battles break out, the mean over their ends by the exact odds (odds.h).
 */
#ifndef PLAYERS_GREEDY_H
#define PLAYERS_GREEDY_H

#include "players/player.h"

extern const struct player_kind greedy_kind;

#endif
