/*
 * The exact values of turns among the last tiles of a game of two sides: the expected lead, and the probability to win.
 * From the turn on, both sides play for the largest expected lead at the end, and of turns with the same lead they take
 * the one that wins more often. The alpha-beta search of endgame.h finds the turns of the largest lead; only those are
 * followed to the end.
 */
#ifndef PLAYERS_ENDING_H
#define PLAYERS_ENDING_H

#include "players/endgame.h"

/* The value of a turn for the side that takes it; a shared win counts half. */
struct ending_value {
  double lead, win;
};

enum {
  ENDING_STEPS = 96, /* steps that can be taken back: of ENDGAME_TILES turns with their battles */
  ENDING_TIES = 256  /* turns of a position that share the largest lead */
};

/* Two leads that differ by less are the same; the largest error of a lead by rounded odds of battles. */
#define ENDING_SAME 0.001
#define ENDING_ROUNDED 0.05

/* Working memory of one thread. */
struct ending {
  struct endgame endgame;
  tess_game *game;
  tess_undo *undos[ENDING_STEPS];
  uint64_t most, nodes; /* positions whose turns may be evaluated for one value, and those evaluated so far */
  bool over;            /* the value needs more than that, or more memory than there is */
};

/* Sets up the memory; ending_close() frees it. `weights` must outlive it. */
void ending_open(struct ending *ending, const struct evaluation_sets *weights);
void ending_close(struct ending *ending);

/*
 * In TESS_PHASE_PLACE of a game for which endgame_is() is true: finds the turn with the largest expected lead, and the
 * turn with the second largest. Returns false if the second is less than `apart` points behind, if there is only one
 * turn, or if more than `nodes` positions must be evaluated.
 */
bool ending_best(struct ending *ending, const tess_game *game, double apart, uint64_t nodes, struct player_turn *best,
                 struct player_turn *second);

/* Fills the exact value of a legal turn of such a game. Returns false if more than `nodes` positions must be
 * evaluated. */
bool ending_value(struct ending *ending, const tess_game *game, const struct player_turn *turn, uint64_t nodes,
                  struct ending_value *value);

#endif
