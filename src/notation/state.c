#include "notation/state.h"

#include <stdlib.h>

#include "base/json_writer.h"
#include "notation/names.h"
#include "notation/options.h"

/* ---- Realms ---- */

/* A segment with its realm and its sort key (y, x, rank). */
struct segment {
  int realm;
  uint64_t order;
  tess_spot spot;
};

static int compare_order(const void *a, const void *b) {
  const struct segment *p = a;
  const struct segment *q = b;
  return (p->order > q->order) - (p->order < q->order);
}

static int compare_realm(const void *a, const void *b) {
  const struct segment *p = a;
  const struct segment *q = b;
  return p->realm != q->realm ? (p->realm > q->realm) - (p->realm < q->realm) : compare_order(a, b);
}

static struct realm_name name_of_segment(const tess_game *game, tess_spot spot) {
  const tess_tile tile = tess_game_tile(game, spot.tile);
  return realm_name_of_feature(tess_set_tile(tess_game_set(game), tile.kind), spot.feature, tile.rotation);
}

/* Lists all segments, each with its realm. If `own`, a segment has the rank of its own first edge; otherwise the rank
 * of its realm's name on the tile. Returns their number. */
static int list_segments(const tess_game *game, bool own, struct segment *out) {
  const bool fields = tess_game_options(game).fields;
  int count = 0;
  for (int i = 0; i < tess_game_tiles(game); i++) {
    const tess_tile tile = tess_game_tile(game, i);
    const tess_tile_def *kind = tess_set_tile(tess_game_set(game), tile.kind);
    const uint64_t cell = (uint64_t)(tile.y - INT16_MIN) << 32 | (uint64_t)(tile.x - INT16_MIN) << 8;
    for (int f = 0; f < kind->feature_count; f++) {
      if (!fields && kind->features[f].type == TESS_TYPE_FIELD) continue;
      const tess_spot spot = {(uint8_t)i, (uint8_t)f};
      const struct realm_name name = own ? name_of_segment(game, spot) : realm_name_of(game, spot);
      const tess_spot named = own ? spot : tess_game_spot(game, spot);
      out[count++] = (struct segment){tess_game_realm_id(game, spot), cell | name.rank, named};
    }
  }
  return count;
}

int realms_list(const tess_game *game, struct realm_entry out[TESS_MAX_SEGMENTS]) {
  struct segment *segments = memory_new(TESS_MAX_SEGMENTS * sizeof *segments);
  const int count = list_segments(game, false, segments);
  int kept = 0; /* keep the first segment of each realm */
  qsort(segments, (size_t)count, sizeof *segments, compare_realm);
  for (int i = 0; i < count; i++)
    if (kept == 0 || segments[i].realm != segments[kept - 1].realm) segments[kept++] = segments[i];
  qsort(segments, (size_t)kept, sizeof *segments, compare_order);
  for (int i = 0; i < kept; i++)
    out[i] = (struct realm_entry){segments[i].spot, tess_game_realm(game, segments[i].spot)};
  free(segments);
  return kept;
}

void realms_write_segments(const tess_game *game, struct text *text) {
  struct segment *segments = memory_new(TESS_MAX_SEGMENTS * sizeof *segments);
  struct realm_entry *entries = memory_new(TESS_MAX_SEGMENTS * sizeof *entries);
  const int count = list_segments(game, true, segments), realms = realms_list(game, entries);
  qsort(segments, (size_t)count, sizeof *segments, compare_order);
  json_open_array(text, NULL);
  for (int i = 0; i < realms; i++) {
    const int realm = tess_game_realm_id(game, entries[i].spot);
    json_open_array(text, NULL);
    for (int j = 0; j < count; j++) {
      if (segments[j].realm != realm) continue;
      const tess_tile tile = tess_game_tile(game, segments[j].spot.tile);
      json_open_string(text, NULL);
      realm_name_write(name_of_segment(game, segments[j].spot), text);
      text_print(text, "@%d,%d", tile.x, tile.y);
      json_close_string(text);
    }
    json_close_array(text);
  }
  json_close_array(text);
  free(entries);
  free(segments);
}

void realms_write(const tess_game *game, struct text *text) {
  struct realm_entry *entries = memory_new(TESS_MAX_SEGMENTS * sizeof *entries);
  const int count = realms_list(game, entries);
  for (int i = 0; i < count; i++) {
    const tess_realm *realm = &entries[i].realm;
    const tess_tile tile = tess_game_tile(game, entries[i].spot.tile);
    text_add_string(text, "realm ");
    realm_name_write(realm_name_of(game, entries[i].spot), text);
    text_print(text, "@%d,%d %s tiles=%d symbols=%d open=%d cities=%d worth=%d", tile.x, tile.y,
               realm->complete ? "complete" : "open", realm->tiles, realm->symbols, realm->open_ends, realm->cities,
               realm->worth);
    const char *before = " factions=";
    for (int faction = 0; faction < TESS_FACTION_COUNT; faction++) {
      if (!realm->factions[faction]) continue;
      text_print(text, "%s%s", before, name_of_faction((tess_faction)faction));
      before = ",";
    }
    before = " meeples=";
    for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) {
      if (realm->meeples[seat] + realm->large[seat] == 0) continue;
      text_print(text, "%s%d:%d", before, seat + 1, realm->meeples[seat]);
      if (realm->large[seat] > 0) text_print(text, "+%d", realm->large[seat]);
      before = ",";
    }
    text_add_char(text, '\n');
  }
  free(entries);
}

/* ---- The state as JSON ---- */

static void write_words(const char *key, const char *const words[], int count, struct text *text) {
  json_open_array(text, key);
  for (int i = 0; i < count; i++) json_put_string(text, NULL, words[i]);
  json_close_array(text);
}

/* Appends `"realm":"route.E","x":1,"y":0`. */
static void write_spot(const tess_game *game, tess_spot spot, struct text *text) {
  const tess_tile tile = tess_game_tile(game, spot.tile);
  json_open_string(text, "realm");
  realm_name_write(realm_name_of(game, spot), text);
  json_close_string(text);
  json_put_int(text, "x", tile.x);
  json_put_int(text, "y", tile.y);
}

/* Appends the sides of the set bits of `sides`. */
static void write_sides(uint8_t sides, struct text *text) {
  json_open_array(text, "sides");
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    if (sides >> side & 1) json_put_int(text, NULL, side + 1);
  json_close_array(text);
}

static void write_scores(const tess_game *game, struct text *text) {
  json_open_array(text, "scores");
  for (int side = 0; side < tess_game_sides(game); side++) json_put_int(text, NULL, tess_game_score(game, side));
  json_close_array(text);
}

/* Appends tiles and meeples. */
static void write_board(const tess_game *game, struct text *text) {
  tess_tile tiles[TESS_MAX_TILES];
  const int laid = standing_tiles(game, tiles);
  json_open_array(text, "board");
  for (int i = 0; i < laid; i++) {
    json_open_object(text, NULL);
    json_put_string(text, "tile", tess_set_tile(tess_game_set(game), tiles[i].kind)->id);
    json_put_int(text, "x", tiles[i].x);
    json_put_int(text, "y", tiles[i].y);
    json_put_int(text, "rotation", tiles[i].rotation);
    json_close_object(text);
  }
  json_close_array(text);
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const tess_rules rules = tess_set_rules(tess_game_set(game));
  const int meeple_count = standing_meeples(game, meeples);
  json_open_array(text, "meeples");
  for (int i = 0; i < meeple_count; i++) {
    json_open_object(text, NULL);
    json_put_int(text, "seat", meeples[i].seat + 1);
    json_put_string(text, "piece", name_of_piece(rules, (tess_piece)meeples[i].piece));
    write_spot(game, meeples[i].spot, text);
    json_close_object(text);
  }
  json_close_array(text);
}

static void write_realms(const tess_game *game, struct text *text) {
  const bool star_wars = tess_set_rules(tess_game_set(game)) == TESS_RULES_STAR_WARS;
  struct realm_entry *entries = memory_new(TESS_MAX_SEGMENTS * sizeof *entries);
  const int count = realms_list(game, entries);
  json_open_array(text, "realms");
  for (int i = 0; i < count; i++) {
    const tess_realm *realm = &entries[i].realm;
    const char *words[TESS_FACTION_COUNT];
    int factions = 0;
    for (int faction = 0; faction < TESS_FACTION_COUNT; faction++)
      if (realm->factions[faction]) words[factions++] = name_of_faction((tess_faction)faction);
    json_open_object(text, NULL);
    write_spot(game, entries[i].spot, text);
    json_put_bool(text, "complete", realm->complete);
    json_put_int(text, "tiles", realm->tiles);
    json_put_int(text, "symbols", realm->symbols);
    json_put_int(text, "open", realm->open_ends);
    json_put_int(text, "cities", realm->cities);
    json_put_int(text, "worth", realm->worth);
    write_words("factions", words, factions, text);
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
    write_sides(realm->sides, text);
    json_close_object(text);
  }
  json_close_array(text);
  free(entries);
}

/* Appends an object with the number of tiles by id. `number` returns the number for a kind; kinds with 0 are left
 * out. */
static void write_counts(const char *key, const tess_game *game, int (*number)(const tess_game *, int),
                         struct text *text) {
  const tess_set *set = tess_game_set(game);
  json_open_object(text, key);
  for (int kind = 0; kind < tess_set_kinds(set); kind++)
    if (number(game, kind) > 0) json_put_int(text, tess_set_tile(set, kind)->id, number(game, kind));
  json_close_object(text);
}

void state_json_write(const tess_game *game, const struct tile_set *set, struct text *text) {
  const tess_options options = tess_game_options(game);

  /* 1. Set and options. */
  json_open_object(text, NULL);
  json_put_string(text, "game", name_of_rules(tess_set_rules(set->set)));
  json_put_string(text, "set", set->id);
  json_put_hash(text, "set_hash", tess_set_hash(set->set));
  options_write_json(&options, text);
  const char *words[TESS_MAX_PLAYERS];
  for (int i = 0; i < options.players; i++) words[i] = name_of_colour((tess_colour)options.colours[i]);
  write_words("colours", words, options.players, text);
  json_put_int(text, "first", options.first + 1);

  /* 2. The state: the turn, the sides, the board, and the tiles that are not on it. */
  /* Append the seat and the phase of the turn, and its tile. */
  const tess_phase phase = tess_game_phase(game);
  const int drawn = tess_game_drawn(game);
  json_put_string(text, "phase", name_of_phase(phase));
  json_put_int(text, "seat", tess_game_seat(game) + 1);
  if (tess_game_extra(game)) json_put_bool(text, "extra", true);
  if (drawn < 0)
    json_put_null(text, "tile");
  else
    json_put_string(text, "tile", tess_set_tile(tess_game_set(game), drawn)->id);
  if (phase == TESS_PHASE_MEEPLE || phase == TESS_PHASE_THROW) {
    const tess_tile last = tess_game_tile(game, tess_game_tiles(game) - 1);
    json_open_object(text, "last");
    json_put_int(text, "x", last.x);
    json_put_int(text, "y", last.y);
    json_close_object(text);
  } else
    json_put_null(text, "last");
  write_scores(game, text);
  /* Append the meeples in the supply of each seat. */
  const tess_rules rules = tess_set_rules(tess_game_set(game));
  json_open_array(text, "supply");
  for (int seat = 0; seat < options.players; seat++) {
    json_open_object(text, NULL);
    json_put_int(text, name_of_piece(rules, TESS_PIECE_SMALL), tess_game_supply(game, seat, TESS_PIECE_SMALL));
    if (rules == TESS_RULES_STAR_WARS) json_put_int(text, "large", tess_game_supply(game, seat, TESS_PIECE_LARGE));
    if (options.abbot) json_put_int(text, "abbot", tess_game_supply(game, seat, TESS_PIECE_ABBOT));
    json_close_object(text);
  }
  json_close_array(text);
  write_board(game, text);
  write_realms(game, text);
  write_counts("bag", game, tess_game_bag, text);
  write_counts("out", game, tess_game_out, text);

  /* 3. The legal continuations. */
  struct text lines = {0};
  legal_write(game, &lines);
  struct span rest = {lines.bytes, lines.length}, line;
  json_open_array(text, "legal");
  while (span_split(&rest, '\n', &line))
    if (line.length > 0) json_put_span(text, NULL, line);
  json_close_array(text);
  text_free(&lines);
  json_put_hash(text, "hash", tess_game_hash(game));
  json_close_object(text);
}

/* ---- Events as JSON ---- */

/* Appends the seat and the kind of a tile, and its cell if it is on the board. */
static void write_tile(const tess_event *event, const tess_game *game, struct text *text) {
  json_put_int(text, "seat", event->seat + 1);
  json_put_string(text, "tile", tess_set_tile(tess_game_set(game), event->kind)->id);
  if (event->type != TESS_EVENT_PLACED && event->type != TESS_EVENT_ARROW) return;
  const tess_tile tile = tess_game_tile(game, event->spot.tile);
  json_put_int(text, "x", tile.x);
  json_put_int(text, "y", tile.y);
}

void event_json_write(const tess_event *event, const tess_game *game, struct text *text) {
  const tess_set *set = tess_game_set(game);
  json_open_object(text, NULL);
  json_put_string(text, "event", name_of_event((tess_event_type)event->type));
  switch ((tess_event_type)event->type) {
  case TESS_EVENT_DRAWN:
  case TESS_EVENT_PUT_OUT:
  case TESS_EVENT_PLACED:
    write_tile(event, game, text);
    if (event->type == TESS_EVENT_PLACED)
      json_put_int(text, "rotation", tess_game_tile(game, event->spot.tile).rotation);
    break;
  case TESS_EVENT_MEEPLE:
  case TESS_EVENT_RETURNED:
    json_put_int(text, "seat", event->seat + 1);
    json_put_string(text, "piece", name_of_piece(tess_set_rules(set), (tess_piece)event->piece));
    write_spot(game, event->spot, text);
    break;
  case TESS_EVENT_BATTLE:
  case TESS_EVENT_THROW:
    write_spot(game, event->spot, text);
    /* Append the dice of a battle: how many each side has, or the faces that they show. */
    json_open_object(text, "dice");
    for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
      const char key[] = {(char)('1' + side), '\0'};
      if (event->thrown.dice[side] == 0) continue;
      if (event->type != TESS_EVENT_THROW) {
        json_put_int(text, key, event->thrown.dice[side]);
        continue;
      }
      json_open_array(text, key);
      for (int i = 0; i < event->thrown.dice[side]; i++) json_put_int(text, NULL, event->thrown.faces[side][i]);
      json_close_array(text);
    }
    json_close_object(text);
    break;
  case TESS_EVENT_TIE:
    write_spot(game, event->spot, text);
    write_sides(event->sides, text);
    json_put_int(text, "points", event->points);
    break;
  case TESS_EVENT_LOST: {
    int loser = 0;
    while (loser < TESS_MAX_PLAYERS - 1 && !(event->sides >> loser & 1)) loser++;
    write_spot(game, event->spot, text);
    json_put_int(text, "side", loser + 1);
    json_put_int(text, "points", event->points);
    break;
  }
  case TESS_EVENT_SCORED:
    json_put_string(text, "kind", name_of_type((tess_type)event->realm));
    write_spot(game, event->spot, text);
    json_put_bool(text, "complete", event->complete);
    json_put_bool(text, "final", event->final);
    json_put_int(text, "tiles", event->tiles);
    json_put_int(text, "symbols", event->symbols);
    json_put_int(text, "cities", event->cities);
    json_put_int(text, "points", event->points);
    write_sides(event->sides, text);
    break;
  case TESS_EVENT_OVER: write_scores(game, text); break;
  case TESS_EVENT_ARROW:
    write_tile(event, game, text);
    json_put_string(text, "did", tess_action_name(event->action));
    json_put_int(text, "points", event->points);
    break;
  }
  json_close_object(text);
}
