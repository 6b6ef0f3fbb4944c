#include "cli/narrator.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"
#include "notation/move.h"
#include "notation/names.h"

/* ---- Messages ---- */

static const char *const sentences[][LANGUAGE_COUNT] = {
#define MESSAGE(name, en, de, it) [MESSAGE_##name] = {en, de, it},
#include "cli/messages.def"
#undef MESSAGE
};

void message_add(struct text *out, enum language language, enum message message, const char *const *values) {
  const char *at = sentences[message][language];
  while (*at != '\0') {
    size_t plain = strcspn(at, "{");
    text_add(out, at, plain);
    at += plain;
    if (*at == '\0') return;
    text_add_string(out, values[at[1] - '1']);
    at += 3;
  }
}

void message_count(struct text *out, enum language language, enum message one, enum message many, int32_t count) {
  struct text number = {0};
  text_add_int(&number, count);
  message_add(out, language, count == 1 ? one : many, WITH(number.bytes));
  text_free(&number);
}

enum language language_of(const char *locale) {
  if (strncmp(locale, "de", 2) == 0) return GERMAN;
  return strncmp(locale, "it", 2) == 0 ? ITALIAN : ENGLISH;
}

enum language language_of_environment(void) {
  static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const char *value = getenv(names[i]);
    if (value != NULL && *value != '\0') return language_of(value);
  }
  return ENGLISH;
}

enum message message_of_type(tess_type type) {
  static const enum message messages[TESS_TYPE_COUNT] = {
      [TESS_TYPE_ROUTE] = MESSAGE_ROUTE,   [TESS_TYPE_ASTEROIDS] = MESSAGE_ASTEROIDS,
      [TESS_TYPE_PLANET] = MESSAGE_PLANET, [TESS_TYPE_ROAD] = MESSAGE_ROAD,
      [TESS_TYPE_CITY] = MESSAGE_CITY,     [TESS_TYPE_MONASTERY] = MESSAGE_MONASTERY,
      [TESS_TYPE_GARDEN] = MESSAGE_GARDEN, [TESS_TYPE_FIELD] = MESSAGE_FIELD};
  return messages[type];
}

enum message message_of_role(tess_type type) {
  static const enum message messages[TESS_TYPE_COUNT] = {
      [TESS_TYPE_ROUTE] = MESSAGE_MERCHANT,   [TESS_TYPE_ASTEROIDS] = MESSAGE_EXPLORER,
      [TESS_TYPE_PLANET] = MESSAGE_CONQUEROR, [TESS_TYPE_ROAD] = MESSAGE_TRAVELER,
      [TESS_TYPE_CITY] = MESSAGE_KNIGHT,      [TESS_TYPE_MONASTERY] = MESSAGE_MONK,
      [TESS_TYPE_GARDEN] = MESSAGE_GARDENER,  [TESS_TYPE_FIELD] = MESSAGE_FARMER};
  return messages[type];
}

enum message message_of_piece(tess_rules rules, tess_piece piece) {
  if (piece == TESS_PIECE_ABBOT) return MESSAGE_ABBOT;
  if (rules == TESS_RULES_CLASSIC) return MESSAGE_PLAIN;
  return piece == TESS_PIECE_LARGE ? MESSAGE_LARGE : MESSAGE_SMALL;
}

enum message message_of_colour(tess_colour colour) { return (enum message)(MESSAGE_RED + (int)colour); }

enum message message_of_faction(tess_faction faction) { return (enum message)(MESSAGE_REBELS + (int)faction); }

/* ---- Events ---- */

enum language language_read(const struct arguments *arguments) {
  const char *asked = argument_text(arguments, "lang");
  return asked == NULL ? language_of_environment() : language_of(asked);
}

void narrate_spot(const struct narrator *narrator, const tess_game *game, tess_spot spot, struct text *out) {
  struct realm_name name = realm_name_of(game, spot);
  tess_tile tile = tess_game_tile(game, spot.tile);
  struct text what = {0}, where = {0};
  message_add(&what, narrator->language, message_of_type((tess_type)name.type), NULL);
  const char *place = name_of_place(name.rank);
  if (*place != '\0') text_print(&what, " %s", place);
  cell_write(tile.x, tile.y, &where);
  message_add(out, narrator->language, MESSAGE_SPOT, WITH(what.bytes, where.bytes));
  text_free(&what);
  text_free(&where);
}

void narrate_side(const struct narrator *narrator, const tess_game *game, int side, struct text *out) {
  bool first = true;
  for (int seat = 0; seat < tess_game_options(game).players; seat++) {
    if (tess_game_side(game, seat) != side) continue;
    if (!first) text_add_string(out, " + ");
    text_add_string(out, narrator->names[seat]);
    first = false;
  }
}

static void add_sides(const struct narrator *narrator, const tess_game *game, unsigned sides, struct text *out) {
  bool first = true;
  for (int side = 0; side < tess_game_sides(game); side++) {
    if (!(sides >> side & 1u)) continue;
    if (!first) text_add_string(out, ", ");
    narrate_side(narrator, game, side, out);
    first = false;
  }
  if (first) message_add(out, narrator->language, MESSAGE_NOBODY, NULL);
}

static void add_points(const struct narrator *narrator, int32_t points, struct text *out) {
  message_count(out, narrator->language, MESSAGE_POINT, MESSAGE_POINTS, points);
}

/* Appends the dice of each side: how many, or the faces that they show. */
static void add_dice(const struct narrator *narrator, const tess_game *game, const tess_event *event,
                     struct text *out) {
  bool first = true;
  for (int side = 0; side < tess_game_sides(game); side++) {
    int dice = event->thrown.dice[side];
    if (dice == 0) continue;
    if (!first) text_add_string(out, ", ");
    narrate_side(narrator, game, side, out);
    if (event->type == TESS_EVENT_BATTLE) text_print(out, " %d", dice);
    for (int i = 0; i < dice && event->type == TESS_EVENT_THROW; i++)
      text_print(out, " %d", event->thrown.faces[side][i]);
    first = false;
  }
}

/* The values for a line: {1} the player, {2} and {3} the rest. */
struct parts {
  struct text who, what, more, where;
};

static void tell_tile(const struct narrator *narrator, const tess_game *game, const tess_event *event,
                      struct parts *parts) {
  text_add_string(&parts->who, narrator->names[event->seat]);
  text_add_string(&parts->what, tess_set_tile(tess_game_set(game), event->kind)->id);
  if (event->type != TESS_EVENT_PLACED) return;
  tess_tile tile = tess_game_tile(game, event->spot.tile);
  placement_write((tess_placement){tile.x, tile.y, tile.rotation}, &parts->more);
}

static void tell_meeple(const struct narrator *narrator, const tess_game *game, const tess_event *event,
                        struct parts *parts) {
  tess_rules rules = tess_set_rules(tess_game_set(game));
  tess_type type = (tess_type)realm_name_of(game, event->spot).type;
  bool placed = event->type == TESS_EVENT_MEEPLE;
  text_add_string(&parts->who, narrator->names[event->seat]);
  if (placed) message_add(&parts->what, narrator->language, message_of_role(type), NULL);
  message_add(placed ? &parts->more : &parts->what, narrator->language,
              message_of_piece(rules, (tess_piece)event->piece), NULL);
  narrate_spot(narrator, game, event->spot, placed ? &parts->where : &parts->more);
}

static void tell_battle(const struct narrator *narrator, const tess_game *game, const tess_event *event,
                        struct parts *parts) {
  if (event->type == TESS_EVENT_BATTLE) {
    narrate_spot(narrator, game, event->spot, &parts->who);
    add_dice(narrator, game, event, &parts->what);
  } else if (event->type == TESS_EVENT_THROW) {
    add_dice(narrator, game, event, &parts->who);
  } else {
    add_sides(narrator, game, event->sides, &parts->who);
    add_points(narrator, event->points, &parts->what);
  }
}

/* Appends which sides score, for what ("trading route E at 1,0, 4 tiles, 1 symbol"), and how many points. */
static void tell_score(const struct narrator *narrator, const tess_game *game, const tess_event *event,
                       struct parts *parts) {
  const enum language language = narrator->language;
  const bool city = event->realm == TESS_TYPE_CITY, field = event->realm == TESS_TYPE_FIELD;
  struct text *out = &parts->what;
  add_sides(narrator, game, event->sides, &parts->who);
  narrate_spot(narrator, game, event->spot, out);
  if (!event->complete && !field) {
    text_add_string(out, ", ");
    message_add(out, language, MESSAGE_INCOMPLETE, NULL);
  }
  text_add_string(out, ", ");
  if (field)
    message_count(out, language, MESSAGE_CLOSED_CITY, MESSAGE_CLOSED_CITIES, event->cities);
  else
    message_count(out, language, MESSAGE_TILE, MESSAGE_TILES, event->tiles);
  if (event->symbols > 0) {
    text_add_string(out, ", ");
    message_count(out, language, city ? MESSAGE_SHIELD : MESSAGE_SYMBOL, city ? MESSAGE_SHIELDS : MESSAGE_SYMBOLS,
                  event->symbols);
  }
  add_points(narrator, event->points, &parts->more);
}

void narrate_event(const struct narrator *narrator, const tess_game *game, const tess_event *event, struct text *out) {
  static const struct {
    enum message message;
    void (*tell)(const struct narrator *, const tess_game *, const tess_event *, struct parts *);
  } lines[] = {[TESS_EVENT_DRAWN] = {MESSAGE_DRAWS, tell_tile},
               [TESS_EVENT_PUT_OUT] = {MESSAGE_PUT_OUT, tell_tile},
               [TESS_EVENT_PLACED] = {MESSAGE_PLACES, tell_tile},
               [TESS_EVENT_MEEPLE] = {MESSAGE_MEEPLE, tell_meeple},
               [TESS_EVENT_BATTLE] = {MESSAGE_BATTLE, tell_battle},
               [TESS_EVENT_THROW] = {MESSAGE_THROW, tell_battle},
               [TESS_EVENT_TIE] = {MESSAGE_TIE, tell_battle},
               [TESS_EVENT_LOST] = {MESSAGE_LOST, tell_battle},
               [TESS_EVENT_SCORED] = {MESSAGE_SCORES, tell_score},
               [TESS_EVENT_RETURNED] = {MESSAGE_RETURNED, tell_meeple},
               [TESS_EVENT_OVER] = {MESSAGE_OVER, NULL},
               [TESS_EVENT_ARROW] = {MESSAGE_ARROW_POINTS, tell_tile}};
  static const enum message arrows[TESS_ACTION_COUNT] = {MESSAGE_ARROW_POINTS, MESSAGE_ARROW_REINFORCE,
                                                         MESSAGE_ARROW_EXTRA_TURN, MESSAGE_ARROW_ELSEWHERE};
  struct parts parts = {0};
  if (lines[event->type].tell != NULL) lines[event->type].tell(narrator, game, event, &parts);
  const bool arrow = event->type == TESS_EVENT_ARROW;
  message_add(out, narrator->language, arrow ? arrows[event->action] : lines[event->type].message,
              WITH(parts.who.bytes, parts.what.bytes, parts.more.bytes, parts.where.bytes));
  text_add_char(out, '\n');
  text_free(&parts.who);
  text_free(&parts.what);
  text_free(&parts.more);
  text_free(&parts.where);
}

void narrate_winner(const struct narrator *narrator, const tess_game *game, struct text *out) {
  int32_t best = 0;
  unsigned winners = 0;
  for (int side = 0; side < tess_game_sides(game); side++) {
    int32_t score = tess_game_score(game, side);
    if (side == 0 || score > best) winners = 0;
    if (side == 0 || score > best) best = score;
    if (score == best) winners |= 1u << side;
  }
  struct text who = {0}, points = {0};
  add_sides(narrator, game, winners, &who);
  add_points(narrator, best, &points);
  message_add(out, narrator->language, (winners & (winners - 1)) == 0 ? MESSAGE_WINS : MESSAGE_SHARE,
              WITH(who.bytes, points.bytes));
  text_add_char(out, '\n');
  text_free(&who);
  text_free(&points);
}

/* ---- Tables of scores and ranks ---- */

/* Appends blanks until the text since `from` is `width` columns wide. */
static void pad(struct text *out, size_t from, int width) {
  for (int columns = text_columns(out->bytes + from, out->length - from); columns < width; columns++)
    text_add_char(out, ' ');
}

/* The columns of the table of scores. */
enum { SEAT_COLUMN, COLOUR_COLUMN, POINT_COLUMN, SUPPLY_COLUMN, COLUMN_COUNT, LINE_WIDTH = 80, GAP = 2 };

/* Appends a cell, cut to at most `width` columns. */
static void add_cut(const char *name, int width, struct text *out) {
  const size_t from = out->length;
  text_add_string(out, name);
  if (text_columns(name, strlen(name)) <= width) return;
  while (text_columns(out->bytes + from, out->length - from) > width - 2) {
    while ((out->bytes[out->length - 1] & 0xC0) == 0x80) text_cut(out, out->length - 1);
    text_cut(out, out->length - 1);
  }
  text_add_string(out, "..");
}

/* Appends a cell of the table of scores. */
static void add_cell(const struct narrator *narrator, const tess_game *game, int seat, int column, struct text *out) {
  static const tess_piece pieces[] = {TESS_PIECE_SMALL, TESS_PIECE_LARGE, TESS_PIECE_ABBOT};
  const bool turn = tess_game_phase(game) != TESS_PHASE_OVER && tess_game_seat(game) == seat;
  const tess_rules rules = tess_set_rules(tess_game_set(game));
  const tess_options options = tess_game_options(game);
  const tess_colour colour = (tess_colour)options.colours[seat];
  const enum language language = narrator->language;
  switch (column) {
  case SEAT_COLUMN: text_print(out, "%c %d %s", turn ? '>' : ' ', seat + 1, narrator->names[seat]); break;
  case COLOUR_COLUMN:
    message_add(out, language, message_of_colour(colour), NULL);
    if (rules == TESS_RULES_CLASSIC) break;
    text_add_string(out, ", ");
    message_add(out, language, message_of_faction(tess_colour_faction(colour)), NULL);
    break;
  case POINT_COLUMN:
    message_count(out, language, MESSAGE_POINT, MESSAGE_POINTS, tess_game_score(game, tess_game_side(game, seat)));
    break;
  default:
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
      if (pieces[i] == TESS_PIECE_LARGE && rules == TESS_RULES_CLASSIC) continue;
      if (pieces[i] == TESS_PIECE_ABBOT && !options.abbot) continue;
      text_print(out, "%s%d ", i > 0 ? " " : "", tess_game_supply(game, seat, pieces[i]));
      message_add(out, language, message_of_piece(rules, pieces[i]), NULL);
    }
  }
}

/* Each column is as wide as its widest cell. Names are cut if a line would be wider than LINE_WIDTH. */
void scoreboard_print(const struct narrator *narrator, const tess_game *game, struct text *out) {
  const int players = tess_game_options(game).players;
  int widths[COLUMN_COUNT] = {0}, width = GAP * (COLUMN_COUNT - 1);
  for (int column = 0; column < COLUMN_COUNT; column++) {
    for (int seat = 0; seat < players; seat++) {
      struct text cell = {0};
      add_cell(narrator, game, seat, column, &cell);
      const int columns = text_columns(cell.bytes, cell.length);
      if (columns > widths[column]) widths[column] = columns;
      text_free(&cell);
    }
    width += widths[column];
  }
  if (width > LINE_WIDTH) widths[SEAT_COLUMN] -= width - LINE_WIDTH;
  for (int seat = 0; seat < players; seat++) {
    for (int column = 0; column < COLUMN_COUNT; column++) {
      struct text cell = {0};
      const size_t from = out->length;
      add_cell(narrator, game, seat, column, &cell);
      add_cut(cell.bytes, widths[column], out);
      if (column + 1 < COLUMN_COUNT) pad(out, from, widths[column] + GAP);
      text_free(&cell);
    }
    text_add_char(out, '\n');
  }
  struct text left = {0};
  text_add_int(&left, tess_game_bag(game, -1));
  text_add_string(out, "  ");
  message_add(out, narrator->language, MESSAGE_LEFT, WITH(left.bytes));
  text_add_char(out, '\n');
  text_free(&left);
}

static int rank_of(const tess_game *game, int side) {
  int rank = 1;
  for (int other = 0; other < tess_game_sides(game); other++)
    rank += tess_game_score(game, other) > tess_game_score(game, side);
  return rank;
}

/* The width of the column of names in the table of ranks, unless a name needs more. */
enum { RANKING_NAMES = 24 };

static void add_ranked(const struct narrator *narrator, const tess_game *game, int side, struct text *out) {
  text_print(out, "%d. ", rank_of(game, side));
  narrate_side(narrator, game, side, out);
}

void ranking_print(const struct narrator *narrator, const tess_game *game, struct text *out) {
  const int sides = tess_game_sides(game);
  int width = RANKING_NAMES;
  for (int side = 0; side < sides; side++) {
    struct text name = {0};
    add_ranked(narrator, game, side, &name);
    const int columns = text_columns(name.bytes, name.length) + GAP;
    if (columns > width) width = columns;
    text_free(&name);
  }
  for (int rank = 1; rank <= sides; rank++)
    for (int side = 0; side < sides; side++) {
      if (rank_of(game, side) != rank) continue;
      const size_t from = out->length;
      add_ranked(narrator, game, side, out);
      pad(out, from, width);
      message_count(out, narrator->language, MESSAGE_POINT, MESSAGE_POINTS, tess_game_score(game, side));
      text_add_char(out, '\n');
    }
  narrate_winner(narrator, game, out);
}
