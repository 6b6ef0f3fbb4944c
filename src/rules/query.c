/*
 * Answers every question about a game: its state, tiles and bag, realms, meeples, how many tiles fit a cell, all turns
 * of a tile, and the hash of the position.
 */
#include "rules/board.h"
#include "rules/score.h"

/* ---- The state, tiles and bag ---- */

const tess_set *tess_game_set(const tess_game *game) { return game->set; }

tess_options tess_game_options(const tess_game *game) {
  tess_options options;
  memset(&options, 0, sizeof options);
  options.players = game->players;
  options.first = game->first;
  options.fields = game->fields;
  options.abbot = game->abbot;
  options.river = game->river;
  options.arrows = game->arrows;
  options.towns = game->towns;
  options.teams = game->teams;
  memcpy(options.colours, game->colours, sizeof options.colours);
  return options;
}

tess_phase tess_game_phase(const tess_game *game) { return (tess_phase)game->core.phase; }

int tess_game_seat(const tess_game *game) { return game->core.seat; }

bool tess_game_extra(const tess_game *game) { return game->core.extra; }

int tess_game_drawn(const tess_game *game) { return game->core.drawn == NO_TILE ? -1 : game->core.drawn; }

int tess_game_sides(const tess_game *game) { return game->teams ? 2 : game->players; }

int tess_game_side(const tess_game *game, int seat) {
  assert(seat >= 0 && seat < game->players);
  return (int)game_side(game, (unsigned)seat);
}

int32_t tess_game_score(const tess_game *game, int side) {
  assert(side >= 0 && side < tess_game_sides(game));
  return game->core.score[side];
}

int tess_game_supply(const tess_game *game, int seat, tess_piece piece) {
  assert(seat >= 0 && seat < game->players && piece < TESS_PIECE_RETURN);
  return game->core.supply[seat][piece];
}

int tess_game_tiles(const tess_game *game) { return game->core.tile_count; }

tess_tile tess_game_tile(const tess_game *game, int index) {
  assert(index >= 0 && index < game->core.tile_count);
  const struct laid *tile = &game->tiles[index];
  return (tess_tile){tile->kind, tile->rotation, tile->x, tile->y};
}

int tess_game_at(const tess_game *game, int x, int y) {
  const unsigned value = grid_value(game, grid_key(x, y));
  if (!grid_is_tile(value)) return -1;
  const struct laid *tile = &game->tiles[value - 1];
  return tile->x == x && tile->y == y ? (int)value - 1 : -1;
}

static int count_bag(const struct tess_game *game, unsigned from, int kind) {
  if (kind < 0) return (int)(game->core.bag_count - from);
  int count = 0;
  for (unsigned i = from; i < game->core.bag_count; i++) count += game->bag.kinds[i] == kind;
  return count;
}

int tess_game_bag(const tess_game *game, int kind) { return count_bag(game, 0, kind); }

int tess_game_due(const tess_game *game, int kind) {
  return count_bag(game, bag_base(&game->bag, game->core.bag_count), kind);
}

void game_count_out(const struct tess_game *game, uint8_t out[TESS_MAX_KINDS]) {
  for (unsigned kind = 0; kind < game->set->kind_count; kind++)
    out[kind] = (uint8_t)bag_copies(game->set, kind, game->river != TESS_RIVER_NONE, game->arrows);
  for (unsigned i = 0; i < game->core.bag_count; i++) out[game->bag.kinds[i]]--;
  for (unsigned i = 0; i < game->core.tile_count; i++) out[game->tiles[i].kind]--;
  if (game->core.drawn != NO_TILE) out[game->core.drawn]--;
}

int tess_game_out(const tess_game *game, int kind) {
  assert(kind >= 0 && kind < game->set->kind_count);
  uint8_t out[TESS_MAX_KINDS];
  game_count_out(game, out);
  return out[kind];
}

/* ---- Realms, meeples, cells ---- */

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

tess_realm tess_game_realm(const tess_game *game, tess_spot spot) {
  assert_spot(game, spot);
  const unsigned root = game_spot_root(game, spot), type = game_kind(game, spot.tile)->type[spot.feature];
  const realm r = game->realms[root];
  tess_realm out;
  memset(&out, 0, sizeof out);
  out.type = (uint8_t)type;
  out.complete = score_complete(game, root, type);
  struct contacts contacts;
  if (type == TESS_TYPE_FIELD) contacts_find(game, false, &contacts);
  const struct worth worth = score_worth(game, root, type, out.complete, &contacts);
  out.tiles = worth.tiles;
  out.symbols = worth.symbols;
  out.cities = worth.cities;
  out.worth = worth.points;
  out.open_ends = (uint16_t)realm_open(r);
  out.sides = (uint8_t)score_sides(game, r);
  const bool star_wars = game->set->rules == TESS_RULES_STAR_WARS;
  for (unsigned faction = 0; star_wars && faction < TESS_FACTION_COUNT; faction++)
    out.factions[faction] = realm_faction(r, faction) != 0;
  for (unsigned seat = 0; seat < game->players; seat++) {
    const unsigned there = realm_occupants(r, seat);
    out.meeples[seat] = (uint8_t)(star_wars ? there & (REALM_LARGE - 1) : there);
    out.large[seat] = star_wars && (there & REALM_LARGE);
  }
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

int tess_game_fits(const tess_game *game, int x, int y) {
  if (tess_game_at(game, x, y) >= 0) return -1;
  const unsigned value = grid_value(game, grid_key(x, y));
  unsigned forbidden = 0;
  if (value >= GRID_FRONTIER) {
    const unsigned index = value - GRID_FRONTIER;
    if (game->cells[index].x == x && game->cells[index].y == y) forbidden = frontier_forbidden(game, index);
  }
  int count = 0;
  for (unsigned i = 0; i < game->core.bag_count; i++) {
    const struct kind *kind = &game->set->kinds[game->bag.kinds[i]];
    unsigned rotation = 0;
    while (rotation < 4 && (kind->pattern[rotation] & forbidden)) rotation++;
    count += rotation < 4;
  }
  return count;
}

/* ---- Legal moves ---- */

int tess_game_placements(const tess_game *game, tess_placement out[TESS_MAX_PLACEMENTS]) {
  for (int i = 0; i < game->core.placement_count; i++) out[i] = tess_game_placement_at(game, i);
  return game->core.placement_count;
}

int tess_game_turns(tess_game *game, tess_turn *out, int most) {
  const int placements = game->core.placement_count;
  struct tess_undo undo;
  int count = 0;
  for (int i = 0; i < placements; i++) {
    const tess_placement placement = tess_game_placement_at(game, i);
    tess_decision decisions[TESS_MAX_DECISIONS];
    tess_game_place(game, placement, &undo, NULL);
    const int legal = tess_game_decisions(game, decisions);
    for (int d = 0; d < legal; d++, count++)
      if (count < most) out[count] = (tess_turn){placement, decisions[d]};
    tess_game_undo(game, &undo);
  }
  return count;
}

/* ---- The hash of a position (docs/lookup/notation.md, section 6) ---- */

/* The hash is a sum, so that the order of tiles and meeples does not matter. */
enum { ELEMENT_TILE = 1, ELEMENT_MEEPLE, ELEMENT_SCORE, ELEMENT_TURN, ELEMENT_OUT, ELEMENT_OPTIONS };

static uint64_t element(unsigned type, uint64_t a, uint64_t b, uint64_t c, uint64_t low) {
  return random_mix((uint64_t)type << 56 | a << 48 | b << 40 | c << 32 | low);
}

static uint64_t cell_bits(int x, int y) { return (uint64_t)(uint16_t)x << 16 | (uint16_t)y; }

uint64_t tess_game_hash(const tess_game *game) {
  const struct core *core = &game->core;
  uint64_t sum = random_mix(game->set->hash);

  /* 1. Options and colours. */
  const unsigned flags = game->fields | (unsigned)game->abbot << 1 | (unsigned)(game->river == TESS_RIVER_1) << 2 |
                         (unsigned)game->teams << 3 | (unsigned)(game->river == TESS_RIVER_20) << 4 |
                         (unsigned)game->arrows << 5 | (unsigned)game->towns << 6;
  uint64_t colours = 0;
  for (unsigned seat = 0; seat < game->players; seat++) colours |= (uint64_t)game->colours[seat] << 4 * seat;
  sum += element(ELEMENT_OPTIONS, flags, game->players, 0, colours);

  /* 2. Tiles and meeples. */
  for (unsigned i = 0; i < core->tile_count; i++) {
    const struct laid *tile = &game->tiles[i];
    sum += element(ELEMENT_TILE, 0, tile->kind, tile->rotation, cell_bits(tile->x, tile->y));
  }
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const int count = tess_game_meeples(game, meeples);
  for (int i = 0; i < count; i++) {
    const struct laid *tile = &game->tiles[meeples[i].spot.tile];
    sum += element(ELEMENT_MEEPLE, meeples[i].seat, meeples[i].piece, spot_rank(game, meeples[i].spot),
                   cell_bits(tile->x, tile->y));
  }

  /* 3. Scores, and the seat and phase of the turn. */
  for (int side = 0; side < tess_game_sides(game); side++)
    sum += element(ELEMENT_SCORE, (unsigned)side, 0, 0, (uint32_t)core->score[side]);
  const struct laid *last = &game->tiles[core->tile_count - 1];
  const bool laid = core->phase == TESS_PHASE_MEEPLE || core->phase == TESS_PHASE_THROW;
  sum += element(ELEMENT_TURN, core->phase | (unsigned)core->extra << 3, core->seat, core->drawn,
                 laid ? cell_bits(last->x, last->y) : 0);

  /* 4. Discarded tiles. */
  uint8_t out[TESS_MAX_KINDS];
  game_count_out(game, out);
  for (unsigned kind = 0; kind < game->set->kind_count; kind++)
    if (out[kind] > 0) sum += element(ELEMENT_OUT, 0, kind, 0, out[kind]);
  return sum;
}
