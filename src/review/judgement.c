#include "review/judgement.h"

#include <stdlib.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "players/ending.h"
#include "review/worth.h"

enum {
  DRAW_PLAYOUTS = 16,  /* for each kind of tile when positions between turns are compared: the mean is over all kinds */
  ENDING_NODES = 20000 /* positions that may be evaluated for an exact value */
};

struct judge {
  struct player player, search;
  struct ending ending;
  struct turn_evaluator evaluator;
  tess_game *trial;
};

struct judge *judge_open(const struct player_kind *kind) {
  struct judge *judge = memory_zeroed(sizeof *judge);
  player_open(&judge->player, kind, 0);
  player_open(&judge->search, &mcts_kind, 0);
  ending_open(&judge->ending, &mcts_settings.evaluation);
  turn_evaluator_open(&judge->evaluator, &mcts_settings.evaluation);
  judge->trial = memory_new(tess_game_size());
  return judge;
}

void judge_close(struct judge *judge) {
  if (judge == NULL) return;
  player_close(&judge->player);
  player_close(&judge->search);
  ending_close(&judge->ending);
  turn_evaluator_close(&judge->evaluator);
  free(judge->trial);
  free(judge);
}

static void take(tess_game *game, const struct player_turn *turn) {
  tess_game_place(game, turn->placement, NULL, NULL);
  tess_game_meeple(game, turn->decision, NULL, NULL);
}

/* Finds the turn played among the candidates, by the position after it. Returns its index, or -1. */
static int find(struct judge *judge, const tess_game *game, const struct player_advice *advice,
                const struct player_turn *played) {
  tess_game_copy(judge->trial, game);
  take(judge->trial, played);
  const uint64_t hash = tess_game_hash(judge->trial);
  for (int i = 0; i < advice->count; i++) {
    tess_game_copy(judge->trial, game);
    take(judge->trial, &advice->candidates[i].turn);
    if (tess_game_hash(judge->trial) == hash) return i;
  }
  return -1;
}

/* ---- The value of a position between turns ---- */

/* The value of a position of two sides in TESS_PHASE_DRAW, _THROW or _OVER for a side: the mean over the winners of a
 * battle and over the tiles that fit, by small searches. */
static struct side_worth position_worth(struct judge *judge, const tess_game *game, int side, uint64_t seed,
                                        const atomic_bool *stop) {
  const struct player_budget budget = {.playouts = DRAW_PLAYOUTS, .stop = stop};
  const tess_phase phase = tess_game_phase(game);
  struct side_worth sum = {0};
  double weight = 0;
  if (phase == TESS_PHASE_OVER) return worth_now(game, side);
  tess_game *next = memory_new(tess_game_size());
  if (phase == TESS_PHASE_THROW) {
    uint8_t dice[TESS_MAX_PLAYERS];
    tess_spot spot;
    tess_game_battle(game, &spot, dice);
    const struct battle_odds odds = *turn_evaluator_odds(&judge->evaluator, dice);
    for (int winner = 0; winner < 2; winner++) {
      const tess_throw won = battle_throw(dice, winner);
      tess_game_copy(next, game);
      tess_game_throw(next, &won, NULL, NULL);
      const struct side_worth end = position_worth(judge, next, side, seed, stop);
      sum.win += odds.win[winner] * end.win;
      sum.lead += odds.win[winner] * end.lead;
    }
    free(next);
    return sum;
  }
  struct player_advice *advice = memory_new(sizeof *advice);
  for (int kind = 0; kind < tess_set_kinds(tess_game_set(game)); kind++) {
    const int copies = tess_game_due(game, kind);
    if (copies == 0) continue;
    tess_game_copy(next, game);
    tess_game_draw(next, kind, NULL, NULL);
    if (tess_game_phase(next) != TESS_PHASE_PLACE) continue; /* it fits nowhere */
    judge->search.random = seed;
    player_choose(&judge->search, next, &budget, advice);
    const struct player_candidate *best = &advice->candidates[0];
    const bool own = tess_game_side(next, tess_game_seat(next)) == side;
    sum.win += copies * (own ? best->win : 1 - best->win);
    sum.lead += copies * (own ? best->difference : -best->difference);
    weight += copies;
  }
  free(advice);
  free(next);
  /* Nothing fits any more: the game ends as it stands, but for the final scoring. */
  if (weight == 0) return worth_now(game, side);
  return (struct side_worth){sum.win / weight, sum.lead / weight};
}

/* The value after a turn. */
static struct side_worth turn_worth(struct judge *judge, const tess_game *game, const struct player_turn *turn,
                                    int side, uint64_t seed, const atomic_bool *stop) {
  tess_game *after = memory_new(tess_game_size());
  tess_game_copy(after, game);
  take(after, turn);
  const struct side_worth worth = position_worth(judge, after, side, seed, stop);
  free(after);
  return worth;
}

/* ---- The judgement ---- */

/* Appends the turn played as the last candidate, with the given value. */
static void append(struct judgement *judgement, const struct player_turn *played, struct side_worth worth) {
  struct player_advice *advice = &judgement->advice;
  judgement->played = advice->count < PLAYER_CANDIDATES ? advice->count++ : PLAYER_CANDIDATES - 1;
  advice->candidates[judgement->played] =
      (struct player_candidate){.turn = *played, .win = worth.win, .difference = worth.lead};
}

/* Among the last tiles: the exact values of the best turn, of the turn played, and of the one that looks worst, whose
 * probability to win is `*least`. Returns false if one of them takes too long. */
static bool judge_exactly(struct judge *judge, const tess_game *game, const struct player_turn *played,
                          struct judgement *judgement, double *least) {
  struct player_candidate *best = &judgement->advice.candidates[0];
  struct ending_value first, worst, own;
  turn_evaluator_run(&judge->evaluator, judge->trial);
  turn_evaluator_rank(&judge->evaluator, 2, tess_game_side(game, tess_game_seat(game)), judge->evaluator.count);
  const struct player_turn last = turn_evaluator_ranked(&judge->evaluator, judge->evaluator.count - 1)->how;
  if (!ending_value(&judge->ending, game, &best->turn, ENDING_NODES, &first) ||
      !ending_value(&judge->ending, game, &last, ENDING_NODES, &worst) ||
      !ending_value(&judge->ending, game, played, ENDING_NODES, &own))
    return false;
  best->win = first.win;
  best->difference = first.lead;
  *least = worst.win < own.win ? worst.win : own.win;
  if (judgement->played < 0) append(judgement, played, (struct side_worth){own.win, own.lead});
  return true;
}

void judge_turn(struct judge *judge, const tess_game *game, const struct player_turn *played,
                const struct player_budget *budget, uint64_t seed, struct judgement *judgement) {
  struct player_advice *advice = &judgement->advice;
  const int side = tess_game_side(game, tess_game_seat(game)), sides = tess_game_sides(game);
  *judgement = (struct judgement){.played = -1};
  judge->player.random = seed;
  player_choose(&judge->player, game, budget, advice);
  judgement->played = find(judge, game, advice, played);
  const struct player_candidate *best = &advice->candidates[0];

  /* 1. The lowest probability to win among the turns that were tried says whether the decision counts. */
  double least = best->win;
  for (int i = 1; i < advice->count; i++)
    if (advice->candidates[i].visits > 0 && advice->candidates[i].win < least) least = advice->candidates[i].win;

  /* 2. Give the turn played a value. */
  tess_game_copy(judge->trial, game);
  const bool exact = judge->player.kind->searches && advice->count == 1 && endgame_is(game) &&
                     judge_exactly(judge, game, played, judgement, &least);
  if (!exact && judgement->played < 0 && judge->player.kind->searches) {
    struct side_worth worth = {advice->candidates[advice->count - 1].win,
                               advice->candidates[advice->count - 1].difference};
    if (sides == 2) {
      const struct side_worth own = turn_worth(judge, game, played, side, seed, budget->stop);
      const struct side_worth better = turn_worth(judge, game, &best->turn, side, seed, budget->stop);
      const double lost = better.win > own.win ? better.win - own.win : 0;
      worth = (struct side_worth){best->win > lost ? best->win - lost : 0, best->difference - better.lead + own.lead};
    }
    append(judgement, played, worth);
    if (worth.win < least) least = worth.win;
  }
  judgement->counted = best->win - least >= JUDGEMENT_COUNTED;
  if (judgement->played < 0) return;
  const struct player_candidate *own = &advice->candidates[judgement->played];
  if (best->win > own->win) judgement->win = best->win - own->win;
  if (best->difference > own->difference) judgement->diff = best->difference - own->difference;
}

void judgement_write(const tess_game *game, const struct judgement *judgement, int most, struct text *text) {
  player_advice_write(game, &judgement->advice, most, text);
  if (judgement->played < 0) {
    json_put_null(text, "rank");
    json_put_null(text, "value");
    json_put_null(text, "gave");
  } else {
    const struct player_candidate *own = &judgement->advice.candidates[judgement->played];
    json_put_int(text, "rank", judgement->played + 1);
    worth_write("value", (struct side_worth){own->win, own->difference}, text);
    worth_write("gave", (struct side_worth){judgement->win, judgement->diff}, text);
  }
  json_put_bool(text, "counted", judgement->counted);
}
