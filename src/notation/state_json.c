#include "notation/state_json.h"
#include "notation/legal.h"
#include "notation/names.h"
#include "notation/options.h"
#include "notation/realms.h"
#include "notation/standing.h"
#include <stdlib.h>
#include <string.h>

/* Appends a comma unless the list or object has just been opened. */
static void separate(struct text *text) {
  char last = text->bytes[text->length - 1];
  if (last != '[' && last != '{') text_add_char(text, ',');
}

static void write_key(const char *key, struct text *text) {
  separate(text);
  text_print(text, "\"%s\":", key);
}

static void write_number(const char *key, int64_t number, struct text *text) {
  write_key(key, text);
  text_add_int(text, number);
}

static void write_word(const char *key, const char *word, struct text *text) {
  write_key(key, text);
  text_add_json(text, word, strlen(word));
}

static void write_words(const char *key, const char *const words[], int count, struct text *text) {
  write_key(key, text);
  text_add_char(text, '[');
  for (int i = 0; i < count; i++) {
    separate(text);
    text_add_json(text, words[i], strlen(words[i]));
  }
  text_add_char(text, ']');
}

/* `"realm":"route.E","x":1,"y":0` */
static void write_spot(const tess_game *game, tess_spot spot, struct text *text) {
  tess_tile tile = tess_game_tile(game, spot.tile);
  write_key("realm", text);
  text_add_char(text, '"');
  realm_name_write(realm_name_of(game, spot), text);
  text_print(text, "\",\"x\":%d,\"y\":%d", tile.x, tile.y);
}

static void write_options(const tess_game *game, struct text *text) {
  tess_options options = tess_game_options(game);
  const bool on[] = {options.fields, options.abbot, options.river, options.teams};
  const char *const all[] = {"fields", "abbot", "river", "teams"};
  const char *words[TESS_MAX_PLAYERS];
  int count = 0;
  for (int i = 0; i < 4; i++)
    if (on[i]) words[count++] = all[i];
  write_words("options", words, count, text);
  for (int i = 0; i < options.players; i++) words[i] = name_of_colour((tess_colour)options.colours[i]);
  write_words("colours", words, options.players, text);
  write_number("first", options.first + 1, text);
}

static void write_turn(const tess_game *game, struct text *text) {
  tess_phase phase = tess_game_phase(game);
  int drawn = tess_game_drawn(game);
  write_word("phase", name_of_phase(phase), text);
  write_number("seat", tess_game_seat(game) + 1, text);
  write_key("tile", text);
  if (drawn < 0)
    text_add_string(text, "null");
  else
    text_print(text, "\"%s\"", tess_set_tile(tess_game_set(game), drawn)->id);
  write_key("last", text);
  if (phase != TESS_PHASE_MEEPLE && phase != TESS_PHASE_THROW) {
    text_add_string(text, "null");
    return;
  }
  tess_tile last = tess_game_tile(game, tess_game_tiles(game) - 1);
  text_print(text, "{\"x\":%d,\"y\":%d}", last.x, last.y);
}

static void write_supply(const tess_game *game, int seat, struct text *text) {
  tess_rules rules = tess_set_rules(tess_game_set(game));
  bool abbot = tess_game_options(game).abbot;
  separate(text);
  text_add_char(text, '{');
  write_number(name_of_piece(rules, TESS_PIECE_SMALL), tess_game_supply(game, seat, TESS_PIECE_SMALL), text);
  if (rules == TESS_RULES_STAR_WARS) write_number("large", tess_game_supply(game, seat, TESS_PIECE_LARGE), text);
  if (abbot) write_number("abbot", tess_game_supply(game, seat, TESS_PIECE_ABBOT), text);
  text_add_char(text, '}');
}

static void write_players(const tess_game *game, struct text *text) {
  write_key("scores", text);
  text_add_char(text, '[');
  for (int side = 0; side < tess_game_sides(game); side++) {
    separate(text);
    text_add_int(text, tess_game_score(game, side));
  }
  text_add_char(text, ']');
  write_key("supply", text);
  text_add_char(text, '[');
  for (int seat = 0; seat < tess_game_options(game).players; seat++) write_supply(game, seat, text);
  text_add_char(text, ']');
}

static void write_board(const tess_game *game, struct text *text) {
  tess_tile tiles[TESS_MAX_TILES];
  int count = standing_tiles(game, tiles);
  write_key("board", text);
  text_add_char(text, '[');
  for (int i = 0; i < count; i++) {
    separate(text);
    text_print(text, "{\"tile\":\"%s\",\"x\":%d,\"y\":%d,\"rotation\":%d}",
               tess_set_tile(tess_game_set(game), tiles[i].kind)->id, tiles[i].x, tiles[i].y, tiles[i].rotation);
  }
  text_add_char(text, ']');
}

static void write_meeples(const tess_game *game, struct text *text) {
  tess_meeple meeples[TESS_MAX_MEEPLES];
  tess_rules rules = tess_set_rules(tess_game_set(game));
  int count = standing_meeples(game, meeples);
  write_key("meeples", text);
  text_add_char(text, '[');
  for (int i = 0; i < count; i++) {
    separate(text);
    text_add_char(text, '{');
    write_number("seat", meeples[i].seat + 1, text);
    write_word("piece", name_of_piece(rules, (tess_piece)meeples[i].piece), text);
    write_spot(game, meeples[i].spot, text);
    text_add_char(text, '}');
  }
  text_add_char(text, ']');
}

static void write_realm_meeples(const tess_realm *realm, bool star_wars, struct text *text) {
  write_key("meeples", text);
  text_add_char(text, '[');
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) {
    if (realm->meeples[seat] + realm->large[seat] == 0) continue;
    separate(text);
    text_add_char(text, '{');
    write_number("seat", seat + 1, text);
    write_number(star_wars ? "small" : "meeples", realm->meeples[seat], text);
    if (star_wars) write_number("large", realm->large[seat], text);
    text_add_char(text, '}');
  }
  text_add_char(text, ']');
}

static void write_realm_sides(const tess_realm *realm, struct text *text) {
  write_key("sides", text);
  text_add_char(text, '[');
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    if (!(realm->sides >> side & 1)) continue;
    separate(text);
    text_add_int(text, side + 1);
  }
  text_add_char(text, ']');
}

static void write_realm(const tess_game *game, const struct realm_entry *entry, struct text *text) {
  const tess_realm *realm = &entry->realm;
  const char *factions[TESS_FACTION_COUNT];
  int count = 0;
  for (int i = 0; i < TESS_FACTION_COUNT; i++)
    if (realm->factions[i]) factions[count++] = name_of_faction((tess_faction)i);
  separate(text);
  text_add_char(text, '{');
  write_spot(game, entry->spot, text);
  write_key("complete", text);
  text_add_string(text, realm->complete ? "true" : "false");
  write_number("tiles", realm->tiles, text);
  write_number("symbols", realm->symbols, text);
  write_number("open", realm->open_ends, text);
  write_number("cities", realm->cities, text);
  write_number("worth", realm->worth, text);
  write_words("factions", factions, count, text);
  write_realm_meeples(realm, tess_set_rules(tess_game_set(game)) == TESS_RULES_STAR_WARS, text);
  write_realm_sides(realm, text);
  text_add_char(text, '}');
}

static void write_realms(const tess_game *game, struct text *text) {
  struct realm_entry *entries = memory_new(TESS_MAX_SEGMENTS * sizeof *entries);
  int count = realms_list(game, entries);
  write_key("realms", text);
  text_add_char(text, '[');
  for (int i = 0; i < count; i++) write_realm(game, &entries[i], text);
  text_add_char(text, ']');
  free(entries);
}

/* An object of tile ids and how many of each `number` tells, those of none left out. */
static void write_counts(const char *key, const tess_game *game, int (*number)(const tess_game *, int),
                         struct text *text) {
  const tess_set *set = tess_game_set(game);
  write_key(key, text);
  text_add_char(text, '{');
  for (int kind = 0; kind < tess_set_kinds(set); kind++)
    if (number(game, kind) > 0) write_number(tess_set_tile(set, kind)->id, number(game, kind), text);
  text_add_char(text, '}');
}

static void write_legal(const tess_game *game, struct text *text) {
  struct text lines = {0};
  legal_write(game, &lines);
  struct span rest = {lines.bytes, lines.length};
  struct span line;
  write_key("legal", text);
  text_add_char(text, '[');
  while (span_split(&rest, '\n', &line)) {
    if (line.length == 0) continue;
    separate(text);
    text_add_json(text, line.bytes, line.length);
  }
  text_add_char(text, ']');
  text_free(&lines);
}

static void write_hash(const char *key, uint64_t hash, struct text *text) {
  write_key(key, text);
  text_add_char(text, '"');
  text_add_hash(text, hash);
  text_add_char(text, '"');
}

void state_json_write(const tess_game *game, const struct tile_set *set, struct text *text) {
  text_add_char(text, '{');
  write_word("game", name_of_rules(tess_set_rules(set->set)), text);
  write_word("set", set->id, text);
  write_hash("set_hash", tess_set_hash(set->set), text);
  write_options(game, text);
  write_turn(game, text);
  write_players(game, text);
  write_board(game, text);
  write_meeples(game, text);
  write_realms(game, text);
  write_counts("bag", game, tess_game_bag, text);
  write_counts("out", game, tess_game_out, text);
  write_legal(game, text);
  write_hash("hash", tess_game_hash(game), text);
  text_add_char(text, '}');
}
