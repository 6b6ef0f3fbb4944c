/* Games of three to five: sizes, repeated encounters, seats, scores. */
#include "cli/cmocka_base.h"
#include "tournament/tournament.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

enum { MOST = 64, ROUNDS = 8 };

/* What a tournament has come to. */
struct rounds {
  struct entrant entrants[MOST];
  struct gathering games[MOST * ROUNDS];
  int count, played, met[MOST][MOST], sat[MOST][GATHERING_MOST];
};

/* Draws a round and checks that everybody who is there plays once, in games of the right size. */
static void draw(struct rounds *rounds, int round, int wanted) {
  struct gathering *next = &rounds->games[rounds->played];
  struct fault fault;
  const int games =
      gatherings_draw(rounds->entrants, rounds->count, rounds->games, rounds->played, round, wanted, next, &fault);
  bool seen[MOST] = {false};
  int least = GATHERING_MOST, most = GATHERING_LEAST, there = 0;
  if (games < 0) fail_msg("%s", fault.text);
  for (int i = 0; i < rounds->count; i++) there += !rounds->entrants[i].away;
  for (int game = 0; game < games; game++) {
    assert_int_equal(next[game].round, round);
    assert_in_range(next[game].count, GATHERING_LEAST, GATHERING_MOST);
    least = next[game].count < least ? next[game].count : least;
    most = next[game].count > most ? next[game].count : most;
    for (int i = 0; i < next[game].count; i++) {
      const int one = next[game].entrants[i];
      assert_true(!rounds->entrants[one].away && !seen[one]);
      seen[one] = true;
      rounds->sat[one][i]++;
      for (int j = 0; j < next[game].count; j++) rounds->met[one][next[game].entrants[j]] += i != j;
      there--;
    }
  }
  assert_int_equal(there, 0);
  assert_true(most - least <= 1);
  rounds->played += games;
}

/* The number of pairs that have met twice or more. */
static int met_again(const struct rounds *rounds) {
  int again = 0;
  for (int i = 0; i < rounds->count; i++)
    for (int j = 0; j < i; j++) again += rounds->met[i][j] > 1;
  return again;
}

/* Nine in games of three meet all others in four rounds, and sixteen in games of four in three without a second time.
 */
TEST(everybody_meets_others) {
  static const struct {
    int count, wanted, rounds;
  } trials[] = {{9, 3, 4},  {12, 3, 3}, {16, 4, 3}, {20, 4, 4}, {25, 5, 3},
                {40, 4, 6}, {64, 4, 8}, {60, 5, 6}, {30, 3, 8}, {5, 5, 1}};
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
    struct rounds *rounds = calloc(1, sizeof *rounds);
    rounds->count = trials[i].count;
    for (int round = 1; round <= trials[i].rounds; round++) draw(rounds, round, trials[i].wanted);
    if (met_again(rounds) != 0)
      fail_msg("%d in games of %d: %d pairs met again in %d rounds", trials[i].count, trials[i].wanted,
               met_again(rounds), trials[i].rounds);
    free(rounds);
  }
}

/* Any number, people who come and go: games of the right size; nobody has a seat far more often than another one. */
TEST(any_number) {
  uint64_t random = 34;
  for (int trial = 0; trial < 60; trial++) {
    struct rounds *rounds = calloc(1, sizeof *rounds);
    rounds->count = 3 + (int)random_below(&random, 20);
    const int wanted = 3 + (int)random_below(&random, 3);
    for (int round = 1; round <= ROUNDS; round++) {
      int there = rounds->count;
      for (int i = 0; i < rounds->count; i++) {
        rounds->entrants[i].away = there > 3 && random_below(&random, 10) == 0;
        there -= rounds->entrants[i].away;
      }
      draw(rounds, round, wanted);
    }
    for (int i = 0; i < rounds->count; i++)
      for (int seat = 0; seat < GATHERING_LEAST; seat++) assert_in_range(rounds->sat[i][seat], 0, 5);
    free(rounds);
  }
}

/* Games have the wanted size where the number allows it. */
TEST(sizes) {
  static const struct {
    int count, wanted, games;
  } trials[] = {{3, 5, 1},  {4, 3, 1},  {5, 4, 1},  {6, 4, 2},  {7, 4, 2}, {8, 4, 2},
                {11, 4, 3}, {12, 3, 4}, {12, 4, 3}, {13, 5, 3}, {15, 5, 3}};
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
    struct rounds *rounds = calloc(1, sizeof *rounds);
    rounds->count = trials[i].count;
    draw(rounds, 1, trials[i].wanted);
    assert_int_equal(rounds->played, trials[i].games);
    free(rounds);
  }
  struct entrant entrants[4] = {{.away = true}, {.away = true}};
  struct gathering next[2];
  struct fault fault;
  assert_int_equal(gatherings_draw(entrants, 4, NULL, 0, 2, 3, next, &fault), -1);
  assert_string_equal(fault.text, "round 2: expected three entrants or more who are there");
}

/* The number of meetings has a bound: after 256 games three entrants are as far from meeting again as after 255. */
TEST(many_games_are_not_forgotten) {
  enum { GAMES = 256 };
  static struct gathering before[GAMES];
  struct entrant entrants[6] = {0};
  struct gathering next[2];
  struct fault fault;
  for (int i = 0; i < GAMES; i++) before[i] = (struct gathering){i + 1, 3, {0, 1, 2}};
  for (int round = GAMES + 1; round < GAMES + 50; round++) {
    assert_int_equal(gatherings_draw(entrants, 6, before, GAMES, round, 3, next, &fault), 2);
    int together = 0;
    for (int i = 0; i < 3; i++) together += next[0].entrants[i] < 3;
    assert_in_range(together, 1, 2);
  }
}

/* Four who play twelve times have each seat three times. */
TEST(seats_go_around) {
  struct rounds *rounds = calloc(1, sizeof *rounds);
  rounds->count = 4;
  for (int round = 1; round <= 12; round++) draw(rounds, round, 4);
  for (int i = 0; i < 4; i++)
    for (int seat = 0; seat < 4; seat++) assert_int_equal(rounds->sat[i][seat], 3);
  free(rounds);
}

TEST(scores_are_shares) {
  static const int three[] = {2, 1, 3}, five[] = {1, 3, 3, 1, 5}, same[] = {1, 1, 1, 1};
  int scores[GATHERING_MOST];
  gathering_scores(3, three, scores);
  assert_true(scores[0] == 60 && scores[1] == 120 && scores[2] == 0);
  gathering_scores(5, five, scores);
  assert_true(scores[0] == 105 && scores[3] == 105 && scores[1] == 45 && scores[2] == 45 && scores[4] == 0);
  gathering_scores(4, same, scores);
  for (int i = 0; i < 4; i++) assert_int_equal(scores[i], 60);
}

RUN_TESTS(NULL, NULL)
