#include "players/deadline.h"

#include "base/steady_clock.h"

struct deadline deadline_of(const struct player_budget *budget, int threads) {
  const uint64_t share = (uint64_t)threads;
  const uint64_t playouts = budget->playouts / share + (budget->playouts % share != 0);
  return (struct deadline){.stop = budget->stop,
                           .playouts = budget->playouts == 0 ? UINT64_MAX : playouts,
                           .timed = budget->milliseconds > 0,
                           .end = steady_nanoseconds() + (int64_t)budget->milliseconds * 1000000};
}

bool deadline_met(const struct deadline *deadline, uint64_t playouts) {
  if (playouts >= deadline->playouts) return true;
  if (deadline->stop != NULL && atomic_load_explicit(deadline->stop, memory_order_relaxed)) return true;
  return deadline->timed && steady_nanoseconds() >= deadline->end;
}
