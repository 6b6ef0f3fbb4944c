#include "arena/luck.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "players/mcts.h"

/* What a position promises side 0: its lead, and its chance to win. */
struct promise {
  double points, wins;
};

struct luck {
  struct promise sum;
  struct turn_evaluator evaluator;
  tess_game *trial;
  bool fighting;          /* the battle is not decided yet; then of each end: */
  struct promise ends[2]; /* what it promises */
  double odds[2];
};

struct luck *luck_new(void) {
  struct luck *luck = memory_new(sizeof *luck);
  *luck = (struct luck){.trial = memory_new(tess_game_size())};
  turn_evaluator_open(&luck->evaluator, &mcts_settings.evaluation);
  return luck;
}

void luck_free(struct luck *luck) {
  if (luck == NULL) return;
  turn_evaluator_close(&luck->evaluator);
  free(luck->trial);
  free(luck);
}

static int32_t in_millionths(double number) {
  const double most = FORTUNE_MOST, millionths = round(number * FORTUNE_UNIT);
  return (int32_t)fmax(-most, fmin(most, millionths));
}

struct fortune luck_sum(const struct luck *luck) {
  return (struct fortune){in_millionths(luck->sum.points), in_millionths(luck->sum.wins)};
}

/* The lead, and the chance to win that goes with it: the more tiles are left, the less a lead tells. */
static struct promise promise_by(const tess_game *game, const float values[TESS_MAX_PLAYERS]) {
  const double lead = (double)values[0] - (double)values[1];
  const double scale = 1 + 2 * sqrt(tess_game_bag(game, -1));
  return (struct promise){lead, 1 / (1 + exp(-lead / scale))};
}

/* What the trial game promises; with a tile drawn, by the best turn. */
static struct promise promise_now(struct luck *luck) {
  float values[TESS_MAX_PLAYERS];
  turn_evaluator_promise(&luck->evaluator, luck->trial, values);
  return promise_by(luck->trial, values);
}

static struct promise promise_of_draw(struct luck *luck, const tess_game *game, int kind) {
  tess_game_copy(luck->trial, game);
  tess_game_draw(luck->trial, kind, NULL, NULL);
  return promise_now(luck);
}

static struct promise promise_of_throw(struct luck *luck, const tess_game *game, const tess_throw *thrown) {
  tess_game_copy(luck->trial, game);
  tess_game_throw(luck->trial, thrown, NULL, NULL);
  return promise_now(luck);
}

static void add(struct promise *sum, double times, struct promise promise) {
  sum->points += times * promise.points;
  sum->wins += times * promise.wins;
}

void luck_add_draw(struct luck *luck, const tess_game *game, int kind) {
  const int kinds = tess_set_kinds(tess_game_set(game)), all = tess_game_due(game, -1);
  if (tess_game_due(game, kind) == all) return;
  for (int other = 0; other < kinds; other++) {
    const int copies = tess_game_due(game, other);
    if (copies > 0) add(&luck->sum, (other == kind) - (double)copies / all, promise_of_draw(luck, game, other));
  }
}

/* Looks at both ends of a battle before its first throw. */
static void begin_battle(struct luck *luck, const tess_game *game, const uint8_t dice[TESS_MAX_PLAYERS]) {
  const struct battle_odds *odds = turn_evaluator_odds(&luck->evaluator, dice);
  luck->fighting = true;
  for (int winner = 0; winner < 2; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    luck->odds[winner] = odds->win[winner];
    luck->ends[winner] = promise_of_throw(luck, game, &thrown);
  }
}

static int highest(const tess_throw *thrown, int side) {
  int face = 0;
  for (int i = 0; i < thrown->dice[side]; i++)
    if (thrown->faces[side][i] > face) face = thrown->faces[side][i];
  return face;
}

void luck_add_throw(struct luck *luck, const tess_game *game, const tess_throw *thrown) {
  const int difference = highest(thrown, 0) - highest(thrown, 1);
  if (!luck->fighting) begin_battle(luck, game, thrown->dice);
  if (difference == 0) return;
  luck->fighting = false;
  for (int side = 0; side < 2; side++) add(&luck->sum, (side == (difference < 0)) - luck->odds[side], luck->ends[side]);
}
