/* The lobby of tables: what is answered is stored, what is not stored never was, and the clock is the caller's. */
#define _GNU_SOURCE

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>
#include <sqlite3.h>

#include "base/encoding.h"
#include "cli/bot.h"
#include "lobby/lobby_tables.h"
#include "notation/move.h"
#include "proof/proof.h"

enum { HOUR = 3600 * 1000 };

/* A server's lobby in a folder of its own, with a clock that the test sets. */
struct lab {
  char folder[64], path[96], key_path[112], archive[112];
  int64_t now;
  int most_tables;
  int64_t most_bytes, most_memory, keep;
  struct lobby_limits limits;
  enum lobby_notices notices;
  struct lobby *lobby;
  struct answer answer; /* to the last request */
  json_t *json;         /* of it */
  int ids;              /* that were used */
};

static int64_t lab_now(void *context) { return ((struct lab *)context)->now; }

static void open_tables(struct lab *lab) {
  struct fault fault = {0};
  const struct lobby_settings settings = {.path = lab->path,
                                          .key_path = lab->key_path,
                                          .now = lab_now,
                                          .context = lab,
                                          .threads = 1,
                                          .most_tables = lab->most_tables,
                                          .most_bytes = lab->most_bytes,
                                          .most_memory = lab->most_memory,
                                          .keep = lab->keep,
                                          .archive = lab->archive[0] == '\0' ? NULL : lab->archive,
                                          .notices = lab->notices,
                                          .limits = lab->limits};
  lab->lobby = lobby_open(&settings, &fault);
  if (lab->lobby == NULL) fail_msg("%s", fault.text);
}

/* As after a crash: nothing of the memory is left. */
static void reopen(struct lab *lab) {
  lobby_close(lab->lobby);
  open_tables(lab);
}

static int set_up(void **state) {
  struct lab *lab = memory_new(sizeof *lab);
  *lab = (struct lab){.folder = "/tmp/tables_test.XXXXXX", .now = 1700000000000};
  if (mkdtemp(lab->folder) == NULL) return -1;
  snprintf(lab->path, sizeof lab->path, "%s/tables.db", lab->folder);
  snprintf(lab->key_path, sizeof lab->key_path, "%s-key", lab->path);
  open_tables(lab);
  *state = lab;
  return 0;
}

static int tear_down(void **state) {
  static const char *const ends[] = {"", "-wal", "-shm", "-key", "-journal"};
  struct lab *lab = *state;
  char name[128];
  lobby_close(lab->lobby);
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    snprintf(name, sizeof name, "%s%s", lab->path, ends[i]);
    unlink(name);
  }
  answer_free(&lab->answer);
  json_decref(lab->json);
  const int removed = rmdir(lab->folder);
  free(lab);
  return removed;
}

/* ---- requests ---- */

static void round_ends(struct lab *lab) {
  lobby_tick(lab->lobby);
  assert_true(lobby_commit(lab->lobby));
}

/* Waits until a computer player has found its turn; the next tick takes it up. */
static void found_turn(const struct lab *lab) {
  struct pollfd file = {.fd = lobby_file(lab->lobby), .events = POLLIN};
  assert_int_equal(poll(&file, 1, -1), 1);
}

/* Reads the answer; it has this code. */
static void expect(struct lab *lab, enum answer_code code) {
  if (lab->answer.code != code) fail_msg("expected %s: %s", answer_word(code), lab->answer.body.bytes);
  json_decref(lab->json);
  lab->json = json_loadb(lab->answer.body.bytes, lab->answer.body.length, 0, NULL);
}

static struct text text_of(const char *string) {
  struct text text = {0};
  text_add_string(&text, string);
  return text;
}

static struct text told(const struct lab *lab, const char *name) {
  const char *word = json_string_value(json_object_get(lab->json, name));
  if (word == NULL) fail_msg("no %s in %s", name, lab->answer.body.bytes);
  return text_of(word);
}

static struct span span_of_text(const struct text *text) { return text_span(text); }

/* A table of a person and `second`, with `more` members of the setup. */
static const char *create_body(struct lab *lab, const char *second, const char *more, char *body, size_t size) {
  snprintf(body, size,
           "{\"id\":\"create-%06d\",\"name\":\"Ann\","
           "\"setup\":{\"game\":\"classic\",\"grace\":3000,\"public\":true,\"seats\":[{\"kind\":\"person\","
           "\"colour\":\"red\"},%s]%s}}",
           lab->ids++, second, more);
  return body;
}

static const char open_seat[] = "{\"kind\":\"open\",\"colour\":\"blue\"}";
static const char level_1[] = "{\"kind\":\"computer\",\"level\":1,\"colour\":\"blue\"}";

/* Creates a table and gives its id and the token of seat 1, which are to be freed. */
static void create_with(struct lab *lab, const char *second, const char *more, struct text *table, struct text *token) {
  char body[512];
  lobby_create(lab->lobby, span_of(create_body(lab, second, more, body, sizeof body)), &lab->answer);
  expect(lab, ANSWER_CREATED);
  assert_true(lab->answer.waits);
  *table = told(lab, "table");
  *token = told(lab, "token");
}

static void create(struct lab *lab, const char *second, struct text *table, struct text *token) {
  create_with(lab, second, "", table, token);
}

/* `token`: of the seat that Bob had in the game before, or NULL. */
static void sit_as(struct lab *lab, const struct text *table, const struct text *token, enum answer_code code) {
  char body[256];
  const struct span word = token == NULL ? (struct span){"", 0} : span_of_text(token);
  snprintf(body, sizeof body, "{\"id\":\"sit-%06d\",\"name\":\"Bob\"}", lab->ids++);
  lobby_sit(lab->lobby, span_of_text(table), word, span_of(body), &lab->answer);
  expect(lab, code);
}

static void sit(struct lab *lab, const struct text *table, enum answer_code code) { sit_as(lab, table, NULL, code); }

static void act_as(struct lab *lab, const struct text *table, const struct text *token, const char *id,
                   const char *members, enum answer_code code) {
  char body[512];
  snprintf(body, sizeof body, "{\"id\":\"%s\",%s}", id, members);
  const struct span word = token == NULL ? (struct span){"", 0} : span_of_text(token);
  lobby_act(lab->lobby, span_of_text(table), word, span_of(body), &lab->answer);
  expect(lab, code);
}

static void act(struct lab *lab, const struct text *table, const struct text *token, const char *members,
                enum answer_code code) {
  char id[32];
  snprintf(id, sizeof id, "act-%06d", lab->ids++);
  act_as(lab, table, token, id, members, code);
}

static int64_t seq(const struct lab *lab) { return json_integer_value(json_object_get(lab->json, "seq")); }

static void wake_nobody(struct lobby_watcher *watcher) { (void)watcher; }

/* There is no table of this id to be read. */
static void expect_no_log(struct lab *lab, const struct text *table) {
  struct lobby_watcher watcher = {.wake = wake_nobody};
  assert_false(lobby_watch(lab->lobby, span_of_text(table), (struct span){NULL, 0}, &watcher, &lab->answer));
  expect(lab, ANSWER_NO_TABLE);
}

/* The log with the entries after `since` as it is told now, read in parts of `most` bytes, up to 64. */
static struct text log_in_parts(struct lab *lab, const struct text *table, int64_t since, size_t most) {
  struct lobby_watcher watcher = {.wake = wake_nobody};
  struct lobby_log log = {0};
  struct text whole = {0};
  char bytes[64];
  assert_true(lobby_watch(lab->lobby, span_of_text(table), (struct span){NULL, 0}, &watcher, &lab->answer));
  assert_true(lobby_log_begin(lab->lobby, &watcher, since, &log));
  for (size_t part; (part = lobby_log_read(lab->lobby, &watcher, &log, bytes, most)) > 0;) {
    assert_true(part == most || log.read == log.length);
    text_add(&whole, bytes, part);
  }
  assert_int_equal(whole.length, log.length);
  lobby_log_end(&log);
  lobby_unwatch(lab->lobby, &watcher);
  json_decref(lab->json);
  lab->json = json_loadb(whole.bytes, whole.length, JSON_REJECT_DUPLICATES, NULL);
  assert_non_null(lab->json);
  return whole;
}

/* The whole log as it is told now; it is lab->json, too. */
static struct text log_of(struct lab *lab, const struct text *table) { return log_in_parts(lab, table, 0, 64); }

static void free_texts(struct text *one, struct text *two, struct text *three) {
  text_free(one);
  text_free(two);
  if (three != NULL) text_free(three);
}

/* ---- tables and seats ---- */

/* Nothing is acknowledged that the next start would not find, and why is told without anybody's asking. */
static void a_database_that_was_removed_stores_nothing(void **state) {
  static const char *const ends[] = {"", "-wal"};
  struct lab *lab = *state;
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  for (size_t i = 0; i < 2; i++) {
    char place[128], aside[136];
    struct fault fault = {0};
    snprintf(place, sizeof place, "%s%s", lab->path, ends[i]);
    snprintf(aside, sizeof aside, "%s.aside", place);
    const uint64_t failures = lobby_store_failures(lab->lobby);
    assert_int_equal(rename(place, aside), 0);
    lab->now += 1000;
    lobby_tick(lab->lobby);
    assert_true(lobby_store_failures(lab->lobby) > failures);
    assert_non_null(strstr(lobby_store_fault(lab->lobby), "removed or replaced"));
    assert_false(lobby_stores(lab->lobby));
    assert_false(lobby_healthy(lab->lobby, &fault));
    assert_non_null(strstr(fault.text, "removed or replaced"));
    act(lab, &table, &token, "\"type\":\"say\",\"text\":\"lost\"", ANSWER_OK);
    assert_true(lab->answer.waits);
    assert_false(lobby_commit(lab->lobby));
    assert_int_equal(rename(aside, place), 0);
    lab->now += 2000;
    act(lab, &table, &token, "\"type\":\"say\",\"text\":\"kept\"", ANSWER_OK);
    round_ends(lab);
    assert_true(lobby_stores(lab->lobby));
  }
  free_texts(&table, &token, NULL);
}

/* What was asked of a table that is over is answered, and it leaves the memory, unless somebody watches it. Each
 * request pays for its reading. */
static void a_finished_table_leaves_the_memory(void **state) {
  struct lab *lab = *state;
  struct lobby_watcher watcher = {.wake = wake_nobody};
  struct text table, token;
  create(lab, open_seat, &table, &token);
  act(lab, &table, &token, "\"type\":\"leave\"", ANSWER_OK);
  round_ends(lab);
  assert_int_equal(lobby_take_cost(lab->lobby), 0);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
  for (int i = 0; i < 2; i++) {
    struct text log = log_of(lab, &table);
    assert_true(lobby_take_cost(lab->lobby) > 500);
    round_ends(lab);
    assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
    assert_int_equal(lobby_figures(lab->lobby).memory, 0);
    text_free(&log);
  }
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), (struct span){NULL, 0}, &watcher, &lab->answer));
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 1);
  lobby_unwatch(lab->lobby, &watcher);
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
  free_texts(&table, &token, NULL);
}

/* Beyond the bound those leave that were idle for longest; who is watched stays. */
static void tables_in_memory_have_a_bound(void **state) {
  enum { MANY = 30 };
  struct lab *lab = *state;
  struct lobby_watcher watcher = {.wake = wake_nobody};
  struct text tables[MANY], tokens[MANY];
  lab->most_memory = 40000;
  reopen(lab);
  for (int i = 0; i < MANY; i++) {
    create(lab, open_seat, &tables[i], &tokens[i]);
    if (i == 0) round_ends(lab);
    if (i == 0)
      assert_true(lobby_watch(lab->lobby, span_of_text(&tables[0]), (struct span){NULL, 0}, &watcher, &lab->answer));
    lab->now += 10;
    round_ends(lab);
    assert_true(lobby_figures(lab->lobby).memory <= 40000);
  }
  const size_t held = lobby_figures(lab->lobby).in_memory;
  assert_in_range(held, 3, MANY - 3);
  assert_int_equal(lobby_take_cost(lab->lobby), 0);
  act(lab, &tables[0], &tokens[0], "\"type\":\"say\",\"text\":\"here\"", ANSWER_OK);
  act(lab, &tables[MANY - 1], &tokens[MANY - 1], "\"type\":\"say\",\"text\":\"here\"", ANSWER_OK);
  assert_int_equal(lobby_take_cost(lab->lobby), 0);
  act(lab, &tables[1], &tokens[1], "\"type\":\"say\",\"text\":\"again\"", ANSWER_OK);
  assert_true(lobby_take_cost(lab->lobby) > 0);
  lobby_unwatch(lab->lobby, &watcher);
  round_ends(lab);
  for (int i = 0; i < MANY; i++) free_texts(&tables[i], &tokens[i], NULL);
}

/* A seat that the table does not have, held by somebody: it is refused, and the other table is there. */
static void a_damaged_table_is_refused_alone(void **state) {
  struct lab *lab = *state;
  struct text table, token, other, other_token;
  sqlite3 *base;
  create(lab, open_seat, &table, &token);
  create(lab, open_seat, &other, &other_token);
  round_ends(lab);
  lobby_close(lab->lobby);
  assert_int_equal(sqlite3_open(lab->path, &base), SQLITE_OK);
  assert_int_equal(sqlite3_exec(base, "UPDATE seats SET seat = 5 WHERE number = 1", NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(base);
  open_tables(lab);
  round_ends(lab);
  for (int i = 0; i < 2; i++) {
    act(lab, &table, &token, "\"type\":\"say\",\"text\":\"hello\"", ANSWER_NOT_STORED);
    act(lab, &other, &other_token, "\"type\":\"say\",\"text\":\"hello\"", ANSWER_OK);
    lab->now += HOUR;
    round_ends(lab);
  }
  const struct lobby_damage *damage = lobby_take_damage(lab->lobby);
  assert_non_null(damage);
  assert_int_equal(damage->number, 1);
  assert_null(lobby_take_damage(lab->lobby));
  free_texts(&table, &token, NULL);
  free_texts(&other, &other_token, NULL);
}

static void a_table_is_told_once_it_is_stored(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create(lab, open_seat, &table, &token);
  expect_no_log(lab, &table);
  round_ends(lab);
  struct text log = log_of(lab, &table);
  assert_int_equal(seq(lab), 2);
  free_texts(&table, &token, &log);
}

static void a_create_that_comes_again_gets_the_same_answer(void **state) {
  struct lab *lab = *state;
  char body[512];
  create_body(lab, open_seat, "", body, sizeof body);
  lobby_create(lab->lobby, span_of(body), &lab->answer);
  expect(lab, ANSWER_CREATED);
  struct text first = text_of(lab->answer.body.bytes);
  lobby_create(lab->lobby, span_of(body), &lab->answer);
  assert_string_equal(lab->answer.body.bytes, first.bytes);
  assert_true(lab->answer.waits);
  round_ends(lab);
  reopen(lab);
  lobby_create(lab->lobby, span_of(body), &lab->answer);
  assert_string_equal(lab->answer.body.bytes, first.bytes);
  assert_false(lab->answer.waits);
  text_free(&first);
}

static void a_sit_that_comes_again_gets_the_same_answer(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create(lab, open_seat, &table, &token);
  sit(lab, &table, ANSWER_CREATED);
  struct text first = text_of(lab->answer.body.bytes);
  round_ends(lab);
  reopen(lab);
  lab->ids--;
  sit(lab, &table, ANSWER_CREATED);
  assert_string_equal(lab->answer.body.bytes, first.bytes);
  sit(lab, &table, ANSWER_NOT_NOW);
  free_texts(&table, &token, &first);
}

static void somebody_elses_id_gives_no_seat(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create(lab, open_seat, &table, &token);
  sit(lab, &table, ANSWER_CREATED);
  char body[256];
  snprintf(body, sizeof body, "{\"id\":\"sit-%06d\",\"name\":\"Eve\"}", lab->ids - 1);
  lobby_sit(lab->lobby, span_of_text(&table), span_of(""), span_of(body), &lab->answer);
  expect(lab, ANSWER_NOT_NOW);
  round_ends(lab);
  free_texts(&table, &token, NULL);
}

static void tokens_open_their_own_seat_only(void **state) {
  struct lab *lab = *state;
  struct text table, token, other, other_token;
  create(lab, open_seat, &table, &token);
  create(lab, open_seat, &other, &other_token);
  round_ends(lab);
  act(lab, &table, &other_token, "\"type\":\"leave\"", ANSWER_WRONG_TOKEN);
  act(lab, &table, NULL, "\"type\":\"leave\"", ANSWER_NO_TOKEN);
  act(lab, &table, NULL, "\"type\":\"say\",\"name\":\"Eve\",\"text\":\"hello\"", ANSWER_OK);
  round_ends(lab);
  token.bytes[5] ^= 1;
  act(lab, &table, &token, "\"type\":\"leave\"", ANSWER_WRONG_TOKEN);
  struct text nowhere = text_of("aaaaaaaaaaaaaaaa");
  act(lab, &nowhere, &token, "\"type\":\"leave\"", ANSWER_NO_TABLE);
  free_texts(&table, &token, &nowhere);
  free_texts(&other, &other_token, NULL);
}

static void who_leaves_before_the_start_loses_his_token(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create(lab, "{\"kind\":\"open\",\"colour\":\"blue\"},{\"kind\":\"open\",\"colour\":\"green\"}", &table, &token);
  sit(lab, &table, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  act(lab, &table, &bob, "\"type\":\"leave\"", ANSWER_OK);
  round_ends(lab);
  act(lab, &table, &bob, "\"type\":\"leave\"", ANSWER_WRONG_TOKEN);
  reopen(lab);
  act(lab, &table, &bob, "\"type\":\"leave\"", ANSWER_WRONG_TOKEN);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"pity\"", ANSWER_OK);
  round_ends(lab);
  free_texts(&table, &token, &bob);
}

/* A sit that comes again when its seat was left. */
static void check_left(struct lab *lab, const struct text *table) {
  lab->ids--;
  sit(lab, table, ANSWER_NOT_NOW);
}

static void who_has_left_is_not_seated_again(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create(lab, open_seat, &table, &token);
  sit(lab, &table, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  lab->ids--;
  act_as(lab, &table, &bob, "leave-it", "\"type\":\"leave\"", ANSWER_OK);
  lab->ids++;
  check_left(lab, &table);
  round_ends(lab);
  reopen(lab);
  check_left(lab, &table);
  sit(lab, &table, ANSWER_CREATED);
  round_ends(lab);
  free_texts(&table, &token, &bob);
}

/* Who is refused because of what the round has changed hears of it only if that is stored. */
static void a_refusal_waits_for_what_it_rests_on(void **state) {
  struct lab *lab = *state;
  struct text table, token, body = {0};
  create(lab, open_seat, &table, &token);
  struct text recovery = told(lab, "recovery");
  round_ends(lab);
  text_print(&body, "{\"id\":\"recover-1\",\"recovery\":\"%s\"}", recovery.bytes);
  lobby_recover(lab->lobby, span_of_text(&table), span_of_text(&body), &lab->answer);
  expect(lab, ANSWER_OK);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"old\"", ANSWER_WRONG_TOKEN);
  assert_true(lab->answer.waits);
  round_ends(lab);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"old\"", ANSWER_WRONG_TOKEN);
  assert_false(lab->answer.waits);
  free_texts(&table, &token, &recovery);
  text_free(&body);
}

static void recovery_renews_the_token(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create(lab, open_seat, &table, &token);
  struct text recovery = told(lab, "recovery"), body = {0};
  round_ends(lab);
  text_print(&body, "{\"id\":\"recover-1\",\"recovery\":\"%s\"}", recovery.bytes);
  lobby_recover(lab->lobby, span_of_text(&table), span_of_text(&body), &lab->answer);
  expect(lab, ANSWER_OK);
  struct text first = text_of(lab->answer.body.bytes), renewed = told(lab, "token");
  round_ends(lab);
  reopen(lab);
  lobby_recover(lab->lobby, span_of_text(&table), span_of_text(&body), &lab->answer);
  assert_string_equal(lab->answer.body.bytes, first.bytes);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"old\"", ANSWER_WRONG_TOKEN);
  act(lab, &table, &renewed, "\"type\":\"say\",\"text\":\"new\"", ANSWER_OK);
  round_ends(lab);
  body.bytes[strlen("{\"id\":\"recover-")] = '2';
  lobby_recover(lab->lobby, span_of_text(&table), span_of_text(&body), &lab->answer);
  expect(lab, ANSWER_WRONG_TOKEN); /* as somebody else who has found the link */
  free_texts(&table, &token, &recovery);
  free_texts(&body, &first, &renewed);
}

static void no_more_tables_than_allowed(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  char body[512];
  lab->most_tables = 1;
  reopen(lab);
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  lobby_create(lab->lobby, span_of(create_body(lab, open_seat, "", body, sizeof body)), &lab->answer);
  expect(lab, ANSWER_TOO_MANY);
  act(lab, &table, &token, "\"type\":\"leave\"", ANSWER_OK); /* the last one: it is closed */
  round_ends(lab);
  lobby_create(lab->lobby, span_of(body), &lab->answer);
  expect(lab, ANSWER_CREATED);
  round_ends(lab);
  free_texts(&table, &token, NULL);
}

static void the_list_has_public_tables(void **state) {
  struct lab *lab = *state;
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
  free_texts(&table, &token, NULL);
}

/* Creates a table and leaves it, which ends it; its id is to be freed. */
static struct text ended_table(struct lab *lab) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  act(lab, &table, &token, "\"type\":\"leave\"", ANSWER_OK);
  round_ends(lab);
  text_free(&token);
  return table;
}

static void pass_minutes(struct lab *lab, int minutes) {
  for (int i = 0; i < minutes; i++) {
    lab->now += 60 * 1000;
    round_ends(lab);
  }
}

static int rows(const struct lab *lab, const char *query) {
  sqlite3 *base;
  sqlite3_stmt *statement;
  assert_int_equal(sqlite3_open(lab->path, &base), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(base, query, -1, &statement, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
  const int count = sqlite3_column_int(statement, 0);
  sqlite3_finalize(statement);
  sqlite3_close(base);
  return count;
}

static void finished_tables_are_kept_for_so_long(void **state) {
  struct lab *lab = *state;
  struct text waiting, token;
  lab->keep = (int64_t)30 * 24 * HOUR;
  reopen(lab);
  struct text old = ended_table(lab);
  for (int i = 0; i < KEEPING_REMOVE; i++) {
    struct text more = ended_table(lab);
    text_free(&more);
  }
  lab->now += (int64_t)20 * 24 * HOUR;
  struct text young = ended_table(lab);
  lab->now += (int64_t)10 * 24 * HOUR;
  create(lab, open_seat, &waiting, &token);
  round_ends(lab);

  /* 1. Nothing goes right after a start, whatever date the machine has; and not what somebody has just asked for. */
  reopen(lab);
  pass_minutes(lab, 59);
  assert_int_equal(lobby_figures(lab->lobby).removed, 0);
  struct text log = log_of(lab, &old);
  pass_minutes(lab, 1);
  assert_int_equal(lobby_figures(lab->lobby).removed, KEEPING_REMOVE);

  /* 2. Then all of it, a few at a time; what is younger and what is not over stays. */
  pass_minutes(lab, 10);
  assert_int_equal(lobby_figures(lab->lobby).removed, KEEPING_REMOVE + 1);
  expect_no_log(lab, &old);
  assert_int_equal(rows(lab, "SELECT count(*) FROM tables"), 2);
  assert_int_equal(rows(lab, "SELECT count(DISTINCT number) FROM entries"), 2);
  assert_int_equal(rows(lab, "SELECT count(*) FROM seats WHERE number NOT IN (SELECT number FROM tables)"), 0);
  text_free(&log);
  log = log_of(lab, &young);
  free_texts(&old, &young, &log);
  log = log_of(lab, &waiting);
  free_texts(&waiting, &token, &log);
}

/* Who has no seat at a table that is over, and asks what it waits for, keeps it neither in memory nor in the database.
 */
static void a_table_that_is_asked_for_in_vain_is_forgotten(void **state) {
  struct lab *lab = *state;
  struct text old = ended_table(lab), body = {0};
  lab->keep = HOUR;
  lab->now += HOUR;
  reopen(lab);
  pass_minutes(lab, 59);
  text_print(&body, "{\"seats\":[{\"table\":\"%s\",\"token\":\"none\"}]}", old.bytes);
  lobby_turns(lab->lobby, span_of_text(&body), &lab->answer);
  expect(lab, ANSWER_OK);
  assert_int_equal(lab->lobby->slots.count, 1);
  pass_minutes(lab, 2);
  assert_int_equal(lab->lobby->slots.count, 0);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
  assert_int_equal(lobby_figures(lab->lobby).removed, 1);
  free_texts(&old, &body, NULL);
}

static void without_the_wish_nothing_is_removed(void **state) {
  struct lab *lab = *state;
  struct text old = ended_table(lab);
  lab->now += (int64_t)1000 * 24 * HOUR;
  pass_minutes(lab, 5);
  struct text log = log_of(lab, &old);
  assert_int_equal(lobby_figures(lab->lobby).removed, 0);
  free_texts(&old, &log, NULL);
}

static void a_full_database_takes_no_table_but_games_go_on(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  char body[512];
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  lab->most_bytes = lobby_bytes(lab->lobby) + 20000;
  reopen(lab);
  assert_false(lobby_is_full(lab->lobby));
  for (int i = 0; !lobby_is_full(lab->lobby); i++) {
    struct text more = ended_table(lab);
    text_free(&more);
    assert_true(i < 1000);
  }
  lobby_create(lab->lobby, span_of(create_body(lab, open_seat, "", body, sizeof body)), &lab->answer);
  expect(lab, ANSWER_FULL);
  assert_string_equal(json_string_value(json_object_get(lab->json, "error")), "full");
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"still here\"", ANSWER_OK);
  sit(lab, &table, ANSWER_CREATED);
  round_ends(lab);

  /* What is kept no longer makes room. */
  lab->keep = HOUR;
  reopen(lab);
  pass_minutes(lab, 120);
  assert_false(lobby_is_full(lab->lobby));
  lobby_create(lab->lobby, span_of(body), &lab->answer);
  expect(lab, ANSWER_CREATED);
  round_ends(lab);
  free_texts(&table, &token, NULL);
}

/* How many tables the list tells of. */
static size_t listed(struct lab *lab) {
  lobby_list(lab->lobby, &lab->answer);
  expect(lab, ANSWER_OK);
  return json_array_size(json_object_get(lab->json, "tables"));
}

static void the_list_looks_at_listed_tables_alone(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  size_t known = 0;

  /* 1. Private tables and one that is over are not in it, be they as many as they are. */
  for (int i = 0; i < 5; i++) {
    char body[256];
    snprintf(body, sizeof body,
             "{\"id\":\"private-%06d\",\"name\":\"Ann\",\"setup\":{\"game\":\"classic\",\"public\":false,"
             "\"seats\":[{\"kind\":\"person\"},{\"kind\":\"open\"}]}}",
             i);
    lobby_create(lab->lobby, span_of(body), &lab->answer);
    expect(lab, ANSWER_CREATED);
  }
  for (int i = 0; i <= LOBBY_LOADS + 5; i++) {
    create(lab, open_seat, &table, &token);
    if (i == 3) act(lab, &table, &token, "\"type\":\"leave\"", ANSWER_OK);
    free_texts(&table, &token, NULL);
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

/* ---- games ---- */

/* The commitment that the log tells first. */
static void commitment_of(struct lab *lab, const struct text *table, uint8_t commitment[FAIR_HASH]) {
  struct text log = log_of(lab, table);
  const json_t *created = json_array_get(json_object_get(lab->json, "entries"), 0);
  assert_true(hex_read(span_of(json_string_value(json_object_get(created, "commitment"))), commitment, FAIR_HASH));
  text_free(&log);
}

/* A seat's share of chance, sealed (as member `seal`) or told (as member `contribution`). */
static void give_share(struct lab *lab, const struct text *table, const struct text *token, const char *type,
                       const char *member, const uint8_t *bytes, size_t size) {
  struct text members = {0};
  text_print(&members, "\"type\":\"%s\",\"%s\":\"", type, member);
  hex_write(bytes, size, &members);
  text_add_char(&members, '"');
  act(lab, table, token, members.bytes, ANSWER_OK);
  text_free(&members);
}

/* Seats 1 and 2, those that have a token, give their shares of chance, and the game begins. */
static void begin(struct lab *lab, const struct text *table, const struct text *tokens[2]) {
  const uint8_t share[FAIR_CONTRIBUTION] = {1, 2, 3};
  uint8_t commitment[FAIR_HASH], seal[FAIR_HASH];
  round_ends(lab);
  commitment_of(lab, table, commitment);
  for (int i = 0; i < 2 && tokens[i] != NULL; i++) {
    fair_seal(commitment, i, share, seal);
    give_share(lab, table, tokens[i], "seal", "seal", seal, FAIR_HASH);
  }
  for (int i = 0; i < 2 && tokens[i] != NULL; i++)
    give_share(lab, table, tokens[i], "contribute", "contribution", share, FAIR_CONTRIBUTION);
  round_ends(lab);
}

/* The game as the log tells it. */
static void follow(struct lab *lab, const struct text *table, struct bot_game *game) {
  struct fault fault;
  struct text log = log_of(lab, table);
  if (!bot_game_line(game, span_of_text(&log), &fault)) fail_msg("%s", fault.text);
  text_free(&log);
}

/* The members of a move: the first placement and no meeple. */
static struct text first_move(const struct bot_game *game) {
  const tess_game *position = game->history->game;
  tess_game *scratch = memory_new(tess_game_size());
  struct text members = {0};
  const struct move move = turn_move(position, tess_game_placement_at(position, 0), (tess_decision){0}, scratch);
  text_print(&members, "\"type\":\"move\",\"at\":%d,\"move\":\"", game->count);
  move_write(&move, game->history->set->set, &members);
  text_add_char(&members, '"');
  free(scratch);
  return members;
}

/* Days go by, of which the server has a round now and then. */
static void pass_days(struct lab *lab, int days) {
  for (int i = 0; i < days * 24; i++) {
    lab->now += HOUR;
    round_ends(lab);
  }
}

/* What the archive has of a table; it is empty: nothing. */
static struct text archived(const struct lab *lab, const struct text *table) {
  char name[192], bytes[16384];
  struct text record = {0};
  snprintf(name, sizeof name, "%s/%s.txt", lab->archive, table->bytes);
  FILE *file = fopen(name, "r");
  if (file == NULL) return record;
  text_add(&record, bytes, fread(bytes, 1, sizeof bytes, file));
  fclose(file);
  unlink(name);
  return record;
}

/* A table at which two sit and play, and another one that waits for somebody. */
static void two_tables(struct lab *lab, struct text *playing, struct text *waiting) {
  struct text token, other;
  create(lab, open_seat, playing, &token);
  sit(lab, playing, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  const struct text *tokens[] = {&token, &bob};
  begin(lab, playing, tokens);
  create(lab, open_seat, waiting, &other);
  round_ends(lab);
  free_texts(&token, &other, &bob);
}

/* Where nobody comes any more a table is closed, and then it is over and goes as any other; the record of a game that
 * had begun is in the archive by then. */
static void abandoned_tables_are_archived_and_removed(void **state) {
  struct lab *lab = *state;
  struct record record = {0};
  struct fault fault = {0};
  struct text playing, waiting;
  snprintf(lab->archive, sizeof lab->archive, "%s/archive", lab->folder);
  assert_int_equal(mkdir(lab->archive, 0700), 0);
  lab->keep = (int64_t)10 * 24 * HOUR;
  reopen(lab);
  two_tables(lab, &playing, &waiting);
  pass_days(lab, 9);
  assert_int_equal(rows(lab, "SELECT count(*) FROM tables"), 2);
  pass_days(lab, 3); /* who waited was given up after a day */
  assert_int_equal(rows(lab, "SELECT count(*) FROM tables"), 1);
  struct text none = archived(lab, &waiting);
  assert_int_equal(none.length, 0);
  pass_days(lab, 27); /* people who are only slow have a month for a turn */
  assert_int_equal(rows(lab, "SELECT count(*) FROM tables"), 1);
  pass_days(lab, 2);
  assert_int_equal(rows(lab, "SELECT count(*) FROM tables"), 0);
  assert_int_equal(rows(lab, "SELECT count(*) FROM entries"), 0);
  struct text text = archived(lab, &playing);
  struct record_source source = record_source_of(span_of_text(&text));
  assert_int_equal(record_read(&source, &record, &fault), 1);
  assert_non_null(strstr(text.bytes, playing.bytes));
  record_free(&record);
  free_texts(&playing, &waiting, &text);
  assert_int_equal(rmdir(lab->archive), 0);
}

/* What cannot be written to the archive stays, and goes when it can be. */
static void what_cannot_be_archived_stays(void **state) {
  struct lab *lab = *state;
  struct text playing, waiting;
  snprintf(lab->archive, sizeof lab->archive, "%s/archive", lab->folder);
  assert_int_equal(mkdir(lab->archive, 0700), 0);
  lab->keep = HOUR;
  reopen(lab);
  two_tables(lab, &playing, &waiting);
  assert_int_equal(rmdir(lab->archive), 0);
  pass_days(lab, 32);
  assert_int_equal(rows(lab, "SELECT count(*) FROM tables"), 1);
  assert_true(lobby_figures(lab->lobby).not_archived > 0);
  assert_non_null(strstr(lobby_archive_fault(lab->lobby), "cannot be written"));
  assert_int_equal(mkdir(lab->archive, 0700), 0);
  pass_minutes(lab, 5);
  assert_int_equal(rows(lab, "SELECT count(*) FROM tables"), 0);
  struct text text = archived(lab, &playing);
  assert_true(text.length > 0);
  free_texts(&playing, &waiting, &text);

  /* A server whose archive is not there does not start. */
  const struct lobby_settings settings = {
      .path = lab->path, .key_path = lab->key_path, .keep = HOUR, .archive = lab->archive};
  struct fault fault = {0};
  assert_int_equal(rmdir(lab->archive), 0);
  assert_null(lobby_open(&settings, &fault));
  assert_non_null(strstr(fault.text, "archive: "));
}

/* Rounds until the table has something new or is over; time passes with each. */
static void await_change(struct lab *lab, const struct text *table, struct bot_game *game) {
  const int64_t before = game->seq;
  for (int i = 0; i < 2000 && game->seq == before && !game->over; i++) {
    struct pollfd file = {.fd = lobby_file(lab->lobby), .events = POLLIN};
    poll(&file, 1, lobby_wait(lab->lobby) < 5 ? 0 : 5);
    lab->now += 500;
    round_ends(lab);
    follow(lab, table, game);
  }
}

/* Plays seats 1 and 2 to the end, at most so many turns. */
static void play(struct lab *lab, const struct text *table, const struct text *tokens[2], struct bot_game *game,
                 int turns) {
  if (game->seq == 0) begin(lab, table, tokens);
  follow(lab, table, game);
  while (!game->over && turns > 0) {
    const int seat = bot_game_is_turn(game, 1) ? 1 : 2;
    if (tokens[seat - 1] == NULL || !bot_game_is_turn(game, seat)) {
      await_change(lab, table, game);
      continue;
    }
    struct text members = first_move(game);
    act(lab, table, tokens[seat - 1], members.bytes, ANSWER_OK);
    text_free(&members);
    turns--;
    round_ends(lab);
    follow(lab, table, game);
  }
}

static void a_game_of_two_is_played_and_rebuilt(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  struct bot_game game = {0};
  create(lab, open_seat, &table, &token);
  sit(lab, &table, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  const struct text *tokens[] = {&token, &bob};
  play(lab, &table, tokens, &game, 1000);
  assert_true(game.over);
  assert_int_equal(tess_game_phase(game.history->game), TESS_PHASE_OVER);
  struct text before = log_of(lab, &table);
  reopen(lab);
  struct text after = log_of(lab, &table);
  assert_string_equal(before.bytes, after.bytes);
  lobby_record(lab->lobby, span_of_text(&table), &lab->answer);
  assert_int_equal(lab->answer.code, ANSWER_OK);
  assert_non_null(strstr(lab->answer.body.bytes, "Secret"));
  bot_game_free(&game);
  free_texts(&table, &token, &bob);
  free_texts(&before, &after, NULL);
}

static void a_game_against_the_computer(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  struct bot_game game = {0};
  create(lab, level_1, &table, &token);
  const struct text *tokens[] = {&token, NULL};
  play(lab, &table, tokens, &game, 8);
  round_ends(lab);
  reopen(lab); /* the computer goes on by itself */
  play(lab, &table, tokens, &game, 1000);
  assert_true(game.over);
  assert_int_equal(lobby_figures(lab->lobby).thinking, 0);
  bot_game_free(&game);
  free_texts(&table, &token, NULL);
}

static void an_id_belongs_to_one_body_after_a_restart(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create(lab, open_seat, &table, &token);
  act_as(lab, &table, &token, "say-once", "\"type\":\"say\",\"text\":\"one\"", ANSWER_OK);
  act_as(lab, &table, &token, "say-once", "\"type\":\"say\",\"text\":\"two\"", ANSWER_NOT_NOW);
  round_ends(lab);
  reopen(lab);
  act_as(lab, &table, &token, "say-once", "\"type\":\"say\",\"text\":\"two\"", ANSWER_NOT_NOW);
  act_as(lab, &table, &token, "say-once", "\"type\":\"leave\"", ANSWER_NOT_NOW);
  act_as(lab, &table, &token, "say-once", "\"type\":\"say\",\"text\":\"one\"", ANSWER_OK);
  struct text log = log_of(lab, &table);
  assert_int_equal(seq(lab), 3);
  free_texts(&table, &token, &log);
}

static void an_action_that_comes_again_changes_nothing(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create(lab, open_seat, &table, &token);
  act_as(lab, &table, &token, "say-once", "\"type\":\"say\",\"text\":\"one\"", ANSWER_OK);
  assert_int_equal(seq(lab), 3);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"two\"", ANSWER_OK);
  act_as(lab, &table, &token, "say-once", "\"type\":\"say\",\"text\":\"one\"", ANSWER_OK);
  assert_int_equal(seq(lab), 3);
  assert_true(lab->answer.waits);
  round_ends(lab);
  reopen(lab);
  act_as(lab, &table, &token, "say-once", "\"type\":\"say\",\"text\":\"one\"", ANSWER_OK);
  assert_int_equal(seq(lab), 3);
  assert_false(lab->answer.waits);
  struct text log = log_of(lab, &table);
  assert_int_equal(seq(lab), 4);
  free_texts(&table, &token, &log);
}

/* A game of two to its end; then Bob, who came second, asks for a rematch by the request `rematch-1`. */
static void ask_rematch(struct lab *lab, struct text *table, struct text *token, struct text *bob) {
  struct bot_game game = {0};
  create(lab, open_seat, table, token);
  sit(lab, table, ANSWER_CREATED);
  *bob = told(lab, "token");
  const struct text *tokens[] = {token, bob};
  play(lab, table, tokens, &game, 1000);
  act_as(lab, table, bob, "rematch-1", "\"type\":\"rematch\"", ANSWER_OK);
  bot_game_free(&game);
}

static void a_rematch_has_a_seat_for_who_asked(void **state) {
  struct lab *lab = *state;
  struct text table, token, bob;
  ask_rematch(lab, &table, &token, &bob);
  struct text first = text_of(lab->answer.body.bytes), next = told(lab, "table"), next_token = told(lab, "token");
  round_ends(lab);
  reopen(lab);
  act_as(lab, &table, &bob, "rematch-1", "\"type\":\"rematch\"", ANSWER_OK);
  assert_string_equal(lab->answer.body.bytes, first.bytes);
  sit_as(lab, &next, &token, ANSWER_CREATED);
  struct text next_ann = told(lab, "token");
  const struct text *next_tokens[] = {&next_token, &next_ann};
  begin(lab, &next, next_tokens);
  struct bot_game again = {0};
  follow(lab, &next, &again);
  assert_non_null(again.history);
  bot_game_free(&again);
  free_texts(&table, &token, &bob);
  free_texts(&first, &next, &next_token);
  text_free(&next_ann);
}

/* Who only watched, or holds another seat, finds no seat there before two minutes are over. */
static void seats_of_a_rematch_are_kept_for_who_played(void **state) {
  struct lab *lab = *state;
  struct text table, token, bob, others, others_token;
  create(lab, open_seat, &others, &others_token);
  ask_rematch(lab, &table, &token, &bob);
  struct text next = told(lab, "table");
  sit(lab, &next, ANSWER_NOT_NOW);
  assert_non_null(strstr(lab->answer.body.bytes, "no seat is open"));
  sit_as(lab, &next, &others_token, ANSWER_NOT_NOW);
  sit_as(lab, &next, &bob, ANSWER_NOT_NOW);
  round_ends(lab);
  reopen(lab);
  lab->now += TABLE_KEPT_MS - 2;
  sit(lab, &next, ANSWER_NOT_NOW);
  sit_as(lab, &next, &token, ANSWER_CREATED);
  free_texts(&table, &token, &bob);
  free_texts(&next, &others, &others_token);
}

/* Whether some bytes, with this key, give a word that acts at a table. */
static void try_key(struct lab *lab, const struct text *table, const uint8_t key[CREDENTIAL_KEY], const char *bytes) {
  static const enum credential_use uses[] = {CREDENTIAL_TABLE, CREDENTIAL_SEAT, CREDENTIAL_RECOVERY, CREDENTIAL_ASKED};
  for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++) {
    const struct credential guess = credential_make(key, uses[i], span_of_text(table), span_of(bytes));
    struct text word = text_of(guess.word), body = {0};
    act(lab, table, &word, "\"type\":\"say\",\"text\":\"mine\"", ANSWER_WRONG_TOKEN);
    text_print(&body, "{\"id\":\"recover-9\",\"recovery\":\"%s\"}", guess.word);
    lobby_recover(lab->lobby, span_of_text(table), span_of_text(&body), &lab->answer);
    expect(lab, ANSWER_WRONG_TOKEN);
    text_free(&word), text_free(&body);
  }
}

/* All that is stored of requests, with the key that is in the database and with the whole one. */
static void a_stolen_database_gives_no_seat(void **state) {
  struct lab *lab = *state;
  struct text table, token, bob;
  ask_rematch(lab, &table, &token, &bob);
  struct text next = told(lab, "table"), asked = {0};
  round_ends(lab);

  sqlite3 *stolen;
  sqlite3_stmt *keys, *requests;
  assert_int_equal(sqlite3_open(lab->path, &stolen), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(stolen, "SELECT bytes FROM key", -1, &keys, NULL), SQLITE_OK);
  const char *given = "SELECT seat, substr(request, 1, instr(request || '.', '.') - 1) FROM entries"
                      " WHERE seat = 0 OR request LIKE 'rematch-1.%'";
  assert_int_equal(sqlite3_prepare_v2(stolen, given, -1, &requests, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_step(keys), SQLITE_ROW);
  int tried = 0;
  while (sqlite3_step(requests) == SQLITE_ROW) {
    const char *request = (const char *)sqlite3_column_text(requests, 1);
    text_clear(&asked);
    text_print(&asked, "%s %d %s", table.bytes, sqlite3_column_int(requests, 0), request);
    tried++;
    try_key(lab, &next, sqlite3_column_blob(keys, 0), asked.bytes);
    try_key(lab, &next, store_key(lab->lobby->store), asked.bytes);
    try_key(lab, &table, store_key(lab->lobby->store), request);
  }
  assert_int_equal(tried, 2);
  sqlite3_finalize(keys), sqlite3_finalize(requests);
  sqlite3_close(stolen);
  free_texts(&table, &token, &bob);
  free_texts(&next, &asked, NULL);
}

/* Of games with a clock the one whose time runs out first is taken up first, also if it is the oldest, and something
 * happened elsewhere since. */
static void after_a_restart_what_is_due_comes_first(void **state) {
  struct lab *lab = *state;
  struct text tables[LOBBY_LOADS + 1], tokens[LOBBY_LOADS + 1];
  for (int i = 0; i <= LOBBY_LOADS; i++) {
    char more[64];
    snprintf(more, sizeof more, ",\"first\":1,\"clock\":{\"kind\":\"move\",\"seconds\":%d}", i == 0 ? 100 : 600 + i);
    create_with(lab, level_1, more, &tables[i], &tokens[i]);
    round_ends(lab);
    const struct text *seats[2] = {&tokens[i], NULL};
    begin(lab, &tables[i], seats);
  }
  lab->now += TABLE_LOOK_MS; /* the tiles are drawn */
  round_ends(lab);
  for (int i = 1; i <= LOBBY_LOADS; i++)
    act(lab, &tables[i], &tokens[i], "\"type\":\"say\",\"text\":\"my turn\"", ANSWER_OK);
  round_ends(lab);
  reopen(lab);
  lobby_tick(lab->lobby);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, LOBBY_LOADS);
  for (int i = 0; i <= LOBBY_LOADS; i++) {
    const bool loaded = slots_find(&lab->lobby->slots, span_of_text(&tables[i]))->table != NULL;
    assert_int_equal(loaded, i < LOBBY_LOADS);
    free_texts(&tables[i], &tokens[i], NULL);
  }
}

/* A machine whose date was wrong may have stored any number. */
static void after_a_restart_each_table_is_looked_at(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  sqlite3 *base;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  lobby_close(lab->lobby);
  assert_int_equal(sqlite3_open(lab->path, &base), SQLITE_OK);
  assert_int_equal(sqlite3_exec(base, "UPDATE tables SET due = -1000", NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(base);
  open_tables(lab);
  round_ends(lab);
  assert_true(lobby_figures(lab->lobby).read > 0);
  free_texts(&table, &token, NULL);
}

/* One round takes only some of many tables into memory. */
static void after_a_restart_games_come_before_tables_that_wait(void **state) {
  struct lab *lab = *state;
  struct text tables[2], tokens[2];
  for (int i = 0; i < 4 * LOBBY_LOADS; i++) {
    struct text table, token;
    create(lab, open_seat, &table, &token);
    free_texts(&table, &token, NULL);
  }
  /* The persons begin, and their tiles are to be drawn: a game that waits for a computer leaves the memory again. */
  for (int i = 0; i < 2; i++) create_with(lab, level_1, ",\"first\":1", &tables[i], &tokens[i]);
  round_ends(lab);
  for (int i = 0; i < 2; i++) {
    const struct text *seats[2] = {&tokens[i], NULL};
    begin(lab, &tables[i], seats);
  }
  round_ends(lab);
  reopen(lab);
  lobby_tick(lab->lobby);
  for (int i = 0; i < 2; i++) {
    assert_non_null(slots_find(&lab->lobby->slots, span_of_text(&tables[i]))->table);
    free_texts(&tables[i], &tokens[i], NULL);
  }
  round_ends(lab);
}

/* ---- Large logs ---- */

enum { LARGE_TURNS = 30, LARGE_TAKE_BACKS = 300, LARGE_TALK = 1500 };

/* Writes more entries into the log of a table in which something was moved last: take-backs of that, each of which
 * plays the game anew, and talk. Gives the last entry. */
static int64_t make_large(struct lab *lab, const struct text *table) {
  char *error = NULL;
  sqlite3 *base;
  struct text statement = {0};
  struct text log = log_of(lab, table);
  const json_t *entries = json_object_get(lab->json, "entries");
  size_t last = json_array_size(entries) - 1;
  while (strcmp(json_string_value(json_object_get(json_array_get(entries, last), "type")), "moved") != 0) last--;
  json_t *moved = json_deep_copy(json_array_get(entries, last));
  int64_t seq = json_integer_value(json_object_get(moved, "seq")), words = 0;
  for (size_t i = 0; i <= last; i++)
    words += (int64_t)json_array_size(json_object_get(json_array_get(entries, i), "words"));
  words -= (int64_t)json_array_size(json_object_get(moved, "words"));
  text_print(&statement, "BEGIN; DELETE FROM entries WHERE number = 1 AND seq > %d;", (int)seq);
  const char *add = "INSERT INTO entries (number, seq, body) VALUES (1, ";
  for (int i = 0; i < LARGE_TAKE_BACKS; i++) {
    seq++;
    text_print(&statement, "%s%d, '{\"seq\":%d,\"at\":%lld,\"type\":\"undone\",\"seat\":1,\"words\":%d}');", add,
               (int)seq, (int)seq, (long long)lab->now, (int)words);
    json_object_set_new(moved, "seq", json_integer(++seq));
    json_object_set_new(moved, "at", json_integer(lab->now));
    char *again = json_dumps(moved, JSON_COMPACT);
    text_print(&statement, "%s%d, '%s');", add, (int)seq, again);
    free(again);
  }
  for (int i = 0; i < LARGE_TALK; i++) {
    seq++;
    text_print(&statement,
               "%s%d, '{\"seq\":%d,\"at\":%lld,\"type\":\"said\",\"seat\":1,\"name\":\"Ann\",\"text\":\"x\"}');", add,
               (int)seq, (int)seq, (long long)lab->now);
  }
  text_add_string(&statement, "COMMIT;");
  assert_int_equal(sqlite3_open(lab->path, &base), SQLITE_OK);
  if (sqlite3_exec(base, statement.bytes, NULL, NULL, &error) != SQLITE_OK) fail_msg("%s", error);
  sqlite3_close(base);
  json_decref(moved);
  text_free(&log);
  text_free(&statement);
  return seq;
}

/* A game of two, the first table, with a large log, after a restart: its id and the token of seat 1, and a small table
 * besides. Gives its last entry. */
static int64_t open_large(struct lab *lab, struct text *table, struct text *token, struct text *small,
                          struct text *small_token) {
  struct bot_game game = {0};
  create(lab, open_seat, table, token);
  sit(lab, table, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  const struct text *tokens[] = {token, &bob};
  play(lab, table, tokens, &game, LARGE_TURNS);
  create(lab, open_seat, small, small_token);
  round_ends(lab);
  const int64_t last = make_large(lab, table);
  reopen(lab);
  bot_game_free(&game);
  text_free(&bob);
  return last;
}

/* Asks to watch a table without a token; ANSWER_OK when that is granted (and given up again), else the code of the
 * refusal.
 */
static enum answer_code ask_to_watch(struct lab *lab, const struct text *table) {
  struct lobby_watcher watcher = {.wake = wake_nobody};
  if (!lobby_watch(lab->lobby, span_of_text(table), (struct span){NULL, 0}, &watcher, &lab->answer))
    return lab->answer.code;
  lobby_unwatch(lab->lobby, &watcher);
  return ANSWER_OK;
}

/* A log that is larger than what a round reads is read in several: who asks for it is answered later, others at once,
 * and no round reads more than its bound and one entry. */
static void a_large_log_is_read_in_pieces(void **state) {
  struct lab *lab = *state;
  struct text table, token, small, small_token;
  const int64_t last = open_large(lab, &table, &token, &small, &small_token);
  int rounds = 0;
  while (ask_to_watch(lab, &table) != 0) {
    assert_true(lab->answer.later);
    act(lab, &small, &small_token, "\"type\":\"react\",\"reaction\":\"hello\"", ANSWER_OK);
    do {
      round_ends(lab);
      rounds++;
      assert_int_equal(lobby_wait(lab->lobby) == 0,
                       slots_find(&lab->lobby->slots, span_of_text(&table))->table == NULL);
    } while (!lobby_has_read(lab->lobby));
  }
  const struct lobby_figures figures = lobby_figures(lab->lobby);
  assert_true(figures.read > LARGE_TAKE_BACKS * LARGE_TURNS + LARGE_TALK);
  assert_true(rounds >= (int)(figures.read / LOADING_UNITS) - 1);
  assert_true(figures.most_read <= LOADING_UNITS + 3 * LARGE_TURNS);

  /* It is the same as if it had been read at once, and goes on. */
  struct text log = log_of(lab, &table);
  assert_int_equal(seq(lab), last);
  const json_t *entries = json_object_get(lab->json, "entries");
  for (int64_t i = 0; i < last; i++)
    assert_int_equal(json_integer_value(json_object_get(json_array_get(entries, (size_t)i), "seq")), i + 1);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"on we go\"", ANSWER_OK);
  assert_int_equal(seq(lab), last + 1);
  round_ends(lab);
  free_texts(&table, &token, &log);
  free_texts(&small, &small_token, NULL);
}

/* A table that breaks off in the middle is refused, and
 * not read again at once. */
static void a_large_log_that_is_broken_is_refused(void **state) {
  struct lab *lab = *state;
  struct text table, token, small, small_token;
  const int64_t last = open_large(lab, &table, &token, &small, &small_token);
  sqlite3 *base;
  char statement[64];
  snprintf(statement, sizeof statement, "DELETE FROM entries WHERE seq = %d", (int)last - 1);
  assert_int_equal(sqlite3_open(lab->path, &base), SQLITE_OK);
  assert_int_equal(sqlite3_exec(base, statement, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(base);
  assert_int_equal(ask_to_watch(lab, &table), ANSWER_NOT_STORED);
  assert_true(lab->answer.later);
  while (!lobby_has_read(lab->lobby)) round_ends(lab);
  assert_int_equal(ask_to_watch(lab, &table), ANSWER_NOT_STORED);
  assert_false(lab->answer.later);
  const uint64_t read = lobby_figures(lab->lobby).read;
  round_ends(lab);
  assert_int_equal(ask_to_watch(lab, &table), ANSWER_NOT_STORED);
  assert_int_equal(lobby_figures(lab->lobby).read, read);
  free_texts(&table, &token, NULL);
  free_texts(&small, &small_token, NULL);
}

/* Who asks what a table waits for, without a token of it, has nothing of it read. */
static void a_wrong_token_reads_no_log(void **state) {
  struct lab *lab = *state;
  struct text table, token, small, small_token, body = {0};
  open_large(lab, &table, &token, &small, &small_token);
  text_print(&body, "{\"seats\":[{\"table\":\"%s\",\"token\":\"%s\"}]}", table.bytes, small_token.bytes);
  lobby_turns(lab->lobby, span_of_text(&body), &lab->answer);
  expect(lab, ANSWER_OK);
  assert_int_equal(lobby_figures(lab->lobby).read, 0);
  text_clear(&body);
  text_print(&body, "{\"seats\":[{\"table\":\"%s\",\"token\":\"%s\"}]}", table.bytes, token.bytes);
  lobby_turns(lab->lobby, span_of_text(&body), &lab->answer);
  assert_true(lab->answer.later);
  while (!lobby_has_read(lab->lobby)) round_ends(lab);
  lobby_turns(lab->lobby, span_of_text(&body), &lab->answer);
  expect(lab, ANSWER_OK);
  assert_int_equal(json_integer_value(json_object_get(json_array_get(json_object_get(lab->json, "tables"), 0), "seat")),
                   1);
  free_texts(&table, &token, &body);
  free_texts(&small, &small_token, NULL);
}

/* ---- failures ---- */

/* Somebody else holds the database for writing. */
static sqlite3 *lock(const struct lab *lab) {
  sqlite3 *other;
  assert_int_equal(sqlite3_open(lab->path, &other), SQLITE_OK);
  assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
  return other;
}

static void what_is_not_stored_never_was(void **state) {
  struct lab *lab = *state;
  struct fault fault;
  struct text table, token, lost, lost_token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  sqlite3 *other = lock(lab);
  act_as(lab, &table, &token, "say-once", "\"type\":\"say\",\"text\":\"one\"", ANSWER_OK);
  create(lab, open_seat, &lost, &lost_token);
  assert_false(lobby_commit(lab->lobby));
  assert_false(lobby_healthy(lab->lobby, &fault));
  assert_non_null(strstr(fault.text, "locked"));
  sqlite3_close(other);
  expect_no_log(lab, &lost);
  struct text log = log_of(lab, &table);
  assert_int_equal(seq(lab), 2);
  act_as(lab, &table, &token, "say-once", "\"type\":\"say\",\"text\":\"one\"", ANSWER_OK);
  assert_int_equal(seq(lab), 3);
  round_ends(lab);
  assert_true(lobby_healthy(lab->lobby, &fault));
  assert_int_equal(lobby_figures(lab->lobby).failed_commits, 1);
  free_texts(&table, &token, &log);
  free_texts(&lost, &lost_token, NULL);
}

static void a_computer_goes_on_after_a_failure(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  struct bot_game game = {0};
  create(lab, level_1, &table, &token);
  const struct text *tokens[] = {&token, NULL};
  play(lab, &table, tokens, &game, 3);
  sqlite3 *other = lock(lab);
  for (int i = 0; i < 3; i++) {
    lab->now += 2000;
    if (lobby_figures(lab->lobby).thinking > 0) found_turn(lab);
    lobby_tick(lab->lobby);
    lobby_commit(lab->lobby);
  }
  sqlite3_close(other);
  play(lab, &table, tokens, &game, 1000);
  assert_true(game.over);
  bot_game_free(&game);
  free_texts(&table, &token, NULL);
}

/* ---- watching ---- */

static void note_wake(struct lobby_watcher *watcher) { ++*(int *)watcher->context; }

static void watchers_hear_what_is_stored(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  int woken = 0;
  create(lab, open_seat, &table, &token);
  struct lobby_watcher watcher = {.wake = note_wake, .context = &woken};
  assert_false(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&token), &watcher, &lab->answer));
  expect(lab, ANSWER_NO_TABLE);
  round_ends(lab);
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&token), &watcher, &lab->answer));
  assert_int_equal(lobby_last(lab->lobby, &watcher), 2);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"one\"", ANSWER_OK);
  assert_int_equal(lobby_last(lab->lobby, &watcher), 2);
  assert_int_equal(woken, 0);
  round_ends(lab);
  assert_int_equal(woken, 1);
  assert_int_equal(lobby_last(lab->lobby, &watcher), 3);
  const struct span entry = lobby_entry(lab->lobby, &watcher, 3);
  assert_non_null(memmem(entry.bytes, entry.length, "\"said\"", 6));
  lobby_unwatch(lab->lobby, &watcher);
  struct text wrong = text_of("wrong");
  assert_false(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&wrong), &watcher, &lab->answer));
  expect(lab, ANSWER_WRONG_TOKEN);
  free_texts(&table, &token, &wrong);
}

static void expect_away(struct lab *lab, const struct lobby_watcher *watcher, const char *expected) {
  struct text away = {0};
  lobby_away(lab->lobby, watcher, &away);
  assert_string_equal(away.bytes, expected);
  text_free(&away);
}

/* Time goes on, and what is due by then is done. */
static void time_passes(struct lab *lab, int64_t milliseconds) {
  lab->now += milliseconds;
  while (lobby_wait(lab->lobby) == 0) round_ends(lab);
}

/* Who goes away is told three seconds later, and who comes back at once, to those who asked for it. */
static void watchers_hear_who_is_away(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  int heard = 0, unasked = 0;
  create(lab, open_seat, &table, &token);
  sit(lab, &table, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  round_ends(lab);
  struct lobby_watcher anna = {.wake = note_wake, .context = &heard, .minds_away = true},
                       ben = {.wake = note_wake, .context = &unasked};
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&token), &anna, &lab->answer));
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&bob), &ben, &lab->answer));
  time_passes(lab, 10000);
  expect_away(lab, &anna, "[]");

  /* 1. A stream that is made anew within three seconds is no absence. */
  lobby_unwatch(lab->lobby, &ben);
  time_passes(lab, 2999);
  expect_away(lab, &anna, "[]");
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&bob), &ben, &lab->answer));
  time_passes(lab, 10000);
  assert_int_equal(heard, 0);

  /* 2. Who is away without a seal loses the seat at a full table a minute after it was full. */
  lobby_unwatch(lab->lobby, &ben);
  assert_true(lobby_wait(lab->lobby) <= 3000);
  time_passes(lab, 3000);
  assert_int_equal(heard, 1);
  expect_away(lab, &anna, "[{\"seat\":2,\"since\":1700000022999,\"until\":1700000060000}]");
  time_passes(lab, 1000);
  assert_int_equal(heard, 1);

  /* 3. Who comes back is there at once. */
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&bob), &ben, &lab->answer));
  assert_int_equal(heard, 2);
  expect_away(lab, &anna, "[]");
  assert_int_equal(unasked, 0);
  lobby_unwatch(lab->lobby, &ben);
  lobby_unwatch(lab->lobby, &anna);
  free_texts(&table, &token, &bob);
}

static void a_log_is_told_in_parts(void **state) {
  static const size_t parts[] = {1, 2, 7, 63};
  struct lab *lab = *state;
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"one\"", ANSWER_OK);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"two\"", ANSWER_OK);
  round_ends(lab);
  for (int64_t since = -1; since <= 5; since++) {
    /* 1. The same bytes, however they are read: the entries after `since`, in their order. */
    struct text whole = log_in_parts(lab, &table, since, 64);
    const json_t *entries = json_object_get(lab->json, "entries");
    const int64_t first = since < 0 ? 1 : since + 1;
    assert_int_equal(seq(lab), 4);
    assert_int_equal(json_array_size(entries), first <= 4 ? 5 - first : 0);
    for (size_t i = 0; i < json_array_size(entries); i++)
      assert_int_equal(json_integer_value(json_object_get(json_array_get(entries, i), "seq")), first + (int64_t)i);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
      struct text same = log_in_parts(lab, &table, since, parts[i]);
      assert_string_equal(same.bytes, whole.bytes);
      text_free(&same);
    }
    text_free(&whole);
  }

  /* 2. What is added while it is read does not belong to it. */
  struct lobby_watcher watcher = {.wake = wake_nobody};
  struct lobby_log log = {0};
  char bytes[4096];
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), (struct span){NULL, 0}, &watcher, &lab->answer));
  assert_true(lobby_log_begin(lab->lobby, &watcher, 0, &log));
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"three\"", ANSWER_OK);
  round_ends(lab);
  const size_t length = lobby_log_read(lab->lobby, &watcher, &log, bytes, sizeof bytes);
  assert_int_equal(length, log.length);
  assert_null(memmem(bytes, length, "three", 5));
  lobby_log_end(&log);
  lobby_unwatch(lab->lobby, &watcher);
  free_texts(&table, &token, NULL);
}

static void the_watch_of_a_seat_that_is_taken_over_ends(void **state) {
  struct lab *lab = *state;
  struct text table, token, body = {0};
  int woken = 0;
  create(lab, open_seat, &table, &token);
  struct text recovery = told(lab, "recovery");
  round_ends(lab);
  struct lobby_watcher old = {.wake = note_wake, .context = &woken}, other = old, fresh = old;
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&token), &old, &lab->answer));
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), (struct span){NULL, 0}, &other, &lab->answer));
  text_print(&body, "{\"id\":\"recover-1\",\"recovery\":\"%s\"}", recovery.bytes);
  lobby_recover(lab->lobby, span_of_text(&table), span_of_text(&body), &lab->answer);
  expect(lab, ANSWER_OK);
  struct text renewed = told(lab, "token");
  assert_int_equal(woken, 0);
  round_ends(lab);
  assert_int_equal(woken, 1);
  assert_true(old.ends);
  assert_false(other.ends);
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&renewed), &fresh, &lab->answer));
  assert_false(fresh.ends);
  lobby_unwatch(lab->lobby, &old);
  lobby_unwatch(lab->lobby, &other);
  lobby_unwatch(lab->lobby, &fresh);
  free_texts(&table, &token, &recovery);
  free_texts(&body, &renewed, NULL);
}

/* Begins to watch without a seat, under a name, from an address. */
static struct lobby_watcher *watch_as(struct lab *lab, const struct text *table, const char *name, uint64_t address) {
  static int woken;
  struct lobby_watcher *watcher = memory_zeroed(sizeof *watcher);
  watcher->wake = note_wake;
  watcher->context = &woken;
  assert_true(lobby_watch(lab->lobby, span_of_text(table), span_of(""), watcher, &lab->answer));
  lobby_ask_as(lab->lobby, (struct lobby_asker){.address = address});
  assert_true(lobby_show_watcher(lab->lobby, watcher, span_of(name), &lab->answer));
  lobby_ask_as(lab->lobby, (struct lobby_asker){0});
  return watcher;
}

static void stop_watching(struct lab *lab, struct lobby_watcher *watcher) {
  lobby_unwatch(lab->lobby, watcher);
  free(watcher);
}

/* The list tells of its first table that so many watch, and these names, one after the other. */
static void expect_watching(struct lab *lab, int count, const char *names) {
  struct text all = {0};
  size_t i;
  json_t *name;
  lobby_list(lab->lobby, &lab->answer);
  expect(lab, ANSWER_OK);
  const json_t *watching = json_object_get(json_array_get(json_object_get(lab->json, "tables"), 0), "watching");
  json_array_foreach(json_object_get(watching, "names"), i, name) {
    if (i > 0) text_add_string(&all, ", ");
    text_add_string(&all, json_string_value(name));
  }
  assert_int_equal(json_integer_value(json_object_get(watching, "count")), count);
  assert_string_equal(all.length == 0 ? "" : all.bytes, names);
  text_free(&all);
}

static void the_list_tells_who_watches(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  int woken = 0;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  expect_watching(lab, 0, "");

  /* 1. Who holds a seat is not one of them, nor who only reads the log; who tells no name is counted; a name is told
   * once. */
  struct lobby_watcher own = {.wake = note_wake, .context = &woken}, reader = own;
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&token), &own, &lab->answer));
  assert_true(lobby_show_watcher(lab->lobby, &own, span_of("Ann"), &lab->answer));
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of(""), &reader, &lab->answer));
  expect_watching(lab, 0, "");
  struct lobby_watcher *eve = watch_as(lab, &table, "Eve", 7), *unnamed = watch_as(lab, &table, "", 8);
  struct lobby_watcher *again = watch_as(lab, &table, " Eve ", 8);
  expect_watching(lab, 3, "Eve");
  stop_watching(lab, again);
  stop_watching(lab, unnamed);
  expect_watching(lab, 1, "Eve");

  /* 2. The rules of names: what cannot be seen is refused, who looks like one who sits there is numbered, also when
   * they sit down later. */
  assert_false(lobby_show_watcher(lab->lobby, &reader, span_of("E\nve"), &lab->answer));
  expect(lab, ANSWER_BAD_REQUEST);
  struct lobby_watcher *ann = watch_as(lab, &table, "ANN", 8), *bob = watch_as(lab, &table, "bob", 9);
  expect_watching(lab, 3, "bob, ANN (2), Eve");
  sit(lab, &table, ANSWER_CREATED);
  round_ends(lab);
  expect_watching(lab, 3, "bob (2), ANN (2), Eve");
  stop_watching(lab, ann);
  stop_watching(lab, bob);

  /* 3. So many names and no more. */
  struct lobby_watcher *crowd[9];
  for (int i = 0; i < 9; i++) crowd[i] = watch_as(lab, &table, (const char[]){(char)('a' + i), '\0'}, 10);
  expect_watching(lab, 10, "i, h, g, f, e, d, c, b");
  for (int i = 0; i < 9; i++) stop_watching(lab, crowd[i]);

  /* 4. Who was silenced is counted and not named: by name, by address, and all at once. */
  lobby_ask_as(lab->lobby, (struct lobby_asker){.address = 7});
  act(lab, &table, NULL, "\"type\":\"say\",\"name\":\"Eve\",\"text\":\"one\"", ANSWER_OK);
  char hush[64];
  snprintf(hush, sizeof hush, "\"type\":\"hush\",\"yes\":true,\"entry\":%d", (int)seq(lab));
  act(lab, &table, &token, hush, ANSWER_OK);
  round_ends(lab);
  struct lobby_watcher *other = watch_as(lab, &table, "Eva", 7), *gil = watch_as(lab, &table, "Gil", 9);
  expect_watching(lab, 3, "Gil");
  act(lab, &table, &token, "\"type\":\"hush\",\"yes\":true", ANSWER_OK);
  round_ends(lab);
  expect_watching(lab, 3, "");

  stop_watching(lab, other);
  stop_watching(lab, gil);
  stop_watching(lab, eve);
  lobby_unwatch(lab->lobby, &own);
  lobby_unwatch(lab->lobby, &reader);
  expect_watching(lab, 0, "");
  free_texts(&table, &token, NULL);
}

static void a_watcher_outlives_a_failure(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  int woken = 0;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  struct lobby_watcher watcher = {.wake = note_wake, .context = &woken};
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&token), &watcher, &lab->answer));
  sqlite3 *other = lock(lab);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"one\"", ANSWER_OK);
  assert_false(lobby_commit(lab->lobby));
  sqlite3_close(other);
  assert_int_equal(woken, 0);
  lab->now += LOBBY_RETRY;
  round_ends(lab);
  assert_int_equal(woken, 1);
  assert_int_equal(lobby_last(lab->lobby, &watcher), 2);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"one\"", ANSWER_OK);
  round_ends(lab);
  assert_int_equal(woken, 2);
  assert_int_equal(lobby_last(lab->lobby, &watcher), 3);
  lobby_unwatch(lab->lobby, &watcher);
  free_texts(&table, &token, NULL);
}

/* ---- Shares ---- */

/* The requests that follow come from this address of this network. */
static void ask_as(struct lab *lab, uint64_t address, uint64_t network) {
  lobby_ask_as(lab->lobby, (struct lobby_asker){.address = address, .network = network});
}

static void refuse_creation(struct lab *lab, enum answer_code code) {
  char body[512];
  lobby_create(lab->lobby, span_of(create_body(lab, open_seat, "", body, sizeof body)), &lab->answer);
  expect(lab, code);
}

/* Seats at tables that have not begun are shared out by address and network; a game that begins gives them back. */
static void one_address_holds_its_share_of_seats(void **state) {
  struct lab *lab = *state;
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
  const struct text *tokens[] = {&token, &bob};
  begin(lab, &table, tokens);
  ask_as(lab, 11, 1);
  sit(lab, &other, ANSWER_CREATED); /* the seat of the game that has begun is no longer counted */
  refuse_creation(lab, ANSWER_TOO_MANY_SEATS);
  act(lab, &other, &other_token, "\"type\":\"leave\"", ANSWER_OK);
  round_ends(lab);
  sit(lab, &other, ANSWER_CREATED);
  for (uint64_t address = 21; address < 24; address++) { /* the network has eight in all */
    struct text more, more_token;
    ask_as(lab, address, 1);
    for (int i = 0; i < 2; i++) {
      create(lab, open_seat, &more, &more_token);
      free_texts(&more, &more_token, NULL);
    }
  }
  ask_as(lab, 24, 1);
  refuse_creation(lab, ANSWER_TOO_MANY_SEATS);
  round_ends(lab);
  free_texts(&table, &token, &bob), free_texts(&other, &other_token, NULL);
}

/* So are tables: one that is over is given back, one that was begun is not. */
static void one_address_opens_its_share_of_tables(void **state) {
  struct lab *lab = *state;
  struct text table, token, other, other_token;
  lab->limits.tables_per_address = 2;
  reopen(lab);
  ask_as(lab, 11, 0);
  create(lab, open_seat, &table, &token);
  create(lab, level_1, &other, &other_token);
  const struct text *tokens[] = {&other_token, NULL};
  begin(lab, &other, tokens);
  refuse_creation(lab, ANSWER_TOO_MANY_TABLES);
  ask_as(lab, 12, 0);
  act(lab, &table, &token, "\"type\":\"leave\"", ANSWER_OK); /* the last one: it is closed */
  round_ends(lab);
  ask_as(lab, 11, 0);
  free_texts(&table, &token, NULL);
  create(lab, open_seat, &table, &token);
  refuse_creation(lab, ANSWER_TOO_MANY_TABLES);
  round_ends(lab);
  free_texts(&table, &token, NULL), free_texts(&other, &other_token, NULL);
}

/* Neither many tables of one address nor many games take the place of those that wait for people. */
static void nobody_takes_the_whole_list(void **state) {
  enum { LIST_MOST = 100, LIST_MOST_OF_ONE = 8 };
  struct lab *lab = *state;
  struct text table, token, honest;
  lab->limits.seats_per_address = lab->limits.tables_per_address = 0;
  reopen(lab);
  ask_as(lab, 21, 0);
  create(lab, open_seat, &honest, &token);
  text_free(&token);
  ask_as(lab, 22, 0);
  for (int i = 0; i < LIST_MOST + 1; i++) {
    create(lab, open_seat, &table, &token);
    free_texts(&table, &token, NULL);
  }
  assert_int_equal(listed(lab), 1 + LIST_MOST_OF_ONE);
  for (int i = 0; i < LIST_MOST + 1; i++) {
    ask_as(lab, (uint64_t)(100 + i), 0);
    create(lab, level_1, &table, &token);
    const struct text *tokens[] = {&token, NULL};
    begin(lab, &table, tokens);
    free_texts(&table, &token, NULL);
  }
  round_ends(lab);
  assert_int_equal(listed(lab), 1 + LIST_MOST_OF_ONE + LIST_MOST);
  lobby_list(lab->lobby, &lab->answer);
  assert_non_null(strstr(lab->answer.body.bytes, honest.bytes));
  text_free(&honest);
}

/* A table that this address opens, which is to be freed. */
static struct text open_as(struct lab *lab, uint64_t address, uint64_t network) {
  struct text table, token;
  ask_as(lab, address, network);
  create(lab, open_seat, &table, &token);
  text_free(&token);
  return table;
}

/* Places are dealt by turns among addresses and networks: neither very many tables of a few addresses nor those of a
 * network of many push out a table that is older or newer. */
static void a_few_addresses_push_nobody_out(void **state) {
  enum { ADDRESSES = 13, EACH = 100, OF_NETWORK = 40 };
  struct lab *lab = *state;
  struct text honest[3];
  lab->limits.seats_per_address = lab->limits.tables_per_address = 0;
  reopen(lab);
  honest[0] = open_as(lab, 21, 0);
  for (int i = 0; i < ADDRESSES * EACH; i++) {
    struct text table = open_as(lab, (uint64_t)(100 + i % ADDRESSES), 0);
    text_free(&table);
    if (i == 650) honest[1] = open_as(lab, 22, 0);
  }
  for (int i = 0; i < OF_NETWORK * 8; i++) {
    struct text table = open_as(lab, (uint64_t)(1000 + i % OF_NETWORK), 7);
    text_free(&table);
  }
  round_ends(lab);
  honest[2] = open_as(lab, 23, 0);
  round_ends(lab);
  assert_int_equal(listed(lab), 100);
  lobby_list(lab->lobby, &lab->answer);
  for (int i = 0; i < 3; i++) {
    assert_non_null(strstr(lab->answer.body.bytes, honest[i].bytes));
    text_free(&honest[i]);
  }
}

/* Sits down and leaves until it is refused: how often both were done. */
static int come_and_go(struct lab *lab, const struct text *table) {
  for (int done = 0;; done++) {
    char body[256];
    snprintf(body, sizeof body, "{\"id\":\"sit-%06d\",\"name\":\"Eve\"}", lab->ids++);
    lobby_sit(lab->lobby, span_of_text(table), span_of(""), span_of(body), &lab->answer);
    if (lab->answer.code == ANSWER_TOO_OFTEN) return done;
    expect(lab, ANSWER_CREATED);
    struct text token = told(lab, "token");
    act(lab, table, &token, "\"type\":\"leave\"", ANSWER_OK);
    text_free(&token);
    round_ends(lab);
  }
}

static void coming_and_going_is_bounded(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create(lab, open_seat, &table, &token);
  ask_as(lab, 11, 0);
  assert_int_equal(come_and_go(lab, &table), 10);
  ask_as(lab, 12, 0);
  sit(lab, &table, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  act(lab, &table, &bob, "\"type\":\"leave\"", ANSWER_OK);
  ask_as(lab, 11, 0);
  lab->now += 20 * 1000;
  assert_int_equal(come_and_go(lab, &table), 1);
  for (uint64_t address = 21; address <= 25; address++) { /* a network has four shares, however many addresses */
    ask_as(lab, address, 2);
    assert_int_equal(come_and_go(lab, &table), address < 25 ? 10 : 0);
  }
  round_ends(lab);
  free_texts(&table, &token, &bob);
}

/* Two addresses in turn cannot hold a seat against who opened the table; who sits at that person's own address can. */
static void whose_seat_is_freed_does_not_come_back(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  ask_as(lab, 10, 0);
  create(lab, open_seat, &table, &token);
  for (uint64_t squatter = 11; squatter <= 12; squatter++) {
    ask_as(lab, squatter, 0);
    sit(lab, &table, ANSWER_CREATED);
    ask_as(lab, 10, 0);
    act(lab, &table, &token, "\"type\":\"free\",\"seat\":2", ANSWER_OK);
  }
  for (uint64_t squatter = 11; squatter <= 12; squatter++) {
    ask_as(lab, squatter, 0);
    sit(lab, &table, ANSWER_NOT_NOW);
  }
  ask_as(lab, 10, 0);
  sit(lab, &table, ANSWER_CREATED);
  act(lab, &table, &token, "\"type\":\"free\",\"seat\":2", ANSWER_OK);
  sit(lab, &table, ANSWER_CREATED);
  round_ends(lab);
  free_texts(&table, &token, NULL);
}

/* One who is silenced does not talk on under another name. */
static void one_who_watches_is_silenced_by_address(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  const char *line = "\"type\":\"say\",\"name\":\"Eve\",\"text\":\"hello\"";
  const char *other = "\"type\":\"say\",\"name\":\"Zoe\",\"text\":\"hello\"";
  char hush[64];
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  ask_as(lab, 11, 0);
  act(lab, &table, NULL, line, ANSWER_OK);
  snprintf(hush, sizeof hush, "\"type\":\"hush\",\"entry\":%d,\"yes\":true", (int)seq(lab));
  ask_as(lab, 12, 0);
  act(lab, &table, &token, hush, ANSWER_OK);
  ask_as(lab, 11, 0);
  act(lab, &table, NULL, line, ANSWER_SILENT);
  act(lab, &table, NULL, other, ANSWER_SILENT);
  ask_as(lab, 13, 0);
  act(lab, &table, NULL, line, ANSWER_SILENT);
  act(lab, &table, NULL, other, ANSWER_OK);
  memcpy(strstr(hush, "true"), "false", sizeof "false");
  act(lab, &table, &token, hush, ANSWER_OK);
  ask_as(lab, 11, 0);
  act(lab, &table, NULL, line, ANSWER_OK);
  round_ends(lab);
  free_texts(&table, &token, NULL);
}

/* Whether who has no seat may watch from this address. */
static bool may_watch(struct lab *lab, const struct text *table, uint64_t address) {
  struct lobby_watcher watcher = {.wake = wake_nobody};
  assert_true(lobby_watch(lab->lobby, span_of_text(table), span_of(""), &watcher, &lab->answer));
  ask_as(lab, address, 0);
  const bool may = lobby_show_watcher(lab->lobby, &watcher, span_of("Max"), &lab->answer);
  if (!may) assert_string_equal(answer_word(lab->answer.code), "removed");
  lobby_unwatch(lab->lobby, &watcher);
  return may;
}

/* Their streams end once it is stored, and nobody without a seat comes from their address until the game is over. Who
 * reads a log once, and who holds a seat, is let be. */
static void one_who_watches_is_removed_by_address(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  char remove[96], again[96];
  int woken = 0;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  struct lobby_watcher *eve = watch_as(lab, &table, "Eve", 11), *zoe = watch_as(lab, &table, "Zoe", 12);
  struct lobby_watcher anna = {.wake = note_wake, .context = &woken}, reader = anna;
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&token), &anna, &lab->answer));
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of(""), &reader, &lab->answer));
  ask_as(lab, 11, 0);
  assert_true(lobby_show_watcher(lab->lobby, &anna, span_of(""), &lab->answer));
  act(lab, &table, NULL, "\"type\":\"say\",\"name\":\"Eve\",\"text\":\"hello\"", ANSWER_OK);
  snprintf(remove, sizeof remove, "\"type\":\"hush\",\"entry\":%d,\"yes\":true,\"remove\":true", (int)seq(lab));
  snprintf(again, sizeof again, "\"type\":\"hush\",\"entry\":%d,\"yes\":false", (int)seq(lab));
  round_ends(lab);

  /* 1. Out, and not in again. */
  act(lab, &table, &token, remove, ANSWER_OK);
  round_ends(lab);
  assert_true(eve->ends);
  assert_false(zoe->ends || anna.ends || reader.ends);
  assert_false(may_watch(lab, &table, 11));
  assert_true(may_watch(lab, &table, 12));
  ask_as(lab, 11, 0);
  sit(lab, &table, ANSWER_REMOVED);
  assert_true(lobby_show_watcher(lab->lobby, &anna, span_of("Anna"), &lab->answer));

  /* 2. Who opened the table lets them in again. */
  act(lab, &table, &token, again, ANSWER_OK);
  assert_true(may_watch(lab, &table, 11));
  act(lab, &table, &token, remove, ANSWER_OK);
  assert_false(may_watch(lab, &table, 11));

  /* 3. Nobody is removed whose line is forgotten; a game that is over is everybody's. */
  ask_as(lab, 13, 0);
  act(lab, &table, NULL, "\"type\":\"say\",\"name\":\"Max\",\"text\":\"hello\"", ANSWER_OK);
  snprintf(remove, sizeof remove, "\"type\":\"hush\",\"entry\":%d,\"yes\":true,\"remove\":true", (int)seq(lab));
  for (uint64_t address = 20; address < 22; address++) {
    ask_as(lab, address, 0);
    for (int i = 0; i < 16; i++)
      act(lab, &table, NULL, "\"type\":\"react\",\"reaction\":\"oh\",\"name\":\"Ida\"", ANSWER_OK);
  }
  act(lab, &table, &token, remove, ANSWER_NOT_NOW);
  act(lab, &table, &token, "\"type\":\"leave\"", ANSWER_OK);
  round_ends(lab);
  lab->now += (int64_t)2 * 24 * 3600 * 1000;
  round_ends(lab);
  assert_true(may_watch(lab, &table, 11));
  lobby_unwatch(lab->lobby, &anna);
  lobby_unwatch(lab->lobby, &reader);
  stop_watching(lab, eve);
  stop_watching(lab, zoe);
  free_texts(&table, &token, NULL);
}

static void watchers_do_not_talk_all_the_time(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  const char *line = "\"type\":\"say\",\"name\":\"Eve\",\"text\":\"hello\"";
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  ask_as(lab, 11, 0);
  for (int i = 0; i < 20; i++) act(lab, &table, NULL, line, ANSWER_OK);
  act(lab, &table, NULL, line, ANSWER_TOO_OFTEN);
  for (int i = 0; i < 30; i++) act(lab, &table, &token, line, ANSWER_OK);
  ask_as(lab, 12, 0);
  act(lab, &table, NULL, line, ANSWER_OK);
  round_ends(lab);
  free_texts(&table, &token, NULL);
}

/* A game that nobody follows waits, also after a restart; who comes sees it go on. */
static void computers_think_only_where_somebody_is(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create_with(lab, level_1, ",\"first\":2", &table, &token);
  const struct text *tokens[] = {&token, NULL};
  begin(lab, &table, tokens);
  reopen(lab);
  for (int i = 0; i < 3; i++) {
    lab->now += 1000;
    round_ends(lab);
    assert_int_equal(lobby_figures(lab->lobby).thinking, 0);
  }
  struct text log = log_of(lab, &table);
  assert_null(strstr(log.bytes, "\"by\":\"computer\""));
  text_free(&log);
  assert_int_equal(lobby_figures(lab->lobby).thinking, 1); /* who has asked for the log is there */
  found_turn(lab);
  round_ends(lab);
  log = log_of(lab, &table);
  assert_non_null(strstr(log.bytes, "\"by\":\"computer\""));
  free_texts(&table, &token, &log);
}

static uint64_t thinker_of(const struct lab *lab, const struct text *table) {
  return shares_thinker(lab->lobby->shares, slots_find(&lab->lobby->slots, span_of_text(table)));
}

/* Computers think for the addresses in turn, however many tables each has opened; of tables from before a start of the
 * server it is not known who did. */
static void computers_think_for_addresses_in_turn(void **state) {
  struct lab *lab = *state;
  struct text tables[3], token;
  for (int i = 0; i < 3; i++) {
    ask_as(lab, i < 2 ? 11 : 12, 0);
    create_with(lab, level_1, ",\"first\":2", &tables[i], &token);
    text_free(&token);
  }
  round_ends(lab);
  assert_true(thinker_of(lab, &tables[0]) == thinker_of(lab, &tables[1]));
  assert_true(thinker_of(lab, &tables[0]) != thinker_of(lab, &tables[2]));
  reopen(lab);
  assert_true(thinker_of(lab, &tables[0]) != thinker_of(lab, &tables[1]));
  for (int i = 0; i < 3; i++) text_free(&tables[i]);
}

/* Nobody thinks any more five minutes after somebody asked for the table last; who comes then sees the game go on. */
static void computers_stop_thinking_when_everybody_has_gone(void **state) {
  struct lab *lab = *state;
  for (int seconds = LOBBY_ATTENDED / 1000 - 60; seconds <= LOBBY_ATTENDED / 1000 + 60; seconds += 120) {
    struct text table, token, more = {0};
    text_print(&more, ",\"first\":1,\"clock\":{\"kind\":\"move\",\"seconds\":%d}", seconds);
    create_with(lab, level_1, more.bytes, &table, &token);
    const struct text *tokens[] = {&token, NULL};
    begin(lab, &table, tokens);
    act(lab, &table, &token, "\"type\":\"draw\"", ANSWER_OK);
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
    act(lab, &table, &token, "\"type\":\"leave\"", ANSWER_OK);
    round_ends(lab);
    while (lobby_figures(lab->lobby).thinking > 0) found_turn(lab), round_ends(lab);
    free_texts(&table, &token, &log), text_free(&more);
  }
}

static int count_of(const struct text *log, const char *words) {
  int count = 0;
  for (const char *at = log->bytes; (at = strstr(at, words)) != NULL; at++) count++;
  return count;
}

/* Who looks on but misses three turns in a row is not played for to the end by computers among themselves. */
static void computers_wait_for_the_only_person(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create_with(lab, level_1, ",\"first\":1,\"clock\":{\"kind\":\"move\",\"seconds\":10}", &table, &token);
  const struct text *tokens[] = {&token, NULL};
  begin(lab, &table, tokens);
  struct text log = {0};
  for (int i = 0; i < 40; i++) {
    lab->now += 5000;
    round_ends(lab);
    text_free(&log);
    log = log_of(lab, &table); /* somebody is there */
    if (lobby_figures(lab->lobby).thinking > 0) found_turn(lab);
  }
  assert_int_equal(count_of(&log, "\"by\":\"clock\""), TABLE_MOST_MISSED);
  const int drawn = count_of(&log, "\"drawn\"");
  act(lab, &table, &token, "\"type\":\"return\"", ANSWER_OK);
  lab->now += 5000;
  round_ends(lab);
  text_free(&log);
  log = log_of(lab, &table);
  assert_int_equal(count_of(&log, "\"drawn\""), drawn + 1); /* the game goes on */
  if (lobby_figures(lab->lobby).thinking > 0) found_turn(lab);
  round_ends(lab);
  free_texts(&table, &token, &log);
}

/* A game with a clock of days waits outside the memory, and goes on when a turn was missed, though nobody looks on. */
static void a_turn_of_days_that_is_missed_is_made_while_nobody_is_there(void **state) {
  struct lab *lab = *state;
  struct text table, token, bob;
  create_with(lab, open_seat, ",\"first\":1,\"clock\":{\"kind\":\"days\",\"days\":1}", &table, &token);
  round_ends(lab);
  sit(lab, &table, ANSWER_CREATED);
  bob = told(lab, "token");
  const struct text *tokens[] = {&token, &bob};
  begin(lab, &table, tokens);
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
  text_free(&bob);
  free_texts(&table, &token, &log);
}

/* When seat 1 of a table was told last that the table waits for it. */
static int64_t last_told(const struct lab *lab, const struct text *table) {
  return notices_last(lab->lobby->notices, slots_find(&lab->lobby->slots, span_of_text(table)), 1);
}

static void who_is_elsewhere_is_told_once_a_turn_and_reminded(void **state) {
  struct lab *lab = *state;
  struct text table, token, bob;
  const int64_t start = lab->now;
  lab->notices = LOBBY_ANY_NOTICES;
  reopen(lab);
  create_with(lab, open_seat, ",\"first\":1,\"clock\":{\"kind\":\"days\",\"days\":1}", &table, &token);
  round_ends(lab);
  sit(lab, &table, ANSWER_CREATED);
  bob = told(lab, "token");
  lobby_notice(lab->lobby, span_of_text(&table), span_of_text(&token),
               span_of("{\"kind\":\"push\",\"url\":\"http://127.0.0.1:1/\",\"yes\":true}"), &lab->answer);
  expect(lab, ANSWER_OK);
  const struct text *tokens[] = {&token, &bob};
  begin(lab, &table, tokens);
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
  text_free(&bob);
  free_texts(&table, &token, NULL);
}

/* A stream may be dead without the server's knowing it: the notice waits until it must have been noticed. */
static void who_seems_to_be_there_is_told_a_minute_later_if_they_are_not(void **state) {
  struct lab *lab = *state;
  struct text table, token, bob;
  const int64_t start = lab->now;
  int woken = 0;
  struct lobby_watcher watcher = {.wake = note_wake, .context = &woken};
  lab->notices = LOBBY_ANY_NOTICES;
  reopen(lab);
  create_with(lab, open_seat, ",\"first\":1,\"clock\":{\"kind\":\"days\",\"days\":1}", &table, &token);
  round_ends(lab);
  sit(lab, &table, ANSWER_CREATED);
  bob = told(lab, "token");
  lobby_notice(lab->lobby, span_of_text(&table), span_of_text(&token),
               span_of("{\"kind\":\"push\",\"url\":\"http://127.0.0.1:1/\",\"yes\":true}"), &lab->answer);
  expect(lab, ANSWER_OK);
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&token), &watcher, &lab->answer));
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
  const struct text *tokens[] = {&token, &bob};
  assert_true(lobby_watch(lab->lobby, span_of_text(&table), span_of_text(&token), &watcher, &lab->answer));
  lab->now = start + 200000;
  begin(lab, &table, tokens);
  for (int second = 5; second <= 65; second += 60) {
    lab->now = start + 200000 + second * 1000;
    round_ends(lab);
  }
  lobby_unwatch(lab->lobby, &watcher);
  lab->now = start + 300000;
  round_ends(lab);
  assert_true(last_told(lab, &table) == start + 65000);
  text_free(&bob);
  free_texts(&table, &token, NULL);
}

/* ---- time ---- */

/* No clock runs in a pause, however long it is. */
static void a_paused_game_leaves_the_memory(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create_with(lab, level_1, ",\"first\":1,\"clock\":{\"kind\":\"move\",\"seconds\":600}", &table, &token);
  round_ends(lab);
  const struct text *tokens[] = {&token, NULL};
  begin(lab, &table, tokens);
  act(lab, &table, &token, "\"type\":\"pause\"", ANSWER_OK);
  round_ends(lab);
  lab->now += HOUR;
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
  act(lab, &table, &token, "\"type\":\"resume\"", ANSWER_OK);
  round_ends(lab);
  lab->now += 3000;
  round_ends(lab); /* the tile is drawn */
  lab->now += LOBBY_IDLE + LOBBY_SWEEP;
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 1);
  free_texts(&table, &token, NULL);
}

static void quiet_tables_leave_the_memory(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 1);
  lab->now += HOUR / 2;
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"back\"", ANSWER_OK);
  assert_int_equal(seq(lab), 3);
  round_ends(lab);
  free_texts(&table, &token, NULL);
}

static void a_table_to_which_nobody_comes_is_closed(void **state) {
  struct lab *lab = *state;
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
  free_texts(&table, &token, &log);
}

/* The times of a log never go back, whatever the clock does. */
static void check_times(const struct lab *lab) {
  size_t index;
  json_int_t last = 0;
  const json_t *entry;
  json_array_foreach(json_object_get(lab->json, "entries"), index, entry) {
    const json_int_t at = json_integer_value(json_object_get(entry, "at"));
    assert_true(at >= last);
    last = at;
  }
}

/* When the last entry of the log was written. */
static int64_t last_at(struct lab *lab, const struct text *table) {
  struct text log = log_of(lab, table);
  const json_t *entries = json_object_get(lab->json, "entries");
  const json_t *last = json_array_get(entries, json_array_size(entries) - 1);
  const int64_t at = json_integer_value(json_object_get(last, "at"));
  text_free(&log);
  return at;
}

/* A log that was written by a clock of another year moves the time of its own table, and of no other. */
static void a_log_from_the_future_moves_no_other_table(void **state) {
  struct lab *lab = *state;
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
  act(lab, &wrong, &other, "\"type\":\"say\",\"text\":\"late\"", ANSWER_OK);
  act(lab, &right, &token, "\"type\":\"say\",\"text\":\"now\"", ANSWER_OK);
  round_ends(lab);
  assert_true(last_at(lab, &wrong) == future);
  assert_true(last_at(lab, &right) == now + 1000);
  lab->now += 25 * (int64_t)HOUR;
  round_ends(lab);
  assert_true(last_at(lab, &wrong) == future + 25 * (int64_t)HOUR);
  free_texts(&right, &token, NULL), free_texts(&wrong, &other, NULL);
}

/* Nor does its own time stand still while it is out of memory: nobody comes, and it is closed after a day. */
static void a_table_from_the_future_is_closed_in_time(void **state) {
  struct lab *lab = *state;
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
  free_texts(&table, &token, NULL);
}

/* A server that starts with a clock behind the log gives the turn in hand its whole time all the same. */
static void a_turn_in_hand_begins_anew_by_the_tables_own_time(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  create_with(lab, level_1, ",\"first\":1,\"clock\":{\"kind\":\"move\",\"seconds\":60}", &table, &token);
  const struct text *tokens[] = {&token, NULL};
  begin(lab, &table, tokens);
  lab->now += 4000;
  round_ends(lab); /* the tile is drawn */
  lab->now += 50000;
  act(lab, &table, &token, "\"type\":\"say\",\"text\":\"hm\"", ANSWER_OK);
  round_ends(lab);
  lab->now -= HOUR;
  reopen(lab);
  round_ends(lab);
  lab->now += 59999;
  round_ends(lab);
  struct text log = log_of(lab, &table);
  assert_null(strstr(log.bytes, "\"why\":\"clock\""));
  text_free(&log);
  lab->now += 1;
  round_ends(lab);
  log = log_of(lab, &table);
  assert_non_null(strstr(log.bytes, "\"why\":\"clock\""));
  free_texts(&table, &token, &log);
}

/* A start with a clock that is a year ahead: whoever comes within a day finds his table. */
static void a_wrong_clock_at_the_start_closes_nothing(void **state) {
  struct lab *lab = *state;
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
  free_texts(&table, &token, NULL);
}

static void the_clock_may_jump(void **state) {
  struct lab *lab = *state;
  struct text table, token;
  struct bot_game game = {0};
  create(lab, open_seat, &table, &token);
  sit(lab, &table, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  const struct text *tokens[] = {&token, &bob};
  for (int i = 0; i < 12; i++) {
    lab->now += i % 3 == 0 ? -2 * (int64_t)HOUR : i % 3 == 1 ? 3 * (int64_t)HOUR : 0;
    play(lab, &table, tokens, &game, 2);
    if (i % 4 == 3) reopen(lab);
  }
  lab->now -= 100 * 24 * (int64_t)HOUR;
  reopen(lab);
  play(lab, &table, tokens, &game, 2);
  struct text log = log_of(lab, &table);
  check_times(lab);
  assert_false(game.over);
  bot_game_free(&game);
  free_texts(&table, &token, &bob);
  text_free(&log);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(a_database_that_was_removed_stores_nothing),
      TEST(a_finished_table_leaves_the_memory),
      TEST(tables_in_memory_have_a_bound),
      TEST(a_damaged_table_is_refused_alone),
      TEST(a_table_is_told_once_it_is_stored),
      TEST(a_create_that_comes_again_gets_the_same_answer),
      TEST(a_sit_that_comes_again_gets_the_same_answer),
      TEST(somebody_elses_id_gives_no_seat),
      TEST(tokens_open_their_own_seat_only),
      TEST(who_leaves_before_the_start_loses_his_token),
      TEST(who_has_left_is_not_seated_again),
      TEST(a_refusal_waits_for_what_it_rests_on),
      TEST(recovery_renews_the_token),
      TEST(no_more_tables_than_allowed),
      TEST(the_list_has_public_tables),
      TEST(the_list_looks_at_listed_tables_alone),
      TEST(nobody_takes_the_whole_list),
      TEST(a_few_addresses_push_nobody_out),
      TEST(finished_tables_are_kept_for_so_long),
      TEST(abandoned_tables_are_archived_and_removed),
      TEST(what_cannot_be_archived_stays),
      TEST(a_table_that_is_asked_for_in_vain_is_forgotten),
      TEST(without_the_wish_nothing_is_removed),
      TEST(a_full_database_takes_no_table_but_games_go_on),
      TEST(one_address_holds_its_share_of_seats),
      TEST(one_address_opens_its_share_of_tables),
      TEST(coming_and_going_is_bounded),
      TEST(computers_think_only_where_somebody_is),
      TEST(computers_think_for_addresses_in_turn),
      TEST(computers_stop_thinking_when_everybody_has_gone),
      TEST(watchers_do_not_talk_all_the_time),
      TEST(whose_seat_is_freed_does_not_come_back),
      TEST(one_who_watches_is_silenced_by_address),
      TEST(one_who_watches_is_removed_by_address),
      TEST(a_game_of_two_is_played_and_rebuilt),
      TEST(a_game_against_the_computer),
      TEST(an_id_belongs_to_one_body_after_a_restart),
      TEST(an_action_that_comes_again_changes_nothing),
      TEST(a_rematch_has_a_seat_for_who_asked),
      TEST(seats_of_a_rematch_are_kept_for_who_played),
      TEST(a_stolen_database_gives_no_seat),
      TEST(after_a_restart_what_is_due_comes_first),
      TEST(after_a_restart_each_table_is_looked_at),
      TEST(after_a_restart_games_come_before_tables_that_wait),
      TEST(a_large_log_is_read_in_pieces),
      TEST(a_large_log_that_is_broken_is_refused),
      TEST(a_wrong_token_reads_no_log),
      TEST(what_is_not_stored_never_was),
      TEST(a_computer_goes_on_after_a_failure),
      TEST(watchers_hear_what_is_stored),
      TEST(watchers_hear_who_is_away),
      TEST(a_log_is_told_in_parts),
      TEST(the_list_tells_who_watches),
      TEST(the_watch_of_a_seat_that_is_taken_over_ends),
      TEST(a_watcher_outlives_a_failure),
      TEST(computers_wait_for_the_only_person),
      TEST(a_turn_of_days_that_is_missed_is_made_while_nobody_is_there),
      TEST(who_is_elsewhere_is_told_once_a_turn_and_reminded),
      TEST(who_seems_to_be_there_is_told_a_minute_later_if_they_are_not),
      TEST(a_paused_game_leaves_the_memory),
      TEST(quiet_tables_leave_the_memory),
      TEST(a_table_to_which_nobody_comes_is_closed),
      TEST(a_log_from_the_future_moves_no_other_table),
      TEST(a_table_from_the_future_is_closed_in_time),
      TEST(a_turn_in_hand_begins_anew_by_the_tables_own_time),
      TEST(a_wrong_clock_at_the_start_closes_nothing),
      TEST(the_clock_may_jump),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
