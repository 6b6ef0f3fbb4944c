/* The two halves of tess_game_new(), which a position needs apart. */
#ifndef RULES_NEW_H
#define RULES_NEW_H

#include "rules/game.h"

/* A game with these options, which were checked, and nothing else. */
void new_settings(struct tess_game *game, const struct tess_set *set, const tess_options *options);

/* Supplies, bag and the first tile at 0,0. */
void new_table(struct tess_game *game);

#endif
