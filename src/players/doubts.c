#include "players/doubts.h"

#include <string.h>

#include "players/exponential.h"
#include "rules/grid.h"

#define HOPELESS 30.0f /* doubt about a cell where nothing fits */

static int32_t whole(float doubt) { return (int32_t)(doubt * (float)DOUBTS_ONE); }

/* A cell where nothing fits is never filled; each tile that fits falls to the realm's own players one time in their
 * number, and is laid there at some rate. */
static void make_doubts(struct doubts *doubts, const struct evaluation_weights *weights, unsigned players) {
  const float rate = weights->rate * 2.0f / (float)players;
  doubts->weights = weights;
  doubts->players = (uint8_t)players;
  doubts->far = whole(weights->far);
  doubts->of_cell[0] = whole(HOPELESS);
  for (int fits = 1; fits < CELLS_FITS; fits++)
    doubts->of_cell[fits] = whole(-logarithm(1.0f - exponential(-rate * (float)fits)));
}

/* The cells around a centre that are empty. */
static int32_t center_doubt(const struct doubts *doubts, const struct tess_game *game, unsigned tile) {
  const unsigned key = grid_key(game->tiles[tile].x, game->tiles[tile].y);
  int32_t sum = 0;
  for (int i = 0; i < 8; i++) {
    const unsigned value = grid_value(game, grid_beside(key, grid_around[i]));
    if (grid_is_tile(value)) continue;
    sum += value < GRID_FRONTIER ? doubts->far : doubts->of_cell[doubts->cells.at[value - GRID_FRONTIER].fits];
  }
  return sum;
}

static void weigh_cells(struct doubts *doubts, const struct tess_game *game) {
  doubts->junction_count = 0;
  for (unsigned word = 0; word < game->core.frontier_words; word++)
    for (uint64_t bits = game->frontier[word]; bits != 0; bits &= bits - 1) {
      const unsigned index = word * 64 + (unsigned)__builtin_ctzll(bits);
      const struct open_cell *cell = &doubts->cells.at[index];
      for (unsigned i = 0; i < cell->node_count; i++) doubts->at[cell->nodes[i]] += doubts->of_cell[cell->fits];
      if (cell->node_count > 1) doubts->junctions[doubts->junction_count++] = (uint16_t)index;
    }
}

static void weigh_centers(struct doubts *doubts, const struct tess_game *game) {
  doubts->center_count = 0;
  for (unsigned tile = 0; tile < game->core.tile_count; tile++) {
    const struct kind *kind = game_kind(game, tile);
    if (kind->center_count == 0) continue;
    doubts->centers[doubts->center_count++] = (uint8_t)tile;
    const int32_t doubt = center_doubt(doubts, game, tile);
    for (unsigned i = 0; i < kind->center_count; i++) doubts->at[game->tiles[tile].node + kind->centers[i]] = doubt;
  }
}

void doubts_begin(struct doubts *doubts, const struct evaluation_weights *weights, const tess_game *game) {
  if (doubts->weights != weights || doubts->players != game->players) make_doubts(doubts, weights, game->players);
  cells_begin(&doubts->cells, game);
  memset(doubts->at, 0, game->core.node_count * sizeof *doubts->at);
  doubts->log_count = 0;
  weigh_cells(doubts, game);
  weigh_centers(doubts, game);
}

static void change(struct doubts *doubts, unsigned node, int32_t doubt) {
  assert(doubts->log_count < DOUBTS_LOG);
  doubts->log[doubts->log_count++] = (struct doubt_before){(uint16_t)node, doubts->at[node]};
  doubts->at[node] = doubt;
}

/* Realms that the tile joined have their doubts together. */
static void join_realms(struct doubts *doubts, const struct tess_game *game, const struct open_cell *own) {
  for (unsigned i = 0; i < own->node_count; i++) {
    const unsigned node = own->nodes[i], root = game_root(game, node);
    bool seen = node == root;
    for (unsigned j = 0; j < i; j++) seen = seen || own->nodes[j] == node;
    if (!seen) change(doubts, root, doubts->at[root] + doubts->at[node]);
  }
}

static void add_cell(struct doubts *doubts, const struct tess_game *game, const struct open_cell *cell, int32_t sign) {
  for (unsigned i = 0; i < cell->node_count; i++) {
    const unsigned root = game_root(game, cell->nodes[i]);
    change(doubts, root, doubts->at[root] + sign * doubts->of_cell[cell->fits]);
  }
}

/* The tile's own centres, and those whose surroundings it changed. */
static void look_around(struct doubts *doubts, const struct tess_game *game) {
  const unsigned last = game->core.tile_count - 1u;
  const struct laid *laid = &game->tiles[last];
  for (int i = 0; i <= doubts->center_count; i++) {
    const unsigned tile = i < doubts->center_count ? doubts->centers[i] : last;
    const int x = game->tiles[tile].x - laid->x, y = game->tiles[tile].y - laid->y;
    const struct kind *kind = game_kind(game, tile);
    if (kind->center_count == 0 || x < -2 || x > 2 || y < -2 || y > 2) continue;
    const int32_t doubt = center_doubt(doubts, game, tile);
    for (unsigned c = 0; c < kind->center_count; c++) change(doubts, game->tiles[tile].node + kind->centers[c], doubt);
  }
}

void doubts_laid(struct doubts *doubts, const tess_game *game) {
  const struct laid *tile = &game->tiles[game->core.tile_count - 1];
  const struct cells *cells = &doubts->cells;
  memset(&doubts->at[tile->node], 0, game->set->kinds[tile->kind].feature_count * sizeof *doubts->at);
  cells_laid(&doubts->cells, game);
  for (int i = 0; i < cells->change_count; i++)
    if (!cells->changes[i].is_open) join_realms(doubts, game, &cells->changes[i].before);
  for (int i = 0; i < cells->change_count; i++) {
    const struct cell_change *changed = &cells->changes[i];
    if (changed->was_open) add_cell(doubts, game, &changed->before, -1);
    if (changed->is_open) add_cell(doubts, game, &cells->at[changed->index], 1);
  }
  look_around(doubts, game);
}

void doubts_taken(struct doubts *doubts) {
  while (doubts->log_count > 0) {
    const struct doubt_before *before = &doubts->log[--doubts->log_count];
    doubts->at[before->node] = before->doubt;
  }
  cells_taken(&doubts->cells);
}
