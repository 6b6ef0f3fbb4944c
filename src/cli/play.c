/* `tessera play`: starts or resumes a game, plays it, and saves it. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "cli/play.h"
#include "cli/terminal.h"
#include "cli/terminal_board.h"

/* ---- Files and records ---- */

/* Saves the game to a new file in the state folder or, if that fails, in the current folder. Returns false if both
 * fail. */
static bool save_new(struct play *play) {
  bool saved = false;
  for (int here = 0; here <= 1 && !saved; here++) {
    struct fault fault = {0};
    struct text written = {0};
    saved = save_write_new(here == 1, play->history, &play->extra, &play->seen, &written, &fault);
    play_say_saved(play, saved, written.bytes, &fault);
    text_free(&written);
  }
  return saved;
}

/* ---- Playing ---- */

/* Prints the events of a step. The tile that a person draws is shown later anyway. */
static void tell(void *context, const tess_game *game, const tess_events *events) {
  struct play *play = context;
  struct text text = {0}, line = {0};
  play_thought(play);
  for (uint32_t i = 0; i < events->count; i++) {
    const tess_event *event = &events->at[i];
    if (event->type == TESS_EVENT_SCORED && event->final && !play->final_told) {
      message_add(&text, play->narrator.language, MESSAGE_FINAL, NULL);
      text_add_char(&text, '\n');
      play->final_told = true;
    }
    text_clear(&line);
    narrate_event(&play->narrator, game, event, &line);
    text_cut(&line, line.length - 1); /* remove its line end */
    text_wrap(line.bytes, play->screen.columns, &text);
    text_add_char(&text, '\n');
  }
  play_write(play, &text);
  text_free(&line);
  fflush(play->out);
}

void play_game(struct play *play) {
  struct history *history = play->history;
  history->listener = tell;
  history->context = play;
  play->shown = -1;
  while (!play->ended && tess_game_phase(history->game) != TESS_PHASE_OVER) {
    if (play->seats.stop != NULL && atomic_load(play->seats.stop)) break;
    if (seats_wait_for_human(&play->seats, history)) {
      play_turn(play);
      continue;
    }
    /* Take a step of chance, or the turn of a computer player. */
    const struct seat *seat = &play->seats.at[tess_game_seat(history->game)];
    const bool placing = tess_game_phase(history->game) == TESS_PHASE_PLACE;
    if (placing && seat->player.kind->searches) play_thinking(play, MESSAGE_THINKING, seat->name);
    seats_step(&play->seats, history);
    play_thought(play);
  }
  if (tess_game_phase(history->game) != TESS_PHASE_OVER) return;
  struct text end = {0};
  board_print(history->game, NULL, &play->screen, &end);
  ranking_print(&play->narrator, history->game, &end);
  play_write(play, &end);
}

/* ---- Starting a game ---- */

/* The given seed, or a random one. */
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

/* Names on the command line are in the encoding of the locale. */
static bool read_seats(struct seats *seats, const char *players, uint64_t seed, struct fault *fault) {
  struct text list = {0};
  locale_read(players, strlen(players), &list);
  const bool read = seats_read(seats, list.bytes == NULL ? "" : list.bytes, true, seed, fault);
  text_free(&list);
  return read;
}

static bool begin_new(struct play *play, const struct arguments *arguments, struct fault *fault) {
  const char *players = argument_text(arguments, "players");
  uint64_t seed = seed_of(arguments);
  struct game_request request = {0};
  struct game_setup setup;
  if (!read_seats(&play->seats, players == NULL ? "human,greedy" : players, seed, fault)) return false;
  const char count[2] = {(char)('0' + play->seats.count), '\0'};
  request.players = span_of(count);
  if (!game_request_read(&request, arguments, fault)) return false;
  request.options.seed = seed;
  if (!game_setup_read(&request, &play->sets, &setup, fault)) return false;
  play->history = history_new(setup.set, &setup.options, fault);
  if (play->history == NULL) return false;

  /* Set the tags of the record. */
  char value[24];
  const time_t now = time(NULL);
  for (int i = 0; i < play->seats.count; i++) {
    const struct seat *seat = &play->seats.at[i];
    set_numbered_tag(&play->extra, "Player", i + 1, seat->name);
    set_numbered_tag(&play->extra, "Kind", i + 1, seat->human ? "human" : seat->player.kind->name);
  }
  snprintf(value, sizeof value, "%" PRIu64, seed);
  record_set_tag(&play->extra, "Seed", value);
  strftime(value, sizeof value, "%Y-%m-%d", gmtime(&now));
  record_set_tag(&play->extra, "Date", value);
  save_identify(&play->extra);
  return true;
}

/* Seats the players by the tags of a record: `Kind1`, or `Player1` if that names a kind of computer player; otherwise a
 * person. */
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
    if (name != NULL) seats_name(&play->seats, i, name);
  }
  return read;
}

/* Resumes a game from a file. `*own` receives true if the file holds only this game, with an Id, so that it stays the
 * file of the game. */
static bool begin_resumed(struct play *play, const char *path, const struct arguments *arguments, bool *own,
                          struct fault *fault) {
  const char *players = argument_text(arguments, "players");
  uint64_t seed = seed_of(arguments);
  struct game_request request = {.set = {0}};
  if (!game_request_read(&request, arguments, fault)) return false;
  struct set_library *library = set_library_open();
  play->sets = game_request_library(&request, library, tile_set_load, fault);
  if (play->sets != library) set_library_close(library);
  if (play->sets == NULL) return false;
  seen_files_add(&play->seen, path);
  if (!save_read(path, &play->extra, own, fault)) return false;
  *own = *own && record_tag_value(&play->extra, "Id") != NULL;
  save_identify(&play->extra);
  play->history = record_replay(&play->extra, play->sets, fault);
  if (play->history == NULL) return false;
  int count = tess_game_options(play->history->game).players;
  tess_game_seed(play->history->game, seed);
  if (players == NULL) return seats_of_record(play, count, seed, fault);
  if (!read_seats(&play->seats, players, seed, fault)) return false;
  return play->seats.count == count || fault_say(fault, "players: the game has %d of them", count);
}

/* Where the game is saved. */
struct keeping {
  const char *asked;  /* path of `--save`, or NULL */
  struct text resume; /* the file that was resumed; empty for a new game */
  bool resumed_own;   /* that file holds only this game */
};

/* Saves an unfinished game always, and a finished one if that was requested or it has a file already. If that file
 * cannot be written, a new file is used. Returns the exit code; `*lost` receives true if the game is in no file. */
static int keep(struct play *play, const struct keeping *keeping, bool *lost) {
  const bool over = tess_game_phase(play->history->game) == TESS_PHASE_OVER;
  const char *path = keeping->asked;
  if (path == NULL && keeping->resumed_own) path = keeping->resume.bytes;
  if (path != NULL && play_save(play, path)) return CODE_DONE;
  if (path == NULL && over) return CODE_DONE;
  *lost = !save_new(play);
  return !*lost && path == NULL ? CODE_DONE : CODE_FAILURE;
}

/* Plays until the game is over or the player quits, and saves it. If the game cannot be saved, `quit` ends it only
 * after it was saved elsewhere, or when the player repeats `quit`. If the game is in no file at the end, its record is
 * printed. Returns the exit code. */
static int play_and_keep(struct play *play, const struct keeping *keeping) {
  uint64_t refused = 0; /* hash of the position in which `quit` was refused; 0 if it was not refused */
  for (;;) {
    bool lost = false;
    play_game(play);
    const uint64_t now = tess_game_hash(play->history->game);
    if (refused != 0 && play->saved == now) return CODE_DONE;
    const int code = keep(play, keeping, &lost);
    if (lost && (!play->quits || refused == now)) {
      /* Print the record of a game that could not be saved in any file. */
      struct text record = {0};
      record_write(play->history, &play->extra, &record);
      play_say(play, MESSAGE_RECORD_HERE, NULL);
      play_write(play, &record);
      return code;
    }
    if (!lost) return code;
    play_say(play, MESSAGE_QUIT_REFUSED, NULL);
    refused = now;
    play->ended = play->quits = false;
  }
}

/* ---- Unfinished games ---- */

/* Prints a line for each saved game: its number, when it was saved, the game and its players, how far it is, its
 * file. */
static int list_saves(const struct arguments *arguments) {
  const enum language language = language_read(arguments);
  struct saves saves = saves_list();
  struct text out = {0};
  for (int i = 0; i < saves.count; i++) {
    struct record record = {0};
    struct fault fault;
    bool only;
    if (save_read(saves.at[i].path, &record, &only, &fault)) {
      char date[24], digits[12], turns[12];
      struct tm parts;
      const time_t time = (time_t)saves.at[i].time;
      const char *game = record_tag_value(&record, "Game");
      struct text names = {0}, path = {0};
      strftime(date, sizeof date, "%Y-%m-%d %H:%M", localtime_r(&time, &parts));
      snprintf(digits, sizeof digits, "%3d", i + 1);
      snprintf(turns, sizeof turns, "%d", record.turn_count);
      for (int seat = 1; seat <= TESS_MAX_PLAYERS; seat++) {
        const char *name = numbered_tag(&record, "Player", seat);
        if (name != NULL) text_print(&names, "%s%s", names.length > 0 ? ", " : "", name);
      }
      path_write(saves.at[i].path, &path);
      message_add(
          &out, language, MESSAGE_SAVE_LINE,
          WITH(digits, date, game == NULL ? "" : game, names.bytes == NULL ? "" : names.bytes, turns, path.bytes));
      text_add_char(&out, '\n');
      text_free(&names);
      text_free(&path);
    }
    record_free(&record);
  }
  message_add(&out, language, saves.count == 0 ? MESSAGE_NO_SAVES : MESSAGE_SAVES_GO_ON, NULL);
  text_add_char(&out, '\n');
  locale_write(stdout, out.bytes, out.length);
  text_free(&out);
  saves_free(&saves);
  return CODE_DONE;
}

/* Finds the file of `--resume`, which is a path or the number of an unfinished game. */
static bool find_resumed(const char *word, struct text *path, struct fault *fault) {
  uint64_t number;
  if (access(word, F_OK) == 0 || !number_read(word, 0, UINT32_MAX, &number)) {
    text_add_string(path, word);
    return true;
  }
  struct saves saves = saves_list();
  const bool found = number >= 1 && number <= (uint64_t)saves.count;
  if (found) text_add_string(path, saves.at[number - 1].path);
  saves_free(&saves);
  return found || fault_say(fault, "there is no game of this number; 'tessera play --resume' lists them");
}

/* ---- The command ---- */

static int play_run(const struct arguments *arguments) {
  struct play play = {.screen = screen_of(arguments), .out = stdout, .echo = !isatty(STDIN_FILENO)};
  struct fault fault = {0};
  struct keeping keeping = {.asked = argument_text(arguments, "save")};
  const char *resume = argument_text(arguments, "resume");
  int code;
  if (resume != NULL && !arguments_none(arguments, "--resume", "game|colours|first" GAME_OPTION_NAMES, &fault))
    return usage_refused("play", &fault);
  if (resume != NULL && *resume == '\0') return list_saves(arguments);

  /* 1. Resume a game, or start a new one. */
  bool begun = resume == NULL || find_resumed(resume, &keeping.resume, &fault);
  if (begun && resume != NULL)
    begun = begin_resumed(&play, keeping.resume.bytes, arguments, &keeping.resumed_own, &fault);
  else if (begun)
    begun = begin_new(&play, arguments, &fault);
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) play.narrator.names[i] = play.seats.at[i].name;
  play.narrator.language = language_read(arguments);
  play.live = play.screen.columns > 0;

  /* 2. Check every file before the game begins, so that nobody plays a game that cannot be saved. */
  if (!begun) {
    code = resume == NULL ? game_setup_refused("play", &fault) : bad_input("play", resume, &fault);
  } else if (keeping.asked != NULL && !save_may_write(keeping.asked, &play.extra)) {
    fault_say(&fault, "--save: %.200s is there already and is not a record of this game", keeping.asked);
    code = bad_input("play", NULL, &fault);
  } else {
    /* 3. Play the game and save it. */
    const char *seed = record_tag_value(&play.extra, "Seed");
    play.seats.stop = interrupts_heed();
    signal(SIGPIPE, SIG_IGN); /* a game must not be lost because output cannot be written */
    if (seed != NULL) play_say(&play, MESSAGE_SEED, WITH(seed));
    play.prompt = prompt_open(stdin, stdout, "> ");
    code = play_and_keep(&play, &keeping);
    prompt_close(play.prompt);
  }
  history_free(play.history);
  record_free(&play.extra);
  seen_files_free(&play.seen);
  seats_close(&play.seats);
  text_free(&keeping.resume);
  if (play.sets != NULL) set_library_close(play.sets);
  return code;
}

static const struct option_spec play_options[] = {
    GAME_OPTIONS,
    {"players", 'p', OPTION_PEOPLE, "LIST", 0, 0,
     "who sits where: human, level-1 to level-8, random, greedy, expectimax or mcts, or NAME=human (default: "
     "human,greedy)"},
    {"resume", 'r', OPTION_MAYBE_FILE, "FILE|NUMBER", 0, 0,
     "go on with the last game of a record, or with one that was broken off; alone: list those"},
    {"save", 0, OPTION_FILE, "FILE", 0, 0,
     "where the game is kept at the end (default: a file of its own in ~/.local/state/tessera, if broken off)"},
    LANGUAGE_OPTION,
    SCREEN_OPTIONS,
    OPTIONS_END};

const struct command play_command = {
    .name = "play",
    .operands = "",
    .summary = "play a game at the terminal",
    .description =
        "A game for people and computer players at the terminal. Prompts take letters and numbers or the "
        "notation of docs/lookup/notation.md, from a terminal or a pipe; 'help' tells more. 'quit', "
        "the end of the input, an interrupt and a terminal that is closed keep the game as a record: each game has a "
        "file "
        "of its own in $XDG_STATE_HOME/tessera or ~/.local/state/tessera, or in the current folder where that takes "
        "none. No file of anything else is overwritten.",
    .options = play_options,
    .run = play_run,
};
