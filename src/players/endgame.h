/*
 * Solves the last tiles of a game of two sides exactly. It searches all turns, draws and battles for the turn with the
 * largest expected lead at the end of the game, if both sides play that way. The search is alpha-beta with Star2 at the
 * draws (Ballard 1983): it first tries one answer to each tile, and drops a turn as soon as those answers show that it
 * is bad enough. No search is needed for the last tile: the bag is empty, so a turn is worth the points that it scores
 * immediately, with battles weighted by their odds.
 */
#ifndef PLAYERS_ENDGAME_H
#define PLAYERS_ENDGAME_H

#include "players/evaluation.h"
#include "players/player.h"

/* ---- The last tile ---- */

/* A turn before the last one, and the lead of its side after the expected reply, or LAST_TILE_UNKNOWN. */
struct last_tile_outcome {
  struct player_turn turn;
  float lead;
};

/* Maximum number of turns that last_tile_foresee() returns. */
enum { LAST_TILE_OUTCOMES = 1024 };
/* Larger than any lead: the outcome is unknown. */
#define LAST_TILE_UNKNOWN 1e9f

/* Working memory of one thread. */
struct last_tile {
  struct battle_odds odds[TESS_MAX_DICE][TESS_MAX_DICE]; /* by the numbers of dice of both sides, minus 1 */
  tess_undo *undo, *replied;
  tess_game *game; /* the game with the expected reply played */
  unsigned tiles;  /* number of tiles at last_tile_begin() */
  int border_count;
  struct field_border borders[TESS_MAX_SEGMENTS];
};

/* Sets up the memory; last_tile_close() frees it. */
void last_tile_open(struct last_tile *last_tile);
void last_tile_close(struct last_tile *last_tile);

/* Prepares for positions that have the tiles of `game` and some more. */
void last_tile_begin(struct last_tile *last_tile, const tess_game *game);

/*
 * In TESS_PHASE_PLACE with an empty bag: last_tile_best() returns the expected lead of the side to move after its best
 * turn and fills `*best`. last_tile_turn() computes the lead after the given turn; it returns false if that turn is
 * illegal. Afterwards `game` is as before.
 */
float last_tile_best(struct last_tile *last_tile, tess_game *game, struct player_turn *best);
bool last_tile_turn(struct last_tile *last_tile, tess_game *game, const struct player_turn *turn, float *lead);

/*
 * In TESS_PHASE_PLACE with one tile, of `kind`, in the bag: fills `outcomes` with all turns of the drawn tile, and with
 * the lead of each if the other side answers with `reply`. The lead is known only for turns that do not interact with
 * the reply. Returns the number of outcomes; 0 if the reply is not legal on the present board or there are more than
 * LAST_TILE_OUTCOMES turns.
 */
int last_tile_foresee(struct last_tile *last_tile, tess_game *game, int kind, const struct player_turn *reply,
                      struct last_tile_outcome outcomes[LAST_TILE_OUTCOMES]);

/* ---- The last tiles ---- */

/* Limits of the search. */
enum {
  ENDGAME_TILES = 4,  /* the drawn tile and those in the bag */
  ENDGAME_FIGHTS = 8, /* battles in one turn */
  ENDGAME_KILLERS = 4 /* killer turns: answers that were good elsewhere and are tried first */
};

/* The answers to a drawn tile, as far as they have been searched. */
struct endgame_answers {
  struct turn_evaluator evaluator;
  bool judged;
  int killers_tried, tried;
  struct last_tile_outcome *outcomes; /* used with one tile in the bag */
  float best, most; /* the lead of the mover is at least this after `chosen`, and at most that after those tried */
  struct player_turn chosen;
};

/* Recent good answers to a kind of tile. */
struct endgame_killers {
  int count;
  struct player_turn turns[ENDGAME_KILLERS];
};

/* Memory for the tile of one turn. */
struct endgame_ply {
  struct endgame_answers *answers; /* one entry for each kind that may have been drawn */
  struct endgame_killers killers[ENDGAME_TILES];
  tess_undo *drawn, *placed, *decided, *fought[ENDGAME_FIGHTS];
};

/* Working memory of one search. Only `nodes` and `over` are for callers. */
struct endgame {
  struct endgame_ply plies[ENDGAME_TILES]; /* by the number of tiles left in the bag */
  int16_t kinds[ENDGAME_TILES];            /* the kinds in the bag at the root */
  struct last_tile last_tile;
  tess_game *game;
  struct deadline deadline;
  bool over;
  uint64_t nodes; /* number of positions whose turns were evaluated */
};

/* Sets up the memory; endgame_close() frees it. `weights` must outlive it. */
void endgame_open(struct endgame *endgame, const struct evaluation_sets *weights);
void endgame_close(struct endgame *endgame);

/* True if few enough tiles are left, and the game has two sides and no arrows. With arrows, an extra turn (CL-10.7)
 * would change which seat moves next, and the search does not handle that. */
bool endgame_is(const tess_game *game);

/* Solves a game in TESS_PHASE_PLACE or _MEEPLE for which endgame_is() is true: fills the turn and the expected lead of
 * its side. Returns false if the deadline passes first. */
bool endgame_solve(struct endgame *endgame, const tess_game *game, struct deadline deadline,
                   struct player_candidate *best);

/* ---- The other turns, after endgame_solve() has solved a game ---- */

/* The number of turns, and the turn at a place (0-based) in the order of their evaluation. With an empty bag its `lead`
 * is exact but for the rounding of the odds of battles. */
int endgame_turn_count(const struct endgame *endgame);
const struct turn *endgame_turn_at(const struct endgame *endgame, int place);

/* The expected lead after a turn of the game if it is above `low`; otherwise a number that is at most `low`. The search
 * has the deadline of endgame_solve(); when that passes, `endgame->over` is true and the result is unusable. */
float endgame_turn_lead(struct endgame *endgame, const struct player_turn *turn, float low);

#endif
