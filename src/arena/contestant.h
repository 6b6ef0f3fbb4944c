/* A player in one seat of one game: an internal player or an external engine, with its clock. */
#ifndef ARENA_CONTESTANT_H
#define ARENA_CONTESTANT_H

#include "arena/engine_driver.h"
#include "players/player.h"

/* All zero is one that was never opened. Fields are for reading. */
struct contestant {
  const struct engine_spec *spec;
  struct player player;        /* open if the engine is an internal one */
  struct engine_driver driver; /* open if not */
  bool failed;                 /* it has lost and is not to be asked again */
  uint32_t left;               /* milliseconds on its clock, if it has one */
  uint32_t longest;            /* milliseconds of its longest turn */
  bool told;                   /* `difference` was told with its last turn */
  double difference;           /* points it expects to be ahead by at the end */
};

/* Opens it for one game; `newgame` as in driver_open(), `seed` for internal players. DRIVER_TURN, or as driver_go().
 * Released with contestant_close() in every case. */
enum driver_answer contestant_open(struct contestant *contestant, const struct engine_spec *spec, const char *newgame,
                                   uint64_t seed, const atomic_bool *stop, struct fault *fault);
void contestant_close(struct contestant *contestant);

/* Takes its turn on `history` in TESS_PHASE_PLACE: placement and meeple. DRIVER_LOST: with `*fault`, nothing taken. */
enum driver_answer contestant_play(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                   struct fault *fault);

#endif
