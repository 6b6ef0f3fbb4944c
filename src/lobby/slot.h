/* A table as the lobby knows it: always by its id and times, and with its whole state while that is in memory. */
#ifndef LOBBY_SLOT_H
#define LOBBY_SLOT_H

#include "lobby/lobby.h"
#include "lobby/store.h"
#include "lobby/tokens.h"
#include "table/table.h"

/* The holder of a seat, known by the hashes of their token and recovery word. */
struct holder {
  bool held;
  uint8_t token[TOKEN_HASH], recovery[TOKEN_HASH];
  int watchers; /* streams of the holder that are open */
};

/* Fields of the first part are for reading; the second is of slots.h. */
struct slot {
  struct store_table stored; /* `number` 0: it is not in the database yet */
  struct table *table;       /* NULL: not in memory */
  struct holder holders[TESS_MAX_PLAYERS];
  int64_t last;     /* entry that is stored, 0 if unknown */
  int64_t appended; /* entry that was handed to the store */
  int64_t used;     /* when somebody last asked for it */
  int64_t ahead;    /* ms by which its time is ahead of the lobby's, as its last entry was at the first load */
  bool thinking;    /* a computer player was asked for the turn numbered `thinking_at` */
  int64_t thinking_at;
  struct lobby_watcher *watchers;
  bool counted; /* among the unfinished tables */
  bool touched; /* in this round */
  struct slot *next_touched;
  struct text item; /* what the list of tables tells of it, as of entry `item_last` */
  int64_t item_last;

  int64_t due; /* when it has something to do */
  size_t place;
  struct slot *next_in_bucket, *older, *newer;
};

/* A table that is known by what is stored of it; released with slot_free(). */
struct slot *slot_new(const struct store_table *stored);
/* There must be no watcher. */
void slot_free(struct slot *slot);

/* The table's own time when the lobby's is `now`, which no other table's log moves; and the lobby's time at which
 * the table in memory has something to do. */
int64_t slot_time(const struct slot *slot, int64_t now);
int64_t slot_due(const struct slot *slot);

/* Brings its state into memory from the database if it is not there. False with `*fault`. */
bool slot_load(struct slot *slot, struct store *store, const struct tile_shelf *shelf, int64_t now,
               struct fault *fault);
/* Releases its state, with all that was not stored of it. */
void slot_drop(struct slot *slot);

/* Hands its new entries, and what has changed of its state and of who holds its seats, to the store.
 * `granted`, the seat and id of the request that made them, goes with the last; NULL: there was none. */
void slot_append(struct slot *slot, struct store *store, const struct store_entry *granted);
/* Notes that a round is stored, and wakes those who watch; or that it failed. */
void slot_committed(struct slot *slot);
void slot_failed(struct slot *slot);

/* The seat, from 1, that the hash of a token (`recovery`: of a recovery word) holds; 0: none. In memory only. */
int slot_holder(const struct slot *slot, const uint8_t hash[TOKEN_HASH], bool recovery);
/* Gives a seat, from 1, to who has these words, here and in the store. */
void slot_seat(struct slot *slot, struct store *store, int seat, const struct token *token,
               const struct token *recovery);

void slot_watch(struct slot *slot, struct lobby_watcher *watcher, int seat, int64_t now);
void slot_unwatch(struct lobby_watcher *watcher, int64_t now);

#endif
