#include "players/random.h"

#include <stdlib.h>

static bool random_open(struct player *player) {
  player->mind = malloc(tess_game_size());
  return player->mind != NULL;
}

static void random_close(struct player *player) { free(player->mind); }

static tess_decision any_decision(struct player *player, const tess_game *game) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  return decisions[player_pick(player, (uint32_t)tess_game_decisions(game, decisions))];
}

static void random_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                          struct player_advice *advice) {
  struct player_turn *turn = &advice->candidates[0].turn;
  tess_game *trial = player->mind;
  (void)budget;
  advice->count = 1;
  tess_game_copy(trial, game);
  if (tess_game_phase(game) == TESS_PHASE_PLACE) {
    turn->placement = tess_game_placement_at(game, (int)player_pick(player, (uint32_t)tess_game_placement_count(game)));
    tess_game_place(trial, turn->placement, NULL, NULL);
  }
  turn->decision = any_decision(player, trial);
}

const struct player_kind random_kind = {
    .name = "random",
    .summary = "any legal placement, then any legal meeple or none",
    .open = random_open,
    .close = random_close,
    .choose = random_choose,
};
