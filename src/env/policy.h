/* A computer player that takes numbered actions, for the other files of this folder. */
#ifndef ENV_POLICY_H
#define ENV_POLICY_H

#include <stdatomic.h>

#include "env/env.h"
#include "players/player.h"

/* A computer player with its budget and memory. */
struct policy {
  struct player player;
  struct player *others; /* the same for the threads of a batch, `count` players that each have their own memory */
  int count;
  uint64_t playouts;
  atomic_bool stop;
};

/* The kind of computer player with this name; NULL with `*fault` filled if there is none. */
const struct player_kind *policy_kind(const char *name, struct env_fault *fault);

/* True if a seat is to act; otherwise false with `*fault` filled. */
bool policy_may_act(const struct episode *episode, struct env_fault *fault);

/* Fills the advice of the player within its budget. */
void policy_think(struct policy *policy, const tess_game *game, struct player_advice *advice);

#endif
