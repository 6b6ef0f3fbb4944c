/*
 * Several nodes on one database: each table has one owner who answers for it, and no node goes on at what it lost. The
 * nodes of a test are lobbies of this program with clocks that the test sets; their leases last an hour longer by the
 * clock of the database, so that they end when the test says so. Run by tests/lobby/with_postgres.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmocka_base.h"

#include <libpq-fe.h>
#include <signal.h>
#include <time.h>

#include "base/steady_clock.h"
#include "lobby/lobby_memory.h"

enum { NODES = 3, TABLES = 150 };

/* A node with its clock, which jumps by `jump` when it was looked at `looks` times more; 0: it does not. */
struct lab_node {
  int64_t now, jump;
  int looks;
  char name[8], url[32];
  struct lobby *lobby;
  struct answer answer; /* to the last request */
};

/* The nodes of a test, and the file of their key. */
struct nodes_lab {
  char folder[64], key[96];
  struct lab_node nodes[NODES];
  int ids; /* that were used */
};

static int64_t node_now(void *context) {
  struct lab_node *node = context;
  if (node->looks > 0 && --node->looks == 0) node->now += node->jump;
  return node->now;
}

/* What a statement gives in its first row and column, or nothing. The database is asked beside the nodes. */
static void ask_beside(const char *statement, char *said, size_t size) {
  PGconn *opened = PQconnectdb(getenv("TESSERA_POSTGRES"));
  PQclear(PQexec(opened, "SET client_min_messages = error"));
  PGresult *result = PQexec(opened, statement);
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail_msg("%s", PQerrorMessage(opened));
  if (size > 0) snprintf(said, size, "%s", PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
  PQclear(result);
  PQfinish(opened);
}

static void execute_beside(const char *statement) { ask_beside(statement, NULL, 0); }

static void expect_beside(const char *statement, const char *expected) {
  char said[64];
  ask_beside(statement, said, sizeof said);
  assert_string_equal(said, expected);
}

static struct lobby *try_node(const struct nodes_lab *lab, struct lab_node *node, const char *key,
                              struct fault *fault) {
  (void)lab;
  const struct lobby_settings settings = {.path = getenv("TESSERA_POSTGRES"),
                                          .key_path = key,
                                          .now = node_now,
                                          .context = node,
                                          .threads = 1,
                                          .node = node->name,
                                          .node_url = node->url};
  return lobby_open(&settings, fault);
}

/* Node 0 is `a`, then `b` and `c`. */
static struct lab_node *start(struct nodes_lab *lab, int i) {
  struct fault fault = {0};
  struct lab_node *node = &lab->nodes[i];
  node->now = 1700000000000 + 60000 * i; /* their clocks differ */
  snprintf(node->name, sizeof node->name, "%c", 'a' + i);
  snprintf(node->url, sizeof node->url, "http://127.0.0.%d:80", i + 1);
  node->lobby = try_node(lab, node, lab->key, &fault);
  if (node->lobby == NULL) fail_msg("%s", fault.text);
  return node;
}

static void end_node(struct lab_node *node) {
  lobby_close(node->lobby);
  answer_free(&node->answer);
  *node = (struct lab_node){.lobby = NULL};
}

static int set_up(void **state) {
  struct nodes_lab *lab = memory_new(sizeof *lab);
  struct fault fault = {0};
  *lab = (struct nodes_lab){.folder = "/tmp/nodes_test.XXXXXX"};
  if (mkdtemp(lab->folder) == NULL) return -1;
  snprintf(lab->key, sizeof lab->key, "%s/key", lab->folder);
  *state = lab;
  execute_beside("DROP SCHEMA IF EXISTS tessera CASCADE");
  struct store *store = store_open(getenv("TESSERA_POSTGRES"), lab->key, &fault);
  if (store == NULL) fail_msg("%s", fault.text);
  store_close(store);
  execute_beside("CREATE FUNCTION tessera.stay() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN"
                 " IF NEW.until > clock_timestamp() THEN NEW.until := NEW.until + interval ''1 hour''; END IF;"
                 " RETURN NEW; END';"
                 "CREATE TRIGGER stay BEFORE INSERT OR UPDATE ON tessera.nodes FOR EACH ROW EXECUTE FUNCTION"
                 " tessera.stay()");
  return 0;
}

static int tear_down(void **state) {
  struct nodes_lab *lab = *state;
  for (int i = 0; i < NODES; i++)
    if (lab->nodes[i].lobby != NULL) end_node(&lab->nodes[i]);
  unlink(lab->key);
  const int removed = rmdir(lab->folder);
  free(lab);
  return removed;
}

/* ---- Rounds and requests ---- */

/* A round, a second after the last one. */
static void round_of(struct lab_node *node) {
  node->now += 1000;
  lobby_tick(node->lobby);
  lobby_commit(node->lobby);
  lobby_follow(node->lobby);
  lobby_keep_lease(node->lobby);
}

static void rounds(struct nodes_lab *lab) {
  for (int i = 0; i < NODES; i++)
    if (lab->nodes[i].lobby != NULL) round_of(&lab->nodes[i]);
}

/* A table with its id and the token of its first seat. */
struct sample {
  char id[STORE_ID_SIZE], token[CREDENTIAL_WORD_SIZE];
};

static void read_member(const struct lab_node *node, const char *name, char *value, size_t size) {
  char key[32];
  snprintf(key, sizeof key, "\"%s\":\"", name);
  const char *found = strstr(node->answer.body.bytes, key);
  if (found == NULL) fail_msg("no %s in %s", name, node->answer.body.bytes);
  found += strlen(key);
  snprintf(value, size, "%.*s", (int)strcspn(found, "\""), found);
}

static const char *create_body(struct nodes_lab *lab, char *body, size_t size) {
  snprintf(body, size,
           "{\"id\":\"create-%06d\",\"name\":\"Ann\",\"setup\":{\"game\":\"classic\",\"seats\":[{\"kind\":\"person\"},"
           "{\"kind\":\"open\"}]}}",
           lab->ids++);
  return body;
}

static struct sample create(struct nodes_lab *lab, struct lab_node *node) {
  struct sample sample;
  char body[256];
  create_body(lab, body, sizeof body);
  lobby_tick(node->lobby);
  lobby_create(node->lobby, span_of(body), &node->answer);
  if (node->answer.code != ANSWER_CREATED) fail_msg("%s", node->answer.body.bytes);
  read_member(node, "table", sample.id, sizeof sample.id);
  read_member(node, "token", sample.token, sizeof sample.token);
  assert_true(lobby_commit(node->lobby));
  return sample;
}

/* Who sits there says something; what comes later is asked again. */
static unsigned say(struct nodes_lab *lab, struct lab_node *node, const struct sample *sample) {
  char body[96];
  snprintf(body, sizeof body, "{\"id\":\"say-%09d\",\"type\":\"say\",\"text\":\"here\"}", lab->ids++);
  do {
    lobby_act(node->lobby, span_of(sample->id), span_of(sample->token), span_of(body), &node->answer);
    if (node->answer.waits && !lobby_commit(node->lobby)) return 503;
    if (node->answer.later) lobby_tick(node->lobby);
  } while (node->answer.later);
  return answer_status(node->answer.code);
}

/* Where a table is answered for as a node sees it: the node itself, another one by its URL, or NULL. */
static const struct lab_node *place_of(struct nodes_lab *lab, struct lab_node *node, const char *id) {
  char url[LOBBY_URL_SIZE];
  const enum lobby_place place = lobby_place(node->lobby, span_of(id), url);
  if (place == LOBBY_HERE) return node;
  for (int i = 0; i < NODES && place == LOBBY_THERE; i++)
    if (strcmp(lab->nodes[i].url, url) == 0) return &lab->nodes[i];
  assert_int_equal(place, LOBBY_NOWHERE);
  return NULL;
}

/* As of a node that was killed or is cut off: its lease ends. */
static void end_lease(const struct lab_node *node) {
  char statement[128];
  snprintf(statement, sizeof statement, "UPDATE tessera.nodes SET until = now() - interval '1 s' WHERE name = '%s'",
           node->name);
  execute_beside(statement);
}

/* ---- Tests ---- */

static void the_only_server_answers_for_all_tables(void **state) {
  const struct nodes_lab *lab = *state;
  char url[LOBBY_URL_SIZE];
  struct fault fault = {0};
  const struct lobby_settings settings = {.path = getenv("TESSERA_POSTGRES"), .key_path = lab->key, .threads = 1};
  struct lobby *lobby = lobby_open(&settings, &fault);
  if (lobby == NULL) fail_msg("%s", fault.text);
  assert_int_equal(lobby_place(lobby, span_of("abcdefghijklmnop"), url), LOBBY_HERE);
  assert_true(lobby_may_change(lobby));
  assert_true(lobby_is_drained(lobby));
  lobby_close(lobby);
}

/* Whichever node makes a table, it comes to the one that all think it belongs to. */
static void nodes_agree_where_a_table_belongs(void **state) {
  struct nodes_lab *lab = *state;
  int count[NODES] = {0};
  struct sample tables[TABLES];
  for (int i = 0; i < NODES; i++) start(lab, i);
  rounds(lab);
  for (int k = 0; k < TABLES; k++) tables[k] = create(lab, &lab->nodes[k % NODES]);
  for (int i = 0; i < 3; i++) rounds(lab);
  for (int k = 0; k < TABLES; k++) {
    const struct lab_node *place = place_of(lab, &lab->nodes[0], tables[k].id);
    assert_non_null(place);
    for (int i = 0; i < NODES; i++) assert_ptr_equal(place_of(lab, &lab->nodes[i], tables[k].id), place);
    count[place - lab->nodes]++;
  }
  for (int i = 0; i < NODES; i++) assert_in_range(count[i], TABLES / 8, TABLES / 2);
}

static void a_table_of_a_dead_node_is_taken(void **state) {
  struct nodes_lab *lab = *state;
  struct lab_node *a = start(lab, 0);
  struct sample tables[8]; /* of which some should be the other one's */
  for (int i = 0; i < 8; i++) tables[i] = create(lab, a);
  struct lab_node *b = start(lab, 1);
  for (int i = 0; i < 8; i++) {
    assert_ptr_equal(place_of(lab, b, tables[i].id), a);
    assert_int_equal(say(lab, b, &tables[i]), 503);
    assert_int_equal(say(lab, a, &tables[i]), 200);
  }
  end_lease(a);
  round_of(b);
  for (int i = 0; i < 8; i++) {
    assert_ptr_equal(place_of(lab, b, tables[i].id), b);
    assert_int_equal(say(lab, b, &tables[i]), 200);
    assert_int_equal(say(lab, a, &tables[i]), 503); /* its round is refused: the epoch is another one */
  }
}

static void a_table_of_a_dead_node_goes_on_when_it_is_due(void **state) {
  struct nodes_lab *lab = *state;
  struct lab_node *a = start(lab, 0), *b;
  create(lab, a);
  execute_beside("UPDATE tessera.tables SET due = 0");
  b = start(lab, 1);
  end_lease(a);
  for (int i = 0; i < 3; i++) round_of(b);
  expect_beside("SELECT name FROM tessera.tables JOIN tessera.nodes ON run = owner OR owner IS NULL AND name = 'b'",
                "b");
  assert_int_equal(lobby_figures(b->lobby).taken, 1);
}

static void note_end(struct lobby_watcher *watcher) { *(bool *)watcher->context = watcher->ends; }

/* A node that stood still for longer than its lease answers for nothing before it has looked around. */
static void a_node_that_stood_still_answers_for_nothing(void **state) {
  struct nodes_lab *lab = *state;
  struct lab_node *a = start(lab, 0);
  const struct sample table = create(lab, a);
  bool ended = false;
  struct lobby_watcher watcher = {.wake = note_end, .context = &ended}, late = {.wake = note_end, .context = &ended};
  const struct span nobody = {"", 0};
  assert_true(lobby_watch(a->lobby, span_of(table.id), nobody, &watcher, &a->answer));
  struct lab_node *b = start(lab, 1);
  end_lease(a);
  a->now += 4000;
  assert_false(lobby_may_change(a->lobby));
  assert_null(place_of(lab, a, table.id));
  assert_int_equal(say(lab, a, &table), 503);
  assert_false(lobby_watch(a->lobby, span_of(table.id), nobody, &late, &a->answer));
  assert_int_equal(answer_status(a->answer.code), 503);
  assert_int_equal(lobby_last(a->lobby, &watcher), 0);
  round_of(b);
  assert_int_equal(say(lab, b, &table), 200);

  /* It begins anew, and the table is the other one's. */
  round_of(a);
  assert_true(ended);
  lobby_unwatch(a->lobby, &watcher);
  assert_int_equal(lobby_figures(a->lobby).leases, 2);
  assert_int_equal(lobby_figures(a->lobby).in_memory, 0);
  round_of(b);
  const struct lab_node *place = place_of(lab, b, table.id);
  assert_non_null(place);
  assert_ptr_equal(place_of(lab, a, table.id), place);
}

/* The same of one whose lease lasts, as far as the database knows: it was silent, and forgets all the same. */
static void a_lease_that_is_renewed_too_late_is_none(void **state) {
  struct nodes_lab *lab = *state;
  struct lab_node *a = start(lab, 0);
  const struct sample table = create(lab, a);
  assert_int_equal(lobby_figures(a->lobby).in_memory, 1);
  a->now += 1000;
  a->looks = 4; /* after it has asked, before the answer */
  a->jump = 10000;
  lobby_keep_lease(a->lobby);
  assert_false(lobby_may_change(a->lobby));
  assert_int_equal(lobby_figures(a->lobby).in_memory, 0);
  assert_int_equal(say(lab, a, &table), 503);
  round_of(a);
  assert_true(lobby_may_change(a->lobby));
  assert_int_equal(lobby_figures(a->lobby).leases, 2);
  assert_int_equal(say(lab, a, &table), 200);
}

static void a_table_is_given_back_by_its_owner_alone(void **state) {
  struct nodes_lab *lab = *state;
  struct lab_node *a = start(lab, 0);
  create(lab, a);
  execute_beside("UPDATE tessera.tables SET owner = 1000, epoch = epoch + 1");
  start(lab, 1);
  lobby_drain(a->lobby);
  for (int i = 0; i < 3; i++) round_of(a);
  expect_beside("SELECT owner FROM tessera.tables", "1000");
}

static void a_node_that_drains_gives_all_back(void **state) {
  struct nodes_lab *lab = *state;
  struct lab_node *a = start(lab, 0), *b = start(lab, 1);
  struct sample table = create(lab, a);
  for (int i = 0; i < TABLES; i++) create(lab, a);
  assert_true(lobby_is_ready(a->lobby));
  lobby_drain(a->lobby);
  assert_false(lobby_is_ready(a->lobby));
  assert_false(lobby_is_drained(a->lobby));
  round_of(a);
  assert_true(lobby_is_drained(a->lobby));
  expect_beside("SELECT count(*) FROM tessera.tables WHERE owner IS NOT NULL", "0");
  round_of(b);
  assert_ptr_equal(place_of(lab, b, table.id), b);
  assert_ptr_equal(place_of(lab, a, table.id), b);
  assert_int_equal(say(lab, b, &table), 200);
  end_node(a);
  expect_beside("SELECT string_agg(name, ' ') FROM tessera.nodes", "b");
}

static void a_node_that_joins_gets_its_share(void **state) {
  struct nodes_lab *lab = *state;
  struct lab_node *a = start(lab, 0);
  struct sample tables[TABLES];
  int theirs = 0;
  for (int i = 0; i < TABLES; i++) tables[i] = create(lab, a);
  struct lab_node *b = start(lab, 1);
  for (int i = 0; i < 4; i++) rounds(lab);
  for (int i = 0; i < TABLES; i++) {
    const struct lab_node *place = place_of(lab, b, tables[i].id);
    assert_ptr_equal(place_of(lab, a, tables[i].id), place);
    theirs += place == b;
    assert_int_equal(say(lab, &lab->nodes[place == b], &tables[i]), 200);
  }
  assert_in_range(theirs, TABLES / 4, TABLES * 3 / 4);
  assert_int_equal(lobby_figures(a->lobby).given_back, theirs);
}

/* So that who joins reads a few logs at a time. */
static void tables_are_given_back_by_and_by(void **state) {
  struct nodes_lab *lab = *state;
  struct lab_node *a = start(lab, 0);
  for (int i = 0; i < 2 * TABLES; i++) create(lab, a);
  start(lab, 1);
  round_of(a);
  assert_int_equal(lobby_figures(a->lobby).given_back, 100);
  round_of(a);
  assert_in_range(lobby_figures(a->lobby).given_back, 101, 200);
}

/* What the other one has stored is there after it was taken, whoever watches where. */
static void who_watches_goes_on_when_the_owner_changes(void **state) {
  struct nodes_lab *lab = *state;
  struct lab_node *a = start(lab, 0), *b = start(lab, 1);
  bool ended = false;
  struct lobby_watcher watcher = {.wake = note_end, .context = &ended};
  const struct sample table = create(lab, a);
  assert_true(lobby_watch(a->lobby, span_of(table.id), (struct span){"", 0}, &watcher, &a->answer));
  lobby_drain(a->lobby);
  for (int i = 0; i < 2; i++) rounds(lab);
  assert_int_equal(say(lab, b, &table), 200);
  lobby_last(a->lobby, &watcher); /* as a stream does that is woken */
  for (int i = 0; i < 3; i++) round_of(a);
  const int64_t last = lobby_last(a->lobby, &watcher);
  assert_true(last > 1);
  assert_non_null(strstr(lobby_entry(a->lobby, &watcher, last).bytes, "here"));
  assert_false(ended);
  lobby_unwatch(a->lobby, &watcher);
}

/* Sends a signal to the processes of the database that have connections of nodes; they are told by `processes`. */
static void signal_database(const char *processes, int number) {
  for (const char *at = processes; *at != '\0'; at += strcspn(at, " "), at += *at == ' ')
    assert_int_equal(kill((pid_t)strtol(at, NULL, 10), number), 0);
}

/* A database that does not answer holds up a node for less than its lease; then it connects again. */
static void a_database_that_stands_still_is_given_up(void **state) {
  const struct timespec moment = {.tv_nsec = 20000000};
  struct nodes_lab *lab = *state;
  struct lab_node *a = start(lab, 0);
  const struct sample table = create(lab, a);
  char processes[256];
  ask_beside("SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE application_name = 'tessera'", processes,
             sizeof processes);
  signal_database(processes, SIGSTOP);
  const int64_t begin = steady_milliseconds();
  round_of(a);
  const int64_t took = steady_milliseconds() - begin;
  signal_database(processes, SIGCONT);
  assert_in_range(took, 1000, 2 * STORE_LEASE); /* one server waits for four times as long */
  while (say(lab, a, &table) != 200) {
    nanosleep(&moment, NULL);
    a->now += 200;
    lobby_tick(a->lobby);
    lobby_keep_lease(a->lobby);
  }
}

static void two_nodes_of_one_name_are_refused(void **state) {
  struct nodes_lab *lab = *state;
  struct fault fault = {0};
  start(lab, 0);
  struct lab_node second = {.now = 1700000000000, .name = "a", .url = "http://127.0.0.9:80"};
  assert_null(try_node(lab, &second, lab->key, &fault));
  assert_string_equal(fault.text, "another node has the name 'a'");
  round_of(&lab->nodes[0]); /* who has it keeps its lease */
  assert_true(lobby_may_change(lab->nodes[0].lobby));
  assert_int_equal(lobby_figures(lab->nodes[0].lobby).leases, 1);
}

static void a_node_with_another_key_is_refused(void **state) {
  struct nodes_lab *lab = *state;
  struct fault fault = {0};
  char key[112];
  start(lab, 0);
  struct lab_node second = {.now = 1700000000000, .name = "b", .url = "http://127.0.0.9:80"};
  snprintf(key, sizeof key, "%s-2", lab->key);
  assert_null(try_node(lab, &second, key, &fault));
  assert_int_equal(access(key, F_OK), -1);
  assert_non_null(strstr(fault.text, "the node 'a' has another key"));
  expect_beside("SELECT string_agg(name, ' ') FROM tessera.nodes", "a");
}

static void a_server_of_its_own_is_refused_beside_nodes(void **state) {
  struct nodes_lab *lab = *state;
  struct fault fault = {0};
  start(lab, 0);
  assert_null(store_open(getenv("TESSERA_POSTGRES"), lab->key, &fault));
  assert_non_null(strstr(fault.text, "another server has this database open"));
}

static void nodes_need_postgres(void **state) {
  struct nodes_lab *lab = *state;
  struct fault fault = {0};
  char path[96];
  snprintf(path, sizeof path, "%s/tables.db", lab->folder);
  assert_null(store_open_shared(path, lab->key, &fault));
  assert_non_null(strstr(fault.text, "several nodes need a database of PostgreSQL"));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(the_only_server_answers_for_all_tables),
      TEST(nodes_agree_where_a_table_belongs),
      TEST(a_table_of_a_dead_node_is_taken),
      TEST(a_table_of_a_dead_node_goes_on_when_it_is_due),
      TEST(a_node_that_stood_still_answers_for_nothing),
      TEST(a_lease_that_is_renewed_too_late_is_none),
      TEST(a_table_is_given_back_by_its_owner_alone),
      TEST(a_node_that_drains_gives_all_back),
      TEST(a_node_that_joins_gets_its_share),
      TEST(tables_are_given_back_by_and_by),
      TEST(who_watches_goes_on_when_the_owner_changes),
      TEST(a_database_that_stands_still_is_given_up),
      TEST(two_nodes_of_one_name_are_refused),
      TEST(a_node_with_another_key_is_refused),
      TEST(a_server_of_its_own_is_refused_beside_nodes),
      TEST(nodes_need_postgres),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
