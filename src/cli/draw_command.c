/* `tessera draw`: draws positions and games. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "picture/picture.h"

static void collect(void *user, const char *bytes, size_t length) { text_add(user, bytes, length); }

/* Writes a picture as PNG with rsvg-convert, which reads the SVG from a pipe. Returns the exit code. */
static int write_png(const struct text *svg, const char *path) {
  int ends[2], status;
  if (pipe(ends) != 0) {
    fprintf(stderr, "tessera draw: no pipe for rsvg-convert: %s\n", strerror(errno));
    return CODE_FAILURE;
  }
  pid_t child = fork();
  if (child == 0) { /* Exit code 127 means that there is no converter. */
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    if (strcmp(path, "-") == 0)
      execlp("rsvg-convert", "rsvg-convert", "--format=png", (char *)NULL);
    else
      execlp("rsvg-convert", "rsvg-convert", "--format=png", "--output", path, (char *)NULL);
    _exit(127);
  }
  const int error = errno; /* of fork() */
  close(ends[0]);
  signal(SIGPIPE, SIG_IGN); /* if the converter ends early, its exit code reports it */
  for (size_t done = 0; child > 0 && done < svg->length;) {
    const ssize_t written = write(ends[1], svg->bytes + done, svg->length - done);
    if (written < 0 && errno != EINTR) break;
    if (written > 0) done += (size_t)written;
  }
  close(ends[1]);
  if (child < 0 || waitpid(child, &status, 0) < 0) {
    fprintf(stderr, "tessera draw: rsvg-convert cannot be started: %s\n", strerror(child < 0 ? error : errno));
    return CODE_FAILURE;
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return CODE_DONE;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    fprintf(stderr, "tessera draw: --png needs rsvg-convert (of librsvg), which was not found\n");
  else
    fprintf(stderr, "tessera draw: rsvg-convert could not write %s\n", path);
  return CODE_FAILURE;
}

static bool draw_game(const struct arguments *arguments, const struct game_file *file, struct text *svg,
                      struct fault *fault) {
  struct picture_options options = picture_options_default();
  const tess_game *game = file->history->game;
  const tess_rules rules = tess_set_rules(tess_game_set(game));
  const char *theme = argument_text(arguments, "theme");
  if (theme != NULL) options.theme = picture_theme_find(rules, theme);
  if (theme != NULL && options.theme == NULL) {
    struct text known = {0};
    for (int i = 0; i < picture_theme_count(); i++)
      if (picture_theme_rules(picture_theme_at(i)) == rules)
        text_print(&known, "%s%s", known.length > 0 ? " or " : "", picture_theme_name(picture_theme_at(i)));
    fault_say(fault, "theme: expected %s, not '%s'", known.bytes, theme);
    text_free(&known);
    return false;
  }
  options.tile_size = (int)argument_number(arguments, "size", PICTURE_DEFAULT_SIZE);
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) options.names[seat] = game_file_player(file, seat);
  if (argument_flag(arguments, "plain")) options.coordinates = options.last = options.scores = options.legal = false;
  picture_board(game, &options, collect, svg);
  return true;
}

static int draw_run(const struct arguments *arguments) {
  const char *path = argument_text(arguments, "output");
  struct game_file file;
  struct fault fault = {0};
  struct text svg = {0};
  bool drawn = game_file_read(&file, arguments, &fault) && game_file_play(&file, arguments, NULL, NULL, &fault) &&
               draw_game(arguments, &file, &svg, &fault);
  int code = drawn ? CODE_DONE : bad_input("draw", game_file_name(arguments), &fault);
  if (path == NULL) path = "-";
  if (drawn && argument_flag(arguments, "png")) {
    code = write_png(&svg, path);
  } else if (drawn && !file_write(path, svg.bytes, svg.length, &fault)) {
    bad_input("draw", NULL, &fault);
    code = CODE_FAILURE;
  }
  text_free(&svg);
  game_file_close(&file);
  return code;
}

static const struct option_spec draw_options_table[] = {
    GAME_FILE_OPTIONS,
    {"theme", 't', OPTION_CHOICE, "space|chart|meadow|parchment", 0, 0,
     "the colours: space or chart for star-wars, meadow or parchment for classic"},
    {"size", 0, OPTION_NUMBER, "PIXELS", PICTURE_MIN_SIZE, PICTURE_MAX_SIZE, "the side of a tile (default: 80)"},
    {"plain", 0, OPTION_FLAG, NULL, 0, 0, "tiles and meeples only: no margins, scores or marks"},
    {"png", 0, OPTION_FLAG, NULL, 0, 0, "write PNG instead of SVG, by rsvg-convert"},
    {"output", 'o', OPTION_FILE, "FILE", 0, 0, "write to a file instead of standard output"},
    OPTIONS_END};

const struct command draw_command = {
    .name = "draw",
    .operands = "FILE|POSITION",
    .operand_kind = OPERAND_FILE,
    .least_operands = 1,
    .most_operands = 1,
    .summary = "draw a position or a game's state as SVG or PNG",
    .description = "Draws the last state of a record, or the one after a move (--step), or a position line. FILE is a "
                   "record, or a file that holds a position line; - is standard input.",
    .options = draw_options_table,
    .run = draw_run,
};
