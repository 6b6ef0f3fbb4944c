#include "cli/referee.h"

#include <stdlib.h>

#include "cli/referee_commands.h"

static const char *undo(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  (void)reply;
  struct span word = reader_word(words);
  struct reader number = reader_of(word);
  int steps = word.length == 0 ? 1 : reader_int(&number, 1, INT32_MAX);
  if (word.length > 0 && !reader_done(&number)) {
    fault_say(fault, "expected a number of steps, not %s", quote(word.bytes, word.length).text);
    return "syntax";
  }
  const char *code = session_expect_end(words, fault);
  if (code != NULL) return code;
  int known = session->history->count - session->floor;
  if (steps > known) {
    fault_say(fault, "%d steps were taken since newgame or position, not %d", known, steps);
    return "nothing-to-undo";
  }
  while (steps-- > 0) history_undo(session->history);
  return NULL;
}

static const struct session_command table[] = {
    {"tep", "", session_tep, 0},
    {"list_commands", "", session_list_commands, 0},
    {"newgame", SESSION_NEWGAME_ARGUMENTS, session_newgame, 0},
    {"position", SESSION_POSITION_ARGUMENTS, session_position, 0},
    {"undo", "[N]", undo, COMMAND_NEEDS_GAME},
    {"draw", "[ID]", referee_draw, COMMAND_NEEDS_GAME},
    {"place", "x,yrR", referee_place, COMMAND_NEEDS_GAME},
    {"meeple", "none|return|PIECE:REALM[@x,y]", referee_meeple, COMMAND_NEEDS_GAME},
    {"throw", "[SIDE:n,n ...]", referee_throw, COMMAND_NEEDS_GAME},
    {"move", "MOVE", referee_move, COMMAND_NEEDS_GAME},
    {"phase", "", referee_phase, COMMAND_NEEDS_GAME},
    {"legal", "", referee_legal, COMMAND_NEEDS_GAME},
    {"state", "[json]", referee_state, COMMAND_NEEDS_GAME},
    {"hash", "", referee_hash, COMMAND_NEEDS_GAME},
    {"realms", "", referee_realms, COMMAND_NEEDS_GAME},
    {"bag", "", referee_bag, COMMAND_NEEDS_GAME},
    {"fits", "x,y", referee_fits, COMMAND_NEEDS_GAME},
    {"perft", "N [ID ...]", referee_perft, COMMAND_NEEDS_GAME},
    {"record", "", referee_record, COMMAND_NEEDS_GAME},
    {"quit", "", session_quit, 0},
    {0},
};

struct referee {
  struct session session;
};

struct referee *referee_open(void) {
  struct referee *referee = memory_new(sizeof *referee);
  session_open(&referee->session, table, NULL);
  return referee;
}

void referee_close(struct referee *referee) {
  session_close(&referee->session);
  free(referee);
}

bool referee_line(struct referee *referee, const char *line, size_t length, struct text *reply) {
  return session_line(&referee->session, line, length, reply);
}
