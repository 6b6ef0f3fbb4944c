/* Ratings of players: the effects of games, time and voided games; refused games; ladders. */
#include "cli/cmocka_base.h"
#include "rating/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

#define ROWS(table) (sizeof(table) / sizeof *(table))

static const int64_t DAY = 86400000;

/* A live duel of Star Wars that the first player wins. */
static struct rated_game duel(int64_t number, int64_t winner, int64_t loser) {
  return (struct rated_game){
      .number = number,
      .ended = 20000 * DAY + number * 3600000,
      .seats = 2,
      .seat = {{.player = winner, .side = 1, .place = 1}, {.player = loser, .side = 2, .place = 2}}};
}

static void same(const struct rating *one, const struct rating *other) {
  assert_int_equal(one->value, other->value);
  assert_int_equal(one->deviation, other->deviation);
  assert_int_equal(one->volatility, other->volatility);
  assert_int_equal(one->games, other->games);
  assert_int_equal(one->played, other->played);
}

/* ---- Which games ---- */

TEST(games_that_cannot_be_rated_are_refused) {
  static const struct {
    int seat;
    struct rated_seat is;
    const char *said;
  } trials[] = {
      {0, {.side = 1, .place = 1}, "seat 1: expected a player"},
      {0, {.player = -1, .side = 1, .place = 1}, "seat 1: expected a player"},
      {0, {.player = 1, .level = 1, .side = 1, .place = 1}, "seat 1: expected a player"},
      {0, {.level = 9, .side = 1, .place = 1}, "seat 1: expected a player"},
      {1, {.player = 1, .side = 2, .place = 2}, "seat 2: its player sits at seat 1"},
      {1, {.player = 2, .side = 2, .place = 0}, "seat 2: expected a place"},
      {1, {.player = 2, .side = 2, .place = 3}, "seat 2: expected a place"},
      {1, {.player = 2, .side = 1, .place = 2}, "seat 2: expected the place of seat 1"},
      {1, {.player = 2, .side = 1, .place = 1}, "all seats are of one side"},
  };
  for (size_t i = 0; i < ROWS(trials); i++) {
    struct rated_game game = duel(1, 1, 2);
    struct fault fault = {0};
    game.seat[trials[i].seat] = trials[i].is;
    assert_false(rated_game_check(&game, &fault));
    if (strstr(fault.text, trials[i].said) == NULL) fail_msg("trial %d: %s", (int)i, fault.text);
  }
  struct rated_game game = duel(1, 1, 2);
  struct fault fault = {0};
  assert_true(rated_game_check(&game, &fault));
  game.ended = -1;
  assert_false(rated_game_check(&game, &fault));
  assert_string_equal(fault.text, "ended: expected milliseconds since 1970");
  game.ended = 0;
  assert_true(rated_game_check(&game, &fault));
  game.seats = 1;
  assert_false(rated_game_check(&game, &fault));
}

TEST(pools_have_names) {
  for (int i = 0; i < RATING_POOLS; i++) {
    int pool = -1;
    assert_true(rating_pool_read(span_of(rating_pool_name(i)), &pool));
    assert_int_equal(pool, i);
  }
  int pool = -1;
  assert_false(rating_pool_read(span_of("classic"), &pool));
  assert_string_equal(rating_pool_name(rating_pool(TESS_RULES_CLASSIC, RATING_DAYS, RATING_GROUP)),
                      "classic-days-group");
  struct rated_game game = duel(1, 1, 2);
  assert_string_equal(rating_pool_name(rated_game_pool(&game)), "star-wars-live-duel");
  game.seats = 3;
  game.rules = TESS_RULES_CLASSIC;
  assert_string_equal(rating_pool_name(rated_game_pool(&game)), "classic-live-group");
}

/* ---- Ratings ---- */

/* The numbers of the paper's algorithm for two newcomers, computed by hand from it. */
TEST(a_first_game_moves_both_alike) {
  const struct rated_game game = duel(1, 1, 2);
  struct rating ratings[TESS_MAX_PLAYERS] = {rating_new(), rating_new()};
  rating_play(&game, ratings);
  assert_int_equal(ratings[0].value - 1500000, 1500000 - ratings[1].value);
  assert_int_equal(ratings[0].value / 1000, 1662);
  assert_int_equal(ratings[0].deviation / 1000, 290);
  assert_int_equal(ratings[0].deviation, ratings[1].deviation);
  assert_int_equal(ratings[0].games, 1);
  assert_int_equal(ratings[0].played, game.ended);
}

TEST(not_playing_costs_certainty_alone) {
  struct rating rating = {.value = 1700000, .deviation = 60000, .volatility = 60000000, .games = 50, .played = DAY};
  const struct rating soon = rating_at(&rating, 2 * DAY), later = rating_at(&rating, 366 * DAY),
                      before = rating_at(&rating, 0);
  same(&before, &rating);
  assert_int_equal(soon.value, 1700000);
  assert_int_equal(later.value, 1700000);
  assert_true(soon.deviation > 60000 && soon.deviation < later.deviation);
  assert_int_equal(later.deviation / 1000, 107); /* root of 60^2 + 73 (0.06 times 173.7178)^2 */
  assert_int_equal(rating_at(&rating, 100000 * DAY).deviation, 350000);
  assert_false(rating_provisional(&later));
  const struct rating first = rating_new(), still = rating_at(&first, 100 * DAY);
  same(&still, &first);
}

/* A ladder need not look at every rating to know which are certain by now. */
TEST(it_is_known_how_long_a_rating_is_certain) {
  struct rating ratings[TESS_MAX_PLAYERS] = {rating_new(), rating_new()};
  int certain = 0;
  assert_true(rating_certain_until(&ratings[0]) == 0);
  for (int64_t number = 1; number <= 60; number++) {
    struct rated_game game = duel(number, 1, 2);
    game.seat[1] = (struct rated_seat){.level = 4, .side = 2, .place = 1 + (int)(number % 2)};
    game.seat[0].place = 3 - game.seat[1].place;
    rating_play(&game, ratings);
    const struct rating *rating = &ratings[0];
    const int64_t until = rating_certain_until(rating);
    assert_true(rating_check(rating));
    assert_int_equal(until == 0, rating_provisional(rating));
    if (until == 0) continue;
    const struct rating before = rating_at(rating, until - 3600000), after = rating_at(rating, until + 3600000);
    assert_true(!rating_provisional(&before) && rating_provisional(&after));
    certain++;
  }
  assert_true(certain > 5);
}

TEST(ratings_that_no_game_leads_to_are_known) {
  struct rating rating = {.value = 1500000, .deviation = 80000, .volatility = 60000000, .games = 3, .played = DAY}, bad;
  assert_true(rating_check(&rating));
  bad = rating, bad.value = 0, assert_false(rating_check(&bad));
  bad = rating, bad.deviation = 44999, assert_false(rating_check(&bad));
  bad = rating, bad.deviation = 350001, assert_false(rating_check(&bad));
  bad = rating, bad.volatility = 0, assert_false(rating_check(&bad));
  bad = rating, bad.games = 0, assert_false(rating_check(&bad));
  bad = rating, bad.played = -1, assert_false(rating_check(&bad));
}

TEST(computers_stay_as_they_are) {
  struct rated_game game = duel(1, 1, 0);
  game.seat[1].level = 4;
  struct rating ratings[TESS_MAX_PLAYERS] = {rating_new()};
  rating_play(&game, ratings);
  assert_true(ratings[0].value > 1500000);
  const struct rating zero = {0};
  same(&ratings[1], &zero);
  for (int level = 2; level <= RATING_LEVELS; level++)
    for (int rules = TESS_RULES_STAR_WARS; rules <= TESS_RULES_CLASSIC; rules++)
      assert_true(rating_of_level((tess_rules)rules, level).value >
                  rating_of_level((tess_rules)rules, level - 1).value);
}

/* Ratings have bounds, and the last game is the latest, also when the clock went back. */
TEST(ratings_stay_within_bounds) {
  struct rated_game game = duel(1, 1, 2);
  struct rating high = rating_new(), low = rating_new();
  high.value = 4999999;
  high.games = 1;
  high.played = game.ended + 1;
  low.value = 2;
  struct rating ratings[TESS_MAX_PLAYERS] = {high, high};
  rating_play(&game, ratings);
  assert_int_equal(ratings[0].value, 5000000);
  assert_int_equal(ratings[0].played, game.ended + 1);
  ratings[0] = ratings[1] = low;
  rating_play(&game, ratings);
  assert_int_equal(ratings[1].value, 1);
  game.seat[1].place = 1;
  for (int i = 0; i < 1000; i++) rating_play(&game, ratings);
  assert_int_equal(ratings[0].deviation, 45000);
}

/* Three and more, and teams: a better place gains more, partners gain alike, a group of equals changes by
 * nothing in sum. */
TEST(groups_and_teams) {
  struct rated_game game = duel(1, 1, 2);
  game.seats = 4;
  game.seat[2] = (struct rated_seat){.player = 3, .side = 3, .place = 3};
  game.seat[3] = (struct rated_seat){.player = 4, .side = 4, .place = 3};
  struct rating ratings[TESS_MAX_PLAYERS] = {rating_new(), rating_new(), rating_new(), rating_new()};
  rating_play(&game, ratings);
  assert_true(ratings[0].value > ratings[1].value && ratings[1].value > ratings[2].value);
  assert_int_equal(ratings[2].value, ratings[3].value);
  int64_t sum = 0;
  for (int i = 0; i < 4; i++) sum += ratings[i].value - 1500000;
  assert_true(sum >= -2 && sum <= 2);
  assert_true(ratings[0].deviation < 350000);

  game.seat[0].side = game.seat[2].side = 1;
  game.seat[1].side = game.seat[3].side = 2;
  game.seat[2].place = 1;
  game.seat[3].place = 2;
  for (int i = 0; i < 4; i++) ratings[i] = rating_new();
  rating_play(&game, ratings);
  assert_int_equal(ratings[0].value, ratings[2].value);
  assert_int_equal(ratings[0].value - 1500000, 1500000 - ratings[1].value);
}

TEST(a_rating_shows_its_doubt) {
  struct text text = {0};
  struct rating rating = {.value = 1531500, .deviation = 110000};
  rating_write(&rating, &text);
  rating.deviation--;
  rating.value--;
  rating_write(&rating, &text);
  assert_string_equal(text.bytes, "1532?1531");
  text_free(&text);
}

/* ---- Known strengths ---- */

/* People of strengths from 1200 to 1790 meet at random, in games of 2 and of 4, and win by the odds of their strengths.
 * A year later their ratings are near, and the intervals of two deviations hold 95 of 100; bench/ratings.c has more. */
TEST(ratings_find_known_strengths) {
  enum { PEOPLE = 60, GAMES = 4000 };
  for (int seats = 2; seats <= 4; seats += 2) {
    struct rating_book *book = rating_book_new();
    struct fault fault;
    uint64_t random = 38;
    for (int64_t number = 1; number <= GAMES; number++) {
      struct rated_game game = {.number = number, .ended = number * 365 * DAY / GAMES, .seats = seats};
      double powers[4], sum = 0;
      const uint32_t first = random_below(&random, PEOPLE), step = 1 + random_below(&random, PEOPLE / 4 - 1);
      for (int i = 0; i < seats; i++) {
        const uint32_t person = (first + step * (uint32_t)i) % PEOPLE;
        game.seat[i] = (struct rated_seat){.player = person + 1, .side = i};
        sum += powers[i] = exp((1200 + 10.0 * person - 1500) / (173.7178 * sqrt(seats / 2.0)));
      }
      for (int place = 1; place <= seats; place++) {
        double at = random_below(&random, 1u << 30) * 0x1p-30 * sum;
        int next = 0;
        for (int i = 0; i < seats; i++) {
          if (game.seat[i].place != 0) continue;
          next = i;
          if (at < powers[i]) break;
          at -= powers[i];
        }
        game.seat[next].place = place;
        sum -= powers[next];
      }
      assert_true(rating_book_add(book, &game, &fault));
    }
    int within = 0;
    double squares = 0;
    for (int i = 0; i < PEOPLE; i++) {
      const struct rating rating = rating_book_find(book, i + 1, seats == 2 ? 0 : 1);
      const double error = rating.value / 1000.0 - (1200 + 10.0 * i);
      assert_false(rating_provisional(&rating));
      within += fabs(error) <= 2 * rating.deviation / 1000.0;
      squares += error * error;
    }
    assert_true(within >= 54);
    assert_true(sqrt(squares / PEOPLE) < 75);
    rating_book_free(book);
  }
}

/* ---- Books and ladders ---- */

/* A game of strangers and computers at random. */
static struct rated_game random_game(uint64_t *random, int64_t number) {
  struct rated_game game = {.number = number,
                            .ended = number * DAY / 20,
                            .rules = (tess_rules)random_below(random, 2),
                            .speed = (enum rating_speed)random_below(random, 2),
                            .seats = 2 + (int)random_below(random, 4)};
  for (int i = 0; i < game.seats; i++)
    game.seat[i] = (struct rated_seat){
        .player = i + 1 + 5 * (int64_t)random_below(random, 40), .side = i, .place = 1 + (int)random_below(random, 2)};
  if (random_below(random, 4) == 0) game.seat[0] = (struct rated_seat){.level = 3, .side = 0, .place = 1};
  return game;
}

/* A book without the voided game has what a book without that game has. */
TEST(a_voided_game_is_taken_out) {
  uint64_t random = 4;
  struct rating_book *with = rating_book_new(), *without = rating_book_new();
  struct fault fault = {0};
  for (int64_t number = 1; number <= 300; number++) {
    struct rated_game game = random_game(&random, number);
    game.voided = number == 100;
    assert_true(rating_book_add(with, &game, &fault));
    if (number != 100) assert_true(rating_book_add(without, &game, &fault));
  }
  for (int64_t player = 1; player <= 200; player++)
    for (int pool = 0; pool < RATING_POOLS; pool++) {
      const struct rating one = rating_book_find(with, player, pool), other = rating_book_find(without, player, pool);
      same(&one, &other);
    }
  struct rated_game late = duel(300, 1, 2);
  assert_false(rating_book_add(with, &late, &fault));
  assert_non_null(strstr(fault.text, "order"));
  rating_book_free(with);
  rating_book_free(without);
}

TEST(ladders) {
  struct ladder_row rows[] = {{5, {.value = 1800000, .deviation = 200000}, -1},
                              {3, {.value = 1600000, .deviation = 60000}, -1},
                              {2, {.value = 1600000, .deviation = 70000}, -1},
                              {9, {.value = 1500000, .deviation = 50000}, -1},
                              {1, {.value = 1700000, .deviation = 80000}, -1}};
  static const int64_t players[] = {1, 2, 3, 9, 5};
  static const int ranks[] = {1, 2, 2, 4, 0};
  ladder_order(rows, ROWS(rows));
  for (size_t i = 0; i < ROWS(rows); i++) {
    assert_int_equal(rows[i].player, players[i]);
    assert_int_equal(rows[i].rank, ranks[i]);
  }
  ladder_order(NULL, 0);
}

TEST(a_ladder_has_those_who_played_since) {
  struct rating_book *book = rating_book_new();
  struct fault fault;
  const struct rated_game games[] = {duel(1, 7, 8), duel(2, 9, 8)};
  for (size_t i = 0; i < ROWS(games); i++) assert_true(rating_book_add(book, &games[i], &fault));
  struct ladder_row *rows;
  assert_int_equal(rating_book_ladder(book, 0, games[1].ended, games[1].ended, &rows), 2);
  assert_int_equal(rows[0].player, 9);
  assert_int_equal(rows[1].player, 8);
  free(rows);
  assert_int_equal(rating_book_ladder(book, 1, 0, 0, &rows), 0);
  free(rows);
  rating_book_free(book);
}

RUN_TESTS(NULL, NULL)
