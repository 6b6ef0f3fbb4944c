/* A program at a table of a server (docs/lookup/http.md): the game by the entries of its log, and the connection. */
#ifndef CLI_BOT_H
#define CLI_BOT_H

#include <stdatomic.h>

#include "base/fault.h"
#include "base/text.h"
#include "cli/bot_chance.h"
#include "notation/history.h"

/* ---- A game followed by the entries of the log ("The log") ---- */

/* All zero is one of which nothing is known yet. Fields are for reading, but for `own` and the share of `chance`. */
struct bot_game {
  int own; /* the seat of who follows it, from 1; 0: none */
  struct bot_chance chance;
  struct set_library *sets;
  struct text newgame;             /* the protocol's line, once it has started */
  struct history *history;         /* NULL before */
  struct text words;               /* of the game, a line feed after each */
  int count;                       /* of them */
  int64_t seq, at;                 /* of the last entry */
  int64_t position;                /* entry since which the game waits for what it waits for */
  bool computer[TESS_MAX_PLAYERS]; /* by seat: the server's computer moves for it */
  bool paused;                     /* by the people: nobody moves */
  int64_t asked;                   /* entry with which somebody asks for a take-back, 0: nobody does */
  int asking;                      /* the seat of the one who asks, from 1 */
  bool over;                       /* nothing more will be played */
  bool closed;                     /* and no rematch either */
  char next[24];                   /* the table of the rematch, empty: there is none */
};

/* Releases what it holds. */
void bot_game_free(struct bot_game *game);

/* Takes a line of the stream: the head, an entry, or an empty one that keeps it open. False with `*fault` if it is not
 * what the log lays down, which is the server's fault. */
bool bot_game_line(struct bot_game *game, struct span line, struct fault *fault);

/* True if the server's computer moves for this seat, from 1, in a game that is going on. */
bool bot_game_is_replaced(const struct bot_game *game, int seat);
/* True if a tile lies in the hand of this seat, from 1, and it is not moved for by the server. */
bool bot_game_is_turn(const struct bot_game *game, int seat);

/* ---- What a server gives ---- */

/* Copies an id or a token, which is of letters, digits, `-` and `_`, and has less than `size` bytes. False if `text`,
 * which may be NULL, is none. */
bool bot_take_id(const char *text, char *id, size_t size);

/* ---- The connection ("HTTP"): requests one at a time, and one stream ---- */

struct bot_link;

/* `url` is that of the server, without `/api`; it must stay, as must `stop`, which ends every wait early. `wait`: for
 * how many seconds the server may be away. NULL with `*fault` if there is no network at all. */
struct bot_link *bot_link_open(const char *url, int wait, const atomic_bool *stop, struct fault *fault);
/* NULL is allowed. */
void bot_link_close(struct bot_link *link);

/* From now on everything is sent with this token, as who holds its seat; nothing is read until bot_link_listen(). */
void bot_link_identify(struct bot_link *link, const char *token);

/* Bytes: of the longest answer, which the log so far at the head of a stream is too, and of an entry after it. */
enum { BOT_ANSWER_MOST = 16 << 20, BOT_ENTRY_MOST = 1 << 20 };

/* Asks for a path below /api/v1. While the server cannot be reached, is too busy or cannot store, it tries again for a
 * minute, or for the link's `wait` if that is less, and says so on standard error. Gives the HTTP status with the body
 * in `*reply`, or 0 with `*fault`, also for an answer that is too long. */
int bot_link_get(struct bot_link *link, const char *path, struct text *reply, struct fault *fault);
/* The same for JSON that is posted there. */
int bot_link_post(struct bot_link *link, const char *path, const char *body, struct text *reply, struct fault *fault);

/* What came of waiting for a line of the event stream. */
enum bot_read {
  BOT_LINE,    /* a line came */
  BOT_ENDED,   /* the stream has ended, or never began: it may be begun again */
  BOT_AHEAD,   /* the server's log is shorter than what was read of it: it is to be read anew */
  BOT_REFUSED, /* the server does not give this stream: asking again does not help */
  BOT_ENDLESS, /* a line is longer than any that a server writes: asking again does not help */
  BOT_STOPPED  /* the flag was set */
};

/* Begins to read the lines of a path below /api/v1, in place of what was read before. */
void bot_link_listen(struct bot_link *link, const char *path);
/* Waits for the next line, without its end. */
enum bot_read bot_link_line(struct bot_link *link, struct text *line);
/* After a stream that brought nothing: says on standard error, once, that the server is waited for; false with `*fault`
 * if it has been away for the link's `wait`. bot_link_there(): it answers again. */
bool bot_link_wait(struct bot_link *link, struct fault *fault);
void bot_link_there(struct bot_link *link);
/* Waits some milliseconds, or until the flag is set. */
void bot_link_pause(const struct bot_link *link, int milliseconds);

#endif
