/* Commands for pictures: `scene`, `tile`, `map`, `meeple-shape`, `picture`. */
#include <string.h>

#include "base/json_writer.h"
#include "page/page.h"
#include "picture/layout.h"

/* ---- Markup of src/picture, adapted for a page with pictures of several themes ---- */

/* A picture_sink that appends the markup to a text; `user` is the struct text. */
static void collect(void *user, const char *bytes, size_t length) { text_add(user, bytes, length); }

/* Appends the markup as the member `svg` of an object. Every id, and every reference to one, gets `prefix` and a hyphen
 * in front; with `prefix` NULL the markup is unchanged. */
static void write_markup(const struct text *markup, const char *prefix, struct text *reply) {
  static const char *const marks[] = {" id=\"", "url(#", "href=\"#"}; /* the bytes before an id */
  if (prefix == NULL) {
    json_put_span(reply, "svg", text_span(markup));
    return;
  }
  struct text prefixed = {0};
  const char *done = markup->bytes;
  for (const char *at = done; *at != '\0'; at++) {
    size_t mark = 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks && mark == 0; i++)
      if (strncmp(at, marks[i], strlen(marks[i])) == 0) mark = strlen(marks[i]);
    if (mark == 0) continue;
    text_add(&prefixed, done, (size_t)(at - done) + mark);
    text_print(&prefixed, "%s-", prefix);
    done = at + mark;
  }
  text_add_string(&prefixed, done);
  json_put_span(reply, "svg", text_span(&prefixed));
  text_free(&prefixed);
}

/* ---- Words ---- */

static const struct picture_theme *read_theme(struct reader *words, struct fault *fault) {
  const struct span word = reader_word(words);
  for (int i = 0; i < picture_theme_count(); i++)
    if (span_is(word, picture_theme_name(picture_theme_at(i)))) return picture_theme_at(i);
  fault_say(fault, "expected a theme: space or chart for star-wars, meadow or parchment for classic, not %s",
            quote(word.bytes, word.length).text);
  return NULL;
}

/* Reads `r0` to `r3`; returns -1 with `*fault` filled for anything else. */
static int read_rotation(struct reader *words, struct fault *fault) {
  const struct span word = reader_word(words);
  if (word.length == 2 && word.bytes[0] == 'r' && word.bytes[1] >= '0' && word.bytes[1] <= '3')
    return word.bytes[1] - '0';
  fault_say(fault, "expected a rotation from r0 to r3, not %s", quote(word.bytes, word.length).text);
  return -1;
}

struct found_tile {
  const tess_set *set;
  int kind;
};

/* Finds a tile by its id in the set of the game, then in the built-in sets. If `theme` is not NULL, only sets of its
 * game are searched. */
static bool find_tile(const struct session *session, struct span id, const struct picture_theme *theme,
                      struct found_tile *found, struct fault *fault) {
  const struct tile_set *set = session->history == NULL ? NULL : session->history->set;
  for (int next = 0; next == 0 || set != NULL; set = set_library_built_in(session->sets, next++)) {
    if (set == NULL || (theme != NULL && tess_set_rules(set->set) != picture_theme_rules(theme))) continue;
    *found = (struct found_tile){set->set, tess_set_find(set->set, id.bytes, id.length)};
    if (found->kind >= 0) return true;
  }
  fault_refuse(fault, TESS_ERROR_BAD_TILE, "there is no tile %s", quote(id.bytes, id.length).text);
  return false;
}

/* ---- Tiles ---- */

bool page_scene(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  (void)session;
  const struct picture_theme *theme = read_theme(words, fault);
  if (theme == NULL || !session_expect_end(words, fault)) return false;
  struct text markup = {0};
  picture_part_definitions(theme, collect, &markup);
  json_open_object(reply, NULL);
  write_markup(&markup, picture_theme_name(theme), reply);
  json_close_object(reply);
  text_add_char(reply, '\n');
  text_free(&markup);
  return true;
}

bool page_tile(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const struct span id = reader_word(words);
  const int rotation = read_rotation(words, fault);
  if (rotation < 0) return false;
  const struct picture_theme *theme = read_theme(words, fault);
  struct found_tile found;
  if (theme == NULL) return false;
  struct span word = reader_word(words), place = {"", 0};
  int16_t x = 0, y = 0;
  uint64_t draw = 0;
  if (word.length > 0 && word.bytes[0] != 'd') {
    place = word;
    if (!cell_read(place, &x, &y, fault)) return false;
    word = reader_word(words);
  }
  if (word.length > 0 &&
      (word.bytes[0] != 'd' || !span_number((struct span){word.bytes + 1, word.length - 1}, 0, TESS_MAX_TILES, &draw)))
    return fault_say(fault, "expected the number of a draw from d0 to d%d, not %s", TESS_MAX_TILES,
                     quote(word.bytes, word.length).text);
  if (!session_expect_end(words, fault) || !find_tile(session, id, theme, &found, fault)) return false;

  /* The tile's number is made of kind, rotation and cell, so that no two tiles of a page have the same. */
  const struct picture_cell cell = {x, y};
  const int lies = 4 * found.kind + rotation;
  const int number = place.length == 0 ? lies : lies + 4 * TESS_MAX_KINDS * (1 + (x & 255) + 256 * (y & 255));
  struct text markup = {0};
  picture_part_tile(tess_set_tile(found.set, found.kind), number, (int)draw, rotation, place.length == 0 ? NULL : &cell,
                    theme, collect, &markup);
  json_open_object(reply, NULL);
  write_markup(&markup, picture_theme_name(theme), reply);
  json_put_int(reply, "size", SHAPE_TILE);
  json_close_object(reply);
  text_add_char(reply, '\n');
  text_free(&markup);
  return true;
}

static void write_point(const char *key, int x, int y, struct text *reply) {
  json_open_array(reply, key);
  json_put_int(reply, NULL, x);
  json_put_int(reply, NULL, y);
  json_close_array(reply);
}

bool page_map(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const struct span id = reader_word(words);
  const int rotation = read_rotation(words, fault);
  struct found_tile found;
  if (rotation < 0 || !session_expect_end(words, fault) || !find_tile(session, id, NULL, &found, fault)) return false;
  struct tile_layout layout;
  layout_build(&layout, tess_set_tile(found.set, found.kind));
  json_open_object(reply, NULL);
  json_put_int(reply, "size", SHAPE_TILE);
  json_open_array(reply, "features");
  for (int i = 0; i < layout.tile->feature_count; i++) {
    const tess_feature_def *def = &layout.tile->features[i];
    const struct shape_point spot = layout_anchor(&layout, i, rotation);
    struct svg_writer svg;
    json_open_object(reply, NULL);
    json_open_string(reply, "realm");
    realm_name_write(realm_name_of_feature(layout.tile, i, rotation), reply);
    json_close_string(reply);
    json_put_string(reply, "type", name_of_type((tess_type)def->type));
    json_open_string(reply, "path");
    svg_begin(&svg, collect, reply);
    area_put(&svg, &layout, i, rotation);
    svg_end(&svg);
    json_close_string(reply);
    write_point("spot", spot.x, spot.y, reply);
    json_close_object(reply);
  }
  json_close_array(reply);
  if (layout.tile->action != TESS_ACTION_NONE) {
    json_open_object(reply, "arrow");
    json_put_string(reply, "edge", (const char *const[]){"N", "E", "S", "W"}[(layout.tile->arrow + rotation) & 3]);
    json_put_string(reply, "action", tess_action_name(layout.tile->action));
    json_close_object(reply);
  }
  json_close_object(reply);
  text_add_char(reply, '\n');
  return true;
}

/* ---- Meeples and boards ---- */

bool page_meeple_shape(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  (void)session;
  const struct span name = reader_word(words);
  int piece = -1;
  for (int rules = TESS_RULES_STAR_WARS; rules <= TESS_RULES_CLASSIC && piece < 0; rules++) {
    const int known = piece_named((tess_rules)rules, name);
    if (known == TESS_PIECE_SMALL || known == TESS_PIECE_LARGE || known == TESS_PIECE_ABBOT) piece = known;
  }
  if (piece < 0)
    return fault_say(fault, "expected small, large, meeple or abbot, not %s", quote(name.bytes, name.length).text);
  const struct span word = reader_word(words);
  const int colour = colour_named(word);
  if (colour < 0) fault_say(fault, "expected a colour such as red, not %s", quote(word.bytes, word.length).text);
  const struct span feature = reader_word(words);
  const int on = feature.length == 0 ? TESS_TYPE_COUNT : type_named(feature);
  if (on < 0)
    fault_say(fault, "expected the type of a feature such as route, not %s", quote(feature.bytes, feature.length).text);
  if (colour < 0 || on < 0 || !session_expect_end(words, fault)) return false;
  struct text markup = {0};
  picture_part_meeple((tess_piece)piece, (tess_colour)colour, (tess_type)on, collect, &markup);
  json_open_object(reply, NULL);
  write_markup(&markup, NULL, reply);
  json_put_int(reply, "size", PICTURE_MEEPLE_SIZE);
  write_point("anchor", PICTURE_MEEPLE_X, PICTURE_MEEPLE_Y, reply);
  json_close_object(reply);
  text_add_char(reply, '\n');
  text_free(&markup);
  return true;
}

bool page_picture(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const tess_game *game = session->history->game;
  struct picture_options options = picture_options_default();
  options.theme = read_theme(words, fault);
  if (options.theme == NULL) return false;
  if (picture_theme_rules(options.theme) != tess_set_rules(tess_game_set(game)))
    return fault_say(fault, "the theme %s is for the other game", picture_theme_name(options.theme));
  const struct span word = reader_word(words);
  uint64_t size = (uint64_t)options.tile_size;
  if (word.length > 0 && !span_number(word, PICTURE_MIN_SIZE, PICTURE_MAX_SIZE, &size))
    return fault_say(fault, "expected a size from %d to %d, not %s", PICTURE_MIN_SIZE, PICTURE_MAX_SIZE,
                     quote(word.bytes, word.length).text);
  options.tile_size = (int)size;
  if (!session_expect_end(words, fault)) return false;
  struct text markup = {0};
  picture_board(game, &options, collect, &markup);
  json_open_object(reply, NULL);
  write_markup(&markup, NULL, reply);
  json_close_object(reply);
  text_add_char(reply, '\n');
  text_free(&markup);
  return true;
}
