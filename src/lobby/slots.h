/* The tables of a server as the lobby knows them: one, in memory or not; all of them by id, time and age. */
#ifndef LOBBY_SLOTS_H
#define LOBBY_SLOTS_H

#include "lobby/lobby.h"
#include "store/store.h"
#include "table/table.h"

/* ---- A table ---- */

/* The holder of a seat, known by the hashes of their token and recovery word. */
struct holder {
  bool held;
  uint8_t token[CREDENTIAL_HASH], recovery[CREDENTIAL_HASH];
};

/* How long a server waits for another one. */
enum {
  SLOT_LATER = STORE_CLAIM_AFTER, /* ms after which a server does what another one should have done at a table */
  SLOT_THINK = 60 * 1000          /* ms that a computer has before another server claims the table */
};

/* Always known by its id and times, and with its whole state while that is in memory. The last five members are those
 * of the slots. What the other files of the lobby keep of a table is found by its slot (rows.h). */
struct slot {
  struct store_table stored; /* `number` 0: it is not in the database yet */
  struct table *table;       /* NULL: not in memory */
  struct holder holders[TESS_MAX_PLAYERS];
  int64_t last;       /* entry that is stored, 0 if unknown */
  int64_t appended;   /* entry that was handed to the store */
  int64_t used;       /* when somebody last asked for it */
  int64_t attended;   /* when somebody last asked for it from outside; 0: nobody yet */
  int64_t ahead;      /* ms by which its time is ahead of the lobby's, as its last entry was at the first load */
  int64_t thought_at; /* the position for which a computer player was asked that has not answered; 0: none was */
  int64_t moved;      /* the round in which it had moved on; 0: none */
  int change;         /* the place, from 1, among the tables that the round changes; 0: the round has not changed it */
  bool mine;          /* this server changed it last: it does what is due on time, others SLOT_LATER */
  bool claimed;       /* this server has claimed it, as it was due */
  bool damaged;       /* what is stored of it cannot be true: it is not read again before the next start */

  int64_t due; /* when it has something to do */
  size_t place;
  struct slot *next_in_bucket, *older, *newer;
};

/* A table that is known by what is stored of it; slots_remove() frees it. */
struct slot *slot_new(const struct store_table *stored);

/* The table's own time when the lobby's is `now`, which no other table's log moves. */
int64_t slot_time(const struct slot *slot, int64_t now);
/* True if this server may do what is due by now at the table in memory; or ask a computer that is to move. */
bool slot_may_tick(const struct slot *slot, int64_t now);
bool slot_may_think(const struct slot *slot, int64_t now);
/* The lobby's time at which a table in memory, which somebody watches or nobody, has something to do by its clocks or
 * its computers; INT64_MAX: never. */
int64_t slot_due(const struct slot *slot, bool watched);
/* The same if nobody watches it: what is stored of it, so that after a restart the table that is due first comes first.
 * A computer that thinks though nobody is there is due SLOT_THINK after the last entry. */
int64_t slot_due_alone(const struct slot *slot);

/* ---- All tables: found by id, by when they have something to do, and from the newest on ---- */

/* All zero is an empty one. Fields are the module's own, but for `count` and `newest`. */
struct slots {
  size_t count;
  struct slot *newest; /* then by `older` */
  struct slot **buckets;
  size_t bucket_count;
  struct slot **heap; /* the smallest `due` first */
};

/* Frees empty slots: each table was removed by slots_remove(). */
void slots_free(struct slots *slots);

/* The table of this id, or NULL. */
struct slot *slots_find(const struct slots *slots, struct span id);
/* Adds a table whose id is not there yet, as the newest. The slots own it from then on. */
void slots_add(struct slots *slots, struct slot *slot);
/* Takes it out and frees it; it is not in memory. */
void slots_remove(struct slots *slots, struct slot *slot);

/* Sets when it has something to do; INT64_MAX: never. */
void slots_set_due(struct slots *slots, struct slot *slot, int64_t due);
/* The one that has something to do first; NULL if there is none at all. */
struct slot *slots_first(const struct slots *slots);

#endif
