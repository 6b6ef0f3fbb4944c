/* A computer player as one who takes actions, for the other files of this folder. */
#ifndef ENV_POLICY_H
#define ENV_POLICY_H

#include <stdatomic.h>

#include "env/env.h"
#include "players/player.h"

/* A computer player with its budget and memory. */
struct policy {
  struct player player;
  struct player *others; /* the same for the threads of a batch, each with memory of its own: `count` of them */
  int count;
  uint64_t playouts;
  atomic_bool stop;
};

/* The kind of computer player of this name; NULL with `*fault` if there is none. */
const struct player_kind *policy_kind(const char *name, struct env_fault *fault);

/* Whether a seat is to act; else false with `*fault`. */
bool policy_may_act(const struct episode *episode, struct env_fault *fault);

/* What the player would do with its budget. */
void policy_think(struct policy *policy, const tess_game *game, struct player_advice *advice);

#endif
