#include "review/luck.h"

#include <math.h>
#include <stdlib.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "players/evaluation.h"
#include "players/exponential.h"

/* The evaluation of a position for one side: its lead, and its probability to win. */
struct promise {
  double points, wins;
};

/* The evaluation of a position for every side. */
struct promises {
  struct promise of[TESS_MAX_PLAYERS];
};

struct luck {
  struct promises sum;
  struct turn_evaluator evaluator;
  tess_game *trial;
  bool fighting;           /* a battle of two sides is in progress; the members below describe its possible winners */
  struct promises ends[2]; /* evaluation after each of them wins */
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
  const double most = FORTUNE_MOST, millionths = number * FORTUNE_UNIT;
  return (int32_t)((millionths < -most ? -most : millionths > most ? most : millionths) + (number < 0 ? -0.5 : 0.5));
}

struct fortune luck_sum(const struct luck *luck, int side) {
  return (struct fortune){in_millionths(luck->sum.of[side].points), in_millionths(luck->sum.of[side].wins)};
}

/* The evaluation of the trial game; if a tile is drawn, after the best turn with it. */
static struct promises promises_now(struct luck *luck) {
  float values[TESS_MAX_PLAYERS];
  struct promises promises = {0};
  const int sides = tess_game_sides(luck->trial);
  turn_evaluator_promise(&luck->evaluator, luck->trial, values);
  /* The lead, and the probability to win that follows from it: the more tiles are left, the less a lead means. */
  const double scale = 1 + 2 * sqrt(tess_game_bag(luck->trial, -1));
  for (int side = 0; side < sides; side++) {
    const double lead =
        sides == 2 ? (double)values[side] - (double)values[!side] : (double)turn_lead(values, sides, side);
    promises.of[side] = (struct promise){lead, 1 / (1 + (double)exponential((float)(-lead / scale)))};
  }
  return promises;
}

static void add(struct promises *sum, double times, const struct promises *promises) {
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    sum->of[side].points += times * promises->of[side].points;
    sum->of[side].wins += times * promises->of[side].wins;
  }
}

void luck_add_draw(struct luck *luck, const tess_game *game, int kind) {
  const int kinds = tess_set_kinds(tess_game_set(game)), all = tess_game_due(game, -1);
  if (tess_game_due(game, kind) == all) return;
  for (int other = 0; other < kinds; other++) {
    const int copies = tess_game_due(game, other);
    if (copies == 0) continue;
    tess_game_copy(luck->trial, game);
    tess_game_draw(luck->trial, other, NULL, NULL);
    const struct promises promises = promises_now(luck);
    add(&luck->sum, (other == kind) - (double)copies / all, &promises);
  }
}

static int highest(const tess_throw *thrown, int side) {
  int face = 0;
  for (int i = 0; i < thrown->dice[side]; i++)
    if (thrown->faces[side][i] > face) face = thrown->faces[side][i];
  return face;
}

void luck_add_throw(struct luck *luck, const tess_game *game, const tess_throw *thrown) {
  if (tess_game_sides(game) != 2) return;
  const int difference = highest(thrown, 0) - highest(thrown, 1);
  if (!luck->fighting) {
    /* Before the first throw of a battle: evaluate both of its ends. */
    const struct battle_odds *odds = turn_evaluator_odds(&luck->evaluator, thrown->dice);
    luck->fighting = true;
    for (int winner = 0; winner < 2; winner++) {
      const tess_throw won = battle_throw(thrown->dice, winner);
      luck->odds[winner] = odds->win[winner];
      tess_game_copy(luck->trial, game);
      tess_game_throw(luck->trial, &won, NULL, NULL);
      luck->ends[winner] = promises_now(luck);
    }
  }
  if (difference == 0) return;
  luck->fighting = false;
  for (int side = 0; side < 2; side++)
    add(&luck->sum, (side == (difference < 0)) - luck->odds[side], &luck->ends[side]);
}

/* ---- A whole game ---- */

/* Moves what was added to each side's sum since `begun` to `sums`. Returns what `side` got. */
static struct fortune settle(const struct luck *luck, int side, struct fortune begun[TESS_MAX_PLAYERS],
                             struct fortune sums[TESS_MAX_PLAYERS]) {
  struct fortune own = {0};
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) {
    const struct fortune now = luck_sum(luck, i);
    const struct fortune added = {now.points - begun[i].points, now.wins - begun[i].wins};
    sums[i].points += added.points;
    sums[i].wins += added.wins;
    begun[i] = now;
    if (i == side) own = added;
  }
  return own;
}

void game_luck_of(const struct history *played, const struct set_library *sets, struct game_luck *game_luck) {
  struct fault fault = {0};
  struct history *history = history_resume(text_span(&played->start), sets, 0, &fault);
  CHECK_BECAUSE(history != NULL, fault.text);
  tess_game *game = history->game;
  struct luck *luck = luck_new();
  *game_luck = (struct game_luck){.sides = tess_game_sides(game),
                                  .turns = memory_new((size_t)(played->count + 1) * sizeof *game_luck->turns)};
  struct fortune begun[TESS_MAX_PLAYERS] = {0}; /* the sums at the end of the turn before */

  for (int i = 0; i < played->count; i++) {
    const struct history_step *step = &played->steps[i];
    struct turn_luck *turn = &game_luck->turns[game_luck->count];
    tess_decision decision;
    bool good = false;
    switch ((enum step_type)step->type) {
    case STEP_DRAW:
      luck_add_draw(luck, game, step->kind);
      good = history_draw(history, step->kind, &fault);
      break;
    case STEP_PLACE:
      /* The draws since the turn before belong to this one. */
      *turn = (struct turn_luck){.seat = step->seat};
      turn->draw = settle(luck, tess_game_side(game, step->seat), begun, game_luck->draws);
      game_luck->count++;
      good = history_place(history, step->placement, &fault);
      break;
    case STEP_MEEPLE:
      good = choice_decide(step->choice, game, &decision, &fault) && history_meeple(history, decision, &fault);
      break;
    case STEP_THROW: {
      luck_add_throw(luck, game, &step->thrown);
      const struct fortune own = settle(luck, tess_game_side(game, step->seat), begun, game_luck->dice);
      if (game_luck->count > 0) { /* otherwise the game begins with a battle */
        turn[-1].dice.points += own.points;
        turn[-1].dice.wins += own.wins;
      }
      good = history_throw(history, &step->thrown, &fault);
      break;
    }
    }
    CHECK_BECAUSE(good, fault.text);
  }
  game_luck->over = tess_game_phase(game) == TESS_PHASE_OVER;
  for (int side = 0; side < game_luck->sides && game_luck->over; side++)
    game_luck->results[side] = worth_now(game, side);
  luck_free(luck);
  history_free(history);
}

void game_luck_free(struct game_luck *game_luck) { free(game_luck->turns); }

void fortune_write(const char *key, struct fortune fortune, struct text *text) {
  worth_write(key, (struct side_worth){(double)fortune.wins / FORTUNE_UNIT, (double)fortune.points / FORTUNE_UNIT},
              text);
}

struct side_worth game_luck_adjust(const struct game_luck *game_luck, int side) {
  const struct fortune draws = game_luck->draws[side], dice = game_luck->dice[side];
  return (struct side_worth){.win = game_luck->results[side].win - (double)(draws.wins + dice.wins) / FORTUNE_UNIT,
                             .lead =
                                 game_luck->results[side].lead - (double)(draws.points + dice.points) / FORTUNE_UNIT};
}

void game_luck_write(const struct game_luck *game_luck, int side, struct text *text) {
  fortune_write("draws", game_luck->draws[side], text);
  fortune_write("dice", game_luck->dice[side], text);
  if (game_luck->over) {
    worth_write("result", game_luck->results[side], text);
    worth_write("adjusted", game_luck_adjust(game_luck, side), text);
  } else {
    json_put_null(text, "result");
    json_put_null(text, "adjusted");
  }
}
