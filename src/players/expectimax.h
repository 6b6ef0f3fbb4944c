/*
 * The published baseline: expectimax over turns, draws and battles with a hand-made evaluation, deepened until the
 * budget is spent. A chance node is left as soon as it cannot reach the best turn found so far (Star1; Ballard 1983),
 * and turns are tried in the order that the evaluation gives them, which stands for the probes of Star2.5 (Heyden
 * 2009). With more than two sides each looks after its own lead (max^n).
 */
#ifndef PLAYERS_EXPECTIMAX_H
#define PLAYERS_EXPECTIMAX_H

#include "players/player.h"

extern const struct player_kind expectimax_kind;

#endif
