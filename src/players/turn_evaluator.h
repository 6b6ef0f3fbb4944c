/* Every turn that can be made of the drawn tile, with what it promises each side (evaluation.h). */
#ifndef PLAYERS_TURN_EVALUATOR_H
#define PLAYERS_TURN_EVALUATOR_H

#include "players/evaluation.h"
#include "players/odds.h"
#include "players/player.h"

enum { TURNS_DICE = 1024 /* numbers of dice of up to five sides, two bits each */ };

/* A turn and the points that each side may expect at the end of the game; battles by their exact odds. */
struct turn {
  struct player_turn how;
  bool battle; /* it leads to TESS_PHASE_THROW */
  float values[TESS_MAX_PLAYERS];
  float lead; /* set by turn_evaluator_rank() */
};

/* By how many points a side leads the best other one. */
float turn_lead(const float values[TESS_MAX_PLAYERS], int sides, int side);

/* Working memory of one thread. */
struct turn_evaluator {
  struct evaluation evaluation;
  tess_undo *undos;   /* one after the other, as deep as steps can follow in a turn */
  struct turn *turns; /* in the order in which they were found */
  uint16_t *ranks;    /* their indices, the best first */
  int count, room;
  struct battle_odds *odds; /* by dice; nobody wins in one that was not yet needed */
};

/* `weights` must outlive the evaluator; turn_evaluator_close() frees it. */
void turn_evaluator_open(struct turn_evaluator *evaluator, const struct evaluation_sets *weights);
void turn_evaluator_close(struct turn_evaluator *evaluator);

/* Fills `evaluator->turns`, `evaluator->count` of them, for a game in TESS_PHASE_PLACE or _MEEPLE, which is the same
 * again at return. */
void turn_evaluator_run(struct turn_evaluator *evaluator, tess_game *game);

/* Ranks the turns by what they promise `side` of `sides`: those on the first `most` places. Returns how many those are.
 */
int turn_evaluator_rank(struct turn_evaluator *evaluator, int sides, int side, int most);

/* The turn on a place that turn_evaluator_rank() filled, 0 for the best. */
static inline const struct turn *turn_evaluator_ranked(const struct turn_evaluator *evaluator, int place) {
  return &evaluator->turns[evaluator->ranks[place]];
}

/* What a position in TESS_PHASE_DRAW, _THROW or _OVER promises; the game is the same again at return. */
void turn_evaluator_values(struct turn_evaluator *evaluator, tess_game *game, float values[TESS_MAX_PLAYERS]);

/* What a position in any phase promises: with a tile to be laid or a meeple to be decided on, what the best turn of the
 * seat to act does. The game is the same again at return. */
void turn_evaluator_promise(struct turn_evaluator *evaluator, tess_game *game, float values[TESS_MAX_PLAYERS]);

/* The odds of a battle with these dice; they live as long as the evaluator. */
const struct battle_odds *turn_evaluator_odds(struct turn_evaluator *evaluator, const uint8_t dice[TESS_MAX_PLAYERS]);

#endif
