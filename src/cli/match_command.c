/* `tessera match`: matches between engines, pictures of their results, and checks of engines. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/arena.h"
#include "arena/engine.h"
#include "arena/match.h"
#include "arena/report.h"
#include "base/guard.h"
#include "base/json_writer.h"
#include "base/steady_clock.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "cli/match.h"
#include "cli/output_file.h"
#include "cli/terminal.h"
#include "notation/options.h"

/* ---- The settings of the match ---- */

#define MATCH_OPTIONS                                                                                                  \
  {"engine",                                                                                                           \
   'e',                                                                                                                \
   OPTION_PLAYER,                                                                                                      \
   "WORDS",                                                                                                            \
   0,                                                                                                                  \
   0,                                                                                                                  \
   "an engine, once for each: a player's name or cmd=\"COMMAND\", name=, and limits as in --each"},                    \
      {"each",                                                                                                         \
       0,                                                                                                              \
       OPTION_TEXT,                                                                                                    \
       "WORDS",                                                                                                        \
       0,                                                                                                              \
       0,                                                                                                              \
       "words for all engines: tc=SECONDS[+INCREMENT] a game, st=SECONDS a turn, ct=SECONDS of processor time a "      \
       "turn, playouts=N a turn, threads=N, "                                                                          \
       "level=N, option.NAME=VALUE, timemargin=SECONDS, patience=SECONDS, restart=on|off, stderr=FILE"},               \
      {"rounds",                                                                                                       \
       0,                                                                                                              \
       OPTION_NUMBER,                                                                                                  \
       "N",                                                                                                            \
       1,                                                                                                              \
       10000000,                                                                                                       \
       "play N rounds: one deck each, in every seat order (default: 100)"},                                            \
      {"games", 'n', OPTION_NUMBER, "N", 1, 1000000000, "play N games, in whole rounds"},                              \
      {"seating",                                                                                                      \
       0,                                                                                                              \
       OPTION_CHOICE,                                                                                                  \
       "all|rotations|solo",                                                                                           \
       0,                                                                                                              \
       0,                                                                                                              \
       "the seat orders of a round: all, each engine once in each seat, or the first engine alone against all seats "  \
       "of the second"},                                                                                               \
      {"sprt",                                                                                                         \
       0,                                                                                                              \
       OPTION_TEXT,                                                                                                    \
       "WORDS",                                                                                                        \
       0,                                                                                                              \
       0,                                                                                                              \
       "stop when one of two Elo differences is likelier: elo0=N elo1=N alpha=P beta=P (default: 0 10 0.05 0.05)"},    \
  {                                                                                                                    \
    "luck", 0, OPTION_FLAG, NULL, 0, 0, "two sides: also tell the result without the luck of draws and battles"        \
  }

enum { DEFAULT_ROUNDS = 100 };

/* The options that say how a match is run, but not what it is. */
#define RUN_OPTIONS "share|concurrency|records|state|report|json"

/* Reads the game, and the words of `newgame` with which programs set up the same game. */
static bool read_game(struct match *match, struct set_library **library, const struct arguments *arguments,
                      struct fault *fault) {
  struct game_request request = {0};
  struct game_setup setup;
  if (!game_request_read(&request, arguments, fault)) return false;

  /* 1. The protocol cannot express a path with blanks. */
  const struct span set = request.set;
  bool blank = false;
  for (size_t i = 0; i < set.length; i++) blank = blank || set.bytes[i] == ' ' || set.bytes[i] == '\t';
  for (int i = 0; blank && i < match->engine_count; i++)
    if (match->engines[i].kind == NULL)
      return fault_say(fault, "set: expected a path without blanks, as %s is to be told it", match->engines[i].name);

  /* 2. By default there are as many seats as engines. */
  const int seats = request.options.teams ? 4 : match->engine_count <= TESS_MAX_PLAYERS ? match->engine_count : 2;
  const char digit[2] = {(char)('0' + seats), '\0'};
  if (request.players.bytes == NULL && request.colours.bytes == NULL) request.players = span_of(digit);
  if (!game_setup_read(&request, library, &setup, fault)) return false;
  match->set = setup.set;
  match->options = setup.options;
  match->seed = setup.options.seed;
  struct history *trial = history_new(setup.set, &setup.options, fault);
  if (trial == NULL) return false;
  history_free(trial);

  /* 3. Write the words. */
  struct text *words = &match->newgame;
  const tess_options *options = &match->options;
  text_print(words, "game=%s", name_of_rules(tess_set_rules(match->set->set)));
  if (set.bytes != NULL) {
    text_add_string(words, " set=");
    text_add(words, set.bytes, set.length);
  }
  text_print(words, " players=%d", options->players);
  options_write_newgame(options, words);
  text_add_string(words, " colours=");
  colours_write(options, words);
  return true;
}

/* Reads the length of the match; every engine must get to play. */
static bool read_length(struct match *match, const struct arguments *arguments, struct fault *fault) {
  const bool games = argument_flag(arguments, "games");
  if (games && argument_flag(arguments, "rounds")) return fault_say(fault, "expected either --games or --rounds");
  struct schedule schedule = schedule_of(match);
  const uint64_t round = (uint64_t)schedule.games, least = schedule_rounds(&schedule, match->engine_count);
  schedule_free(&schedule);
  match->rounds = games ? (argument_number(arguments, "games", 0) + round - 1) / round
                        : argument_number(arguments, "rounds", DEFAULT_ROUNDS);
  if (match->rounds >= least) return true;
  return fault_say(fault, "rounds: expected at least %u, so that every engine plays, not %u", (unsigned)least,
                   (unsigned)match->rounds);
}

/* Reads the settings of the sequential test, if one is requested. */
static bool read_sprt(struct match *match, const struct arguments *arguments, struct fault *fault) {
  const char *words = argument_text(arguments, "sprt");
  struct sprt *sprt = &match->sprt;
  const struct {
    const char *key;
    double *value, least, most;
  } keys[] = {{"elo0", &sprt->elo0, -1000, 1000},
              {"elo1", &sprt->elo1, -1000, 1000},
              {"alpha", &sprt->alpha, 0.0001, 0.4999},
              {"beta", &sprt->beta, 0.0001, 0.4999}};
  match->sequential = words != NULL;
  *sprt = (struct sprt){0, 10, 0.05, 0.05};
  if (words == NULL) return true;
  struct reader reader = reader_of(span_of(words));
  for (struct span word; (word = reader_word(&reader)).length > 0;) {
    struct span value = word, key;
    bool read = false;
    span_split(&value, '=', &key);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && value.bytes != NULL; i++)
      read = read || (span_is(key, keys[i].key) && decimal_read(value, keys[i].least, keys[i].most, keys[i].value));
    if (!read)
      return fault_say(fault, "sprt: expected elo0= and elo1= from -1000 to 1000, alpha= and beta= below 0.5, not %s",
                       quote(word.bytes, word.length).text);
  }
  return sprt->elo0 < sprt->elo1 || fault_say(fault, "sprt: expected elo0 below elo1");
}

/*
 * Reads the match from the command line. `*library` receives the library with the set of the match; the caller frees
 * both with set_library_close() and match_free() in every case. Returns false with `*fault` filled if an option is
 * wrong.
 */
static bool match_setup_read(struct match *match, struct set_library **library, const struct arguments *arguments,
                             struct fault *fault) {
  const char *seating = argument_text(arguments, "seating"), *each = argument_text(arguments, "each"), *words;
  while (seating != NULL && strcmp(seating_name(match->seating), seating) != 0) match->seating++;
  match->luck = argument_flag(arguments, "luck");
  while ((words = argument_again(arguments, "engine", match->engine_count)) != NULL) {
    if (match->engine_count == MATCH_ENGINES)
      return fault_say(fault, "engine: expected at most %d of them", MATCH_ENGINES);
    if (!engine_spec_read(&match->engines[match->engine_count], each, words, fault)) return false;
    match->engine_count++;
  }
  if (match->engine_count < 2)
    return fault_say(fault, "engine: expected at least 2 of them, as in -e greedy -e random");
  if (!read_game(match, library, arguments, fault) || !read_sprt(match, arguments, fault) ||
      !read_length(match, arguments, fault) ||
      !argument_share(arguments, match->rounds, &match->share, &match->shares, fault) || !match_check(match, fault))
    return false;
  if (match->shares > 0 && argument_text(arguments, "state") == NULL)
    return fault_say(fault, "share: expected --state FILE, too, as --join reads the states of all shares");
  /* Keep the options that describe the match in the state of a share, as a list of strings for --join. They stand in
   * the order of the table of options, so that all shares have the same list. */
  struct text word = {0};
  json_open_array(&match->settings, NULL);
  for (const struct option_spec *option = arguments->options; option->name != NULL; option++) {
    const char *value;
    if (choice_is(RUN_OPTIONS, option->name)) continue;
    for (int i = 0; (value = argument_again(arguments, option->name, i)) != NULL; i++) {
      text_clear(&word);
      text_print(&word, "--%s", option->name);
      if (option->kind != OPTION_FLAG) text_print(&word, "=%s", value);
      json_put_span(&match->settings, NULL, text_span(&word));
    }
  }
  json_close_array(&match->settings);
  text_free(&word);
  return true;
}

/* ---- Playing it ---- */

enum { PROGRESS_MS = 200 };

/* What was already printed about the match while it runs. */
struct watcher {
  bool terminal;
  uint64_t count;            /* number of games at the last report */
  int64_t when;              /* time of the last report, by steady_milliseconds() */
  int faults[MATCH_ENGINES]; /* number of faults printed, by engine */
};

enum { PARTS = 10, SHORT = 20 /* games */, PATIENT_MS = 60000 };

/* Prints the progress: on a terminal from time to time; elsewhere after each tenth of the match, or of a short match
 * once a minute. */
static void show_progress(void *context, const struct standings *standings) {
  struct watcher *watcher = context;
  const uint64_t all = standings->match->rounds * (uint64_t)standings->schedule.games;
  const int64_t waited = steady_milliseconds() - watcher->when;
  if (standings_rounds(standings) == 0 || standings->count == watcher->count) return;
  if (watcher->terminal || all < SHORT) {
    if (waited < (watcher->terminal ? PROGRESS_MS : PATIENT_MS)) return;
  } else if (standings->count * PARTS / all <= watcher->count * PARTS / all) {
    return;
  }
  struct text line = {0};
  watcher->count = standings->count;
  watcher->when = steady_milliseconds();
  progress_write(standings, watcher->terminal, &line);
  fprintf(stderr, watcher->terminal ? "\r%s\033[K" : "%s\n", line.bytes);
  text_free(&line);
}

enum { TOLD_FAULTS = 5 };

/* Prints that an engine lost a game by a fault, with its last words; only the first few of each engine. */
static void tell_fault(void *context, const struct match *match, const struct pairing *pairing,
                       const struct outcome *outcome, struct span last_words) {
  struct watcher *watcher = context;
  const int engine = pairing->engines[outcome->lost];
  const char *name = match->engines[engine].name;
  if (watcher->faults[engine] == TOLD_FAULTS) return;
  watcher->faults[engine]++;
  struct text reason = {0};
  text_add_shown(&reason, span_of(outcome->reason), false);
  fprintf(stderr, "%stessera match: round %llu, game %d: %s loses: %s\n", watcher->terminal ? "\r\033[K" : "",
          (unsigned long long)pairing->round + 1, pairing->game + 1, name, reason.bytes);
  text_free(&reason);
  errors_write(last_words.bytes, last_words.length);
  if (watcher->faults[engine] == TOLD_FAULTS)
    fprintf(stderr, "tessera match: further games that %s loses so are told in the result alone\n", name);
}

/* Opens the file of the report before the first game; without one `*report` stays empty. */
static bool open_report(struct output_file *report, const struct arguments *arguments, struct fault *fault) {
  const char *path = argument_text(arguments, "report");
  *report = (struct output_file){0};
  return path == NULL || strcmp(path, "-") == 0 || output_file_open(report, path, fault);
}

/* Prints the result to standard output and writes the report, if there is one. */
static int tell_result(const struct standings *standings, const struct arguments *arguments,
                       struct output_file *output) {
  struct report *report = report_of(standings);
  const bool to_file = output->file != NULL, to_output = argument_flag(arguments, "json");
  struct fault fault = {0};
  struct text json = {0}, listing = {0};
  report_write_json(report, &json);
  text_add_char(&json, '\n');
  const bool written =
      !to_file || (output_file_write(output, json.bytes, json.length, &fault) && output_file_end(output, &fault));
  const char *dash = argument_text(arguments, "report");
  if (to_output || (dash != NULL && strcmp(dash, "-") == 0)) fwrite(json.bytes, 1, json.length, stdout);
  if (!to_output) {
    match_table_write(report, &listing);
    fwrite(listing.bytes, 1, listing.length, stdout);
  }
  text_free(&json);
  text_free(&listing);
  free(report);
  if (written) return CODE_DONE;
  bad_input("match", NULL, &fault);
  return CODE_FAILURE;
}

/* Plays the games that are left. */
static int play(struct standings *standings, const struct arguments *arguments) {
  struct journal journal;
  struct fault fault = {0}, closing = {0};
  struct text last_words = {0};
  struct output_file report;
  if (!open_report(&report, arguments, &fault)) {
    bad_input("match", NULL, &fault);
    return CODE_FAILURE;
  }
  if (!journal_open(&journal, argument_text(arguments, "state"), argument_text(arguments, "records"), standings,
                    &fault)) {
    output_file_drop(&report);
    return bad_input("match", NULL, &fault);
  }

  /* 1. Play the games. */
  struct watcher watcher = {
      .terminal = isatty(STDERR_FILENO), .count = standings->count, .when = steady_milliseconds()};
  const struct arena arena = {.concurrency = (int)argument_number(arguments, "concurrency", 1),
                              .journal = &journal,
                              .stop = interrupts_heed(),
                              .last_words = &last_words,
                              .listener = show_progress,
                              .mourner = tell_fault,
                              .context = &watcher};
  enum arena_end end = arena_play(&arena, standings, &fault);
  if (!journal_close(&journal, &closing) && end != ARENA_FAILED) {
    end = ARENA_FAILED;
    fault = closing;
  }
  if (watcher.terminal) fprintf(stderr, "\r\033[K");

  /* 2. Report how it ended. If an engine cannot play the match, print its last words. */
  int code = CODE_FAILURE;
  if (end == ARENA_REFUSED) {
    bad_input("match", NULL, &fault);
    errors_write(last_words.bytes, last_words.length);
  } else {
    const int result = tell_result(standings, arguments, &report);
    if (end == ARENA_COMPLETE) code = result;
    if (end == ARENA_STOPPED) fprintf(stderr, "tessera match: interrupted; with --state the same command goes on\n");
    if (end == ARENA_FAILED) bad_input("match", NULL, &fault);
  }
  output_file_drop(&report);
  text_free(&last_words);
  return code;
}

/* Runs `match --join FILE...`: reads the match from the first share, and prints the result of all. */
static int join(const struct arguments *arguments) {
  char *const *files = arguments->operands;
  const int count = arguments->operand_count;
  struct match match = {0};
  struct set_library *library = NULL;
  struct standings standings = {0};
  struct output_file report = {0};
  struct arguments described = {0};
  struct fault fault = {0};
  json_t *settings = NULL;

  /* 1. Read the options of the match as if they stood on a command line. */
  if (count == 0) return usage_wrong("match", "--join: expected the --state files of all shares");
  if (!journal_read_settings(files[0], &settings, &fault)) return bad_input("match", NULL, &fault);
  const size_t words = json_array_size(settings);
  char **line = memory_zeroed((words + 2) * sizeof *line);
  line[0] = arguments->operands[0];
  for (size_t i = 0; i < words; i++) {
    const char *word = json_string_value(json_array_get(settings, i));
    line[i + 1] = (char *)(word == NULL ? "" : word); /* arguments_read() changes only their order */
  }
  bool good = arguments_read("match", arguments->options, (int)words + 1, line, &described, &fault) &&
              match_setup_read(&match, &library, &described, &fault);

  /* 2. Add up the shares. */
  if (!good) fault_within(&fault, files[0]);
  if (good) {
    standings = standings_of(&match);
    good = journal_join(&standings, files, count, &fault);
  }
  int code = good ? CODE_DONE : bad_input("match", NULL, &fault);
  if (good && !open_report(&report, arguments, &fault)) {
    bad_input("match", NULL, &fault);
    code = CODE_FAILURE;
  } else if (good)
    code = tell_result(&standings, arguments, &report);

  output_file_drop(&report);
  standings_free(&standings);
  match_free(&match);
  if (library != NULL) set_library_close(library);
  free(line);
  json_decref(settings);
  return code;
}

/* Runs `match report FILE`. */
static int draw_report(const struct arguments *arguments) {
  const char *path = arguments->operands[1], *output = argument_text(arguments, "output");
  struct text json = {0}, svg = {0};
  struct fault fault = {0};
  int code = CODE_DONE;
  if (!file_read(path, &json, &fault) || !report_svg_write(json.bytes, json.length, &svg, &fault))
    code = bad_input("match", path, &fault);
  else if (!file_write(output == NULL ? "-" : output, svg.bytes, svg.length, &fault)) {
    bad_input("match", NULL, &fault);
    code = CODE_FAILURE;
  }
  text_free(&json);
  text_free(&svg);
  return code;
}

static int match_run(const struct arguments *arguments) {
  const bool report = arguments->operand_count == 2 && strcmp(arguments->operands[0], "report") == 0;
  struct fault fault = {0};
  if (report)
    return arguments_only(arguments, "report", "output", &fault) ? draw_report(arguments)
                                                                 : usage_refused("match", &fault);
  if (argument_flag(arguments, "join"))
    return arguments_only(arguments, "--join", "join|report|json", &fault) ? join(arguments)
                                                                           : usage_refused("match", &fault);
  if (arguments->operand_count > 0)
    return usage_wrong("match", "expected no arguments, or report and a file, not '%s'", arguments->operands[0]);
  if (argument_flag(arguments, "compliance")) {
    const bool fit = arguments_only(arguments, "--compliance", "compliance|check|patience|errors|json", &fault);
    return fit ? match_compliance(arguments) : usage_refused("match", &fault);
  }
  if (!arguments_none(arguments, "playing a match", "check|patience|errors|output", &fault))
    return usage_refused("match", &fault);

  /* Otherwise, play a match. */
  struct match match = {0};
  struct set_library *library = NULL;
  int code;
  if (match_setup_read(&match, &library, arguments, &fault)) {
    struct standings standings = standings_of(&match);
    code = play(&standings, arguments);
    standings_free(&standings);
  } else
    code = game_setup_refused("match", &fault);
  match_free(&match);
  if (library != NULL) set_library_close(library);
  return code;
}

static const struct option_spec match_options[] = {
    MATCH_OPTIONS,
    GAME_OPTIONS,
    {"players", 'p', OPTION_NUMBER, "N", 2, TESS_MAX_PLAYERS, "the seats of a game (default: one for each engine)"},
    {"concurrency", 0, OPTION_NUMBER, "N", 1, ARENA_THREADS, "play N games at a time (default: 1)"},
    {"records", 0, OPTION_FILE, "FILE", 0, 0, "write the records of all games to a file"},
    {"state", 0, OPTION_FILE, "FILE", 0, 0, "keep the match in a file, and go on from there if it is begun"},
    {"share", 0, OPTION_TEXT, "K/N", 0, 0, "play the K-th of N parts of the match alone, with --state"},
    {"join", 0, OPTION_FLAG, NULL, 0, 0, "put the --state files of all shares together to the result of the match"},
    {"report", 0, OPTION_FILE, "FILE", 0, 0, "write the result to a file, as JSON"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "one line of JSON"},
    {"output", 'o', OPTION_FILE, "FILE", 0, 0, "report: write to a file instead of standard output"},
    COMPLIANCE_OPTIONS,
    OPTIONS_END};

const struct command match_command = {
    .name = "match",
    .operands = "[report FILE | --join FILE...]",
    .operand_kind = OPERAND_CHOICE,
    .operand_choices = "report",
    .most_operands = ANY_NUMBER,
    .summary = "play a match between engines and rate them, or check one",
    .description =
        "Plays rounds between engines: internal players, and programs that speak the protocol of "
        "docs/lookup/protocol.md. A "
        "round is one deck and one stream of dice in every seat order. An engine that does not start, or refuses an "
        "option "
        "or the game, ends the match before it begins; one that later ends, is late or plays what is "
        "not legal loses that game, and the match goes on. With playouts as the limit the same options give the same "
        "games on every machine.\n--share and --join: many machines play a match, and the result is that of one "
        "machine.\n"
        "report: draws the ratings and the points ahead of a --report as SVG.\n"
        "--compliance: starts COMMAND, a command of the shell, once for every check of what docs/lookup/protocol.md "
        "asks of "
        "engines, and says what is wrong. The program is killed when a check is over, with all that it started.",
    .options = match_options,
    .run = match_run,
};
