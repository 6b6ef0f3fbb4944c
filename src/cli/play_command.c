/* `tessera play`: begins or resumes a game, and keeps it. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "cli/play.h"

static const char default_save[] = "tessera-save.txt";

/* A seed that nobody knows, if none was given. */
static uint64_t seed_of(const struct arguments *arguments) {
  uint32_t entropy = 0;
  if (getentropy(&entropy, sizeof entropy) != 0) entropy = (uint32_t)time(NULL);
  return argument_number(arguments, "seed", entropy);
}

static void set_numbered_tag(struct record *record, const char *name, int number, const char *value) {
  char tag[24];
  snprintf(tag, sizeof tag, "%s%d", name, number);
  record_set_tag(record, tag, value);
}

static const char *numbered_tag(const struct record *record, const char *name, int number) {
  char tag[24];
  snprintf(tag, sizeof tag, "%s%d", name, number);
  return record_tag_value(record, tag);
}

static void set_tags(struct play *play, uint64_t seed) {
  char value[24];
  time_t now = time(NULL);
  for (int i = 0; i < play->seats.count; i++) {
    const struct seat *seat = &play->seats.at[i];
    set_numbered_tag(&play->extra, "Player", i + 1, seat->name);
    set_numbered_tag(&play->extra, "Kind", i + 1, seat->human ? "human" : seat->player.kind->name);
  }
  snprintf(value, sizeof value, "%" PRIu64, seed);
  record_set_tag(&play->extra, "Seed", value);
  strftime(value, sizeof value, "%Y-%m-%d", gmtime(&now));
  record_set_tag(&play->extra, "Date", value);
}

static bool begin_new(struct play *play, const struct arguments *arguments, struct fault *fault) {
  const char *players = argument_text(arguments, "players");
  uint64_t seed = seed_of(arguments);
  struct game_request request = {0};
  struct game_setup setup;
  if (!seats_read(&play->seats, players == NULL ? "human,greedy" : players, true, seed, fault)) return false;
  const char count[2] = {(char)('0' + play->seats.count), '\0'};
  request.players = span_of(count);
  if (!game_request_read(&request, arguments, fault)) return false;
  request.seed = seed;
  if (!game_setup_read(&request, &play->shelf, &setup, fault)) return false;
  play->history = history_new(setup.set, &setup.options, fault);
  if (play->history != NULL) set_tags(play, seed);
  return play->history != NULL;
}

/* The last game of the file. */
static bool read_last_record(const char *path, struct record *record, struct fault *fault) {
  struct text bytes = {0};
  if (!file_read(path, &bytes, fault)) {
    text_free(&bytes);
    return false;
  }
  struct record_source source = record_source_of((struct span){bytes.bytes, bytes.length});
  int games = 0, found;
  for (;; games++) {
    struct record next = {0};
    found = record_read(&source, &next, fault);
    if (found <= 0) {
      record_free(&next);
      break;
    }
    record_free(record);
    *record = next;
  }
  text_free(&bytes);
  if (found == 0 && games == 0) fault_say(fault, "there is no game in the file");
  return found == 0 && games > 0;
}

/* Who sits where by the tags of a record: `Kind1`, or `Player1` where that is a kind of computer player; else a person.
 */
static bool seats_of_record(struct play *play, int count, uint64_t seed, struct fault *fault) {
  struct text list = {0};
  for (int i = 0; i < count; i++) {
    const char *kind = numbered_tag(&play->extra, "Kind", i + 1);
    if (kind == NULL) kind = numbered_tag(&play->extra, "Player", i + 1);
    if (kind == NULL || player_kind_find(kind) == NULL) kind = "human";
    text_print(&list, "%s%s", i > 0 ? "," : "", kind);
  }
  bool read = seats_read(&play->seats, list.bytes, true, seed, fault);
  text_free(&list);
  for (int i = 0; read && i < count; i++) {
    const char *name = numbered_tag(&play->extra, "Player", i + 1);
    if (name != NULL) snprintf(play->seats.at[i].name, SEAT_NAME_SIZE, "%s", name);
  }
  return read;
}

static bool begin_resumed(struct play *play, const char *path, const struct arguments *arguments, struct fault *fault) {
  const char *players = argument_text(arguments, "players");
  uint64_t seed = seed_of(arguments);
  struct game_request request = {.set = {0}};
  if (!game_request_read(&request, arguments, fault)) return false;
  struct tile_shelf *shelf = tile_shelf_open();
  play->shelf = game_request_shelf(&request, shelf, tile_set_load, fault);
  if (play->shelf != shelf) tile_shelf_close(shelf);
  if (play->shelf == NULL || !read_last_record(path, &play->extra, fault)) return false;
  play->history = record_replay(&play->extra, play->shelf, fault);
  if (play->history == NULL) return false;
  int count = tess_game_options(play->history->game).players;
  tess_game_seed(play->history->game, seed);
  if (players == NULL) return seats_of_record(play, count, seed, fault);
  if (!seats_read(&play->seats, players, true, seed, fault)) return false;
  return play->seats.count == count || fault_say(fault, "players: the game has %d of them", count);
}

static bool begin(struct play *play, const struct arguments *arguments, struct fault *fault) {
  const char *path = argument_text(arguments, "resume");
  bool begun = path == NULL ? begin_new(play, arguments, fault) : begin_resumed(play, path, arguments, fault);
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) play->narrator.names[i] = play->seats.at[i].name;
  play->narrator.language = language_read(arguments);
  play->screen = screen_of(arguments);
  play->in = stdin;
  play->out = stdout;
  play->echo = !isatty(STDIN_FILENO);
  return begun;
}

/* A game that was broken off is kept always, a finished one if it was asked for. Gives the exit code. */
static int keep(const struct play *play, const char *asked) {
  bool over = tess_game_phase(play->history->game) == TESS_PHASE_OVER;
  const char *path = asked == NULL ? default_save : asked;
  struct fault fault = {0};
  if (over && asked == NULL) return CODE_DONE;
  if (!play_save(play, path, &fault)) {
    play_say(play, WORD_NOT_SAVED, WITH(fault.text));
    return CODE_FAILURE;
  }
  play_say(play, over ? WORD_KEPT : WORD_SAVED, WITH(path));
  return CODE_DONE;
}

static void do_nothing(int signal_number) { (void)signal_number; }

/* An interrupt ends the reading of a line, and so saves the game as the end of the input does. */
static void catch_interrupt(void) {
  struct sigaction action = {.sa_handler = do_nothing};
  sigaction(SIGINT, &action, NULL);
}

static int play_run(const struct arguments *arguments) {
  struct play play = {0};
  struct fault fault = {0};
  int code;
  if (argument_flag(arguments, "resume") &&
      !arguments_none("play", arguments, "--resume", "game|fields|abbot|river|teams|colours|first"))
    return CODE_USAGE;
  if (begin(&play, arguments, &fault)) {
    catch_interrupt();
    const char *seed = record_tag_value(&play.extra, "Seed");
    if (seed != NULL) play_say(&play, WORD_SEED, WITH(seed));
    play_game(&play);
    code = keep(&play, argument_text(arguments, "save"));
  } else {
    const char *resumed = argument_text(arguments, "resume");
    code = resumed == NULL ? game_setup_refused("play", &fault) : bad_input("play", resumed, &fault);
  }
  history_free(play.history);
  record_free(&play.extra);
  seats_close(&play.seats);
  if (play.shelf != NULL) tile_shelf_close(play.shelf);
  return code;
}

static const struct option_spec play_options[] = {
    GAME_OPTIONS,
    {"players", 'p', OPTION_TEXT, "LIST", 0, 0,
     "who sits where: human, level-1 to level-8, random, greedy, expectimax or mcts, or NAME=human (default: "
     "human,greedy)"},
    {"resume", 'r', OPTION_FILE, "FILE", 0, 0, "go on with the last game of a record"},
    {"save", 0, OPTION_FILE, "FILE", 0, 0,
     "where the game is kept at the end (default: tessera-save.txt, if broken off)"},
    LANGUAGE_OPTION,
    SCREEN_OPTIONS,
    OPTIONS_END};

const struct command play_command = {
    .name = "play",
    .operands = "",
    .summary = "play a game at the terminal",
    .description =
        "A game for people and computer players at the terminal. Prompts take letters and numbers or the "
        "notation of docs/lookup/notation.md, from a terminal or a pipe; 'help' tells more. At the end of the input "
        "the game is saved as a record.",
    .options = play_options,
    .run = play_run,
};
