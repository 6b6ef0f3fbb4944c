/* What stays in memory and in the database, for how long, and what is read first after a restart. */
#include "lobby/lab.h"

#include <sys/stat.h>
#include <unistd.h>

#include "notation/record.h"

/* Nothing is acknowledged that the next start would not find, and why is told without anybody's asking. */
IN_A_LAB(a_database_that_was_removed_stores_nothing) {
  static const char *const ends[] = {"", "-wal"};
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
    act(lab, &table, &token, "'type':'say','text':'lost'", ANSWER_OK);
    assert_true(lab->answer.waits);
    assert_false(lobby_commit(lab->lobby));
    assert_int_equal(rename(aside, place), 0);
    lab->now += 2000;
    act(lab, &table, &token, "'type':'say','text':'kept'", ANSWER_OK);
    round_ends(lab);
    assert_true(lobby_stores(lab->lobby));
  }
}

/* What was asked of a table that is over is answered, and it leaves the memory, unless somebody watches it. Each
 * request pays for its reading. */
IN_A_LAB(a_finished_table_leaves_the_memory) {
  struct lobby_watcher watcher = {.wake = wake_nobody};
  struct text table, token;
  create(lab, open_seat, &table, &token);
  act(lab, &table, &token, "'type':'leave'", ANSWER_OK);
  round_ends(lab);
  assert_int_equal(lobby_take_cost(lab->lobby), 0);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
  for (int i = 0; i < 2; i++) {
    log_of(lab, &table);
    assert_true(lobby_take_cost(lab->lobby) > 500);
    round_ends(lab);
    assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
    assert_int_equal(lobby_figures(lab->lobby).memory, 0);
  }
  watch(lab, &table, NULL, &watcher);
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 1);
  lobby_unwatch(lab->lobby, &watcher);
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
}

/* Beyond the bound the tables leave that were idle for longest; a watched one stays. */
IN_A_LAB(tables_in_memory_have_a_bound) {
  enum { MANY = 30 };
  struct lobby_watcher watcher = {.wake = wake_nobody};
  struct text tables[MANY], tokens[MANY];
  lab->most_memory = 40000;
  reopen(lab);
  for (int i = 0; i < MANY; i++) {
    create(lab, open_seat, &tables[i], &tokens[i]);
    if (i == 0) round_ends(lab);
    if (i == 0) watch(lab, &tables[0], NULL, &watcher);
    lab->now += 10;
    round_ends(lab);
    assert_true(lobby_figures(lab->lobby).memory <= 40000);
  }
  const size_t held = lobby_figures(lab->lobby).in_memory;
  assert_in_range(held, 3, MANY - 3);
  assert_int_equal(lobby_take_cost(lab->lobby), 0);
  act(lab, &tables[0], &tokens[0], "'type':'say','text':'here'", ANSWER_OK);
  act(lab, &tables[MANY - 1], &tokens[MANY - 1], "'type':'say','text':'here'", ANSWER_OK);
  assert_int_equal(lobby_take_cost(lab->lobby), 0);
  act(lab, &tables[1], &tokens[1], "'type':'say','text':'again'", ANSWER_OK);
  assert_true(lobby_take_cost(lab->lobby) > 0);
  lobby_unwatch(lab->lobby, &watcher);
  round_ends(lab);
}

/* A seat that the table does not have, held by somebody: it is refused, and the other table is there. */
IN_A_LAB(a_damaged_table_is_refused_alone) {
  struct text table, token, other, other_token;
  create(lab, open_seat, &table, &token);
  create(lab, open_seat, &other, &other_token);
  round_ends(lab);
  lobby_close(lab->lobby);
  execute(lab, "UPDATE seats SET seat = 5 WHERE number = 1");
  open_tables(lab);
  round_ends(lab);
  for (int i = 0; i < 2; i++) {
    act(lab, &table, &token, "'type':'say','text':'hello'", ANSWER_NOT_STORED);
    act(lab, &other, &other_token, "'type':'say','text':'hello'", ANSWER_OK);
    lab->now += HOUR;
    round_ends(lab);
  }
  const struct lobby_damage *damage = lobby_take_damage(lab->lobby);
  assert_non_null(damage);
  assert_int_equal(damage->number, 1);
  assert_null(lobby_take_damage(lab->lobby));
}

/* Ratings stop at a game that cannot be rated. Why is known once, and again if they have gone on meanwhile. */
IN_A_LAB(why_ratings_stop_is_known_once) {
  execute(lab, "INSERT INTO games (number, id, ended, rules, variant, speed, flags)"
               " VALUES (7, 'AAAA', 1, 'chess', '', 1, 1), (8, 'BBBB', 2, 'classic', '', 1, 1)");
  execute(lab, "INSERT INTO results (game, seat, player, name, side, level, points, place, flags)"
               " SELECT number, 1, 100, 'x', 0, 0, 9, 1, 0 FROM games UNION"
               " SELECT number, 2, 0, 'y', 1, 4, 8, 2, 0 FROM games");
  pass_minutes(lab, 1);
  assert_string_equal(lobby_take_rating_fault(lab->lobby), "game 7: expected the rules star-wars or classic");
  assert_null(lobby_take_rating_fault(lab->lobby));
  pass_minutes(lab, 1);
  assert_null(lobby_take_rating_fault(lab->lobby));
  execute(lab, "UPDATE games SET rules = 'classic'; UPDATE results SET level = 90 WHERE game = 8 AND seat = 2");
  pass_minutes(lab, 1);
  assert_null(lobby_take_rating_fault(lab->lobby)); /* game 7 is rated */
  assert_int_equal(rows(lab, "SELECT count(*) FROM ratings"), 1);
  round_ends(lab);
  assert_non_null(strstr(lobby_take_rating_fault(lab->lobby), "game 8: seat 2: expected a player"));
}

/* Creates a table and leaves it, which ends it; its id is to be freed. */
static struct text ended_table(struct lab *lab) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  act(lab, &table, &token, "'type':'leave'", ANSWER_OK);
  round_ends(lab);
  return table;
}

IN_A_LAB(finished_tables_are_kept_for_so_long) {
  struct text waiting, token;
  lab->keep = (int64_t)30 * 24 * HOUR;
  reopen(lab);
  struct text old = ended_table(lab);
  for (int i = 0; i < KEEPING_REMOVE; i++) {
    ended_table(lab);
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
  log_of(lab, &old);
  pass_minutes(lab, 1);
  assert_int_equal(lobby_figures(lab->lobby).removed, KEEPING_REMOVE);

  /* 2. Then all of it, a few at a time; what is younger and what is not over stays. */
  pass_minutes(lab, 10);
  assert_int_equal(lobby_figures(lab->lobby).removed, KEEPING_REMOVE + 1);
  expect_no_log(lab, &old);
  assert_int_equal(rows(lab, "SELECT count(*) FROM tables"), 2);
  assert_int_equal(rows(lab, "SELECT count(DISTINCT number) FROM entries"), 2);
  assert_int_equal(rows(lab, "SELECT count(*) FROM seats WHERE number NOT IN (SELECT number FROM tables)"), 0);
  log_of(lab, &young);
  log_of(lab, &waiting);
}

/* Days go by, of which the server has a round now and then. */
static void pass_days(struct lab *lab, int days) {
  for (int i = 0; i < days * 24; i++) {
    lab->now += HOUR;
    round_ends(lab);
  }
}

/* What the archive has of a table; it is empty: nothing. */
static struct text archived(struct lab *lab, const struct text *table) {
  char name[192], bytes[16384];
  struct text record = {0};
  snprintf(name, sizeof name, "%s/%s.txt", lab->archive, table->bytes);
  FILE *file = fopen(name, "r");
  if (file == NULL) return record;
  text_add(&record, bytes, fread(bytes, 1, sizeof bytes, file));
  fclose(file);
  unlink(name);
  return keep(lab, record);
}

/* A table at which two sit and play, and another one that waits for somebody. */
static void two_tables(struct lab *lab, struct text *playing, struct text *waiting) {
  struct text token, other;
  create(lab, open_seat, playing, &token);
  sit(lab, playing, ANSWER_CREATED);
  struct text bob = told(lab, "token");
  begin(lab, playing, &token, &bob);
  create(lab, open_seat, waiting, &other);
  round_ends(lab);
}

/* Where nobody comes any more a table is closed, and then it is over and goes as any other; the record of a game that
 * had begun is in the archive by then. */
IN_A_LAB(abandoned_tables_are_archived_and_removed) {
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
  struct record_source source = record_source_of(text_span(&text));
  assert_int_equal(record_read(&source, &record, &fault), 1);
  assert_non_null(strstr(text.bytes, playing.bytes));
  record_free(&record);
  assert_int_equal(rmdir(lab->archive), 0);
}

/* What cannot be written to the archive stays, and goes when it can be. */
IN_A_LAB(what_cannot_be_archived_stays) {
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

  /* A server whose archive is not there does not start. */
  const struct lobby_settings settings = {
      .path = lab->path, .key_path = lab->key_path, .keep = HOUR, .archive = lab->archive};
  struct fault fault = {0};
  assert_int_equal(rmdir(lab->archive), 0);
  assert_null(lobby_open(&settings, &fault));
  assert_non_null(strstr(fault.text, "archive: "));
}

/* Who has no seat at a table that is over, and asks what it waits for, keeps it neither in memory nor in the database.
 */
IN_A_LAB(a_table_that_is_asked_for_in_vain_is_forgotten) {
  struct text old = ended_table(lab);
  lab->keep = HOUR;
  lab->now += HOUR;
  reopen(lab);
  pass_minutes(lab, 59);
  ask_turns(lab, &old, "none");
  expect(lab, ANSWER_OK);
  assert_int_equal(lab->lobby->slots.count, 1);
  pass_minutes(lab, 2);
  assert_int_equal(lab->lobby->slots.count, 0);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
  assert_int_equal(lobby_figures(lab->lobby).removed, 1);
}

IN_A_LAB(without_the_wish_nothing_is_removed) {
  struct text old = ended_table(lab);
  lab->now += (int64_t)1000 * 24 * HOUR;
  pass_minutes(lab, 5);
  log_of(lab, &old);
  assert_int_equal(lobby_figures(lab->lobby).removed, 0);
}

IN_A_LAB(a_full_database_takes_no_table_but_games_go_on) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  lab->most_bytes = lobby_bytes(lab->lobby) + 20000;
  reopen(lab);
  assert_false(lobby_is_full(lab->lobby));
  for (int i = 0; !lobby_is_full(lab->lobby); i++) {
    ended_table(lab);
    assert_true(i < 1000);
  }
  const char *body = create_body(lab, open_seat, "");
  create_again(lab, body, ANSWER_FULL);
  assert_string_equal(json_string_value(json_object_get(lab->json, "error")), "full");
  act(lab, &table, &token, "'type':'say','text':'still here'", ANSWER_OK);
  sit(lab, &table, ANSWER_CREATED);
  round_ends(lab);

  /* What is kept no longer makes room. */
  lab->keep = HOUR;
  reopen(lab);
  pass_minutes(lab, 120);
  assert_false(lobby_is_full(lab->lobby));
  create_again(lab, body, ANSWER_CREATED);
  round_ends(lab);
}

/* Of games with a clock the one whose time runs out first is taken up first, also if it is the oldest, and something
 * happened elsewhere since. */
IN_A_LAB(after_a_restart_what_is_due_comes_first) {
  struct text tables[LOBBY_LOADS + 1], tokens[LOBBY_LOADS + 1];
  for (int i = 0; i <= LOBBY_LOADS; i++) {
    char more[64];
    snprintf(more, sizeof more, ",'first':1,'clock':{'kind':'move','seconds':%d}", i == 0 ? 100 : 600 + i);
    create_with(lab, level_1, more, &tables[i], &tokens[i]);
    round_ends(lab);
    begin(lab, &tables[i], &tokens[i], NULL);
  }
  lab->now += TABLE_LOOK_MS; /* the tiles are drawn */
  round_ends(lab);
  for (int i = 1; i <= LOBBY_LOADS; i++) act(lab, &tables[i], &tokens[i], "'type':'say','text':'my turn'", ANSWER_OK);
  round_ends(lab);
  reopen(lab);
  lobby_tick(lab->lobby);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, LOBBY_LOADS);
  for (int i = 0; i <= LOBBY_LOADS; i++) {
    const bool loaded = slots_find(&lab->lobby->slots, text_span(&tables[i]))->table != NULL;
    assert_int_equal(loaded, i < LOBBY_LOADS);
  }
}

/* A machine whose date was wrong may have stored any number. */
IN_A_LAB(after_a_restart_each_table_is_looked_at) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  lobby_close(lab->lobby);
  execute(lab, "UPDATE tables SET due = -1000");
  open_tables(lab);
  round_ends(lab);
  assert_true(lobby_figures(lab->lobby).read > 0);
}

/* One round takes only some of many tables into memory. */
IN_A_LAB(after_a_restart_games_come_before_tables_that_wait) {
  struct text tables[2], tokens[2];
  for (int i = 0; i < 4 * LOBBY_LOADS; i++) {
    struct text table, token;
    create(lab, open_seat, &table, &token);
  }
  /* The persons begin, and their tiles are to be drawn: a game that waits for a computer leaves the memory again. */
  for (int i = 0; i < 2; i++) create_with(lab, level_1, ",'first':1", &tables[i], &tokens[i]);
  round_ends(lab);
  for (int i = 0; i < 2; i++) {
    begin(lab, &tables[i], &tokens[i], NULL);
  }
  round_ends(lab);
  reopen(lab);
  lobby_tick(lab->lobby);
  for (int i = 0; i < 2; i++) {
    assert_non_null(slots_find(&lab->lobby->slots, text_span(&tables[i]))->table);
  }
  round_ends(lab);
}

/* No clock runs in a pause, however long it is. */
IN_A_LAB(a_paused_game_leaves_the_memory) {
  struct text table, token;
  create_with(lab, level_1, ",'first':1,'clock':{'kind':'move','seconds':600}", &table, &token);
  round_ends(lab);
  begin(lab, &table, &token, NULL);
  act(lab, &table, &token, "'type':'pause'", ANSWER_OK);
  round_ends(lab);
  lab->now += HOUR;
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
  act(lab, &table, &token, "'type':'resume'", ANSWER_OK);
  round_ends(lab);
  lab->now += 3000;
  round_ends(lab); /* the tile is drawn */
  lab->now += LOBBY_IDLE + LOBBY_SWEEP;
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 1);
}

IN_A_LAB(quiet_tables_leave_the_memory) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 1);
  lab->now += HOUR / 2;
  round_ends(lab);
  assert_int_equal(lobby_figures(lab->lobby).in_memory, 0);
  act(lab, &table, &token, "'type':'say','text':'back'", ANSWER_OK);
  assert_int_equal(seq(lab), 3);
  round_ends(lab);
}

RUN_TESTS(NULL, NULL)
