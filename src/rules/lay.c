/* Lays a tile, and removes it again. */
#include "base/compiler.h"
#include "rules/board.h"
#include "rules/step.h"

/* The cells beyond the edges N E S W. */
static const int8_t beyond[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

/* Joins two realms, or closes a realm on itself if both are the same. Together they lose `closed` open ends. Returns
 * the root. */
static unsigned join(struct tess_game *game, unsigned a, unsigned b, realm closed, struct tess_undo *undo) {
  a = game_root(game, a);
  b = game_root(game, b);
  if (a == b) {
    undo_realm(undo, game, a, NO_SLOT);
    game->realms[a] -= closed;
    return a;
  }
  if ((game->realms[a] & REALM_OCCUPANTS) && (game->realms[b] & REALM_OCCUPANTS)) game->core.changes |= CHANGE_MEETING;
  /* Make the larger one the root, without a branch. */
  const unsigned exchange = (a ^ b) & -(unsigned)(realm_segments(game->realms[a]) < realm_segments(game->realms[b]));
  a ^= exchange;
  b ^= exchange;
  undo_realm(undo, game, a, b);
  game->realms[a] += game->realms[b] - closed;
  game->parent[b] = (uint16_t)a;
  return a;
}

/* Joins the two fields that continue across edge `e` of a tile and edge `f` of its neighbour; the half-edges meet
 * crosswise. Returns bit i for every feature i of the tile that was joined. */
static unsigned join_fields(struct tess_game *game, const struct laid *tile, unsigned e, const struct laid *other,
                            unsigned f, struct tess_undo *undo) {
  const uint8_t *mine = game->set->kinds[tile->kind].half_feature + 2 * e;
  const uint8_t *theirs = game->set->kinds[other->kind].half_feature + 2 * f;
  if (mine[0] == NO_FEATURE) return 0;
  join(game, tile->node + mine[0], other->node + theirs[1], 0, undo);
  if (mine[0] != mine[1] || theirs[0] != theirs[1]) join(game, tile->node + mine[1], other->node + theirs[0], 0, undo);
  return 1u << mine[0] | 1u << mine[1];
}

/* Joins everything that continues across a side of the tile. Returns bit i for every feature i of the tile that was
 * joined. */
static unsigned join_edge(struct tess_game *game, const struct laid *tile, unsigned side, unsigned neighbour,
                          struct tess_undo *undo) {
  const struct laid *other = &game->tiles[neighbour];
  const unsigned e = (side - tile->rotation) & 3u, f = (side + 2u - other->rotation) & 3u;
  const unsigned mine = game->set->kinds[tile->kind].edge_feature[e];
  unsigned joined = 0;
  if (mine != NO_FEATURE) {
    const unsigned theirs = game->set->kinds[other->kind].edge_feature[f];
    const unsigned root = join(game, tile->node + mine, other->node + theirs, 2 * REALM_OPEN_ONE, undo);
    if (realm_open(game->realms[root]) == 0) game->core.changes |= CHANGE_COMPLETE;
    joined = 1u << mine;
  }
  if (game->fields) joined |= join_fields(game, tile, e, other, f, undo);
  return joined;
}

static void begin_realms(struct tess_game *game, const struct kind *kind, unsigned node) {
  for (unsigned f = 0; f < NODE_ROOM; f++) game->core.root[f] = game->parent[node + f] = (uint16_t)(node + f);
  memcpy(game->realms + node, kind->start_realm, sizeof kind->start_realm);
  game->core.node_count = (uint16_t)(node + kind->feature_count);
}

/* Counts a filled cell for the centres of a tile next to it; the tile has at least one. */
static void fill_beside(struct tess_game *game, unsigned tile, struct tess_undo *undo) {
  const struct kind *kind = game_kind(game, tile);
  game->core.near[game->core.near_count++] = (uint8_t)tile;
  for (unsigned i = 0; i < kind->center_count; i++) {
    const unsigned node = game->tiles[tile].node + (unsigned)kind->centers[i];
    undo_realm(undo, game, node, NO_SLOT);
    game->realms[node] -= REALM_OPEN_ONE;
    if (realm_open(game->realms[node]) == 0) game->core.changes |= CHANGE_COMPLETE;
  }
}

/* Counts the new tile for the centres of its neighbours. */
static void fill_around(struct tess_game *game, uint32_t key, struct tess_undo *undo) {
  unsigned holding = 0; /* bit i: cell i around has a tile with a centre */
  for (unsigned i = 0; i < 8; i++) {
    const unsigned at = grid_index(game, grid_beside(key, grid_around[i]));
    holding |= (unsigned)((game->grid[at] & GRID_HOLDS) != 0) << i;
  }
  for (; holding != 0; holding &= holding - 1)
    fill_beside(game, grid_value(game, grid_beside(key, grid_around[lowest_bit(holding)])) - 1, undo);
}

/* Sets up a tile's own centres: counts the tiles around them and, with `mark`, marks the cells around the tile. */
static inline void begin_centers(struct tess_game *game, const struct kind *kind, unsigned node, uint32_t key,
                                 bool mark, struct tess_undo *undo) {
  unsigned neighbours = 0;
  for (unsigned i = 0; i < 8; i++) {
    const uint32_t beside = grid_beside(key, grid_around[i]);
    neighbours += grid_is_tile(grid_value(game, beside));
    if (!mark) continue;
    const unsigned home = grid_home(beside);
    if (undo && !(game->grid[home] & GRID_CENTER)) undo_mark(undo, home);
    grid_mark(game, home);
  }
  if (neighbours == 8) game->core.changes |= CHANGE_COMPLETE;
  for (unsigned i = 0; i < kind->center_count; i++)
    game->realms[node + kind->centers[i]] -= neighbours * REALM_OPEN_ONE;
}

/* What lies beyond the sides of a cell. */
struct surroundings {
  uint32_t key;
  unsigned value[4]; /* of the grid */
  unsigned tiles;    /* bit i: a tile lies beyond side i */
  unsigned empty;    /* bit i: nothing does */
  bool center;       /* a tile with a centre is around */
};

static inline struct surroundings look_around(struct tess_game *game, const struct laid *tile) {
  const uint32_t key = grid_key(tile->x, tile->y);
  struct surroundings around = {key, {0}, 0, 0, (game->grid[grid_home(key)] & GRID_CENTER) != 0};
  grid_reach(game, tile->x, tile->y);
  for (unsigned side = 0; side < 4; side++) {
    around.value[side] = grid_value(game, grid_beside(key, grid_beyond[side]));
    around.tiles |= (unsigned)grid_is_tile(around.value[side]) << side;
    around.empty |= (unsigned)(around.value[side] == 0) << side;
  }
  return around;
}

void lay_features(struct tess_game *game, unsigned features) {
  struct core *core = &game->core;
  const unsigned node = game->tiles[core->tile_count - 1].node;
  /* Two features of one realm set one bit of `seen` twice; different realms may do so, too. */
  uint64_t seen = 0, twice = 0;
  for (unsigned left = features; left != 0; left &= left - 1) {
    const unsigned f = lowest_bit(left), root = game_root(game, node + f);
    core->root[f] = (uint16_t)root;
    core->taken |= (choices)((game->realms[root] & REALM_OCCUPANTS) != 0) * choices_on(f);
    twice |= seen & (uint64_t)1 << root % 64;
    seen |= (uint64_t)1 << root % 64;
  }
  if (twice == 0) return;
  core->changes |= CHANGE_TWICE;
  for (unsigned left = features; left != 0; left &= left - 1)
    for (unsigned others = left & (left - 1); others != 0; others &= others - 1)
      if (core->root[lowest_bit(others)] == core->root[lowest_bit(left)]) core->taken |= choices_on(lowest_bit(others));
}

/* Numbers a tile, joins its realms with those around, and counts it for the centres of others. */
static inline void lay_realms(struct tess_game *game, struct laid tile, const struct surroundings *around,
                              struct tess_undo *undo) {
  struct core *core = &game->core;
  const struct kind *kind = &game->set->kinds[tile.kind];
  const unsigned index = core->tile_count++, node = tile.node = core->node_count;

  /* 1. Each feature of the tile is a realm of its own. */
  game->tiles[index] = tile;
  game->several[core->several_count] = (uint8_t)index;
  core->several_count = (uint8_t)(core->several_count + (kind->several != 0));
  begin_realms(game, kind, node);

  /* 2. Join what continues across its sides. */
  unsigned joined = 0;
  core->changes = 0;
  for (unsigned left = around->tiles; left != 0; left &= left - 1) {
    const unsigned side = lowest_bit(left);
    joined |= join_edge(game, &tile, side, around->value[side] - 1, undo);
  }

  /* 3. Count it for the centres around. */
  core->near_count = 0;
  if (around->center) fill_around(game, around->key, undo);

  /* 4. Record what the joined features have become. */
  core->taken = 0;
  lay_features(game, joined);
}

void lay_trial(struct tess_game *game, struct laid tile, struct tess_undo *undo) {
  const struct surroundings around = look_around(game, &tile);
  const struct kind *kind = &game->set->kinds[tile.kind];
  const unsigned node = game->core.node_count;
  lay_realms(game, tile, &around, undo);
  if (kind->center_count > 0) begin_centers(game, kind, node, around.key, false, undo);
}

void lay_tile(struct tess_game *game, struct laid tile, unsigned cell, struct tess_undo *undo) {
  const struct kind *kind = &game->set->kinds[tile.kind];
  const uint8_t *edges = kind->edges[tile.rotation];
  const struct surroundings around = look_around(game, &tile);
  const unsigned node = game->core.node_count;

  /* 1. Join the realms. */
  lay_realms(game, tile, &around, undo);

  /* 2. Turn the tile's cell from a frontier cell into a tile. */
  grid_set(game, grid_index(game, around.key),
           game->core.tile_count | (kind->center_count > 0 ? (unsigned)GRID_HOLDS : 0u));
  undo_cell(undo, cell, around.tiles);

  /* 3. Beyond a side lies nothing, a frontier cell, or a tile: add or update frontier cells. The tile's own frontier
   * cell is removed at the end; only then may another cell use its index. */
  for (unsigned left = around.empty; left != 0; left &= left - 1) {
    const unsigned side = lowest_bit(left), opposite = (side + 2u) & 3;
    const unsigned added = frontier_insert(game, tile.x + beyond[side][0], tile.y + beyond[side][1], undo);
    grid_set(game, grid_index(game, grid_beside(around.key, grid_beyond[side])), GRID_FRONTIER + added);
    undo_touch(undo, added, opposite);
    frontier_forbid(game, added, opposite, edges[side]);
  }
  for (unsigned left = ~(around.tiles | around.empty) & 15u; left != 0; left &= left - 1) {
    const unsigned side = lowest_bit(left), opposite = (side + 2u) & 3;
    undo_touch(undo, around.value[side] - GRID_FRONTIER, opposite);
    frontier_forbid(game, around.value[side] - GRID_FRONTIER, opposite, edges[side]);
  }
  for (unsigned left = around.tiles; left != 0; left &= left - 1) frontier_release(game, cell, lowest_bit(left));
  if (game->core.tile_count > 1) frontier_remove(game, cell);
  if (kind->center_count > 0) begin_centers(game, kind, node, around.key, true, undo);
}

void lay_undo(struct tess_game *game, const struct tess_undo *undo) {
  const struct laid *tile = &game->tiles[game->core.tile_count - 1];
  /* Unmark the cells that had no centre around them before. */
  for (unsigned i = undo->marked_count; i-- > 0;) grid_unmark(game, undo->marked[i]);
  frontier_undo(game, tile, undo);
}

bool lay_matches(const struct tess_game *game, unsigned kind, unsigned rotation, int x, int y) {
  for (unsigned side = 0; side < 4; side++) {
    const unsigned value = grid_value(game, grid_beside(grid_key(x, y), grid_beyond[side]));
    if (!grid_is_tile(value)) continue;
    const struct laid *other = &game->tiles[value - 1];
    const unsigned theirs = game->set->tiles[other->kind].edges[(side + 2u - other->rotation) & 3];
    if (game->set->tiles[kind].edges[(side - rotation) & 3] != theirs) return false;
  }
  return true;
}
