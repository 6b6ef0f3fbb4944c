#include "players/cells.h"

#include <string.h>

#include "rules/grid.h"

enum { NO_EDGE = 4 /* a side of a cell without a tile */ };

/* What one side of a cell shows: a tess_edge or NO_EDGE; a road, city and so on is noted among the cell's nodes. */
static unsigned look(const struct tess_game *game, unsigned value, unsigned side, struct open_cell *cell) {
  if (!grid_is_tile(value)) return NO_EDGE;
  const struct laid *tile = &game->tiles[value - 1];
  const struct kind *kind = &game->set->kinds[tile->kind];
  const unsigned opposite = (side + 2u) & 3u, feature = kind->edge_feature[(opposite - tile->rotation) & 3u];
  if (feature != NO_FEATURE) cell->nodes[cell->node_count++] = (uint16_t)game_root(game, tile->node + feature);
  return kind->edges[tile->rotation][opposite];
}

/* Bit 4*side + tess_edge for every edge that a cell with this pattern forbids. */
static unsigned forbidden_by(unsigned pattern) {
  unsigned forbidden = 0;
  for (unsigned side = 4; side-- > 0; pattern /= 5)
    if (pattern % 5 != NO_EDGE) forbidden |= (0xFu & ~(1u << pattern % 5)) << 4 * side;
  return forbidden;
}

static bool kind_fits(const struct kind *kind, unsigned forbidden) {
  for (unsigned rotation = 0; rotation < kind->period; rotation++)
    if (!(kind->pattern[rotation] & forbidden)) return true;
  return false;
}

/* The kinds that fit a pattern; found once for a set. */
static const struct fitting *fitting_of(struct cells *cells, const struct tess_set *set, unsigned pattern) {
  struct fitting *fitting = &cells->fitting[pattern];
  if (fitting->known) return fitting;
  const unsigned forbidden = forbidden_by(pattern);
  fitting->known = true;
  for (unsigned kind = 0; kind < set->kind_count; kind++)
    if (kind_fits(&set->kinds[kind], forbidden)) fitting->kinds[kind / 64] |= (uint64_t)1 << kind % 64;
  return fitting;
}

/* Tiles of the bag that fit a cell, at most CELLS_FITS - 1. */
static unsigned count_fits(struct cells *cells, const struct tess_set *set, unsigned pattern) {
  if (cells->fits[pattern] > 0) return cells->fits[pattern] - 1u;
  const struct fitting *fitting = fitting_of(cells, set, pattern);
  unsigned count = 0;
  for (unsigned word = 0; word * 64 < set->kind_count; word++)
    for (uint64_t kinds = fitting->kinds[word]; kinds != 0; kinds &= kinds - 1)
      count += cells->copies[word * 64 + (unsigned)__builtin_ctzll(kinds)];
  count = count < CELLS_FITS - 1 ? count : CELLS_FITS - 1;
  cells->fits[pattern] = (uint8_t)(count + 1);
  return count;
}

static void survey(struct cells *cells, const struct tess_game *game, unsigned index) {
  const unsigned key = grid_key(game->cells[index].x, game->cells[index].y);
  struct open_cell *cell = &cells->at[index];
  unsigned pattern = 0;
  cell->node_count = 0;
  for (unsigned side = 0; side < 4; side++)
    pattern = 5 * pattern + look(game, grid_value(game, grid_beside(key, grid_beyond[side])), side, cell);
  cell->pattern = (uint16_t)pattern;
  cell->fits = (uint8_t)count_fits(cells, game->set, pattern);
}

/* What is known of the set, and the bag. */
static void count_bag(struct cells *cells, const tess_game *game) {
  if (cells->set != game->set->hash) memset(cells->fitting, 0, sizeof cells->fitting);
  cells->set = game->set->hash;
  memset(cells->copies, 0, sizeof cells->copies);
  for (unsigned i = 0; i < game->core.bag_count; i++) cells->copies[game->bag.kinds[i]]++;
}

void cells_begin(struct cells *cells, const tess_game *game) {
  count_bag(cells, game);
  memset(cells->fits, 0, sizeof cells->fits);
  memset(cells->open, 0, sizeof cells->open);
  memcpy(cells->open, game->frontier, game->core.frontier_words * sizeof *game->frontier);
  cells->change_count = 0;
  for (unsigned word = 0; word < game->core.frontier_words; word++)
    for (uint64_t bits = game->frontier[word]; bits != 0; bits &= bits - 1)
      survey(cells, game, word * 64 + (unsigned)__builtin_ctzll(bits));
}

static struct open_cell *add_change(struct cells *cells, unsigned index, bool is_open) {
  const bool was_open = cells->open[index / 64] >> index % 64 & 1;
  cells->changes[cells->change_count++] = (struct cell_change){(uint16_t)index, was_open, is_open, cells->at[index]};
  if (!was_open) cells->at[index] = (struct open_cell){.pattern = CELLS_PATTERNS - 1};
  return &cells->at[index];
}

/* The cell that the tile took is the one that is not open any more. */
static void close_own(struct cells *cells, const struct tess_game *game) {
  for (unsigned word = 0; word < FRONTIER_WORDS; word++) {
    const uint64_t closed = cells->open[word] & ~game->frontier[word];
    if (closed != 0) add_change(cells, word * 64 + (unsigned)__builtin_ctzll(closed), false);
  }
}

void cells_laid(struct cells *cells, const tess_game *game) {
  static const unsigned weight[4] = {125, 25, 5, 1}; /* of a side in a pattern */
  const struct laid *tile = &game->tiles[game->core.tile_count - 1];
  const struct kind *kind = &game->set->kinds[tile->kind];
  const unsigned key = grid_key(tile->x, tile->y);
  cells->change_count = 0;
  close_own(cells, game);
  for (unsigned side = 0; side < 4; side++) {
    const unsigned value = grid_value(game, grid_beside(key, grid_beyond[side]));
    if (value < GRID_FRONTIER) continue;
    struct open_cell *cell = add_change(cells, value - GRID_FRONTIER, true);
    const unsigned feature = kind->edge_feature[(side - tile->rotation) & 3u];
    if (feature != NO_FEATURE) cell->nodes[cell->node_count++] = (uint16_t)(tile->node + feature);
    const unsigned shown = kind->edges[tile->rotation][side];
    cell->pattern = (uint16_t)(cell->pattern - (NO_EDGE - shown) * weight[(side + 2) & 3u]);
    cell->fits = (uint8_t)count_fits(cells, game->set, cell->pattern);
  }
}

void cells_taken(struct cells *cells) {
  for (int i = 0; i < cells->change_count; i++) cells->at[cells->changes[i].index] = cells->changes[i].before;
  cells->change_count = 0;
}
