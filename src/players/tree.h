/*
 * The tree of a Monte Carlo search with explicit chance. A node is a drawn tile, its edges are the turns made of it,
 * and each edge has the outcomes of chance that were met after it: how its battles ended and which tile was drawn next,
 * each with the node that it leads to. Values are each side's chance to win, as the expected points tell it (max^n;
 * Luckhardt and Irani 1986). A playout ends some turns behind a new node: a rollout cut off by the evaluation (Lorentz
 * 2008).
 */
#ifndef PLAYERS_TREE_H
#define PLAYERS_TREE_H

#include "players/evaluation.h"

/* A turn that may be taken at a node. */
struct edge {
  struct player_turn turn;
  bool battle;
  float prior;     /* share of the visits that the evaluation alone would give it; those of a node add up to 1 */
  float prior_win; /* the mover's chance to win by the evaluation */
  float lead;      /* of the mover by the evaluation, points */
  uint32_t visits;
  uint32_t outcome;              /* index of the latest outcome, plus 1; 0: none yet */
  float total[TESS_MAX_PLAYERS]; /* each side's chances to win, summed over the visits */
};

/* A position in which a tile was drawn and waits to be laid. */
struct node {
  uint32_t first; /* index of its first edge; the others follow, the best by the evaluation first */
  uint16_t count; /* of edges */
  uint8_t side;   /* the mover */
  uint32_t visits;
};

/* What chance made of an edge. */
struct chance_outcome {
  int16_t kind;          /* the tile drawn next */
  uint64_t fights;       /* for each throw, in order, a digit of base 33: 1 + the sides left after it, a bit each */
  uint32_t visits, node; /* index of the node */
  uint32_t next;         /* index of the next outcome of the edge, plus 1; 0: it is the last */
};

/* The tree of one search: nodes, edges and outcomes in arrays that grow. Released with tree_free(). */
struct tree {
  const struct tree_weights *weights;
  float scale; /* points of lead that make a win e times as likely, for the present root */
  int sides;
  uint64_t random; /* decides chance, with the number of the playout after its edge of the root */
  struct node *nodes;
  struct edge *edges;
  struct chance_outcome *outcomes;
  uint32_t node_count, edge_count, outcome_count;
  uint32_t node_room, edge_room, outcome_room;
};

/* The index of the root, and the most edges from it to a leaf. */
enum { TREE_ROOT = 0, TREE_DEEPEST = TESS_MAX_TILES };

/* Value of a playout: each side's chance to win, and the points by which the root's side leads. */
struct tree_value {
  float win[TESS_MAX_PLAYERS];
  float lead;
};

/* Frees the memory of a tree; one that is all zero has none. */
void tree_free(struct tree *tree);

/* Begins anew with the turns of `game` as the root's edges; chance is decided by the number `random`. `*tree` is all
 * zero before the first time. `weights` must outlive it. */
void tree_begin(struct tree *tree, const struct tree_weights *weights, struct turn_evaluator *evaluator,
                tess_game *game, uint64_t random);

/* One playout from the root on `game`, a copy of the root's; it is somewhere else at return. The n-th playout after any
 * edge of the root meets the same draws and dice. Returns the index of the edge of the root that was taken. */
uint32_t tree_playout(struct tree *tree, struct turn_evaluator *evaluator, tess_game *game, struct tree_value *value);

/* The principal variation behind an edge: how the game would most likely go on, at most `room` turns into `line`.
 * Returns how many. */
int tree_principal_variation(const struct tree *tree, uint32_t edge, struct player_move *line, int room);

#endif
