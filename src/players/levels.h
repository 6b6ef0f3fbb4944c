/*
 * Levels 1 to 8 for people: "level-1" to "level-8". Low levels err as people do: they overlook places on the table and
 * look no further than the points at hand; they never choose at random among what they see. docs/laboratory/players.md
 * tells how each fares against the one below.
 */
#ifndef PLAYERS_LEVELS_H
#define PLAYERS_LEVELS_H

#include "players/player.h"

enum { LEVELS = 8 };

/* By level, 1 to LEVELS, from index 0 on. */
extern const struct player_kind level_kinds[LEVELS];

#endif
