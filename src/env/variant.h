/* The variant of the game, for the other files of this folder. */
#ifndef ENV_VARIANT_H
#define ENV_VARIANT_H

#include "base/fault.h"
#include "env/env.h"
#include "notation/options.h"

/* The library of tile sets, and the game that was set up on one of them. */
struct variant {
  struct set_library *library;
  struct game_setup setup;
};

/* Copies `fault` to an env_fault. Returns false. */
bool env_fault_copy(struct env_fault *out, const struct fault *fault);

#endif
