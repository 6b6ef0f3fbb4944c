/*
 * The database of a server: what was committed is there, what was not has left no trace, whatever fails. What every
 * kind of database must do is tested with SQLite and with PostgreSQL, for which tests/store/with_postgres runs this
 * program.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <limits.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <libpq-fe.h>
#include <sqlite3.h>

#include "cli/files.h"
#include "store/place.h"

static int count_files(const char *folder) {
  int count = 0;
  DIR *opened = opendir(folder);
  assert_non_null(opened);
  for (const struct dirent *file; (file = readdir(opened)) != NULL;) count += file->d_name[0] != '.';
  closedir(opened);
  return count;
}

static bool count_entry(void *context, const struct store_entry *entry) {
  int64_t *count = context;
  char expected[32];
  snprintf(expected, sizeof expected, "{\"seq\":%d}", (int)entry->seq);
  assert_int_equal(entry->seq, *count + 1);
  assert_true(span_is(entry->body, expected));
  ++*count;
  return true;
}

static int64_t count_entries(struct store *store, int64_t number) {
  struct fault fault;
  int64_t count = 0;
  assert_true(store_each_entry(store, number, 0, INT_MAX, count_entry, &count, &fault));
  return count;
}

static bool take_seq(void *context, const struct store_entry *entry) {
  *(int64_t *)context = entry->seq;
  return true;
}

static int64_t last_seq(struct store *store, int64_t number) {
  struct fault fault;
  int64_t seq = 0;
  assert_true(store_each_entry(store, number, 0, INT_MAX, take_seq, &seq, &fault));
  return seq;
}

static void add_entries(struct store *store, int64_t number, int64_t first, int64_t last) {
  char body[32];
  for (int64_t seq = first; seq <= last; seq++) {
    snprintf(body, sizeof body, "{\"seq\":%d}", (int)seq);
    const struct store_entry entry = {.seq = seq, .body = span_of(body)};
    store_add_entry(store, number, &entry);
  }
}

/* ---- what is stored ---- */

static void a_log_is_read_in_pieces(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  int64_t count = 0;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  add_entries(store, table.number, 1, 20);
  commit(store);
  for (int64_t read = 8; read <= 24; read += 8) {
    assert_true(store_each_entry(store, table.number, count, 8, count_entry, &count, &fault));
    assert_int_equal(count, read < 20 ? read : 20);
  }
  store_close(store);
}

static void a_table_is_found_again_after_closing(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_WAITING), found;
  add_entries(store, table.number, 1, 20);
  commit(store);
  store_close(store);
  store = open_store(state);
  assert_int_equal(store_find(store, span_of("ABCDEFGHIJKLMNOP"), &found, &fault), STORE_FOUND);
  assert_memory_equal(found.secret, table.secret, sizeof found.secret);
  assert_int_equal(found.number, table.number);
  assert_int_equal(found.created, 1700000000000);
  assert_true(found.listed);
  assert_int_equal(count_entries(store, found.number), 20);
  assert_int_equal(store_find(store, span_of("ABCDEFGHIJKLMNOQ"), &found, &fault), STORE_MISSING);
  store_close(store);
}

static bool keep_seat(void *context, const struct store_seat *seat) {
  struct store_seat *kept = context;
  *kept = *seat;
  return true;
}

static void a_seat_is_replaced_and_dropped(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_WAITING);
  struct store_seat seat = {.seat = 2, .token = {1}, .recovery = {2}}, kept = {0};
  store_put_seat(store, table.number, &seat);
  seat.token[0] = 9;
  store_put_seat(store, table.number, &seat);
  commit(store);
  assert_true(store_each_seat(store, table.number, keep_seat, &kept, &fault));
  assert_int_equal(kept.seat, 2);
  assert_true(kept.player == 0 && kept.name.length == 0);
  assert_memory_equal(kept.token, seat.token, sizeof seat.token);
  assert_memory_equal(kept.recovery, seat.recovery, sizeof seat.recovery);
  store_drop_seat(store, table.number, 2);
  commit(store);
  kept = (struct store_seat){0};
  assert_true(store_each_seat(store, table.number, keep_seat, &kept, &fault));
  assert_int_equal(kept.seat, 0);
  store_close(store);
}

static bool check_request(void *context, const struct store_entry *entry) {
  (void)context;
  const bool asked = entry->seq == 2;
  assert_int_equal(entry->request.bytes != NULL, asked);
  if (asked) assert_true(span_is(entry->request, "0123456789"));
  assert_int_equal(entry->seat, asked ? 3 : 0);
  assert_true(entry->print == (asked ? 1234567890123456789 : 0));
  return true;
}

static void a_request_is_kept_with_its_last_entry(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  const struct store_entry entry = {2, span_of("{\"seq\":2}"), 3, span_of("0123456789"), 1234567890123456789};
  add_entries(store, table.number, 1, 1);
  store_add_entry(store, table.number, &entry);
  commit(store);
  assert_true(store_each_entry(store, table.number, 0, INT_MAX, check_request, NULL, &fault));
  store_close(store);
}

static bool collect_ids(void *context, const struct store_table *table) {
  strcat(context, table->id);
  return true;
}

static void unfinished_tables_are_listed_in_their_order(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  char ids[128] = "";
  add_table(store, "B", STORE_PLAYING);
  const struct store_table ended = add_table(store, "A", STORE_WAITING);
  add_table(store, "D", STORE_FINISHED);
  add_table(store, "C", STORE_WAITING);
  store_set_state(store, ended.number, STORE_FINISHED);
  commit(store);
  assert_true(store_each_unfinished(store, collect_ids, ids, &fault));
  assert_string_equal(ids, "BC");
  store_close(store);
}

/* The dues of the tables in the order of creation. */
static bool collect_dues(void *context, const struct store_table *table) {
  int64_t **next = context;
  *(*next)++ = table->due;
  return true;
}

static void when_a_table_is_due_is_stored(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  int64_t dues[2] = {0}, *next = dues;
  add_table(store, "A", STORE_PLAYING);
  add_table_due(store, "B", STORE_PLAYING, 1700000000001);
  commit(store);
  store_close(store);
  store = open_store(state);
  assert_true(store_each_unfinished(store, collect_dues, &next, &fault));
  assert_true(dues[0] == INT64_MAX && dues[1] == 1700000000001);
  store_close(store);
}

static void refuses(void **state, const char *statement, const char *expected) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  execute(state, statement);
  assert_null(store_open(place->path, place->key, &fault));
  if (strstr(fault.text, expected) == NULL) fail_msg("%s", fault.text);
}

/* A database that was made before it was stored when tables are due: later than all others, and sooner where something
 * happened later. It keeps what is in it, also what a program has added that does not know of it. */
static void a_database_without_dues_gets_them(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  int64_t dues[4] = {0}, *next = dues;
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
  assert_true(store_each_unfinished(store, collect_dues, &next, &fault));
  assert_true(next == dues + 4);
  assert_true(dues[1] == dues[0] - 5 && dues[1] > INT64_MAX / 4);
  assert_true(dues[2] > dues[0] && dues[3] > dues[2]);
  store_close(store);
}

static void only_its_owner_reads_the_database(void **state) {
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

enum { MEBIBYTE = 1 << 20, LOG_MOST = 136 * MEBIBYTE }; /* of SQLite's log while nobody else reads */

/* One round, which stores an entry of a MiB. */
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

/* Stores the entries, a MiB and a round each: how long SQLite's log was at most. */
static off_t longest_log(void **state, struct store *store, int64_t number, int64_t first, int64_t last) {
  struct fault fault = {0};
  off_t longest = 0;
  for (int64_t seq = first; seq <= last; seq++) {
    if (!store_mebibyte(store, number, seq, &fault)) fail_msg("%s", fault.text);
    if (length_of_log(state) > longest) longest = length_of_log(state);
  }
  return longest;
}

static void the_log_begins_anew(void **state) {
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

/* While somebody else reads an older state, as a backup does, rounds are stored all the same, and what they store is
 * in the log alone. Once that is over the log is taken in and begins anew. */
static void rounds_go_on_while_somebody_else_reads(void **state) {
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

static void the_key_stays(void **state) {
  struct store *store = open_store(state);
  uint8_t key[STORE_SECRET];
  static const uint8_t nothing[STORE_SECRET] = {0};
  memcpy(key, store_key(store), sizeof key);
  assert_memory_not_equal(key, nothing, sizeof key);
  store_close(store);
  store = open_store(state);
  assert_memory_equal(key, store_key(store), sizeof key);
  store_close(store);
}

/* ---- what fails ---- */

/* Of a file of any other length nothing is taken, and no database is made. */
static void a_broken_key_file_is_refused(void **state) {
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

/* Where the database is refused, nothing is left that looks like the file of its key. */
static void a_start_that_is_refused_makes_no_key_file(void **state) {
  const struct store_folder *place = *state;
  refuses(state, "PRAGMA user_version = 9", "not one of tessera serve");
  assert_int_equal(access(place->key, F_OK), -1);
}

static void a_round_that_fails_leaves_no_trace(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  add_entries(store, table.number, 1, 5);
  commit(store);
  add_entries(store, table.number, 6, 9);
  add_entries(store, table.number, 3, 3); /* it is there already */
  add_entries(store, table.number, 10, 12);
  assert_true(store_pending(store));
  assert_false(store_commit(store, NULL, 0, &fault));
  if (strstr(fault.text, "UNIQUE") == NULL && strstr(fault.text, "unique constraint") == NULL)
    fail_msg("%s", fault.text);
  assert_false(store_pending(store));
  assert_int_equal(count_entries(store, table.number), 5);
  add_entries(store, table.number, 6, 6);
  commit(store);
  assert_int_equal(count_entries(store, table.number), 6);
  store_close(store);
}

static void what_was_not_committed_is_gone(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  struct store_table found;
  add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  store_close(store);
  store = open_store(state);
  assert_int_equal(store_find(store, span_of("ABCDEFGHIJKLMNOP"), &found, &fault), STORE_MISSING);
  store_close(store);
}

/* Adds entries in rounds of 50 until one is refused: how many were committed. */
static int64_t fill(struct store *store, int64_t number, struct fault *fault) {
  for (int64_t last = 0; last < 1000000; last += 50) {
    add_entries(store, number, last + 1, last + 50);
    if (!store_commit(store, NULL, 0, fault)) return last;
  }
  fail_msg("the disk was never full");
  return 0;
}

static void a_full_disk_loses_nothing(void **state) {
  struct rlimit before, small;
  struct fault fault = {0};
  struct store *store = open_store(state);
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  commit(store);
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  small = (struct rlimit){200000, before.rlim_max};
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

/* A log that can be written but not taken into the file: rounds are stored until it has its length, are refused from
 * there on with the reason, and go on when the file can be written again. */
static void a_log_that_cannot_be_taken_in_refuses_rounds(void **state) {
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

  /* The file is longer than a file may be now, and the log is not. */
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

static void a_database_that_is_locked_says_so(void **state) {
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

static void a_second_server_is_refused(void **state) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  struct store *store = open_store(state);
  assert_null(store_open(place->path, place->key, &fault));
  assert_non_null(strstr(fault.text, "another server has this database open"));

  /* What lies beside it does not count: all of it but what SQLite itself has open. */
  DIR *folder = opendir(place->folder);
  for (struct dirent *file; (file = readdir(folder)) != NULL;)
    if (strstr(file->d_name, "lock") != NULL || strstr(file->d_name, "key") != NULL)
      assert_int_equal(unlinkat(dirfd(folder), file->d_name, 0), 0);
  closedir(folder);
  assert_null(store_open(place->path, place->key, &fault));
  assert_non_null(strstr(fault.text, "another server has this database open"));
  store_close(store);
}

/* Opens the database as somebody who may only read it: exit code 0 if it was refused with a clear text. */
static int open_as_reader(const struct store_folder *place) {
  struct fault fault = {0};
  if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) return 2;
  if (store_open(place->path, place->key, &fault) != NULL) return 3;
  return strstr(fault.text, "cannot be written") != NULL ? 0 : 4;
}

static void a_database_that_cannot_be_written_is_refused(void **state) {
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

static void a_newer_database_is_refused(void **state) {
  store_close(open_store(state));
  refuses(state, "PRAGMA user_version = 2", "has version 2, this program knows version 1");
}

/* Neither a server nor a copy changes a byte of it, or leaves a file beside it, whatever it says of itself. */
static void somebody_elses_database_is_refused(void **state) {
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
    assert_true(file_read(place->path, &before, &fault));
    refuses(state, "", "not one of tessera serve");
    assert_false(store_copy(place->path, target, &copied, &fault));
    assert_true(file_read(place->path, &after, &fault));
    assert_int_equal(before.length, after.length);
    assert_memory_equal(before.bytes, after.bytes, before.length);
    assert_int_equal(count_files(place->folder), 1);
    text_free(&before);
    text_free(&after);
  }
}

/* A database of ours that is copied from stays as it is: a copy that SQLite made, and one that lacks what is new. */
static void what_is_copied_from_is_not_changed(void **state) {
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
  assert_true(file_read(place->path, &before, &fault));
  if (!store_copy(place->path, target, &copied, &fault)) fail_msg("%s", fault.text);
  assert_int_equal(copied.tables, 1);
  assert_true(file_read(place->path, &after, &fault));
  assert_int_equal(before.length, after.length);
  assert_memory_equal(before.bytes, after.bytes, before.length);
  text_free(&before);
  text_free(&after);
  assert_int_equal(unlink(target), 0);
}

/* What stands for something else in a URI is part of a path. */
static void a_path_may_have_any_sign(void **state) {
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

static void a_file_that_is_no_database_is_refused(void **state) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  FILE *file = fopen(place->path, "w");
  assert_non_null(file);
  for (int i = 0; i < 2000; i++) fputs("no database", file);
  assert_int_equal(fclose(file), 0);
  assert_null(store_open(place->path, place->key, &fault));
  assert_non_null(strstr(fault.text, "not a database"));
}

/* ---- every kind of database ---- */

static void what_is_read_includes_what_is_pending(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  struct store_table found;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  add_entries(store, table.number, 1, 3);
  assert_true(store_pending(store));
  assert_int_equal(count_entries(store, table.number), 3);
  assert_int_equal(store_find(store, span_of("ABCDEFGHIJKLMNOP"), &found, &fault), STORE_FOUND);
  add_entries(store, table.number, 4, 5);
  commit(store);
  assert_int_equal(count_entries(store, table.number), 5);
  assert_true(store_bytes(store) > 0);
  store_close(store);
}

static void a_long_round_is_stored_whole(void **state) {
  struct store *store = open_store(state);
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  add_entries(store, table.number, 1, 20000);
  commit(store);
  assert_int_equal(count_entries(store, table.number), 20000);
  store_close(store);
}

static bool note_item(void *context, const struct store_item *item) {
  char *told = context;
  const size_t length = strlen(told);
  snprintf(told + length, 256 - length, "%.*s of %d, ", (int)item->item.length, item->item.bytes, (int)item->opener);
  return true;
}

static void what_the_list_tells_is_stored(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  char told[256] = "", newest[256] = "";
  const struct store_table one = add_table(store, "A", STORE_WAITING), two = add_table(store, "B", STORE_WAITING),
                           other = add_table(store, "C", STORE_PLAYING);
  add_table(store, "D", STORE_WAITING); /* nothing is told of it */
  store_set_item(store, one.number, span_of("one"));
  store_set_opener(store, one.number, (struct store_asker){7, 0});
  store_set_item(store, two.number, span_of("two"));
  store_set_item(store, other.number, span_of("other"));
  commit(store);
  store_set_item(store, one.number, span_of("one anew"));
  commit(store);
  assert_true(store_each_listed(store, STORE_WAITING, 10, note_item, told, &fault));
  assert_string_equal(told, "two of 0, one anew of 7, ");
  assert_true(store_each_listed(store, STORE_WAITING, 1, note_item, newest, &fault));
  assert_string_equal(newest, "two of 0, ");
  store_close(store);
}

static bool note_due(void *context, const struct store_table *table) {
  *(int64_t *)context = table->due;
  return true;
}

static void a_table_that_was_copied_is_looked_at(void **state) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  struct store_copied copied;
  char path[160];
  int64_t due = -1;
  snprintf(path, sizeof path, "%s/tables.db", place->folder);
  struct store *file = store_open(path, place->key, &fault);
  assert_non_null(file);
  add_table_due(file, "A", STORE_WAITING, 1700000000001);
  commit(file);
  store_close(file);
  if (!store_copy(path, place->path, &copied, &fault)) fail_msg("%s", fault.text);
  struct store *store = open_store(state);
  assert_true(store_each_unfinished(store, note_due, &due, &fault));
  assert_true(due == 0);
  store_close(store);
}

/* What was returned of three tables that are compared. */
struct compared_tables {
  struct store_progress now[3];
  char entries[256];
};

static bool note_moved(void *context, int index, const struct store_progress *progress) {
  struct compared_tables *found = context;
  found->now[index] = *progress;
  return true;
}

static bool note_grown(void *context, int index, const struct store_entry *entry) {
  struct compared_tables *found = context;
  const size_t length = strlen(found->entries);
  snprintf(found->entries + length, sizeof found->entries - length, "%d: %.*s%.*s ", index, (int)entry->body.length,
           entry->body.bytes, (int)entry->request.length, entry->request.bytes);
  return true;
}

static void tables_are_compared(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  struct compared_tables first = {.now = {{7, 7, 7}, {7, 7, 7}, {7, 7, 7}}}, later = first;
  struct store_seat seat = {.seat = 2};
  struct store_table one = add_table(store, "A", STORE_PLAYING), two = add_table(store, "B", STORE_PLAYING);
  add_entries(store, one.number, 1, 4);
  add_entries(store, two.number, 1, 1);
  store_put_seat(store, two.number, &seat);
  commit(store);

  /* 1. Those that have another version: the last entry of each, version 0 of a table that is not there. */
  struct store_known known[] = {{two.number, two.version + 1, 1}, {1000, 5, 0}, {one.number, one.version, 2}};
  assert_true(store_each_moved(store, known, 3, note_moved, &first, &fault));
  assert_true(first.now[0].last == 1 && first.now[0].version == two.version && first.now[1].version == 0);
  assert_true(first.now[2].last == 7);

  /* 2. Who holds a seat, and who wants to be told where. */
  seat.token[5] = 1;
  store_put_seat(store, two.number, &seat);
  commit(store);
  assert_true(store_each_moved(store, known, 1, note_moved, &later, &fault));
  assert_true(later.now[0].words != first.now[0].words);
  const struct store_notice notice = {.seat = 2, .kind = 1, .url = span_of("https://a")};
  store_put_notice(store, two.number, &notice);
  commit(store);
  first = later;
  assert_true(store_each_moved(store, known, 1, note_moved, &later, &fault));
  assert_true(later.now[0].words != first.now[0].words);

  /* 3. The entries behind those that are known. */
  assert_true(store_each_grown(store, known, 3, 10, note_grown, &first, &fault));
  assert_string_equal(first.entries, "2: {\"seq\":3} 2: {\"seq\":4} ");
  assert_true(store_each_grown(store, known, 3, 1, note_grown, &later, &fault));
  assert_string_equal(later.entries, "2: {\"seq\":3} ");
  store_close(store);
}

/* Of a round two tables are as it knows them, and one is not: its changes are not made, and a table that was made
 * because of them is none. */
static void a_table_that_has_moved_on_is_left_out(void **state) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  const struct store_seat seat = {.seat = 2, .token = {1}, .recovery = {2}};
  struct store_seat kept = {0};
  struct store_table found;
  const struct store_table one = add_table(store, "A", STORE_PLAYING), two = add_table(store, "B", STORE_PLAYING);
  const struct store_table three = add_table(store, "C", STORE_PLAYING);
  commit(store);
  assert_true(one.version != 0 && one.version == two.version);

  add_entries(store, one.number, 1, 1);
  store_put_seat(store, two.number, &seat);
  add_entries(store, two.number, 1, 1);
  const struct store_table made = add_table(store, "D", STORE_WAITING);
  add_entries(store, made.number, 1, 1);
  struct store_swap swaps[] = {{.number = made.number, .version = made.version, .due = 5},
                               {.number = two.number, .version = two.version + 1, .made = made.number},
                               {.number = three.number, .version = three.version, .due = 7, .due_moved = true},
                               {.number = one.number, .version = one.version, .due = INT64_MAX}};
  assert_true(store_commit(store, swaps, 4, &fault));
  for (int i = 0; i < 4; i++) { /* they come back in the order of their numbers */
    const bool moved = swaps[i].number == two.number || swaps[i].number == made.number;
    assert_int_equal(swaps[i].moved, moved);
    assert_int_equal(swaps[i].changed, !moved);
  }
  assert_int_equal(count_entries(store, one.number), 1);
  assert_int_equal(count_entries(store, two.number), 0);
  assert_int_equal(count_entries(store, made.number), 0);
  assert_true(store_each_seat(store, two.number, keep_seat, &kept, &fault));
  assert_int_equal(kept.seat, 0);
  assert_int_equal(store_find(store, span_of("D"), &found, &fault), STORE_MISSING);
  assert_int_equal(store_find(store, span_of("C"), &found, &fault), STORE_FOUND);
  assert_true(found.version == store_version(store) && found.due == 7);
  assert_int_equal(store_find(store, span_of("B"), &found, &fault), STORE_FOUND);
  assert_true(found.version == two.version);

  /* What was not changed is not swapped. */
  swaps[0] = (struct store_swap){.number = one.number, .version = 1};
  assert_true(store_commit(store, swaps, 1, &fault));
  assert_true(!swaps[0].moved && !swaps[0].changed);
  store_close(store);
}

/* The tables that were visited, with when they ended. */
struct visited {
  char ids[64];
  int64_t ended;
};

static bool visit_ended(void *context, const struct store_table *table, int64_t ended) {
  struct visited *visited = context;
  strcat(visited->ids, table->id);
  visited->ended += ended;
  return true;
}

static void a_table_that_ended_is_visited_and_removed(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  struct visited visited = {0};
  const struct store_entry entry = {.seq = 1, .body = span_of("{\"seq\":1,\"at\":1700000000007,\"type\":\"over\"}")};
  const struct store_table first = add_table(store, "A", STORE_FINISHED), second = add_table(store, "B", STORE_PLAYING);
  add_table(store, "C", STORE_FINISHED);
  store_add_entry(store, first.number, &entry);
  store_add_entry(store, second.number, &entry);
  commit(store);
  assert_true(store_each_after(store, 0, 2, visit_ended, &visited, &fault));
  assert_string_equal(visited.ids, "AB");
  assert_true(visited.ended == 1700000000007);
  store_remove_table(store, first.number);
  commit(store);
  visited = (struct visited){0};
  assert_true(store_each_after(store, 0, 9, visit_ended, &visited, &fault));
  assert_string_equal(visited.ids, "BC");
  assert_int_equal(count_entries(store, first.number), 0);
  store_close(store);
}

static bool add_notice(void *context, const struct store_notice *notice) {
  strncat(context, notice->url.bytes, notice->url.length);
  return true;
}

static void a_wish_to_be_told_is_kept_once(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  char urls[64] = "";
  const struct store_table table = add_table(store, "A", STORE_PLAYING);
  const struct store_notice later = {.seat = 1, .kind = 2, .url = span_of("b")}, first = {1, 2, span_of("a")},
                            other = {2, 1, span_of("c")};
  store_put_notice(store, table.number, &later);
  store_put_notice(store, table.number, &first);
  store_put_notice(store, table.number, &later);
  store_put_notice(store, table.number, &other);
  commit(store);
  assert_true(store_each_notice(store, table.number, add_notice, urls, &fault));
  assert_string_equal(urls, "abc");
  store_drop_notice(store, table.number, &first);
  store_drop_notices(store, table.number, 2);
  commit(store);
  urls[0] = '\0';
  assert_true(store_each_notice(store, table.number, add_notice, urls, &fault));
  assert_string_equal(urls, "b");
  store_close(store);
}

/* ---- PostgreSQL ---- */

static const char end_others[] =
    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'tessera'";

/* Asks until the store has connected again, for two minutes at most. */
static void await_connection(struct store *store) {
  const struct timespec moment = {.tv_nsec = 20000000};
  struct store_table nobody;
  struct fault fault = {0};
  for (int left = 6000; store_find(store, span_of("-"), &nobody, &fault) == STORE_FAILED; left--) {
    if (left == 0) fail_msg("%s", fault.text);
    nanosleep(&moment, NULL);
  }
}

static void a_connection_that_breaks_loses_the_round_alone(void **state) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  add_entries(store, table.number, 1, 5);
  commit(store);
  add_entries(store, table.number, 6, 7);
  assert_int_equal(count_entries(store, table.number), 5);
  assert_true(store_answers(store) && store_failures(store) == 0);
  execute_beside(end_others);
  add_entries(store, table.number, 8, 9);
  assert_false(store_commit(store, NULL, 0, &fault));
  assert_non_null(strstr(fault.text, "database: "));
  assert_true(!store_answers(store) && store_failures(store) == 1);
  assert_string_equal(store_failure(store), fault.text);
  await_connection(store);
  assert_true(store_answers(store));
  assert_int_equal(count_entries(store, table.number), 5);
  add_entries(store, table.number, 6, 6);
  commit(store);
  assert_int_equal(count_entries(store, table.number), 6);
  store_close(store);
}

/* Another round holds the row: this one waits for it, and then finds that the table has moved on. */
static void a_round_waits_for_another_one(void **state) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  const struct store_table table = add_table(store, "A", STORE_PLAYING);
  commit(store);
  PGconn *other = PQconnectdb(getenv("TESSERA_POSTGRES"));
  PQclear(PQexec(other, "BEGIN; UPDATE tessera.tables SET version = version + 1"));
  assert_int_equal(PQsendQuery(other, "SELECT pg_sleep(0.3); COMMIT"), 1);
  add_entries(store, table.number, 1, 1);
  struct store_swap swap = {.number = table.number, .version = table.version};
  assert_true(store_commit(store, &swap, 1, &fault));
  assert_true(swap.moved);
  assert_int_equal(count_entries(store, table.number), 0);
  PQfinish(other);
  store_close(store);
}

/* Servers share the database, if they have the same key; the key may be another one where no server runs. */
static void servers_share_a_database_and_a_key(void **state) {
  const struct store_folder *place = *state;
  char key[192];
  struct fault fault = {0};
  struct store_copied copied;
  struct store_table found;
  snprintf(key, sizeof key, "%s-2", place->key);
  struct store *one = open_store(state), *two = open_store(state);
  assert_true(store_is_shared(one));
  add_table(one, "A", STORE_PLAYING);
  commit(one);
  assert_int_equal(store_find(two, span_of("A"), &found, &fault), STORE_FOUND);
  assert_null(store_open(place->path, key, &fault));
  assert_non_null(strstr(fault.text, "the servers that run on this database have another key"));
  assert_int_equal(access(key, F_OK), -1);
  assert_false(store_copy(place->path, "/nowhere", &copied, &fault));
  assert_non_null(strstr(fault.text, "another server has this database open"));

  /* One of them removes old tables. */
  assert_true(store_is_keeper(one) && store_is_keeper(one) && !store_is_keeper(two));
  store_close(one);
  while (!store_is_keeper(two)) poll(NULL, 0, 5);
  store_close(two);
  execute_beside(end_others);
  struct store *three = store_open(place->path, key, &fault);
  if (three == NULL) fail_msg("%s", fault.text);
  store_close(three);
  unlink(key);
}

/* The time is the database's; time in which no server asked for it counts for nobody. */
static void the_database_tells_the_time(void **state) {
  struct store *store = open_store(state);
  struct fault fault;
  struct store_moment first, second, third;
  assert_true(store_time(store, &first, &fault) && store_time(store, &second, &fault));
  assert_true(first.now == first.since && second.now >= first.now && second.since == first.since);
  execute_beside("UPDATE tessera.server SET alive = alive - 6000");
  assert_true(store_time(store, &third, &fault));
  assert_true(third.since == third.now);
  execute_beside("UPDATE tessera.server SET alive = alive + 60000"); /* the clock went back */
  assert_true(store_time(store, &first, &fault));
  assert_true(first.since == first.now);
  store_close(store);
}

/* What is due for a while is claimed by one server, and by another one when the claim has run out. */
static void what_is_due_is_claimed_once(void **state) {
  struct store *one = open_store(state), *two = open_store(state);
  struct fault fault;
  struct store_moment moment;
  char ids[128] = "", again[128] = "";
  assert_true(store_time(one, &moment, &fault));
  add_table_due(one, "A", STORE_PLAYING, moment.now - 10000);
  add_table_due(one, "B", STORE_WAITING, moment.now - 20000);
  add_table_due(one, "C", STORE_FINISHED, moment.now - 20000);
  add_table_due(one, "D", STORE_PLAYING, moment.now + 60000);
  commit(one);
  assert_true(store_claim_due(one, 1, collect_ids, ids, &fault));
  assert_string_equal(ids, "B");
  assert_true(store_claim_due(two, 10, collect_ids, ids, &fault));
  assert_string_equal(ids, "BA");
  assert_true(store_claim_due(one, 10, collect_ids, again, &fault));
  assert_string_equal(again, "");
  execute_beside("UPDATE tessera.tables SET due = due - 10000 WHERE id = 'A'");
  assert_true(store_claim_due(two, 10, collect_ids, again, &fault));
  assert_string_equal(again, "A");
  store_close(one);
  store_close(two);
}

/* What is in the schema: its tables with their columns, its functions, and what it tells of itself. */
static void look_at_schema(char *told, size_t size) {
  PGconn *opened = PQconnectdb(getenv("TESSERA_POSTGRES"));
  PGresult *result = PQexec(
      opened,
      "SELECT concat((SELECT string_agg(concat(relname, relkind, attname, atttypid), ' ' ORDER BY relname, attnum)"
      " FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid WHERE relnamespace = to_regnamespace('tessera')),"
      " (SELECT string_agg(proname, ' ' ORDER BY proname) FROM pg_proc WHERE pronamespace = "
      "to_regnamespace('tessera')),"
      " CASE WHEN to_regclass('tessera.server') IS NOT NULL"
      " THEN query_to_xml('SELECT * FROM tessera.server', true, true, '')::text END)");
  assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
  snprintf(told, size, "%s", PQgetvalue(result, 0, 0));
  PQclear(result);
  PQfinish(opened);
}

/* Runs statements beside, and expects that the database is refused, with this reason, and is as it was before. */
static void refuses_postgres(void **state, const char *statement, const char *path, const char *expected) {
  static char before[16384], after[16384];
  const struct store_folder *place = *state;
  struct fault fault = {0};
  execute_beside(statement);
  look_at_schema(before, sizeof before);
  assert_null(store_open(path == NULL ? place->path : path, place->key, &fault));
  if (strstr(fault.text, expected) == NULL) fail_msg("%s", fault.text);
  look_at_schema(after, sizeof after);
  assert_string_equal(before, after);
}

static void a_newer_postgres_is_refused(void **state) {
  store_close(open_store(state));
  refuses_postgres(state, "UPDATE tessera.server SET version = 6, oldest = 6", NULL,
                   "has version 6, this program knows version 5: please use a newer one");
}

static void a_much_older_postgres_is_refused(void **state) {
  store_close(open_store(state));
  refuses_postgres(
      state, "UPDATE tessera.server SET version = 3", NULL,
      "has version 3, this program knows version 5 and changes that of 4: please use one that knows version 4");
}

/* Puts the database in the place of ours that a program of version 4 has made and filled. */
static void restore_version_4(void) {
  static char statements[64 * 1024];
  FILE *file = fopen(TESSERA_SOURCE_DIR "/tests/store/version-4.sql", "r");
  assert_non_null(file);
  const size_t length = fread(statements, 1, sizeof statements - 1, file);
  fclose(file);
  statements[length] = '\0';
  execute_beside(statements);
}

static bool note_entry(void *context, const struct store_entry *entry) {
  int64_t *seq = context;
  assert_int_equal(entry->seq, *seq + 1);
  *seq = entry->seq;
  return true;
}

/* The version before: it has its tables still, and a server of it goes on beside. */
static void an_older_postgres_is_taken_over(void **state) {
  struct fault fault = {0};
  struct store_table found;
  struct store_held own, network;
  int64_t seq = 0;
  restore_version_4();
  PGconn *old = PQconnectdb(getenv("TESSERA_POSTGRES"));
  PQclear(PQexec(old, "SELECT pg_advisory_lock_shared(1952805747, 6648417)"));

  struct store *store = open_store(state);
  execute_beside("DO 'BEGIN ASSERT (SELECT version = 5 AND oldest = 4 FROM tessera.server); END'");
  PGresult *seat = PQexec(old, "INSERT INTO tessera.seats (number, seat, token, recovery)"
                               " VALUES (1, 3, '\\x00', '\\x00'); DELETE FROM tessera.seats WHERE seat = 3");
  assert_int_equal(PQresultStatus(seat), PGRES_COMMAND_OK);
  PQclear(seat);
  PQfinish(old);
  assert_int_equal(store_find(store, span_of("eauxhnmvoqrrgq2a"), &found, &fault), STORE_FOUND);
  assert_true(store_each_entry(store, found.number, 0, INT_MAX, note_entry, &seq, &fault));
  assert_true(seq > 1);
  const struct store_entry entry = {.seq = seq + 1, .body = span_of("{}")};
  store_add_entry(store, found.number, &entry);
  struct store_swap swap = {.number = found.number, .version = found.version};
  assert_true(store_commit(store, &swap, 1, &fault) && swap.changed);
  const struct store_table table = add_table(store, "C", STORE_WAITING);
  store_set_opener(store, table.number, (struct store_asker){5, 6});
  assert_int_equal(store_find_held(store, (struct store_asker){5, 6}, &own, &network, &fault), STORE_FOUND);
  assert_int_equal(own.tables, 1);
  commit(store);
  store_close(store);
}

/* A database that was taken over has what a new one has. */
static void an_older_postgres_becomes_a_new_one(void **state) {
  static char old[16384], new[16384];
  static const char columns[] =
      "SELECT concat((SELECT string_agg(concat(table_name, ' ', column_name, ' ', data_type, ' ', is_nullable), ', '"
      " ORDER BY table_name, column_name) FROM information_schema.columns WHERE table_schema = 'tessera'),"
      " (SELECT string_agg(proname, ' ' ORDER BY proname) FROM pg_proc WHERE pronamespace = 'tessera'::regnamespace),"
      " (SELECT string_agg(indexdef, ', ' ORDER BY indexdef) FROM pg_indexes WHERE schemaname = 'tessera'))";
  restore_version_4();
  store_close(open_store(state));
  ask_beside(columns, old, sizeof old);
  execute_beside("DROP SCHEMA tessera CASCADE");
  store_close(open_store(state));
  ask_beside(columns, new, sizeof new);
  assert_string_equal(old, new);
}

/* Who opened tables and took seats, with what is pending, until the game begins and is over. */
static void what_an_address_holds_is_counted(void **state) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  struct store_held own = {0}, network = {0};
  const struct store_asker ann = {11, 1}, bob = {12, 1}, eve = {13, 0};
  const struct store_seat seats[] = {{.seat = 1}, {.seat = 2}};
  const struct store_table one = add_table(store, "A", STORE_WAITING);
  store_set_opener(store, one.number, ann);
  const struct store_table two = add_table(store, "B", STORE_WAITING);
  store_set_opener(store, two.number, bob);
  store_put_seat(store, one.number, &seats[0]);
  store_set_asker(store, one.number, 1, ann);
  store_put_seat(store, one.number, &seats[1]);
  store_set_asker(store, one.number, 2, bob);
  store_put_seat(store, one.number, &seats[1]); /* with another token */
  assert_int_equal(store_find_held(store, bob, &own, &network, &fault), STORE_FOUND);
  assert_true(own.tables == 1 && own.seats == 1 && network.tables == 2 && network.seats == 2);
  assert_int_equal(store_find_held(store, eve, &own, &network, &fault), STORE_FOUND);
  assert_true(own.tables == 0 && own.seats == 0 && network.tables == 0 && network.seats == 0);
  commit(store);

  store_drop_seat(store, one.number, 1);
  store_set_state(store, one.number, STORE_PLAYING);
  commit(store);
  assert_int_equal(store_find_held(store, ann, &own, &network, &fault), STORE_FOUND);
  assert_true(own.tables == 1 && own.seats == 0 && network.tables == 2 && network.seats == 0);
  store_set_state(store, one.number, STORE_FINISHED);
  commit(store);
  assert_int_equal(store_find_held(store, ann, &own, &network, &fault), STORE_FOUND);
  assert_true(own.tables == 0 && network.tables == 1);
  commit(store);
  execute_beside("DO 'BEGIN ASSERT (SELECT max(asker) = 0 AND max(network) = 0 FROM tessera.seats);"
                 " ASSERT (SELECT sum(opener) = 12 AND sum(network) = 1 FROM tessera.tables); END'");
  store_close(store);
}

static void a_newer_postgres_that_may_be_used_is_used(void **state) {
  store_close(open_store(state));
  execute_beside("UPDATE tessera.server SET version = 6, oldest = 5");
  store_close(open_store(state));
}

static void somebody_elses_schema_is_refused(void **state) {
  refuses_postgres(state, "CREATE SCHEMA tessera CREATE TABLE recipes (name text)", NULL, "not one of tessera serve");
  refuses_postgres(state, "CREATE TABLE tessera.server (name text)", NULL, "not one of tessera serve");
  execute_beside("DROP TABLE tessera.recipes, tessera.server");
  store_close(open_store(state)); /* the schema is empty, as an operator makes it for a role that may not */
}

static void a_role_without_rights_is_refused(void **state) {
  char path[160];
  const char *host = strstr(getenv("TESSERA_POSTGRES"), "@");
  snprintf(path, sizeof path, "postgresql://reader%s", host);
  refuses_postgres(state, "DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN", path, "GRANT CREATE ON DATABASE");
  store_close(open_store(state));
  refuses_postgres(state, "GRANT USAGE ON SCHEMA tessera TO reader", path, "permission denied for table");
  execute_beside("DROP OWNED BY reader; DROP ROLE reader");
}

static void an_address_without_a_database_is_refused(void **state) {
  static const struct {
    const char *url, *expected;
  } cases[] = {
      {"postgresql://tessera@/tessera?host=/nowhere", "/nowhere"},
      {"postgresql://tessera@127.0.0.1:1/tessera", "refused"},
      {"postgresql://tessera@/tessera?hots=/tmp", "no parameter"},
      {"postgresql://[::1/tessera", "cannot read the address"},
  };
  const struct store_folder *place = *state;
  char path[160];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct fault fault = {0};
    assert_null(store_open(cases[i].url, place->key, &fault));
    if (strstr(fault.text, cases[i].expected) == NULL) fail_msg("%s", fault.text);
  }
  snprintf(path, sizeof path, "postgresql://tessera@/nobody%s", strstr(place->path, "?"));
  refuses_postgres(state, "SELECT 1", path, "database \"nobody\" does not exist");
}

static void a_database_of_another_encoding_is_refused(void **state) {
  const struct store_folder *place = *state;
  char path[160];
  snprintf(path, sizeof path, "postgresql://tessera@/latin%s", strstr(place->path, "?"));
  execute_beside("DROP DATABASE IF EXISTS latin");
  refuses_postgres(state, "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0", path, "encoding UTF8");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
#define POSTGRES(name)                                                                                                 \
  { #name " on PostgreSQL", name, set_up_postgres, tear_down, NULL }
#define BOTH(name) TEST(name), POSTGRES(name)
  const struct CMUnitTest tests[] = {
      BOTH(a_table_is_found_again_after_closing),
      BOTH(a_seat_is_replaced_and_dropped),
      BOTH(a_log_is_read_in_pieces),
      BOTH(a_request_is_kept_with_its_last_entry),
      BOTH(unfinished_tables_are_listed_in_their_order),
      BOTH(when_a_table_is_due_is_stored),
      BOTH(the_key_stays),
      BOTH(a_round_that_fails_leaves_no_trace),
      BOTH(what_was_not_committed_is_gone),
      BOTH(what_is_read_includes_what_is_pending),
      BOTH(a_long_round_is_stored_whole),
      BOTH(a_table_that_ended_is_visited_and_removed),
      BOTH(a_wish_to_be_told_is_kept_once),
      TEST(a_second_server_is_refused),
      BOTH(a_table_that_has_moved_on_is_left_out),
      TEST(a_database_without_dues_gets_them),
      TEST(a_broken_key_file_is_refused),
      TEST(a_start_that_is_refused_makes_no_key_file),
      TEST(only_its_owner_reads_the_database),
      TEST(the_log_begins_anew),
      TEST(rounds_go_on_while_somebody_else_reads),
      TEST(a_full_disk_loses_nothing),
      TEST(a_log_that_cannot_be_taken_in_refuses_rounds),
      TEST(a_database_that_is_locked_says_so),
      TEST(a_database_that_cannot_be_written_is_refused),
      TEST(a_newer_database_is_refused),
      TEST(somebody_elses_database_is_refused),
      TEST(what_is_copied_from_is_not_changed),
      TEST(a_path_may_have_any_sign),
      TEST(a_file_that_is_no_database_is_refused),
      POSTGRES(a_round_waits_for_another_one),
      POSTGRES(servers_share_a_database_and_a_key),
      POSTGRES(the_database_tells_the_time),
      POSTGRES(what_is_due_is_claimed_once),
      POSTGRES(what_the_list_tells_is_stored),
      POSTGRES(what_an_address_holds_is_counted),
      POSTGRES(a_table_that_was_copied_is_looked_at),
      POSTGRES(tables_are_compared),
      POSTGRES(a_connection_that_breaks_loses_the_round_alone),
      POSTGRES(a_newer_postgres_is_refused),
      POSTGRES(a_much_older_postgres_is_refused),
      POSTGRES(a_newer_postgres_that_may_be_used_is_used),
      POSTGRES(an_older_postgres_is_taken_over),
      POSTGRES(an_older_postgres_becomes_a_new_one),
      POSTGRES(somebody_elses_schema_is_refused),
      POSTGRES(a_role_without_rights_is_refused),
      POSTGRES(an_address_without_a_database_is_refused),
      POSTGRES(a_database_of_another_encoding_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
