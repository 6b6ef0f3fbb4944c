/* The grid of a wide board, where a cell is not always at home. */
#include "rules/grid.h"

/* The key of the cell for which an entry that is not empty stands. */
static uint32_t key_of(const struct tess_game *game, unsigned value) {
  if (grid_is_tile(value)) return grid_key(game->tiles[value - 1].x, game->tiles[value - 1].y);
  const struct cell cell = game->cells[value - GRID_FRONTIER];
  return grid_key(cell.x, cell.y);
}

unsigned grid_search(const struct tess_game *game, uint32_t key) {
  unsigned at = grid_home(key);
  for (unsigned value; (value = game->grid[at] & GRID_VALUE) != 0; at = (at + 1) % GRID_SIZE)
    if (key_of(game, value) == key) break;
  return at;
}
