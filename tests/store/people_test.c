/* Friends, blocks and challenges in both kinds of database. */
#define _GNU_SOURCE
#include "store/store_people.h"

#include "store/place.h"

static const int64_t ann = 0x1111111111111111, ben = 0x2222222222222222, eve = 0x3333333333333333;

static void add_player(struct store *store, int64_t number, const char *name, bool shown) {
  struct store_player player = {.number = number, .created = 5, .shown = shown};
  snprintf(player.name, sizeof player.name, "%s", name);
  store_add_player(store, &player);
}

static void sit(struct store *store, int64_t table, int seat, int64_t player) {
  const struct store_seat row = {.seat = seat, .player = player, .token = {(uint8_t)(16 * table + seat)}};
  store_put_seat(store, table, &row);
}

/* How many rows were read, and the first of them. */
struct seen {
  int count;
  int64_t first;
  bool keeps;
  int64_t here;
  char table[STORE_ID_SIZE];
};

static struct seen people_of(struct store_rows *rows) {
  struct seen seen = {0};
  struct fault fault = {0};
  for (struct store_person row; store_next_person(rows, &row);) {
    if (seen.count++ > 0) continue;
    seen.first = row.player;
    seen.keeps = row.keeps;
    seen.here = row.here;
    snprintf(seen.table, sizeof seen.table, "%.*s", (int)row.table.length, row.table.bytes);
  }
  if (!store_close_rows(rows, &fault)) fail_msg("%s", fault.text);
  return seen;
}

static struct seen ties_of(struct store *store, int64_t player) { return people_of(store_ties(store, player)); }

static struct seen keepers_of(struct store *store, int64_t player) {
  return people_of(store_keepers(store, player, 10));
}

static enum store_tie tie_of(struct store *store, int64_t player, int64_t other) {
  enum store_tie tie;
  struct fault fault = {0};
  if (!store_find_tie(store, player, other, &tie, &fault)) fail_msg("%s", fault.text);
  return tie;
}

static bool have_met(struct store *store, int64_t player, int64_t other) {
  bool met;
  struct fault fault = {0};
  if (!store_have_met(store, player, other, &met, &fault)) fail_msg("%s", fault.text);
  return met;
}

/* Presence and table of a friend show only if the friend keeps the player, too, and is `shown`. */
BOTH(a_friend_is_seen_by_their_friends_alone) {
  struct store *store = open_store(state);
  add_player(store, ann, "Ann", false);
  add_player(store, ben, "Ben", true);
  const struct store_table table = add_table(store, "A", STORE_WAITING);
  sit(store, table.number, 1, ben);
  store_see_player(store, ann, 700);
  store_see_player(store, ben, 800);
  store_put_tie(store, ann, ben, STORE_FRIEND, 20);
  commit(store);
  struct seen seen = ties_of(store, ann);
  assert_true(seen.count == 1 && seen.first == ben && !seen.keeps && seen.here == 0 && seen.table[0] == '\0');
  assert_true(keepers_of(store, ben).first == ann && keepers_of(store, ann).count == 0);

  store_put_tie(store, ben, ann, STORE_FRIEND, 30);
  commit(store);
  seen = ties_of(store, ann);
  assert_true(seen.keeps && seen.here == 800);
  assert_string_equal(seen.table, table.listed ? table.id : "");
  seen = ties_of(store, ben);
  assert_true(seen.keeps && seen.here == 0); /* Ann is not shown */
  assert_int_equal(keepers_of(store, ben).count, 0);

  store_put_tie(store, ben, ann, STORE_BLOCKED, 40);
  commit(store);
  assert_int_equal(ties_of(store, ann).here, 0);
  assert_int_equal(tie_of(store, ben, ann), STORE_BLOCKED);
  store_put_tie(store, ben, ann, STORE_NO_TIE, 50);
  assert_int_equal(tie_of(store, ben, ann), STORE_NO_TIE);
  commit(store);
  store_close(store);
}

BOTH(players_have_met_at_a_table_or_in_a_game) {
  struct store *store = open_store(state);
  const struct store_game game = {.id = span_of("G"), .rules = span_of("classic"), .variant = span_of("-")};
  const struct store_result results[] = {{.seat = 1, .player = ann, .name = span_of("Ann"), .place = 1},
                                         {.seat = 2, .player = eve, .name = span_of("Eve"), .place = 2}};
  const struct store_table table = add_table(store, "A", STORE_WAITING);
  sit(store, table.number, 1, ann);
  sit(store, table.number, 2, ben);
  sit(store, table.number, 3, 0);
  store_add_game(store, table.number, &game);
  for (int i = 0; i < 2; i++) store_add_result(store, table.number, game.id, &results[i]);
  commit(store);
  assert_true(have_met(store, ann, ben) && have_met(store, eve, ann));
  assert_false(have_met(store, ben, eve) || have_met(store, 0, ann));
  store_close(store);
}

static struct seen challenges_of(struct store *store, int64_t player) {
  struct seen seen = {0};
  struct fault fault = {0};
  struct store_rows *rows = store_challenges(store, player, 10);
  for (struct store_challenge row; store_next_challenge(rows, &row); seen.count++) seen.first = row.host;
  if (!store_close_rows(rows, &fault)) fail_msg("%s", fault.text);
  return seen;
}

/* A challenge goes with its table: it ends when the game begins, and when the table is removed. */
BOTH(a_challenge_goes_with_its_table) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  int64_t count = 0;
  bool waits = false;
  add_player(store, ann, "Ann", false);
  add_player(store, ben, "Ben", false);
  const struct store_table one = add_table(store, "A", STORE_WAITING), two = add_table(store, "B", STORE_WAITING);
  sit(store, one.number, 1, ann);
  commit(store);
  assert_true(store_waits_at(store, span_of(one.id), ann, &waits, &fault) && waits);
  assert_true(store_waits_at(store, span_of(two.id), ann, &waits, &fault) && !waits);
  for (int i = 0; i < 2; i++) store_add_challenge(store, span_of(one.id), ben, ann, 10);
  store_add_challenge(store, span_of(two.id), ben, ann, 20);
  commit(store);
  assert_true(challenges_of(store, ben).count == 2 && challenges_of(store, ben).first == ann);
  assert_true(store_count_challenges(store, ann, &count, &fault) && count == 2);

  store_set_state(store, one.number, STORE_PLAYING);
  commit(store);
  assert_int_equal(challenges_of(store, ben).count, 1);
  store_remove_table(store, two.number);
  commit(store);
  assert_int_equal(challenges_of(store, ben).count, 0);
  assert_true(store_count_challenges(store, ann, &count, &fault) && count == 0);
  store_close(store);
}

static struct seen dates_of(struct store *store, int64_t player, int64_t since) {
  struct seen seen = {0};
  struct fault fault = {0};
  struct store_rows *rows = store_dates(store, player, since, 10);
  for (struct store_date row; store_next_date(rows, &row); seen.count++) {
    seen.first = row.player;
    seen.here = row.at;
    seen.keeps = row.own;
  }
  if (!store_close_rows(rows, &fault)) fail_msg("%s", fault.text);
  return seen;
}

BOTH(a_date_is_both_players) {
  struct store *store = open_store(state);
  add_player(store, ann, "Ann", false);
  add_player(store, ben, "Ben", false);
  for (int64_t at = 500; at <= 600; at += 100) store_put_date(store, ann, ben, at);
  commit(store);
  struct seen seen = dates_of(store, ann, 0);
  assert_true(seen.count == 1 && seen.first == ben && seen.here == 600 && seen.keeps);
  seen = dates_of(store, ben, 600);
  assert_true(seen.count == 1 && seen.first == ann && !seen.keeps);
  assert_int_equal(dates_of(store, ben, 601).count, 0);
  store_drop_dates(store, ben, ann);
  commit(store);
  assert_int_equal(dates_of(store, ann, 0).count, 0);
  store_close(store);
}

/* A deleted player is nobody's friend, keeps nobody, and challenges nobody. */
BOTH(a_deleted_player_leaves_no_tie) {
  struct store *store = open_store(state);
  add_player(store, ann, "Ann", true);
  add_player(store, ben, "Ben", true);
  const struct store_table table = add_table(store, "A", STORE_WAITING);
  store_put_tie(store, ann, ben, STORE_FRIEND, 10);
  store_put_tie(store, ben, ann, STORE_FRIEND, 10);
  store_add_challenge(store, span_of(table.id), ben, ann, 10);
  commit(store);
  const struct store_player gone = {.number = ann, .name = "Player-1", .ended = 9};
  store_end_player(store, &gone);
  commit(store);
  assert_true(ties_of(store, ann).count == 0 && ties_of(store, ben).count == 0);
  assert_int_equal(challenges_of(store, ben).count, 0);
  store_close(store);
}

BOTH(a_player_is_reached_where_their_seats_are) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  const struct store_table one = add_table(store, "A", STORE_WAITING), two = add_table(store, "B", STORE_PLAYING);
  for (int i = 0; i < 2; i++) {
    const int64_t table = i == 0 ? one.number : two.number;
    const struct store_notice own = {.seat = 1, .url = span_of("https://a.example/1")};
    const struct store_notice other = {.seat = 2, .url = span_of("https://b.example/2")};
    sit(store, table, 1, ann);
    sit(store, table, 2, ben);
    store_put_notice(store, table, &own);
    store_put_notice(store, table, &other);
  }
  commit(store);
  struct store_rows *rows = store_player_notices(store, ann);
  int count = 0;
  for (struct store_notice row; store_next_player_notice(rows, &row); count++)
    assert_true(span_is(row.url, "https://a.example/1"));
  assert_true(store_close_rows(rows, &fault));
  assert_int_equal(count, 1);
  store_close(store);
}

/* Copying a database copies friends, challenges, vacations and prepared turns. */
BOTH(ties_are_copied) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  struct store_copied copied;
  char target[200];
  add_player(store, ann, "Ann", true);
  add_player(store, ben, "Ben", true);
  const struct store_table table = add_table(store, "A", STORE_WAITING);
  store_see_player(store, ben, 800);
  store_put_tie(store, ann, ben, STORE_FRIEND, 10);
  store_put_tie(store, ben, ann, STORE_FRIEND, 10);
  store_add_challenge(store, span_of(table.id), ben, ann, 10);
  store_put_vacation(store, ann, 100, 200);
  store_put_prepared(store, table.number, &(struct store_prepared){2, 7, span_of("A3@0,1r2=none"), 77});
  store_put_prepared(store, table.number, &(struct store_prepared){2, 7, span_of("A3@0,1r1=none"), 78});
  store_put_prepared(store, table.number, &(struct store_prepared){2, 8, span_of("U@0,1r1=none"), 79});
  store_drop_prepared(store, table.number, 2, 8);
  commit(store);
  store_close(store);
  const struct store_folder *place = *state;
  snprintf(target, sizeof target, "%s/copy.db", place->folder);
  if (!store_copy(place->path, target, &copied, &fault)) fail_msg("%s", fault.text);
  store = store_open(target, place->key, &fault);
  assert_non_null(store);
  assert_int_equal(ties_of(store, ann).here, 800);
  assert_int_equal(challenges_of(store, ben).count, 1);
  int64_t since, until;
  struct store_rows *rows = store_vacations(store, ann, 0);
  assert_true(store_next_vacation(rows, &since, &until) && since == 100 && until == 200);
  assert_true(store_close_rows(rows, &fault));
  struct store_prepared prepared;
  rows = store_prepared(store, 1);
  assert_true(store_next_prepared(rows, &prepared) && prepared.seat == 2 && prepared.kind == 7 && prepared.print == 78);
  assert_true(span_is(prepared.move, "A3@0,1r1=none") && !store_next_prepared(rows, &prepared));
  assert_true(store_close_rows(rows, &fault));
  store_close(store);
  char rest[220];
  static const char *const ends[] = {"", "-wal", "-shm"};
  for (int i = 0; i < 3; i++) {
    snprintf(rest, sizeof rest, "%s%s", target, ends[i]);
    remove(rest);
  }
}

RUN_TESTS(NULL, NULL)
