/* Players and results in both kinds of database. */
#define _GNU_SOURCE
#include "store/store_players.h"

#include "store/place.h"
#include "store/store_mails.h"
#include "store/store_passkeys.h"

static const int64_t ann = 0x1111111111111111, ben = 0x2222222222222222;

/* A hash that repeats one byte. */
struct hash {
  uint8_t bytes[STORE_HASH];
};

static struct hash hash_of(uint8_t byte) { return (struct hash){{byte}}; }

static void add_player(struct store *store, int64_t number, const char *name) {
  struct store_player player = {.number = number, .created = 1700000000000, .figure = 77};
  snprintf(player.name, sizeof player.name, "%s", name);
  store_add_player(store, &player);
}

static struct store_player player_of(struct store *store, int64_t number) {
  struct store_player player = {0};
  struct fault fault = {0};
  if (store_find_player(store, number, &player, &fault) != STORE_FOUND) fail_msg("%s", fault.text);
  return player;
}

static void add_device(struct store *store, int64_t player, int number, uint8_t token) {
  struct store_device device = {.player = player, .device = number, .token = {token}, .created = 5, .seen = 5};
  snprintf(device.label, sizeof device.label, "Firefox");
  store_add_device(store, &device);
}

static struct store_result result_of(int seat, int64_t player, const char *name, int64_t points, int place) {
  return (struct store_result){
      .seat = seat, .player = player, .name = span_of(name), .side = seat - 1, .points = points, .place = place};
}

static void add_game(struct store *store, int64_t number, const char *id, int64_t ended, const char *rules,
                     const struct store_result *results, int count) {
  const struct store_game game = {
      .id = span_of(id), .ended = ended, .rules = span_of(rules), .variant = span_of("-"), .speed = 1};
  store_add_game(store, number, &game);
  for (int i = 0; i < count; i++) store_add_result(store, number, game.id, &results[i]);
}

/* ---- Players and devices ---- */

BOTH(a_player_is_found_again) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  struct store_device device = {0};
  int64_t number = 0;
  const struct hash token = hash_of(1), words = hash_of(2), other = hash_of(3);
  assert_int_equal(store_lock_players(store, &fault), STORE_FOUND);
  add_player(store, ann, "Ann");
  add_device(store, ann, 1, 1);
  store_set_words(store, ann, words.bytes);
  assert_string_equal(player_of(store, ann).name, "Ann"); /* the round sees it */
  commit(store);
  store_close(store);

  store = open_store(state);
  struct store_player player = player_of(store, ann);
  assert_true(player.created == 1700000000000 && player.figure == 77 && !player.open && player.has_words);
  assert_true(player.renamed == 0 && player.ended == 0);
  assert_int_equal(store_find_player(store, ben, &player, &fault), STORE_MISSING);
  assert_int_equal(store_find_device(store, token.bytes, &device, &fault), STORE_FOUND);
  assert_true(device.player == ann && device.device == 1 && device.seen == 5);
  assert_string_equal(device.label, "Firefox");
  assert_int_equal(store_find_device(store, other.bytes, &device, &fault), STORE_MISSING);
  assert_int_equal(store_find_words(store, words.bytes, &number, &fault), STORE_FOUND);
  assert_true(number == ann);

  player = player_of(store, ann);
  snprintf(player.name, sizeof player.name, "Anna");
  player.figure = 5;
  player.open = true;
  player.renamed = 9;
  store_set_player(store, &player);
  store_set_words(store, ann, other.bytes);
  store_see_device(store, ann, 1, 6);
  commit(store);
  player = player_of(store, ann);
  assert_string_equal(player.name, "Anna");
  assert_true(player.figure == 5 && player.open && player.renamed == 9);
  assert_int_equal(store_find_words(store, words.bytes, &number, &fault), STORE_MISSING);
  store_drop_device(store, ann, 1);
  commit(store);
  assert_int_equal(store_find_device(store, token.bytes, &device, &fault), STORE_MISSING);
  store_close(store);
}

BOTH(vacations_are_found_again) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  int64_t since, until;
  store_put_vacation(store, ann, 100, 200);
  store_put_vacation(store, ann, 300, 400);
  store_put_vacation(store, ann, 300, 500);
  store_put_vacation(store, ben, 150, 250);
  commit(store);
  store_close(store);
  store = open_store(state);
  struct store_rows *rows = store_vacations(store, ann, 199);
  assert_true(store_next_vacation(rows, &since, &until) && since == 100 && until == 200);
  assert_true(store_next_vacation(rows, &since, &until) && since == 300 && until == 500);
  assert_false(store_next_vacation(rows, &since, &until));
  assert_true(store_close_rows(rows, &fault));
  store_drop_vacations(store, ann, 201);
  commit(store);
  rows = store_vacations(store, ann, 0);
  assert_true(store_next_vacation(rows, &since, &until) && since == 300);
  assert_false(store_next_vacation(rows, &since, &until));
  assert_true(store_close_rows(rows, &fault));
  store_close(store);
}

static struct store_passkey passkey_of(int64_t player, int number, int device, uint8_t first) {
  return (struct store_passkey){.credential = {first, 0, 1},
                                .credential_size = 3,
                                .key = {0, 9},
                                .key_size = 2,
                                .player = player,
                                .passkey = number,
                                .device = device,
                                .created = 5,
                                .challenged = 4,
                                .label = "Phone"};
}

/* The numbers of the passkeys of a player. */
static int passkeys_of(struct store *store, int64_t player) {
  struct fault fault = {0};
  int numbers = 0;
  struct store_rows *rows = store_passkeys(store, player);
  for (struct store_passkey passkey; store_next_passkey(rows, &passkey);) numbers = 10 * numbers + passkey.passkey;
  if (!store_close_rows(rows, &fault)) fail_msg("%s", fault.text);
  return numbers;
}

BOTH(a_passkey_is_found_by_its_credential) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  struct store_passkey one = passkey_of(ann, 1, 1, 7), two = passkey_of(ann, 2, 2, 8), other = passkey_of(ben, 1, 1, 9),
                       found = {0};
  const struct span credential = {"\x07\0\1", 3};
  add_player(store, ann, "Ann");
  store_add_passkey(store, &one);
  store_add_passkey(store, &two);
  store_add_passkey(store, &other);
  commit(store);
  assert_int_equal(store_find_passkey(store, credential, &found, &fault), STORE_FOUND);
  assert_true(found.player == ann && found.passkey == 1 && found.device == 1 && found.key_size == 2 &&
              found.key[1] == 9);
  assert_true(found.count == 0 && found.created == 5 && found.challenged == 4);
  assert_string_equal(found.label, "Phone");
  found.count = 3;
  found.challenged = 6;
  store_use_passkey(store, &found);
  commit(store);
  assert_int_equal(store_find_passkey(store, credential, &found, &fault), STORE_FOUND);
  assert_true(found.count == 3 && found.challenged == 6);
  assert_int_equal(store_find_passkey(store, (struct span){"\x07", 1}, &found, &fault), STORE_MISSING);

  assert_int_equal(passkeys_of(store, ann), 12);
  store_drop_passkeys_of(store, ann, 2);
  assert_int_equal(passkeys_of(store, ann), 1);
  store_drop_passkey(store, ann, 1);
  assert_int_equal(passkeys_of(store, ann), 0);
  store_add_passkey(store, &one);
  struct store_player gone = player_of(store, ann);
  store_end_player(store, &gone);
  commit(store);
  assert_int_equal(passkeys_of(store, ann), 0);
  assert_int_equal(passkeys_of(store, ben), 1);
  store_close(store);
}

/* The mails that are due, as "player@due " each. */
static void expect_due(struct store *store, int64_t now, const char *expected) {
  struct fault fault = {0};
  struct text found = {0};
  struct store_rows *rows = store_due_mails(store, now, 9);
  for (struct store_mail mail; store_next_mail(rows, &mail);)
    text_print(&found, "%c@%d ", mail.player == ann ? 'a' : 'b', (int)mail.due);
  if (!store_close_rows(rows, &fault)) fail_msg("%s", fault.text);
  assert_string_equal(found.length == 0 ? "" : found.bytes, expected);
  text_free(&found);
}

BOTH(a_mail_is_due_once_a_day) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  struct store_mail mail = {.player = ann, .address = "anna@games.example", .asked = 5, .due = INT64_MAX}, found;
  store_put_mail(store, &mail);
  store_wake_mail(store, ann, 100, 50); /* the address is not confirmed */
  commit(store);
  expect_due(store, 1000, "");
  mail.confirmed = true;
  mail.sent = 80;
  store_put_mail(store, &mail);
  mail.player = ben;
  mail.sent = 0;
  store_put_mail(store, &mail);
  store_wake_mail(store, ann, 100, 50);
  store_wake_mail(store, ben, 100, 50);
  store_wake_mail(store, ben, 200, 50); /* one is due already */
  commit(store);
  expect_due(store, 99, "");
  expect_due(store, 1000, "b@100 a@130 ");
  assert_int_equal(store_find_mail(store, ann, &found, &fault), STORE_FOUND);
  assert_true(found.confirmed && found.asked == 5 && found.sent == 80 && found.due == 130);
  assert_string_equal(found.address, "anna@games.example");
  store_drop_mail(store, ann);
  commit(store);
  assert_int_equal(store_find_mail(store, ann, &found, &fault), STORE_MISSING);
  store_close(store);
}

BOTH(an_address_is_asked_once_a_day) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  const uint8_t one[STORE_HASH] = {1}, other[STORE_HASH] = {2};
  bool asked;
  store_ask_mail(store, one, 5, 0);
  commit(store);
  assert_true(store_was_asked(store, one, 5, &asked, &fault) && asked);
  assert_true(store_was_asked(store, one, 6, &asked, &fault) && !asked);
  assert_true(store_was_asked(store, other, 0, &asked, &fault) && !asked);
  store_ask_mail(store, one, 8, 0);
  store_ask_mail(store, other, 9, 8);
  commit(store);
  assert_true(store_was_asked(store, one, 8, &asked, &fault) && asked);
  store_ask_mail(store, other, 10, 9);
  commit(store);
  assert_true(store_was_asked(store, one, 0, &asked, &fault) && !asked);
  store_close(store);
}

BOTH(a_round_that_is_not_stored_makes_no_player) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  struct store_player player;
  add_player(store, ann, "Ann");
  store_close(store);
  store = open_store(state);
  assert_int_equal(store_find_player(store, ann, &player, &fault), STORE_MISSING);

  add_player(store, ann, "Ann");
  add_player(store, ann, "Ann"); /* such a number is there: the round fails */
  assert_false(store_commit(store, NULL, 0, &fault));
  assert_int_equal(store_find_player(store, ann, &player, &fault), STORE_MISSING);
  store_close(store);
}

WITH_STORE(BOTH, a_name_is_held_for_ever) {
  struct fault fault = {0};
  int64_t holder = 7;
  const struct hash likeness = hash_of(1);
  assert_true(store_find_name(store, likeness.bytes, &holder, &fault) && holder == 0);
  store_keep_name(store, likeness.bytes, ann);
  store_keep_name(store, likeness.bytes, ben);
  commit(store);
  assert_true(store_find_name(store, likeness.bytes, &holder, &fault) && holder == ann);
}

/* ---- Seats ---- */

/* Expects the seats of a player at unfinished tables. */
static void expect_places(struct store *store, int64_t player, int most, const char *expected) {
  struct store_rows *rows = store_places(store, player, most);
  struct text text = {0};
  struct fault fault = {0};
  text_clear(&text);
  for (struct store_place place; store_next_place(rows, &place);)
    text_print(&text, "%.*s:%d:%d ", (int)place.table.length, place.table.bytes, place.seat, (int)place.state);
  if (!store_close_rows(rows, &fault)) fail_msg("%s", fault.text);
  assert_string_equal(text.bytes, expected);
  text_free(&text);
}

static void put_seat(struct store *store, int64_t table, int seat, int64_t player, const char *name) {
  const struct store_seat stored = {.seat = seat, .token = {1}, .player = player, .name = span_of(name)};
  store_put_seat(store, table, &stored);
}

WITH_STORE(BOTH, seats_belong_to_a_player) {
  const struct store_table one = add_table(store, "AAAAAAAAAAAAAAAA", STORE_WAITING);
  put_seat(store, one.number, 1, ann, "Ann");
  const struct store_table two = add_table(store, "BBBBBBBBBBBBBBBB", STORE_PLAYING);
  put_seat(store, two.number, 2, ann, "Ann");
  put_seat(store, two.number, 1, 0, "");
  const struct store_table over = add_table(store, "CCCCCCCCCCCCCCCC", STORE_FINISHED);
  put_seat(store, over.number, 1, ann, "Ann");
  commit(store);
  expect_places(store, ann, 10, "BBBBBBBBBBBBBBBB:2:1 AAAAAAAAAAAAAAAA:1:0 ");
  expect_places(store, ann, 1, "BBBBBBBBBBBBBBBB:2:1 ");
  expect_places(store, 0, 10, ""); /* guests are nobody */
  assert_true(read_seat(store, two.number).player == ann);

  put_seat(store, two.number, 2, 0, ""); /* somebody else sits down there */
  commit(store);
  expect_places(store, ann, 10, "AAAAAAAAAAAAAAAA:1:0 ");
}

/* ---- Results ---- */

/* Expects the results that a query finds. */
static void expect_results(struct store_rows *rows, const char *expected) {
  struct store_game game;
  struct store_result result;
  struct text text = {0};
  struct fault fault = {0};
  text_clear(&text);
  while (store_next_game(rows, &game, &result))
    text_print(&text, "%.2s/%d:%.*s=%d#%d ", game.id.bytes, result.seat, (int)result.name.length, result.name.bytes,
               (int)result.points, result.place);
  if (!store_close_rows(rows, &fault)) fail_msg("%s", fault.text);
  assert_string_equal(text.bytes, expected);
  text_free(&text);
}

static void expect_games(struct store *store, int64_t player, struct store_search search, int most,
                         const char *expected) {
  expect_results(store_games(store, player, &search, most), expected);
}

static void expect_opponents(struct store *store, int64_t player, const char *expected) {
  struct store_rows *rows = store_opponents(store, player, 10);
  struct text text = {0};
  struct fault fault = {0};
  for (struct store_opponent opponent; store_next_opponent(rows, &opponent);)
    text_print(&text, "%.*s%d:%d+%d-%d ", (int)opponent.name.length, opponent.name.bytes, opponent.level,
               (int)opponent.games, (int)opponent.won, (int)opponent.lost);
  if (!store_close_rows(rows, &fault)) fail_msg("%s", fault.text);
  assert_string_equal(text.bytes, expected);
  text_free(&text);
}

/* Three games: Ann beats Ben; Ann loses to a guest and a computer; Ben beats Ann at the other game. */
static void add_three_games(struct store *store) {
  struct store_result computer = result_of(3, 0, "", 30, 2);
  computer.level = 5;
  const struct store_result first[] = {result_of(1, ann, "Ann", 50, 1), result_of(2, ben, "Ben", 40, 2)};
  const struct store_result second[] = {result_of(1, ann, "Ann", 20, 3), result_of(2, 0, "Guest", 60, 1), computer};
  const struct store_result third[] = {result_of(1, ben, "Ben", 70, 1), result_of(2, ann, "Ann", 60, 2)};
  add_player(store, ann, "Ann");
  add_player(store, ben, "Ben");
  add_game(store, 0, "AAAAAAAAAAAAAAAA", 1000, "classic", first, 2);
  add_game(store, 0, "BBBBBBBBBBBBBBBB", 2000, "classic", second, 3);
  add_game(store, 0, "CCCCCCCCCCCCCCCC", 3000, "star-wars", third, 2);
  commit(store);
}

WITH_STORE(BOTH, games_are_found_by_what_they_were) {
  add_three_games(store);
  expect_games(store, ann, (struct store_search){0}, 10,
               "CC/1:Ben=70#1 CC/2:Ann=60#2 BB/1:Ann=20#3 BB/2:Guest=60#1 BB/3:=30#2 AA/1:Ann=50#1 AA/2:Ben=40#2 ");
  expect_games(store, ann, (struct store_search){0}, 1, "CC/1:Ben=70#1 CC/2:Ann=60#2 ");
  expect_games(store, ann, (struct store_search){.rules = span_of("classic"), .opponent = ben}, 10,
               "AA/1:Ann=50#1 AA/2:Ben=40#2 ");
  expect_games(store, ann, (struct store_search){.since = 2000, .until = 3000}, 10,
               "BB/1:Ann=20#3 BB/2:Guest=60#1 BB/3:=30#2 ");
  expect_games(store, ann, (struct store_search){.before = 2}, 10, "AA/1:Ann=50#1 AA/2:Ben=40#2 ");
  expect_games(store, ann, (struct store_search){.variant = span_of("fields")}, 10, "");
  expect_games(store, 0, (struct store_search){0}, 10, "");

  expect_results(store_results(store, ann), "AA/1:=50#1 BB/1:=20#3 CC/2:=60#2 ");
  expect_opponents(store, ann, "Ben0:2+1-1 5:1+0-1 ");
}

/* Only rated games are visited, in order, also those that were excluded later. */
BOTH(rated_games_are_read_alone) {
  struct store *store = open_store(state);
  const struct store_folder *place = *state;
  struct fault fault = {0};
  const struct store_result results[] = {result_of(1, ann, "Ann", 50, 1), result_of(2, ben, "Ben", 40, 2)};
  add_three_games(store);
  for (int64_t flags = STORE_GAME_RATED; flags <= (STORE_GAME_RATED | STORE_GAME_VOID); flags++) {
    const char id[] = {(char)('D' + flags), (char)('D' + flags), 0};
    const struct store_game game = {
        .id = span_of(id), .ended = 4000, .rules = span_of("classic"), .variant = span_of("-"), .flags = flags};
    store_add_game(store, 0, &game);
    for (int i = 0; i < 2; i++) store_add_result(store, 0, game.id, &results[i]);
  }
  commit(store);
  store_close(store);
  expect_results(store_rated(place->path, &fault), "EE/1:=50#1 EE/2:=40#2 GG/1:=50#1 GG/2:=40#2 ");
  assert_null(store_rated("/nowhere/tables.db", &fault));
}

WITH_STORE(BOTH, a_game_is_stored_once) {
  const struct store_result again[] = {result_of(1, ann, "Ann", 99, 2), result_of(2, ben, "Ben", 100, 1)};
  add_three_games(store);
  add_game(store, 0, "AAAAAAAAAAAAAAAA", 9000, "classic", again, 2);
  commit(store);
  expect_games(store, ann, (struct store_search){.opponent = ben, .rules = span_of("classic")}, 10,
               "AA/1:Ann=50#1 AA/2:Ben=40#2 ");
}

/* If a table has moved on, the round stores none of its changes, and no result either. */
WITH_STORE(BOTH, a_result_goes_with_its_table) {
  struct fault fault = {0};
  const struct store_result results[] = {result_of(1, ann, "Ann", 50, 1)};
  const struct store_table table = add_table(store, "AAAAAAAAAAAAAAAA", STORE_PLAYING);
  commit(store);
  struct store_swap swap = {.number = table.number, .version = table.version + 1};
  add_game(store, table.number, "AAAAAAAAAAAAAAAA", 1000, "classic", results, 1);
  assert_true(store_commit(store, &swap, 1, &fault) && swap.moved);
  expect_games(store, ann, (struct store_search){0}, 10, "");
  swap = (struct store_swap){.number = table.number, .version = table.version};
  add_game(store, table.number, "AAAAAAAAAAAAAAAA", 1000, "classic", results, 1);
  assert_true(store_commit(store, &swap, 1, &fault) && swap.changed);
  expect_games(store, ann, (struct store_search){0}, 10, "AA/1:Ann=50#1 ");
}

WITH_STORE(BOTH, a_guests_result_becomes_a_players) {
  add_three_games(store);
  store_give_result(store, 0, span_of("BBBBBBBBBBBBBBBB"), 2, ben);
  store_give_result(store, 0, span_of("BBBBBBBBBBBBBBBB"), 1, ben); /* it is Ann's */
  commit(store);
  expect_games(store, ben, (struct store_search){.opponent = ann, .since = 2000, .until = 3000}, 10,
               "BB/1:Ann=20#3 BB/2:Ben=60#1 BB/3:=30#2 ");
}

/* ---- Deletion ---- */

/* Returns the seat of the first leftover, whose name is Ann's. */
static struct store_leftover find_leftover(struct store *store) {
  struct store_rows *rows = store_leftovers(store, 10);
  struct store_leftover leftover = {0};
  struct fault fault = {0};
  if (store_next_leftover(rows, &leftover))
    assert_true(span_is(leftover.name, "Ann") && span_is(leftover.pseudonym, "Player-1"));
  if (!store_close_rows(rows, &fault)) fail_msg("%s", fault.text);
  return (struct store_leftover){.number = leftover.number, .seat = leftover.seat};
}

static void end_ann(struct store *store) {
  struct store_player player = player_of(store, ann);
  snprintf(player.name, sizeof player.name, "Player-1");
  player.ended = 9;
  store_end_player(store, &player);
}

static void clear_of_ann(struct store *store, int64_t number, int seat) {
  const struct store_leftover leftover = {.number = number, .seat = seat, .name = span_of("Ann")};
  store_clear_leftover(store, &leftover, span_of("\"name\":\"Ann\""), span_of("\"name\":\"Player-1\""));
}

WITH_STORE(BOTH, a_deleted_player_leaves_a_pseudonym) {
  struct fault fault = {0};
  struct store_device device;
  struct store_entry stored;
  const struct hash token = hash_of(1);
  add_three_games(store);
  add_device(store, ann, 1, 1);
  const struct store_table table = add_table(store, "AAAAAAAAAAAAAAAA", STORE_FINISHED);
  const struct store_entry entry = {.seq = 1, .body = span_of("{\"seat\":1,\"name\":\"Ann\",\"text\":\"Ann\"}")};
  store_add_entry(store, table.number, &entry);
  put_seat(store, table.number, 1, ann, "Ann");
  const struct store_table running = add_table(store, "BBBBBBBBBBBBBBBB", STORE_PLAYING);
  put_seat(store, running.number, 2, ann, "Ann");
  commit(store);
  assert_true(find_leftover(store).number == 0);

  end_ann(store);
  commit(store);
  const struct store_player player = player_of(store, ann);
  assert_string_equal(player.name, "Player-1");
  assert_true(player.ended == 9 && player.figure == 0 && !player.has_words);
  assert_int_equal(store_find_device(store, token.bytes, &device, &fault), STORE_MISSING);
  expect_games(store, ben, (struct store_search){.before = 2}, 10, "AA/1:Player-1=50#1 AA/2:Ben=40#2 ");

  /* The log of a finished table is cleared at once; that of a running one when it has finished. */
  const struct store_leftover left = find_leftover(store);
  assert_true(left.number == table.number && left.seat == 1);
  clear_of_ann(store, table.number, 1);
  store_clear_done(store);
  commit(store);
  struct store_rows *rows = store_entries(store, table.number, 0, 10);
  assert_true(store_next_entry(rows, &stored));
  assert_true(span_is(stored.body, "{\"seat\":1,\"name\":\"Player-1\",\"text\":\"Ann\"}"));
  assert_true(store_close_rows(rows, &fault));
  assert_true(find_leftover(store).number == 0);
  store_set_state(store, running.number, STORE_FINISHED);
  const struct store_result late[] = {result_of(2, ann, "Ann", 1, 1)};
  add_game(store, running.number, "DDDDDDDDDDDDDDDD", 4000, "classic", late, 1);
  commit(store);
  expect_games(store, ann, (struct store_search){.since = 4000}, 10, "DD/2:Player-1=1#1 ");
  assert_true(find_leftover(store).number == running.number);
  clear_of_ann(store, running.number, 2);
  store_clear_done(store);
  commit(store);
}

static int count_leftovers(struct store *store) {
  struct store_rows *rows = store_leftovers(store, 10);
  struct fault fault = {0};
  int count = 0;
  for (struct store_leftover leftover; store_next_leftover(rows, &leftover); count++)
    assert_true(leftover.number == 0 && leftover.seat == 0 && leftover.name.length == 0);
  if (!store_close_rows(rows, &fault)) fail_msg("%s", fault.text);
  return count;
}

/* The tables that Ann has left and whose logs have the name, in a row. */
static void expect_left(struct store *store, const char *expected) {
  struct fault fault = {0};
  char left[64] = "";
  struct span table;
  struct store_rows *rows = store_left(store, ann);
  while (store_next_left(rows, &table)) strncat(left, table.bytes, 1);
  assert_true(store_close_rows(rows, &fault));
  assert_string_equal(left, expected);
}

/* The name goes from the log of a table that the player left before the game began, too. */
WITH_STORE(BOTH, a_deleted_player_has_left_no_name) {
  struct fault fault = {0};
  struct store_entry stored;
  struct store_table tables[3];
  add_player(store, ann, "Ann");
  for (int i = 0; i < 3; i++) {
    tables[i] = add_table(store, (const char *[]){"AAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBB", "CCCCCCCCCCCCCCCC"}[i],
                          STORE_WAITING);
    const struct store_entry entry = {.seq = 1, .body = span_of("{\"seat\":2,\"name\":\"Ann\"}")};
    store_add_entry(store, tables[i].number, &entry);
    put_seat(store, tables[i].number, 1, 0, "");
    put_seat(store, tables[i].number, 2, ann, "Ann");
  }
  commit(store);
  for (int i = 0; i < 3; i++) {
    store_drop_seat(store, tables[i].number, 1); /* a guest */
    store_drop_seat(store, tables[i].number, 2);
  }
  commit(store);
  expect_left(store, "ABC");
  store_remove_table(store, tables[2].number);
  end_ann(store);
  commit(store);
  expect_left(store, "AB");
  assert_int_equal(count_leftovers(store), 0); /* the tables go on */
  store_set_state(store, tables[0].number, STORE_FINISHED);
  commit(store);
  const struct store_leftover left = find_leftover(store);
  assert_true(left.number == tables[0].number && left.seat == 0);
  clear_of_ann(store, tables[0].number, 0);
  store_clear_done(store);
  commit(store);
  struct store_rows *rows = store_entries(store, tables[0].number, 0, 10);
  assert_true(store_next_entry(rows, &stored));
  assert_true(span_is(stored.body, "{\"seat\":2,\"name\":\"Player-1\"}"));
  assert_true(store_close_rows(rows, &fault));
  expect_left(store, "B");
  store_remove_table(store, tables[1].number);
  commit(store);
  assert_int_equal(count_leftovers(store), 1); /* no name is left */
  store_clear_done(store);
  commit(store);
  assert_int_equal(count_leftovers(store), 0);
}

/* A deleted player whose name is in no log is marked as done: at once, or after the last table is removed. */
WITH_STORE(BOTH, a_deleted_player_is_not_searched_for_ever) {
  add_player(store, ann, "Ann");
  const struct store_table table = add_table(store, "AAAAAAAAAAAAAAAA", STORE_WAITING);
  put_seat(store, table.number, 1, ann, "Ann");
  commit(store);
  end_ann(store);
  commit(store);
  assert_int_equal(count_leftovers(store), 0); /* the table goes on */
  store_clear_done(store);
  store_remove_table(store, table.number);
  commit(store);
  assert_int_equal(count_leftovers(store), 1);
  store_clear_done(store);
  commit(store);
  assert_int_equal(count_leftovers(store), 0);
}

/* ---- Moving, and other versions ---- */

POSTGRES(players_are_copied) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  struct store_copied copied;
  struct store_device device;
  char path[160];
  int64_t holder = 0;
  const struct hash likeness = hash_of(4), token = hash_of(1);
  snprintf(path, sizeof path, "%s/tables.db", place->folder);
  struct store *file = store_open(path, place->key, &fault);
  assert_non_null(file);
  add_three_games(file);
  add_device(file, ann, 1, 1);
  store_keep_name(file, likeness.bytes, ann);
  const struct store_passkey passkey = passkey_of(ann, 1, 1, 7);
  const struct store_mail mail = {.player = ann, .address = "anna@games.example", .due = 8};
  store_add_passkey(file, &passkey);
  store_put_mail(file, &mail);
  const struct store_table table = add_table(file, "EEEEEEEEEEEEEEEE", STORE_WAITING);
  put_seat(file, table.number, 1, ann, "Ann");
  commit(file);
  store_close(file);
  if (!store_copy(path, place->path, &copied, &fault)) fail_msg("%s", fault.text);

  struct store *store = open_store(state);
  assert_string_equal(player_of(store, ann).name, "Ann");
  assert_true(store_find_name(store, likeness.bytes, &holder, &fault) && holder == ann);
  assert_int_equal(store_find_device(store, token.bytes, &device, &fault), STORE_FOUND);
  assert_int_equal(passkeys_of(store, ann), 1);
  expect_due(store, 8, "a@8 ");
  expect_games(store, ann, (struct store_search){.before = 2}, 10, "AA/1:Ann=50#1 AA/2:Ben=40#2 ");
  expect_places(store, ann, 10, "EEEEEEEEEEEEEEEE:1:0 ");
  const struct store_result more[] = {result_of(1, ann, "Ann", 5, 1)};
  add_game(store, 0, "FFFFFFFFFFFFFFFF", 5000, "classic", more, 1); /* the numbers go on */
  commit(store);
  expect_games(store, ann, (struct store_search){.since = 5000}, 10, "FF/1:Ann=5#1 ");
  store_close(store);
  assert_false(store_copy(path, place->path, &copied, &fault));
  assert_non_null(strstr(fault.text, "has players already"));
}

/* A file from before there were players gets the missing tables; an older program can continue to use a file that has
 * them. */
SQLITE(a_database_without_players_gets_them) {
  store_close(open_store(state));
  execute(state, "DROP INDEX seats_of; ALTER TABLE seats DROP COLUMN player; ALTER TABLE seats DROP COLUMN name;"
                 "DROP TABLE players; DROP TABLE names; DROP TABLE devices; DROP TABLE games; DROP TABLE results;");
  struct store *store = open_store(state);
  add_three_games(store);
  expect_games(store, ann, (struct store_search){.before = 2}, 10, "AA/1:Ann=50#1 AA/2:Ben=40#2 ");
  store_close(store);
  execute(state, "INSERT INTO seats (number, seat, token, recovery) VALUES (1, 1, zeroblob(32), zeroblob(32))");
  store_close(open_store(state));
}

/* A file from before tournaments had times gets them: all are due, and the server finds out when they really are. */
SQLITE(a_database_without_times_of_tournaments_gets_them) {
  store_close(open_store(state));
  execute(state, "DROP INDEX tournaments_due; ALTER TABLE tournaments DROP COLUMN due;"
                 "INSERT INTO tournaments VALUES ('tttttttttttttttt', 1, 1, 0, 1, 1, '{}');");
  store_close(open_store(state));
  execute(state, "CREATE TEMP TABLE counted (number INTEGER CHECK (number = 1));"
                 "INSERT INTO counted SELECT count(*) FROM tournaments WHERE due = 0;");
}

/* A device of a player acts no longer: the seats at tables that go on get another token, and no notices. */
WITH_STORE(POSTGRES, the_seats_of_a_player_are_renewed) {
  struct fault fault = {0};
  const struct hash token = hash_of(9);
  const struct store_notice notice = {.seat = 1, .kind = 1, .url = span_of("https://hooks.example.org/1")};
  struct store_table tables[] = {{.id = "aaaaaaaaaaaaaaaa", .due = INT64_MAX},
                                 {.id = "bbbbbbbbbbbbbbbb", .due = INT64_MAX}};
  for (int i = 0; i < 2; i++) {
    const int64_t players[] = {i == 0 ? ann : ben, ben};
    assert_true(store_add_table(store, &tables[i]));
    for (int seat = 1; seat <= 2; seat++)
      store_put_seat(store, tables[i].number, &(struct store_seat){.seat = seat, .player = players[seat - 1]});
    store_put_notice(store, tables[i].number, &notice);
  }
  commit(store);
  const int64_t before = store_version(store);
  assert_int_equal(store_lock_players(store, &fault), STORE_FOUND);
  store_renew_seats(store, ann, token.bytes);
  commit(store);
  for (int i = 0; i < 2; i++) {
    struct store_table found = {0};
    assert_int_equal(store_find(store, span_of(tables[i].id), &found, &fault), STORE_FOUND);
    assert_int_equal(found.version == before, i == 1);
    struct store_rows *rows = store_seats(store, found.number);
    for (struct store_seat seat; store_next_seat(rows, &seat);) {
      assert_int_equal(seat.token[0], seat.player == ann ? 9 : 0);
      assert_int_equal(seat.recovery[0], seat.player == ann ? 9 : 0);
    }
    assert_true(store_close_rows(rows, &fault));
    int notices = 0;
    rows = store_notices(store, found.number);
    for (struct store_notice left; store_next_notice(rows, &left);) notices++;
    assert_true(store_close_rows(rows, &fault));
    assert_int_equal(notices, i);
  }
}

/* Only one server at a time can change players. */
POSTGRES(a_second_server_does_not_wait_for_the_lock) {
  const struct store_folder *place = *state;
  struct fault fault = {0};
  struct store *one = open_store(state), *two = store_open(place->path, place->key, &fault);
  assert_non_null(two);
  assert_int_equal(store_lock_players(one, &fault), STORE_FOUND);
  add_player(one, ann, "Ann");
  assert_int_equal(store_lock_players(two, &fault), STORE_MISSING);
  commit(two);
  commit(one);
  assert_int_equal(store_lock_players(two, &fault), STORE_FOUND);
  assert_string_equal(player_of(two, ann).name, "Ann");
  commit(two);
  store_close(two);
  store_close(one);
}

SQLITE(a_player_that_cannot_be_true_is_refused) {
  struct store *store = open_store(state);
  struct fault fault = {0};
  struct store_player player;
  add_player(store, ann, "Ann");
  commit(store);
  store_close(store);
  execute(state, "UPDATE players SET open = 7");
  store = open_store(state);
  assert_int_equal(store_find_player(store, ann, &player, &fault), STORE_FAILED);
  assert_true(store_is_damage(&fault));
  store_close(store);
}

RUN_TESTS(NULL, NULL)
