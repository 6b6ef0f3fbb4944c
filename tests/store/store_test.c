/*
 * The common behaviour of all kinds of database, tested with SQLite and PostgreSQL (for which tests/store/with_postgres
 * runs this program): committed changes are there, and others have left no trace.
 */
#define _GNU_SOURCE
#include "store/place.h"

WITH_STORE(BOTH, a_log_is_read_in_pieces) {
  int64_t count = 0;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  add_entries(store, table.number, 1, 20);
  commit(store);
  for (int64_t read = 8; read <= 24; read += 8) {
    count = read_entries(store, table.number, count, 8);
    assert_int_equal(count, read < 20 ? read : 20);
  }
}

BOTH(a_table_is_found_again_after_closing) {
  struct store *store = open_store(state);
  struct fault fault;
  struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_WAITING), found;
  add_entries(store, table.number, 1, 20);
  commit(store);
  store_close(store);
  store = open_store(state);
  assert_int_equal(store_find(store, span_of("ABCDEFGHIJKLMNOP"), &found, &fault), STORE_FOUND);
  assert_memory_equal(found.secret, table.secret, sizeof found.secret);
  assert_int_equal(found.number, table.number);
  assert_int_equal(found.created, 1700000000000);
  assert_true(found.listed);
  assert_int_equal(count_entries(store, found.number), 20);
  assert_int_equal(store_find(store, span_of("ABCDEFGHIJKLMNOQ"), &found, &fault), STORE_MISSING);
  store_close(store);
}

WITH_STORE(BOTH, a_seat_is_replaced_and_dropped) {
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_WAITING);
  struct store_seat seat = {.seat = 2, .token = {1}, .recovery = {2}};
  store_put_seat(store, table.number, &seat);
  seat.token[0] = 9;
  store_put_seat(store, table.number, &seat);
  commit(store);
  const struct store_seat kept = read_seat(store, table.number);
  assert_true(kept.seat == 2 && kept.player == 0);
  assert_memory_equal(kept.token, seat.token, sizeof seat.token);
  assert_memory_equal(kept.recovery, seat.recovery, sizeof seat.recovery);
  store_drop_seat(store, table.number, 2);
  commit(store);
  assert_int_equal(read_seat(store, table.number).seat, 0);
}

WITH_STORE(BOTH, a_request_is_kept_with_its_last_entry) {
  struct fault fault;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  const struct store_entry entry = {2, span_of("{\"seq\":2}"), 3, span_of("0123456789"), 1234567890123456789};
  add_entries(store, table.number, 1, 1);
  store_add_entry(store, table.number, &entry);
  commit(store);
  struct store_rows *rows = store_entries(store, table.number, 0, INT_MAX);
  for (struct store_entry found; store_next_entry(rows, &found);) {
    const bool asked = found.seq == 2;
    assert_int_equal(found.request.bytes != NULL, asked);
    if (asked) assert_true(span_is(found.request, "0123456789"));
    assert_int_equal(found.seat, asked ? 3 : 0);
    assert_true(found.print == (asked ? 1234567890123456789 : 0));
  }
  assert_true(store_close_rows(rows, &fault));
}

WITH_STORE(BOTH, unfinished_tables_are_listed_in_their_order) {
  add_table(store, "B", STORE_PLAYING);
  const struct store_table ended = add_table(store, "A", STORE_WAITING);
  add_table(store, "D", STORE_FINISHED);
  add_table(store, "C", STORE_WAITING);
  store_set_state(store, ended.number, STORE_FINISHED);
  commit(store);
  assert_string_equal(read_ids(store_unfinished(store)), "BC");
}

BOTH(when_a_table_is_due_is_stored) {
  struct store *store = open_store(state);
  int64_t dues[4];
  add_table(store, "A", STORE_PLAYING);
  add_table_due(store, "B", STORE_PLAYING, 1700000000001);
  commit(store);
  store_close(store);
  store = open_store(state);
  assert_int_equal(read_dues(store, dues), 2);
  assert_true(dues[0] == INT64_MAX && dues[1] == 1700000000001);
  store_close(store);
}

BOTH(the_key_stays) {
  struct store *store = open_store(state);
  uint8_t key[STORE_SECRET];
  static const uint8_t nothing[STORE_SECRET] = {0};
  memcpy(key, store_key(store), sizeof key);
  assert_memory_not_equal(key, nothing, sizeof key);
  store_close(store);
  store = open_store(state);
  assert_memory_equal(key, store_key(store), sizeof key);
  store_close(store);
}

WITH_STORE(BOTH, a_round_that_fails_leaves_no_trace) {
  struct fault fault;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  add_entries(store, table.number, 1, 5);
  commit(store);
  add_entries(store, table.number, 6, 9);
  add_entries(store, table.number, 3, 3); /* it is there already */
  add_entries(store, table.number, 10, 12);
  assert_true(store_pending(store));
  assert_false(store_commit(store, NULL, 0, &fault));
  if (strstr(fault.text, "UNIQUE") == NULL && strstr(fault.text, "unique constraint") == NULL)
    fail_msg("%s", fault.text);
  assert_false(store_pending(store));
  assert_int_equal(count_entries(store, table.number), 5);
  add_entries(store, table.number, 6, 6);
  commit(store);
  assert_int_equal(count_entries(store, table.number), 6);
}

BOTH(what_was_not_committed_is_gone) {
  struct store *store = open_store(state);
  struct fault fault;
  struct store_table found;
  add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  store_close(store);
  store = open_store(state);
  assert_int_equal(store_find(store, span_of("ABCDEFGHIJKLMNOP"), &found, &fault), STORE_MISSING);
  store_close(store);
}

WITH_STORE(BOTH, what_is_read_includes_what_is_pending) {
  struct fault fault;
  struct store_table found;
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  add_entries(store, table.number, 1, 3);
  assert_true(store_pending(store));
  assert_int_equal(count_entries(store, table.number), 3);
  assert_int_equal(store_find(store, span_of("ABCDEFGHIJKLMNOP"), &found, &fault), STORE_FOUND);
  add_entries(store, table.number, 4, 5);
  commit(store);
  assert_int_equal(count_entries(store, table.number), 5);
  assert_true(store_bytes(store) > 0);
}

WITH_STORE(BOTH, a_long_round_is_stored_whole) {
  const struct store_table table = add_table(store, "ABCDEFGHIJKLMNOP", STORE_PLAYING);
  add_entries(store, table.number, 1, 20000);
  commit(store);
  assert_int_equal(count_entries(store, table.number), 20000);
}

/* A round knows the present versions of two tables, but not of a third: the changes of that one are not stored, and
 * neither is a table that was created together with them. */
WITH_STORE(BOTH, a_table_that_has_moved_on_is_left_out) {
  struct fault fault = {0};
  const struct store_seat seat = {.seat = 2, .token = {1}, .recovery = {2}};
  struct store_table found;
  const struct store_table one = add_table(store, "A", STORE_PLAYING), two = add_table(store, "B", STORE_PLAYING);
  const struct store_table three = add_table(store, "C", STORE_PLAYING);
  commit(store);
  assert_true(one.version != 0 && one.version == two.version);

  add_entries(store, one.number, 1, 1);
  store_put_seat(store, two.number, &seat);
  add_entries(store, two.number, 1, 1);
  const struct store_table made = add_table(store, "D", STORE_WAITING);
  add_entries(store, made.number, 1, 1);
  struct store_swap swaps[] = {{.number = made.number, .version = made.version, .due = 5},
                               {.number = two.number, .version = two.version + 1, .made = made.number},
                               {.number = three.number, .version = three.version, .due = 7, .due_moved = true},
                               {.number = one.number, .version = one.version, .due = INT64_MAX}};
  assert_true(store_commit(store, swaps, 4, &fault));
  for (int i = 0; i < 4; i++) { /* they come back in the order of their numbers */
    const bool moved = swaps[i].number == two.number || swaps[i].number == made.number;
    assert_int_equal(swaps[i].moved, moved);
    assert_int_equal(swaps[i].changed, !moved);
  }
  assert_int_equal(count_entries(store, one.number), 1);
  assert_int_equal(count_entries(store, two.number), 0);
  assert_int_equal(count_entries(store, made.number), 0);
  assert_int_equal(read_seat(store, two.number).seat, 0);
  assert_int_equal(store_find(store, span_of("D"), &found, &fault), STORE_MISSING);
  assert_int_equal(store_find(store, span_of("C"), &found, &fault), STORE_FOUND);
  assert_true(found.version == store_version(store) && found.due == 7);
  assert_int_equal(store_find(store, span_of("B"), &found, &fault), STORE_FOUND);
  assert_true(found.version == two.version);

  /* A table without changes is not swapped. */
  swaps[0] = (struct store_swap){.number = one.number, .version = 1};
  assert_true(store_commit(store, swaps, 1, &fault));
  assert_true(!swaps[0].moved && !swaps[0].changed);
}

WITH_STORE(BOTH, a_table_that_ended_is_visited_and_removed) {
  struct fault fault;
  struct store_table found;
  int64_t ended;
  const struct store_entry entry = {.seq = 1, .body = span_of("{\"seq\":1,\"at\":1700000000007,\"type\":\"over\"}")};
  const struct store_table first = add_table(store, "A", STORE_FINISHED), second = add_table(store, "B", STORE_PLAYING);
  add_table(store, "C", STORE_FINISHED);
  store_add_entry(store, first.number, &entry);
  store_add_entry(store, second.number, &entry);
  commit(store);
  assert_string_equal(read_ids(store_after(store, 0, 2)), "AB");
  struct store_rows *rows = store_after(store, 0, 2);
  assert_true(store_next_table(rows, &found, &ended) && ended == 1700000000007);
  assert_true(store_next_table(rows, &found, &ended) && ended == 0);
  assert_true(store_close_rows(rows, &fault));
  store_remove_table(store, first.number);
  commit(store);
  assert_string_equal(read_ids(store_after(store, 0, 9)), "BC");
  assert_int_equal(count_entries(store, first.number), 0);
}

/* Expects the addresses for notices of a table, in a row. */
static void expect_notices(struct store *store, int64_t number, const char *expected) {
  struct store_rows *rows = store_notices(store, number);
  struct fault fault;
  char urls[64] = "";
  for (struct store_notice notice; store_next_notice(rows, &notice);) {
    strncat(urls, notice.url.bytes, notice.url.length);
    strncat(urls, &"012"[notice.language], 1);
  }
  assert_true(store_close_rows(rows, &fault));
  assert_string_equal(urls, expected);
}

WITH_STORE(BOTH, a_wish_to_be_told_is_kept_once) {
  const struct store_table table = add_table(store, "A", STORE_PLAYING);
  const struct store_notice later = {.seat = 1, .kind = 2, .url = span_of("b")}, first = {1, 2, span_of("a"), 1},
                            other = {2, 1, span_of("c"), 2};
  store_put_notice(store, table.number, &later);
  store_put_notice(store, table.number, &first);
  store_put_notice(store, table.number, &later);
  store_put_notice(store, table.number, &other);
  commit(store);
  expect_notices(store, table.number, "a1b0c2");
  store_drop_notice(store, table.number, &first);
  store_drop_notices(store, table.number, 2);
  commit(store);
  expect_notices(store, table.number, "b0");
}

RUN_TESTS(NULL, NULL)
