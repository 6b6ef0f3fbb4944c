/* Watchers of a table: what they hear, what others hear of them, and silencing and removing them. */
#define _GNU_SOURCE
#include "lobby/lab.h"

IN_A_LAB(watchers_hear_what_is_stored) {
  struct text table, token;
  int woken = 0;
  create(lab, open_seat, &table, &token);
  struct lobby_watcher watcher = {.wake = note_wake, .context = &woken};
  assert_false(lobby_watch(lab->lobby, text_span(&table), text_span(&token), &watcher, &lab->answer));
  expect(lab, ANSWER_NO_TABLE);
  round_ends(lab);
  watch(lab, &table, &token, &watcher);
  assert_int_equal(lobby_last(lab->lobby, &watcher), 2);
  act(lab, &table, &token, "'type':'say','text':'one'", ANSWER_OK);
  assert_int_equal(lobby_last(lab->lobby, &watcher), 2);
  assert_int_equal(woken, 0);
  round_ends(lab);
  assert_int_equal(woken, 1);
  assert_int_equal(lobby_last(lab->lobby, &watcher), 3);
  const struct span entry = lobby_entry(lab->lobby, &watcher, 3);
  assert_non_null(memmem(entry.bytes, entry.length, "\"said\"", 6));
  lobby_unwatch(lab->lobby, &watcher);
  struct text wrong = text_of(lab, "wrong");
  assert_false(lobby_watch(lab->lobby, text_span(&table), text_span(&wrong), &watcher, &lab->answer));
  expect(lab, ANSWER_WRONG_TOKEN);
}

/* A player opens a table and watches it. */
static void watch_own(struct lab *lab, struct text *table, struct text *token, struct lobby_watcher *watcher) {
  create(lab, open_seat, table, token);
  round_ends(lab);
  watch(lab, table, token, watcher);
}

/* Only the presence of players is recorded. */
IN_A_LAB(the_streams_of_guests_store_nothing) {
  struct text table, token;
  int woken = 0;
  struct lobby_watcher watcher = {.wake = note_wake, .context = &woken};
  watch_own(lab, &table, &token, &watcher);
  round_ends(lab);
  const uint64_t commits = lobby_figures(lab->lobby).commits;
  pass_minutes(lab, 5);
  assert_int_equal(lobby_figures(lab->lobby).commits, commits);
  lobby_unwatch(lab->lobby, &watcher);
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

/* An absence is reported after three seconds, and a return at once, to the streams that asked for it. */
IN_A_LAB(watchers_hear_who_is_away) {
  struct text table, token, bob;
  int heard = 0, unasked = 0;
  create_for_two(lab, "", &table, &token, &bob);
  round_ends(lab);
  struct lobby_watcher anna = {.wake = note_wake, .context = &heard, .minds_away = true},
                       ben = {.wake = note_wake, .context = &unasked};
  watch(lab, &table, &token, &anna);
  watch(lab, &table, &bob, &ben);
  time_passes(lab, 10000);
  expect_away(lab, &anna, "[]");

  /* 1. A stream that is made anew within three seconds is no absence. */
  lobby_unwatch(lab->lobby, &ben);
  time_passes(lab, 2999);
  expect_away(lab, &anna, "[]");
  watch(lab, &table, &bob, &ben);
  time_passes(lab, 10000);
  assert_int_equal(heard, 0);

  /* 2. An absent guest without a seal loses the seat at a full table a minute after it was full. */
  lobby_unwatch(lab->lobby, &ben);
  assert_true(lobby_wait(lab->lobby) <= 3000);
  time_passes(lab, 3000);
  assert_int_equal(heard, 1);
  expect_away(lab, &anna, "[{\"seat\":2,\"since\":1700000022999,\"until\":1700000060000}]");
  time_passes(lab, 1000);
  assert_int_equal(heard, 1);

  /* 3. A person who comes back is there at once. */
  watch(lab, &table, &bob, &ben);
  assert_int_equal(heard, 2);
  expect_away(lab, &anna, "[]");
  assert_int_equal(unasked, 0);
  lobby_unwatch(lab->lobby, &ben);
  lobby_unwatch(lab->lobby, &anna);
}

IN_A_LAB(a_log_is_told_in_parts) {
  static const size_t parts[] = {1, 2, 7, 63};
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  act(lab, &table, &token, "'type':'say','text':'one'", ANSWER_OK);
  act(lab, &table, &token, "'type':'say','text':'two'", ANSWER_OK);
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
    }
  }

  /* 2. What is added while it is read does not belong to it. */
  struct lobby_watcher watcher = {.wake = wake_nobody};
  struct lobby_log log = {0};
  char bytes[4096];
  watch(lab, &table, NULL, &watcher);
  assert_true(lobby_log_begin(lab->lobby, &watcher, 0, &log));
  act(lab, &table, &token, "'type':'say','text':'three'", ANSWER_OK);
  round_ends(lab);
  const size_t length = lobby_log_read(lab->lobby, &watcher, &log, bytes, sizeof bytes);
  assert_int_equal(length, log.length);
  assert_null(memmem(bytes, length, "three", 5));
  lobby_log_end(&log);
  lobby_unwatch(lab->lobby, &watcher);
}

IN_A_LAB(the_watch_of_a_seat_that_is_taken_over_ends) {
  struct text table, token;
  int woken = 0;
  create(lab, open_seat, &table, &token);
  struct text recovery = told(lab, "recovery");
  round_ends(lab);
  struct lobby_watcher old = {.wake = note_wake, .context = &woken}, other = old, fresh = old;
  watch(lab, &table, &token, &old);
  watch(lab, &table, NULL, &other);
  recover(lab, &table, "recover-1", recovery.bytes, ANSWER_OK);
  struct text renewed = told(lab, "token");
  assert_int_equal(woken, 0);
  round_ends(lab);
  assert_int_equal(woken, 1);
  assert_true(old.ends);
  assert_false(other.ends);
  watch(lab, &table, &renewed, &fresh);
  assert_false(fresh.ends);
  lobby_unwatch(lab->lobby, &old);
  lobby_unwatch(lab->lobby, &other);
  lobby_unwatch(lab->lobby, &fresh);
}

/* Begins to watch without a seat, under a name, from an address. */
static struct lobby_watcher *watch_as(struct lab *lab, const struct text *table, const char *name, uint64_t address) {
  static int woken;
  struct lobby_watcher *watcher = memory_zeroed(sizeof *watcher);
  watcher->wake = note_wake;
  watcher->context = &woken;
  watch(lab, table, NULL, watcher);
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

IN_A_LAB(the_list_tells_who_watches) {
  struct text table, token;
  int woken = 0;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  expect_watching(lab, 0, "");

  /* 1. Holders and readers of the log are not counted. A watcher without a name is counted; a name is listed once. */
  struct lobby_watcher own = {.wake = note_wake, .context = &woken}, reader = own;
  watch(lab, &table, &token, &own);
  assert_true(lobby_show_watcher(lab->lobby, &own, span_of("Ann"), &lab->answer));
  watch(lab, &table, NULL, &reader);
  expect_watching(lab, 0, "");
  struct lobby_watcher *eve = watch_as(lab, &table, "Eve", 7), *unnamed = watch_as(lab, &table, "", 8);
  struct lobby_watcher *again = watch_as(lab, &table, " Eve ", 8);
  expect_watching(lab, 3, "Eve");
  stop_watching(lab, again);
  stop_watching(lab, unnamed);
  expect_watching(lab, 1, "Eve");

  /* 2. The rules of names: an invisible name is refused; a name that looks like a holder's gets a number, also
   * when the holder sits down later. */
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

  /* 4. A silenced watcher is counted and not named: by name, by address, and all at once. */
  lobby_ask_as(lab->lobby, (struct lobby_asker){.address = 7});
  act(lab, &table, NULL, "'type':'say','name':'Eve','text':'one'", ANSWER_OK);
  char silence[64];
  snprintf(silence, sizeof silence, "'type':'silence','yes':true,'entry':%d", (int)seq(lab));
  act(lab, &table, &token, silence, ANSWER_OK);
  round_ends(lab);
  struct lobby_watcher *other = watch_as(lab, &table, "Eva", 7), *gil = watch_as(lab, &table, "Gil", 9);
  expect_watching(lab, 3, "Gil");
  act(lab, &table, &token, "'type':'silence','yes':true", ANSWER_OK);
  round_ends(lab);
  expect_watching(lab, 3, "");

  stop_watching(lab, other);
  stop_watching(lab, gil);
  stop_watching(lab, eve);
  lobby_unwatch(lab->lobby, &own);
  lobby_unwatch(lab->lobby, &reader);
  expect_watching(lab, 0, "");
}

IN_A_LAB(a_watcher_outlives_a_failure) {
  struct text table, token;
  int woken = 0;
  struct lobby_watcher watcher = {.wake = note_wake, .context = &woken};
  watch_own(lab, &table, &token, &watcher);
  sqlite3 *other = lock(lab);
  act(lab, &table, &token, "'type':'say','text':'one'", ANSWER_OK);
  assert_false(lobby_commit(lab->lobby));
  sqlite3_close(other);
  assert_int_equal(woken, 0);
  lab->now += LOBBY_RETRY;
  round_ends(lab);
  assert_int_equal(woken, 1);
  assert_int_equal(lobby_last(lab->lobby, &watcher), 2);
  act(lab, &table, &token, "'type':'say','text':'one'", ANSWER_OK);
  round_ends(lab);
  assert_int_equal(woken, 2);
  assert_int_equal(lobby_last(lab->lobby, &watcher), 3);
  lobby_unwatch(lab->lobby, &watcher);
}

/* One who is silenced does not talk on under another name. */
IN_A_LAB(one_who_watches_is_silenced_by_address) {
  struct text table, token;
  const char *line = "'type':'say','name':'Eve','text':'hello'";
  const char *other = "'type':'say','name':'Zoe','text':'hello'";
  char silence[64];
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  ask_as(lab, 11, 0);
  act(lab, &table, NULL, line, ANSWER_OK);
  snprintf(silence, sizeof silence, "'type':'silence','entry':%d,'yes':true", (int)seq(lab));
  ask_as(lab, 12, 0);
  act(lab, &table, &token, silence, ANSWER_OK);
  ask_as(lab, 11, 0);
  act(lab, &table, NULL, line, ANSWER_SILENT);
  act(lab, &table, NULL, other, ANSWER_SILENT);
  ask_as(lab, 13, 0);
  act(lab, &table, NULL, line, ANSWER_SILENT);
  act(lab, &table, NULL, other, ANSWER_OK);
  memcpy(strstr(silence, "true"), "false", sizeof "false");
  act(lab, &table, &token, silence, ANSWER_OK);
  ask_as(lab, 11, 0);
  act(lab, &table, NULL, line, ANSWER_OK);
  round_ends(lab);
}

/* Whether who has no seat may watch from this address. */
static bool may_watch(struct lab *lab, const struct text *table, uint64_t address) {
  struct lobby_watcher watcher = {.wake = wake_nobody};
  watch(lab, table, NULL, &watcher);
  ask_as(lab, address, 0);
  const bool may = lobby_show_watcher(lab->lobby, &watcher, span_of("Max"), &lab->answer);
  if (!may) assert_string_equal(answer_word(lab->answer.code), "removed");
  lobby_unwatch(lab->lobby, &watcher);
  return may;
}

/* Their streams end once it is stored, and nobody without a seat comes from their address until the game is over.
 * Readers of the log and holders of seats are not affected. */
IN_A_LAB(one_who_watches_is_removed_by_address) {
  struct text table, token;
  char remove[96], again[96];
  int woken = 0;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  struct lobby_watcher *eve = watch_as(lab, &table, "Eve", 11), *zoe = watch_as(lab, &table, "Zoe", 12);
  struct lobby_watcher anna = {.wake = note_wake, .context = &woken}, reader = anna;
  watch(lab, &table, &token, &anna);
  watch(lab, &table, NULL, &reader);
  ask_as(lab, 11, 0);
  assert_true(lobby_show_watcher(lab->lobby, &anna, span_of(""), &lab->answer));
  act(lab, &table, NULL, "'type':'say','name':'Eve','text':'hello'", ANSWER_OK);
  snprintf(remove, sizeof remove, "'type':'silence','entry':%d,'yes':true,'remove':true", (int)seq(lab));
  snprintf(again, sizeof again, "'type':'silence','entry':%d,'yes':false", (int)seq(lab));
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

  /* 2. The opener lets them in again. */
  act(lab, &table, &token, again, ANSWER_OK);
  assert_true(may_watch(lab, &table, 11));
  act(lab, &table, &token, remove, ANSWER_OK);
  assert_false(may_watch(lab, &table, 11));

  /* 3. Nobody is removed whose line is forgotten; a game that is over is everybody's. */
  ask_as(lab, 13, 0);
  act(lab, &table, NULL, "'type':'say','name':'Max','text':'hello'", ANSWER_OK);
  snprintf(remove, sizeof remove, "'type':'silence','entry':%d,'yes':true,'remove':true", (int)seq(lab));
  for (uint64_t address = 20; address < 22; address++) {
    ask_as(lab, address, 0);
    for (int i = 0; i < 16; i++) act(lab, &table, NULL, "'type':'react','reaction':'oh','name':'Ida'", ANSWER_OK);
  }
  act(lab, &table, &token, remove, ANSWER_NOT_NOW);
  act(lab, &table, &token, "'type':'leave'", ANSWER_OK);
  round_ends(lab);
  lab->now += (int64_t)2 * 24 * 3600 * 1000;
  round_ends(lab);
  assert_true(may_watch(lab, &table, 11));
  lobby_unwatch(lab->lobby, &anna);
  lobby_unwatch(lab->lobby, &reader);
  stop_watching(lab, eve);
  stop_watching(lab, zoe);
}

IN_A_LAB(watchers_do_not_talk_all_the_time) {
  struct text table, token;
  const char *line = "'type':'say','name':'Eve','text':'hello'";
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  ask_as(lab, 11, 0);
  for (int i = 0; i < 20; i++) act(lab, &table, NULL, line, ANSWER_OK);
  act(lab, &table, NULL, line, ANSWER_TOO_OFTEN);
  for (int i = 0; i < 30; i++) act(lab, &table, &token, line, ANSWER_OK);
  ask_as(lab, 12, 0);
  act(lab, &table, NULL, line, ANSWER_OK);
  round_ends(lab);
}

RUN_TESTS(NULL, NULL)
