/* `tessera bench`: random games as fast as they go. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/steady_clock.h"
#include "cli/bench_players.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/game_setup.h"
#include "players/playout.h"

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

static void print_json(const struct measure *measure) {
  const struct playout_totals *totals = &measure->totals;
  printf("{\"games\":%" PRIu64 ",\"turns\":%" PRIu64 ",\"moves\":%" PRIu64 ",\"seconds\":%.6f,", totals->games,
         totals->turns, totals->moves, measure->seconds);
  printf("\"games_per_second\":%.0f,\"turns_per_second\":%.0f,\"moves_per_second\":%.0f,",
         a_second(measure, totals->games), a_second(measure, totals->turns), a_second(measure, totals->moves));
  printf("\"mean_score\":%.3f,\"signature\":\"%016" PRIx64 "\"}\n", mean_score(measure), totals->signature);
}

static void print_lines(const struct measure *measure) {
  const struct playout_totals *totals = &measure->totals;
  printf("%" PRIu64 " games, %" PRIu64 " turns in %.3f s\n", totals->games, totals->turns, measure->seconds);
  printf("games/s       %12.0f\n", a_second(measure, totals->games));
  printf("turns/s       %12.0f\n", a_second(measure, totals->turns));
  printf("legal moves/s %12.0f\n", a_second(measure, totals->moves));
  printf("mean score    %12.3f a side\n", mean_score(measure));
  printf("signature     %016" PRIx64 "\n", totals->signature);
}

/* TESS_ERROR_NONE when the options suit the set, so that the games can be played. */
static tess_error measure_games(const struct game_setup *setup, uint64_t games, struct measure *measure) {
  tess_game *game = memory_new(tess_game_size());
  tess_error error = tess_game_new(game, setup->set->set, &setup->options);
  if (error == TESS_ERROR_NONE) {
    double start = steady_seconds();
    measure->sides = tess_game_sides(game);
    playout_games(game, setup->set->set, &setup->options, games, &measure->totals);
    measure->seconds = steady_seconds() - start;
  }
  free(game);
  return error;
}

static int bench_games(const struct arguments *arguments) {
  struct game_request request = {0};
  struct game_setup setup;
  struct tile_shelf *shelf = NULL;
  struct fault fault = {0};
  struct measure measure = {0};
  bool ready = game_request_read(&request, arguments, &fault) && game_setup_read(&request, &shelf, &setup, &fault);
  if (ready) {
    tess_error error = measure_games(&setup, argument_number(arguments, "games", 1000), &measure);
    if (error != TESS_ERROR_NONE) ready = fault_refuse(&fault, error, "%s", tess_error_text(error));
  }
  if (shelf != NULL) tile_shelf_close(shelf);
  if (!ready) return game_setup_refused("bench", &fault);
  if (argument_flag(arguments, "json"))
    print_json(&measure);
  else
    print_lines(&measure);
  return CODE_DONE;
}

static int bench_run(const struct arguments *arguments) {
  if (arguments->operand_count == 0) return bench_games(arguments);
  if (strcmp(arguments->operands[0], "players") == 0) return bench_players(arguments);
  fprintf(stderr, "tessera bench: expected players or nothing, not '%s'\n", arguments->operands[0]);
  return CODE_USAGE;
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
