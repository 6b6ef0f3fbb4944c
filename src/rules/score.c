/* Points and which sides get them, the return of meeples, and the end of a turn and of the game. */
#include "rules/score.h"

#include "base/compiler.h"
#include "rules/arrow.h"

/* ---- Fields and their cities ---- */

static bool is_complete_city(const struct tess_game *game, const struct laid *tile, unsigned feature) {
  return realm_open(game->realms[game_root(game, tile->node + feature)]) == 0;
}

void contacts_find(const struct tess_game *game, bool held, struct contacts *contacts) {
  contacts->count = 0;
  if (!game->fields) return;
  for (unsigned i = 0; i < game->core.tile_count; i++) {
    const struct laid *tile = &game->tiles[i];
    const struct kind *kind = &game->set->kinds[tile->kind];
    for (unsigned fields = kind->touches; fields != 0; fields &= fields - 1) {
      const unsigned f = lowest_bit(fields), root = game_root(game, tile->node + f);
      if (held && !(game->realms[root] & REALM_OCCUPANTS)) continue;
      bool touches = false; /* the field touches a complete city */
      for (unsigned left = kind->touched[f]; left != 0; left &= left - 1)
        touches |= is_complete_city(game, tile, lowest_bit(left));
      if (!touches) continue;
      contacts->slot[contacts->count] = (uint16_t)slot_of((tess_spot){(uint8_t)i, (uint8_t)f});
      contacts->root[contacts->count++] = (uint16_t)root;
    }
  }
}

unsigned contacts_cities(const struct tess_game *game, const struct contacts *contacts, unsigned root) {
  uint8_t marked[TESS_MAX_SEGMENTS / 8] = {0};
  unsigned cities = 0;
  for (unsigned i = 0; i < contacts->count; i++) {
    if (contacts->root[i] != root) continue;
    const tess_spot spot = slot_spot(contacts->slot[i]);
    const struct laid *tile = &game->tiles[spot.tile];
    const unsigned touched = game_kind(game, spot.tile)->touched[spot.feature];
    for (unsigned city = 0; touched >> city != 0; city++) {
      if (!(touched >> city & 1) || !is_complete_city(game, tile, city)) continue;
      const unsigned at = game_root(game, tile->node + city);
      cities += !(marked[at / 8] >> at % 8 & 1);
      marked[at / 8] |= (uint8_t)(1u << at % 8);
    }
  }
  return cities;
}

/* ---- Points ---- */

/* The number of tiles of a realm: its segments, minus one for each further segment on the same tile (CL-4.4). */
static unsigned count_tiles(const struct tess_game *game, unsigned root, unsigned type) {
  unsigned tiles = realm_segments(game->realms[root]);
  if (tiles < 5) return tiles; /* joining two edges of a tile takes three other tiles at least */
  for (unsigned i = 0; i < game->core.several_count; i++) {
    const unsigned tile = game->several[i];
    const struct kind *kind = game_kind(game, tile);
    if (!(kind->several & 1u << type)) continue;
    unsigned segments = 0;
    for (unsigned f = 0; f < kind->feature_count; f++)
      segments += kind->type[f] == type && game_root(game, game->tiles[tile].node + f) == root;
    if (segments > 1) tiles -= segments - 1;
  }
  return tiles;
}

struct worth score_worth(const struct tess_game *game, unsigned root, unsigned type, bool complete,
                         const struct contacts *contacts) {
  const realm r = game->realms[root];
  struct worth worth = {0, 0, 0, 0};
  unsigned each = 1; /* points for a tile and, in classic, for a coat of arms */
  switch (type) {
  case TESS_TYPE_FIELD: /* CL-6.3 */
    worth.cities = (uint16_t)contacts_cities(game, contacts, root);
    worth.points = FIELD_CITY_POINTS * worth.cities;
    return worth;
  case TESS_TYPE_PLANET: /* SW-5.3, SW-6.2, CL-4.3, CL-5.2, CL-7.3 */
  case TESS_TYPE_MONASTERY:
  case TESS_TYPE_GARDEN: worth.tiles = (uint16_t)(9 - realm_open(r)); break;
  case TESS_TYPE_ASTEROIDS:                                              /* SW-5.2, CL-4.2 */
  case TESS_TYPE_CITY: each = complete ? 2 : 1;                          /* fall through */
  default: worth.tiles = (uint16_t)count_tiles(game, root, type); break; /* SW-5.1, CL-4.1 */
  }
  if (game->towns && complete && type == TESS_TYPE_CITY && worth.tiles == 2) each = 1; /* CL-4.6 */
  const bool star_wars = game->set->rules == TESS_RULES_STAR_WARS;
  worth.symbols = (uint16_t)(star_wars ? realm_symbols(r) : realm_arms(r));
  worth.points = (int32_t)(each * worth.tiles + (star_wars ? 2 : each) * worth.symbols);
  return worth;
}

void score_give(struct tess_game *game, unsigned sides, int32_t points) {
  for (unsigned side = 0; sides >> side != 0; side++)
    if (sides >> side & 1) game->core.score[side] += points;
}

void score_realm(const struct step *step, tess_spot spot, unsigned root, unsigned type,
                 const struct contacts *contacts) {
  struct tess_game *game = step->game;
  const bool complete = score_complete(game, root, type);
  const unsigned sides = score_sides(game, game->realms[root]);
  const struct worth worth = score_worth(game, root, type, complete, contacts);
  score_give(game, sides, worth.points);
  if (!step->events) return;
  tess_event *event = event_add(step->events, TESS_EVENT_SCORED);
  event->spot = spot;
  event->realm = (uint8_t)type;
  event->complete = complete;
  event->final = contacts != NULL;
  event->sides = (uint8_t)sides;
  event->tiles = worth.tiles;
  event->symbols = worth.symbols;
  event->cities = worth.cities;
  event->points = worth.points;
}

void score_return_slot(const struct step *step, unsigned seat, unsigned slot) {
  struct tess_game *game = step->game;
  const tess_piece piece = slot_piece(game->set->rules, slot);
  const tess_spot spot = slot_spot(game->core.slot[seat][slot]);
  const unsigned root = game_spot_root(game, spot);
  undo_realm(step->undo, game, root, NO_SLOT);
  game->realms[root] -= piece_realm(piece, seat);
  game->core.slot[seat][slot] = NO_SLOT;
  game->core.supply[seat][piece]++;
  event_piece(step->events, TESS_EVENT_RETURNED, seat, piece, spot_named(game, spot.tile, spot.feature, root));
}

void score_return(const struct step *step, unsigned root, unsigned seats) {
  const struct tess_game *game = step->game;
  for (unsigned seat = 0; seats >> seat != 0; seat++) {
    if (!(seats >> seat & 1) || realm_occupants(game->realms[root], seat) == 0) continue;

    /* 1. Collect the seat's meeples on the realm in the order small, large, abbot, then by cell and feature. */
    uint8_t slots[SLOTS];
    unsigned count = 0;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
      const unsigned at = game->core.slot[seat][slot];
      if (at == NO_SLOT || game_spot_root(game, slot_spot(at)) != root) continue;
      const bool ordinary = slot_piece(game->set->rules, slot) == TESS_PIECE_SMALL;
      unsigned place = count++;
      for (; ordinary && place > 0; place--) {
        const tess_spot before = slot_spot(game->core.slot[seat][slots[place - 1]]);
        if (spot_order(game, before) <= spot_order(game, slot_spot(at))) break;
        slots[place] = slots[place - 1];
      }
      slots[place] = (uint8_t)slot;
    }

    /* 2. Return them to the supply. */
    for (unsigned i = 0; i < count; i++) score_return_slot(step, seat, slots[i]);
  }
}

/* Scores a realm of the tile just laid, or a centre next to the tile, if it is complete and occupied. */
static void score_completed(const struct step *step, unsigned tile, unsigned feature, unsigned root) {
  const realm r = step->game->realms[root];
  if (realm_open(r) != 0 || !(r & REALM_OCCUPANTS)) return;
  const unsigned type = game_kind(step->game, tile)->type[feature];
  if (type == TESS_TYPE_FIELD) return;
  score_realm(step, spot_named(step->game, tile, feature, root), root, type, NULL);
  score_return(step, root, (1u << TESS_MAX_PLAYERS) - 1);
}

void score_turn(const struct step *step) {
  struct tess_game *game = step->game;
  struct core *core = &game->core;
  const bool again = game->arrows && arrow_keeps_turn(game, step->events); /* CL-10.7 */

  /* 1. SW-5.4, CL-4.5: score the complete realms, first those of the tile itself, then the centres around it. */
  if (core->changes & CHANGE_COMPLETE) {
    const unsigned last = core->tile_count - 1u, features = game_kind(game, last)->feature_count;
    for (unsigned f = 0; f < features; f++) score_completed(step, last, f, core->root[f]);
    for (unsigned i = 0; i < core->near_count; i++) {
      const unsigned tile = core->near[i];
      const struct kind *kind = game_kind(game, tile);
      for (unsigned c = 0; c < kind->center_count; c++)
        score_completed(step, tile, kind->centers[c], game->tiles[tile].node + (unsigned)kind->centers[c]);
    }
  }

  /* 2. Begin the next turn, or end the game. */
  const unsigned next = core->seat + 1u, after = next * (next != game->players);
  core->seat = (uint8_t)(again ? core->seat : after);
  core->phase = TESS_PHASE_DRAW;
  if (core->bag_count == 0) score_game(step);
}

/* The sort key of a meeple in the final scoring: its cell, then the feature that names its realm there. A position
 * names a meeple's realm in the same way, so the order survives it. */
static uint32_t told_order(const struct tess_game *game, unsigned slot) {
  const tess_spot spot = slot_spot(slot);
  return spot_order(game, spot_named(game, spot.tile, spot.feature, game_spot_root(game, spot)));
}

void score_game(const struct step *step) {
  struct tess_game *game = step->game;
  struct contacts contacts;
  uint16_t slots[TESS_MAX_MEEPLES], roots[TESS_MAX_MEEPLES];
  unsigned count = 0;

  /* 1. Collect the places of all meeples. Only if the caller wants events are they sorted, by cell and feature, because
   * points do not depend on the order. */
  for (unsigned i = 0; i < game->players * SLOTS; i++) {
    const unsigned at = game->core.slot[i / SLOTS][i % SLOTS];
    if (at == NO_SLOT) continue;
    unsigned place = count++;
    for (; step->events != NULL && place > 0; place--) {
      if (told_order(game, slots[place - 1]) <= told_order(game, at)) break;
      slots[place] = slots[place - 1];
    }
    slots[place] = (uint16_t)at;
  }

  /* 2. Score each realm once. */
  contacts_find(game, true, &contacts);
  for (unsigned i = 0; i < count; i++) {
    const tess_spot spot = slot_spot(slots[i]);
    roots[i] = (uint16_t)game_spot_root(game, spot);
    unsigned before = 0;
    while (roots[before] != roots[i]) before++;
    if (before < i) continue;
    score_realm(step, spot_named(game, spot.tile, spot.feature, roots[i]), roots[i],
                game_kind(game, spot.tile)->type[spot.feature], &contacts);
  }
  game->core.phase = TESS_PHASE_OVER;
  game->core.extra = false;
  if (step->events) event_add(step->events, TESS_EVENT_OVER);
}
