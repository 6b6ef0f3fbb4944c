/* `tessera bench`: measures the speed of random games. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/steady_clock.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "players/player.h"
#include "players/playout.h"

/* ---- The searching player ---- */

enum { PLAYOUTS = 1000 /* playouts for every turn */, RANDOM_GAMES = 2000, MOST_THREADS = 2 };

/* Measures random games, and one game of the player against itself; prints a line. */
static void bench_game(const char *name, tess_game *game, tess_set *set, bool json) {
  static const struct player_budget budget = {.playouts = PLAYOUTS};
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles(name, &count);
  const tess_error error = tess_set_build(set, tiles, count, &fault);
  assert(error == TESS_ERROR_NONE);
  (void)error;
  tess_options options = tess_options_default(tess_set_rules(set));
  options.fields = tess_set_rules(set) == TESS_RULES_CLASSIC;

  /* 1. Measure random turns a second. */
  struct playout_totals totals = {0};
  double start = steady_seconds();
  playout_games(game, set, &options, RANDOM_GAMES, &totals);
  const double random = (double)totals.turns / (steady_seconds() - start);

  for (int threads = 1; threads <= MOST_THREADS; threads++) {
    /* 2. Measure a game of the player. */
    struct player player;
    uint64_t made = 0;
    player_open(&player, player_kind_find("mcts"), 1);
    player.threads = threads;
    tess_game_new(game, set, &options);
    start = steady_seconds();
    while (tess_game_phase(game) != TESS_PHASE_OVER) {
      struct player_advice advice;
      if (player_step(&player, game, &budget, &advice)) made += advice.playouts;
    }
    const double playouts = (double)made / (steady_seconds() - start);
    player_close(&player);

    /* 3. Print the line. */
    if (!json) {
      printf("%-12s %7d %14.0f %16.0f %8.2f %%\n", name, threads, playouts, random, 100.0 * playouts / random);
      continue;
    }
    struct text line = {0};
    json_open_object(&line, NULL);
    json_put_string(&line, "game", name);
    json_put_int(&line, "threads", threads);
    json_put_decimal(&line, "playouts_per_second", playouts, 0);
    json_put_decimal(&line, "random_turns_per_second", random, 0);
    json_close_object(&line);
    puts(line.bytes);
    text_free(&line);
  }
}

/* Measures both games on one thread and on two, and prints a line for each. Returns the exit code. */
static int bench_players(const struct arguments *arguments) {
  const bool json = argument_flag(arguments, "json");
  struct fault fault = {0};
  if (!arguments_only(arguments, "players", "json", &fault)) return usage_refused("bench", &fault);
  tess_game *game = memory_new(tess_game_size());
  tess_set *set = memory_new(tess_set_size());
  if (!json) printf("game         threads     playouts/s   random turns/s    share\n");
  bench_game("star-wars", game, set, json);
  bench_game("classic", game, set, json);
  free(game);
  free(set);
  return CODE_DONE;
}

/* ---- Random games ---- */

/* What was measured. */
struct measure {
  struct playout_totals totals;
  int sides;
  double seconds;
};

static double a_second(const struct measure *measure, uint64_t count) { return (double)count / measure->seconds; }

static double mean_score(const struct measure *measure) {
  return (double)measure->totals.scores / ((double)measure->totals.games * measure->sides);
}

static int bench_games(const struct arguments *arguments) {
  struct game_request request = {0};
  struct game_setup setup;
  struct set_library *library = NULL;
  struct fault fault = {0};
  struct measure measure = {0};
  bool ready = game_request_read(&request, arguments, &fault) && game_setup_read(&request, &library, &setup, &fault);
  if (ready) {
    tess_game *game = memory_new(tess_game_size());
    const tess_error error = tess_game_new(game, setup.set->set, &setup.options);
    ready = error == TESS_ERROR_NONE || fault_refuse(&fault, error, "%s", tess_error_text(error));
    if (ready) {
      const double start = steady_seconds();
      measure.sides = tess_game_sides(game);
      playout_games(game, setup.set->set, &setup.options, argument_number(arguments, "games", 1000), &measure.totals);
      measure.seconds = steady_seconds() - start;
    }
    free(game);
  }
  if (library != NULL) set_library_close(library);
  if (!ready) return game_setup_refused("bench", &fault);

  /* What was measured. */
  const struct playout_totals *totals = &measure.totals;
  if (!argument_flag(arguments, "json")) {
    printf("%" PRIu64 " games, %" PRIu64 " turns in %.3f s\n", totals->games, totals->turns, measure.seconds);
    printf("games/s       %12.0f\n", a_second(&measure, totals->games));
    printf("turns/s       %12.0f\n", a_second(&measure, totals->turns));
    printf("legal moves/s %12.0f\n", a_second(&measure, totals->moves));
    printf("mean score    %12.3f a side\n", mean_score(&measure));
    printf("signature     %016" PRIx64 "\n", totals->signature);
    return CODE_DONE;
  }
  struct text json = {0};
  json_open_object(&json, NULL);
  json_put_int(&json, "games", (int64_t)totals->games);
  json_put_int(&json, "turns", (int64_t)totals->turns);
  json_put_int(&json, "moves", (int64_t)totals->moves);
  json_put_decimal(&json, "seconds", measure.seconds, 6);
  json_put_decimal(&json, "games_per_second", a_second(&measure, totals->games), 0);
  json_put_decimal(&json, "turns_per_second", a_second(&measure, totals->turns), 0);
  json_put_decimal(&json, "moves_per_second", a_second(&measure, totals->moves), 0);
  json_put_decimal(&json, "mean_score", mean_score(&measure), 3);
  json_put_hash(&json, "signature", totals->signature);
  json_close_object(&json);
  puts(json.bytes);
  text_free(&json);
  return CODE_DONE;
}

static int bench_run(const struct arguments *arguments) {
  if (arguments->operand_count == 0) return bench_games(arguments);
  if (strcmp(arguments->operands[0], "players") == 0) return bench_players(arguments);
  return usage_wrong("bench", "expected players or nothing, not '%s'", arguments->operands[0]);
}

static const struct option_spec bench_options[] = {
    GAME_OPTIONS,
    PLAYERS_OPTION,
    {"games", 'n', OPTION_NUMBER, "N", 1, 1000000000, "the number of games (default: 1000)"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "one line of JSON"},
    OPTIONS_END};

const struct command bench_command = {
    .name = "bench",
    .operands = "[players]",
    .operand_kind = OPERAND_CHOICE,
    .operand_choices = "players",
    .most_operands = 1,
    .summary = "measure how fast random games are played",
    .description =
        "Plays random games on one thread: a uniform legal placement, then a uniform meeple decision, none "
        "included. The signature is of all final scores: a change that leaves the rules alone leaves it alone.\nWith "
        "the word players: how many "
        "playouts a second the player mcts makes in a game against itself, of both games, on one thread and on two.",
    .options = bench_options,
    .run = bench_run,
};
