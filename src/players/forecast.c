#include "players/forecast.h"

#include <stdlib.h>

#include "base/memory.h"
#include "players/mcts.h"

struct forecast {
  struct judge judge;
};

struct forecast *forecast_open(void) {
  struct forecast *forecast = memory_new(sizeof *forecast);
  judge_open(&forecast->judge, &mcts_settings.evaluation);
  return forecast;
}

void forecast_close(struct forecast *forecast) {
  judge_close(&forecast->judge);
  free(forecast);
}

void forecast_values(struct forecast *forecast, tess_game *game, float values[TESS_MAX_PLAYERS]) {
  judge_promise(&forecast->judge, game, values);
}
