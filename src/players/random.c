#include "players/random.h"

tess_placement random_placement(struct player *player, const tess_game *game) {
  return tess_placement_at(game, (int)player_pick(player, (uint32_t)tess_placement_count(game)));
}

tess_decision random_decision(struct player *player, const tess_game *game) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  return decisions[player_pick(player, (uint32_t)tess_decisions(game, decisions))];
}
