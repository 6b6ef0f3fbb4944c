/* The numbers by which positions are evaluated and trees are searched; docs/understand/players.md explains where they
 * come from. */
#ifndef PLAYERS_WEIGHTS_H
#define PLAYERS_WEIGHTS_H

#include "rules/game.h"

/* The log odds that a realm will be completed. They are a constant, plus terms for each open end, for the logarithm of
 * a seat's turns left, and for the fill cost of the cells next to the realm (realm_forecast.h). */
struct completion_weights {
  float constant, open, turns, fill;
};

/* The weights of the evaluation, in points and in turns of a seat. */
struct evaluation_weights {
  struct completion_weights completion[TESS_TYPE_COUNT];
  float rate;          /* rate at which each fitting tile closes an open end */
  float far;           /* fill cost of a cell next to a centre that has no neighbour yet */
  float gain, growth;  /* shares of what completion would add that count: with the present tiles, and with more tiles */
  float supply[SLOTS]; /* value of the first, second, ... meeple in supply */
  float large, abbot;  /* additional value of these pieces */
  float supply_turns;  /* with fewer turns left than this, the value of a meeple falls in proportion */
  float back;          /* share of a meeple's value that counts if it is likely to return */
  float meeting;       /* probability that realms of different sides are joined at a cell where that is easy */
  float siege;         /* probability that a planet is attacked that still has free cells around it */
  float city;          /* probability that an unoccupied open city next to a field is completed */
  float tempo;         /* what a turn adds to the lead of its side on average */
};

/* The weights by tess_rules and number of players: for two, and for more, because each of several opponents harms a
 * player less than a single one. They must outlive every object that uses them. */
struct evaluation_sets {
  const struct evaluation_weights *two[2], *more[2];
};

/* The weights of the tree search (tree.h). */
struct tree_weights {
  float explore;            /* weight of turns that look good and were seldom tried: the constant of PUCT */
  float prior_points;       /* a turn that is this many points behind is tried e times less */
  float scale, scale_tiles; /* lead in points that makes a win e times as likely: a constant, plus a factor for the
                               square root of the tiles left */
  float prior_visits;       /* number of visits for which a turn's evaluation counts */
  int width;                /* number of turns kept at a node */
  uint32_t quick_playouts;  /* number of first playouts of a search that end at their new node */
  int rollout_turns;        /* turns that later playouts play on from their new node */
};

/* How `mcts` plays: its player_kind.settings. */
struct mcts_settings {
  struct tree_weights tree;
  struct evaluation_sets evaluation;
};

/* The settings of the kind `mcts`. */
extern const struct mcts_settings mcts_settings;

#endif
