#include "players/player.h"

#include <assert.h>
#include <string.h>

#include "base/random.h"
#include "players/expectimax.h"
#include "players/greedy.h"
#include "players/levels.h"
#include "players/mcts.h"
#include "players/random.h"

static const struct player_kind *const kinds[] = {&random_kind,    &greedy_kind,    &expectimax_kind, &mcts_kind,
                                                  &level_kinds[0], &level_kinds[1], &level_kinds[2],  &level_kinds[3],
                                                  &level_kinds[4], &level_kinds[5], &level_kinds[6],  &level_kinds[7]};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

const struct player_kind *player_kind_at(int index) { return index < KIND_COUNT ? kinds[index] : NULL; }

const struct player_kind *player_kind_find(const char *name) {
  for (int i = 0; i < KIND_COUNT; i++)
    if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
  return NULL;
}

bool player_open(struct player *player, const struct player_kind *kind, uint64_t seed) {
  *player = (struct player){.kind = kind, .random = seed, .threads = 1};
  return kind->open == NULL || kind->open(player);
}

void player_close(struct player *player) {
  if (player->kind != NULL && player->kind->close != NULL) player->kind->close(player);
  *player = (struct player){0};
}

void player_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                   struct player_advice *advice) {
  assert(tess_game_phase(game) == TESS_PHASE_PLACE || tess_game_phase(game) == TESS_PHASE_MEEPLE);
  assert(budget->milliseconds > 0 || budget->playouts > 0);
  *advice = (struct player_advice){0};
  player->kind->choose(player, game, budget, advice);
  assert(advice->count > 0);
}

bool player_step(struct player *player, tess_game *game, const struct player_budget *budget,
                 struct player_advice *advice) {
  const struct player_turn *turn = &advice->candidates[0].turn;
  tess_error error = TESS_ERROR_NONE;
  switch (tess_game_phase(game)) {
  case TESS_PHASE_DRAW: error = tess_game_draw(game, TESS_RANDOM, NULL, NULL); break;
  case TESS_PHASE_THROW: error = tess_game_throw(game, NULL, NULL, NULL); break;
  default:
    player_choose(player, game, budget, advice);
    if (tess_game_phase(game) == TESS_PHASE_PLACE) error = tess_game_place(game, turn->placement, NULL, NULL);
    if (error == TESS_ERROR_NONE) error = tess_game_meeple(game, turn->decision, NULL, NULL);
    assert(error == TESS_ERROR_NONE);
    return true;
  }
  assert(error == TESS_ERROR_NONE);
  (void)error;
  return false;
}

uint64_t player_random(struct player *player) { return random_next(&player->random); }

uint32_t player_pick(struct player *player, uint32_t bound) {
  assert(bound > 0);
  return random_below(&player->random, bound);
}
