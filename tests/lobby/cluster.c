#define _GNU_SOURCE
#include "lobby/cluster.h"

#include <poll.h>
#include <unistd.h>

enum { STEP_MS = 20 /* by which the clocks of the servers go on from round to round of a test that waits */ };

static int64_t fleet_now(void *context) { return ((struct cluster *)context)->now; }

void execute_beside(const struct cluster *fleet, const char *statement) {
  PGresult *result = PQexec(fleet->beside, statement);
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail_msg("%s", PQerrorMessage(fleet->beside));
  PQclear(result);
}

void open_node(struct cluster *fleet, int index) {
  struct fault fault = {0};
  const struct lobby_settings settings = {.path = getenv("TESSERA_POSTGRES"),
                                          .key_path = fleet->lab.key_path,
                                          .now = fleet_now,
                                          .context = fleet,
                                          .threads = 1,
                                          .limits = fleet->lab.limits,
                                          .notices = fleet->lab.notices,
                                          .most_tables = fleet->lab.most_tables,
                                          .keep = fleet->lab.keep};
  fleet->nodes[index] = (struct one_node){lobby_open(&settings, &fault), true};
  if (fleet->nodes[index].lobby == NULL) fail_msg("%s", fault.text);
}

int cluster_set_up(void **state) {
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

int cluster_tear_down(void **state) {
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

bool run_node(struct one_node *node) {
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

void pass(struct cluster *fleet, int64_t milliseconds) {
  char statement[80];
  go_on(fleet, milliseconds);
  snprintf(statement, sizeof statement, "UPDATE tessera.server SET alive = alive + %lld", (long long)milliseconds);
  execute_beside(fleet, statement);
}

void wait_a_little(struct cluster *fleet) {
  go_on(fleet, STEP_MS);
  poll(NULL, 0, 2);
}

void run_all(struct cluster *fleet) {
  for (int i = 0; i < NODES; i++)
    if (fleet->nodes[i].runs) run_node(&fleet->nodes[i]);
}

void start_anew(struct cluster *fleet) {
  for (int i = 0; i < NODES; i++) {
    lobby_close(fleet->nodes[i].lobby);
    open_node(fleet, i);
  }
  run_all(fleet);
}

struct slot *slot_at(const struct one_node *node, const struct text *table) {
  return slots_find(&node->lobby->slots, text_span(table));
}

bool has(const struct one_node *node, const struct text *table) {
  const struct slot *slot = slot_at(node, table);
  return slot != NULL && slot->table != NULL;
}

/* ---- Requests ---- */

void read_answer(struct cluster *fleet) {
  json_decref(fleet->lab.json);
  fleet->lab.json = json_loadb(fleet->lab.answer.body.bytes, fleet->lab.answer.body.length, 0, NULL);
}

void create_at(struct cluster *fleet, struct one_node *node, struct text *table, struct text *token) {
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

int cluster_set_up_table(void **state) {
  if (cluster_set_up(state) != 0) return -1;
  struct cluster *fleet = *state;
  create_at(fleet, &fleet->nodes[0], &fleet->table, &fleet->token);
  return 0;
}

void ask_at(struct cluster *fleet, struct one_node *node, const struct text *table, node_request *request,
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

void ask(struct cluster *fleet, const struct text *table, node_request *request, const void *what) {
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

void say(struct cluster *fleet, const struct text *table, const struct text *token) {
  struct saying saying = {.token = token};
  const int number = fleet->lab.ids++;
  snprintf(saying.body, sizeof saying.body, "{\"id\":\"say-%06d\",\"type\":\"say\",\"text\":\"line %d\"}", number,
           number);
  ask(fleet, table, request_say, &saying);
}

void request_sit(struct one_node *node, const struct text *table, const void *what, struct answer *answer) {
  lobby_ask(node->lobby, lobby_sit, text_span(table), (struct span){"", 0}, span_of(what), answer);
}

enum answer_code try_say(struct cluster *fleet, struct one_node *node, const struct text *table,
                         const struct text *token) {
  struct saying saying = {.token = token};
  snprintf(saying.body, sizeof saying.body, "{\"id\":\"say-%06d\",\"type\":\"say\",\"text\":\"here\"}",
           fleet->lab.ids++);
  request_say(node, table, &saying, &fleet->lab.answer);
  return fleet->lab.answer.code;
}

/* ---- Readers ---- */

static void wake(struct lobby_watcher *watcher) { ((struct stream_reader *)watcher->context)->woken = true; }

bool begins(struct stream_reader *reader, const struct text *table, const struct text *token, struct answer *answer) {
  reader->watcher = (struct lobby_watcher){.wake = wake, .context = reader};
  const struct span word = token == NULL ? (struct span){"", 0} : text_span(token);
  return lobby_watch(reader->node->lobby, text_span(table), word, &reader->watcher, answer);
}

struct stream_reader *read_at(struct cluster *fleet, struct one_node *node, const struct text *table,
                              const struct text *token) {
  struct stream_reader *reader = memory_new(sizeof *reader);
  *reader = (struct stream_reader){.node = node};
  AWAIT(fleet, begins(reader, table, token, &fleet->lab.answer));
  return reader;
}

void unwatch(struct stream_reader *reader) {
  lobby_unwatch(reader->node->lobby, &reader->watcher);
  text_free(&reader->log);
  free(reader);
}

int64_t read_on(struct stream_reader *reader) {
  const int64_t last = lobby_last(reader->node->lobby, &reader->watcher);
  while (reader->told < last) {
    const struct span entry = lobby_entry(reader->node->lobby, &reader->watcher, ++reader->told);
    text_add(&reader->log, entry.bytes, entry.length);
    text_add_char(&reader->log, '\n');
  }
  return reader->told;
}

struct text stored_log(const struct cluster *fleet, const struct text *table, int64_t *last) {
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

/* True if the reader has read all that is stored now, which is what they have read. */
static bool has_read_all(const struct cluster *fleet, struct stream_reader *reader, const struct text *table) {
  int64_t last;
  struct text log = stored_log(fleet, table, &last);
  const bool read = read_on(reader) >= last;
  if (read) assert_string_equal(reader->log.bytes, log.bytes);
  text_free(&log);
  return read;
}

void expect_log(struct cluster *fleet, struct stream_reader *reader, const struct text *table) {
  AWAIT(fleet, has_read_all(fleet, reader, table));
}
