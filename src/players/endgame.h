/*
 * The last tiles, exactly: over all turns, draws and battles, the turn after which the expected lead at the end of the
 * game is largest, if both sides play so. Alpha-beta with Star2 at the draws (Ballard 1983): an answer to each tile is
 * tried first, and a turn that is bad enough after those is left. With the last tile no search is needed: the bag is
 * empty, so that a turn is worth the points that follow from it at once, and battles by their odds. For games of two
 * sides.
 */
#ifndef PLAYERS_ENDGAME_H
#define PLAYERS_ENDGAME_H

#include "players/evaluation.h"
#include "players/player.h"

/* ---- The last tile ---- */

/* A turn before the last one, and the lead of its side after the reply that was foreseen, or LAST_TILE_UNKNOWN. */
struct last_tile_outcome {
  struct player_turn turn;
  float lead;
};

/* The most turns that last_tile_foresee() tells. */
enum { LAST_TILE_OUTCOMES = 1024 };
/* A lead that is higher than any: nothing was foreseen. */
#define LAST_TILE_UNKNOWN 1e9f

/* Working memory of one thread. */
struct last_tile {
  struct battle_odds odds[TESS_MAX_DICE][TESS_MAX_DICE]; /* by the dice of both sides, less 1 */
  tess_undo *undo, *replied;
  tess_game *game; /* with the reply that was foreseen */
  unsigned tiles;  /* that lay at last_tile_begin() */
  int border_count;
  struct field_border borders[TESS_MAX_SEGMENTS];
};

/* last_tile_close() frees it. */
void last_tile_open(struct last_tile *last_tile);
void last_tile_close(struct last_tile *last_tile);

/* Makes ready for positions in which the tiles of `game` lie as they do there, and some more. */
void last_tile_begin(struct last_tile *last_tile, const tess_game *game);

/*
 * In TESS_PHASE_PLACE with an empty bag: the expected lead of the side to move after its best turn, which is told, or
 * after the one given; false when that is not legal. The game is the same again at return.
 */
float last_tile_best(struct last_tile *last_tile, tess_game *game, struct player_turn *best);
bool last_tile_turn(struct last_tile *last_tile, tess_game *game, const struct player_turn *turn, float *lead);

/*
 * In TESS_PHASE_PLACE with one tile, of `kind`, in the bag: fills `outcomes` with all turns of the tile in hand, and
 * with what each leads to if the other side replies with `reply`, as far as tile and reply do not touch. Returns how
 * many, or 0 when the reply is not legal as the game is or there are more than LAST_TILE_OUTCOMES.
 */
int last_tile_foresee(struct last_tile *last_tile, tess_game *game, int kind, const struct player_turn *reply,
                      struct last_tile_outcome outcomes[LAST_TILE_OUTCOMES]);

/* ---- The last tiles ---- */

/* How far the search looks. */
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
  struct last_tile_outcome *outcomes; /* with one tile in the bag */
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

/* Working memory of one search. Fields are the module's own, but for `nodes`. */
struct endgame {
  struct endgame_ply plies[ENDGAME_TILES]; /* by the tiles left in the bag */
  int16_t kinds[ENDGAME_TILES];            /* in the bag at the root */
  struct last_tile last_tile;
  tess_game *game;
  struct deadline deadline;
  bool over;
  uint64_t nodes; /* positions whose turns were judged */
};

/* `weights` must outlive it; endgame_close() frees it. */
void endgame_open(struct endgame *endgame, const struct evaluation_sets *weights);
void endgame_close(struct endgame *endgame);

/* True when few enough tiles are left, two sides, and no arrows: after an extra turn (CL-10.7) another seat would move
 * than the search thinks. */
bool endgame_is(const tess_game *game);

/* Solves a game in TESS_PHASE_PLACE or _MEEPLE for which endgame_is() holds: fills the turn and the expected lead of
 * the mover. False when the deadline is met before that. */
bool endgame_solve(struct endgame *endgame, const tess_game *game, struct deadline deadline,
                   struct player_candidate *best);

#endif
