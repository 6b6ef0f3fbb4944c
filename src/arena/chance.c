#include "arena/chance.h"

#include <assert.h>
#include <string.h>

#include "base/random.h"

enum { STREAM_DECK = 1, STREAM_DICE = 2 };

static void shuffle(struct chance *chance, uint64_t stream) {
  for (int i = chance->count - 1; i > 0; i--) {
    const uint32_t other = random_below(&stream, (uint32_t)i + 1);
    const uint8_t kind = chance->order[i];
    chance->order[i] = chance->order[other];
    chance->order[other] = kind;
  }
}

struct chance chance_of(const tess_game *game, uint64_t seed, uint64_t round) {
  struct chance chance = {.dice = random_seed(seed, round, STREAM_DICE)};
  const int kinds = tess_set_kinds(tess_game_set(game));
  for (int kind = 0; kind < kinds; kind++)
    for (int copy = tess_game_bag(game, kind); copy > 0; copy--) chance.order[chance.count++] = (uint8_t)kind;
  shuffle(&chance, random_seed(seed, round, STREAM_DECK));
  return chance;
}

int chance_draw(struct chance *chance, const tess_game *game) {
  int at = 0;
  while (at < chance->count && tess_game_due(game, chance->order[at]) == 0) at++;
  assert(at < chance->count);
  const int kind = chance->order[at];
  chance->count--;
  memmove(chance->order + at, chance->order + at + 1, (size_t)(chance->count - at));
  return kind;
}

tess_throw chance_throw(struct chance *chance, const tess_game *game) {
  tess_throw thrown = {0};
  tess_spot spot;
  const bool due = tess_game_battle(game, &spot, thrown.dice);
  assert(due);
  (void)due;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    for (int i = 0; i < thrown.dice[side]; i++) thrown.faces[side][i] = (uint8_t)(1 + random_below(&chance->dice, 6));
  return thrown;
}
