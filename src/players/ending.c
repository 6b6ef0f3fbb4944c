#include "players/ending.h"

#include <assert.h>
#include <stdlib.h>

#include "base/guard.h"

void ending_open(struct ending *ending, const struct evaluation_sets *weights) {
  *ending = (struct ending){.game = memory_new(tess_game_size())};
  endgame_open(&ending->endgame, weights);
  for (int i = 0; i < ENDING_STEPS; i++) ending->undos[i] = memory_new(tess_undo_size());
}

void ending_close(struct ending *ending) {
  endgame_close(&ending->endgame);
  for (int i = 0; i < ENDING_STEPS; i++) free(ending->undos[i]);
  free(ending->game);
}

/* The deadline of a search that may evaluate the positions that are left. */
static struct deadline deadline_within(const struct ending *ending) {
  const struct player_budget budget = {.playouts = ending->most - ending->nodes};
  return deadline_of(&budget, 1);
}

bool ending_best(struct ending *ending, const tess_game *game, double apart, uint64_t nodes, struct player_turn *best,
                 struct player_turn *second) {
  struct endgame *endgame = &ending->endgame;
  struct player_candidate solved;
  ending->most = nodes;
  ending->nodes = 0;
  if (!endgame_solve(endgame, game, deadline_within(ending), &solved)) return false;
  *best = solved.turn;
  const float least = (float)(solved.difference - apart + ENDING_SAME);
  float most = -1e9f;
  for (int i = 0; i < endgame_turn_count(endgame); i++) {
    const struct player_turn *turn = &endgame_turn_at(endgame, i)->how;
    if (player_turn_same(turn, best)) continue;
    const float lead = endgame_turn_lead(endgame, turn, most);
    if (endgame->over || lead > least) return false;
    if (lead <= most) continue;
    most = lead;
    *second = *turn;
  }
  return most > -1e8f;
}

/* ---- Values ---- */

/* All values below are those of side 0. */

static struct ending_value value_here(struct ending *ending, int step);

/* Takes a turn, values what follows, and takes it back. */
static struct ending_value value_after(struct ending *ending, int step, const struct player_turn *turn) {
  tess_game *game = ending->game;
  tess_error error = tess_game_place(game, turn->placement, ending->undos[step], NULL);
  assert(error == TESS_ERROR_NONE);
  error = tess_game_meeple(game, turn->decision, ending->undos[step + 1], NULL);
  assert(error == TESS_ERROR_NONE);
  (void)error;
  const struct ending_value value = value_here(ending, step + 2);
  tess_game_undo(game, ending->undos[step + 1]);
  tess_game_undo(game, ending->undos[step]);
  return value;
}

/* The mean over both ends of the battle. A tie pays both sides the same, so it changes no lead. */
static struct ending_value value_of_throws(struct ending *ending, int step) {
  uint8_t dice[TESS_MAX_PLAYERS];
  struct battle_odds odds;
  tess_spot spot;
  struct ending_value mean = {0.0, 0.0};
  tess_game_battle(ending->game, &spot, dice);
  battle_odds_of(dice, &odds);
  for (int winner = 0; winner < 2; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    tess_game_throw(ending->game, &thrown, ending->undos[step], NULL);
    const struct ending_value value = value_here(ending, step + 1);
    mean.lead += odds.win[winner] * value.lead;
    mean.win += odds.win[winner] * value.win;
    tess_game_undo(ending->game, ending->undos[step]);
  }
  return mean;
}

/* The mean over the tiles that may be drawn. */
static struct ending_value value_of_draws(struct ending *ending, int step) {
  const int total = tess_game_due(ending->game, -1), kinds = tess_set_kinds(tess_game_set(ending->game));
  struct ending_value mean = {0.0, 0.0};
  for (int kind = 0; kind < kinds && !ending->over; kind++) {
    const int copies = tess_game_due(ending->game, kind);
    if (copies == 0) continue;
    tess_game_draw(ending->game, kind, ending->undos[step], NULL);
    const struct ending_value value = value_here(ending, step + 1);
    mean.lead += (double)copies / total * value.lead;
    mean.win += (double)copies / total * value.win;
    tess_game_undo(ending->game, ending->undos[step]);
  }
  return mean;
}

/* Lists the turns that may have the largest lead; returns their number, 0 if the work is over. With an empty bag the
 * evaluation is exact but for rounded odds; turns without a battle are then equal if their leads are, so that the first
 * of them stands for all. */
static int list_best(struct ending *ending, struct player_turn turns[ENDING_TIES]) {
  struct endgame *endgame = &ending->endgame;
  const bool last = tess_game_bag(ending->game, -1) == 0;
  struct player_candidate solved;
  int count = 0;
  bool plain = false;
  if (!endgame_solve(endgame, ending->game, deadline_within(ending), &solved)) return 0;
  const float low = (float)(solved.difference - (last ? ENDING_ROUNDED : ENDING_SAME));
  for (int i = 0; i < endgame_turn_count(endgame); i++) {
    const struct turn *turn = endgame_turn_at(endgame, i);
    if (last ? turn->lead < low || (plain && !turn->battle)
             : !player_turn_same(&turn->how, &solved.turn) && endgame_turn_lead(endgame, &turn->how, low) <= low)
      continue;
    if (endgame->over || count == ENDING_TIES) return 0;
    turns[count++] = turn->how;
    plain = plain || !turn->battle;
  }
  ending->nodes += endgame->nodes;
  return endgame->over ? 0 : count;
}

/* True if side 0 or, with `sign` -1, side 1 prefers a value: for its lead, and with the same lead for its win. */
static bool is_better(struct ending_value value, struct ending_value than, int sign) {
  const double more = sign * (value.lead - than.lead);
  return more > ENDING_SAME || (more > -ENDING_SAME && sign * (value.win - than.win) > 0.0);
}

/* The value if the seat to act takes the best turn. */
static struct ending_value value_of_turns(struct ending *ending, int step) {
  const int sign = tess_game_side(ending->game, tess_game_seat(ending->game)) == 0 ? 1 : -1;
  struct player_turn turns[ENDING_TIES];
  struct ending_value best = {0.0, 0.0};
  const int count = list_best(ending, turns);
  if (count == 0) ending->over = true;
  for (int i = 0; i < count && !ending->over; i++) {
    const struct ending_value value = value_after(ending, step, &turns[i]);
    if (i == 0 || is_better(value, best, sign)) best = value;
  }
  return best;
}

static struct ending_value value_here(struct ending *ending, int step) {
  const tess_game *game = ending->game;
  if (ending->over || ending->nodes >= ending->most || step + 3 > ENDING_STEPS) {
    ending->over = true;
    return (struct ending_value){0.0, 0.0};
  }
  switch (tess_game_phase(game)) {
  case TESS_PHASE_DRAW: return value_of_draws(ending, step);
  case TESS_PHASE_THROW: return value_of_throws(ending, step);
  case TESS_PHASE_OVER: break;
  default: return value_of_turns(ending, step);
  }
  const int32_t lead = tess_game_score(game, 0) - tess_game_score(game, 1);
  return (struct ending_value){(double)lead, lead > 0 ? 1.0 : lead < 0 ? 0.0 : 0.5};
}

bool ending_value(struct ending *ending, const tess_game *game, const struct player_turn *turn, uint64_t nodes,
                  struct ending_value *value) {
  assert(endgame_is(game) && tess_game_phase(game) == TESS_PHASE_PLACE);
  tess_game_copy(ending->game, game);
  ending->most = nodes;
  ending->nodes = 0;
  ending->over = false;
  *value = value_after(ending, 0, turn);
  if (tess_game_side(game, tess_game_seat(game)) == 1) *value = (struct ending_value){-value->lead, 1.0 - value->win};
  return !ending->over;
}
