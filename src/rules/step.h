/* What every step does first. */
#ifndef RULES_STEP_H
#define RULES_STEP_H

#include "rules/undo.h"

static inline void step_begin(const struct step *step) {
  undo_begin(step->undo, step->game);
  if (step->events) step->events->count = 0;
}

#endif
