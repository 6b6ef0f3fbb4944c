/*
 * A puzzle: a position whose best turn is clear, with what the main wrong answers give away, the themes of the best
 * turn, and the lowest level of computer player that finds it. Endings are solved exactly; in the middle of a game the
 * searching player must agree with itself over several seeds.
 */
#ifndef CLI_PUZZLE_H
#define CLI_PUZZLE_H

#include "notation/tile_set.h"
#include "players/ending.h"
#include "players/player.h"

/* The bounds of a puzzle: how far the second turn is behind in points and in games won, and in which positions of the
 * middle of a game nothing is decided yet. */
#define PUZZLE_ENDING_POINTS 1.0
#define PUZZLE_ENDING_WIN 0.05
#define PUZZLE_MIDGAME_POINTS 1.5
#define PUZZLE_MIDGAME_WIN 0.06
#define PUZZLE_OPEN_WIN 0.1

enum {
  PUZZLE_WRONG = 4,             /* wrong answers of a puzzle */
  PUZZLE_SEEDS = 3,             /* searches that must agree about a turn in the middle of a game */
  PUZZLE_ENDING_LEAST = 2,      /* tiles left, the drawn one included, in an ending; ENDGAME_TILES at most */
  PUZZLE_TILES = 9,             /* tiles laid before the first puzzle of a game */
  PUZZLE_NODES = 60000,         /* positions that may be evaluated to solve one turn of an ending */
  PUZZLE_UNSOLVED = LEVELS + 1, /* the level of a puzzle that no level solves */
  PUZZLE_NAME = 32              /* size of a name with its final zero */
};

/* What a best turn does. X(number, name) in the order in which `why` names the first that applies. */
#define PUZZLE_THEMES(X)                                                                                               \
  X(0, arrow)    /* it activates an arrow (CL-10) */                                                                   \
  X(1, battle)   /* it begins a battle (SW-4.1) */                                                                     \
  X(2, beside)   /* it places a meeple on a planet beside the tile */                                                  \
  X(3, theft)    /* it joins an own field with a field that only others held (CL-6) */                                 \
  X(4, majority) /* it joins an own road or city with one that only others held (CL-4.5) */                            \
  X(5, hole)     /* no tile of the bag can complete a realm that only others hold any more */                          \
  X(6, complete) /* it completes a realm that scores for the mover */                                                  \
  X(7, last)     /* it places the mover's last meeple */

/* An answer to a puzzle. */
struct puzzle_answer {
  struct player_turn turn;
  struct ending_value value;
  int line_length; /* of the turns that follow, in the middle of a game */
  struct player_move line[PLAYER_LINE];
};

struct puzzle {
  bool ending;
  struct puzzle_answer best;
  int wrong_count; /* at least 1; the one that gives the least away first */
  struct puzzle_answer wrong[PUZZLE_WRONG];
  int level;             /* 1 to LEVELS, or PUZZLE_UNSOLVED */
  unsigned themes;       /* one bit for each of PUZZLE_THEMES */
  char why[PUZZLE_NAME]; /* the key of a sentence, as `battle.planet` */
};

/* Working memory of one thread. */
struct puzzle_maker;

/* Allocates it for a search of `playouts` (at least 1) for each turn in the middle of a game, which `stop` may
 * interrupt. puzzle_maker_close() frees it. */
struct puzzle_maker *puzzle_maker_open(uint64_t playouts, const atomic_bool *stop);
void puzzle_maker_close(struct puzzle_maker *maker);

/*
 * In TESS_PHASE_PLACE of a game of two sides: makes a puzzle of the position, which depends on nothing else. The first
 * is for games for which endgame_is() is true, the second for all others. Both return false if the position makes no
 * puzzle, as when two turns are about as good.
 */
bool puzzle_of_ending(struct puzzle_maker *maker, const tess_game *game, struct puzzle *puzzle);
bool puzzle_of_midgame(struct puzzle_maker *maker, const tess_game *game, struct puzzle *puzzle);

/* Appends the members of a puzzle to an open JSON object (docs/lookup/puzzles.md). `set` is the set of the game. */
void puzzle_write(struct puzzle_maker *maker, const tess_game *game, const struct tile_set *set,
                  const struct puzzle *puzzle, struct text *text);

#endif
