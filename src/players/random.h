/* The random player: every legal placement is as likely, then every legal decision, none included. */
#ifndef PLAYERS_RANDOM_H
#define PLAYERS_RANDOM_H

#include "players/player.h"

extern const struct player_kind random_kind;

#endif
