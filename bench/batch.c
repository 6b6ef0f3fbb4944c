/*
 * Compares the speed of batches of games with that of the engine alone. It plays random games as `tessera bench` does,
 * and then batches by numbered actions with a mask, with planes and with cells, one after the other on one core. It
 * prints a table line for each, in decisions a second of processor time. With OBSERVATION and GAME it plays only that
 * for a number of steps of 64 games, so that instructions can be counted (bench/instructions).
 *
 *   bench_batch [GAMES] [SECONDS]             games side by side (64), seconds for each figure (1)
 *   bench_batch OBSERVATION GAME STEPS        engine, mask, planes-v1 or cells-v1; the name of a row of the table
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/steady_clock.h"
#include "env/env.h"
#include "players/playout.h"

static double seconds_used(int64_t since) { return (double)(thread_nanoseconds() - since) / 1e9; }

/* Returns the decisions a second of the engine alone. Each game has a new seed, and `*seed` is advanced: otherwise the
 * processor would predict the branches of games that it has seen. */
static double engine_rate(const struct variant *variant, tess_game *game, uint64_t *seed, double seconds) {
  tess_options options = variant_options(variant);
  struct playout_totals totals = {0};
  const int64_t begin = thread_nanoseconds();
  for (; seconds_used(begin) < seconds; ++*seed) {
    options.seed = *seed;
    playout_games(game, variant_set(variant), &options, 10, &totals);
  }
  return 2.0 * (double)totals.turns / seconds_used(begin);
}

/* A batch, its output arrays, and its input actions. */
struct bench {
  struct batch_arrays arrays;
  struct batch *batch;
  int32_t *actions;
};

static struct bench bench_open(const struct variant *variant, int games, enum batch_observation observation) {
  const struct batch_shape shape = batch_shape(variant);
  const size_t n = (size_t)games, players = (size_t)shape.players;
  const struct batch_arrays arrays = {.observation = memory_zeroed(n * (size_t)shape.planes * 1024),
                                      .scalars = memory_zeroed(n * (size_t)shape.scalars * sizeof(float)),
                                      .mask = memory_zeroed(n * (size_t)shape.actions),
                                      .actor = memory_zeroed(n),
                                      .rewards = memory_zeroed(n * players * sizeof(float)),
                                      .terminated = memory_zeroed(n),
                                      .final_scores = memory_zeroed(n * players * sizeof(int32_t)),
                                      .seeds = memory_zeroed(n * sizeof(uint64_t))};
  const struct batch_settings settings = {
      .games = games, .threads = 1, .observation = observation, .again = BATCH_SAME_STEP};
  struct env_fault fault;
  struct batch *batch = batch_new(variant, &settings, &arrays, &fault);
  CHECK_BECAUSE(batch != NULL, fault.text);
  batch_reset(batch, NULL);
  return (struct bench){arrays, batch, memory_zeroed(n * sizeof(int32_t))};
}

/* Makes a step of all games with random actions. */
static void bench_step(struct bench *bench) {
  struct env_fault fault;
  batch_sample(bench->batch, bench->actions);
  CHECK_BECAUSE(batch_step(bench->batch, bench->actions, &fault), fault.text);
}

static void bench_close(struct bench *bench) {
  batch_free(bench->batch);
  free(bench->actions);
  free(bench->arrays.observation);
  free(bench->arrays.scalars);
  free(bench->arrays.mask);
  free(bench->arrays.actor);
  free(bench->arrays.rewards);
  free(bench->arrays.terminated);
  free(bench->arrays.final_scores);
  free(bench->arrays.seeds);
}

enum {
  OBSERVATIONS = BATCH_CELLS_V1 + 1,
  TURNS = 20,          /* how often each figure is measured */
  STEPS_A_READING = 32 /* steps between two readings of the clock, which are slow */
};

/* Returns the decisions a second of a batch. */
static double batch_rate(struct bench *bench, int games, double seconds) {
  uint64_t decisions = 0;
  const int64_t begin = thread_nanoseconds();
  for (; seconds_used(begin) < seconds; decisions += (uint64_t)(games * STEPS_A_READING))
    for (int i = 0; i < STEPS_A_READING; i++) bench_step(bench);
  return (double)decisions / seconds_used(begin);
}

/* The best figures of the engine alone and of a batch with each observation; they are measured in turns, `seconds`
 * each. */
struct rates {
  double engine, batch[OBSERVATIONS];
};

static double best(double rate, double other) { return rate > other ? rate : other; }

static struct rates best_rates(const struct variant *variant, int games, double seconds) {
  struct rates rates = {0};
  struct bench benches[OBSERVATIONS];
  tess_game *game = memory_new(tess_game_size());
  uint64_t seed = 0;
  for (int sort = 0; sort < OBSERVATIONS; sort++) {
    benches[sort] = bench_open(variant, games, (enum batch_observation)sort);
    for (int i = 0; i < 200; i++) bench_step(&benches[sort]); /* until the games are in all stages */
  }
  for (int i = 0; i < TURNS; i++) {
    rates.engine = best(rates.engine, engine_rate(variant, game, &seed, seconds / TURNS));
    for (int sort = 0; sort < OBSERVATIONS; sort++)
      rates.batch[sort] = best(rates.batch[sort], batch_rate(&benches[sort], games, seconds / TURNS));
  }
  for (int sort = 0; sort < OBSERVATIONS; sort++) bench_close(&benches[sort]);
  free(game);
  return rates;
}

/* ---- The command line ---- */

static const struct {
  const char *name, *words[4];
  int pairs;
} variants[] = {{"star-wars", {"game", "star-wars"}, 1},
                {"classic", {"game", "classic"}, 1},
                {"classic --fields", {"game", "classic", "fields", "on"}, 2}};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static struct variant *open_variant(size_t index) {
  struct env_fault fault;
  struct variant *variant = variant_new(variants[index].words, variants[index].pairs, &fault);
  CHECK_BECAUSE(variant != NULL, fault.text);
  return variant;
}

static void print_table(int games, double seconds) {
  printf("%d games, decisions a second\n%-18s %10s %10s %6s %10s %10s\n", games, "game", "engine", "mask", "ratio",
         "planes-v1", "cells-v1");
  for (size_t i = 0; i < VARIANTS; i++) {
    struct variant *variant = open_variant(i);
    const struct rates rates = best_rates(variant, games, seconds);
    printf("%-18s %10.0f %10.0f %6.2f %10.0f %10.0f\n", variants[i].name, rates.engine, rates.batch[BATCH_NOTHING],
           rates.engine / rates.batch[BATCH_NOTHING], rates.batch[BATCH_PLANES_V1], rates.batch[BATCH_CELLS_V1]);
    variant_free(variant);
  }
}

/* Plays a number of steps of 64 games, and prints the number of turns. Returns false for unknown words. */
static bool play_steps(const char *observation, const char *game, int steps) {
  static const char *const names[] = {"mask", "planes-v1", "cells-v1"};
  size_t index = 0, sort = 0;
  while (index < VARIANTS && strcmp(variants[index].name, game) != 0) index++;
  while (sort < 3 && strcmp(names[sort], observation) != 0) sort++;
  if (index == VARIANTS || (sort == 3 && strcmp(observation, "engine") != 0) || steps < 1) return false;
  struct variant *variant = open_variant(index);
  if (sort == 3) {
    const tess_options options = variant_options(variant);
    struct playout_totals totals = {0};
    tess_game *played = memory_new(tess_game_size());
    playout_games(played, variant_set(variant), &options, (uint64_t)steps, &totals);
    printf("%llu turns\n", (unsigned long long)totals.turns);
    free(played);
  } else {
    struct bench bench = bench_open(variant, 64, (enum batch_observation)(BATCH_NOTHING + sort));
    for (int i = 0; i < steps; i++) bench_step(&bench);
    printf("%d turns\n", steps * 32);
    bench_close(&bench);
  }
  variant_free(variant);
  return true;
}

int main(int argc, char **argv) {
  if (argc == 4 && play_steps(argv[1], argv[2], atoi(argv[3]))) return 0;
  const int games = argc > 1 ? atoi(argv[1]) : 64;
  const double seconds = argc > 2 ? atof(argv[2]) : 1;
  if (argc > 3 || games < 1 || seconds <= 0)
    return fprintf(stderr, "usage: bench_batch [GAMES] [SECONDS], or OBSERVATION GAME STEPS\n"), 1;
  print_table(games, seconds);
  return 0;
}
