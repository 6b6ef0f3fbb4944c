/* Levels for people: each beats the one below, and a low level makes the mistakes that it is meant to make. */
#include "cli/cmocka_base.h"

#include "players/player.h"

static const struct player_budget budget = {.playouts = 50};

/* Games won by `one` of `games`, half of them from each seat; a shared win counts half. */
static double wins(tess_rules rules, bool fields, const struct player_kind *one, const struct player_kind *other,
                   int games) {
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles(rules == TESS_RULES_STAR_WARS ? "star-wars" : "classic", &count);
  tess_set *set = malloc(tess_set_size());
  tess_game *game = malloc(tess_game_size());
  struct player players[2];
  double won = 0;
  assert_int_equal(tess_set_build(set, tiles, count, &fault), TESS_ERROR_NONE);
  player_open(&players[0], one, 1);
  player_open(&players[1], other, 2);
  for (int i = 0; i < games; i++) {
    tess_options options = tess_options_default(rules);
    options.seed = (uint64_t)i / 2;
    options.fields = fields;
    assert_int_equal(tess_game_new(game, set, &options), TESS_ERROR_NONE);
    while (tess_game_phase(game) != TESS_PHASE_OVER) {
      struct player_advice advice;
      player_step(&players[(tess_game_seat(game) + i) % 2], game, &budget, &advice);
    }
    const int lead = tess_game_score(game, i % 2) - tess_game_score(game, !(i % 2));
    won += lead > 0 ? 1.0 : lead == 0 ? 0.5 : 0.0;
  }
  for (int i = 0; i < 2; i++) player_close(&players[i]);
  free(game);
  free(set);
  return won;
}

TEST(test_names) {
  for (int i = 0; i < LEVELS; i++) {
    const char name[] = {'l', 'e', 'v', 'e', 'l', '-', (char)('1' + i), '\0'};
    assert_ptr_equal(player_kind_find(name), &level_kinds[i]);
  }
}

/* The last step is the search, which costs too much here; docs/laboratory/players.md has its match. */
TEST(test_each_beats_the_one_below) {
  for (int i = 1; i < LEVELS - 1; i++) {
    assert_true(wins(TESS_RULES_STAR_WARS, false, &level_kinds[i], &level_kinds[i - 1], 60) > 30);
    assert_true(wins(TESS_RULES_CLASSIC, false, &level_kinds[i], &level_kinds[i - 1], 60) > 30);
    assert_true(wins(TESS_RULES_CLASSIC, true, &level_kinds[i], &level_kinds[i - 1], 60) > 30);
  }
}

/* The lowest level still plays on purpose. */
TEST(test_lowest_beats_random) {
  assert_true(wins(TESS_RULES_STAR_WARS, false, &level_kinds[0], player_kind_find("random"), 40) > 30);
}

RUN_TESTS(NULL, NULL)
