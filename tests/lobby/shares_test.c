/* What an address and a network hold, open, list and do at most. */
#include "lobby/lab.h"

static void refuse_creation(struct lab *lab, enum answer_code code) {
  create_again(lab, create_body(lab, open_seat, ""), code);
}

/* Seats at tables that have not begun are shared out by address and network; a game that begins gives them back. */
IN_A_LAB(one_address_holds_its_share_of_seats) {
  struct text table, token, other, other_token;
  lab->limits.seats_per_address = 2;
  reopen(lab);
  ask_as(lab, 11, 1);
  create(lab, open_seat, &table, &token);
  create(lab, open_seat, &other, &other_token);
  round_ends(lab);
  refuse_creation(lab, ANSWER_TOO_MANY_SEATS);
  sit(lab, &table, ANSWER_TOO_MANY_SEATS);
  ask_as(lab, 12, 1);
  sit(lab, &table, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  begin(lab, &table, &token, &bob);
  ask_as(lab, 11, 1);
  sit(lab, &other, ANSWER_CREATED); /* the seat of the game that has begun is no longer counted */
  refuse_creation(lab, ANSWER_TOO_MANY_SEATS);
  act(lab, &other, &other_token, "'type':'leave'", ANSWER_OK);
  round_ends(lab);
  sit(lab, &other, ANSWER_CREATED);
  for (uint64_t address = 21; address < 24; address++) { /* the network has eight in all */
    struct text more, more_token;
    ask_as(lab, address, 1);
    for (int i = 0; i < 2; i++) {
      create(lab, open_seat, &more, &more_token);
    }
  }
  ask_as(lab, 24, 1);
  refuse_creation(lab, ANSWER_TOO_MANY_SEATS);
  round_ends(lab);
}

/* So are tables: one that is over is given back, one that was begun is not. */
IN_A_LAB(one_address_opens_its_share_of_tables) {
  struct text table, token, other, other_token;
  lab->limits.tables_per_address = 2;
  reopen(lab);
  ask_as(lab, 11, 0);
  create(lab, open_seat, &table, &token);
  create(lab, level_1, &other, &other_token);
  begin(lab, &other, &other_token, NULL);
  refuse_creation(lab, ANSWER_TOO_MANY_TABLES);
  ask_as(lab, 12, 0);
  act(lab, &table, &token, "'type':'leave'", ANSWER_OK); /* the last one: it is closed */
  round_ends(lab);
  ask_as(lab, 11, 0);
  create(lab, open_seat, &table, &token);
  refuse_creation(lab, ANSWER_TOO_MANY_TABLES);
  round_ends(lab);
}

/* Neither many tables of one address nor many games take the place of those that wait for people. */
IN_A_LAB(nobody_takes_the_whole_list) {
  enum { LIST_MOST = 100, LIST_MOST_OF_ONE = 8 };
  struct text table, token, honest;
  lab->limits.seats_per_address = lab->limits.tables_per_address = 0;
  reopen(lab);
  ask_as(lab, 21, 0);
  create(lab, open_seat, &honest, &token);
  ask_as(lab, 22, 0);
  for (int i = 0; i < LIST_MOST + 1; i++) {
    create(lab, open_seat, &table, &token);
  }
  assert_int_equal(listed(lab), 1 + LIST_MOST_OF_ONE);
  for (int i = 0; i < LIST_MOST + 1; i++) {
    ask_as(lab, (uint64_t)(100 + i), 0);
    create(lab, level_1, &table, &token);
    begin(lab, &table, &token, NULL);
  }
  round_ends(lab);
  assert_int_equal(listed(lab), 1 + LIST_MOST_OF_ONE + LIST_MOST);
  lobby_list(lab->lobby, &lab->answer);
  assert_non_null(strstr(lab->answer.body.bytes, honest.bytes));
}

/* A table that this address opens, which is to be freed. */
static struct text open_as(struct lab *lab, uint64_t address, uint64_t network) {
  struct text table, token;
  ask_as(lab, address, network);
  create(lab, open_seat, &table, &token);
  return table;
}

/* Places are dealt by turns among addresses and networks: neither very many tables of a few addresses nor those of a
 * network of many push out a table that is older or newer. */
IN_A_LAB(a_few_addresses_push_nobody_out) {
  enum { ADDRESSES = 13, EACH = 100, OF_NETWORK = 40 };
  struct text honest[3];
  lab->limits.seats_per_address = lab->limits.tables_per_address = 0;
  reopen(lab);
  honest[0] = open_as(lab, 21, 0);
  for (int i = 0; i < ADDRESSES * EACH; i++) {
    open_as(lab, (uint64_t)(100 + i % ADDRESSES), 0);
    if (i == 650) honest[1] = open_as(lab, 22, 0);
  }
  for (int i = 0; i < OF_NETWORK * 8; i++) {
    open_as(lab, (uint64_t)(1000 + i % OF_NETWORK), 7);
  }
  round_ends(lab);
  honest[2] = open_as(lab, 23, 0);
  round_ends(lab);
  assert_int_equal(listed(lab), 100);
  lobby_list(lab->lobby, &lab->answer);
  for (int i = 0; i < 3; i++) {
    assert_non_null(strstr(lab->answer.body.bytes, honest[i].bytes));
  }
}

/* Sits down and leaves until it is refused: how often both were done. */
static int come_and_go(struct lab *lab, const struct text *table) {
  for (int done = 0;; done++) {
    if (try_sit(lab, text_span(table), NULL, "Eve") == ANSWER_TOO_OFTEN) return done;
    expect(lab, ANSWER_CREATED);
    struct text token = told(lab, "token");
    act(lab, table, &token, "'type':'leave'", ANSWER_OK);
    round_ends(lab);
  }
}

IN_A_LAB(coming_and_going_is_bounded) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  ask_as(lab, 11, 0);
  assert_int_equal(come_and_go(lab, &table), 10);
  ask_as(lab, 12, 0);
  sit(lab, &table, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  act(lab, &table, &bob, "'type':'leave'", ANSWER_OK);
  ask_as(lab, 11, 0);
  lab->now += 20 * 1000;
  assert_int_equal(come_and_go(lab, &table), 1);
  for (uint64_t address = 21; address <= 25; address++) { /* a network has four shares, however many addresses */
    ask_as(lab, address, 2);
    assert_int_equal(come_and_go(lab, &table), address < 25 ? 10 : 0);
  }
  round_ends(lab);
}

/* Two addresses in turn cannot hold a seat against the opener; a guest at the opener's own address can. */
IN_A_LAB(whose_seat_is_freed_does_not_come_back) {
  struct text table, token;
  ask_as(lab, 10, 0);
  create(lab, open_seat, &table, &token);
  for (uint64_t squatter = 11; squatter <= 12; squatter++) {
    ask_as(lab, squatter, 0);
    sit(lab, &table, ANSWER_CREATED);
    ask_as(lab, 10, 0);
    act(lab, &table, &token, "'type':'free','seat':2", ANSWER_OK);
  }
  for (uint64_t squatter = 11; squatter <= 12; squatter++) {
    ask_as(lab, squatter, 0);
    sit(lab, &table, ANSWER_NOT_NOW);
  }
  ask_as(lab, 10, 0);
  sit(lab, &table, ANSWER_CREATED);
  act(lab, &table, &token, "'type':'free','seat':2", ANSWER_OK);
  sit(lab, &table, ANSWER_CREATED);
  round_ends(lab);
}

RUN_TESTS(NULL, NULL)
