/*
 * The last tiles, exactly: over all turns, draws and battles, the turn after which the expected lead at the end of the
 * game is largest, if both sides play so. Alpha-beta with Star2 at the draws (Ballard 1983): an answer to each tile is
 * tried first, and a turn that is bad enough after those is left. For games of two sides.
 */
#ifndef PLAYERS_ENDGAME_H
#define PLAYERS_ENDGAME_H

#include "players/finale.h"
#include "players/time_control.h"
#include "players/turn_evaluator.h"

enum {
  ENDGAME_TILES = 4,  /* the tile in hand and those in the bag */
  ENDGAME_FIGHTS = 8, /* battles of one turn */
  ENDGAME_KILLERS = 4 /* answers that were good elsewhere and are tried first */
};

/* The answers to a tile that was drawn, and how far they are looked at. */
struct endgame_answers {
  struct turn_evaluator evaluator;
  bool judged;
  int killers_tried, tried;
  struct finale_outcome *outcomes; /* with one tile in the bag */
  float best, most; /* the lead of the mover is at least this after `chosen`, and at most that after those tried */
  struct player_turn chosen;
};

/* The good answers of late to a kind. */
struct endgame_killers {
  int count;
  struct player_turn turns[ENDGAME_KILLERS];
};

/* What the tile of one turn needs. */
struct endgame_ply {
  struct endgame_answers *answers; /* one for each kind that may have been drawn */
  struct endgame_killers killers[ENDGAME_TILES];
  tess_undo *drawn, *placed, *decided, *fought[ENDGAME_FIGHTS];
};

struct endgame {
  struct endgame_ply plies[ENDGAME_TILES]; /* by the tiles left in the bag */
  int16_t kinds[ENDGAME_TILES];            /* in the bag at the root */
  struct finale finale;
  tess_game *game;
  struct deadline deadline;
  bool over;
  uint64_t nodes; /* positions whose turns were judged */
};

/* `weights` must outlive it; endgame_close() frees it. */
void endgame_open(struct endgame *endgame, const struct evaluation_sets *weights);
void endgame_close(struct endgame *endgame);

/* True when few enough tiles are left, and two sides. */
bool endgame_is(const tess_game *game);

/* Solves a game in TESS_PHASE_PLACE or _MEEPLE for which endgame_is() holds: fills the turn and the expected lead of
 * the mover. False when the deadline is met before that. */
bool endgame_solve(struct endgame *endgame, const tess_game *game, struct deadline deadline,
                   struct player_candidate *best);

#endif
