/* What a table keeps besides what it shows, its entries, and questions about it; for src/table/table*.c alone. Seats
 * are numbered from 0 here. */
#ifndef TABLE_TABLE_MEMORY_H
#define TABLE_TABLE_MEMORY_H

#include "base/json_writer.h"
#include "table/table.h"

/* One whole turn that stands. */
struct table_turn {
  int seat;
  int words;    /* of the game before it: the tile is drawn */
  bool instead; /* the computer made it in place of the seat's holder */
  int64_t left; /* ms on the clock of the seat after it; -1: none ran */
  int64_t used; /* with a clock by move: ms of it that were used */
};

/* A request that was granted. */
struct table_request {
  uint8_t print[16]; /* hash of seat and id */
  int64_t body;      /* hash of its body, 0 if it is not known */
  int seat;          /* 0-based; -1: someone watching */
  int64_t seq;
};

/* What a table keeps that its header does not show. */
struct table_memory {
  const struct set_library *sets;
  uint8_t secret[FAIR_SECRET]; /* that of the commitment which holds */
  struct fair_key key;         /* from the start of the game on */
  struct text log;             /* the entries, one after the other */
  size_t *entry_ends;
  int entry_room;
  struct text words; /* of the game, one after the other */
  size_t *word_ends;
  int word_room;
  struct table_turn *turns;
  int turn_count, turn_room;
  struct table_request *requests;
  int request_count, request_room;
  struct {
    char id[REQUEST_ID_SIZE];
    int seat; /* from 1; 0: someone watching */
    uint8_t print[16];
  } asked;             /* the request that was looked for last: each is looked for several times */
  int64_t created, at; /* of the first and the last entry */
  int64_t filled;      /* when somebody sat down last, or all had to seal anew */
  int64_t since;       /* when what is waited for now began, or went on after a pause */
  int64_t used;        /* ms that were used for the turn in hand before it was taken back, or before a pause */
  int64_t excused;     /* ms of the turn in hand in which the seat to move was on vacation */
  bool runs;           /* the turn in hand is on the clock of the seat's holder, also if the computer makes it */
  int64_t opened;      /* when the table was taken into memory */
  int64_t expected;    /* since when somebody could come to it */
  bool present[TESS_MAX_PLAYERS];      /* someone who holds the seat is there */
  int64_t seen[TESS_MAX_PLAYERS];      /* the last sign of life */
  int64_t sat_seq[TESS_MAX_PLAYERS];   /* the entry with which the last holder sat down; 0: nobody has yet */
  int64_t stood_seq[TESS_MAX_PLAYERS]; /* the entry with which the last holder stood up */
  int64_t commitment_seq;              /* the entry with the commitment that holds */
  int64_t setup_seq;                   /* the entry with the setup that holds */
  int set_up;                          /* how often the setup was changed */
  int64_t started_seq;                 /* the entry with which the game began; 0: it has not */
  int64_t drawn_seq;                   /* the last entry with a draw; 0: there is none */
  int64_t paused_seq;                  /* the entry with which the last pause began; 0: there was none */
  int64_t watchers_talk;               /* bytes of all watchers */
  int64_t talk_before;                 /* bytes before the start, of all holders, also of those that stood up again */
  int64_t talk[TESS_MAX_PLAYERS];      /* bytes of a seat that are talk or concern talk */
  int taken_back[TESS_MAX_PLAYERS]; /* entries by which a seat asked for a take-back or pause, took back or resumed */
  int refused[TESS_MAX_PLAYERS][2]; /* by seat and question (take-back, pause): one more than the turns that stood when
                                     * it was refused or withdrawn last; 0: it never was */
  int came_back[TESS_MAX_PLAYERS];  /* how often a seat has returned after it had left */
  bool rematched;
  struct {
    char name[NAME_SIZE];
    bool removed;                  /* the one of this name does not watch any longer */
  } silenced[TABLE_MOST_SILENCED]; /* names under which no watcher may talk */
  int silenced_count;
};

/* ---- Entries ---- */

/* The most points from former games. */
enum { FORMER_MOST_POINTS = 1000000 };

/* The entries of a log (docs/lookup/http.md): X(name, word, when, of_seat). `when` is the state of the table in which
 * the entry can stand, or TABLE_ANY. With `of_seat` the entry changes a seat, which its member `seat` names.
 * table_change.c has what it changes. SILENCED keeps the word that servers of version 0.4 store and read. */
#define TABLE_ENTRIES(X)                                                                                               \
  X(CREATED, "created", TABLE_ANY, false)                                                                              \
  X(CHANGED, "changed", TABLE_WAITING, false)                                                                          \
  X(SAT, "sat", TABLE_WAITING, true)                                                                                   \
  X(SEALED, "sealed", TABLE_WAITING, true)                                                                             \
  X(CONTRIBUTED, "contributed", TABLE_WAITING, true)                                                                   \
  X(STOOD, "stood", TABLE_WAITING, true)                                                                               \
  X(RENEWED, "renewed", TABLE_WAITING, false)                                                                          \
  X(COMPUTER, "computer", TABLE_ANY, true)                                                                             \
  X(RETURNED, "returned", TABLE_PLAYING, true)                                                                         \
  X(STARTED, "started", TABLE_WAITING, false)                                                                          \
  X(DRAWN, "drawn", TABLE_PLAYING, false)                                                                              \
  X(MOVED, "moved", TABLE_PLAYING, true)                                                                               \
  X(ASKED, "asked", TABLE_PLAYING, true)                                                                               \
  X(ANSWERED, "answered", TABLE_ANY, true)                                                                             \
  X(UNDONE, "undone", TABLE_PLAYING, false)                                                                            \
  X(VACATION, "vacation", TABLE_PLAYING, true)                                                                         \
  X(PAUSED, "paused", TABLE_PLAYING, false)                                                                            \
  X(RESUMED, "resumed", TABLE_PLAYING, true)                                                                           \
  X(SAID, "said", TABLE_ANY, false)                                                                                    \
  X(REACTED, "reacted", TABLE_ANY, false)                                                                              \
  X(NAMED, "named", TABLE_ANY, true)                                                                                   \
  X(MUTED, "muted", TABLE_ANY, false)                                                                                  \
  X(SILENCED, "hushed", TABLE_ANY, false)                                                                              \
  X(OVER, "over", TABLE_PLAYING, false)                                                                                \
  X(REMATCH, "rematch", TABLE_OVER, false)                                                                             \
  X(CLOSED, "closed", TABLE_ANY, false)

/* In a row of TABLE_ENTRIES: the entry can stand in every state of the table. */
enum { TABLE_ANY = -1 };

/* The rows of TABLE_ENTRIES as constants. */
enum entry_type {
#define X(name, word, when, of_seat) ENTRY_##name,
  TABLE_ENTRIES(X)
#undef X
};

/* An entry that is being written: an object of JSON, begun with `seq`, `at` and `type`, to which members are then
 * added (base/json_writer.h). */
struct text entry_begin(const struct table *table, int64_t now, enum entry_type type);
/* The word of a type, as the member `type` has it. */
const char *entry_word(enum entry_type type);
/* Ends it, applies it, which must succeed, and frees it. */
void entry_end(struct table *table, struct text *entry);

/* Applies an entry's own part to the state, its members already read from `json` (table_change.c). */
bool table_change(struct table *table, const json_t *json, struct fault *fault);

/* ---- Questions about a table (table.c) ---- */

/* The time that counts for an entry written at `now`. */
int64_t table_time(const struct table *table, int64_t now);
/* False if a request of this id was granted to this seat, from 1, that had another body. */
bool table_same_body(const struct table *table, int seat, const struct request *request);
/* True if no holder of the seat has been there for a minute. */
bool table_is_away(const struct table *table, int seat, int64_t now);
/* True when no seat is open. */
bool table_is_full(const struct table *table);
/* True if a seat has sealed its contribution. */
bool table_is_sealed(const struct table *table);
/* True before the start when every seat is taken and sealed: contributions may be revealed. */
bool table_reveals(const struct table *table);
/* True while the person or program moves for itself. */
bool table_moves_itself(const struct table *table, int seat);
/* True while the computer makes the one turn for which the time of this seat ran out. */
bool table_misses_turn(const struct table *table, int seat);
/* In TABLE_PLAYING: true while a person or program moves for itself, or only misses a turn. */
bool table_is_played(const struct table *table);
/* Whether the holder of this seat, for which the computer moves, may ask to move again: not once the time for the whole
 * game has run out, nor after leaving too often. */
bool table_may_return(const struct table *table, int seat);
/* The seat that is to draw or move, 0-based, and what it is to do. In TABLE_PLAYING. */
int table_seat_to_move(const struct table *table);
tess_phase table_phase(const struct table *table);
/* The number of words to which a take-back of this seat goes, or -1: it has made no turn. */
int table_back(const struct table *table, int seat);
/* How many sides have not lost before the end. The game must have begun. */
int table_sides_left(const struct table *table);
/* True if the game that is over was decided, and the computer made turns in it for the holder of this seat. */
bool table_was_helped(const struct table *table, int seat);
/* The index among the silenced names of one that looks like this name; -1: there is none. */
int table_silenced(const struct table *table, const char *name);
/* A list that has `count` members with room for one more. */
void *table_grow(void *list, int count, int *room, size_t size);

#endif
