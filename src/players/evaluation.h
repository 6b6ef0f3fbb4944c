/*
 * What a position promises each side: the expected points at the end of the game, realm by realm. A realm counts what
 * it is worth now and, by the chance that it will be completed with the tiles left in the bag, what completion would
 * add; meeples count while there are turns to use them. With an empty bag the value is the final score exactly.
 *
 * The evaluation reads the game's own memory (rules/game.h): it is asked hundreds of thousands of times a second.
 */
#ifndef PLAYERS_EVALUATION_H
#define PLAYERS_EVALUATION_H

#include "players/cells.h"

enum {
  EVALUATION_OUTLOOKS = 64, /* realms looked at: of all meeples and of the last tile */
  EVALUATION_MEETINGS = 64  /* cells looked at where two of them may become one */
};

/* The log odds that a realm will be completed: a constant, and what each open end, the logarithm of the turns left to a
 * seat, and the doubts about the cells beside it add. */
struct completion_weights {
  float constant, open, turns, doubt;
};

/* The numbers by which positions are judged, in points and turns of a seat; docs/players.md tells where they come from.
 */
struct evaluation_weights {
  struct completion_weights completion[TESS_TYPE_COUNT];
  float rate;          /* how likely an open end is closed by each tile left that fits there */
  float far;           /* the tiles that are taken to fit a cell beside a centre which has no neighbour yet */
  float gain, growth;  /* shares that count of what completion would add, with its tiles now and with more */
  float supply[SLOTS]; /* what the first, second, ... meeple in supply is worth */
  float large, abbot;  /* the same of these, in addition to it */
  float supply_turns;  /* with fewer turns left than this, a meeple is worth less in proportion */
  float back;          /* share of a meeple's worth that counts when it is likely to come back */
  float meeting;       /* how likely realms of different sides are joined at a cell where that is easy */
  float city;          /* chance that an open city beside a field is completed that nobody looks at */
  float tempo;         /* what a turn adds to the lead of its side, on average */
};

/* A realm and what it promises the sides that score it. */
struct outlook {
  tess_spot spot; /* one of its segments */
  uint16_t root;
  uint8_t type;
  uint8_t sides; /* bit i: side i scores it */
  bool complete;
  uint8_t strength; /* Star Wars: dice of its side in a battle; classic: meeples of those who score it */
  float doubt;      /* sum over the open cells beside it: minus the logarithm of the chance to close each */
  float chance;     /* of completion */
  float value;      /* expected points */
};

/* Two realms, by their place among the outlooks, that a tile on one cell may join, and how easily: 0 to 1. */
struct meeting {
  uint8_t one, other;
  float ease;
};

/* A field segment that touches cities: its node, and bit i for the city at `tile` + i. */
struct border {
  uint16_t field, tile, touched;
};

/* A seat's meeples: in the supply, those expected to come back there, and what the special ones are worth besides. */
struct hand {
  int meeples;
  float back, extra;
};

/* Working memory of one thread. */
struct evaluator {
  const struct evaluation_weights *sets;    /* by tess_rules */
  const struct evaluation_weights *weights; /* for the present game */
  uint8_t players;                          /* that `doubt` was made for; 0: none yet */
  float doubt[CELLS_FITS];                  /* about a cell by the tiles that fit there */
  float turns, log_turns;                   /* left for each seat after the present one */
  uint8_t place[TESS_MAX_SEGMENTS];         /* of a root's outlook, plus 1; 0: it has none */
  struct hand hands[TESS_MAX_PLAYERS];
  float beats[TESS_MAX_DICE + 1][TESS_MAX_DICE + 1]; /* chance that so many dice win against so many */
  int meeting_count;
  struct meeting meetings[EVALUATION_MEETINGS];
  int count;
  struct outlook outlooks[EVALUATION_OUTLOOKS];
  unsigned tiles; /* that lay at evaluation_begin() */
  int border_count;
  struct border borders[TESS_MAX_SEGMENTS];
  struct cells cells;
};

/* Makes the evaluator ready for positions with the bag of `game`. Before the first time `evaluator` is all zero but
 * for `sets`. */
void evaluation_begin(struct evaluator *evaluator, const tess_game *game);

/* Tells the evaluator that a tile was laid at x,y, or taken back from there, since evaluation_begin(). */
void evaluation_laid(struct evaluator *evaluator, const tess_game *game, int x, int y);

/*
 * Fills `values` of every side: the points expected at the end of the game. In TESS_PHASE_MEEPLE as if nothing were
 * placed and nothing fought, and the realms where a meeple may be placed are looked at as well for
 * evaluation_add_decision(); otherwise in TESS_PHASE_DRAW.
 */
void evaluation_values(struct evaluator *evaluator, const tess_game *game, float values[TESS_MAX_PLAYERS]);

/* Adds what a decision of the seat to act changes, after evaluation_values() of the same position in TESS_PHASE_MEEPLE.
 * Not for decisions that lead to a battle. */
void evaluation_add_decision(const struct evaluator *evaluator, const tess_game *game, tess_decision decision,
                             float values[TESS_MAX_PLAYERS]);

#endif
