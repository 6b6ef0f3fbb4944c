/* Several servers on one database: which of them does what is due at a table. */
#include "lobby/cluster.h"

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

/* How often nodes have waited for the database in vain. */
static uint64_t failures(const struct cluster *fleet) {
  uint64_t count = 0;
  for (int i = 0; i < NODES; i++) count += lobby_store_failures(fleet->nodes[i].lobby);
  return count;
}

/* Both guests of a table of the first node lose their seats, and nobody else has changed or claimed the table. Returns
 * false if the database was too slow for a node meanwhile: then others may do what that node did not do on time. */
static bool is_done_once(struct cluster *fleet) {
  struct text table, token;
  struct lobby_figures before[NODES];
  create_at(fleet, &fleet->nodes[0], &table, &token);
  ask_at(fleet, &fleet->nodes[0], &table, request_sit, "{\"id\":\"sit-down\",\"name\":\"Bea\"}");
  struct stream_reader *reader = read_at(fleet, &fleet->nodes[1], &table, NULL);
  const uint64_t failed = failures(fleet);
  for (int i = 0; i < NODES; i++) before[i] = lobby_figures(fleet->nodes[i].lobby);
  for (int seat = 1; seat <= 2; seat++) {
    char stood[32];
    snprintf(stood, sizeof stood, "\"type\":\"stood\",\"seat\":%d", seat);
    AWAIT(fleet, (pass(fleet, 1000), log_has(fleet, &table, stood)));
  }
  for (int i = 0; i < 10; i++) pass(fleet, 500), run_all(fleet);
  expect_log(fleet, reader, &table);
  unwatch(reader);
  if (failures(fleet) != failed) return false;
  for (int i = 0; i < NODES; i++) {
    assert_int_equal(lobby_figures(fleet->nodes[i].lobby).moved, before[i].moved);
    assert_int_equal(lobby_figures(fleet->nodes[i].lobby).claimed, before[i].claimed);
  }
  return true;
}

/* The same of a node that runs: nobody else does what it does on time. */
FLEET(what_is_due_is_done_once) { AWAIT(fleet, is_done_once(fleet)); }

/* True if the table is closed by its log, or nothing is stored of it; a second has gone by. */
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

RUN_TESTS(NULL, NULL)
