/*
 * libtessera-players: computer players. They choose turns, tell why, and judge positions. A player sees a game as the
 * people at the table do: never the order of the stack, nor the dice to come.
 *
 * The library keeps no global and prints nothing; it reads the clock only for a budget in time, and starts threads only
 * for a player that was made with more than one. Different players may be used by different threads at once, one player
 * by one thread at a time; tess_player_stop() may be called by any. It allocates: what tess_player_new() gives is
 * released with tess_player_free(). It looks into the games of libtessera and is of the very same version.
 *
 * Null pointers and other programming errors are caught by assert(). A program that is out of memory ends with a
 * message on standard error.
 */
#ifndef TESSERA_PLAYERS_H
#define TESSERA_PLAYERS_H

#include <tessera/tessera.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TESS_MAX_CANDIDATES = 16,    /* turns that a player tells about */
  TESS_MAX_LINE = 6,           /* turns that it foresees after one */
  TESS_MAX_THREADS = 64,       /* of one player */
  TESS_DEFAULT_PLAYOUTS = 4000 /* what `tessera play` lets `mcts` spend on a turn */
};

typedef struct tess_player tess_player; /* opaque */

/* The names of all players, from index 0 on: "random", "greedy", "expectimax", "mcts", and "level-1" to "level-8" for
 * people. NULL after the last. */
TESS_API const char *tess_player_name(int index);
/* One English line about the player of this index; NULL after the last. */
TESS_API const char *tess_player_summary(int index);

/* A player of this name. Its own chance starts from `seed`; it searches with `threads` threads (1 to TESS_MAX_THREADS).
 * With a budget in playouts and one thread, what it chooses is the same on every machine. NULL if there is no player of
 * this name, or for any other number of threads. */
TESS_API tess_player *tess_player_new(const char *name, uint64_t seed, int threads);
/* NULL is allowed. */
TESS_API void tess_player_free(tess_player *player);

/* What may be spent on one choice; whichever limit is met first ends it. One at least is above 0. "random", "greedy"
 * and the levels that do not search take what they need. */
typedef struct tess_budget {
  uint64_t playouts;     /* lines of play looked at; 0: no such limit */
  uint32_t milliseconds; /* by the clock; 0: no such limit */
  uint32_t processor;    /* milliseconds of processor time of all threads together; 0: no such limit */
} tess_budget;

/* A turn that may follow: the tile drawn for it, and what is done with it. */
typedef struct tess_foreseen {
  int16_t kind;
  tess_turn turn;
} tess_foreseen;

/* A turn that was thought about. Players that do not search tell `difference` alone, by their own measure of a lead. */
typedef struct tess_candidate {
  tess_turn turn;
  double win;                        /* probability that the own side wins, a shared win in parts: 0 to 1 */
  double difference;                 /* expected points at the end of the game ahead of the best other side */
  double error;                      /* standard error of `difference` */
  uint64_t visits;                   /* playouts that began with it */
  int line_length;                   /* of `line` */
  tess_foreseen line[TESS_MAX_LINE]; /* how the players would most likely go on */
} tess_candidate;

/* A choice with its reasons. */
typedef struct tess_advice {
  uint64_t playouts;                              /* looked at in all */
  int count;                                      /* of `candidates`, at least 1 */
  tess_candidate candidates[TESS_MAX_CANDIDATES]; /* the chosen one first, the others by preference */
} tess_advice;

/*
 * What the player would do: in TESS_PHASE_PLACE a whole turn, a spot on the tile itself by the index that the tile will
 * have, tess_game_tiles(); in TESS_PHASE_MEEPLE a decision, with a placement that is all zero. TESS_ERROR_BAD_PHASE in
 * any other phase, TESS_ERROR_BAD_OPTIONS for a budget without a limit; then `*advice` is not changed.
 */
TESS_API tess_error tess_player_advise(tess_player *player, const tess_game *game, const tess_budget *budget,
                                       tess_advice *advice);

/* The same, and takes the chosen turn: placement and decision. `advice` may be NULL. Draws and throws are the caller's.
 */
TESS_API tess_error tess_player_play(tess_player *player, tess_game *game, const tess_budget *budget,
                                     tess_advice *advice);

/* Makes the player answer at once, now and from now on, until it is called with false. From any thread. */
TESS_API void tess_player_stop(tess_player *player, bool stop);

/* The points that each side may expect at the end of the game, by the evaluation of "mcts"; 0 from tess_game_sides()
 * on. In TESS_PHASE_PLACE and TESS_PHASE_MEEPLE it is what the best turn of the seat to act promises; in
 * TESS_PHASE_OVER the final scores. */
TESS_API void tess_game_promise(const tess_game *game, double values[TESS_MAX_PLAYERS]);

/* Milliseconds, at least 1, for this turn of a player who has `left` milliseconds for all their turns and gets
 * `increment` back after each. Who keeps to it does not run out of time. */
TESS_API uint32_t tess_time_share(const tess_game *game, uint32_t left, uint32_t increment);

#ifdef __cplusplus
}
#endif

#endif
