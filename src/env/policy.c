/* Computer players that take numbered actions. */
#include "env/policy.h"

#include <stdio.h>
#include <stdlib.h>

#include "env/action.h"

const struct player_kind *policy_kind(const char *name, struct env_fault *fault) {
  const struct player_kind *kind = player_kind_find(name);
  if (kind != NULL) return kind;
  int used = snprintf(fault->text, sizeof fault->text, "no player is called '%.40s': expected one of", name);
  for (int i = 0; player_kind_at(i) != NULL; i++)
    used += snprintf(fault->text + used, sizeof fault->text - (size_t)used, " %s", player_kind_at(i)->name);
  return NULL;
}

struct policy *policy_new(const char *name, uint64_t playouts, uint64_t seed, struct env_fault *fault) {
  const struct player_kind *kind = policy_kind(name, fault);
  if (kind == NULL) return NULL;
  struct policy *policy = memory_new(sizeof *policy);
  *policy = (struct policy){.playouts = playouts};
  player_open(&policy->player, kind, seed);
  return policy;
}

void policy_stop(struct policy *policy, bool stop) { atomic_store(&policy->stop, stop); }

uint64_t policy_seed(const struct policy *policy) { return policy->player.random; }

bool policy_searches(const struct policy *policy) { return policy->player.kind->searches; }

void policy_free(struct policy *policy) {
  if (policy == NULL) return;
  for (int i = 0; i < policy->count; i++) player_close(&policy->others[i]);
  free(policy->others);
  player_close(&policy->player);
  free(policy);
}

bool policy_may_act(const struct episode *episode, struct env_fault *fault) {
  if (episode_actor(episode) >= 0) return true;
  snprintf(fault->text, sizeof fault->text, "no player is to act");
  return false;
}

void policy_think(struct policy *policy, const tess_game *game, struct player_advice *advice) {
  const struct player_budget budget = {.playouts = policy->playouts, .stop = &policy->stop};
  player_choose(&policy->player, game, &budget, advice);
}

bool policy_act(struct policy *policy, const struct episode *episode, int32_t *id, struct env_fault *fault) {
  const tess_game *game = episode_game(episode);
  if (!policy_may_act(episode, fault)) return false;
  struct player_advice advice;
  policy_think(policy, game, &advice);
  const struct board_box box = board_box_of(game);
  struct legal_actions *legal = memory_new(sizeof *legal);
  legal_actions_list(legal, game, &box);
  *id = legal->ids[legal_actions_chosen(legal, game, &advice.candidates[0].turn)];
  free(legal);
  return true;
}
