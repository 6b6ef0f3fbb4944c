/* How tables come into memory: a piece of their log at a time, so that no round takes long however long a log is. */
#ifndef LOBBY_LOADING_H
#define LOBBY_LOADING_H

#include "lobby/logs.h"
#include "lobby/notices.h"
#include "lobby/presence.h"
#include "lobby/rows.h"
#include "lobby/slots.h"

/* How much is read at once, and noted. */
enum {
  LOADING_UNITS = 1000, /* of work (logs_read()) that one round reads of all tables, and */
  LOADING_PIECE = 250,  /* of one at a time */
  LOADING_DAMAGED = 64  /* damaged tables of which the operator reads */
};

/* What it is given comes first; all else is zero at the beginning. Fields are the module's own, but for `queued`. */
struct loading {
  struct store *store;
  const struct set_library *sets;
  struct notices *notices;
  struct presence *presence;
  struct lobby_figures *figures; /* which it counts up */

  struct reading *queued, *last_queued;         /* the tables of which there is more to read; NULL: there is none */
  int units;                                    /* that this round may still read */
  struct lobby_damage damaged[LOADING_DAMAGED]; /* the first tables since the start that cannot be true */
  int damaged_count, damaged_taken;
  struct rows rows;
};

/* Begins a round, with all its units. */
void loading_begin(struct loading *loading);
/* The units that the round may still read, `most` at most. Takes off those that were read. */
int loading_units(const struct loading *loading, int most);
void loading_spend(struct loading *loading, int units);

/*
 * Reads the next piece of a table that is not in memory. With LOG_WHOLE the table is in memory, with the holders of its
 * seats and their addresses for notices; its time goes on at `now`, or from its last entry if that is later. Since
 * `since` the servers of a shared database serve; 0: it is not shared.
 *
 * With LOG_UNREADABLE and `*fault` nothing of it is in memory. If what is stored cannot be true it is `damaged`, but
 * not where several servers share the database, as one may read a table while another one writes it.
 */
enum log_read loading_read(struct loading *loading, struct slot *slot, int64_t now, int64_t since, struct fault *fault);
/* Reads the holders of the seats of a table, in memory or not. The watches of a holder who lost the seat to another
 * person end. False with `*fault`. */
bool loading_read_holders(struct loading *loading, struct slot *slot, struct fault *fault);

/* The queue of tables with more to read: adds one at its end; takes the first one out (NULL: it is empty). */
void loading_enqueue(struct loading *loading, struct slot *slot);
struct slot *loading_dequeue(struct loading *loading);
/* True if a table is in the queue. */
bool loading_is_queued(const struct loading *loading, const struct slot *slot);

/* Notes that the database did not give a table, and that it is not read again before this time. */
void loading_put_off(struct loading *loading, struct slot *slot, int64_t until);
/* True if it is too early to read it again. */
bool loading_is_put_off(const struct loading *loading, const struct slot *slot, int64_t now);

/* Discards what was read of a table so far. Forgets the table, which is not in the queue. */
void loading_forget(struct loading *loading, const struct slot *slot);
void loading_remove(struct loading *loading, const struct slot *slot);

/* Notes, once, that what is stored of a table cannot be true, and puts its id before the fault. */
void loading_note_damage(struct loading *loading, int64_t number, const char *id, struct fault *fault);
/* Notes that the log of a table is another one than before, as of an older copy of the database; its watchers end. */
void loading_note_other(struct loading *loading, const struct slot *slot);
/* Returns the next such table, each once; NULL: there is none. */
const struct lobby_damage *loading_take_damage(struct loading *loading);

#endif
