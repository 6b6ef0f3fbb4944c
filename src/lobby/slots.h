/* Slots: each is a table that the lobby knows, in memory or not. The slots are found by id, by age, and by when their
 * tables have something to do. */
#ifndef LOBBY_SLOTS_H
#define LOBBY_SLOTS_H

#include "lobby/lobby.h"
#include "store/store.h"
#include "table/table.h"

/* ---- A table ---- */

/* The holder of a seat, known by the hashes of their token and recovery word. */
struct holder {
  bool held;
  int64_t player; /* whose seat it is, by all of whose devices it is held, too; 0: a guest's */
  uint8_t token[CREDENTIAL_HASH], recovery[CREDENTIAL_HASH];
};

/* How long a server gives another one that is to do something at a table. */
enum {
  SLOT_LATER = STORE_CLAIM_AFTER, /* ms before this server does it */
  SLOT_THINK = 60 * 1000          /* ms for a computer's turn, before this server claims the table */
};

/* A table that the lobby knows. Only slots.c sets the last four members. The other files of the lobby keep rows of
 * their own, which they find by the slot (rows.h). */
struct slot {
  struct store_table stored; /* `number` 0: it is not in the database yet */
  struct table *table;       /* NULL: not in memory */
  struct holder holders[TESS_MAX_PLAYERS];
  int64_t last;       /* the last entry that is stored; 0: not known */
  uint64_t print;     /* of that entry, when the table left the memory; 0: not known */
  int64_t appended;   /* the last entry that was handed to the store */
  int64_t used;       /* when a request or the lobby itself last asked for the table */
  int64_t attended;   /* when a request or a stream last asked for it; 0: none has */
  int64_t ahead;      /* ms by which its time is ahead of the lobby's, since its last entry was from the future */
  int64_t thought_at; /* the position for which a computer player was asked that has not answered; 0: none was */
  int64_t moved;      /* the last round that was stored without it, as another server had changed it; 0: none */
  int change;         /* its place, from 1, among the changes of this round; 0: the round does not change it */
  bool mine;          /* this server changed it last, and does what is due on time; other servers SLOT_LATER */
  bool claimed;       /* it was due, and this server has claimed it */
  bool damaged;       /* what is stored of it cannot be true; it is not read again before the next start */

  int64_t due; /* when it has something to do */
  size_t place;
  struct slot *older, *newer;
};

/* A table that is known by what is stored of it; slots_remove() frees it. */
struct slot *slot_new(const struct store_table *stored);

/* The print of an entry of a table, by which the same log is known again. */
uint64_t slot_print(const struct table *table, int64_t seq);

/* The time of the table when the lobby's is `now`. */
int64_t slot_time(const struct slot *slot, int64_t now);
/* True if this server may do by now what is due at the table, which is in memory; if it may ask a computer for its
 * turn.
 */
bool slot_may_tick(const struct slot *slot, int64_t now);
bool slot_may_think(const struct slot *slot, int64_t now);
/* The lobby's time at which the clocks or computers of a table in memory have something to do; INT64_MAX: never.
 * `watched`: somebody watches it. */
int64_t slot_due(const struct slot *slot, bool watched);
/* The same if nobody watches it. This time is stored, so that after a restart the tables come in the order in which
 * they are due. A computer that thinks though nobody is there is due SLOT_THINK after the last entry. */
int64_t slot_due_alone(const struct slot *slot);

/* ---- All tables ---- */

/* All zero is an empty one. Fields are the module's own, but for `count` and `newest`. */
struct slots {
  size_t count;
  struct slot *newest; /* then by `older` */
  void *tree;          /* by id */
  struct slot **heap;  /* the smallest `due` first */
  size_t room;         /* of the heap */
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
