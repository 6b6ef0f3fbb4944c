/*
 * Measures what a club of 20,000 players asks for: bench_history [GAMES [FOLDER]]. It makes a database in a new folder,
 * or in FOLDER, where it stays. The database has PLAYERS players on one ladder, a player of GAMES games (by default
 * 10,000) and as many games of others. It prints the
 * processor time in milliseconds, the slowest of 20 tries, for the player's page: the profile, pages of the history and
 * the statistics; and for the first, the middle and the last page of the ladder. It exits with 1 if one of them is
 * slower than BAR.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/guard.h"
#include "club/club.h"

enum { BAR = 50 /* ms */, TRIES = 20, OPPONENTS = 40, ROUND = 500, PLAYERS = 20000, FIRST_RATED = 100000 };

/* A thing to measure. */
struct measure {
  const char *what;
  struct store_search search;
  enum { GAMES, STATISTICS, PROFILE, LADDER } of;
  int64_t skip; /* players of the ladder before the page */
};

static void add_games(struct store *store, int64_t player, int64_t other, int count, const char *prefix) {
  struct fault fault;
  char id[STORE_ID_SIZE];
  for (int i = 0; i < count; i++) {
    snprintf(id, sizeof id, "%s%015d", prefix, i);
    const struct store_game game = {.id = span_of(id),
                                    .ended = 1700000000000 + (int64_t)i * 3600000,
                                    .rules = span_of(i % 2 == 0 ? "classic" : "star-wars"),
                                    .variant = span_of(i % 3 == 0 ? "fields" : "-"),
                                    .speed = CLUB_LIVE};
    store_add_game(store, 0, &game);
    for (int seat = 1; seat <= 2; seat++) {
      const struct store_result result = {.seat = seat,
                                          .player = seat == 1 ? player : other + i % OPPONENTS,
                                          .name = span_of("Somebody"),
                                          .side = seat - 1,
                                          .points = 40 + i * 7 % 90,
                                          .place = (i + seat) % 2 + 1};
      store_add_result(store, 0, game.id, &result);
    }
    if (i % ROUND == ROUND - 1 && !store_commit(store, NULL, 0, &fault)) fprintf(stderr, "%s\n", fault.text);
  }
  if (!store_commit(store, NULL, 0, &fault)) fprintf(stderr, "%s\n", fault.text);
}

/* Adds the players of the ladder, each with a certain rating. */
static void add_rated(struct store *store, int season) {
  struct fault fault;
  for (int i = 0; i < PLAYERS; i++) {
    struct store_player player = {.number = FIRST_RATED + i, .created = 1700000000000};
    snprintf(player.name, sizeof player.name, "Rated %d", i);
    store_add_player(store, &player);
    const struct store_rating rating = {.game = i + 1,
                                        .player = player.number,
                                        .season = season,
                                        .value = 1000000 + i * 7919 % 1000000,
                                        .deviation = 60000,
                                        .volatility = 60000,
                                        .games = 30,
                                        .played = 1800000000000,
                                        .certain = INT64_MAX};
    store_put_rating(store, &rating, 0);
    if (i % ROUND == ROUND - 1 && !store_commit(store, NULL, 0, &fault)) fprintf(stderr, "%s\n", fault.text);
  }
}

/* Asks for one thing. Returns false if it is refused. */
static bool ask(const struct club *club, const struct measure *measure, const struct club_asker *asker,
                struct answer *answer) {
  struct store_player player;
  if (measure->of == LADDER) return club_ladder(club, 0, season_at(club->now), measure->skip, answer);
  if (!club_find_player(club, span_of("me"), asker, &player, answer)) return false;
  if (measure->of == STATISTICS) return club_statistics(club, asker, &player, answer);
  if (measure->of == GAMES) return club_games(club, asker, &player, &measure->search, answer);
  club_tell(club, asker, &player, answer);
  return answer->code == ANSWER_OK;
}

/* The processor time of this program in microseconds, which does not depend on the load by other programs. */
static int64_t used_microseconds(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* The time of the slowest of TRIES, in microseconds. */
static int64_t measure_slowest(const struct club *club, const struct measure *measure, int64_t number) {
  const struct club_asker asker = {.player = number};
  int64_t slowest = 0;
  for (int i = 0; i < TRIES; i++) {
    struct answer answer = {0};
    const int64_t begin = used_microseconds();
    const bool good = ask(club, measure, &asker, &answer);
    const int64_t took = used_microseconds() - begin;
    if (!good) fprintf(stderr, "%s: refused\n", measure->what);
    slowest = took > slowest ? took : slowest;
    answer_free(&answer);
  }
  return slowest;
}

int main(int argc, char **argv) {
  const int games = argc > 1 ? atoi(argv[1]) : 10000;
  char made[] = "/tmp/bench_history.XXXXXX", path[512], key[520], command[80] = "true";
  const char *folder = argc > 2 ? argv[2] : mkdtemp(made);
  struct fault fault;
  if (folder == NULL) return 1;
  snprintf(path, sizeof path, "%s/tables.db", folder);
  snprintf(key, sizeof key, "%s-key", path);
  struct store *store = store_open(path, key, &fault);
  if (store == NULL) {
    fprintf(stderr, "%s\n", fault.text);
    return 1;
  }
  for (int64_t number = 1; number <= 1000 + 2 * OPPONENTS; number++) {
    struct store_player player = {.number = number, .created = 1700000000000};
    snprintf(player.name, sizeof player.name, "Player %d", (int)number);
    if (number == 1 || number >= 1000) store_add_player(store, &player);
  }
  add_games(store, 1, 1000, games, "a");
  add_games(store, 1000, 1001, games, "b");

  const struct club club = {.store = store, .now = 1800000000000};
  add_rated(store, season_at(club.now));
  const struct measure measures[] = {
      {.what = "newest page"},
      {.what = "page in the middle", .search = {.before = games / 2}},
      {.what = "against one of 40", .search = {.opponent = 1007}},
      {.what = "of a variant that was never played", .search = {.variant = span_of("x")}},
      {.what = "statistics", .of = STATISTICS},
      {.what = "profile", .of = PROFILE},
      {.what = "ladder, first page", .of = LADDER},
      {.what = "ladder, page in the middle", .of = LADDER, .skip = PLAYERS / 2},
      {.what = "ladder, last page", .of = LADDER, .skip = PLAYERS - CLUB_LADDER_PAGE}};
  bool slow = false;
  for (size_t i = 0; i < sizeof measures / sizeof measures[0]; i++) {
    const int64_t took = measure_slowest(&club, &measures[i], 1);
    printf("%-36s %8.2f ms\n", measures[i].what, (double)took / 1000);
    slow |= took > (int64_t)BAR * 1000;
  }
  store_close(store);
  if (argc <= 2) snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command) != 0 || slow;
}
