/* Builds a set from its definitions, and fills bags. */
#include "rules/set.h"

#include <assert.h>
#include <string.h>

#include "base/fnv.h"

size_t tess_set_size(void) { return sizeof(struct tess_set); }

static unsigned turn_edges(unsigned edges, unsigned rotation) {
  return (edges << rotation | edges >> (4 - rotation)) & 0xF;
}

static unsigned turn_halves(unsigned halves, unsigned rotation) {
  return (halves << 2 * rotation | halves >> (8 - 2 * rotation)) & 0xFF;
}

/* Bit f for every city feature f that a field touches. */
static unsigned touched_features(const tess_tile_def *def, const tess_feature_def *field) {
  unsigned touched = 0, city = 0;
  for (unsigned f = 0; f < def->feature_count; f++)
    if (def->features[f].type == TESS_TYPE_CITY) touched |= (field->cities >> city++ & 1u) << f;
  return touched;
}

/* Bit e for every edge e of the cities that a field touches. The order of the cities does not matter. */
static unsigned touched_edges(const tess_tile_def *def, const tess_feature_def *field) {
  const unsigned touched = touched_features(def, field);
  unsigned edges = 0;
  for (unsigned f = 0; f < def->feature_count; f++)
    if (touched >> f & 1) edges |= def->features[f].edges;
  return edges;
}

static bool looks_like(const tess_tile_def *def, const tess_feature_def *a, const tess_feature_def *b,
                       unsigned rotation) {
  return a->type == b->type && turn_edges(a->edges, rotation) == b->edges &&
         turn_halves(a->halves, rotation) == b->halves && a->arms == b->arms &&
         memcmp(a->symbols, b->symbols, sizeof a->symbols) == 0 &&
         turn_edges(touched_edges(def, a), rotation) == touched_edges(def, b);
}

/* The number of features that look like feature `f` of the tile turned in this way. Several fields that reach no edge
 * may look the same. */
static unsigned count_alike(const tess_tile_def *def, unsigned f, unsigned rotation) {
  unsigned alike = 0;
  for (unsigned g = 0; g < def->feature_count; g++)
    alike += looks_like(def, &def->features[f], &def->features[g], rotation);
  return alike;
}

/* SW-2.3: the tile turned in this way looks as before. With an arrow all rotations differ (CL-10.1). */
static bool looks_turned(const tess_tile_def *def, unsigned rotation) {
  if (def->action != TESS_ACTION_NONE) return false;
  for (unsigned side = 0; side < 4; side++)
    if (def->edges[side] != def->edges[(side + rotation) & 3]) return false;
  for (unsigned f = 0; f < def->feature_count; f++)
    if (count_alike(def, f, rotation) != count_alike(def, f, 0)) return false;
  return true;
}

static unsigned first_bit(unsigned bits) {
  unsigned bit = 0;
  while (!(bits >> bit & 1)) bit++;
  return bit;
}

static realm start_realm(const tess_feature_def *feature) {
  unsigned count = 0;
  for (unsigned edges = feature->edges; edges != 0; edges &= edges - 1) count++;
  realm r = REALM_SEGMENT + (type_is_center(feature->type) ? 8 : count) * REALM_OPEN_ONE;
  r += (realm)feature->arms << REALM_SYMBOLS;
  for (unsigned s = 0; s < TESS_FACTION_COUNT; s++) r += (realm)feature->symbols[s] << (REALM_SYMBOLS + 8 * s);
  return r;
}

static void build_kind(struct kind *kind, const tess_tile_def *def) {
  memset(kind, 0, sizeof *kind);
  memset(kind->edge_feature, NO_FEATURE, sizeof kind->edge_feature);
  memset(kind->half_feature, NO_FEATURE, sizeof kind->half_feature);
  kind->feature_count = def->feature_count;

  /* 1. Record the edges, and the rotations that look different. */
  for (unsigned side = 0; side < 4; side++)
    if (def->edges[side] == TESS_EDGE_WATER && def->edges[(side + 1) & 3] == TESS_EDGE_WATER) kind->bend = 1;
  kind->period = looks_turned(def, 1) ? 1 : looks_turned(def, 2) ? 2 : 4;
  for (unsigned rotation = 0; rotation < 4; rotation++) {
    kind->rotation[rotation] = (uint8_t)(rotation % kind->period);
    kind->pattern[rotation] = 0;
    for (unsigned side = 0; side < 4; side++) {
      kind->edges[rotation][side] = def->edges[(side - rotation) & 3];
      kind->pattern[rotation] |= (uint16_t)(1u << kind->edges[rotation][side] << 4 * side);
    }
  }

  unsigned inner = 0; /* fields so far that reach no edge */
  for (unsigned f = 0; f < def->feature_count; f++) {
    const tess_feature_def *feature = &def->features[f];

    /* 2. Work out each feature as a realm of its own. */
    kind->type[f] = feature->type;
    kind->start_realm[f] = start_realm(feature);
    kind->touched[f] = (uint16_t)touched_features(def, feature);
    kind->touches |= (uint16_t)((kind->touched[f] != 0) << f);
    for (unsigned fields = 0; fields < 2; fields++)
      kind->stand[fields] |= choices_on(f) & type_pieces(feature->type, fields);
    for (unsigned g = 0; g < f; g++)
      if (def->features[g].type == feature->type) kind->several |= (uint8_t)(1u << feature->type);

    /* 3. Record where each feature is: at edges, at half-edges, in the centre, or within the tile. */
    const bool center = type_is_center(feature->type);
    unsigned within = RANK_CENTER;
    if (feature->type == TESS_TYPE_GARDEN) within = RANK_GARDEN;
    if (feature->type == TESS_TYPE_FIELD) within = RANK_INNER + inner;
    for (unsigned rotation = 0; rotation < 4; rotation++) {
      unsigned rank = within;
      if (feature->halves != 0) rank = RANK_HALF + first_bit(turn_halves(feature->halves, rotation));
      if (feature->edges != 0) rank = first_bit(turn_edges(feature->edges, rotation));
      kind->rank[rotation][f] = (uint8_t)rank;
    }
    for (unsigned side = 0; side < 4; side++)
      if (feature->edges >> side & 1) kind->edge_feature[side] = (uint8_t)f;
    for (unsigned half = 0; half < 8; half++)
      if (feature->halves >> half & 1) kind->half_feature[half] = (uint8_t)f;
    if (center) kind->centers[kind->center_count++] = (uint8_t)f;
    inner += feature->type == TESS_TYPE_FIELD && feature->halves == 0;
  }
}

static void hash_byte(uint64_t *hash, unsigned byte) { *hash = fnv_add(*hash, byte); }

static void hash_tile(uint64_t *hash, const tess_tile_def *def) {
  for (const char *c = def->id; *c; c++) hash_byte(hash, (unsigned char)*c);
  hash_byte(hash, 0);
  for (unsigned side = 0; side < 4; side++) hash_byte(hash, def->edges[side]);
  hash_byte(hash, def->count);
  hash_byte(hash, def->start);
  hash_byte(hash, def->role);
  hash_byte(hash, def->feature_count);
  for (unsigned f = 0; f < def->feature_count; f++) {
    const tess_feature_def *feature = &def->features[f];
    hash_byte(hash, feature->type);
    hash_byte(hash, feature->edges);
    hash_byte(hash, feature->halves);
    hash_byte(hash, feature->arms);
    for (unsigned s = 0; s < TESS_FACTION_COUNT; s++) hash_byte(hash, feature->symbols[s]);
    hash_byte(hash, feature->cities);
  }
  if (def->action == TESS_ACTION_NONE) return;
  hash_byte(hash, def->arrow);
  hash_byte(hash, def->action);
}

static void bag_add(struct bag *bag, const struct tess_set *set, unsigned role, const uint8_t left[TESS_MAX_KINDS]) {
  for (unsigned kind = 0; kind < set->kind_count; kind++)
    for (unsigned copy = 0; set->tiles[kind].role == role && copy < left[kind]; copy++)
      bag->kinds[bag->count++] = (uint8_t)kind;
}

void bag_fill(struct bag *bag, const struct tess_set *set, const uint8_t left[TESS_MAX_KINDS]) {
  bag->count = 0;
  bag_add(bag, set, TESS_ROLE_LAND, left);
  bag->lake_base = bag->count;
  bag_add(bag, set, TESS_ROLE_LAKE, left);
  bag->river_base = bag->count;
  bag_add(bag, set, TESS_ROLE_RIVER, left);
}

/* The start tile lies on the table and is not in the bag; with the river it is one of the tiles of the stack (CL-8.1,
 * CL-9.1). */
static void build_bag(struct tess_set *set, bool river, bool arrows) {
  uint8_t left[TESS_MAX_KINDS];
  for (unsigned kind = 0; kind < set->kind_count; kind++)
    left[kind] = (uint8_t)(bag_copies(set, kind, river, arrows) - (!river && (int)kind == set->start));
  bag_fill(&set->bags[river][arrows], set, left);
}

tess_error tess_set_build(tess_set *set, const tess_tile_def *tiles, size_t count, tess_set_fault *fault) {
  if (!set_check(tiles, count, fault)) return TESS_ERROR_BAD_SET;

  /* 1. Build the kinds. The check has made sure that all features belong to one game and that there are some. */
  set->kind_count = (uint16_t)count;
  set->start = set->springs[0] = set->springs[1] = -1;
  set->arrows = false;
  unsigned springs = 0;
  for (size_t i = 0; i < count; i++) {
    set->tiles[i] = tiles[i];
    build_kind(&set->kinds[i], &tiles[i]);
    if (tiles[i].start) set->start = (int16_t)i;
    set->arrows |= tiles[i].action != TESS_ACTION_NONE;
    for (unsigned copy = 0; tiles[i].role == TESS_ROLE_SPRING && copy < tiles[i].count; copy++)
      set->springs[springs++] = (int16_t)i;
    if (tiles[i].feature_count > 0)
      set->rules = tiles[i].features[0].type <= TESS_TYPE_PLANET ? TESS_RULES_STAR_WARS : TESS_RULES_CLASSIC;
  }

  /* 2. Fill the bags, without and with arrows and the river. The number of springs shows which river the set has
   * (CL-9.3). */
  set->river = springs == 0 ? TESS_RIVER_NONE : springs == 1 ? TESS_RIVER_1 : TESS_RIVER_20;
  for (unsigned arrows = 0; arrows < 2; arrows++) {
    if (set->start >= 0) build_bag(set, false, arrows);
    if (springs > 0) build_bag(set, true, arrows);
  }

  /* 3. Compute the hash (docs/lookup/notation.md, section 1). */
  set->hash = FNV_BEGIN;
  hash_byte(&set->hash, set->rules);
  for (size_t i = 0; i < count; i++) hash_tile(&set->hash, &set->tiles[i]);
  return TESS_ERROR_NONE;
}

tess_rules tess_set_rules(const tess_set *set) { return set->rules; }

int tess_set_kinds(const tess_set *set) { return set->kind_count; }

const tess_tile_def *tess_set_tile(const tess_set *set, int kind) {
  assert(kind >= 0 && kind < set->kind_count);
  return &set->tiles[kind];
}

int tess_set_find(const tess_set *set, const char *id, size_t length) {
  if (length == 0 || length >= TESS_ID_SIZE) return -1;
  for (int kind = 0; kind < set->kind_count; kind++)
    if (memcmp(set->tiles[kind].id, id, length) == 0 && set->tiles[kind].id[length] == '\0') return kind;
  return -1;
}

uint64_t tess_set_hash(const tess_set *set) { return set->hash; }

int tess_set_rotation(const tess_set *set, int kind, int rotation) {
  assert(kind >= 0 && kind < set->kind_count && rotation >= 0 && rotation < 4);
  return set->kinds[kind].rotation[rotation];
}

tess_river tess_set_river(const tess_set *set) { return set->river; }

bool tess_set_has_arrows(const tess_set *set) { return set->arrows; }
