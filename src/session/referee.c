#include "session/referee.h"

#include <stdlib.h>

#include "session/referee_commands.h"

static const struct session_command table[] = {REFEREE_COMMANDS, {0}};

struct referee {
  struct session session;
};

struct referee *referee_open(tile_set_loader *load) {
  struct referee *referee = memory_new(sizeof *referee);
  session_open(&referee->session, table, NULL, load);
  return referee;
}

void referee_close(struct referee *referee) {
  session_close(&referee->session);
  free(referee);
}

bool referee_line(struct referee *referee, const char *line, size_t length, struct text *reply) {
  return session_line(&referee->session, line, length, reply);
}
