/*
 * The cells of the table: an open-addressing hash from x,y to the tile or frontier cell there. Neighbours in a row
 * lie beside each other. Coordinates count modulo 256, which is enough for 255 connected tiles. Entries are only
 * removed in the reverse order of their insertion (undo), which linear probing permits.
 */
#ifndef RULES_GRID_H
#define RULES_GRID_H

#include "rules/game.h"

enum { GRID_STRIDE = 23, GRID_FRONTIER = 256 };

/* An entry: key << 16 | value. A value is 0 in an empty entry, tile + 1, or GRID_FRONTIER + index of the cell. */
static inline uint32_t grid_key(int x, int y) { return ((uint32_t)x & 0xFF) << 16 | ((uint32_t)y & 0xFF) << 24; }

static inline unsigned grid_home(const struct tess_game *game, int x, int y) {
  return (unsigned)(x + y * GRID_STRIDE) & game->grid_mask;
}

/* The entry of a cell, or the empty one where it would be inserted. */
static inline unsigned grid_index(const struct tess_game *game, int x, int y) {
  const uint32_t key = grid_key(x, y);
  unsigned at = grid_home(game, x, y);
  while (game->grid[at] != 0 && (game->grid[at] & 0xFFFF0000u) != key) at = (at + 1) & game->grid_mask;
  return at;
}

/* The value of a cell, 0 when it is neither tile nor frontier. */
static inline unsigned grid_value(const struct tess_game *game, int x, int y) {
  return game->grid[grid_index(game, x, y)] & 0xFFFF;
}

static inline void grid_set(struct tess_game *game, int x, int y, unsigned value) {
  game->grid[grid_index(game, x, y)] = grid_key(x, y) | value;
}

static inline void grid_clear(struct tess_game *game, int x, int y) { game->grid[grid_index(game, x, y)] = 0; }

static inline bool grid_is_tile(unsigned value) { return value - 1u < GRID_FRONTIER - 1u; }

#endif
