/* The exported functions of libtessera-players (tessera/players.h). */
#include "tessera/players.h"

#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "players/player.h"

_Static_assert((int)TESS_MAX_CANDIDATES == (int)PLAYER_CANDIDATES && (int)TESS_MAX_LINE == (int)PLAYER_LINE &&
                   (int)TESS_MAX_THREADS == (int)PLAYER_THREADS && (int)TESS_DEFAULT_PLAYOUTS == (int)PLAYER_PLAYOUTS,
               "the limits of players.h are those of the players");

struct tess_player {
  struct player player;
  atomic_bool stop;
};

const char *tess_player_name(int index) {
  const struct player_kind *kind = index < 0 ? NULL : player_kind_at(index);
  return kind == NULL ? NULL : kind->name;
}

const char *tess_player_summary(int index) {
  const struct player_kind *kind = index < 0 ? NULL : player_kind_at(index);
  return kind == NULL ? NULL : kind->summary;
}

tess_player *tess_player_new(const char *name, uint64_t seed, int threads) {
  const struct player_kind *kind = player_kind_find(name);
  if (kind == NULL || threads < 1 || threads > PLAYER_THREADS) return NULL;
  tess_player *player = memory_new(sizeof *player);
  player_open(&player->player, kind, seed);
  player->player.threads = threads;
  atomic_init(&player->stop, false);
  return player;
}

void tess_player_free(tess_player *player) {
  if (player == NULL) return;
  player_close(&player->player);
  free(player);
}

void tess_player_stop(tess_player *player, bool stop) { atomic_store(&player->stop, stop); }

/* ---- Choices ---- */

static tess_turn turn_of(const struct player_turn *turn) { return (tess_turn){turn->placement, turn->decision}; }

tess_error tess_player_advise(tess_player *player, const tess_game *game, const tess_budget *budget,
                              tess_advice *advice) {
  const tess_phase phase = tess_game_phase(game);
  if (phase != TESS_PHASE_PLACE && phase != TESS_PHASE_MEEPLE) return TESS_ERROR_BAD_PHASE;
  if (budget->playouts == 0 && budget->milliseconds == 0 && budget->processor == 0) return TESS_ERROR_BAD_OPTIONS;
  const struct player_budget limits = {.milliseconds = budget->milliseconds,
                                       .playouts = budget->playouts,
                                       .stop = &player->stop,
                                       .processor = budget->processor};
  struct player_advice found;
  player_choose(&player->player, game, &limits, &found);
  *advice = (tess_advice){.playouts = found.playouts, .count = found.count};
  for (int i = 0; i < found.count; i++) {
    tess_candidate *to = &advice->candidates[i];
    *to = (tess_candidate){.turn = turn_of(&found.candidates[i].turn),
                           .win = found.candidates[i].win,
                           .difference = found.candidates[i].difference,
                           .error = found.candidates[i].error,
                           .visits = found.candidates[i].visits,
                           .line_length = found.candidates[i].line_length};
    for (int k = 0; k < found.candidates[i].line_length; k++)
      to->line[k] = (tess_foreseen){found.candidates[i].line[k].kind, turn_of(&found.candidates[i].line[k].turn)};
  }
  return TESS_ERROR_NONE;
}

tess_error tess_player_play(tess_player *player, tess_game *game, const tess_budget *budget, tess_advice *advice) {
  tess_advice own;
  if (advice == NULL) advice = &own;
  tess_error error = tess_player_advise(player, game, budget, advice);
  if (error != TESS_ERROR_NONE) return error;
  const tess_turn turn = advice->candidates[0].turn;
  if (tess_game_phase(game) == TESS_PHASE_PLACE) error = tess_game_place(game, turn.placement, NULL, NULL);
  if (error == TESS_ERROR_NONE) error = tess_game_meeple(game, turn.decision, NULL, NULL);
  CHECK(error == TESS_ERROR_NONE);
  return error;
}

/* ---- Positions and time ---- */

void tess_game_promise(const tess_game *game, double values[TESS_MAX_PLAYERS]) {
  float promised[TESS_MAX_PLAYERS] = {0};
  struct forecast *forecast = forecast_open();
  tess_game *trial = memory_new(tess_game_size());
  tess_game_copy(trial, game);
  forecast_values(forecast, trial, promised);
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) values[side] = (double)promised[side];
  free(trial);
  forecast_close(forecast);
}

uint32_t tess_time_share(const tess_game *game, uint32_t left, uint32_t increment) {
  return time_control_share(game, left, increment);
}
