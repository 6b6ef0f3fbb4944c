/*
 * The last tiles, exactly: over all turns, draws and battles, the turn after which the expected lead at the end of the
 * game is largest, if both sides play so. Alpha-beta with Star2 at the draws (Ballard 1983): an answer to each tile is
 * tried first, and a turn that is bad enough after those is left. For games of two sides.
 */
#ifndef PLAYERS_ENDGAME_H
#define PLAYERS_ENDGAME_H

#include "players/deadline.h"
#include "players/turns.h"

enum { ENDGAME_TILES = 4 /* the tile in hand and those in the bag */, ENDGAME_FIGHTS = 8 /* battles of one turn */ };

/* What the tile of one turn needs. */
struct endgame_ply {
  struct judge judge;
  tess_game *game;                 /* after the turn */
  tess_game *drawn[ENDGAME_TILES]; /* and after the draw; several when tiles that fit nowhere are put out */
  tess_undo *fought[ENDGAME_FIGHTS];
};

struct endgame {
  struct endgame_ply plies[ENDGAME_TILES];
  struct deadline deadline;
  uint64_t nodes;
};

/* False when memory is short; else endgame_close() frees it. */
bool endgame_open(struct endgame *endgame, const struct evaluation_sets *weights);
void endgame_close(struct endgame *endgame);

/* True when few enough tiles are left, and two sides. */
bool endgame_is(const tess_game *game);

/* Solves a game in TESS_PHASE_PLACE or _MEEPLE for which endgame_is() holds: fills the turn and the expected lead of
 * the mover. False when the deadline is met before that. */
bool endgame_solve(struct endgame *endgame, const tess_game *game, struct deadline deadline,
                   struct player_candidate *best);

#endif
