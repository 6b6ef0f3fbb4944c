#include "players/player.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "players/greedy.h"
#include "players/random.h"

static const struct player_kind kinds[] = {
    {"random", "any legal placement, then any legal meeple or none", random_placement, random_decision},
    {"greedy", "the move after which its lead is largest", greedy_placement, greedy_decision},
};

const struct player_kind *player_kinds(size_t *count) {
  *count = sizeof kinds / sizeof kinds[0];
  return kinds;
}

const struct player_kind *player_kind_find(const char *name) {
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
  return NULL;
}

bool player_open(struct player *player, const struct player_kind *kind, uint64_t seed) {
  *player = (struct player){.kind = kind, .random = seed};
  player->trial = malloc(tess_game_size());
  player->battle = malloc(tess_game_size());
  player->undo = malloc(tess_undo_size());
  if (player->trial != NULL && player->battle != NULL && player->undo != NULL) return true;
  player_close(player);
  return false;
}

void player_close(struct player *player) {
  free(player->trial);
  free(player->battle);
  free(player->undo);
  *player = (struct player){0};
}

tess_placement player_placement(struct player *player, const tess_game *game) {
  assert(tess_game_phase(game) == TESS_PHASE_PLACE);
  return player->kind->placement(player, game);
}

tess_decision player_decision(struct player *player, const tess_game *game) {
  assert(tess_game_phase(game) == TESS_PHASE_MEEPLE);
  return player->kind->decision(player, game);
}

/* SplitMix64: one word of state, and any seed is a good one. */
uint64_t player_random(struct player *player) {
  uint64_t z = player->random += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

uint32_t player_pick(struct player *player, uint32_t bound) {
  assert(bound > 0);
  uint32_t reject = -bound % bound;
  for (;;) {
    uint64_t product = (player_random(player) >> 32) * bound;
    if ((uint32_t)product >= reject) return (uint32_t)(product >> 32);
  }
}
