/* Tile sets: what makes one valid (docs/lookup/notation.md, section 1), its hash, and rotations that look the same
 * (SW-2.3).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fixture.h"
#include "rules/random_game.h"

enum { MAX_KINDS = 260 };

static tess_error build(const tess_tile_def *tiles, size_t count, tess_set_fault *fault) {
  tess_set *set = malloc(tess_set_size());
  assert_non_null(set);
  *fault = (tess_set_fault){.tile = -2};
  const tess_error error = tess_set_build(set, tiles, count, fault);
  free(set);
  return error;
}

static void expect_fault(const tess_tile_def *tiles, size_t count, int tile, const char *text) {
  tess_set_fault fault;
  assert_int_equal(build(tiles, count, &fault), TESS_ERROR_BAD_SET);
  assert_string_equal(fault.text, text);
  assert_int_equal(fault.tile, tile);
}

static size_t read_lines(const char *const lines[], tess_tile_def *tiles) {
  size_t count = 0;
  for (; lines[count] != NULL; count++) tiles[count] = fixture_tile(lines[count]);
  return count;
}

static void refuse_lines(const char *const lines[], int tile, const char *text) {
  tess_tile_def tiles[8];
  expect_fault(tiles, read_lines(lines, tiles), tile, text);
}

#define REFUSE(tile, text, ...) refuse_lines((const char *const[]){__VA_ARGS__, NULL}, tile, text)

TEST(good_sets_are_built) {
  for (int i = 0; tess_builtin_name(i) != NULL; i++) {
    size_t count;
    tess_set_fault fault;
    const tess_tile_def *tiles = tess_builtin_tiles(tess_builtin_name(i), &count);
    assert_int_equal(build(tiles, count, &fault), TESS_ERROR_NONE);
  }
}

TEST(edges_belong_to_one_feature_of_their_kind) {
  REFUSE(1, "no feature has edge N", "S 1 SSSS start planet", "B 1 RSSS");
  REFUSE(1, "no feature has edge W", "S 1 SSSS start planet", "B 1 SSSA");
  REFUSE(1, "two features have edge E", "S 1 SSSS start planet", "B 1 SRSS route:E route:E");
  REFUSE(1, "a feature does not suit edge S", "S 1 SSSS start planet", "B 1 SSSS route:S");
  REFUSE(1, "a feature does not suit edge N", "S 1 SSSS start planet", "B 1 RSSS asteroids:N");
  REFUSE(0, "a feature does not suit edge N", "S 1 CFFF start road:N field:*");
  REFUSE(0, "a feature does not suit edge N", "S 1 RFFF start city:N field:*");
}

TEST(routes_roads_and_areas_have_edges) {
  REFUSE(0, "a road, route, city or asteroid field has at least one edge", "S 1 SSSS start route");
  REFUSE(0, "a road, route, city or asteroid field has at least one edge", "S 1 SSSS start asteroids");
  REFUSE(0, "a road, route, city or asteroid field has at least one edge", "S 1 FFFF start city field:*");
  REFUSE(0, "only roads, routes, cities and asteroid fields have edges", "S 1 RSSS start planet:N");
}

TEST(fields_have_every_half_that_is_no_citys) {
  REFUSE(0, "no field has half-edge NL", "S 1 FFFF start field:NR.EL.ER.SL.SR.WL.WR");
  REFUSE(0, "no field has half-edge WR", "S 1 FFFF start field:NL.NR.EL.ER.SL.SR.WL");
  REFUSE(0, "two fields have half-edge SL", "S 1 FFFF start field:* field:SL");
  REFUSE(0, "a field has a city's half-edge NR", "S 1 CFFF start city:N field:NR.EL.ER.SL.SR.WL.WR");
  REFUSE(0, "a field touches a city that the tile does not have", "S 1 CFFF start city:N field:*/1");
  REFUSE(0, "no field has half-edge EL", "S 1 FWFF spring field:NL.NR.SL.SR.WL.WR", "L 1 FFFW lake field:*");
  REFUSE(0, "no field has half-edge NL", "S 1 FFFF start field");
  REFUSE(0, "a field touches a city that the tile does not have", "S 1 FFFF start field:* field/0");
  tess_tile_def tile = fixture_tile("S 1 FFFF start garden field:*");
  tile.features[0].halves = 1;
  expect_fault(&tile, 1, 0, "only fields have half-edges and cities");
  tile.features[0].halves = 0;
  tile.features[0].cities = 1;
  expect_fault(&tile, 1, 0, "only fields have half-edges and cities");
}

TEST(numbers_of_features_are_bounded) {
  REFUSE(0, "more than one planet, monastery or garden", "S 1 SSSS start planet planet");
  REFUSE(0, "more than one planet, monastery or garden", "S 1 FFFF start monastery monastery field:*");
  REFUSE(0, "more than one planet, monastery or garden", "S 1 FFFF start garden garden field:*");
  REFUSE(0, "more than 6 features of a type",
         "S 1 FFFF start field:NL field:NR field:EL field:ER field:SL field:SR field:WL.WR");
  tess_tile_def tile = fixture_tile("S 1 SSSS start planet");
  tile.feature_count = 13;
  expect_fault(&tile, 1, 0, "more than 12 features");
}

TEST(marks_are_where_they_can_be) {
  REFUSE(0, "only cities have coats of arms", "S 1 FFFF start monastery+1 field:*");
  REFUSE(0, "only Star Wars features have symbols", "S 1 CFFF start city:N+r field:*");
  REFUSE(1, "features of both games in one set", "S 1 SSSS start planet", "B 1 FFFF monastery");
  REFUSE(0, "features of both games in one set", "S 1 FFFF start monastery field:*", "B 1 SSSS planet");
  tess_tile_def tile = fixture_tile("S 1 SRSR start route:EW");
  tile.features[0].end = TESS_END_INTERSECTION;
  expect_fault(&tile, 1, 0, "only a road or route with one edge has an end");
  tile = fixture_tile("S 1 SSSS start planet");
  tile.features[0].end = TESS_END_CENTER;
  expect_fault(&tile, 1, 0, "only a road or route with one edge has an end");
}

TEST(numbers_out_of_range_are_refused) {
  const tess_tile_def good = fixture_tile("S 1 SSSS start planet");
  tess_tile_def tile = good;
  tile.features[0].type = TESS_TYPE_COUNT;
  expect_fault(&tile, 1, 0, "a feature has an unknown type");
  tile = good;
  tile.features[0].edges = 16;
  expect_fault(&tile, 1, 0, "a feature has an unknown edge");
  tile = good;
  tile.count = 0;
  expect_fault(&tile, 1, 0, "the count must be 1 to 255");
  tile = good;
  tile.role = 4;
  expect_fault(&tile, 1, 0, "the role is unknown");
  tile = good;
  tile.edges[2] = TESS_EDGE_WATER;
  expect_fault(&tile, 1, 0, "unknown edge S");
  tile = fixture_tile("S 1 FFFF start field:*");
  tile.edges[3] = 4;
  expect_fault(&tile, 1, 0, "unknown edge W");
}

TEST(ids_are_names_and_differ) {
  REFUSE(1, "the id is used twice: S", "S 1 SSSS start planet", "S 1 SSSS planet");
  static const char *const bad[] = {"", "a b", "a-b", "\xc3\xa4", "1234567890123456"};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    tess_tile_def tile = fixture_tile("S 1 SSSS start planet");
    memcpy(tile.id, bad[i], strlen(bad[i]) < TESS_ID_SIZE ? strlen(bad[i]) + 1 : TESS_ID_SIZE);
    expect_fault(&tile, 1, 0, "the id must be 1 to 15 letters, digits or _");
  }
  tess_set_fault fault;
  const tess_tile_def longest = fixture_tile("aZ09_6789012345 1 SSSS start planet");
  assert_int_equal(build(&longest, 1, &fault), TESS_ERROR_NONE);
}

TEST(water_belongs_to_the_river) {
  static const char *const lake = "L 1 FFFW lake field:*", *const spring = "V 1 FWFF spring field:*";
  REFUSE(0, "water on a tile without a role", "S 1 FFFW start field:*");
  REFUSE(1, "a river tile has water on two edges", lake, "R 1 FFFW river field:*");
  REFUSE(0, "a spring has water on one edge, or on E and W if there are two", "V 1 FFFF spring field:*", lake);
  REFUSE(0, "a spring has water on one edge, or on E and W if there are two", "V 1 WFWF spring field:*", lake);
  REFUSE(1, "a lake has water on one edge", spring, "L 1 FFFF lake field:*");
  REFUSE(1, "a lake has water on one edge", spring, "L 1 FWFW lake field:*");
  REFUSE(-1, "a river needs a spring and a lake", "S 1 FFFF start field:*", "V 1 FWFF spring field:*");
  REFUSE(-1, "a river needs a spring and a lake", "S 1 FFFF start field:*", "R 1 FWFW river field:*");
  tess_tile_def tiles[2] = {fixture_tile(spring), fixture_tile(lake)};
  tiles[1].start = 1;
  expect_fault(tiles, 2, 1, "a river tile cannot be the start tile");
}

/* CL-9.3: one tile of role spring means CL-8, two mean CL-9; a lake for each open end. */
TEST(cl_9_3_springs_and_lakes_suit_each_other) {
  static const char *const lake = "L 1 FFFW lake field:*", *const lakes = "L 2 FFFW lake field:*";
  static const char *const spring = "V 1 FWFF spring field:*", *const source = "V 2 FWFW spring field:*";
  REFUSE(1, "one spring needs one lake", spring, lakes);
  REFUSE(2, "one spring needs one lake", spring, lake, "M 1 FFFW lake field:*");
  REFUSE(1, "two springs need two lakes", source, lake);
  REFUSE(1, "two springs need two lakes", source, "L 3 FFFW lake field:*");
  REFUSE(0, "a single spring has water on one edge", "V 1 FWFW spring field:*", lake);
  REFUSE(0, "each of two springs has water on E and W", "V 2 FWFF spring field:*", lakes);
  REFUSE(1, "each of two springs has water on E and W", "V 1 FWFW spring field:*", "U 1 FFFW spring field:*", lakes);
  REFUSE(0, "there are more than two springs", "V 3 FWFW spring field:*", lakes);

  /* Halves and lakes may be of one kind or of two. */
  static const char *const of_two[] = {"U 1 FWFW spring field:*", "V 1 FWFW spring field:*", "L 1 FFFW lake field:*",
                                       "M 1 WFFF lake field:*", NULL};
  tess_tile_def tiles[8];
  tess_set_fault fault;
  assert_int_equal(build(tiles, read_lines(of_two, tiles), &fault), TESS_ERROR_NONE);
}

TEST(there_is_one_start_tile) {
  REFUSE(-1, "no start tile", "A 1 SSSS planet");
  REFUSE(-1, "more than one start tile", "A 1 SSSS start planet", "B 1 SSSS start planet");
  REFUSE(-1, "no tile has a feature", "A 1 SSSS start");
  expect_fault(NULL, 0, -1, "no tiles");
}

TEST(limits_hold_exactly) {
  static const char *const fields = "field:NL field:NR field:EL field:ER field:SL field:SR.WL.WR monastery garden";
  char line[160];
  tess_tile_def tiles[2];
  tess_set_fault fault;
  REFUSE(-1, "more than 255 tiles", "S 1 SSSS start planet", "B 255 SSSS planet");
  REFUSE(-1, "more than 255 symbols of a faction", "S 1 SSSS start planet", "B 32 SSSS planet+rrrrrrrr");
  REFUSE(-1, "more than 255 coats of arms", "S 1 FFFF start field:*", "B 32 CFFF city:N+8 field:*");
  snprintf(line, sizeof line, "S 255 FFFF start %s", fields); /* 255 tiles of 8 features are 2040 */
  tiles[0] = fixture_tile(line);
  assert_int_equal(build(tiles, 1, &fault), TESS_ERROR_NONE);
  tiles[0].edges[0] = TESS_EDGE_ROAD;
  tiles[0].features[8] = (tess_feature_def){.type = TESS_TYPE_ROAD, .edges = 1};
  tiles[0].feature_count = 9;
  expect_fault(tiles, 1, -1, "more than 2040 features on all tiles together");
  tiles[0] = fixture_tile("S 255 SSSS start planet+reh");
  assert_int_equal(build(tiles, 1, &fault), TESS_ERROR_NONE);
  tiles[0] = fixture_tile("S 255 CFFF start city:N+1 field:*");
  assert_int_equal(build(tiles, 1, &fault), TESS_ERROR_NONE);
}

TEST(at_most_255_kinds) {
  static tess_tile_def tiles[MAX_KINDS];
  tess_set_fault fault;
  for (int i = 0; i < MAX_KINDS; i++) {
    tiles[i] = fixture_tile("S 1 SSSS planet");
    snprintf(tiles[i].id, TESS_ID_SIZE, "T%d", i);
  }
  tiles[0].start = 1;
  assert_int_equal(build(tiles, 255, &fault), TESS_ERROR_NONE);
  expect_fault(tiles, 256, -1, "more than 255 kinds of tiles");
}

/* The values are those of tests/reference, which knows the page on notation and not this engine. */
TEST(known_hashes) {
  static const struct {
    const char *name;
    uint64_t hash;
  } known[] = {{"star-wars", 0x3efd4317984a6c37u}, {"classic", 0xa5e50807a01f8201u},
               {"river", 0x74363f9803f82371u},     {"classic+river", 0x8c3dd7b9e1dd4ea2u},
               {"river-20", 0x1913a4912ae5c092u},  {"classic+river-20", 0x268b9f1e82d5935du}};
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
    tess_set *set = random_game_set(known[i].name);
    assert_true(tess_set_hash(set) == known[i].hash);
    free(set);
  }
}

static uint64_t hash_of(const tess_tile_def *tile) {
  tess_set *set = malloc(tess_set_size());
  tess_set_fault fault;
  assert_non_null(set);
  assert_int_equal(tess_set_build(set, tile, 1, &fault), TESS_ERROR_NONE);
  const uint64_t hash = tess_set_hash(set);
  free(set);
  return hash;
}

TEST(the_hash_covers_what_play_depends_on) {
  const tess_tile_def good = fixture_tile("S 2 CFFR start city:N+1 road:W field:EL.ER.SL.SR.WL/0 field:WR");
  const uint64_t hash = hash_of(&good);
  tess_tile_def other = good;
#define DIFFERS(change) (other = good, change, assert_true(hash_of(&other) != hash))
  DIFFERS(other.id[0] = 'T');
  DIFFERS(other.count = 3);
  DIFFERS(other.features[0].arms = 2);
  DIFFERS(other.features[2].cities = 0);
  DIFFERS((other.features[2].halves ^= 1 << 7, other.features[3].halves ^= 1 << 7, other.features[2].halves ^= 1 << 6,
           other.features[3].halves ^= 1 << 6));
  DIFFERS((other.features[0] = good.features[1], other.features[1] = good.features[0]));
  other = good;
  other.features[1].end = TESS_END_VILLAGE; /* for drawings only */
  assert_true(hash_of(&other) == hash);
}

TEST(sw_2_3_rotations_that_look_the_same) {
  static const struct {
    const char *line;
    int smallest[4];
  } cases[] = {
      {"S 1 SSSS start planet", {0, 0, 0, 0}},
      {"S 1 SRSR start route:EW", {0, 1, 0, 1}},
      {"S 1 SSRR start route:SW", {0, 1, 2, 3}},
      {"S 1 RRRR start route:NS route:EW", {0, 0, 0, 0}},
      {"S 1 RRRR start route:NS+r route:EW", {0, 1, 0, 1}},
      {"S 1 RRRR start route:NE route:SW", {0, 1, 0, 1}},
      {"S 1 RRRR start route:NE+r route:SW+e", {0, 1, 2, 3}},
      {"S 1 RRRR start route:N route:E route:S route:W", {0, 0, 0, 0}},
      {"S 1 RRRR start route:N route:E route:S+h route:W", {0, 1, 2, 3}},
      {"S 1 AAAA start asteroids:NESW", {0, 0, 0, 0}},
      {"S 1 AAAA start asteroids:NS asteroids:EW", {0, 0, 0, 0}},
      {"S 1 CFCF start city:N city:S field:EL.ER.WL.WR/01", {0, 1, 0, 1}},
      {"S 1 CFCF start city:N+1 city:S field:EL.ER.WL.WR/01", {0, 1, 2, 3}},
      {"S 1 CFCF start city:S city:N field:EL.ER/0 field:WL.WR/1", {0, 1, 0, 1}},
      {"S 1 CFCF start city:S city:N field:EL.ER/0 field:WL.WR/0", {0, 1, 2, 3}},
      {"S 1 FFFF start field:NL.SL field:NR.EL.ER.SR.WL.WR", {0, 1, 0, 1}},
      {"S 1 FFFF start monastery field:*", {0, 0, 0, 0}},
      {"S 1 CCCC start city:N city:E city:S city:W field", {0, 0, 0, 0}},
      {"S 1 CCCC start city:N city:E city:S city:W field/0", {0, 1, 2, 3}},
      {"S 1 CCCC start city:N city:E city:S city:W field/0 field/2", {0, 1, 0, 1}},
      {"S 1 CCCC start city:N city:E city:S city:W field/0 field/0 field/2", {0, 1, 2, 3}},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    const tess_tile_def tile = fixture_tile(cases[i].line);
    tess_set *set = malloc(tess_set_size());
    tess_set_fault fault;
    assert_int_equal(tess_set_build(set, &tile, 1, &fault), TESS_ERROR_NONE);
    for (int rotation = 0; rotation < 4; rotation++)
      assert_int_equal(tess_set_rotation(set, 0, rotation), cases[i].smallest[rotation]);
    free(set);
  }
}

TEST(questions_about_a_set) {
  tess_set *set = random_game_set("classic+river"), *space = random_game_set("star-wars");
  assert_int_equal(tess_set_rules(set), TESS_RULES_CLASSIC);
  assert_int_equal(tess_set_rules(space), TESS_RULES_STAR_WARS);
  tess_set *source = random_game_set("classic+river-20");
  assert_int_equal(tess_set_river(set), TESS_RIVER_1);
  assert_int_equal(tess_set_river(source), TESS_RIVER_20);
  assert_int_equal(tess_set_river(space), TESS_RIVER_NONE);
  free(source);
  for (int kind = 0; kind < tess_set_kinds(set); kind++) {
    const char *id = tess_set_tile(set, kind)->id;
    assert_int_equal(tess_set_find(set, id, strlen(id)), kind);
  }
  assert_int_equal(tess_set_find(set, "E_GARDEN", 3), tess_set_find(set, "E_G", 3));
  assert_int_equal(tess_set_find(set, "none", 4), -1);
  assert_int_equal(tess_set_find(set, "", 0), -1);
  assert_int_equal(tess_set_find(set, "1234567890123456", 16), -1);
  static const char padded[TESS_ID_SIZE] = "B";
  assert_int_equal(tess_set_find(set, padded, TESS_ID_SIZE), -1);
  free(set);
  free(space);
}

RUN_TESTS(NULL, NULL)
