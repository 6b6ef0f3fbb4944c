/*
 * What a position promises each side: the expected points at the end of the game. They are the sum of what its realms
 * promise (realm_forecast.h), what the meeples in its supply are worth, what it may gain and lose where realms of
 * different sides become one and where planets are attacked, and the turns it has more than others. With an empty bag
 * this is the final score exactly.
 */
#ifndef PLAYERS_EVALUATION_H
#define PLAYERS_EVALUATION_H

#include "players/realm_forecast.h"

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

#endif
