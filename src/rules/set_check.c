/* Checks whether a tile set is valid. The text of a fault is for the person who wrote the file. */
#include "rules/set.h"

#include <string.h>

/* Builds the fault text by hand, because the core uses no formatting of the C library anywhere else. */
static bool fail(tess_set_fault *fault, int tile, const char *text, const char *detail) {
  size_t at = 0;
  fault->tile = tile;
  for (; *text && at + 1 < sizeof fault->text; text++) fault->text[at++] = *text;
  for (; *detail && at + 1 < sizeof fault->text; detail++) fault->text[at++] = *detail;
  fault->text[at] = '\0';
  return false;
}

static const char *const edge_names[4] = {"N", "E", "S", "W"};
static const char *const half_names[8] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};

static bool is_star_wars(unsigned type) { return type <= TESS_TYPE_PLANET; }
static bool is_road(unsigned type) { return type == TESS_TYPE_ROUTE || type == TESS_TYPE_ROAD; }
static bool is_city(unsigned type) { return type == TESS_TYPE_ASTEROIDS || type == TESS_TYPE_CITY; }

static bool check_id(const tess_tile_def *tiles, size_t index, tess_set_fault *fault) {
  const char *id = tiles[index].id;
  size_t length = 0;
  for (; length < TESS_ID_SIZE; length++) {
    const char c = id[length];
    if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) break;
  }
  if (length == 0 || length == TESS_ID_SIZE || id[length] != '\0')
    return fail(fault, (int)index, "the id must be 1 to 15 letters, digits or _", "");
  for (size_t other = 0; other < index; other++)
    if (strcmp(tiles[other].id, id) == 0) return fail(fault, (int)index, "the id is used twice: ", id);
  return true;
}

static bool check_feature(const tess_tile_def *def, unsigned f, int tile, tess_set_fault *fault) {
  const tess_feature_def *feature = &def->features[f];
  const unsigned symbols = feature->symbols[0] | feature->symbols[1] | feature->symbols[2];
  unsigned edges = 0;
  for (unsigned left = feature->edges; left != 0; left &= left - 1) edges++;
  if (feature->type >= TESS_TYPE_COUNT) return fail(fault, tile, "a feature has an unknown type", "");
  if (feature->edges > 15) return fail(fault, tile, "a feature has an unknown edge", "");
  if ((is_road(feature->type) || is_city(feature->type)) && edges < 1)
    return fail(fault, tile, "a road, route, city or asteroid field has at least one edge", "");
  if (!is_road(feature->type) && !is_city(feature->type) && edges != 0)
    return fail(fault, tile, "only roads, routes, cities and asteroid fields have edges", "");
  if (feature->type != TESS_TYPE_FIELD && (feature->halves != 0 || feature->cities != 0))
    return fail(fault, tile, "only fields have half-edges and cities", "");
  if (feature->arms != 0 && feature->type != TESS_TYPE_CITY)
    return fail(fault, tile, "only cities have coats of arms", "");
  if (symbols != 0 && !is_star_wars(feature->type))
    return fail(fault, tile, "only Star Wars features have symbols", "");
  if (feature->end != TESS_END_NONE && !(is_road(feature->type) && edges == 1))
    return fail(fault, tile, "only a road or route with one edge has an end", "");
  return true;
}

static bool check_counts(const tess_tile_def *def, int tile, tess_set_fault *fault) {
  uint8_t of_type[TESS_TYPE_COUNT] = {0};
  for (unsigned f = 0; f < def->feature_count; f++) {
    const unsigned type = def->features[f].type;
    if (++of_type[type] > (type_is_center(type) ? 1 : TESS_MAX_OF_TYPE))
      return fail(fault, tile,
                  type_is_center(type) ? "more than one planet, monastery or garden" : "more than 6 features of a type",
                  "");
  }
  for (unsigned f = 0; f < def->feature_count; f++)
    if (def->features[f].cities >> of_type[TESS_TYPE_CITY] != 0)
      return fail(fault, tile, "a field touches a city that the tile does not have", "");
  return true;
}

/* Every edge, and in classic every half-edge, belongs to at most one feature. */
static bool check_edges(const tess_tile_def *def, bool star_wars, int tile, tess_set_fault *fault) {
  for (unsigned side = 0; side < 4; side++) {
    unsigned expected =
        TESS_TYPE_COUNT; /* type of the feature that the edge belongs to, or TESS_TYPE_COUNT if there is none */
    if (def->edges[side] == TESS_EDGE_ROAD) expected = star_wars ? TESS_TYPE_ROUTE : TESS_TYPE_ROAD;
    if (def->edges[side] == TESS_EDGE_CITY) expected = star_wars ? TESS_TYPE_ASTEROIDS : TESS_TYPE_CITY;
    unsigned found = 0;
    for (unsigned f = 0; f < def->feature_count; f++) {
      if (!(def->features[f].edges >> side & 1)) continue;
      if (def->features[f].type != expected)
        return fail(fault, tile, "a feature does not suit edge ", edge_names[side]);
      found++;
    }
    if (found > 1) return fail(fault, tile, "two features have edge ", edge_names[side]);
    if (found == 0 && expected != TESS_TYPE_COUNT) return fail(fault, tile, "no feature has edge ", edge_names[side]);
  }
  for (unsigned half = 0; !star_wars && half < 8; half++) {
    unsigned found = 0;
    for (unsigned f = 0; f < def->feature_count; f++) found += def->features[f].halves >> half & 1;
    const unsigned expected = def->edges[half / 2] != TESS_EDGE_CITY;
    if (found > expected)
      return fail(fault, tile, expected ? "two fields have half-edge " : "a field has a city's half-edge ",
                  half_names[half]);
    if (found < expected) return fail(fault, tile, "no field has half-edge ", half_names[half]);
  }
  return true;
}

static unsigned count_water(const tess_tile_def *def) {
  unsigned water = 0;
  for (unsigned side = 0; side < 4; side++) water += def->edges[side] == TESS_EDGE_WATER;
  return water;
}

/* True for a half of the source, which the river leaves on both sides (CL-9.1). */
static bool is_source(const tess_tile_def *def) {
  return def->role == TESS_ROLE_SPRING && count_water(def) == 2 && def->edges[1] == TESS_EDGE_WATER &&
         def->edges[3] == TESS_EDGE_WATER;
}

static bool check_water(const tess_tile_def *def, int tile, tess_set_fault *fault) {
  static const uint8_t expected[4] = {0, 1, 2, 1}; /* edges with water, by tess_role */
  const unsigned water = count_water(def);
  if (water == expected[def->role] || is_source(def)) return true;
  return fail(fault, tile,
              def->role == TESS_ROLE_LAND     ? "water on a tile without a role"
              : def->role == TESS_ROLE_RIVER  ? "a river tile has water on two edges"
              : def->role == TESS_ROLE_SPRING ? "a spring has water on one edge, or on E and W if there are two"
                                              : "a lake has water on one edge",
              "");
}

static bool check_tile(const tess_tile_def *tiles, size_t index, bool star_wars, tess_set_fault *fault) {
  const tess_tile_def *def = &tiles[index];
  const int tile = (int)index;
  if (!check_id(tiles, index, fault)) return false;
  if (def->count == 0) return fail(fault, tile, "the count must be 1 to 255", "");
  if (def->role > TESS_ROLE_LAKE) return fail(fault, tile, "the role is unknown", "");
  if (def->action >= TESS_ACTION_COUNT) return fail(fault, tile, "the arrow's action is unknown", "");
  if (def->arrow > 3) return fail(fault, tile, "the arrow's edge is unknown", "");
  if (def->action != TESS_ACTION_NONE && (star_wars || def->role != TESS_ROLE_LAND || def->start))
    return fail(fault, tile, "only a classic land tile that is not the start tile has an arrow", "");
  if (def->feature_count > TESS_MAX_FEATURES) return fail(fault, tile, "more than 12 features", "");
  for (unsigned side = 0; side < 4; side++)
    if (def->edges[side] > (star_wars ? TESS_EDGE_CITY : TESS_EDGE_WATER))
      return fail(fault, tile, "unknown edge ", edge_names[side]);
  for (unsigned f = 0; f < def->feature_count; f++) {
    if (!check_feature(def, f, tile, fault)) return false;
    if (is_star_wars(def->features[f].type) != star_wars)
      return fail(fault, tile, "features of both games in one set", "");
  }
  return check_counts(def, tile, fault) && check_water(def, tile, fault) && check_edges(def, star_wars, tile, fault);
}

/* CL-8.1, CL-9.3: there is one spring, or two that are the halves of a source; and a lake for each open end. */
static bool check_river(const tess_tile_def *tiles, size_t count, tess_set_fault *fault) {
  unsigned copies[4] = {0};
  int lake = -1;
  for (size_t i = 0; i < count; i++) {
    copies[tiles[i].role] += tiles[i].count;
    if (tiles[i].role == TESS_ROLE_LAKE) lake = (int)i;
  }
  const unsigned springs = copies[TESS_ROLE_SPRING], lakes = copies[TESS_ROLE_LAKE];
  if (springs + copies[TESS_ROLE_RIVER] + lakes == 0) return true;
  if (springs == 0 || lakes == 0) return fail(fault, -1, "a river needs a spring and a lake", "");
  for (size_t i = 0; i < count; i++) {
    if (tiles[i].role != TESS_ROLE_SPRING) continue;
    if (springs > 2) return fail(fault, (int)i, "there are more than two springs", "");
    if (springs == 1 && is_source(&tiles[i])) return fail(fault, (int)i, "a single spring has water on one edge", "");
    if (springs == 2 && !is_source(&tiles[i]))
      return fail(fault, (int)i, "each of two springs has water on E and W", "");
  }
  if (lakes == springs) return true;
  return fail(fault, lake, springs == 1 ? "one spring needs one lake" : "two springs need two lakes", "");
}

/* Checks the rules for the set as a whole. */
static bool check_whole(const tess_tile_def *tiles, size_t count, tess_set_fault *fault) {
  unsigned copies = 0, features = 0, arms = 0, symbols[TESS_FACTION_COUNT] = {0};
  unsigned starts = 0;
  bool land = false, river = false, arrow = false;

  /* 1. There are no more tiles than a game has room for. */
  for (size_t i = 0; i < count; i++) {
    copies += tiles[i].count;
    features += (unsigned)tiles[i].count * tiles[i].feature_count;
    for (unsigned f = 0; f < tiles[i].feature_count; f++) {
      arms += (unsigned)tiles[i].count * tiles[i].features[f].arms;
      for (unsigned s = 0; s < TESS_FACTION_COUNT; s++)
        symbols[s] += (unsigned)tiles[i].count * tiles[i].features[f].symbols[s];
    }
  }
  if (copies > TESS_MAX_TILES) return fail(fault, -1, "more than 255 tiles", "");
  if (features > TESS_MAX_SEGMENTS) return fail(fault, -1, "more than 2040 features on all tiles together", "");
  if (arms > TESS_MAX_SYMBOLS) return fail(fault, -1, "more than 255 coats of arms", "");
  for (unsigned s = 0; s < TESS_FACTION_COUNT; s++)
    if (symbols[s] > TESS_MAX_SYMBOLS) return fail(fault, -1, "more than 255 symbols of a faction", "");

  /* 2. There is at most one start tile, in a usable role; without a river there is exactly one. */
  for (size_t i = 0; i < count; i++) {
    const tess_tile_def *def = &tiles[i];
    if (def->role != TESS_ROLE_LAND) river = true;
    if (def->action != TESS_ACTION_NONE) arrow = true;
    if (def->role == TESS_ROLE_LAND && def->action == TESS_ACTION_NONE) land = true;
    starts += def->start;
    if (def->start && def->role != TESS_ROLE_LAND)
      return fail(fault, (int)i, "a river tile cannot be the start tile", "");
  }
  if (starts > 1) return fail(fault, -1, "more than one start tile", "");
  if (starts == 0 && land && !river) return fail(fault, -1, "no start tile", "");
  if (river && arrow && !land) return fail(fault, -1, "the river and tiles with arrows, but no land besides", "");
  return check_river(tiles, count, fault);
}

bool set_check(const tess_tile_def *tiles, size_t count, tess_set_fault *fault) {
  if (count == 0) return fail(fault, -1, "no tiles", "");
  if (count > TESS_MAX_KINDS) return fail(fault, -1, "more than 255 kinds of tiles", "");
  bool star_wars = false, classic = false;
  for (size_t i = 0; i < count; i++)
    for (unsigned f = 0; f < tiles[i].feature_count && f < TESS_MAX_FEATURES; f++)
      *(is_star_wars(tiles[i].features[f].type) ? &star_wars : &classic) = true;
  if (!star_wars && !classic) return fail(fault, -1, "no tile has a feature", "");
  for (size_t i = 0; i < count; i++)
    if (!check_tile(tiles, i, star_wars, fault)) return false;
  return check_whole(tiles, count, fault);
}
