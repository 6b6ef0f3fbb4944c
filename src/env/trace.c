#include "env/trace.h"

#include <stdlib.h>
#include <string.h>

#include "env/action.h"
#include "env/env.h"

int trace_step_number(tess_game *game, const struct history_step *step, struct legal_actions *legal) {
  if (step->type == STEP_PLACE || step->type == STEP_MEEPLE) {
    /* A placement or decision is taken after its number was found. */
    struct fault fault = {0};
    struct player_turn turn = {.placement = step->placement};
    const struct board_box box = board_box_of(game);
    legal_actions_list(legal, game, &box);
    if (step->type == STEP_MEEPLE) CHECK_BECAUSE(choice_decide(step->choice, game, &turn.decision, &fault), fault.text);
    const int index = legal_actions_find_step(legal, game, &turn);
    if (index < 0) return -1;
    legal_actions_take(legal, index, game);
    return legal->ids[index];
  }
  if (step->type == STEP_DRAW) {
    CHECK(tess_game_draw(game, step->kind, NULL, NULL) == TESS_ERROR_NONE);
    return step->kind;
  }
  CHECK(tess_game_throw(game, &step->thrown, NULL, NULL) == TESS_ERROR_NONE);
  return action_of_throw(&step->thrown);
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
    number = trace_step_number(game, step, legal);
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
