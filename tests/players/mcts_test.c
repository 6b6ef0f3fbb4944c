/* The searching player: its budget, its output, its threads, and its strength compared with no search. */
#include "cli/cmocka_base.h"

#include <math.h>

#include "players/evaluation.h"
#include "players/tree.h"

static const struct player_budget few = {.playouts = 150};

struct mcts_fixture {
  tess_set *set;
  tess_game *game;
  struct player player;
};

/* A game in its 20th turn with a tile drawn, and a searching player. */
static void seat_open(struct mcts_fixture *seat, const char *set_name, tess_rules rules) {
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles(set_name, &count);
  tess_options options = tess_options_default(rules);
  seat->set = malloc(tess_set_size());
  seat->game = malloc(tess_game_size());
  assert_int_equal(tess_set_build(seat->set, tiles, count, &fault), TESS_ERROR_NONE);
  assert_int_equal(tess_game_new(seat->game, seat->set, &options), TESS_ERROR_NONE);
  player_open(&seat->player, player_kind_find("mcts"), 7);
  for (int turn = 0; turn < 20; turn++) {
    while (tess_game_phase(seat->game) != TESS_PHASE_PLACE) tess_game_draw(seat->game, TESS_RANDOM, NULL, NULL);
    tess_game_place(seat->game, tess_game_placement_at(seat->game, turn % tess_game_placement_count(seat->game)), NULL,
                    NULL);
    tess_decision decisions[TESS_MAX_DECISIONS];
    tess_game_meeple(seat->game, decisions[(tess_game_decisions(seat->game, decisions) - 1) / (1 + turn % 2)], NULL,
                     NULL);
    while (tess_game_phase(seat->game) == TESS_PHASE_THROW) tess_game_throw(seat->game, NULL, NULL, NULL);
  }
  while (tess_game_phase(seat->game) != TESS_PHASE_PLACE) tess_game_draw(seat->game, TESS_RANDOM, NULL, NULL);
}

static void seat_close(struct mcts_fixture *seat) {
  player_close(&seat->player);
  free(seat->game);
  free(seat->set);
}

static void expect_same(const struct player_advice *a, const struct player_advice *b) {
  assert_int_equal(a->count, b->count);
  for (int i = 0; i < a->count; i++) {
    assert_int_equal(a->candidates[i].visits, b->candidates[i].visits);
    assert_true(a->candidates[i].win == b->candidates[i].win);
    assert_true(a->candidates[i].difference == b->candidates[i].difference);
  }
}

TEST(playouts_are_counted_and_repeatable) {
  struct mcts_fixture seat;
  struct player_advice first, again;
  seat_open(&seat, "star-wars", TESS_RULES_STAR_WARS);
  const uint64_t random = seat.player.random;
  player_choose(&seat.player, seat.game, &few, &first);
  assert_int_equal(first.playouts, few.playouts);
  seat.player.random = random;
  player_choose(&seat.player, seat.game, &few, &again);
  expect_same(&first, &again);
  seat_close(&seat);
}

TEST(candidates_are_ranked_with_reasons) {
  struct mcts_fixture seat;
  struct player_advice advice;
  uint64_t visits = 0;
  seat_open(&seat, "classic", TESS_RULES_CLASSIC);
  player_choose(&seat.player, seat.game, &few, &advice);
  assert_in_range(advice.count, 2, PLAYER_CANDIDATES);
  for (int i = 0; i < advice.count; i++) {
    const struct player_candidate *candidate = &advice.candidates[i];
    assert_true(candidate->win >= 0.0 && candidate->win <= 1.0);
    assert_true(candidate->error >= 0.0);
    assert_true(i == 0 || candidate->visits <= advice.candidates[i - 1].visits);
    visits += candidate->visits;
  }
  assert_true(visits <= advice.playouts && advice.candidates[0].visits > 1);
  seat_close(&seat);
}

TEST(a_stopped_search_answers) {
  struct mcts_fixture seat;
  struct player_advice advice;
  const atomic_bool stop = true;
  const struct player_budget endless = {.playouts = UINT64_MAX, .stop = &stop};
  seat_open(&seat, "classic", TESS_RULES_CLASSIC);
  player_choose(&seat.player, seat.game, &endless, &advice);
  assert_int_equal(advice.playouts, 0);
  assert_int_equal(tess_game_place(seat.game, advice.candidates[0].turn.placement, NULL, NULL), TESS_ERROR_NONE);
  assert_int_equal(tess_game_meeple(seat.game, advice.candidates[0].turn.decision, NULL, NULL), TESS_ERROR_NONE);
  seat_close(&seat);
}

TEST(time_ends_a_search) {
  struct mcts_fixture seat;
  struct player_advice advice;
  struct player_budget short_time = {.milliseconds = 50};
  seat_open(&seat, "classic", TESS_RULES_CLASSIC);
  do { /* without that time it would never end; on a busy machine a playout takes more of it */
    short_time.milliseconds *= 2;
    player_choose(&seat.player, seat.game, &short_time, &advice);
  } while (advice.playouts == 0);
  seat_close(&seat);
}

TEST(threads_share_the_playouts) {
  struct mcts_fixture seat;
  struct player_advice advice;
  seat_open(&seat, "star-wars", TESS_RULES_STAR_WARS);
  seat.player.threads = 3;
  player_choose(&seat.player, seat.game, &few, &advice);
  assert_int_equal(advice.playouts, few.playouts);
  seat_close(&seat);
}

/* In TESS_PHASE_MEEPLE it decides about the tile that lies. */
TEST(a_decision_alone_is_advised) {
  struct mcts_fixture seat;
  struct player_advice advice;
  seat_open(&seat, "star-wars", TESS_RULES_STAR_WARS);
  tess_game_place(seat.game, tess_game_placement_at(seat.game, 0), NULL, NULL);
  player_choose(&seat.player, seat.game, &few, &advice);
  assert_int_equal(tess_game_meeple(seat.game, advice.candidates[0].turn.decision, NULL, NULL), TESS_ERROR_NONE);
  seat_close(&seat);
}

/* A seat's game, a tree of it and what a playout needs. */
struct woods {
  struct mcts_fixture seat;
  struct turn_evaluator evaluator;
  struct tree_weights weights;
  struct tree tree;
  tess_game *game;
};

static void woods_open(struct woods *woods, uint32_t quick_playouts, int rollout_turns) {
  *woods = (struct woods){.weights = mcts_settings.tree};
  woods->weights.quick_playouts = quick_playouts;
  woods->weights.rollout_turns = rollout_turns;
  seat_open(&woods->seat, "star-wars", TESS_RULES_STAR_WARS);
  woods->game = malloc(tess_game_size());
  turn_evaluator_open(&woods->evaluator, &mcts_settings.evaluation);
  tree_begin(&woods->tree, &woods->weights, &woods->evaluator, woods->seat.game, 1);
}

static void woods_close(struct woods *woods) {
  tree_free(&woods->tree);
  turn_evaluator_close(&woods->evaluator);
  free(woods->game);
  seat_close(&woods->seat);
}

/* One playout, at whose end woods->game stands; the edge of the root that it took. */
static uint32_t play_out(struct woods *woods, struct tree_value *value) {
  tess_game_copy(woods->game, woods->seat.game);
  return tree_playout(&woods->tree, &woods->evaluator, woods->game, value);
}

/* Played on to the end of the game, every playout has final scores for its value; only the quick ones have not. */
TEST(playouts_roll_out) {
  struct woods woods;
  woods_open(&woods, 5, TESS_MAX_TILES);
  for (uint32_t i = 0; i < 25; i++) {
    struct tree_value value;
    play_out(&woods, &value);
    assert_int_equal(tess_game_phase(woods.game) == TESS_PHASE_OVER, i >= woods.weights.quick_playouts);
    assert_int_equal(value.lead == roundf(value.lead), i >= woods.weights.quick_playouts);
  }
  woods_close(&woods);
}

/* The first playout after each edge of the root draws the same tiles, the second others. */
TEST(playouts_share_their_draws) {
  struct woods woods;
  int shared = 0, others = 0;
  int left[TESS_MAX_KINDS];
  woods_open(&woods, 0, 6);
  for (int i = 0; i < 60; i++) {
    struct tree_value value;
    const uint32_t taken = play_out(&woods, &value);
    bool same = true;
    for (int kind = 0; kind < tess_set_kinds(woods.seat.set); kind++) {
      if (i == 0) left[kind] = tess_game_bag(woods.game, kind);
      same = same && tess_game_bag(woods.game, kind) == left[kind];
    }
    const uint32_t visits = woods.tree.edges[taken].visits;
    if (visits == 1) assert_true(same);
    shared += visits == 1;
    others += visits == 2 && !same;
  }
  assert_true(shared >= 5 && others >= 2);
  woods_close(&woods);
}

RUN_TESTS(NULL, NULL)
