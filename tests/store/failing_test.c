/*
 * All on which a store depends fails, one after another (tests/store/with_postgres runs this program). The n-th call
 * fails, for n = 1, 2, 3 ... until a run ends without one. After each failure the store has said why, what it
 * acknowledged is there, nothing is left open or in use, and the next run goes on.
 *
 * Of SQLite these are the calls to the disk: open, read, write (half of it is written), truncate, sync, size, lock,
 * delete and the mapping of its log's shared memory; alone, and with all that follow. Of PostgreSQL these are the
 * statements, which are lost with the connection before they arrive, and the answers, after the statement was carried
 * out.
 */
#define _GNU_SOURCE
#include "store/place.h"

#include <dlfcn.h>
#include <sys/socket.h>

#include "base/guard.h"
#include "base/steady_clock.h"

/* ---- A file system between SQLite and the real one ---- */

enum call { OPEN, READ, WRITE, TRUNCATE, SYNC, SIZE, LOCK, DELETE, MAP, CALLS };
static const char *const call_names[] = {"open", "read", "write", "truncate", "sync", "size", "lock", "delete", "map"};
static const int codes[] = {SQLITE_CANTOPEN,       SQLITE_IOERR_READ,   SQLITE_FULL,
                            SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_FSYNC,  SQLITE_IOERR_FSTAT,
                            SQLITE_IOERR_LOCK,     SQLITE_IOERR_DELETE, SQLITE_IOERR_SHMMAP};

static struct {
  sqlite3_vfs own, *real;
  long calls, fails; /* so many were made; this one fails, 0: none */
  bool for_ever;     /* so do all that follow */
  long open_files;
  long failed[CALLS]; /* of all runs */
} disk;

struct failing_file {
  sqlite3_file file;
  sqlite3_file *real;
};

static sqlite3_file *real_of(sqlite3_file *file) { return ((struct failing_file *)file)->real; }

static bool fails(enum call call) {
  const long number = ++disk.calls;
  if (disk.fails == 0 || number < disk.fails || (number > disk.fails && !disk.for_ever)) return false;
  disk.failed[call]++;
  return true;
}

#define OR_FAIL(call, done) (fails(call) ? codes[call] : (done))

static int file_close(sqlite3_file *file) {
  disk.open_files--;
  return real_of(file)->pMethods->xClose(real_of(file));
}

static int file_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 at) {
  return OR_FAIL(READ, real_of(file)->pMethods->xRead(real_of(file), bytes, length, at));
}

static int file_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at) {
  const bool whole = !fails(WRITE);
  const int code = real_of(file)->pMethods->xWrite(real_of(file), bytes, whole ? length : length / 2, at);
  return whole ? code : codes[WRITE];
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  return OR_FAIL(TRUNCATE, real_of(file)->pMethods->xTruncate(real_of(file), size));
}

static int file_sync(sqlite3_file *file, int flags) {
  return OR_FAIL(SYNC, real_of(file)->pMethods->xSync(real_of(file), flags));
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return OR_FAIL(SIZE, real_of(file)->pMethods->xFileSize(real_of(file), size));
}

static int file_lock(sqlite3_file *file, int level) {
  return OR_FAIL(LOCK, real_of(file)->pMethods->xLock(real_of(file), level));
}

static int file_unlock(sqlite3_file *file, int level) { return real_of(file)->pMethods->xUnlock(real_of(file), level); }

static int file_reserved(sqlite3_file *file, int *is) {
  return real_of(file)->pMethods->xCheckReservedLock(real_of(file), is);
}

static int file_control(sqlite3_file *file, int what, void *argument) {
  return real_of(file)->pMethods->xFileControl(real_of(file), what, argument);
}

static int file_sector(sqlite3_file *file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }

static int file_features(sqlite3_file *file) { return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file)); }

static int file_map(sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
  return OR_FAIL(MAP, real_of(file)->pMethods->xShmMap(real_of(file), page, size, extends, memory));
}

static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_map_barrier(sqlite3_file *file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }

static int file_unmap(sqlite3_file *file, int removes) {
  return real_of(file)->pMethods->xShmUnmap(real_of(file), removes);
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened) {
  static const sqlite3_io_methods methods = {
      2,           file_close,    file_read,    file_write,  file_truncate, file_sync, file_size,     file_lock,
      file_unlock, file_reserved, file_control, file_sector, file_features, file_map,  file_map_lock, file_map_barrier,
      file_unmap,  NULL,          NULL};
  struct failing_file *own = (struct failing_file *)file;
  (void)vfs;
  *own = (struct failing_file){.real = (sqlite3_file *)(own + 1)};
  const int code = OR_FAIL(OPEN, disk.real->xOpen(disk.real, name, own->real, flags, opened));
  if (code != SQLITE_OK) return code;
  own->file.pMethods = &methods;
  disk.open_files++;
  return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync) {
  (void)vfs;
  return OR_FAIL(DELETE, disk.real->xDelete(disk.real, name, sync));
}

static int put_between(void **state) {
  (void)state;
  disk.real = sqlite3_vfs_find(NULL);
  disk.own = *disk.real;
  disk.own.zName = "failing";
  disk.own.szOsFile += (int)sizeof(struct failing_file);
  disk.own.xOpen = open_file;
  disk.own.xDelete = delete_file;
  return sqlite3_vfs_register(&disk.own, 1);
}

static int take_away(void **state) {
  (void)state;
  return sqlite3_vfs_unregister(&disk.own);
}

/* ---- Between the store and libpq ---- */

static struct {
  long sent, loses_statement; /* so many statements were sent; this one is lost, 0: none */
  long heard, loses_answer;   /* so many answers came, as far as they came together; this one is lost, 0: none */
} way;

/* The function of libpq of the same name. */
static void *of_libpq(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  assert_non_null(found);
  return found;
}

static void lose_statement(const PGconn *connection) {
  if (++way.sent == way.loses_statement) shutdown(PQsocket(connection), SHUT_RDWR);
}

int PQsendQuery(PGconn *connection, const char *query) {
  int (*real)(PGconn *, const char *);
  *(void **)&real = of_libpq("PQsendQuery");
  lose_statement(connection);
  return real(connection, query);
}

int PQsendPrepare(PGconn *connection, const char *name, const char *query, int count, const Oid *types) {
  int (*real)(PGconn *, const char *, const char *, int, const Oid *);
  *(void **)&real = of_libpq("PQsendPrepare");
  lose_statement(connection);
  return real(connection, name, query, count, types);
}

int PQsendQueryPrepared(PGconn *connection, const char *name, int count, const char *const *values, const int *lengths,
                        const int *formats, int format) {
  int (*real)(PGconn *, const char *, int, const char *const *, const int *, const int *, int);
  *(void **)&real = of_libpq("PQsendQueryPrepared");
  lose_statement(connection);
  return real(connection, name, count, values, lengths, formats, format);
}

int PQsendQueryParams(PGconn *connection, const char *query, int count, const Oid *types, const char *const *values,
                      const int *lengths, const int *formats, int format) {
  int (*real)(PGconn *, const char *, int, const Oid *, const char *const *, const int *, const int *, int);
  *(void **)&real = of_libpq("PQsendQueryParams");
  lose_statement(connection);
  return real(connection, query, count, types, values, lengths, formats, format);
}

/* What came is thrown away. */
int PQconsumeInput(PGconn *connection) {
  int (*real)(PGconn *);
  char bytes[4096];
  *(void **)&real = of_libpq("PQconsumeInput");
  if (++way.heard != way.loses_answer) return real(connection);
  while (recv(PQsocket(connection), bytes, sizeof bytes, MSG_DONTWAIT) > 0) continue;
  shutdown(PQsocket(connection), SHUT_RDWR);
  return real(connection);
}

/* ---- Runs ---- */

enum { ROUNDS = 4, EACH = 3 };

/* How many entries are stored; -1: the database does not say. */
static int64_t stored(struct store *store, int64_t number) {
  struct store_rows *rows = store_entries(store, number, 0, INT_MAX);
  int64_t count = 0;
  struct fault fault = {0};
  for (struct store_entry entry; store_next_entry(rows, &entry);) count = entry.seq;
  if (store_close_rows(rows, &fault)) return count;
  assert_true(fault.text[0] != '\0');
  return -1;
}

/* Returns the number of the last unfinished table; 0: there is none. */
static int64_t last_number(struct store *store) {
  struct store_rows *rows = store_unfinished(store);
  int64_t number = 0;
  struct fault fault;
  for (struct store_table table; store_next_table(rows, &table, NULL);) number = table.number;
  assert_true(store_close_rows(rows, &fault));
  return number;
}

/* The number of the table; 0: there is none, -1: the database does not say. */
static int64_t find_table(struct store *store) {
  struct store_table table = {.number = 0};
  struct fault fault = {0};
  const enum store_found found = store_find(store, span_of("A"), &table, &fault);
  if (found == STORE_FAILED) assert_true(fault.text[0] != '\0');
  return found == STORE_FOUND ? table.number : found == STORE_MISSING ? 0 : -1;
}

/* Opens the store, stores a few rounds and closes it. Raises `*acknowledged` to the last entry of a round that the
 * store says it has stored. False: something failed. */
static bool run(const struct store_folder *place, int64_t *acknowledged) {
  struct fault fault = {0};
  bool good = true;
  struct store *store = store_open(place->path, place->key, &fault);
  if (store == NULL) {
    assert_true(fault.text[0] != '\0');
    return false;
  }
  for (int round = 0; round < ROUNDS; round++) {
    int64_t number = find_table(store);
    const int64_t count = number > 0 ? stored(store, number) : number;
    if (number < 0 || count < 0) {
      good = false;
      continue;
    }
    assert_true(count >= *acknowledged);
    struct store_table table = {.created = 1700000000000, .state = STORE_PLAYING, .listed = true, .id = "A"};
    if (number == 0 && store_add_table(store, &table)) number = table.number;
    if (number > 0) add_entries(store, number, count + 1, count + EACH);
    fault.text[0] = '\0';
    const bool committed = store_commit(store, NULL, 0, &fault);
    assert_true(committed || fault.text[0] != '\0');
    if (committed && number > 0)
      *acknowledged = count + EACH;
    else
      good = false;
  }
  store_close(store);
  return good;
}

/* In memory where there is such a folder: nothing here has to outlive the machine. */
static const char *memory_folder(void) { return access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"; }

/* Fails the n-th call of a run on a new or an old database. False: the run had no n-th call. */
static bool fail_call(long n, bool for_ever, bool old) {
  int64_t acknowledged = 0;
  struct store_folder *place = memory_new(sizeof *place);
  void *state = place;
  snprintf(place->folder, sizeof place->folder, "%s/store_test.XXXXXX", memory_folder());
  assert_non_null(mkdtemp(place->folder));
  snprintf(place->path, sizeof place->path, "%s/tables.db", place->folder);
  snprintf(place->key, sizeof place->key, "%s-key", place->path);
  disk.fails = 0;
  if (old) assert_true(run(place, &acknowledged));
  const sqlite3_int64 memory = sqlite3_memory_used();
  disk.calls = 0, disk.fails = n, disk.for_ever = for_ever;
  run(place, &acknowledged);
  const bool failed = disk.calls >= n;
  disk.fails = 0;
  assert_int_equal(disk.open_files, 0);
  assert_true(sqlite3_memory_used() <= memory + (old ? 0 : 4096));
  if (!run(place, &acknowledged)) fail_msg("call %ld: the run after it fails", n);
  assert_int_equal(disk.open_files, 0);
  struct store *store = open_store(&state);
  assert_true(count_entries(store, last_number(store)) >= acknowledged); /* and there is no gap */
  store_close(store);
  assert_int_equal(tear_down(&state), 0);
  return failed;
}

/* Opens the store again when the database has noticed that the connection before is gone, and runs. */
static void run_when_free(const struct store_folder *place, int64_t *acknowledged) {
  const int64_t end = steady_milliseconds() + 120000;
  while (!run(place, acknowledged))
    if (steady_milliseconds() > end) fail_msg("the run after it fails");
}

/* Loses the n-th statement or answer of a run. False: the run had no n-th one. */
static bool lose_one(void **state, long n, bool statement) {
  const struct store_folder *place = *state;
  int64_t acknowledged = 0;
  execute_beside("DROP SCHEMA IF EXISTS tessera CASCADE");
  way.sent = way.heard = 0;
  *(statement ? &way.loses_statement : &way.loses_answer) = n;
  const bool good = run(place, &acknowledged);
  const bool lost = (statement ? way.sent : way.heard) >= n;
  way.loses_statement = way.loses_answer = 0;
  assert_true(good || lost);
  run_when_free(place, &acknowledged);
  struct store *store = open_store(state);
  assert_true(count_entries(store, last_number(store)) >= acknowledged); /* and there is no gap */
  store_close(store);
  return lost;
}

POSTGRES(every_statement_and_answer_is_lost) {
  for (int kind = 0; kind < 2; kind++) {
    long n = 1;
    while (lose_one(state, n, kind == 0)) n++;
    printf("%s lost: %ld\n", kind == 0 ? "statements" : "answers", n - 1);
    assert_true(n > 10);
  }
}

TEST_WITH(every_call_to_the_disk_fails, put_between, take_away) {
  for (int kind = 0; kind < 4; kind++) {
    long n = 1;
    while (fail_call(n, (kind & 1) != 0, (kind & 2) != 0)) n++;
    printf("%s database, %s: %ld calls failed\n", (kind & 2) != 0 ? "old" : "new",
           (kind & 1) != 0 ? "for ever" : "once", n - 1);
  }
  for (int i = 0; i < CALLS; i++) {
    printf("%s: %ld\n", call_names[i], disk.failed[i]);
    assert_true(disk.failed[i] > 0);
  }
}

RUN_TESTS(NULL, NULL)
