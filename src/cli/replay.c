/* `tessera replay` and `tessera verify`: check and show records, and verify their chance. */
#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "chance/proof.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "cli/narrator.h"
#include "cli/terminal.h"
#include "cli/terminal_board.h"
#include "notation/lab_link.h"
#include "notation/state.h"

/* Receives the moves and prints them, in words or as JSON. */
struct telling {
  struct narrator narrator;
  int turns; /* number of turns printed so far */
  struct text out;
};

static void tell(void *context, const tess_game *game, const tess_events *events) {
  struct telling *telling = context;
  for (uint32_t i = 0; i < events->count; i++) {
    if (events->at[i].type == TESS_EVENT_PLACED) text_print(&telling->out, "%d. ", ++telling->turns);
    if (events->at[i].type != TESS_EVENT_DRAWN) narrate_event(&telling->narrator, game, &events->at[i], &telling->out);
  }
}

/* A figure that a check reports, with its word. */
struct check_count {
  const char *word;
  int number;
};

/* Prints every event as a line of JSON. */
static void tell_json(void *context, const tess_game *game, const tess_events *events) {
  struct telling *telling = context;
  for (uint32_t i = 0; i < events->count; i++) {
    event_json_write(&events->at[i], game, &telling->out);
    text_add_char(&telling->out, '\n');
  }
}

/* Prints the result of a check of a file as one line of JSON. `counts` are words and numbers; the last word is NULL.
 * `fault` is NULL if every game is correct. */
static void print_found(const char *path, const struct check_count *counts, const struct fault *fault) {
  struct text line = {0};
  json_open_object(&line, NULL);
  json_put_string(&line, "file", path);
  json_put_bool(&line, "ok", fault == NULL);
  for (; counts->word != NULL; counts++) json_put_int(&line, counts->word, counts->number);
  if (fault != NULL) {
    json_put_int(&line, "line", fault->line);
    json_put_int(&line, "move", fault->move);
    json_put_string(&line, "text", fault->text);
  }
  json_close_object(&line);
  puts(line.bytes);
  text_free(&line);
}

/* Checks every game of the file. Returns the exit code. */
static int check_file(const struct arguments *arguments) {
  const char *path = arguments->operands[0];
  const bool json = argument_flag(arguments, "json");
  struct text bytes = {0};
  struct fault fault = {0};
  struct set_library *library = set_library_open();
  int games = 0, code = CODE_DONE;
  bool good = game_file_load_set(library, arguments, &fault) && file_read(path, &bytes, &fault);
  struct record_source source = record_source_of(text_span(&bytes));
  while (good) {
    struct record record = {0};
    int found = record_read(&source, &record, &fault);
    struct history *history = found > 0 ? record_replay(&record, library, &fault) : NULL;
    good = found == 0 || history != NULL;
    history_free(history);
    record_free(&record);
    if (found == 0) break;
    games += good;
  }
  const struct check_count counts[] = {{"games", games}, {NULL, 0}};
  if (json) print_found(path, counts, good ? NULL : &fault);
  if (good && !json) printf("%s: ok: %d game%s\n", path, games, games == 1 ? "" : "s");
  if (!good) code = bad_input("replay", path, &fault);
  set_library_close(library);
  text_free(&bytes);
  return code;
}

static int replay_run(const struct arguments *arguments) {
  static const struct {
    const char *name, *use, *only;
  } uses[] = {{"check", "--check", "check|set|json"},
              {"json", "--json", "json|check|set|number|step|moves"},
              {"link", "--link", "link|set|number|step"},
              {"position", "--position", "position|set|number|step|moves|lang"}};
  const bool json = argument_flag(arguments, "json");
  struct fault fault = {0};
  for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++)
    if (argument_flag(arguments, uses[i].name) && !arguments_only(arguments, uses[i].use, uses[i].only, &fault))
      return usage_refused("replay", &fault);
  if (argument_flag(arguments, "check")) return check_file(arguments);

  /* 1. Read the game and the names of its players. */
  struct telling telling = {.narrator.language = language_read(arguments)};
  struct game_file file;
  struct text names[TESS_MAX_PLAYERS] = {{0}};
  bool good = game_file_read(&file, arguments, &fault);
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) {
    const char *name = game_file_player(&file, seat);
    text_print(&names[seat], "%d", seat + 1);
    telling.narrator.names[seat] = name == NULL ? names[seat].bytes : name;
  }

  /* 2. Play its moves, print them if requested, and print the position after them. */
  history_listener *listener = !argument_flag(arguments, "moves") ? NULL : json ? tell_json : tell;
  good = good && game_file_play(&file, arguments, listener, &telling, &fault);
  const struct history *history = file.history;
  struct text *out = &telling.out;
  if (good && argument_flag(arguments, "link")) {
    good = lab_link_write(history, file.sets, telling.narrator.names, out, &fault);
    if (good) text_add_char(out, '\n');
  } else if (good && json) {
    state_json_write(history->game, history->set, out);
    text_add_char(out, '\n');
  } else if (good && argument_flag(arguments, "position")) {
    position_write(history->game, history->set, out);
    text_add_char(out, '\n');
  } else if (good) {
    const struct screen screen = screen_of(arguments);
    board_print(history->game, NULL, &screen, out);
    scoreboard_print(&telling.narrator, history->game, out);
    if (tess_game_phase(history->game) == TESS_PHASE_OVER) ranking_print(&telling.narrator, history->game, out);
  }
  if (json)
    fwrite(telling.out.bytes, 1, telling.out.length, stdout);
  else
    locale_write(stdout, telling.out.bytes, telling.out.length);
  int code = good ? CODE_DONE : bad_input("replay", game_file_name(arguments), &fault);
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) text_free(&names[seat]);
  text_free(&telling.out);
  game_file_close(&file);
  return code;
}

static const struct option_spec replay_options[] = {
    GAME_FILE_OPTIONS,
    {"check", 'c', OPTION_FLAG, NULL, 0, 0, "check every game of the file and show none"},
    {"moves", 'm', OPTION_FLAG, NULL, 0, 0, "tell every move in words, with --json every event as a line of JSON"},
    {"position", 0, OPTION_FLAG, NULL, 0, 0, "show the position line instead of the board"},
    {"link", 0, OPTION_FLAG, NULL, 0, 0, "show the link of the game for CarcassonneLab instead of the board"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "show the state, or what --check finds, as one line of JSON"},
    LANGUAGE_OPTION,
    SCREEN_OPTIONS,
    OPTIONS_END};

const struct command replay_command = {
    .name = "replay",
    .operands = "FILE|POSITION|LINK",
    .operand_kind = OPERAND_FILE,
    .least_operands = 1,
    .most_operands = 1,
    .summary = "replay a record, check every step and show the state",
    .description =
        "Replays a game of a record, checks every step, and shows the state that it leads to: the board, the "
        "scores, and for a finished game the ranks. An error names line, move and reason. FILE is a "
        "record, a link of CarcassonneLab, a save of JCloisterZone, a log of Board Game Arena, or a file that holds a "
        "position line or such a link; - is standard input.",
    .options = replay_options,
    .run = replay_run,
};

/* ---- Verifying chance ---- */

static const char *plural(int count) { return count == 1 ? "" : "s"; }

static int verify_run(const struct arguments *arguments) {
  const bool json = argument_flag(arguments, "json");
  int code = CODE_DONE;
  for (int i = 0; i < arguments->operand_count; i++) {
    const char *path = arguments->operands[i];
    struct set_library *library = set_library_open();
    struct text bytes = {0};
    struct fault fault = {0};
    struct proof_count found = {0};
    const bool good = game_file_load_set(library, arguments, &fault) && file_read(path, &bytes, &fault) &&
                      proof_check_file(text_span(&bytes), library, &found, &fault);
    const struct check_count counts[] = {
        {"games", found.games}, {"draws", found.draws}, {"throws", found.throws}, {"firsts", found.firsts}, {NULL, 0}};
    if (json) print_found(path, counts, good ? NULL : &fault);
    if (good && !json)
      printf("%s: ok: %d game%s, %d draw%s, %d throw%s, %d first player%s by chance\n", path, found.games,
             plural(found.games), found.draws, plural(found.draws), found.throws, plural(found.throws), found.firsts,
             plural(found.firsts));
    if (!good) code = bad_input("verify", path, &fault);
    text_free(&bytes);
    set_library_close(library);
  }
  return code;
}

static const struct option_spec verify_options[] = {
    {"set", 's', OPTION_FILE, "FILE", 0, 0, "the file of a tile set that is not built in"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "tell what was found as one line of JSON a file"},
    OPTIONS_END};

const struct command verify_command = {
    .name = "verify",
    .operands = "RECORD...",
    .operand_kind = OPERAND_FILE,
    .least_operands = 1,
    .most_operands = ANY_NUMBER,
    .summary = "prove from finished records that no draw and no throw was steered",
    .description =
        "Replays every game of the files and checks that the server's secret is the one to which it committed itself, "
        "and that the first player, every tile drawn and every throw of dice follow from this secret and from what "
        "the players contributed. An error names the first number that differs. Records come from 'tessera serve', "
        "after the end of a game; - is standard input.",
    .options = verify_options,
    .run = verify_run,
};
