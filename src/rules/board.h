/* The cells of the board: what each cell holds, and where a tile fits. */
#ifndef RULES_BOARD_H
#define RULES_BOARD_H

#include "rules/game.h"

/* ---- The grid ---- */

/*
 * The grid: an open-addressing hash table from x,y to the tile or frontier cell there. The key of a cell is a 32-bit
 * sum, so that the key of a neighbour is the key plus a constant, modulo 2^32. The lower 16 bits are x + 256 y modulo
 * 2^16; they are unique among 255 connected tiles and their neighbours, and the entry stores them. The upper 10 bits
 * are 32 x + y modulo 2^10, the index at which the search for the entry begins. Within 32 rows and columns no two cells
 * collide, and neighbours share few cache lines. Entries are only removed in the reverse order of their insertion
 * (undo), which linear probing permits.
 */

/*
 * The value of an entry is 0 if it is empty, tile + 1, or GRID_FRONTIER + index of the frontier cell. Two bits are
 * added: GRID_HOLDS if the tile has a centre, and GRID_CENTER if one of the 8 cells around has a tile with a centre.
 * GRID_CENTER may also stand alone.
 */
enum { GRID_FRONTIER = 256, GRID_VALUE = 0x3FFF, GRID_HOLDS = 0x4000, GRID_CENTER = 0x8000 };

/* The differences of keys one step to the east and one to the south, and the key of 0,0. It is chosen so that the lower
 * half never becomes negative, which would borrow from the upper bits, and so that the rows around the first tile lie
 * in one cache line. */
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

/* Offsets from a cell's key to the cells beyond its edges N E S W, and to the 8 cells around it, row by row from the
 * north-west. */
static const int32_t grid_beyond[4] = {-GRID_SOUTH, GRID_EAST, GRID_SOUTH, -GRID_EAST};
static const int32_t grid_around[8] = {
    -GRID_SOUTH - GRID_EAST, -GRID_SOUTH, -GRID_SOUTH + GRID_EAST, -GRID_EAST, GRID_EAST,
    GRID_SOUTH - GRID_EAST,  GRID_SOUTH,  GRID_SOUTH + GRID_EAST};

/* The key of a neighbour of the cell with this key; `offset` is one of the offsets above. */
static inline uint32_t grid_beside(uint32_t key, int32_t offset) { return key + (uint32_t)offset; }

/* The index of a key's entry, or of the empty entry where the key would be inserted. The search ends at an entry with
 * this key or with the value 0. Either makes the product 0, and the first entry nearly always does, so that the
 * processor predicts the branch. */
static inline unsigned grid_index(const struct tess_game *game, uint32_t key) {
  unsigned at = key >> GRID_SHIFT;
  while ((uint32_t)(game->grid[at].key ^ (uint16_t)key) * game->grid[at].value != 0) at = (at + 1) % GRID_SIZE;
  return at;
}

/* The value of a cell's entry; 0 if the cell is neither a tile nor on the frontier. */
static inline unsigned grid_value(const struct tess_game *game, uint32_t key) {
  return game->grid[grid_index(game, key)].value & GRID_VALUE;
}

/* The frontier cell at x,y, which must be one. */
static inline unsigned grid_cell(const struct tess_game *game, int x, int y) {
  return grid_value(game, grid_key(x, y)) - GRID_FRONTIER;
}

/* Sets the value of an entry and keeps its GRID_CENTER bit. */
static inline void grid_set(struct tess_game *game, unsigned at, uint32_t key, unsigned value) {
  game->grid[at].key = (uint16_t)key;
  game->grid[at].value = (uint16_t)((game->grid[at].value & GRID_CENTER) | value);
}

/* Removes a cell that grid_set() inserted. */
static inline void grid_clear(struct tess_game *game, uint32_t key) {
  game->grid[grid_index(game, key)].value &= GRID_CENTER;
}

/* Sets GRID_CENTER in the entry of a cell: a neighbouring cell has a centre. */
static inline void grid_mark(struct tess_game *game, unsigned at, uint32_t key) {
  game->grid[at].key = (uint16_t)key;
  game->grid[at].value |= GRID_CENTER;
}
static inline void grid_unmark(struct tess_game *game, unsigned at) { game->grid[at].value &= (uint16_t)~GRID_CENTER; }

/* True if the value of an entry stands for a tile. */
static inline bool grid_is_tile(unsigned value) { return value - 1u < GRID_FRONTIER - 1u; }

/* ---- The frontier (frontier.c) ---- */

/*
 * The frontier: the empty cells next to the tiles laid, as bit boards. Each cell is one bit of a machine word. For each
 * edge of the cells and each tess_edge, a bit says whether a neighbour forbids it there. To find where a tile fits
 * takes three ORs and one AND-NOT a rotation, for 64 cells at once.
 */

/* Removes a cell whose sides have all been released. */
void frontier_remove(struct tess_game *game, unsigned index);

/* Inserts a new cell without neighbours and returns its index. The caller enters it into the grid. */
unsigned frontier_insert(struct tess_game *game, int x, int y, struct tess_undo *undo);

/* Records that the neighbour beyond the cell's edge `side` shows `edge` (tess_edge): every other edge is forbidden
 * there. */
void frontier_forbid(struct tess_game *game, unsigned index, unsigned side, unsigned edge);

/* Forgets the neighbour beyond the cell's edge `side`: nothing is forbidden there any more. */
void frontier_release(struct tess_game *game, unsigned index, unsigned side);

/* Undoes what the functions above did in the step that laid a tile. */
void frontier_undo(struct tess_game *game, const struct laid *tile, const struct tess_undo *undo);

/* The edges that are forbidden at a cell: bit 4*side + tess_edge. */
unsigned frontier_forbidden(const struct tess_game *game, unsigned index);

/* Finds where a kind of tile fits: fills `fits` and `fit_count` and returns the number of placements. */
unsigned frontier_fit(struct tess_game *game, const struct kind *kind);

/* The placement with this index, below `placement_count` of the core. */
struct fit frontier_fit_at(const struct tess_game *game, unsigned index);

/* The same as frontier_fit(), but only for the cells at the open ends of the river (CL-8.2, CL-9.3). */
unsigned frontier_fit_river(struct tess_game *game, const struct kind *kind);

#endif
