/*
 * Several nodes in one process on one database of PostgreSQL, for which tests/lobby/with_postgres runs this program:
 * whichever node a stream is at, it tells the log of the table in its order, and nothing else.
 */
#define _GNU_SOURCE

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>
#include <libpq-fe.h>

#include "base/steady_clock.h"
#include "cli/cmocka_base.h"
#include "lobby/lobby_memory.h"

enum { NODES = 3, PATIENCE_MS = 120000, MINUTE = 60 * 1000 };

/* A node; one that does not run has stopped, and nobody was told. */
struct one_node {
  struct lobby *lobby;
  bool runs;
};

struct cluster {
  char folder[64], key_path[96];
  struct one_node nodes[NODES];
  int64_t ahead; /* ms by which the nodes' clocks are ahead of the machine's */
  struct lobby_limits limits;
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
  static const char *const names[NODES] = {"a", "b", "c"}, *const urls[NODES] = {"http://a", "http://b", "http://c"};
  struct fault fault = {0};
  const struct lobby_settings settings = {.path = getenv("TESSERA_POSTGRES"),
                                          .key_path = fleet->key_path,
                                          .now = fleet_now,
                                          .context = fleet,
                                          .threads = 1,
                                          .limits = fleet->limits,
                                          .keep = fleet->keep,
                                          .node = names[index],
                                          .node_url = urls[index]};
  fleet->nodes[index] = (struct one_node){lobby_open(&settings, &fault), true};
  if (fleet->nodes[index].lobby == NULL) fail_msg("%s", fault.text);
}

static int set_up(void **state) {
  if (getenv("TESSERA_POSTGRES") == NULL) {
    print_error("run it by tests/lobby/with_postgres\n");
    return -1;
  }
  struct cluster *fleet = memory_new(sizeof *fleet);
  *fleet = (struct cluster){.folder = "/tmp/following_test.XXXXXX"};
  if (mkdtemp(fleet->folder) == NULL) return -1;
  snprintf(fleet->key_path, sizeof fleet->key_path, "%s/key", fleet->folder);
  execute_beside("DROP SCHEMA IF EXISTS tessera CASCADE");
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
  lobby_follow(node->lobby);
  lobby_keep_lease(node->lobby);
  return stored;
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

static bool owns(const struct one_node *node, const struct text *table) {
  const struct slot *slot = slot_at(node, table);
  return slot != NULL && slot->taken && slot->table != NULL;
}

static bool follows(const struct one_node *node, const struct text *table) {
  const struct slot *slot = slot_at(node, table);
  return slot != NULL && slot->follows && slot->table != NULL;
}

/* True if this node knows the others that run, and knows of no others. */
static bool knows_all(const struct cluster *fleet, const struct one_node *node) {
  const struct fleet *known = &node->lobby->nodes.fleet;
  int running = 0, met = 0;
  for (int i = 0; i < NODES; i++) {
    running += fleet->nodes[i].runs;
    for (int k = 0; k < known->count && fleet->nodes[i].runs; k++)
      met += known->living[k].run == store_run(fleet->nodes[i].lobby->store);
  }
  return met == running && known->count == running;
}

static bool know_each_other(const struct cluster *fleet) {
  bool all = true;
  for (int i = 0; i < NODES; i++) all &= !fleet->nodes[i].runs || knows_all(fleet, &fleet->nodes[i]);
  return all;
}

/* The one node that owns the table, once it is the one that should. */
static struct one_node *keeper_of(struct cluster *fleet, const struct text *table) {
  AWAIT(fleet, know_each_other(fleet));
  for (const int64_t end = steady_milliseconds() + PATIENCE_MS; steady_milliseconds() < end; poll(NULL, 0, 2)) {
    char url[LOBBY_URL_SIZE];
    for (int i = 0; i < NODES; i++) {
      struct one_node *node = &fleet->nodes[i];
      if (node->runs && nodes_should_own(node->lobby, table->bytes) && owns(node, table)) return node;
      /* As when somebody asks for it. */
      struct answer unheard = {0};
      if (node->runs && lobby_place(node->lobby, text_span(table), url) == LOBBY_HERE)
        lobby_find(node->lobby, text_span(table), &unheard);
      answer_free(&unheard);
    }
    run_all(fleet);
  }
  fail_msg("nobody owns the table");
  return NULL;
}

/* Two nodes that do not own it. */
static struct one_node *another(struct cluster *fleet, const struct one_node *than, const struct one_node *and) {
  for (int i = 0; i < NODES; i++)
    if (&fleet->nodes[i] != than && &fleet->nodes[i] != and) return &fleet->nodes[i];
  return NULL;
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
    made = answer_status(fleet->answer.code) == 201;
    made &= run_node(node);
  }
  read_answer(fleet);
  *table = told(fleet, "table");
  *token = told(fleet, "token");
}

static void create(struct cluster *fleet, struct text *table, struct text *token) {
  create_at(fleet, &fleet->nodes[0], table, token);
}

/* Makes a request of the table at the node that answers for it, until it is granted. */
static void ask(struct cluster *fleet, const struct text *table,
                void (*request)(struct one_node *node, const struct text *table, const void *what,
                                struct answer *answer),
                const void *what) {
  for (const int64_t end = steady_milliseconds() + PATIENCE_MS; steady_milliseconds() < end; poll(NULL, 0, 2)) {
    for (int i = 0; i < NODES; i++) {
      struct one_node *node = &fleet->nodes[i];
      char url[LOBBY_URL_SIZE];
      if (!node->runs || lobby_place(node->lobby, text_span(table), url) != LOBBY_HERE) continue;
      request(node, table, what, &fleet->answer);
      const bool granted = !fleet->answer.later && answer_status(fleet->answer.code) < 300;
      if (run_node(node) && granted) {
        read_answer(fleet);
        return;
      }
    }
    run_all(fleet);
  }
  fail_msg("not granted: %s", fleet->answer.body.bytes);
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

/* Who has just sat down, or has read on, may come to a node that does not know it yet. */
static void a_node_asks_before_it_refuses(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *keeper = keeper_of(fleet, &table), *other = another(fleet, keeper, NULL);
  struct stream_reader *follower = watch(fleet, other, &table, NULL);
  AWAIT(fleet, follows(other, &table) && know_each_other(fleet));
  const int64_t before = read_on(follower);

  /* From here on the other node has no round. */
  request_sit(keeper, &table, "{\"id\":\"sit-down\",\"name\":\"Bea\"}", &fleet->answer);
  assert_true(run_node(keeper));
  read_answer(fleet);
  struct text bea = told(fleet, "token");
  struct stream_reader reader = {.node = other};
  assert_true(begins(&reader, &table, &bea, &fleet->answer));
  assert_int_equal(read_on(&reader), before + 1);
  struct saying saying = {.token = &bea, .body = "{\"id\":\"say-here\",\"type\":\"say\",\"text\":\"here\"}"};
  request_say(keeper, &table, &saying, &fleet->answer);
  assert_true(run_node(keeper));
  assert_int_equal(lobby_last(other->lobby, &reader.watcher), before + 1);
  assert_true(lobby_catch_up(other->lobby, &reader.watcher));
  assert_int_equal(read_on(&reader), before + 2);

  const struct text wrong = {.bytes = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", .length = 43};
  struct stream_reader stranger = {.node = other};
  assert_false(begins(&stranger, &table, &wrong, &fleet->answer));
  assert_int_equal(answer_status(fleet->answer.code), 403);
  lobby_unwatch(other->lobby, &reader.watcher);
  text_free(&reader.log);
  unwatch(follower);
  text_free(&bea);
  text_free(&table);
  text_free(&token);
}

/* What is no text to PostgreSQL is no table, and does not fail the round of others. */
static void no_id_fails_a_round(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  struct answer unheard = {0};
  char url[LOBBY_URL_SIZE];
  create(fleet, &table, &token);
  struct one_node *keeper = keeper_of(fleet, &table);
  const struct span strange = {"\xff", 1};
  struct saying saying = {.token = &token, .body = "{\"id\":\"say-more\",\"type\":\"say\",\"text\":\"more\"}"};
  request_say(keeper, &table, &saying, &fleet->answer);
  lobby_state(keeper->lobby, strange, &unheard);
  assert_int_equal(answer_status(unheard.code), 404);
  assert_int_equal(lobby_place(keeper->lobby, strange, url), LOBBY_HERE);
  assert_true(run_node(keeper));
  answer_free(&unheard);
  text_free(&table);
  text_free(&token);
}

static void a_stream_at_any_node_is_the_log(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *keeper = keeper_of(fleet, &table);
  struct stream_reader *readers[NODES];
  for (int i = 0; i < NODES; i++) readers[i] = watch(fleet, &fleet->nodes[i], &table, NULL);
  for (int i = 0; i < 20; i++) {
    say(fleet, &table, &token);
    if (i % 5 == 0) run_all(fleet);
  }
  for (int i = 0; i < NODES; i++) {
    const struct one_node *node = &fleet->nodes[i];
    expect_log(fleet, readers[i], &table);
    AWAIT(fleet, owns(node, &table) == (node == keeper) && follows(node, &table) == (node != keeper));
    unwatch(readers[i]);
  }
  text_free(&table);
  text_free(&token);
}

static void a_lost_hint_makes_it_late_only(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *keeper = keeper_of(fleet, &table);
  struct stream_reader *reader = watch(fleet, another(fleet, keeper, NULL), &table, NULL);
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

/* The keeper stops without a word: another node owns the table, streams go on without a gap, and the one that comes
 * back knows nothing that it does not read. */
static void streams_go_on_when_the_owner_stops(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *first = keeper_of(fleet, &table);
  struct stream_reader *one = watch(fleet, another(fleet, first, NULL), &table, NULL);
  struct stream_reader *two = watch(fleet, another(fleet, first, one->node), &table, NULL);
  struct stream_reader *stopped = watch(fleet, first, &table, NULL);
  say(fleet, &table, &token);
  expect_log(fleet, one, &table);
  expect_log(fleet, stopped, &table);
  first->runs = false;
  for (int i = 0; i < 5; i++) say(fleet, &table, &token);
  struct one_node *second = keeper_of(fleet, &table);
  assert_true(second != first);
  expect_log(fleet, one, &table);
  expect_log(fleet, two, &table);

  first->runs = true;
  AWAIT(fleet, stopped->watcher.ends);
  unwatch(stopped);
  stopped = watch(fleet, first, &table, NULL);
  assert_true(keeper_of(fleet, &table) == first); /* as the shard is its */
  for (int i = 0; i < 5; i++) say(fleet, &table, &token);
  expect_log(fleet, stopped, &table);
  expect_log(fleet, one, &table);
  expect_log(fleet, two, &table);
  unwatch(stopped);
  unwatch(one);
  unwatch(two);
  text_free(&table);
  text_free(&token);
}

/* A node comes and goes in good order: its tables go to it and back, under streams at all nodes. */
static void streams_go_on_while_tables_go_from_node_to_node(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *first = keeper_of(fleet, &table);
  struct stream_reader *one = watch(fleet, another(fleet, first, NULL), &table, NULL);
  say(fleet, &table, &token);
  lobby_drain(first->lobby);
  AWAIT(fleet, lobby_is_drained(first->lobby));
  say(fleet, &table, &token);
  struct one_node *second = keeper_of(fleet, &table);
  assert_true(second != first);
  lobby_close(first->lobby);
  first->runs = false;
  say(fleet, &table, &token);
  open_node(fleet, (int)(first - fleet->nodes));
  assert_true(keeper_of(fleet, &table) == first);
  struct stream_reader *last = watch(fleet, first, &table, NULL);
  say(fleet, &table, &token);
  expect_log(fleet, one, &table);
  expect_log(fleet, last, &table);
  unwatch(one);
  unwatch(last);
  text_free(&table);
  text_free(&token);
}

/* An older copy of the database is put in its place, as by a standby that was not synchronous. */
static void a_log_that_got_shorter_ends_its_streams(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *node = another(fleet, keeper_of(fleet, &table), NULL);
  struct stream_reader *reader = watch(fleet, node, &table, NULL);
  say(fleet, &table, &token);
  say(fleet, &table, &token);
  expect_log(fleet, reader, &table);
  struct lobby_log log;
  char bytes[64];
  assert_true(lobby_log_begin(node->lobby, &reader->watcher, 0, &log));
  assert_int_equal(lobby_log_read(node->lobby, &reader->watcher, &log, bytes, sizeof bytes), sizeof bytes);
  execute_beside("DELETE FROM tessera.entries WHERE seq = (SELECT max(seq) FROM tessera.entries)");
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

static void a_table_that_nobody_follows_leaves_the_memory(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *node = another(fleet, keeper_of(fleet, &table), NULL);
  struct stream_reader *reader = watch(fleet, node, &table, NULL);
  expect_log(fleet, reader, &table);
  for (int i = 0; i < 60 * 3; i++) { /* as long as somebody watches it stays */
    fleet->ahead += 1000;
    run_all(fleet);
  }
  assert_non_null(slot_at(node, &table));
  unwatch(reader);
  for (int i = 0; i < 60 * 3; i++) {
    fleet->ahead += 1000;
    run_all(fleet);
  }
  assert_null(slot_at(node, &table));
  reader = watch(fleet, node, &table, NULL);
  say(fleet, &table, &token);
  expect_log(fleet, reader, &table);
  unwatch(reader);
  text_free(&table);
  text_free(&token);
}

static bool is_there(const struct one_node *keeper, const struct text *table, int seat) {
  const struct slot *slot = slot_at(keeper, table);
  return slot != NULL && slot->table != NULL && slot_is_there(slot, seat);
}

static void who_watches_at_any_node_is_there(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *keeper = keeper_of(fleet, &table), *node = another(fleet, keeper, NULL);
  struct one_node *third = another(fleet, keeper, node);
  assert_false(is_there(keeper, &table, 1));

  /* 1. As long as there is a stream at one node. */
  struct stream_reader *one = watch(fleet, node, &table, &token), *two = watch(fleet, third, &table, &token);
  AWAIT(fleet, is_there(keeper, &table, 1));
  unwatch(one);
  for (int i = 0; i < 40; i++) {
    fleet->ahead += 500;
    run_all(fleet);
  }
  AWAIT(fleet, is_there(keeper, &table, 1));
  unwatch(two);
  AWAIT(fleet, !is_there(keeper, &table, 1));

  /* 2. A node that says nothing any more: after a while nobody is there. On a busy machine the keeper itself may have
   * lost the table meanwhile. */
  one = watch(fleet, node, &table, &token);
  AWAIT(fleet, is_there(keeper, &table, 1));
  node->runs = false;
  const int64_t end = slot_at(keeper, &table)->holders[0].elsewhere;
  const uint64_t taken = lobby_figures(keeper->lobby).taken;
  assert_true(end > fleet_now(fleet) + 10 * 1000);
  while (is_there(keeper, &table, 1)) {
    fleet->ahead += 500;
    run_all(fleet);
  }
  assert_true(fleet_now(fleet) >= end || lobby_figures(keeper->lobby).taken > taken || !owns(keeper, &table));
  node->runs = true;
  unwatch(one);
  text_free(&table);
  text_free(&token);
}

/* Nobody asks for anything: who watches at another node makes the node take the table that should. */
static void who_watches_keeps_a_table_going(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  create(fleet, &table, &token);
  struct one_node *first = keeper_of(fleet, &table);
  struct stream_reader *one = watch(fleet, another(fleet, first, NULL), &table, NULL);
  struct stream_reader *two = watch(fleet, another(fleet, first, one->node), &table, NULL);
  first->runs = false;
  AWAIT(fleet, owns(one->node, &table) || owns(two->node, &table));
  first->runs = true;
  unwatch(one);
  unwatch(two);
  text_free(&table);
  text_free(&token);
}

/* So does who watches at that very node, which hears no word of its own. */
static void who_watches_where_a_table_should_be_keeps_it_going(void **state) {
  struct cluster *fleet = *state;
  struct text table, token;
  lobby_close(fleet->nodes[2].lobby);
  fleet->nodes[2] = (struct one_node){.lobby = NULL};
  create(fleet, &table, &token);
  struct one_node *first = keeper_of(fleet, &table), *second = another(fleet, first, &fleet->nodes[2]);
  struct stream_reader *reader = watch(fleet, second, &table, &token);
  AWAIT(fleet, follows(second, &table));
  first->runs = false;
  AWAIT(fleet, owns(second, &table) && is_there(second, &table, 1));
  expect_log(fleet, reader, &table);

  /* The same where the first node comes again and gives it back in good order. */
  first->runs = true;
  AWAIT(fleet, owns(first, &table) && follows(second, &table));
  lobby_drain(first->lobby);
  AWAIT(fleet, owns(second, &table) && is_there(second, &table, 1));
  unwatch(reader);
  text_free(&table);
  text_free(&token);
}

static int owned_of(const struct one_node *node, const struct text *tables, int count) {
  int owned = 0;
  for (int i = 0; i < count; i++) owned += owns(node, &tables[i]);
  return owned;
}

/* A round looks for a few tables only because somebody watches them elsewhere; the next ones look for the others. */
static void many_tables_that_are_watched_elsewhere_go_on(void **state) {
  enum { MANY = 2 * LOBBY_LOADS + 5 };
  struct cluster *fleet = *state;
  struct text tables[MANY], tokens[MANY];
  struct stream_reader *readers[MANY];
  struct one_node *first = &fleet->nodes[0], *second = &fleet->nodes[1], *third = &fleet->nodes[2];
  lobby_close(second->lobby);
  *second = (struct one_node){.lobby = NULL};
  lobby_drain(third->lobby); /* it owns none, and streams go on at it */
  AWAIT(fleet, lobby_is_drained(third->lobby) && know_each_other(fleet));
  for (int i = 0; i < MANY; i++) {
    create(fleet, &tables[i], &tokens[i]);
    readers[i] = watch(fleet, third, &tables[i], &tokens[i]);
  }
  AWAIT(fleet, owned_of(first, tables, MANY) == MANY);

  /* The first node stops. The second hears once of all tables, and not again. */
  first->runs = false;
  open_node(fleet, 1);
  AWAIT(fleet, owned_of(second, tables, MANY) > 0);
  third->runs = false;
  AWAIT(fleet, owned_of(second, tables, MANY) == MANY);
  third->runs = true;
  for (int i = 0; i < MANY; i++) {
    unwatch(readers[i]);
    text_free(&tables[i]);
    text_free(&tokens[i]);
  }
}

static void a_token_that_was_renewed_ends_its_stream(void **state) {
  struct cluster *fleet = *state;
  struct text table, token, body = {0};
  create(fleet, &table, &token);
  struct text recovery = told(fleet, "recovery");
  struct one_node *node = another(fleet, keeper_of(fleet, &table), NULL);
  struct stream_reader *reader = watch(fleet, node, &table, &token);
  expect_log(fleet, reader, &table);
  text_print(&body, "{\"id\":\"recover-1\",\"recovery\":\"%s\"}", recovery.bytes);
  ask(fleet, &table, request_recover, body.bytes);
  struct text renewed = told(fleet, "token");
  AWAIT(fleet, reader->watcher.ends);
  unwatch(reader);

  /* The old one is refused at a node that follows the table, the new one is not. */
  reader = watch(fleet, node, &table, &renewed);
  struct stream_reader old = {.node = node};
  assert_false(begins(&old, &table, &token, &fleet->answer));
  assert_int_equal(answer_status(fleet->answer.code), 403);
  unwatch(reader);
  text_free(&table);
  text_free(&token);
  text_free(&renewed);
  text_free(&recovery);
  text_free(&body);
}

/* True if the list of a node tells of so many tables. */
static bool lists(struct cluster *fleet, const struct one_node *node, size_t count) {
  lobby_list(node->lobby, &fleet->answer);
  if (answer_status(fleet->answer.code) != 200) return false;
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
  const uint64_t shared = lobby_fleet_address(fleet->nodes[0].lobby, address);
  assert_true(shared != 0 && shared != lobby_fleet_address(fleet->nodes[0].lobby, other));
  for (int i = 0; i < 12; i++) {
    struct lobby *lobby = fleet->nodes[i % 2].lobby;
    const struct lobby_asker asker = {.shared = lobby_fleet_address(lobby, i < 10 ? address : other)};
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
  AWAIT(fleet, know_each_other(fleet));
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

/* One address opens as many tables as it may, whichever nodes it asks, also when they have changed owners; what is over
 * counts no more. */
static void what_an_address_holds_is_that_of_all_nodes(void **state) {
  struct cluster *fleet = *state;
  fleet->limits = (struct lobby_limits){.tables_per_address = 3, .seats_per_address = 3};
  start_anew(fleet);
  const struct lobby *lobby = fleet->nodes[0].lobby;
  const struct lobby_asker asker = {.shared = lobby_fleet_address(lobby, span_of("192.0.2.1"))};
  const struct lobby_asker other = {.shared = lobby_fleet_address(lobby, span_of("192.0.2.2"))};
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
  fleet->ahead += 1000;
  return given_up;
}

/* A table to which nobody comes is closed by its node, whichever that is, and removed when it was over for so long. */
static void abandoned_tables_are_removed(void **state) {
  struct cluster *fleet = *state;
  struct text tables[4], tokens[4];
  fleet->keep = (int64_t)48 * 60 * MINUTE;
  start_anew(fleet);
  for (int i = 0; i < 4; i++) create_at(fleet, &fleet->nodes[i % NODES], &tables[i], &tokens[i]);
  fleet->ahead += (int64_t)25 * 60 * MINUTE;
  for (int i = 0; i < 4; i++) AWAIT(fleet, is_given_up(fleet, &tables[i], false));
  fleet->ahead += (int64_t)49 * 60 * MINUTE;
  for (int i = 0; i < 4; i++) {
    AWAIT(fleet, is_given_up(fleet, &tables[i], true));
    text_free(&tables[i]), text_free(&tokens[i]);
  }
}

/* The first node tells what the table waits for from who has the token; it may have to read it first. */
static bool tells_seat(struct cluster *fleet, const struct one_node *node, const struct text *body, int seat) {
  lobby_turns(node->lobby, text_span(body), &fleet->answer);
  if (fleet->answer.later || answer_status(fleet->answer.code) != 200) return false;
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
                                     FLEET(no_id_fails_a_round),
                                     FLEET(a_stream_at_any_node_is_the_log),
                                     FLEET(a_lost_hint_makes_it_late_only),
                                     FLEET(streams_go_on_when_the_owner_stops),
                                     FLEET(streams_go_on_while_tables_go_from_node_to_node),
                                     FLEET(a_log_that_got_shorter_ends_its_streams),
                                     FLEET(a_table_that_nobody_follows_leaves_the_memory),
                                     FLEET(who_watches_at_any_node_is_there),
                                     FLEET(who_watches_keeps_a_table_going),
                                     FLEET(who_watches_where_a_table_should_be_keeps_it_going),
                                     FLEET(many_tables_that_are_watched_elsewhere_go_on),
                                     FLEET(a_token_that_was_renewed_ends_its_stream),
                                     FLEET(all_nodes_list_all_tables),
                                     FLEET(of_one_address_eight_tables_are_listed),
                                     FLEET(what_an_address_holds_is_that_of_all_nodes),
                                     FLEET(what_a_network_holds_is_that_of_all_nodes),
                                     FLEET(abandoned_tables_are_removed),
                                     FLEET(any_node_tells_whose_turn_it_is)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
