/* The expectimax player with known results: with the last tiles, searched to the end, its lead equals the solver's.
 */
#include "cli/cmocka_base.h"

#include <math.h>

#include "players/endgame.h"
#include "players/evaluation.h"
#include "players/player.h"

static const struct player_budget endless = {.playouts = UINT64_MAX};

/* Greedy turns until so many tiles are left in the bag and one is in hand. */
static bool play_on(tess_game *game, int bag) {
  struct player greedy;
  struct player_advice advice;
  player_open(&greedy, player_kind_find("greedy"), 1);
  while (tess_game_phase(game) != TESS_PHASE_OVER &&
         (tess_game_phase(game) != TESS_PHASE_PLACE || tess_game_bag(game, -1) > bag))
    player_step(&greedy, game, &endless, &advice);
  player_close(&greedy);
  return tess_game_phase(game) == TESS_PHASE_PLACE;
}

static double looked_lead(const tess_game *game) {
  struct player player;
  struct player_advice advice;
  player_open(&player, &expectimax_kind, 1);
  player_choose(&player, game, &endless, &advice);
  player_close(&player);
  return advice.candidates[0].difference;
}

static double exact_lead(const tess_game *game) {
  struct endgame endgame;
  struct player_candidate best;
  endgame_open(&endgame, &mcts_settings.evaluation);
  assert_true(endgame_solve(&endgame, game, deadline_of(&endless, 1), &best));
  endgame_close(&endgame);
  return best.difference;
}

/* How many of ten games it values otherwise, when it takes a reply to gain less than it does. */
static int misjudged(const char *set_name, tess_options options, int bag) {
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles(set_name, &count);
  tess_set *set = malloc(tess_set_size());
  tess_game *game = malloc(tess_game_size());
  int wrong = 0;
  assert_int_equal(tess_set_build(set, tiles, count, &fault), TESS_ERROR_NONE);
  for (options.seed = 0; options.seed < 10; options.seed++) {
    assert_int_equal(tess_game_new(game, set, &options), TESS_ERROR_NONE);
    assert_true(play_on(game, bag));
    const double error = fabs(looked_lead(game) - exact_lead(game));
    assert_true(error < 2.0);
    wrong += error > 1e-3;
  }
  free(game);
  free(set);
  return wrong;
}

TEST(test_last_tiles) {
  tess_options classic = tess_options_default(TESS_RULES_CLASSIC);
  classic.fields = true;
  const tess_options star_wars = tess_options_default(TESS_RULES_STAR_WARS);
  for (int bag = 0; bag < 3; bag++) {
    assert_in_range(misjudged("classic", classic, bag), 0, 1);
    assert_in_range(misjudged("star-wars", star_wars, bag), 0, 1);
  }
}

/* No more is looked at than the budget, but for the tiles on the way back from where it was spent. */
TEST(test_budget) {
  static const struct player_budget budget = {.playouts = 500};
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles("classic", &count);
  const tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  tess_set *set = malloc(tess_set_size());
  tess_game *game = malloc(tess_game_size());
  struct player player;
  struct player_advice advice;
  assert_int_equal(tess_set_build(set, tiles, count, &fault), TESS_ERROR_NONE);
  assert_int_equal(tess_game_new(game, set, &options), TESS_ERROR_NONE);
  assert_true(play_on(game, 30));
  player_open(&player, &expectimax_kind, 1);
  player_choose(&player, game, &budget, &advice);
  assert_in_range(advice.playouts, 500, 510);
  player_close(&player);
  free(game);
  free(set);
}

RUN_TESTS(NULL, NULL)
