/* Many games, for the other files of this folder: the contents of a batch, and running a task over all of its games. */
#ifndef ENV_BATCH_H
#define ENV_BATCH_H

#include <stdatomic.h>

#include "env/crew.h"
#include "env/observation.h"
#include "env/planes.h"
#include "env/variant.h"
#include "players/player.h"
#include "rules/game.h"

/* Maximum number of actions of a game: two for each tile. */
enum { BATCH_LENGTH = 2 * TESS_MAX_TILES };

/* One game. */
struct batch_game {
  tess_game game;
  struct board_box box;
  uint64_t seed;
  union action_step step;          /* the step to be taken next */
  int length;                      /* number of actions so far */
  int32_t score[TESS_MAX_PLAYERS]; /* by side, in the order in which the rewards were reported */
  int32_t ended[TESS_MAX_PLAYERS]; /* points of each seat in the last game that ended here */
  struct frontier_places places;
  bool listed; /* true if `legal` holds steps; otherwise the phase is TESS_PHASE_PLACE and all placements are in the
                  window */
  struct legal_actions legal;
  uint16_t actions[BATCH_LENGTH];
};

struct batch {
  const struct variant *variant;
  struct batch_settings settings;
  struct batch_arrays arrays;
  struct batch_shape shape;
  uint64_t random;        /* state of the stream of batch_sample() */
  int opponents;          /* number of opponents, at the seats from 1 on; may be 0 */
  atomic_bool stop;       /* true makes the opponents answer immediately */
  struct player *players; /* the opponents, a set for each thread: threads times opponents */
  struct crew *crew;
  struct batch_game *games;
  struct planes *planes; /* one for each game if the observation is BATCH_PLANES_V1 */
};

/* True if the game is over. */
static inline bool batch_game_over(const struct batch_game *game) { return game->game.core.phase == TESS_PHASE_OVER; }

/* Sets a place up with the game of this seed, before any action. */
void batch_game_begin(const struct batch *batch, struct batch_game *game, uint64_t seed);
/* Finds the step with a number. Returns false if it is not legal. */
bool batch_game_find(const struct batch_game *game, int id, union action_step *step);
/* Takes a legal step, whose number is `id`, and finds what is legal after it. */
void batch_game_take(struct batch_game *game, int id, union action_step step);
/* The legal actions with their steps. */
const struct legal_actions *batch_game_legal(struct batch_game *game);
/* Writes all arrays for games that have just been set up. */
void batch_write_all(const struct batch *batch);

/* A task for the game of a place. `thread` is the number of the calling thread (0-based). */
typedef void batch_task(const struct batch *batch, size_t place, int thread, void *context);
/* Calls `task` once for each place, using all threads of the batch. */
void batch_run(const struct batch *batch, batch_task *task, void *context);

#endif
