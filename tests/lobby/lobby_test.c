/*
 * Tables and seats: what is answered is stored, what comes again gets the same answer, and a person who left,
 * or has no token, gets nothing.
 */
#include "lobby/lab.h"

IN_A_LAB(a_table_is_told_once_it_is_stored) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  expect_no_log(lab, &table);
  round_ends(lab);
  log_of(lab, &table);
  assert_int_equal(seq(lab), 2);
}

IN_A_LAB(a_create_that_comes_again_gets_the_same_answer) {
  const char *body = create_body(lab, open_seat, "");
  create_again(lab, body, ANSWER_CREATED);
  struct text first = text_of(lab, lab->answer.body.bytes);
  lobby_create(lab->lobby, span_of(""), span_of(body), &lab->answer);
  assert_string_equal(lab->answer.body.bytes, first.bytes);
  assert_true(lab->answer.waits);
  round_ends(lab);
  reopen(lab);
  lobby_create(lab->lobby, span_of(""), span_of(body), &lab->answer);
  assert_string_equal(lab->answer.body.bytes, first.bytes);
  assert_false(lab->answer.waits);
}

IN_A_LAB(a_sit_that_comes_again_gets_the_same_answer) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  sit(lab, &table, ANSWER_CREATED);
  struct text first = text_of(lab, lab->answer.body.bytes);
  round_ends(lab);
  reopen(lab);
  lab->ids--;
  sit(lab, &table, ANSWER_CREATED);
  assert_string_equal(lab->answer.body.bytes, first.bytes);
  sit(lab, &table, ANSWER_NOT_NOW);
}

IN_A_LAB(somebody_elses_id_gives_no_seat) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  sit(lab, &table, ANSWER_CREATED);
  lab->ids--;
  assert_int_equal(try_sit(lab, text_span(&table), NULL, "Eve"), ANSWER_NOT_NOW);
  round_ends(lab);
}

IN_A_LAB(tokens_open_their_own_seat_only) {
  struct text table, token, other, other_token;
  create(lab, open_seat, &table, &token);
  create(lab, open_seat, &other, &other_token);
  round_ends(lab);
  act(lab, &table, &other_token, "'type':'leave'", ANSWER_WRONG_TOKEN);
  act(lab, &table, NULL, "'type':'leave'", ANSWER_NO_TOKEN);
  act(lab, &table, NULL, "'type':'say','name':'Eve','text':'hello'", ANSWER_OK);
  round_ends(lab);
  token.bytes[5] ^= 1;
  act(lab, &table, &token, "'type':'leave'", ANSWER_WRONG_TOKEN);
  struct text nowhere = text_of(lab, "aaaaaaaaaaaaaaaa");
  act(lab, &nowhere, &token, "'type':'leave'", ANSWER_NO_TABLE);
}

IN_A_LAB(who_leaves_before_the_start_loses_his_token) {
  struct text table, token;
  create(lab, "{'kind':'open','colour':'blue'},{'kind':'open','colour':'green'}", &table, &token);
  sit(lab, &table, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  act(lab, &table, &bob, "'type':'leave'", ANSWER_OK);
  round_ends(lab);
  act(lab, &table, &bob, "'type':'leave'", ANSWER_WRONG_TOKEN);
  reopen(lab);
  act(lab, &table, &bob, "'type':'leave'", ANSWER_WRONG_TOKEN);
  act(lab, &table, &token, "'type':'say','text':'pity'", ANSWER_OK);
  round_ends(lab);
}

/* A sit that comes again when its seat was left. */
static void check_left(struct lab *lab, const struct text *table) {
  lab->ids--;
  sit(lab, table, ANSWER_NOT_NOW);
}

IN_A_LAB(who_has_left_is_not_seated_again) {
  struct text table, token, bob;
  create_for_two(lab, "", &table, &token, &bob);
  lab->ids--;
  act_as(lab, &table, &bob, "leave-it", "'type':'leave'", ANSWER_OK);
  lab->ids++;
  check_left(lab, &table);
  round_ends(lab);
  reopen(lab);
  check_left(lab, &table);
  sit(lab, &table, ANSWER_CREATED);
  round_ends(lab);
}

/* Who is refused because of what the round has changed hears of it only if that is stored. */
IN_A_LAB(a_refusal_waits_for_what_it_rests_on) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  struct text recovery = told(lab, "recovery");
  round_ends(lab);
  recover(lab, &table, "recover-1", recovery.bytes, ANSWER_OK);
  act(lab, &table, &token, "'type':'say','text':'old'", ANSWER_WRONG_TOKEN);
  assert_true(lab->answer.waits);
  round_ends(lab);
  act(lab, &table, &token, "'type':'say','text':'old'", ANSWER_WRONG_TOKEN);
  assert_false(lab->answer.waits);
}

IN_A_LAB(recovery_renews_the_token) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  struct text recovery = told(lab, "recovery");
  round_ends(lab);
  recover(lab, &table, "recover-1", recovery.bytes, ANSWER_OK);
  struct text first = text_of(lab, lab->answer.body.bytes), renewed = told(lab, "token");
  round_ends(lab);
  reopen(lab);
  recover(lab, &table, "recover-1", recovery.bytes, ANSWER_OK);
  assert_string_equal(lab->answer.body.bytes, first.bytes);
  act(lab, &table, &token, "'type':'say','text':'old'", ANSWER_WRONG_TOKEN);
  act(lab, &table, &renewed, "'type':'say','text':'new'", ANSWER_OK);
  round_ends(lab);
  recover(lab, &table, "recover-2", recovery.bytes, ANSWER_WRONG_TOKEN); /* as somebody else who has found the link */
}

IN_A_LAB(no_more_tables_than_allowed) {
  struct text table, token;
  lab->most_tables = 1;
  reopen(lab);
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  const char *body = create_body(lab, open_seat, "");
  create_again(lab, body, ANSWER_TOO_MANY);
  act(lab, &table, &token, "'type':'leave'", ANSWER_OK); /* the last one: it is closed */
  round_ends(lab);
  create_again(lab, body, ANSWER_CREATED);
  round_ends(lab);
}

IN_A_LAB(the_list_has_public_tables) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  reopen(lab);
  lab->now += 90 * 1000;
  lobby_list(lab->lobby, &lab->answer);
  expect(lab, ANSWER_OK);
  const json_t *list = json_object_get(lab->json, "tables"), *item = json_array_get(list, 0);
  assert_int_equal(json_array_size(list), 1);
  assert_string_equal(json_string_value(json_object_get(item, "table")), table.bytes);
  assert_int_equal(json_integer_value(json_object_get(item, "age_s")), 90);
  assert_string_equal(json_string_value(json_object_get(item, "state")), "waiting");
  assert_int_equal(json_array_size(json_object_get(item, "seats")), 2);
}

IN_A_LAB(the_list_looks_at_listed_tables_alone) {
  struct text table, token;
  size_t known = 0;

  /* 1. Private tables and one that is over are not in it, be they as many as they are. */
  for (int i = 0; i < 5; i++) {
    char body[256];
    snprintf(body, sizeof body,
             "{\"id\":\"private-%06d\",\"name\":\"Ann\",\"setup\":{\"game\":\"classic\",\"public\":false,"
             "\"seats\":[{\"kind\":\"person\"},{\"kind\":\"open\"}]}}",
             i);
    create_again(lab, body, ANSWER_CREATED);
  }
  for (int i = 0; i <= LOBBY_LOADS + 5; i++) {
    create(lab, open_seat, &table, &token);
    if (i == 3) act(lab, &table, &token, "'type':'leave'", ANSWER_OK);
  }
  round_ends(lab);
  const struct listed *one = lab->lobby->listing.newest[LISTING_WAITING];
  for (; one != NULL; one = one->older) known++;
  assert_int_equal(known, LOBBY_LOADS + 5);
  assert_int_equal(listed(lab), LOBBY_LOADS + 5);

  /* 2. After a start one look at it reads so many tables and no more. */
  reopen(lab);
  assert_int_equal(listed(lab), LOBBY_LOADS);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, LOBBY_LOADS);
  assert_int_equal(listed(lab), LOBBY_LOADS + 5);
}

IN_A_LAB(an_id_belongs_to_one_body_after_a_restart) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  act_as(lab, &table, &token, "say-once", "'type':'say','text':'one'", ANSWER_OK);
  act_as(lab, &table, &token, "say-once", "'type':'say','text':'two'", ANSWER_NOT_NOW);
  round_ends(lab);
  reopen(lab);
  act_as(lab, &table, &token, "say-once", "'type':'say','text':'two'", ANSWER_NOT_NOW);
  act_as(lab, &table, &token, "say-once", "'type':'leave'", ANSWER_NOT_NOW);
  act_as(lab, &table, &token, "say-once", "'type':'say','text':'one'", ANSWER_OK);
  log_of(lab, &table);
  assert_int_equal(seq(lab), 3);
}

IN_A_LAB(an_action_that_comes_again_changes_nothing) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  act_as(lab, &table, &token, "say-once", "'type':'say','text':'one'", ANSWER_OK);
  assert_int_equal(seq(lab), 3);
  act(lab, &table, &token, "'type':'say','text':'two'", ANSWER_OK);
  act_as(lab, &table, &token, "say-once", "'type':'say','text':'one'", ANSWER_OK);
  assert_int_equal(seq(lab), 3);
  assert_true(lab->answer.waits);
  round_ends(lab);
  reopen(lab);
  act_as(lab, &table, &token, "say-once", "'type':'say','text':'one'", ANSWER_OK);
  assert_int_equal(seq(lab), 3);
  assert_false(lab->answer.waits);
  log_of(lab, &table);
  assert_int_equal(seq(lab), 4);
}

RUN_TESTS(NULL, NULL)
