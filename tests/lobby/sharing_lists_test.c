/* Several servers on one database: what all of them list, and what an address holds at all of them. */
#include "lobby/cluster.h"
#include "lobby/limiter.h"

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

RUN_TESTS(NULL, NULL)
