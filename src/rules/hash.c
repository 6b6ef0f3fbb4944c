/* The hash of a position (docs/lookup/notation.md, section 6): a sum, so that the order of tiles and meeples is of no
 * matter.
 */
#include "rules/game.h"
#include "rules/spot.h"

enum { ELEMENT_TILE = 1, ELEMENT_MEEPLE, ELEMENT_SCORE, ELEMENT_TURN, ELEMENT_OUT, ELEMENT_OPTIONS };

static uint64_t element(unsigned type, uint64_t a, uint64_t b, uint64_t c, uint64_t low) {
  return random_mix((uint64_t)type << 56 | a << 48 | b << 40 | c << 32 | low);
}

static uint64_t cell_bits(int x, int y) { return (uint64_t)(uint16_t)x << 16 | (uint16_t)y; }

static uint64_t hash_options(const struct tess_game *game) {
  const unsigned flags =
      game->fields | (unsigned)game->abbot << 1 | (unsigned)game->with_river << 2 | (unsigned)game->teams << 3;
  uint64_t colours = 0;
  for (unsigned seat = 0; seat < game->players; seat++) colours |= (uint64_t)game->colours[seat] << 4 * seat;
  return element(ELEMENT_OPTIONS, flags, game->players, 0, colours);
}

static uint64_t hash_meeples(const struct tess_game *game) {
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const int count = tess_game_meeples(game, meeples);
  uint64_t sum = 0;
  for (int i = 0; i < count; i++) {
    const struct laid *tile = &game->tiles[meeples[i].spot.tile];
    sum += element(ELEMENT_MEEPLE, meeples[i].seat, meeples[i].piece, spot_rank(game, meeples[i].spot),
                   cell_bits(tile->x, tile->y));
  }
  return sum;
}

static uint64_t hash_turn(const struct tess_game *game) {
  const struct core *core = &game->core;
  const struct laid *last = &game->tiles[core->tile_count - 1];
  const bool laid = core->phase == TESS_PHASE_MEEPLE || core->phase == TESS_PHASE_THROW;
  return element(ELEMENT_TURN, core->phase, core->seat, core->drawn, laid ? cell_bits(last->x, last->y) : 0);
}

static uint64_t hash_out(const struct tess_game *game) {
  uint8_t out[TESS_MAX_KINDS];
  uint64_t sum = 0;
  game_count_out(game, out);
  for (unsigned kind = 0; kind < game->set->kind_count; kind++)
    if (out[kind] > 0) sum += element(ELEMENT_OUT, 0, kind, 0, out[kind]);
  return sum;
}

uint64_t tess_game_hash(const tess_game *game) {
  uint64_t sum =
      random_mix(game->set->hash) + hash_options(game) + hash_meeples(game) + hash_turn(game) + hash_out(game);
  for (unsigned i = 0; i < game->core.tile_count; i++) {
    const struct laid *tile = &game->tiles[i];
    sum += element(ELEMENT_TILE, 0, tile->kind, tile->rotation, cell_bits(tile->x, tile->y));
  }
  for (int side = 0; side < tess_game_sides(game); side++)
    sum += element(ELEMENT_SCORE, (unsigned)side, 0, 0, (uint32_t)game->core.score[side]);
  return sum;
}
