#include "notation/tile_shelf.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* In the order in which they are looked up. */
enum slot { LOADED, LOADED_RIVER, STAR_WARS, CLASSIC, CLASSIC_RIVER, SLOTS };

struct tile_shelf {
  struct tile_set *river;
  struct tile_set *sets[SLOTS]; /* NULL where there is none */
};

/* The set joined with the built-in river; NULL if that is no valid set. */
static struct tile_set *with_river(const struct tile_shelf *shelf, const struct tile_set *set) {
  struct fault fault;
  if (set->joins_only || tess_set_has_river(set->set) || tess_set_rules(set->set) != TESS_RULES_CLASSIC) return NULL;
  return tile_set_join(set, shelf->river, &fault);
}

struct tile_shelf *tile_shelf_open(void) {
  struct tile_shelf *shelf = memory_new(sizeof *shelf);
  *shelf = (struct tile_shelf){.river = tile_set_builtin("river")};
  shelf->sets[STAR_WARS] = tile_set_builtin("star-wars");
  shelf->sets[CLASSIC] = tile_set_builtin("classic");
  shelf->sets[CLASSIC_RIVER] = with_river(shelf, shelf->sets[CLASSIC]);
  assert(shelf->river && shelf->sets[STAR_WARS] && shelf->sets[CLASSIC] && shelf->sets[CLASSIC_RIVER]);
  return shelf;
}

void tile_shelf_close(struct tile_shelf *shelf) {
  tile_set_free(shelf->river);
  for (int i = 0; i < SLOTS; i++) tile_set_free(shelf->sets[i]);
  free(shelf);
}

void tile_shelf_put(struct tile_shelf *shelf, struct tile_set *set) {
  assert(!set->joins_only);
  tile_set_free(shelf->sets[LOADED]);
  tile_set_free(shelf->sets[LOADED_RIVER]);
  shelf->sets[LOADED] = set;
  shelf->sets[LOADED_RIVER] = with_river(shelf, set);
}

bool tile_shelf_load(struct tile_shelf *shelf, const char *name, tile_set_loader *load, struct fault *fault) {
  struct tile_set *set = tile_set_builtin(name);
  if (set == NULL && load != NULL) set = load(name, fault);
  if (set == NULL && load == NULL) fault_say(fault, "there is no built-in tile set %s", quote(name, strlen(name)).text);
  if (set != NULL && !set->joins_only) {
    tile_shelf_put(shelf, set);
    return true;
  }
  if (set != NULL) fault_say(fault, "the set '%s' has river tiles only; it is played with the option river", set->id);
  fault->error = TESS_ERROR_BAD_SET;
  tile_set_free(set);
  return false;
}

const struct tile_set *tile_shelf_loaded(const struct tile_shelf *shelf) { return shelf->sets[LOADED]; }

const struct tile_set *tile_shelf_find(const struct tile_shelf *shelf, struct span id) {
  for (int i = 0; i < SLOTS; i++)
    if (shelf->sets[i] != NULL && span_is(id, shelf->sets[i]->id)) return shelf->sets[i];
  return NULL;
}

/* The set with this id and hash; NULL if there is none. */
static const struct tile_set *find_exactly(const struct tile_shelf *shelf, struct span id, uint64_t hash) {
  for (int i = 0; i < SLOTS; i++) {
    const struct tile_set *set = shelf->sets[i];
    if (set != NULL && span_is(id, set->id) && tess_set_hash(set->set) == hash) return set;
  }
  return NULL;
}

static bool hash_read(struct span word, uint64_t *hash) {
  *hash = 0;
  for (size_t i = 0; i < word.length; i++) {
    char c = word.bytes[i];
    bool digit = c >= '0' && c <= '9';
    if (!digit && !(c >= 'a' && c <= 'f')) return false;
    *hash = *hash << 4 | (uint64_t)(digit ? c - '0' : c - 'a' + 10);
  }
  return word.length == 16;
}

const struct tile_set *tile_shelf_read(const struct tile_shelf *shelf, struct span word, struct fault *fault) {
  struct span rest = word;
  struct span id;
  uint64_t hash;
  span_split(&rest, ':', &id);
  if (rest.bytes == NULL || !hash_read(rest, &hash)) {
    fault_say(fault, "expected a tile set ID:HASH with a hash of 16 hexadecimal digits, found %s",
              quote(word.bytes, word.length).text);
    return NULL;
  }
  const struct tile_set *set = find_exactly(shelf, id, hash);
  if (set != NULL) return set;
  if (tile_shelf_find(shelf, id) == NULL)
    fault_refuse(fault, TESS_ERROR_BAD_SET, "there is no tile set %s here", quote(id.bytes, id.length).text);
  else
    fault_refuse(fault, TESS_ERROR_BAD_SET, "the tile set %s here is another: its hash is %016llx",
                 quote(id.bytes, id.length).text, (unsigned long long)tess_set_hash(tile_shelf_find(shelf, id)->set));
  return NULL;
}

const struct tile_set *tile_shelf_with_river(const struct tile_shelf *shelf, const struct tile_set *set) {
  if (tess_set_has_river(set->set)) return set;
  if (set == shelf->sets[CLASSIC]) return shelf->sets[CLASSIC_RIVER];
  return set == shelf->sets[LOADED] ? shelf->sets[LOADED_RIVER] : NULL;
}
