/*
 * The database of a server, and its secret key.
 *
 * It is a file of SQLite, which this process alone uses, or a database of PostgreSQL, which several servers may share.
 * Every transaction is durable before store_commit() returns.
 *
 * The changes of a round are collected and stored in one transaction. Each table has a version: the number of the round
 * that changed it last. The changes of a table are stored only if the table still has the version that the caller knows
 * (docs/understand/nodes.md). After a failure in the round, store_commit() stores nothing and returns the fault.
 * Queries do not see the collected changes, except those of tables that the round has added.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>

#include "base/fault.h"
#include "base/reader.h"
#include "store/credentials.h"

/* ---- The database ---- */

/* Sizes in bytes of the stored values of a table. */
enum {
  STORE_ID_SIZE = 17, /* a table's id with its final zero */
  STORE_SECRET = 32,
  STORE_HASH = 32
};

struct store;

/* The rows that a query has found: the caller reads them one after the other, and then closes them. */
struct store_rows;

/* The state of a table; a finished one no longer changes. */
enum store_state { STORE_WAITING, STORE_PLAYING, STORE_FINISHED };

/* A stored table, without its log. */
struct store_table {
  int64_t number; /* identifies it in other calls; 1-based, in order of creation */
  char id[STORE_ID_SIZE];
  int64_t created; /* milliseconds since 1970 */
  uint8_t secret[STORE_SECRET];
  enum store_state state;
  bool listed;     /* the list shows it to everybody */
  int64_t due;     /* time of its next due work, in milliseconds since 1970; INT64_MAX: never */
  int64_t version; /* the version of the round that changed it last */
};

/* The holder of a seat. */
struct store_seat {
  int seat;
  int64_t player;                                  /* the holder (store_players.h); 0: a guest */
  struct span name;                                /* name of that player in the table's log; empty for a guest */
  uint8_t token[STORE_HASH], recovery[STORE_HASH]; /* hashes */
};

/* The address at which the holder of a seat wants notices; the caller defines `kind`, and `language` from 0 to 9. */
struct store_notice {
  int seat, kind;
  struct span url;
  int language;
};

/* An entry of a table's log. If it was the last entry made by a request, it holds that request, too. */
struct store_entry {
  int64_t seq;
  struct span body;
  int seat;            /* seat of the requester (1-based); 0: a watcher */
  struct span request; /* its id, without a dot; `bytes` NULL: there was no request */
  int64_t print;       /* hash of its body; 0: unknown */
};

/* The code of a fault in a stored row, which is invalid, while the database itself works. */
#define STORE_DAMAGED "damaged"
bool store_is_damage(const struct fault *fault);
/* Takes the fault of a damaged row, not one of a table, that was read since the last call. Returns false if there is
 * none. */
bool store_take_damage(struct store *store, struct fault *fault);
/* Notes that what is stored of `what`, a constant, cannot be true. */
void store_note_damage(struct store *store, const char *what);

/* The result of a search. */
enum store_found { STORE_FOUND, STORE_MISSING, STORE_FAILED };

/* True if a place is the URL of a PostgreSQL database (`postgresql://...`); otherwise it is the path of an SQLite file.
 */
bool store_is_url(const char *place);
/* True if the URL of a PostgreSQL database is well-formed; it does not connect. Otherwise false with `*fault` filled.
 */
bool store_check_url(const char *url, struct fault *fault);
/* Opens the database for a server; a missing one is created. Returns NULL with `*fault` filled if the database cannot
 * be reached or written, or another server has the file open. It also fails if another version of the program made the
 * database, or its other servers have another key. The file `key_path` has the key's other half; it is created if it is
 * missing, but not by a start that fails. */
struct store *store_open(const char *place, const char *key_path, struct fault *fault);
/* True if other servers may change its tables at the same time. */
bool store_is_shared(const struct store *store);
/* Closes the database; pending changes are lost. `store` may be NULL. */
void store_close(struct store *store);

/* The key: 32 bytes made from the half in the database and the half in the key's file, both random. The pointer is
 * valid while the store is open. A person who has only the database, or a backup of it, cannot compute the key. */
const uint8_t *store_key(const struct store *store);

/* Starts a round of the server. The store waits a bounded time for PostgreSQL in a whole round, and then closes the
 * connection. */
void store_begin_round(struct store *store);
/* True if so much of that time is used that less urgent queries should wait for another round. */
bool store_is_slow(const struct store *store);

/* ---- Several servers ---- */

/* The time of a shared database, in milliseconds since 1970, and the time since which its servers have been serving
 * without a gap. */
struct store_moment {
  int64_t now, since;
};
bool store_time(struct store *store, struct store_moment *moment, struct fault *fault);

enum { STORE_CLAIM_AFTER = 2000 /* ms after which a table that is due may be claimed */ };

/* Claims at most `most` unfinished tables that have been due for STORE_CLAIM_AFTER, the longest due first. For a few
 * seconds no other server can claim them. store_next_table() reads them. */
struct store_rows *store_claim_due(struct store *store, int most);
/* True if this server is the one that removes old tables. One of the running servers has this task as long as its
 * connection lasts. */
bool store_is_keeper(struct store *store);

/* What a server knows of a table. */
struct store_known {
  int64_t number, version, seq; /* `seq`: number of its last entry */
};

/* The stored state of a table that has changed: its version, 0 if the table was removed, and its last entry. The number
 * `words` changes with the holders of its seats and their addresses for notices. */
struct store_progress {
  int64_t version, last, words;
};

/* Finds those of `count` known tables whose stored version differs. `*index` is the index of one in `known`. */
struct store_rows *store_moved(struct store *store, const struct store_known *known, int count);
bool store_next_moved(struct store_rows *rows, int *index, struct store_progress *progress);
/* Finds the new entries of `count` tables, those after the known ones, table by table in order; at most `most` in all.
 */
struct store_rows *store_grown(struct store *store, const struct store_known *known, int count, int most);
bool store_next_grown(struct store_rows *rows, int *index, struct store_entry *entry);

/* ---- A round ---- */

/* The changes of a round. store_add_table() fills `table->number` and `table->version`; it returns false if another
 * server has just added the table. */
bool store_add_table(struct store *store, struct store_table *table);
void store_set_state(struct store *store, int64_t number, enum store_state state);
/* Stores a table's item in the list of tables, for all servers. */
void store_set_item(struct store *store, int64_t number, struct span item);
void store_add_entry(struct store *store, int64_t number, const struct store_entry *entry);
/* The first stores the holder of a seat, replacing the previous one; the second removes the holder. */
void store_put_seat(struct store *store, int64_t number, const struct store_seat *seat);
void store_drop_seat(struct store *store, int64_t number, int seat);

/*
 * A client of a shared database: one number stands for its address, another for the network of the address (0: none, or
 * unknown). A client counts as the opener of a table until the table is over, and as the holder of a seat until the
 * game begins or the seat is dropped. Then the numbers are removed from the database.
 */
struct store_asker {
  uint64_t address, network;
};

/* Numbers of tables and seats that a client holds. */
struct store_held {
  int64_t tables, seats;
};

/* Stores which client opened a table, and which one took a stored seat. */
void store_set_opener(struct store *store, int64_t number, struct store_asker opener);
void store_set_asker(struct store *store, int64_t number, int seat, struct store_asker asker);
/* Returns what an address and its network hold, including the seats and tables that this round has added. No other
 * server can add to it before this round ends. STORE_MISSING: the round of another server may be adding to it, so the
 * caller must ask again. */
enum store_found store_find_held(struct store *store, struct store_asker asker, struct store_held *address,
                                 struct store_held *network, struct fault *fault);

/* The first stores an address for notices, unless it is stored; the others remove one, or all of a seat. */
void store_put_notice(struct store *store, int64_t number, const struct store_notice *notice);
void store_drop_notice(struct store *store, int64_t number, const struct store_notice *notice);
void store_drop_notices(struct store *store, int64_t number, int seat);

/* Removes a table with all that belongs to it. */
void store_remove_table(struct store *store, int64_t number);

/* Returns false with `*fault` filled if the files of the database were removed or replaced, so that the next start
 * would not find this database. Until they are back nothing is committed. */
bool store_is_in_place(struct store *store, struct fault *fault);

/* True if there are changes to be committed. */
bool store_pending(const struct store *store);

/* A table that the round may have changed. */
struct store_swap {
  int64_t number;
  int64_t version; /* the version that the caller knows */
  int64_t due;     /* time of its next due work, stored with the swap */
  bool due_moved;  /* `due` differs from the stored value */
  int64_t made; /* a table that was added because of what this one has become, and is not stored without that; 0: none
                 */
  void *of;     /* for the caller's use */
  bool changed; /* set by store_commit(): its changes are stored, and its version is now store_version() */
  bool moved;   /* set by store_commit(): the table had moved on, and none of its changes is stored */
};

/* Commits the changes, except those of tables that have moved on. Changes of tables that are not among the `count`
 * given ones are always stored. Returns false with `*fault` filled if nothing was stored, as far as is known. */
bool store_commit(struct store *store, struct store_swap *tables, int count, struct fault *fault);
/* The version that the last round gave to the tables it changed. */
int64_t store_version(const struct store *store);
/* The number of failed rounds and queries; the reason of the last failure; and whether a round or query succeeded
 * since. */
uint64_t store_failures(const struct store *store);
const char *store_failure(const struct store *store);
bool store_answers(const struct store *store);

/*
 * Queries. `*fault` is filled if the result is STORE_FAILED or false.
 *
 * A query for many rows returns `struct store_rows`, and a function store_next_...() reads one row after the other into
 * `*into`; the bytes in it are valid until the next call. It returns false when there are no more rows, or reading has
 * failed: store_close_rows() reports that. A caller may close the rows early.
 *
 * If the row of a table is invalid, store_find() fails with its number in `*table`, and store_next_table() gives the
 * table without an id.
 */

/* Ends a query. Returns false with `*fault` filled if it has failed, or a row is invalid. */
bool store_close_rows(struct store_rows *rows, struct fault *fault);

/* Counts the rows that were read so far, and those that were left out. */
int store_rows_read(const struct store_rows *rows);

enum store_found store_find(struct store *store, struct span id, struct store_table *table, struct fault *fault);
/* Counts the unfinished tables; false with `*fault` filled if that fails. */
bool store_count_unfinished(struct store *store, int64_t *count, struct fault *fault);

/* Finds the unfinished tables in order of creation. */
struct store_rows *store_unfinished(struct store *store);
/* Finds up to `most` tables created after table `number`, in order of creation. */
struct store_rows *store_after(struct store *store, int64_t number, int most);
/* `*ended` is the time of a finished table's last entry, 0 for other tables; it is NULL but for store_after(). */
bool store_next_table(struct store_rows *rows, struct store_table *table, int64_t *ended);

/* Finds the first `most` entries after the one with this `seq`, in order; the rest of a long log is not read. */
struct store_rows *store_entries(struct store *store, int64_t number, int64_t seq, int most);
bool store_next_entry(struct store_rows *rows, struct store_entry *entry);

/* A listed table that has a stored item in the list of tables. */
struct store_listed {
  int64_t number, created;
  struct store_asker opener;
  struct span id;
};

/* Finds listed tables of a state, the newest first: the newest `most` / 2 and the oldest `most` / 2. `most` is even. */
struct store_rows *store_listed(struct store *store, enum store_state state, int most);
bool store_next_listed(struct store_rows *rows, struct store_listed *listed);
/* Finds the items of those of `count` tables that have one. `*index` is the index of one in `tables`. */
struct store_rows *store_items(struct store *store, const struct store_known *tables, int count);
bool store_next_item(struct store_rows *rows, int *index, struct span *item);

/* Find the holders of the seats of a table, and their addresses for notices. */
struct store_rows *store_seats(struct store *store, int64_t number);
bool store_next_seat(struct store_rows *rows, struct store_seat *seat);
/* A turn that a seat has prepared for its next draw of a kind of tile. `print` is the caller's. */
struct store_prepared {
  int seat, kind;   /* from 1; from 0 */
  struct span move; /* as the log has moves */
  int64_t print;
};

/* Store a prepared turn in place of that for the same kind, remove it, and remove all of a seat. */
void store_put_prepared(struct store *store, int64_t number, const struct store_prepared *prepared);
void store_drop_prepared(struct store *store, int64_t number, int seat, int kind);
void store_drop_all_prepared(struct store *store, int64_t number, int seat);
/* Finds the prepared turns of a table. */
struct store_rows *store_prepared(struct store *store, int64_t number);
bool store_next_prepared(struct store_rows *rows, struct store_prepared *prepared);

struct store_rows *store_notices(struct store *store, int64_t number);
bool store_next_notice(struct store_rows *rows, struct store_notice *notice);

/* Used bytes of the database, including pending changes; 0 if unknown. */
int64_t store_bytes(struct store *store);

/* ---- Moving ---- */

/* Counts of what was copied. */
struct store_copied {
  int64_t tables, entries;
};

/* Copies all tables of the database `from`, and its half of the key, to the database `to`. The source must exist and is
 * not changed. The target is created if it is missing, and must have no tables. Both are named as for store_open(), and
 * no server may have them open. Returns false with `*fault` filled if it failed; then no table was copied. */
bool store_copy(const char *from, const char *to, struct store_copied *copied, struct fault *fault);

#endif
