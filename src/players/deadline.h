/* When a search must end: the limits of a budget, asked for often. */
#ifndef PLAYERS_DEADLINE_H
#define PLAYERS_DEADLINE_H

#include "players/player.h"

struct deadline {
  const atomic_bool *stop;
  uint64_t playouts; /* the most that may be looked at */
  bool timed;
  int64_t end; /* by steady_nanoseconds() */
};

/* The deadline of a search that begins now and is done by `threads` threads, each of which counts its own playouts. */
struct deadline deadline_of(const struct player_budget *budget, int threads);

/* True when the search must end after so many playouts of one thread. */
bool deadline_met(const struct deadline *deadline, uint64_t playouts);

#endif
