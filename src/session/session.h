/*
 * A session of docs/lookup/protocol.md: a game, and a table of commands by which lines are answered. The referee and
 * the engine are two tables on it. It knows nothing of streams, and of files only the function that reads a set.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "base/text.h"
#include "notation/game_request.h"

enum { SESSION_LINE_MAX = 65535 }; /* bytes of a line, its end not counted */

struct session;

/*
 * A command reads its words, appends its data lines and returns true. Refusing, it returns false with `*fault`; nothing
 * has changed then, and data lines already appended are dropped by the caller.
 */
typedef bool session_run(struct session *session, struct reader *words, struct text *reply, struct fault *fault);

enum { COMMAND_NEEDS_GAME = 1, COMMAND_WHILE_BUSY = 2 };

struct session_command {
  const char *name;
  const char *arguments; /* as `list_commands` shows them, or "" */
  session_run *run;
  unsigned when; /* bits of the following */
};

struct session {
  const struct session_command *commands; /* ended by one without a name */
  void *owner;                            /* whose session it is; for its commands */
  struct tile_shelf *shelf;
  tile_set_loader *load;   /* NULL: `newgame` knows the built-in sets only */
  struct history *history; /* NULL before the first game */
  struct game_setup start; /* what `newgame` began, for `startpos`; `set` is NULL before it */
  int floor;               /* steps of the history that `undo` does not take back */
  bool busy;               /* most commands are refused as `thinking` */
  bool over;               /* `quit` was said */
};

/* A session without a game, whose `newgame` reads sets from files by `load`, which may be NULL. session_close()
 * releases what it holds. */
void session_open(struct session *session, const struct session_command *commands, void *owner, tile_set_loader *load);
void session_close(struct session *session);

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

#define SESSION_NEWGAME_ARGUMENTS                                                                                      \
  "[game=star-wars|classic] [set=NAME|FILE] [players=2..5] [fields=on|off] [abbot=on|off] [river=on|off] "             \
  "[teams=on|off] [colours=red,black,...] [first=1..5|random] [seed=N]"
#define SESSION_POSITION_ARGUMENTS "LINE|startpos [moves STEP ...]"

/* Commands that every session has: docs/lookup/protocol.md, "Session" and "Game". `tep` tells name, version and
 * protocol. */
session_run session_tep, session_list_commands, session_newgame, session_position, session_quit;

#endif
