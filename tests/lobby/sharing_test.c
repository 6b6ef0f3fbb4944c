/*
 * Several servers on one database: each of them serves each table, and a stream at any of them has the log of the table
 * in its order, and nothing else.
 */
#define _GNU_SOURCE
#include <poll.h>

#include "lobby/cluster.h"

/* A player who has just sat down, or has read on, may come to a node that does not know it yet. */
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

/* A reader who has seen an entry at one node reads no less at another one, which has heard nothing of it yet. */
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
  lobby_state(node->lobby, strange, span_of(""), &unheard);
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

static void request_recover(struct one_node *node, const struct text *table, const void *what, struct answer *answer) {
  lobby_ask(node->lobby, lobby_recover, text_span(table), (struct span){"", 0}, span_of(what), answer);
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

/* True if the node says of the owner of the token that the table waits for this seat; it may have to read the table
 * first. */
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
