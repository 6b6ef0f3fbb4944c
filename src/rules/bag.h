/* The tiles not yet drawn. */
#ifndef RULES_BAG_H
#define RULES_BAG_H

#include "rules/set.h"

/* The copies of a kind that a game has. */
static inline unsigned bag_copies(const struct tess_set *set, unsigned kind, bool river) {
  return set->tiles[kind].role == TESS_ROLE_LAND || river ? set->tiles[kind].count : 0;
}

/* Fills a bag with the copies of each kind that are left; a spring is never in it. */
void bag_fill(struct bag *bag, const struct tess_set *set, const uint8_t left[TESS_MAX_KINDS]);

/* Where the tiles due begin, of the `count` tiles that are left. */
static inline unsigned bag_base(const struct bag *bag, unsigned count) {
  if (count <= bag->lake_base) return 0;
  return count <= bag->river_base ? bag->lake_base : bag->river_base;
}

#endif
