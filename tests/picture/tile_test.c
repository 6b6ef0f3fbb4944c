/* Single tiles and sheets of all built-in sets, in every theme. */
#include "picture/collected.h"
#include "picture/shape.h"

/* The rules that a set of these tiles is for. */
static tess_rules rules_of(const tess_tile_def *tiles, size_t count) {
  tess_set *set = malloc(tess_set_size());
  tess_set_fault fault;
  assert_int_equal(tess_set_build(set, tiles, count, &fault), TESS_ERROR_NONE);
  const tess_rules rules = tess_set_rules(set);
  free(set);
  return rules;
}

/* What a picture with such a feature shows, each once a feature: its sprite or a mark of its ground. */
static const char *mark_of(const tess_feature_def *f) {
  switch (f->type) {
  case TESS_TYPE_PLANET: return "<use href=\"#planet";
  case TESS_TYPE_MONASTERY: return "<use href=\"#monastery";
  case TESS_TYPE_GARDEN: return "rx=\"26\"";
  case TESS_TYPE_ASTEROIDS: return "opacity=\".42\"/>";
  case TESS_TYPE_CITY: return "stroke-dasharray=\"6 30\"";
  case TESS_TYPE_ROUTE: return "stroke-dasharray=\"55 28\"";
  case TESS_TYPE_ROAD: return "stroke-dasharray=\"30 34\"";
  default: return NULL;
  }
}

static int same_type(const tess_tile_def *tile, uint8_t type) {
  int count = 0;
  for (int i = 0; i < tile->feature_count; i++) count += tile->features[i].type == type;
  return count;
}

static void check_features(const struct collected *p, const tess_tile_def *tile) {
  for (int i = 0; i < tile->feature_count; i++) {
    const tess_feature_def *f = &tile->features[i];
    const char *mark = mark_of(f);
    if (!mark || (f->type == TESS_TYPE_CITY && f->edges == 15)) continue;
    if (collected_count(p, mark) < same_type(tile, f->type)) fail_msg("%s: no %s", tile->id, mark);
    assert_true(f->arms == 0 || collected_count(p, "<use href=\"#arms") >= f->arms);
    for (int k = 0; k < TESS_FACTION_COUNT; k++) {
      char faction[40];
      snprintf(faction, sizeof faction, "<use href=\"#faction%d\"", k);
      assert_true(collected_count(p, faction) >= f->symbols[k]);
    }
  }
}

static void check_tile(const tess_tile_def *tile, tess_rules rules, int rotation, const struct picture_theme *theme) {
  struct collected first = {0}, second = {0};
  picture_tile(tile, rules, rotation, theme, PICTURE_DEFAULT_SIZE, collected_add, &first);
  picture_tile(tile, rules, rotation, theme, PICTURE_DEFAULT_SIZE, collected_add, &second);
  assert_true(collected_valid(&first));
  assert_string_equal(first.text, second.text);
  check_features(&first, tile);
  free(first.text);
  free(second.text);
}

TEST(test_every_tile_draws) {
  for (int s = 0; tess_builtin_name(s) != NULL; s++) {
    size_t count = 0;
    const tess_tile_def *tiles = tess_builtin_tiles(tess_builtin_name(s), &count);
    const tess_rules rules = rules_of(tiles, count);
    for (size_t i = 0; i < count; i++)
      for (int t = 0; t < picture_theme_count(); t++)
        if (picture_theme_rules(picture_theme_at(t)) == rules)
          check_tile(&tiles[i], rules, (int)(i + (size_t)t) % 4, picture_theme_at(t));
  }
}

/* A tile of water and its bridge, spring and lake. */
TEST(test_river_is_drawn) {
  size_t count = 0;
  const tess_tile_def *tiles = tess_builtin_tiles("river", &count);
  for (size_t i = 0; i < count; i++) {
    struct collected p = {0};
    picture_tile(&tiles[i], TESS_RULES_CLASSIC, 0, NULL, 64, collected_add, &p);
    assert_int_equal(collected_count(&p, "stroke-width=\"148\""), 1);
    bool bridge = strcmp(tiles[i].id, "RIV_K") == 0 || strcmp(tiles[i].id, "RIV_B") == 0;
    assert_int_equal(collected_count(&p, "stroke-width=\"116\""), bridge);
    free(p.text);
  }
}

/* A sheet names every tile with its count and shows each once. */
TEST(test_sheets) {
  for (int s = 0; tess_builtin_name(s) != NULL; s++) {
    size_t count = 0;
    const tess_tile_def *tiles = tess_builtin_tiles(tess_builtin_name(s), &count);
    const tess_rules rules = rules_of(tiles, count);
    struct collected p = {0};
    picture_sheet(tiles, count, rules, NULL, PICTURE_DEFAULT_SIZE, collected_add, &p);
    assert_true(collected_valid(&p));
    assert_int_equal(collected_count(&p, "<use href=\"#ground"), (int)count);
    for (size_t i = 0; i < count; i++) {
      char label[64];
      snprintf(label, sizeof label, ">%s</text>", tiles[i].id);
      assert_int_equal(collected_count(&p, label), 1);
    }
    free(p.text);
  }
}

/* The definition of the planet in a tile's picture, to be freed. */
static struct collected planet_of(const tess_tile_def *tile) {
  struct collected p = {0}, planet = {0};
  picture_tile(tile, TESS_RULES_STAR_WARS, 0, NULL, 64, collected_add, &p);
  const char *at = strstr(p.text, "<g id=\"planet0\">");
  assert_non_null(at);
  collected_add(&planet, at, strcspn(at, "\n"));
  free(p.text);
  return planet;
}

TEST(test_planets_differ) {
  size_t count = 0;
  const tess_tile_def *tiles = tess_builtin_tiles("star-wars", &count);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < i; k++) {
      if (tiles[i].features[0].type != TESS_TYPE_PLANET || tiles[k].features[0].type != TESS_TYPE_PLANET) continue;
      struct collected a = planet_of(&tiles[i]), b = planet_of(&tiles[k]);
      assert_string_not_equal(a.text, b.text);
      free(a.text);
      free(b.text);
    }
}

TEST(test_turned_tiles_are_turned) {
  size_t count = 0;
  const tess_tile_def *tiles = tess_builtin_tiles("classic", &count);
  for (int rotation = 0; rotation < 4; rotation++) {
    struct collected p = {0};
    char turn[40];
    snprintf(turn, sizeof turn, " rotate(%d 500 500)\"/>", rotation * 90);
    picture_tile(&tiles[3], TESS_RULES_CLASSIC, rotation, NULL, 64, collected_add, &p);
    assert_int_equal(collected_count(&p, turn), rotation > 0 ? 2 : 0); /* the tile, and what grows on its meadow */
    free(p.text);
  }
}

/* Adds a feature; every second city or road edge is joined to the one before it, and some carry symbols or arms. */
static void add_edge(tess_tile_def *tile, tess_rules rules, int edge, struct seed_stream *stream) {
  bool city = tile->edges[edge] == TESS_EDGE_CITY;
  uint8_t type = rules == TESS_RULES_CLASSIC ? (city ? TESS_TYPE_CITY : TESS_TYPE_ROAD)
                                             : (city ? TESS_TYPE_ASTEROIDS : TESS_TYPE_ROUTE);
  uint8_t bit = (uint8_t)(1u << edge);
  tess_feature_def *last = tile->feature_count > 0 ? &tile->features[tile->feature_count - 1] : NULL;
  if (last && last->type == type && (city || last->end) && seed_below(stream, 2)) {
    last->edges |= bit;
    last->end = TESS_END_NONE;
    return;
  }
  int faction = seed_below(stream, TESS_FACTION_COUNT);
  tess_feature_def f = {.type = type, .edges = bit, .end = (uint8_t)(city ? 0 : seed_between(stream, 1, 4))};
  if (rules == TESS_RULES_CLASSIC)
    f.arms = city ? (uint8_t)seed_below(stream, 3) : 0;
  else
    f.symbols[faction] = (uint8_t)seed_below(stream, 4);
  tile->features[tile->feature_count++] = f;
}

/* A tile as a user may make it: any edges, with or without a centre, a garden and water. */
static tess_tile_def random_tile(tess_rules rules, struct seed_stream *stream) {
  tess_tile_def tile = {.id = "ANY", .count = 1};
  for (int edge = 0; edge < 4; edge++) {
    tile.edges[edge] = (uint8_t)seed_below(stream, rules == TESS_RULES_CLASSIC ? 4 : 3);
    if (tile.edges[edge] == TESS_EDGE_ROAD || tile.edges[edge] == TESS_EDGE_CITY) add_edge(&tile, rules, edge, stream);
  }
  if (seed_below(stream, 2))
    tile.features[tile.feature_count++].type = rules == TESS_RULES_CLASSIC ? TESS_TYPE_MONASTERY : TESS_TYPE_PLANET;
  if (rules == TESS_RULES_CLASSIC && seed_below(stream, 2)) tile.features[tile.feature_count++].type = TESS_TYPE_GARDEN;
  tile.role = (uint8_t)seed_below(stream, 4);
  return tile;
}

TEST(test_any_tile_draws) {
  struct seed_stream stream = {1};
  for (int i = 0; i < 300; i++) {
    tess_rules rules = i % 2 ? TESS_RULES_CLASSIC : TESS_RULES_STAR_WARS;
    tess_tile_def tile = random_tile(rules, &stream);
    struct collected p = {0};
    picture_tile(&tile, rules, i % 4, NULL, PICTURE_DEFAULT_SIZE, collected_add, &p);
    assert_true(collected_valid(&p));
    free(p.text);
  }
}

TEST(test_themes_are_found) {
  assert_string_equal(picture_theme_name(picture_theme_find(TESS_RULES_STAR_WARS, "chart")), "chart");
  assert_null(picture_theme_find(TESS_RULES_STAR_WARS, "meadow"));
  assert_null(picture_theme_find(TESS_RULES_CLASSIC, ""));
  for (int i = 0; i < picture_theme_count(); i++) {
    const struct picture_theme *theme = picture_theme_at(i);
    assert_ptr_equal(picture_theme_find(picture_theme_rules(theme), picture_theme_name(theme)), theme);
  }
}

RUN_TESTS(NULL, NULL)
