/* Luck: its expectation is 0 at every draw and battle, and results without it have less noise. */
#include "arena/matches.h"

#include "arena/arena.h"
#include "arena/contest.h"
#include "arena/near.h"
#include "arena/report.h"
#include "players/evaluation.h"

enum { GAMES = 3, STRIDE = 5 };

static const double ROUNDED = 5e-6; /* of sums of millionths */

/* Adds `times` the luck of one event. */
static void add_sum(struct luck *luck, double times, double sum[2]) {
  const struct fortune fortune = luck_sum(luck, 0);
  sum[0] += times * fortune.points / FORTUNE_UNIT;
  sum[1] += times * fortune.wins / FORTUNE_UNIT;
  luck_free(luck);
}

static void check_draws(const tess_game *game) {
  const int kinds = tess_set_kinds(tess_game_set(game));
  double sum[2] = {0};
  for (int kind = 0; kind < kinds; kind++) {
    if (tess_game_due(game, kind) == 0) continue;
    struct luck *luck = luck_new();
    luck_add_draw(luck, game, kind);
    add_sum(luck, (double)tess_game_due(game, kind) / tess_game_due(game, -1), sum);
  }
  assert_near(sum[0], 0, ROUNDED);
  assert_near(sum[1], 0, ROUNDED);
}

/* Both ends by their odds; first a tie, which is no end. */
static void check_battle(const tess_game *game) {
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  struct battle_odds odds;
  double sum[2] = {0};
  assert_true(tess_game_battle(game, &spot, dice));
  battle_odds_of(dice, &odds);
  for (int winner = 0; winner < 2; winner++) {
    struct luck *luck = luck_new();
    tess_throw thrown = battle_throw(dice, winner), tie = thrown;
    memset(tie.faces[!winner], 6, dice[!winner]);
    luck_add_throw(luck, game, &tie);
    assert_int_equal(luck_sum(luck, 0).points, 0);
    luck_add_throw(luck, game, &thrown);
    assert_int_not_equal(luck_sum(luck, 0).wins, 0);
    add_sum(luck, odds.win[winner], sum);
  }
  assert_near(sum[0], 0, ROUNDED);
  assert_near(sum[1], 0, ROUNDED);
}

/* Checks every fifth draw and every first throw of a game. Returns how many battles it had. */
static int check_game(const struct tile_set *set, uint64_t seed, struct player *player) {
  const struct player_budget budget = {.playouts = 1};
  tess_options options = tess_options_default(tess_set_rules(set->set));
  struct player_advice advice;
  tess_game *game = malloc(tess_game_size());
  int battles = 0;
  options.seed = seed;
  assert_int_equal(tess_game_new(game, set->set, &options), TESS_ERROR_NONE);
  for (bool fighting = false; tess_game_phase(game) != TESS_PHASE_OVER; player_step(player, game, &budget, &advice)) {
    const bool battle = tess_game_phase(game) == TESS_PHASE_THROW;
    if (tess_game_phase(game) == TESS_PHASE_DRAW && tess_game_bag(game, -1) % STRIDE == 0) check_draws(game);
    if (battle && !fighting) check_battle(game);
    battles += battle && !fighting;
    fighting = battle;
  }
  free(game);
  return battles;
}

TEST(luck_expects_nothing) {
  static const char *const sets[] = {"star-wars", "classic"};
  for (int i = 0; i < 2; i++) {
    struct tile_set *set = tile_set_builtin(sets[i]);
    struct player player;
    int battles = 0;
    player_open(&player, player_kind_find("greedy"), 5);
    for (uint64_t seed = 1; seed <= GAMES; seed++) battles += check_game(set, seed, &player);
    assert_true(i == 0 ? battles >= GAMES : battles == 0);
    player_close(&player);
    tile_set_free(set);
  }
}

/* The last tile of one kind is no luck. */
TEST(last_tile_is_no_luck) {
  struct tile_set *set = tile_set_builtin("classic");
  const struct player_budget budget = {.playouts = 1};
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  struct player player;
  struct player_advice advice;
  tess_game *game = malloc(tess_game_size());
  assert_int_equal(tess_game_new(game, set->set, &options), TESS_ERROR_NONE);
  player_open(&player, player_kind_find("greedy"), 1);
  while (tess_game_phase(game) != TESS_PHASE_DRAW || tess_game_bag(game, -1) > 1)
    player_step(&player, game, &budget, &advice);
  struct luck *luck = luck_new();
  for (int kind = 0; kind < tess_set_kinds(set->set); kind++)
    if (tess_game_due(game, kind) > 0) luck_add_draw(luck, game, kind);
  assert_int_equal(luck_sum(luck, 0).points, 0);
  assert_int_equal(luck_sum(luck, 0).wins, 0);
  luck_free(luck);
  player_close(&player);
  free(game);
  tile_set_free(set);
}

/* Between players whose strength is known to be the same, the interval without luck holds it and is the shorter one. */
TEST(less_noise_without_luck) {
  static const char *const equals[] = {"mcts playouts=8", "mcts name=twin playouts=8", NULL};
  struct match match = match_between("star-wars", equals);
  struct journal journal = {0};
  const atomic_bool stop = false;
  const struct arena arena = {.concurrency = 2, .journal = &journal, .stop = &stop};
  struct fault fault;
  match.rounds = 25;
  match.luck = true;
  assert_true(match_check(&match, &fault));
  struct standings standings = standings_of(&match);
  assert_int_equal(arena_play(&arena, &standings, &fault), ARENA_COMPLETE);
  struct report *report = report_of(&standings);
  assert_int_equal(report->fair.score.count, match.rounds);
  assert_true(report->fair.score_range.low < 0.5 && report->fair.score_range.high > 0.5);
  assert_true(mean_error(&report->fair.score) < 0.85 * mean_error(&report->engines[0].score));
  assert_true(mean_error(&report->fair.margin) < 0.85 * mean_error(&report->engines[0].margin));
  free(report);
  standings_free(&standings);
  match_end(&match);
}

RUN_TESTS(NULL, NULL)
