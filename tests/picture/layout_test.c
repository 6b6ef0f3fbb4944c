/* Where features, meeples and symbols lie on a tile. */
#include "picture/layout.h"

#include "picture/collected.h"

/* A tile with its edges N E S W and its features. */
#define TILE(id, n, e, s, w, ...)                                                                                      \
  {                                                                                                                    \
    id, {n, e, s, w}, 1, 0, 0, sizeof((tess_feature_def[]){__VA_ARGS__}) / sizeof(tess_feature_def), {__VA_ARGS__}, 0, \
        0                                                                                                              \
  }

/* Tiles as users may make them: crossings, bridges, several cities, a planet beside a route, everything at once. */
static const tess_tile_def odd[] = {
    TILE("CROSS", 1, 1, 1, 1, {.type = TESS_TYPE_ROUTE, .edges = 5}, {.type = TESS_TYPE_ROUTE, .edges = 10}),
    TILE("CURVES", 1, 1, 1, 1, {.type = TESS_TYPE_ROUTE, .edges = 3}, {.type = TESS_TYPE_ROUTE, .edges = 12}),
    TILE("BRIDGE", 2, 1, 2, 1, {.type = TESS_TYPE_ASTEROIDS, .edges = 5}, {.type = TESS_TYPE_ROUTE, .edges = 10}),
    TILE("ORBIT", 0, 1, 0, 1, {.type = TESS_TYPE_PLANET}, {.type = TESS_TYPE_ROUTE, .edges = 10}),
    TILE("CAPS", 2, 2, 2, 2, {.type = TESS_TYPE_ASTEROIDS, .edges = 1}, {.type = TESS_TYPE_ASTEROIDS, .edges = 2},
         {.type = TESS_TYPE_ASTEROIDS, .edges = 4}, {.type = TESS_TYPE_ASTEROIDS, .edges = 8}),
    TILE("FORK", 0, 1, 1, 1, {.type = TESS_TYPE_ROAD, .edges = 14}, {.type = TESS_TYPE_MONASTERY},
         {.type = TESS_TYPE_FIELD, .halves = 0x87}, {.type = TESS_TYPE_FIELD, .halves = 0x18},
         {.type = TESS_TYPE_FIELD, .halves = 0x60}),
    TILE("FORKS", 1, 1, 1, 1, {.type = TESS_TYPE_ROUTE, .edges = 15}, {.type = TESS_TYPE_PLANET}),
    TILE("INNER", 2, 2, 2, 2, {.type = TESS_TYPE_CITY, .edges = 3}, {.type = TESS_TYPE_CITY, .edges = 12},
         {.type = TESS_TYPE_FIELD, .cities = 3}, {.type = TESS_TYPE_FIELD, .cities = 1}),
    TILE("YARD", 2, 2, 2, 2, {.type = TESS_TYPE_CITY, .edges = 1}, {.type = TESS_TYPE_CITY, .edges = 2},
         {.type = TESS_TYPE_CITY, .edges = 4}, {.type = TESS_TYPE_CITY, .edges = 8},
         {.type = TESS_TYPE_FIELD, .cities = 15}),
    TILE("TOWN", 2, 2, 2, 2, {.type = TESS_TYPE_CITY, .edges = 15}, {.type = TESS_TYPE_FIELD}),
    TILE("MEADOW", 0, 0, 0, 0, {.type = TESS_TYPE_FIELD}, {.type = TESS_TYPE_MONASTERY},
         {.type = TESS_TYPE_FIELD, .halves = 0xFF}),
    TILE("FULL", 1, 1, 2, 2, {.type = TESS_TYPE_MONASTERY}, {.type = TESS_TYPE_GARDEN},
         {.type = TESS_TYPE_ROAD, .edges = 1, .end = TESS_END_CENTER},
         {.type = TESS_TYPE_ROAD, .edges = 2, .end = TESS_END_CITY}, {.type = TESS_TYPE_CITY, .edges = 12, .arms = 2},
         {.type = TESS_TYPE_FIELD, .halves = 0x81}, {.type = TESS_TYPE_FIELD, .halves = 0x0E}),
};
enum { ODD = sizeof odd / sizeof *odd };

static void for_each_tile(void (*check)(const struct tile_layout *layout)) {
  struct tile_layout layout;
  for (int s = 0; tess_builtin_name(s) != NULL; s++) {
    size_t count = 0;
    const tess_tile_def *tiles = tess_builtin_tiles(tess_builtin_name(s), &count);
    for (size_t i = 0; i < count; i++) {
      layout_build(&layout, &tiles[i]);
      check(&layout);
    }
  }
  for (int i = 0; i < ODD; i++) {
    layout_build(&layout, &odd[i]);
    check(&layout);
  }
}

static void check_inside(const struct tile_layout *layout) {
  for (int i = 0; i < layout->tile->feature_count; i++)
    for (int rotation = 0; rotation < 4; rotation++) {
      struct shape_point spot = layout_anchor(layout, i, rotation);
      assert_in_range(spot.x, 40, 960);
      assert_in_range(spot.y, 40, 960);
    }
}

TEST(test_spots_are_on_the_tile) { for_each_tile(check_inside); }

/* A small meeple is 277 wide, and may cover a little of another's arms; on tiles of people's own that are crammed full
 * they may touch. */
static void check_apart(const struct tile_layout *layout) {
  bool crammed = layout->tile == &odd[ODD - 1];
  for (int i = 0; i < layout->tile->feature_count; i++)
    for (int k = 0; k < i; k++)
      for (int rotation = 0; rotation < 4; rotation++) {
        int distance = shape_distance(layout_anchor(layout, i, rotation), layout_anchor(layout, k, rotation));
        if (distance < (crammed ? 100 : 170))
          fail_msg("%s: features %d and %d are %d apart", layout->tile->id, k, i, distance);
      }
}

TEST(test_spots_are_apart) { for_each_tile(check_apart); }

static void check_on_feature(const struct tile_layout *layout) {
  for (int i = 0; i < layout->tile->feature_count; i++) {
    const tess_feature_def *f = &layout->tile->features[i];
    if (layout_is_way(f->type)) assert_true(shape_line_distance(&layout->ways[i].line, layout->anchors[i]) < 3);
    if (layout_is_region(f->type) || f->type == TESS_TYPE_FIELD)
      assert_int_equal(map_at(&layout->map, layout->anchors[i]), i);
    if (layout_is_center(f->type)) assert_true(shape_distance(layout->anchors[i], layout->center) == 0);
    if (f->type == TESS_TYPE_GARDEN) assert_true(shape_distance(layout->anchors[i], layout->garden) == 0);
  }
}

TEST(test_spots_are_on_their_features) { for_each_tile(check_on_feature); }

/* Roads begin in the middle of their edge, perpendicular to it, so that neighbours join. */
static void check_ends(const struct tile_layout *layout) {
  for (int i = 0; i < layout->tile->feature_count; i++) {
    const struct shape_curve *curve = &layout->ways[i].curve;
    for (int edge = 0; edge < 4 && curve->parts > 0; edge++) {
      if (!(layout->tile->features[i].edges >> edge & 1)) continue;
      const int last = 3 * curve->parts;
      int at = 0;
      while (at < last && shape_distance(curve->at[at], shape_middle(edge)) > 0) at += 3;
      const struct shape_point end = curve->at[at], next = curve->at[at < last ? at + 1 : last - 1];
      assert_int_equal(shape_distance(end, shape_middle(edge)), 0);
      assert_true(edge % 2 == 0 ? next.x == end.x : next.y == end.y);
    }
  }
}

/* A field that reaches no edge has room for a farmer, apart from the edges of the tile. */
static void check_inner(const struct tile_layout *layout) {
  for (int i = 0; i < layout->tile->feature_count; i++) {
    if (layout->tile->features[i].type != TESS_TYPE_FIELD || layout->tile->features[i].halves != 0) continue;
    int squares = 0;
    for (int row = 0; row < MAP_SIDE; row++)
      for (int column = 0; column < MAP_SIDE; column++) squares += layout->map.owner[row][column] == i;
    if (squares < 60) fail_msg("%s: field %d has %d squares", layout->tile->id, i, squares);
  }
}

TEST(test_inner_fields_have_room) { for_each_tile(check_inner); }

TEST(test_roads_meet_their_edges) { for_each_tile(check_ends); }

static void check_goals(const struct tile_layout *layout) {
  for (int i = 0; i < layout->tile->feature_count; i++) {
    const tess_feature_def *f = &layout->tile->features[i];
    if (layout->ways[i].curve.parts != 1 || f->end == TESS_END_NONE) continue;
    struct shape_point end = layout->ways[i].curve.at[3];
    if (f->end == TESS_END_CITY)
      assert_true(layout_gate(layout, i) > 0);
    else
      assert_int_equal(shape_distance(end, f->end == TESS_END_CENTER ? layout->center : layout->hub), 0);
  }
}

TEST(test_roads_reach_what_they_end_at) { for_each_tile(check_goals); }

static void check_badges(const struct tile_layout *layout) {
  int count = 0;
  for (int i = 0; i < layout->tile->feature_count; i++) {
    const tess_feature_def *f = &layout->tile->features[i];
    count += f->arms + f->symbols[0] + f->symbols[1] + f->symbols[2];
  }
  assert_int_equal(layout->badge_count, count);
  for (int i = 0; i < count; i++) {
    const struct shape_point at = layout->badges[i].at;
    if (at.x < 140 || at.y < 140 || at.x > SHAPE_TILE - 140 || at.y > SHAPE_TILE - 140)
      fail_msg("%s: a symbol at %d,%d is cut off by the tile beside it", layout->tile->id, at.x, at.y);
    for (int k = 0; k < layout->tile->feature_count; k++) {
      int distance = shape_distance(layout->badges[i].at, layout->anchors[k]);
      if (distance < 150) fail_msg("%s: a symbol is %d from feature %d", layout->tile->id, distance, k);
    }
  }
}

TEST(test_symbols_are_apart_from_meeples_and_edges) { for_each_tile(check_badges); }

/* More symbols than can be drawn are left out; nothing else changes. */
TEST(test_too_many_symbols) {
  tess_tile_def tile = {
      "MANY", {0, 1, 0, 1}, 1, 0, 0, 1, {{.type = TESS_TYPE_ROUTE, .edges = 10, .symbols = {255, 255, 255}}}, 0, 0};
  struct tile_layout layout;
  layout_build(&layout, &tile);
  assert_int_equal(layout.badge_count, LAYOUT_MAX_BADGES);
}

RUN_TESTS(NULL, NULL)
