#ifndef RULES_DRAW_H
#define RULES_DRAW_H

#include "rules/game.h"

/* Finds where a drawn kind fits and returns the number of its placements. */
unsigned draw_fit(struct tess_game *game, unsigned kind);

/* Brings the river's open end up to date with the tile laid last (CL-8.2). */
void river_follow(struct tess_game *game);

#endif
