/* Batches: after every step each game has the same output as a single game whose observation is computed from scratch.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/random.h"
#include "cli/cmocka_base.h"
#include "env/env.h"

/* Both games, teams, many players, the river, and meeples that go far. */
static const struct {
  int pairs;
  const char *words[12];
} mixes[] = {
    {1, {"game", "star-wars"}},
    {3, {"game", "star-wars", "players", "4", "teams", "on"}},
    {5, {"game", "classic", "players", "3", "fields", "on", "abbot", "on", "river", "on"}},
    {5, {"game", "classic", "fields", "on", "abbot", "on", "river", "river-20", "arrows", "on"}},
};
enum { MIXES = sizeof mixes / sizeof mixes[0], GAMES = 3 };

/* A batch, the arrays that it writes, and the same of one game by itself. */
struct batch_lab {
  struct variant *variant;
  struct batch_shape shape;
  size_t observation_bytes;
  struct batch_arrays arrays;
  struct batch *batch;
  enum batch_observation sort;
  int32_t actions[GAMES];
  void *observation;
  float *scalars;
};

static struct batch_lab lab_open(size_t mix, enum batch_observation sort, enum batch_again again) {
  struct env_fault fault;
  struct batch_lab lab = {.sort = sort, .variant = variant_new(mixes[mix].words, mixes[mix].pairs, &fault)};
  assert_non_null(lab.variant);
  lab.shape = batch_shape(lab.variant);
  const size_t players = (size_t)lab.shape.players, scalars = (size_t)lab.shape.scalars;
  lab.observation_bytes = sort == BATCH_PLANES_V1 ? (size_t)lab.shape.planes * 1024 : 255 * 8 * sizeof(uint16_t);
  lab.arrays = (struct batch_arrays){.observation = memory_zeroed(GAMES * lab.observation_bytes),
                                     .scalars = memory_zeroed(GAMES * scalars * sizeof(float)),
                                     .mask = memory_zeroed(GAMES * (size_t)lab.shape.actions),
                                     .actor = memory_zeroed(GAMES),
                                     .rewards = memory_zeroed(GAMES * players * sizeof(float)),
                                     .terminated = memory_zeroed(GAMES),
                                     .final_scores = memory_zeroed(GAMES * players * sizeof(int32_t)),
                                     .seeds = memory_zeroed(GAMES * sizeof(uint64_t))};
  memset(lab.arrays.observation, 0xAB, GAMES * lab.observation_bytes); /* a first step relies on nothing */
  const struct batch_settings settings = {
      .games = GAMES, .threads = 1, .seed = mix, .observation = sort, .reward = BATCH_WIN, .again = again};
  lab.batch = batch_new(lab.variant, &settings, &lab.arrays, &fault);
  assert_non_null(lab.batch);
  lab.observation = memory_zeroed(lab.observation_bytes);
  lab.scalars = memory_zeroed(scalars * sizeof(float));
  return lab;
}

static void lab_close(struct batch_lab *lab) {
  batch_free(lab->batch);
  variant_free(lab->variant);
  free(lab->arrays.observation);
  free(lab->arrays.scalars);
  free(lab->arrays.mask);
  free(lab->arrays.actor);
  free(lab->arrays.rewards);
  free(lab->arrays.terminated);
  free(lab->arrays.final_scores);
  free(lab->arrays.seeds);
  free(lab->observation);
  free(lab->scalars);
}

/* What is told of a game is what the game by itself tells. */
static void assert_told(const struct batch_lab *lab, int place) {
  const struct batch_arrays *arrays = &lab->arrays;
  const size_t at = (size_t)place, actions = (size_t)lab->shape.actions, scalars = (size_t)lab->shape.scalars;
  struct episode *episode = batch_episode(lab->batch, place);
  const int actor = episode_actor(episode);
  int32_t ids[EPISODE_ACTIONS];
  const int count = actor == EPISODE_OVER ? 0 : episode_legal(episode, ids, NULL);
  bool *mask = memory_zeroed(actions);
  if (actor == EPISODE_OVER) memset(mask, true, actions);
  for (int i = 0; i < count; i++) mask[ids[i]] = true;
  assert_memory_equal(mask, &arrays->mask[at * actions], actions);
  assert_int_equal(arrays->actor[place], actor);
  assert_int_equal(arrays->seeds[place], episode_seed(episode));
  episode_observe(episode, tess_game_seat(episode_game(episode)), lab->sort, lab->observation, lab->scalars);
  assert_memory_equal(lab->observation, (char *)arrays->observation + at * lab->observation_bytes,
                      lab->observation_bytes);
  assert_memory_equal(lab->scalars, &arrays->scalars[at * scalars], scalars * sizeof(float));
  free(mask);
  episode_free(episode);
}

/* So many random steps, each looked at. */
static void go_on(struct batch_lab *lab, int steps) {
  struct env_fault fault;
  for (int step = 0; step < steps; step++) {
    batch_sample(lab->batch, lab->actions);
    assert_true(batch_step(lab->batch, lab->actions, &fault));
    for (int place = 0; place < GAMES; place++) assert_told(lab, place);
  }
}

TEST(every_step_is_told_as_the_game_by_itself) {
  for (size_t mix = 0; mix < MIXES; mix++) {
    struct batch_lab lab = lab_open(mix, BATCH_PLANES_V1, mix % 2 == 0 ? BATCH_SAME_STEP : BATCH_NEXT_STEP);
    batch_reset(lab.batch, NULL);
    for (int place = 0; place < GAMES; place++) assert_told(&lab, place);
    go_on(&lab, 300);
    lab_close(&lab);
    lab = lab_open(mix, BATCH_CELLS_V1, BATCH_NEVER);
    batch_reset(lab.batch, NULL);
    go_on(&lab, 260);
    lab_close(&lab);
  }
}

/* Other games in the same arrays: by a reset in the middle, and by going back to what was saved. */
TEST(resets_and_loads_are_told_as_well) {
  struct env_fault fault;
  for (size_t mix = 0; mix < MIXES; mix++) {
    struct batch_lab lab = lab_open(mix, BATCH_PLANES_V1, BATCH_SAME_STEP);
    batch_reset(lab.batch, NULL);
    go_on(&lab, 41);
    size_t length;
    char *saved = batch_save(lab.batch, &length);
    go_on(&lab, 60);
    assert_true(batch_load(lab.batch, saved, length, &fault));
    for (int place = 0; place < GAMES; place++) assert_told(&lab, place);
    go_on(&lab, 20);
    batch_reset(lab.batch, (const uint64_t[GAMES]){5, 6, 7});
    for (int place = 0; place < GAMES; place++) assert_told(&lab, place);
    go_on(&lab, 20);
    free(saved);
    lab_close(&lab);
  }
}

TEST(nothing_is_legal_before_the_first_reset) {
  struct batch_lab lab = lab_open(0, BATCH_CELLS_V1, BATCH_SAME_STEP);
  memset(lab.actions, 0xFF, sizeof lab.actions);
  batch_sample(lab.batch, lab.actions);
  for (int place = 0; place < GAMES; place++) assert_int_equal(lab.actions[place], 0);

  struct env_fault fault;
  struct policy *policy = policy_new("greedy", 1, 0, &fault);
  memset(lab.actions, 0xFF, sizeof lab.actions);
  policy_act_batch(policy, lab.batch, NULL, lab.actions);
  for (int place = 0; place < GAMES; place++) assert_int_equal(lab.actions[place], 0);
  assert_false(batch_step(lab.batch, lab.actions, &fault));
  policy_free(policy);
  lab_close(&lab);
}

/* Every number that the mask does not have is refused, whatever phase it is, and nothing has changed. */
TEST(what_the_mask_does_not_have_is_refused) {
  struct env_fault fault;
  for (size_t mix = 0; mix < MIXES; mix++) {
    struct batch_lab lab = lab_open(mix, BATCH_CELLS_V1, BATCH_SAME_STEP);
    batch_reset(lab.batch, NULL);
    for (int step = 0; step < 60; step++) {
      batch_sample(lab.batch, lab.actions);
      if (step % 10 < 2) {
        const int place = step / 2 % GAMES;
        const int32_t good = lab.actions[place];
        size_t length, again;
        char *before = batch_save(lab.batch, &length);
        for (int32_t id = -2; id < lab.shape.actions + 2; id++) {
          const bool legal = id >= 0 && id < lab.shape.actions && lab.arrays.mask[place * lab.shape.actions + id];
          lab.actions[place] = id;
          if (!legal) assert_false(batch_step(lab.batch, lab.actions, &fault));
        }
        lab.actions[place] = INT32_MAX;
        assert_false(batch_step(lab.batch, lab.actions, &fault));
        char *after = batch_save(lab.batch, &again);
        assert_int_equal(length, again);
        assert_memory_equal(before, after, length);
        free(before);
        free(after);
        lab.actions[place] = good;
      }
      assert_true(batch_step(lab.batch, lab.actions, &fault));
    }
    lab_close(&lab);
  }
}

RUN_TESTS(NULL, NULL)
