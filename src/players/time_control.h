/* How long to think about a turn, and when a search must end. */
#ifndef PLAYERS_TIME_CONTROL_H
#define PLAYERS_TIME_CONTROL_H

#include "players/player.h"

/* Milliseconds, at least 1, for the turn of a game in TESS_PHASE_PLACE to a player who has `left` milliseconds for all
 * their turns and gets `increment` back after each. A player who keeps to it never runs out, a few milliseconds a turn
 * lost on the way included, while `left` is above 50. */
uint32_t time_control_share(const tess_game *game, uint32_t left, uint32_t increment);

/* The limits of a budget, seen from the moment when the search began. */
struct deadline {
  const atomic_bool *stop;
  uint64_t playouts; /* the most that one thread may play */
  bool timed;
  int64_t end;       /* by steady_nanoseconds() */
  int64_t processor; /* nanoseconds of processor time for each thread; 0: no such limit */
  int64_t used;      /* by thread_nanoseconds() when this thread began */
};

/* The deadline of a search that begins now and is done by `threads` threads, each of which counts its own playouts. It
 * is that of the calling thread; each other has a copy of its own, for which it calls deadline_enter(). */
struct deadline deadline_of(const struct player_budget *budget, int threads);
void deadline_enter(struct deadline *deadline);

/* True when the search must end after so many playouts of one thread. */
bool deadline_met(const struct deadline *deadline, uint64_t playouts);

#endif
