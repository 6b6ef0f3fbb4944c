/* The computer players as those who take actions. */
#include <stdio.h>
#include <stdlib.h>

#include "env/action.h"
#include "env/env.h"
#include "players/player.h"

struct policy {
  struct player player;
  uint64_t playouts;
};

struct policy *policy_new(const char *name, uint64_t playouts, uint64_t seed, struct env_fault *fault) {
  const struct player_kind *kind = player_kind_find(name);
  if (kind == NULL) {
    int used = snprintf(fault->text, sizeof fault->text, "policy: expected one of");
    for (int i = 0; player_kind_at(i) != NULL; i++)
      used += snprintf(fault->text + used, sizeof fault->text - (size_t)used, " %s", player_kind_at(i)->name);
    return NULL;
  }
  struct policy *policy = memory_new(sizeof *policy);
  policy->playouts = playouts;
  player_open(&policy->player, kind, seed);
  return policy;
}

void policy_free(struct policy *policy) {
  if (policy == NULL) return;
  player_close(&policy->player);
  free(policy);
}

/* Whether a listed step is the one of a turn that is due in `phase`. */
static bool is_step(const union action_step *step, const struct player_turn *turn, tess_phase phase) {
  if (phase == TESS_PHASE_PLACE)
    return step->placement.x == turn->placement.x && step->placement.y == turn->placement.y &&
           step->placement.rotation == turn->placement.rotation;
  const tess_decision one = step->decision, other = turn->decision;
  return one.piece == other.piece && one.spot.tile == other.spot.tile && one.spot.feature == other.spot.feature;
}

bool policy_act(struct policy *policy, const struct episode *episode, int32_t *id, struct env_fault *fault) {
  const tess_game *game = episode_game(episode);
  if (episode_actor(episode) < 0) {
    snprintf(fault->text, sizeof fault->text, "no player is to act");
    return false;
  }
  const struct player_budget budget = {.playouts = policy->playouts};
  struct player_advice *advice = memory_new(sizeof *advice);
  player_choose(&policy->player, game, &budget, advice);

  const struct board_box box = board_box_of(game);
  struct legal_actions *legal = memory_new(sizeof *legal);
  legal_actions_list(legal, game, &box);
  int index = 0;
  while (index < legal->count && !is_step(&legal->steps[index], &advice->candidates[0].turn, tess_game_phase(game)))
    index++;
  const bool found = index < legal->count;
  if (found) *id = legal->ids[index];
  if (!found) snprintf(fault->text, sizeof fault->text, "the player's choice has no number: it is outside the window");
  free(legal);
  free(advice);
  return found;
}
