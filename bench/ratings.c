/*
 * Measures how well ratings find known strengths, and what cheats gain: bench_ratings [PLAYERS [GAMES [SEED]]].
 *
 * People of known strength play for a year, in duels and in groups of four, and win by the odds of the models. Each
 * line is about all people with a similar number of games: the root mean square error of their ratings, the mean
 * deviation, and how often the strength is within two deviations. Then single cheats play among them, and lines show
 * what the cheats gain, and the cost for them and their victims.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/guard.h"
#include "base/random.h"
#include "rating/rating.h"

#define UNIT 173.7178 /* in points: a difference of one unit means odds of e to 1 */

/* The standard deviation of strengths around 1500 points; the length of the year and its first day, in milliseconds
 * since 1970. */
static const double SPREAD = 250, YEAR = 365.25 * 86400000.0, BEGIN = 20000 * 86400000.0;

/* The people; index: number - 1. */
struct crowd {
  int count;
  double *strengths; /* points */
  double *shares;    /* cumulative shares of all games */
  uint64_t random;
  struct rating_book *book;
  int64_t games; /* number of games played */
};

static double uniform(uint64_t *random) { return (double)(random_next(random) >> 11) * 0x1p-53; }

/* A normally distributed number by the method of Box and Muller. */
static double normal(uint64_t *random) {
  const double radius = sqrt(-2 * log(1 - uniform(random)));
  return radius * cos(6.283185307179586 * uniform(random));
}

static struct crowd crowd_new(int count, uint64_t seed) {
  struct crowd crowd = {.count = count,
                        .strengths = memory_new((size_t)count * sizeof(double)),
                        .shares = memory_new((size_t)count * sizeof(double)),
                        .random = seed,
                        .book = rating_book_new()};
  double sum = 0;
  for (int i = 0; i < count; i++) {
    crowd.strengths[i] = 1500 + SPREAD * normal(&crowd.random);
    crowd.shares[i] = sum += exp(normal(&crowd.random)); /* some people play ten times as often as others */
  }
  return crowd;
}

static void crowd_free(struct crowd *crowd) {
  rating_book_free(crowd->book);
  free(crowd->strengths);
  free(crowd->shares);
}

/* Draws the person who plays next, weighted by how often people play. */
static int drawn(struct crowd *crowd) {
  const double at = uniform(&crowd->random) * crowd->shares[crowd->count - 1];
  int low = 0, high = crowd->count - 1;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (crowd->shares[middle] > at)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static double rating_points(const struct crowd *crowd, int64_t player, int pool) {
  return rating_book_find(crowd->book, player, pool).value / 1000.0;
}

/* Rates a live game of Star Wars at a time of the year, 0 to 1; the players are in the order of their places. */
static void count_game(struct crowd *crowd, double year, int seats, const int64_t *players) {
  struct rated_game game = {.number = ++crowd->games, .ended = (int64_t)(BEGIN + year * YEAR), .seats = seats};
  struct fault fault;
  for (int i = 0; i < seats; i++) game.seat[i] = (struct rated_seat){.player = players[i], .side = i, .place = i + 1};
  CHECK_BECAUSE(rating_book_add(crowd->book, &game, &fault), fault.text);
}

/* Draws whether the first of two players wins, by the odds of Elo. */
static bool first_wins(struct crowd *crowd, double first, double second) {
  return uniform(&crowd->random) * (1 + exp((second - first) / UNIT)) < 1;
}

/* Plays a duel: a person plays the one of ten present people with the nearest rating. */
static void play_duel(struct crowd *crowd, double year) {
  const int one = drawn(crowd);
  const double rating = rating_points(crowd, one + 1, 0);
  int other = -1;
  for (int i = 0; i < 10; i++) {
    const int next = drawn(crowd);
    if (next != one && (other < 0 || fabs(rating_points(crowd, next + 1, 0) - rating) <
                                         fabs(rating_points(crowd, other + 1, 0) - rating)))
      other = next;
  }
  if (other < 0) return;
  const bool won = first_wins(crowd, crowd->strengths[one], crowd->strengths[other]);
  const int64_t players[] = {won ? one + 1 : other + 1, won ? other + 1 : one + 1};
  count_game(crowd, year, 2, players);
}

/* Plays a game of four random people: each place goes to one of the remaining people, weighted by strength. */
static void play_group(struct crowd *crowd, double year) {
  int64_t players[4];
  for (int i = 0; i < 4;) {
    players[i] = drawn(crowd) + 1;
    bool twice = false;
    for (int j = 0; j < i; j++) twice = twice || players[j] == players[i];
    i += !twice;
  }
  for (int place = 0; place < 3; place++) {
    double powers[4], sum = 0;
    for (int i = place; i < 4; i++)
      sum += powers[i] = exp((crowd->strengths[players[i] - 1] - 1500) / (UNIT * 1.4142135623730951));
    double at = uniform(&crowd->random) * sum;
    int next = place;
    while (next < 3 && at >= powers[next]) at -= powers[next++];
    const int64_t player = players[next];
    players[next] = players[place];
    players[place] = player;
  }
  count_game(crowd, year, 4, players);
}

static void play_year(struct crowd *crowd, int games, int pool) {
  for (int i = 0; i < games; i++) {
    if (pool == 0)
      play_duel(crowd, (double)i / games);
    else
      play_group(crowd, (double)i / games);
  }
}

/* ---- Errors and intervals ---- */

static void print_errors(const struct crowd *crowd, int pool) {
  static const int least[] = {1, 5, 20, 50, 200, 1, 1 << 30};
  for (int row = 0; row < 6; row++) {
    const bool all = row == 5;
    double squares = 0, deviations = 0, shift = 0;
    int people = 0, within = 0, provisional = 0;
    for (int i = 0; i < crowd->count; i++) {
      const struct rating stored = rating_book_find(crowd->book, i + 1, pool);
      if (stored.games < least[row] || (!all && stored.games >= (row == 4 ? 1 << 30 : least[row + 1]))) continue;
      const struct rating rating = rating_at(&stored, (int64_t)(BEGIN + YEAR));
      const double error = rating.value / 1000.0 - crowd->strengths[i];
      people++;
      squares += error * error;
      shift += error;
      deviations += rating.deviation / 1000.0;
      within += fabs(error) <= 2 * rating.deviation / 1000.0;
      provisional += rating_provisional(&rating);
    }
    if (people == 0) continue;
    printf("%s, %s%d%s games: %d people, error %.0f, shift %+.0f, deviation %.0f, within two deviations %.1f %%, "
           "provisional %.0f %%\n",
           pool == 0 ? "duels" : "groups of four", all ? "all, from " : "from ", least[row], all ? "" : "", people,
           sqrt(squares / people), shift / people, deviations / people, 100.0 * within / people,
           100.0 * provisional / people);
  }
}

/* ---- Cheats: each in a crowd that has played a year of duels; their games follow at its end, twenty a day ---- */

/* The time between two games of a cheat, as a part of the year; and numbers of accounts beyond those of the crowd.
 */
static const double SOON = 0.05 / 365.25;

/* The person whose rating is nearest to these points, of those with a small deviation. */
static int nearest(const struct crowd *crowd, double points) {
  int found = 0;
  double least = INFINITY;
  for (int i = 0; i < crowd->count; i++) {
    const struct rating rating = rating_book_find(crowd->book, i + 1, 0);
    const double off = fabs(rating.value / 1000.0 - points);
    if (rating_provisional(&rating) || off >= least) continue;
    found = i;
    least = off;
  }
  return found;
}

/* Plays an honest game of an account against a person with a similar rating; returns the opponent's gain in points. */
static double honest_game(struct crowd *crowd, double *year, int64_t account, double strength) {
  const double wanted = rating_points(crowd, account, 0) + 100 * normal(&crowd->random);
  const int other = nearest(crowd, wanted);
  const double before = rating_points(crowd, other + 1, 0);
  const bool won = first_wins(crowd, strength, crowd->strengths[other]);
  const int64_t players[] = {won ? account : other + 1, won ? other + 1 : account};
  count_game(crowd, *year += SOON, 2, players);
  return rating_points(crowd, other + 1, 0) - before;
}

/* Smurfs: a strong person begins again under new names. */
static void smurfs(struct crowd *crowd, double strength) {
  enum { ACCOUNTS = 100, GAMES = 30 };
  double lost = 0, year = 1, games = 0;
  for (int i = 0; i < ACCOUNTS; i++) {
    const int64_t account = crowd->count + 1 + i;
    int reached = 0;
    for (int game = 1; game <= GAMES; game++) {
      lost -= honest_game(crowd, &year, account, strength);
      if (reached == 0 && rating_points(crowd, account, 0) > strength - 100) reached = game;
    }
    games += reached == 0 ? GAMES : reached;
  }
  printf("smurf of strength %.0f: within 100 points of it after %.1f games; its opponents of 30 games lose %.0f points "
         "in sum\n",
         strength, games / ACCOUNTS, lost / ACCOUNTS);
}

/* A sandbagger loses on purpose until the rating is 400 points below the strength, and then plays honestly. */
static void sandbagger(struct crowd *crowd, double strength) {
  const int64_t account = crowd->count + 1;
  double year = 1;
  for (int i = 0; i < 200; i++) honest_game(crowd, &year, account, strength);
  const double before = rating_points(crowd, account, 0);
  int thrown = 0, back = 0;
  double given = 0, taken = 0;
  while (rating_points(crowd, account, 0) > before - 400) {
    given += honest_game(crowd, &year, account, -1e4);
    thrown++;
  }
  while (rating_points(crowd, account, 0) < before - 50 && back < 1000) {
    taken -= honest_game(crowd, &year, account, strength);
    back++;
  }
  printf(
      "sandbagger of strength %.0f: %d games thrown for 400 points down, which give others %.0f; %d games until it is "
      "back within 50 points, which take %.0f\n",
      strength, thrown, given, back, taken);
}

/* A ring: several accounts lose all their games to one account, which then plays honestly. */
static void ring(struct crowd *crowd, int accounts, int each, double strength) {
  const int64_t boss = crowd->count + 1;
  double year = 1;
  for (int i = 0; i < 200; i++) honest_game(crowd, &year, boss, strength);
  const double before = rating_points(crowd, boss, 0);
  for (int game = 0; game < each; game++)
    for (int i = 0; i < accounts; i++) {
      const int64_t players[] = {boss, boss + 1 + i};
      count_game(crowd, year += SOON, 2, players);
    }
  const double high = rating_points(crowd, boss, 0);
  double lowest = 0;
  for (int i = 0; i < accounts; i++) lowest += rating_points(crowd, boss + 1 + i, 0) / accounts;
  int back = 0;
  while (rating_points(crowd, boss, 0) > before + 100 && back < 1000) {
    honest_game(crowd, &year, boss, strength);
    back++;
  }
  printf("ring of %d new accounts that throw %d games each: %+.0f points for the one they lose to; the accounts end at "
         "%.0f; %d honest games until it is back within 100 points\n",
         accounts, each, high - before, lowest, back);
}

int main(int argc, char **argv) {
  const int people = argc > 1 ? atoi(argv[1]) : 2000, games = argc > 2 ? atoi(argv[2]) : 50000;
  const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 38;
  if (people < 10 || games < 1) {
    fprintf(stderr, "bench_ratings: expected [PLAYERS (from 10) [GAMES (from 1) [SEED]]]\n");
    return 2;
  }
  for (int pool = 0; pool < 2; pool++) {
    struct crowd crowd = crowd_new(people, seed);
    play_year(&crowd, games, pool);
    print_errors(&crowd, pool);
    crowd_free(&crowd);
  }
  for (int cheat = 0; cheat < 7; cheat++) {
    struct crowd crowd = crowd_new(people, seed + 1);
    play_year(&crowd, games, 0);
    switch (cheat) {
    case 0: smurfs(&crowd, 2000); break;
    case 1: sandbagger(&crowd, 1900); break;
    case 2: ring(&crowd, 1, 100, 1500); break;
    case 3: ring(&crowd, 5, 20, 1500); break;
    case 4: ring(&crowd, 20, 5, 1500); break;
    case 5: ring(&crowd, 100, 1, 1500); break;
    case 6: ring(&crowd, 20, 50, 1500); break;
    }
    crowd_free(&crowd);
  }
  return 0;
}
