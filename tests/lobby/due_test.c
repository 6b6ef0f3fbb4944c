/* What is due while nobody asks: turns of computers, missed turns, notices, closing; by clocks that may be wrong. */
#define _GNU_SOURCE
#include "lobby/lab.h"
#include "table/core.h"

/* A game that nobody follows waits, also after a restart; the next visitor sees it go on. */
IN_A_LAB(computers_think_only_where_somebody_is) {
  struct text table, token;
  create_with(lab, level_1, ",'first':2", &table, &token);
  begin(lab, &table, &token, NULL);
  reopen(lab);
  for (int i = 0; i < 3; i++) {
    lab->now += 1000;
    round_ends(lab);
    assert_int_equal(lobby_figures(lab->lobby).thinking, 0);
  }
  struct text log = log_of(lab, &table);
  assert_null(strstr(log.bytes, "\"by\":\"computer\""));
  assert_int_equal(lobby_figures(lab->lobby).thinking, 1); /* who has asked for the log is there */
  found_turn(lab);
  round_ends(lab);
  log = log_of(lab, &table);
  assert_non_null(strstr(log.bytes, "\"by\":\"computer\""));
}

static uint64_t thinker_of(const struct lab *lab, const struct text *table) {
  return shares_thinker(lab->lobby->shares, slots_find(&lab->lobby->slots, text_span(table)));
}

/* Computers think for the addresses in turn, however many tables each has opened; of tables from before a start of the
 * server it is not known who did. */
IN_A_LAB(computers_think_for_addresses_in_turn) {
  struct text tables[3], token;
  for (int i = 0; i < 3; i++) {
    ask_as(lab, i < 2 ? 11 : 12, 0);
    create_with(lab, level_1, ",'first':2", &tables[i], &token);
  }
  round_ends(lab);
  assert_true(thinker_of(lab, &tables[0]) == thinker_of(lab, &tables[1]));
  assert_true(thinker_of(lab, &tables[0]) != thinker_of(lab, &tables[2]));
  reopen(lab);
  assert_true(thinker_of(lab, &tables[0]) != thinker_of(lab, &tables[1]));
}

/* Nobody thinks any more five minutes after somebody asked for the table last; the next visitor sees it go on. */
IN_A_LAB(computers_stop_thinking_when_everybody_has_gone) {
  for (int seconds = LOBBY_ATTENDED / 1000 - 60; seconds <= LOBBY_ATTENDED / 1000 + 60; seconds += 120) {
    struct text table, token, more = {0};
    text_print(&more, ",'first':1,'clock':{'kind':'move','seconds':%d}", seconds);
    create_with(lab, level_1, more.bytes, &table, &token);
    begin(lab, &table, &token, NULL);
    act(lab, &table, &token, "'type':'draw'", ANSWER_OK);
    round_ends(lab);
    lab->now += (int64_t)seconds * 1000; /* the time for the turn runs out */
    round_ends(lab);
    const bool is_late = seconds * 1000 > LOBBY_ATTENDED;
    assert_int_equal(lobby_figures(lab->lobby).thinking, is_late ? 0 : 1);
    struct text log = log_of(lab, &table);
    assert_non_null(strstr(log.bytes, "\"why\":\"clock\""));
    assert_int_equal(lobby_figures(lab->lobby).thinking, 1);
    found_turn(lab);
    round_ends(lab);
    act(lab, &table, &token, "'type':'leave'", ANSWER_OK);
    round_ends(lab);
    while (lobby_figures(lab->lobby).thinking > 0) found_turn(lab), round_ends(lab);
    text_free(&more);
  }
}

static int count_of(const struct text *log, const char *words) {
  int count = 0;
  for (const char *at = log->bytes; (at = strstr(at, words)) != NULL; at++) count++;
  return count;
}

/* Who looks on but misses three turns in a row is not played for to the end by computers among themselves. */
IN_A_LAB(computers_wait_for_the_only_person) {
  struct text table, token;
  create_with(lab, level_1, ",'first':1,'clock':{'kind':'move','seconds':10}", &table, &token);
  begin(lab, &table, &token, NULL);
  struct text log = {0};
  for (int i = 0; i < 40; i++) {
    lab->now += 5000;
    round_ends(lab);
    log = log_of(lab, &table); /* somebody is there */
    if (lobby_figures(lab->lobby).thinking > 0) found_turn(lab);
  }
  assert_int_equal(count_of(&log, "\"by\":\"clock\""), TABLE_MOST_MISSED);
  const int drawn = count_of(&log, "\"drawn\"");
  act(lab, &table, &token, "'type':'return'", ANSWER_OK);
  lab->now += 5000;
  round_ends(lab);
  log = log_of(lab, &table);
  assert_int_equal(count_of(&log, "\"drawn\""), drawn + 1); /* the game goes on */
  if (lobby_figures(lab->lobby).thinking > 0) found_turn(lab);
  round_ends(lab);
}

/* A game with a clock of days waits outside the memory, and goes on when a turn was missed, though nobody looks on. */
IN_A_LAB(a_turn_of_days_that_is_missed_is_made_while_nobody_is_there) {
  struct text table, token, bob;
  create_for_two(lab, ",'first':1,'clock':{'kind':'days','days':1}", &table, &token, &bob);
  begin(lab, &table, &token, &bob);
  lab->now += 3000;
  round_ends(lab); /* the tile is drawn */
  lab->now += HOUR;
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
  reopen(lab);
  round_ends(lab);
  lab->now += 23 * HOUR;
  round_ends(lab);
  found_turn(lab);
  round_ends(lab);
  struct text log = log_of(lab, &table);
  assert_non_null(strstr(log.bytes, "\"by\":\"clock\""));
  assert_non_null(strstr(log.bytes, "\"returned\",\"seat\":1"));
}

/* Opens a table with a clock of days at a server that sends notices. Bob sits down, and seat 1 wants notices. */
static void create_with_notices(struct lab *lab, struct text *table, struct text *token, struct text *bob) {
  lab->notices = LOBBY_ANY_NOTICES;
  reopen(lab);
  create_for_two(lab, ",'first':1,'clock':{'kind':'days','days':1}", table, token, bob);
  lobby_ask(lab->lobby, lobby_notice, text_span(table), text_span(token),
            span_of("{\"kind\":\"push\",\"url\":\"http://127.0.0.1:1/\",\"yes\":true}"), &lab->answer);
  expect(lab, ANSWER_OK);
  round_ends(lab);
}

/* When seat 1 of a table was told last that the table waits for it. */
static int64_t last_told(const struct lab *lab, const struct text *table) {
  return notices_last(lab->lobby->notices, slots_find(&lab->lobby->slots, text_span(table)), 1);
}

IN_A_LAB(who_is_elsewhere_is_told_once_a_turn_and_reminded) {
  struct text table, token, bob;
  const int64_t start = lab->now;
  create_with_notices(lab, &table, &token, &bob);
  begin(lab, &table, &token, &bob);
  lab->now = start + 3000;
  round_ends(lab); /* the tile is drawn: it is the same turn */
  assert_true(last_told(lab, &table) == 0);
  lab->now = start + 5000;
  round_ends(lab);
  assert_true(last_told(lab, &table) == start + 5000);

  /* After a restart nobody is told of what was told before; a reminder comes when a quarter of the day is left. */
  lab->now = start + 10 * HOUR;
  reopen(lab);
  round_ends(lab);
  lab->now = start + 3000 + 18 * HOUR - 1;
  round_ends(lab);
  assert_true(last_told(lab, &table) == 0);
  lab->now++;
  round_ends(lab);
  assert_true(last_told(lab, &table) == lab->now);
}

/* A stream may be dead without the server's knowing it: the notice waits until it must have been noticed. */
IN_A_LAB(who_seems_to_be_there_is_told_a_minute_later_if_they_are_not) {
  struct text table, token, bob;
  const int64_t start = lab->now;
  int woken = 0;
  struct lobby_watcher watcher = {.wake = note_wake, .context = &woken};
  create_with_notices(lab, &table, &token, &bob);
  watch(lab, &table, &token, &watcher);
  lab->now = start + 5000;
  round_ends(lab);
  lab->now = start + 35000;
  lobby_unwatch(lab->lobby, &watcher);
  round_ends(lab);
  assert_true(last_told(lab, &table) == 0);
  lab->now = start + 65000;
  round_ends(lab);
  assert_true(last_told(lab, &table) == lab->now);

  /* Who is there still has seen it. */
  watch(lab, &table, &token, &watcher);
  lab->now = start + 200000;
  begin(lab, &table, &token, &bob);
  for (int second = 5; second <= 65; second += 60) {
    lab->now = start + 200000 + second * 1000;
    round_ends(lab);
  }
  lobby_unwatch(lab->lobby, &watcher);
  lab->now = start + 300000;
  round_ends(lab);
  assert_true(last_told(lab, &table) == start + 65000);
}

IN_A_LAB(a_table_to_which_nobody_comes_is_closed) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  lab->now += HOUR;
  round_ends(lab);
  lab->now += 25 * (int64_t)HOUR;
  round_ends(lab);
  struct text log = log_of(lab, &table);
  assert_int_equal(seq(lab), 3);
  assert_non_null(strstr(log.bytes, "\"closed\""));
}

/* When the last entry of the log was written. */
static int64_t last_at(struct lab *lab, const struct text *table) {
  log_of(lab, table);
  const json_t *entries = json_object_get(lab->json, "entries");
  const json_t *last = json_array_get(entries, json_array_size(entries) - 1);
  return json_integer_value(json_object_get(last, "at"));
}

/* A log that was written by a clock of another year moves the time of its own table, and of no other. */
IN_A_LAB(a_log_from_the_future_moves_no_other_table) {
  struct text wrong, right, token, other;
  const int64_t now = lab->now;
  create(lab, open_seat, &right, &token);
  round_ends(lab);
  lab->now += 365 * 24 * (int64_t)HOUR;
  reopen(lab);
  create(lab, open_seat, &wrong, &other);
  const int64_t future = lab->now;
  round_ends(lab);
  lab->now = now + 1000;
  reopen(lab);
  assert_true(last_at(lab, &wrong) == future);
  act(lab, &wrong, &other, "'type':'say','text':'late'", ANSWER_OK);
  act(lab, &right, &token, "'type':'say','text':'now'", ANSWER_OK);
  round_ends(lab);
  assert_true(last_at(lab, &wrong) == future);
  assert_true(last_at(lab, &right) == now + 1000);
  lab->now += 25 * (int64_t)HOUR;
  round_ends(lab);
  assert_true(last_at(lab, &wrong) == future + 25 * (int64_t)HOUR);
}

/* Nor does its own time stand still while it is out of memory: nobody comes, and it is closed after a day. */
IN_A_LAB(a_table_from_the_future_is_closed_in_time) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  const int64_t future = lab->now;
  lab->now -= 365 * 24 * (int64_t)HOUR;
  reopen(lab);
  assert_true(last_at(lab, &table) == future);
  for (int hour = 0; hour < 24; hour++) {
    lab->now += HOUR;
    round_ends(lab);
    if (hour < 23) assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
  }
  assert_true(last_at(lab, &table) == future + 24 * (int64_t)HOUR);
}

/* A server that starts with a clock behind the log gives the turn in hand its whole time all the same. */
IN_A_LAB(a_turn_in_hand_begins_anew_by_the_tables_own_time) {
  struct text table, token;
  create_with(lab, level_1, ",'first':1,'clock':{'kind':'move','seconds':60}", &table, &token);
  begin(lab, &table, &token, NULL);
  lab->now += 4000;
  round_ends(lab); /* the tile is drawn */
  lab->now += 50000;
  act(lab, &table, &token, "'type':'say','text':'hm'", ANSWER_OK);
  round_ends(lab);
  lab->now -= HOUR;
  reopen(lab);
  round_ends(lab);
  lab->now += 59999;
  round_ends(lab);
  struct text log = log_of(lab, &table);
  assert_null(strstr(log.bytes, "\"why\":\"clock\""));
  lab->now += 1;
  round_ends(lab);
  log = log_of(lab, &table);
  assert_non_null(strstr(log.bytes, "\"why\":\"clock\""));
}

/* A start with a clock that is a year ahead: a person who comes within a day finds the table. */
IN_A_LAB(a_wrong_clock_at_the_start_closes_nothing) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  const int64_t made = lab->now;
  lab->now += 365 * 24 * (int64_t)HOUR;
  reopen(lab);
  lab->now += 23 * (int64_t)HOUR;
  round_ends(lab);
  assert_true(last_at(lab, &table) == made);
  lab->now += HOUR;
  round_ends(lab);
  assert_true(last_at(lab, &table) == lab->now);
}

/* ---- Vacations ---- */

/* A player of the server: the token of the first device. */
static struct text player(struct lab *lab, const char *name) {
  char body[96];
  snprintf(body, sizeof body, "{\"id\":\"player-of-%s\",\"name\":\"%s\"}", name, name);
  lobby_create_player(lab->lobby, span_of(body), &lab->answer);
  expect(lab, ANSWER_CREATED);
  round_ends(lab);
  return told(lab, "token");
}

static void go_away(struct lab *lab, const struct text *token, int64_t until) {
  char body[96];
  snprintf(body, sizeof body, "{\"id\":\"vacation-1\",\"type\":\"vacation\",\"until\":%lld}", (long long)until);
  lobby_act_as_player(lab->lobby, span_of("me"), text_span(token), span_of(body), &lab->answer);
  expect(lab, ANSWER_OK);
  round_ends(lab);
}

/* At a rated table whose days run out, a player on vacation does not lose, also after a restart; when the vacation is
 * used up, they do. */
IN_A_LAB(nobody_loses_a_turn_on_vacation) {
  const int64_t day = 24 * HOUR;
  const struct text ann = player(lab, "Ann"), bob = player(lab, "Bob");
  const char *body = create_body(lab, open_seat, ",'rated':true,'clock':{'kind':'days','days':1}");
  lobby_create(lab->lobby, text_span(&ann), span_of(body), &lab->answer);
  expect(lab, ANSWER_CREATED);
  const struct text table = told(lab, "table");
  sit_as(lab, &table, &bob, ANSWER_CREATED);
  begin(lab, &table, &ann, &bob);
  if (try_act(lab, text_span(&table), &ann, "'type':'draw'") != ANSWER_OK)
    act(lab, &table, &bob, "'type':'draw'", ANSWER_OK);
  round_ends(lab);
  go_away(lab, &ann, lab->now + 3 * day);
  go_away(lab, &bob, lab->now + 3 * day);

  lab->now += day;
  round_ends(lab);
  struct text log = log_of(lab, &table);
  assert_int_equal(count_of(&log, "\"type\":\"vacation\""), 1);
  assert_non_null(strstr(log.bytes, "\"length\":259200000"));
  reopen(lab);
  lab->now += 3 * day - 1;
  round_ends(lab);
  log = log_of(lab, &table);
  assert_int_equal(count_of(&log, "\"type\":\"over\""), 0);
  lab->now += HOUR;
  round_ends(lab);
  log = log_of(lab, &table);
  assert_int_equal(count_of(&log, "\"type\":\"over\""), 1);
  assert_int_equal(count_of(&log, "\"type\":\"vacation\""), 1);
}

/* A player on vacation gets the notice of a turn when the vacation ends. */
IN_A_LAB(nobody_is_disturbed_on_vacation) {
  lab->notices = LOBBY_ANY_NOTICES;
  reopen(lab);
  const int64_t start = lab->now;
  const struct text ann = player(lab, "Ann"), bob = player(lab, "Bob");
  const char *body = create_body(lab, open_seat, ",'first':1,'clock':{'kind':'days','days':3}");
  lobby_create(lab->lobby, text_span(&ann), span_of(body), &lab->answer);
  expect(lab, ANSWER_CREATED);
  const struct text table = told(lab, "table");
  lobby_ask(lab->lobby, lobby_notice, text_span(&table), text_span(&ann),
            span_of("{\"kind\":\"push\",\"url\":\"http://127.0.0.1:1/\",\"yes\":true}"), &lab->answer);
  expect(lab, ANSWER_OK);
  sit_as(lab, &table, &bob, ANSWER_CREATED);
  go_away(lab, &ann, start + 13 * HOUR);
  begin(lab, &table, &ann, &bob);
  lab->now = start + 5000;
  round_ends(lab);
  lab->now = start + 13 * HOUR - 1;
  round_ends(lab);
  assert_true(last_told(lab, &table) == 0);
  lab->now++;
  round_ends(lab);
  assert_true(last_told(lab, &table) == lab->now);
}

/* A player who moves in the moment in which the days run out is not late. */
IN_A_LAB(a_turn_on_vacation_is_not_late) {
  const int64_t day = 24 * HOUR;
  const struct text ann = player(lab, "Ann");
  const char *body = create_body(lab, level_1, ",'first':1,'clock':{'kind':'days','days':1}");
  lobby_create(lab->lobby, text_span(&ann), span_of(body), &lab->answer);
  expect(lab, ANSWER_CREATED);
  const struct text table = told(lab, "table");
  begin(lab, &table, &ann, NULL);
  act(lab, &table, &ann, "'type':'draw'", ANSWER_OK);
  round_ends(lab);
  go_away(lab, &ann, lab->now + 3 * day);
  lab->now += day;
  assert_int_equal(try_act(lab, text_span(&table), &ann, "'type':'move','move':'x','at':1"), ANSWER_BAD_MOVE);
  round_ends(lab);
  const struct text log = log_of(lab, &table);
  assert_int_equal(count_of(&log, "\"type\":\"vacation\""), 1);
  assert_int_equal(count_of(&log, "\"why\":\"clock\""), 0);
}

/* ---- Prepared turns ---- */

static const struct table *table_of(const struct lab *lab, const struct text *id) {
  return slots_find(&lab->lobby->slots, text_span(id))->table;
}

/* Prepares a turn of seat 2 for each kind of tile that is left and fits. Returns how many. */
static int prepare_all(struct lab *lab, const struct text *id, const struct text *token) {
  tess_position position;
  const char *why;
  int count = 0;
  tess_game *game = malloc(tess_game_size());
  const tess_set *set = tess_game_set(table_of(lab, id)->history->game);
  for (int kind = 0; kind < tess_set_kinds(set); kind++) {
    const tess_game *now = table_of(lab, id)->history->game;
    if (tess_game_bag(now, kind) == 0) continue;
    tess_game_position(now, &position);
    position.phase = TESS_PHASE_PLACE;
    position.seat = 1;
    position.drawn = (int16_t)kind;
    if (tess_game_setup(game, set, &position, 0, &why) != TESS_ERROR_NONE) continue;
    struct text word = {0}, body = {0};
    core_turn(game, (uint32_t)rand(), &word);
    text_print(&body, "{\"move\":\"%s\",\"yes\":true}", word.bytes);
    lobby_ask(lab->lobby, lobby_prepare, text_span(id), text_span(token), text_span(&body), &lab->answer);
    expect(lab, ANSWER_OK);
    assert_true(lab->answer.waits);
    text_free(&word), text_free(&body);
    count++;
  }
  free(game);
  round_ends(lab);
  return count;
}

static int prepared_count(struct lab *lab, const struct text *id, const struct text *token) {
  lobby_prepared(lab->lobby, text_span(id), text_span(token), &lab->answer);
  expect(lab, ANSWER_OK);
  return (int)json_array_size(json_object_get(lab->json, "moves"));
}

/* A prepared turn is made when its tile is drawn, also by a server that has restarted; nobody else learns of it, and
 * none is left after the draw. */
IN_A_LAB(a_turn_that_was_prepared_is_made) {
  bool taken = false, left = false;
  for (int i = 0; i < 200 && !(taken && left); i++) {
    struct text table, ann, bob;
    create_for_two(lab, ",'first':1,'clock':{'kind':'days','days':1}", &table, &ann, &bob);
    begin(lab, &table, &ann, &bob);
    lobby_prepared(lab->lobby, text_span(&table), text_span(&ann), &lab->answer);
    expect(lab, ANSWER_OK);
    act(lab, &table, &ann, "'type':'draw'", ANSWER_OK);
    round_ends(lab);
    const int count = prepare_all(lab, &table, &bob);
    assert_true(count > 5);
    assert_int_equal(prepared_count(lab, &table, &bob), count);
    assert_int_equal(prepared_count(lab, &table, &ann), 0);
    struct text word = {0}, members = {0};
    core_turn(table_of(lab, &table)->history->game, (uint32_t)rand(), &word);
    text_print(&members, "'type':'move','move':'%s','at':%d", word.bytes, table_of(lab, &table)->words);
    act(lab, &table, &ann, members.bytes, ANSWER_OK);
    text_free(&word), text_free(&members);
    round_ends(lab);
    struct text log = log_of(lab, &table);
    assert_int_equal(count_of(&log, "\"type\":\"moved\""), 1);
    if (i % 2 == 0) reopen(lab);
    lab->now += 3000; /* the server draws */
    round_ends(lab);
    log = log_of(lab, &table);
    const int moves = count_of(&log, "\"type\":\"moved\"");
    taken |= moves == 2;
    left |= moves == 1;
    assert_int_equal(prepared_count(lab, &table, &bob), 0);
    act(lab, &table, &ann, "'type':'leave'", ANSWER_OK);
    act(lab, &table, &bob, "'type':'leave'", ANSWER_OK);
    round_ends(lab);
  }
  assert_true(taken && left);
}

/* What is prepared is withdrawn; watchers, tables without a clock of days and turns in hand have none. */
IN_A_LAB(a_turn_that_was_prepared_is_withdrawn) {
  struct text table, ann, bob;
  create_for_two(lab, ",'first':1,'clock':{'kind':'days','days':1}", &table, &ann, &bob);
  begin(lab, &table, &ann, &bob);
  act(lab, &table, &ann, "'type':'draw'", ANSWER_OK);
  round_ends(lab);
  const int count = prepare_all(lab, &table, &bob);
  lobby_prepared(lab->lobby, text_span(&table), text_span(&bob), &lab->answer);
  expect(lab, ANSWER_OK);
  struct text body = {0};
  text_print(&body, "{\"move\":\"%s\",\"yes\":false}",
             json_string_value(json_array_get(json_object_get(lab->json, "moves"), 0)));
  lobby_ask(lab->lobby, lobby_prepare, text_span(&table), text_span(&bob), text_span(&body), &lab->answer);
  expect(lab, ANSWER_OK);
  round_ends(lab);
  assert_int_equal(prepared_count(lab, &table, &bob), count - 1);
  lobby_ask(lab->lobby, lobby_prepare, text_span(&table), text_span(&ann), text_span(&body), &lab->answer);
  expect(lab, ANSWER_NOT_NOW);
  lobby_ask(lab->lobby, lobby_prepare, text_span(&table), span_of(""), text_span(&body), &lab->answer);
  expect(lab, ANSWER_NO_TOKEN);
  text_free(&body);
  lobby_ask(lab->lobby, lobby_prepare, text_span(&table), text_span(&bob), span_of("{\"move\":\"x\",\"yes\":false}"),
            &lab->answer);
  expect(lab, ANSWER_BAD_MOVE);
  create_for_two(lab, ",'first':1", &table, &ann, &bob);
  begin(lab, &table, &ann, &bob);
  lobby_prepared(lab->lobby, text_span(&table), text_span(&bob), &lab->answer);
  expect(lab, ANSWER_NOT_NOW);
}

RUN_TESTS(NULL, NULL)
