/*
 * Many games stepped at once, against the engine alone: random games as `tessera bench` plays them, then the same by
 * numbered actions with a mask, with planes and with cells, one after the other on one core. Prints decisions a second
 * of processor time, a table line for each.
 *
 *   bench_batch [GAMES] [SECONDS]   games side by side (64), seconds for each figure (1)
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/guard.h"
#include "base/steady_clock.h"
#include "env/env.h"
#include "players/playout.h"

static double seconds_used(int64_t since) { return (double)(thread_nanoseconds() - since) / 1e9; }

/* Decisions a second of the engine alone. */
static double run_engine(const struct variant *variant, double seconds) {
  const tess_options options = variant_options(variant);
  struct playout_totals totals = {0};
  tess_game *game = memory_new(tess_game_size());
  const int64_t begin = thread_nanoseconds();
  while (seconds_used(begin) < seconds) playout_games(game, variant_set(variant), &options, 100, &totals);
  const double used = seconds_used(begin);
  free(game);
  return 2.0 * (double)totals.turns / used;
}

/* The same of a batch that tells what `observation` says. */
static double run_batch(const struct variant *variant, int games, enum batch_observation observation, double seconds) {
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
  int32_t *actions = memory_zeroed(n * sizeof *actions);
  struct env_fault fault;
  struct batch *batch = batch_new(variant, &settings, &arrays, &fault);
  CHECK_BECAUSE(batch != NULL, fault.text);
  batch_reset(batch, NULL);
  for (int i = 0; i < 200; i++) { /* until games are in all stages */
    batch_sample(batch, actions);
    CHECK(batch_step(batch, actions, &fault));
  }
  uint64_t decisions = 0;
  const int64_t begin = thread_nanoseconds();
  while (seconds_used(begin) < seconds) {
    batch_sample(batch, actions);
    CHECK(batch_step(batch, actions, &fault));
    decisions += n;
  }
  const double used = seconds_used(begin);
  batch_free(batch);
  free(actions);
  free(arrays.observation);
  free(arrays.scalars);
  free(arrays.mask);
  free(arrays.actor);
  free(arrays.rewards);
  free(arrays.terminated);
  free(arrays.final_scores);
  free(arrays.seeds);
  return (double)decisions / used;
}

int main(int argc, char **argv) {
  static const struct {
    const char *name, *words[4];
    int pairs;
  } variants[] = {{"star-wars", {"game", "star-wars"}, 1},
                  {"classic", {"game", "classic"}, 1},
                  {"classic --fields", {"game", "classic", "fields", "on"}, 2}};
  const int games = argc > 1 ? atoi(argv[1]) : 64;
  const double seconds = argc > 2 ? atof(argv[2]) : 1;
  if (games < 1 || seconds <= 0) return fprintf(stderr, "usage: bench_batch [GAMES] [SECONDS]\n"), 1;
  printf("%d games, decisions a second\n%-18s %10s %10s %6s %10s %10s\n", games, "game", "engine", "mask", "share",
         "planes-v1", "cells-v1");
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    struct env_fault fault;
    struct variant *variant = variant_new(variants[i].words, variants[i].pairs, &fault);
    CHECK_BECAUSE(variant != NULL, fault.text);
    const double engine = run_engine(variant, seconds), mask = run_batch(variant, games, BATCH_NOTHING, seconds);
    printf("%-18s %10.0f %10.0f %6.2f %10.0f %10.0f\n", variants[i].name, engine, mask, mask / engine,
           run_batch(variant, games, BATCH_PLANES_V1, seconds), run_batch(variant, games, BATCH_CELLS_V1, seconds));
    variant_free(variant);
  }
  return 0;
}
