/* A game's beginning, its copy, and the plain questions about it. */
#include "rules/game.h"

#include "rules/bag.h"
#include "rules/draw.h"
#include "rules/grid.h"
#include "rules/lay.h"
#include "rules/new.h"
#include "rules/options.h"

size_t tess_game_size(void) {
  _Static_assert(sizeof(struct tess_game) <= TESS_MAX_GAME_BYTES, "the promise of tessera.h");
  return sizeof(struct tess_game);
}

void tess_game_seed(tess_game *game, uint64_t seed) {
  game->core.deck = random_mix(seed + 1);
  game->core.dice = random_mix(seed ^ 0x5bf03635a1e6e1c7u);
}

/* SW-1.3, CL-1.3 */
static void fill_supplies(struct tess_game *game) {
  const bool star_wars = game->set->rules == TESS_RULES_STAR_WARS;
  for (unsigned seat = 0; seat < game->players; seat++) {
    game->core.supply[seat][TESS_PIECE_SMALL] = star_wars ? 4 : 7;
    game->core.supply[seat][TESS_PIECE_LARGE] = star_wars;
    game->core.supply[seat][TESS_PIECE_ABBOT] = game->abbot;
  }
  memset(game->core.slot, 0xFF, sizeof game->core.slot);
}

void new_settings(struct tess_game *game, const struct tess_set *set, const tess_options *options) {
  memset(game, 0, offsetof(struct tess_game, tiles));
  game->set = set;
  game->players = options->players;
  game->fields = options->fields;
  game->abbot = options->abbot;
  game->with_river = options->river;
  game->teams = options->teams;
  memcpy(game->colours, options->colours, options->players);
  tess_game_seed(game, options->seed);
}

void new_table(struct tess_game *game) {
  const unsigned start = (unsigned)(game->with_river ? game->set->spring : game->set->start);
  const struct bag *bag = &game->set->bags[game->with_river];
  memcpy(&game->bag, bag, offsetof(struct bag, kinds) + bag->count);
  game->core.bag_count = bag->count;
  fill_supplies(game);
  memset(game->grid_values, 0, sizeof game->grid_values);
  game->core.drawn = NO_TILE;
  lay_tile(game, (struct laid){.kind = (uint8_t)start}, grid_index(game, 0), NULL);
  if (game->with_river) river_follow(game);
}

tess_error tess_game_new(tess_game *game, const tess_set *set, const tess_options *options) {
  const tess_error error = options_check(options, set);
  if (error != TESS_ERROR_NONE) return error;
  uint64_t seats = random_mix(options->seed ^ 0x3c6ef372fe94f82au);
  new_settings(game, set, options);
  new_table(game);
  game->first = options->first == TESS_FIRST_RANDOM ? (uint8_t)random_below(&seats, options->players) : options->first;
  game->core.seat = game->first;
  if (game->core.bag_count == 0) game->core.phase = TESS_PHASE_OVER;
  return TESS_ERROR_NONE;
}

void tess_game_copy(tess_game *to, const tess_game *from) {
  const struct core *core = &from->core;
  const unsigned words = core->frontier_words;
  memcpy(to, from, offsetof(struct tess_game, tiles) + core->tile_count * sizeof *from->tiles);
  memcpy(to->several, from->several, core->several_count);
  memcpy(&to->bag, &from->bag, offsetof(struct bag, kinds) + core->bag_count);
  memcpy(to->parent, from->parent, core->node_count * sizeof *from->parent);
  memcpy(to->realms, from->realms, core->node_count * sizeof *from->realms);
  memcpy(to->grid_keys, from->grid_keys, sizeof to->grid_keys);
  memcpy(to->grid_values, from->grid_values, sizeof to->grid_values);
  memcpy(to->frontier, from->frontier, words * sizeof *from->frontier);
  memcpy(to->forbidden, from->forbidden, words * sizeof *from->forbidden);
  memcpy(to->fits, from->fits, words * sizeof *from->fits);
  memcpy(to->cells, from->cells, words * 64 * sizeof *from->cells);
}

const tess_set *tess_game_set(const tess_game *game) { return game->set; }

tess_options tess_game_options(const tess_game *game) {
  tess_options options = {.players = game->players,
                          .first = game->first,
                          .fields = game->fields,
                          .abbot = game->abbot,
                          .river = game->with_river,
                          .teams = game->teams};
  memcpy(options.colours, game->colours, sizeof options.colours);
  return options;
}

tess_phase tess_game_phase(const tess_game *game) { return (tess_phase)game->core.phase; }

int tess_game_seat(const tess_game *game) { return game->core.seat; }

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
  const unsigned value = x < -255 || x > 255 || y < -255 || y > 255 ? 0 : grid_value(game, grid_key(x, y));
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
    out[kind] = (uint8_t)bag_copies(game->set, kind, game->with_river);
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
