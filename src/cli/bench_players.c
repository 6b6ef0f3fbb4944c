/* `tessera bench players`: how fast the searching player searches. */
#include "cli/bench_players.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/steady_clock.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "players/player.h"
#include "players/playout.h"

enum { PLAYOUTS = 1000 /* of every turn */, RANDOM_GAMES = 2000, MOST_THREADS = 2 };

/* A game of its own against itself. */
struct speed {
  uint64_t playouts;
  double seconds;
};

static void play_game(const tess_set *set, const tess_options *options, struct player *player, tess_game *game,
                      struct speed *speed) {
  static const struct player_budget budget = {.playouts = PLAYOUTS};
  tess_game_new(game, set, options);
  const double start = steady_seconds();
  while (tess_game_phase(game) != TESS_PHASE_OVER) {
    struct player_advice advice;
    if (player_step(player, game, &budget, &advice)) speed->playouts += advice.playouts;
  }
  speed->seconds += steady_seconds() - start;
}

static double random_turns_a_second(const tess_set *set, const tess_options *options, tess_game *game) {
  struct playout_totals totals = {0};
  const double start = steady_seconds();
  playout_games(game, set, options, RANDOM_GAMES, &totals);
  return (double)totals.turns / (steady_seconds() - start);
}

static void print_speed(const char *name, int threads, const struct speed *speed, double random, bool json) {
  const double playouts = (double)speed->playouts / speed->seconds;
  if (json)
    printf("{\"game\":\"%s\",\"threads\":%d,\"playouts_per_second\":%.0f,\"random_turns_per_second\":%.0f}\n", name,
           threads, playouts, random);
  else
    printf("%-12s %7d %14.0f %16.0f %8.2f %%\n", name, threads, playouts, random, 100.0 * playouts / random);
}

/* One game of the kind, on one thread and on two. */
static bool bench_game(const char *name, tess_game *game, tess_set *set, bool json) {
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles(name, &count);
  const tess_error error = tess_set_build(set, tiles, count, &fault);
  assert(error == TESS_ERROR_NONE);
  (void)error;
  tess_options options = tess_options_default(tess_set_rules(set));
  options.fields = tess_set_rules(set) == TESS_RULES_CLASSIC;
  const double random = random_turns_a_second(set, &options, game);
  for (int threads = 1; threads <= MOST_THREADS; threads++) {
    struct player player;
    struct speed speed = {0};
    if (!player_open(&player, player_kind_find("mcts"), 1)) return false;
    player.threads = threads;
    play_game(set, &options, &player, game, &speed);
    player_close(&player);
    print_speed(name, threads, &speed, random, json);
  }
  return true;
}

int bench_players(const struct arguments *arguments) {
  const bool json = argument_flag(arguments, "json");
  if (!arguments_only("bench", arguments, "players", "json")) return CODE_USAGE;
  tess_game *game = memory_new(tess_game_size());
  tess_set *set = memory_new(tess_set_size());
  if (!json) printf("game         threads     playouts/s   random turns/s    share\n");
  const bool done = bench_game("star-wars", game, set, json) && bench_game("classic", game, set, json);
  free(game);
  free(set);
  if (!done) fprintf(stderr, "tessera bench: memory is short\n");
  return done ? CODE_DONE : CODE_FAILURE;
}
