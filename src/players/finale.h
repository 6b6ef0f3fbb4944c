/*
 * The last tile of a game of two sides, exactly: with an empty bag a turn is worth the points that follow from it at
 * once, and battles by their odds.
 */
#ifndef PLAYERS_FINALE_H
#define PLAYERS_FINALE_H

#include "players/odds.h"
#include "players/player.h"
#include "players/realm_forecast.h"

/* A turn before the last one, and the lead of its side after the reply that was foreseen, or FINALE_UNKNOWN. */
struct finale_outcome {
  struct player_turn turn;
  float lead;
};

enum { FINALE_OUTCOMES = 1024 };
#define FINALE_UNKNOWN 1e9f

/* Working memory of one thread. */
struct finale {
  struct battle_odds odds[TESS_MAX_DICE][TESS_MAX_DICE]; /* by the dice of both sides, less 1 */
  tess_undo *undo, *replied;
  tess_game *game; /* with the reply that was foreseen */
  unsigned tiles;  /* that lay at finale_begin() */
  int border_count;
  struct field_border borders[TESS_MAX_SEGMENTS];
};

/* finale_close() frees it. */
void finale_open(struct finale *finale);
void finale_close(struct finale *finale);

/* Makes ready for positions in which the tiles of `game` lie as they do there, and some more. */
void finale_begin(struct finale *finale, const tess_game *game);

/*
 * In TESS_PHASE_PLACE with an empty bag: the expected lead of the side to move after its best turn, which is told, or
 * after the one given; false when that is not legal. The game is the same again at return.
 */
float finale_best(struct finale *finale, tess_game *game, struct player_turn *best);
bool finale_turn(struct finale *finale, tess_game *game, const struct player_turn *turn, float *lead);

/*
 * In TESS_PHASE_PLACE with one tile, of `kind`, in the bag: fills `outcomes` with all turns of the tile in hand, and
 * with what each leads to if the other side replies with `reply`, as far as tile and reply do not touch. Returns how
 * many, or 0 when the reply is not legal as the game is or there are more than FINALE_OUTCOMES.
 */
int finale_foresee(struct finale *finale, tess_game *game, int kind, const struct player_turn *reply,
                   struct finale_outcome outcomes[FINALE_OUTCOMES]);

#endif
