#include "rules/frontier.h"

#include "rules/grid.h"

/* Cells are looked at in whole blocks; what lies beyond the last cell must fit nothing. */
static void pad_block(struct tess_game *game, unsigned index) {
  for (unsigned i = index; i < index + FRONTIER_BLOCK; i++) game->forbidden[i] = NO_FIT;
}

static void insert(struct tess_game *game, int x, int y, unsigned forbidden) {
  const unsigned index = game->core.frontier_count++;
  if (index % FRONTIER_BLOCK == 0) pad_block(game, index);
  game->forbidden[index] = (uint16_t)forbidden;
  game->cells[index] = (struct cell){(int16_t)x, (int16_t)y};
  grid_set(game, x, y, GRID_FRONTIER + index);
}

void frontier_remove(struct tess_game *game, unsigned index, struct tess_undo *undo) {
  const unsigned last = --game->core.frontier_count;
  if (undo) {
    undo->cell = (uint16_t)index;
    undo->cell_forbidden = game->forbidden[index];
  }
  if (index != last) {
    const struct cell moved = game->cells[last];
    game->cells[index] = moved;
    game->forbidden[index] = game->forbidden[last];
    grid_set(game, moved.x, moved.y, GRID_FRONTIER + index);
  }
  game->forbidden[last] = NO_FIT;
}

void frontier_touch(struct tess_game *game, int x, int y, unsigned value, unsigned side, unsigned edge,
                    struct tess_undo *undo) {
  const unsigned forbidden = (0xFu ^ 1u << edge) << 4 * side;
  if (value == 0) {
    insert(game, x, y, forbidden);
    return;
  }
  const unsigned index = value - GRID_FRONTIER;
  undo_cell(undo, game, index);
  game->forbidden[index] |= (uint16_t)forbidden;
}

void frontier_undo(struct tess_game *game, int x, int y, const struct tess_undo *undo) {
  for (unsigned i = undo->cell_count; i-- > 0;) game->forbidden[undo->cells[i].index] = undo->cells[i].forbidden;
  const unsigned before = undo->core.frontier_count;
  for (unsigned i = game->core.frontier_count; i-- > before - 1;) {
    grid_clear(game, game->cells[i].x, game->cells[i].y);
    game->forbidden[i] = NO_FIT;
  }
  const unsigned index = undo->cell, last = before - 1;
  if (last % FRONTIER_BLOCK == 0) pad_block(game, last);
  if (index != last) {
    const struct cell moved = game->cells[index];
    game->cells[last] = moved;
    game->forbidden[last] = game->forbidden[index];
    grid_set(game, moved.x, moved.y, GRID_FRONTIER + last);
  }
  game->cells[index] = (struct cell){(int16_t)x, (int16_t)y};
  game->forbidden[index] = undo->cell_forbidden;
  grid_set(game, x, y, GRID_FRONTIER + index);
}

/* One block, without branches so that the compiler can do its cells side by side. Returns the placements found. */
static unsigned fit_block(const uint16_t *forbidden, const uint16_t pattern[4], uint8_t *fits) {
  uint16_t masks[FRONTIER_BLOCK], counts[FRONTIER_BLOCK];
  for (unsigned i = 0; i < FRONTIER_BLOCK; i++) {
    const uint16_t fit0 = (pattern[0] & forbidden[i]) == 0, fit1 = (pattern[1] & forbidden[i]) == 0;
    const uint16_t fit2 = (pattern[2] & forbidden[i]) == 0, fit3 = (pattern[3] & forbidden[i]) == 0;
    masks[i] = (uint16_t)(fit0 | fit1 << 1 | fit2 << 2 | fit3 << 3);
    counts[i] = (uint16_t)(fit0 + fit1 + fit2 + fit3);
  }
  unsigned count = 0;
  for (unsigned i = 0; i < FRONTIER_BLOCK; i++) {
    fits[i] = (uint8_t)masks[i];
    count += counts[i];
  }
  return count;
}

unsigned frontier_fit(struct tess_game *game, const struct kind *kind) {
  unsigned count = 0;
  for (unsigned i = 0; i < game->core.frontier_count; i += FRONTIER_BLOCK)
    count += fit_block(game->forbidden + i, kind->pattern, game->fits + i);
  return count;
}

/* The turn that a tile entered by board edge `entry` makes, 0 when it has no second water edge. */
static unsigned river_turn(const struct kind *kind, const uint8_t edges[4], unsigned rotation, unsigned entry) {
  if (!kind->bend) return 0;
  for (unsigned side = 0; side < 4; side++)
    if (side != entry && edges[(side - rotation) & 3] == TESS_EDGE_WATER) return (side - (entry + 2)) & 3;
  return 0;
}

unsigned frontier_fit_river(struct tess_game *game, const struct kind *kind) {
  const struct river *river = &game->core.river;
  memset(game->fits, 0, game->core.frontier_count);
  const unsigned value = river->open ? grid_value(game, river->x, river->y) : 0;
  if (value < GRID_FRONTIER) return 0;
  const unsigned index = value - GRID_FRONTIER, entry = (river->heading + 2u) & 3;
  const uint8_t *edges = game->set->tiles[kind - game->set->kinds].edges;
  unsigned count = 0;
  for (unsigned rotation = 0; rotation < 4; rotation++) {
    if (kind->pattern[rotation] & game->forbidden[index]) continue;
    const unsigned turn = river_turn(kind, edges, rotation, entry);
    if (turn != 0 && turn == river->bend) continue;
    game->fits[index] |= (uint8_t)(1u << rotation);
    count++;
  }
  return count;
}
