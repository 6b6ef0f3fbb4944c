#include "players/outlooks.h"

#include <string.h>

#include "players/exponential.h"
#include "rules/score.h"

#define POINTS_A_CITY 3.0f /* of a field (CL-6.3) */

uint8_t outlook_strength(const tess_game *game, realm r) {
  unsigned most = 0, dice = 0, symbol = 0;
  for (unsigned seat = 0; seat < game->players; seat++) {
    const unsigned there = realm_occupants(r, seat);
    if (there == 0) continue;
    most = there > most ? there : most;
    dice += (there & (REALM_LARGE - 1)) + (there & REALM_LARGE ? 2 : 0); /* SW-4.2 */
    if (game->set->rules == TESS_RULES_STAR_WARS &&
        realm_faction(r, tess_colour_faction((tess_colour)game->colours[seat])))
      symbol = 1;
  }
  if (game->set->rules == TESS_RULES_CLASSIC) return (uint8_t)most;
  return (uint8_t)(dice + symbol < TESS_MAX_DICE ? dice + symbol : TESS_MAX_DICE);
}

/* ---- A realm ----------------------------------------------------------------------------------------------------- */

static float completion_chance(const struct outlooks *outlooks, const struct outlook *outlook) {
  const struct completion_weights *weights = &outlooks->weights->completion[outlook->type];
  if (outlooks->turns == 0.0f) return 0.0f;
  const float odds = weights->constant + weights->open * (float)outlook->open + weights->turns * outlooks->log_turns +
                     weights->doubt * (float)outlook->doubt / (float)DOUBTS_ONE;
  return 1.0f / (1.0f + exponential(-odds));
}

/* What completion would add to a realm's present worth; each open end takes a tile at least. */
static float completion_gain(const struct evaluation_weights *weights, const struct outlook *outlook,
                             const struct worth *now) {
  const bool city = outlook->type == TESS_TYPE_ASTEROIDS || outlook->type == TESS_TYPE_CITY;
  const int more = (city ? 2 : 1) * outlook->open;
  const int same = !city ? 0 : now->tiles + (outlook->type == TESS_TYPE_CITY ? now->symbols : 0);
  return weights->gain * (float)same + weights->growth * (float)more;
}

static void judge(const struct outlooks *outlooks, const struct tess_game *game, struct outlook *outlook) {
  outlook->complete = score_complete(game, outlook->root, outlook->type);
  outlook->open = (uint16_t)realm_open(outlook->occupied);
  outlook->sides = (uint8_t)score_sides(game, outlook->occupied);
  outlook->strength = outlook_strength(game, outlook->occupied);
  if (outlook->type == TESS_TYPE_FIELD) return;
  const struct worth now = score_worth(game, outlook->root, outlook->type, outlook->complete, NULL);
  outlook->value = (float)now.points;
  if (outlook->complete) return;
  outlook->chance = completion_chance(outlooks, outlook);
  if (outlook->chance == 0.0f) return;
  if (type_is_center(outlook->type)) /* a tile around it counts even when the last is missing */
    outlook->value += (float)outlook->open * exponential(logarithm(outlook->chance) / (float)outlook->open);
  else
    outlook->value += outlook->chance * completion_gain(outlooks->weights, outlook, &now);
}

/* The place of the outlook of a spot's realm, which is looked at unless that was done. */
static unsigned look_at(struct outlooks *outlooks, const struct tess_game *game, tess_spot spot) {
  const unsigned root = game_spot_root(game, spot);
  if (outlooks->place[root] != 0) return outlooks->place[root] - 1u;
  const unsigned place = (unsigned)outlooks->count++, known = outlooks->known_place[root];
  struct outlook *outlook = &outlooks->at[place];
  outlooks->place[root] = (uint8_t)(place + 1);
  if (known != 0 && outlooks->known[known - 1].occupied == game->realms[root] &&
      outlooks->known[known - 1].doubt == outlooks->doubts.at[root]) {
    *outlook = outlooks->known[known - 1];
    return place;
  }
  *outlook = (struct outlook){.occupied = game->realms[root],
                              .doubt = outlooks->doubts.at[root],
                              .root = (uint16_t)root,
                              .spot = spot,
                              .type = game_kind(game, spot.tile)->type[spot.feature]};
  judge(outlooks, game, outlook);
  return place;
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

/* The chance that a city beside a field will be complete at the end. */
static float city_chance(const struct outlooks *outlooks, const struct tess_game *game, unsigned root) {
  if (realm_open(game->realms[root]) == 0) return 1.0f;
  const unsigned place = outlooks->place[root];
  if (place != 0 && outlooks->at[place - 1].sides != 0) return outlooks->at[place - 1].chance;
  return outlooks->weights->city * outlooks->share;
}

/* The cities that fields were found to touch, by place of the field. */
struct field_cities {
  uint8_t count[OUTLOOKS_MOST];
  uint16_t roots[OUTLOOKS_MOST][TESS_MAX_TILES];
};

/* Notes that a field touches a city; false if that was known. */
static bool add_city(struct field_cities *known, unsigned field, unsigned root) {
  uint16_t *roots = known->roots[field];
  for (unsigned i = 0; i < known->count[field]; i++)
    if (roots[i] == root) return false;
  roots[known->count[field]++] = (uint16_t)root;
  return true;
}

static void judge_border(struct outlooks *outlooks, const struct tess_game *game, struct field_cities *known,
                         const struct border *border) {
  const unsigned place = outlooks->place[game_root(game, border->field)];
  if (place == 0) return;
  const unsigned root = game_root(game, border->city);
  if (add_city(known, place - 1, root))
    outlooks->at[place - 1].value += POINTS_A_CITY * city_chance(outlooks, game, root);
}

/* Appends the borders of a tile. */
static int add_borders(const struct tess_game *game, unsigned tile, struct border *borders, int count) {
  const struct kind *kind = game_kind(game, tile);
  const unsigned node = game->tiles[tile].node;
  for (unsigned f = 0; kind->touches && f < kind->feature_count; f++)
    for (unsigned touched = kind->touched[f]; touched != 0; touched &= touched - 1)
      borders[count++] = (struct border){(uint16_t)game_root(game, node + f),
                                         (uint16_t)game_root(game, node + (unsigned)__builtin_ctz(touched))};
  return count;
}

/* The borders of the tiles that lay at outlooks_begin(), then those of one laid since. */
static void judge_fields(struct outlooks *outlooks, const struct tess_game *game) {
  struct field_cities known;
  struct border last[TESS_MAX_FEATURES * TESS_MAX_FEATURES];
  memset(known.count, 0, (size_t)outlooks->count);
  for (int i = 0; i < outlooks->border_count; i++) judge_border(outlooks, game, &known, &outlooks->borders[i]);
  if (game->core.tile_count == outlooks->tiles) return;
  const int count = add_borders(game, outlooks->tiles, last, 0);
  for (int i = 0; i < count; i++) judge_border(outlooks, game, &known, &last[i]);
}

static void find_borders(struct outlooks *outlooks, const struct tess_game *game) {
  outlooks->tiles = game->core.tile_count;
  outlooks->border_count = 0;
  for (unsigned tile = 0; game->fields && tile < outlooks->tiles; tile++)
    outlooks->border_count = add_borders(game, tile, outlooks->borders, outlooks->border_count);
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

static void clear(struct outlooks *outlooks) {
  for (int i = 0; i < outlooks->count; i++) outlooks->place[outlooks->at[i].root] = 0;
  outlooks->count = 0;
}

static void look_at_meeples(struct outlooks *outlooks, const struct tess_game *game) {
  for (unsigned seat = 0; seat < game->players; seat++)
    for (unsigned slot = 0; slot < SLOTS; slot++)
      if (game->core.slot[seat][slot] != NO_SLOT)
        outlooks->of_slot[seat][slot] = (uint8_t)look_at(outlooks, game, slot_spot(game->core.slot[seat][slot]));
}

/* Where the seat to act may place a meeple. */
static void look_at_choices(struct outlooks *outlooks, const struct tess_game *game) {
  const uint8_t *supply = game->core.supply[game->core.seat];
  const unsigned last = game->core.tile_count - 1u, features = game_kind(game, last)->feature_count;
  if (game->core.phase != TESS_PHASE_MEEPLE ||
      !(supply[TESS_PIECE_SMALL] | supply[TESS_PIECE_LARGE] | supply[TESS_PIECE_ABBOT]))
    return;
  for (unsigned f = 0; f < features; f++) look_at(outlooks, game, (tess_spot){(uint8_t)last, (uint8_t)f});
  if (game->set->rules == TESS_RULES_CLASSIC) return;
  for (unsigned i = 0; i < game->core.near_count; i++) /* SW-3.3 */
    look_at(outlooks, game, (tess_spot){game->core.near[i], game_kind(game, game->core.near[i])->centers[0]});
}

void outlooks_find(struct outlooks *outlooks, const tess_game *game) {
  clear(outlooks);
  look_at_meeples(outlooks, game);
  look_at_choices(outlooks, game);
  if (game->fields) judge_fields(outlooks, game);
}

static void keep_known(struct outlooks *outlooks) {
  outlooks->known_count = outlooks->count;
  memcpy(outlooks->known, outlooks->at, (size_t)outlooks->count * sizeof *outlooks->at);
  for (int i = 0; i < outlooks->count; i++) outlooks->known_place[outlooks->at[i].root] = (uint8_t)(i + 1);
}

void outlooks_begin(struct outlooks *outlooks, const struct evaluation_weights *weights, const tess_game *game) {
  outlooks->weights = weights;
  outlooks->turns = (float)game->core.bag_count / (float)game->players;
  outlooks->log_turns = logarithm(outlooks->turns + 0.5f);
  const float share = outlooks->turns / weights->supply_turns;
  outlooks->share = share < 1.0f ? share : 1.0f;
  doubts_begin(&outlooks->doubts, weights, game);
  find_borders(outlooks, game);
  for (int i = 0; i < outlooks->known_count; i++) outlooks->known_place[outlooks->known[i].root] = 0;
  clear(outlooks);
  look_at_meeples(outlooks, game);
  keep_known(outlooks);
}

void outlooks_laid(struct outlooks *outlooks, const tess_game *game) { doubts_laid(&outlooks->doubts, game); }

void outlooks_taken(struct outlooks *outlooks) { doubts_taken(&outlooks->doubts); }

const struct outlook *outlooks_of(const struct outlooks *outlooks, const tess_game *game, tess_spot spot) {
  const unsigned place = outlooks->place[game_spot_root(game, spot)];
  assert(place > 0);
  return &outlooks->at[place - 1];
}
