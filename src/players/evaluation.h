/*
 * What a position promises each side: the expected points at the end of the game, realm by realm. A realm counts what
 * it is worth now and, by the chance that it will be completed with the tiles left in the bag, what completion would
 * add; meeples count while there are turns to use them. With an empty bag the value is the final score exactly.
 *
 * The evaluation reads the game's own memory (rules/game.h): it is asked hundreds of thousands of times a second. Most
 * positions that it sees differ by one tile from the one before: what that tile does not touch is not looked at again.
 */
#ifndef PLAYERS_EVALUATION_H
#define PLAYERS_EVALUATION_H

#include "players/hands.h"

/* Two realms, by their place among the outlooks, that a tile on one cell may join, and how easily: 0 to 1. */
struct meeting {
  uint8_t one, other;
  float ease;
};

enum { EVALUATION_MEETINGS = 64 /* cells looked at where two realms may become one */ };

/* Working memory of one thread. */
struct evaluator {
  const struct evaluation_sets *sets;
  struct outlooks outlooks;
  struct hands hands;
  float beats[TESS_MAX_DICE + 1][TESS_MAX_DICE + 1]; /* chance that so many dice win against so many */
  int meeting_count;
  struct meeting meetings[EVALUATION_MEETINGS];
  int planet_count;
  uint8_t planets[OUTLOOKS_MOST]; /* Star Wars: places of those that may be attacked */
};

/* Makes the evaluator ready for positions with the bag of `game`. Before the first time `evaluator` is all zero but
 * for `sets`. */
void evaluation_begin(struct evaluator *evaluator, const tess_game *game);

/* Tells the evaluator that a tile was laid since evaluation_begin(), and that it was taken back. */
void evaluation_laid(struct evaluator *evaluator, const tess_game *game);
void evaluation_taken(struct evaluator *evaluator);

/*
 * Fills `values` of every side: the points expected at the end of the game. In TESS_PHASE_MEEPLE as if nothing were
 * placed and nothing fought, and the realms where a meeple may be placed are looked at as well for
 * evaluation_add_decision(); otherwise in TESS_PHASE_DRAW.
 */
void evaluation_values(struct evaluator *evaluator, const tess_game *game, float values[TESS_MAX_PLAYERS]);

/* Adds what a decision of the seat to act changes, after evaluation_values() of the same position in TESS_PHASE_MEEPLE.
 * Not for decisions that lead to a battle. */
void evaluation_add_decision(const struct evaluator *evaluator, const tess_game *game, tess_decision decision,
                             float values[TESS_MAX_PLAYERS]);

#endif
