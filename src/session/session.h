/*
 * A session of docs/lookup/protocol.md: a game, and a table of commands that answer lines. The referee and the engine
 * are two such tables. A session uses no streams, and files only through the function that reads a set.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "base/text.h"
#include "notation/history.h"
#include "notation/options.h"
#include "notation/record.h"

/* ---- A session ---- */

enum { SESSION_LINE_MAX = 65535 }; /* maximum bytes of a line, without its end */

struct session;

/*
 * A command reads its words, appends its data lines and returns true. If it refuses, it returns false with `*fault`
 * filled and nothing has changed; the caller drops data lines that were already appended.
 */
typedef bool session_run(struct session *session, struct reader *words, struct text *reply, struct fault *fault);

/* When a command may run; and COMMAND_TELLS_EVENTS: the reply has a line for each event of the steps that the command
 * takes. Such a command needs a game. */
enum { COMMAND_NEEDS_GAME = 1, COMMAND_WHILE_BUSY = 2, COMMAND_TELLS_EVENTS = 4 };

/* A row of a session's table of commands. */
struct session_command {
  const char *name;
  const char *arguments; /* as shown by `list_commands`, or "" */
  session_run *run;
  unsigned flags; /* COMMAND_NEEDS_GAME and so on */
};

/* A session of the protocol. */
struct session {
  const struct session_command *commands; /* the last row has no name */
  void *owner;                            /* an object for the commands to use */
  struct set_library *sets;
  tile_set_loader *load;   /* NULL: `newgame` accepts the built-in sets only */
  struct history *history; /* NULL before the first game */
  struct game_setup start; /* the game that `newgame` started, for `startpos`; `set` is NULL before that */
  struct record kept;      /* the tags of the record of session_take(); otherwise empty */
  int floor;               /* number of steps that `undo` does not take back */
  bool busy;               /* most commands are refused with `thinking` */
  bool over;               /* the session has received `quit` */
};

/* Opens a session without a game. Its `newgame` reads sets from files with `load`; if that is NULL it reads none.
 * session_close() frees what the session holds. */
void session_open(struct session *session, const struct session_command *commands, void *owner, tile_set_loader *load);
void session_close(struct session *session);

/* Replaces the game of the session, which owns `history` from then on; its set must belong to the session's library.
 * The tags of `record`, which the caller keeps, are copied and written again with the game. Afterwards there is no
 * `startpos`, and `undo` takes back all steps of the game. */
void session_take(struct session *session, struct history *history, const struct record *record);

/*
 * Answers one line, given without its line end. A line with more than SESSION_LINE_MAX bytes or with a zero byte gets
 * an error reply. Appends the data lines and the closing line to `reply`, and nothing for an empty line or a comment.
 * Returns false when the session is over (`quit`).
 */
bool session_line(struct session *session, const char *line, size_t length, struct text *reply);

/* The code of the error reply: that of the fault, or else that of the engine's error, or else `syntax`. */
const char *session_code(const struct fault *fault);

/* True if the line has no more words; otherwise false with `*fault` filled. */
bool session_expect_end(struct reader *words, struct fault *fault);

/* ---- Commands that every session has ---- */

/* The arguments of `newgame` and `position`, as `list_commands` shows them. */
#define SESSION_OPTION_ARGUMENT(member, kind, values, game, help) "[" #member "=" values "|off] "
#define SESSION_NEWGAME_ARGUMENTS                                                                                      \
  "[game=star-wars|classic] [set=NAME|FILE] [players=2..5] " OPTION_ROWS(                                              \
      SESSION_OPTION_ARGUMENT) "[colours=red,black,...] [first=1..5|random] [seed=N]"
#define SESSION_POSITION_ARGUMENTS "LINE|startpos [moves STEP ...]"

/* docs/lookup/protocol.md, "Session" and "Game". `tep` reports name, version and protocol. */
bool session_tep(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool session_list_commands(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool session_newgame(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool session_position(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool session_quit(struct session *session, struct reader *words, struct text *reply, struct fault *fault);

/* ---- The referee ---- */

/* The referee's own commands: docs/lookup/protocol.md, "Steps" and "Queries". */
bool referee_draw(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_place(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_meeple(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_throw(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_move(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_undo(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_phase(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_legal(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_state(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_hash(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_realms(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_bag(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_fits(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_perft(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_record(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_turns(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_try(struct session *session, struct reader *words, struct text *reply, struct fault *fault);
bool referee_eval(struct session *session, struct reader *words, struct text *reply, struct fault *fault);

/* The rows of the referee's table, which other tables may extend. */
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

/* The referee's table, for session_open(). */
extern const struct session_command referee_commands[];

#endif
