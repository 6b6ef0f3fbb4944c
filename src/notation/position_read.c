#include "notation/move.h"

#include "notation/options.h"
#include "notation/position.h"
#include <assert.h>

/* What was read so far. Keys are read in their order, so that each can rely on those before it. */
struct draft {
  const struct tile_shelf *shelf;
  const struct tile_set *set;
  int rules; /* tess_rules */
  tess_position position;
};

static bool read_game(struct draft *draft, struct span value, struct fault *fault) {
  draft->rules = rules_named(value);
  return draft->rules >= 0 || fault_say(fault, "expected star-wars or classic");
}

static bool read_set(struct draft *draft, struct span value, struct fault *fault) {
  draft->set = tile_shelf_read(draft->shelf, value, fault);
  if (draft->set == NULL) return false;
  return (int)tess_set_rules(draft->set->set) == draft->rules ||
         fault_refuse(fault, TESS_ERROR_BAD_POSITION, "the tile set %s is for the other game", draft->set->id);
}

static bool read_options(struct draft *draft, struct span value, struct fault *fault) {
  return options_read(value, &draft->position.options, fault);
}

static bool read_colours(struct draft *draft, struct span value, struct fault *fault) {
  return colours_read(value, &draft->position.options, fault) &&
         colours_suit(&draft->position.options, (tess_rules)draft->rules, fault);
}

static bool read_seat(struct draft *draft, struct span value, struct fault *fault) {
  struct reader reader = reader_of(value);
  int players = draft->position.options.players;
  draft->position.seat = (uint8_t)(reader_int(&reader, 1, players) - 1);
  return reader_done(&reader) || fault_say(fault, "expected a seat from 1 to %d", players);
}

static bool read_phase(struct draft *draft, struct span value, struct fault *fault) {
  int phase = phase_named(value);
  draft->position.phase = (uint8_t)phase;
  return phase >= 0 || fault_say(fault, "expected draw, place, meeple, throw or over");
}

static bool read_tile(struct draft *draft, struct span value, struct fault *fault) {
  draft->position.drawn = -1;
  bool due = draft->position.phase == TESS_PHASE_PLACE;
  if (due == span_is(value, "-"))
    return fault_say(fault, due ? "expected the tile drawn" : "expected '-' in this phase");
  if (due) draft->position.drawn = (int16_t)kind_read(value, draft->set->set, fault);
  return !due || draft->position.drawn >= 0;
}

static bool read_scores(struct draft *draft, struct span value, struct fault *fault) {
  const tess_options *options = &draft->position.options;
  int sides = options->teams ? 2 : options->players;
  struct reader reader = reader_of(value);
  for (int side = 0; side < sides; side++) {
    if (side > 0) reader_expect(&reader, ',');
    draft->position.scores[side] = reader_int(&reader, 0, INT32_MAX);
  }
  return reader_done(&reader) || fault_say(fault, "expected %d numbers joined by commas", sides);
}

static bool read_board_word(struct draft *draft, struct span word, struct fault *fault) {
  tess_position *position = &draft->position;
  struct move move;
  if (position->tile_count == TESS_MAX_TILES) return fault_say(fault, "more than %d tiles", TESS_MAX_TILES);
  if (!move_read(word, draft->set->set, &move, fault)) return false;
  if (move.decided) return fault_say(fault, "expected ID@x,yrR, found %s", quote(word.bytes, word.length).text);
  int rotation = tess_set_rotation(draft->set->set, move.kind, move.placement.rotation);
  position->tiles[position->tile_count++] =
      (tess_tile){(uint8_t)move.kind, (uint8_t)rotation, move.placement.x, move.placement.y};
  return true;
}

static bool read_board(struct draft *draft, struct span value, struct fault *fault) {
  struct span rest = value;
  struct span word;
  while (span_split(&rest, ';', &word))
    if (!read_board_word(draft, word, fault)) return false;
  return true;
}

/* The index of the tile at a cell, -1 if there is none. */
static int tile_at(const tess_position *position, int x, int y) {
  for (int i = 0; i < position->tile_count; i++)
    if (position->tiles[i].x == x && position->tiles[i].y == y) return i;
  return -1;
}

/* Reads the cell of a realm and finds the realm there. */
static bool find_spot(const struct draft *draft, struct realm_name name, struct span cell, tess_spot *spot,
                      struct fault *fault) {
  int16_t x, y;
  if (!cell_read(cell, &x, &y, fault)) return false;
  int index = tile_at(&draft->position, x, y);
  if (index < 0) return fault_refuse(fault, TESS_ERROR_BAD_POSITION, "no tile lies at %d,%d", x, y);
  const tess_tile *tile = &draft->position.tiles[index];
  int feature = realm_name_feature(draft->set->set, tile->kind, tile->rotation, name);
  if (feature < 0) return fault_refuse(fault, TESS_ERROR_BAD_POSITION, "the tile at %d,%d has no such realm", x, y);
  *spot = (tess_spot){(uint8_t)index, (uint8_t)feature};
  return true;
}

/* Reads `seat:piece:realm@x,y`. */
static bool read_meeple(struct draft *draft, struct span word, struct fault *fault) {
  tess_position *position = &draft->position;
  struct reader reader = reader_of(word);
  int seat = reader_int(&reader, 1, position->options.players) - 1;
  reader_expect(&reader, ':');
  int piece = piece_named((tess_rules)draft->rules, reader_until(&reader, ':'));
  reader_expect(&reader, ':');
  struct realm_name name = {0};
  if (!realm_name_read(reader_until(&reader, '@'), &name) || piece <= TESS_PIECE_NONE || piece >= TESS_PIECE_RETURN)
    reader.failed = true;
  reader_expect(&reader, '@');
  if (reader.failed)
    return fault_say(fault, "expected SEAT:PIECE:REALM@x,y, found %s", quote(word.bytes, word.length).text);
  if (position->meeple_count == TESS_MAX_MEEPLES) return fault_say(fault, "more than %d meeples", TESS_MAX_MEEPLES);
  tess_meeple *meeple = &position->meeples[position->meeple_count++];
  *meeple = (tess_meeple){.seat = (uint8_t)seat, .piece = (uint8_t)piece};
  struct span cell = {reader.at, (size_t)(reader.end - reader.at)};
  return find_spot(draft, name, cell, &meeple->spot, fault) || fault_within(fault, quote(word.bytes, word.length).text);
}

static bool read_meeples(struct draft *draft, struct span value, struct fault *fault) {
  struct span rest = value;
  struct span word;
  while (!span_is(value, "-") && span_split(&rest, ';', &word))
    if (!read_meeple(draft, word, fault)) return false;
  return true;
}

static bool read_out_word(struct draft *draft, struct span word, struct fault *fault) {
  struct reader reader = reader_of(word);
  struct span id = reader_until(&reader, '*');
  reader_expect(&reader, '*');
  int number = reader_int(&reader, 1, TESS_MAX_TILES);
  if (!reader_done(&reader)) return fault_say(fault, "expected ID*n, found %s", quote(word.bytes, word.length).text);
  int kind = kind_read(id, draft->set->set, fault);
  if (kind < 0) return false;
  if (draft->position.out[kind] > 0) return fault_say(fault, "%s stands twice", quote(id.bytes, id.length).text);
  draft->position.out[kind] = (uint8_t)number;
  return true;
}

static bool read_out(struct draft *draft, struct span value, struct fault *fault) {
  struct span rest = value;
  struct span word;
  while (!span_is(value, "-") && span_split(&rest, ';', &word))
    if (!read_out_word(draft, word, fault)) return false;
  return true;
}

static bool read_last(struct draft *draft, struct span value, struct fault *fault) {
  int16_t x, y;
  bool due = draft->position.phase == TESS_PHASE_MEEPLE || draft->position.phase == TESS_PHASE_THROW;
  draft->position.last = -1;
  if (due == span_is(value, "-"))
    return fault_say(fault, due ? "expected the cell of the tile just laid" : "expected '-' in this phase");
  if (!due) return true;
  if (!cell_read(value, &x, &y, fault)) return false;
  draft->position.last = (int16_t)tile_at(&draft->position, x, y);
  return draft->position.last >= 0 || fault_refuse(fault, TESS_ERROR_BAD_POSITION, "no tile lies at %d,%d", x, y);
}

struct key {
  const char *name;
  bool (*read)(struct draft *draft, struct span value, struct fault *fault);
};

static const struct key keys[] = {{"game", read_game},       {"set", read_set},       {"options", read_options},
                                  {"colours", read_colours}, {"seat", read_seat},     {"phase", read_phase},
                                  {"tile", read_tile},       {"scores", read_scores}, {"board", read_board},
                                  {"meeples", read_meeples}, {"out", read_out},       {"last", read_last}};

static bool read_key(struct draft *draft, struct reader *reader, const struct key *key, struct fault *fault) {
  struct span value = reader_word(reader);
  struct span name;
  struct span word = value;
  span_split(&value, '=', &name);
  if (!span_is(name, key->name) || value.bytes == NULL)
    return fault_say(fault, "expected %s=, found %s", key->name, quote(word.bytes, word.length).text);
  return key->read(draft, value, fault) || fault_within(fault, key->name);
}

static bool read_line(struct draft *draft, struct span line, struct fault *fault) {
  struct reader reader = reader_of(line);
  struct span word = reader_word(&reader);
  if (!span_is(word, "tessera1"))
    return fault_say(fault, "expected a position beginning with tessera1, found %s",
                     quote(word.bytes, word.length).text);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (!read_key(draft, &reader, &keys[i], fault)) return false;
  word = reader_word(&reader);
  return word.length == 0 ||
         fault_say(fault, "expected nothing after last=, found %s", quote(word.bytes, word.length).text);
}

const struct tile_set *position_read(struct span line, const struct tile_shelf *shelf, uint64_t seed, tess_game *game,
                                     struct fault *fault) {
  struct draft draft = {.shelf = shelf};
  const char *why = "";
  if (!read_line(&draft, line, fault)) return NULL;
  assert(draft.set != NULL);
  tess_error error = tess_game_setup(game, draft.set->set, &draft.position, seed, &why);
  if (error == TESS_ERROR_NONE) return draft.set;
  fault_refuse(fault, error, "%s", why);
  return NULL;
}
