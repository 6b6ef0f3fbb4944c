/*
 * The database of a server, and the words that give a right, which are made from its key.
 *
 * It is a file of SQLite, or a database of PostgreSQL. This process alone uses it, or it is one of several nodes on a
 * database of PostgreSQL; every transaction is stored for good before store_commit() returns.
 *
 * Changes are collected in one transaction, which the first of them opens. A failure sticks: the changes that follow do
 * nothing, and store_commit() takes all of them back and says why. What is read while changes are pending includes
 * them.
 */
#ifndef LOBBY_STORE_H
#define LOBBY_STORE_H

#include <stdbool.h>

#include "base/fault.h"
#include "base/reader.h"

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
  bool listed; /* anybody may know of it */
  int64_t due; /* milliseconds since 1970 at which it has something to do next; INT64_MAX: never */
};

/* Who holds a seat. */
struct store_seat {
  int seat;
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
/* Opens the database, which is made if it is missing, for this process alone. NULL with `*fault`: it cannot be reached
 * or written, another server has it open, or it is of a newer version of the program. `key_path` is the file of the
 * key's other half, made if it is missing; a start that is refused makes none. */
struct store *store_open(const char *place, const char *key_path, struct fault *fault);
/* The same for a process that is one of several nodes: it has nothing of the database before store_claim(). NULL also
 * if a node that lives has another key. */
struct store *store_open_shared(const char *place, const char *key_path, struct fault *fault);
/* Pending changes are lost. NULL is allowed. */
void store_close(struct store *store);

/* 32 bytes that are made of a key in the database and of one in the file of the key, each drawn when it was missing;
 * they hold while it is open. Whoever has only the database, such as a backup of it, cannot tell them. */
const uint8_t *store_key(const struct store *store);

/*
 * Who reads a table in order to change it takes it first, which gives it a new epoch; what is read after that is read
 * for good, as no round of an older epoch can be stored any more (docs/understand/nodes.md, tests/nodes/model.pml). The
 * one process of a database of SQLite needs none of it: there the epoch is 0 for ever.
 */

/* False while changes are pending that a table which is taken would wait for. */
bool store_may_take(const struct store *store);
/* Takes a table, if it may be: one of several nodes takes what nobody owns if it is `free` to, and what its lease owns
 * in any case. STORE_MISSING: it is not there, or another node's; STORE_FAILED with `*fault`. */
enum store_found store_take(struct store *store, int64_t number, bool free, int64_t *epoch, struct fault *fault);
/* The round is stored only if this is the table's epoch still. To be called in each round that changes it; one that was
 * added has epoch 0. */
void store_hold(struct store *store, int64_t number, int64_t epoch);

/*
 * Several nodes (docs/understand/nodes.md). A node has a lease, which has a number of its own, its run: tables are
 * owned by runs. All time is that of the database.
 */
enum { STORE_NODE_SIZE = 33, STORE_URL_SIZE = 256, STORE_LEASE = 5000 /* ms for which it is had */ };

/* A node whose lease lasts. */
struct store_node {
  char name[STORE_NODE_SIZE], url[STORE_URL_SIZE];
  int64_t run;
  bool draining;
  uint8_t keys[STORE_HASH]; /* the hash of its key */
};

/* What came of asking for a lease: it is had; it has ended, or another node of the name has it; the database did not
 * answer. */
enum store_lease { STORE_LEASED, STORE_NO_LEASE, STORE_NO_ANSWER };

/* Begins a lease for this process, in place of the one that it had; `*fault` without an answer. */
enum store_lease store_claim(struct store *store, const char *name, const char *url, struct fault *fault);
/* Prolongs it. */
enum store_lease store_renew(struct store *store, bool draining, struct fault *fault);
/* Ends it, and with it all that it owns. */
void store_leave(struct store *store);
/* The run of this process' lease; 0: it had none. */
int64_t store_run(const struct store *store);
/* Milliseconds since 1970 by the clock of the database, when it was last asked for the lease. */
int64_t store_time(const struct store *store);
/* The hash of the key, by which nodes see that they have the same. */
void store_hash_key(const struct store *store, uint8_t hash[STORE_HASH]);
/* Visits the nodes whose lease lasts; false with `*fault`. */
bool store_each_node(struct store *store, bool (*visit)(void *context, const struct store_node *node), void *context,
                     struct fault *fault);
/* The run that owns a table, also if it has ended; 0: none. */
enum store_found store_owner(struct store *store, struct span id, int64_t *run, struct fault *fault);
/* Visits at most `most` unfinished tables that nobody owns, of `shards` (numbers between commas), that have something
 * to do by `now`: those that are due first. */
bool store_each_due(struct store *store, int64_t now, const char *shards, int most,
                    bool (*visit)(void *context, const struct store_table *table), void *context, struct fault *fault);
/* A change: the table is nobody's, if this process owns it for this epoch still, and is due then. */
void store_give_back(struct store *store, int64_t number, int64_t epoch, int64_t due);
/* A round of the server begins. What one of several nodes waits for the database in all of it is bounded: then the
 * connection is given up. */
void store_begin_round(struct store *store);
/* True if so much of it is used up that what can wait is to be asked in another round. */
bool store_is_slow(const struct store *store);

/* Changes. store_add_table() fills `table->number`. */
void store_add_table(struct store *store, struct store_table *table);
void store_set_state(struct store *store, int64_t number, enum store_state state);
void store_set_due(struct store *store, int64_t number, int64_t due);
/* What the list of tables tells of one, for all nodes. */
void store_set_item(struct store *store, int64_t number, struct span item);
void store_add_entry(struct store *store, int64_t number, const struct store_entry *entry);
/* Stores the holder of a seat, in place of the one before; removes the holder. */
void store_put_seat(struct store *store, int64_t number, const struct store_seat *seat);
void store_drop_seat(struct store *store, int64_t number, int seat);

/*
 * What those who ask hold at the tables of several nodes: numbers stand for an address and for the network that it
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
/* Tells what an address and its network hold, with all that is pending; no other node adds to it before this round
 * ends. STORE_MISSING: another one's round may add to it just now, and it is to be asked again. */
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
/* Makes the changes last. False with `*fault`: none of them was made. */
bool store_commit(struct store *store, struct fault *fault);
/* How many rounds and questions failed; why the last of them did; and whether one was done since. */
uint64_t store_failures(const struct store *store);
const char *store_failure(const struct store *store);
bool store_answers(const struct store *store);

/* Reading; `*fault` with STORE_FAILED or false. A visitor that gives false ends it early, which is no failure. Of a
 * table whose row cannot be true store_find() fails, with its number in `*table`; the others visit it without an id. */
enum store_found store_find(struct store *store, struct span id, struct store_table *table, struct fault *fault);
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
  struct span item;
};

/* The newest `most` tables of a state that anybody may know of and of which an item is stored, from the newest on. */
bool store_each_listed(struct store *store, enum store_state state, int most,
                       bool (*visit)(void *context, const struct store_item *item), void *context, struct fault *fault);

/* A table that another node owns, of which entries up to `seq` are known here. */
struct store_followed {
  int64_t number, seq;
};

/* What is stored of it by now: the last entry, 0 if the table is not there; a number that is another one when somebody
 * else holds a seat; the run of its owner, 0 if nobody owns it. */
struct store_progress {
  int64_t last, seats, owner;
};

/* Tells it of each of `count` followed tables. */
bool store_each_followed(struct store *store, const struct store_followed *followed, int count,
                         bool (*visit)(void *context, int index, const struct store_progress *progress), void *context,
                         struct fault *fault);
/* Visits the entries behind those that are known of `count` tables, table by table, each in its order; `most` in all.
 */
bool store_each_grown(struct store *store, const struct store_followed *followed, int count, int most,
                      bool (*visit)(void *context, int index, const struct store_entry *entry), void *context,
                      struct fault *fault);

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

/* ---- Words that give a right ---- */

/*
 * Tokens, recovery words, ids of tables, and what is kept of the ids of requests for a seat. They are made from the key
 * and the request that asked for them, so that a request that comes twice gets the same word twice, also after a crash,
 * and nobody can make one without the key. What is stored of a token or recovery word is its hash alone.
 */
enum { CREDENTIAL_KEY = 32, CREDENTIAL_HASH = 32, CREDENTIAL_WORD_SIZE = 44, CREDENTIAL_ID_SIZE = 17 };

/* What a word is for: words of different uses never coincide. */
enum credential_use {
  CREDENTIAL_TABLE,
  CREDENTIAL_SEAT,
  CREDENTIAL_RECOVERY,
  CREDENTIAL_ASKED,
  CREDENTIAL_PUSH,
  CREDENTIAL_STAMP,
  CREDENTIAL_ADDRESS
};

/* 256 bits in base64url, zero-terminated. */
struct credential {
  char word[CREDENTIAL_WORD_SIZE];
};

/* The word for this use of a request, which is told apart from others by `table` (may be empty) and its bytes. */
struct credential credential_make(const uint8_t key[CREDENTIAL_KEY], enum credential_use use, struct span table,
                                  struct span request);
/* The id of a table: 80 of those bits in base32, zero-terminated. */
void credential_make_id(const uint8_t key[CREDENTIAL_KEY], struct span request, char id[CREDENTIAL_ID_SIZE]);

/* A number other than 0 that stands for an address at all who have the key, and from which nobody without it can tell
 * the address. */
uint64_t credential_make_address(const uint8_t key[CREDENTIAL_KEY], struct span address);

/* The secret from which the key for push services follows. */
void credential_make_push(const uint8_t key[CREDENTIAL_KEY], uint8_t secret[CREDENTIAL_HASH]);

/* The hash by which a token or recovery word is stored and compared. */
void credential_hash(struct span word, uint8_t hash[CREDENTIAL_HASH]);
/* In a time that does not depend on where they differ. */
bool credential_same(const uint8_t one[CREDENTIAL_HASH], const uint8_t other[CREDENTIAL_HASH]);

#endif
