#include "rules/contacts.h"

static bool is_complete_city(const struct tess_game *game, const struct laid *tile, unsigned feature) {
  return realm_open(game->realms[game_root(game, tile->node + feature)]) == 0;
}

/* Adds the field segments of a tile. */
static void find_on_tile(const struct tess_game *game, unsigned index, struct contacts *contacts) {
  const struct laid *tile = &game->tiles[index];
  const struct kind *kind = &game->set->kinds[tile->kind];
  for (unsigned f = 0; f < kind->feature_count; f++) {
    unsigned touched = kind->touched[f], city = 0;
    while (touched >> city != 0 && !(touched >> city & 1 && is_complete_city(game, tile, city))) city++;
    if (touched >> city == 0) continue;
    contacts->slot[contacts->count] = (uint16_t)slot_of((tess_spot){(uint8_t)index, (uint8_t)f});
    contacts->root[contacts->count++] = (uint16_t)game_root(game, tile->node + f);
  }
}

void contacts_find(const struct tess_game *game, struct contacts *contacts) {
  contacts->count = 0;
  if (!game->fields) return;
  for (unsigned i = 0; i < game->core.tile_count; i++)
    if (game_kind(game, i)->touches) find_on_tile(game, i, contacts);
}

/* Marks the complete cities that one segment of a field touches; returns how many were not marked before. */
static unsigned mark_cities(const struct tess_game *game, tess_spot spot, uint8_t marked[TESS_MAX_SEGMENTS / 8]) {
  const struct laid *tile = &game->tiles[spot.tile];
  const unsigned touched = game_kind(game, spot.tile)->touched[spot.feature];
  unsigned found = 0;
  for (unsigned city = 0; touched >> city != 0; city++) {
    if (!(touched >> city & 1) || !is_complete_city(game, tile, city)) continue;
    const unsigned root = game_root(game, tile->node + city);
    found += !(marked[root / 8] >> root % 8 & 1);
    marked[root / 8] |= (uint8_t)(1u << root % 8);
  }
  return found;
}

unsigned contacts_cities(const struct tess_game *game, const struct contacts *contacts, unsigned root) {
  uint8_t marked[TESS_MAX_SEGMENTS / 8] = {0};
  unsigned cities = 0;
  for (unsigned i = 0; i < contacts->count; i++)
    if (contacts->root[i] == root) cities += mark_cities(game, slot_spot(contacts->slot[i]), marked);
  return cities;
}
