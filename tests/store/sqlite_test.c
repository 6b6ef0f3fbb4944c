/* The database of a single server in a file: failures, refused files, and access rights. */
#define _GNU_SOURCE
#include "store/place.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static int count_files(const char *folder) {
  int count = 0;
  DIR *opened = opendir(folder);
  assert_non_null(opened);
  for (const struct dirent *file; (file = readdir(opened)) != NULL;) count += file->d_name[0] != '.';
  closedir(opened);
  return count;
}

static void refuses(void **state, const char *statement, const char *expected) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  execute(state, statement);
  assert_null(store_open(place->path, place->key, &fault));
  if (strstr(fault.text, expected) == NULL) fail_msg("%s", fault.text);
}

/* A database from before due times were stored gets them: later than all others, and earlier for tables with more
 * recent entries. It keeps its content, also what an older program has added. */
SQLITE(a_database_without_dues_gets_them) {
  struct store *store = open_store(state);
  int64_t dues[4];
  const struct store_table first = add_table(store, "A", STORE_PLAYING);
  const struct store_table second = add_table(store, "B", STORE_WAITING);
  add_table(store, "C", STORE_PLAYING);
  const struct store_entry early = {.seq = 1, .body = span_of("{\"at\":1700000000000}")};
  const struct store_entry late = {.seq = 1, .body = span_of("{\"at\":1700000000005}")};
  store_add_entry(store, first.number, &early);
  store_add_entry(store, second.number, &late);
  commit(store);
  store_close(store);
  execute(state, "ALTER TABLE tables DROP COLUMN due");
  store = open_store(state);
  store_close(store);
  execute(state, "INSERT INTO tables (id, created, secret, state, listed) VALUES ('D', 1, zeroblob(32), 1, 0)");
  store = open_store(state);
  assert_int_equal(read_dues(store, dues), 4);
  assert_true(dues[1] == dues[0] - 5 && dues[1] > INT64_MAX / 4);
  assert_true(dues[2] > dues[0] && dues[3] > dues[2]);
  store_close(store);
}

SQLITE(only_its_owner_reads_the_database) {
  const struct store_folder *place = *state;
  struct store *store = open_store(state);
  struct stat status;
  char log[176];
  add_table(store, "ABCDEFGHIJKLMNOP", STORE_WAITING);
  commit(store);
  snprintf(log, sizeof log, "%s-wal", place->path);
  assert_int_equal(stat(place->path, &status), 0);
  assert_int_equal(status.st_mode & 0777, 0600);
  assert_int_equal(stat(log, &status), 0);
  assert_int_equal(status.st_mode & 0777, 0600);
  store_close(store);
}

enum { MEBIBYTE = 1 << 20, LOG_MOST = 136 * MEBIBYTE }; /* maximum size of SQLite's log without other readers */

/* Stores an entry of 1 MiB in a round. */
static bool store_mebibyte(struct store *store, int64_t number, int64_t seq, struct fault *fault) {
  char *body = memory_new(MEBIBYTE);
  memset(body, 'x', MEBIBYTE);
  store_add_entry(store, number, &(struct store_entry){.seq = seq, .body = {body, MEBIBYTE}});
  const bool stored = store_commit(store, NULL, 0, fault);
  free(body);
  return stored;
}

static off_t length_of_log(void **state) {
  const struct store_folder *place = *state;
  struct stat status;
  char log[176];
  snprintf(log, sizeof log, "%s-wal", place->path);
  assert_int_equal(stat(log, &status), 0);
  return status.st_size;
}

/* Stores entries of 1 MiB, one in each round; returns the largest size of SQLite's log. */
static off_t longest_log(void **state, struct store *store, int64_t number, int64_t first, int64_t last) {
  struct fault fault = {0};
  off_t longest = 0;
  for (int64_t seq = first; seq <= last; seq++) {
    if (!store_mebibyte(store, number, seq, &fault)) fail_msg("%s", fault.text);
    if (length_of_log(state) > longest) longest = length_of_log(state);
  }
  return longest;
}

SQLITE(the_log_begins_anew) {
  enum { ROUNDS = 160 };
  const struct store_folder *place = *state;
  struct store *store = open_store(state);
  char log[176];
  struct stat status;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  commit(store);
  assert_in_range(longest_log(state, store, table.number, 1, ROUNDS), MEBIBYTE, LOG_MOST);
  store_close(store);
  snprintf(log, sizeof log, "%s-wal", place->path);
  assert_int_not_equal(stat(log, &status), 0); /* all of it is in the file */
  assert_int_equal(stat(place->path, &status), 0);
  assert_true(status.st_size > (off_t)ROUNDS * MEBIBYTE);
}

/* While another process reads an older state, as a backup does, rounds are still stored, but only in the log. After
 * that the log is copied into the file and restarted. */
SQLITE(rounds_go_on_while_somebody_else_reads) {
  enum { ROUNDS = 160 };
  const struct store_folder *place = *state;
  struct store *store = open_store(state);
  struct stat status;
  sqlite3 *other;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  commit(store);
  assert_int_equal(sqlite3_open(place->path, &other), SQLITE_OK);
  assert_int_equal(sqlite3_exec(other, "BEGIN; SELECT count(*) FROM tables", NULL, NULL, NULL), SQLITE_OK);
  assert_true(longest_log(state, store, table.number, 1, ROUNDS) > LOG_MOST);
  assert_int_equal(stat(place->path, &status), 0);
  assert_true(status.st_size < (off_t)ROUNDS / 2 * MEBIBYTE);
  assert_int_equal(sqlite3_close(other), SQLITE_OK);
  longest_log(state, store, table.number, ROUNDS + 1, ROUNDS + 2);
  assert_true(length_of_log(state) <= LOG_MOST);
  store_close(store);
}

/* A key file of any other length is refused, and no database is created. */
SQLITE(a_broken_key_file_is_refused) {
  const struct store_folder *place = *state;
  static const size_t lengths[] = {0, 1, STORE_SECRET - 1, STORE_SECRET + 1};
  static const char bytes[STORE_SECRET + 1] = "";
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
    struct fault fault = {0};
    FILE *file = fopen(place->key, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, lengths[i], file), lengths[i]);
    assert_int_equal(fclose(file), 0);
    assert_null(store_open(place->path, place->key, &fault));
    assert_non_null(strstr(fault.text, "the key file is broken: expected 32 bytes"));
    assert_int_equal(count_files(place->folder), 1);
  }
}

/* If the database is refused, no key file is left. */
SQLITE(a_start_that_is_refused_makes_no_key_file) {
  const struct store_folder *place = *state;
  refuses(state, "PRAGMA user_version = 9", "not one of tessera serve");
  assert_int_equal(access(place->key, F_OK), -1);
}

/* Adds entries in rounds of 50 until a round is refused; returns the number of committed entries. */
static int64_t fill(struct store *store, int64_t number, struct fault *fault) {
  for (int64_t last = 0; last < 1000000; last += 50) {
    add_entries(store, number, last + 1, last + 50);
    if (!store_commit(store, NULL, 0, fault)) return last;
  }
  fail_msg("the disk was never full");
  return 0;
}

SQLITE(a_full_disk_loses_nothing) {
  struct rlimit before, small;
  struct fault fault = {0};
  struct store *store = open_store(state);
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  commit(store);
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  small = (struct rlimit){1000000, before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  const int64_t stored = fill(store, table.number, &fault);
  assert_true(stored > 0);
  assert_true(fault.text[0] != 0);
  assert_int_equal(count_entries(store, table.number), stored);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  add_entries(store, table.number, stored + 1, stored + 7);
  commit(store);
  store_close(store);
  store = open_store(state);
  assert_int_equal(count_entries(store, table.number), stored + 7);
  store_close(store);
}

/* If the log can be written but not copied into the file, rounds are stored until the log has its maximum size, and
 * then refused with the reason; they continue when the file can be written again. */
SQLITE(a_log_that_cannot_be_taken_in_refuses_rounds) {
  enum { ROUNDS = 160 };
  struct store *store = open_store(state);
  struct fault fault = {0};
  struct rlimit before, small;
  int64_t seq = ROUNDS;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  commit(store);
  longest_log(state, store, table.number, 1, ROUNDS);
  store_close(store); /* the file has all of it, and the log is gone */
  store = open_store(state);

  /* The file is larger than the process may now write, but the log is not. */
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  small = (struct rlimit){(ROUNDS - 5) * (rlim_t)MEBIBYTE, before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  while (store_mebibyte(store, table.number, seq + 1, &fault)) seq++;
  assert_non_null(strstr(fault.text, "its log cannot be taken into its file"));
  assert_in_range(length_of_log(state), 60 * MEBIBYTE, LOG_MOST);
  assert_false(store_mebibyte(store, table.number, seq + 1, &fault));

  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_true(store_mebibyte(store, table.number, seq + 1, &fault));
  store_close(store);
  store = open_store(state);
  assert_int_equal(last_seq(store, table.number), seq + 1);
  store_close(store);
}

SQLITE(a_database_that_is_locked_says_so) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  struct store *store = open_store(state);
  sqlite3 *other;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  commit(store);
  assert_int_equal(sqlite3_open(place->path, &other), SQLITE_OK);
  assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
  add_entries(store, table.number, 1, 3);
  assert_false(store_commit(store, NULL, 0, &fault));
  assert_string_equal(fault.text, "database: database is locked");
  assert_int_equal(sqlite3_close(other), SQLITE_OK);
  assert_int_equal(count_entries(store, table.number), 0);
  add_entries(store, table.number, 1, 3);
  commit(store);
  store_close(store);
}

SQLITE(a_second_server_is_refused) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  struct store *store = open_store(state);
  assert_null(store_open(place->path, place->key, &fault));
  assert_non_null(strstr(fault.text, "another server has this database open"));

  /* Other files in the folder do not matter; delete all that SQLite does not have open. */
  DIR *folder = opendir(place->folder);
  for (struct dirent *file; (file = readdir(folder)) != NULL;)
    if (strstr(file->d_name, "lock") != NULL || strstr(file->d_name, "key") != NULL)
      assert_int_equal(unlinkat(dirfd(folder), file->d_name, 0), 0);
  closedir(folder);
  assert_null(store_open(place->path, place->key, &fault));
  assert_non_null(strstr(fault.text, "another server has this database open"));
  store_close(store);
}

/* Opens the database as a user who may only read it; exit code 0 if it was refused with a clear message. */
static int open_as_reader(const struct store_folder *place) {
  struct fault fault = {0};
  if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) return 2;
  if (store_open(place->path, place->key, &fault) != NULL) return 3;
  return strstr(fault.text, "cannot be written") != NULL ? 0 : 4;
}

SQLITE(a_database_that_cannot_be_written_is_refused) {
  const struct store_folder *place = *state;
  int status;
  store_close(open_store(state));
  assert_int_equal(chmod(place->path, 0444) | chmod(place->key, 0444) | chmod(place->folder, 0755), 0);
  const pid_t child = fork();
  if (child == 0) _exit(open_as_reader(place));
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(chmod(place->folder, 0700), 0);
  assert_int_equal(status, 0);
}

SQLITE(a_newer_database_is_refused) {
  store_close(open_store(state));
  refuses(state, "PRAGMA user_version = 2", "has version 2, this program knows version 1");
}

/* Neither a server nor a copy changes a byte of a foreign file or leaves a file next to it, whatever the file claims to
 * be. */
static struct text bytes_of(const char *path) {
  struct text text = {0};
  char part[4096];
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  for (size_t size; (size = fread(part, 1, sizeof part, file)) > 0;) text_add(&text, part, size);
  fclose(file);
  return text;
}

SQLITE(somebody_elses_database_is_refused) {
  static const char *const cases[] = {
      "CREATE TABLE recipes (name TEXT)", "PRAGMA user_version = 1",   "PRAGMA application_id = 7",
      "PRAGMA user_version = 5",          "PRAGMA journal_mode = WAL", "PRAGMA user_version = 0",
  };
  const struct store_folder *place = *state;
  struct fault fault = {0};
  struct store_copied copied;
  char target[176];
  snprintf(target, sizeof target, "%s/copy.db", place->folder);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct text before = {0}, after = {0};
    execute(state, cases[i]);
    before = bytes_of(place->path);
    refuses(state, "", "not one of tessera serve");
    assert_false(store_copy(place->path, target, &copied, &fault));
    after = bytes_of(place->path);
    assert_int_equal(before.length, after.length);
    assert_memory_equal(before.bytes, after.bytes, before.length);
    assert_int_equal(count_files(place->folder), 1);
    text_free(&before);
    text_free(&after);
  }
}

/* Copying from a database does not change it: one that SQLite copied, and one that lacks the newest columns. */
SQLITE(what_is_copied_from_is_not_changed) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  struct store_copied copied;
  struct text before = {0}, after = {0};
  char target[176];
  snprintf(target, sizeof target, "%s/copy.db", place->folder);
  struct store *store = open_store(state);
  add_table(store, "A", STORE_PLAYING);
  commit(store);
  store_close(store);
  execute(state, "PRAGMA journal_mode = DELETE; ALTER TABLE tables DROP COLUMN due; DROP TABLE notices");
  before = bytes_of(place->path);
  if (!store_copy(place->path, target, &copied, &fault)) fail_msg("%s", fault.text);
  assert_int_equal(copied.tables, 1);
  after = bytes_of(place->path);
  assert_int_equal(before.length, after.length);
  assert_memory_equal(before.bytes, after.bytes, before.length);
  text_free(&before);
  text_free(&after);
  assert_int_equal(unlink(target), 0);
}

/* A path may contain characters with a special meaning in a URI. */
SQLITE(a_path_may_have_any_sign) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  char path[176];
  snprintf(path, sizeof path, "%s/a%%41?b#c &.db", place->folder);
  for (int i = 0; i < 2; i++) {
    struct store *store = store_open(path, place->key, &fault);
    if (store == NULL) fail_msg("%s", fault.text);
    store_close(store);
  }
  assert_int_equal(unlink(path), 0);
  assert_int_equal(count_files(place->folder), 1); /* the key */
}

SQLITE(a_file_that_is_no_database_is_refused) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  FILE *file = fopen(place->path, "w");
  assert_non_null(file);
  for (int i = 0; i < 2000; i++) fputs("no database", file);
  assert_int_equal(fclose(file), 0);
  assert_null(store_open(place->path, place->key, &fault));
  assert_non_null(strstr(fault.text, "not a database"));
}

RUN_TESTS(NULL, NULL)
