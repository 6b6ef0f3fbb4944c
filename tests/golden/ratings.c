/*
 * Golden ratings: 20,000 random games of 200 players end with ratings that are the same on every machine. One line a
 * pool: its name and a number that follows from every rating in it.
 *
 *   ratings FILE      compares with the lines of FILE; 1 and both texts if they differ
 *   ratings --print   prints the lines; `ratings --print > tests/golden/ratings.txt` makes a change of the sums the new
 *                     standard
 *
 * It needs src/rating and src/base only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "rating/rating.h"

enum { GAMES = 20000, PLAYERS = 200, TEXT = 1024 };

/* A game of 2 to 5 seats, some of them computers, some sides of two. */
static struct rated_game random_game(uint64_t *random, int64_t number) {
  struct rated_game game = {.number = number,
                            .ended = number * 4320000,
                            .rules = (tess_rules)random_below(random, 2),
                            .speed = (enum rating_speed)random_below(random, 2),
                            .voided = random_below(random, 50) == 0,
                            .seats = 2 + (int)random_below(random, 4)};
  const bool teams = game.seats == 4 && random_below(random, 2) == 0;
  int places[TESS_MAX_PLAYERS];
  for (int i = 0; i < game.seats; i++) places[i] = 1 + (int)random_below(random, 2);
  for (int i = 0; i < game.seats; i++) {
    const int side = teams ? i % 2 : i;
    game.seat[i] = (struct rated_seat){
        .player = 1 + i + TESS_MAX_PLAYERS * (int64_t)random_below(random, PLAYERS / TESS_MAX_PLAYERS),
        .side = side,
        .place = places[side]};
  }
  if (random_below(random, 4) == 0) {
    game.seat[0].player = 0;
    game.seat[0].level = 1 + (int)random_below(random, RATING_LEVELS);
  }
  return game;
}

int main(int argc, char **argv) {
  /* 1. Play the games. */
  struct rating_book *book = rating_book_new();
  struct fault fault;
  uint64_t random = 2026;
  for (int64_t number = 1; number <= GAMES; number++) {
    const struct rated_game game = random_game(&random, number);
    if (rating_book_add(book, &game, &fault)) continue;
    fprintf(stderr, "ratings: game %d: %s\n", (int)number, fault.text);
    return 1;
  }

  /* 2. Write the lines. */
  struct text lines = {0};
  for (int pool = 0; pool < RATING_POOLS; pool++) {
    uint64_t sum = 0;
    for (int64_t player = 1; player <= PLAYERS; player++) {
      const struct rating rating = rating_book_find(book, player, pool);
      sum = random_seed(sum, (uint64_t)rating.value, (uint64_t)rating.deviation);
      sum = random_seed(sum, (uint64_t)rating.volatility, (uint64_t)rating.games);
    }
    text_print(&lines, "%s ", rating_pool_name(pool));
    text_add_hash(&lines, sum);
    text_add_char(&lines, '\n');
  }
  rating_book_free(book);

  /* 3. Compare or print them. */
  int code = 0;
  if (argc == 2 && strcmp(argv[1], "--print") == 0) {
    fputs(lines.bytes, stdout);
  } else {
    char expected[TEXT] = "";
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (file != NULL) expected[fread(expected, 1, TEXT - 1, file)] = 0;
    if (file != NULL) fclose(file);
    code = strcmp(expected, lines.bytes) != 0;
    if (code != 0) fprintf(stderr, "ratings: expected\n%sfound\n%s", expected, lines.bytes);
  }
  text_free(&lines);
  return code;
}
