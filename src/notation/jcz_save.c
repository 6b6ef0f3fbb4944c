#include "notation/jcz_save.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "notation/json_lines.h"
#include "notation/record.h"

enum { WORD = 64 }; /* the longest word, with its final zero */

/* The tiles of JCloisterZone, without the `BA/` before them, and ours. The first rotation is the same. */
static const struct jcz_tile {
  const char *word, *id;
} tiles[] = {
    {"LR", "A"},    {"L", "B"},     {"Cccc+", "C"},  {"RCr", "D"},   {"C", "E"},     {"CG", "E_G"},  {"CFc+", "F"},
    {"CFc.1", "G"}, {"CFC.2", "H"}, {"CFCG", "H_G"}, {"CC.2", "I"},  {"CCG", "I_G"}, {"CRr", "J"},   {"RrC", "K"},
    {"CRRR", "L"},  {"Cc+", "M"},   {"Cc+G", "M_G"}, {"Cc.1", "N"},  {"CcG", "N_G"}, {"CcRr+", "O"}, {"CcRr", "P"},
    {"Ccc+", "Q"},  {"Ccc", "R"},   {"CccG", "R_G"}, {"CccR+", "S"}, {"CccR", "T"},  {"RFr", "U"},   {"RFrG", "U_G"},
    {"Rr", "V"},    {"RrG", "V_G"}, {"RRR", "W"},    {"RRRR", "X"},
};

/* A message of the replay, whose values have been read so far. */
struct jcz_message {
  char type[WORD], tile[WORD], location[WORD], meeple[WORD], source[WORD];
  int rotation, cell[2], pointer[2];
};

struct jcz_save {
  tess_options options;
  struct text names[TESS_MAX_PLAYERS];
  int players;
  bool gardens; /* the tiles have them */
  char sets[WORD];
  struct history *history; /* NULL before the first message */
  int move;
  struct jcz_message message;
  int message_number; /* -1 before the first message */
};

static bool is_on(struct span value) {
  return !span_is(value, "0") && !span_is(value, "false") && !span_is(value, "off") && !span_is(value, "null");
}

static bool copy_word(struct span value, char word[WORD], struct fault *fault) {
  if (value.length >= WORD) return fault_say(fault, "expected a word, not %s", quote(value.bytes, value.length).text);
  memcpy(word, value.bytes, value.length);
  word[value.length] = '\0';
  return true;
}

/* ---- What is chosen before the game ---- */

static bool lacks(struct span what, const char *kind, struct fault *fault) {
  return fault_say(fault, "the game has the %s %s, which Tessera lacks", kind, quote(what.bytes, what.length).text);
}

static bool take_setup(struct jcz_save *save, struct span path, struct span value, struct fault *fault) {
  struct span name;
  int start;
  if (path_after(path, "sets.", &name)) {
    if (!is_on(value)) return true;
    if (!span_is(value, "1") || save->sets[0] != '\0' ||
        !(span_is(name, "basic") || span_is(name, "basic:1") || span_is(name, "basic:2")))
      return lacks(name, "tiles", fault);
    save->gardens = span_is(name, "basic:2");
    return copy_word(name, save->sets, fault);
  }
  if (path_after(path, "elements.", &name)) {
    if (span_is(name, "farmers")) save->options.fields = is_on(value);
    if (span_is(name, "farmers") || span_is(name, "garden") || !is_on(value)) return true;
    if (span_is(name, "abbot")) save->options.abbot = true;
    if (span_is(name, "abbot") && span_is(value, "1")) return true;
    if (span_is(name, "small-follower") && span_is(value, "7")) return true;
    if (span_is(name, "small-follower") || span_is(name, "abbot"))
      return fault_say(fault, "the game has another number of %s than Tessera, %s", quote(name.bytes, name.length).text,
                       quote(value.bytes, value.length).text);
    return lacks(name, "element", fault);
  }
  if (path_after(path, "rules.tiny-city-scoring", &name) && !span_is(value, "4")) return lacks(path, "rule", fault);
  if (path_after(path, "start.", &name)) {
    if (!path_number(name, 1000, &start, &name)) return true;
    if (start > 0 || (span_is(name, "tile") && !span_is(value, "BA/RCr")) ||
        ((span_is(name, "x") || span_is(name, "y") || span_is(name, "rotation")) && !span_is(value, "0")))
      return fault_say(fault, "the game begins with another tile than BA/RCr at 0,0");
  }
  return true;
}

static bool take_player(struct jcz_save *save, struct span path, struct span value, struct fault *fault) {
  int seat;
  struct span member;
  if (!path_number(path, 1000, &seat, &member)) return true;
  if (seat >= TESS_MAX_PLAYERS) return fault_say(fault, "the game has more than %d players", TESS_MAX_PLAYERS);
  if (seat >= save->players) save->players = seat + 1;
  if (!span_is(member, "name")) return true;
  if (!span_is_plain(value, false)) return fault_say(fault, "the name of player %d is no text", seat + 1);
  text_clear(&save->names[seat]);
  text_add(&save->names[seat], value.bytes, value.length);
  return true;
}

static bool begin(struct jcz_save *save, const struct set_library *library, struct fault *fault) {
  if (save->sets[0] == '\0')
    return fault_say(fault, "expected a save of JCloisterZone 5, which names the tiles of the game");
  if (save->options.abbot && !save->gardens)
    return fault_say(fault, "the game has the abbot, and its tiles '%s' have no gardens", save->sets);
  if (save->players < 2) return fault_say(fault, "the game has less than 2 players");
  save->options.players = (uint8_t)save->players;
  save->history = history_new(set_library_find(library, span_of("classic")), &save->options, fault);
  return save->history != NULL;
}

/* ---- The messages of the replay ---- */

/* The kind of a tile. Once the plain ones of the classic set are all drawn, a tile of `basic:1` is the one with a
 * garden, which is then decoration. -1 with `*fault` if there is no such tile. */
static int kind_of(const struct jcz_save *save, struct fault *fault) {
  const struct history *history = save->history;
  const char *word = save->message.tile;
  for (size_t i = 0; strncmp(word, "BA/", 3) == 0 && i < sizeof tiles / sizeof tiles[0]; i++) {
    if (strcmp(word + 3, tiles[i].word) != 0) continue;
    const int plain = kind_read(span_of(tiles[i].id), tess_game_set(history->game), fault);
    if (save->options.abbot || tess_game_bag(history->game, plain) > 0) return plain;
    char garden[8];
    snprintf(garden, sizeof garden, "%.4s_G", tiles[i].id);
    const int other = tess_set_find(tess_game_set(history->game), garden, strlen(garden));
    return other < 0 ? plain : other;
  }
  lacks(span_of(word), "tile", fault);
  return -1;
}

static bool decide(struct history *history, struct choice choice, struct fault *fault) {
  tess_decision decision;
  return choice_decide(choice, history->game, &decision, fault) && history_meeple(history, decision, fault);
}

/* Fills the realm of a location on the tile just laid: its first side or half of a side, or the middle. */
static bool realm_of(const struct history *history, const char *location, struct realm_name *name,
                     struct fault *fault) {
  static const char *const types[] = {"road.%s", "city.%s", "field.%s", "monastery%s", "garden%s"};
  const tess_tile tile = tess_game_tile(history->game, tess_game_tiles(history->game) - 1);
  const bool middle = strcmp(location, "I") == 0 || strcmp(location, "CLOISTER") == 0;
  struct span rest = span_of(location), first;
  span_split(&rest, '.', &first);
  char part[3] = "";
  if (location[0] == '_' && strchr("NESW", location[1]) != NULL && location[1] != '\0')
    part[0] = location[1] == 'N' ? 'E' : 'N'; /* all sides but this one */
  else if (!middle && first.length <= 4)
    memcpy(part, first.bytes, first.length > 1 && strchr("LR", first.bytes[1]) != NULL ? 2 : first.length > 0);
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    char word[WORD];
    snprintf(word, sizeof word, types[i], part);
    if (middle != (i >= 3) || !realm_name_read(span_of(word), name)) continue;
    if (realm_name_feature(tess_game_set(history->game), tile.kind, tile.rotation, *name) >= 0) return true;
  }
  return lacks(span_of(location), "place", fault);
}

static bool deploy(struct jcz_save *save, struct fault *fault) {
  const struct jcz_message *message = &save->message;
  struct history *history = save->history;
  const tess_tile tile = tess_game_tile(history->game, tess_game_tiles(history->game) - 1);
  struct choice choice = {.piece = TESS_PIECE_SMALL};
  const char *word = strchr(message->meeple, '.');
  if (word != NULL && strncmp(word, ".abbot.", 7) == 0)
    choice.piece = TESS_PIECE_ABBOT;
  else if (word == NULL || strncmp(word, ".small.", 7) != 0)
    return lacks(span_of(message->meeple), "meeple", fault);
  if (message->pointer[0] != tile.x || message->pointer[1] != tile.y)
    return fault_say(fault, "the meeple stands at %d,%d, not on the tile just laid", message->pointer[0],
                     message->pointer[1]);
  return realm_of(history, message->location, &choice.realm, fault) && decide(history, choice, fault);
}

/* Plays the message whose values have been read. */
static bool play_message(struct jcz_save *save, struct fault *fault) {
  const struct jcz_message *message = &save->message;
  const char *type = message->type;
  struct history *history = save->history;
  const bool open = tess_game_phase(history->game) == TESS_PHASE_MEEPLE;
  if (strcmp(type, "PLACE_TILE") == 0) {
    const int kind = kind_of(save, fault);
    if (kind < 0 || !history_pass(history, fault) || !history_draw(history, kind, fault)) return false;
    if (history->steps[history->count - 1].put_out)
      return fault_refuse(fault, TESS_ERROR_BAD_PLACEMENT, "the tile '%s' fits nowhere", message->tile);
    return history_place(history,
                         (tess_placement){.x = (int16_t)message->cell[0],
                                          .y = (int16_t)message->cell[1],
                                          .rotation = (uint8_t)message->rotation},
                         fault);
  }
  if (strcmp(type, "PASS") == 0 || strcmp(type, "COMMIT") == 0) return history_pass(history, fault);
  const bool back = strcmp(type, "RETURN_MEEPLE") == 0 && strcmp(message->source, "ABBOT_RETURN") == 0;
  if (!back && strcmp(type, "DEPLOY_MEEPLE") != 0) return lacks(span_of(type), "step", fault);
  if (!open)
    return fault_refuse(fault, TESS_ERROR_BAD_DECISION, "the step '%s' comes when no meeple is to be placed", type);
  return back ? decide(history, (struct choice){.piece = TESS_PIECE_RETURN}, fault) : deploy(save, fault);
}

static bool take_message(struct jcz_save *save, struct span path, struct span value, struct fault *fault) {
  struct jcz_message *message = &save->message;
  struct span member;
  int number;
  if (!path_number(path, UINT16_MAX, &number, &member))
    return fault_say(fault, "expected messages, not %s", quote(path.bytes, path.length).text);
  if (number != save->message_number) {
    if (save->message_number >= 0 && !play_message(save, fault)) return false;
    *message = (struct jcz_message){.type = ""};
    save->message_number = number;
  }
  if (span_is(member, "type")) {
    save->move += span_is(value, "PLACE_TILE");
    return copy_word(value, message->type, fault);
  }
  if (span_is(member, "payload.tileId")) return copy_word(value, message->tile, fault);
  if (span_is(member, "payload.meepleId")) return copy_word(value, message->meeple, fault);
  if (span_is(member, "payload.source")) return copy_word(value, message->source, fault);
  if (span_is(member, "payload.pointer.location")) return copy_word(value, message->location, fault);
  if (span_is(member, "payload.position.0")) return whole_read(value, &message->cell[0], fault);
  if (span_is(member, "payload.position.1")) return whole_read(value, &message->cell[1], fault);
  if (span_is(member, "payload.pointer.position.0")) return whole_read(value, &message->pointer[0], fault);
  if (span_is(member, "payload.pointer.position.1")) return whole_read(value, &message->pointer[1], fault);
  if (!span_is(member, "payload.rotation")) return true;
  static const char *const rotations[] = {"R0", "R90", "R180", "R270"};
  for (message->rotation = 0; message->rotation < 4; message->rotation++)
    if (span_is(value, rotations[message->rotation])) return true;
  return fault_say(fault, "expected a rotation R0 to R270, not %s", quote(value.bytes, value.length).text);
}

/* Puts out the tiles that are left if none of them fits: a save does not say which ones were put out. */
static void put_out_rest(struct history *history) {
  assert(history != NULL);
  const int played = history->count;
  struct fault fault = {0};
  while (tess_game_phase(history->game) == TESS_PHASE_DRAW) {
    int kind = 0;
    while (tess_game_bag(history->game, kind) == 0) kind++;
    if (history_draw(history, kind, &fault) && history->steps[history->count - 1].put_out) continue;
    while (history->count > played) history_undo(history);
    return;
  }
}

/* Takes the values whose path begins with `start`. */
typedef bool take_value(struct jcz_save *save, struct span path, struct span value, struct fault *fault);

static bool take_lines(struct jcz_save *save, struct span lines, const char *start, take_value *take,
                       struct fault *fault) {
  struct span path, value;
  while (json_line_next(&lines, start, &path, &value))
    if (!take(save, path, value, fault)) return false;
  return true;
}

bool jcz_save_read(struct span lines, const struct set_library *library, struct text *record, struct fault *fault) {
  struct jcz_save save = {.options = tess_options_default(TESS_RULES_CLASSIC), .message_number = -1};
  bool good = take_lines(&save, lines, ".setup.", take_setup, fault) &&
              take_lines(&save, lines, ".players.", take_player, fault) && begin(&save, library, fault);
  if (good) {
    good = take_lines(&save, lines, ".replay.", take_message, fault) &&
           (save.message_number < 0 || play_message(&save, fault));
    if (!good) fault->move = save.move;
  }
  if (good) {
    put_out_rest(save.history);
    record_write_players(save.history, save.names, record);
  }
  history_free(save.history);
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) text_free(&save.names[seat]);
  return good;
}
