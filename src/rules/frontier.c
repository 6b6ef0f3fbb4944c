/* The empty cells next to the tiles, and where a tile fits. */
#include "base/compiler.h"
#include "rules/board.h"
#include "rules/step.h"

static uint64_t bit_of(unsigned index) { return (uint64_t)1 << index % WORD_BITS; }

unsigned frontier_forbidden(const struct tess_game *game, unsigned index) {
  const uint64_t *words = &game->forbidden[index / WORD_BITS][0][0];
  unsigned forbidden = 0;
  for (unsigned i = 0; i < 16; i++) forbidden |= (unsigned)(words[i] >> index % WORD_BITS & 1) << i;
  return forbidden;
}

void frontier_remove(struct tess_game *game, unsigned index) { game->frontier[index / WORD_BITS] &= ~bit_of(index); }

void frontier_release(struct tess_game *game, unsigned index, unsigned side) {
  uint64_t *forbidden = game->forbidden[index / WORD_BITS][side];
  for (unsigned e = 0; e < 4; e++) forbidden[e] &= ~bit_of(index);
}

unsigned frontier_insert(struct tess_game *game, int x, int y, struct tess_undo *undo) {
  /* Find the lowest free index. A machine word that is used for the first time is cleared. */
  unsigned word = 0;
  while (word < game->core.frontier_words && game->frontier[word] == UINT64_MAX) word++;
  if (word == game->core.frontier_words) {
    memset(game->forbidden[word], 0, sizeof game->forbidden[word]);
    game->frontier[word] = 0;
    game->core.frontier_words++;
  }
  const unsigned index = word * WORD_BITS + lowest_bit(~game->frontier[word]);
  game->frontier[index / WORD_BITS] |= bit_of(index);
  game->cells[index] = (struct cell){(int16_t)x, (int16_t)y};
  undo_insert(undo, index);
  return index;
}

void frontier_forbid(struct tess_game *game, unsigned index, unsigned side, unsigned edge) {
  static const uint64_t others[4][4] = {{0, UINT64_MAX, UINT64_MAX, UINT64_MAX},
                                        {UINT64_MAX, 0, UINT64_MAX, UINT64_MAX},
                                        {UINT64_MAX, UINT64_MAX, 0, UINT64_MAX},
                                        {UINT64_MAX, UINT64_MAX, UINT64_MAX, 0}};
  uint64_t *forbidden = game->forbidden[index / WORD_BITS][side];
  for (unsigned e = 0; e < 4; e++) forbidden[e] |= bit_of(index) & others[edge][e];
}

void frontier_undo(struct tess_game *game, const struct laid *tile, const struct tess_undo *undo) {
  /* 1. Allow all edges again on the sides that the tile touched. */
  for (unsigned i = 0; i < undo->touched_count; i++) {
    const struct cell_side *touched = &undo->touched[i];
    frontier_release(game, touched->index, touched->side);
  }

  /* 2. Remove the cells that the tile added. */
  for (unsigned i = undo->inserted_count; i-- > 0;) {
    const unsigned index = undo->inserted[i];
    grid_clear(game, grid_key(game->cells[index].x, game->cells[index].y));
    frontier_remove(game, index);
  }

  /* 3. Restore the cell that the tile took, with the edges that its neighbours forbid: they show the tile's own. */
  const uint8_t *edges = game->set->kinds[tile->kind].edges[tile->rotation];
  for (unsigned left = undo->cell_sides; left != 0; left &= left - 1)
    frontier_forbid(game, undo->cell, lowest_bit(left), edges[lowest_bit(left)]);
  game->frontier[undo->cell / WORD_BITS] |= bit_of(undo->cell);
  game->cells[undo->cell] = (struct cell){tile->x, tile->y};
  grid_set(game, grid_index(game, grid_key(tile->x, tile->y)), GRID_FRONTIER + undo->cell);
}

unsigned frontier_fit(struct tess_game *game, const struct kind *kind) {
  const unsigned north = kind->edges[0][0], east = kind->edges[0][1], south = kind->edges[0][2],
                 west = kind->edges[0][3];
  unsigned count0 = 0, count1 = 0, count2 = 0, count3 = 0;
  for (unsigned word = 0; word < game->core.frontier_words; word++) {
    uint64_t(*const no)[4] = game->forbidden[word];
    const uint64_t cells = game->frontier[word];
    uint64_t *fits = game->fits[word];
    fits[0] = cells & ~(no[0][north] | no[1][east] | no[2][south] | no[3][west]);
    count0 += count_bits(fits[0]);
    if (kind->period == 1) continue;
    fits[1] = cells & ~(no[1][north] | no[2][east] | no[3][south] | no[0][west]);
    count1 += count_bits(fits[1]);
    if (kind->period == 2) continue;
    fits[2] = cells & ~(no[2][north] | no[3][east] | no[0][south] | no[1][west]);
    fits[3] = cells & ~(no[3][north] | no[0][east] | no[1][south] | no[2][west]);
    count2 += count_bits(fits[2]);
    count3 += count_bits(fits[3]);
  }
  game->core.fit_count[0] = (uint16_t)count0;
  game->core.fit_count[1] = (uint16_t)count1;
  game->core.fit_count[2] = (uint16_t)count2;
  game->core.fit_count[3] = (uint16_t)count3;
  return count0 + count1 + count2 + count3;
}

/* The direction in which a bend turns a river that enters by board edge `entry`; 0 for any other tile. */
static unsigned river_turn(const struct kind *kind, unsigned rotation, unsigned entry) {
  if (!kind->bend) return 0;
  unsigned side = 0;
  while (side == entry || kind->edges[rotation][side] != TESS_EDGE_WATER) side++;
  return (side - (entry + 2)) & 3;
}

/* Finds the rotations in which a tile kind fits into the cell beyond an open end. Returns their number. */
static unsigned fit_end(struct tess_game *game, const struct kind *kind, const struct river_end *end) {
  const struct laid *tile = &game->tiles[end->tile];
  const unsigned value = grid_value(game, grid_beside(grid_key(tile->x, tile->y), grid_beyond[end->heading]));
  if (value < GRID_FRONTIER) return 0;
  const unsigned index = value - GRID_FRONTIER, entry = (end->heading + 2u) & 3;
  const unsigned forbidden = frontier_forbidden(game, index);
  unsigned count = 0;
  for (unsigned rotation = 0; rotation < kind->period; rotation++) {
    const unsigned turn = river_turn(kind, rotation, entry);
    if ((kind->pattern[rotation] & forbidden) || (turn != 0 && turn == end->bend)) continue;
    game->fits[index / WORD_BITS][rotation] |= bit_of(index);
    game->core.fit_count[rotation]++;
    count++;
  }
  return count;
}

unsigned frontier_fit_river(struct tess_game *game, const struct kind *kind) {
  memset(game->fits, 0, game->core.frontier_words * sizeof *game->fits);
  memset(game->core.fit_count, 0, sizeof game->core.fit_count);
  unsigned count = 0;
  for (unsigned i = 0; i < RIVER_ENDS; i++)
    if (game->core.ends[i].open) count += fit_end(game, kind, &game->core.ends[i]);
  return count;
}

int tess_game_placement_count(const tess_game *game) { return game->core.placement_count; }

struct fit frontier_fit_at(const struct tess_game *game, unsigned index) {
  /* Find the rotation without a branch: the number of partial sums of the counts that are not above the index. */
  const uint16_t *counts = game->core.fit_count;
  const unsigned one = counts[0], two = one + counts[1], three = two + counts[2];
  unsigned left = index, word = 0;
  const unsigned rotation = (unsigned)(left >= one) + (unsigned)(left >= two) + (unsigned)(left >= three);
  const unsigned before[4] = {0, one, two, three};
  left -= before[rotation];
  uint64_t fits = game->fits[0][rotation];
  for (unsigned count; left >= (count = count_bits(fits)); fits = game->fits[++word][rotation]) left -= count;
  return (struct fit){(uint16_t)(word * WORD_BITS + nth_bit(fits, left)), (uint8_t)rotation};
}

tess_placement tess_game_placement_at(const tess_game *game, int index) {
  assert(index >= 0 && index < game->core.placement_count);
  const struct fit fit = frontier_fit_at(game, (unsigned)index);
  const struct cell cell = game->cells[fit.cell];
  return (tess_placement){cell.x, cell.y, fit.rotation};
}
