/* What a position promises each side, by the evaluation of `mcts`, for those who do not look into the engine. */
#ifndef PLAYERS_FORECAST_H
#define PLAYERS_FORECAST_H

#include "tessera/tessera.h"

struct forecast; /* working memory of one thread */

/* Released with forecast_close(). */
struct forecast *forecast_open(void);
void forecast_close(struct forecast *forecast);

/* Fills `values` of every side as turn_evaluator_promise() does; the game is the same again at return. */
void forecast_values(struct forecast *forecast, tess_game *game, float values[TESS_MAX_PLAYERS]);

#endif
