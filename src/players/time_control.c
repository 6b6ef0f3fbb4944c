#include "players/time_control.h"

#include "base/steady_clock.h"

/* Kept back for what is lost between driver and player, in all and a turn, in milliseconds. */
enum { RESERVE = 50, LOST_A_TURN = 5 };

uint32_t time_control_share(const tess_game *game, uint32_t left, uint32_t increment) {
  const uint32_t players = tess_game_options(game).players;
  const uint32_t turns = ((uint32_t)tess_game_bag(game, -1) + players) / players;
  const uint32_t usable = left > RESERVE ? left - RESERVE : 0;
  const uint64_t share = (uint64_t)usable / turns + increment;
  const uint64_t most = share < usable ? share : usable;
  return most > LOST_A_TURN ? (uint32_t)most - LOST_A_TURN : 1;
}

struct deadline deadline_of(const struct player_budget *budget, int threads) {
  const uint64_t share = (uint64_t)threads;
  const uint64_t playouts = budget->playouts / share + (budget->playouts % share != 0);
  return (struct deadline){.stop = budget->stop,
                           .playouts = budget->playouts == 0 ? UINT64_MAX : playouts,
                           .timed = budget->milliseconds > 0,
                           .end = steady_nanoseconds() + (int64_t)budget->milliseconds * 1000000,
                           .processor = (int64_t)budget->processor * 1000000 / threads,
                           .used = thread_nanoseconds()};
}

void deadline_enter(struct deadline *deadline) { deadline->used = thread_nanoseconds(); }

bool deadline_met(const struct deadline *deadline, uint64_t playouts) {
  if (playouts >= deadline->playouts) return true;
  if (deadline->stop != NULL && atomic_load_explicit(deadline->stop, memory_order_relaxed)) return true;
  if (deadline->processor > 0 && thread_nanoseconds() - deadline->used >= deadline->processor) return true;
  return deadline->timed && steady_nanoseconds() >= deadline->end;
}
