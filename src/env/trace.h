/* A whole game as numbered actions, including chance, for other programs to read and replay. */
#ifndef ENV_TRACE_H
#define ENV_TRACE_H

#include "base/fault.h"
#include "env/action.h"
#include "notation/history.h"

/* An action of a game: its actor (a seat, 0-based, or EPISODE_CHANCE) and its number (docs/lookup/python.md,
 * "Actions"). */
struct trace_step {
  int8_t actor;
  uint16_t action;
};

/* The actions in order. All members zero: no actions. The memory is reused from game to game; trace_free() frees it. */
struct trace {
  int count, capacity;
  struct trace_step *steps;
};

/* The number of a history's step, which is then taken on `game`; `game` must be in the position before the step. -1 if
 * the step has no number because it is too far outside the window (env/action.h). `legal` is working memory. */
int trace_step_number(tess_game *game, const struct history_step *step, struct legal_actions *legal);

/* Fills the trace with all steps of a game that began as a new one with `options`. Returns false with `*fault` filled
 * if a step has no number. */
bool trace_of(const struct history *history, const tess_options *options, struct trace *trace, struct fault *fault);
void trace_free(struct trace *trace);

#endif
