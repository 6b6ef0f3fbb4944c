/* The review: judgements of turns, performance ratings, the luck of a game, rollouts. */
#include "notation/library.h"

#include "arena/near.h"
#include "notation/history.h"
#include "notation/state.h"
#include "players/ending.h"
#include "review/judgement.h"
#include "review/luck.h"
#include "review/performance.h"
#include "review/rollout.h"

enum { PLAYOUTS = 60 };

/* A game of the greedy player with itself, up to a turn that it has the tile for with `left` tiles in the bag; with -1
 * to its end. */
static struct history *played(const char *set, uint64_t seed, int left) {
  struct fault fault = {0};
  const struct tile_set *tiles = set_library_find(library, span_of(set));
  tess_options options = tess_options_default(tess_set_rules(tiles->set));
  options.seed = seed;
  struct history *history = history_new(tiles, &options, &fault);
  struct player player;
  const struct player_budget budget = {.playouts = 1};
  struct player_advice *advice = malloc(sizeof *advice);
  player_open(&player, &greedy_kind, seed);
  while (tess_game_phase(history->game) != TESS_PHASE_OVER) {
    switch (tess_game_phase(history->game)) {
    case TESS_PHASE_DRAW: history_draw(history, TESS_RANDOM, &fault); break;
    case TESS_PHASE_THROW: history_throw(history, NULL, &fault); break;
    default:
      if (tess_game_phase(history->game) == TESS_PHASE_PLACE && tess_game_bag(history->game, -1) == left) goto found;
      memset(advice, 0, sizeof *advice);
      player_choose(&player, history->game, &budget, advice);
      history_place(history, advice->candidates[0].turn.placement, &fault);
      history_meeple(history, advice->candidates[0].turn.decision, &fault);
    }
  }
found:
  player_close(&player);
  free(advice);
  return history;
}

static void judge(const tess_game *game, const struct player_turn *turn, struct judgement *judgement) {
  const struct player_budget budget = {.playouts = PLAYOUTS};
  struct judge *judge = judge_open(&mcts_kind);
  judge_turn(judge, game, turn, &budget, 7, judgement);
  judge_close(judge);
}

/* All turns of a game, the turn that looks worst last. */
static int turns_of(const tess_game *game, struct player_turn *best, struct player_turn *worst) {
  tess_game *trial = malloc(tess_game_size());
  struct turn_evaluator evaluator;
  turn_evaluator_open(&evaluator, &mcts_settings.evaluation);
  tess_game_copy(trial, game);
  turn_evaluator_run(&evaluator, trial);
  turn_evaluator_rank(&evaluator, tess_game_sides(game), tess_game_side(game, tess_game_seat(game)), evaluator.count);
  *best = turn_evaluator_ranked(&evaluator, 0)->how;
  *worst = turn_evaluator_ranked(&evaluator, evaluator.count - 1)->how;
  const int count = evaluator.count;
  turn_evaluator_close(&evaluator);
  free(trial);
  return count;
}

/* The best turn gives nothing away, and a bad one, which the search does not even list, more than nothing. */
TEST(judge_turns) {
  for (int rules = 0; rules < 2; rules++) {
    struct history *history = played(rules == 0 ? "star-wars" : "classic", 3, 40);
    struct player_turn best, worst;
    struct judgement first, second, again;
    turns_of(history->game, &best, &worst);
    judge(history->game, &worst, &first);
    assert_true(first.played > 0 && first.counted && first.diff > 0 && first.win > 0);
    assert_true(player_turn_same(&first.advice.candidates[first.played].turn, &worst));
    judge(history->game, &first.advice.candidates[0].turn, &second);
    assert_int_equal(second.played, 0);
    assert_true(second.win <= 0 && second.diff <= 0 && second.counted);
    judge(history->game, &worst, &again);
    assert_near(first.win, again.win, 0);
    history_free(history);
  }
}

/* Among the last tiles the values are exact. */
TEST(judge_endings) {
  struct history *history = played("classic", 5, 2);
  struct player_turn best, worst;
  struct judgement judgement;
  struct ending ending;
  struct ending_value top, own;
  turns_of(history->game, &best, &worst);
  judge(history->game, &worst, &judgement);
  ending_open(&ending, &mcts_settings.evaluation);
  assert_true(ending_value(&ending, history->game, &judgement.advice.candidates[0].turn, 20000, &top));
  assert_true(ending_value(&ending, history->game, &worst, 20000, &own));
  assert_near(judgement.diff, top.lead - own.lead, 0.01);
  ending_close(&ending);
  history_free(history);
}

/* A decision in a game that is long lost does not count: nothing depends on it. */
TEST(judge_indifferent) {
  struct history *history = played("classic", 5, 12);
  struct fault fault = {0};
  struct text line = {0};
  position_write(history->game, history->set, &line);
  char *scores = strstr(line.bytes, "scores="), *end = strchr(scores, ' ');
  struct text lost = {0};
  text_add(&lost, line.bytes, (size_t)(scores - line.bytes));
  text_add_string(&lost, tess_game_seat(history->game) == 0 ? "scores=0,500" : "scores=500,0");
  text_add_string(&lost, end);
  struct history *far = history_resume(text_span(&lost), library, 0, &fault);
  struct player_turn best, worst;
  struct judgement judgement;
  assert_non_null(far);
  assert_true(turns_of(far->game, &best, &worst) > 1);
  judge(far->game, &best, &judgement);
  assert_false(judgement.counted);
  judge(history->game, &best, &judgement);
  assert_true(judgement.counted);
  history_free(far);
  history_free(history);
  text_free(&line);
  text_free(&lost);
}

TEST(performance_ratings) {
  struct judged_game game = {.rules = TESS_RULES_STAR_WARS, .playouts = 300};
  struct performance performance = {0};
  struct performance_rating rating;
  assert_false(performance_rate(&performance, &game, &rating));
  for (int i = 0; i < 100; i++) performance_add(&performance, i % 2 == 0 ? 0.04 : 0);
  assert_true(performance_rate(&performance, &game, &rating));
  assert_near(rating.rating, 500 * 2 * 0.02, 1e-9);         /* 0.02 of a win is 0.04 of equity */
  assert_near(rating.error, 500 * 0.04 / sqrt(99.0), 1e-9); /* each is 0.04 from the mean */
  assert_true(rating.low <= rating.level && rating.level <= rating.high);
  assert_in_range(rating.level, 1, LEVELS);

  /* A player who gives away nothing plays like the best level, and with a search of another size no level is known. */
  performance = (struct performance){0};
  for (int i = 0; i < 100; i++) performance_add(&performance, 0);
  performance_rate(&performance, &game, &rating);
  assert_int_equal(rating.level, LEVELS);
  game.playouts = 20;
  performance_rate(&performance, &game, &rating);
  assert_int_equal(rating.level, 0);
}

/* Between two sides the luck of one is what the other lacks; turns add up; the result is theirs without luck. */
TEST(luck_of_games) {
  struct history *history = played("star-wars", 9, -1);
  struct game_luck luck;
  int64_t points[2] = {0};
  game_luck_of(history, library, &luck);
  assert_true(luck.over && luck.sides == 2 && luck.count > 70);
  for (int i = 0; i < luck.count; i++) {
    const int sign = luck.turns[i].seat == 0 ? 1 : -1;
    points[0] += sign * luck.turns[i].draw.points;
    points[1] += sign * luck.turns[i].dice.points;
  }
  assert_near(points[0], luck.draws[0].points, luck.count); /* millionths, each rounded */
  assert_near(points[1], luck.dice[0].points, luck.count);
  assert_true(luck.dice[0].points != 0);
  assert_near(luck.draws[0].points, -luck.draws[1].points, luck.count);
  assert_near(luck.results[0].lead, -luck.results[1].lead, 0);
  assert_near(luck.results[0].win + luck.results[1].win, 1, 0);
  const struct side_worth adjusted = game_luck_adjust(&luck, 0);
  assert_near(adjusted.lead, luck.results[0].lead - (double)(luck.draws[0].points + luck.dice[0].points) / FORTUNE_UNIT,
              1e-6);
  game_luck_free(&luck);
  history_free(history);
}

/* Common random numbers: the joint error of two turns is less than that of independent games; the worse of two turns
 * that differ is found before the trials are used up, and of a turn with itself never. */
TEST(rollouts) {
  struct history *history = played("classic", 3, 30);
  struct rollout rollout = {.count = 2}, again = {.count = 2}, same = {.count = 2};
  struct player_turn best, worst;
  turns_of(history->game, &best, &worst);
  rollout.turns[0].turn = again.turns[0].turn = worst;
  rollout.turns[1].turn = again.turns[1].turn = best;
  same.turns[0].turn = same.turns[1].turn = best;
  rollout_run(history->game, 400, 1, NULL, &rollout);
  rollout_run(history->game, 400, 1, NULL, &again);
  rollout_run(history->game, 64, 1, NULL, &same);
  const struct rollout_turn *first = &rollout.turns[0], *second = &rollout.turns[1];
  assert_true(player_turn_same(&first->turn, &best));
  assert_near(first->behind_win.value, 0, 0);
  assert_near(second->behind_win.value, first->win.value - second->win.value, 1e-9);
  assert_true(second->behind_diff.error < sqrt(pow(first->diff.error, 2) + pow(second->diff.error, 2)));
  assert_true(rollout.separated && rollout.trials < 400 && rollout.trials == again.trials);
  assert_true(second->behind_win.value >= 3 * second->behind_win.error);
  assert_near(second->diff.value, again.turns[1].diff.value, 0);
  assert_true(!same.separated && same.trials == 64);
  assert_near(same.turns[1].behind_diff.error, 0, 0);
  history_free(history);
}

RUN_TESTS(open_library, close_library)
