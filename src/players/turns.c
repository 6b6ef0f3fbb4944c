#include "players/turns.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { DEEPEST = 16 /* steps of one turn: placement, decision, and battles one after the other */, FIRST_ROOM = 256 };

static tess_undo *undo_at(const struct judge *judge, unsigned depth) {
  assert(depth < DEEPEST);
  return (tess_undo *)(void *)((char *)judge->undos + depth * tess_undo_size());
}

void judge_open(struct judge *judge, const struct evaluation_sets *weights) {
  *judge = (struct judge){.evaluator.sets = weights, .room = FIRST_ROOM};
  judge->undos = memory_new(DEEPEST * tess_undo_size());
  judge->turns = memory_new(FIRST_ROOM * sizeof *judge->turns);
  judge->ranks = memory_new(FIRST_ROOM * sizeof *judge->ranks);
  judge->odds = memory_zeroed(TURNS_DICE * sizeof *judge->odds);
}

void judge_close(struct judge *judge) {
  free(judge->undos);
  free(judge->turns);
  free(judge->ranks);
  free(judge->odds);
  *judge = (struct judge){0};
}

static void end_values(const tess_game *game, float values[TESS_MAX_PLAYERS]) {
  for (int side = 0; side < tess_game_sides(game); side++) values[side] = (float)tess_game_score(game, side);
}

/* ---- Battles ----------------------------------------------------------------------------------------------------- */

const struct battle_odds *judge_odds(struct judge *judge, const uint8_t dice[TESS_MAX_PLAYERS]) {
  unsigned key = 0;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) key = key << 2 | dice[side];
  struct battle_odds *odds = &judge->odds[key];
  double known = 0;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) known += odds->win[side];
  if (known < 0.5) battle_odds_of(dice, odds);
  return odds;
}

/* The mean over the winners of the battle that is due, and of those that follow it. */
static void battle_values(struct judge *judge, tess_game *game, unsigned depth, float values[TESS_MAX_PLAYERS]) {
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  if (!tess_game_battle(game, &spot, dice)) {
    if (tess_game_phase(game) == TESS_PHASE_OVER)
      end_values(game, values);
    else
      evaluation_values(&judge->evaluator, game, values);
    return;
  }
  const struct battle_odds *odds = judge_odds(judge, dice);
  const int sides = tess_game_sides(game);
  for (int side = 0; side < sides; side++) values[side] = (float)odds->ties[side];
  for (int winner = 0; winner < sides; winner++) {
    if (dice[winner] == 0) continue;
    const tess_throw thrown = battle_throw(dice, winner);
    float after[TESS_MAX_PLAYERS] = {0};
    tess_game_throw(game, &thrown, undo_at(judge, depth), NULL);
    battle_values(judge, game, depth + 1, after);
    tess_game_undo(game, undo_at(judge, depth));
    for (int side = 0; side < sides; side++) values[side] += (float)odds->win[winner] * after[side];
  }
}

/* ---- Decisions --------------------------------------------------------------------------------------------------- */

static void add_turn(struct judge *judge, struct player_turn how, bool battle, const float values[TESS_MAX_PLAYERS]) {
  struct turn *turn = &judge->turns[judge->count++];
  turn->how = how;
  turn->battle = battle;
  memcpy(turn->values, values, sizeof turn->values);
}

/* Another side stands on one of the realms where a meeple, or the tile alone, brings a battle about (SW-4.1). */
static bool may_fight(const tess_game *game, tess_decision decision) {
  if (game->set->rules == TESS_RULES_CLASSIC) return false;
  if (game->core.news & NEWS_MEETING) return true;
  if (decision.piece == TESS_PIECE_NONE || decision.spot.tile == game->core.tile_count - 1) return false;
  return (game->realms[game_spot_root(game, decision.spot)] & REALM_OCCUPANTS) != 0;
}

/* Takes the decision, looks at what comes of it and takes it back. */
static bool step_decision(struct judge *judge, tess_game *game, tess_decision decision,
                          float values[TESS_MAX_PLAYERS]) {
  tess_game_meeple(game, decision, undo_at(judge, 1), NULL);
  const bool battle = tess_game_phase(game) == TESS_PHASE_THROW;
  battle_values(judge, game, 2, values);
  tess_game_undo(game, undo_at(judge, 1));
  return battle;
}

static void judge_decisions(struct judge *judge, tess_game *game, struct player_turn how) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  float base[TESS_MAX_PLAYERS] = {0}, values[TESS_MAX_PLAYERS] = {0};
  const int count = tess_game_decisions(game, decisions);
  evaluation_values(&judge->evaluator, game, base);
  for (int i = 0; i < count; i++) {
    how.decision = decisions[i];
    if (may_fight(game, decisions[i])) continue;
    memcpy(values, base, sizeof values);
    evaluation_add_decision(&judge->evaluator, game, decisions[i], values);
    add_turn(judge, how, false, values);
  }
  for (int i = 0; i < count; i++) {
    if (!may_fight(game, decisions[i])) continue;
    how.decision = decisions[i];
    const bool battle = step_decision(judge, game, decisions[i], values);
    add_turn(judge, how, battle, values);
  }
}

/* Room for all decisions after one more placement. */
static void make_room(struct judge *judge) {
  if (judge->count + TESS_MAX_DECISIONS <= judge->room) return;
  judge->room *= 2;
  judge->turns = memory_resize(judge->turns, (size_t)judge->room * sizeof *judge->turns);
  judge->ranks = memory_resize(judge->ranks, (size_t)judge->room * sizeof *judge->ranks);
}

void judge_turns(struct judge *judge, tess_game *game) {
  judge->count = 0;
  evaluation_begin(&judge->evaluator, game);
  if (tess_game_phase(game) == TESS_PHASE_MEEPLE) {
    judge_decisions(judge, game, (struct player_turn){0});
    return;
  }
  const int placements = tess_game_placement_count(game);
  for (int i = 0; i < placements; i++) {
    const tess_placement placement = tess_game_placement_at(game, i);
    make_room(judge);
    tess_game_place(game, placement, undo_at(judge, 0), NULL);
    evaluation_laid(&judge->evaluator, game);
    judge_decisions(judge, game, (struct player_turn){.placement = placement});
    tess_game_undo(game, undo_at(judge, 0));
    evaluation_taken(&judge->evaluator);
  }
}

float turn_lead(const float values[TESS_MAX_PLAYERS], int sides, int side) {
  float best = -1e9f;
  for (int other = 0; other < sides; other++)
    if (other != side && values[other] > best) best = values[other];
  return values[side] - best;
}

int judge_rank(struct judge *judge, int sides, int side, int most) {
  int count = 0;
  for (int i = 0; i < judge->count; i++) {
    const float lead = judge->turns[i].lead = turn_lead(judge->turns[i].values, sides, side);
    int place = count;
    while (place > 0 && judge_turn(judge, place - 1)->lead < lead) place--;
    if (place == most) continue;
    count += count < most;
    memmove(&judge->ranks[place + 1], &judge->ranks[place], (size_t)(count - 1 - place) * sizeof *judge->ranks);
    judge->ranks[place] = (uint16_t)i;
  }
  return count;
}

void judge_values(struct judge *judge, tess_game *game, float values[TESS_MAX_PLAYERS]) {
  evaluation_begin(&judge->evaluator, game);
  battle_values(judge, game, 0, values);
}

void judge_promise(struct judge *judge, tess_game *game, float values[TESS_MAX_PLAYERS]) {
  const tess_phase phase = tess_game_phase(game);
  if (phase != TESS_PHASE_PLACE && phase != TESS_PHASE_MEEPLE) {
    judge_values(judge, game, values);
    return;
  }
  judge_turns(judge, game);
  judge_rank(judge, tess_game_sides(game), tess_game_side(game, tess_game_seat(game)), 1);
  memcpy(values, judge_turn(judge, 0)->values, sizeof judge_turn(judge, 0)->values);
}
