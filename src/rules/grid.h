/* The keys and entries of the grid, and the search on a wide board. */
#ifndef RULES_GRID_H
#define RULES_GRID_H

#include "base/compiler.h"
#include "rules/game.h"

/*
 * The grid: what each cell holds, in 2^GRID_BITS entries. The key of a cell is x + 2093 y modulo 2^32, so that the key
 * of a neighbour is the key plus a constant. A cell's home is the entry at its key modulo 2^11, which is x + 45 y: no
 * two cells within 45 rows and columns have one home. While all tiles lie within GRID_NEAR rows and columns of the
 * first one, every cell is at home, and needs no search. If a tile lies farther away, the board is wide (`wide` of the
 * core): a cell inserted from then on may be at the next free entry after its home. There grid_search() finds it.
 * Entries are only removed in the reverse order of their insertion (undo), which this permits.
 */

/*
 * An entry is 0 if it is empty, tile + 1, or GRID_FRONTIER + index of the frontier cell. Two bits are added: GRID_HOLDS
 * if the tile has a centre; and GRID_CENTER, which may stand alone, at the home of each cell that has a centre in one
 * of the 8 cells around. On a wide board other cells may have the same home.
 */
enum { GRID_FRONTIER = 256, GRID_VALUE = 0x3FFF, GRID_HOLDS = 0x4000, GRID_CENTER = 0x8000 };

/* The differences of keys one step to the east and one to the south. On a board that is not wide, GRID_NEAR is the most
 * columns and rows between a tile and the first one: the cell after a tile's neighbour is looked at, too. */
enum { GRID_EAST = 1, GRID_ROW = 45, GRID_SOUTH = GRID_SIZE + GRID_ROW, GRID_NEAR = (GRID_ROW - 1) / 2 - 2 };

/* The key of a cell, and its home. */
static inline uint32_t grid_key(int x, int y) { return (uint32_t)x * GRID_EAST + (uint32_t)y * GRID_SOUTH; }
static inline unsigned grid_home(uint32_t key) { return key % GRID_SIZE; }

/* Offsets from a cell's key to the cells beyond its edges N E S W, and to the 8 cells around it, row by row from the
 * north-west. */
static const int32_t grid_beyond[4] = {-GRID_SOUTH, GRID_EAST, GRID_SOUTH, -GRID_EAST};
static const int32_t grid_around[8] = {
    -GRID_SOUTH - GRID_EAST, -GRID_SOUTH, -GRID_SOUTH + GRID_EAST, -GRID_EAST, GRID_EAST,
    GRID_SOUTH - GRID_EAST,  GRID_SOUTH,  GRID_SOUTH + GRID_EAST};

/* The key of a neighbour of the cell with this key; `offset` is one of the offsets above. */
static inline uint32_t grid_beside(uint32_t key, int32_t offset) { return key + (uint32_t)offset; }

/* True if the value of an entry stands for a tile. */
static inline bool grid_is_tile(unsigned value) { return value - 1u < GRID_FRONTIER - 1u; }

/* The index of a key's entry on a wide board, or of the empty entry where the key would be inserted. */
NOINLINE unsigned grid_search(const struct tess_game *game, uint32_t key);

#endif
