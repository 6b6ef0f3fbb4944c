#include "notation/lab_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "base/guard.h"
#include "notation/options.h"
#include "notation/record.h"

static const char address[] = "carcassonnelab.com/#/";
/* The digits of the tiles, and those of cells and rotations. */
static const char digits_64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
static const char digits_58[] = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

enum {
  TYPES = LAB_TYPES,
  START = 15,   /* the type of the first tile */
  PLACES = 8,   /* for meeples on a tile, from 1 */
  LONGEST = 96, /* digits of the tiles: 72 tiles need 56 */
  WEST = 16,    /* added to the rotation if x is negative, and if y is */
  NORTH = 32,
  MOVE_LENGTH = 4, /* characters of a move: x, y, rotation, place of the meeple */
};

/* A type of tiles: its ids in the classic set, how far its first rotation is turned from ours, and the realms of its
 * places in that rotation. */
static const struct lab_type {
  const char *id, *garden; /* garden: the same tile with a garden; NULL if there is none */
  int turn;
  const char *places[PLACES];
} types[TYPES] = {
    {"T", NULL, 0, {"road.S", "city.N", "field.SR", "field.SL"}},
    {"S", NULL, 0, {"road.S", "city.N", "field.SR", "field.SL"}},
    {"N", "N_G", 0, {"city.N", "field.EL"}},
    {"M", "M_G", 0, {"city.N", "field.EL"}},
    {"P", NULL, 0, {"road.E", "city.N", "field.EL", "field.ER"}},
    {"O", NULL, 0, {"road.E", "city.N", "field.EL", "field.ER"}},
    {"G", NULL, 0, {"city.E", "field.NL", "field.SL"}},
    {"F", NULL, 0, {"city.E", "field.NL", "field.SL"}},
    {"I", "I_G", 0, {"city.N", "city.W", "field.EL"}},
    {"H", "H_G", 0, {"city.N", "city.S", "field.EL"}},
    {"E", "E_G", 0, {"city.N", "field.EL"}},
    {"K", NULL, 0, {"road.S", "city.N", "field.EL", "field.SR"}},
    {"J", NULL, 0, {"road.E", "city.N", "field.EL", "field.ER"}},
    {"L", NULL, 0, {"road.W", "road.E", "road.S", "city.N", "field.EL", "field.SR", "field.ER"}},
    {"D", NULL, 0, {"road.E", "city.N", "field.EL", "field.ER"}},
    {"U", "U_G", 1, {"road.N", NULL, "field.WL", "field.EL"}},
    {"V", "V_G", 0, {"road.S", "field.NL", "field.SR"}},
    {"W", NULL, 0, {"road.W", "road.E", "road.S", "field.NL", "field.SR", "field.ER"}},
    {"X", NULL, 0, {"road.W", "road.E", "road.S", "road.N", "field.NL", "field.NR", "field.ER", "field.SR"}},
    {"B", NULL, 0, {"monastery", "field.NL"}},
    {"A", NULL, 0, {"monastery", "road.S", "field.NL"}},
    {"C", NULL, 0, {"city.N"}},
    {"R", "R_G", 0, {"city.N", "field.SL"}},
    {"Q", NULL, 0, {"city.N", "field.SL"}},
};

static int digit_of(const char *digits, char c) {
  const char *at = c == '\0' ? NULL : strchr(digits, c);
  return at == NULL ? -1 : (int)(at - digits);
}

/* The realm of a place (1-based) of a type, laid in a rotation of the link. False if there is no such place. */
static bool realm_at(int type, int place, int rotation, struct realm_name *name) {
  const char *word = place < 1 || place > PLACES ? NULL : types[type - 1].places[place - 1];
  if (word == NULL || !realm_name_read(span_of(word), name)) return false;
  if (name->rank < 4)
    name->rank = (uint8_t)((name->rank + rotation) % 4);
  else if (name->rank < 12)
    name->rank = (uint8_t)(4 + (name->rank - 4 + 2 * rotation) % 8);
  return true;
}

int lab_kind(const tess_game *game, const struct tile_set *set, int type) {
  int found = -1;
  for (int kind = 0; kind < (int)set->count; kind++) {
    const struct lab_type *row = &types[type - 1];
    const bool plain = strcmp(set->tiles[kind].id, row->id) == 0;
    const bool garden = row->garden != NULL && strcmp(set->tiles[kind].id, row->garden) == 0;
    if ((plain || garden) && tess_game_bag(game, kind) > 0 && (plain || found < 0)) found = kind;
  }
  return found;
}

static int type_of_kind(const struct tile_set *set, int kind) {
  for (int type = 1; type <= TYPES; type++) {
    const struct lab_type *row = &types[type - 1];
    if (strcmp(set->tiles[kind].id, row->id) == 0) return type;
    if (row->garden != NULL && strcmp(set->tiles[kind].id, row->garden) == 0) return type;
  }
  return 0;
}

int lab_type_of_copy(const struct tile_set *set, int copy) {
  int type = 0;
  for (; copy > 0 && type < TYPES; type++)
    for (int kind = 0; kind < (int)set->count; kind++)
      if (type_of_kind(set, kind) == type + 1) copy -= set->tiles[kind].count;
  return copy > 0 ? 0 : type;
}

/* ---- The parts of a link ---- */

struct lab_parts {
  struct span tiles, moves, players, colours; /* the last two are empty where they are missing */
};

static struct span trimmed(struct span text) {
  while (text.length > 0 && strchr(" \t\r\n", *text.bytes) != NULL) text.bytes++, text.length--;
  while (text.length > 0 && strchr(" \t\r\n", text.bytes[text.length - 1]) != NULL) text.length--;
  return text;
}

/* The text after the address; its `bytes` are NULL if the text is no such link. */
static struct span after_address(struct span text) {
  static const char *const before[] = {"https://www.", "http://www.", "https://", "http://", "www.", ""};
  const struct span link = trimmed(text);
  for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
    const size_t first = strlen(before[i]), length = first + strlen(address);
    if (link.length < length || memcmp(link.bytes, before[i], first) != 0) continue;
    if (memcmp(link.bytes + first, address, strlen(address)) == 0)
      return (struct span){link.bytes + length, link.length - length};
  }
  return (struct span){NULL, 0};
}

bool lab_link_is(struct span text) { return after_address(text).bytes != NULL; }

static bool split_link(struct span link, struct lab_parts *parts, struct fault *fault) {
  struct span rest = after_address(link), version, cursor, query;
  *parts = (struct lab_parts){.tiles.bytes = NULL};
  span_split(&rest, '/', &version);
  if (!span_is(version, "0"))
    return fault_say(fault, "expected a link of version 0, not %s", quote(version.bytes, version.length).text);
  if (!span_split(&rest, '/', &cursor) || !span_split(&rest, '/', &parts->tiles) || rest.bytes == NULL)
    return fault_say(fault, "the link ends before its moves");
  span_split(&rest, '?', &parts->moves);
  while (rest.bytes != NULL && span_split(&rest, '&', &query)) {
    struct span key, value = query;
    span_split(&value, '=', &key);
    if (span_is(key, "players")) parts->players = value;
    if (span_is(key, "colors")) parts->colours = value;
  }
  return true;
}

/* Reads the types of the tiles, a number to the base 24 that is written to the base 64. */
static bool read_types(struct span word, uint8_t list[TESS_MAX_TILES], int *count, struct fault *fault) {
  uint8_t number[LONGEST];
  if (word.length > LONGEST) return fault_say(fault, "the link has more tiles than the game");
  for (size_t i = 0; i < word.length; i++) {
    const int digit = digit_of(digits_64, word.bytes[i]);
    if (digit < 0) return fault_say(fault, "expected the tiles, not %s", quote(word.bytes, word.length).text);
    number[i] = (uint8_t)digit;
  }
  *count = 0;
  for (size_t first = 0; first < word.length;) {
    unsigned rest = 0;
    for (size_t i = first; i < word.length; i++) {
      rest = rest * 64 + number[i];
      number[i] = (uint8_t)(rest / TYPES);
      rest %= TYPES;
    }
    if (*count == TESS_MAX_TILES) return fault_say(fault, "the link has more tiles than the game");
    list[(*count)++] = (uint8_t)(rest + 1);
    while (first < word.length && number[first] == 0) first++;
  }
  for (int i = 0; i < *count / 2; i++) {
    const uint8_t type = list[i];
    list[i] = list[*count - 1 - i];
    list[*count - 1 - i] = type;
  }
  if (*count == 0 || list[0] != START)
    return fault_say(fault, "the tiles of the link do not begin with the start tile");
  return true;
}

/* Appends text without its percent escapes; a control character becomes a space. */
static void add_unescaped(struct span word, struct text *text) {
  for (size_t i = 0; i < word.length; i++) {
    uint8_t byte = (uint8_t)word.bytes[i];
    if (byte == '%' && i + 2 < word.length && hex_read((struct span){word.bytes + i + 1, 2}, &byte, 1)) i += 2;
    text_add_char(text, byte < ' ' || byte == 127 ? ' ' : (char)byte);
  }
}

/* Fills the options from the names and colours of the players; two players without them. */
static bool read_players(const struct lab_parts *parts, tess_options *options, struct text names[TESS_MAX_PLAYERS],
                         struct fault *fault) {
  struct span rest = parts->players, word;
  int players = 0;
  while (rest.bytes != NULL && rest.length > 0 && span_split(&rest, ',', &word)) {
    if (players == TESS_MAX_PLAYERS) return fault_say(fault, "the link has more than 5 players");
    add_unescaped(word, &names[players]);
    const struct span name = text_span(&names[players]);
    if (!span_is_plain(name, false)) return fault_say(fault, "the name of player %d is no text", players + 1);
    players++;
  }
  if (players == 0) return true;
  if (players == 1) return fault_say(fault, "the link has one player");
  options->players = (uint8_t)players;
  return parts->colours.length == 0 ||
         (colours_read(parts->colours, options, fault) && colours_suit(options, TESS_RULES_CLASSIC, fault));
}

/* ---- Reading ---- */

bool lab_turn(struct history *history, int type, int x, int y, int rotation, int place, struct fault *fault) {
  const tess_placement placement = {
      .x = (int16_t)x, .y = (int16_t)y, .rotation = (uint8_t)((rotation + types[type - 1].turn) % 4)};
  if (!history_place(history, placement, fault)) return false;
  if (place == 0) return history_pass(history, fault);
  struct choice choice = {.piece = TESS_PIECE_SMALL};
  tess_decision decision;
  if (!realm_at(type, place, rotation, &choice.realm))
    return fault_say(fault, "the tile %s has no place %d for a meeple", types[type - 1].id, place);
  return choice_decide(choice, history->game, &decision, fault) && history_meeple(history, decision, fault);
}

/* Takes the move of four characters for the tile that was drawn. */
static bool take_move(struct history *history, int type, const char *move, struct fault *fault) {
  const int x = digit_of(digits_58, move[0]), y = digit_of(digits_58, move[1]), turn = digit_of(digits_58, move[2]);
  const int place = move[3] - '0';
  if (x < 0 || y < 0 || turn < 0 || place < 0 || place > 9)
    return fault_say(fault, "expected a move of four characters, not %s", quote(move, MOVE_LENGTH).text);
  const int rotation = turn % WEST % 4;
  return lab_turn(history, type, turn & WEST ? -x : x, turn & NORTH ? -y : y, rotation, place, fault);
}

/* Plays tiles and moves. A tile that fits nowhere is discarded and has no move. */
static bool play_link(struct history *history, const uint8_t *list, int count, struct span moves, struct fault *fault) {
  int turn = 0;
  for (int i = 1; i < count; i++) {
    const int kind = lab_kind(history->game, history->set, list[i]);
    const bool left = (size_t)turn * MOVE_LENGTH < moves.length;
    bool good = kind >= 0 ? history_draw(history, kind, fault)
                          : fault_refuse(fault, TESS_ERROR_BAD_TILE, "no tile %s is left", types[list[i] - 1].id);
    if (good && history->steps[history->count - 1].put_out) continue;
    if (good && !left) { /* the tile of a turn that has not been taken */
      history_undo(history);
      break;
    }
    good = good && take_move(history, list[i], moves.bytes + turn * MOVE_LENGTH, fault);
    turn++;
    if (!good) {
      fault->move = turn;
      return false;
    }
  }
  if ((size_t)turn * MOVE_LENGTH < moves.length) return fault_say(fault, "the link has more moves than tiles");
  return true;
}

bool lab_link_read(struct span link, const struct set_library *library, struct text *record, struct fault *fault) {
  struct lab_parts parts;
  uint8_t list[TESS_MAX_TILES];
  int count = 0;
  struct text names[TESS_MAX_PLAYERS] = {{0}};
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  options.fields = true;
  struct history *history = NULL;
  bool good = split_link(link, &parts, fault) && read_types(parts.tiles, list, &count, fault) &&
              read_players(&parts, &options, names, fault);
  if (good && parts.moves.length % MOVE_LENGTH != 0)
    good = fault_say(fault, "the last move of the link has less than four characters");
  if (good) {
    history = history_new(set_library_find(library, span_of("classic")), &options, fault);
    good = history != NULL && play_link(history, list, count, parts.moves, fault);
  }
  if (good) record_write_players(history, names, record);
  history_free(history);
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) text_free(&names[seat]);
  return good;
}

/* ---- Writing ---- */

/* Multiplies the number by 24 and adds a digit. */
static void push_type(uint8_t number[LONGEST], int type) {
  unsigned carry = (unsigned)type - 1;
  for (int i = LONGEST - 1; i >= 0; i--) {
    carry += number[i] * TYPES;
    number[i] = (uint8_t)(carry % 64);
    carry /= 64;
  }
}

static void add_escaped(const char *name, struct text *text) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()";
  for (; *name != '\0'; name++) {
    if (strchr(plain, *name) != NULL)
      text_add_char(text, *name);
    else
      text_print(text, "%%%02X", (unsigned)(uint8_t)*name);
  }
}

/* Appends the move that step `index` (a placement) and the next one make, in a game before that step. */
static bool add_move(struct history *game, const struct history *history, int index, struct text *moves,
                     struct fault *fault) {
  const struct history_step *step = &history->steps[index];
  const int type = type_of_kind(history->set, step->kind);
  const int x = step->placement.x, y = step->placement.y;
  const int rotation = (step->placement.rotation - types[type - 1].turn + 4) % 4;
  const int most = (int)strlen(digits_58) - 1;
  if (x > most || x < -most || y > most || y < -most) return fault_say(fault, "a tile lies too far from the first one");
  if (!history_place(game, step->placement, fault)) return false;
  tess_decision decision;
  const struct choice choice = step[1].choice;
  if (!choice_decide(choice, game->game, &decision, fault)) return false;
  int place = 0;
  for (int i = PLACES; decision.piece != TESS_PIECE_NONE && i > 0; i--) {
    struct choice other = choice;
    tess_decision same;
    struct fault none = {0};
    if (realm_at(type, i, rotation, &other.realm) && choice_decide(other, game->game, &same, &none) &&
        memcmp(&same, &decision, sizeof same) == 0)
      place = i;
  }
  if (decision.piece != TESS_PIECE_NONE && place == 0) return fault_say(fault, "a meeple has no place in such a link");
  text_add_char(moves, digits_58[abs(x)]);
  text_add_char(moves, digits_58[abs(y)]);
  text_add_char(moves, digits_58[rotation + (x < 0 ? WEST : 0) + (y < 0 ? NORTH : 0)]);
  text_add_char(moves, (char)('0' + place));
  return history_meeple(game, decision, fault);
}

bool lab_link_write(const struct history *history, const struct set_library *library,
                    const char *const names[TESS_MAX_PLAYERS], struct text *link, struct fault *fault) {
  const tess_options options = tess_game_options(history->game);
  if (strcmp(history->set->id, "classic") != 0 || history->resumed || !options.fields || options.abbot ||
      options.river != TESS_RIVER_NONE || options.arrows || options.towns)
    return fault_say(fault,
                     "such a link holds only the classic game from its beginning, with fields and no other option");
  uint8_t number[LONGEST] = {0};
  struct text moves = {0};
  struct fault inner = {0};
  struct history *game = history_resume(text_span(&history->start), library, 0, &inner);
  CHECK_BECAUSE(game != NULL, inner.text);
  int discarded = -1, draws = 0;
  bool good = true;
  push_type(number, START);
  for (int i = 0; good && i < history->count; i++) {
    const struct history_step *step = &history->steps[i];
    if (step->type == STEP_DRAW) {
      if (!step->put_out && i + 2 >= history->count) break; /* a turn that is not whole */
      if (step->put_out && discarded >= 0)
        good = fault_say(fault, "such a link holds at most one discarded tile");
      else if (step->put_out)
        discarded = draws;
      draws++;
      push_type(number, type_of_kind(history->set, step->kind));
      good = good && history_draw(game, step->kind, fault);
    } else if (step->type == STEP_PLACE) {
      good = add_move(game, history, i, &moves, fault);
    }
  }
  if (good) {
    text_print(link, "https://www.%s0/0", address);
    if (discarded >= 0) text_print(link, ".%d", discarded);
    text_add_char(link, '/');
    for (int i = 0, begun = 0; i < LONGEST; i++) {
      begun = begun || number[i] != 0;
      if (begun) text_add_char(link, digits_64[number[i]]);
    }
    text_add_char(link, '/');
    text_add(link, moves.bytes, moves.length);
    /* Players in the order of their first moves. */
    for (int part = 0; part < 2; part++) {
      text_add_string(link, part == 0 ? "?players=" : "&colors=");
      for (int i = 0; i < options.players; i++) {
        const int seat = (options.first + i) % options.players;
        if (i > 0) text_add_char(link, ',');
        if (part == 0)
          add_escaped(names[seat], link);
        else
          text_add_string(link, name_of_colour((tess_colour)options.colours[seat]));
      }
    }
  }
  history_free(game);
  text_free(&moves);
  return good;
}
