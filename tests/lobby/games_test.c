/*
 * Games that are played, begin anew and are rebuilt from their logs, large ones too; and what a round that is not
 * stored leaves of them.
 */
#include "lobby/lab.h"

#include <poll.h>

#include "cli/bot.h"
#include "notation/move.h"

/* The members of a move: the first placement and no meeple. */
static struct text first_move(const struct bot_game *game) {
  const tess_game *position = game->history->game;
  tess_game *scratch = memory_new(tess_game_size());
  struct text members = {0};
  const struct move move = turn_move(position, tess_game_placement_at(position, 0), (tess_decision){0}, scratch);
  text_print(&members, "'type':'move','at':%d,'move':'", game->count);
  move_write(&move, game->history->set->set, &members);
  text_add_char(&members, '\'');
  free(scratch);
  return members;
}

/* The game as the log tells it. */
static void follow(struct lab *lab, const struct text *table, struct bot_game *game) {
  struct fault fault;
  struct text log = log_of(lab, table);
  if (!bot_game_line(game, text_span(&log), &fault)) fail_msg("%s", fault.text);
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
  if (game->seq == 0) begin(lab, table, tokens[0], tokens[1]);
  follow(lab, table, game);
  while (!game->over && turns > 0) {
    const int seat = bot_game_is_turn(game, 1) ? 1 : 2;
    if (tokens[seat - 1] == NULL || !bot_game_is_turn(game, seat)) {
      await_change(lab, table, game);
      continue;
    }
    struct text members = first_move(game);
    act(lab, table, tokens[seat - 1], keep(lab, members).bytes, ANSWER_OK);
    turns--;
    round_ends(lab);
    follow(lab, table, game);
  }
}

IN_A_LAB(a_game_of_two_is_played_and_rebuilt) {
  struct text table, token, bob;
  struct bot_game game = {0};
  create_for_two(lab, "", &table, &token, &bob);
  const struct text *tokens[] = {&token, &bob};
  play(lab, &table, tokens, &game, 1000);
  assert_true(game.over);
  assert_int_equal(tess_game_phase(game.history->game), TESS_PHASE_OVER);
  struct text before = log_of(lab, &table);
  reopen(lab);
  struct text after = log_of(lab, &table);
  assert_string_equal(before.bytes, after.bytes);
  lobby_record(lab->lobby, text_span(&table), span_of(""), &lab->answer);
  assert_int_equal(lab->answer.code, ANSWER_OK);
  assert_non_null(strstr(lab->answer.body.bytes, "Secret"));
  bot_game_free(&game);
}

IN_A_LAB(a_game_against_the_computer) {
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
}

/* A game of two to its end; then Bob, who came second, asks for a rematch by the request `rematch-1`. */
static void ask_rematch(struct lab *lab, struct text *table, struct text *token, struct text *bob) {
  struct bot_game game = {0};
  create_for_two(lab, "", table, token, bob);
  const struct text *tokens[] = {token, bob};
  play(lab, table, tokens, &game, 1000);
  act_as(lab, table, bob, "rematch-1", "'type':'rematch'", ANSWER_OK);
  bot_game_free(&game);
}

IN_A_LAB(a_rematch_has_a_seat_for_who_asked) {
  struct text table, token, bob;
  ask_rematch(lab, &table, &token, &bob);
  struct text first = text_of(lab, lab->answer.body.bytes), next = told(lab, "table"), next_token = told(lab, "token");
  round_ends(lab);
  reopen(lab);
  act_as(lab, &table, &bob, "rematch-1", "'type':'rematch'", ANSWER_OK);
  assert_string_equal(lab->answer.body.bytes, first.bytes);
  sit_as(lab, &next, &token, ANSWER_CREATED);
  struct text next_ann = told(lab, "token");
  begin(lab, &next, &next_token, &next_ann);
  struct bot_game again = {0};
  follow(lab, &next, &again);
  assert_non_null(again.history);
  bot_game_free(&again);
}

/* Who only watched, or holds another seat, finds no seat there before two minutes are over. */
IN_A_LAB(seats_of_a_rematch_are_kept_for_who_played) {
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
}

/* Whether some bytes, with this key, give a word that acts at a table. */
static void try_key(struct lab *lab, const struct text *table, const uint8_t key[CREDENTIAL_KEY], const char *bytes) {
  static const enum credential_use uses[] = {CREDENTIAL_TABLE, CREDENTIAL_SEAT, CREDENTIAL_RECOVERY, CREDENTIAL_ASKED};
  for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++) {
    const struct credential guess = credential_make(key, uses[i], text_span(table), span_of(bytes));
    const struct text word = text_of(lab, guess.word);
    act(lab, table, &word, "'type':'say','text':'mine'", ANSWER_WRONG_TOKEN);
    recover(lab, table, "recover-9", guess.word, ANSWER_WRONG_TOKEN);
  }
}

/* All that is stored of requests, with the key that is in the database and with the whole one. */
IN_A_LAB(a_stolen_database_gives_no_seat) {
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
  text_free(&asked);
}

enum { LARGE_TURNS = 30, LARGE_TAKE_BACKS = 300, LARGE_TALK = 1500 };

/* Writes more entries into the log of a table in which something was moved last: take-backs of that, each of which
 * plays the game anew, and talk. Gives the last entry. */
static int64_t make_large(struct lab *lab, const struct text *table) {
  struct text statement = {0};
  log_of(lab, table);
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
  execute(lab, statement.bytes);
  json_decref(moved);
  text_free(&statement);
  return seq;
}

/* A game of two, the first table, with a large log, after a restart: its id and the token of seat 1, and a small table
 * besides. Gives its last entry. */
static int64_t open_large(struct lab *lab, struct text *table, struct text *token, struct text *small,
                          struct text *small_token) {
  struct bot_game game = {0};
  struct text bob;
  create_for_two(lab, "", table, token, &bob);
  const struct text *tokens[] = {token, &bob};
  play(lab, table, tokens, &game, LARGE_TURNS);
  create(lab, open_seat, small, small_token);
  round_ends(lab);
  const int64_t last = make_large(lab, table);
  reopen(lab);
  bot_game_free(&game);
  return last;
}

/* Asks to watch a table without a token; ANSWER_OK when that is granted (and given up again), else the code of the
 * refusal.
 */
static enum answer_code ask_to_watch(struct lab *lab, const struct text *table) {
  struct lobby_watcher watcher = {.wake = wake_nobody};
  if (!lobby_watch(lab->lobby, text_span(table), (struct span){NULL, 0}, &watcher, &lab->answer))
    return lab->answer.code;
  lobby_unwatch(lab->lobby, &watcher);
  return ANSWER_OK;
}

/* A log that is larger than what a round reads is read in several: its reader is answered later, others at once,
 * and no round reads more than its bound and one entry. */
IN_A_LAB(a_large_log_is_read_in_pieces) {
  struct text table, token, small, small_token;
  const int64_t last = open_large(lab, &table, &token, &small, &small_token);
  int rounds = 0;
  while (ask_to_watch(lab, &table) != 0) {
    assert_true(lab->answer.later);
    act(lab, &small, &small_token, "'type':'react','reaction':'hello'", ANSWER_OK);
    do {
      round_ends(lab);
      rounds++;
      assert_int_equal(lobby_wait(lab->lobby) == 0, slots_find(&lab->lobby->slots, text_span(&table))->table == NULL);
    } while (!lobby_has_read(lab->lobby));
  }
  const struct lobby_figures figures = lobby_figures(lab->lobby);
  assert_true(figures.read > LARGE_TAKE_BACKS * LARGE_TURNS + LARGE_TALK);
  assert_true(rounds >= (int)(figures.read / LOADING_UNITS) - 1);
  assert_true(figures.most_read <= LOADING_UNITS + 3 * LARGE_TURNS);

  /* It is the same as if it had been read at once, and goes on. */
  log_of(lab, &table);
  assert_int_equal(seq(lab), last);
  const json_t *entries = json_object_get(lab->json, "entries");
  for (int64_t i = 0; i < last; i++)
    assert_int_equal(json_integer_value(json_object_get(json_array_get(entries, (size_t)i), "seq")), i + 1);
  act(lab, &table, &token, "'type':'say','text':'on we go'", ANSWER_OK);
  assert_int_equal(seq(lab), last + 1);
  round_ends(lab);
}

/* A table that breaks off in the middle is refused, and
 * not read again at once. */
IN_A_LAB(a_large_log_that_is_broken_is_refused) {
  struct text table, token, small, small_token;
  const int64_t last = open_large(lab, &table, &token, &small, &small_token);
  char statement[64];
  snprintf(statement, sizeof statement, "DELETE FROM entries WHERE seq = %d", (int)last - 1);
  execute(lab, statement);
  assert_int_equal(ask_to_watch(lab, &table), ANSWER_NOT_STORED);
  assert_true(lab->answer.later);
  while (!lobby_has_read(lab->lobby)) round_ends(lab);
  assert_int_equal(ask_to_watch(lab, &table), ANSWER_NOT_STORED);
  assert_false(lab->answer.later);
  const uint64_t read = lobby_figures(lab->lobby).read;
  round_ends(lab);
  assert_int_equal(ask_to_watch(lab, &table), ANSWER_NOT_STORED);
  assert_int_equal(lobby_figures(lab->lobby).read, read);
}

/* Who asks what a table waits for, without a token of it, has nothing of it read. */
IN_A_LAB(a_wrong_token_reads_no_log) {
  struct text table, token, small, small_token;
  open_large(lab, &table, &token, &small, &small_token);
  ask_turns(lab, &table, small_token.bytes);
  expect(lab, ANSWER_OK);
  assert_int_equal(lobby_figures(lab->lobby).read, 0);
  ask_turns(lab, &table, token.bytes);
  assert_true(lab->answer.later);
  while (!lobby_has_read(lab->lobby)) round_ends(lab);
  ask_turns(lab, &table, token.bytes);
  expect(lab, ANSWER_OK);
  assert_int_equal(json_integer_value(json_object_get(json_array_get(json_object_get(lab->json, "tables"), 0), "seat")),
                   1);
}

IN_A_LAB(what_is_not_stored_never_was) {
  struct fault fault;
  struct text table, token, lost, lost_token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  sqlite3 *other = lock(lab);
  act_as(lab, &table, &token, "say-once", "'type':'say','text':'one'", ANSWER_OK);
  create(lab, open_seat, &lost, &lost_token);
  assert_false(lobby_commit(lab->lobby));
  assert_false(lobby_healthy(lab->lobby, &fault));
  assert_non_null(strstr(fault.text, "locked"));
  sqlite3_close(other);
  expect_no_log(lab, &lost);
  log_of(lab, &table);
  assert_int_equal(seq(lab), 2);
  act_as(lab, &table, &token, "say-once", "'type':'say','text':'one'", ANSWER_OK);
  assert_int_equal(seq(lab), 3);
  round_ends(lab);
  assert_true(lobby_healthy(lab->lobby, &fault));
  assert_int_equal(lobby_figures(lab->lobby).failed_commits, 1);
}

/* The name on the first seat of the first table in the list. */
static const char *first_name_listed(struct lab *lab) {
  assert_int_equal(listed(lab), 1);
  const json_t *table = json_array_get(json_object_get(lab->json, "tables"), 0);
  return json_string_value(json_object_get(json_array_get(json_object_get(table, "seats"), 0), "name"));
}

IN_A_LAB(the_list_shows_no_name_that_was_not_stored) {
  struct text table, token;
  create(lab, open_seat, &table, &token);
  round_ends(lab);
  sqlite3 *other = lock(lab);
  act(lab, &table, &token, "'type':'rename','name':'Carla'", ANSWER_OK);
  assert_string_equal(first_name_listed(lab), "Carla"); /* an answer that waits */
  assert_false(lobby_commit(lab->lobby));
  sqlite3_close(other);
  act(lab, &table, &token, "'type':'say','text':'one'", ANSWER_OK);
  round_ends(lab);
  assert_string_equal(first_name_listed(lab), "Ann");
}

IN_A_LAB(a_computer_goes_on_after_a_failure) {
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

IN_A_LAB(the_clock_may_jump) {
  struct text table, token, bob;
  struct bot_game game = {0};
  create_for_two(lab, "", &table, &token, &bob);
  const struct text *tokens[] = {&token, &bob};
  for (int i = 0; i < 12; i++) {
    lab->now += i % 3 == 0 ? -2 * (int64_t)HOUR : i % 3 == 1 ? 3 * (int64_t)HOUR : 0;
    play(lab, &table, tokens, &game, 2);
    if (i % 4 == 3) reopen(lab);
  }
  lab->now -= 100 * 24 * (int64_t)HOUR;
  reopen(lab);
  play(lab, &table, tokens, &game, 2);
  log_of(lab, &table);
  check_times(lab);
  assert_false(game.over);
  bot_game_free(&game);
}

RUN_TESTS(NULL, NULL)
