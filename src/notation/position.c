/* Writes and reads position lines; orders the tiles and meeples on the board. */
#include "notation/state.h"

#include <assert.h>
#include <stdlib.h>

#include "notation/move.h"
#include "notation/names.h"
#include "notation/options.h"

/* ---- The order of tiles and meeples ---- */

static int compare_tiles(const void *a, const void *b) {
  const tess_tile *p = a;
  const tess_tile *q = b;
  return p->y != q->y ? p->y - q->y : p->x - q->x;
}

int standing_tiles(const tess_game *game, tess_tile out[TESS_MAX_TILES]) {
  int count = tess_game_tiles(game);
  for (int i = 0; i < count; i++) out[i] = tess_game_tile(game, i);
  qsort(out, (size_t)count, sizeof *out, compare_tiles);
  return count;
}

struct keyed_meeple {
  uint64_t key; /* sort key; increases in the order of positions */
  tess_meeple meeple;
};

static int compare_meeples(const void *a, const void *b) {
  uint64_t p = ((const struct keyed_meeple *)a)->key;
  uint64_t q = ((const struct keyed_meeple *)b)->key;
  return (p > q) - (p < q);
}

int standing_meeples(const tess_game *game, tess_meeple out[TESS_MAX_MEEPLES]) {
  struct keyed_meeple keyed[TESS_MAX_MEEPLES];
  const int count = tess_game_meeples(game, out);
  for (int i = 0; i < count; i++) {
    const tess_tile tile = tess_game_tile(game, out[i].spot.tile);
    const uint64_t cell = (uint64_t)(tile.y - INT16_MIN) << 16 | (uint64_t)(tile.x - INT16_MIN);
    const uint64_t rank = realm_name_of(game, out[i].spot).rank;
    keyed[i] = (struct keyed_meeple){cell << 24 | rank << 16 | (uint64_t)out[i].seat << 8 | out[i].piece, out[i]};
  }
  qsort(keyed, (size_t)count, sizeof *keyed, compare_meeples);
  for (int i = 0; i < count; i++) out[i] = keyed[i].meeple;
  return count;
}

/* ---- Writing ---- */

static const char *kind_id(const tess_game *game, int kind) { return tess_set_tile(tess_game_set(game), kind)->id; }

void position_write(const tess_game *game, const struct tile_set *set, struct text *text) {
  const tess_rules rules = tess_set_rules(set->set);
  const tess_options options = tess_game_options(game);

  /* 1. Set and options. */
  text_print(text, "tessera1 game=%s set=%s:", name_of_rules(rules), set->id);
  text_add_hash(text, tess_set_hash(set->set));
  text_add_string(text, " options=");
  options_write(&options, text);
  text_add_string(text, " colours=");
  colours_write(&options, text);

  /* 2. The turn. */
  const tess_phase phase = tess_game_phase(game);
  const int drawn = tess_game_drawn(game);
  text_print(text, " seat=%d phase=%s tile=%s scores=", tess_game_seat(game) + 1, name_of_phase(phase),
             drawn < 0 ? "-" : kind_id(game, drawn));
  for (int side = 0; side < tess_game_sides(game); side++)
    text_print(text, "%s%d", side > 0 ? "," : "", tess_game_score(game, side));

  /* 3. Tiles and meeples. */
  tess_tile tiles[TESS_MAX_TILES];
  const int laid = standing_tiles(game, tiles);
  text_add_string(text, " board=");
  for (int i = 0; i < laid; i++)
    text_print(text, "%s%s@%d,%dr%d", i > 0 ? ";" : "", kind_id(game, tiles[i].kind), tiles[i].x, tiles[i].y,
               tiles[i].rotation);
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const int count = standing_meeples(game, meeples);
  text_add_string(text, count > 0 ? " meeples=" : " meeples=-");
  for (int i = 0; i < count; i++) {
    const tess_tile tile = tess_game_tile(game, meeples[i].spot.tile);
    text_print(text, "%s%d:%s:", i > 0 ? ";" : "", meeples[i].seat + 1,
               name_of_piece(rules, (tess_piece)meeples[i].piece));
    realm_name_write(realm_name_of(game, meeples[i].spot), text);
    text_add_char(text, '@');
    cell_write(tile.x, tile.y, text);
  }

  /* 4. Discarded tiles. */
  const char *before = "";
  text_add_string(text, " out=");
  for (int kind = 0; kind < tess_set_kinds(set->set); kind++) {
    const int number = tess_game_out(game, kind);
    if (number == 0) continue;
    text_print(text, "%s%s*%d", before, kind_id(game, kind), number);
    before = ";";
  }
  if (before[0] == '\0') text_add_char(text, '-');

  /* 5. The tile just laid, while its turn is not over. */
  const tess_tile last = tess_game_tile(game, tess_game_tiles(game) - 1);
  text_add_string(text, " last=");
  if (phase == TESS_PHASE_MEEPLE || phase == TESS_PHASE_THROW)
    cell_write(last.x, last.y, text);
  else
    text_add_char(text, '-');
  if (tess_game_extra(game)) text_add_string(text, " extra=on");
}

/* ---- Reading ---- */

/* The position read so far. Keys have a fixed order, so that each may rely on those before it. */
struct draft {
  const struct set_library *sets;
  const struct tile_set *set;
  int rules; /* tess_rules */
  tess_position position;
  struct reader reader; /* cursor in the line */
  const char *key;      /* the key whose value is being read; NULL if none */
};

/* Reads the next `KEY=VALUE` of the line. */
static bool take(struct draft *draft, const char *key, struct span *value, struct fault *fault) {
  const struct span word = reader_word(&draft->reader);
  struct span name;
  draft->key = NULL;
  *value = word;
  span_split(value, '=', &name);
  if (!span_is(name, key) || value->bytes == NULL)
    return fault_say(fault, "expected %s=, found %s", key, quote(word.bytes, word.length).text);
  draft->key = key;
  return true;
}

/* Reads game, set, options and colours. */
static bool read_setting(struct draft *draft, struct fault *fault) {
  tess_options *options = &draft->position.options;
  struct span value;
  if (!take(draft, "game", &value, fault)) return false;
  draft->rules = rules_named(value);
  if (draft->rules < 0) return fault_say(fault, "expected star-wars or classic");

  if (!take(draft, "set", &value, fault)) return false;
  draft->set = set_library_read(draft->sets, value, fault);
  if (draft->set == NULL) return false;
  if ((int)tess_set_rules(draft->set->set) != draft->rules)
    return fault_refuse(fault, TESS_ERROR_BAD_POSITION, "the tile set %s is for the other game", draft->set->id);

  if (!take(draft, "options", &value, fault) || !options_read(value, options, fault)) return false;
  return take(draft, "colours", &value, fault) && colours_read(value, options, fault) &&
         colours_suit(options, (tess_rules)draft->rules, fault);
}

/* Reads seat, phase, the drawn tile, and scores. */
static bool read_turn(struct draft *draft, struct fault *fault) {
  tess_position *position = &draft->position;
  const int players = position->options.players, sides = position->options.teams ? 2 : players;
  struct span value;
  if (!take(draft, "seat", &value, fault)) return false;
  struct reader reader = reader_of(value);
  position->seat = (uint8_t)(reader_int(&reader, 1, players) - 1);
  if (!reader_done(&reader)) return fault_say(fault, "expected a seat from 1 to %d", players);

  if (!take(draft, "phase", &value, fault)) return false;
  const int phase = phase_named(value);
  position->phase = (uint8_t)phase;
  if (phase < 0) return fault_say(fault, "expected draw, place, meeple, throw or over");

  if (!take(draft, "tile", &value, fault)) return false;
  const bool due = phase == TESS_PHASE_PLACE;
  if (due == span_is(value, "-"))
    return fault_say(fault, due ? "expected the tile drawn" : "expected '-' in this phase");
  position->drawn = (int16_t)(due ? kind_read(value, draft->set->set, fault) : -1);
  if (due && position->drawn < 0) return false;

  if (!take(draft, "scores", &value, fault)) return false;
  reader = reader_of(value);
  for (int side = 0; side < sides; side++) {
    if (side > 0) reader_expect(&reader, ',');
    position->scores[side] = reader_int(&reader, 0, INT32_MAX);
  }
  return reader_done(&reader) || fault_say(fault, "expected %d numbers joined by commas", sides);
}

/* The index of the tile at a cell, -1 with `*fault` if there is none. */
static int tile_at(const tess_position *position, int x, int y, struct fault *fault) {
  for (int i = 0; i < position->tile_count; i++)
    if (position->tiles[i].x == x && position->tiles[i].y == y) return i;
  fault_refuse(fault, TESS_ERROR_BAD_POSITION, "no tile lies at %d,%d", x, y);
  return -1;
}

/* Reads `seat:piece:realm@x,y`. */
static bool read_meeple(struct draft *draft, struct span word, struct fault *fault) {
  /* 1. Its form. */
  tess_position *position = &draft->position;
  struct reader reader = reader_of(word);
  const int seat = reader_int(&reader, 1, position->options.players) - 1;
  reader_expect(&reader, ':');
  const int piece = piece_named((tess_rules)draft->rules, reader_until(&reader, ':'));
  reader_expect(&reader, ':');
  struct realm_name name = {0};
  if (!realm_name_read(reader_until(&reader, '@'), &name) || piece <= TESS_PIECE_NONE || piece >= TESS_PIECE_RETURN)
    reader.failed = true;
  reader_expect(&reader, '@');
  if (reader.failed)
    return fault_say(fault, "expected SEAT:PIECE:REALM@x,y, found %s", quote(word.bytes, word.length).text);
  if (position->meeple_count == TESS_MAX_MEEPLES) return fault_say(fault, "more than %d meeples", TESS_MAX_MEEPLES);

  /* 2. The realm that it stands on. */
  int16_t x, y;
  const struct quote shown = quote(word.bytes, word.length);
  if (!cell_read((struct span){reader.at, (size_t)(reader.end - reader.at)}, &x, &y, fault))
    return fault_within(fault, shown.text);
  const int index = tile_at(position, x, y, fault);
  if (index < 0) return fault_within(fault, shown.text);
  const tess_tile *tile = &position->tiles[index];
  const int feature = realm_name_feature(draft->set->set, tile->kind, tile->rotation, name);
  if (feature < 0) {
    fault_refuse(fault, TESS_ERROR_BAD_POSITION, "the tile at %d,%d has no such realm", x, y);
    return fault_within(fault, shown.text);
  }
  position->meeples[position->meeple_count++] =
      (tess_meeple){.spot = {(uint8_t)index, (uint8_t)feature}, .seat = (uint8_t)seat, .piece = (uint8_t)piece};
  return true;
}

/* Reads the tiles, the meeples, the discarded tiles, and the tile just laid. */
static bool read_board(struct draft *draft, struct fault *fault) {
  tess_position *position = &draft->position;
  const tess_set *set = draft->set->set;
  struct span value, rest, word;
  if (!take(draft, "board", &value, fault)) return false;
  for (rest = value; span_split(&rest, ';', &word);) {
    struct move move;
    if (position->tile_count == TESS_MAX_TILES) return fault_say(fault, "more than %d tiles", TESS_MAX_TILES);
    if (!move_read(word, set, &move, fault)) return false;
    if (move.decided) return fault_say(fault, "expected ID@x,yrR, found %s", quote(word.bytes, word.length).text);
    const int rotation = tess_set_rotation(set, move.kind, move.placement.rotation);
    position->tiles[position->tile_count++] =
        (tess_tile){(uint8_t)move.kind, (uint8_t)rotation, move.placement.x, move.placement.y};
  }

  if (!take(draft, "meeples", &value, fault)) return false;
  for (rest = value; !span_is(value, "-") && span_split(&rest, ';', &word);)
    if (!read_meeple(draft, word, fault)) return false;

  if (!take(draft, "out", &value, fault)) return false;
  for (rest = value; !span_is(value, "-") && span_split(&rest, ';', &word);) {
    struct reader reader = reader_of(word);
    const struct span id = reader_until(&reader, '*');
    reader_expect(&reader, '*');
    const int number = reader_int(&reader, 1, TESS_MAX_TILES);
    if (!reader_done(&reader)) return fault_say(fault, "expected ID*n, found %s", quote(word.bytes, word.length).text);
    const int kind = kind_read(id, set, fault);
    if (kind < 0) return false;
    if (position->out[kind] > 0) return fault_say(fault, "%s stands twice", quote(id.bytes, id.length).text);
    position->out[kind] = (uint8_t)number;
  }

  if (!take(draft, "last", &value, fault)) return false;
  const bool due = position->phase == TESS_PHASE_MEEPLE || position->phase == TESS_PHASE_THROW;
  int16_t x, y;
  position->last = -1;
  if (due == span_is(value, "-"))
    return fault_say(fault, due ? "expected the cell of the tile just laid" : "expected '-' in this phase");
  if (!due) return true;
  if (!cell_read(value, &x, &y, fault)) return false;
  position->last = (int16_t)tile_at(position, x, y, fault);
  return position->last >= 0;
}

/* Reads `extra=on`, which only a game in an extra turn has (CL-10.7). */
static bool read_extra(struct draft *draft, struct fault *fault) {
  const struct reader before = draft->reader;
  if (reader_word(&draft->reader).length == 0) return true;
  struct span value;
  draft->reader = before;
  if (!take(draft, "extra", &value, fault)) return fault_say(fault, "expected nothing or extra=on after last=");
  draft->position.extra = span_is(value, "on");
  return draft->position.extra || fault_say(fault, "expected on, or no such key");
}

const struct tile_set *position_read(struct span line, const struct set_library *library, uint64_t seed,
                                     tess_game *game, struct fault *fault) {
  /* 1. Its form. */
  struct draft draft = {.sets = library, .reader = reader_of(line)};
  const struct span first = reader_word(&draft.reader);
  if (!span_is(first, "tessera1")) {
    fault_say(fault, "expected a position beginning with tessera1, found %s", quote(first.bytes, first.length).text);
    return NULL;
  }
  if (!read_setting(&draft, fault) || !read_turn(&draft, fault) || !read_board(&draft, fault) ||
      !read_extra(&draft, fault)) {
    if (draft.key != NULL) fault_within(fault, draft.key);
    return NULL;
  }
  const struct span rest = reader_word(&draft.reader);
  if (rest.length > 0) {
    fault_say(fault, "expected nothing after extra=, found %s", quote(rest.bytes, rest.length).text);
    return NULL;
  }

  /* 2. Check that a game can reach the position. */
  const char *why = "";
  assert(draft.set != NULL);
  const tess_error error = tess_game_setup(game, draft.set->set, &draft.position, seed, &why);
  if (error == TESS_ERROR_NONE) return draft.set;
  fault_refuse(fault, error, "%s", why);
  return NULL;
}
