/* A computer player as one who takes actions, for the other files of this folder. */
#ifndef ENV_POLICY_H
#define ENV_POLICY_H

#include "env/env.h"
#include "players/player.h"

/* The kind of computer player of this name; NULL with `*fault` if there is none. */
const struct player_kind *policy_kind(const char *name, struct env_fault *fault);

/* Whether a seat is to act; else false with `*fault`. */
bool policy_may_act(const struct episode *episode, struct env_fault *fault);

/* What the player would do with its budget. */
void policy_think(struct policy *policy, const tess_game *game, struct player_advice *advice);

#endif
