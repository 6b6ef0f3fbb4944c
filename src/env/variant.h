/* Which game is played, for the other files of this folder. */
#ifndef ENV_VARIANT_H
#define ENV_VARIANT_H

#include "base/fault.h"
#include "env/env.h"
#include "notation/options.h"

/* The sets at hand, and the game that was settled on one of them. */
struct variant {
  struct set_library *library;
  struct game_setup setup;
};

/* Tells `fault` as an env_fault; returns false. */
bool env_fault_tell(struct env_fault *told, const struct fault *fault);

#endif
