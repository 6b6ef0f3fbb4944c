#include "players/endgame.h"

#include <stdlib.h>

#include "base/memory.h"

#define UNBOUNDED 1e9f

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* The kinds that may have been drawn with so many tiles left in the bag; at the root it is one. */
static int answers_of(int bag) { return bag + 1 < ENDGAME_TILES ? bag + 1 : 1; }

void endgame_open(struct endgame *endgame, const struct evaluation_sets *weights) {
  *endgame = (struct endgame){.game = memory_new(tess_game_size())};
  finale_open(&endgame->finale);
  for (int bag = 0; bag < ENDGAME_TILES; bag++) {
    struct endgame_ply *ply = &endgame->plies[bag];
    ply->drawn = memory_new(tess_undo_size());
    ply->placed = memory_new(tess_undo_size());
    ply->decided = memory_new(tess_undo_size());
    for (int i = 0; i < ENDGAME_FIGHTS; i++) ply->fought[i] = memory_new(tess_undo_size());
    ply->answers = memory_zeroed((size_t)answers_of(bag) * sizeof *ply->answers);
    for (int i = 0; i < answers_of(bag); i++) {
      turn_evaluator_open(&ply->answers[i].evaluator, weights);
      if (bag == 1) ply->answers[i].outcomes = memory_new(FINALE_OUTCOMES * sizeof *ply->answers[i].outcomes);
    }
  }
}

void endgame_close(struct endgame *endgame) {
  for (int bag = 0; bag < ENDGAME_TILES; bag++) {
    struct endgame_ply *ply = &endgame->plies[bag];
    for (int i = 0; i < answers_of(bag); i++) {
      turn_evaluator_close(&ply->answers[i].evaluator);
      free(ply->answers[i].outcomes);
    }
    free(ply->answers);
    free(ply->drawn);
    free(ply->placed);
    free(ply->decided);
    for (int i = 0; i < ENDGAME_FIGHTS; i++) free(ply->fought[i]);
  }
  finale_close(&endgame->finale);
  free(endgame->game);
}

/* ---- Killers ----------------------------------------------------------------------------------------------------- */

static struct endgame_killers *killers_of(struct endgame *endgame, int bag, int kind) {
  int index = 0;
  while (endgame->kinds[index] != kind) index++;
  return &endgame->plies[bag].killers[index];
}

static bool is_same(const struct player_turn *a, const struct player_turn *b) {
  return a->placement.x == b->placement.x && a->placement.y == b->placement.y &&
         a->placement.rotation == b->placement.rotation && a->decision.piece == b->decision.piece &&
         a->decision.spot.tile == b->decision.spot.tile && a->decision.spot.feature == b->decision.spot.feature;
}

/* Puts a turn first; the last one falls out when there are too many. */
static void prefer(struct endgame_killers *killers, struct player_turn turn) {
  int place = 0;
  while (place < killers->count && !is_same(&killers->turns[place], &turn)) place++;
  if (place == killers->count && killers->count < ENDGAME_KILLERS) killers->count++;
  if (place == ENDGAME_KILLERS) place--;
  for (; place > 0; place--) killers->turns[place] = killers->turns[place - 1];
  killers->turns[0] = turn;
}

static bool is_killer(const struct endgame_killers *killers, const struct player_turn *turn) {
  for (int i = 0; i < killers->count; i++)
    if (is_same(&killers->turns[i], turn)) return true;
  return false;
}

/* The tiles that may be drawn. */
struct draws {
  int count;
  int kinds[ENDGAME_TILES];
  float share[ENDGAME_TILES], bound[ENDGAME_TILES];
};

static void find_draws(const struct endgame *endgame, struct draws *draws) {
  const int total = tess_game_due(endgame->game, -1);
  draws->count = 0;
  for (int i = 0; i < ENDGAME_TILES && endgame->kinds[i] >= 0; i++) {
    const int copies = tess_game_due(endgame->game, endgame->kinds[i]);
    if (copies == 0) continue;
    draws->kinds[draws->count] = endgame->kinds[i];
    draws->share[draws->count++] = (float)copies / (float)total;
  }
}

/* ---- The search -------------------------------------------------------------------------------------------------- */

/*
 * All leads below are those of `side`, who has just taken a turn, or is about to. One of at most `low` is only known to
 * be at most what is told; one of `high` or more, to be at least that. A bound is never less than the lead.
 */

static float draw_lead(struct endgame *endgame, int side, float low, float high);
static float draw_bound(struct endgame *endgame, int side);

static void count_node(struct endgame *endgame) {
  endgame->nodes++;
  endgame->over = deadline_met(&endgame->deadline, endgame->nodes);
}

static int mover_of(const tess_game *game) { return tess_game_side(game, tess_game_seat(game)); }

static float final_lead(const tess_game *game, int side) {
  return (float)(tess_game_score(game, side) - tess_game_score(game, !side));
}

static float fight_bound(struct endgame *endgame, struct endgame_ply *ply, int fights, int side);

/* The bounds after either end of a battle. */
static void bound_ends(struct endgame *endgame, struct endgame_ply *ply, int fights, int side, const uint8_t *dice,
                       float bounds[2]) {
  for (int winner = 0; winner < 2; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    tess_game_throw(endgame->game, &thrown, ply->fought[fights], NULL);
    bounds[winner] = fight_bound(endgame, ply, fights + 1, side);
    tess_game_undo(endgame->game, ply->fought[fights]);
  }
}

static float fight_bound(struct endgame *endgame, struct endgame_ply *ply, int fights, int side) {
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  float bounds[2];
  if (!tess_game_battle(endgame->game, &spot, dice)) return draw_bound(endgame, side);
  const struct battle_odds *odds = turn_evaluator_odds(&ply->answers[0].evaluator, dice);
  bound_ends(endgame, ply, fights, side, dice, bounds);
  return (float)(odds->ties[side] - odds->ties[!side]) + (float)odds->win[0] * bounds[0] +
         (float)odds->win[1] * bounds[1];
}

/* The mean over the outcomes of the battles that are due, then over the tiles. */
static float fight_lead(struct endgame *endgame, struct endgame_ply *ply, int fights, int side, float low, float high) {
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  float bounds[2];
  if (!tess_game_battle(endgame->game, &spot, dice)) return draw_lead(endgame, side, low, high);
  const struct battle_odds *odds = turn_evaluator_odds(&ply->answers[0].evaluator, dice);
  const float share[2] = {(float)odds->win[0], (float)odds->win[1]};
  bound_ends(endgame, ply, fights, side, dice, bounds);
  float sum = (float)(odds->ties[side] - odds->ties[!side]) + share[0] * bounds[0] + share[1] * bounds[1];
  for (int winner = 0; winner < 2 && sum > low; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    const float rest = sum - share[winner] * bounds[winner];
    tess_game_throw(endgame->game, &thrown, ply->fought[fights], NULL);
    sum = rest + share[winner] * fight_lead(endgame, ply, fights + 1, side, (low - rest) / share[winner],
                                            winner == 1 ? (high - rest) / share[winner] : UNBOUNDED);
    tess_game_undo(endgame->game, ply->fought[fights]);
  }
  return sum;
}

/* The lead after a turn; false when it is not legal. */
static bool lead_after(struct endgame *endgame, int bag, const struct player_turn *turn, int side, float low,
                       float high, float *lead) {
  struct endgame_ply *ply = &endgame->plies[bag];
  const bool lays = tess_game_phase(endgame->game) == TESS_PHASE_PLACE;
  if (lays && tess_game_place(endgame->game, turn->placement, ply->placed, NULL) != TESS_ERROR_NONE) return false;
  const bool legal = tess_game_meeple(endgame->game, turn->decision, ply->decided, NULL) == TESS_ERROR_NONE;
  if (legal) {
    *lead = fight_lead(endgame, ply, 0, side, low, high);
    tess_game_undo(endgame->game, ply->decided);
  }
  if (lays) tess_game_undo(endgame->game, ply->placed);
  return legal;
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

/* Looks at a turn; true if it was legal. */
static bool try_turn(struct endgame *endgame, int bag, struct endgame_answers *answers, const struct player_turn *turn,
                     float low, float high) {
  float lead;
  const float least = answers->best > low ? answers->best : low;
  if (!lead_after(endgame, bag, turn, mover_of(endgame->game), least, high, &lead)) return false;
  if (lead > answers->most) answers->most = lead;
  if (lead <= least) return true;
  answers->best = lead;
  answers->chosen = *turn;
  return true;
}

static void evaluate_answers(struct endgame *endgame, struct endgame_answers *answers) {
  turn_evaluator_run(&answers->evaluator, endgame->game);
  turn_evaluator_rank(&answers->evaluator, 2, mover_of(endgame->game), answers->evaluator.count);
  answers->judged = true;
  count_node(endgame);
}

/* The turns by their evaluation, the best first: the next one that is no killer, or all. */
static void try_judged(struct endgame *endgame, int bag, struct endgame_answers *answers,
                       const struct endgame_killers *killers, float low, float high, bool all) {
  if (!answers->judged) evaluate_answers(endgame, answers);
  while (answers->tried < answers->evaluator.count && answers->best < high && !endgame->over) {
    const struct player_turn *turn = &turn_evaluator_ranked(&answers->evaluator, answers->tried++)->how;
    if (is_killer(killers, turn)) continue;
    try_turn(endgame, bag, answers, turn, low, high);
    if (!all) return;
  }
}

/* Sorts those that are foreseen, the best first, before the others; leaves out what is of no interest. */
static int sort_outcomes(struct finale_outcome *outcomes, int count, float low) {
  int known = 0, all = 0;
  for (int i = 0; i < count; i++) {
    const struct finale_outcome outcome = outcomes[i];
    if (outcome.lead <= low) continue;
    int place = all++;
    if (outcome.lead < FINALE_UNKNOWN) {
      outcomes[place] = outcomes[known];
      for (place = known++; place > 0 && outcomes[place - 1].lead < outcome.lead; place--)
        outcomes[place] = outcomes[place - 1];
    }
    outcomes[place] = outcome;
  }
  return all;
}

/* With one tile in the bag: what the turns lead to if a reply follows that was good elsewhere. Returns how many there
 * are, 0 when no such reply is legal. */
static int foresee(struct endgame *endgame, struct finale_outcome *outcomes) {
  struct draws draws;
  int count = 0;
  find_draws(endgame, &draws);
  const struct endgame_killers *replies = killers_of(endgame, 0, draws.kinds[0]);
  for (int i = 0; i < replies->count && count == 0; i++)
    count = finale_foresee(&endgame->finale, endgame->game, draws.kinds[0], &replies->turns[i], outcomes);
  return count;
}

/* The turns which that reply does not refute. False when there is none. */
static bool try_foreseen(struct endgame *endgame, struct endgame_answers *answers,
                         const struct endgame_killers *killers, float low, float high) {
  struct finale_outcome *outcomes = answers->outcomes;
  int count = foresee(endgame, outcomes);
  if (count == 0) return false;
  if (low > answers->most) answers->most = low;
  count = sort_outcomes(outcomes, count, answers->best > low ? answers->best : low);
  for (int i = 0; i < count && answers->best < high && !endgame->over; i++)
    if (outcomes[i].lead > answers->best && !is_killer(killers, &outcomes[i].turn))
      try_turn(endgame, 1, answers, &outcomes[i].turn, low, high);
  return true;
}

/* The first answer to the tile just drawn that comes to mind: the lead of the mover is at least that after it. */
static float first_answer(struct endgame *endgame, int bag, int kind, struct endgame_answers *answers) {
  const struct endgame_killers *killers = killers_of(endgame, bag, kind);
  answers->judged = false;
  answers->tried = answers->killers_tried = 0;
  answers->best = answers->most = -UNBOUNDED;
  while (answers->killers_tried < killers->count)
    if (try_turn(endgame, bag, answers, &killers->turns[answers->killers_tried++], -UNBOUNDED, UNBOUNDED))
      return answers->best;
  try_judged(endgame, bag, answers, killers, -UNBOUNDED, UNBOUNDED, false);
  return answers->best;
}

/* The lead of the mover after the best answer; those that first_answer() looked at are known. */
static float best_answer(struct endgame *endgame, int bag, int kind, struct endgame_answers *answers, float low,
                         float high) {
  struct endgame_killers *killers = killers_of(endgame, bag, kind);
  while (answers->killers_tried < killers->count && answers->best < high)
    try_turn(endgame, bag, answers, &killers->turns[answers->killers_tried++], low, high);
  if (answers->best < high && !(bag == 1 && try_foreseen(endgame, answers, killers, low, high)))
    try_judged(endgame, bag, answers, killers, low, high, true);
  if (answers->best > low) prefer(killers, answers->chosen);
  return answers->best < high ? answers->most : answers->best;
}

/* The same with the last tile. */
static float last_answer(struct endgame *endgame, int kind, float high) {
  struct endgame_killers *killers = killers_of(endgame, 0, kind);
  struct player_turn turn;
  float lead;
  for (int i = 0; i < killers->count && high < UNBOUNDED / 2.0f; i++) {
    turn = killers->turns[i];
    if (!finale_turn(&endgame->finale, endgame->game, &turn, &lead) || lead < high) continue;
    prefer(killers, turn);
    return lead;
  }
  lead = finale_best(&endgame->finale, endgame->game, &turn);
  prefer(killers, turn);
  count_node(endgame);
  return lead;
}

/* The same when a single answer will do: one that was good elsewhere. */
static float first_last_answer(struct endgame *endgame, int kind) {
  const struct endgame_killers *killers = killers_of(endgame, 0, kind);
  float lead;
  for (int i = 0; i < killers->count; i++)
    if (finale_turn(&endgame->finale, endgame->game, &killers->turns[i], &lead)) return lead;
  return last_answer(endgame, kind, UNBOUNDED);
}

/* ---- Draws ------------------------------------------------------------------------------------------------------- */

/* A bound of the lead after one of the tiles. */
static float tile_bound(struct endgame *endgame, int kind, int index, int side) {
  const int bag = tess_game_bag(endgame->game, -1) - 1;
  struct endgame_ply *ply = &endgame->plies[bag];
  float bound;
  tess_game_draw(endgame->game, kind, ply->drawn, NULL);
  if (tess_game_phase(endgame->game) != TESS_PHASE_PLACE)
    bound = draw_bound(endgame, side);
  else if (bag == 0)
    bound = -first_last_answer(endgame, kind);
  else
    bound = -first_answer(endgame, bag, kind, &ply->answers[index]);
  tess_game_undo(endgame->game, ply->drawn);
  return bound;
}

/* The lead after one of the tiles, for which tile_bound() was asked before. */
static float tile_lead(struct endgame *endgame, int kind, int index, int side, float low, float high) {
  const int bag = tess_game_bag(endgame->game, -1) - 1;
  struct endgame_ply *ply = &endgame->plies[bag];
  float lead;
  tess_game_draw(endgame->game, kind, ply->drawn, NULL);
  if (tess_game_phase(endgame->game) != TESS_PHASE_PLACE)
    lead = draw_lead(endgame, side, low, high);
  else if (bag == 0)
    lead = -last_answer(endgame, kind, -low);
  else
    lead = -best_answer(endgame, bag, kind, &ply->answers[index], -high, -low);
  tess_game_undo(endgame->game, ply->drawn);
  return lead;
}

/* Star2's probe: with one answer to each tile tried. */
static float bound_draws(struct endgame *endgame, int side, struct draws *draws) {
  float sum = 0.0f;
  find_draws(endgame, draws);
  for (int i = 0; i < draws->count; i++) {
    draws->bound[i] = tile_bound(endgame, draws->kinds[i], i, side);
    sum += draws->share[i] * draws->bound[i];
  }
  return sum;
}

static float draw_bound(struct endgame *endgame, int side) {
  struct draws draws;
  if (tess_game_phase(endgame->game) == TESS_PHASE_OVER) return final_lead(endgame->game, side);
  return bound_draws(endgame, side, &draws);
}

/* The mean over the tiles that may be drawn next: the leads take the place of the bounds one by one, as long as the sum
 * is of interest. */
static float draw_lead(struct endgame *endgame, int side, float low, float high) {
  struct draws draws;
  if (tess_game_phase(endgame->game) == TESS_PHASE_OVER) return final_lead(endgame->game, side);
  if (tess_game_bag(endgame->game, -1) == 1) {
    find_draws(endgame, &draws);
    return tile_lead(endgame, draws.kinds[0], 0, side, low, high);
  }
  float sum = bound_draws(endgame, side, &draws);
  for (int i = 0; i < draws.count && sum > low && !endgame->over; i++) {
    const float share = draws.share[i], rest = sum - share * draws.bound[i];
    const float most = i + 1 == draws.count ? (high - rest) / share : UNBOUNDED;
    sum = rest + share * tile_lead(endgame, draws.kinds[i], i, side, (low - rest) / share, most);
  }
  return sum;
}

/* ---- The root ---------------------------------------------------------------------------------------------------- */

static void find_kinds(struct endgame *endgame) {
  const int kinds = tess_set_kinds(tess_game_set(endgame->game));
  int count = 0;
  for (int i = 0; i < ENDGAME_TILES; i++) endgame->kinds[i] = -1;
  for (int kind = 0; kind < kinds; kind++)
    if (tess_game_bag(endgame->game, kind) > 0) endgame->kinds[count++] = (int16_t)kind;
}

static void begin(struct endgame *endgame, const tess_game *game, struct deadline deadline) {
  tess_game_copy(endgame->game, game);
  endgame->deadline = deadline;
  endgame->over = false;
  endgame->nodes = 0;
  find_kinds(endgame);
  finale_begin(&endgame->finale, game);
  for (int bag = 0; bag < ENDGAME_TILES; bag++)
    for (int i = 0; i < ENDGAME_TILES; i++) endgame->plies[bag].killers[i].count = 0;
}

bool endgame_solve(struct endgame *endgame, const tess_game *game, struct deadline deadline,
                   struct player_candidate *best) {
  static const struct endgame_killers none = {0};
  const int bag = tess_game_bag(game, -1);
  struct endgame_answers *answers = &endgame->plies[bag].answers[0];
  assert(endgame_is(game));
  begin(endgame, game, deadline);
  answers->tried = 0;
  answers->best = answers->most = -UNBOUNDED;
  evaluate_answers(endgame, answers);
  answers->chosen = turn_evaluator_ranked(&answers->evaluator, 0)->how;
  if (bag == 0)
    answers->best = turn_evaluator_ranked(&answers->evaluator, 0)->lead; /* the evaluation is exact */
  else
    try_judged(endgame, bag, answers, &none, -UNBOUNDED, UNBOUNDED, true);
  *best = (struct player_candidate){.turn = answers->chosen, .difference = (double)answers->best};
  return !endgame->over;
}

bool endgame_is(const tess_game *game) { return tess_game_sides(game) == 2 && tess_game_bag(game, -1) < ENDGAME_TILES; }
