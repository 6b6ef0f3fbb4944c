/* Whole games as numbered actions: replaying the actions gives the same game. */
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/random.h"
#include "cli/cmocka_base.h"
#include "env/env.h"
#include "env/trace.h"
#include "env/variant.h"
#include "notation/record.h"
#include "notation/state.h"

/* Both games, teams, and the whole box. */
static const struct {
  int pairs;
  const char *words[12];
} mixes[] = {
    {2, {"game", "star-wars", "players", "5"}},
    {3, {"game", "star-wars", "players", "4", "teams", "on"}},
    {6, {"game", "classic", "fields", "on", "abbot", "on", "river", "river-20", "arrows", "on", "first", "random"}},
};
enum { MIXES = sizeof mixes / sizeof mixes[0], GAMES = 4 };

/* A game with random choices. */
static struct history *play(const struct variant *variant, const tess_options *options) {
  struct fault fault = {0};
  uint64_t random = random_mix(options->seed);
  struct history *history = history_new(variant->setup.set, options, &fault);
  assert_non_null(history);
  const tess_game *game = history->game;
  for (bool done = true; tess_game_phase(game) != TESS_PHASE_OVER; assert_true(done)) {
    tess_decision decisions[TESS_MAX_DECISIONS];
    switch (tess_game_phase(game)) {
    case TESS_PHASE_DRAW: done = history_draw(history, TESS_RANDOM, &fault); break;
    case TESS_PHASE_PLACE: {
      const uint32_t count = (uint32_t)tess_game_placement_count(game);
      done = history_place(history, tess_game_placement_at(game, (int)random_below(&random, count)), &fault);
      break;
    }
    case TESS_PHASE_MEEPLE: {
      const uint32_t count = (uint32_t)tess_game_decisions(game, decisions);
      done = history_meeple(history, decisions[random_below(&random, count)], &fault);
      break;
    }
    case TESS_PHASE_THROW: done = history_throw(history, NULL, &fault); break;
    case TESS_PHASE_OVER: break;
    }
  }
  return history;
}

static void assert_same_game(const struct variant *variant, const struct history *history, const struct trace *trace,
                             uint64_t seed) {
  struct env_fault fault;
  struct episode *episode = episode_new(variant, seed, true, &fault);
  assert_non_null(episode);
  assert_int_equal(trace->count, history->count);
  for (int i = 0; i < trace->count; i++) {
    assert_int_equal(trace->steps[i].actor, episode_actor(episode));
    assert_true(episode_act(episode, trace->steps[i].action, &fault));
  }
  assert_int_equal(episode_actor(episode), EPISODE_OVER);
  assert_int_equal(tess_game_hash(episode_game(episode)), tess_game_hash(history->game));
  for (int side = 0; side < tess_game_sides(history->game); side++)
    assert_int_equal(tess_game_score(episode_game(episode), side), tess_game_score(history->game, side));
  episode_free(episode);
}

/* The record of the game is read as the same actions. */
static void assert_same_record(const struct history *history, const struct trace *trace) {
  struct env_fault fault;
  struct text record = {0};
  struct replay replay;
  record_write(history, NULL, &record);
  struct replay_reader *reader = replay_open(record.bytes, record.length);
  assert_int_equal(replay_next(reader, &replay, &fault), 1);
  assert_int_equal(replay.length, trace->count);
  for (int i = 0; i < trace->count; i++) assert_int_equal(replay.actions[i], trace->steps[i].action);
  replay_free(&replay);
  assert_int_equal(replay_next(reader, &replay, &fault), 0);
  replay_close(reader);
  text_free(&record);
}

TEST(the_actions_bring_the_same_game_about) {
  struct trace trace = {0};
  for (size_t mix = 0; mix < MIXES; mix++) {
    struct env_fault fault;
    struct fault own = {0};
    struct variant *variant = variant_new(mixes[mix].words, mixes[mix].pairs, &fault);
    assert_non_null(variant);
    tess_options options = variant_options(variant);
    for (options.seed = 0; options.seed < GAMES; options.seed++) {
      struct history *history = play(variant, &options);
      assert_true(trace_of(history, &options, &trace, &own));
      assert_same_game(variant, history, &trace, options.seed);
      assert_same_record(history, &trace);
      history_free(history);
    }
    variant_free(variant);
  }
  trace_free(&trace);
}

RUN_TESTS(NULL, NULL)
