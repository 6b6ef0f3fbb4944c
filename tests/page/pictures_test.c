/* Tiles, maps, meeples and boards for the page: docs/lookup/page-module.md. */
#include "page/ask.h"

static const char *const themes[][2] = {{"space", "chart"}, {"meadow", "parchment"}};

/* Every id, and every reference to one, begins with the theme. */
static void check_ids(const char *svg, const char *theme) {
  static const char *const marks[] = {" id=\"", "href=\"#", "url(#"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    for (const char *at = strstr(svg, marks[i]); at != NULL; at = strstr(at + 1, marks[i])) {
      const char *id = at + strlen(marks[i]);
      if (strncmp(id, theme, strlen(theme)) != 0 || id[strlen(theme)] != '-') fail_msg("an id is %.30s", id);
    }
}

/* Whatever the markup refers to is defined in it or in the scene. */
static void check_references(const char *svg, const char *scene) {
  for (const char *at = strstr(svg, "href=\"#"); at != NULL; at = strstr(at + 1, "href=\"#")) {
    char definition[80];
    const char *id = at + strlen("href=\"#");
    snprintf(definition, sizeof definition, " id=\"%.*s\"", (int)(strchr(id, '"') - id), id);
    if (strstr(svg, definition) == NULL && strstr(scene, definition) == NULL) fail_msg("nothing has%s", definition);
  }
}

static void check_tile(const char *id, const char *theme, const char *scene) {
  for (int rotation = 0; rotation < 4; rotation++) {
    char line[80];
    snprintf(line, sizeof line, "tile %s r%d %s", id, rotation, theme);
    json_t *tile = ask_json(line);
    assert_int_equal(json_integer_value(json_object_get(tile, "size")), 1000);
    check_ids(string_of(tile, "svg"), theme);
    check_references(string_of(tile, "svg"), scene);
    json_decref(tile);
  }
}

TEST_WITH(test_tiles, open_page, close_page) {
  json_t *sets = ask_json("sets");
  for (size_t s = 0; s < json_array_size(sets); s++)
    for (int t = 0; t < 2; t++) {
      const char *theme = themes[s > 0][t];
      char line[40];
      size_t i;
      json_t *kind;
      snprintf(line, sizeof line, "scene %s", theme);
      json_t *scene = ask_json(line);
      check_ids(string_of(scene, "svg"), theme);
      json_array_foreach(json_object_get(json_array_get(sets, s), "kinds"), i, kind)
          check_tile(string_of(kind, "id"), theme, string_of(scene, "svg"));
      json_decref(scene);
    }
  json_decref(sets);
}

/* Drawn nine times, on nine cells side by side, a tile looks different each time, and its ids are others; that of one
 * draw on one cell is always the same. */
TEST_WITH(test_draws_differ, open_page, close_page) {
  static const char *const tiles[] = {"START", "D"};
  for (int t = 0; t < 2; t++) {
    json_t *pictures[9];
    char line[80], again[80];
    for (int i = 0; i < 9; i++) {
      snprintf(line, sizeof line, "tile %s r1 %s %d,%d d%d", tiles[t], themes[t][0], i % 3 - 1, i / 3 - 1, i);
      pictures[i] = ask_json(line);
      check_ids(string_of(pictures[i], "svg"), themes[t][0]);
      for (int k = 0; k < i; k++) {
        const char *above = strstr(string_of(pictures[i], "svg"), "scatter");
        assert_string_not_equal(above, strstr(string_of(pictures[k], "svg"), "scatter"));
      }
    }
    snprintf(again, sizeof again, "tile %s r1 %s -1,-1", tiles[t], themes[t][0]);
    json_t *same = ask_json(again);
    assert_string_equal(string_of(same, "svg"), string_of(pictures[0], "svg"));
    json_decref(same);
    for (int i = 0; i < 9; i++) json_decref(pictures[i]);
  }
  expect_error("tile START r0 space 1", "syntax");
  expect_error("tile START r0 space 1,0 2", "syntax");
  expect_error("tile START r0 space d999", "syntax");
  expect_error("tile START r0 space d0 1,0", "syntax");
}

/* A feature's path is made of closed lines on the tile, and its spot is on the tile too. */
static void check_feature(const json_t *feature) {
  const char *path = string_of(feature, "path");
  assert_int_equal(path[0], 'M');
  assert_int_equal(path[strlen(path) - 1], 'Z');
  assert_int_equal(strncmp(string_of(feature, "realm"), string_of(feature, "type"), strlen(string_of(feature, "type"))),
                   0);
  for (size_t i = 0; i < 2; i++) {
    const json_int_t at = json_integer_value(json_array_get(json_object_get(feature, "spot"), i));
    assert_in_range(at, 0, 1000);
  }
}

TEST_WITH(test_maps, open_page, close_page) {
  json_t *sets = ask_json("sets");
  for (size_t s = 0; s < json_array_size(sets); s++) {
    size_t i, k;
    json_t *kind, *feature;
    json_array_foreach(json_object_get(json_array_get(sets, s), "kinds"), i, kind) {
      char line[80];
      snprintf(line, sizeof line, "map %s r%d", string_of(kind, "id"), (int)i % 4);
      json_t *map = ask_json(line);
      json_array_foreach(json_object_get(map, "features"), k, feature) check_feature(feature);
      json_decref(map);
    }
  }
  json_decref(sets);
}

/* A road from east to west, turned: it has the name of its first edge as it lies. */
TEST_WITH(test_turned_map, open_page, close_page) {
  json_t *map = ask_json("map U r1"), *feature = json_array_get(json_object_get(map, "features"), 0);
  assert_string_equal(string_of(feature, "type"), "road");
  assert_string_equal(string_of(feature, "realm"), "road.N");
  json_decref(map);
}

TEST_WITH(test_meeples, open_page, close_page) {
  static const char *const pieces[] = {"small", "large", "meeple", "abbot"};
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    char line[80];
    snprintf(line, sizeof line, "meeple-shape %s blue", pieces[i]);
    json_t *shape = ask_json(line);
    assert_non_null(strstr(string_of(shape, "svg"), "<path"));
    assert_int_equal(json_integer_value(json_object_get(shape, "size")), 520);
    json_decref(shape);
  }
  expect_error("meeple-shape none red", "syntax");
  expect_error("meeple-shape small pink", "syntax");
  expect_error("meeple-shape small red space", "syntax");
  expect_error("meeple-shape small red route now", "syntax");
}

/* Merchants, explorers and conquerors, small and large, differ from each other and from one in the supply. */
TEST_WITH(test_figures_differ, open_page, close_page) {
  static const char *const words[] = {"small", "small route", "small asteroids", "small planet",
                                      "large", "large route", "large asteroids", "large planet"};
  enum { COUNT = sizeof words / sizeof *words };
  json_t *shapes[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    char line[80];
    const size_t piece = strcspn(words[i], " ");
    snprintf(line, sizeof line, "meeple-shape %.*s black%s", (int)piece, words[i], words[i] + piece);
    shapes[i] = ask_json(line);
    for (size_t k = 0; k < i; k++) assert_string_not_equal(string_of(shapes[i], "svg"), string_of(shapes[k], "svg"));
  }
  for (size_t i = 0; i < COUNT; i++) json_decref(shapes[i]);
}

TEST_WITH(test_pictures, open_page, close_page) {
  expect_error("picture space", "no-game");
  expect_ok("newgame");
  json_t *picture = ask_json("picture chart 40");
  const char *svg = string_of(picture, "svg");
  assert_int_equal(strncmp(svg, "<?xml", 5), 0);
  assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
  json_decref(picture);
  expect_error("picture meadow", "syntax");
  expect_error("picture chart 15", "syntax");
}

TEST_WITH(test_refusals, open_page, close_page) {
  expect_error("tile START r0 meadow", "bad-tile");
  expect_error("tile START r4 space", "syntax");
  expect_error("tile START r0 night", "syntax");
  expect_error("tile START r0 space now", "syntax");
  expect_error("map NOWHERE r0", "bad-tile");
  expect_error("map START", "syntax");
  expect_error("scene", "syntax");
}

RUN_TESTS(NULL, NULL)
