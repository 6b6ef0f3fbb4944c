/* Tournaments in both kinds of database: what is stored, what two servers do at once, and what a failed round leaves.
 */
#define _GNU_SOURCE
#include "hall/hall.h"

#include "store/place.h"
#include "store/store_players.h"
#include "store/store_tournaments.h"

enum { ANN = 1, BEN };

/* A hall with its own connection to the database. */
struct hall_server {
  struct hall_now hall;
  int requests;
};

static struct hall_server open_hall(void **state) {
  return (struct hall_server){.hall = {open_store(state), set_library_open(), hall_memory_open(), 1700000000000}};
}

static void close_hall(struct hall_server *server) {
  hall_memory_close(server->hall.memory);
  set_library_close((struct set_library *)server->hall.sets);
  store_close(server->hall.store);
}

static void end_round(struct hall_server *server) {
  commit(server->hall.store);
  hall_end_round(server->hall.memory, true);
}

static void add_player(struct store *store, int64_t number, const char *name) {
  struct store_player player = {.number = number, .created = 1700000000000};
  snprintf(player.name, sizeof player.name, "%s", name);
  store_add_player(store, &player);
}

/* Opens a tournament with `more` settings, and returns its id. */
static void open_with(struct hall_server *server, const char *request, const char *more, char id[STORE_ID_SIZE]) {
  struct answer answer = {0};
  struct text body = {0};
  text_print(&body,
             "{\"id\":\"%s\",\"settings\":{\"name\":\"Friday\",\"form\":\"swiss\",\"rounds\":1,"
             "\"setup\":{\"game\":\"classic\"}%s}}",
             request, more);
  hall_open(&server->hall, ANN, text_span(&body), &answer);
  if (answer.code != ANSWER_CREATED) fail_msg("%s", answer.body.bytes);
  assert_true(answer.waits);
  const char *found = strstr(answer.body.bytes, "\"tournament\":\"");
  snprintf(id, STORE_ID_SIZE, "%.16s", found + strlen("\"tournament\":\""));
  answer_free(&answer);
  text_free(&body);
}

static void open_tournament(struct hall_server *server, const char *request, char id[STORE_ID_SIZE]) {
  open_with(server, request, "", id);
}

/* Acts, and returns the code of the answer; -1 if it comes later. */
static int act(struct hall_server *server, const char *id, int64_t player, const char *members) {
  struct answer answer = {0};
  struct text body = {0};
  text_print(&body, "{\"id\":\"request-%04d\",%s}", ++server->requests, members);
  hall_act(&server->hall, span_of(id), player, text_span(&body), &answer);
  const int code = answer.later ? -1 : (int)answer.code;
  answer_free(&answer);
  text_free(&body);
  return code;
}

static void show(struct hall_server *server, const char *id, enum hall_view view, struct text *text) {
  struct answer answer = {0};
  hall_show(&server->hall, span_of(id), view, &answer);
  text_clear(text);
  text_add(text, answer.body.bytes, answer.body.length);
  answer_free(&answer);
}

static void expect(struct hall_server *server, const char *id, const char *words) {
  struct text text = {0};
  show(server, id, HALL_TOURNAMENT, &text);
  if (strstr(text.bytes, words) == NULL) fail_msg("%s", text.bytes);
  text_free(&text);
}

/* A tournament of two with `more` settings whose round is paired. */
static void begin_with(struct hall_server *server, const char *more, char id[STORE_ID_SIZE]) {
  add_player(server->hall.store, ANN, "Ann");
  add_player(server->hall.store, BEN, "Ben");
  open_with(server, "request-open", more, id);
  assert_int_equal(act(server, id, ANN, "\"type\":\"enter\""), ANSWER_OK);
  assert_int_equal(act(server, id, BEN, "\"type\":\"enter\""), ANSWER_OK);
  assert_int_equal(act(server, id, ANN, "\"type\":\"pair\",\"round\":1"), ANSWER_OK);
  end_round(server);
}

static void begin(struct hall_server *server, char id[STORE_ID_SIZE]) { begin_with(server, "", id); }

BOTH(a_tournament_is_there_at_the_next_start) {
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE], again[STORE_ID_SIZE];
  struct text before = {0}, after = {0};
  begin(&server, id);
  open_tournament(&server, "request-other", again);
  assert_string_not_equal(id, again);
  end_round(&server);
  show(&server, id, HALL_TOURNAMENT, &before);
  const int64_t version = hall_version(&server.hall, span_of(id));
  close_hall(&server);
  server = open_hall(state);
  assert_int_equal(hall_version(&server.hall, span_of(id)), version);
  show(&server, id, HALL_TOURNAMENT, &after);
  assert_string_equal(before.bytes, after.bytes);
  assert_non_null(strstr(after.bytes, "\"name\":\"Ben\""));
  text_free(&before);
  text_free(&after);
  close_hall(&server);
}

BOTH(a_request_that_comes_again_changes_nothing) {
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE];
  begin(&server, id);
  const int64_t version = hall_version(&server.hall, span_of(id));
  server.requests = 0; /* the same requests once more */
  assert_int_equal(act(&server, id, ANN, "\"type\":\"enter\""), ANSWER_OK);
  server.requests = 2;
  assert_int_equal(act(&server, id, ANN, "\"type\":\"pair\",\"round\":1"), ANSWER_OK);
  assert_int_equal(hall_version(&server.hall, span_of(id)), version);
  close_hall(&server);
}

BOTH(a_round_that_is_not_stored_leaves_nothing) {
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE];
  struct fault fault;
  begin(&server, id);
  const int64_t version = hall_version(&server.hall, span_of(id));
  assert_int_equal(act(&server, id, ANN, "\"type\":\"result\",\"encounter\":1,\"forfeit\":\"first\""), ANSWER_OK);
  assert_int_equal(hall_version(&server.hall, span_of(id)), 0);
  store_add_tournament_entry(server.hall.store, span_of(id), 1, span_of("{}")); /* there is an entry of this number */
  assert_false(store_commit(server.hall.store, NULL, 0, &fault));
  hall_end_round(server.hall.memory, false);
  expect(&server, id, "\"end\":\"open\"");
  assert_int_equal(hall_version(&server.hall, span_of(id)), version);
  assert_int_equal(act(&server, id, ANN, "\"type\":\"result\",\"encounter\":1,\"forfeit\":\"first\""), ANSWER_OK);
  end_round(&server);
  assert_int_not_equal(hall_version(&server.hall, span_of(id)), version);
  expect(&server, id, "\"end\":\"second\"");
  close_hall(&server);
}

BOTH(a_round_is_paid_for) {
  enum { GUESTS = 100 };
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE], members[64];
  add_player(server.hall.store, ANN, "Ann");
  open_tournament(&server, "request-open", id);
  for (int i = 0; i < GUESTS; i++) {
    snprintf(members, sizeof members, "\"type\":\"enter\",\"name\":\"Guest %d\"", i);
    assert_int_equal(act(&server, id, ANN, members), ANSWER_OK);
  }
  end_round(&server);
  hall_take_cost(server.hall.memory);
  assert_int_equal(act(&server, id, ANN, "\"type\":\"pair\",\"round\":1"), ANSWER_OK);
  assert_true(hall_take_cost(server.hall.memory) >= GUESTS * GUESTS);
  close_hall(&server);
}

BOTH(a_damaged_log_is_refused) {
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE];
  struct answer answer = {0};
  struct fault fault;
  begin(&server, id);
  store_add_tournament_entry(server.hall.store, span_of(id), 5, span_of("{\"seq\":5}"));
  const struct store_tournament wrong = {.state = STORE_PLAYING, .last = 5};
  struct store_tournament stored = wrong;
  memcpy(stored.id, id, sizeof id);
  store_set_tournament(server.hall.store, &stored, span_of("{}"));
  end_round(&server);
  assert_int_equal(act(&server, id, ANN, "\"type\":\"close\""), ANSWER_NOT_STORED);
  assert_true(store_take_damage(server.hall.store, &fault));
  hall_show(&server.hall, span_of(id), HALL_CSV, &answer);
  assert_int_equal(answer.code, ANSWER_NOT_STORED);
  hall_show(&server.hall, span_of("aaaaaaaaaaaaaaaa"), HALL_CSV, &answer);
  assert_int_equal(answer.code, ANSWER_NO_TOURNAMENT);
  answer_free(&answer);
  close_hall(&server);
}

/* Stores the result of a table with these players on its seats. */
static void store_result(struct store *store, const char *table, int64_t one, int64_t other, int64_t points) {
  const struct store_game game = {
      .id = span_of(table), .ended = 1000, .rules = span_of("classic"), .variant = span_of("-")};
  store_add_game(store, 0, &game);
  for (int seat = 1; seat <= 2; seat++) {
    const struct store_result result = {.seat = seat,
                                        .player = seat == 1 ? one : other,
                                        .side = seat - 1,
                                        .points = seat == 1 ? points : 60,
                                        .place = (seat == 1) == (points > 60) ? 1 : 2};
    store_add_result(store, 0, span_of(table), &result);
  }
  commit(store);
}

/* Asks for the table of the first encounter, and sits there. Returns the side. */
static int sit(struct hall_server *server, const char *id, int64_t player, const char *table) {
  struct answer answer = {0};
  struct hall_game game;
  if (!hall_find_game(&server->hall, span_of(id), player, span_of("{\"id\":\"request-sit\",\"encounter\":1}"), &game,
                      &answer))
    fail_msg("%s", answer.body.bytes);
  assert_non_null(strstr(game.setup.bytes, "\"public\":false"));
  assert_true(hall_sit(&server->hall, span_of(id), player, &game, span_of(table), &answer));
  text_free(&game.setup);
  answer_free(&answer);
  end_round(server);
  return game.side;
}

BOTH(the_result_of_a_table_is_taken_over_once) {
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE];
  begin(&server, id);
  const int side = sit(&server, id, ANN, "AAAAAAAAAAAAAAAA");
  expect(&server, id, side == 1 ? "\"waits\":1" : "\"waits\":2");
  assert_int_equal(sit(&server, id, BEN, "AAAAAAAAAAAAAAAA"), 3 - side);
  expect(&server, id, "\"table\":\"AAAAAAAAAAAAAAAA\"");

  /* 1. Nothing is over; then another table of theirs; then this one. */
  assert_int_equal(hall_take_results(&server.hall), HALL_DONE);
  store_result(server.hall.store, "BBBBBBBBBBBBBBBB", ANN, BEN, 90);
  assert_int_equal(hall_take_results(&server.hall), HALL_DONE);
  expect(&server, id, "\"end\":\"open\"");
  store_result(server.hall.store, "AAAAAAAAAAAAAAAA", side == 1 ? ANN : BEN, side == 1 ? BEN : ANN, 80);

  /* 2. The server ends before it has taken it over. */
  close_hall(&server);
  server = open_hall(state);
  assert_int_equal(hall_take_results(&server.hall), HALL_DONE);
  end_round(&server);
  expect(&server, id, "\"end\":\"first\",\"games\":[[80,60]]");
  const int64_t version = hall_version(&server.hall, span_of(id));
  assert_int_equal(hall_take_results(&server.hall), HALL_DONE);
  assert_false(store_pending(server.hall.store));
  assert_int_equal(hall_version(&server.hall, span_of(id)), version);
  close_hall(&server);
}

BOTH(a_game_of_others_is_not_taken_over) {
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE];
  begin(&server, id);
  sit(&server, id, ANN, "AAAAAAAAAAAAAAAA");
  store_result(server.hall.store, "AAAAAAAAAAAAAAAA", ANN, 3, 80);
  assert_int_equal(hall_take_results(&server.hall), HALL_DONE);
  end_round(&server);
  expect(&server, id, "\"end\":\"open\"");
  close_hall(&server);
}

/* A game of three whose second player was away when the table was opened. */
BOTH(a_game_of_three_is_taken_over_without_one_who_was_missing) {
  enum { CLEO = 3 };
  struct hall_server server = open_hall(state);
  struct answer answer = {0};
  char id[STORE_ID_SIZE];
  const char *settings = "{\"id\":\"request-open\",\"settings\":{\"name\":\"Friday\",\"form\":\"swiss\",\"rounds\":1,"
                         "\"seats\":3,\"setup\":{\"game\":\"classic\"}}}";
  static const char *const names[] = {"", "Ann", "Ben", "Cleo"};
  hall_open(&server.hall, ANN, span_of(settings), &answer);
  assert_int_equal(answer.code, ANSWER_CREATED);
  snprintf(id, sizeof id, "%.16s", strstr(answer.body.bytes, "\"tournament\":\"") + strlen("\"tournament\":\""));
  answer_free(&answer);
  for (int64_t player = ANN; player <= CLEO; player++) {
    add_player(server.hall.store, player, names[player]);
    assert_int_equal(act(&server, id, player, "\"type\":\"enter\""), ANSWER_OK);
  }
  assert_int_equal(act(&server, id, ANN, "\"type\":\"pair\",\"round\":1"), ANSWER_OK);
  assert_int_equal(act(&server, id, BEN, "\"type\":\"leave\""), ANSWER_OK);
  end_round(&server);
  const int ann = sit(&server, id, ANN, "AAAAAAAAAAAAAAAA"), cleo = sit(&server, id, CLEO, "AAAAAAAAAAAAAAAA");
  const int64_t one = ann < cleo ? ANN : CLEO;
  store_result(server.hall.store, "AAAAAAAAAAAAAAAA", one, one == ANN ? CLEO : ANN, 80);
  assert_int_equal(hall_take_results(&server.hall), HALL_DONE);
  end_round(&server);
  const int ben = 6 - ann - cleo;
  expect(&server, id, ben == 1 ? "\"points\":[0,80,60]" : ben == 2 ? "\"points\":[80,0,60]" : "\"points\":[80,60,0]");
  close_hall(&server);
}

/* A table that its players gave up for another one is awaited no more. */
BOTH(a_table_that_was_given_up_is_not_awaited) {
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE];
  begin(&server, id);
  sit(&server, id, ANN, "AAAAAAAAAAAAAAAA");
  sit(&server, id, ANN, "BBBBBBBBBBBBBBBB");
  store_result(server.hall.store, "AAAAAAAAAAAAAAAA", ANN, BEN, 80);
  assert_int_equal(hall_take_results(&server.hall), HALL_DONE);
  assert_false(store_pending(server.hall.store));
  close_hall(&server);
}

BOTH(many_results_are_taken_over_in_turn) {
  enum { TABLES = 33 };
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE], table[STORE_ID_SIZE];
  begin(&server, id);
  for (int i = 0; i < TABLES; i++) {
    snprintf(table, sizeof table, "AAAAAAAAAAAAAA%02d", i);
    store_await_table(server.hall.store, span_of(table), span_of(id));
    store_result(server.hall.store, table, ANN, BEN, 80);
  }
  assert_int_equal(hall_take_results(&server.hall), HALL_MORE);
  end_round(&server);
  assert_int_equal(hall_take_results(&server.hall), HALL_DONE);
  assert_true(store_pending(server.hall.store));
  end_round(&server);
  close_hall(&server);
}

/* A table of which a seat is damaged, is gone or is one too many has no result, and shifts those of no other table. */
SQLITE(a_damaged_result_is_left_out_alone) {
  static const char *const damages[] = {
      "DELETE FROM results WHERE seat = 1 AND game = 1", "UPDATE results SET place = 0 WHERE seat = 1 AND game = 1",
      "UPDATE results SET seat = 3 WHERE seat = 1 AND game = 1", "UPDATE results SET player = -1 WHERE game = 1"};
  struct hall_server server = open_hall(state);
  struct fault fault;
  char id[STORE_ID_SIZE], table[STORE_ID_SIZE];
  begin(&server, id);
  const int side = sit(&server, id, ANN, "BBBBBBBBBBBBBBBB");
  close_hall(&server);
  execute(state, "CREATE TABLE kept_tables AS SELECT * FROM tournament_tables");
  for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
    server = open_hall(state);
    snprintf(table, sizeof table, "AAAAAAAAAAAAAAA%d", (int)i);
    store_await_table(server.hall.store, span_of(table), span_of(id));
    store_result(server.hall.store, table, ANN, BEN, 80);
    store_result(server.hall.store, "BBBBBBBBBBBBBBBB", side == 1 ? ANN : BEN, side == 1 ? BEN : ANN, 80);
    close_hall(&server);
    execute(state, damages[i]);
    server = open_hall(state);
    assert_int_equal(hall_take_results(&server.hall), HALL_DONE);
    end_round(&server);
    expect(&server, id, "\"end\":\"first\",\"games\":[[80,60]]");
    assert_int_equal(store_take_damage(server.hall.store, &fault), i % 2 == 1);
    close_hall(&server);
    execute(state,
            "DELETE FROM results; DELETE FROM games; DELETE FROM tournament_tables WHERE id <> 'BBBBBBBBBBBBBBBB'");
    execute(state, "UPDATE tournament_tables SET taken = 0; DELETE FROM tournament_entries WHERE seq = 6;"
                   "UPDATE tournaments SET last = 5");
  }
}

SQLITE(a_damaged_tournament_leaves_the_list) {
  static const char *const damages[] = {"item = ''", "item = '{\"name\":'", "item = '[]'", "state = 7", "opener = -1"};
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE], other[STORE_ID_SIZE];
  begin(&server, id);
  open_tournament(&server, "request-other", other);
  end_round(&server);
  close_hall(&server);
  for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
    struct text statement = {0};
    struct answer answer = {0};
    struct fault fault;
    text_print(&statement, "UPDATE tournaments SET %s WHERE id = '%s'", damages[i], id);
    execute(state, statement.bytes);
    server = open_hall(state);
    hall_list(&server.hall, ANN, &answer);
    assert_int_equal(answer.code, ANSWER_OK);
    json_t *list = members_read((struct span){answer.body.bytes, answer.body.length}, &fault);
    if (list == NULL) fail_msg("%s", answer.body.bytes);
    assert_null(strstr(answer.body.bytes, id));
    assert_int_equal(json_array_size(json_object_get(list, "tournaments")), 1);
    assert_non_null(strstr(answer.body.bytes, other));
    assert_true(store_take_damage(server.hall.store, &fault));
    assert_string_equal(fault.text, "what is stored of a tournament cannot be true");
    json_decref(list);
    close_hall(&server);
    answer_free(&answer);
    text_free(&statement);
  }
}

/* A round changes as many tournaments as there is room for in memory; others are changed in the next. */
BOTH(a_round_changes_so_many_tournaments) {
  enum { ROOM = 16 };
  struct hall_server server = open_hall(state);
  char request[32];
  int64_t opened = 0, later = 0;
  for (int i = 0; i < ROOM + 1; i++) {
    struct answer answer = {0};
    struct text body = {0};
    snprintf(request, sizeof request, "request-many-%d", i);
    text_print(&body, "{\"id\":\"%s\",\"settings\":{\"name\":\"A\",\"form\":\"knockout\"}}", request);
    hall_open(&server.hall, i % 2 == 0 ? ANN : BEN, text_span(&body), &answer);
    later += answer.later;
    opened += !answer.later && answer.code == ANSWER_CREATED;
    answer_free(&answer);
    text_free(&body);
  }
  assert_int_equal(opened, ROOM);
  assert_int_equal(later, 1);
  end_round(&server);
  close_hall(&server);
}

BOTH(what_is_due_is_done_once) {
  struct hall_server server = open_hall(state);
  struct hall_call calls[2 * CLOCK_CALLS_MOST * HALL_TICKED];
  char id[STORE_ID_SIZE], damaged[STORE_ID_SIZE];
  begin(&server, id);
  open_tournament(&server, "request-other", damaged);
  store_add_tournament_entry(server.hall.store, span_of(damaged), 2, span_of("{}"));
  struct store_tournament stored;
  struct fault fault;
  assert_int_equal(store_find_tournament(server.hall.store, span_of(damaged), &stored, &fault), STORE_FOUND);
  stored.last = 2;
  stored.due = 0;
  store_set_tournament(server.hall.store, &stored, span_of("{}"));
  end_round(&server);

  /* A tournament in which nothing happens is closed. The damaged one is put off and does not stand in the way. */
  assert_int_equal(hall_due(server.hall.memory), 0);
  assert_int_equal(hall_tick(&server.hall, 0, calls), 0);
  end_round(&server);
  expect(&server, id, "\"state\":\"running\"");
  server.hall.now = hall_due(server.hall.memory);
  assert_true(server.hall.now > 1700000000000);
  server.hall.now += (int64_t)91 * 24 * 3600 * 1000;
  hall_tick(&server.hall, 0, calls);
  end_round(&server);
  expect(&server, id, "\"state\":\"closed\"");
  const int64_t version = hall_version(&server.hall, span_of(id));
  hall_tick(&server.hall, 0, calls);
  end_round(&server);
  assert_int_equal(hall_version(&server.hall, span_of(id)), version);
  close_hall(&server);
}

BOTH(tournaments_are_listed_and_counted) {
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE], request[32];
  struct answer answer = {0};
  begin(&server, id);
  hall_list(&server.hall, BEN, &answer);
  assert_non_null(strstr(answer.body.bytes, "\"own\":[{"));
  assert_non_null(strstr(answer.body.bytes, "\"state\":\"running\""));
  for (int i = 1; i < HALL_MOST_OPEN; i++) {
    snprintf(request, sizeof request, "request-more-%d", i);
    open_tournament(&server, request, id);
  }
  end_round(&server);
  hall_open(&server.hall, ANN, span_of("{\"id\":\"request-last\",\"settings\":{\"name\":\"A\",\"form\":\"knockout\"}}"),
            &answer);
  assert_int_equal(answer.code, ANSWER_TOO_MUCH);
  assert_int_equal(act(&server, id, ANN, "\"type\":\"close\""), ANSWER_OK);
  end_round(&server);
  hall_open(&server.hall, ANN, span_of("{\"id\":\"request-last\",\"settings\":{\"name\":\"A\",\"form\":\"knockout\"}}"),
            &answer);
  assert_int_equal(answer.code, ANSWER_CREATED);
  hall_open(&server.hall, 0, span_of("{}"), &answer);
  assert_int_equal(answer.code, ANSWER_NO_TOKEN);
  answer_free(&answer);
  end_round(&server);
  close_hall(&server);
}

BOTH(a_new_name_changes_the_version) {
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE];
  struct store_player ben = {.number = BEN};
  begin(&server, id);
  const int64_t version = hall_version(&server.hall, span_of(id));
  snprintf(ben.name, sizeof ben.name, "Benno");
  store_set_player(server.hall.store, &ben);
  end_round(&server);
  expect(&server, id, "\"name\":\"Benno\"");
  assert_int_not_equal(hall_version(&server.hall, span_of(id)), version);
  close_hall(&server);
}

BOTH(a_deleted_player_has_a_pseudonym) {
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE];
  struct fault fault;
  struct store_player ben;
  begin(&server, id);
  expect(&server, id, "\"name\":\"Ben\"");
  assert_int_equal(store_find_player(server.hall.store, BEN, &ben, &fault), STORE_FOUND);
  snprintf(ben.name, sizeof ben.name, "Player-2");
  ben.ended = 5;
  store_end_player(server.hall.store, &ben);
  end_round(&server);
  expect(&server, id, "\"name\":\"Player-2\"");
  struct text log = {0};
  show(&server, id, HALL_LOG, &log);
  assert_null(strstr(log.bytes, "Ben"));
  text_free(&log);
  close_hall(&server);
}

/* Two servers of one database: a change waits for the other's round, and then stands on what that has stored. */
POSTGRES(two_servers_change_one_tournament) {
  struct hall_server one = open_hall(state), other = open_hall(state);
  char id[STORE_ID_SIZE];
  begin(&one, id);
  expect(&other, id, "\"round\":1");
  assert_int_equal(act(&one, id, ANN, "\"type\":\"result\",\"encounter\":1,\"games\":[[70,60]]"), ANSWER_OK);
  other.requests = 100;
  assert_int_equal(act(&other, id, ANN, "\"type\":\"result\",\"encounter\":1,\"games\":[[60,70]]"), -1);
  expect(&other, id, "\"end\":\"open\"");
  end_round(&one);
  end_round(&other);
  assert_int_equal(act(&other, id, ANN, "\"type\":\"result\",\"encounter\":1,\"games\":[[60,70]]"), ANSWER_BAD_REQUEST);
  end_round(&other);
  expect(&other, id, "\"games\":[[70,60]]");
  close_hall(&one);
  close_hall(&other);
}

/* Two servers open tournaments of one player: each waits for the other's round, and then counts what that one stored.
 */
POSTGRES(two_servers_open_no_more_than_may_be) {
  struct hall_server one = open_hall(state), other = open_hall(state);
  static const char body[] = "{\"id\":\"request-last\",\"settings\":{\"name\":\"Last\",\"form\":\"knockout\"}}";
  struct answer answer = {0};
  char id[STORE_ID_SIZE], request[32];
  add_player(one.hall.store, ANN, "Ann");
  for (int i = 0; i < HALL_MOST_OPEN; i++) {
    snprintf(request, sizeof request, "request-%04d", i);
    open_tournament(&one, request, id);
  }
  hall_open(&other.hall, ANN, span_of(body), &answer);
  assert_true(answer.later);
  answer_free(&answer);
  end_round(&one);
  hall_open(&other.hall, ANN, span_of(body), &answer);
  assert_int_equal(answer.code, ANSWER_TOO_MUCH);
  end_round(&other);
  answer_free(&answer);
  close_hall(&one);
  close_hall(&other);
}

/* Each server has the same deck for a round, and another one for the next table of an encounter. */
POSTGRES(two_servers_have_the_same_decks) {
  struct hall_server server = open_hall(state), other = open_hall(state);
  struct answer answer = {0};
  struct hall_game one, two;
  const struct span body = span_of("{\"id\":\"request-sit\",\"encounter\":1}");
  char id[STORE_ID_SIZE];
  begin_with(&server, ",\"same_decks\":true", id);
  assert_true(hall_find_game(&server.hall, span_of(id), ANN, body, &one, &answer));
  end_round(&server);
  assert_true(hall_find_game(&other.hall, span_of(id), BEN, body, &two, &answer));
  assert_int_equal(one.deck.round, 1);
  assert_int_equal(one.deck.number, 1);
  assert_string_equal(one.deck.tournament, id);
  assert_memory_equal(one.secret, two.secret, sizeof one.secret);
  assert_non_null(strstr(one.setup.bytes, "\"watchers_talk\":false"));
  text_free(&one.setup), text_free(&two.setup);
  end_round(&other);
  sit(&server, id, ANN, "AAAAAAAAAAAAAAAA");
  assert_false(hall_shows(&other.hall, span_of(id), 1, &answer));
  assert_false(answer.later);
  assert_true(hall_find_game(&other.hall, span_of(id), BEN, body, &two, &answer));
  assert_int_equal(two.deck.number, 1);
  text_free(&two.setup);
  end_round(&other);
  sit(&server, id, BEN, "AAAAAAAAAAAAAAAA");
  assert_true(hall_find_game(&other.hall, span_of(id), BEN, body, &two, &answer));
  assert_int_equal(two.deck.number, 2);
  assert_memory_not_equal(one.secret, two.secret, sizeof one.secret);
  text_free(&two.setup);
  end_round(&other);

  /* The end of the round is shown once it is stored, and then nothing is shared any more. */
  assert_int_equal(act(&server, id, ANN, "\"type\":\"result\",\"encounter\":1,\"forfeit\":\"first\""), ANSWER_OK);
  assert_false(hall_shows(&server.hall, span_of(id), 1, &answer));
  assert_true(answer.later);
  end_round(&server);
  assert_true(hall_shows(&other.hall, span_of(id), 1, &answer));
  answer_free(&answer);
  close_hall(&server), close_hall(&other);
}

/* A standby that lagged behind stands in the place of the database, and has forgotten a tournament. */
POSTGRES(a_forgotten_tournament_is_opened_anew) {
  struct hall_server server = open_hall(state);
  char id[STORE_ID_SIZE], again[STORE_ID_SIZE];
  begin(&server, id);
  execute_beside("DELETE FROM tessera.tournament_entries; DELETE FROM tessera.tournaments");
  open_tournament(&server, "request-open", again);
  assert_string_equal(id, again);
  end_round(&server);
  expect(&server, id, "\"seq\":1,");
  close_hall(&server);
}

/* It has forgotten an entry, and another server adds others. */
POSTGRES(a_forgotten_entry_is_forgotten_in_memory_too) {
  struct hall_server one = open_hall(state), other = open_hall(state);
  char id[STORE_ID_SIZE];
  begin(&one, id);
  assert_int_equal(act(&one, id, ANN, "\"type\":\"result\",\"encounter\":1,\"games\":[[70,60]]"), ANSWER_OK);
  end_round(&one);
  expect(&other, id, "\"games\":[[70,60]]");
  execute_beside("DELETE FROM tessera.tournament_entries WHERE seq = 5; UPDATE tessera.tournaments SET last = 4");
  other.requests = 100;
  expect(&other, id, "\"end\":\"open\"");
  assert_int_equal(act(&other, id, ANN, "\"type\":\"result\",\"encounter\":1,\"games\":[[60,80]]"), ANSWER_OK);
  end_round(&other);
  expect(&one, id, "\"games\":[[60,80]]");
  close_hall(&one);
  close_hall(&other);
}

POSTGRES(a_copied_database_has_its_tournaments) {
  const struct store_folder *place = *state;
  struct store_folder file = *place;
  struct store_copied copied;
  struct fault fault;
  struct text before = {0}, after = {0};
  char id[STORE_ID_SIZE];
  void *file_state = &file;
  snprintf(file.path, sizeof file.path, "%s/tables.db", place->folder);
  struct hall_server server = open_hall(&file_state);
  begin(&server, id);
  sit(&server, id, ANN, "AAAAAAAAAAAAAAAA");
  show(&server, id, HALL_LOG, &before);
  close_hall(&server);
  if (!store_copy(file.path, place->path, &copied, &fault)) fail_msg("%s", fault.text);
  server = open_hall(state);
  show(&server, id, HALL_LOG, &after);
  assert_string_equal(before.bytes, after.bytes);
  expect(&server, id, "\"name\":\"Ben\"");
  store_result(server.hall.store, "AAAAAAAAAAAAAAAA", ANN, BEN, 80); /* the table is still awaited */
  store_result(server.hall.store, "BBBBBBBBBBBBBBBB", ANN, BEN, 80);
  assert_int_equal(hall_take_results(&server.hall), HALL_DONE);
  assert_true(store_pending(server.hall.store));
  end_round(&server);
  text_free(&before);
  text_free(&after);
  close_hall(&server);
}

RUN_TESTS(NULL, NULL)
