/*
 * Several servers in one process on one database of PostgreSQL, for which tests/store/with_postgres runs this program:
 * each of them serves each table, and a stream at any of them tells the log of the table in its order, and nothing
 * else. The time of the servers and of the database goes on when a test says so, however busy the machine is.
 */
#define _GNU_SOURCE

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "base/steady_clock.h"
#include "lobby/lab.h"
#include "lobby/limiter.h"

enum {
  NODES = 3,
  MINUTE = 60 * 1000,
  STEP_MS = 20,        /* by which the clocks of the servers go on from round to round of a test that waits */
  PATIENCE_MS = 120000 /* that it waits at most, by the machine's clock */
};

/* A node; one that does not run has stopped, and nobody was told. */
struct one_node {
  struct lobby *lobby;
  bool runs;
};

/* The lab keeps what requests give; it has no lobby of its own. */
struct cluster {
  struct lab lab;
  struct one_node nodes[NODES];
  PGconn *beside;           /* the test's own connection to the database */
  int64_t now;              /* by the clocks of the nodes */
  struct text table, token; /* of the table that is there at first, by the first node, and its first seat */
};

/* What somebody has read of a table at a node. */
struct stream_reader {
  struct lobby_watcher watcher;
  struct one_node *node;
  int64_t told;
  struct text log; /* line by line */
  bool woken;
};

static int64_t fleet_now(void *context) { return ((struct cluster *)context)->now; }

static void execute_beside(const struct cluster *fleet, const char *statement) {
  PGresult *result = PQexec(fleet->beside, statement);
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail_msg("%s", PQerrorMessage(fleet->beside));
  PQclear(result);
}

static void open_node(struct cluster *fleet, int index) {
  struct fault fault = {0};
  const struct lobby_settings settings = {.path = getenv("TESSERA_POSTGRES"),
                                          .key_path = fleet->lab.key_path,
                                          .now = fleet_now,
                                          .context = fleet,
                                          .threads = 1,
                                          .limits = fleet->lab.limits,
                                          .most_tables = fleet->lab.most_tables,
                                          .keep = fleet->lab.keep};
  fleet->nodes[index] = (struct one_node){lobby_open(&settings, &fault), true};
  if (fleet->nodes[index].lobby == NULL) fail_msg("%s", fault.text);
}

static int set_up(void **state) {
  if (getenv("TESSERA_POSTGRES") == NULL) {
    print_error("run it by tests/store/with_postgres\n");
    return -1;
  }
  struct cluster *fleet = memory_new(sizeof *fleet);
  *fleet = (struct cluster){.lab.folder = "/tmp/sharing_test.XXXXXX",
                            .beside = PQconnectdb(getenv("TESSERA_POSTGRES")),
                            .now = 1700000000000};
  if (mkdtemp(fleet->lab.folder) == NULL) return -1;
  snprintf(fleet->lab.key_path, sizeof fleet->lab.key_path, "%s/key", fleet->lab.folder);
  execute_beside(fleet, "SET client_min_messages = error");
  execute_beside(fleet, "DROP SCHEMA IF EXISTS tessera CASCADE");
  struct fault fault = {0};
  struct store *store = store_open(getenv("TESSERA_POSTGRES"), fleet->lab.key_path, &fault);
  if (store == NULL) fail_msg("%s", fault.text);
  store_close(store);
  execute_beside(fleet, "CREATE TABLE tessera.now AS SELECT 1700000000000::bigint AS ms;"
                        "CREATE OR REPLACE FUNCTION tessera.clock() RETURNS bigint LANGUAGE sql STABLE AS"
                        " 'SELECT ms FROM tessera.now'");
  for (int i = 0; i < NODES; i++) open_node(fleet, i);
  *state = fleet;
  return 0;
}

static int tear_down(void **state) {
  struct cluster *fleet = *state;
  if (test_has_ended)
    for (int i = 0; i < NODES; i++) lobby_close(fleet->nodes[i].lobby);
  else /* the nodes have the watchers of a test that failed, and cannot close; they lose the database */
    execute_beside(fleet, "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                          " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()");
  unlink(fleet->lab.key_path);
  const int removed = rmdir(fleet->lab.folder);
  PQfinish(fleet->beside);
  lab_forget(&fleet->lab);
  if (test_has_ended) free(fleet);
  return removed;
}

/* ---- Rounds ---- */

/* A round of a node; true if it was stored. */
static bool run_node(struct one_node *node) {
  lobby_tick(node->lobby);
  lobby_has_read(node->lobby);
  const bool stored = lobby_commit(node->lobby);
  lobby_compare(node->lobby);
  lobby_beat(node->lobby);
  return stored;
}

/* All clocks go on. */
static void go_on(struct cluster *fleet, int64_t milliseconds) {
  char statement[80];
  fleet->now += milliseconds;
  snprintf(statement, sizeof statement, "UPDATE tessera.now SET ms = ms + %lld", (long long)milliseconds);
  execute_beside(fleet, statement);
}

/* Time goes by, in which servers have asked for it. */
static void pass(struct cluster *fleet, int64_t milliseconds) {
  char statement[80];
  go_on(fleet, milliseconds);
  snprintf(statement, sizeof statement, "UPDATE tessera.server SET alive = alive + %lld", (long long)milliseconds);
  execute_beside(fleet, statement);
}

/* A test waits for what the machine still works at; a little time goes by for the servers, too. */
static void wait_a_little(struct cluster *fleet) {
  go_on(fleet, STEP_MS);
  poll(NULL, 0, 2);
}

static void run_all(struct cluster *fleet) {
  for (int i = 0; i < NODES; i++)
    if (fleet->nodes[i].runs) run_node(&fleet->nodes[i]);
}

/* Runs rounds until it is so. */
#define AWAIT(fleet, condition)                                                                                        \
  for (const int64_t end = steady_milliseconds() + PATIENCE_MS; !(condition); run_all(fleet), wait_a_little(fleet))    \
    if (steady_milliseconds() > end) fail_msg("%s: not so after two minutes", #condition);

static struct slot *slot_at(const struct one_node *node, const struct text *table) {
  return slots_find(&node->lobby->slots, text_span(table));
}

static bool has(const struct one_node *node, const struct text *table) {
  const struct slot *slot = slot_at(node, table);
  return slot != NULL && slot->table != NULL;
}

/* ---- Requests ---- */

static void read_answer(struct cluster *fleet) {
  json_decref(fleet->lab.json);
  fleet->lab.json = json_loadb(fleet->lab.answer.body.bytes, fleet->lab.answer.body.length, 0, NULL);
}

/* A table that anybody may know of, with a person on the first seat. */
static void create_at(struct cluster *fleet, struct one_node *node, struct text *table, struct text *token) {
  const char *body = create_body(&fleet->lab, open_seat, "");
  for (bool made = false; !made; wait_a_little(fleet)) {
    lobby_create(node->lobby, span_of(""), span_of(body), &fleet->lab.answer);
    made = fleet->lab.answer.code == ANSWER_CREATED;
    made &= run_node(node);
  }
  read_answer(fleet);
  *table = told(&fleet->lab, "table");
  *token = told(&fleet->lab, "token");
}

static int set_up_table(void **state) {
  if (set_up(state) != 0) return -1;
  struct cluster *fleet = *state;
  create_at(fleet, &fleet->nodes[0], &fleet->table, &fleet->token);
  return 0;
}

/* A test of the nodes of a `struct cluster *fleet`, and one that has a table at first. */
#define FLEET(name) TEST_OF(name, struct cluster, fleet, set_up, tear_down)
#define TABLE(name) TEST_OF(name, struct cluster, fleet, set_up_table, tear_down)

/* Makes a request of the table at a node, until it is granted. */
static void ask_at(struct cluster *fleet, struct one_node *node, const struct text *table,
                   void (*request)(struct one_node *node, const struct text *table, const void *what,
                                   struct answer *answer),
                   const void *what) {
  for (const int64_t end = steady_milliseconds() + PATIENCE_MS; steady_milliseconds() < end; wait_a_little(fleet)) {
    request(node, table, what, &fleet->lab.answer);
    const bool granted = !fleet->lab.answer.later && !answer_is_refusal(fleet->lab.answer.code);
    if (run_node(node) && granted && !lobby_has_moved(node->lobby, text_span(table))) {
      read_answer(fleet);
      return;
    }
  }
  fail_msg("not granted: %s", fleet->lab.answer.body.bytes);
}

/* The same at the nodes that run, in turns. */
static void ask(struct cluster *fleet, const struct text *table,
                void (*request)(struct one_node *node, const struct text *table, const void *what,
                                struct answer *answer),
                const void *what) {
  static int turn;
  do turn++;
  while (!fleet->nodes[turn % NODES].runs);
  ask_at(fleet, &fleet->nodes[turn % NODES], table, request, what);
}

struct saying {
  const struct text *token;
  char body[128];
};

static void request_say(struct one_node *node, const struct text *table, const void *what, struct answer *answer) {
  const struct saying *saying = what;
  lobby_ask(node->lobby, lobby_act, text_span(table), text_span(saying->token), span_of(saying->body), answer);
}

static void say(struct cluster *fleet, const struct text *table, const struct text *token) {
  struct saying saying = {.token = token};
  const int number = fleet->lab.ids++;
  snprintf(saying.body, sizeof saying.body, "{\"id\":\"say-%06d\",\"type\":\"say\",\"text\":\"line %d\"}", number,
           number);
  ask(fleet, table, request_say, &saying);
}

static void request_recover(struct one_node *node, const struct text *table, const void *what, struct answer *answer) {
  lobby_ask(node->lobby, lobby_recover, text_span(table), (struct span){"", 0}, span_of(what), answer);
}

/* ---- Readers ---- */

static void wake(struct lobby_watcher *watcher) { ((struct stream_reader *)watcher->context)->woken = true; }

static bool begins(struct stream_reader *reader, const struct text *table, const struct text *token,
                   struct answer *answer) {
  reader->watcher = (struct lobby_watcher){.wake = wake, .context = reader};
  const struct span word = token == NULL ? (struct span){"", 0} : text_span(token);
  return lobby_watch(reader->node->lobby, text_span(table), word, &reader->watcher, answer);
}

static struct stream_reader *read_at(struct cluster *fleet, struct one_node *node, const struct text *table,
                                     const struct text *token) {
  struct stream_reader *reader = memory_new(sizeof *reader);
  *reader = (struct stream_reader){.node = node};
  AWAIT(fleet, begins(reader, table, token, &fleet->lab.answer));
  return reader;
}

static void unwatch(struct stream_reader *reader) {
  lobby_unwatch(reader->node->lobby, &reader->watcher);
  text_free(&reader->log);
  free(reader);
}

/* Reads what is there; the number of the last entry. */
static int64_t read_on(struct stream_reader *reader) {
  const int64_t last = lobby_last(reader->node->lobby, &reader->watcher);
  while (reader->told < last) {
    const struct span entry = lobby_entry(reader->node->lobby, &reader->watcher, ++reader->told);
    text_add(&reader->log, entry.bytes, entry.length);
    text_add_char(&reader->log, '\n');
  }
  return reader->told;
}

/* The log as it is stored, line by line; its last number in `*last`. */
static struct text stored_log(const struct cluster *fleet, const struct text *table, int64_t *last) {
  struct text log = {0};
  const char *const values[] = {table->bytes};
  PGresult *result =
      PQexecParams(fleet->beside,
                   "SELECT seq, body FROM tessera.entries JOIN tessera.tables USING (number) WHERE id = $1"
                   " ORDER BY seq",
                   1, NULL, values, NULL, NULL, 0);
  *last = PQntuples(result);
  for (int i = 0; i < PQntuples(result); i++) {
    assert_int_equal(atoi(PQgetvalue(result, i, 0)), i + 1);
    text_add_string(&log, PQgetvalue(result, i, 1));
    text_add_char(&log, '\n');
  }
  PQclear(result);
  return log;
}

/* The reader comes to have the log as it is stored. */
static void expect_log(struct cluster *fleet, struct stream_reader *reader, const struct text *table) {
  int64_t last;
  struct text log = stored_log(fleet, table, &last);
  AWAIT(fleet, read_on(reader) >= last);
  assert_string_equal(reader->log.bytes, log.bytes);
  text_free(&log);
}

/* ---- Tests ---- */

static void request_sit(struct one_node *node, const struct text *table, const void *what, struct answer *answer) {
  lobby_ask(node->lobby, lobby_sit, text_span(table), (struct span){"", 0}, span_of(what), answer);
}

/* A request at a node, without a round of it: what was answered. */
static enum answer_code try_say(struct cluster *fleet, struct one_node *node, const struct text *table,
                                const struct text *token) {
  struct saying saying = {.token = token};
  snprintf(saying.body, sizeof saying.body, "{\"id\":\"say-%06d\",\"type\":\"say\",\"text\":\"here\"}",
           fleet->lab.ids++);
  request_say(node, table, &saying, &fleet->lab.answer);
  return fleet->lab.answer.code;
}

/* Who has just sat down, or has read on, may come to a node that does not know it yet. */
TABLE(a_node_asks_before_it_refuses) {
  struct one_node *first = &fleet->nodes[0], *other = &fleet->nodes[1];
  struct stream_reader *reader = read_at(fleet, other, &fleet->table, NULL);
  AWAIT(fleet, has(other, &fleet->table));
  const int64_t before = read_on(reader);

  /* From here on the other node has no round. */
  request_sit(first, &fleet->table, "{\"id\":\"sit-down\",\"name\":\"Bea\"}", &fleet->lab.answer);
  assert_true(run_node(first));
  read_answer(fleet);
  struct text bea = told(&fleet->lab, "token");
  struct stream_reader own = {.node = other};
  assert_true(begins(&own, &fleet->table, &bea, &fleet->lab.answer));
  assert_int_equal(read_on(&own), before + 1);
  assert_int_equal(try_say(fleet, first, &fleet->table, &bea), ANSWER_OK);
  assert_true(run_node(first));
  assert_int_equal(lobby_last(other->lobby, &own.watcher), before + 1);
  assert_true(lobby_catch_up(other->lobby, &own.watcher));
  assert_int_equal(read_on(&own), before + 2);

  const struct text wrong = {.bytes = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", .length = 43};
  struct stream_reader stranger = {.node = other};
  assert_false(begins(&stranger, &fleet->table, &wrong, &fleet->lab.answer));
  assert_int_equal(fleet->lab.answer.code, ANSWER_WRONG_TOKEN);
  lobby_unwatch(other->lobby, &own.watcher);
  text_free(&own.log);
  unwatch(reader);
}

/* Who has seen an entry at one node reads no less at another one, though that has heard nothing of it yet. */
TABLE(nobody_reads_less_at_another_node) {
  struct one_node *first = &fleet->nodes[0], *other = &fleet->nodes[1];
  struct stream_reader *reader = read_at(fleet, other, &fleet->table, NULL), late = {.node = other};
  const int64_t before = read_on(reader);
  assert_int_equal(try_say(fleet, first, &fleet->table, &fleet->token), ANSWER_OK);
  assert_true(run_node(first));
  assert_true(begins(&late, &fleet->table, NULL, &fleet->lab.answer));
  assert_int_equal(read_on(&late), before + 1);
  lobby_unwatch(other->lobby, &late.watcher);
  text_free(&late.log);
  unwatch(reader);
}

/* A refusal on an old cache is none: the request is carried out on what the table is now. */
TABLE(nobody_is_refused_by_an_old_cache) {
  struct one_node *first = &fleet->nodes[0], *other = &fleet->nodes[1];
  struct stream_reader *reader = read_at(fleet, other, &fleet->table, NULL);
  AWAIT(fleet, has(other, &fleet->table));
  request_sit(first, &fleet->table, "{\"id\":\"sit-down\",\"name\":\"Bea\"}", &fleet->lab.answer);
  assert_true(run_node(first));
  read_answer(fleet);
  struct text bea = told(&fleet->lab, "token");
  try_say(fleet, other, &fleet->table, &bea);
  assert_true(fleet->lab.answer.later && lobby_has_read(other->lobby));
  assert_int_equal(try_say(fleet, other, &fleet->table, &bea), ANSWER_OK);
  assert_true(run_node(other));
  unwatch(reader);
}

/* Two nodes decide on one state: the second one's round leaves the table out, and no other; what was asked is asked
 * again. */
TABLE(who_comes_second_decides_again) {
  struct text beside, its_token;
  create_at(fleet, &fleet->nodes[0], &beside, &its_token);
  struct one_node *first = &fleet->nodes[0], *second = &fleet->nodes[1];
  struct stream_reader *one = read_at(fleet, second, &fleet->table, NULL), *two = read_at(fleet, second, &beside, NULL);
  AWAIT(fleet, has(second, &fleet->table) && has(second, &beside));
  const int64_t before = read_on(one);
  assert_int_equal(try_say(fleet, second, &fleet->table, &fleet->token), ANSWER_OK);
  assert_true(fleet->lab.answer.waits);
  assert_int_equal(try_say(fleet, second, &beside, &its_token), ANSWER_OK);
  assert_int_equal(try_say(fleet, first, &fleet->table, &fleet->token), ANSWER_OK);
  assert_true(run_node(first));
  assert_true(lobby_commit(second->lobby));
  assert_true(lobby_has_moved(second->lobby, text_span(&fleet->table)));
  assert_false(lobby_has_moved(second->lobby, text_span(&beside)));
  assert_int_equal(lobby_figures(second->lobby).moved, 1);
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, one, &fleet->table);
  expect_log(fleet, two, &beside);
  assert_int_equal(read_on(one), before + 2);
  unwatch(one);
  unwatch(two);
}

/* What is no text to PostgreSQL is no table, and does not fail the round of others. */
TABLE(no_id_fails_a_round) {
  struct answer unheard = {0};
  struct one_node *node = &fleet->nodes[0];
  const struct span strange = {"\xff", 1};
  assert_int_equal(try_say(fleet, node, &fleet->table, &fleet->token), ANSWER_OK);
  lobby_state(node->lobby, strange, &unheard);
  assert_int_equal(unheard.code, ANSWER_NO_TABLE);
  assert_true(run_node(node));
  answer_free(&unheard);
}

TABLE(a_stream_at_any_node_is_the_log) {
  struct stream_reader *readers[NODES];
  for (int i = 0; i < NODES; i++) readers[i] = read_at(fleet, &fleet->nodes[i], &fleet->table, NULL);
  for (int i = 0; i < 20; i++) {
    say(fleet, &fleet->table, &fleet->token);
    if (i % 5 == 0) run_all(fleet);
  }
  for (int i = 0; i < NODES; i++) {
    expect_log(fleet, readers[i], &fleet->table);
    unwatch(readers[i]);
  }
}

TABLE(a_lost_hint_makes_it_late_only) {
  struct stream_reader *reader = read_at(fleet, &fleet->nodes[1], &fleet->table, NULL);
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, reader, &fleet->table);
  execute_beside(
      fleet, "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'tessera hints'");
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, reader, &fleet->table);
  unwatch(reader);
}

/* A node stops without a word: the others go on at once, streams have no gap, and when it comes back it knows nothing
 * that it does not read. */
TABLE(streams_go_on_when_a_node_stops) {
  struct one_node *first = &fleet->nodes[0];
  struct stream_reader *one = read_at(fleet, &fleet->nodes[1], &fleet->table, NULL);
  struct stream_reader *stopped = read_at(fleet, first, &fleet->table, NULL);
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, one, &fleet->table);
  expect_log(fleet, stopped, &fleet->table);
  first->runs = false;
  for (int i = 0; i < 5; i++) say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, one, &fleet->table);
  first->runs = true;
  for (int i = 0; i < 5; i++) say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, one, &fleet->table);
  expect_log(fleet, stopped, &fleet->table);
  unwatch(stopped);
  lobby_close(first->lobby);
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, one, &fleet->table);
  open_node(fleet, 0);
  unwatch(one);
}

static bool log_has(const struct cluster *fleet, const struct text *table, const char *what) {
  int64_t last;
  struct text log = stored_log(fleet, table, &last);
  const bool found = last > 0 && strstr(log.bytes, what) != NULL;
  text_free(&log);
  return found;
}

/* A guest who is away for a minute loses the seat, though the node at which they sat down has stopped: another one that
 * has the table in memory, or claims it, sees to that. */
FLEET(what_is_due_is_done_by_another_node) {
  struct text tables[2], tokens[2];
  struct stream_reader *reader = NULL;
  for (int i = 0; i < 2; i++) {
    create_at(fleet, &fleet->nodes[0], &tables[i], &tokens[i]);
    ask_at(fleet, &fleet->nodes[0], &tables[i], request_sit, "{\"id\":\"sit-down\",\"name\":\"Bea\"}");
  }
  reader = read_at(fleet, &fleet->nodes[1], &tables[1], NULL);
  fleet->nodes[0].runs = false;
  for (int i = 0; i < 2; i++) {
    AWAIT(fleet, (pass(fleet, 1000), log_has(fleet, &tables[i], "\"type\":\"stood\"")));
  }
  assert_true(lobby_figures(fleet->nodes[1].lobby).claimed + lobby_figures(fleet->nodes[2].lobby).claimed > 0);
  expect_log(fleet, reader, &tables[1]);
  fleet->nodes[0].runs = true;
  unwatch(reader);
}

/* The same of a node that runs: nobody else does what it does on time. */
TABLE(what_is_due_is_done_once) {
  ask_at(fleet, &fleet->nodes[0], &fleet->table, request_sit, "{\"id\":\"sit-down\",\"name\":\"Bea\"}");
  struct stream_reader *reader = read_at(fleet, &fleet->nodes[1], &fleet->table, NULL);
  AWAIT(fleet, (pass(fleet, 1000), log_has(fleet, &fleet->table, "\"type\":\"stood\"")));
  for (int i = 0; i < 10; i++) pass(fleet, 500), run_all(fleet);
  expect_log(fleet, reader, &fleet->table);
  for (int i = 0; i < NODES; i++) assert_int_equal(lobby_figures(fleet->nodes[i].lobby).moved, 0);
  unwatch(reader);
}

/* An older copy of the database is put in its place, as by a standby that was not synchronous. */
TABLE(a_log_that_got_shorter_ends_its_streams) {
  const struct one_node *node = &fleet->nodes[1];
  struct stream_reader *reader = read_at(fleet, &fleet->nodes[1], &fleet->table, NULL);
  say(fleet, &fleet->table, &fleet->token);
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, reader, &fleet->table);
  struct lobby_log log;
  char bytes[64];
  assert_true(lobby_log_begin(node->lobby, &reader->watcher, 0, &log));
  assert_int_equal(lobby_log_read(node->lobby, &reader->watcher, &log, bytes, sizeof bytes), sizeof bytes);
  execute_beside(fleet, "BEGIN; DELETE FROM tessera.entries WHERE seq = (SELECT max(seq) FROM tessera.entries);"
                        "UPDATE tessera.tables SET version = 7; COMMIT");
  AWAIT(fleet, reader->watcher.ends);
  assert_true(reader->woken);

  /* Nor is a log told to its end of which an entry is gone. */
  AWAIT(fleet, lobby_last(node->lobby, &reader->watcher) == log.last - 1);
  while (lobby_log_read(node->lobby, &reader->watcher, &log, bytes, sizeof bytes) > 0) continue;
  assert_true(log.read < log.length);
  lobby_log_end(&log);
  unwatch(reader);
}

TABLE(a_table_that_nobody_watches_leaves_the_memory) {
  struct one_node *node = &fleet->nodes[1];
  struct stream_reader *reader = read_at(fleet, node, &fleet->table, NULL);
  expect_log(fleet, reader, &fleet->table);
  for (int i = 0; i < 60; i++) { /* as long as somebody watches it stays */
    pass(fleet, 3000);
    run_all(fleet);
  }
  assert_non_null(slot_at(node, &fleet->table));
  unwatch(reader);
  AWAIT(fleet, (pass(fleet, 3000), slot_at(node, &fleet->table) == NULL));
  reader = read_at(fleet, node, &fleet->table, NULL);
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, reader, &fleet->table);
  unwatch(reader);
}

static bool is_there(const struct one_node *node, const struct text *table, int seat) {
  const struct slot *slot = slot_at(node, table);
  return slot != NULL && slot->table != NULL && presence_is_there(&node->lobby->presence, slot, seat);
}

TABLE(who_watches_at_any_node_is_there) {
  struct one_node *first = &fleet->nodes[0], *node = &fleet->nodes[1], *third = &fleet->nodes[2];
  struct stream_reader *here = read_at(fleet, first, &fleet->table, NULL);
  assert_false(is_there(first, &fleet->table, 1));

  /* 1. As long as there is a stream at one node. */
  struct stream_reader *one = read_at(fleet, node, &fleet->table, &fleet->token),
                       *two = read_at(fleet, third, &fleet->table, &fleet->token);
  AWAIT(fleet, is_there(first, &fleet->table, 1));
  unwatch(one);
  for (int i = 0; i < 40; i++) {
    pass(fleet, 500);
    run_all(fleet);
    poll(NULL, 0, 2);
  }
  AWAIT(fleet, is_there(first, &fleet->table, 1));
  unwatch(two);
  AWAIT(fleet, (pass(fleet, 100), !is_there(first, &fleet->table, 1)));

  /* 2. A node that says nothing any more: after a while nobody is there. */
  one = read_at(fleet, node, &fleet->table, &fleet->token);
  AWAIT(fleet, is_there(first, &fleet->table, 1));
  node->runs = false;
  AWAIT(fleet, (pass(fleet, 500), !is_there(first, &fleet->table, 1)));
  node->runs = true;
  unwatch(one);
  unwatch(here);
}

/* A node that hears nothing of the database for a while answers for nothing, and its streams end. */
TABLE(a_node_that_hears_nothing_answers_nothing) {
  struct one_node *node = &fleet->nodes[1];
  struct stream_reader *reader = read_at(fleet, node, &fleet->table, NULL), late = {.node = node};
  fleet->now += 4000;
  assert_false(lobby_hears(node->lobby));
  assert_int_equal(try_say(fleet, node, &fleet->table, &fleet->token), ANSWER_NOT_STORED);
  assert_false(begins(&late, &fleet->table, NULL, &fleet->lab.answer));
  assert_int_equal(fleet->lab.answer.code, ANSWER_NOT_STORED);
  assert_int_equal(lobby_last(node->lobby, &reader->watcher), 0);
  run_node(node);
  AWAIT(fleet, lobby_hears(node->lobby));
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, reader, &fleet->table);

  execute_beside(fleet, "ALTER TABLE tessera.server RENAME TO away");
  AWAIT(fleet, (fleet->now += 1000, reader->watcher.ends));
  assert_false(lobby_hears(node->lobby));
  players_rate(fleet->nodes[2].lobby->players);
  fleet->now += 20000; /* a node waits between its rounds all the same */
  AWAIT(fleet, lobby_wait(fleet->nodes[2].lobby) > 0);
  execute_beside(fleet, "ALTER TABLE tessera.away RENAME TO server");
  AWAIT(fleet, lobby_hears(node->lobby));
  unwatch(reader);
}

TABLE(a_token_that_was_renewed_ends_its_stream) {
  struct text body = {0};
  struct text recovery = told(&fleet->lab, "recovery");
  struct one_node *node = &fleet->nodes[1];
  struct stream_reader *reader = read_at(fleet, node, &fleet->table, &fleet->token);
  expect_log(fleet, reader, &fleet->table);
  text_print(&body, "{\"id\":\"recover-1\",\"recovery\":\"%s\"}", recovery.bytes);
  ask_at(fleet, &fleet->nodes[2], &fleet->table, request_recover, body.bytes);
  struct text renewed = told(&fleet->lab, "token");
  AWAIT(fleet, reader->watcher.ends);
  unwatch(reader);

  /* The old one is refused at each node, the new one is not. */
  reader = read_at(fleet, node, &fleet->table, &renewed);
  struct stream_reader old = {.node = node};
  assert_false(begins(&old, &fleet->table, &fleet->token, &fleet->lab.answer));
  assert_int_equal(fleet->lab.answer.code, ANSWER_WRONG_TOKEN);
  unwatch(reader);
  text_free(&body);
}

/* Sends a signal to the processes of the database that have connections of nodes; they are told by `processes`. */
static void signal_database(const char *processes, int number) {
  for (const char *at = processes; *at != '\0'; at += strcspn(at, " "), at += *at == ' ')
    assert_int_equal(kill((pid_t)strtol(at, NULL, 10), number), 0);
}

/* A database that does not answer holds up a node for a few seconds; then it connects again. */
TABLE(a_database_that_stands_still_is_given_up) {
  PGresult *result = PQexec(
      fleet->beside, "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE application_name = 'tessera'");
  struct one_node *node = &fleet->nodes[0];
  signal_database(PQgetvalue(result, 0, 0), SIGSTOP);
  assert_int_equal(try_say(fleet, node, &fleet->table, &fleet->token), ANSWER_OK);
  const bool stored = run_node(node); /* it comes to an end, where a file is waited for as long as it takes */
  signal_database(PQgetvalue(result, 0, 0), SIGCONT);
  PQclear(result);
  assert_false(stored);
  say(fleet, &fleet->table, &fleet->token);
}
/* True if the list of a node tells of so many tables. */
static bool lists(struct cluster *fleet, const struct one_node *node, size_t count) {
  lobby_list(node->lobby, &fleet->lab.answer);
  if (fleet->lab.answer.code != ANSWER_OK) return false;
  read_answer(fleet);
  return json_array_size(json_object_get(fleet->lab.json, "tables")) == count;
}

FLEET(all_nodes_list_all_tables) {
  struct text tables[4], tokens[4];
  for (int i = 0; i < 4; i++) create_at(fleet, &fleet->nodes[0], &tables[i], &tokens[i]);
  for (int i = 0; i < NODES; i++) {
    AWAIT(fleet, lists(fleet, &fleet->nodes[i], 4));
    for (size_t k = 0; k < 4; k++) { /* the newest first */
      const json_t *item = json_array_get(json_object_get(fleet->lab.json, "tables"), k);
      assert_string_equal(json_string_value(json_object_get(item, "table")), tables[3 - k].bytes);
      assert_string_equal(json_string_value(json_object_get(item, "state")), "waiting");
      assert_true(json_is_integer(json_object_get(item, "age_s")));
    }
  }
}

/* One address fills no list, whichever nodes it asks. */
FLEET(of_one_address_eight_tables_are_listed) {
  struct text table, token;
  const struct span address = span_of("192.0.2.1"), other = span_of("192.0.2.2");
  const uint64_t shared = lobby_shared_address(fleet->nodes[0].lobby, address);
  assert_true(shared != 0 && shared != lobby_shared_address(fleet->nodes[0].lobby, other));
  for (int i = 0; i < 12; i++) {
    struct lobby *lobby = fleet->nodes[i % 2].lobby;
    const struct lobby_asker asker = {.shared = lobby_shared_address(lobby, i < 10 ? address : other)};
    lobby_ask_as(lobby, asker);
    create_at(fleet, &fleet->nodes[i % 2], &table, &token);
  }
  for (int i = 0; i < NODES; i++) AWAIT(fleet, lists(fleet, &fleet->nodes[i], 10));
}

/* So many tables that the addresses of a network (0: of none) open by turns, fifty in a round. */
static void open_many(struct cluster *fleet, int count, uint64_t first_address, uint64_t addresses, uint64_t network) {
  const char *body;
  for (int i = 0; i < count; i++) {
    struct one_node *node = &fleet->nodes[i / 50 % 2];
    body = create_body(&fleet->lab, open_seat, "");
    lobby_ask_as(node->lobby,
                 (struct lobby_asker){.shared = first_address + (uint64_t)i % addresses, .shared_network = network});
    lobby_create(node->lobby, span_of(""), span_of(body), &fleet->lab.answer);
    if (i % 50 == 49 || i == count - 1) run_node(node);
  }
}

/* A table that somebody opens at a node. */
static struct text open_alone(struct cluster *fleet, int node, uint64_t address) {
  struct text table, token;
  lobby_ask_as(fleet->nodes[node].lobby, (struct lobby_asker){.shared = address});
  create_at(fleet, &fleet->nodes[node], &table, &token);
  return table;
}

/* True if the list of a node has these tables among its hundred. */
static bool lists_all(struct cluster *fleet, const struct one_node *node, const struct text *tables, int count) {
  if (!lists(fleet, node, 100)) return false;
  for (int i = 0; i < count; i++)
    if (strstr(fleet->lab.answer.body.bytes, tables[i].bytes) == NULL) return false;
  return true;
}

/* Places are dealt by turns among addresses and networks, as on one server: neither very many tables of a few addresses
 * nor those of a network of many push out a table that is older or newer. */
FLEET(a_few_addresses_push_nobody_out) {
  struct text honest[3];
  honest[0] = open_alone(fleet, 0, 21);
  open_many(fleet, 650, 100, 13, 0);
  honest[1] = open_alone(fleet, 1, 22);
  open_many(fleet, 650, 100, 13, 0);
  open_many(fleet, 320, 1000, 40, 7);
  honest[2] = open_alone(fleet, 0, 23);
  for (int i = 0; i < NODES; i++) AWAIT(fleet, lists_all(fleet, &fleet->nodes[i], honest, 3));
}

/* All nodes are started anew, by what is set. */
static void start_anew(struct cluster *fleet) {
  for (int i = 0; i < NODES; i++) {
    lobby_close(fleet->nodes[i].lobby);
    open_node(fleet, i);
  }
  run_all(fleet);
}

/* What comes of it when somebody at this address asks a node for a table; the round does not end yet. */
static enum answer_code ask_for_table(struct cluster *fleet, const struct one_node *node, struct lobby_asker asker) {
  char body[256];
  snprintf(body, sizeof body,
           "{\"id\":\"create-%06d\",\"name\":\"Ann\",\"setup\":{\"game\":\"classic\",\"seats\":[{\"kind\":\"person\"},"
           "{\"kind\":\"open\"}]}}",
           fleet->lab.ids++);
  lobby_ask_as(node->lobby, asker);
  lobby_create(node->lobby, span_of(""), span_of(body), &fleet->lab.answer);
  lobby_ask_as(node->lobby, (struct lobby_asker){0});
  return fleet->lab.answer.code;
}

/* The same, and the round ends. */
static enum answer_code get_table(struct cluster *fleet, struct one_node *node, struct lobby_asker asker) {
  const enum answer_code code = ask_for_table(fleet, node, asker);
  assert_true(run_node(node));
  return code;
}

static void request_leave(struct one_node *node, const struct text *table, const void *what, struct answer *answer) {
  lobby_ask(node->lobby, lobby_act, text_span(table), text_span(what),
            span_of("{\"id\":\"leave-it\",\"type\":\"leave\"}"), answer);
}

static void expect_no_table(struct cluster *fleet, struct lobby_asker asker) {
  for (int i = 0; i < NODES; i++) assert_int_equal(get_table(fleet, &fleet->nodes[i], asker), ANSWER_TOO_MANY_TABLES);
}

/* One address opens as many tables as it may, whichever nodes it asks, also when all were started anew; what is over
 * counts no more. */
FLEET(what_an_address_holds_is_that_of_all_nodes) {
  fleet->lab.limits = (struct lobby_limits){.tables_per_address = 3, .seats_per_address = 3};
  start_anew(fleet);
  const struct lobby *lobby = fleet->nodes[0].lobby;
  const struct lobby_asker asker = {.shared = lobby_shared_address(lobby, span_of("192.0.2.1"))};
  const struct lobby_asker other = {.shared = lobby_shared_address(lobby, span_of("192.0.2.2"))};
  for (int i = 0; i < NODES; i++) assert_int_equal(get_table(fleet, &fleet->nodes[i], asker), ANSWER_CREATED);
  read_answer(fleet);
  struct text table = told(&fleet->lab, "table"), token = told(&fleet->lab, "token");
  expect_no_table(fleet, asker);
  assert_int_equal(get_table(fleet, &fleet->nodes[1], other), ANSWER_CREATED);
  start_anew(fleet); /* the tables have left the memory of all */
  expect_no_table(fleet, asker);

  /* As long as one node's round has not ended, another node does not count. */
  ask(fleet, &table, request_leave, &token);
  assert_int_equal(ask_for_table(fleet, &fleet->nodes[2], asker), ANSWER_CREATED);
  assert_int_equal(get_table(fleet, &fleet->nodes[0], asker), ANSWER_NOT_STORED);
  assert_int_equal(get_table(fleet, &fleet->nodes[0], other), ANSWER_CREATED);
  assert_true(run_node(&fleet->nodes[2]));
  expect_no_table(fleet, asker);
}

/* So many tables may be there, whichever nodes have made them. */
FLEET(all_tables_count) {
  fleet->lab.most_tables = 3;
  start_anew(fleet);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(get_table(fleet, &fleet->nodes[i % 2], (struct lobby_asker){0}), ANSWER_CREATED);
    pass(fleet, 1000);
  }
  assert_int_equal(get_table(fleet, &fleet->nodes[2], (struct lobby_asker){0}), ANSWER_TOO_MANY);
  execute_beside(fleet, "UPDATE tessera.tables SET state = 2 WHERE number = (SELECT max(number) FROM tessera.tables)");
  AWAIT(fleet, (pass(fleet, 1000), get_table(fleet, &fleet->nodes[2], (struct lobby_asker){0}) == ANSWER_CREATED));
}

/* All of a network hold four times as much. */
FLEET(what_a_network_holds_is_that_of_all_nodes) {
  fleet->lab.limits = (struct lobby_limits){.tables_per_address = 1, .seats_per_address = 1};
  start_anew(fleet);
  for (uint64_t i = 1; i <= LIMITER_NETWORK_SHARES; i++) {
    const struct lobby_asker asker = {.shared = i, .shared_network = 1000};
    assert_int_equal(get_table(fleet, &fleet->nodes[i % NODES], asker), ANSWER_CREATED);
  }
  expect_no_table(fleet, (struct lobby_asker){.shared = 99, .shared_network = 1000});
  assert_int_equal(get_table(fleet, &fleet->nodes[0], (struct lobby_asker){.shared = 99}), ANSWER_CREATED);
}

/* True if its log tells that the table was closed, or nothing is stored of it; a second has gone by. */
static bool is_given_up(struct cluster *fleet, const struct text *table, bool removed) {
  int64_t last;
  struct text log = stored_log(fleet, table, &last);
  const bool given_up = removed ? last == 0 : last > 0 && strstr(log.bytes, "\"type\":\"closed\"") != NULL;
  text_free(&log);
  pass(fleet, 1000);
  return given_up;
}

/* A table to which nobody comes is closed by its node, whichever that is, and removed when it was over for so long. */
FLEET(abandoned_tables_are_removed) {
  struct text tables[4], tokens[4];
  fleet->lab.keep = (int64_t)48 * 60 * MINUTE;
  start_anew(fleet);
  for (int i = 0; i < 4; i++) create_at(fleet, &fleet->nodes[i % NODES], &tables[i], &tokens[i]);
  pass(fleet, (int64_t)25 * 60 * MINUTE);
  for (int i = 0; i < 4; i++) AWAIT(fleet, is_given_up(fleet, &tables[i], false));
  pass(fleet, (int64_t)49 * 60 * MINUTE);
  for (int i = 0; i < 4; i++) {
    AWAIT(fleet, is_given_up(fleet, &tables[i], true));
  }
}

/* The first node tells what the table waits for from who has the token; it may have to read it first. */
static bool tells_seat(struct cluster *fleet, const struct one_node *node, const struct text *body, int seat) {
  lobby_turns(node->lobby, text_span(body), &fleet->lab.answer);
  if (fleet->lab.answer.later || fleet->lab.answer.code != ANSWER_OK) return false;
  read_answer(fleet);
  const json_t *told_of = json_array_get(json_object_get(fleet->lab.json, "tables"), 0);
  return json_integer_value(json_object_get(told_of, "seat")) == seat &&
         (seat == 0 || strcmp(json_string_value(json_object_get(told_of, "state")), "waiting") == 0);
}

TABLE(any_node_tells_whose_turn_it_is) {
  struct text body = {0}, wrong = {0};
  text_print(&body, "{\"seats\":[{\"table\":\"%s\",\"token\":\"%s\"}]}", fleet->table.bytes, fleet->token.bytes);
  text_print(&wrong, "{\"seats\":[{\"table\":\"%s\",\"token\":\"nobody's\"}]}", fleet->table.bytes);
  for (int i = 0; i < NODES; i++) {
    AWAIT(fleet, tells_seat(fleet, &fleet->nodes[i], &body, 1));
    AWAIT(fleet, tells_seat(fleet, &fleet->nodes[i], &wrong, 0));
  }
  text_free(&body);
  text_free(&wrong);
}

RUN_TESTS(NULL, NULL)
