/* The parts of tess_game_new(), which a position needs apart. */
#ifndef RULES_NEW_GAME_H
#define RULES_NEW_GAME_H

#include "rules/game.h"

/* TESS_ERROR_NONE if the options can be played with the set, else TESS_ERROR_BAD_OPTIONS. */
tess_error new_game_check(const tess_options *options, const tess_set *set);

/* A game with these options, which were checked, and nothing else. */
void new_game_settings(struct tess_game *game, const struct tess_set *set, const tess_options *options);

/* Supplies, bag and the first tile at 0,0. */
void new_game_table(struct tess_game *game);

#endif
