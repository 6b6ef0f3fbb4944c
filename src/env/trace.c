#include "env/trace.h"

#include <stdlib.h>
#include <string.h>

#include "env/action.h"
#include "env/env.h"

/* The number of a throw: who is highest. */
static int throw_number(const tess_throw *thrown) {
  int highest = 0, sides = 0;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    for (int i = 0; i < thrown->dice[side]; i++) {
      if (thrown->faces[side][i] < highest) continue;
      if (thrown->faces[side][i] > highest) sides = 0;
      highest = thrown->faces[side][i];
      sides |= 1 << side;
    }
  return CHANCE_THROW + sides;
}

/* The number of a placement or decision, which is taken; -1 if it has none. */
static int choice_number(tess_game *game, const struct history_step *step, struct legal_actions *legal) {
  struct fault fault = {0};
  tess_decision decision = {0};
  const bool places = step->type == STEP_PLACE;
  const struct board_box box = board_box_of(game);
  legal_actions_list(legal, game, &box);
  if (!places) CHECK_BECAUSE(choice_decide(step->choice, game, &decision, &fault), fault.text);
  for (int i = 0; i < legal->count; i++) {
    const union action_step *each = &legal->steps[i];
    const bool same = places
                          ? each->placement.x == step->placement.x && each->placement.y == step->placement.y &&
                                each->placement.rotation == step->placement.rotation
                          : each->decision.piece == decision.piece && each->decision.spot.tile == decision.spot.tile &&
                                each->decision.spot.feature == decision.spot.feature;
    if (!same) continue;
    legal_actions_take(legal, i, game);
    return legal->ids[i];
  }
  return -1;
}

/* The number of a step, which is taken; -1 if it has none. */
static int step_number(tess_game *game, const struct history_step *step, struct legal_actions *legal) {
  if (step->type == STEP_PLACE || step->type == STEP_MEEPLE) return choice_number(game, step, legal);
  if (step->type == STEP_DRAW) {
    CHECK(tess_game_draw(game, step->kind, NULL, NULL) == TESS_ERROR_NONE);
    return step->kind;
  }
  CHECK(tess_game_throw(game, &step->thrown, NULL, NULL) == TESS_ERROR_NONE);
  return throw_number(&step->thrown);
}

bool trace_of(const struct history *history, const tess_options *options, struct trace *trace, struct fault *fault) {
  if (trace->capacity < history->count) {
    trace->capacity = history->count;
    trace->steps = memory_resize(trace->steps, (size_t)trace->capacity * sizeof *trace->steps);
  }
  tess_game *game = memory_new(tess_game_size());
  struct legal_actions *legal = memory_new(sizeof *legal);
  CHECK(tess_game_new(game, history->set->set, options) == TESS_ERROR_NONE);
  trace->count = 0;
  int number = 0;
  for (int i = 0; i < history->count && number >= 0; i++) {
    const struct history_step *step = &history->steps[i];
    const bool chance = step->type == STEP_DRAW || step->type == STEP_THROW;
    number = step_number(game, step, legal);
    trace->steps[trace->count++] = (struct trace_step){chance ? EPISODE_CHANCE : (int8_t)step->seat, (uint16_t)number};
  }
  free(legal);
  free(game);
  return number >= 0 || fault_say(fault, "a tile lies too far out for the numbers of actions");
}

void trace_free(struct trace *trace) {
  free(trace->steps);
  *trace = (struct trace){0};
}
