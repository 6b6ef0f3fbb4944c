#include "players/forecast.h"

#include <stdlib.h>

#include "base/memory.h"
#include "players/mcts.h"

struct forecast {
  struct turn_evaluator evaluator;
};

struct forecast *forecast_open(void) {
  struct forecast *forecast = memory_new(sizeof *forecast);
  turn_evaluator_open(&forecast->evaluator, &mcts_settings.evaluation);
  return forecast;
}

void forecast_close(struct forecast *forecast) {
  turn_evaluator_close(&forecast->evaluator);
  free(forecast);
}

void forecast_values(struct forecast *forecast, tess_game *game, float values[TESS_MAX_PLAYERS]) {
  turn_evaluator_promise(&forecast->evaluator, game, values);
}
