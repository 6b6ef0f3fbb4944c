#include "notation/state_json.h"
#include "base/json_writer.h"
#include "notation/legal.h"
#include "notation/names.h"
#include "notation/options.h"
#include "notation/realms.h"
#include "notation/standing.h"
#include <stdlib.h>

static void write_words(const char *key, const char *const words[], int count, struct text *text) {
  json_open_array(text, key);
  for (int i = 0; i < count; i++) json_put_string(text, NULL, words[i]);
  json_close_array(text);
}

/* `"realm":"route.E","x":1,"y":0` */
static void write_spot(const tess_game *game, tess_spot spot, struct text *text) {
  tess_tile tile = tess_game_tile(game, spot.tile);
  json_open_string(text, "realm");
  realm_name_write(realm_name_of(game, spot), text);
  json_close_string(text);
  json_put_int(text, "x", tile.x);
  json_put_int(text, "y", tile.y);
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
  json_put_int(text, "first", options.first + 1);
}

static void write_turn(const tess_game *game, struct text *text) {
  tess_phase phase = tess_game_phase(game);
  int drawn = tess_game_drawn(game);
  json_put_string(text, "phase", name_of_phase(phase));
  json_put_int(text, "seat", tess_game_seat(game) + 1);
  if (drawn < 0)
    json_put_null(text, "tile");
  else
    json_put_string(text, "tile", tess_set_tile(tess_game_set(game), drawn)->id);
  if (phase != TESS_PHASE_MEEPLE && phase != TESS_PHASE_THROW) {
    json_put_null(text, "last");
    return;
  }
  tess_tile last = tess_game_tile(game, tess_game_tiles(game) - 1);
  json_open_object(text, "last");
  json_put_int(text, "x", last.x);
  json_put_int(text, "y", last.y);
  json_close_object(text);
}

static void write_supply(const tess_game *game, int seat, struct text *text) {
  tess_rules rules = tess_set_rules(tess_game_set(game));
  bool abbot = tess_game_options(game).abbot;
  json_open_object(text, NULL);
  json_put_int(text, name_of_piece(rules, TESS_PIECE_SMALL), tess_game_supply(game, seat, TESS_PIECE_SMALL));
  if (rules == TESS_RULES_STAR_WARS) json_put_int(text, "large", tess_game_supply(game, seat, TESS_PIECE_LARGE));
  if (abbot) json_put_int(text, "abbot", tess_game_supply(game, seat, TESS_PIECE_ABBOT));
  json_close_object(text);
}

static void write_players(const tess_game *game, struct text *text) {
  json_open_array(text, "scores");
  for (int side = 0; side < tess_game_sides(game); side++) {
    json_put_int(text, NULL, tess_game_score(game, side));
  }
  json_close_array(text);
  json_open_array(text, "supply");
  for (int seat = 0; seat < tess_game_options(game).players; seat++) write_supply(game, seat, text);
  json_close_array(text);
}

static void write_board(const tess_game *game, struct text *text) {
  tess_tile tiles[TESS_MAX_TILES];
  int count = standing_tiles(game, tiles);
  json_open_array(text, "board");
  for (int i = 0; i < count; i++) {
    json_open_object(text, NULL);
    json_put_string(text, "tile", tess_set_tile(tess_game_set(game), tiles[i].kind)->id);
    json_put_int(text, "x", tiles[i].x);
    json_put_int(text, "y", tiles[i].y);
    json_put_int(text, "rotation", tiles[i].rotation);
    json_close_object(text);
  }
  json_close_array(text);
}

static void write_meeples(const tess_game *game, struct text *text) {
  tess_meeple meeples[TESS_MAX_MEEPLES];
  tess_rules rules = tess_set_rules(tess_game_set(game));
  int count = standing_meeples(game, meeples);
  json_open_array(text, "meeples");
  for (int i = 0; i < count; i++) {
    json_open_object(text, NULL);
    json_put_int(text, "seat", meeples[i].seat + 1);
    json_put_string(text, "piece", name_of_piece(rules, (tess_piece)meeples[i].piece));
    write_spot(game, meeples[i].spot, text);
    json_close_object(text);
  }
  json_close_array(text);
}

static void write_realm_meeples(const tess_realm *realm, bool star_wars, struct text *text) {
  json_open_array(text, "meeples");
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) {
    if (realm->meeples[seat] + realm->large[seat] == 0) continue;
    json_open_object(text, NULL);
    json_put_int(text, "seat", seat + 1);
    json_put_int(text, star_wars ? "small" : "meeples", realm->meeples[seat]);
    if (star_wars) json_put_int(text, "large", realm->large[seat]);
    json_close_object(text);
  }
  json_close_array(text);
}

static void write_realm_sides(const tess_realm *realm, struct text *text) {
  json_open_array(text, "sides");
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    if (!(realm->sides >> side & 1)) continue;
    json_put_int(text, NULL, side + 1);
  }
  json_close_array(text);
}

static void write_realm(const tess_game *game, const struct realm_entry *entry, struct text *text) {
  const tess_realm *realm = &entry->realm;
  const char *factions[TESS_FACTION_COUNT];
  int count = 0;
  for (int i = 0; i < TESS_FACTION_COUNT; i++)
    if (realm->factions[i]) factions[count++] = name_of_faction((tess_faction)i);
  json_open_object(text, NULL);
  write_spot(game, entry->spot, text);
  json_put_bool(text, "complete", realm->complete);
  json_put_int(text, "tiles", realm->tiles);
  json_put_int(text, "symbols", realm->symbols);
  json_put_int(text, "open", realm->open_ends);
  json_put_int(text, "cities", realm->cities);
  json_put_int(text, "worth", realm->worth);
  write_words("factions", factions, count, text);
  write_realm_meeples(realm, tess_set_rules(tess_game_set(game)) == TESS_RULES_STAR_WARS, text);
  write_realm_sides(realm, text);
  json_close_object(text);
}

static void write_realms(const tess_game *game, struct text *text) {
  struct realm_entry *entries = memory_new(TESS_MAX_SEGMENTS * sizeof *entries);
  int count = realms_list(game, entries);
  json_open_array(text, "realms");
  for (int i = 0; i < count; i++) write_realm(game, &entries[i], text);
  json_close_array(text);
  free(entries);
}

/* An object of tile ids and how many of each `number` tells, those of none left out. */
static void write_counts(const char *key, const tess_game *game, int (*number)(const tess_game *, int),
                         struct text *text) {
  const tess_set *set = tess_game_set(game);
  json_open_object(text, key);
  for (int kind = 0; kind < tess_set_kinds(set); kind++)
    if (number(game, kind) > 0) json_put_int(text, tess_set_tile(set, kind)->id, number(game, kind));
  json_close_object(text);
}

static void write_legal(const tess_game *game, struct text *text) {
  struct text lines = {0};
  legal_write(game, &lines);
  struct span rest = {lines.bytes, lines.length};
  struct span line;
  json_open_array(text, "legal");
  while (span_split(&rest, '\n', &line)) {
    if (line.length > 0) json_put_span(text, NULL, line);
  }
  json_close_array(text);
  text_free(&lines);
}

void state_json_write(const tess_game *game, const struct tile_set *set, struct text *text) {
  json_open_object(text, NULL);
  json_put_string(text, "game", name_of_rules(tess_set_rules(set->set)));
  json_put_string(text, "set", set->id);
  json_put_hash(text, "set_hash", tess_set_hash(set->set));
  write_options(game, text);
  write_turn(game, text);
  write_players(game, text);
  write_board(game, text);
  write_meeples(game, text);
  write_realms(game, text);
  write_counts("bag", game, tess_game_bag, text);
  write_counts("out", game, tess_game_out, text);
  write_legal(game, text);
  json_put_hash(text, "hash", tess_game_hash(game));
  json_close_object(text);
}
