/*
 * The tree of a Monte Carlo search with explicit chance. A node is a position with a drawn tile; its edges are the
 * turns with that tile. Each edge has a list of the outcomes of chance that have come up after it: how its battles
 * ended and which tile was drawn next, each with the node that follows. Values are each side's probability to win,
 * computed from the expected points (max^n; Luckhardt and Irani 1986). A playout ends some turns after a new node: a
 * rollout cut off by the evaluation (Lorentz 2008).
 */
#ifndef PLAYERS_TREE_H
#define PLAYERS_TREE_H

#include "players/evaluation.h"

/* A legal turn of a node. */
struct edge {
  struct player_turn turn;
  bool battle;
  float prior;     /* share of the visits that the evaluation alone would give the turn; the sum over a node is 1 */
  float prior_win; /* probability that the mover wins, by the evaluation */
  float lead;      /* lead of the mover in points, by the evaluation */
  uint32_t visits;
  uint32_t outcome;              /* index of the latest outcome plus 1; 0: none yet */
  float total[TESS_MAX_PLAYERS]; /* each side's probability to win, summed over the visits */
};

/* A position in which a tile is drawn but not yet laid. */
struct node {
  uint32_t first; /* index of its first edge; the others follow, sorted by the evaluation, best first */
  uint16_t count; /* number of edges */
  uint8_t side;   /* the side to move */
  uint32_t visits;
};

/* An outcome of chance after an edge. */
struct chance_outcome {
  int16_t kind;          /* the tile drawn next */
  uint64_t fights;       /* one digit in base 33 for each throw, in order: 1 + a bit for each side left after it */
  uint32_t visits, node; /* index of the node */
  uint32_t next;         /* index of the edge's next outcome plus 1; 0: this is the last */
};

/* The tree of one search: growing arrays of nodes, edges and outcomes. tree_free() frees it. */
struct tree {
  const struct tree_weights *weights;
  float scale; /* lead in points that makes a win e times as likely, for the present root */
  int sides;
  uint64_t random; /* seed of chance, together with the number of the playout after its edge of the root */
  struct node *nodes;
  struct edge *edges;
  struct chance_outcome *outcomes;
  uint32_t node_count, edge_count, outcome_count;
  uint32_t node_room, edge_room, outcome_room;
};

/* The index of the root; the maximum number of edges from the root to a leaf. */
enum { TREE_ROOT = 0, TREE_DEEPEST = TESS_MAX_TILES };

/* The value of a playout: each side's probability to win, and the lead of the root's side in points. */
struct tree_value {
  float win[TESS_MAX_PLAYERS];
  float lead;
};

/* Frees the memory of a tree; a tree that is all zero has none. */
void tree_free(struct tree *tree);

/* Starts a new tree with the turns of `game` as the edges of the root; `random` is the seed of chance. `*tree` must be
 * all zero before the first call. `weights` must outlive the tree. */
void tree_begin(struct tree *tree, const struct tree_weights *weights, struct turn_evaluator *evaluator,
                tess_game *game, uint64_t random);

/* Plays one playout from the root. On entry `game` is a copy of the root's game; on return it is a later position. The
 * n-th playout after any edge of the root meets the same draws and dice. Returns the index of the root's edge that was
 * taken. */
uint32_t tree_playout(struct tree *tree, struct turn_evaluator *evaluator, tess_game *game, struct tree_value *value);

/* The principal variation after an edge: the most likely continuation of the game, at most `room` turns, written to
 * `line`. Returns their number. */
int tree_principal_variation(const struct tree *tree, uint32_t edge, struct player_move *line, int room);

#endif
