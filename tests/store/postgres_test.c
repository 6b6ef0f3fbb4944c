/*
 * A database that several servers share (tests/store/with_postgres runs this program): rounds of several servers, due
 * tables, the list, the counts for addresses, and schemas of other versions.
 */
#define _GNU_SOURCE
#include "store/place.h"

#include <poll.h>
#include <time.h>

/* Expects waiting tables of the list with their openers; their numbers are in `tables`. Returns how many there are. */
static int expect_listed(struct store *store, int most, const char *expected, struct store_known tables[8]) {
  struct store_rows *rows = store_listed(store, STORE_WAITING, most);
  struct text text = {0};
  struct fault fault;
  int count = 0;
  for (struct store_listed listed; store_next_listed(rows, &listed);) {
    tables[count++].number = listed.number;
    text_print(&text, "%.*s of %d in %d, ", (int)listed.id.length, listed.id.bytes, (int)listed.opener.address,
               (int)listed.opener.network);
  }
  assert_true(store_close_rows(rows, &fault));
  assert_string_equal(text.bytes, expected);
  text_free(&text);
  return count;
}

WITH_STORE(POSTGRES, what_the_list_tells_is_stored) {
  struct store_known tables[8];
  struct fault fault;
  const struct store_table one = add_table(store, "A", STORE_WAITING), two = add_table(store, "B", STORE_WAITING),
                           three = add_table(store, "C", STORE_WAITING), other = add_table(store, "D", STORE_PLAYING);
  add_table(store, "E", STORE_WAITING); /* nothing is told of it */
  store_set_item(store, one.number, span_of("one"));
  store_set_opener(store, one.number, (struct store_asker){7, 3});
  store_set_item(store, two.number, span_of("two"));
  store_set_item(store, three.number, span_of("three"));
  store_set_item(store, other.number, span_of("other"));
  commit(store);
  store_set_item(store, one.number, span_of("one anew"));
  commit(store);
  expect_listed(store, 2, "C of 0 in 0, A of 7 in 3, ", tables);
  const int count = expect_listed(store, 10, "C of 0 in 0, B of 0 in 0, A of 7 in 3, ", tables);
  struct store_rows *rows = store_items(store, tables, count);
  struct span item;
  int items = 0;
  for (int index; store_next_item(rows, &index, &item); items++)
    assert_true(span_is(item, index == 0 ? "three" : index == 1 ? "two" : "one anew"));
  assert_true(store_close_rows(rows, &fault) && items == 3);
}

POSTGRES(a_table_that_was_copied_is_looked_at) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  struct store_copied copied;
  char path[160];
  int64_t dues[4];
  snprintf(path, sizeof path, "%s/tables.db", place->folder);
  struct store *file = store_open(path, place->key, &fault);
  assert_non_null(file);
  add_table_due(file, "A", STORE_WAITING, 1700000000001);
  commit(file);
  store_close(file);
  if (!store_copy(path, place->path, &copied, &fault)) fail_msg("%s", fault.text);
  struct store *store = open_store(state);
  assert_true(read_dues(store, dues) == 1 && dues[0] == 0);
  store_close(store);
}

/* The results of a comparison of three tables. */
struct compared_tables {
  struct store_progress now[3];
  char entries[256];
};

static void find_moved(struct store *store, const struct store_known *known, int count, struct compared_tables *found) {
  struct store_rows *rows = store_moved(store, known, count);
  struct store_progress progress;
  struct fault fault;
  for (int index; store_next_moved(rows, &index, &progress);) found->now[index] = progress;
  assert_true(store_close_rows(rows, &fault));
}

static void find_grown(struct store *store, const struct store_known *known, int count, int most,
                       struct compared_tables *found) {
  struct store_rows *rows = store_grown(store, known, count, most);
  struct store_entry entry;
  struct fault fault;
  for (int index; store_next_grown(rows, &index, &entry);) {
    const size_t length = strlen(found->entries);
    snprintf(found->entries + length, sizeof found->entries - length, "%d: %.*s%.*s ", index, (int)entry.body.length,
             entry.body.bytes, (int)entry.request.length, entry.request.bytes);
  }
  assert_true(store_close_rows(rows, &fault));
}

WITH_STORE(POSTGRES, tables_are_compared) {
  struct compared_tables first = {.now = {{7, 7, 7}, {7, 7, 7}, {7, 7, 7}}}, later = first;
  struct store_seat seat = {.seat = 2};
  struct store_table one = add_table(store, "A", STORE_PLAYING), two = add_table(store, "B", STORE_PLAYING);
  add_entries(store, one.number, 1, 4);
  add_entries(store, two.number, 1, 1);
  store_put_seat(store, two.number, &seat);
  commit(store);

  /* 1. Tables with another version: the last entry of each; version 0 for a table that does not exist. */
  struct store_known known[] = {{two.number, two.version + 1, 1}, {1000, 5, 0}, {one.number, one.version, 2}};
  find_moved(store, known, 3, &first);
  assert_true(first.now[0].last == 1 && first.now[0].version == two.version && first.now[1].version == 0);
  assert_true(first.now[2].last == 7);

  /* 2. Holders of seats, and addresses for notices. */
  seat.token[5] = 1;
  store_put_seat(store, two.number, &seat);
  commit(store);
  find_moved(store, known, 1, &later);
  assert_true(later.now[0].words != first.now[0].words);
  const struct store_notice notice = {.seat = 2, .kind = 1, .url = span_of("https://a")};
  store_put_notice(store, two.number, &notice);
  commit(store);
  first = later;
  find_moved(store, known, 1, &later);
  assert_true(later.now[0].words != first.now[0].words);

  /* 3. The entries after the known ones. */
  find_grown(store, known, 3, 10, &first);
  assert_string_equal(first.entries, "2: {\"seq\":3} 2: {\"seq\":4} ");
  find_grown(store, known, 3, 1, &later);
  assert_string_equal(later.entries, "2: {\"seq\":3} ");
}

static const char end_others[] =
    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'tessera'";

/* Queries until the store has reconnected, for two minutes at most. */
static void await_connection(struct store *store) {
  const struct timespec moment = {.tv_nsec = 20000000};
  struct store_table nobody;
  struct fault fault = {0};
  for (int left = 6000; store_find(store, span_of("-"), &nobody, &fault) == STORE_FAILED; left--) {
    if (left == 0) fail_msg("%s", fault.text);
    nanosleep(&moment, NULL);
  }
}

WITH_STORE(POSTGRES, a_connection_that_breaks_loses_the_round_alone) {
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
}

/* Ends a transaction when somebody waits for what it holds, after two minutes at the latest. */
static const char commit_when_awaited[] =
    "DO $$ BEGIN FOR i IN 1..12000 LOOP EXIT WHEN EXISTS (SELECT FROM pg_locks WHERE NOT granted);"
    " PERFORM pg_sleep(0.01); END LOOP; END $$; COMMIT";

/* If another round has locked the row, this round waits for it, and then finds that the table has moved on. */
WITH_STORE(POSTGRES, a_round_waits_for_another_one) {
  struct fault fault = {0};
  const struct store_table table = add_table(store, "A", STORE_PLAYING);
  commit(store);
  PGconn *other = PQconnectdb(getenv("TESSERA_POSTGRES"));
  PQclear(PQexec(other, "BEGIN; UPDATE tessera.tables SET version = version + 1"));
  assert_int_equal(PQsendQuery(other, commit_when_awaited), 1);
  add_entries(store, table.number, 1, 1);
  struct store_swap swap = {.number = table.number, .version = table.version};
  assert_true(store_commit(store, &swap, 1, &fault));
  assert_true(swap.moved);
  assert_int_equal(count_entries(store, table.number), 0);
  PQfinish(other);
}

/* Servers can share the database if they have the same key. If no server runs, the next one may have another key. */
POSTGRES(servers_share_a_database_and_a_key) {
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

  /* Only one of them is the one that removes old tables. */
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

/* The clock of the database stands still at this time. */
static void set_clock(int64_t now) {
  struct text statement = {0};
  text_print(&statement,
             "CREATE OR REPLACE FUNCTION tessera.clock() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT %lld::bigint'",
             (long long)now);
  execute_beside(statement.bytes);
  text_free(&statement);
}

/* The database gives the time; a period without any query by a server does not count for anybody. */
WITH_STORE(POSTGRES, the_database_tells_the_time) {
  struct fault fault;
  struct store_moment first, second, third;
  const int64_t begin = 1700000000000;
  set_clock(begin);
  assert_true(store_time(store, &first, &fault) && first.now == begin && first.since == begin);
  set_clock(begin + 5000);
  assert_true(store_time(store, &second, &fault) && second.now == begin + 5000 && second.since == begin);
  set_clock(begin + 10001);
  assert_true(store_time(store, &third, &fault) && third.now == begin + 10001 && third.since == third.now);
  set_clock(begin); /* the clock went back */
  assert_true(store_time(store, &first, &fault) && first.now == begin && first.since == begin);
}

/* A table that has been due for a while is claimed by one server, and by another one after the claim has expired. */
POSTGRES(what_is_due_is_claimed_once) {
  struct store *one = open_store(state), *two = open_store(state);
  const int64_t now = 1700000000000;
  set_clock(now);
  add_table_due(one, "A", STORE_PLAYING, now - 10000);
  add_table_due(one, "B", STORE_WAITING, now - 20000);
  add_table_due(one, "C", STORE_FINISHED, now - 20000);
  add_table_due(one, "D", STORE_PLAYING, now + 60000);
  commit(one);
  assert_string_equal(read_ids(store_claim_due(one, 1)), "B");
  assert_string_equal(read_ids(store_claim_due(two, 10)), "A");
  assert_string_equal(read_ids(store_claim_due(one, 10)), "");
  execute_beside("UPDATE tessera.tables SET due = due - 10000 WHERE id = 'A'");
  assert_string_equal(read_ids(store_claim_due(two, 10)), "A");
  store_close(one);
  store_close(two);
}

/* Reads the content of the schema: its tables with their columns, its functions, and its version. */
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

/* Runs statements on a separate connection. The database must then be refused with this reason, and stay unchanged. */
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

POSTGRES(a_newer_postgres_is_refused) {
  store_close(open_store(state));
  refuses_postgres(state, "UPDATE tessera.server SET version = 7, oldest = 7", NULL,
                   "has version 7, this program knows version 6: please use a newer one");
}

POSTGRES(a_much_older_postgres_is_refused) {
  store_close(open_store(state));
  refuses_postgres(
      state, "UPDATE tessera.server SET version = 4", NULL,
      "has version 4, this program knows version 6 and changes that of 5: please use one that knows version 5");
}

/* Replaces the database by one that a program of version 5 has made and filled. */
static void restore_version_5(void) {
  static char statements[64 * 1024];
  FILE *file = fopen(TESSERA_SOURCE_DIR "/tests/store/version-5.sql", "r");
  assert_non_null(file);
  const size_t length = fread(statements, 1, sizeof statements - 1, file);
  fclose(file);
  statements[length] = '\0';
  execute_beside(statements);
}

/* A database of the previous version keeps its tables, and a server of that version can continue to run. */
POSTGRES(an_older_postgres_is_taken_over) {
  struct fault fault = {0};
  struct store_table found;
  struct store_held own, network;
  restore_version_5();
  PGconn *old = PQconnectdb(getenv("TESSERA_POSTGRES"));
  PQclear(PQexec(old, "SELECT pg_advisory_lock_shared(1952805747, 6648417)"));

  struct store *store = open_store(state);
  execute_beside("DO 'BEGIN ASSERT (SELECT version = 6 AND oldest = 5 FROM tessera.server); END'");
  PGresult *seat = PQexec(old, "INSERT INTO tessera.seats (number, seat, token, recovery)"
                               " VALUES (1, 3, '\\x00', '\\x00'); DELETE FROM tessera.seats WHERE seat = 3");
  assert_int_equal(PQresultStatus(seat), PGRES_COMMAND_OK);
  PQclear(seat);
  PQfinish(old);
  assert_int_equal(store_find(store, span_of("eauxhnmvoqrrgq2a"), &found, &fault), STORE_FOUND);
  const int64_t seq = last_seq(store, found.number);
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

/* An upgraded database has the same content as a new one. */
POSTGRES(an_older_postgres_becomes_a_new_one) {
  static char old[16384], new[16384];
  static const char columns[] =
      "SELECT concat((SELECT string_agg(concat(table_name, ' ', column_name, ' ', data_type, ' ', is_nullable), ', '"
      " ORDER BY table_name, column_name) FROM information_schema.columns WHERE table_schema = 'tessera'),"
      " (SELECT string_agg(proname, ' ' ORDER BY proname) FROM pg_proc WHERE pronamespace = 'tessera'::regnamespace),"
      " (SELECT string_agg(indexdef, ', ' ORDER BY indexdef) FROM pg_indexes WHERE schemaname = 'tessera'))";
  restore_version_5();
  store_close(open_store(state));
  ask_beside(columns, old, sizeof old);
  execute_beside("DROP SCHEMA tessera CASCADE");
  store_close(open_store(state));
  ask_beside(columns, new, sizeof new);
  assert_string_equal(old, new);
}

/* If somebody has changed the function of the database, its row may have any number of columns. */
POSTGRES(a_row_with_too_many_columns_is_refused) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  struct store_held own, network;
  struct text statement = {0};
  text_add_string(&statement,
                  "DROP FUNCTION tessera.held; CREATE FUNCTION tessera.held(bigint, bigint) RETURNS TABLE (");
  for (int i = 0; i < 100; i++) text_print(&statement, "%sc%d bigint", i == 0 ? "" : ", ", i);
  text_add_string(&statement, ") LANGUAGE sql AS 'SELECT 1::bigint");
  for (int i = 1; i < 100; i++) text_add_string(&statement, ", 1::bigint");
  text_add_string(&statement, "'");
  store_close(store);
  execute_beside(statement.bytes);
  text_free(&statement);
  store = open_store(state);
  assert_int_equal(store_find_held(store, (struct store_asker){1, 1}, &own, &network, &fault), STORE_FAILED);
  assert_non_null(strstr(fault.text, "100 values"));
  store_close(store);
}

/* The counts of opened tables and taken seats include pending changes; seats count until the game begins, tables until
 * it is over. */
WITH_STORE(POSTGRES, what_an_address_holds_is_counted) {
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
}

POSTGRES(a_newer_postgres_that_may_be_used_is_used) {
  store_close(open_store(state));
  execute_beside("UPDATE tessera.server SET version = 7, oldest = 6");
  store_close(open_store(state));
}

POSTGRES(somebody_elses_schema_is_refused) {
  refuses_postgres(state, "CREATE SCHEMA tessera CREATE TABLE recipes (name text)", NULL, "not one of tessera serve");
  refuses_postgres(state, "CREATE TABLE tessera.server (name text)", NULL, "not one of tessera serve");
  execute_beside("DROP TABLE tessera.recipes, tessera.server");
  store_close(open_store(state)); /* an operator has created the empty schema for a role without rights */
}

POSTGRES(a_role_without_rights_is_refused) {
  char path[160];
  const char *host = strstr(getenv("TESSERA_POSTGRES"), "@");
  snprintf(path, sizeof path, "postgresql://reader%s", host);
  refuses_postgres(state, "DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN", path, "GRANT CREATE ON DATABASE");
  store_close(open_store(state));
  refuses_postgres(state, "GRANT USAGE ON SCHEMA tessera TO reader", path, "permission denied for table");
  execute_beside("DROP OWNED BY reader; DROP ROLE reader");
}

POSTGRES(an_address_without_a_database_is_refused) {
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

POSTGRES(a_database_of_another_encoding_is_refused) {
  const struct store_folder *place = *state;
  char path[160];
  snprintf(path, sizeof path, "postgresql://tessera@/latin%s", strstr(place->path, "?"));
  execute_beside("DROP DATABASE IF EXISTS latin");
  refuses_postgres(state, "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0", path, "encoding UTF8");
}

RUN_TESTS(NULL, NULL)
