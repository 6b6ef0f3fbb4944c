/* Reports and acts of the host in both kinds of database. */
#define _GNU_SOURCE
#include "store/store_order.h"

#include "store/place.h"

static const int64_t ann = 0x1111111111111111, ben = 0x2222222222222222;

static void add_player(struct store *store, int64_t number, const char *name) {
  struct store_player player = {.number = number, .created = 5};
  snprintf(player.name, sizeof player.name, "%s", name);
  store_add_player(store, &player);
}

/* The last report that was read, and their number. */
struct seen_report {
  int count;
  int64_t number, reporter, player;
  char name[STORE_NAME_SIZE], text[64];
};

static struct seen_report reports_of(struct store *store, int64_t reporter) {
  struct seen_report seen = {0};
  struct fault fault = {0};
  struct store_rows *rows = store_reports(store, reporter, 10);
  for (struct store_report row; store_next_report(rows, &row);) {
    seen.count++;
    seen.number = row.number;
    seen.reporter = row.reporter;
    seen.player = row.player;
    snprintf(seen.name, sizeof seen.name, "%.*s", (int)row.name.length, row.name.bytes);
    snprintf(seen.text, sizeof seen.text, "%.*s", (int)row.text.length, row.text.bytes);
  }
  if (!store_close_rows(rows, &fault)) fail_msg("%s", fault.text);
  return seen;
}

BOTH(a_seat_reports_another_one_once) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  int64_t count = 0;
  const struct store_report report = {.at = 5,
                                      .table = span_of("A"),
                                      .by = 1,
                                      .reporter = ann,
                                      .seat = 2,
                                      .player = ben,
                                      .name = span_of("Benjamin"),
                                      .text = span_of("rude")};
  add_player(store, ann, "Ann");
  add_player(store, ben, "Ben");
  for (int i = 0; i < 2; i++) store_add_report(store, &report);
  commit(store);
  struct seen_report seen = reports_of(store, 0);
  assert_true(seen.count == 1 && seen.reporter == ann && seen.player == ben);
  assert_string_equal(seen.name, "Ben"); /* as the player is called now */
  assert_string_equal(seen.text, "rude");
  assert_true(reports_of(store, ann).count == 1 && reports_of(store, ben).count == 0);

  /* A deleted player reports nobody any more; the report stays. */
  const struct store_player gone = {.number = ann, .name = "Player-1", .ended = 9};
  store_end_player(store, &gone);
  commit(store);
  assert_true(reports_of(store, ann).count == 0 && reports_of(store, 0).reporter == 0);
  assert_int_equal(store_drop_report(store, seen.number + 1, &fault), STORE_MISSING);
  assert_int_equal(store_drop_report(store, seen.number, &fault), STORE_FOUND);
  commit(store);
  assert_true(store_count_reports(store, &count, &fault) && count == 0);
  store_close(store);
}

BOTH(acts_are_in_order_and_known) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  bool known = false;
  int64_t numbers = 0;
  for (int i = 1; i <= 3; i++) {
    char request[16];
    snprintf(request, sizeof request, "request-%d", i);
    const struct store_act act = {
        .number = i, .request = span_of(request), .body = span_of("{}"), .hash = {(uint8_t)i}};
    store_add_act(store, &act);
  }
  commit(store);
  struct store_rows *rows = store_acts(store, 2);
  for (struct store_act row; store_next_act(rows, &row);) numbers = 10 * numbers + row.number;
  assert_true(store_close_rows(rows, &fault) && numbers == 32);
  assert_true(store_find_act(store, span_of("request-2"), &known, &fault) && known);
  assert_true(store_find_act(store, span_of("request-4"), &known, &fault) && !known);
  store_close(store);
}

BOTH(the_standing_of_a_player_is_stored) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  struct store_player player = {0};
  add_player(store, ann, "Ann");
  const struct store_player standing = {.number = ann, .silenced = 7, .suspended = 8, .warning = "Be kind"};
  store_set_standing(store, &standing);
  commit(store);
  assert_int_equal(store_find_player(store, ann, &player, &fault), STORE_FOUND);
  assert_true(player.silenced == 7 && player.suspended == 8);
  assert_string_equal(player.warning, "Be kind");
  assert_string_equal(player.name, "Ann");
  store_close(store);
}

RUN_TESTS(NULL, NULL)
