#include "rules/lay.h"

#include "rules/frontier.h"
#include "rules/grid.h"

/* The 8 cells around, row by row from the north-west; those beyond the edges N E S W are at `edge_cell`. */
static const int8_t around[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};
static const uint8_t edge_cell[4] = {1, 4, 6, 3};

/* One realm of two, or of one that closes on itself; `closed` open ends of both together are gone. */
static void join(struct tess_game *game, unsigned a, unsigned b, realm closed, struct tess_undo *undo) {
  a = game_root(game, a);
  b = game_root(game, b);
  if (a == b) {
    undo_realm(undo, game, a, NO_SLOT);
    game->realms[a] -= closed;
    return;
  }
  if (realm_segments(game->realms[a]) < realm_segments(game->realms[b])) {
    const unsigned larger = b;
    b = a;
    a = larger;
  }
  undo_realm(undo, game, a, b);
  game->realms[a] += game->realms[b] - closed;
  game->parent[b] = (uint16_t)a;
}

/* The two fields that a neighbour continues across edge `e` of a tile and `f` of the neighbour, halves crosswise. */
static void join_fields(struct tess_game *game, const struct laid *tile, unsigned e, const struct laid *other,
                        unsigned f, struct tess_undo *undo) {
  const uint8_t *mine = game->set->kinds[tile->kind].half_feature + 2 * e;
  const uint8_t *theirs = game->set->kinds[other->kind].half_feature + 2 * f;
  if (mine[0] == NO_FEATURE) return;
  join(game, tile->node + mine[0], other->node + theirs[1], 0, undo);
  if (mine[0] != mine[1] || theirs[0] != theirs[1]) join(game, tile->node + mine[1], other->node + theirs[0], 0, undo);
}

static void join_edge(struct tess_game *game, const struct laid *tile, unsigned side, unsigned neighbour,
                      struct tess_undo *undo) {
  const struct laid *other = &game->tiles[neighbour];
  const unsigned e = (side - tile->rotation) & 3u, f = (side + 2u - other->rotation) & 3u;
  const unsigned mine = game->set->kinds[tile->kind].edge_feature[e];
  if (mine != NO_FEATURE)
    join(game, tile->node + mine, other->node + game->set->kinds[other->kind].edge_feature[f], 2 * REALM_OPEN_ONE,
         undo);
  if (game->fields) join_fields(game, tile, e, other, f, undo);
}

/* The centres of a tile beside which a cell was filled. */
static void fill_around(struct tess_game *game, unsigned tile, struct tess_undo *undo) {
  const struct kind *kind = game_kind(game, tile);
  if (kind->center_count == 0) return;
  game->core.near[game->core.near_count++] = (uint8_t)tile;
  for (unsigned i = 0; i < kind->center_count; i++) {
    const unsigned node = game->tiles[tile].node + (unsigned)kind->centers[i];
    undo_realm(undo, game, node, NO_SLOT);
    game->realms[node] -= REALM_OPEN_ONE;
  }
}

static void begin_realms(struct tess_game *game, const struct kind *kind, unsigned node) {
  for (unsigned f = 0; f < kind->feature_count; f++) {
    game->parent[node + f] = (uint16_t)(node + f);
    game->realms[node + f] = kind->start_realm[f];
  }
  game->core.node_count = (uint16_t)(node + kind->feature_count);
}

void lay_tile(struct tess_game *game, unsigned kind_number, unsigned rotation, int x, int y, struct tess_undo *undo) {
  struct core *core = &game->core;
  const struct kind *kind = &game->set->kinds[kind_number];
  const uint8_t *edges = game->set->tiles[kind_number].edges;
  const unsigned index = core->tile_count++, node = core->node_count;
  struct laid *tile = &game->tiles[index];

  /* 1. The tile, and each feature as a realm of its own. */
  *tile = (struct laid){(int16_t)x, (int16_t)y, (uint16_t)node, (uint8_t)kind_number, (uint8_t)rotation};
  if (kind->several) game->several[core->several_count++] = (uint8_t)index;
  begin_realms(game, kind, node);

  /* 2. Its cell is no frontier any more. */
  const unsigned at = grid_index(game, x, y), before = game->grid[at] & 0xFFFF;
  game->grid[at] = grid_key(x, y) | (index + 1);
  if (before != 0) frontier_remove(game, before - GRID_FRONTIER, undo);

  /* 3. Neighbours with a centre come nearer to completion. */
  unsigned value[8], neighbours = 0;
  core->near_count = 0;
  for (unsigned i = 0; i < 8; i++) {
    value[i] = grid_value(game, x + around[i][0], y + around[i][1]);
    if (!grid_is_tile(value[i])) continue;
    neighbours++;
    fill_around(game, value[i] - 1, undo);
  }
  for (unsigned i = 0; i < kind->center_count; i++)
    game->realms[node + kind->centers[i]] -= neighbours * REALM_OPEN_ONE;

  /* 4. Edges join realms or open cells. */
  for (unsigned side = 0; side < 4; side++) {
    const unsigned cell = edge_cell[side];
    if (grid_is_tile(value[cell]))
      join_edge(game, tile, side, value[cell] - 1, undo);
    else
      frontier_touch(game, x + around[cell][0], y + around[cell][1], value[cell], (side + 2u) & 3,
                     edges[(side - rotation) & 3], undo);
  }

  /* 5. What became of its features, for the steps that follow. */
  for (unsigned f = 0; f < kind->feature_count; f++) core->root[f] = (uint16_t)game_root(game, node + f);
}

void lay_undo(struct tess_game *game, const struct tess_undo *undo) {
  const struct laid *tile = &game->tiles[game->core.tile_count - 1];
  frontier_undo(game, tile->x, tile->y, undo);
}

bool lay_matches(const struct tess_game *game, unsigned kind, unsigned rotation, int x, int y) {
  for (unsigned side = 0; side < 4; side++) {
    const unsigned value = grid_value(game, x + around[edge_cell[side]][0], y + around[edge_cell[side]][1]);
    if (!grid_is_tile(value)) continue;
    const struct laid *other = &game->tiles[value - 1];
    const unsigned theirs = game->set->tiles[other->kind].edges[(side + 2u - other->rotation) & 3];
    if (game->set->tiles[kind].edges[(side - rotation) & 3] != theirs) return false;
  }
  return true;
}
