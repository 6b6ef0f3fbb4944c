/* Games of so few tiles that a test can search them to the end: a set drawn from a built-in one, and random turns. */
#ifndef TESTS_RULES_SMALL_GAME_H
#define TESTS_RULES_SMALL_GAME_H

#include "base/random.h"
#include "cli/cmocka_base.h"
#include "tessera/tessera.h"

enum { SMALL_GAME_MOST = 9 /* tiles of a set */ };

/* Builds a set of so many different tiles of a built-in one, its start tiles included. */
static inline void small_game_set(tess_set *set, const char *name, int size, uint64_t *random) {
  size_t count;
  tess_set_fault fault;
  tess_tile_def tiles[SMALL_GAME_MOST];
  const tess_tile_def *all = tess_builtin_tiles(name, &count);
  int used = 0;
  for (size_t i = 0; i < count; i++)
    if (all[i].start) tiles[used++] = all[i];
  while (used < size) {
    const tess_tile_def *drawn = &all[random_below(random, (uint32_t)count)];
    bool known = false;
    for (int i = 0; i < used; i++) known = known || strcmp(tiles[i].id, drawn->id) == 0;
    if (!known) tiles[used++] = *drawn;
  }
  for (int i = 0; i < size; i++) tiles[i].count = 1;
  assert_int_equal(tess_set_build(set, tiles, (size_t)size, &fault), TESS_ERROR_NONE);
}

/* Plays random turns until a tile is in hand and so many are in the bag. Returns false if the game ends before. */
static inline bool small_game_play_on(tess_game *game, int bag, uint64_t *random) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  for (;;) {
    while (tess_game_phase(game) == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    if (tess_game_phase(game) == TESS_PHASE_OVER || tess_game_bag(game, -1) < bag) return false;
    if (tess_game_bag(game, -1) == bag) return true;
    const uint32_t placements = (uint32_t)tess_game_placement_count(game);
    tess_game_place(game, tess_game_placement_at(game, (int)random_below(random, placements)), NULL, NULL);
    const uint32_t count = (uint32_t)tess_game_decisions(game, decisions);
    tess_game_meeple(game, decisions[random_below(random, count)], NULL, NULL);
    while (tess_game_phase(game) == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
  }
}

#endif
