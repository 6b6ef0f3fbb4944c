/* A whole game as numbered actions, chance among them: what other programs can read and play again. */
#ifndef ENV_TRACE_H
#define ENV_TRACE_H

#include "base/fault.h"
#include "env/action.h"
#include "notation/history.h"

/* One action of a game: who acted, a seat from 0 or EPISODE_CHANCE, and its number (docs/lookup/python.md, "Actions").
 */
struct trace_step {
  int8_t actor;
  uint16_t action;
};

/* The actions in their order. All zero is none; memory is kept from game to game and released with trace_free(). */
struct trace {
  int count, capacity;
  struct trace_step *steps;
};

/* The number of a step of a history, for a game that stands before it, which takes it; -1 if it has none, as it lies
 * too far outside the window (env/action.h). `legal` is room to look for it. */
int trace_step_number(tess_game *game, const struct history_step *step, struct legal_actions *legal);

/* Fills the trace with all that happened in a game that began as a new one with `options`. False with `*fault` if an
 * action has no number. */
bool trace_of(const struct history *history, const tess_options *options, struct trace *trace, struct fault *fault);
void trace_free(struct trace *trace);

#endif
