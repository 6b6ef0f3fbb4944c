/*
 * The searching player: Monte Carlo tree search with explicit chance (tree.h) whose leaves are judged realm by realm
 * (evaluation.h). Every thread grows a tree of its own, and the visits of their roots are added up (root
 * parallelisation; Chaslot, Winands, van den Herik 2008).
 */
#ifndef PLAYERS_MCTS_H
#define PLAYERS_MCTS_H

#include "players/tree.h"

/* How it plays: player_kind.settings. */
struct mcts_settings {
  struct tree_weights tree;
  struct evaluation_sets evaluation;
};

extern const struct mcts_settings mcts_settings;
extern const struct player_kind mcts_kind;

#endif
