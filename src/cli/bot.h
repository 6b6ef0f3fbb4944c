/* A program at a table of a server (docs/lookup/http.md): the game by the entries of its log, and the connection. */
#ifndef CLI_BOT_H
#define CLI_BOT_H

#include <stdatomic.h>

#include "base/fault.h"
#include "base/text.h"
#include "cli/bot_chance.h"
#include "notation/history.h"

/* ---- A game followed by the entries of the log ("The log") ---- */

/* All members zero: nothing is known yet. Callers set only `own` and the contribution in `chance`, and read the rest.
 */
struct bot_game {
  int own; /* the program's own seat (1-based); 0: none */
  struct bot_chance chance;
  struct set_library *sets;
  struct text newgame;             /* the line `newgame` of the protocol, once the game has started */
  struct history *history;         /* NULL before the game has started */
  struct text words;               /* the words of the game, each followed by a line feed */
  int count;                       /* number of these words */
  int64_t seq, at;                 /* number and time of the last entry */
  int64_t position;                /* the entry since which the game has been waiting for the present action */
  bool computer[TESS_MAX_PLAYERS]; /* by seat: the server's computer moves for this seat */
  bool paused;                     /* the players have paused the game */
  int64_t asked;                   /* the entry that asks for a take-back; 0: none */
  int asking;                      /* the seat that asks for it (1-based) */
  bool over;                       /* the game is over */
  bool closed;                     /* the table is closed: there will be no rematch */
  char next[24];                   /* the table of the rematch; empty: none */
};

/* Releases what it holds. */
void bot_game_free(struct bot_game *game);

/* Handles a line of the stream: the head, an entry, or an empty line that keeps the stream open. Returns false with
 * `*fault` filled if the line breaks the rules of the log, which is an error of the server. */
bool bot_game_line(struct bot_game *game, struct span line, struct fault *fault);

/* True if the server's computer moves for this seat (1-based) in a running game. */
bool bot_game_is_replaced(const struct bot_game *game, int seat);
/* True if this seat (1-based) has a drawn tile to place, and the server's computer does not move for it. */
bool bot_game_is_turn(const struct bot_game *game, int seat);

/* ---- Words from the server ---- */

/* Copies an id or a token: letters, digits, `-` and `_`, less than `size` bytes. Returns false if `text` is not of this
 * form; `text` may be NULL. */
bool bot_take_id(const char *text, char *id, size_t size);

/* ---- The connection ("HTTP"): requests one at a time, and one stream ---- */

struct bot_link;

/* Opens a connection. `url` is the server's URL, without `/api`; setting `*stop` ends every wait early; both must
 * outlive the connection. `wait` is the number of seconds for which the server may be unreachable. Returns NULL with
 * `*fault` filled if there is no network at all. */
struct bot_link *bot_link_open(const char *url, int wait, const atomic_bool *stop, struct fault *fault);
/* NULL is allowed. */
void bot_link_close(struct bot_link *link);

/* From now on all requests carry this token, as the holder of its seat. The present stream ends; bot_link_listen()
 * begins another one. */
void bot_link_identify(struct bot_link *link, const char *token);

/* Maximum sizes in bytes: of an answer, also of the log so far at the head of a stream; and of a later entry. */
enum { BOT_ANSWER_MOST = 16 << 20, BOT_ENTRY_MOST = 1 << 20 };

/* Sends a GET request for a path below /api/v1. While the server cannot be reached, is too busy or cannot store, the
 * function tries again for a minute, or for the link's `wait` if that is less, and reports this on standard error.
 * Returns the HTTP status with the body in `*reply`, or 0 with `*fault` filled, also if the answer is too long. */
int bot_link_get(struct bot_link *link, const char *path, struct text *reply, struct fault *fault);
/* Sends JSON by POST in the same way. */
int bot_link_post(struct bot_link *link, const char *path, const char *body, struct text *reply, struct fault *fault);

/* The result of waiting for a line of the event stream. */
enum bot_read {
  BOT_LINE,    /* a line came */
  BOT_ENDED,   /* the stream has ended or did not begin: try again */
  BOT_AHEAD,   /* the server's log is shorter than what was read: read the log again from the start */
  BOT_REFUSED, /* the server refuses this stream: trying again does not help */
  BOT_ENDLESS, /* a line is longer than any line of a correct server: trying again does not help */
  BOT_STOPPED  /* the flag `stop` was set */
};

/* Begins to read the stream of a path below /api/v1, and ends the previous stream. */
void bot_link_listen(struct bot_link *link, const char *path);
/* Waits for the next line and returns it without its line end. */
enum bot_read bot_link_line(struct bot_link *link, struct text *line);
/* Call bot_link_wait() after a stream that brought nothing: it prints to standard error, once, that the bot waits for
 * the server. It returns false with `*fault` filled if the server has been unreachable for the link's `wait`. Call
 * bot_link_there() when the server answers again. */
bool bot_link_wait(struct bot_link *link, struct fault *fault);
void bot_link_there(struct bot_link *link);
/* Waits some milliseconds, or until the flag `stop` is set. */
void bot_link_pause(const struct bot_link *link, int milliseconds);

#endif
