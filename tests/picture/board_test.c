#define _GNU_SOURCE /* strndup */
/* Whole positions: random games of both, from the first tile to the last. */
#include "picture/collected.h"
#include "picture/shape.h"

enum { MOST_BYTES = 600000 };

/* A game with its set; river tiles are joined to the classic ones. */
struct board {
  tess_set *set;
  tess_game *game;
  struct seed_stream stream;
};

static struct board begin(tess_rules rules, int players, uint64_t seed) {
  tess_tile_def tiles[TESS_MAX_KINDS];
  size_t count = 0, more = 0;
  const tess_tile_def *base = tess_builtin_tiles(rules == TESS_RULES_CLASSIC ? "classic" : "star-wars", &count);
  memcpy(tiles, base, count * sizeof *tiles);
  const tess_tile_def *river = tess_builtin_tiles("river", &more);
  if (rules == TESS_RULES_CLASSIC) memcpy(tiles + count, river, more * sizeof *tiles);
  struct board b = {calloc(1, tess_set_size()), calloc(1, tess_game_size()), {seed}};
  tess_set_fault fault;
  assert_int_equal(tess_set_build(b.set, tiles, rules == TESS_RULES_CLASSIC ? count + more : count, &fault),
                   TESS_ERROR_NONE);
  tess_options options = tess_options_default(rules);
  options.players = (uint8_t)players;
  options.seed = seed;
  options.fields = options.abbot = rules == TESS_RULES_CLASSIC;
  options.river = rules == TESS_RULES_CLASSIC ? TESS_RIVER_1 : TESS_RIVER_NONE;
  options.teams = rules == TESS_RULES_STAR_WARS && players == 4;
  assert_int_equal(tess_game_new(b.game, b.set, &options), TESS_ERROR_NONE);
  return b;
}

static void end(struct board *b) {
  free(b->game);
  free(b->set);
}

static void step(struct board *b) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  switch (tess_game_phase(b->game)) {
  case TESS_PHASE_DRAW: tess_game_draw(b->game, TESS_RANDOM, NULL, NULL); break;
  case TESS_PHASE_PLACE: {
    int index = seed_below(&b->stream, tess_game_placement_count(b->game));
    tess_game_place(b->game, tess_game_placement_at(b->game, index), NULL, NULL);
    break;
  }
  case TESS_PHASE_MEEPLE:
    tess_game_meeple(b->game, decisions[seed_below(&b->stream, tess_game_decisions(b->game, decisions))], NULL, NULL);
    break;
  case TESS_PHASE_THROW: tess_game_throw(b->game, NULL, NULL, NULL); break;
  case TESS_PHASE_OVER: break;
  }
}

static void play_to(struct board *b, tess_phase phase, int tiles) {
  while (tess_game_phase(b->game) != TESS_PHASE_OVER &&
         (tess_game_phase(b->game) != phase || tess_game_tiles(b->game) < tiles))
    step(b);
}

static struct collected draw(const struct board *b, const struct picture_options *options) {
  struct collected p = {0};
  picture_board(b->game, options, collected_add, &p);
  assert_true(collected_valid(&p));
  return p;
}

static struct picture_options nothing(void) { return (struct picture_options){.tile_size = PICTURE_DEFAULT_SIZE}; }

/* Every meeple has one shadow. */
static int meeples_in(const struct collected *p) { return collected_count(p, "cy=\"100\" rx=\"112\" ry=\"26\""); }

/* Counts the meeples that lie down. */
static int farmers_among(const tess_game *game, const tess_meeple *standing, int count) {
  int farmers = 0;
  for (int i = 0; i < count; i++) {
    const tess_spot spot = standing[i].spot;
    const tess_tile_def *tile = tess_set_tile(tess_game_set(game), tess_game_tile(game, spot.tile).kind);
    farmers += tile->features[spot.feature].type == TESS_TYPE_FIELD;
  }
  return farmers;
}

TEST(test_games_draw_at_every_stage) {
  for (int rules = 0; rules < 2; rules++)
    for (int players = 2; players <= TESS_MAX_PLAYERS; players++) {
      struct board b = begin((tess_rules)rules, players, (uint64_t)players);
      struct picture_options options = nothing();
      for (int tiles = 1; tess_game_phase(b.game) != TESS_PHASE_OVER; tiles += 25) {
        tess_meeple standing[TESS_MAX_MEEPLES];
        play_to(&b, TESS_PHASE_PLACE, tiles);
        struct collected p = draw(&b, &options);
        const int count = tess_game_meeples(b.game, standing);
        assert_int_equal(meeples_in(&p), count);
        assert_int_equal(collected_count(&p, "rotate(-90 "), farmers_among(b.game, standing, count));
        assert_int_equal(collected_count(&p, "<use href=\"#ground"), tess_game_tiles(b.game));
        assert_true(p.length < MOST_BYTES);
        free(p.text);
      }
      end(&b);
    }
}

/* In a battle several meeples stand on one planet or on joined realms; all are drawn, at different places. */
TEST(test_battles_show_every_meeple) {
  int battles = 0;
  for (uint64_t seed = 0; seed < 6; seed++) {
    struct board b = begin(TESS_RULES_STAR_WARS, 5, seed);
    for (play_to(&b, TESS_PHASE_THROW, 1); tess_game_phase(b.game) == TESS_PHASE_THROW;
         play_to(&b, TESS_PHASE_THROW, tess_game_tiles(b.game) + 1)) {
      tess_meeple standing[TESS_MAX_MEEPLES];
      struct picture_options options = nothing();
      struct collected p = draw(&b, &options);
      assert_int_equal(meeples_in(&p), tess_game_meeples(b.game, standing));
      for (const char *at = strstr(p.text, "<g transform=\"translate("); at;
           at = strstr(at, "<g transform=\"translate(")) {
        char place[80] = {0};
        at += strlen("<g transform=\"translate(");
        snprintf(place, sizeof place, "<g transform=\"translate(%.*s) scale", (int)strcspn(at, ")"), at);
        assert_true(collected_count(&p, place) <= 1);
      }
      free(p.text);
      battles++;
    }
    end(&b);
  }
  assert_true(battles > 5);
}

TEST(test_options_add_their_parts) {
  struct board b = begin(TESS_RULES_STAR_WARS, 4, 3);
  play_to(&b, TESS_PHASE_PLACE, 20);
  struct picture_options options = nothing();
  struct collected bare = draw(&b, &options);
  options = picture_options_default();
  options.names[0] = "Anna & <Bob> \xFF";
  struct collected full = draw(&b, &options);
  assert_int_equal(collected_count(&bare, "<text"), 0);
  assert_int_equal(collected_count(&bare, "stroke-dasharray=\"90 60\""), 0);
  assert_true(collected_count(&full, "stroke-dasharray=\"90 60\"") > 0);
  assert_int_equal(collected_count(&full, "Anna &amp; &lt;Bob&gt; ?"), 1);
  assert_int_equal(collected_count(&full, ">Black<"), 1);
  assert_int_equal(collected_count(&full, ">Team 1<"), 2);
  assert_int_equal(collected_count(&full, "tiles left"), 1);
  assert_int_equal(collected_count(&full, "<use href=\"#ground"), tess_game_tiles(b.game) + 1);
  free(bare.text);
  free(full.text);
  end(&b);
}

TEST(test_same_game_same_picture) {
  for (int i = 0; i < picture_theme_count(); i++) {
    struct picture_options options = picture_options_default();
    options.theme = picture_theme_at(i);
    struct board a = begin(picture_theme_rules(options.theme), 3, 9),
                 b = begin(picture_theme_rules(options.theme), 3, 9);
    play_to(&a, TESS_PHASE_PLACE, 30);
    play_to(&b, TESS_PHASE_PLACE, 30);
    struct collected first = draw(&a, &options), second = draw(&b, &options);
    assert_string_equal(first.text, second.text);
    free(first.text);
    free(second.text);
    end(&a);
    end(&b);
  }
}

/* ---- What stands where ---- */

/* The features by which pictures of tiles are compared: numbers of definitions (-1: none), and the colour of a planet's
 * ground. */
struct standing {
  int landmark, monastery, arms;
  char planet[16];
};

/* The number of the first sprite of a name between two points of a picture, or -1. */
static int sprite_in(const char *from, const char *to, const char *name) {
  char use[40];
  snprintf(use, sizeof use, "<use href=\"#%s", name);
  const char *at = strstr(from, use);
  return at && at < to ? atoi(at + strlen(use)) : -1;
}

/* Reads these features from a part of a picture. */
static struct standing standing_in(const struct collected *p, const char *from, const char *to) {
  struct standing s = {sprite_in(from, to, "landmark"), sprite_in(from, to, "monastery"), sprite_in(from, to, "arms"),
                       ""};
  const int number = sprite_in(from, to, "planet");
  if (number < 0) return s;
  char planet[40];
  snprintf(planet, sizeof planet, "<g id=\"planet%d\">", number);
  const char *at = strstr(p->text, planet);
  assert_non_null(at);
  at = strstr(strstr(at, "<circle r=\""), "fill=\"") + strlen("fill=\"");
  snprintf(s.planet, sizeof s.planet, "%.*s", (int)strcspn(at, "\""), at);
  return s;
}

/* Reads them for a cell of a whole position: the tile's sprites are the last group that is moved there. */
static struct standing standing_on(const struct collected *p, int x, int y) {
  char group[60];
  snprintf(group, sizeof group, "<g transform=\"translate(%d %d)\">", x * SHAPE_TILE, y * SHAPE_TILE);
  const char *from = NULL;
  for (const char *at = strstr(p->text, group); at; at = strstr(at + 1, group)) from = at;
  assert_non_null(from);
  return standing_in(p, from, strstr(from, "</g>\n"));
}

/* Reads them from the picture of a single tile with this draw number, on a cell or on none. */
static struct standing standing_of(const tess_tile_def *tile, int draw, int rotation, const struct picture_cell *cell,
                                   const struct picture_theme *theme) {
  struct collected p = {0};
  picture_part_tile(tile, 3, draw, rotation, cell, theme, collected_add, &p);
  const struct standing s = standing_in(&p, p.text, p.text + p.length);
  free(p.text);
  return s;
}

static void check_same(struct standing a, struct standing b) {
  assert_int_equal(a.landmark, b.landmark);
  assert_int_equal(a.monastery, b.monastery);
  assert_int_equal(a.arms, b.arms);
  assert_string_equal(a.planet, b.planet);
}

/* On the whole board each tile looks as in its single picture, on another cell and rotated: its look depends on the
 * number of its draw. */
TEST(test_a_tile_looks_as_its_draw_made_it) {
  for (uint64_t seed = 0; seed < 4; seed++) {
    const struct picture_theme *theme = picture_theme_at((int)seed % picture_theme_count());
    struct board b = begin(picture_theme_rules(theme), 2, seed);
    while (tess_game_phase(b.game) != TESS_PHASE_OVER) step(&b);
    struct picture_options options = nothing();
    options.theme = theme;
    struct collected p = draw(&b, &options);
    for (int i = 0; i < tess_game_tiles(b.game); i++) {
      const tess_tile t = tess_game_tile(b.game, i);
      const struct picture_cell other = {t.y - 3, t.x};
      check_same(standing_on(&p, t.x, t.y),
                 standing_of(tess_set_tile(b.set, t.kind), i, (t.rotation + 1) & 3, &other, theme));
    }
    free(p.text);
    end(&b);
  }
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The names of all plants on a tile, in order, without stars and clouds of the sky. The caller frees the text. */
static char *growth_of(const tess_tile_def *tile, int draw, int rotation, const struct picture_cell *cell,
                       const struct picture_theme *theme) {
  enum { MOST = 600 };
  struct collected p = {0}, growth = {0};
  char *names[MOST];
  int count = 0;
  const bool space = picture_theme_rules(theme) == TESS_RULES_STAR_WARS;
  picture_part_tile(tile, 3, draw, rotation, cell, theme, collected_add, &p);
  for (char *at = p.text; (at = strstr(at, "href=\"#")) != NULL;) {
    at += strlen("href=\"#");
    if (strncmp(at, "clouds", 6) == 0 || (space && strncmp(at, "scatter", 7) == 0)) continue;
    assert_true(count < MOST);
    names[count++] = strndup(at, strcspn(at, "\""));
  }
  qsort(names, (size_t)count, sizeof names[0], by_text);
  collected_add(&growth, "", 0);
  for (int i = 0; i < count; i++) {
    collected_add(&growth, names[i], strlen(names[i]));
    collected_add(&growth, " ", 1);
    free(names[i]);
  }
  free(p.text);
  return growth.text;
}

/* A tile has the same plants on every cell and in every rotation, like a real piece of cardboard. */
TEST(test_the_same_grows_on_a_tile_everywhere) {
  static const struct picture_cell cells[] = {{0, 0}, {1, 0}, {-3, 7}};
  int differ = 0;
  for (int t = 0; t < picture_theme_count(); t++) {
    const struct picture_theme *theme = picture_theme_at(t);
    const bool space = picture_theme_rules(theme) == TESS_RULES_STAR_WARS;
    size_t count = 0;
    const tess_tile_def *tiles = tess_builtin_tiles(space ? "star-wars" : "classic", &count);
    for (size_t i = 0; i < count; i += 3) {
      const int drawn = (int)(i * 7 % 40);
      char *card = growth_of(&tiles[i], drawn, 0, NULL, theme), *next = growth_of(&tiles[i], drawn + 1, 0, NULL, theme);
      differ += strcmp(card, next) != 0;
      for (int k = 0; k < 3; k++) {
        char *laid = growth_of(&tiles[i], drawn, k + 1, &cells[k], theme);
        assert_string_equal(laid, card);
        free(laid);
      }
      free(card);
      free(next);
    }
  }
  assert_true(differ > 10);
}

RUN_TESTS(NULL, NULL)
