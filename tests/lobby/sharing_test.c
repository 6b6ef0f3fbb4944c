/*
 * Several servers in one process on one database of PostgreSQL, for which tests/store/with_postgres runs this program:
 * each of them serves each table, and a stream at any of them tells the log of the table in its order, and nothing
 * else.
 */
#define _GNU_SOURCE

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>
#include <libpq-fe.h>

#include "base/steady_clock.h"
#include "cli/cmocka_base.h"
#include "lobby/limiter.h"
#include "lobby/lobby_tables.h"

enum { NODES = 3, PATIENCE_MS = 120000, MINUTE = 60 * 1000 };

/* A node; one that does not run has stopped, and nobody was told. */
struct one_node {
  struct lobby *lobby;
  bool runs;
};

struct cluster {
  char folder[64], key_path[96];
  struct one_node nodes[NODES];
  int64_t ahead; /* ms by which all clocks are ahead of the machine's */
  struct lobby_limits limits;
  int most_tables;
  int64_t keep;
  struct answer answer;
  json_t *json; /* of it */
  int ids;
};

/* What somebody has read of a table at a node. */
struct stream_reader {
  struct lobby_watcher watcher;
  struct one_node *node;
  int64_t told;
  struct text log; /* line by line */
  bool woken;
};

static int64_t fleet_now(void *context) {
  return steady_milliseconds() + ((struct cluster *)context)->ahead + 1700000000000;
}

static void execute_beside(const char *statement) {
  PGconn *opened = PQconnectdb(getenv("TESSERA_POSTGRES"));
  PQclear(PQexec(opened, "SET client_min_messages = error"));
  PGresult *result = PQexec(opened, statement);
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail_msg("%s", PQerrorMessage(opened));
  PQclear(result);
  PQfinish(opened);
}

static void open_node(struct cluster *fleet, int index) {
  struct fault fault = {0};
  const struct lobby_settings settings = {.path = getenv("TESSERA_POSTGRES"),
                                          .key_path = fleet->key_path,
                                          .now = fleet_now,
                                          .context = fleet,
                                          .threads = 1,
                                          .limits = fleet->limits,
                                          .most_tables = fleet->most_tables,
                                          .keep = fleet->keep};
  fleet->nodes[index] = (struct one_node){lobby_open(&settings, &fault), true};
  if (fleet->nodes[index].lobby == NULL) fail_msg("%s", fault.text);
}

static int set_up(void **state) {
  if (getenv("TESSERA_POSTGRES") == NULL) {
    print_error("run it by tests/store/with_postgres\n");
    return -1;
  }
  struct cluster *fleet = memory_new(sizeof *fleet);
  *fleet = (struct cluster){.folder = "/tmp/sharing_test.XXXXXX"};
  if (mkdtemp(fleet->folder) == NULL) return -1;
  snprintf(fleet->key_path, sizeof fleet->key_path, "%s/key", fleet->folder);
  execute_beside("DROP SCHEMA IF EXISTS tessera CASCADE");
  struct fault fault = {0};
  struct store *store = store_open(getenv("TESSERA_POSTGRES"), fleet->key_path, &fault);
  if (store == NULL) fail_msg("%s", fault.text);
  store_close(store);
  execute_beside("CREATE TABLE tessera.ahead AS SELECT 0::bigint AS ms;"
                 "CREATE OR REPLACE FUNCTION tessera.clock() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT"
                 " (extract(epoch FROM statement_timestamp()) * 1000)::bigint + (SELECT ms FROM tessera.ahead)'");
  for (int i = 0; i < NODES; i++) open_node(fleet, i);
  *state = fleet;
  return 0;
}

static int tear_down(void **state) {
  struct cluster *fleet = *state;
  for (int i = 0; i < NODES; i++) lobby_close(fleet->nodes[i].lobby);
  unlink(fleet->key_path);
  const int removed = rmdir(fleet->folder);
  answer_free(&fleet->answer);
  json_decref(fleet->json);
  free(fleet);
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

/* Time goes by, in which servers have asked for it. */
static void pass(struct cluster *fleet, int64_t milliseconds) {
  char statement[160];
  fleet->ahead += milliseconds;
  snprintf(statement, sizeof statement,
           "UPDATE tessera.ahead SET ms = %lld; UPDATE tessera.server SET alive = alive + %lld",
           (long long)fleet->ahead, (long long)milliseconds);
  execute_beside(statement);
}

static void run_all(struct cluster *fleet) {
  for (int i = 0; i < NODES; i++)
    if (fleet->nodes[i].runs) run_node(&fleet->nodes[i]);
}

/* Runs rounds until it is so. */
#define AWAIT(fleet, condition)                                                                                        \
  for (const int64_t end = steady_milliseconds() + PATIENCE_MS; !(condition); run_all(fleet), poll(NULL, 0, 2))        \
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
  json_decref(fleet->json);
  fleet->json = json_loadb(fleet->answer.body.bytes, fleet->answer.body.length, 0, NULL);
}

static struct text told(const struct cluster *fleet, const char *name) {
  struct text text = {0};
  const char *word = json_string_value(json_object_get(fleet->json, name));
  if (word == NULL) fail_msg("no %s in %s", name, fleet->answer.body.bytes);
  text_add_string(&text, word);
  return text;
}

/* A table that anybody may know of, with a person on the first seat. */
static void create_at(struct cluster *fleet, struct one_node *node, struct text *table, struct text *token) {
  char body[512];
  snprintf(
      body, sizeof body,
      "{\"id\":\"create-%06d\",\"name\":\"Ann\",\"setup\":{\"game\":\"classic\",\"public\":true,\"seats\":[{\"kind\":"
      "\"person\",\"colour\":\"red\"},{\"kind\":\"open\",\"colour\":\"blue\"}]}}",
      fleet->ids++);
  for (bool made = false; !made;) {
    lobby_create(node->lobby, span_of(body), &fleet->answer);
    made = fleet->answer.code == ANSWER_CREATED;
    made &= run_node(node);
  }
  read_answer(fleet);
  *table = told(fleet, "table");
  *token = told(fleet, "token");
}

static void create(struct cluster *fleet, struct text *table, struct text *token) {
  create_at(fleet, &fleet->nodes[0], table, token);
}

/* Makes a request of the table at a node, until it is granted. */
static void ask_at(struct cluster *fleet, struct one_node *node, const struct text *table,
                   void (*request)(struct one_node *node, const struct text *table, const void *what,
                                   struct answer *answer),
                   const void *what) {
  for (const int64_t end = steady_milliseconds() + PATIENCE_MS; steady_milliseconds() < end; poll(NULL, 0, 2)) {
    request(node, table, what, &fleet->answer);
    const bool granted = !fleet->answer.later && !answer_is_refusal(fleet->answer.code);
    if (run_node(node) && granted && !lobby_has_moved(node->lobby, text_span(table))) {
      read_answer(fleet);
      return;
    }
  }
  fail_msg("not granted: %s", fleet->answer.body.bytes);
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
  lobby_act(node->lobby, text_span(table), text_span(saying->token), span_of(saying->body), answer);
}

static void say(struct cluster *fleet, const struct text *table, const struct text *token) {
  struct saying saying = {.token = token};
  const int number = fleet->ids++;
  snprintf(saying.body, sizeof saying.body, "{\"id\":\"say-%06d\",\"type\":\"say\",\"text\":\"line %d\"}", number,
           number);
  ask(fleet, table, request_say, &saying);
}

static void request_recover(struct one_node *node, const struct text *table, const void *what, struct answer *answer) {
  lobby_recover(node->lobby, text_span(table), span_of(what), answer);
}

/* ---- Readers ---- */

static void wake(struct lobby_watcher *watcher) { ((struct stream_reader *)watcher->context)->woken = true; }

static bool begins(struct stream_reader *reader, const struct text *table, const struct text *token,
                   struct answer *answer) {
  reader->watcher = (struct lobby_watcher){.wake = wake, .context = reader};
  const struct span word = token == NULL ? (struct span){"", 0} : text_span(token);
  return lobby_watch(reader->node->lobby, text_span(table), word, &reader->watcher, answer);
}

static struct stream_reader *watch(struct cluster *fleet, struct one_node *node, const struct text *table,
                                   const struct text *token) {
  struct stream_reader *reader = memory_new(sizeof *reader);
  *reader = (struct stream_reader){.node = node};
  AWAIT(fleet, begins(reader, table, token, &fleet->answer));
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
static struct text stored_log(const struct text *table, int64_t *last) {
  struct text log = {0};
  PGconn *opened = PQconnectdb(getenv("TESSERA_POSTGRES"));
  const char *const values[] = {table->bytes};
  PGresult *result =
      PQexecParams(opened,
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
  PQfinish(opened);
  return log;
}

/* The reader comes to have the log as it is stored. */
static void expect_log(struct cluster *fleet, struct stream_reader *reader, const struct text *table) {
  int64_t last;
  struct text log = stored_log(table, &last);
  AWAIT(fleet, read_on(reader) >= last);
  assert_string_equal(reader->log.bytes, log.bytes);
  text_free(&log);
}

/* ---- Tests ---- */

static void request_sit(struct one_node *node, const struct text *table, const void *what, struct answer *answer) {
  lobby_sit(node->lobby, text_span(table), (struct span){"", 0}, span_of(what), answer);
}

/* A request at a node, without a round of it: what was answered. */
static enum answer_code try_say(struct cluster *fleet, struct one_node *node, const struct text *table,
                                const struct text *token) {
  struct saying saying = {.token = token};
  snprintf(saying.body, sizeof saying.body, "{\"id\":\"say-%06d\",\"type\":\"say\",\"text\":\"here\"}", fleet->ids++);
  request_say(node, table, &saying, &fleet->answer);
  return fleet->answer.code;
}

/* Who has just sat down, or has read on, may come to a node that does not know it yet. */
static void a_node_asks_before_it_refuses(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *first = &fleet->nodes[0], *other = &fleet->nodes[1];
  struct stream_reader *reader = watch(fleet, other, &table, NULL);
  AWAIT(fleet, has(other, &table));
  const int64_t before = read_on(reader);

  /* From here on the other node has no round. */
  request_sit(first, &table, "{\"id\":\"sit-down\",\"name\":\"Bea\"}", &fleet->answer);
  assert_true(run_node(first));
  read_answer(fleet);
  struct text bea = told(fleet, "token");
  struct stream_reader own = {.node = other};
  assert_true(begins(&own, &table, &bea, &fleet->answer));
  assert_int_equal(read_on(&own), before + 1);
  assert_int_equal(try_say(fleet, first, &table, &bea), ANSWER_OK);
  assert_true(run_node(first));
  assert_int_equal(lobby_last(other->lobby, &own.watcher), before + 1);
  assert_true(lobby_catch_up(other->lobby, &own.watcher));
  assert_int_equal(read_on(&own), before + 2);

  const struct text wrong = {.bytes = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", .length = 43};
  struct stream_reader stranger = {.node = other};
  assert_false(begins(&stranger, &table, &wrong, &fleet->answer));
  assert_int_equal(fleet->answer.code, ANSWER_WRONG_TOKEN);
  lobby_unwatch(other->lobby, &own.watcher);
  text_free(&own.log);
  unwatch(reader);
  text_free(&bea);
  text_free(&table);
  text_free(&token);
}

/* Who has seen an entry at one node reads no less at another one, though that has heard nothing of it yet. */
static void nobody_reads_less_at_another_node(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *first = &fleet->nodes[0], *other = &fleet->nodes[1];
  struct stream_reader *reader = watch(fleet, other, &table, NULL), late = {.node = other};
  const int64_t before = read_on(reader);
  assert_int_equal(try_say(fleet, first, &table, &token), ANSWER_OK);
  assert_true(run_node(first));
  assert_true(begins(&late, &table, NULL, &fleet->answer));
  assert_int_equal(read_on(&late), before + 1);
  lobby_unwatch(other->lobby, &late.watcher);
  text_free(&late.log);
  unwatch(reader);
  text_free(&table);
  text_free(&token);
}

/* A refusal on an old cache is none: the request is carried out on what the table is now. */
static void nobody_is_refused_by_an_old_cache(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *first = &fleet->nodes[0], *other = &fleet->nodes[1];
  struct stream_reader *reader = watch(fleet, other, &table, NULL);
  AWAIT(fleet, has(other, &table));
  request_sit(first, &table, "{\"id\":\"sit-down\",\"name\":\"Bea\"}", &fleet->answer);
  assert_true(run_node(first));
  read_answer(fleet);
  struct text bea = told(fleet, "token");
  try_say(fleet, other, &table, &bea);
  assert_true(fleet->answer.later && lobby_has_read(other->lobby));
  assert_int_equal(try_say(fleet, other, &table, &bea), ANSWER_OK);
  assert_true(run_node(other));
  unwatch(reader);
  text_free(&bea);
  text_free(&table);
  text_free(&token);
}

/* Two nodes decide on one state: the second one's round leaves the table out, and no other; what was asked is asked
 * again. */
static void who_comes_second_decides_again(void **state) {
  struct cluster *fleet = *state;
  struct text table, token, beside, its_token;
  create(fleet, &table, &token);
  create(fleet, &beside, &its_token);
  struct one_node *first = &fleet->nodes[0], *second = &fleet->nodes[1];
  struct stream_reader *one = watch(fleet, second, &table, NULL), *two = watch(fleet, second, &beside, NULL);
  AWAIT(fleet, has(second, &table) && has(second, &beside));
  const int64_t before = read_on(one);
  assert_int_equal(try_say(fleet, second, &table, &token), ANSWER_OK);
  assert_true(fleet->answer.waits);
  assert_int_equal(try_say(fleet, second, &beside, &its_token), ANSWER_OK);
  assert_int_equal(try_say(fleet, first, &table, &token), ANSWER_OK);
  assert_true(run_node(first));
  assert_true(lobby_commit(second->lobby));
  assert_true(lobby_has_moved(second->lobby, text_span(&table)));
  assert_false(lobby_has_moved(second->lobby, text_span(&beside)));
  assert_int_equal(lobby_figures(second->lobby).moved, 1);
  say(fleet, &table, &token);
  expect_log(fleet, one, &table);
  expect_log(fleet, two, &beside);
  assert_int_equal(read_on(one), before + 2);
  unwatch(one);
  unwatch(two);
  text_free(&table), text_free(&token), text_free(&beside), text_free(&its_token);
}

/* What is no text to PostgreSQL is no table, and does not fail the round of others. */
static void no_id_fails_a_round(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  struct answer unheard = {0};
  create(fleet, &table, &token);
  struct one_node *node = &fleet->nodes[0];
  const struct span strange = {"\xff", 1};
  assert_int_equal(try_say(fleet, node, &table, &token), ANSWER_OK);
  lobby_state(node->lobby, strange, &unheard);
  assert_int_equal(unheard.code, ANSWER_NO_TABLE);
  assert_true(run_node(node));
  answer_free(&unheard);
  text_free(&table);
  text_free(&token);
}

static void a_stream_at_any_node_is_the_log(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct stream_reader *readers[NODES];
  for (int i = 0; i < NODES; i++) readers[i] = watch(fleet, &fleet->nodes[i], &table, NULL);
  for (int i = 0; i < 20; i++) {
    say(fleet, &table, &token);
    if (i % 5 == 0) run_all(fleet);
  }
  for (int i = 0; i < NODES; i++) {
    expect_log(fleet, readers[i], &table);
    unwatch(readers[i]);
  }
  text_free(&table);
  text_free(&token);
}

static void a_lost_hint_makes_it_late_only(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct stream_reader *reader = watch(fleet, &fleet->nodes[1], &table, NULL);
  say(fleet, &table, &token);
  expect_log(fleet, reader, &table);
  execute_beside(
      "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'tessera hints'");
  say(fleet, &table, &token);
  expect_log(fleet, reader, &table);
  unwatch(reader);
  text_free(&table);
  text_free(&token);
}

/* A node stops without a word: the others go on at once, streams have no gap, and when it comes back it knows nothing
 * that it does not read. */
static void streams_go_on_when_a_node_stops(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *first = &fleet->nodes[0];
  struct stream_reader *one = watch(fleet, &fleet->nodes[1], &table, NULL);
  struct stream_reader *stopped = watch(fleet, first, &table, NULL);
  say(fleet, &table, &token);
  expect_log(fleet, one, &table);
  expect_log(fleet, stopped, &table);
  first->runs = false;
  for (int i = 0; i < 5; i++) say(fleet, &table, &token);
  expect_log(fleet, one, &table);
  first->runs = true;
  for (int i = 0; i < 5; i++) say(fleet, &table, &token);
  expect_log(fleet, one, &table);
  expect_log(fleet, stopped, &table);
  lobby_unwatch(first->lobby, &stopped->watcher);
  lobby_close(first->lobby);
  say(fleet, &table, &token);
  expect_log(fleet, one, &table);
  open_node(fleet, 0);
  text_free(&stopped->log), free(stopped);
  unwatch(one);
  text_free(&table);
  text_free(&token);
}

static bool log_has(const struct text *table, const char *what) {
  int64_t last;
  struct text log = stored_log(table, &last);
  const bool found = last > 0 && strstr(log.bytes, what) != NULL;
  text_free(&log);
  return found;
}

/* A guest who is away for a minute loses the seat, though the node at which they sat down has stopped: another one that
 * has the table in memory, or claims it, sees to that. */
static void what_is_due_is_done_by_another_node(void **state) {
  struct cluster *fleet = *state;
  struct text tables[2], tokens[2];
  struct stream_reader *reader = NULL;
  for (int i = 0; i < 2; i++) {
    create(fleet, &tables[i], &tokens[i]);
    ask_at(fleet, &fleet->nodes[0], &tables[i], request_sit, "{\"id\":\"sit-down\",\"name\":\"Bea\"}");
  }
  reader = watch(fleet, &fleet->nodes[1], &tables[1], NULL);
  fleet->nodes[0].runs = false;
  for (int i = 0; i < 2; i++) {
    AWAIT(fleet, (pass(fleet, 1000), log_has(&tables[i], "\"type\":\"stood\"")));
  }
  assert_true(lobby_figures(fleet->nodes[1].lobby).claimed + lobby_figures(fleet->nodes[2].lobby).claimed > 0);
  expect_log(fleet, reader, &tables[1]);
  fleet->nodes[0].runs = true;
  unwatch(reader);
  for (int i = 0; i < 2; i++) text_free(&tables[i]), text_free(&tokens[i]);
}

/* The same of a node that runs: nobody else does what it does on time. */
static void what_is_due_is_done_once(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  ask_at(fleet, &fleet->nodes[0], &table, request_sit, "{\"id\":\"sit-down\",\"name\":\"Bea\"}");
  struct stream_reader *reader = watch(fleet, &fleet->nodes[1], &table, NULL);
  AWAIT(fleet, (pass(fleet, 1000), log_has(&table, "\"type\":\"stood\"")));
  for (int i = 0; i < 10; i++) pass(fleet, 500), run_all(fleet);
  expect_log(fleet, reader, &table);
  for (int i = 0; i < NODES; i++) assert_int_equal(lobby_figures(fleet->nodes[i].lobby).moved, 0);
  unwatch(reader);
  text_free(&table);
  text_free(&token);
}

/* An older copy of the database is put in its place, as by a standby that was not synchronous. */
static void a_log_that_got_shorter_ends_its_streams(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  const struct one_node *node = &fleet->nodes[1];
  struct stream_reader *reader = watch(fleet, &fleet->nodes[1], &table, NULL);
  say(fleet, &table, &token);
  say(fleet, &table, &token);
  expect_log(fleet, reader, &table);
  struct lobby_log log;
  char bytes[64];
  assert_true(lobby_log_begin(node->lobby, &reader->watcher, 0, &log));
  assert_int_equal(lobby_log_read(node->lobby, &reader->watcher, &log, bytes, sizeof bytes), sizeof bytes);
  execute_beside("BEGIN; DELETE FROM tessera.entries WHERE seq = (SELECT max(seq) FROM tessera.entries);"
                 "UPDATE tessera.tables SET version = 7; COMMIT");
  AWAIT(fleet, reader->watcher.ends);
  assert_true(reader->woken);

  /* Nor is a log told to its end of which an entry is gone. */
  AWAIT(fleet, lobby_last(node->lobby, &reader->watcher) == log.last - 1);
  while (lobby_log_read(node->lobby, &reader->watcher, &log, bytes, sizeof bytes) > 0) continue;
  assert_true(log.read < log.length);
  lobby_log_end(&log);
  unwatch(reader);
  text_free(&table);
  text_free(&token);
}

static void a_table_that_nobody_watches_leaves_the_memory(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *node = &fleet->nodes[1];
  struct stream_reader *reader = watch(fleet, node, &table, NULL);
  expect_log(fleet, reader, &table);
  for (int i = 0; i < 60; i++) { /* as long as somebody watches it stays */
    pass(fleet, 3000);
    run_all(fleet);
  }
  assert_non_null(slot_at(node, &table));
  unwatch(reader);
  AWAIT(fleet, (pass(fleet, 3000), slot_at(node, &table) == NULL));
  reader = watch(fleet, node, &table, NULL);
  say(fleet, &table, &token);
  expect_log(fleet, reader, &table);
  unwatch(reader);
  text_free(&table);
  text_free(&token);
}

static bool is_there(const struct one_node *node, const struct text *table, int seat) {
  const struct slot *slot = slot_at(node, table);
  return slot != NULL && slot->table != NULL && presence_is_there(&node->lobby->presence, slot, seat);
}

static void who_watches_at_any_node_is_there(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *first = &fleet->nodes[0], *node = &fleet->nodes[1], *third = &fleet->nodes[2];
  struct stream_reader *here = watch(fleet, first, &table, NULL);
  assert_false(is_there(first, &table, 1));

  /* 1. As long as there is a stream at one node. */
  struct stream_reader *one = watch(fleet, node, &table, &token), *two = watch(fleet, third, &table, &token);
  AWAIT(fleet, is_there(first, &table, 1));
  unwatch(one);
  for (int i = 0; i < 40; i++) {
    pass(fleet, 500);
    run_all(fleet);
    poll(NULL, 0, 2);
  }
  AWAIT(fleet, is_there(first, &table, 1));
  unwatch(two);
  AWAIT(fleet, (pass(fleet, 100), !is_there(first, &table, 1)));

  /* 2. A node that says nothing any more: after a while nobody is there. */
  one = watch(fleet, node, &table, &token);
  AWAIT(fleet, is_there(first, &table, 1));
  node->runs = false;
  AWAIT(fleet, (pass(fleet, 500), !is_there(first, &table, 1)));
  node->runs = true;
  unwatch(one);
  unwatch(here);
  text_free(&table);
  text_free(&token);
}

/* A node that hears nothing of the database for a while answers for nothing, and its streams end. */
static void a_node_that_hears_nothing_answers_nothing(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *node = &fleet->nodes[1];
  struct stream_reader *reader = watch(fleet, node, &table, NULL), late = {.node = node};
  fleet->ahead += 4000;
  assert_false(lobby_hears(node->lobby));
  assert_int_equal(try_say(fleet, node, &table, &token), ANSWER_NOT_STORED);
  assert_false(begins(&late, &table, NULL, &fleet->answer));
  assert_int_equal(fleet->answer.code, ANSWER_NOT_STORED);
  assert_int_equal(lobby_last(node->lobby, &reader->watcher), 0);
  run_node(node);
  AWAIT(fleet, lobby_hears(node->lobby));
  say(fleet, &table, &token);
  expect_log(fleet, reader, &table);

  execute_beside("ALTER TABLE tessera.server RENAME TO away");
  AWAIT(fleet, (fleet->ahead += 1000, reader->watcher.ends));
  assert_false(lobby_hears(node->lobby));
  execute_beside("ALTER TABLE tessera.away RENAME TO server");
  AWAIT(fleet, lobby_hears(node->lobby));
  unwatch(reader);
  text_free(&table);
  text_free(&token);
}

static void a_token_that_was_renewed_ends_its_stream(void **state) {
  struct cluster *fleet = *state;
  struct text table, token, body = {0};
  create(fleet, &table, &token);
  struct text recovery = told(fleet, "recovery");
  struct one_node *node = &fleet->nodes[1];
  struct stream_reader *reader = watch(fleet, node, &table, &token);
  expect_log(fleet, reader, &table);
  text_print(&body, "{\"id\":\"recover-1\",\"recovery\":\"%s\"}", recovery.bytes);
  ask_at(fleet, &fleet->nodes[2], &table, request_recover, body.bytes);
  struct text renewed = told(fleet, "token");
  AWAIT(fleet, reader->watcher.ends);
  unwatch(reader);

  /* The old one is refused at each node, the new one is not. */
  reader = watch(fleet, node, &table, &renewed);
  struct stream_reader old = {.node = node};
  assert_false(begins(&old, &table, &token, &fleet->answer));
  assert_int_equal(fleet->answer.code, ANSWER_WRONG_TOKEN);
  unwatch(reader);
  text_free(&table);
  text_free(&token);
  text_free(&renewed);
  text_free(&recovery);
  text_free(&body);
}

/* Sends a signal to the processes of the database that have connections of nodes; they are told by `processes`. */
static void signal_database(const char *processes, int number) {
  for (const char *at = processes; *at != '\0'; at += strcspn(at, " "), at += *at == ' ')
    assert_int_equal(kill((pid_t)strtol(at, NULL, 10), number), 0);
}

/* A database that does not answer holds up a node for a few seconds; then it connects again. */
static void a_database_that_stands_still_is_given_up(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  PGconn *opened = PQconnectdb(getenv("TESSERA_POSTGRES"));
  PGresult *result =
      PQexec(opened, "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE application_name = 'tessera'");
  struct one_node *node = &fleet->nodes[0];
  signal_database(PQgetvalue(result, 0, 0), SIGSTOP);
  assert_int_equal(try_say(fleet, node, &table, &token), ANSWER_OK);
  const int64_t begin = steady_milliseconds();
  const bool stored = run_node(node);
  const int64_t took = steady_milliseconds() - begin;
  signal_database(PQgetvalue(result, 0, 0), SIGCONT);
  PQclear(result);
  PQfinish(opened);
  assert_false(stored);
  assert_in_range(took, 1000, 15000); /* a file is waited for as long as it takes */
  say(fleet, &table, &token);
  text_free(&table);
  text_free(&token);
}
/* True if the list of a node tells of so many tables. */
static bool lists(struct cluster *fleet, const struct one_node *node, size_t count) {
  lobby_list(node->lobby, &fleet->answer);
  if (fleet->answer.code != ANSWER_OK) return false;
  read_answer(fleet);
  return json_array_size(json_object_get(fleet->json, "tables")) == count;
}

static void all_nodes_list_all_tables(void **state) {
  struct cluster *fleet = *state;
  struct text tables[4], tokens[4];
  for (int i = 0; i < 4; i++) create(fleet, &tables[i], &tokens[i]);
  for (int i = 0; i < NODES; i++) {
    AWAIT(fleet, lists(fleet, &fleet->nodes[i], 4));
    for (size_t k = 0; k < 4; k++) { /* the newest first */
      const json_t *item = json_array_get(json_object_get(fleet->json, "tables"), k);
      assert_string_equal(json_string_value(json_object_get(item, "table")), tables[3 - k].bytes);
      assert_string_equal(json_string_value(json_object_get(item, "state")), "waiting");
      assert_true(json_is_integer(json_object_get(item, "age_s")));
    }
  }
  for (int i = 0; i < 4; i++) {
    text_free(&tables[i]);
    text_free(&tokens[i]);
  }
}

/* One address fills no list, whichever nodes it asks. */
static void of_one_address_eight_tables_are_listed(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  const struct span address = span_of("192.0.2.1"), other = span_of("192.0.2.2");
  const uint64_t shared = lobby_shared_address(fleet->nodes[0].lobby, address);
  assert_true(shared != 0 && shared != lobby_shared_address(fleet->nodes[0].lobby, other));
  for (int i = 0; i < 12; i++) {
    struct lobby *lobby = fleet->nodes[i % 2].lobby;
    const struct lobby_asker asker = {.shared = lobby_shared_address(lobby, i < 10 ? address : other)};
    lobby_ask_as(lobby, asker);
    create_at(fleet, &fleet->nodes[i % 2], &table, &token);
    text_free(&table);
    text_free(&token);
  }
  for (int i = 0; i < NODES; i++) AWAIT(fleet, lists(fleet, &fleet->nodes[i], 10));
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
           fleet->ids++);
  lobby_ask_as(node->lobby, asker);
  lobby_create(node->lobby, span_of(body), &fleet->answer);
  lobby_ask_as(node->lobby, (struct lobby_asker){0});
  return fleet->answer.code;
}

/* The same, and the round ends. */
static enum answer_code get_table(struct cluster *fleet, struct one_node *node, struct lobby_asker asker) {
  const enum answer_code code = ask_for_table(fleet, node, asker);
  assert_true(run_node(node));
  return code;
}

static void request_leave(struct one_node *node, const struct text *table, const void *what, struct answer *answer) {
  lobby_act(node->lobby, text_span(table), text_span(what), span_of("{\"id\":\"leave-it\",\"type\":\"leave\"}"),
            answer);
}

static void expect_no_table(struct cluster *fleet, struct lobby_asker asker) {
  for (int i = 0; i < NODES; i++) assert_int_equal(get_table(fleet, &fleet->nodes[i], asker), ANSWER_TOO_MANY_TABLES);
}

/* One address opens as many tables as it may, whichever nodes it asks, also when all were started anew; what is over
 * counts no more. */
static void what_an_address_holds_is_that_of_all_nodes(void **state) {
  struct cluster *fleet = *state;
  fleet->limits = (struct lobby_limits){.tables_per_address = 3, .seats_per_address = 3};
  start_anew(fleet);
  const struct lobby *lobby = fleet->nodes[0].lobby;
  const struct lobby_asker asker = {.shared = lobby_shared_address(lobby, span_of("192.0.2.1"))};
  const struct lobby_asker other = {.shared = lobby_shared_address(lobby, span_of("192.0.2.2"))};
  for (int i = 0; i < NODES; i++) assert_int_equal(get_table(fleet, &fleet->nodes[i], asker), ANSWER_CREATED);
  read_answer(fleet);
  struct text table = told(fleet, "table"), token = told(fleet, "token");
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
  text_free(&table);
  text_free(&token);
}

/* So many tables may be there, whichever nodes have made them. */
static void all_tables_count(void **state) {
  struct cluster *fleet = *state;
  fleet->most_tables = 3;
  start_anew(fleet);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(get_table(fleet, &fleet->nodes[i % 2], (struct lobby_asker){0}), ANSWER_CREATED);
    pass(fleet, 1000);
  }
  assert_int_equal(get_table(fleet, &fleet->nodes[2], (struct lobby_asker){0}), ANSWER_TOO_MANY);
  execute_beside("UPDATE tessera.tables SET state = 2 WHERE number = (SELECT max(number) FROM tessera.tables)");
  AWAIT(fleet, (pass(fleet, 1000), get_table(fleet, &fleet->nodes[2], (struct lobby_asker){0}) == ANSWER_CREATED));
}

/* All of a network hold four times as much. */
static void what_a_network_holds_is_that_of_all_nodes(void **state) {
  struct cluster *fleet = *state;
  fleet->limits = (struct lobby_limits){.tables_per_address = 1, .seats_per_address = 1};
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
  struct text log = stored_log(table, &last);
  const bool given_up = removed ? last == 0 : last > 0 && strstr(log.bytes, "\"type\":\"closed\"") != NULL;
  text_free(&log);
  pass(fleet, 1000);
  return given_up;
}

/* A table to which nobody comes is closed by its node, whichever that is, and removed when it was over for so long. */
static void abandoned_tables_are_removed(void **state) {
  struct cluster *fleet = *state;
  struct text tables[4], tokens[4];
  fleet->keep = (int64_t)48 * 60 * MINUTE;
  start_anew(fleet);
  for (int i = 0; i < 4; i++) create_at(fleet, &fleet->nodes[i % NODES], &tables[i], &tokens[i]);
  pass(fleet, (int64_t)25 * 60 * MINUTE);
  for (int i = 0; i < 4; i++) AWAIT(fleet, is_given_up(fleet, &tables[i], false));
  pass(fleet, (int64_t)49 * 60 * MINUTE);
  for (int i = 0; i < 4; i++) {
    AWAIT(fleet, is_given_up(fleet, &tables[i], true));
    text_free(&tables[i]), text_free(&tokens[i]);
  }
}

/* The first node tells what the table waits for from who has the token; it may have to read it first. */
static bool tells_seat(struct cluster *fleet, const struct one_node *node, const struct text *body, int seat) {
  lobby_turns(node->lobby, text_span(body), &fleet->answer);
  if (fleet->answer.later || fleet->answer.code != ANSWER_OK) return false;
  read_answer(fleet);
  const json_t *told_of = json_array_get(json_object_get(fleet->json, "tables"), 0);
  return json_integer_value(json_object_get(told_of, "seat")) == seat &&
         (seat == 0 || strcmp(json_string_value(json_object_get(told_of, "state")), "waiting") == 0);
}

static void any_node_tells_whose_turn_it_is(void **state) {
  struct cluster *fleet = *state;
  struct text table, token, body = {0}, wrong = {0};
  create(fleet, &table, &token);
  text_print(&body, "{\"seats\":[{\"table\":\"%s\",\"token\":\"%s\"}]}", table.bytes, token.bytes);
  text_print(&wrong, "{\"seats\":[{\"table\":\"%s\",\"token\":\"nobody's\"}]}", table.bytes);
  for (int i = 0; i < NODES; i++) {
    AWAIT(fleet, tells_seat(fleet, &fleet->nodes[i], &body, 1));
    AWAIT(fleet, tells_seat(fleet, &fleet->nodes[i], &wrong, 0));
  }
  text_free(&table);
  text_free(&token);
  text_free(&body);
  text_free(&wrong);
}

#define FLEET(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {FLEET(a_node_asks_before_it_refuses),
                                     FLEET(nobody_reads_less_at_another_node),
                                     FLEET(nobody_is_refused_by_an_old_cache),
                                     FLEET(who_comes_second_decides_again),
                                     FLEET(no_id_fails_a_round),
                                     FLEET(a_stream_at_any_node_is_the_log),
                                     FLEET(a_lost_hint_makes_it_late_only),
                                     FLEET(streams_go_on_when_a_node_stops),
                                     FLEET(what_is_due_is_done_by_another_node),
                                     FLEET(what_is_due_is_done_once),
                                     FLEET(a_log_that_got_shorter_ends_its_streams),
                                     FLEET(a_table_that_nobody_watches_leaves_the_memory),
                                     FLEET(who_watches_at_any_node_is_there),
                                     FLEET(a_node_that_hears_nothing_answers_nothing),
                                     FLEET(a_token_that_was_renewed_ends_its_stream),
                                     FLEET(a_database_that_stands_still_is_given_up),
                                     FLEET(all_nodes_list_all_tables),
                                     FLEET(of_one_address_eight_tables_are_listed),
                                     FLEET(what_an_address_holds_is_that_of_all_nodes),
                                     FLEET(what_a_network_holds_is_that_of_all_nodes),
                                     FLEET(all_tables_count),
                                     FLEET(abandoned_tables_are_removed),
                                     FLEET(any_node_tells_whose_turn_it_is)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
