/* What a position, and every turn that can be made of the drawn tile, promises each side. */
#ifndef PLAYERS_EVALUATION_H
#define PLAYERS_EVALUATION_H

#include "players/battle_odds.h"
#include "players/player.h"
#include "players/realm_forecast.h"
#include "tessera/tessera.h"

/* ---- A position ---- */

/*
 * What a position promises each side: the expected points at the end of the game. They are the sum of what its realms
 * promise (realm_forecast.h), what the meeples in its supply are worth, what it may gain and lose where realms of
 * different sides become one and where planets are attacked, and the turns it has more than others. With an empty bag
 * this is the final score exactly.
 */

/* A seat's meeples: in the supply, those expected to come back there, and what the special ones are worth besides. */
struct supply {
  int meeples, large; /* `large` of them are large ones */
  float back, extra;
};

/* Two realms, by their places among the forecasts, that a tile on one cell may join, and how easily: 0 to 1. */
struct meeting {
  uint8_t one, other;
  float ease;
};

enum { EVALUATION_MEETINGS = 64 /* cells looked at where two realms may become one */ };

/* Working memory of one thread. */
struct evaluation {
  const struct evaluation_sets *sets;
  struct realm_forecasts forecasts;
  float supply_values[SLOTS + 2]; /* of so many meeples */
  struct supply supplies[TESS_MAX_PLAYERS];
  float beats[TESS_MAX_DICE + 1][TESS_MAX_DICE + 1]; /* chance that so many dice win against so many */
  int meeting_count;
  struct meeting meetings[EVALUATION_MEETINGS];
  int planet_count;
  uint8_t planets[FORECAST_REALMS]; /* Star Wars: places of those that may be attacked */
};

/* `sets` must outlive the evaluation, which holds no other memory. */
void evaluation_open(struct evaluation *evaluation, const struct evaluation_sets *sets);

/* Makes ready for positions with the bag of `game`. A tile laid since then is told to
 * forecasts_add_tile(), and to forecasts_remove_tile() when it is taken off again. */
void evaluation_begin(struct evaluation *evaluation, const tess_game *game);

/*
 * Fills `values` of every side: the points expected at the end of the game. In TESS_PHASE_MEEPLE as if nothing were
 * placed and nothing fought, and the realms where a meeple may be placed are looked at as well for
 * evaluation_add_decision(); otherwise in TESS_PHASE_DRAW.
 */
void evaluation_values(struct evaluation *evaluation, const tess_game *game, float values[TESS_MAX_PLAYERS]);

/* Adds what a decision of the seat to act changes, after evaluation_values() of the same position in TESS_PHASE_MEEPLE.
 * Not for decisions that lead to a battle. */
void evaluation_add_decision(const struct evaluation *evaluation, const tess_game *game, tess_decision decision,
                             float values[TESS_MAX_PLAYERS]);

/* ---- Every turn that can be made of the drawn tile, with what it promises each side ---- */

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
