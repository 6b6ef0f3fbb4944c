/* The share of the clock for a turn: the time must last for the whole game. */
#include "cli/cmocka_base.h"

#include "players/player.h"

static tess_set *set;
static tess_game *game;

static int begin(void **state) {
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles("star-wars", &count);
  (void)state;
  set = malloc(tess_set_size());
  game = malloc(tess_game_size());
  return tess_set_build(set, tiles, count, &fault);
}

static int end(void **state) {
  (void)state;
  free(game);
  free(set);
  return 0;
}

/* Plays on to the placement of the next turn; false at the end of the game. */
static bool next_turn(void) {
  while (tess_game_phase(game) != TESS_PHASE_OVER) {
    tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    if (tess_game_phase(game) == TESS_PHASE_PLACE) return true;
  }
  return false;
}

static void take_turn(void) {
  tess_game_place(game, tess_game_placement_at(game, 0), NULL, NULL);
  tess_game_meeple(game, (tess_decision){.piece = TESS_PIECE_NONE}, NULL, NULL);
}

/* What is left on the clock of seat 0 when every share is used up, `late` milliseconds more a turn lost besides. */
static int64_t left_after_game(uint8_t players, uint32_t base, uint32_t increment, uint32_t late) {
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  int64_t left = base;
  options.players = players;
  assert_int_equal(tess_game_new(game, set, &options), TESS_ERROR_NONE);
  while (next_turn()) {
    if (tess_game_seat(game) == 0) {
      const uint32_t share = time_control_share(game, (uint32_t)left, increment);
      assert_true(share >= 1);
      left -= share + late;
      if (left <= 0) return left;
      left += increment;
    }
    take_turn();
  }
  return left;
}

TEST(test_it_lasts) {
  for (uint8_t players = 2; players <= 5; players++) {
    assert_true(left_after_game(players, 10000, 0, 4) > 0);
    assert_true(left_after_game(players, 1000, 0, 4) > 0);
    assert_true(left_after_game(players, 1000, 100, 4) > 0);
    assert_true(left_after_game(players, 100, 20, 4) > 0);
    assert_true(left_after_game(players, 3600000, 0, 4) > 0);
  }
}

/* It is used, too: little is left at the end, and early turns get about as much as late ones. */
TEST(test_it_is_used) {
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  assert_true(left_after_game(2, 100000, 0, 0) < 1000);
  assert_int_equal(tess_game_new(game, set, &options), TESS_ERROR_NONE);
  assert_true(next_turn());
  assert_in_range(time_control_share(game, 38000, 0), 900, 1100);
  assert_in_range(time_control_share(game, 38000, 500), 1400, 1600);
}

TEST(test_extremes) {
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  assert_int_equal(tess_game_new(game, set, &options), TESS_ERROR_NONE);
  assert_true(next_turn());
  assert_int_equal(time_control_share(game, 0, 0), 1);
  assert_int_equal(time_control_share(game, 1, UINT32_MAX), 1);
  assert_in_range(time_control_share(game, UINT32_MAX, UINT32_MAX), UINT32_MAX - 100, UINT32_MAX);
}

RUN_TESTS(begin, end)
