/*
 * One table as a pure state machine: no input or output, no clock, no thread, no chance of its own. Its state is its
 * log (docs/lookup/http.md): a request or the passing of time is checked against the state and becomes entries, and
 * entries alone change the state. A table that is rebuilt from its entries is the same in everything that this header
 * shows, except who is present.
 *
 * Times are milliseconds since 1970 as the caller's clock has them. A time before the last entry's counts as that
 * entry's; a caller whose clock cannot jump (the time of day at its start, and from then on a clock that only runs)
 * gets timers that are never late.
 *
 * Who may act for which seat is the caller's affair: the core knows neither tokens nor connections. Everybody may
 * know what this header shows.
 */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "table/request.h"

/* The stages of a table, in their order. */
enum table_state { TABLE_WAITING, TABLE_PLAYING, TABLE_OVER, TABLE_CLOSED };

/* Who sits on a seat. */
enum table_holder { TABLE_NOBODY, TABLE_PERSON, TABLE_PROGRAM, TABLE_COMPUTER };

/* Why the computer moves for a seat. */
enum table_why { TABLE_NOT, TABLE_SETUP, TABLE_ASKED, TABLE_CLOCK, TABLE_LEFT };

/* A seat of a table. */
struct table_seat {
  uint8_t holder; /* enum table_holder: who took the seat, also while the computer moves for it */
  uint8_t why;    /* enum table_why: TABLE_NOT while the holder moves */
  uint8_t level;  /* of the computer that moves for it */
  bool answers;   /* a program that is asked about take-backs; one that is not refuses them */
  bool consents;  /* has agreed to what is asked */
  char name[NAME_SIZE];
  bool sealed; /* has published the hash of its contribution */
  uint8_t seal[FAIR_HASH];
  struct fair_contribution contribution;
  int64_t left;     /* ms on the clock, with a clock for the whole game */
  uint8_t missed;   /* its last turns in a row for which the time ran out */
  int rating;       /* at a rated table: points of the holder when they sat down, 0 to TABLE_MOST_RATING */
  bool provisional; /* and whether they were uncertain */
};

/* With a clock by move the computer makes a turn for which the time ran out, and the seat is asked again for its next
 * one, until it has missed so many in a row: then the computer moves until the holder returns. */
enum { TABLE_MOST_MISSED = 3 };

/* Milliseconds that the first player of a game with a clock, but one of days, has to look at the table before the first
 * tile is drawn, unless the draws of the table wait longer anyhow. The clock runs from the draw. */
enum { TABLE_LOOK_MS = 10000 };

/* Milliseconds after the start of the server before which no clock of days runs out: the players could not come while
 * it was down. */
enum { TABLE_RESTART_MS = 3600000 };

/* Milliseconds that a seat has for its part in the chance of the game (docs/understand/fairness.md); at a table with a
 * clock of days it has the time of a move. */
enum {
  TABLE_REVEAL_MS = 60000, /* to reveal the contribution, from the last seal on; else the seat is lost */
  TABLE_SEAL_MS = 60000    /* to seal it, once all seats are taken; before that, to come back after going away */
};

/* Milliseconds without a stream and an action after which a holder counts as away. A connection that is made anew is no
 * absence. After the second time others may put a computer in their place. */
enum { TABLE_GONE_MS = 3000, TABLE_AWAY_MS = 60000 };

/* Milliseconds for which a seat of a rematch is kept for its player; with a clock of days, the time of a move. */
enum { TABLE_KEPT_MS = 120000 };

/* What each may add to the log besides playing, so that nobody takes away another's right to play or to be heard. Talk
 * is counted in bytes, an entry as its text and TABLE_TALK_ENTRY more. Each holder of a seat has a share of their own
 * before the start, and each seat a larger one from the start on. Take-backs are counted in entries of a seat. */
enum {
  TABLE_TALK_ENTRY = 64,
  TABLE_MOST_WATCHERS_TALK = 64 * 1024, /* all watchers together */
  TABLE_MOST_TALK_WAITING = 16 * 1024,
  TABLE_MOST_TALK_BEFORE = 128 * 1024, /* all holders before the start together, one after another */
  TABLE_MOST_TALK = 128 * 1024,
  TABLE_MOST_TAKEN_BACK = 500,
  TABLE_MOST_COME_BACK = 100, /* returns of a seat after it had left */
  TABLE_MOST_SILENCED = 16,   /* names of watchers */
  TABLE_MOST_SET_UP = 50      /* changes of options and clock before the start */
};

enum { TABLE_MOST_RATING = 5000 };

/* Fields are for reading. */
struct table {
  char id[24];
  struct setup setup;
  enum table_state state;
  struct table_seat seats[TESS_MAX_PLAYERS]; /* setup.players of them */
  int opener;                                /* the seat that opened the table, -1: they stood up; before the start
                                              * they may free other seats */
  bool all_silenced;                         /* no watcher may talk: the opener of the table has silenced all */
  struct history *history;                   /* from the start of the game on, else NULL */
  int words;                                 /* of the game: the `at` of the next move */
  int64_t position;                          /* the entry that made the position; take-backs make words repeat */
  struct shared_deck deck;                   /* the chance that it shares with others */
  bool deck_told;                            /* the secret of that deck may be known: it is in the record */
  struct former former;                      /* the game of which this is the rematch; its `kept` goes to 0 when
                                              * somebody sits down there, or the seat is freed */
  int lost;                                  /* the seat that has lost before the end of the game, -1: none */
  bool lost_by_time;                         /* and not by leaving */
  bool undecided;              /* the game ended before its last tile, as no player was left who could move */
  int asking;                  /* the seat that asks for a take-back or pause, -1: none */
  int64_t asked;               /* the entry with which it asks */
  bool asks_pause;             /* and not for a take-back */
  bool paused;                 /* by consent: nobody draws or moves, and no clock runs */
  int64_t seq;                 /* of the last entry */
  struct table_memory *memory; /* the table's own */
};

/*
 * A table without an entry. `library` must outlive it; `id` has at most 23 characters; `now` is when it is taken into
 * memory: time before it runs on no clock, and everybody counts as present until then.
 */
struct table *table_open(const struct set_library *library, const char *id, const uint8_t secret[FAIR_SECRET],
                         int64_t now);
/* The table is in memory since `now`, for which table_open() had only the server's time and not the table's own. */
void table_opened(struct table *table, int64_t now);
/* Servers serve the table since `from`: time before it runs on no clock. */
void table_serve(struct table *table, int64_t from);
/* NULL is allowed. */
void table_close(struct table *table);

/* Bytes of memory that it takes, as far as they grow with the game and its log. */
size_t table_bytes(const struct table *table);

/* ---- The log ---- */

/* Applies the next entry, one that a table wrote. False with `*fault` if it is not that; the table is then unusable. */
bool table_apply(struct table *table, struct span entry, struct fault *fault);
/* Entry `seq`, 1 to table->seq, as JSON without a line end. It holds until the next entry. */
struct span table_entry(const struct table *table, int64_t seq);
/* The name under which a watcher has said entry `seq`; false if it is no such entry. */
bool table_watcher_said(const struct table *table, int64_t seq, char name[NAME_SIZE]);
/* The name under which somebody who watches and wants to be called `wanted` is known here, told apart from those who
 * sit; false if nobody of that name may talk here. */
bool table_watcher_name(const struct table *table, const char *wanted, char name[NAME_SIZE]);
/* Notes that the request `id` of a seat, from 1 (0: someone without one), led to entry `seq`; `print` is that of its
 * body, 0 if it is not known. table_act() and table_sit() do so themselves; this is for tables that are rebuilt. */
void table_remember(struct table *table, int seat, const char *id, int64_t print, int64_t seq);
/* The entry to which this request led, or 0. */
int64_t table_recall(const struct table *table, int seat, const char *id);

/* ---- Requests: false with the refusal in `*answer`, and nothing has changed; else the entries after the `seq` before
 * are new, and are to be stored. ---- */

/* The first entries of a table. The sender of `request` takes the first seat for a person. */
void table_create(struct table *table, const struct request *request, int64_t now);
/* Gives the sender the seat that the request names, or the first that is open for them: its number from 1 in `*seat`. A
 * seat that is kept is open to its holder of the former game alone (`request->former_seat`). The request's id is
 * remembered as that of someone watching, so that it outlives the seat; one that is remembered is refused. */
bool table_sit(struct table *table, const struct request *request, int64_t now, int *seat, struct answer *answer);
/*
 * An action of seat `seat`, from 1; 0 is a watcher, who can only talk. A request that is remembered changes
 * nothing and is granted; with another body than it had it is refused. For a rematch, `next` is the id of the table
 * that the caller is ready to make (table_rematch()); else it is NULL.
 */
bool table_act(struct table *table, int seat, const struct request *request, const char *next, int64_t now,
               struct answer *answer);
/* The setup of the next game if seat `seat` asks for it, and in `*former` for whom its seats are kept. A person who
 * left or was replaced, and is away now, has no seat there: the computer that moved for them plays on. */
struct setup table_rematch(const struct table *table, int seat, int64_t now, struct former *former);

/* ---- Time ---- */

/* Nobody could come before `from`, when the server started: an absence that closes the table lasts a day after it at
 * least. */
void table_expect(struct table *table, int64_t from);
/* When the last entry was written; 0 before the first. */
int64_t table_at(const struct table *table);
/* When table_tick() has something to do next; INT64_MAX: never. */
int64_t table_due(const struct table *table);
/* Does what is due: draws, clocks that ran out, tables to which nobody comes. */
void table_tick(struct table *table, int64_t now);
/* True if the turn in hand has used up its days at `now`: of which seat, from 1, and when the turn began. */
bool table_runs_out(const struct table *table, int64_t now, int *seat, int64_t *began);
/* The seat of table_runs_out() was on vacation for so many ms of its turn, in all: these do not count. */
void table_excuse(struct table *table, int64_t length, int64_t now);
/* Closes a table that is not over, by the operator of the server. */
void table_shut(struct table *table, int64_t now);
/* True if a person or program holds the seat, 0-based. */
bool table_is_held(const struct table *table, int seat);
/* Notes whether a holder of the seat, from 1, is there. Actions count as signs of life by themselves. */
void table_present(struct table *table, int seat, bool present, int64_t now);

/* The absence of a holder: since when, 0: they are there; and the time up to which the others wait for them. Before the
 * start the seat is open again then, in the game a computer may be put there; INT64_MAX: the clock alone decides. */
struct table_absence {
  int64_t since, until;
};

/* When the holder of the seat, from 1, counts as away: TABLE_GONE_MS after their last sign of life; INT64_MAX: they are
 * there, or nobody holds it. */
int64_t table_away_at(const struct table *table, int seat);
/* Their absence. */
struct table_absence table_absence(const struct table *table, int seat, int64_t now);

/* What a table waits for from a person or program: nothing, their part in the chance, sealed or revealed, an answer,
 * the draw or the turn. */
enum table_task { TABLE_NO_TASK, TABLE_TO_SEAL, TABLE_TO_TELL, TABLE_TO_ANSWER, TABLE_TO_DRAW, TABLE_TO_MOVE };

/* That of a seat, from 1. */
enum table_task table_task(const struct table *table, int seat);
/* The seat, from 1, whose turn it is; 0: nobody's, as the game is not played or is paused. */
int table_turn(const struct table *table);
/* When the table goes on without the turn of this seat, from 1, that it waits for; INT64_MAX: never. */
int64_t table_until(const struct table *table, int seat);

/* ---- Computer players ---- */

/* True if the computer is to move: for which seat, from 1, and at which level. The position is table->history->game,
 * and its number table->position. */
bool table_decides(const struct table *table, int *seat, int *level);
/* True if the game goes on without anybody looking on: with a clock of days or at a rated table, while somebody still
 * moves for themselves. */
bool table_is_awaited(const struct table *table);
/* The computer's turn for the position of this number. False, and nothing changes, if the game is no longer there, or
 * the move is not legal. */
bool table_computer(struct table *table, int64_t position, struct span move, int64_t now);

/* ---- Turns that are prepared ---- */

/* The seat, from 1, that is to move itself and whose tile was drawn after entry `since`, at a table with a clock of
 * days; 0: there is none. */
int table_drawn_since(const struct table *table, int64_t since);
/* The print of a turn that a seat, from 1, prepares for its next draw: that of the realms which the tile of `move`
 * would join, as it would make them. `*kind` receives the tile, or -1. False with `*fault`: no such turn could be made
 * now. */
bool table_print_turn(const struct table *table, int seat, struct span move, int *kind, int64_t *print,
                      struct fault *fault);
/* Makes the prepared turn of the seat that is to move itself, if its tile is drawn and its print is still this one. */
bool table_take_prepared(struct table *table, struct span move, int64_t print, int64_t now);

/* ---- Results ---- */

/* What a seat has of a game that is over. */
struct table_result {
  int side, points, place; /* `place`: from 1; sides with equal points share it */
  bool shared, lost;       /* others share the place; the seat lost before the end, and is placed last */
  bool helped;             /* the computer made turns for its holder */
};

/* Nobody plays with the deck of this table any more. */
void table_tell_deck(struct table *table);

/* Fills the results of the seats. False if the game is not over, or ended undecided. */
bool table_results(const struct table *table, struct table_result results[TESS_MAX_PLAYERS]);

/* Appends the points by side, as the member `scores`. The game must have begun. */
void table_scores(const struct table *table, struct text *text);
/* Appends the game so far as a record, with the tags of docs/understand/fairness.md; the secret is among them once it
 * is over, and that of a shared deck once table_tell_deck() was called. */
void table_record(const struct table *table, struct text *text);
/* Appends the game as it stands, as the object `State` of src/server/openapi.json. It must have begun. */
void table_state(const struct table *table, struct text *text);

#endif
