/* A table as the registry knows it: always by its id and times, and with its whole state while that is in memory. */
#ifndef TABLE_LIVE_H
#define TABLE_LIVE_H

#include "table/store.h"
#include "table/table.h"
#include "table/tables.h"
#include "table/tokens.h"

/* The holder of a seat, known by the hashes of their token and recovery word. */
struct holder {
  bool held;
  uint8_t token[TOKEN_HASH], recovery[TOKEN_HASH];
  int watches; /* streams of the holder that are open */
};

/* Fields of the first part are for reading; the second is of lives.h. */
struct live {
  struct store_table stored; /* `number` 0: it is not in the database yet */
  struct table *table;       /* NULL: not in memory */
  struct holder holders[TESS_MAX_PLAYERS];
  int64_t last;     /* entry that is stored, 0 if unknown */
  int64_t appended; /* entry that was handed to the store */
  int64_t used;     /* when somebody last asked for it */
  int64_t ahead;    /* ms by which its time is ahead of the registry's, as its last entry was */
  bool thinking;    /* a computer player was asked for the turn numbered `thinking_at` */
  int64_t thinking_at;
  struct watch *watches;
  bool counted; /* among the unfinished tables */
  bool touched; /* in this round */
  struct live *next_touched;
  struct text item; /* what the list of tables tells of it, as of entry `item_last` */
  int64_t item_last;

  int64_t due; /* when it has something to do */
  size_t place;
  struct live *next_in_bucket, *older, *newer;
};

/* A table that is known by what is stored of it; released with live_free(). */
struct live *live_new(const struct store_table *stored);
/* There must be no watcher. */
void live_free(struct live *live);

/* The table's own time when the registry's is `now`, which no other table's log moves; and the registry's time at which
 * the table in memory has something to do. */
int64_t live_time(const struct live *live, int64_t now);
int64_t live_due(const struct live *live);

/* Brings its state into memory from the database if it is not there. False with `*fault`. */
bool live_load(struct live *live, struct store *store, const struct tile_shelf *shelf, int64_t now,
               struct fault *fault);
/* Releases its state, with all that was not stored of it. */
void live_drop(struct live *live);

/* Hands its new entries, and what has changed of its state and of who holds its seats, to the store.
 * `granted`, the seat and id of the request that made them, goes with the last; NULL: there was none. */
void live_append(struct live *live, struct store *store, const struct store_entry *granted);
/* Notes that a round is stored, and wakes those who watch; or that it failed. */
void live_committed(struct live *live);
void live_failed(struct live *live);

/* The seat, from 1, that the hash of a token (`recovery`: of a recovery word) holds; 0: none. In memory only. */
int live_holder(const struct live *live, const uint8_t hash[TOKEN_HASH], bool recovery);
/* Gives a seat, from 1, to who has these words, here and in the store. */
void live_seat(struct live *live, struct store *store, int seat, const struct token *token,
               const struct token *recovery);

void live_watch(struct live *live, struct watch *watch, int seat, int64_t now);
void live_unwatch(struct watch *watch, int64_t now);

#endif
