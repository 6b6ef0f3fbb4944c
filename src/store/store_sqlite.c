/*
 * A database of SQLite: one file, one writer. Every transaction is on the disk before it is acknowledged.
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/text.h"
#include "store/checkpointer.h"
#include "store/store_kind.h"

enum { SCHEMA = 1, BUSY_MILLISECONDS = 200 };

static const char settings[] = "PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                               "PRAGMA cache_size = -65536; PRAGMA journal_size_limit = 136314880;";

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

/* Tables that older databases lack; older programs ignore them. */
static const char added[] =
    "CREATE TABLE IF NOT EXISTS notices (number INTEGER NOT NULL, seat INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " url TEXT NOT NULL, PRIMARY KEY (number, seat, kind, url)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS players (number INTEGER PRIMARY KEY, created INTEGER NOT NULL, name TEXT NOT NULL,"
    " figure INTEGER NOT NULL, open INTEGER NOT NULL, words BLOB UNIQUE, renamed INTEGER NOT NULL,"
    " ended INTEGER NOT NULL, clearing INTEGER NOT NULL) STRICT;"
    "CREATE INDEX IF NOT EXISTS clearing ON players (number) WHERE clearing = 1;"
    "CREATE TABLE IF NOT EXISTS names (likeness BLOB PRIMARY KEY, player INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS devices (player INTEGER NOT NULL, device INTEGER NOT NULL, token BLOB NOT NULL UNIQUE,"
    " created INTEGER NOT NULL, seen INTEGER NOT NULL, label TEXT NOT NULL, PRIMARY KEY (player, device)) STRICT,"
    " WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS games (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ended INTEGER NOT NULL,"
    " rules TEXT NOT NULL, variant TEXT NOT NULL, speed INTEGER NOT NULL, flags INTEGER NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS results (game INTEGER NOT NULL, seat INTEGER NOT NULL, player INTEGER NOT NULL,"
    " name TEXT NOT NULL, side INTEGER NOT NULL, level INTEGER NOT NULL, points INTEGER NOT NULL,"
    " place INTEGER NOT NULL, flags INTEGER NOT NULL, PRIMARY KEY (game, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS results_of ON results (player, game, side, points, place, flags) WHERE player <> 0;"
    /* Tournaments. */
    "CREATE TABLE IF NOT EXISTS tournaments (id TEXT PRIMARY KEY, created INTEGER NOT NULL, opener INTEGER NOT NULL,"
    " state INTEGER NOT NULL, listed INTEGER NOT NULL, last INTEGER NOT NULL, item TEXT NOT NULL) STRICT,"
    " WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS tournaments_listed ON tournaments (state, created) WHERE listed = 1;"
    "CREATE INDEX IF NOT EXISTS tournaments_by ON tournaments (opener) WHERE state < 2;"
    "CREATE TABLE IF NOT EXISTS tournament_entries (tournament TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (tournament, seq)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS tournament_players (tournament TEXT NOT NULL, player INTEGER NOT NULL,"
    " PRIMARY KEY (tournament, player)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS tournaments_of ON tournament_players (player);"
    "CREATE TABLE IF NOT EXISTS tournament_tables (id TEXT PRIMARY KEY, tournament TEXT NOT NULL,"
    " taken INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS tables_awaited ON tournament_tables (id) WHERE taken = 0;"
    /* Ratings. */
    "CREATE TABLE IF NOT EXISTS ratings (game INTEGER NOT NULL, player INTEGER NOT NULL, pool INTEGER NOT NULL,"
    " season INTEGER NOT NULL, value INTEGER NOT NULL, deviation INTEGER NOT NULL, volatility INTEGER NOT NULL,"
    " games INTEGER NOT NULL, played INTEGER NOT NULL, gained INTEGER NOT NULL, certain INTEGER NOT NULL,"
    " last INTEGER NOT NULL, PRIMARY KEY (game, player)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS ratings_of ON ratings (player, pool, game);"
    "CREATE INDEX IF NOT EXISTS ladder ON ratings (pool, season, value DESC, player, certain) WHERE last = 1;"
    "CREATE INDEX IF NOT EXISTS games_rated ON games (number) WHERE (flags & 1) <> 0;"
    "CREATE TABLE IF NOT EXISTS rated (game INTEGER NOT NULL) STRICT;"
    "INSERT INTO rated SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM rated);";
static const char added_for_people[] =
    /* Friends and blocks, challenges and dates. */
    "CREATE TABLE IF NOT EXISTS ties (player INTEGER NOT NULL, other INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " since INTEGER NOT NULL, PRIMARY KEY (player, other)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS ties_to ON ties (other);"
    "CREATE TABLE IF NOT EXISTS challenges (id TEXT NOT NULL, player INTEGER NOT NULL, host INTEGER NOT NULL,"
    " since INTEGER NOT NULL, PRIMARY KEY (id, player)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS challenges_to ON challenges (player);"
    "CREATE INDEX IF NOT EXISTS challenges_by ON challenges (host);"
    "CREATE TABLE IF NOT EXISTS dates (host INTEGER NOT NULL, player INTEGER NOT NULL, at INTEGER NOT NULL,"
    " PRIMARY KEY (host, player)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS dates_with ON dates (player);"
    /* Prepared turns. */
    "CREATE TABLE IF NOT EXISTS prepared (number INTEGER NOT NULL, seat INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " move TEXT NOT NULL, print INTEGER NOT NULL, PRIMARY KEY (number, seat, kind)) STRICT, WITHOUT ROWID;"
    /* Vacations. */
    "CREATE TABLE IF NOT EXISTS vacations (player INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,"
    " PRIMARY KEY (player, since)) STRICT, WITHOUT ROWID;"
    /* Reports, and the acts of the host. */
    "CREATE TABLE IF NOT EXISTS reports (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, id TEXT NOT NULL,"
    " witness INTEGER NOT NULL, reporter INTEGER NOT NULL, seat INTEGER NOT NULL, player INTEGER NOT NULL,"
    " name TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (id, witness, seat)) STRICT;"
    "CREATE TABLE IF NOT EXISTS acts (number INTEGER PRIMARY KEY, request TEXT NOT NULL UNIQUE, body TEXT NOT NULL,"
    " hash BLOB NOT NULL) STRICT;"
    /* Passkeys. */
    "CREATE TABLE IF NOT EXISTS passkeys (credential BLOB PRIMARY KEY, player INTEGER NOT NULL,"
    " passkey INTEGER NOT NULL, device INTEGER NOT NULL, key BLOB NOT NULL, count INTEGER NOT NULL,"
    " created INTEGER NOT NULL, challenged INTEGER NOT NULL, label TEXT NOT NULL, UNIQUE (player, passkey)) STRICT,"
    " WITHOUT ROWID;"
    /* Names of players in logs of tables that they have left. */
    "CREATE TABLE IF NOT EXISTS leavers (player INTEGER NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL,"
    " PRIMARY KEY (player, id, name)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS leavers_at ON leavers (id);"
    /* Mail addresses. */
    "CREATE TABLE IF NOT EXISTS mails (player INTEGER PRIMARY KEY, address TEXT NOT NULL, language INTEGER NOT NULL,"
    " confirmed INTEGER NOT NULL, asked INTEGER NOT NULL, sent INTEGER NOT NULL, due INTEGER NOT NULL) STRICT;"
    "CREATE INDEX IF NOT EXISTS mails_due ON mails (due);"
    "CREATE TABLE IF NOT EXISTS questions (address BLOB PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;";

/* Counts those of the TABLES tables of every Tessera database that are in this one. */
enum { TABLES = 4 };
static const char tables_of_ours[] =
    "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('key', 'tables', 'entries', 'seats')";

/* The time of a table's last entry. */
#define LAST_AT                                                                                                        \
  "(SELECT iif(json_valid(body), json_extract(body, '$.at'), 0) FROM entries WHERE entries.number = tables.number"     \
  " ORDER BY seq DESC LIMIT 1)"

/* Columns that older databases lack. The time of a table's next due work is unknown there: it is set far ahead, and
 * earlier for tables with more recent entries. */
static const struct {
  const char *known, *add;
} later_columns[] = {
    {"SELECT count(*) FROM pragma_table_info('tables') WHERE name = 'due'",
     "ALTER TABLE tables ADD COLUMN due INTEGER NOT NULL DEFAULT 9223372036854775807;"
     "UPDATE tables SET due = 4611686018427387904 - CAST(coalesce(" LAST_AT ", 0) AS INTEGER) WHERE state < 2;"},
    {"SELECT count(*) FROM pragma_table_info('tables') WHERE name = 'version'",
     "ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0;"},
    {"SELECT count(*) FROM pragma_table_info('seats') WHERE name = 'player'",
     "ALTER TABLE seats ADD COLUMN player INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE seats ADD COLUMN name TEXT NOT NULL DEFAULT '';"
     "CREATE INDEX seats_of ON seats (player) WHERE player <> 0;"},
    {"SELECT count(*) FROM pragma_table_info('notices') WHERE name = 'language'",
     "ALTER TABLE notices ADD COLUMN language INTEGER NOT NULL DEFAULT 0;"},
    {"SELECT count(*) FROM pragma_table_info('players') WHERE name = 'shown'",
     "ALTER TABLE players ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE players ADD COLUMN here INTEGER NOT NULL DEFAULT 0;"},
    {"SELECT count(*) FROM pragma_table_info('players') WHERE name = 'silenced'",
     "ALTER TABLE players ADD COLUMN silenced INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE players ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE players ADD COLUMN warning TEXT NOT NULL DEFAULT '';"},
    {"SELECT count(*) FROM pragma_table_info('tournaments') WHERE name = 'due'",
     "ALTER TABLE tournaments ADD COLUMN due INTEGER NOT NULL DEFAULT 0;"
     "CREATE INDEX tournaments_due ON tournaments (due) WHERE state < 2;"},
};
enum { COLUMNS = sizeof later_columns / sizeof later_columns[0] };

static const char swap[] =
    "UPDATE tables SET version = ?2, due = swap.due FROM (SELECT json_extract(value, '$[0]') AS n,"
    " json_extract(value, '$[1]') AS known, json_extract(value, '$[2]') AS due"
    " FROM json_each(?1)) AS swap WHERE number = n AND version = known RETURNING number";
static const char after[] = "SELECT " STORE_TABLE_COLUMNS ", CASE WHEN state = 2 THEN " LAST_AT
                            " END FROM tables WHERE number > $1 ORDER BY number LIMIT $2";
static const char set_state[] = "UPDATE tables SET state = $1 WHERE number = $2";
static const char add_game[] = "INSERT INTO games (id, ended, rules, variant, speed, flags)"
                               " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
static const char bytes_in_use[] = "SELECT (page_count - freelist_count) * page_size"
                                   " FROM pragma_page_count, pragma_freelist_count, pragma_page_size";

enum { BEGIN = STORE_STATEMENTS_COUNT, COMMIT, ROLLBACK, ALL_STATEMENTS };

/* The SQL of a statement, also of those that begin and end a round; NULL: only shared kinds have it. */
static const char *statement_text(int statement) {
  if (statement == BEGIN) return "BEGIN IMMEDIATE";
  if (statement == COMMIT) return "COMMIT";
  if (statement == ROLLBACK) return "ROLLBACK";
  if (statement == STORE_AFTER) return after;
  if (statement == STORE_SET_STATE) return set_state;
  if (statement == STORE_SWAP) return swap;
  if (statement == STORE_ADD_GAME) return add_game;
  return statement == STORE_BYTES ? bytes_in_use : store_statements[statement];
}

/* Identifies a file. */
struct identity {
  dev_t device;
  ino_t inode;
};

struct sqlite_store {
  struct store store;
  char *path;
  const char *log; /* the path of SQLite's log, next to the file */
  struct identity file_is, log_is;
  sqlite3 *base;
  sqlite3_stmt *prepared[ALL_STATEMENTS];
  struct checkpointer *checkpointer;
  int lock; /* the file of the database, locked while it is open */
};

/* ---- Its place ---- */

static bool identify(const char *path, struct identity *identity) {
  struct stat status;
  if (stat(path, &status) != 0) return false;
  *identity = (struct identity){status.st_dev, status.st_ino};
  return true;
}

static bool is_file(const char *path, struct identity open) {
  struct identity found;
  return identify(path, &found) && found.device == open.device && found.inode == open.inode;
}

static bool in_place(struct store *opened, struct fault *fault) {
  const struct sqlite_store *store = (struct sqlite_store *)opened;
  if (is_file(store->path, store->file_is) && is_file(store->log, store->log_is)) return true;
  return fault_say(fault,
                   "the file of the database, or its -wal, was removed or replaced while the server has it open: "
                   "what is stored now would be lost; put it back, or start the server again");
}

/* ---- Opening ---- */

static bool say(const struct sqlite_store *store, struct fault *fault) {
  /* If one page is damaged, the other tables may still be sound. */
  const bool damaged = (sqlite3_errcode(store->base) & 0xff) == SQLITE_CORRUPT;
  return fault_as(fault, damaged ? STORE_DAMAGED : NULL, "database: %s", sqlite3_errmsg(store->base));
}

static bool run(struct sqlite_store *store, const char *statement, struct fault *fault) {
  return sqlite3_exec(store->base, statement, NULL, NULL, NULL) == SQLITE_OK || say(store, fault);
}

/* Runs a statement that returns one whole number. */
static bool ask(struct sqlite_store *store, const char *statement, int *number, struct fault *fault) {
  sqlite3_stmt *prepared;
  if (sqlite3_prepare_v2(store->base, statement, -1, &prepared, NULL) != SQLITE_OK) return say(store, fault);
  const bool found = sqlite3_step(prepared) == SQLITE_ROW;
  *number = found ? sqlite3_column_int(prepared, 0) : 0;
  if (!found) say(store, fault);
  sqlite3_finalize(prepared);
  return found;
}

/* True for a new database and for one of Tessera, with `*is_new` set; a database of another program or version is
 * refused. */
static bool check_kind(struct sqlite_store *store, bool *is_new, struct fault *fault) {
  int version = 0, program = 0, objects = 0, tables = 0;
  if (!ask(store, "PRAGMA user_version", &version, fault) || !ask(store, "PRAGMA application_id", &program, fault) ||
      !ask(store, "SELECT count(*) FROM sqlite_schema", &objects, fault) || !ask(store, tables_of_ours, &tables, fault))
    return false;
  *is_new = version == 0 && program == 0 && objects == 0;
  if (*is_new) return true;
  if (version == 0 || program != 0 || tables < TABLES)
    return fault_say(fault, "the database is not one of tessera serve");
  return version == SCHEMA || store_refuse_version(version, SCHEMA, fault);
}

/*
 * Refuses a file of another program or version before anything in it changes. When SQLite opens a file, the settings
 * change the file, and SQLite copies the content of a log or journal into it. Here the file is read as immutable,
 * without log and journal. A file that cannot be read in this way is left to SQLite, which repairs or refuses it.
 */
static bool look_at_file(const char *path, struct fault *fault) {
  struct sqlite_store seen = {.lock = -1};
  struct text uri = {0};
  bool is_new;
  text_add_string(&uri, "file:");
  /* The path is escaped for a URI of SQLite. */
  for (const char *at = path; *at != '\0'; at++)
    if (strchr("%?#", *at) != NULL)
      text_print(&uri, "%%%02X", (unsigned)*at);
    else
      text_add_char(&uri, *at);
  text_add_string(&uri, "?immutable=1");
  const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
  const bool good = sqlite3_open_v2(uri.bytes, &seen.base, flags, NULL) != SQLITE_OK ||
                    check_kind(&seen, &is_new, fault) || sqlite3_errcode(seen.base) != SQLITE_OK;
  sqlite3_close(seen.base);
  text_free(&uri);
  return good;
}

/* Creates the tables and the key of a new database, or reads the key of an existing one. */
static bool read_key(struct sqlite_store *store, struct store_opening opening, struct fault *fault) {
  bool is_new;
  sqlite3_stmt *prepared = NULL;
  if (!check_kind(store, &is_new, fault)) return false;

  /* 1. Set a new database up, completely or not at all. */
  if (is_new && opening.must_exist) return fault_say(fault, "there are no tables in this database");
  if (is_new) {
    if (!store_new_key(&store->store, fault)) return false;
    bool made = run(store, "BEGIN IMMEDIATE", fault) && run(store, schema, fault);
    if (made && sqlite3_prepare_v2(store->base, "INSERT INTO key VALUES (?1)", -1, &prepared, NULL) == SQLITE_OK)
      sqlite3_bind_blob(prepared, 1, store->store.key, sizeof store->store.key, SQLITE_STATIC);
    if (made && (prepared == NULL || sqlite3_step(prepared) != SQLITE_DONE)) made = say(store, fault);
    sqlite3_finalize(prepared);
    if (made && run(store, "COMMIT", fault)) return true;
    sqlite3_exec(store->base, "ROLLBACK", NULL, NULL, NULL);
    return false;
  }

  /* 2. Read an existing one. */
  if (sqlite3_prepare_v2(store->base, "SELECT bytes FROM key", -1, &prepared, NULL) != SQLITE_OK)
    return say(store, fault);
  const bool whole =
      sqlite3_step(prepared) == SQLITE_ROW && sqlite3_column_bytes(prepared, 0) == sizeof store->store.key;
  if (whole) memcpy(store->store.key, sqlite3_column_blob(prepared, 0), sizeof store->store.key);
  sqlite3_finalize(prepared);
  return whole || fault_say(fault, "database: its key is missing");
}

/* Adds what older databases lack. If the database is opened only for reading, the additions are temporary and are not
 * stored. */
static bool add_missing(struct sqlite_store *store, struct store_opening opening, struct fault *fault) {
  bool good = run(store, "BEGIN IMMEDIATE", fault) && run(store, added, fault) && run(store, added_for_people, fault);
  for (int i = 0; i < COLUMNS && good; i++) {
    int known = 0;
    good = ask(store, later_columns[i].known, &known, fault) && (known > 0 || run(store, later_columns[i].add, fault));
  }
  if (good && (opening.only_read || run(store, "COMMIT", fault))) return true;
  sqlite3_exec(store->base, "ROLLBACK", NULL, NULL, NULL);
  return false;
}

static bool open_base(struct sqlite_store *store, const char *path, struct store_opening opening, struct fault *fault) {
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;

  /* 1. Create the file, readable by its owner only, because it holds the secrets of running games. SQLite would let a
   * second server write, and the tables in memory of both would then be wrong. So a server locks the file against other
   * servers. */
  store->lock = open(path, (opening.must_exist ? 0 : O_CREAT) | O_RDWR | O_CLOEXEC, 0600);
  if (store->lock < 0) return fault_say(fault, "the database cannot be written: %s", strerror(errno));
  if (flock(store->lock, LOCK_EX | LOCK_NB) != 0) return fault_say(fault, "another server has this database open");

  /* 2. Open it with SQLite. */
  if (!look_at_file(path, fault)) return false;
  if (sqlite3_open_v2(path, &store->base, flags, NULL) != SQLITE_OK) return say(store, fault);
  if (sqlite3_db_readonly(store->base, "main") == 1) return fault_say(fault, "the database cannot be written");

  /* 3. Read its content, and prepare the statements. */
  sqlite3_busy_timeout(store->base, BUSY_MILLISECONDS);
  if ((!opening.only_read && !run(store, settings, fault)) || !read_key(store, opening, fault) ||
      !add_missing(store, opening, fault))
    return false;
  for (int i = 0; i < ALL_STATEMENTS; i++) {
    const char *statement = statement_text(i);
    if (statement == NULL) continue;
    if (sqlite3_prepare_v3(store->base, statement, -1, SQLITE_PREPARE_PERSISTENT, &store->prepared[i], NULL) !=
        SQLITE_OK)
      return say(store, fault);
    if (!store_check_values(sqlite3_column_count(store->prepared[i]), fault) ||
        !store_check_values(sqlite3_bind_parameter_count(store->prepared[i]), fault))
      return false;
  }

  /* 4. Note the identity of its files. */
  store->path = memory_new(strlen(path) + 1);
  memcpy(store->path, path, strlen(path) + 1);
  if (!opening.only_read) {
    store->log = sqlite3_filename_wal(sqlite3_db_filename(store->base, "main"));
    if (!identify(path, &store->file_is) || !identify(store->log, &store->log_is))
      return fault_say(fault, "the database, or its -wal, was removed: %s", strerror(errno));
  }

  /* 5. Start the thread that copies rounds from the log into the file. */
  if (opening.only_read) return true;
  store->checkpointer = checkpointer_open(store->base, path, fault);
  return store->checkpointer != NULL;
}

static void close_store(struct store *opened) {
  struct sqlite_store *store = (struct sqlite_store *)opened;
  checkpointer_close(store->checkpointer);
  for (int i = 0; i < ALL_STATEMENTS; i++) sqlite3_finalize(store->prepared[i]);
  sqlite3_close(
      store->base); /* before the lock: closing a file releases all locks of this process on it, also those of SQLite */
  if (store->lock >= 0) close(store->lock);
  free(store->path);
  free(store);
}

/* ---- Statements ---- */

/* Gives a statement its parameters; `bytes` says whether SQLite copies their bytes. */
static void bind(sqlite3_stmt *statement, const struct store_value *values, int count, sqlite3_destructor_type bytes) {
  for (int i = 0; i < count; i++) {
    const struct store_value *value = &values[i];
    const int length = (int)value->bytes.length;
    if (value->type == VALUE_NUMBER) sqlite3_bind_int64(statement, i + 1, value->number);
    if (value->type == VALUE_TEXT) sqlite3_bind_text(statement, i + 1, value->bytes.bytes, length, bytes);
    if (value->type == VALUE_BYTES) sqlite3_bind_blob(statement, i + 1, value->bytes.bytes, length, bytes);
  }
}

static struct store_value column(sqlite3_stmt *statement, int index) {
  const int type = sqlite3_column_type(statement, index);
  if (type == SQLITE_NULL) return (struct store_value){.type = VALUE_NOTHING};
  if (type == SQLITE_INTEGER)
    return (struct store_value){.type = VALUE_NUMBER, .number = sqlite3_column_int64(statement, index)};
  const char *bytes =
      type == SQLITE_BLOB ? sqlite3_column_blob(statement, index) : (const char *)sqlite3_column_text(statement, index);
  return (struct store_value){.type = type == SQLITE_BLOB ? VALUE_BYTES : VALUE_TEXT,
                              .bytes = {bytes, (size_t)sqlite3_column_bytes(statement, index)}};
}

static bool ask_rows(struct store_rows *rows, enum store_statement name, const struct store_value *values, int count,
                     struct fault *fault) {
  (void)fault;
  rows->source = ((struct sqlite_store *)rows->store)->prepared[name];
  bind(rows->source, values, count, SQLITE_TRANSIENT);
  return true;
}

static bool next_row(struct store_rows *rows) {
  const int result = sqlite3_step(rows->source), columns = sqlite3_column_count(rows->source);
  if (result == SQLITE_DONE) return false;
  rows->failed = result != SQLITE_ROW;
  if (rows->failed) return say((struct sqlite_store *)rows->store, &rows->fault);
  for (int i = 0; i < columns; i++) rows->row[i] = column(rows->source, i);
  return true;
}

static void end_rows(struct store_rows *rows) {
  sqlite3_reset(rows->source);
  sqlite3_clear_bindings(rows->source);
}

/* Runs a statement that returns no rows. */
static bool step(struct sqlite_store *store, int name, const struct store_value *values, int count,
                 struct fault *fault) {
  sqlite3_stmt *statement = store->prepared[name];
  bind(statement, values, count, SQLITE_STATIC);
  const bool done = sqlite3_step(statement) == SQLITE_DONE || say(store, fault);
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  return done;
}

static bool change(struct store *opened, enum store_statement name, const struct store_value *values, int count,
                   struct fault *fault) {
  return step((struct sqlite_store *)opened, (int)name, values, count, fault);
}

/* ---- Rounds ---- */

static bool begin(struct store *opened, struct fault *fault) {
  struct sqlite_store *store = (struct sqlite_store *)opened;
  return checkpointer_bound(store->checkpointer, fault) && step(store, BEGIN, NULL, 0, fault);
}

static bool commit(struct store *opened, struct fault *fault) {
  return step((struct sqlite_store *)opened, COMMIT, NULL, 0, fault);
}

static void roll_back(struct store *opened) {
  struct sqlite_store *store = (struct sqlite_store *)opened;
  struct fault unheard;
  if (sqlite3_get_autocommit(store->base) == 0) step(store, ROLLBACK, NULL, 0, &unheard);
}

/* ---- Beginning ---- */

struct store *store_open_sqlite(const char *path, struct store_opening opening, struct fault *fault) {
  static const struct store_kind kind = {.begin = begin,
                                         .change = change,
                                         .commit = commit,
                                         .roll_back = roll_back,
                                         .ask = ask_rows,
                                         .next = next_row,
                                         .end = end_rows,
                                         .in_place = in_place,
                                         .close = close_store};
  struct sqlite_store *store = memory_new(sizeof *store);
  *store = (struct sqlite_store){.store.kind = &kind, .lock = -1};
  if (open_base(store, path, opening, fault)) return &store->store;
  fault_within(fault, path);
  close_store(&store->store);
  return NULL;
}
