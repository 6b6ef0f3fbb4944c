/* The random player: every legal placement is as likely, then every legal decision, none included. */
#ifndef PLAYERS_RANDOM_H
#define PLAYERS_RANDOM_H

#include "players/player.h"

tess_placement random_placement(struct player *player, const tess_game *game);
tess_decision random_decision(struct player *player, const tess_game *game);

#endif
