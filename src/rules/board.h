/* The cells of the board: what lies where, and where a tile fits. */
#ifndef RULES_BOARD_H
#define RULES_BOARD_H

#include "rules/game.h"

/* ---- The grid ---- */

/*
 * The grid: an open-addressing hash from x,y to the tile or frontier cell there. A key is x + 256 y
 * modulo 2^16, which is unique among 255 connected tiles and their neighbours, and additive: the key of a neighbour is
 * the key plus a constant. Entries are only removed in the reverse order of their insertion (undo), which linear
 * probing permits.
 */

/*
 * The value of an entry is 0 when it is empty, tile + 1, or GRID_FRONTIER + index of the cell. The bit GRID_CENTER is
 * set besides, or alone, when one of the 8 cells around holds a centre.
 */
enum { GRID_FRONTIER = 256, GRID_VALUE = 0x7FFF, GRID_CENTER = 0x8000 };

/* The key of a cell. */
static inline unsigned grid_key(int x, int y) { return (unsigned)(x + 256 * y) & 0xFFFF; }

/* What is added to a cell's key for the cells beyond its edges N E S W, and for the 8 cells around it, row by row from
 * the north-west. */
static const int16_t grid_beyond[4] = {-256, 1, 256, -1};
static const int16_t grid_around[8] = {-257, -256, -255, -1, 1, 255, 256, 257};

/* The key of a cell beside one of this key; `offset` is one of those above. */
static inline unsigned grid_beside(unsigned key, int offset) { return (key + (unsigned)offset) & 0xFFFF; }

/* The entry of a key, or the empty one where it would be inserted. Fibonacci hashing spreads rows and columns. */
static inline unsigned grid_index(const struct tess_game *game, unsigned key) {
  unsigned at = (uint16_t)(key * 40503u) >> (16 - GRID_BITS);
  while (game->grid_values[at] != 0 && game->grid_keys[at] != key) at = (at + 1) % GRID_SIZE;
  return at;
}

/* What a cell is, 0 when it is neither tile nor frontier. */
static inline unsigned grid_value(const struct tess_game *game, unsigned key) {
  return game->grid_values[grid_index(game, key)] & GRID_VALUE;
}

/* Makes the cell of an entry what `value` says and keeps what is known of centres around it. */
static inline void grid_set(struct tess_game *game, unsigned at, unsigned key, unsigned value) {
  game->grid_keys[at] = (uint16_t)key;
  game->grid_values[at] = (uint16_t)((game->grid_values[at] & GRID_CENTER) | value);
}

/* Takes a cell out that grid_set() put in. */
static inline void grid_clear(struct tess_game *game, unsigned key) {
  game->grid_values[grid_index(game, key)] &= GRID_CENTER;
}

/* Notes that a centre is beside the cell of an entry, or takes that back. */
static inline void grid_mark(struct tess_game *game, unsigned at, unsigned key) {
  game->grid_keys[at] = (uint16_t)key;
  game->grid_values[at] |= GRID_CENTER;
}
static inline void grid_unmark(struct tess_game *game, unsigned key) {
  game->grid_values[grid_index(game, key)] &= GRID_VALUE;
}

/* True if the value of an entry stands for a tile. */
static inline bool grid_is_tile(unsigned value) { return value - 1u < GRID_FRONTIER - 1u; }

/* ---- The frontier (frontier.c) ---- */

/*
 * The empty cells beside the tiles laid, as bit boards: a cell is one bit of a machine word, and for each of its edges
 * and each tess_edge a bit tells whether a neighbour forbids it there. Where a tile fits is then, for each of its
 * rotations, three ORs and one AND-NOT for 64 cells at once.
 */

/* Notes what undo needs of the cell that a tile takes. */
void frontier_save(const struct tess_game *game, unsigned index, struct tess_undo *undo);

/* Takes a cell off whose sides are all released. */
void frontier_remove(struct tess_game *game, unsigned index);

/* A new cell without neighbours, not yet in the grid. Returns its index. */
unsigned frontier_insert(struct tess_game *game, int x, int y, struct tess_undo *undo);

/* A tile beside the cell shows `edge` (tess_edge) towards the cell's edge `side`: every other is forbidden there. */
void frontier_forbid(struct tess_game *game, unsigned index, unsigned side, unsigned edge);

/* The cell's edge `side` is as if no tile were beside it: nothing is forbidden there. */
void frontier_release(struct tess_game *game, unsigned index, unsigned side);

/* Takes back what the functions above did in a step that laid a tile at x,y. */
void frontier_undo(struct tess_game *game, int x, int y, const struct tess_undo *undo);

/* The edges that a cell forbids: bit 4*side + tess_edge. */
unsigned frontier_forbidden(const struct tess_game *game, unsigned index);

/* Finds where a kind fits: fills `fits` and `fit_count` and returns the number of placements. */
unsigned frontier_fit(struct tess_game *game, const struct kind *kind);

/* The same when only the cells at the river's open ends count (CL-8.2, CL-9.3). */
unsigned frontier_fit_river(struct tess_game *game, const struct kind *kind);

#endif
