/*
 * libtessera-players: computer players. They choose turns, give reasons, and evaluate positions. A player sees a game
 * as people at the table do: it never sees the order of the stack or future dice.
 *
 * The library keeps no global variable and prints nothing. It reads the clock only for a budget in time, and starts
 * threads only for a player created with more than one. Threads may use different players at the same time, but only
 * one thread may use a player at a time; any thread may call tess_player_stop(). A player from tess_player_new() is
 * released with tess_player_free(). The library looks into the games of libtessera and must be of exactly the same
 * version.
 *
 * assert() catches null pointers and other programming errors. When memory runs out, the program ends with a message on
 * standard error.
 */
#ifndef TESSERA_PLAYERS_H
#define TESSERA_PLAYERS_H

#include <tessera/tessera.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TESS_MAX_CANDIDATES = 16,    /* turns in a tess_advice */
  TESS_MAX_LINE = 6,           /* expected turns after a candidate */
  TESS_MAX_THREADS = 64,       /* threads of one player */
  TESS_DEFAULT_PLAYOUTS = 4000 /* playouts a turn of `mcts` in `tessera play` */
};

typedef struct tess_player tess_player; /* opaque */

/* The name of the player with this index (0-based): "random", "greedy", "expectimax", "mcts", and "level-1" to
 * "level-8" for people. NULL after the last. */
TESS_API const char *tess_player_name(int index);
/* One English line about the player with this index; NULL after the last. */
TESS_API const char *tess_player_summary(int index);

/* Creates a player of this name, whose own random numbers start from `seed`. It searches with `threads` threads (1 to
 * TESS_MAX_THREADS). With one thread and a budget in playouts it makes the same choices on every machine. Returns NULL
 * if the name is unknown or the number of threads out of range. */
TESS_API tess_player *tess_player_new(const char *name, uint64_t seed, int threads);
/* Releases a player; NULL is allowed. */
TESS_API void tess_player_free(tess_player *player);

/* The budget of one choice. The first limit that is reached ends the search. At least one limit must be above 0.
 * "random", "greedy" and the levels that do not search ignore the limits. */
typedef struct tess_budget {
  uint64_t playouts;     /* lines of play examined; 0: no limit */
  uint32_t milliseconds; /* of real time; 0: no limit */
  uint32_t processor;    /* milliseconds of processor time, all threads together; 0: no limit */
} tess_budget;

/* An expected later turn: the tile drawn, and the turn with it. */
typedef struct tess_foreseen {
  int16_t kind;
  tess_turn turn;
} tess_foreseen;

/* A turn that the player examined. Players that do not search fill in `difference` only, by their own measure. */
typedef struct tess_candidate {
  tess_turn turn;
  double win;                        /* probability that the side to act wins, 0 to 1; a shared win counts in part */
  double difference;                 /* expected final lead over the best other side, in points */
  double error;                      /* standard error of `difference` */
  uint64_t visits;                   /* playouts that began with this turn */
  int line_length;                   /* entries of `line` */
  tess_foreseen line[TESS_MAX_LINE]; /* the most likely continuation */
} tess_candidate;

/* A choice with its reasons. */
typedef struct tess_advice {
  uint64_t playouts;                              /* playouts in total */
  int count;                                      /* entries of `candidates`, at least 1 */
  tess_candidate candidates[TESS_MAX_CANDIDATES]; /* the chosen turn first, then the others, best first */
} tess_advice;

/*
 * Chooses without playing: in TESS_PHASE_PLACE a whole turn, in which the drawn tile has the index that it will get,
 * tess_game_tiles(); in TESS_PHASE_MEEPLE a decision, with a placement that is all zero. Returns TESS_ERROR_BAD_PHASE
 * in any other phase, and TESS_ERROR_BAD_OPTIONS for a budget without a limit; `*advice` is then unchanged.
 */
TESS_API tess_error tess_player_advise(tess_player *player, const tess_game *game, const tess_budget *budget,
                                       tess_advice *advice);

/* Chooses as above and plays the chosen placement and decision. `advice` may be NULL. The caller draws and throws. */
TESS_API tess_error tess_player_play(tess_player *player, tess_game *game, const tess_budget *budget,
                                     tess_advice *advice);

/* With true, makes the player answer at once, in this search and in all later ones, until a call with false. Any thread
 * may call it. */
TESS_API void tess_player_stop(tess_player *player, bool stop);

/* Evaluates a position as "mcts" does: `values` receives the expected final points of each side, and 0 for indices from
 * tess_game_sides() on. In TESS_PHASE_PLACE and TESS_PHASE_MEEPLE the values are those after the best turn of the seat
 * to act; in TESS_PHASE_OVER they are the final scores. */
TESS_API void tess_game_promise(const tess_game *game, double values[TESS_MAX_PLAYERS]);

/* Returns the milliseconds (at least 1) that a player should spend on this turn, with `left` milliseconds for all
 * remaining turns and `increment` added after each. A player who spends no more never runs out of time. */
TESS_API uint32_t tess_time_share(const tess_game *game, uint32_t left, uint32_t increment);

#ifdef __cplusplus
}
#endif

#endif
