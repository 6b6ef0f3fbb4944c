/*
 * The database of a server, and the words that give a right, which are made from its key.
 *
 * It is a file of SQLite, which this process alone uses, or a database of PostgreSQL, which several servers may share.
 * Every transaction is stored for good before store_commit() returns.
 *
 * The changes of a round are collected and stored in one transaction. Each table has a version, the number of the round
 * that changed it last: the changes of a table are stored only if it still has the version that the caller knows
 * (docs/understand/nodes.md). A failure sticks: store_commit() then stores nothing and says why. Questions do not see
 * the changes that wait, but for tables that the round has added.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>

#include "base/fault.h"
#include "base/reader.h"
#include "store/credentials.h"

/* ---- The database ---- */

/* Bytes of what is stored of a table. */
enum {
  STORE_ID_SIZE = 17, /* a table's id with its final zero */
  STORE_SECRET = 32,
  STORE_HASH = 32
};

struct store;

/* Whether a table may still change. */
enum store_state { STORE_WAITING, STORE_PLAYING, STORE_FINISHED };

/* A table as the database knows it, without its log. */
struct store_table {
  int64_t number; /* by which the other calls name it; from 1, in the order of creation */
  char id[STORE_ID_SIZE];
  int64_t created; /* milliseconds since 1970 */
  uint8_t secret[STORE_SECRET];
  enum store_state state;
  bool listed;     /* anybody may know of it */
  int64_t due;     /* milliseconds since 1970 at which it has something to do next; INT64_MAX: never */
  int64_t version; /* of the round that changed it last */
};

/* Who holds a seat. */
struct store_seat {
  int seat;
  int64_t player;                                  /* whose it is (store_players.h); 0: a guest's */
  struct span name;                                /* of that player in the log of the table; empty for a guest */
  uint8_t token[STORE_HASH], recovery[STORE_HASH]; /* hashes */
};

/* Where the holder of a seat wants to be told that the table waits for them; `kind` is the caller's. */
struct store_notice {
  int seat, kind;
  struct span url;
};

/* An entry of a table's log, with the request that it was the last answer to, if it was one. */
struct store_entry {
  int64_t seq;
  struct span body;
  int seat;            /* who made the request, from 1; 0: someone watching */
  struct span request; /* its id, without a point; `bytes` NULL: there was none */
  int64_t print;       /* hash of its body, 0 if it is not known */
};

/* The code of a fault that is of what is stored, and not of the database: a row that cannot be true. */
#define STORE_DAMAGED "damaged"
bool store_is_damage(const struct fault *fault);

/* What came of looking for something. */
enum store_found { STORE_FOUND, STORE_MISSING, STORE_FAILED };

/* True if a place names a database of PostgreSQL (`postgresql://...`), else it is the path of a file of SQLite. */
bool store_is_url(const char *place);
/* True if the address of a database of PostgreSQL is in order as far as it tells without a connection. False with
 * `*fault`. */
bool store_check_url(const char *url, struct fault *fault);
/* Opens the database for a server; it is made if it is missing. NULL with `*fault`: it cannot be reached or written,
 * another server has the file open, it is of another version of the program, or other servers that run on it have
 * another key. `key_path` is the file of the key's other half, made if it is missing; a start that is refused makes
 * none. */
struct store *store_open(const char *place, const char *key_path, struct fault *fault);
/* True if other servers may change its tables at the same time. */
bool store_is_shared(const struct store *store);
/* Pending changes are lost. NULL is allowed. */
void store_close(struct store *store);

/* 32 bytes that are made of a key in the database and of one in the file of the key, each drawn when it was missing;
 * they hold while it is open. Whoever has only the database, such as a backup of it, cannot tell them. */
const uint8_t *store_key(const struct store *store);

/* Starts a round of the server. In all of it the store waits for a database of PostgreSQL for a bounded time, and then
 * gives the connection up. */
void store_begin_round(struct store *store);
/* True if so much of that time is used that what can wait should be asked in another round. */
bool store_is_slow(const struct store *store);

/* ---- Several servers ---- */

/* The time of a shared database, in milliseconds since 1970, and since when its servers serve: time in which none of
 * them reached it lies before that. */
struct store_moment {
  int64_t now, since;
};
bool store_time(struct store *store, struct store_moment *moment, struct fault *fault);

enum { STORE_CLAIM_AFTER = 2000 /* ms after which a table that is due may be claimed */ };

/* Claims at most `most` unfinished tables that have been due for STORE_CLAIM_AFTER, those first that were due first,
 * and visits them: for a few seconds no other server finds them. False with `*fault`. */
bool store_claim_due(struct store *store, int most, bool (*visit)(void *context, const struct store_table *table),
                     void *context, struct fault *fault);
/* True if this server is the one that removes old tables: one of those that run, as long as its connection lasts. */
bool store_is_keeper(struct store *store);

/* A table as a server knows it. */
struct store_known {
  int64_t number, version, seq; /* `seq`: of its last entry */
};

/* What is stored of a table that has another version: that version, 0 if the table is gone; its last entry; a number
 * that changes with the holders of its seats and the addresses for notices. */
struct store_progress {
  int64_t version, last, words;
};

/* Visits those of `count` known tables whose version is another one. */
bool store_each_moved(struct store *store, const struct store_known *known, int count,
                      bool (*visit)(void *context, int index, const struct store_progress *progress), void *context,
                      struct fault *fault);
/* Visits the entries behind those that are known of `count` tables, table by table, each in its order; `most` in all.
 */
bool store_each_grown(struct store *store, const struct store_known *known, int count, int most,
                      bool (*visit)(void *context, int index, const struct store_entry *entry), void *context,
                      struct fault *fault);

/* ---- A round ---- */

/* Changes. store_add_table() fills `table->number` and `table->version`; false: another server has just added it. */
bool store_add_table(struct store *store, struct store_table *table);
void store_set_state(struct store *store, int64_t number, enum store_state state);
/* What the list of tables tells of one, for all servers. */
void store_set_item(struct store *store, int64_t number, struct span item);
void store_add_entry(struct store *store, int64_t number, const struct store_entry *entry);
/* Stores the holder of a seat, in place of the one before; removes the holder. */
void store_put_seat(struct store *store, int64_t number, const struct store_seat *seat);
void store_drop_seat(struct store *store, int64_t number, int seat);

/*
 * What those who ask hold at the tables of a shared database: numbers stand for an address and for the network that it
 * belongs to (0: there is none, or it is not known). Who opened a table counts until it is over, who took a seat until
 * the game begins or the seat is dropped; then nothing is stored of them any more.
 */
struct store_asker {
  uint64_t address, network;
};

/* Tables and seats that somebody holds. */
struct store_held {
  int64_t tables, seats;
};

/* Notes who opened a table, and who took a seat that was put. */
void store_set_opener(struct store *store, int64_t number, struct store_asker opener);
void store_set_asker(struct store *store, int64_t number, int seat, struct store_asker asker);
/* Returns what an address and its network hold, with the seats and tables that this round has added; no other server
 * adds to it before this round ends. STORE_MISSING: another one's round may add to it just now, and it is to be asked
 * again. */
enum store_found store_find_held(struct store *store, struct store_asker asker, struct store_held *address,
                                 struct store_held *network, struct fault *fault);

/* Stores a wish to be told, once; removes it, or all of a seat. */
void store_put_notice(struct store *store, int64_t number, const struct store_notice *notice);
void store_drop_notice(struct store *store, int64_t number, const struct store_notice *notice);
void store_drop_notices(struct store *store, int64_t number, int seat);

/* Removes a table with all that belongs to it. */
void store_remove_table(struct store *store, int64_t number);

/* False with `*fault`: the next start would not find this database, as somebody removed its files or put others in
 * their place. Until they are back nothing is committed. */
bool store_is_in_place(struct store *store, struct fault *fault);

/* True if there are changes to be committed. */
bool store_pending(const struct store *store);

/* A table that the round may have changed. */
struct store_swap {
  int64_t number;
  int64_t version; /* the one that the caller knows */
  int64_t due;     /* when it has something to do next, stored with the swap */
  bool due_moved;  /* `due` is another one than what is stored */
  int64_t made; /* a table that was added because of what this one has become, and is not stored without that; 0: none
                 */
  void *of;     /* the caller's */
  bool changed; /* set by store_commit(): its changes were made, and its version is store_version(); */
  bool moved;   /* or it had moved on, and none of them was made */
};

/* Makes the changes last, but for those of tables that have moved on. Those of tables that are not among the `count`
 * given are made in any case. False with `*fault`: none of them was made, as far as is known. */
bool store_commit(struct store *store, struct store_swap *tables, int count, struct fault *fault);
/* The version of the tables that the last round has changed. */
int64_t store_version(const struct store *store);
/* How many rounds and questions failed; why the last of them did; and whether one was done since. */
uint64_t store_failures(const struct store *store);
const char *store_failure(const struct store *store);
bool store_answers(const struct store *store);

/* Reading; `*fault` with STORE_FAILED or false. A visitor that gives false ends it early, which is no failure. Of a
 * table whose row cannot be true store_find() fails, with its number in `*table`; the others visit it without an id. */
enum store_found store_find(struct store *store, struct span id, struct store_table *table, struct fault *fault);
/* How many tables are not over; false with `*fault`. */
bool store_count_unfinished(struct store *store, int64_t *count, struct fault *fault);
/* In the order of creation. */
bool store_each_unfinished(struct store *store, bool (*visit)(void *context, const struct store_table *table),
                           void *context, struct fault *fault);
/* The first `most` entries behind the one of this `seq`, in their order: no more of a long log is read. */
bool store_each_entry(struct store *store, int64_t number, int64_t seq, int most,
                      bool (*visit)(void *context, const struct store_entry *entry), void *context,
                      struct fault *fault);

/* What is stored of a table for the list. */
struct store_item {
  int64_t created;
  uint64_t opener; /* 0: not known */
  struct span id, item;
};

/* The newest `most` tables of a state that anybody may know of and of which an item is stored, from the newest on. */
bool store_each_listed(struct store *store, enum store_state state, int most,
                       bool (*visit)(void *context, const struct store_item *item), void *context, struct fault *fault);

/* Visits the `most` tables that were made after the one of this number, in the order of creation; `ended` is when the
 * last entry of a finished one was written, 0 for others. */
bool store_each_after(struct store *store, int64_t number, int most,
                      bool (*visit)(void *context, const struct store_table *table, int64_t ended), void *context,
                      struct fault *fault);
/* Bytes of the database that are in use, pending changes included; 0 if they cannot be told. */
int64_t store_bytes(struct store *store);
bool store_each_seat(struct store *store, int64_t number, bool (*visit)(void *context, const struct store_seat *seat),
                     void *context, struct fault *fault);

bool store_each_notice(struct store *store, int64_t number,
                       bool (*visit)(void *context, const struct store_notice *notice), void *context,
                       struct fault *fault);

/* ---- Moving ---- */

/* What was copied. */
struct store_copied {
  int64_t tables, entries;
};

/* Copies all tables of one database, with its half of the key, into another one, which is made if it is missing and
 * must have no tables; `from` must be there and is not changed. Both are named as for store_open(), and no server has
 * them open. False with `*fault`: no table was copied. */
bool store_copy(const char *from, const char *to, struct store_copied *copied, struct fault *fault);

#endif
