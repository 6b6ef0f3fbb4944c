#include "rules/random_game.h"

#include <stdlib.h>
#include <string.h>

enum { WINDOW = 3 };

tess_set *random_game_set(const char *name) {
  size_t count = 0;
  tess_tile_def tiles[TESS_MAX_KINDS];
  tess_set_fault fault;
  tess_set *set = malloc(tess_set_size());
  assert_non_null(set);
  while (*name != '\0') {
    char part[32] = "";
    size_t more;
    const size_t length = strcspn(name, "+");
    memcpy(part, name, length);
    const tess_tile_def *from = tess_builtin_tiles(part, &more);
    memcpy(tiles + count, from, more * sizeof *tiles);
    count += more;
    name += length + (name[length] == '+');
  }
  assert_int_equal(tess_set_build(set, tiles, count, &fault), TESS_ERROR_NONE);
  return set;
}

struct random_game random_game_open(int mix, uint64_t seed) {
  const bool star_wars = mix < RANDOM_STAR_WARS_MIXES;
  const int flags = star_wars ? 0 : (mix - RANDOM_STAR_WARS_MIXES) / 4;
  tess_options options = tess_options_default(star_wars ? TESS_RULES_STAR_WARS : TESS_RULES_CLASSIC);
  options.players = (uint8_t)(2 + (star_wars ? mix : (mix - RANDOM_STAR_WARS_MIXES) % 4));
  if (mix == RANDOM_TEAMS) options.players = 4;
  options.teams = mix == RANDOM_TEAMS;
  const bool last = flags >= 8;
  options.fields = last || flags & 1;
  options.abbot = last || flags >> 1 & 1;
  options.river = last ? TESS_RIVER_20 : flags >> 2 & 1 ? TESS_RIVER_1 : TESS_RIVER_NONE;
  options.arrows = flags == 9;
  options.towns = last;
  options.first = TESS_FIRST_RANDOM;
  options.seed = seed;
  struct random_game g = {.random = seed * 0x9e3779b97f4a7c15u + (uint64_t)mix};
  static const char *const classic[] = {"classic", "classic+river", "classic+river-20"};
  g.set = random_game_set(star_wars        ? "star-wars"
                          : options.arrows ? "classic+river-20+arrows-20"
                                           : classic[options.river]);
  g.game = malloc(tess_game_size());
  assert_non_null(g.game);
  assert_int_equal(tess_game_new(g.game, g.set, &options), TESS_ERROR_NONE);
  return g;
}

void random_game_close(struct random_game *g) {
  free(g->game);
  free(g->set);
}

unsigned random_game_below(struct random_game *g, unsigned bound) {
  g->random = g->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((g->random >> 33) % bound);
}

static tess_decision choose(struct random_game *g) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  const unsigned count = (unsigned)tess_game_decisions(g->game, decisions);
  assert_true(count >= 1 && decisions[0].piece == TESS_PIECE_NONE);
  return count == 1 || random_game_below(g, 3) == 0 ? decisions[0] : decisions[1 + random_game_below(g, count - 1)];
}

bool random_game_step(struct random_game *g, tess_undo *undo, tess_events *events) {
  tess_error error = TESS_ERROR_NONE;
  switch (tess_game_phase(g->game)) {
  case TESS_PHASE_DRAW: error = tess_game_draw(g->game, TESS_RANDOM, undo, events); break;
  case TESS_PHASE_PLACE: {
    const unsigned count = (unsigned)tess_game_placement_count(g->game);
    const tess_placement placement = tess_game_placement_at(g->game, (int)random_game_below(g, count));
    error = tess_game_place(g->game, placement, undo, events);
    break;
  }
  case TESS_PHASE_MEEPLE: error = tess_game_meeple(g->game, choose(g), undo, events); break;
  case TESS_PHASE_THROW: error = tess_game_throw(g->game, NULL, undo, events); break;
  case TESS_PHASE_OVER: return false;
  }
  assert_int_equal(error, TESS_ERROR_NONE);
  return true;
}

/* ---- A game as a number ---- */

static void fold(uint64_t *print, int64_t number) {
  *print = (*print ^ (uint64_t)number) * 0x100000001b3u;
  *print ^= *print >> 29;
}

static void fold_spot(uint64_t *print, const tess_game *game, tess_spot spot) {
  fold(print, spot.tile << 4 | spot.feature);
  fold(print, tess_game_spot(game, spot).feature);
  const tess_realm realm = tess_game_realm(game, spot);
  fold(print, realm.worth);
  fold(print, realm.tiles << 16 | realm.open_ends);
  fold(print, realm.symbols << 16 | realm.sides);
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) fold(print, realm.meeples[seat] << 8 | realm.large[seat]);
}

static void fold_choices(uint64_t *print, const tess_game *game) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int placements = tess_game_placement_count(game), count = tess_game_decisions(game, decisions);
  fold(print, placements << 8 | count);
  for (int i = 0; i < placements; i++) {
    const tess_placement at = tess_game_placement_at(game, i);
    fold(print, at.x * 1024 + at.y * 4 + at.rotation);
  }
  for (int i = 0; i < count; i++)
    fold(print, decisions[i].piece << 16 | decisions[i].spot.tile << 8 | decisions[i].spot.feature);
}

static void fold_people(uint64_t *print, const tess_game *game) {
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const int count = tess_game_meeples(game, meeples);
  for (int side = 0; side < tess_game_sides(game); side++) fold(print, tess_game_score(game, side));
  for (int seat = 0; seat < tess_game_options(game).players; seat++)
    for (int piece = TESS_PIECE_SMALL; piece <= TESS_PIECE_ABBOT; piece++)
      fold(print, tess_game_supply(game, seat, (tess_piece)piece));
  for (int i = 0; i < count; i++) {
    fold(print, meeples[i].seat << 8 | meeples[i].piece);
    fold_spot(print, game, meeples[i].spot);
  }
}

/* The tiles, and around the last one which tiles would fit. */
static void fold_board(uint64_t *print, const tess_game *game) {
  const tess_tile last = tess_game_tile(game, tess_game_tiles(game) - 1);
  for (int i = 0; i < tess_game_tiles(game); i++) {
    const tess_tile tile = tess_game_tile(game, i);
    fold(print, tile.kind << 8 | tile.rotation);
    fold(print, tile.x * 1024 + tile.y);
  }
  for (int y = last.y - WINDOW; y <= last.y + WINDOW; y++)
    for (int x = last.x - WINDOW; x <= last.x + WINDOW; x++)
      fold(print, tess_game_fits(game, x, y) * 512 + tess_game_at(game, x, y));
  const int features = tess_set_tile(tess_game_set(game), last.kind)->feature_count;
  for (int f = 0; f < features; f++)
    fold_spot(print, game, (tess_spot){(uint8_t)(tess_game_tiles(game) - 1), (uint8_t)f});
}

uint64_t random_game_print(const tess_game *game) {
  uint64_t print = tess_game_hash(game);
  uint8_t dice[TESS_MAX_PLAYERS] = {0};
  tess_spot spot = {0, 0};
  fold(&print, (int)tess_game_phase(game) << 16 | tess_game_seat(game) << 8 | (tess_game_drawn(game) & 0xFF));
  for (int kind = -1; kind < tess_set_kinds(tess_game_set(game)); kind++)
    fold(&print,
         tess_game_bag(game, kind) << 16 | tess_game_due(game, kind) << 8 | (kind < 0 ? 0 : tess_game_out(game, kind)));
  fold(&print, tess_game_battle(game, &spot, dice));
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) fold(&print, dice[side] << 16 | spot.tile << 8 | spot.feature);
  fold_choices(&print, game);
  fold_people(&print, game);
  fold_board(&print, game);
  return print;
}

uint64_t random_game_future(const tess_game *game, int steps) {
  struct random_game g = {.game = malloc(tess_game_size()), .random = 1};
  assert_non_null(g.game);
  tess_game_copy(g.game, game);
  uint64_t print = 0;
  while (steps-- > 0 && random_game_step(&g, NULL, NULL)) fold(&print, (int64_t)random_game_print(g.game));
  free(g.game);
  return print;
}
