/*
 * A session of docs/lookup/protocol.md: a game, and a table of commands by which lines are answered. The referee and
 * the engine are two tables on it. It knows nothing of streams, and of files only the function that reads a set.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "base/text.h"
#include "notation/history.h"
#include "notation/options.h"
#include "notation/record.h"

/* ---- A session ---- */

enum { SESSION_LINE_MAX = 65535 }; /* bytes of a line, its end not counted */

struct session;

/*
 * A command reads its words, appends its data lines and returns true. Refusing, it returns false with `*fault`; nothing
 * has changed then, and data lines already appended are dropped by the caller.
 */
typedef bool session_run(struct session *session, struct reader *words, struct text *reply, struct fault *fault);

/* When a command is taken, and COMMAND_TELLS_EVENTS: what the steps bring that it takes is told in its reply, a line an
 * event. Such a command needs a game. */
enum { COMMAND_NEEDS_GAME = 1, COMMAND_WHILE_BUSY = 2, COMMAND_TELLS_EVENTS = 4 };

/* A row of a session's table of commands. */
struct session_command {
  const char *name;
  const char *arguments; /* as `list_commands` shows them, or "" */
  session_run *run;
  unsigned flags; /* COMMAND_NEEDS_GAME and the others */
};

/* A session of the protocol. */
struct session {
  const struct session_command *commands; /* ended by one without a name */
  void *owner;                            /* whose session it is; for its commands */
  struct set_library *sets;
  tile_set_loader *load;   /* NULL: `newgame` knows the built-in sets only */
  struct history *history; /* NULL before the first game */
  struct game_setup start; /* what `newgame` began, for `startpos`; `set` is NULL before it */
  struct record kept;      /* the tags of the record that was taken; else empty */
  int floor;               /* steps of the history that `undo` does not take back */
  bool busy;               /* most commands are refused as `thinking` */
  bool over;               /* `quit` was said */
};

/* A session without a game, whose `newgame` reads sets from files by `load`, which may be NULL. session_close()
 * releases what it holds. */
void session_open(struct session *session, const struct session_command *commands, void *owner, tile_set_loader *load);
void session_close(struct session *session);

/* Puts a game, which the session owns from then on, in place of its own; its set is one of the session's library. The
 * tags of its record, which stays the caller's, are told again when the game is. There is no `startpos` then. `undo`
 * takes back all steps that the game holds. */
void session_take(struct session *session, struct history *history, const struct record *record);

/*
 * Answers one line, given without its line end; `length` may be more than SESSION_LINE_MAX, which is an error reply, as
 * is a zero byte. Appends the data lines and the closing line to `reply`, nothing for an empty line or a comment.
 * Returns false when the session is over (`quit`).
 */
bool session_line(struct session *session, const char *line, size_t length, struct text *reply);

/* The code of the error reply: the fault's own, else that of the engine's error, else `syntax`. */
const char *session_code(const struct fault *fault);

/* True if the line has no more words; else false with `*fault`. */
bool session_expect_end(struct reader *words, struct fault *fault);

/* ---- Commands that every session has ---- */

/* The arguments of `newgame` and `position`, as `list_commands` shows them. */
#define SESSION_OPTION_ARGUMENT(member, kind, values, game, help) "[" #member "=" values "|off] "
#define SESSION_NEWGAME_ARGUMENTS                                                                                      \
  "[game=star-wars|classic] [set=NAME|FILE] [players=2..5] " OPTION_ROWS(                                              \
      SESSION_OPTION_ARGUMENT) "[colours=red,black,...] [first=1..5|random] [seed=N]"
#define SESSION_POSITION_ARGUMENTS "LINE|startpos [moves STEP ...]"

/* docs/lookup/protocol.md, "Session" and "Game". `tep` tells name, version and protocol. */
session_run session_tep, session_list_commands, session_newgame, session_position, session_quit;

/* ---- The referee ---- */

/* Its own commands: docs/lookup/protocol.md, "Steps" and "Queries". */
session_run referee_draw, referee_place, referee_meeple, referee_throw, referee_move, referee_undo;
session_run referee_phase, referee_legal, referee_state, referee_hash, referee_realms, referee_bag, referee_fits,
    referee_perft, referee_record;
session_run referee_turns, referee_try, referee_eval;

/* The entries of its table, which others may extend. */
#define REFEREE_COMMANDS                                                                                               \
  {"tep", "", session_tep, 0}, {"list_commands", "", session_list_commands, 0},                                        \
      {"newgame", SESSION_NEWGAME_ARGUMENTS, session_newgame, 0},                                                      \
      {"position", SESSION_POSITION_ARGUMENTS, session_position, 0},                                                   \
      {"undo", "[N]", referee_undo, COMMAND_NEEDS_GAME},                                                               \
      {"draw", "[ID]", referee_draw, COMMAND_NEEDS_GAME | COMMAND_TELLS_EVENTS},                                       \
      {"place", "x,yrR", referee_place, COMMAND_NEEDS_GAME | COMMAND_TELLS_EVENTS},                                    \
      {"meeple", "none|return|PIECE:REALM[@x,y]", referee_meeple, COMMAND_NEEDS_GAME | COMMAND_TELLS_EVENTS},          \
      {"throw", "[SIDE:n,n ...]", referee_throw, COMMAND_NEEDS_GAME | COMMAND_TELLS_EVENTS},                           \
      {"move", "MOVE", referee_move, COMMAND_NEEDS_GAME | COMMAND_TELLS_EVENTS},                                       \
      {"phase", "", referee_phase, COMMAND_NEEDS_GAME}, {"legal", "", referee_legal, COMMAND_NEEDS_GAME},              \
      {"turns", "[json]", referee_turns, COMMAND_NEEDS_GAME},                                                          \
      {"try", "MOVE", referee_try, COMMAND_NEEDS_GAME | COMMAND_TELLS_EVENTS},                                         \
      {"eval", "", referee_eval, COMMAND_NEEDS_GAME}, {"state", "[json]", referee_state, COMMAND_NEEDS_GAME},          \
      {"hash", "", referee_hash, COMMAND_NEEDS_GAME}, {"realms", "", referee_realms, COMMAND_NEEDS_GAME},              \
      {"bag", "", referee_bag, COMMAND_NEEDS_GAME}, {"fits", "x,y", referee_fits, COMMAND_NEEDS_GAME},                 \
      {"perft", "N [ID ...]", referee_perft, COMMAND_NEEDS_GAME}, {"record", "", referee_record, COMMAND_NEEDS_GAME},  \
  {                                                                                                                    \
    "quit", "", session_quit, 0                                                                                        \
  }

/* Its table, for session_open(). */
extern const struct session_command referee_commands[];

#endif
