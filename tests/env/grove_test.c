/* Searches with an evaluator: the same on every number of threads, and wiser than it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/random.h"
#include "cli/cmocka_base.h"
#include "env/env.h"

enum { TREES = 5 };

static struct variant *variant_with(const char *game, const char *players) {
  const char *words[] = {"game", game, "players", players};
  struct env_fault fault;
  struct variant *variant = variant_new(words, 2, &fault);
  assert_non_null(variant);
  return variant;
}

/* A game after `left` fewer than all of its actions, each chosen at random. */
static struct episode *game_before_the_end(const struct variant *variant, uint64_t seed, int left) {
  struct env_fault fault;
  struct episode *episode = episode_new(variant, seed, false, &fault);
  int32_t *ids = memory_new(EPISODE_ACTIONS * sizeof *ids);
  while (episode_actor(episode) >= 0) {
    const int count = episode_legal(episode, ids, NULL);
    assert_true(episode_act(episode, ids[random_below(&seed, (uint32_t)count)], &fault));
  }
  for (int i = 0; i < left; i++) assert_true(episode_undo(episode, &fault));
  free(ids);
  return episode;
}

/* Runs all trees with an evaluator that knows nothing: values near 0 that follow from the scalars, and equal priors. */
static void run_blindly(struct grove *grove, const struct variant *variant, const struct grove_settings *settings,
                        uint64_t playouts) {
  const struct batch_shape shape = batch_shape(variant);
  const size_t sides = (size_t)variant_sides(variant);
  size_t rows;
  while ((rows = grove_run(grove, playouts)) > 0) {
    void *observation =
        memory_zeroed(rows * (settings->observation == BATCH_PLANES_V1 ? (size_t)shape.planes * 1024 : 4080));
    float *scalars = memory_zeroed(rows * (size_t)shape.scalars * sizeof *scalars);
    bool *mask = memory_zeroed(rows * (size_t)shape.actions);
    float *values = memory_zeroed(rows * sides * sizeof *values);
    grove_observe(grove, observation, scalars, mask);
    for (size_t i = 0; i < rows; i++) {
      int legal = 0;
      for (int j = 0; j < shape.actions; j++) legal += mask[i * (size_t)shape.actions + (size_t)j];
      assert_true(settings->afterstates ? legal == 0 : legal > 0);
      values[i * sides] = 0.001f * scalars[i * (size_t)shape.scalars];
    }
    grove_take(grove, values, NULL);
    free(observation);
    free(scalars);
    free(mask);
    free(values);
  }
}

TEST(threads_change_nothing) {
  for (int mix = 0; mix < 4; mix++) {
    struct variant *variant = variant_with(mix % 2 == 0 ? "classic" : "star-wars", mix < 2 ? "2" : "4");
    struct policy_advice first[TREES];
    for (int threads = 1; threads <= 3; threads += 2) {
      const struct grove_settings settings = {
          TREES, threads, 1 + mix, mix < 2 ? BATCH_CELLS_V1 : BATCH_PLANES_V1, mix == 1 || mix == 2, 1.5f, 0.25f};
      struct grove *grove = grove_new(variant, &settings);
      struct env_fault fault;
      for (int i = 0; i < TREES; i++) {
        struct episode *episode = game_before_the_end(variant, (uint64_t)i, 20 + i);
        assert_true(grove_begin(grove, i, episode, 7, &fault));
        episode_free(episode);
      }
      run_blindly(grove, variant, &settings, 40);
      for (int i = 0; i < TREES; i++) {
        struct policy_advice advice;
        grove_advise(grove, i, &advice);
        assert_int_equal(advice.playouts, 40);
        assert_true(advice.count > 0);
        if (threads == 1) {
          first[i] = advice;
          continue;
        }
        assert_int_equal(advice.count, first[i].count);
        for (int j = 0; j < advice.count; j++) {
          assert_string_equal(advice.candidates[j].variation, first[i].candidates[j].variation);
          assert_int_equal(advice.candidates[j].visits, first[i].candidates[j].visits);
        }
        policy_advice_free(&first[i]);
        policy_advice_free(&advice);
      }
      grove_free(grove);
    }
    variant_free(variant);
  }
}

/* The value of a game for a seat when it is played to its end after these actions. */
static float value_after(const struct episode *episode, const int32_t *actions, int length) {
  struct episode *trial = episode_clone(episode);
  struct env_fault fault;
  float utilities[TESS_MAX_PLAYERS];
  const int seat = episode_actor(episode);
  for (int i = 0; i < length; i++) assert_true(episode_act(trial, actions[i], &fault));
  assert_int_equal(episode_actor(trial), EPISODE_OVER);
  game_utilities(episode_game(trial), utilities);
  episode_free(trial);
  return utilities[seat];
}

TEST(the_last_turn_is_the_best_one) {
  struct variant *variant = variant_with("classic", "2");
  int decided = 0;
  for (int mode = 0; mode < 2; mode++) {
    for (uint64_t seed = 0; seed < 12; seed++) {
      struct episode *episode = game_before_the_end(variant, seed, 2);
      struct afterstates after;
      struct env_fault fault;
      assert_true(episode_afterstates(episode, BATCH_CELLS_V1, true, &after, &fault));
      float most = -1, least = 1;
      for (int i = 0; i < after.count; i++) {
        const float value = value_after(episode, after.actions[i], 2);
        most = value > most ? value : most;
        least = value < least ? value : least;
      }
      decided += most > least;
      const struct grove_settings settings = {1, 1, 2, BATCH_CELLS_V1, mode == 1, 1.5f, 0.0f};
      struct grove *grove = grove_new(variant, &settings);
      struct policy_advice advice;
      assert_true(grove_begin(grove, 0, episode, seed, &fault));
      run_blindly(grove, variant, &settings, 600);
      grove_advise(grove, 0, &advice);
      assert_int_equal(advice.candidates[0].length, 2);
      assert_float_equal(value_after(episode, advice.candidates[0].actions, 2), most, 0);
      policy_advice_free(&advice);
      grove_free(grove);
      free(after.actions);
      free(after.observation);
      free(after.scalars);
      episode_free(episode);
    }
  }
  assert_true(decided > 0);
  variant_free(variant);
}

TEST(a_game_that_is_over_is_refused) {
  struct variant *variant = variant_with("classic", "2");
  struct episode *episode = game_before_the_end(variant, 3, 0);
  const struct grove_settings settings = {1, 1, 1, BATCH_CELLS_V1, false, 1.5f, 0.0f};
  struct grove *grove = grove_new(variant, &settings);
  struct env_fault fault = {""};
  assert_false(grove_begin(grove, 0, episode, 1, &fault));
  assert_string_equal(fault.text, "no player is to act");
  assert_int_equal(grove_run(grove, 10), 0);
  grove_free(grove);
  episode_free(episode);
  variant_free(variant);
}

RUN_TESTS(NULL, NULL)
