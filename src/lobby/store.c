/* The database of a server, and the words that are made from its key. */
#define _DEFAULT_SOURCE
#include "lobby/store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include "chance/blake2b.h"

enum { SCHEMA = 1, BUSY_MILLISECONDS = 200 };

static const char settings[] = "PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                               "PRAGMA cache_size = -65536;";

static const char schema[] =
    "CREATE TABLE key (bytes BLOB NOT NULL) STRICT;"
    "CREATE TABLE tables (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL,"
    " secret BLOB NOT NULL, state INTEGER NOT NULL, listed INTEGER NOT NULL) STRICT;"
    "CREATE INDEX unfinished ON tables (number) WHERE state < 2;"
    "CREATE TABLE entries (number INTEGER NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL,"
    " seat INTEGER, request TEXT, PRIMARY KEY (number, seq)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE seats (number INTEGER NOT NULL, seat INTEGER NOT NULL, token BLOB NOT NULL, recovery BLOB NOT NULL,"
    " PRIMARY KEY (number, seat)) STRICT, WITHOUT ROWID;"
    "PRAGMA user_version = 1;";

/* What databases that were made before it lack; programs that do not know it leave it alone. */
static const char added[] =
    "CREATE TABLE IF NOT EXISTS notices (number INTEGER NOT NULL, seat INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " url TEXT NOT NULL, PRIMARY KEY (number, seat, kind, url)) STRICT, WITHOUT ROWID;";

/* When the last entry of a table was written. */
#define LAST_AT                                                                                                        \
  "(SELECT iif(json_valid(body), json_extract(body, '$.at'), 0) FROM entries WHERE entries.number = tables.number"     \
  " ORDER BY seq DESC LIMIT 1)"

/* Databases that were made before it lack when tables have something to do. What is not known counts as far ahead, and
 * is sooner where something happened later. */
static const char due_column[] = "SELECT count(*) FROM pragma_table_info('tables') WHERE name = 'due'";
static const char add_due[] =
    "BEGIN IMMEDIATE;"
    "ALTER TABLE tables ADD COLUMN due INTEGER NOT NULL DEFAULT 9223372036854775807;"
    "UPDATE tables SET due = 4611686018427387904 - CAST(coalesce(" LAST_AT ", 0) AS INTEGER) WHERE state < 2;"
    "COMMIT;";

/* What row_table() reads. */
#define TABLE_COLUMNS "number, id, created, secret, state, listed, due"

static const char after[] = "SELECT " TABLE_COLUMNS ", CASE WHEN state = 2 THEN " LAST_AT
                            " END FROM tables WHERE number > ?1 ORDER BY number LIMIT ?2";
static const char unfinished[] = "SELECT " TABLE_COLUMNS " FROM tables WHERE state < 2 ORDER BY number";
static const char bytes_in_use[] = "SELECT (page_count - freelist_count) * page_size"
                                   " FROM pragma_page_count, pragma_freelist_count, pragma_page_size";

/* X(name, statement): every statement that is prepared once. */
#define STATEMENTS(X)                                                                                                  \
  X(BEGIN, "BEGIN IMMEDIATE")                                                                                          \
  X(COMMIT, "COMMIT")                                                                                                  \
  X(ROLLBACK, "ROLLBACK")                                                                                              \
  X(ADD_TABLE, "INSERT INTO tables (id, created, secret, state, listed) VALUES (?1, ?2, ?3, ?4, ?5)")                  \
  X(SET_STATE, "UPDATE tables SET state = ?2 WHERE number = ?1")                                                       \
  X(SET_DUE, "UPDATE tables SET due = ?2 WHERE number = ?1")                                                           \
  X(ADD_ENTRY, "INSERT INTO entries (number, seq, body, seat, request) VALUES (?1, ?2, ?3, ?4, ?5)")                   \
  X(PUT_SEAT, "REPLACE INTO seats (number, seat, token, recovery) VALUES (?1, ?2, ?3, ?4)")                            \
  X(DROP_SEAT, "DELETE FROM seats WHERE number = ?1 AND seat = ?2")                                                    \
  X(PUT_NOTICE, "REPLACE INTO notices (number, seat, kind, url) VALUES (?1, ?2, ?3, ?4)")                              \
  X(DROP_NOTICE, "DELETE FROM notices WHERE number = ?1 AND seat = ?2 AND kind = ?3 AND url = ?4")                     \
  X(DROP_NOTICES, "DELETE FROM notices WHERE number = ?1 AND seat = ?2")                                               \
  X(REMOVE_NOTICES, "DELETE FROM notices WHERE number = ?1")                                                           \
  X(NOTICES, "SELECT seat, kind, url FROM notices WHERE number = ?1 ORDER BY seat, kind, url")                         \
  X(REMOVE_ENTRIES, "DELETE FROM entries WHERE number = ?1")                                                           \
  X(REMOVE_SEATS, "DELETE FROM seats WHERE number = ?1")                                                               \
  X(REMOVE_TABLE, "DELETE FROM tables WHERE number = ?1")                                                              \
  X(AFTER, after)                                                                                                      \
  X(BYTES, bytes_in_use)                                                                                               \
  X(FIND, "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1")                                                        \
  X(UNFINISHED, unfinished)                                                                                            \
  X(ENTRIES, "SELECT seq, body, seat, request FROM entries WHERE number = ?1 AND seq > ?2 ORDER BY seq")               \
  X(SEATS, "SELECT seat, token, recovery FROM seats WHERE number = ?1 ORDER BY seat")

enum statement {
#define X(name, statement) STATEMENT_##name,
  STATEMENTS(X)
#undef X
      STATEMENT_COUNT
};

static const char *const statements[] = {
#define X(name, statement) statement,
    STATEMENTS(X)
#undef X
};

struct store {
  sqlite3 *base;
  sqlite3_stmt *prepared[STATEMENT_COUNT];
  int lock;                  /* the database's file, locked while it is open */
  uint8_t key[STORE_SECRET]; /* of both halves */
  bool pending, failed;
  struct fault fault; /* of what failed */
};

/* ---- Opening ---- */

static bool say(const struct store *store, struct fault *fault) {
  return fault_say(fault, "database: %s", sqlite3_errmsg(store->base));
}

static bool run(struct store *store, const char *statement, struct fault *fault) {
  return sqlite3_exec(store->base, statement, NULL, NULL, NULL) == SQLITE_OK || say(store, fault);
}

/* One whole number that a statement gives. */
static bool ask(struct store *store, const char *statement, int *number, struct fault *fault) {
  sqlite3_stmt *prepared;
  if (sqlite3_prepare_v2(store->base, statement, -1, &prepared, NULL) != SQLITE_OK) return say(store, fault);
  const bool found = sqlite3_step(prepared) == SQLITE_ROW;
  *number = found ? sqlite3_column_int(prepared, 0) : 0;
  if (!found) say(store, fault);
  sqlite3_finalize(prepared);
  return found;
}

/* What kind of database it is: a new one gets its tables and a key, of one of ours the key is read. */
static bool check_version(struct store *store, struct fault *fault) {
  int version = 0, objects = 0;
  sqlite3_stmt *prepared = NULL;
  if (!ask(store, "PRAGMA user_version", &version, fault) ||
      !ask(store, "SELECT count(*) FROM sqlite_schema", &objects, fault))
    return false;

  /* 1. A new one: all or nothing. */
  if (version == 0 && objects == 0) {
    if (getrandom(store->key, sizeof store->key, 0) != sizeof store->key) return fault_say(fault, "no random numbers");
    bool made = run(store, "BEGIN IMMEDIATE", fault) && run(store, schema, fault);
    if (made && sqlite3_prepare_v2(store->base, "INSERT INTO key VALUES (?1)", -1, &prepared, NULL) == SQLITE_OK)
      sqlite3_bind_blob(prepared, 1, store->key, sizeof store->key, SQLITE_STATIC);
    if (made && (prepared == NULL || sqlite3_step(prepared) != SQLITE_DONE)) made = say(store, fault);
    sqlite3_finalize(prepared);
    if (made && run(store, "COMMIT", fault)) return true;
    sqlite3_exec(store->base, "ROLLBACK", NULL, NULL, NULL);
    return false;
  }

  /* 2. One of another program or version. */
  if (version == 0) return fault_say(fault, "the database is not one of tessera serve");
  if (version != SCHEMA)
    return fault_say(fault, "the database has version %d, this program knows version %d: please use a newer one",
                     version, SCHEMA);

  /* 3. One of ours. */
  if (sqlite3_prepare_v2(store->base, "SELECT bytes FROM key", -1, &prepared, NULL) != SQLITE_OK)
    return say(store, fault);
  const bool whole = sqlite3_step(prepared) == SQLITE_ROW && sqlite3_column_bytes(prepared, 0) == sizeof store->key;
  if (whole) memcpy(store->key, sqlite3_column_blob(prepared, 0), sizeof store->key);
  sqlite3_finalize(prepared);
  return whole || fault_say(fault, "database: its key is missing");
}

/* Makes the key of the database's half, which stands in `key`, and of the other one, which lies beside it: in a file
 * that is made if it is missing. */
static bool join_key(struct store *store, const char *path, struct fault *fault) {
  uint8_t half[STORE_SECRET];
  struct text name = {0};
  struct blake2b hash;

  /* 1. The other half. A file that was made but not filled is filled. */
  text_print(&name, "%s-key", path);
  const int file = open(name.bytes, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  text_free(&name);
  ssize_t length = file < 0 ? -1 : read(file, half, sizeof half);
  if (length == 0) {
    if (getrandom(half, sizeof half, 0) != sizeof half) length = -1;
    if (length == 0) length = write(file, half, sizeof half);
    if (length > 0 && fsync(file) != 0) length = -1;
  }
  if (file >= 0) close(file);
  if (length < 0) return fault_say(fault, "its key file cannot be read or written");
  if (length != sizeof half)
    return fault_say(fault, "its key file is broken: expected %d bytes; remove it, and a new one is made",
                     (int)STORE_SECRET);

  /* 2. Both. */
  blake2b_begin(&hash, sizeof store->key, half, sizeof half);
  blake2b_add(&hash, store->key, sizeof store->key);
  blake2b_finish(&hash, store->key);
  return true;
}

/* Adds what databases that were made before lack. */
static bool add_missing(struct store *store, struct fault *fault) {
  int known = 0;
  if (!run(store, added, fault) || !ask(store, due_column, &known, fault)) return false;
  if (known > 0 || run(store, add_due, fault)) return true;
  sqlite3_exec(store->base, "ROLLBACK", NULL, NULL, NULL);
  return false;
}

static bool open_base(struct store *store, const char *path, struct fault *fault) {
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;

  /* 1. The file, readable for its owner alone, as it holds the secrets of running games. SQLite would let a second
   * server write, whose tables in memory would then be wrong: the file itself is locked, against servers alone. */
  store->lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (store->lock < 0) return fault_say(fault, "the database cannot be written: %s", strerror(errno));
  if (flock(store->lock, LOCK_EX | LOCK_NB) != 0) return fault_say(fault, "another server has this database open");

  /* 2. As SQLite opens it. */
  if (sqlite3_open_v2(path, &store->base, flags, NULL) != SQLITE_OK) return say(store, fault);
  if (sqlite3_db_readonly(store->base, "main") == 1) return fault_say(fault, "the database cannot be written");

  /* 3. What is in it, and the statements. */
  sqlite3_busy_timeout(store->base, BUSY_MILLISECONDS);
  if (!run(store, settings, fault) || !check_version(store, fault) || !join_key(store, path, fault) ||
      !add_missing(store, fault))
    return false;
  for (int i = 0; i < STATEMENT_COUNT; i++)
    if (sqlite3_prepare_v3(store->base, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &store->prepared[i], NULL) !=
        SQLITE_OK)
      return say(store, fault);
  return true;
}

struct store *store_open(const char *path, struct fault *fault) {
  struct store *store = memory_new(sizeof *store);
  *store = (struct store){.lock = -1};
  if (open_base(store, path, fault)) return store;
  fault_within(fault, path);
  store_close(store);
  return NULL;
}

void store_close(struct store *store) {
  if (store == NULL) return;
  for (int i = 0; i < STATEMENT_COUNT; i++) sqlite3_finalize(store->prepared[i]);
  sqlite3_close(store->base); /* before the lock: who closes a file lets go of all that SQLite has locked in it */
  if (store->lock >= 0) close(store->lock);
  free(store);
}

const uint8_t *store_key(const struct store *store) { return store->key; }

/* ---- Changes ---- */

/* Runs a statement that gives no rows; what is bound to it is released. */
static bool step(struct store *store, enum statement name) {
  sqlite3_stmt *statement = store->prepared[name];
  const bool done = sqlite3_step(statement) == SQLITE_DONE;
  if (!done && !store->failed) say(store, &store->fault);
  if (!done) store->failed = true;
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  return done;
}

/* The statement of a change, ready to be bound, in a transaction; NULL if the round has failed. */
static sqlite3_stmt *change(struct store *store, enum statement name) {
  if (!store->pending) {
    store->pending = true;
    step(store, STATEMENT_BEGIN);
  }
  return store->failed ? NULL : store->prepared[name];
}

static void bind_text(sqlite3_stmt *statement, int index, struct span text) {
  sqlite3_bind_text(statement, index, text.bytes, (int)text.length, SQLITE_STATIC);
}

void store_add_table(struct store *store, struct store_table *table) {
  sqlite3_stmt *statement = change(store, STATEMENT_ADD_TABLE);
  if (statement == NULL) return;
  bind_text(statement, 1, span_of(table->id));
  sqlite3_bind_int64(statement, 2, table->created);
  sqlite3_bind_blob(statement, 3, table->secret, sizeof table->secret, SQLITE_STATIC);
  sqlite3_bind_int(statement, 4, (int)table->state);
  sqlite3_bind_int(statement, 5, table->listed);
  if (step(store, STATEMENT_ADD_TABLE)) table->number = sqlite3_last_insert_rowid(store->base);
}

void store_set_state(struct store *store, int64_t number, enum store_state state) {
  sqlite3_stmt *statement = change(store, STATEMENT_SET_STATE);
  if (statement == NULL) return;
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_int(statement, 2, (int)state);
  step(store, STATEMENT_SET_STATE);
}

void store_set_due(struct store *store, int64_t number, int64_t due) {
  sqlite3_stmt *statement = change(store, STATEMENT_SET_DUE);
  if (statement == NULL) return;
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_int64(statement, 2, due);
  step(store, STATEMENT_SET_DUE);
}

/* What is stored of a request: its id, and behind a point, if it is known, the hash of its body as a decimal number. */
static void bind_request(sqlite3_stmt *statement, int index, const struct store_entry *entry) {
  struct text word = {0};
  text_add(&word, entry->request.bytes, entry->request.length);
  if (entry->print != 0) {
    text_add_char(&word, '.');
    text_add_int(&word, entry->print);
  }
  sqlite3_bind_text(statement, index, word.bytes, (int)word.length, SQLITE_TRANSIENT);
  text_free(&word);
}

/* The same from what was stored. */
static void read_request(struct span word, struct store_entry *entry) {
  uint64_t print = 0;
  span_split(&word, '.', &entry->request);
  if (word.bytes != NULL && span_number(word, 0, INT64_MAX, &print)) entry->print = (int64_t)print;
}

void store_add_entry(struct store *store, int64_t number, const struct store_entry *entry) {
  sqlite3_stmt *statement = change(store, STATEMENT_ADD_ENTRY);
  if (statement == NULL) return;
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_int64(statement, 2, entry->seq);
  bind_text(statement, 3, entry->body);
  if (entry->request.bytes != NULL) {
    sqlite3_bind_int(statement, 4, entry->seat);
    bind_request(statement, 5, entry);
  }
  step(store, STATEMENT_ADD_ENTRY);
}

void store_put_seat(struct store *store, int64_t number, const struct store_seat *seat) {
  sqlite3_stmt *statement = change(store, STATEMENT_PUT_SEAT);
  if (statement == NULL) return;
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_int(statement, 2, seat->seat);
  sqlite3_bind_blob(statement, 3, seat->token, sizeof seat->token, SQLITE_STATIC);
  sqlite3_bind_blob(statement, 4, seat->recovery, sizeof seat->recovery, SQLITE_STATIC);
  step(store, STATEMENT_PUT_SEAT);
}

void store_drop_seat(struct store *store, int64_t number, int seat) {
  sqlite3_stmt *statement = change(store, STATEMENT_DROP_SEAT);
  if (statement == NULL) return;
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_int(statement, 2, seat);
  step(store, STATEMENT_DROP_SEAT);
}

static void change_notice(struct store *store, enum statement name, int64_t number, const struct store_notice *notice) {
  sqlite3_stmt *statement = change(store, name);
  if (statement == NULL) return;
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_int(statement, 2, notice->seat);
  sqlite3_bind_int(statement, 3, notice->kind);
  bind_text(statement, 4, notice->url);
  step(store, name);
}

void store_put_notice(struct store *store, int64_t number, const struct store_notice *notice) {
  change_notice(store, STATEMENT_PUT_NOTICE, number, notice);
}

void store_drop_notice(struct store *store, int64_t number, const struct store_notice *notice) {
  change_notice(store, STATEMENT_DROP_NOTICE, number, notice);
}

void store_drop_notices(struct store *store, int64_t number, int seat) {
  sqlite3_stmt *statement = change(store, STATEMENT_DROP_NOTICES);
  if (statement == NULL) return;
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_int(statement, 2, seat);
  step(store, STATEMENT_DROP_NOTICES);
}

void store_remove_table(struct store *store, int64_t number) {
  static const enum statement parts[] = {STATEMENT_REMOVE_NOTICES, STATEMENT_REMOVE_ENTRIES, STATEMENT_REMOVE_SEATS,
                                         STATEMENT_REMOVE_TABLE};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    sqlite3_stmt *statement = change(store, parts[i]);
    if (statement == NULL) return;
    sqlite3_bind_int64(statement, 1, number);
    step(store, parts[i]);
  }
}

bool store_pending(const struct store *store) { return store->pending; }

bool store_commit(struct store *store, struct fault *fault) {
  if (!store->pending) return true;
  const bool stored = !store->failed && step(store, STATEMENT_COMMIT);
  if (!stored) {
    *fault = store->fault;
    if (sqlite3_get_autocommit(store->base) == 0) step(store, STATEMENT_ROLLBACK);
  }
  store->pending = store->failed = false;
  return stored;
}

/* ---- Reading ---- */

/* Takes the next row; the statement is released behind the last. */
static int next_row(struct store *store, sqlite3_stmt *statement, struct fault *fault) {
  const int result = sqlite3_step(statement);
  if (result == SQLITE_ROW) return result;
  if (result != SQLITE_DONE) say(store, fault);
  sqlite3_reset(statement);
  return result;
}

static struct span column_text(sqlite3_stmt *statement, int column) {
  const char *bytes = (const char *)sqlite3_column_text(statement, column);
  return (struct span){bytes, (size_t)sqlite3_column_bytes(statement, column)};
}

/* Bytes that are missing, in a database that somebody has changed, are zero. */
static void column_bytes(sqlite3_stmt *statement, int column, void *bytes, size_t size) {
  const void *blob = sqlite3_column_blob(statement, column);
  const size_t length = (size_t)sqlite3_column_bytes(statement, column);
  memset(bytes, 0, size);
  if (blob != NULL) memcpy(bytes, blob, length < size ? length : size);
}

static struct store_table row_table(sqlite3_stmt *statement) {
  struct store_table table = {.number = sqlite3_column_int64(statement, 0),
                              .created = sqlite3_column_int64(statement, 2),
                              .state = (enum store_state)sqlite3_column_int(statement, 4),
                              .listed = sqlite3_column_int(statement, 5) != 0,
                              .due = sqlite3_column_int64(statement, 6)};
  column_bytes(statement, 1, table.id, sizeof table.id - 1);
  column_bytes(statement, 3, table.secret, sizeof table.secret);
  return table;
}

enum store_found store_find(struct store *store, struct span id, struct store_table *table, struct fault *fault) {
  sqlite3_stmt *statement = store->prepared[STATEMENT_FIND];
  bind_text(statement, 1, id);
  const int result = next_row(store, statement, fault);
  if (result == SQLITE_ROW) *table = row_table(statement);
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  if (result == SQLITE_ROW) return STORE_FOUND;
  return result == SQLITE_DONE ? STORE_MISSING : STORE_FAILED;
}

bool store_each_unfinished(struct store *store, bool (*visit)(void *context, const struct store_table *table),
                           void *context, struct fault *fault) {
  sqlite3_stmt *statement = store->prepared[STATEMENT_UNFINISHED];
  int result;
  while ((result = next_row(store, statement, fault)) == SQLITE_ROW) {
    const struct store_table table = row_table(statement);
    if (!visit(context, &table)) break;
  }
  sqlite3_reset(statement);
  return result == SQLITE_DONE || result == SQLITE_ROW;
}

bool store_each_after(struct store *store, int64_t number, int most,
                      bool (*visit)(void *context, const struct store_table *table, int64_t ended), void *context,
                      struct fault *fault) {
  sqlite3_stmt *statement = store->prepared[STATEMENT_AFTER];
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_int(statement, 2, most);
  int result;
  while ((result = next_row(store, statement, fault)) == SQLITE_ROW) {
    const struct store_table table = row_table(statement);
    if (!visit(context, &table, sqlite3_column_int64(statement, 7))) break;
  }
  sqlite3_reset(statement);
  return result == SQLITE_DONE || result == SQLITE_ROW;
}

int64_t store_bytes(struct store *store) {
  struct fault fault;
  sqlite3_stmt *statement = store->prepared[STATEMENT_BYTES];
  const int64_t bytes = next_row(store, statement, &fault) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
  sqlite3_reset(statement);
  return bytes;
}

bool store_each_entry(struct store *store, int64_t number, int64_t seq,
                      bool (*visit)(void *context, const struct store_entry *entry), void *context,
                      struct fault *fault) {
  sqlite3_stmt *statement = store->prepared[STATEMENT_ENTRIES];
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_int64(statement, 2, seq);
  int result;
  while ((result = next_row(store, statement, fault)) == SQLITE_ROW) {
    struct store_entry entry = {.seq = sqlite3_column_int64(statement, 0),
                                .body = column_text(statement, 1),
                                .seat = sqlite3_column_int(statement, 2)};
    read_request(column_text(statement, 3), &entry);
    if (!visit(context, &entry)) break;
  }
  sqlite3_reset(statement);
  return result == SQLITE_DONE || result == SQLITE_ROW;
}

bool store_each_seat(struct store *store, int64_t number, bool (*visit)(void *context, const struct store_seat *seat),
                     void *context, struct fault *fault) {
  sqlite3_stmt *statement = store->prepared[STATEMENT_SEATS];
  sqlite3_bind_int64(statement, 1, number);
  int result;
  while ((result = next_row(store, statement, fault)) == SQLITE_ROW) {
    struct store_seat seat = {.seat = sqlite3_column_int(statement, 0)};
    column_bytes(statement, 1, seat.token, sizeof seat.token);
    column_bytes(statement, 2, seat.recovery, sizeof seat.recovery);
    if (!visit(context, &seat)) break;
  }
  sqlite3_reset(statement);
  return result == SQLITE_DONE || result == SQLITE_ROW;
}

bool store_each_notice(struct store *store, int64_t number,
                       bool (*visit)(void *context, const struct store_notice *notice), void *context,
                       struct fault *fault) {
  sqlite3_stmt *statement = store->prepared[STATEMENT_NOTICES];
  sqlite3_bind_int64(statement, 1, number);
  int result;
  while ((result = next_row(store, statement, fault)) == SQLITE_ROW) {
    const struct store_notice notice = {.seat = sqlite3_column_int(statement, 0),
                                        .kind = sqlite3_column_int(statement, 1),
                                        .url = column_text(statement, 2)};
    if (!visit(context, &notice)) break;
  }
  sqlite3_reset(statement);
  return result == SQLITE_DONE || result == SQLITE_ROW;
}

/* ---- Words that give a right ---- */

static void derive(const uint8_t key[CREDENTIAL_KEY], enum credential_use use, struct span table, struct span request,
                   uint8_t out[CREDENTIAL_HASH]) {
  const uint8_t label[2] = {(uint8_t)use, (uint8_t)table.length};
  struct blake2b hash;
  blake2b_begin(&hash, CREDENTIAL_HASH, key, CREDENTIAL_KEY);
  blake2b_add(&hash, label, sizeof label);
  blake2b_add(&hash, table.bytes, table.length);
  blake2b_add(&hash, request.bytes, request.length);
  blake2b_finish(&hash, out);
}

/* Writes `bits` bits at a time as letters of an alphabet of 2^bits; the last letter is filled with zeros. */
static void write_letters(const uint8_t *bytes, int letters, int bits, const char *alphabet, char *word) {
  unsigned pending = 0;
  int have = 0;
  for (int i = 0, next = 0; i < letters; i++) {
    if (have < bits) {
      pending = pending << 8 | (next < CREDENTIAL_HASH ? bytes[next] : 0u);
      next++;
      have += 8;
    }
    have -= bits;
    word[i] = alphabet[pending >> have & ((1u << bits) - 1)];
  }
  word[letters] = 0;
}

struct credential credential_make(const uint8_t key[CREDENTIAL_KEY], enum credential_use use, struct span table,
                                  struct span request) {
  uint8_t bytes[CREDENTIAL_HASH];
  struct credential token;
  derive(key, use, table, request, bytes);
  write_letters(bytes, CREDENTIAL_WORD_SIZE - 1, 6, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
                token.word);
  return token;
}

void credential_make_push(const uint8_t key[CREDENTIAL_KEY], uint8_t secret[CREDENTIAL_HASH]) {
  derive(key, CREDENTIAL_PUSH, (struct span){"", 0}, (struct span){"", 0}, secret);
}

void credential_make_id(const uint8_t key[CREDENTIAL_KEY], struct span request, char id[CREDENTIAL_ID_SIZE]) {
  uint8_t bytes[CREDENTIAL_HASH];
  derive(key, CREDENTIAL_TABLE, (struct span){"", 0}, request, bytes);
  write_letters(bytes, CREDENTIAL_ID_SIZE - 1, 5, "abcdefghijklmnopqrstuvwxyz234567", id);
}

void credential_hash(struct span word, uint8_t hash[CREDENTIAL_HASH]) {
  struct blake2b state;
  blake2b_begin(&state, CREDENTIAL_HASH, NULL, 0);
  blake2b_add(&state, word.bytes, word.length);
  blake2b_finish(&state, hash);
}

bool credential_same(const uint8_t one[CREDENTIAL_HASH], const uint8_t other[CREDENTIAL_HASH]) {
  volatile unsigned differ = 0;
  for (int i = 0; i < CREDENTIAL_HASH; i++) differ |= (unsigned)(one[i] ^ other[i]);
  return differ == 0;
}
