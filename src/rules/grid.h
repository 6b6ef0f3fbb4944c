/*
 * The cells of the table: an open-addressing hash from x,y to the tile or frontier cell there. A key is x + 256 y
 * modulo 2^16, which is unique among 255 connected tiles and their neighbours, and additive: the key of a neighbour is
 * the key plus a constant. Entries are only removed in the reverse order of their insertion (undo), which linear
 * probing permits.
 */
#ifndef RULES_GRID_H
#define RULES_GRID_H

#include "rules/game.h"

/*
 * An entry: key << 16 | value. A value is 0 in an empty entry, tile + 1, or GRID_FRONTIER + index of the cell. The bit
 * GRID_CENTER is set besides, or alone, when one of the 8 cells around holds a centre.
 */
enum { GRID_FRONTIER = 256, GRID_VALUE = 0x7FFF, GRID_CENTER = 0x8000 };

static inline unsigned grid_key(int x, int y) { return (unsigned)(x + 256 * y) & 0xFFFF; }

/* The entry of a cell, or the empty one where it would be inserted. Fibonacci hashing spreads rows and columns. */
static inline unsigned grid_index(const struct tess_game *game, unsigned key) {
  unsigned at = (key * 40503u & 0xFFFF) >> game->grid_shift;
  while (game->grid[at] != 0 && game->grid[at] >> 16 != key) at = (at + 1) & (0xFFFFu >> game->grid_shift);
  return at;
}

/* The value of a cell, 0 when it is neither tile nor frontier. */
static inline unsigned grid_value(const struct tess_game *game, unsigned key) {
  return game->grid[grid_index(game, key)] & GRID_VALUE;
}

/* Makes a cell what `value` says and keeps what is known of centres around it. */
static inline void grid_set(struct tess_game *game, unsigned key, unsigned value) {
  const unsigned at = grid_index(game, key);
  game->grid[at] = key << 16 | (game->grid[at] & GRID_CENTER) | value;
}

/* Takes a cell out that grid_set() put in. */
static inline void grid_clear(struct tess_game *game, unsigned key) {
  const unsigned at = grid_index(game, key);
  game->grid[at] = game->grid[at] & GRID_CENTER ? key << 16 | GRID_CENTER : 0;
}

static inline bool grid_is_tile(unsigned value) { return value - 1u < GRID_FRONTIER - 1u; }

#endif
