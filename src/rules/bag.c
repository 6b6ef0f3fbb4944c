#include "rules/bag.h"

static void add(struct bag *bag, const struct tess_set *set, unsigned role, const uint8_t left[TESS_MAX_KINDS]) {
  for (unsigned kind = 0; kind < set->kind_count; kind++)
    for (unsigned copy = 0; set->tiles[kind].role == role && copy < left[kind]; copy++)
      bag->kinds[bag->count++] = (uint8_t)kind;
}

void bag_fill(struct bag *bag, const struct tess_set *set, const uint8_t left[TESS_MAX_KINDS]) {
  bag->count = 0;
  add(bag, set, TESS_ROLE_LAND, left);
  bag->lake_base = bag->count;
  add(bag, set, TESS_ROLE_LAKE, left);
  bag->river_base = bag->count;
  add(bag, set, TESS_ROLE_RIVER, left);
}
