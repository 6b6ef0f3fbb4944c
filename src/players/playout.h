/* Random games: they are the load of the benchmark, the source of the golden hashes, and the simplest playout of a
 * search. */
#ifndef PLAYERS_PLAYOUT_H
#define PLAYERS_PLAYOUT_H

#include "tessera/tessera.h"

/* Sums over all random games of a series. */
struct playout_totals {
  uint64_t games;
  uint64_t turns;     /* meeple decisions taken */
  uint64_t moves;     /* legal placements and legal meeple decisions generated */
  int64_t scores;     /* sum of the final scores of all sides */
  uint64_t signature; /* hash of all final scores in order; it stays the same unless the rules change */
};

/* Plays `game`, in TESS_PHASE_DRAW or _PLACE, to its end: with uniformly random placements, then uniformly random
 * meeple decisions, including none. `random` is the state of the stream for the choices; draws and dice use the game's
 * own streams. Adds to `turns` and `moves`. */
void playout_finish(tess_game *game, uint64_t *random, struct playout_totals *totals);

/* Starts game `number` of a series. The streams of the game and of the choices follow from `options->seed` and
 * `number`. */
void playout_start(tess_game *game, const tess_set *set, const tess_options *options, uint64_t number,
                   uint64_t *random);

/* Plays `games` games, from number 0 on, in the memory of `game`, and adds them to `totals`. The options must suit the
 * set. */
void playout_games(tess_game *game, const tess_set *set, const tess_options *options, uint64_t games,
                   struct playout_totals *totals);

#endif
