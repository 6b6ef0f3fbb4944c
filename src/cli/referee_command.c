/* `tessera referee`: the session on standard input and output. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/line_input.h"
#include "session/referee.h"

static int referee_run_session(const struct arguments *arguments) {
  (void)arguments;
  struct referee *referee = referee_open(tile_set_load);
  char *line = memory_new(LINE_INPUT_SIZE);
  struct text reply = {0};
  size_t length;
  bool open = true;
  while (open && line_input_read(stdin, line, &length)) {
    text_clear(&reply);
    open = referee_line(referee, line, length, &reply);
    fwrite(reply.bytes, 1, reply.length, stdout);
    if (fflush(stdout) != 0) open = false;
  }
  text_free(&reply);
  free(line);
  referee_close(referee);
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
