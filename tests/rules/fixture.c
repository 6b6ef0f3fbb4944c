#include "rules/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/options.h"

enum { LINE_WORD = 40, MAX_LINES = 64 };

/* ---- Tiles drawn up in lines ---- */

static unsigned digit_of(char c) { return (unsigned)(c - '0'); }

static unsigned edge_bits(const char *letters, const char **end) {
  unsigned bits = 0;
  const char *at;
  for (; *letters != '\0' && (at = strchr("NESW", *letters)) != NULL; letters++) bits |= 1u << (at - "NESW");
  *end = letters;
  return bits;
}

/* Halves such as `EL.WR`; `*` stands for all that are no city's. */
static unsigned half_bits(const tess_tile_def *tile, const char *letters, const char **end) {
  static const char sides[] = "NESW";
  unsigned bits = 0;
  for (unsigned half = 0; *letters == '*' && half < 8; half++)
    if (tile->edges[half / 2] != TESS_EDGE_CITY) bits |= 1u << half;
  *end = letters + 1;
  if (*letters == '*') return bits;
  for (;; letters += 3) {
    bits |= 1u << (2 * (strchr(sides, letters[0]) - sides) + (letters[1] == 'R'));
    *end = letters + 2;
    if (letters[2] != '.') return bits;
  }
}

static void read_additions(tess_feature_def *feature, const char *at) {
  while (*at != '\0') {
    const char sign = *at++;
    for (; *at != '\0' && *at != '+' && *at != '/'; at++) {
      const char *faction = strchr("reh", *at);
      if (sign == '/')
        feature->cities = (uint8_t)(feature->cities | 1u << digit_of(*at));
      else if (faction != NULL)
        feature->symbols[faction - strchr("reh", 'r')]++;
      else
        feature->arms = (uint8_t)digit_of(*at);
    }
  }
}

static tess_feature_def read_feature(const tess_tile_def *tile, const char *word) {
  const size_t length = strcspn(word, ":+/");
  const char *at = word + length;
  tess_feature_def feature = {.type = (uint8_t)type_named((struct span){word, length})};
  if (*at == ':' && feature.type == TESS_TYPE_FIELD) feature.halves = (uint8_t)half_bits(tile, at + 1, &at);
  if (*at == ':') feature.edges = (uint8_t)edge_bits(at + 1, &at);
  read_additions(&feature, at);
  return feature;
}

static void read_edges(tess_tile_def *tile, const char *letters) {
  for (unsigned side = 0; side < 4; side++) {
    const char letter = letters[side];
    tile->edges[side] = letter == 'R'                    ? TESS_EDGE_ROAD
                        : letter == 'A' || letter == 'C' ? TESS_EDGE_CITY
                        : letter == 'W'                  ? TESS_EDGE_WATER
                                                         : TESS_EDGE_SPACE;
  }
}

/* True if the word was one of start, spring, river, lake, or an arrow. */
static bool read_part(tess_tile_def *tile, const char *word) {
  static const char *const roles[] = {"start", "spring", "river", "lake"};
  if (strncmp(word, "arrow:", 6) == 0) {
    tile->arrow = (uint8_t)(strchr("NESW", word[6]) - "NESW");
    for (int action = 1; action < TESS_ACTION_COUNT; action++)
      if (strcmp(word + 8, tess_action_name(action)) == 0) tile->action = (uint8_t)action;
    return tile->action != TESS_ACTION_NONE;
  }
  for (unsigned role = 0; role < 4; role++) {
    if (strcmp(word, roles[role]) != 0) continue;
    tile->start = role == 0;
    tile->role = (uint8_t)role;
    return true;
  }
  return false;
}

tess_tile_def fixture_tile(const char *line) {
  tess_tile_def tile = {.count = 0};
  char word[LINE_WORD];
  int used = 0, number = 0;
  for (; sscanf(line, "%39s%n", word, &used) == 1; line += used, number++) {
    if (number == 0)
      memcpy(tile.id, word, strlen(word));
    else if (number == 1)
      tile.count = (uint8_t)atoi(word);
    else if (number == 2)
      read_edges(&tile, word);
    else if (!read_part(&tile, word))
      tile.features[tile.feature_count++] = read_feature(&tile, word);
  }
  return tile;
}

/* ---- Beginning and end ---- */

static void hear(void *context, const tess_game *game, const tess_events *events) {
  struct fixture *fixture = context;
  (void)game;
  for (uint32_t i = 0; i < events->count && fixture->heard_count < FIXTURE_EVENTS; i++)
    fixture->heard[fixture->heard_count++] = events->at[i];
}

static struct fixture *open_on(struct fixture *fixture, const struct tile_set *set, const char *colours,
                               const char *options) {
  struct fault fault = {.text = ""};
  tess_options own = {.seed = 1};
  if (!options_read(span_of(options), &own, &fault) || !colours_read(span_of(colours), &own, &fault))
    fail_msg("%s", fault.text);
  fixture->history = history_new(set, &own, &fault);
  if (fixture->history == NULL) fail_msg("%s", fault.text);
  fixture->history->listener = hear;
  fixture->history->context = fixture;
  return fixture;
}

struct fixture *fixture_open(const char *set, const char *colours, const char *options) {
  struct fixture *fixture = calloc(1, sizeof *fixture);
  assert_non_null(fixture);
  fixture->sets = set_library_open();
  return open_on(fixture, set_library_find(fixture->sets, span_of(set)), colours, options);
}

struct fixture *fixture_open_lines(const char *const lines[], const char *colours, const char *options) {
  struct fixture *fixture = calloc(1, sizeof *fixture);
  struct fault fault = {.text = ""};
  tess_tile_def tiles[MAX_LINES];
  size_t count = 0;
  assert_non_null(fixture);
  for (; lines[count] != NULL; count++) tiles[count] = fixture_tile(lines[count]);
  fixture->own = tile_set_new("lab", tiles, count, &fault);
  if (fixture->own == NULL) fail_msg("%s", fault.text);
  return open_on(fixture, fixture->own, colours, options);
}

void fixture_close(struct fixture *fixture) {
  history_free(fixture->history);
  tile_set_free(fixture->own);
  if (fixture->sets != NULL) set_library_close(fixture->sets);
  free(fixture);
}

/* ---- Moves ---- */

/* The next word of a line; a throw in brackets is one word whatever spaces it holds. */
static struct span next_word(const char **at) {
  *at += strspn(*at, " \n");
  const size_t length = **at == '[' ? strcspn(*at, "]") + 1 : strcspn(*at, " \n");
  const struct span word = {*at, length};
  *at += length;
  return word;
}

void fixture_play(struct fixture *fixture, const char *words) {
  struct fault fault;
  fixture->heard_count = 0;
  for (struct span word = next_word(&words); word.length > 0; word = next_word(&words))
    if (!history_word(fixture->history, word, &fault)) fail_msg("%.*s: %s", (int)word.length, word.bytes, fault.text);
}

void fixture_refuse(struct fixture *fixture, const char *word, tess_error error) {
  struct fault fault;
  const uint64_t before = tess_game_hash(fixture->history->game);
  if (history_word(fixture->history, span_of(word), &fault)) fail_msg("%s was accepted", word);
  if (fault.error != error) fail_msg("%s: %s and not %s", word, fault.text, tess_error_name(error));
  assert_true(tess_game_hash(fixture->history->game) == before);
}

static bool is_placement(const tess_game *game, tess_placement wanted) {
  for (int i = 0; i < tess_game_placement_count(game); i++) {
    const tess_placement at = tess_game_placement_at(game, i);
    if (at.x == wanted.x && at.y == wanted.y && at.rotation == wanted.rotation) return true;
  }
  return false;
}

static void expect_fits(struct fixture *fixture, const char *moves, bool expected) {
  struct reader reader = reader_of(span_of(moves));
  for (struct span word; (word = reader_word(&reader)).length > 0;) {
    struct fault fault = {0};
    struct move move;
    const struct quote name = quote(word.bytes, word.length);
    if (!move_read(word, fixture->history->set->set, &move, &fault)) fail_msg("%s: %s", name.text, fault.text);
    if (!history_draw(fixture->history, move.kind, &fault)) fail_msg("%s: %s", name.text, fault.text);
    if (is_placement(fixture->history->game, move.placement) != expected)
      fail_msg("%s %s", name.text, expected ? "does not fit" : "fits");
    history_undo(fixture->history);
  }
}

void fixture_fitting(struct fixture *fixture, const char *fitting, const char *others) {
  expect_fits(fixture, fitting, true);
  expect_fits(fixture, others, false);
}

/* ---- What is to be seen ---- */

static void compare(struct text *text, const char *expected) {
  if (text->length > 0) text_cut(text, text->length - 1);
  assert_string_equal(text->bytes, expected);
  text_free(text);
}

void fixture_scores(const struct fixture *fixture, const char *expected) {
  const tess_game *game = fixture->history->game;
  struct text text = {0};
  for (int side = 0; side < tess_game_sides(game); side++) text_print(&text, "%d ", tess_game_score(game, side));
  compare(&text, expected);
}

void fixture_supplies(const struct fixture *fixture, const char *expected) {
  const tess_game *game = fixture->history->game;
  const bool star_wars = tess_set_rules(tess_game_set(game)) == TESS_RULES_STAR_WARS;
  struct text text = {0};
  for (int seat = 0; seat < tess_game_options(game).players; seat++)
    text_print(&text, "%d+%d ", tess_game_supply(game, seat, TESS_PIECE_SMALL),
               tess_game_supply(game, seat, star_wars ? TESS_PIECE_LARGE : TESS_PIECE_ABBOT));
  compare(&text, expected);
}

void fixture_choices(const struct fixture *fixture, const char *expected) {
  const tess_game *game = fixture->history->game;
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int count = tess_game_decisions(game, decisions);
  struct text text = {0};
  for (int i = 0; i < count; i++) {
    choice_write(choice_of(game, decisions[i]), tess_set_rules(tess_game_set(game)), &text);
    text_add_char(&text, ' ');
  }
  compare(&text, expected);
}

void fixture_battle(const struct fixture *fixture, const char *realm, const char *dice) {
  const tess_game *game = fixture->history->game;
  const tess_spot expected = fixture_spot(fixture, realm);
  uint8_t found[TESS_MAX_PLAYERS];
  tess_spot spot;
  struct text text = {0};
  assert_true(tess_game_battle(game, &spot, found));
  assert_int_equal(spot.tile, expected.tile);
  assert_int_equal(spot.feature, expected.feature);
  for (int side = 0; side < tess_game_sides(game); side++) text_print(&text, "%d ", found[side]);
  compare(&text, dice);
}

tess_spot fixture_spot(const struct fixture *fixture, const char *realm) {
  const tess_game *game = fixture->history->game;
  struct span cell = span_of(realm), word;
  struct realm_name name;
  struct fault fault;
  int16_t x = 0, y = 0;
  span_split(&cell, '@', &word);
  if (!realm_name_read(word, &name) || !cell_read(cell, &x, &y, &fault)) fail_msg("%s is no realm", realm);
  const int tile = tess_game_at(game, x, y);
  if (tile < 0) fail_msg("%s is on no tile", realm);
  const tess_tile laid = tess_game_tile(game, tile);
  const int feature = realm_name_feature(tess_game_set(game), laid.kind, laid.rotation, name);
  if (feature < 0) fail_msg("%s is on no feature", realm);
  return (tess_spot){(uint8_t)tile, (uint8_t)feature};
}

tess_realm fixture_realm(const struct fixture *fixture, const char *realm) {
  return tess_game_realm(fixture->history->game, fixture_spot(fixture, realm));
}

int fixture_heard_count(const struct fixture *fixture, tess_event_type type) {
  int count = 0;
  for (int i = 0; i < fixture->heard_count; i++) count += fixture->heard[i].type == type;
  return count;
}

const tess_event *fixture_heard(const struct fixture *fixture, tess_event_type type, int number) {
  for (int i = 0; i < fixture->heard_count; i++)
    if (fixture->heard[i].type == type && number-- == 0) return &fixture->heard[i];
  fail_msg("too few events of type %d", type);
  return NULL;
}
