/* The numbers by which positions are judged and trees are searched; docs/understand/players.md tells where they come
 * from. */
#ifndef PLAYERS_WEIGHTS_H
#define PLAYERS_WEIGHTS_H

#include "rules/game.h"

/* The log odds that a realm will be completed: a constant, and what each open end, the logarithm of the turns left to a
 * seat, and the fill cost of the cells beside it (realm_forecast.h) add. */
struct completion_weights {
  float constant, open, turns, fill;
};

/* By these a position is judged, in points and turns of a seat. */
struct evaluation_weights {
  struct completion_weights completion[TESS_TYPE_COUNT];
  float rate;          /* how likely an open end is closed by each tile left that fits there */
  float far;           /* fill cost of a cell beside a centre which has no neighbour yet */
  float gain, growth;  /* shares that count of what completion would add, with its tiles so far and with more */
  float supply[SLOTS]; /* what the first, second, ... meeple in supply is worth */
  float large, abbot;  /* the same of these, in addition to it */
  float supply_turns;  /* with fewer turns left than this, a meeple is worth less in proportion */
  float back;          /* share of a meeple's worth that counts when it is likely to come back */
  float meeting;       /* how likely realms of different sides are joined at a cell where that is easy */
  float siege;         /* how likely a planet is attacked that one can still lay tiles beside */
  float city;          /* chance that an open city beside a field is completed which nobody stands on */
  float tempo;         /* what a turn adds to the lead of its side, on average */
};

/* The weights by tess_rules: for two players, and for more, where each of the others does less of what they could do to
 * one. They must outlive whoever is given them. */
struct evaluation_sets {
  const struct evaluation_weights *two[2], *more[2];
};

/* By these a tree is searched (tree.h). */
struct tree_weights {
  float explore;            /* weight of turns that look good and were seldom tried: the constant of PUCT */
  float prior_points;       /* a turn that promises so many points less is tried e times less */
  float scale, scale_tiles; /* points of lead that make a win e times as likely: the one, and the other times the root
                               of the tiles left */
  float prior_visits;       /* visits for which the evaluation of a turn counts */
  int width;                /* turns kept of a node */
  uint32_t quick_playouts;  /* the first playouts of a search, which end at their new node; in those after them ... */
  int rollout_turns;        /* ... the game is played on for so many turns */
};

/* How `mcts` plays: its player_kind.settings. */
struct mcts_settings {
  struct tree_weights tree;
  struct evaluation_sets evaluation;
};

/* The settings of the kind `mcts`. */
extern const struct mcts_settings mcts_settings;

#endif
