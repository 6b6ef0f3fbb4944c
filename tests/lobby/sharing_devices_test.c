/*
 * Several servers on one database, of which one shuts a device of a player out while another one serves it: nothing
 * that the device does then outlasts it.
 */
#define _GNU_SOURCE
#include "lobby/cluster.h"

#define HOOK "{\"kind\":\"webhook\",\"url\":\"http://127.0.0.1:9/hook\",\"yes\":true}"

/* A player with a table, at which the stolen device sits; the other device is the player's own. */
struct owner {
  struct text stolen, own, table;
};

static struct text token_of(struct cluster *fleet) {
  assert_int_equal(fleet->lab.answer.code, ANSWER_CREATED);
  assert_true(run_node(&fleet->nodes[0]));
  read_answer(fleet);
  return told(&fleet->lab, "token");
}

static struct owner owner_of(struct cluster *fleet) {
  struct answer *answer = &fleet->lab.answer;
  struct owner owner;
  char body[128];
  fleet->lab.notices = LOBBY_ANY_NOTICES;
  start_anew(fleet);
  struct lobby *lobby = fleet->nodes[0].lobby;
  lobby_create_player(lobby, span_of("{\"id\":\"create-ann\",\"name\":\"Ann\"}"), answer);
  owner.stolen = token_of(fleet);
  lobby_act_as_player(lobby, span_of("me"), text_span(&owner.stolen),
                      span_of("{\"id\":\"words-01\",\"type\":\"words\"}"), answer);
  assert_true(run_node(&fleet->nodes[0]));
  read_answer(fleet);
  struct text words = told(&fleet->lab, "six_words");
  snprintf(body, sizeof body, "{\"id\":\"sign-in-1\",\"words\":\"%s\"}", words.bytes);
  lobby_sign_in(lobby, span_of(body), answer);
  owner.own = token_of(fleet);
  lobby_create(lobby, text_span(&owner.stolen), span_of(create_body(&fleet->lab, open_seat, "")), answer);
  token_of(fleet);
  owner.table = told(&fleet->lab, "table");
  return owner;
}

/* The own device shuts the stolen one out at the first node, without a round of it. */
static void shut_out(struct cluster *fleet, const struct owner *owner) {
  lobby_act_as_player(fleet->nodes[0].lobby, span_of("me"), text_span(&owner->own),
                      span_of("{\"id\":\"shut-out-1\",\"type\":\"shut-out\",\"device\":1}"), &fleet->lab.answer);
}

static void request_notice(struct one_node *node, const struct text *table, const void *token, struct answer *answer) {
  lobby_ask(node->lobby, lobby_notice, text_span(table), text_span(token), span_of(HOOK), answer);
}

static int64_t stored_notices(const struct cluster *fleet) {
  PGresult *result = PQexec(fleet->beside, "SELECT count(*) FROM tessera.notices");
  const int64_t count = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
  PQclear(result);
  return count;
}

/* A stream begins at another node while the first one shuts its device out, and the hint of that is lost. */
FLEET(a_stream_of_a_device_ends_at_all_servers) {
  const struct owner owner = owner_of(fleet);
  struct stream_reader *thief = read_at(fleet, &fleet->nodes[1], &owner.table, &owner.stolen);
  shut_out(fleet, &owner);
  assert_int_equal(fleet->lab.answer.code, ANSWER_OK);
  execute_beside(
      fleet, "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'tessera hints'");
  run_node(&fleet->nodes[1]);
  assert_false(thief->watcher.ends);
  assert_true(run_node(&fleet->nodes[0]));
  AWAIT(fleet, thief->watcher.ends);
  assert_true(thief->woken);
  struct stream_reader again = {.node = &fleet->nodes[1]};
  assert_false(begins(&again, &owner.table, &owner.stolen, &fleet->lab.answer));
  assert_int_equal(fleet->lab.answer.code, ANSWER_WRONG_TOKEN);
  unwatch(thief);
}

/* The number of addresses that a node has in memory for the seat of the player. */
static int addresses_at(const struct one_node *node, const struct owner *owner) {
  return notices_count(node->lobby->notices, slot_at(node, &owner->table), 1);
}

/* The device names an address at another node before the round of the first one that shuts it out. */
FLEET(an_address_of_a_device_goes_with_it) {
  const struct owner owner = owner_of(fleet);
  struct one_node *first = &fleet->nodes[0], *other = &fleet->nodes[1];
  struct stream_reader *reader = read_at(fleet, other, &owner.table, NULL),
                       *own = read_at(fleet, first, &owner.table, NULL);
  request_notice(other, &owner.table, &owner.stolen, &fleet->lab.answer);
  assert_int_equal(fleet->lab.answer.code, ANSWER_OK);
  shut_out(fleet, &owner);
  assert_true(fleet->lab.answer.later);
  assert_true(run_node(other));
  assert_int_equal(stored_notices(fleet), 1);
  AWAIT(fleet, addresses_at(first, &owner) == 1);
  shut_out(fleet, &owner);
  assert_int_equal(fleet->lab.answer.code, ANSWER_OK);
  assert_true(run_node(first));
  assert_int_equal(stored_notices(fleet), 0);
  AWAIT(fleet, has(first, &owner.table) && addresses_at(first, &owner) == 0);
  AWAIT(fleet, has(other, &owner.table) && addresses_at(other, &owner) == 0);
  unwatch(reader);
  unwatch(own);
}

/* It names the address while the first node has shut it out, and not stored that yet. */
FLEET(a_device_names_no_address_any_more) {
  const struct owner owner = owner_of(fleet);
  struct one_node *first = &fleet->nodes[0], *other = &fleet->nodes[1];
  struct stream_reader *reader = read_at(fleet, other, &owner.table, NULL);
  shut_out(fleet, &owner);
  assert_int_equal(fleet->lab.answer.code, ANSWER_OK);
  request_notice(other, &owner.table, &owner.stolen, &fleet->lab.answer);
  assert_true(fleet->lab.answer.later);
  assert_true(run_node(first));
  AWAIT(fleet, (request_notice(other, &owner.table, &owner.stolen, &fleet->lab.answer), !fleet->lab.answer.later));
  assert_int_equal(fleet->lab.answer.code, ANSWER_WRONG_TOKEN);
  run_node(other);
  assert_int_equal(stored_notices(fleet), 0);
  unwatch(reader);
}

RUN_TESTS(NULL, NULL)
