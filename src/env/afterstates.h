/* The actions or whole turns that a seat can take in a game, and what it would observe after each of them, for the
 * other files of this folder. */
#ifndef ENV_AFTERSTATES_H
#define ENV_AFTERSTATES_H

#include "env/action.h"
#include "env/env.h"
#include "env/planes.h"

/* A placement and the decision after it, with their numbers; -1 for the one that is not taken. */
struct walk_turn {
  int32_t actions[2];
  struct player_turn turn;
};

/* The turns of one position, in ascending order of their numbers, and working memory for the walk over them. */
struct walk {
  struct walk_turn *turns; /* `count` of them */
  int count, room;
  tess_game *placed, *done; /* the game after the placement; and after the decision */
  struct planes *planes;
  struct legal_actions placements, decisions;
};

/* A walk with an empty list. walk_free() frees it. */
struct walk *walk_new(void);
/* `walk` may be NULL. */
void walk_free(struct walk *walk);

/* Lists every legal action of a game that waits for a placement or decision, or if `turns`, each placement with every
 * decision after it. Any other game has an empty list. */
void walk_list(struct walk *walk, const tess_game *game, bool turns);

/* Takes the actions of a turn on `game`, which must be the position of its list. */
void walk_turn_take(const struct walk_turn *turn, tess_game *game);

/* Writes what `seat` observes after each of `count` turns of `game`, before chance acts. Turns with the same placement
 * should stand together. `observation` and `scalars` are arrays as in `struct afterstates`. */
void walk_observe(struct walk *walk, const tess_game *game, const struct walk_turn *turns, int count, int seat,
                  enum batch_observation sort, struct batch_shape shape, void *observation, float *scalars);

#endif
