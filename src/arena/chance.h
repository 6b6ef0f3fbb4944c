/*
 * The chance of a round: one order of the stack and one stream of dice, the same in each of its games. A tile that is
 * not due yet (river before land, CL-8.1) waits for its turn; one that fits nowhere is put out by the engine, and the
 * next of the order follows.
 */
#ifndef ARENA_CHANCE_H
#define ARENA_CHANCE_H

#include "tessera/tessera.h"

struct chance {
  uint8_t order[TESS_MAX_TILES]; /* kinds; `count` of them are still to be drawn */
  int count;
  uint64_t dice;
};

/* The chance of a round for `game`, which has just begun. */
struct chance chance_of(const tess_game *game, uint64_t seed, uint64_t round);
/* Takes the next tile that is due out of the order: its kind. In TESS_PHASE_DRAW. */
int chance_draw(struct chance *chance, const tess_game *game);
/* The next throw of the battle that is due. In TESS_PHASE_THROW. */
tess_throw chance_throw(struct chance *chance, const tess_game *game);

#endif
