/* Questions about realms, cells and meeples. */
#include "rules/frontier.h"
#include "rules/grid.h"
#include "rules/score.h"
#include "rules/spot.h"

static void assert_spot(const struct tess_game *game, tess_spot spot) {
  assert(spot.tile < game->core.tile_count && spot.feature < game_kind(game, spot.tile)->feature_count);
  (void)game, (void)spot;
}

int tess_game_realm_id(const tess_game *game, tess_spot spot) {
  assert_spot(game, spot);
  return (int)game_spot_root(game, spot);
}

tess_spot tess_game_spot(const tess_game *game, tess_spot spot) {
  assert_spot(game, spot);
  return spot_named(game, spot.tile, spot.feature, game_spot_root(game, spot));
}

static void fill_meeples(const struct tess_game *game, realm r, tess_realm *out) {
  for (unsigned seat = 0; seat < game->players; seat++) {
    const unsigned there = realm_occupants(r, seat);
    const bool star_wars = game->set->rules == TESS_RULES_STAR_WARS;
    out->meeples[seat] = (uint8_t)(star_wars ? there & (REALM_LARGE - 1) : there);
    out->large[seat] = star_wars && (there & REALM_LARGE);
  }
}

tess_realm tess_game_realm(const tess_game *game, tess_spot spot) {
  assert_spot(game, spot);
  const unsigned root = game_spot_root(game, spot), type = game_kind(game, spot.tile)->type[spot.feature];
  const realm r = game->realms[root];
  tess_realm out = {.type = (uint8_t)type, .complete = score_complete(game, root, type)};
  struct contacts contacts;
  if (type == TESS_TYPE_FIELD) contacts_find(game, &contacts);
  const struct worth worth = score_worth(game, root, type, out.complete, &contacts);
  out.tiles = worth.tiles;
  out.symbols = worth.symbols;
  out.cities = worth.cities;
  out.worth = worth.points;
  out.open_ends = (uint16_t)realm_open(r);
  out.sides = (uint8_t)score_sides(game, r);
  for (unsigned faction = 0; game->set->rules == TESS_RULES_STAR_WARS && faction < TESS_FACTION_COUNT; faction++)
    out.factions[faction] = realm_faction(r, faction) != 0;
  fill_meeples(game, r, &out);
  return out;
}

int tess_game_meeples(const tess_game *game, tess_meeple out[TESS_MAX_MEEPLES]) {
  int count = 0;
  for (unsigned seat = 0; seat < game->players; seat++)
    for (unsigned slot = 0; slot < SLOTS; slot++) {
      if (game->core.slot[seat][slot] == NO_SLOT) continue;
      const tess_spot spot = slot_spot(game->core.slot[seat][slot]);
      const tess_spot named = spot_named(game, spot.tile, spot.feature, game_spot_root(game, spot));
      out[count++] = (tess_meeple){(uint8_t)seat, (uint8_t)slot_piece(game->set->rules, slot), named};
    }
  return count;
}

static bool fits_somehow(const struct kind *kind, unsigned forbidden) {
  for (unsigned rotation = 0; rotation < 4; rotation++)
    if (!(kind->pattern[rotation] & forbidden)) return true;
  return false;
}

int tess_game_fits(const tess_game *game, int x, int y) {
  if (tess_game_at(game, x, y) >= 0) return -1;
  const unsigned value = x < -256 || x > 256 || y < -256 || y > 256 ? 0 : grid_value(game, grid_key(x, y));
  unsigned forbidden = 0;
  if (value >= GRID_FRONTIER) {
    const unsigned index = value - GRID_FRONTIER;
    if (game->cells[index].x == x && game->cells[index].y == y) forbidden = frontier_forbidden(game, index);
  }
  int count = 0;
  for (unsigned i = 0; i < game->core.bag_count; i++)
    count += forbidden == 0 || fits_somehow(&game->set->kinds[game->bag.kinds[i]], forbidden);
  return count;
}
