/* `tessera match`: matches between engines, pictures of their results, and checks of engines. */
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/arena.h"
#include "arena/engine_process.h"
#include "arena/progress.h"
#include "arena/report_svg.h"
#include "base/steady_clock.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/interrupts.h"
#include "cli/match_compliance.h"
#include "cli/match_setup.h"
#include "cli/match_table.h"

enum { PROGRESS_MS = 200 };

/* What the terminal shows. */
struct watcher {
  uint64_t count; /* games then */
  int64_t when;   /* by steady_milliseconds() */
};

static void show_progress(void *context, const struct standings *standings) {
  struct watcher *watcher = context;
  if (standings_rounds(standings) == 0 || standings->count == watcher->count) return;
  if (steady_milliseconds() < watcher->when + PROGRESS_MS) return;
  struct text line = {0};
  *watcher = (struct watcher){standings->count, steady_milliseconds()};
  progress_write(standings, &line);
  fprintf(stderr, "\r%s\033[K", line.bytes);
  text_free(&line);
}

static bool write_report(const struct report *report, const char *path, struct fault *fault) {
  struct text json = {0};
  report_write_json(report, &json);
  text_add_char(&json, '\n');
  const bool written = file_write(path, json.bytes, json.length, fault);
  text_free(&json);
  return written;
}

/* Tells the result on standard output and in the report. */
static int tell_result(const struct standings *standings, const struct arguments *arguments) {
  const char *path = argument_text(arguments, "report");
  struct report *report = report_of(standings);
  struct fault fault = {0};
  struct text table = {0};
  bool written = path == NULL || write_report(report, path, &fault);
  if (argument_flag(arguments, "json"))
    written = write_report(report, "-", &fault) && written;
  else {
    match_table_write(report, &table);
    fwrite(table.bytes, 1, table.length, stdout);
  }
  text_free(&table);
  free(report);
  if (written) return CODE_DONE;
  bad_input("match", NULL, &fault);
  return CODE_FAILURE;
}

static int tell_end(enum arena_end end, const struct fault *fault, int code) {
  if (end == ARENA_STOPPED) fprintf(stderr, "tessera match: interrupted; with --state the same command goes on\n");
  if (end == ARENA_FAILED) bad_input("match", NULL, fault);
  return end == ARENA_COMPLETE ? code : CODE_FAILURE;
}

/* Plays what is still to be played. */
static int play(struct standings *standings, const struct arguments *arguments) {
  struct journal journal;
  struct watcher watcher = {0};
  struct fault fault = {0}, closing = {0};
  if (!journal_open(&journal, argument_text(arguments, "state"), argument_text(arguments, "records"), standings,
                    &fault))
    return bad_input("match", NULL, &fault);
  const bool terminal = isatty(STDERR_FILENO);
  const struct arena arena = {.concurrency = (int)argument_number(arguments, "concurrency", 1),
                              .journal = &journal,
                              .stop = interrupts_heed(),
                              .listener = terminal ? show_progress : NULL,
                              .context = &watcher};
  enum arena_end end = arena_play(&arena, standings, &fault);
  if (!journal_close(&journal, &closing) && end != ARENA_FAILED) {
    end = ARENA_FAILED;
    fault = closing;
  }
  if (terminal) fprintf(stderr, "\r\033[K");
  return tell_end(end, &fault, tell_result(standings, arguments));
}

static int play_match(const struct arguments *arguments) {
  struct match match = {0};
  struct tile_shelf *shelf = NULL;
  struct fault fault = {0};
  int code;
  if (match_setup_read(&match, &shelf, arguments, &fault)) {
    struct standings standings = standings_of(&match);
    code = play(&standings, arguments);
    standings_free(&standings);
  } else
    code = game_setup_refused("match", &fault);
  match_free(&match);
  if (shelf != NULL) tile_shelf_close(shelf);
  return code;
}

/* `match report FILE`. */
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

/* What `match` without operands is asked for. */
static int check_or_play(const struct arguments *arguments) {
  bool fit;
  if (argument_flag(arguments, "compliance")) {
    fit = arguments_only("match", arguments, "--compliance", "compliance|check|patience|errors|json");
    return fit ? match_compliance(arguments) : CODE_USAGE;
  }
  fit = arguments_none("match", arguments, "playing a match", "check|patience|errors|output");
  return fit ? play_match(arguments) : CODE_USAGE;
}

static int match_run(const struct arguments *arguments) {
  if (arguments->operand_count == 0) return check_or_play(arguments);
  if (arguments->operand_count == 2 && strcmp(arguments->operands[0], "report") == 0)
    return arguments_only("match", arguments, "report", "output") ? draw_report(arguments) : CODE_USAGE;
  fprintf(stderr, "tessera match: expected no arguments, or report and a file, not '%s'\n", arguments->operands[0]);
  return CODE_USAGE;
}

static const struct option_spec match_options[] = {
    MATCH_OPTIONS,
    GAME_OPTIONS,
    {"players", 'p', OPTION_NUMBER, "N", 2, TESS_MAX_PLAYERS, "the seats of a game (default: one for each engine)"},
    {"concurrency", 0, OPTION_NUMBER, "N", 1, ARENA_THREADS, "play N games at a time (default: 1)"},
    {"records", 0, OPTION_FILE, "FILE", 0, 0, "write the records of all games to a file"},
    {"state", 0, OPTION_FILE, "FILE", 0, 0, "keep the match in a file, and go on from there if it is begun"},
    {"report", 0, OPTION_FILE, "FILE", 0, 0, "write the result to a file, as JSON"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "one line of JSON"},
    {"output", 'o', OPTION_FILE, "FILE", 0, 0, "report: write to a file instead of standard output"},
    COMPLIANCE_OPTIONS,
    OPTIONS_END};

const struct command match_command = {
    .name = "match",
    .operands = "[report FILE]",
    .operand_kind = OPERAND_CHOICE,
    .operand_choices = "report",
    .most_operands = 2,
    .summary = "play a match between engines and rate them, or check one",
    .description =
        "Plays rounds between engines: internal players, and programs that speak the protocol of "
        "docs/lookup/protocol.md. A "
        "round is one deck and one stream of dice in every seat order. An engine that ends, is late or plays what is "
        "not legal loses that game, and the match goes on. With playouts as the limit the same options give the same "
        "games on every machine.\nreport: draws the ratings and the points ahead of a --report as SVG.\n"
        "--compliance: starts COMMAND, a command of the shell, once for every check of what docs/lookup/protocol.md "
        "asks of "
        "engines, and says what is wrong. The program is killed when a check is over, with all that it started.",
    .options = match_options,
    .run = match_run,
};
