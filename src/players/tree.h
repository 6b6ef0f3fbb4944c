/*
 * The tree of a search: nodes are drawn tiles, their branches the turns made of them, and each branch has the tiles
 * that may be drawn next, with the outcomes of its battles, as explicit chance. Values are each side's chance to win,
 * as the expected points tell it (max^n; Luckhardt and Irani 1986). A line of play ends some turns behind a new node:
 * a playout cut off by the evaluation (Lorentz 2008).
 */
#ifndef PLAYERS_TREE_H
#define PLAYERS_TREE_H

#include "players/turn_evaluator.h"

/* How a search looks for good turns; docs/understand/players.md tells where the numbers come from. */
struct tree_weights {
  float explore;            /* weight of turns that look good and were seldom tried (PUCT; Rosin 2011) */
  float prior_points;       /* a turn that promises so many points less is tried e times less */
  float scale, scale_tiles; /* points of lead that make a win e times as likely: the one, and the other times the root
                               of the tiles left */
  float guess;              /* visits for which the evaluation of a turn counts */
  int width;                /* turns kept of a node */
  uint32_t quick;           /* playouts of a search that judge a new node at once; after these ... */
  int ahead;                /* ... the game is played on for so many turns, each the best by the evaluation */
};

struct branch {
  struct player_turn turn;
  bool battle;
  float prior, guess; /* guess: the mover's chance to win by the evaluation */
  float lead;         /* of the mover by the evaluation, points */
  uint32_t visits;
  uint32_t outcome; /* first of those that were met, plus 1; 0: none yet */
  float total[TESS_MAX_PLAYERS];
};

struct node {
  uint32_t first; /* of its branches */
  uint16_t count;
  uint8_t side;
  uint32_t visits;
};

/* What chance made of a branch: the tile drawn and the ends of its battles. */
struct outcome {
  int16_t kind;
  uint32_t fights; /* the sides left after each throw, in order: digits of base 33 (their bits, plus 1), modulo 2^32 */
  uint32_t visits, node, next; /* `next`: plus 1, 0 ends */
};

struct tree {
  const struct tree_weights *weights;
  float scale; /* points, for the present root */
  int sides;
  uint64_t random; /* decides chance, with the number of the line after its branch */
  struct node *nodes;
  struct branch *branches;
  struct outcome *outcomes;
  uint32_t node_count, branch_count, outcome_count;
  uint32_t node_room, branch_room, outcome_room;
};

enum { TREE_ROOT = 0, TREE_DEEPEST = TESS_MAX_TILES };

/* Value of a line of play: each side's chance to win, and the points by which the root's side leads. */
struct tree_value {
  float win[TESS_MAX_PLAYERS];
  float lead;
};

void tree_free(struct tree *tree);

/* Begins anew with the turns of `game` as the root's branches; chance is decided by the number `random`. */
void tree_begin(struct tree *tree, const struct tree_weights *weights, struct turn_evaluator *evaluator,
                tess_game *game, uint64_t random);

/* One line of play from the root on `game`, a copy of the root's; it is somewhere else at return. The n-th line after
 * any branch of the root meets the same draws and dice. Returns the branch of the root that was taken. */
uint32_t tree_playout(struct tree *tree, struct turn_evaluator *evaluator, tess_game *game, struct tree_value *value);

/* Mean chance of the mover after a branch, its evaluation counted. */
float tree_branch_win(const struct tree *tree, const struct node *node, const struct branch *branch);

/* How the game would most likely go on after a branch: at most `room` turns into `line`. Returns how many. */
int tree_line(const struct tree *tree, uint32_t branch, struct player_move *line, int room);

#endif
