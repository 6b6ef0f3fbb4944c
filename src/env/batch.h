/* Many games, for the other files of this folder: what a batch holds, and a pass over all of its games. */
#ifndef ENV_BATCH_H
#define ENV_BATCH_H

#include <stdatomic.h>

#include "env/crew.h"
#include "env/observation.h"
#include "env/planes.h"
#include "env/variant.h"
#include "players/player.h"
#include "rules/game.h"

/* The most actions of a game: two a tile. */
enum { BATCH_LENGTH = 2 * TESS_MAX_TILES };

/* One game. */
struct batch_game {
  tess_game game;
  struct board_box box;
  uint64_t seed;
  union action_step step;          /* the one that is about to be taken */
  int length;                      /* actions so far */
  int32_t score[TESS_MAX_PLAYERS]; /* by side, as the rewards were told */
  int32_t ended[TESS_MAX_PLAYERS]; /* the points of each seat in the game that ended last */
  struct frontier_places places;
  bool listed; /* `legal` has steps; else placements are due, all in the window */
  struct legal_actions legal;
  uint16_t actions[BATCH_LENGTH];
};

struct batch {
  const struct variant *variant;
  struct batch_settings settings;
  struct batch_arrays arrays;
  struct batch_shape shape;
  uint64_t random;        /* of batch_sample() */
  int opponents;          /* at the seats from 1 on; 0: there are none */
  atomic_bool stop;       /* the opponents are to answer at once */
  struct player *players; /* the opponents as each thread has them: threads times opponents */
  struct crew *crew;
  struct batch_game *games;
  struct planes *planes; /* of each game with BATCH_PLANES_V1 */
};

/* Whether the game is over. */
static inline bool batch_game_over(const struct batch_game *game) { return game->game.core.phase == TESS_PHASE_OVER; }

/* Sets a place up with the game of this seed, before any action. */
void batch_game_begin(const struct batch *batch, struct batch_game *game, uint64_t seed);
/* Finds the step of a number. False if it is not legal. */
bool batch_game_find(const struct batch_game *game, int id, union action_step *step);
/* Takes a legal step of this number, and finds what is legal then. */
void batch_game_take(struct batch_game *game, int id, union action_step step);
/* All that is legal, with its steps. */
const struct legal_actions *batch_game_legal(struct batch_game *game);
/* Writes all that is told of games that have just been set up. */
void batch_write_all(const struct batch *batch);

/* What is done with the game of a place, in the thread of this number (from 0). */
typedef void batch_task(const struct batch *batch, size_t place, int thread, void *context);
/* Calls `task` once for each place, by all threads of the batch. */
void batch_run(const struct batch *batch, batch_task *task, void *context);

#endif
