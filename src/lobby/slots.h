/* The tables of a server as the lobby knows them: one, in memory or not; all of them by id, time and age. */
#ifndef LOBBY_SLOTS_H
#define LOBBY_SLOTS_H

#include "lobby/lobby.h"
#include "store/hints.h"
#include "store/store.h"
#include "table/table.h"

/* ---- A table as the lobby knows it (slots.c) ---- */

/* The holder of a seat, known by the hashes of their token and recovery word. */
struct holder {
  bool held;
  uint8_t token[CREDENTIAL_HASH], recovery[CREDENTIAL_HASH];
  int watchers;      /* streams of the holder that are open at this server */
  int64_t elsewhere; /* until when such streams at other servers count; 0: there are none */
};

/* A ring of the tables in memory that others may change (comparing.c): a slot's place in it; zero: it is not there. */
struct compared {
  struct slot *slot; /* NULL: the ring's beginning, which is the lobby's */
  struct compared *previous, *next;
  int64_t at;    /* by lobby_clock(): when it was compared with the database last; 0: it is to be compared at once */
  int64_t seen;  /* by lobby_clock(): when the database last answered that */
  int64_t words; /* by which the database shows that another holds a seat, or wants notices elsewhere; 0: not known */
};

/* The lists of tables that anybody may know of: those that wait for people, and games. */
enum slots_list { SLOTS_UNLISTED, SLOTS_WAITING, SLOTS_PLAYING, SLOTS_LISTS };

/* The tables in memory, by when they were last in use. */
struct warm_slots {
  struct slot *warmest, *coldest; /* then by `warmer` */
  int64_t bytes;                  /* of all of them */
};

/* Always known by its id and times, and with its whole state while that is in memory. Fields of the first part are for
 * reading; the second is that of the slots. */
struct slot {
  struct store_table stored; /* `number` 0: it is not in the database yet */
  struct table *table;       /* NULL: not in memory */
  struct warm_slots *warm;   /* the ring in which it stands; NULL: in none, as it is not in memory */
  struct slot *warmer, *colder;
  int64_t bytes, unpaid; /* that it takes in memory; and those for which nobody who asked has paid yet */
  bool served;           /* what was asked of it is answered */
  struct table *reading; /* what was read of it, while there is more to read */
  struct slot *next_queued;
  int64_t unreadable; /* before this time it is not read again, as the database did not give it */
  bool damaged;       /* what is stored of it cannot be true: it is not read again before the next start */
  struct holder holders[TESS_MAX_PLAYERS];
  int64_t last;     /* entry that is stored, 0 if unknown */
  int64_t appended; /* entry that was handed to the store */
  int64_t used;     /* when somebody last asked for it */
  int64_t attended; /* when somebody last asked for it from outside; 0: nobody yet */
  int64_t ahead;    /* ms by which its time is ahead of the lobby's, as its last entry was at the first load */
  int64_t thinking_at;
  struct lobby_watcher *watchers;
  struct slot *next_touched;
  bool queued;      /* it is read on in the next rounds */
  bool mine;        /* this server changed it last: it does what is due on time, others LOBBY_LATER */
  bool claimed;     /* this server has claimed it, as it was due */
  int64_t due_then; /* when it is due by what the round has made of it; `stored.due` is what is stored */
  int64_t made;     /* the table of the rematch that this round has made of it; 0: none */
  int64_t moved;    /* the round in which it had moved on; 0: none */
  struct compared compared;
  bool thinking;    /* a computer player was asked for the turn numbered `thinking_at` */
  bool counted;     /* among the unfinished tables */
  bool touched;     /* in this round */
  struct text item; /* what the list of tables tells of it, as of entry `item_last`; 0: it is to be written anew */
  int64_t item_last;
  struct text item_stored; /* as it is in the database for all servers; empty: that is not known */

  int64_t away_told;     /* up to when the watchers that mind who is away have been woken */
  int64_t elsewhere;     /* until when somebody counts as watching at another server; 0: nobody does */
  int64_t elsewhere_end; /* when the first who is there at another one is gone unless told anew; INT64_MAX: nobody */

  int64_t due; /* when it has something to do */
  size_t place;
  struct slot *next_in_bucket, *older, *newer;
  struct slot *listed_older, *listed_newer;
  enum slots_list list; /* in which it stands */
};

struct notices;

/* A table that is known by what is stored of it; released with slot_free(). */
struct slot *slot_new(const struct store_table *stored);
/* There must be no watcher. */
void slot_free(struct slot *slot);

/* The table's own time when the lobby's is `now`, which no other table's log moves; and the lobby's time at which
 * the table in memory has something to do. */
int64_t slot_time(const struct slot *slot, int64_t now);
int64_t slot_due(const struct slot *slot);
/* True if this server may do what is due by now at the table in memory; or ask a computer that is to move. */
bool slot_may_tick(const struct slot *slot, int64_t now);
bool slot_may_think(const struct slot *slot, int64_t now);
/* The same if nobody watches it: what is stored of it, so that after a restart the table that is due first comes first.
 * A computer that thinks though nobody is there is due LOBBY_THINK after the last entry. */
int64_t slot_due_alone(const struct slot *slot);

/* What came of reading a table: it is in memory, there is more to read, or the database does not give it. */
enum slot_read { SLOT_WHOLE, SLOT_MORE, SLOT_UNREADABLE };

/*
 * Reads on in the log of a table that is not in memory, for about `*units` of work, more than 0: an entry
 * is one, and so is each word of a game that is played anew after a take-back. What was done is taken off `*units`; the
 * last entry may bring it below 0. `since`, if it is not 0, is when the servers of a shared database began to serve.
 * `*fault` with SLOT_UNREADABLE.
 */
enum slot_read slot_read(struct slot *slot, struct store *store, struct notices *notices,
                         const struct set_library *library, int64_t now, int64_t since, int *units,
                         struct fault *fault);
/* Reads the next entry of a table in memory that another server wrote. False with `*fault`: it cannot be one. */
bool slot_read_entry(struct slot *slot, const struct store_entry *entry, struct fault *fault);
/* Reads who holds the seats of a table; who watches by a token that is of no use any more watches without one, or not
 * any longer. False with `*fault`. */
bool slot_read_holders(struct slot *slot, struct store *store, struct fault *fault);
/* The table in memory is in use: it is the warmest, and its bytes are counted anew. */
void slot_warm(struct slot *slot, struct warm_slots *warm);
/* Releases its state, with all that was not stored of it. */
void slot_drop(struct slot *slot);

/* Hands its new entries, and what has changed of its state and of who holds its seats, to the store.
 * `granted`, the seat and id of the request that made them, goes with the last; NULL: there was none. */
void slot_append(struct slot *slot, struct store *store, struct notices *notices, const struct store_entry *granted);
/* Notes that a round is stored, and wakes the watchers. */
void slot_committed(struct slot *slot);

/* The seat, from 1, that the hash of a token (`recovery`: of a recovery word) holds; 0: none. Of a table in memory, or
 * whose holders were just read. */
int slot_holder(const struct slot *slot, const uint8_t hash[CREDENTIAL_HASH], bool recovery);
/* Gives a seat, from 1, to who has these words, here and in the store. */
void slot_seat(struct slot *slot, struct store *store, struct notices *notices, int seat,
               const struct credential *token, const struct credential *recovery);

/* True if who holds the seat, from 1, has a stream open, at this server or another. */
bool slot_is_there(const struct slot *slot, int seat);
/* Notes that the holder of the seat, from 1, of a table in memory is there, or is not since `at`. If they were away,
 * the watchers that mind it are woken. */
void slot_present(struct slot *slot, int seat, bool is_there, int64_t at);
/* Wakes the watchers that mind it, if a holder has come to be away since the last call. */
void slot_tell_away(struct slot *slot, int64_t now);
/* Lets a watcher end; all of them. */
void slot_end_watch(struct lobby_watcher *watcher);
void slot_end_watches(struct slot *slot);
/* Lets those watchers end who hold no seat and whose address this is; 0: none. They are woken when the round is stored.
 */
void slot_end_watches_from(struct slot *slot, uint64_t address);
/* Adds a watcher of a seat, from 1, or of none (0); takes it out again. `now` counts as asked for. */
void slot_watch(struct slot *slot, struct lobby_watcher *watcher, int seat, int64_t now);
void slot_unwatch(struct lobby_watcher *watcher, int64_t now);

/* ---- All tables: found by id, by when they have something to do, and from the newest on (slots.c) ---- */

/* All zero is an empty one. Fields are the module's own, but for `count`, `newest`, `newest_listed` and
 * `oldest_listed`. */
struct slots {
  size_t count;
  struct slot *newest;                     /* then by `older` */
  struct slot *newest_listed[SLOTS_LISTS]; /* then by `listed_older` */
  struct slot *oldest_listed[SLOTS_LISTS]; /* then by `listed_newer` */
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
/* Puts a table that was added into a list, as the newest, and takes it out of the other. */
void slots_put_in_list(struct slots *slots, struct slot *slot, enum slots_list list);
/* Takes it out and frees it. */
void slots_remove(struct slots *slots, struct slot *slot);

/* Sets when it has something to do; INT64_MAX: never. */
void slots_set_due(struct slots *slots, struct slot *slot, int64_t due);
/* The one that has something to do first; NULL if there is none at all. */
struct slot *slots_first(const struct slots *slots);

#endif
