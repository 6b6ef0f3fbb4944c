#include "players/deadline.h"

#include "players/moment.h"

struct deadline deadline_of(const struct player_budget *budget, int threads) {
  const uint64_t share = (uint64_t)threads;
  struct deadline deadline = {.stop = budget->stop,
                              .playouts = budget->playouts / share + (budget->playouts % share != 0),
                              .timed = budget->milliseconds > 0,
                              .end = moment_now()};
  if (budget->playouts == 0) deadline.playouts = UINT64_MAX;
  deadline.end.tv_sec += budget->milliseconds / 1000;
  deadline.end.tv_nsec += (long)(budget->milliseconds % 1000) * 1000000;
  if (deadline.end.tv_nsec >= 1000000000) {
    deadline.end.tv_nsec -= 1000000000;
    deadline.end.tv_sec++;
  }
  return deadline;
}

bool deadline_met(const struct deadline *deadline, uint64_t playouts) {
  if (playouts >= deadline->playouts) return true;
  if (deadline->stop != NULL && atomic_load_explicit(deadline->stop, memory_order_relaxed)) return true;
  if (!deadline->timed) return false;
  const struct timespec now = moment_now();
  return now.tv_sec > deadline->end.tv_sec ||
         (now.tv_sec == deadline->end.tv_sec && now.tv_nsec >= deadline->end.tv_nsec);
}
