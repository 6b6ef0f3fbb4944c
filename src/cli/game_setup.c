#include "cli/game_setup.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/files.h"
#include "notation/foreign.h"
#include "notation/json_lines.h"
#include "notation/json_reader.h"
#include "notation/lab_link.h"

/* ---- The game ---- */

bool game_request_read(struct game_request *request, const struct arguments *arguments, struct fault *fault) {
#define X(member, ...) #member,
  static const char *const keys[] = {"game", "set", OPTION_ROWS(X) "colours", "first", "seed"};
#undef X
  if (options_kind(arguments->options, "players") == OPTION_NUMBER && argument_flag(arguments, "players"))
    request->players = span_of(argument_text(arguments, "players"));
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    const char *value = argument_text(arguments, keys[i]);
    if (value == NULL) continue;
    if (*value == '\0') value = "on";
    if (!game_request_set(request, span_of(keys[i]), span_of(value), fault)) return false;
  }
  return true;
}

bool game_setup_read(const struct game_request *request, struct set_library **library, struct game_setup *setup,
                     struct fault *fault) {
  *library = set_library_open();
  struct set_library *found = game_request_library(request, *library, tile_set_load, fault);
  if (found == NULL) return false;
  if (found != *library) set_library_close(*library);
  *library = found;
  return game_request_settle(request, found, setup, fault);
}

int game_setup_refused(const char *command, const struct fault *fault) {
  int code = bad_input(command, NULL, fault);
  return fault->error == TESS_ERROR_BAD_SET ? code : CODE_USAGE;
}

/* ---- The seats ---- */

int player_unknown(const char *command, const char *name) {
  struct text kinds = {0};
  for (int i = 0; player_kind_at(i) != NULL; i++)
    text_print(&kinds, "%s %s", i > 0 ? "," : "", player_kind_at(i)->name);
  const int code = usage_wrong(command, "--player takes one of%s, not '%s'", kinds.bytes, name);
  text_free(&kinds);
  return code;
}

/* Makes seeds so that the streams of different seats and games differ. */
static uint64_t seat_seed(uint64_t seed, int seat) {
  return (seed + 1) * 0x9e3779b97f4a7c15u + (uint64_t)seat * 0xd1b54a32d192ed03u;
}

/* Reads `KIND` or `NAME=KIND`, and opens the computer player unless the seat is for a person. */
static bool read_seat(struct seat *seat, struct span word, bool humans, uint64_t seed, struct fault *fault) {
  struct span name = {NULL, 0};
  const bool named = memchr(word.bytes, '=', word.length) != NULL;
  if (named) span_split(&word, '=', &name);

  /* 1. Read the kind. */
  char kind_name[16] = "";
  if (word.length < sizeof kind_name) memcpy(kind_name, word.bytes, word.length);
  seat->human = humans && strcmp(kind_name, "human") == 0;
  const struct player_kind *kind = seat->human ? NULL : player_kind_find(kind_name);
  if (!seat->human && kind == NULL) {
    char names[256] = "";
    for (int i = 0; player_kind_at(i) != NULL; i++) {
      const size_t used = strlen(names);
      snprintf(names + used, sizeof names - used, ", %s", player_kind_at(i)->name);
    }
    return fault_say(fault, "players: expected one of %s%s, not %s", humans ? "human, " : "", names + 2,
                     quote(word.bytes, word.length).text);
  }
  if (kind != NULL) player_open(&seat->player, kind, seed);

  /* 2. Read the name. */
  if (!named) return true;
  if (name.length == 0 || name.length >= SEAT_NAME_SIZE || !span_is_plain(name, false))
    return fault_say(fault, "players: expected a name of 1 to %d bytes of UTF-8, not %s", SEAT_NAME_SIZE - 1,
                     quote(name.bytes, name.length).text);
  memcpy(seat->name, name.bytes, name.length);
  seat->name[name.length] = '\0';
  return true;
}

bool seats_read(struct seats *seats, const char *list, bool humans, uint64_t seed, struct fault *fault) {
  *seats = (struct seats){0};
  struct span rest = span_of(list), word;
  while (span_split(&rest, ',', &word)) {
    if (seats->count == TESS_MAX_PLAYERS) {
      seats_close(seats);
      return fault_say(fault, "players: expected 2 to %d of them", TESS_MAX_PLAYERS);
    }
    int seat = seats->count++;
    if (read_seat(&seats->at[seat], word, humans, seat_seed(seed, seat), fault)) continue;
    seats_close(seats);
    return false;
  }
  if (seats->count < 2) {
    seats_close(seats);
    return fault_say(fault, "players: expected 2 to %d of them", TESS_MAX_PLAYERS);
  }

  /* A seat without a name gets the name of its kind. */
  for (int i = 0; i < seats->count; i++) {
    const struct seat *seat = &seats->at[i];
    char wanted[SEAT_NAME_SIZE];
    snprintf(wanted, sizeof wanted, "%s",
             seat->name[0] != '\0' ? seat->name
             : seat->human         ? "human"
                                   : seat->player.kind->name);
    seats_name(seats, i, wanted);
  }
  return true;
}

static bool is_name_before(const struct seats *seats, int seat, const char *name) {
  for (int i = 0; i < seat; i++)
    if (strcmp(seats->at[i].name, name) == 0) return true;
  return false;
}

void seats_name(struct seats *seats, int seat, const char *wanted) {
  char *name = seats->at[seat].name;
  snprintf(name, SEAT_NAME_SIZE, "%s", wanted);
  for (int number = 2; is_name_before(seats, seat, name); number++)
    name_number(wanted, number, SEAT_NAME_SIZE, SEAT_NAME_SIZE, name);
}

void seats_close(struct seats *seats) {
  for (int i = 0; i < seats->count; i++) player_close(&seats->at[i].player);
  seats->count = 0;
}

void seats_seed(struct seats *seats, uint64_t seed) {
  for (int i = 0; i < seats->count; i++) seats->at[i].player.random = seat_seed(seed, i);
}

bool seats_wait_for_human(const struct seats *seats, const struct history *history) {
  tess_phase phase = tess_game_phase(history->game);
  return (phase == TESS_PHASE_PLACE || phase == TESS_PHASE_MEEPLE) && seats->at[tess_game_seat(history->game)].human;
}

/* Plays the whole turn of a computer player. */
static bool take_turn(const struct seats *seats, struct player *player, struct history *history, struct fault *fault) {
  const struct player_budget budget = {.playouts = seats->playouts == 0 ? PLAYER_PLAYOUTS : seats->playouts,
                                       .stop = seats->stop};
  struct player_advice advice;
  const struct player_turn *turn = &advice.candidates[0].turn;
  player_choose(player, history->game, &budget, &advice);
  if (seats->stop != NULL && atomic_load(seats->stop)) return true;
  const bool placed =
      tess_game_phase(history->game) == TESS_PHASE_MEEPLE || history_place(history, turn->placement, fault);
  return placed && history_meeple(history, turn->decision, fault);
}

void seats_step(struct seats *seats, struct history *history) {
  struct player *player = &seats->at[tess_game_seat(history->game)].player;
  struct fault fault = {0};
  bool taken = false;
  switch (tess_game_phase(history->game)) {
  case TESS_PHASE_DRAW: taken = history_draw(history, TESS_RANDOM, &fault); break;
  case TESS_PHASE_PLACE:
  case TESS_PHASE_MEEPLE: taken = take_turn(seats, player, history, &fault); break;
  case TESS_PHASE_THROW: taken = history_throw(history, NULL, &fault); break;
  case TESS_PHASE_OVER: break;
  }
  assert(taken);
  (void)taken;
}

/* ---- A game from a file or the command line ---- */

static const char position_mark[] = "tessera1";

bool position_is(struct span text) {
  return text.length >= strlen(position_mark) && memcmp(text.bytes, position_mark, strlen(position_mark)) == 0;
}

bool game_file_load_set(struct set_library *library, const struct arguments *arguments, struct fault *fault) {
  const char *path = argument_text(arguments, "set");
  return path == NULL || set_library_load(library, path, tile_set_load, fault);
}

static bool open_position(struct game_file *file, const struct arguments *arguments, struct span line,
                          struct fault *fault) {
  if (argument_flag(arguments, "number") || argument_flag(arguments, "step"))
    return fault_say(fault, "--number and --step are for records, not for positions");
  while (line.length > 0 && (line.bytes[line.length - 1] == '\n' || line.bytes[line.length - 1] == '\r')) line.length--;
  file->history = history_resume(line, file->sets, 0, fault);
  return file->history != NULL;
}

bool game_text_read(const char *operand, const struct set_library *sets, struct text *text, struct fault *fault) {
  if (lab_link_is(span_of(operand))) return lab_link_read(span_of(operand), sets, text, fault);
  if (!file_read(operand, text, fault)) return false;
  const struct span bytes = span_after_mark(text_span(text));
  if (bytes.length > 0 && *bytes.bytes == '{') {
    json_t *save = members_read(bytes, fault);
    if (save == NULL) return false;
    text_clear(text);
    text_add_string(text, JSON_LINES_HEAD "\n");
    members_write_lines(save, text);
    json_decref(save);
  }
  if (!foreign_is(text_span(text))) return true;
  struct text record = {0};
  const bool good = foreign_read(text_span(text), sets, &record, fault);
  text_free(text);
  *text = record;
  return good;
}

bool game_file_read(struct game_file *file, const struct arguments *arguments, struct fault *fault) {
  const char *operand = arguments->operands[0];
  const uint64_t wanted = argument_number(arguments, "number", 1);
  *file = (struct game_file){.sets = set_library_open()};
  if (!game_file_load_set(file->sets, arguments, fault)) return false;

  /* 1. The operand may be a position line, or a file with one. */
  if (position_is(span_of(operand))) return open_position(file, arguments, span_of(operand), fault);
  struct text text = {0};
  bool opened = game_text_read(operand, file->sets, &text, fault);
  if (opened && position_is(text_span(&text))) {
    opened = open_position(file, arguments, text_span(&text), fault);
    text_free(&text);
    return opened;
  }

  /* 2. Otherwise read the requested record of the file. */
  struct record_source source = record_source_of(text_span(&text));
  for (uint64_t number = 1; opened; number++) {
    const int found = record_read(&source, &file->record, fault);
    if (found == 0) fault_say(fault, "there is no game %llu in the file", (unsigned long long)wanted);
    opened = found > 0;
    if (!opened || number == wanted) break;
    record_free(&file->record);
    file->record = (struct record){0};
  }
  if (opened) file->history = record_open(&file->record, file->sets, fault);
  text_free(&text);
  return opened && file->history != NULL;
}

bool game_file_play(struct game_file *file, const struct arguments *arguments, history_listener *listener,
                    void *context, struct fault *fault) {
  const struct record *record = &file->record;
  uint64_t moves = argument_number(arguments, "step", UINT64_MAX);
  if (record->result == NULL) return true;
  file->history->listener = listener;
  file->history->context = context;
  for (int i = 0; i < record->word_count; i++) {
    if ((uint64_t)record->words[i].turn >= moves) return true;
    if (!record_play(record, i, file->history, fault)) return false;
  }
  return record_check_result(record, file->history, fault);
}

void game_file_close(struct game_file *file) {
  history_free(file->history);
  record_free(&file->record);
  set_library_close(file->sets);
}

const char *game_file_name(const struct arguments *arguments) {
  const char *operand = arguments->operands[0];
  return position_is(span_of(operand)) ? "the position" : operand;
}

const char *game_file_player(const struct game_file *file, int seat) {
  char tag[24];
  snprintf(tag, sizeof tag, "Player%d", seat + 1);
  return record_tag_value(&file->record, tag);
}
