#include "players/clock.h"

/* Kept back for what is lost between driver and player, in all and a turn, in milliseconds. */
enum { RESERVE = 50, LOST_A_TURN = 5 };

uint32_t clock_share(const tess_game *game, uint32_t left, uint32_t increment) {
  const uint32_t players = tess_game_options(game).players;
  const uint32_t turns = ((uint32_t)tess_game_bag(game, -1) + players) / players;
  const uint32_t usable = left > RESERVE ? left - RESERVE : 0;
  const uint64_t share = (uint64_t)usable / turns + increment;
  const uint64_t most = share < usable ? share : usable;
  return most > LOST_A_TURN ? (uint32_t)most - LOST_A_TURN : 1;
}
