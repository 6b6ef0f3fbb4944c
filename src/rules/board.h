/* The cells of the board: what each cell holds, and where a tile fits. */
#ifndef RULES_BOARD_H
#define RULES_BOARD_H

#include "rules/grid.h"

/* ---- The grid (grid.h) ---- */

/* The index of a key's entry, or of the empty entry where the key would be inserted. */
static inline unsigned grid_index(const struct tess_game *game, uint32_t key) {
  return game->core.wide ? grid_search(game, key) : grid_home(key);
}

/* Records that a tile is about to be laid at x,y. */
static inline void grid_reach(struct tess_game *game, int x, int y) {
  const bool east = (unsigned)(x + GRID_NEAR) > 2 * GRID_NEAR, south = (unsigned)(y + GRID_NEAR) > 2 * GRID_NEAR;
  game->core.wide |= east | south;
}

/* The value of a cell's entry; 0 if the cell is neither a tile nor on the frontier. The cell must be beside a tile or a
 * frontier cell; otherwise the value may be that of another cell. */
static inline unsigned grid_value(const struct tess_game *game, uint32_t key) {
  return game->grid[grid_index(game, key)] & GRID_VALUE;
}

/* The frontier cell at x,y, which must be one. */
static inline unsigned grid_cell(const struct tess_game *game, int x, int y) {
  return grid_value(game, grid_key(x, y)) - GRID_FRONTIER;
}

/* Sets the value of an entry and keeps its GRID_CENTER bit. */
static inline void grid_set(struct tess_game *game, unsigned at, unsigned value) {
  game->grid[at] = (uint16_t)((game->grid[at] & GRID_CENTER) | value);
}

/* Removes a cell that grid_set() inserted. */
static inline void grid_clear(struct tess_game *game, uint32_t key) {
  game->grid[grid_index(game, key)] &= GRID_CENTER;
}

/* Sets GRID_CENTER at the home of a cell: a neighbouring cell has a centre. */
static inline void grid_mark(struct tess_game *game, unsigned home) { game->grid[home] |= GRID_CENTER; }
static inline void grid_unmark(struct tess_game *game, unsigned home) { game->grid[home] &= (uint16_t)~GRID_CENTER; }

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
