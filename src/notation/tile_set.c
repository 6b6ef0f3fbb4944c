#include "notation/tile_set.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tile_set *tile_set_new(const char *id, const tess_tile_def *tiles, size_t count, struct fault *fault) {
  struct tile_set *set = memory_new(sizeof *set);
  *set = (struct tile_set){.count = count, .joins_only = count > 0};
  snprintf(set->id, sizeof set->id, "%s", id);
  set->tiles = memory_new((count + 1) * sizeof *tiles);
  memcpy(set->tiles, tiles, count * sizeof *tiles);
  set->set = memory_new(tess_set_size());
  for (size_t i = 0; i < count; i++)
    set->joins_only &= tiles[i].role != TESS_ROLE_LAND || tiles[i].action != TESS_ACTION_NONE;
  tess_set_fault why;
  if (tess_set_build(set->set, set->tiles, set->count, &why) == TESS_ERROR_NONE) return set;
  fault_refuse(fault, TESS_ERROR_BAD_SET, "%s", why.text);
  if (why.tile >= 0) {
    char where[TESS_ID_SIZE + 8];
    snprintf(where, sizeof where, "tile %s", set->tiles[why.tile].id);
    fault_within(fault, where);
  }
  tile_set_free(set);
  return NULL;
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

/* ---- The library ---- */

/* The order of `sets` is that in which they are looked up: the set loaded last, then the built-in ones. Each has PLACES
 * entries: the set itself and its joined forms, by tess_river, first without arrows and then with them. */
enum { RIVERS = TESS_RIVER_20 + 1, PLACES = 2 * RIVERS, LOADED = 0, BUILT_IN = PLACES, MOST_SETS = 16 * PLACES };

struct set_library {
  struct tile_set *rivers[RIVERS];  /* the tiles of each river; NULL for TESS_RIVER_NONE */
  struct tile_set *arrows;          /* the tiles with arrows */
  int count;                        /* number of entries in `sets` */
  struct tile_set *sets[MOST_SETS]; /* NULL for an entry that does not exist */
};

/* The set joined with the tiles of an option; NULL if they cannot be joined or the set has such tiles already. */
static struct tile_set *join_own(const struct tile_set *set, const struct tile_set *more) {
  struct fault fault;
  if (set == NULL || tess_set_rules(set->set) != TESS_RULES_CLASSIC) return NULL;
  const bool has = tess_set_has_arrows(more->set) ? tess_set_has_arrows(set->set) : tess_set_river(set->set) != 0;
  return has ? NULL : tile_set_join(set, more, &fault);
}

/* Puts a set, which may be NULL, and its joined forms at an index. The sets that were there are freed. */
static void put_at(struct set_library *library, int at, struct tile_set *set) {
  struct tile_set **places = &library->sets[at];
  assert(library->rivers[TESS_RIVER_1] && library->rivers[TESS_RIVER_20] &&
         library->arrows); /* these sets are built in */
  for (int place = 0; place < PLACES; place++) tile_set_free(places[place]);
  places[0] = set;
  for (int river = TESS_RIVER_1; river < RIVERS; river++) places[river] = join_own(set, library->rivers[river]);
  for (int river = 0; river < RIVERS; river++) places[RIVERS + river] = join_own(places[river], library->arrows);
}

struct set_library *set_library_open(void) {
  struct set_library *library = memory_new(sizeof *library);
  *library = (struct set_library){
      .rivers = {[TESS_RIVER_1] = tile_set_builtin("river"), [TESS_RIVER_20] = tile_set_builtin("river-20")},
      .arrows = tile_set_builtin("arrows-20"),
      .count = BUILT_IN};
  for (int i = 0; tess_builtin_name(i) != NULL; i++) {
    struct tile_set *set = tile_set_builtin(tess_builtin_name(i));
    assert(set != NULL && library->count + PLACES <= MOST_SETS);
    if (set->joins_only) {
      tile_set_free(set);
      continue;
    }
    put_at(library, library->count, set);
    library->count += PLACES;
  }
  return library;
}

void set_library_close(struct set_library *library) {
  for (int river = 0; river < RIVERS; river++) tile_set_free(library->rivers[river]);
  tile_set_free(library->arrows);
  for (int i = 0; i < library->count; i++) tile_set_free(library->sets[i]);
  free(library);
}

void set_library_put(struct set_library *library, struct tile_set *set) {
  assert(!set->joins_only);
  put_at(library, LOADED, set);
}

bool set_library_load(struct set_library *library, const char *name, tile_set_loader *load, struct fault *fault) {
  struct tile_set *set = tile_set_builtin(name);
  if (set == NULL && load != NULL) set = load(name, fault);
  if (set == NULL && load == NULL) fault_say(fault, "there is no built-in tile set %s", quote(name, strlen(name)).text);
  if (set == NULL && strpbrk(name, "/.") == NULL) {
    /* Add to a fault about an unknown name the names of the built-in sets. */
    const char *before = " (built in are ";
    for (int i = BUILT_IN; i < library->count; i += PLACES) {
      const size_t used = strlen(fault->text);
      snprintf(fault->text + used, sizeof fault->text - used, "%s%s", before, library->sets[i]->id);
      before = ", ";
    }
    const size_t used = strlen(fault->text);
    snprintf(fault->text + used, sizeof fault->text - used, ")");
  }
  if (set != NULL && !set->joins_only) {
    set_library_put(library, set);
    return true;
  }
  if (set != NULL) {
    const char *option = tess_set_has_arrows(set->set) ? "arrow" : "river";
    fault_say(fault,
              "the set '%s' has %s tiles only, and no land to play on; the option %s%s adds those that are built in",
              set->id, option, option, tess_set_has_arrows(set->set) ? "s" : "");
  }
  fault->error = TESS_ERROR_BAD_SET;
  tile_set_free(set);
  return false;
}

const struct tile_set *set_library_loaded(const struct set_library *library) { return library->sets[LOADED]; }

const struct tile_set *set_library_built_in(const struct set_library *library, int index) {
  for (int i = BUILT_IN; i < library->count; i++)
    if (library->sets[i] != NULL && index-- == 0) return library->sets[i];
  return NULL;
}

const struct tile_set *set_library_find(const struct set_library *library, struct span id) {
  for (int i = 0; i < library->count; i++)
    if (library->sets[i] != NULL && span_is(id, library->sets[i]->id)) return library->sets[i];
  return NULL;
}

const struct tile_set *set_library_read(const struct set_library *library, struct span word, struct fault *fault) {
  struct span rest = word;
  struct span id;
  uint64_t hash;
  span_split(&rest, ':', &id);
  if (rest.bytes == NULL || !span_hash(rest, &hash)) {
    fault_say(fault, "expected a tile set ID:HASH with a hash of 16 hexadecimal digits, found %s",
              quote(word.bytes, word.length).text);
    return NULL;
  }
  for (int i = 0; i < library->count; i++) {
    const struct tile_set *set = library->sets[i];
    if (set != NULL && span_is(id, set->id) && tess_set_hash(set->set) == hash) return set;
  }
  if (set_library_find(library, id) == NULL)
    fault_refuse(fault, TESS_ERROR_BAD_SET, "there is no tile set %s here", quote(id.bytes, id.length).text);
  else
    fault_refuse(fault, TESS_ERROR_BAD_SET, "the tile set %s here is another: its hash is %016llx",
                 quote(id.bytes, id.length).text,
                 (unsigned long long)tess_set_hash(set_library_find(library, id)->set));
  return NULL;
}

const struct tile_set *set_library_joined(const struct set_library *library, const struct tile_set *set,
                                          tess_river river, bool arrows) {
  const tess_river own = tess_set_river(set->set);
  if (river != TESS_RIVER_NONE && own != TESS_RIVER_NONE && own != river) return NULL;
  const int more = (own == TESS_RIVER_NONE ? (int)river : 0) + (arrows && !tess_set_has_arrows(set->set) ? RIVERS : 0);
  if (more == 0) return set;
  for (int i = LOADED; i < library->count; i++)
    if (set == library->sets[i]) return i % PLACES + more < PLACES ? library->sets[i + more] : NULL;
  return NULL;
}
