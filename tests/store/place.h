/* Helpers of the store's tests: a new database of either kind, and its test data. */
#ifndef TESTS_STORE_PLACE_H
#define TESTS_STORE_PLACE_H

#include <limits.h>
#include <unistd.h>

#include <libpq-fe.h>
#include <sqlite3.h>

#include "cli/cmocka_base.h"
#include "store/store.h"

/* The place of a database: for SQLite a new folder; for PostgreSQL a database, with the file of its key in that folder.
 */
struct store_folder {
  char folder[64];
  char path[160], key[176]; /* `path`: or the address */
};

static inline int set_up(void **state) {
  struct store_folder *place = memory_new(sizeof *place);
  snprintf(place->folder, sizeof place->folder, "/tmp/store_test.XXXXXX");
  if (mkdtemp(place->folder) == NULL) return -1;
  snprintf(place->path, sizeof place->path, "%s/tables.db", place->folder);
  snprintf(place->key, sizeof place->key, "%s-key", place->path);
  *state = place;
  return 0;
}

/* Runs a statement on a separate connection, and returns the first row's first column. */
static inline void ask_beside(const char *statement, char *found, size_t size) {
  PGconn *opened = PQconnectdb(getenv("TESSERA_POSTGRES"));
  PQclear(PQexec(opened, "SET client_min_messages = error"));
  PGresult *result = PQexec(opened, statement);
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail_msg("%s", PQerrorMessage(opened));
  if (size > 0) snprintf(found, size, "%s", PQgetvalue(result, 0, 0));
  PQclear(result);
  PQfinish(opened);
}

static inline void execute_beside(const char *statement) { ask_beside(statement, NULL, 0); }

static inline int set_up_postgres(void **state) {
  const char *address = getenv("TESSERA_POSTGRES");
  if (address == NULL) {
    print_error("run it by tests/store/with_postgres\n");
    return -1;
  }
  if (set_up(state) != 0) return -1;
  struct store_folder *place = *state;
  snprintf(place->path, sizeof place->path, "%s", address);
  execute_beside("DROP SCHEMA IF EXISTS tessera CASCADE");
  return 0;
}

static inline int tear_down(void **state) {
  static const char *const ends[] = {"", "-wal", "-shm", "-key", "-journal"};
  struct store_folder *place = *state;
  char name[128];
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    snprintf(name, sizeof name, "%s/tables.db%s", place->folder, ends[i]);
    unlink(name);
  }
  const int removed = rmdir(place->folder);
  free(place);
  return removed;
}

static inline struct store *open_store(void **state) {
  struct fault fault = {0};
  const struct store_folder *place = *state;
  struct store *store = store_open(place->path, place->key, &fault);
  if (store == NULL) fail_msg("%s", fault.text);
  return store;
}

static inline void commit(struct store *store) {
  struct fault fault = {0};
  if (!store_commit(store, NULL, 0, &fault)) fail_msg("%s", fault.text);
}

static inline struct store_table add_table_due(struct store *store, const char *id, enum store_state state,
                                               int64_t due) {
  struct store_table table = {.created = 1700000000000, .state = state, .listed = true, .due = due};
  snprintf(table.id, sizeof table.id, "%s", id);
  memset(table.secret, 0xA5, sizeof table.secret);
  assert_true(store_add_table(store, &table));
  return table;
}

static inline struct store_table add_table(struct store *store, const char *id, enum store_state state) {
  return add_table_due(store, id, state, INT64_MAX);
}

static inline void execute(void **state, const char *statement) {
  const struct store_folder *place = *state;
  sqlite3 *base;
  assert_int_equal(sqlite3_open(place->path, &base), SQLITE_OK);
  assert_int_equal(sqlite3_exec(base, statement, NULL, NULL, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_close(base), SQLITE_OK);
}

/* Reads at most `most` entries after number `seq` as add_entries() has written them, and returns the number of the
 * last.
 */
static inline int64_t read_entries(struct store *store, int64_t number, int64_t seq, int most) {
  struct store_rows *rows = store_entries(store, number, seq, most);
  struct fault fault;
  char expected[32];
  for (struct store_entry entry; store_next_entry(rows, &entry);) {
    snprintf(expected, sizeof expected, "{\"seq\":%d}", (int)entry.seq);
    assert_int_equal(entry.seq, ++seq);
    assert_true(span_is(entry.body, expected));
  }
  assert_true(store_close_rows(rows, &fault));
  return seq;
}

static inline int64_t count_entries(struct store *store, int64_t number) {
  return read_entries(store, number, 0, INT_MAX);
}

static inline void add_entries(struct store *store, int64_t number, int64_t first, int64_t last) {
  char body[32];
  for (int64_t seq = first; seq <= last; seq++) {
    snprintf(body, sizeof body, "{\"seq\":%d}", (int)seq);
    const struct store_entry entry = {.seq = seq, .body = span_of(body)};
    store_add_entry(store, number, &entry);
  }
}

/* Reads tables, and returns their ids in a row. */
static inline const char *read_ids(struct store_rows *rows) {
  static char ids[128];
  struct fault fault;
  ids[0] = '\0';
  for (struct store_table table; store_next_table(rows, &table, NULL);) strcat(ids, table.id);
  assert_true(store_close_rows(rows, &fault));
  return ids;
}

/* Reads the due times of the unfinished tables in the order of creation, and returns their number. */
static inline int read_dues(struct store *store, int64_t dues[4]) {
  struct store_rows *rows = store_unfinished(store);
  struct fault fault;
  int count = 0;
  for (struct store_table table; store_next_table(rows, &table, NULL);) dues[count++] = table.due;
  assert_true(store_close_rows(rows, &fault));
  return count;
}

/* Reads the last stored holder of a seat of a table; seat 0: there is none. */
static inline struct store_seat read_seat(struct store *store, int64_t number) {
  struct store_rows *rows = store_seats(store, number);
  struct store_seat seat, last = {0};
  struct fault fault;
  while (store_next_seat(rows, &seat)) {
    assert_true(span_is(seat.name, seat.player == 0 ? "" : "Ann"));
    last = seat;
    last.name = (struct span){0};
  }
  assert_true(store_close_rows(rows, &fault));
  return last;
}

/* Returns the number of the last entry of a table. */
static inline int64_t last_seq(struct store *store, int64_t number) {
  struct store_rows *rows = store_entries(store, number, 0, INT_MAX);
  struct fault fault;
  int64_t seq = 0;
  for (struct store_entry entry; store_next_entry(rows, &entry);) seq = entry.seq;
  assert_true(store_close_rows(rows, &fault));
  return seq;
}

/* A test with a database of one kind, or with each. */
#define SQLITE(name) TEST_WITH(name, set_up, tear_down)
#define POSTGRES(name) TEST_WITH(name, set_up_postgres, tear_down)
#define BOTH(name)                                                                                                     \
  static void name(void **state);                                                                                      \
  static __attribute__((constructor)) void add_##name##_on_postgres(void) {                                            \
    add_test((struct CMUnitTest){#name " on PostgreSQL", name, set_up_postgres, tear_down, NULL});                     \
  }                                                                                                                    \
  TEST_WITH(name, set_up, tear_down)

/* A test of one of these kinds whose database is open; it is closed in the end. */
#define WITH_STORE(kind, name)                                                                                         \
  static void name##_with(struct store *store, void **state);                                                          \
  kind(name) {                                                                                                         \
    struct store *store = open_store(state);                                                                           \
    name##_with(store, state);                                                                                         \
    store_close(store);                                                                                                \
  }                                                                                                                    \
  static void name##_with(struct store *store, __attribute__((unused)) void **state)

#endif
