/* The cells of the board: what lies where, and where a tile fits. */
#ifndef RULES_BOARD_H
#define RULES_BOARD_H

#include "rules/game.h"

/* ---- The grid ---- */

/*
 * The grid: an open-addressing hash from x,y to the tile or frontier cell there. A key is 32 bits that are added up, so
 * that the key of a neighbour is the key plus a constant, modulo 2^32. Its lower half is x + 256 y modulo 2^16, unique
 * among 255 connected tiles and their neighbours, which is kept in the entry. Its upper 10 bits are 32 x + y modulo
 * 2^10, where the entry is looked for: cells of 32 rows and columns never collide, and neighbours share few lines of
 * the processor's cache. Entries are only removed in the reverse order of their insertion (undo), which linear probing
 * permits.
 */

/*
 * The value of an entry is 0 when it is empty, tile + 1, or GRID_FRONTIER + index of the cell. The bit GRID_HOLDS is
 * set besides when the tile holds a centre, and GRID_CENTER besides, or alone, when one of the 8 cells around does.
 */
enum { GRID_FRONTIER = 256, GRID_VALUE = 0x3FFF, GRID_HOLDS = 0x4000, GRID_CENTER = 0x8000 };

/* What a step to the east or south adds to a key, and the key of 0,0: its lower half never becomes negative, which
 * would borrow from the upper bits, and the rows around the first tile lie in one line of the cache. */
enum {
  GRID_SHIFT = 32 - GRID_BITS,
  GRID_EAST = (32 << GRID_SHIFT) + 1,
  GRID_SOUTH = (1 << GRID_SHIFT) + 256,
  GRID_ORIGIN = (8 << GRID_SHIFT) + (1 << 17)
};

/* The key of a cell. */
static inline uint32_t grid_key(int x, int y) {
  return GRID_ORIGIN + (uint32_t)x * GRID_EAST + (uint32_t)y * GRID_SOUTH;
}

/* What is added to a cell's key for the cells beyond its edges N E S W, and for the 8 cells around it, row by row from
 * the north-west. */
static const int32_t grid_beyond[4] = {-GRID_SOUTH, GRID_EAST, GRID_SOUTH, -GRID_EAST};
static const int32_t grid_around[8] = {
    -GRID_SOUTH - GRID_EAST, -GRID_SOUTH, -GRID_SOUTH + GRID_EAST, -GRID_EAST, GRID_EAST,
    GRID_SOUTH - GRID_EAST,  GRID_SOUTH,  GRID_SOUTH + GRID_EAST};

/* The key of a cell beside one of this key; `offset` is one of those above. */
static inline uint32_t grid_beside(uint32_t key, int32_t offset) { return key + (uint32_t)offset; }

/* The entry of a key, or the empty one where it would be inserted. The search ends at an entry with the key or without
 * a value; both make one product 0, which the first entry nearly always does, so that the processor predicts the
 * branch. */
static inline unsigned grid_index(const struct tess_game *game, uint32_t key) {
  unsigned at = key >> GRID_SHIFT;
  while ((uint32_t)(game->grid[at].key ^ (uint16_t)key) * game->grid[at].value != 0) at = (at + 1) % GRID_SIZE;
  return at;
}

/* What a cell is, 0 when it is neither tile nor frontier. */
static inline unsigned grid_value(const struct tess_game *game, uint32_t key) {
  return game->grid[grid_index(game, key)].value & GRID_VALUE;
}

/* Makes the cell of an entry what `value` says and keeps what is known of centres around it. */
static inline void grid_set(struct tess_game *game, unsigned at, uint32_t key, unsigned value) {
  game->grid[at].key = (uint16_t)key;
  game->grid[at].value = (uint16_t)((game->grid[at].value & GRID_CENTER) | value);
}

/* Takes a cell out that grid_set() put in. */
static inline void grid_clear(struct tess_game *game, uint32_t key) {
  game->grid[grid_index(game, key)].value &= GRID_CENTER;
}

/* Notes that a centre is beside the cell of an entry, or takes that back. */
static inline void grid_mark(struct tess_game *game, unsigned at, uint32_t key) {
  game->grid[at].key = (uint16_t)key;
  game->grid[at].value |= GRID_CENTER;
}
static inline void grid_unmark(struct tess_game *game, unsigned at) { game->grid[at].value &= (uint16_t)~GRID_CENTER; }

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
