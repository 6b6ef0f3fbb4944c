/* The stored ratings are those that follow from the stored games in their order, whatever happens meanwhile: rounds
 * that fail, several servers, games that are voided and put back. */
#define _GNU_SOURCE
#include "club/club.h"

#include "base/random.h"
#include "notation/json_reader.h"
#include "store/place.h"

enum { PEOPLE = 9, GAMES = 120, VOIDED = 20 /* the number of the game that is voided in tests */ };

#define START 1700000000000 /* in season 2023-4 */
static const int64_t day = 24 * 60 * 60 * 1000;

/* ---- Games ---- */

static void id_of(int number, char id[STORE_ID_SIZE]) { snprintf(id, STORE_ID_SIZE, "GAME%012d", number); }

static uint32_t below(uint64_t *random, uint32_t bound) {
  *random = random_mix(*random + 1);
  return (uint32_t)(*random % bound);
}

/* Adds a game by chance: two to four seats, people and computers, a pool of four, rated or not, over half a year. */
static void add_game(struct store *store, int number, uint64_t *random) {
  char id[STORE_ID_SIZE];
  bool taken[PEOPLE] = {false};
  id_of(number, id);
  const int seats = below(random, 3) > 0 ? 2 : 3 + (int)below(random, 2);
  const struct store_game game = {.id = span_of(id),
                                  .ended = START + number * day * 3 / 2,
                                  .rules = span_of(below(random, 2) == 0 ? "classic" : "star-wars"),
                                  .variant = span_of(""),
                                  .speed = below(random, 8) == 0 ? CLUB_DAYS : CLUB_LIVE,
                                  .flags = below(random, 6) == 0 ? 0 : STORE_GAME_RATED};
  store_add_game(store, 0, &game);
  for (int i = 0; i < seats; i++) {
    const int level = i > 0 && below(random, 4) == 0 ? 1 + (int)below(random, RATING_LEVELS) : 0;
    uint32_t player = below(random, PEOPLE);
    while (level == 0 && taken[player]) player = (player + 1) % PEOPLE;
    taken[player] |= level == 0;
    const struct store_result result = {.seat = i + 1,
                                        .player = level == 0 ? 100 + player : 0,
                                        .name = span_of("x"),
                                        .side = i,
                                        .level = level,
                                        .place = i + 1};
    store_add_result(store, 0, game.id, &result);
  }
}

static void add_games(struct store *store, int first, int last) {
  for (int number = first; number <= last; number++) {
    uint64_t random = (uint64_t)number * 1000003;
    add_game(store, number, &random);
    commit(store);
  }
}

static struct club club_of(struct store *store) { return (struct club){.store = store, .now = START + 400 * day}; }

static void rate_all(struct store *store) {
  const struct club club = club_of(store);
  struct fault fault;
  bool more = true;
  for (int rounds = 0; more; rounds++) {
    assert_true(rounds < GAMES);
    more = club_rate(&club, &fault);
    assert_string_equal(fault.text, "");
    commit(store);
  }
}

/* ---- What is stored, beside what is computed anew ---- */

static bool add_to_book(void *context, const struct rated_game *game, struct fault *fault) {
  return rating_book_add(context, game, fault);
}

/* The book, and how many stored ratings were compared with it. */
struct compared {
  struct rating_book *book;
  int count;
};

static bool compare(void *context, const struct club_rating *rating) {
  struct compared *compared = context;
  const struct rating computed = rating_book_find(compared->book, rating->player, rating->pool);
  assert_int_equal(rating->rating.value, computed.value);
  assert_int_equal(rating->rating.deviation, computed.deviation);
  assert_int_equal(rating->rating.volatility, computed.volatility);
  assert_int_equal(rating->rating.games, computed.games);
  assert_true(rating->rating.played == computed.played);
  compared->count++;
  return true;
}

/* The present ratings of the database, which no server uses, are those of a book of its games. */
static void assert_computed(void **state) {
  const struct store_folder *place = *state;
  struct compared compared = {.book = rating_book_new()};
  struct fault fault = {0};
  int64_t until = 0;
  int expected = 0;
  if (!club_each_rated(place->path, add_to_book, compared.book, &fault)) fail_msg("%s", fault.text);
  if (!club_each_rating(place->path, &until, compare, &compared, &fault)) fail_msg("%s", fault.text);
  for (int pool = 0; pool < RATING_POOLS; pool++) {
    struct ladder_row *rows;
    expected += (int)rating_book_ladder(compared.book, pool, 0, 0, &rows);
    free(rows);
  }
  assert_int_equal(compared.count, expected);
  assert_true(expected > 20);
  rating_book_free(compared.book);
}

/* Voids or puts back the game of this number. */
static enum answer_code set_void(struct store *store, int number, bool voided) {
  const struct club club = club_of(store);
  struct answer answer = {0};
  char id[STORE_ID_SIZE];
  id_of(number, id);
  const enum answer_code code = club_void_game(&club, span_of(id), voided, &answer) ? ANSWER_OK : answer.code;
  answer_free(&answer);
  commit(store);
  return code;
}

/* The number of the first rated game from `number` on. */
static int rated_from(struct store *store, int number) {
  while (set_void(store, number, false) == ANSWER_NO_TABLE) number++;
  return number;
}

/* True if a query finds a row with a number above 0 first; `store` is closed meanwhile. */
static bool any(void **state, const char *query) {
  const struct store_folder *place = *state;
  struct store *store = open_store(state);
  const bool shared = store_is_shared(store);
  char found[32] = "0";
  store_close(store);
  if (shared) {
    char beside[512];
    snprintf(beside, sizeof beside, "SET search_path = tessera; %s", query);
    ask_beside(beside, found, sizeof found);
  } else {
    sqlite3 *base;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(place->path, &base), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(base, query, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    snprintf(found, sizeof found, "%d", sqlite3_column_int(statement, 0));
    sqlite3_finalize(statement), sqlite3_close(base);
  }
  return atoi(found) > 0;
}

/* A player has one place on each ladder of a season: that of their last game. */
static void assert_one_place(void **state) {
  assert_false(any(state,
                   "SELECT count(*) FROM (SELECT max(game) AS latest, max(last * game) AS marked, sum(last) AS"
                   " marks FROM ratings GROUP BY player, pool, season) AS own WHERE latest <> marked OR marks <> 1"));
}

/* Rates all games and closes the database, which then has the ratings that follow from them. */
static void close_rated(struct store *store, void **state) {
  rate_all(store);
  store_close(store);
  assert_computed(state);
  assert_one_place(state);
}

/* ---- Rating ---- */

BOTH(ratings_follow_from_the_games) {
  struct store *store = open_store(state);
  add_games(store, 1, GAMES / 2);
  rate_all(store);
  add_games(store, GAMES / 2 + 1, GAMES);
  close_rated(store, state);
}

/* One call does a bounded part, also with many games before it. */
BOTH(a_round_rates_a_few_games) {
  struct store *store = open_store(state);
  const struct club club = club_of(store);
  int64_t until, before = 0;
  struct fault fault;
  add_games(store, 1, GAMES);
  for (bool more = true; more; before = until) {
    more = club_rate(&club, &fault);
    commit(store);
    assert_true(store_rated_until(store, &until, &fault));
    assert_true(until > before && until - before <= 3 * CLUB_RATE_MOST); /* some between them are not rated */
  }
  assert_false(club_rate(&club, &fault));
  store_close(store);
}

/* Later games wait for one that cannot be true, and the fault has its number. */
BOTH(a_damaged_game_stops_the_ratings_with_a_fault) {
  struct store *store = open_store(state);
  const struct club club = club_of(store);
  const struct store_game game = {.id = span_of("DAMAGED"),
                                  .ended = START,
                                  .rules = span_of("chess"),
                                  .variant = span_of(""),
                                  .speed = CLUB_LIVE,
                                  .flags = STORE_GAME_RATED};
  const struct store_result result = {.seat = 1, .player = 100, .name = span_of("x"), .place = 1};
  struct fault fault;
  int64_t until;
  store_add_game(store, 0, &game);
  store_add_result(store, 0, game.id, &result);
  add_games(store, 1, GAMES);
  assert_false(club_rate(&club, &fault));
  assert_string_equal(fault.text, "game 1: expected the rules star-wars or classic");
  assert_true(store_rated_until(store, &until, &fault));
  assert_int_equal(until, 0);
  store_close(store);
}

/* A server that dies before the round is stored has rated nothing; the next one goes on where it was. */
BOTH(a_crash_rates_no_game_twice) {
  struct store *store = open_store(state);
  struct fault fault;
  add_games(store, 1, GAMES);
  struct club club = club_of(store);
  for (int i = 0; i < 3; i++) {
    assert_true(club_rate(&club, &fault));
    if (i % 2 == 0) commit(store);
    store_close(store);
    store = open_store(state);
    club = club_of(store);
  }
  rate_all(store);
  store_close(store);
  assert_computed(state);
}

POSTGRES(two_servers_rate_each_game_once) {
  struct store *one = open_store(state), *two = open_store(state);
  struct club first = club_of(one), second = club_of(two);
  struct fault fault;
  add_games(one, 1, GAMES);
  for (bool more = true; more;) {
    more = club_rate(&first, &fault);
    assert_true(club_rate(&second, &fault) || !more); /* it finds the lock taken, and is to try again */
    commit(two);
    commit(one);
  }
  rate_all(two);
  store_close(one), store_close(two);
  assert_computed(state);
}

/* The games are copied, and the ratings follow from them. */
SQLITE(a_copied_database_rates_its_games) {
  const struct store_folder *place = *state;
  struct store_copied copied;
  struct fault fault = {0};
  char path[200], key[220];
  struct store *store = open_store(state);
  add_games(store, 1, GAMES);
  rate_all(store);
  store_close(store);
  snprintf(path, sizeof path, "%s/tables.db-journal", place->folder); /* one of the names that tear_down() removes */
  if (!store_copy(place->path, path, &copied, &fault)) fail_msg("%s", fault.text);
  snprintf(key, sizeof key, "%s", place->key);
  store = store_open(path, key, &fault);
  if (store == NULL) fail_msg("%s", fault.text);
  rate_all(store);
  store_close(store);
  assert_int_equal(rename(path, place->path), 0);
  assert_computed(state);
}

/* ---- Games that are voided ---- */

BOTH(a_voided_game_changes_all_ratings_after_it) {
  struct store *store = open_store(state);
  add_games(store, 1, GAMES);
  rate_all(store);
  const int number = rated_from(store, VOIDED);
  assert_int_equal(set_void(store, number, true), ANSWER_OK);
  close_rated(store, state);

  /* 1. The last one, and one that is not rated yet; another while ratings are computed anew. */
  store = open_store(state);
  assert_int_equal(set_void(store, rated_from(store, GAMES - 4), true), ANSWER_OK);
  add_games(store, GAMES + 1, GAMES + 20);
  assert_int_equal(set_void(store, rated_from(store, GAMES + 3), true), ANSWER_OK);
  const struct club club = club_of(store);
  struct fault fault;
  club_rate(&club, &fault);
  commit(store);
  assert_int_equal(set_void(store, rated_from(store, 2), true), ANSWER_OK);
  close_rated(store, state);

  /* 2. It is put back. */
  store = open_store(state);
  assert_int_equal(set_void(store, number, false), ANSWER_OK);
  close_rated(store, state);
}

SQLITE(what_is_no_rated_game_is_not_voided) {
  struct store *store = open_store(state);
  const struct club club = club_of(store);
  struct answer answer = {0};
  assert_false(club_void_game(&club, span_of("nowhere"), true, &answer));
  assert_int_equal(answer.code, ANSWER_NO_TABLE);
  assert_false(club_void_game(&club, span_of("no\x01where"), true, &answer));
  answer_free(&answer);
  store_close(store);
}

/* A rating that somebody has changed by hand is refused, and no server ends by it. */
SQLITE(a_rating_that_cannot_be_true_is_refused) {
  const struct store_folder *place = *state;
  struct compared compared = {.book = rating_book_new()};
  struct fault fault = {0};
  struct rating rating;
  int64_t until;
  struct store *store = open_store(state);
  add_games(store, 1, GAMES / 2);
  rate_all(store);
  store_close(store);
  static const char *const damages[] = {"deviation = 0", "value = 6000000", "pool = 99", "games = 0", "volatility = 0"};
  for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
    char statement[80];
    snprintf(statement, sizeof statement, "UPDATE ratings SET %s", damages[i]);
    execute(state, "CREATE TABLE kept AS SELECT * FROM ratings");
    execute(state, statement);
    assert_false(club_each_rating(place->path, &until, compare, &compared, &fault));
    assert_non_null(strstr(fault.text, "what is stored of a rating cannot be true"));
    store = open_store(state);
    const struct club club = club_of(store);
    for (int player = 100; player < 100 + PEOPLE; player++)
      for (int pool = 0; pool < RATING_POOLS; pool++)
        assert_true(!club_find_rating(&club, player, pool, &rating, &fault) || rating.games == 0);
    store_close(store);
    execute(state, "DELETE FROM ratings; INSERT INTO ratings SELECT * FROM kept; DROP TABLE kept");
  }
  rating_book_free(compared.book);
}

/* ---- Ladders ---- */

/* The players of a page of a ladder, in their order with their ranks, as `rank:name ` each. */
static char *ladder(struct store *store, int64_t now, int season, int64_t skip) {
  static char told[4096];
  const struct club club = {.store = store, .now = now};
  struct answer answer = {0};
  struct fault fault;
  int pool = 0;
  assert_true(rating_pool_read(span_of("classic-live-duel"), &pool));
  assert_true(club_ladder(&club, pool, season, skip, &answer));
  json_t *json = members_read(text_span(&answer.body), &fault), *row;
  size_t index;
  told[0] = '\0';
  if (json == NULL) fail_msg("%s: %s", fault.text, answer.body.bytes);
  json_array_foreach(json_object_get(json, "players"), index, row)
      snprintf(told + strlen(told), sizeof told - strlen(told), "%d:%s ",
               (int)json_integer_value(json_object_get(row, "rank")), json_string_value(json_object_get(row, "name")));
  const json_t *next = json_object_get(json, "next");
  if (next != NULL) snprintf(told + strlen(told), sizeof told - strlen(told), "next:%d", (int)json_integer_value(next));
  assert_int_equal(json_array_size(json_object_get(json, "computers")), RATING_LEVELS);
  json_decref(json), answer_free(&answer);
  return told;
}

/* Stores the rating of a player called so after game `number`. */
static void put(struct store *store, int64_t number, int player, const char *name, int season, int value,
                int64_t certain, int64_t before) {
  struct store_player found, own = {.number = player, .created = 1};
  struct fault fault;
  const struct store_rating rating = {.game = number,
                                      .player = player,
                                      .pool = rating_pool(TESS_RULES_CLASSIC, RATING_LIVE, RATING_DUEL),
                                      .season = season,
                                      .value = value * 1000,
                                      .deviation = 60000,
                                      .volatility = 60000000,
                                      .games = 30,
                                      .played = season_begin(season) + 1,
                                      .certain = certain};
  snprintf(own.name, sizeof own.name, "%s", name);
  if (store_find_player(store, player, &found, &fault) == STORE_MISSING) store_add_player(store, &own);
  store_put_rating(store, &rating, before);
  commit(store);
}

BOTH(a_ladder_has_the_certain_ratings_in_their_order) {
  const int season = season_at(START);
  const int64_t now = season_begin(season) + 20 * day, later = now + 10 * day;
  struct store *store = open_store(state);
  struct fault fault;
  put(store, 1, 1, "Ann", season, 1700, INT64_MAX, 0);
  put(store, 1, 2, "Ben", season, 1500, INT64_MAX, 0);
  put(store, 2, 3, "Cleo", season, 1600, later, 0);
  put(store, 3, 4, "Dan", season, 1700, INT64_MAX, 0);
  put(store, 4, 5, "Eve", season, 1900, 0, 0); /* provisional */
  put(store, 5, 6, "Fay", season - 1, 1800, INT64_MAX, 0);
  assert_string_equal(ladder(store, now, season, 0), "1:Ann 1:Dan 3:Cleo 4:Ben ");
  assert_string_equal(ladder(store, now, season, 2), "3:Cleo 4:Ben ");
  assert_string_equal(ladder(store, later, season, 0), "1:Ann 1:Dan 3:Ben "); /* not playing costs certainty */
  assert_string_equal(ladder(store, later, season - 1, 0), "1:Fay ");
  assert_string_equal(ladder(store, later, season + 1, 0), "");

  /* A later game moves Ben; Dan is deleted. */
  put(store, 6, 2, "Ben", season, 1750, INT64_MAX, 1);
  struct store_player dan;
  assert_int_equal(store_find_player(store, 4, &dan, &fault), STORE_FOUND);
  dan.ended = now;
  store_end_player(store, &dan);
  commit(store);
  assert_string_equal(ladder(store, now, season, 0), "1:Ben 2:Ann 3:Cleo ");

  /* Pages. */
  for (int i = 0; i < CLUB_LADDER_PAGE; i++) put(store, 10 + i, 1000 + i, "x", season, 1000 - i, INT64_MAX, 0);
  assert_non_null(strstr(ladder(store, now, season, 0), "next:50"));
  assert_string_equal(ladder(store, now, season, 50), "51:x 52:x 53:x ");
  store_close(store);
}

SQLITE(a_damaged_rating_leaves_the_ladder) {
  static const char *const damages[] = {"deviation = 0", "value = 6000000", "games = 0", "volatility = 0",
                                        "value = -1"};
  const int season = season_at(START);
  const int64_t now = season_begin(season) + 20 * day;
  for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
    char statement[80];
    struct fault fault;
    struct store *store = open_store(state);
    for (int player = 1; player <= CLUB_LADDER_PAGE + 1; player++)
      put(store, player, player, player == 2 ? "Ben" : "x", season, 1700 - player, INT64_MAX, 0);
    store_close(store);
    snprintf(statement, sizeof statement, "UPDATE ratings SET %s WHERE player = 2", damages[i]);
    execute(state, statement);
    store = open_store(state);
    const char *page = ladder(store, now, season, 0);
    assert_non_null(strstr(page, "x "));
    assert_null(strstr(page, "Ben"));
    if (i < 4) {
      assert_non_null(strstr(page, "next:50"));
      assert_true(store_take_damage(store, &fault));
      assert_string_equal(fault.text, "what is stored of a rating cannot be true");
    }
    assert_false(store_take_damage(store, &fault));
    store_close(store);
  }
}

RUN_TESTS(NULL, NULL)
