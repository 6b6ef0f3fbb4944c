/* Evaluates all turns of a drawn tile by the positions after them (declared in evaluation.h). */
#include "players/evaluation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "rules/arrow.h"
#include "rules/step.h"

/* The modules of the page evaluate every placement, because their first load is to be small. */
#ifdef PLAYERS_SMALL
enum { LEAVES_OUT = false };
#else
enum { LEAVES_OUT = true };
#endif

/* In builds with assertions, placements that could be left out are evaluated, and compared with their bound. */
#ifdef NDEBUG
enum { CHECKED = false };
#else
enum { CHECKED = true };
#endif

enum {
  DEEPEST = 16 /* maximum number of steps in a turn: placement, decision, and battles one after the other */,
  FIRST_ROOM = 256
};

static tess_undo *undo_at(const struct turn_evaluator *evaluator, unsigned depth) {
  assert(depth < DEEPEST);
  return (tess_undo *)(void *)((char *)evaluator->undos + depth * tess_undo_size());
}

void turn_evaluator_open(struct turn_evaluator *evaluator, const struct evaluation_sets *weights) {
  *evaluator = (struct turn_evaluator){.room = FIRST_ROOM};
  evaluation_open(&evaluator->evaluation, weights);
  evaluator->undos = memory_new(DEEPEST * tess_undo_size());
  evaluator->turns = memory_new(FIRST_ROOM * sizeof *evaluator->turns);
  evaluator->ranks = memory_new(FIRST_ROOM * sizeof *evaluator->ranks);
  evaluator->odds = memory_zeroed(TURNS_DICE * sizeof *evaluator->odds);
}

void turn_evaluator_close(struct turn_evaluator *evaluator) {
  free(evaluator->undos);
  free(evaluator->turns);
  free(evaluator->ranks);
  free(evaluator->odds);
  *evaluator = (struct turn_evaluator){0};
}

/* ---- Battles ---- */

const struct battle_odds *turn_evaluator_odds(struct turn_evaluator *evaluator, const uint8_t dice[TESS_MAX_PLAYERS]) {
  unsigned key = 0;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) key = key << 2 | dice[side];
  struct battle_odds *odds = &evaluator->odds[key];
  double known = 0;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) known += odds->win[side];
  if (known < 0.5) battle_odds_of(dice, odds);
  return odds;
}

/* The mean over the winners of the pending battle, and of the battles that follow it. */
static void battle_values(struct turn_evaluator *evaluator, tess_game *game, unsigned depth,
                          int32_t values[TESS_MAX_PLAYERS]) {
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  if (!tess_game_battle(game, &spot, dice)) {
    if (tess_game_phase(game) != TESS_PHASE_OVER)
      evaluation_values(&evaluator->evaluation, game, values);
    else
      for (int side = 0; side < tess_game_sides(game); side++) values[side] = tess_game_score(game, side) * WHOLE_POINT;
    return;
  }
  const struct battle_odds *odds = turn_evaluator_odds(evaluator, dice);
  const int sides = tess_game_sides(game);
  double mean[TESS_MAX_PLAYERS];
  for (int side = 0; side < sides; side++) mean[side] = WHOLE_POINT * odds->ties[side];
  for (int winner = 0; winner < sides; winner++) {
    if (dice[winner] == 0) continue;
    const tess_throw thrown = battle_throw(dice, winner);
    int32_t after[TESS_MAX_PLAYERS] = {0};
    tess_game_throw(game, &thrown, undo_at(evaluator, depth), NULL);
    battle_values(evaluator, game, depth + 1, after);
    tess_game_undo(game, undo_at(evaluator, depth));
    for (int side = 0; side < sides; side++) mean[side] += odds->win[winner] * after[side];
  }
  for (int side = 0; side < sides; side++) values[side] = (int32_t)(mean[side] + (mean[side] < 0 ? -0.5 : 0.5));
}

/* ---- Decisions ---- */

static struct turn *add_turn(struct turn_evaluator *evaluator, struct player_turn how, bool battle) {
  struct turn *turn = &evaluator->turns[evaluator->count++];
  *turn = (struct turn){.how = how, .battle = battle};
  return turn;
}

/* True if the decision may lead to a battle (SW-4.1): another side has meeples on a realm that the tile joined or the
 * meeple enters. */
static bool may_fight(const tess_game *game, tess_decision decision) {
  if (game->set->rules == TESS_RULES_CLASSIC) return false;
  if (game->core.changes & CHANGE_MEETING) return true;
  if (decision.piece == TESS_PIECE_NONE || decision.spot.tile == game->core.tile_count - 1) return false;
  return (game->realms[game_spot_root(game, decision.spot)] & REALM_OCCUPANTS) != 0;
}

/* Adds a turn for every legal decision after a placement, which `undo` recorded (NULL: the tile lay there before). */
static void evaluate_decisions(struct turn_evaluator *evaluator, tess_game *game, struct player_turn how,
                               const tess_undo *undo) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  int32_t base[TESS_MAX_PLAYERS];
  const int count = tess_game_decisions(game, decisions);
  const bool arrow = game->arrows && arrow_is_near(game);
  int left = 0;
  /* Room for the further turns. */
  if (evaluator->count + count > evaluator->room) {
    while (evaluator->count + count > evaluator->room) evaluator->room *= 2;
    evaluator->turns = memory_resize(evaluator->turns, (size_t)evaluator->room * sizeof *evaluator->turns);
    evaluator->ranks = memory_resize(evaluator->ranks, (size_t)evaluator->room * sizeof *evaluator->ranks);
  }
  /* 1. Decisions without a battle: add what each of them changes to the evaluation of the position. */
  evaluation_place(&evaluator->evaluation, game, undo, base);
  for (int i = 0; i < count; i++) {
    if (arrow || may_fight(game, decisions[i])) {
      decisions[left++] = decisions[i];
      continue;
    }
    how.decision = decisions[i];
    struct turn *turn = add_turn(evaluator, how, false);
    memcpy(turn->values, base, sizeof base);
    evaluation_add_decision(&evaluator->evaluation, game, decisions[i], turn->values);
  }
  /* 2. Other decisions, and all decisions if an arrow may change the next seat or let meeples go anywhere (CL-10): take
   * each, evaluate the position, and take it back. */
  for (int i = 0; i < left; i++) {
    how.decision = decisions[i];
    tess_game_meeple(game, decisions[i], undo_at(evaluator, 1), NULL);
    struct turn *turn = add_turn(evaluator, how, tess_game_phase(game) == TESS_PHASE_THROW);
    battle_values(evaluator, game, 2, turn->values);
    tess_game_undo(game, undo_at(evaluator, 1));
  }
  evaluation_take_back(&evaluator->evaluation);
}

/*
 * Evaluates the turns of a drawn tile. With `best_only` it ranks the best for the side to act: the first, in the order
 * of tess_game_placement_at(), of those with the largest lead. Placements near realms that hold meeples are evaluated
 * first. Of the others it leaves out each that cannot be better than the best so far.
 */
static void evaluate_turns(struct turn_evaluator *evaluator, tess_game *game, bool best_only) {
  const int sides = tess_game_sides(game), side = (int)game_side(game, game->core.seat);
  int32_t best = INT32_MIN;
  unsigned best_at = 0;
  for (int quiet = 0; quiet <= best_only; quiet++)
    for (unsigned rotation = 0; rotation < 4; rotation++)
      for (unsigned word = 0; game->core.fit_count[rotation] > 0 && word < game->core.frontier_words; word++) {
        const uint64_t near = best_only ? evaluator->evaluation.forecasts.quiet.near[word] : ~(uint64_t)0;
        for (uint64_t left = game->fits[word][rotation] & (quiet ? ~near : near); left != 0; left &= left - 1) {
          const struct fit fit = {(uint16_t)(word * WORD_BITS + lowest_bit(left)), (uint8_t)rotation};
          const unsigned at = rotation * FRONTIER_WORDS * WORD_BITS + fit.cell;
          const struct cell cell = game->cells[fit.cell];
          const tess_placement placement = {cell.x, cell.y, fit.rotation};
          place_trial(game, fit, undo_at(evaluator, 0));
          const int32_t most = quiet ? evaluation_most(&evaluator->evaluation, game, undo_at(evaluator, 0)) : INT32_MAX;
          int turn = evaluator->count;
          if (most > best || (most == best && at < best_at) || CHECKED)
            evaluate_decisions(evaluator, game, (struct player_turn){.placement = placement}, undo_at(evaluator, 0));
          tess_game_undo(game, undo_at(evaluator, 0));
          for (; best_only && turn < evaluator->count; turn++) {
            const int32_t lead = values_lead(evaluator->turns[turn].values, sides, side);
            assert(lead <= most);
            if (lead < best || (lead == best && at >= best_at)) continue;
            best = lead;
            best_at = at;
            evaluator->ranks[0] = (uint16_t)turn;
            evaluator->turns[turn].lead = (float)lead / (float)WHOLE_POINT;
          }
        }
      }
}

void turn_evaluator_run(struct turn_evaluator *evaluator, tess_game *game) {
  evaluator->count = 0;
  evaluation_begin(&evaluator->evaluation, game);
  if (tess_game_phase(game) == TESS_PHASE_MEEPLE)
    evaluate_decisions(evaluator, game, (struct player_turn){0}, NULL);
  else
    evaluate_turns(evaluator, game, false);
}

void turn_evaluator_best(struct turn_evaluator *evaluator, tess_game *game) {
  const int sides = tess_game_sides(game), seat = tess_game_seat(game), side = tess_game_side(game, seat);
  const bool abbot_returns = game->core.slot[seat][SLOT_ABBOT] != NO_SLOT;
  /* There is no bound for an abbot that returns, and for what an arrow allows. */
  if (!LEAVES_OUT || tess_game_phase(game) == TESS_PHASE_MEEPLE || game->arrows || abbot_returns) {
    turn_evaluator_run(evaluator, game);
    turn_evaluator_rank(evaluator, sides, side, 1);
    return;
  }
  evaluator->count = 0;
  evaluation_begin(&evaluator->evaluation, game);
  evaluation_find_quiet(&evaluator->evaluation, game);
  evaluate_turns(evaluator, game, true);
}

static void in_points(const int32_t values[TESS_MAX_PLAYERS], float points[TESS_MAX_PLAYERS]) {
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) points[side] = (float)values[side] / (float)WHOLE_POINT;
}

void turn_points(const struct turn *turn, float values[TESS_MAX_PLAYERS]) { in_points(turn->values, values); }

float turn_lead(const float values[TESS_MAX_PLAYERS], int sides, int side) {
  float best = -1e9f;
  for (int other = 0; other < sides; other++)
    if (other != side && values[other] > best) best = values[other];
  return values[side] - best;
}

int turn_evaluator_rank(struct turn_evaluator *evaluator, int sides, int side, int most) {
  int count = 0;
  for (int i = 0; i < evaluator->count; i++) {
    struct turn *turn = &evaluator->turns[i];
    const float lead = turn->lead = (float)values_lead(turn->values, sides, side) / (float)WHOLE_POINT;
    if (count == most && lead <= turn_evaluator_ranked(evaluator, most - 1)->lead) continue;
    int place = count;
    while (place > 0 && turn_evaluator_ranked(evaluator, place - 1)->lead < lead) place--;
    count += count < most;
    memmove(&evaluator->ranks[place + 1], &evaluator->ranks[place],
            (size_t)(count - 1 - place) * sizeof *evaluator->ranks);
    evaluator->ranks[place] = (uint16_t)i;
  }
  return count;
}

void turn_evaluator_values(struct turn_evaluator *evaluator, tess_game *game, float values[TESS_MAX_PLAYERS]) {
  int32_t whole[TESS_MAX_PLAYERS] = {0};
  evaluation_begin(&evaluator->evaluation, game);
  battle_values(evaluator, game, 0, whole);
  in_points(whole, values);
}

void turn_evaluator_promise(struct turn_evaluator *evaluator, tess_game *game, float values[TESS_MAX_PLAYERS]) {
  const tess_phase phase = tess_game_phase(game);
  if (phase != TESS_PHASE_PLACE && phase != TESS_PHASE_MEEPLE) {
    turn_evaluator_values(evaluator, game, values);
    return;
  }
  turn_evaluator_best(evaluator, game);
  turn_points(turn_evaluator_ranked(evaluator, 0), values);
}

/* ---- For callers outside the engine ---- */

struct forecast {
  struct turn_evaluator evaluator;
};

struct forecast *forecast_open(void) {
  struct forecast *forecast = memory_new(sizeof *forecast);
  turn_evaluator_open(&forecast->evaluator, &mcts_settings.evaluation);
  return forecast;
}

void forecast_close(struct forecast *forecast) {
  turn_evaluator_close(&forecast->evaluator);
  free(forecast);
}

void forecast_values(struct forecast *forecast, tess_game *game, float values[TESS_MAX_PLAYERS]) {
  turn_evaluator_promise(&forecast->evaluator, game, values);
}
