/* The functions of tessera/players.h: the list of players, refused calls, stopping, and the values of a finished game.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmocka_base.h"
#include "tessera/players.h"

static tess_set *set;
static tess_game *game;

static int begin(void **state) {
  (void)state;
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles("star-wars", &count);
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  set = malloc(tess_set_size());
  game = malloc(tess_game_size());
  return tess_set_build(set, tiles, count, &fault) != TESS_ERROR_NONE ||
         tess_game_new(game, set, &options) != TESS_ERROR_NONE;
}

static int end(void **state) {
  (void)state;
  free(game), free(set);
  return 0;
}

TEST(test_players) {
  int count = 0;
  for (; tess_player_name(count) != NULL; count++) {
    assert_true(strlen(tess_player_summary(count)) > 0);
    tess_player *player = tess_player_new(tess_player_name(count), 1, 1);
    assert_non_null(player);
    tess_player_free(player);
  }
  assert_int_equal(count, 12);
  assert_null(tess_player_summary(count));
  assert_null(tess_player_name(-1));
  assert_null(tess_player_new("nobody", 1, 1));
  assert_null(tess_player_new("mcts", 1, 0));
  assert_null(tess_player_new("mcts", 1, TESS_MAX_THREADS + 1));
}

TEST(test_game) {
  const tess_budget none = {0}, endless = {.playouts = UINT64_MAX}, few = {.playouts = 10};
  tess_advice advice = {.count = -1};
  tess_player *player = tess_player_new("mcts", 1, 1), *twin = tess_player_new("mcts", 1, 1);

  /* 1. Refused, with nothing changed. */
  assert_int_equal(tess_player_advise(player, game, &few, &advice), TESS_ERROR_BAD_PHASE);
  tess_game_draw(game, TESS_RANDOM, NULL, NULL);
  assert_int_equal(tess_player_advise(player, game, &none, &advice), TESS_ERROR_BAD_OPTIONS);
  assert_int_equal(advice.count, -1);

  /* 2. The same seed and budget, the same choice with its reasons. */
  tess_advice other;
  assert_int_equal(tess_player_advise(player, game, &few, &advice), TESS_ERROR_NONE);
  assert_int_equal(tess_player_advise(twin, game, &few, &other), TESS_ERROR_NONE);
  assert_true(advice.count > 1 && advice.playouts == 10);
  assert_true(advice.candidates[0].win > 0 && advice.candidates[0].win < 1);
  assert_int_equal(advice.candidates[0].turn.placement.x, other.candidates[0].turn.placement.x);
  assert_int_equal(advice.candidates[0].turn.placement.y, other.candidates[0].turn.placement.y);
  assert_true(advice.candidates[0].difference == other.candidates[0].difference);

  /* 3. Whoever is told to stop answers at once, however large the budget. */
  tess_player_stop(player, true);
  assert_int_equal(tess_player_play(player, game, &endless, NULL), TESS_ERROR_NONE);
  tess_player_stop(player, false);
  assert_int_equal(tess_game_tiles(game), 2);
  tess_player_free(player), tess_player_free(twin);

  /* 4. At the end the promise is the score. */
  tess_player *quick = tess_player_new("greedy", 1, 1);
  while (tess_game_phase(game) != TESS_PHASE_OVER) {
    const tess_phase phase = tess_game_phase(game);
    if (phase == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    if (phase == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
    if (phase == TESS_PHASE_PLACE) assert_int_equal(tess_player_play(quick, game, &few, NULL), TESS_ERROR_NONE);
  }
  tess_player_free(quick);
  double values[TESS_MAX_PLAYERS];
  tess_game_promise(game, values);
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    assert_true(values[side] == (side < 2 ? (double)tess_game_score(game, side) : 0));
  assert_true(tess_time_share(game, 60000, 1000) >= 1);
}

RUN_TESTS(begin, end)
