/* A player in one seat of one game: an internal player or an external engine, with its clock. */
#ifndef ARENA_CONTESTANT_H
#define ARENA_CONTESTANT_H

#include "arena/engine_pool.h"
#include "players/player.h"

/* All zero is one that was never opened. Fields are for reading. */
struct contestant {
  const struct engine_spec *spec;
  struct player player;        /* open if the engine is an internal one */
  struct engine_driver driver; /* open if not */
  struct engine_pool *pool;    /* where it goes back to after a game; NULL: nowhere */
  bool failed;                 /* it has lost or was stopped, and is not to be asked again */
  uint32_t left;               /* milliseconds on its clock, if it has one */
  uint32_t longest;            /* milliseconds of its longest turn */
  bool told;                   /* `difference` was told with its last turn */
  double difference;           /* points it expects to be ahead by at the end */
};

/* Opens it for one game: a program from the pool, or one that is started; `seed` is for internal players, `pool` may be
 * NULL. DRIVER_TURN, or as driver_go(). Released with contestant_close() in every case. */
enum driver_answer contestant_open(struct contestant *contestant, const struct engine_spec *spec,
                                   struct engine_pool *pool, uint64_t seed, const atomic_bool *stop,
                                   struct fault *fault);
/* Begins the game; `newgame` as in driver_begin(). DRIVER_TURN, or as driver_go(). */
enum driver_answer contestant_begin(struct contestant *contestant, const char *newgame, const atomic_bool *stop,
                                    struct fault *fault);
void contestant_close(struct contestant *contestant);

/* Appends what a program that has failed wrote on its standard error, or in which file that is. */
void contestant_last_words(struct contestant *contestant, struct text *text);

/* Takes its turn on `history` in TESS_PHASE_PLACE: placement and meeple. DRIVER_LOST: with `*fault`, nothing taken. */
enum driver_answer contestant_play(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                   struct fault *fault);

#endif
