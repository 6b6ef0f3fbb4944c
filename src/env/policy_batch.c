/* Computer players that choose actions in many games at once. */
#include "env/batch.h"
#include "env/policy.h"

struct batch_choice {
  struct policy *policy;
  const bool *where;
  uint64_t seed;
  int32_t *ids;
};

/* Chooses in one game. The random stream depends on the number of the game, so that threads make no difference. */
static void choose_place(const struct batch *batch, size_t place, int thread, void *context) {
  const struct batch_choice *choice = context;
  struct batch_game *game = &batch->games[place];
  struct player *player = &choice->policy->others[thread];
  choice->ids[place] = 0;
  const unsigned phase = game->game.core.phase; /* no seat is to act before the first reset */
  if (phase != TESS_PHASE_PLACE && phase != TESS_PHASE_MEEPLE) return;
  if (choice->where != NULL && !choice->where[place]) return;
  const struct player_budget budget = {.playouts = choice->policy->playouts, .stop = &choice->policy->stop};
  struct player_advice advice;
  player->random = random_seed(choice->seed, place, 0);
  player_choose(player, &game->game, &budget, &advice);
  const struct legal_actions *legal = batch_game_legal(game);
  choice->ids[place] = legal->ids[legal_actions_chosen(legal, &game->game, &advice.candidates[0].turn)];
}

void policy_act_batch(struct policy *policy, const struct batch *batch, const bool *where, int32_t *ids) {
  const int threads = batch->settings.threads;
  if (policy->count < threads) {
    policy->others = memory_resize(policy->others, (size_t)threads * sizeof *policy->others);
    for (; policy->count < threads; policy->count++)
      player_open(&policy->others[policy->count], policy->player.kind, 0);
  }
  batch_run(batch, choose_place, &(struct batch_choice){policy, where, player_random(&policy->player), ids});
}
