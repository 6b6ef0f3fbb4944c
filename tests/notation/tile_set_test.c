/* Tile sets: the files of data/tiles, every rule of validity, the library. */
#include "notation/play.h"
#include "notation/tile_set.h"
#include <stdio.h>
#include <stdlib.h>

/* A valid set of each game; the cases below put something wrong in place of one of its parts. */
static const char classic_set[] =
    "{\"format\": \"tileset/1\", \"id\": \"mine\", \"edge_letters\": {\"C\": \"city\", \"R\": \"road\", \"F\": "
    "\"field\", \"W\": \"water\"}, \"tiles\": [\n"
    "{\"id\": \"D\", \"count\": 4, \"edges\": \"CRFR\", \"start\": true, \"features\": [{\"type\": \"city\", "
    "\"edges\": \"N\"}, {\"type\": \"road\", \"edges\": \"EW\"}, {\"type\": \"field\", \"halves\": \"EL WR\", "
    "\"cities\": [0]}, {\"type\": \"field\", \"halves\": \"ER SL SR WL\"}]},\n"
    "{\"id\": \"B\", \"count\": 2, \"edges\": \"FFFF\", \"features\": [{\"type\": \"monastery\"}, {\"type\": "
    "\"field\", \"halves\": \"NL NR EL ER SL SR WL WR\"}]}]}";

static const char star_wars_set[] =
    "{\"format\": \"tileset/1\", \"id\": \"mine\", \"edge_letters\": {\"A\": \"asteroid field\", \"R\": \"trading "
    "route\", \"S\": \"space\"}, \"tiles\": [\n"
    "{\"id\": \"ST\", \"count\": 2, \"edges\": \"ARSR\", \"start\": true, \"features\": [{\"type\": \"asteroids\", "
    "\"edges\": \"N\", \"symbols\": [\"rebels\"]}, {\"type\": \"route\", \"edges\": \"EW\"}]},\n"
    "{\"id\": \"P\", \"count\": 2, \"edges\": \"SSRS\", \"features\": [{\"type\": \"planet\", \"name\": \"Hoth\"}, "
    "{\"type\": \"route\", \"edges\": \"S\", \"end\": \"planet\"}]}]}";

struct wrong_set {
  const char *part, *instead, *message;
};

/* The set with the first occurrence of `part` replaced. */
static void replace(const char *json, const struct wrong_set *wrong, struct text *out) {
  const char *found = strstr(json, wrong->part);
  assert_non_null(found);
  text_add(out, json, (size_t)(found - json));
  text_add_string(out, wrong->instead);
  text_add_string(out, found + strlen(wrong->part));
}

static void check_wrong(const char *json, const struct wrong_set *wrongs, size_t count) {
  struct text text = {0};
  for (size_t i = 0; i < count; i++) {
    struct fault fault = {0};
    text_clear(&text);
    replace(json, &wrongs[i], &text);
    assert_null(tile_set_read_json(text.bytes, text.length, &fault));
    if (strstr(fault.text, wrongs[i].message) == NULL) fail_msg("%s: %s", wrongs[i].instead, fault.text);
    assert_int_equal(fault.error, TESS_ERROR_BAD_SET);
  }
  text_free(&text);
}

static void check_right(const char *json) {
  struct fault fault = {0};
  struct tile_set *set = tile_set_read_json(json, strlen(json), &fault);
  assert_string_equal(fault.text, "");
  assert_string_equal(set->id, "mine");
  tile_set_free(set);
}

TEST(test_valid) {
  check_right(classic_set);
  check_right(star_wars_set);
  struct text marked = {0};
  text_print(&marked, "\xEF\xBB\xBF%s", classic_set);
  check_right(marked.bytes);
  text_clear(&marked);
  const struct wrong_set inner = {"{\"type\": \"monastery\"}", "{\"type\": \"field\", \"halves\": \"\"}", NULL};
  replace(classic_set, &inner, &marked);
  check_right(marked.bytes);
  text_free(&marked);
}

TEST(test_wrong_form) {
  static const struct wrong_set wrongs[] = {
      {"\"tileset/1\"", "\"tileset/2\"", "expected an object with \"format\": \"tileset/1\""},
      {"{\"format\"", "[\"format\"", "not JSON: "},
      {"\"mine\"", "\"Mine\"", "id: expected 1 to 31 of a-z"},
      {"\"mine\"", "\"\"", "id: expected 1 to 31 of a-z"},
      {"\"mine\"", "\"a2345678901234567890123456789012\"", "id: expected 1 to 31 of a-z"},
      {"\"mine\"", "7", "id: expected a string"},
      {"\"mine\"", "\"mine\", \"id\": \"mine\"", "not JSON: "},
      {"\"edge_letters\"", "\"letters\"", "edge_letters: expected an object of letters"},
      {"{\"C\"", "{\"c\"", "edge_letters: expected one capital letter, found 'c'"},
      {"{\"C\"", "{\"CC\"", "edge_letters: expected one capital letter, found 'CC'"},
      {"\"city\"", "\"town\"", "edge_letters: C: expected city, road"},
      {"\"city\"", "8", "edge_letters: C: expected city, road"},
      {"\"city\"", "\"space\"", "belongs to the other game"},
      {"\"tiles\"", "\"tile\"", "tiles: expected a list of 1 to 255 tiles"},
      {"\"id\": \"D\"", "\"id\": \"D-1\"", "tile number 1: id: expected 1 to 15 letters"},
      {"\"id\": \"D\"", "\"id\": \"D234567890123456\"", "tile number 1: id: expected 1 to 15 letters"},
      {"\"id\": \"D\"", "\"name\": \"D\"", "tile number 1: id: expected a string"},
      {"\"id\": \"B\"", "\"id\": \"D\"", "tile D: the id is used twice"},
      {"\"count\": 4", "\"count\": 0", "tile D: count: expected a whole number from 1 to 255"},
      {"\"count\": 4", "\"count\": 256", "tile D: count: expected a whole number from 1 to 255"},
      {"\"count\": 4", "\"count\": 4.0", "tile D: count: expected a whole number from 1 to 255"},
      {"\"count\": 4, ", "", "tile D: count: expected a whole number from 1 to 255"},
      {"\"count\": 4", "\"count\": 99999999999999999999", "not JSON: "},
      {"\"count\": 4", "\"number\": 4, \"count\": 4", "tile D: the key 'number' does not belong here"},
      {"\"CRFR\"", "\"CRF\"", "tile D: edges: expected four letters, found 'CRF'"},
      {"\"CRFR\"", "\"CRFX\"", "tile D: edges: expected letters out of edge_letters, found 'CRFX'"},
      {"\"CRFR\"", "\"crfr\"", "tile D: edges: expected letters out of edge_letters, found 'crfr'"},
      {"\"start\": true", "\"start\": 1", "tile D: start: expected true or false"},
      {"\"start\": true", "\"start\": true, \"role\": \"sea\"", "tile D: role: expected spring, river or lake"},
      {"\"start\": true", "\"arrow\": \"N\"", "tile D: arrow: expected an object with edge and action"},
      {"\"start\": true", "\"arrow\": {\"action\": \"reinforce\"}", "tile D: arrow: edge"},
      {"\"start\": true", "\"arrow\": {\"edge\": \"X\", \"action\": \"reinforce\"}",
       "arrow: edge: expected N, E, S or W"},
      {"\"start\": true", "\"arrow\": {\"edge\": \"N\", \"action\": \"fly\"}",
       "arrow: action: expected reinforce, extra-turn or elsewhere"},
      {"\"start\": true", "\"start\": true, \"arrow\": {\"edge\": \"N\", \"action\": \"elsewhere\"}",
       "only a classic land tile that is not the start tile has an arrow"},
      {"\"features\": [{\"type\": \"city\", ", "\"features\": [7, {\"type\": \"city\", ",
       "tile D: feature 1: expected an object"},
      {"\"features\": [{\"type\": \"m", "\"features\": 7, \"start\": [{\"type\": \"m", "tile B: "},
      {"\"type\": \"city\"", "\"type\": \"route\"", "tile D: feature 1: type: expected road, city, monastery"},
      {"\"type\": \"city\", ", "", "tile D: feature 1: type: expected a string"},
      {"\"edges\": \"EW\"", "\"edges\": \"EE\"", "tile D: feature 2: edges: expected letters out of NESW, each once"},
      {"\"edges\": \"EW\"", "\"edges\": \"EX\"", "tile D: feature 2: edges: expected letters out of NESW, each once"},
      {"\"edges\": \"EW\"", "\"halves\": \"EL\"", "tile D: feature 2: the key 'halves' does not belong here"},
      {"\"edges\": \"EW\"", "\"edges\": \"EW\", \"end\": \"village\"", "end: is for roads and routes with one edge"},
      {"\"edges\": \"EW\"", "\"edges\": \"EW\", \"arms\": 1", "the key 'arms' does not belong here"},
      {"\"edges\": \"N\"", "\"edges\": \"N\", \"arms\": 256", "arms: expected a whole number from 0 to 255"},
      {"\"edges\": \"N\"", "\"edges\": \"N\", \"arms\": -1", "arms: expected a whole number from 0 to 255"},
      {"\"edges\": \"N\"", "\"edges\": \"N\", \"symbols\": []", "the key 'symbols' does not belong here"},
      {"\"EL WR\"", "\"EL EL\"", "tile D: feature 3: halves: expected words out of NL NR"},
      {"\"EL WR\"", "\"E W\"", "tile D: feature 3: halves: expected words out of NL NR"},
      {"\"halves\": \"EL WR\", ", "", "tile D: feature 3: halves: expected a string"},
      {"[0]", "0", "tile D: feature 3: cities: expected a list"},
      {"[0]", "[0, 0]", "tile D: feature 3: cities: expected indices of cities of this tile"},
      {"[0]", "[6]", "tile D: feature 3: cities: expected indices of cities of this tile"},
      {"[0]", "[\"0\"]", "tile D: feature 3: cities: expected indices of cities of this tile"}};
  check_wrong(classic_set, wrongs, sizeof wrongs / sizeof *wrongs);
}

TEST(test_wrong_star_wars) {
  static const struct wrong_set wrongs[] = {
      {"\"trading route\"", "\"road\"", "'road' belongs to the other game"},
      {"\"type\": \"route\"", "\"type\": \"road\"", "type: expected route, asteroids or planet, found 'road'"},
      {"[\"rebels\"]", "[\"jedi\"]", "symbols: expected a list out of rebels, empire and hunters"},
      {"[\"rebels\"]", "[1]", "symbols: expected a list out of rebels, empire and hunters"},
      {"[\"rebels\"]", "\"rebels\"", "symbols: expected a list"},
      {"\"end\": \"planet\"", "\"end\": \"pub\"", "end: expected intersection, village, planet"},
      {"\"end\": \"planet\"", "\"end\": 1", "end: expected a string"},
      {"\"name\": \"Hoth\"", "\"edges\": \"N\"", "the key 'edges' does not belong here"},
      {"\"edges\": \"EW\"", "\"edges\": \"E\"", "tile ST: no feature has edge W"},
      {"\"edges\": \"EW\"", "\"edges\": \"ESW\"", "tile ST: "},
      {"\"edges\": \"N\"", "\"edges\": \"\"", "tile ST: "}};
  check_wrong(star_wars_set, wrongs, sizeof wrongs / sizeof *wrongs);
}

/* The rules of validity, which the engine checks: each names the tile and what is wrong with it. */
TEST(test_invalid) {
  static const struct wrong_set wrongs[] = {
      {"\"edges\": \"EW\"", "\"edges\": \"E\"", "tile D: no feature has edge W"},
      {"\"edges\": \"EW\"", "\"edges\": \"ESW\"", "tile D: a feature does not suit edge S"},
      {"\"edges\": \"EW\"", "\"edges\": \"\"", "tile D: a road, route, city or asteroid field has at least one edge"},
      {"\"edges\": \"EW\"", "\"edges\": \"EN\"", "tile D: "},
      {"{\"type\": \"city\", \"edges\": \"N\"}",
       "{\"type\": \"city\", \"edges\": \"N\"}, {\"type\": \"city\", \"edges\": \"N\"}", "tile D: "},
      {"{\"type\": \"city\", \"edges\": \"N\"}",
       "{\"type\": \"city\", \"edges\": \"N\"}, {\"type\": \"city\", \"edges\": \"\"}",
       "tile D: a road, route, city or asteroid field has at least one edge"},
      {"\"EL WR\"", "\"EL\"", "tile D: no field has half-edge WR"},
      {"\"EL WR\"", "\"EL ER WR\"", "tile D: two fields have half-edge ER"},
      {"\"EL WR\"", "\"EL WR NL\"", "tile D: a field has a city's half-edge NL"},
      {"\"EL WR\"", "\"\"", "tile D: no field has half-edge EL"},
      {"[0]", "[1]", "tile D: a field touches a city that the tile does not have"},
      {"{\"type\": \"monastery\"}", "{\"type\": \"monastery\"}, {\"type\": \"monastery\"}",
       "tile B: more than one planet, monastery or garden"},
      {"{\"type\": \"monastery\"}", "{\"type\": \"garden\"}, {\"type\": \"garden\"}",
       "tile B: more than one planet, monastery or garden"},
      {"\"FFFF\"", "\"WFFF\"", "tile B: water on a tile without a role"},
      {"\"FFFF\"", "\"FFFF\", \"role\": \"lake\"", "tile B: a lake has water on one edge"},
      {"\"FFFF\"", "\"WFFF\", \"role\": \"river\"", "tile B: a river tile has water on two edges"},
      {"\"count\": 2, \"edges\": \"FFFF\"", "\"count\": 1, \"edges\": \"WFFF\", \"role\": \"lake\"",
       "a river needs a spring and a lake"},
      {"\"count\": 2, \"edges\": \"FFFF\"", "\"count\": 3, \"edges\": \"FWFW\", \"role\": \"spring\"",
       "a river needs a spring and a lake"},
      {"\"start\": true, ", "", "no start tile"},
      {"\"FFFF\"", "\"FFFF\", \"start\": true", "more than one start tile"},
      {"\"count\": 4", "\"count\": 254", "more than 255 tiles"},
      {"\"edges\": \"N\"", "\"edges\": \"N\", \"arms\": 64", "more than 255 coats of arms"}};
  check_wrong(classic_set, wrongs, sizeof wrongs / sizeof *wrongs);
}

static void add_repeated(struct text *text, const char *part, int count) {
  for (int i = 0; i < count; i++) text_print(text, "%s%s", i > 0 ? ", " : "", part);
}

static void check_limit(const char *json, const char *part, const char *before, const char *repeated, int count,
                        const char *message) {
  struct text instead = {0};
  text_add_string(&instead, before);
  add_repeated(&instead, repeated, count);
  struct wrong_set wrong = {part, instead.bytes, message};
  check_wrong(json, &wrong, 1);
  text_free(&instead);
}

TEST(test_limits) {
  check_limit(star_wars_set, "\"rebels\"", "", "\"rebels\"", 256, "symbols: more than 255 of rebels");
  check_limit(star_wars_set, "\"rebels\"", "", "\"rebels\"", 128, "more than 255 symbols of a faction");
  check_limit(classic_set, "{\"type\": \"monastery\"}", "", "{\"type\": \"road\", \"edges\": \"N\"}", 7,
              "tile B: more than 6 features of a type");
  check_limit(classic_set, "{\"type\": \"monastery\"}", "", "{\"type\": \"road\", \"edges\": \"N\"}", 12,
              "tile B: features: expected at most 12");
  check_limit(classic_set, "{\"id\": \"B\"", "{}, ", "{\"id\": \"B\"", 1, "tile number 2: id: expected a string");
}

/* 255 tiles of 12 features each are more than the limit of all features together. */
TEST(test_too_many_features) {
  static const char tile[] =
      "\"edges\": \"RRRR\", \"features\": [{\"type\": \"road\", \"edges\": \"N\"}, {\"type\": \"road\", \"edges\": "
      "\"E\"}, {\"type\": \"road\", \"edges\": \"S\"}, {\"type\": \"road\", \"edges\": \"W\"}, {\"type\": \"field\", "
      "\"halves\": \"NL WR\"}, {\"type\": \"field\", \"halves\": \"NR EL\"}, {\"type\": \"field\", \"halves\": \"ER "
      "SL\"}, {\"type\": \"field\", \"halves\": \"SR WL\"}, {\"type\": \"monastery\"}]}";
  struct text instead = {0};
  struct fault fault = {0};
  text_print(&instead, "{\"id\": \"X\", \"count\": 249, %s, {\"id\": \"B\"", tile);
  struct wrong_set wrong = {"{\"id\": \"B\"", instead.bytes, "more than 2040 features on all tiles together"};
  check_wrong(classic_set, &wrong, 1);
  text_free(&instead);
  assert_null(tile_set_read_json("", 0, &fault));
  assert_null(tile_set_read_json("{\0}", 3, &fault));
}

TEST(test_json_line) {
  struct fault fault;
  assert_null(tile_set_read_json("{\n\n  nonsense }", 15, &fault));
  assert_int_equal(fault.line, 3);
}

TEST(test_built_in_files) {
  for (int i = 0; tess_builtin_name(i) != NULL; i++) {
    const char *name = tess_builtin_name(i);
    char path[512];
    struct fault fault = {0};
    snprintf(path, sizeof path, "%s/data/tiles/%s.json", TESSERA_SOURCE_DIR, name);
    struct tile_set *loaded = tile_set_load(path, &fault);
    struct tile_set *built_in = tile_set_builtin(name);
    assert_string_equal(fault.text, "");
    assert_string_equal(loaded->id, name);
    assert_int_equal(loaded->count, built_in->count);
    assert_int_equal(loaded->joins_only, strncmp(name, "river", 5) == 0 || strcmp(name, "arrows-20") == 0);
    assert_memory_equal(loaded->tiles, built_in->tiles, loaded->count * sizeof *loaded->tiles);
    assert_true(tess_set_hash(loaded->set) == tess_set_hash(built_in->set));
    tile_set_free(loaded), tile_set_free(built_in);
  }
  assert_null(tile_set_builtin("chess"));
}

TEST(test_load_faults) {
  struct fault fault;
  assert_null(tile_set_load("no/such/file.json", &fault));
  assert_string_equal(fault.text, "no/such/file.json: cannot be opened: No such file or directory");
  assert_null(tile_set_load("no\x1e\xff.json", &fault));
  assert_string_equal(fault.text, "'no\\x1e\\xff.json': cannot be opened: No such file or directory");
  assert_null(tile_set_load(TESSERA_SOURCE_DIR, &fault));
  assert_non_null(strstr(fault.text, ": cannot be "));
}

static struct tile_set *read_set(const char *json) {
  struct fault fault;
  struct tile_set *set = tile_set_read_json(json, strlen(json), &fault);
  assert_non_null(set);
  return set;
}

static const tess_tile_def too_many_tiles[256];

TEST(test_join) {
  struct fault fault;
  struct tile_set *river = tile_set_builtin("river");
  struct tile_set *mine = read_set(classic_set);
  struct tile_set *joined = tile_set_join(mine, river, &fault);
  assert_string_equal(joined->id, "mine+river");
  assert_int_equal(joined->count, 13);
  assert_int_equal(tess_set_river(joined->set), TESS_RIVER_1);
  assert_null(tile_set_join(joined, river, &fault));
  struct tile_set *arrows = tile_set_builtin("arrows-20"); /* nothing to lay a game of land with */
  assert_null(tile_set_join(river, arrows, &fault));
  assert_string_equal(fault.text, "the river and tiles with arrows, but no land besides");
  tile_set_free(arrows);
  tile_set_free(joined), tile_set_free(mine);
  mine = read_set(star_wars_set);
  assert_null(tile_set_join(mine, river, &fault));
  snprintf(mine->id, sizeof mine->id, "a234567890123456789012345678901");
  assert_null(tile_set_join(mine, mine, &fault));
  assert_non_null(strstr(fault.text, "is too long"));
  assert_null(tile_set_new("many", too_many_tiles, 256, &fault));
  assert_string_equal(fault.text, "more than 255 kinds of tiles");
  tile_set_free(mine), tile_set_free(river), tile_set_free(NULL);
}

TEST(test_library) {
  struct fault fault;
  struct text word = {0};
  struct set_library *library = set_library_open();
  const struct tile_set *classic = set_library_find(library, span_of("classic"));
  assert_null(set_library_loaded(library));
  assert_null(set_library_find(library, span_of("river")));
  assert_string_equal(set_library_built_in(library, 0)->id, "star-wars");
  assert_ptr_equal(set_library_built_in(library, 1), classic);
  const struct tile_set *one = set_library_built_in(library, 2), *twenty = set_library_built_in(library, 3);
  assert_string_equal(one->id, "classic+river");
  assert_string_equal(twenty->id, "classic+river-20");
  assert_string_equal(set_library_built_in(library, 6)->id, "classic+river-20+arrows-20");
  assert_null(set_library_built_in(library, 7));
  assert_ptr_equal(set_library_joined(library, classic, TESS_RIVER_NONE, false), classic);
  assert_ptr_equal(set_library_joined(library, classic, TESS_RIVER_1, false), one);
  assert_ptr_equal(set_library_joined(library, classic, TESS_RIVER_20, false), twenty);
  assert_ptr_equal(set_library_joined(library, twenty, TESS_RIVER_20, false), twenty);
  assert_null(set_library_joined(library, twenty, TESS_RIVER_1, false));
  assert_null(set_library_joined(library, one, TESS_RIVER_20, false));
  assert_null(set_library_joined(library, set_library_find(library, span_of("star-wars")), TESS_RIVER_1, false));
  set_library_put(library, read_set(star_wars_set));
  assert_null(set_library_joined(library, set_library_loaded(library), TESS_RIVER_1, false));
  set_library_put(library, read_set(classic_set));
  const struct tile_set *mine = set_library_find(library, span_of("mine"));
  assert_ptr_equal(mine, set_library_loaded(library));
  const struct tile_set *joined = set_library_joined(library, mine, TESS_RIVER_1, false);
  assert_ptr_equal(joined, set_library_find(library, span_of("mine+river")));
  assert_ptr_equal(joined, set_library_joined(library, joined, TESS_RIVER_1, false));
  assert_ptr_equal(set_library_find(library, span_of("mine+river-20")),
                   set_library_joined(library, mine, TESS_RIVER_20, false));
  text_print(&word, "mine:");
  text_add_hash(&word, tess_set_hash(mine->set));
  assert_ptr_equal(set_library_read(library, play_span(&word), &fault), mine);
  text_free(&word);
  set_library_close(library);
}

/* What cannot be played alone is refused, and leaves the library as it was. */
TEST(test_library_load) {
  struct fault fault;
  struct set_library *library = set_library_open();
  assert_true(set_library_load(library, TESSERA_SOURCE_DIR "/data/tiles/classic.json", tile_set_load, &fault));
  const struct tile_set *before = set_library_loaded(library);
  static const char *const names[] = {"river", TESSERA_SOURCE_DIR "/data/tiles/river.json", "/nowhere/set.json"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    assert_false(set_library_load(library, names[i], tile_set_load, &fault));
    assert_int_equal(fault.error, TESS_ERROR_BAD_SET);
    assert_non_null(strstr(fault.text, i < 2 ? "river tiles only, and no land to play on"
                                             : "/nowhere/set.json: cannot be opened: "));
    assert_ptr_equal(set_library_loaded(library), before);
  }
  assert_true(set_library_load(library, "star-wars", NULL, &fault));
  assert_string_equal(set_library_loaded(library)->id, "star-wars");
  set_library_close(library);
}

/* A loaded set with the id of a built-in one does not hide it from records that name its hash. */
TEST(test_same_id) {
  struct fault fault;
  struct text json = {0}, word = {0};
  struct set_library *library = set_library_open();
  uint64_t hash = tess_set_hash(set_library_find(library, span_of("classic"))->set);
  replace(classic_set, &(struct wrong_set){"\"mine\"", "\"classic\"", ""}, &json);
  set_library_put(library, read_set(json.bytes));
  assert_ptr_equal(set_library_find(library, span_of("classic")), set_library_loaded(library));
  text_print(&word, "classic:");
  text_add_hash(&word, hash);
  const struct tile_set *found = set_library_read(library, play_span(&word), &fault);
  assert_true(found != set_library_loaded(library) && tess_set_hash(found->set) == hash);
  text_free(&json), text_free(&word);
  set_library_close(library);
}

RUN_TESTS(NULL, NULL)
