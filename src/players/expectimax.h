/*
 * The published baseline: expectimax over turns, draws and battles with a hand-made evaluation, deepened until the
 * budget is spent. A chance node is left as soon as it cannot reach the best turn found so far (Star1; Ballard 1983);
 * with two sides that is tried out first with the likeliest answers to every tile (Star2.5; Heyden 2009). Turns are
 * tried in the order that the evaluation gives them. With more than two sides each looks after its own lead (max^n).
 */
#ifndef PLAYERS_EXPECTIMAX_H
#define PLAYERS_EXPECTIMAX_H

#include "players/player.h"

extern const struct player_kind expectimax_kind;

#endif
