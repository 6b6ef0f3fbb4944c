/* `tessera referee` and `tessera engine`: sessions by lines on standard input and output. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/engine.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "session/session.h"

enum { LINE_INPUT_SIZE = SESSION_LINE_MAX + 1 };

/* Reads a line without its end into `line`, which has LINE_INPUT_SIZE bytes. A longer line is cut there; session_line()
 * then finds it too long. Returns false at the end of the input and at an error, which leaves no whole line. */
static bool line_input_read(FILE *in, char *line, size_t *length) {
  int c;
  *length = 0;
  while ((c = getc(in)) != EOF && c != '\n') {
    if (*length < LINE_INPUT_SIZE) line[(*length)++] = (char)c;
  }
  return c != EOF || (*length > 0 && !ferror(in));
}

/* ---- The referee ---- */

static int referee_run_session(const struct arguments *arguments) {
  (void)arguments;
  struct session session;
  char *line = memory_new(LINE_INPUT_SIZE);
  struct text reply = {0};
  size_t length;
  bool open = true;
  session_open(&session, referee_commands, NULL, tile_set_load);
  while (open && line_input_read(stdin, line, &length)) {
    text_clear(&reply);
    open = session_line(&session, line, length, &reply);
    fwrite(reply.bytes, 1, reply.length, stdout);
    if (fflush(stdout) != 0) open = false;
  }
  text_free(&reply);
  free(line);
  session_close(&session);
  return CODE_DONE;
}

static const struct option_spec referee_options[] = {OPTIONS_END};

const struct command referee_command = {
    .name = "referee",
    .operands = "",
    .summary = "referee a game for another program, by lines on standard input and output",
    .description =
        "Reads one command a line and answers it, as docs/lookup/protocol.md lays down; 'list_commands' lists the "
        "commands, 'quit' or the end of the input ends the session. A bad line is answered with an error and "
        "changes nothing.",
    .options = referee_options,
    .run = referee_run_session,
};

/* ---- The engine ---- */

/* If output cannot be written, the program reports it at its end. */
static void say(void *context, const char *bytes, size_t length) {
  FILE *out = context;
  fwrite(bytes, 1, length, out);
  fflush(out);
}

static int engine_run(const struct arguments *arguments) {
  const char *name = argument_text(arguments, "player");
  if (name == NULL) name = "greedy";
  const struct player_kind *kind = player_kind_find(name);
  if (kind == NULL) return player_unknown("engine", name);
  struct fault fault = {0};
  struct engine *engine = engine_open(kind, say, stdout, &fault);
  if (engine == NULL) {
    bad_input("engine", NULL, &fault);
    return CODE_FAILURE;
  }
  char *line = memory_new(LINE_INPUT_SIZE);
  size_t length;
  while (!ferror(stdout) && line_input_read(stdin, line, &length) && engine_line(engine, line, length)) {
  }
  engine_close(engine);
  free(line);
  return CODE_DONE;
}

static const struct option_spec engine_options[] = {
    {"player", 'p', OPTION_PLAYER, "NAME", 0, 0, "who plays, unless the driver says otherwise (default: greedy)"},
    OPTIONS_END};

const struct command engine_command = {
    .name = "engine",
    .operands = "",
    .summary = "play for another program, by lines on standard input and output",
    .description =
        "Speaks the engine protocol of docs/lookup/protocol.md: takes positions and answers with turns. 'tep' tells "
        "its "
        "options, 'quit' or the end of the input ends it. A bad line is answered with an error and changes nothing.",
    .options = engine_options,
    .run = engine_run,
};
