/* The referee's own commands (docs/lookup/protocol.md, "Steps" and "Queries"), and its whole table, which others may
 * extend.
 */
#ifndef SESSION_REFEREE_COMMANDS_H
#define SESSION_REFEREE_COMMANDS_H

#include "session/session.h"

session_run referee_draw, referee_place, referee_meeple, referee_throw, referee_move, referee_undo;
session_run referee_phase, referee_legal, referee_state, referee_hash, referee_realms, referee_bag, referee_fits,
    referee_perft, referee_record;
session_run referee_turns, referee_try, referee_eval;

/* From now on the events of every step are appended to `reply` as the protocol's lines; NULL: no longer. */
void referee_listen(struct session *session, struct text *reply);

/* The entries of a table of struct session_command. */
#define REFEREE_COMMANDS                                                                                               \
  {"tep", "", session_tep, 0}, {"list_commands", "", session_list_commands, 0},                                        \
      {"newgame", SESSION_NEWGAME_ARGUMENTS, session_newgame, 0},                                                      \
      {"position", SESSION_POSITION_ARGUMENTS, session_position, 0},                                                   \
      {"undo", "[N]", referee_undo, COMMAND_NEEDS_GAME}, {"draw", "[ID]", referee_draw, COMMAND_NEEDS_GAME},           \
      {"place", "x,yrR", referee_place, COMMAND_NEEDS_GAME},                                                           \
      {"meeple", "none|return|PIECE:REALM[@x,y]", referee_meeple, COMMAND_NEEDS_GAME},                                 \
      {"throw", "[SIDE:n,n ...]", referee_throw, COMMAND_NEEDS_GAME},                                                  \
      {"move", "MOVE", referee_move, COMMAND_NEEDS_GAME}, {"phase", "", referee_phase, COMMAND_NEEDS_GAME},            \
      {"legal", "", referee_legal, COMMAND_NEEDS_GAME}, {"turns", "[json]", referee_turns, COMMAND_NEEDS_GAME},        \
      {"try", "MOVE", referee_try, COMMAND_NEEDS_GAME}, {"eval", "", referee_eval, COMMAND_NEEDS_GAME},                \
      {"state", "[json]", referee_state, COMMAND_NEEDS_GAME}, {"hash", "", referee_hash, COMMAND_NEEDS_GAME},          \
      {"realms", "", referee_realms, COMMAND_NEEDS_GAME}, {"bag", "", referee_bag, COMMAND_NEEDS_GAME},                \
      {"fits", "x,y", referee_fits, COMMAND_NEEDS_GAME}, {"perft", "N [ID ...]", referee_perft, COMMAND_NEEDS_GAME},   \
      {"record", "", referee_record, COMMAND_NEEDS_GAME}, {                                                            \
    "quit", "", session_quit, 0                                                                                        \
  }

#endif
