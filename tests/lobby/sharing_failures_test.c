/*
 * Several servers on one database when something fails: a server stops, a hint is lost, the database stands still,
 * hears nothing or has forgotten entries.
 */
#define _GNU_SOURCE
#include <signal.h>

#include "lobby/cluster.h"

TABLE(a_lost_hint_makes_it_late_only) {
  struct stream_reader *reader = read_at(fleet, &fleet->nodes[1], &fleet->table, NULL);
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, reader, &fleet->table);
  execute_beside(
      fleet, "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'tessera hints'");
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, reader, &fleet->table);
  unwatch(reader);
}

/* A node stops without a word: the others go on at once, streams have no gap, and when it comes back it knows nothing
 * that it does not read. */
TABLE(streams_go_on_when_a_node_stops) {
  struct one_node *first = &fleet->nodes[0];
  struct stream_reader *one = read_at(fleet, &fleet->nodes[1], &fleet->table, NULL);
  struct stream_reader *stopped = read_at(fleet, first, &fleet->table, NULL);
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, one, &fleet->table);
  expect_log(fleet, stopped, &fleet->table);
  first->runs = false;
  for (int i = 0; i < 5; i++) say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, one, &fleet->table);
  first->runs = true;
  for (int i = 0; i < 5; i++) say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, one, &fleet->table);
  expect_log(fleet, stopped, &fleet->table);
  unwatch(stopped);
  lobby_close(first->lobby);
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, one, &fleet->table);
  open_node(fleet, 0);
  unwatch(one);
}

/* An older copy of the database is put in its place, as by a standby that was not synchronous. */
TABLE(a_log_that_got_shorter_ends_its_streams) {
  const struct one_node *node = &fleet->nodes[1];
  struct stream_reader *reader = read_at(fleet, &fleet->nodes[1], &fleet->table, NULL);
  say(fleet, &fleet->table, &fleet->token);
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, reader, &fleet->table);
  struct lobby_log log;
  char bytes[64];
  assert_true(lobby_log_begin(node->lobby, &reader->watcher, 0, &log));
  assert_int_equal(lobby_log_read(node->lobby, &reader->watcher, &log, bytes, sizeof bytes), sizeof bytes);
  execute_beside(fleet, "BEGIN; DELETE FROM tessera.entries WHERE seq = (SELECT max(seq) FROM tessera.entries);"
                        "UPDATE tessera.tables SET version = 7; COMMIT");
  AWAIT(fleet, reader->watcher.ends);
  assert_true(reader->woken);

  /* A log of which an entry is gone is not read to its end, either. */
  AWAIT(fleet, lobby_last(node->lobby, &reader->watcher) == log.last - 1);
  while (lobby_log_read(node->lobby, &reader->watcher, &log, bytes, sizeof bytes) > 0) continue;
  assert_true(log.read < log.length);
  lobby_log_end(&log);
  unwatch(reader);
}

/* A node that hears nothing of the database for a while answers for nothing, and its streams end. */
TABLE(a_node_that_hears_nothing_answers_nothing) {
  struct one_node *node = &fleet->nodes[1];
  struct stream_reader *reader = read_at(fleet, node, &fleet->table, NULL), late = {.node = node};
  fleet->now += 4000;
  assert_false(lobby_hears(node->lobby));
  assert_int_equal(try_say(fleet, node, &fleet->table, &fleet->token), ANSWER_NOT_STORED);
  assert_false(begins(&late, &fleet->table, NULL, &fleet->lab.answer));
  assert_int_equal(fleet->lab.answer.code, ANSWER_NOT_STORED);
  assert_int_equal(lobby_last(node->lobby, &reader->watcher), 0);
  run_node(node);
  AWAIT(fleet, lobby_hears(node->lobby));
  say(fleet, &fleet->table, &fleet->token);
  expect_log(fleet, reader, &fleet->table);

  execute_beside(fleet, "ALTER TABLE tessera.server RENAME TO away");
  AWAIT(fleet, (fleet->now += 1000, reader->watcher.ends));
  assert_false(lobby_hears(node->lobby));
  players_rate(fleet->nodes[2].lobby->players);
  fleet->now += 120000; /* a node waits between its rounds all the same, whatever is due */
  AWAIT(fleet, lobby_wait(fleet->nodes[2].lobby) > 0);
  execute_beside(fleet, "ALTER TABLE tessera.away RENAME TO server");
  AWAIT(fleet, lobby_hears(node->lobby));
  unwatch(reader);
}

/* Sends a signal to processes of the database; `processes` are their numbers, with a space between two. */
static void signal_database(const char *processes, int number) {
  for (const char *at = processes; *at != '\0'; at += strcspn(at, " "), at += *at == ' ')
    assert_int_equal(kill((pid_t)strtol(at, NULL, 10), number), 0);
}

/* A database that does not answer holds up a node for a few seconds; then it connects again. */
TABLE(a_database_that_stands_still_is_given_up) {
  PGresult *result = PQexec(
      fleet->beside, "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE application_name = 'tessera'");
  struct one_node *node = &fleet->nodes[0];
  signal_database(PQgetvalue(result, 0, 0), SIGSTOP);
  assert_int_equal(try_say(fleet, node, &fleet->table, &fleet->token), ANSWER_OK);
  const bool stored = run_node(node); /* it comes to an end, where a file is waited for as long as it takes */
  signal_database(PQgetvalue(result, 0, 0), SIGCONT);
  PQclear(result);
  assert_false(stored);
  say(fleet, &fleet->table, &fleet->token);
}

RUN_TESTS(NULL, NULL)
