#include "notation/tile_set.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_river_only(const tess_tile_def *tiles, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (tiles[i].role == TESS_ROLE_LAND) return false;
  return count > 0;
}

static bool build(struct tile_set *set, struct fault *fault) {
  tess_set_fault why;
  if (tess_set_build(set->set, set->tiles, set->count, &why) == TESS_ERROR_NONE) return true;
  fault_refuse(fault, TESS_ERROR_BAD_SET, "%s", why.text);
  if (why.tile < 0) return false;
  char where[TESS_ID_SIZE + 8];
  snprintf(where, sizeof where, "tile %s", set->tiles[why.tile].id);
  return fault_within(fault, where);
}

struct tile_set *tile_set_new(const char *id, const tess_tile_def *tiles, size_t count, struct fault *fault) {
  struct tile_set *set = memory_new(sizeof *set);
  *set = (struct tile_set){.count = count};
  snprintf(set->id, sizeof set->id, "%s", id);
  set->tiles = memory_new((count + 1) * sizeof *tiles);
  memcpy(set->tiles, tiles, count * sizeof *tiles);
  set->set = memory_new(tess_set_size());
  if (!build(set, fault)) {
    tile_set_free(set);
    return NULL;
  }
  set->joins_only = is_river_only(tiles, count);
  return set;
}

struct tile_set *tile_set_builtin(const char *name) {
  struct fault fault;
  size_t count;
  const tess_tile_def *tiles = tess_builtin_tiles(name, &count);
  return tiles == NULL ? NULL : tile_set_new(name, tiles, count, &fault);
}

struct tile_set *tile_set_join(const struct tile_set *base, const struct tile_set *river, struct fault *fault) {
  char id[2 * TILE_SET_ID_SIZE];
  size_t count = base->count + river->count;
  int length = snprintf(id, sizeof id, "%s+%s", base->id, river->id);
  if (length >= TILE_SET_ID_SIZE) {
    fault_refuse(fault, TESS_ERROR_BAD_SET, "the id %s is too long", id);
    return NULL;
  }
  tess_tile_def *tiles = memory_new(count * sizeof *tiles);
  memcpy(tiles, base->tiles, base->count * sizeof *tiles);
  memcpy(tiles + base->count, river->tiles, river->count * sizeof *tiles);
  struct tile_set *joined = tile_set_new(id, tiles, count, fault);
  free(tiles);
  return joined;
}

void tile_set_free(struct tile_set *set) {
  if (set == NULL) return;
  free(set->set);
  free(set->tiles);
  free(set);
}
