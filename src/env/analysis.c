/* A computer player's analysis of a position: the turns that it considered, as numbered actions and in words. */
#include <stdio.h>
#include <stdlib.h>

#include "env/action.h"
#include "env/env.h"
#include "env/policy.h"

_Static_assert((int)POLICY_CANDIDATES == (int)PLAYER_CANDIDATES, "all candidates of a player are told");

/* Two games to try turns on, and a list of their legal actions. */
struct scratch {
  tess_game *games[2];
  struct legal_actions *legal;
};

/* Writes a candidate's actions: placement and decision, or only the decision if the tile is laid already. */
static void number_turn(const tess_game *game, const struct player_turn *turn, struct scratch *scratch,
                        struct policy_candidate *to) {
  tess_game *trial = scratch->games[0];
  tess_game_copy(trial, game);
  to->length = 0;
  do {
    const struct board_box box = board_box_of(trial);
    legal_actions_list(scratch->legal, trial, &box);
    const int index = legal_actions_chosen(scratch->legal, trial, turn);
    to->actions[to->length++] = scratch->legal->ids[index];
    if (tess_game_phase(trial) == TESS_PHASE_MEEPLE) return;
    legal_actions_take(scratch->legal, index, trial);
  } while (to->length < 2);
}

bool policy_advise(struct policy *policy, const struct episode *episode, struct policy_advice *out,
                   struct env_fault *fault) {
  const tess_game *game = episode_game(episode);
  if (!policy_may_act(episode, fault)) return false;
  struct player_advice *advice = memory_new(sizeof *advice);
  struct scratch scratch = {{memory_new(tess_game_size()), memory_new(tess_game_size())},
                            memory_new(sizeof *scratch.legal)};
  policy_think(policy, game, advice);
  out->playouts = advice->playouts;
  out->count = advice->count;
  for (int i = 0; i < advice->count; i++) {
    const struct player_candidate *from = &advice->candidates[i];
    struct policy_candidate *to = &out->candidates[i];
    struct text text = {0};
    *to = (struct policy_candidate){
        .win = from->win, .difference = from->difference, .error = from->error, .visits = from->visits};
    number_turn(game, &from->turn, &scratch, to);
    player_variation_write(game, from, scratch.games, &text);
    to->variation = text.bytes;
  }
  free(scratch.games[0]);
  free(scratch.games[1]);
  free(scratch.legal);
  free(advice);
  return true;
}

void policy_advice_free(struct policy_advice *advice) {
  for (int i = 0; i < advice->count; i++) free(advice->candidates[i].variation);
  advice->count = 0;
}
