/* The tiles not yet drawn: land below, then the lake, then the river's middle, drawn from the top (CL-8.1). */
#ifndef RULES_BAG_H
#define RULES_BAG_H

#include "rules/game.h"

/* The tiles due lie from here to core.bag_count. */
unsigned bag_base(const struct tess_game *game);

/* Fills the bag with the copies of each kind that are left: land, the lake, the river's middle. */
void bag_fill(struct tess_game *game, const uint8_t left[TESS_MAX_KINDS]);

/* Fills game->fits for a drawn kind and returns the number of its placements. */
unsigned draw_fit(struct tess_game *game, unsigned kind);

/* Brings the river's open end up to date with the tile laid last. */
void river_follow(struct tess_game *game);

#endif
