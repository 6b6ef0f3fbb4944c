/* Random games: the benchmark's load, the golden hashes' source, and the simplest playout of a search. */
#ifndef PLAYERS_PLAYOUT_H
#define PLAYERS_PLAYOUT_H

#include "tessera/tessera.h"

/* What random games have come to, summed over all of them. */
struct playout_totals {
  uint64_t games;
  uint64_t turns;     /* meeple decisions taken */
  uint64_t moves;     /* legal placements and legal meeple decisions generated */
  int64_t scores;     /* sum of the final scores of all sides */
  uint64_t signature; /* of all final scores in order; a change of the engine that is no change of rules keeps it */
};

/* Plays `game`, in TESS_PHASE_DRAW or _PLACE, on to its end with uniform random placements, then uniform random meeple
 * decisions, none included. `random` is the state of the choices' stream; draws and dice come from the game's own. Adds
 * to turns and moves. */
void playout_finish(tess_game *game, uint64_t *random, struct playout_totals *totals);

/* Starts game number `number` of a series: the streams of game and choices follow from `options->seed` and it. */
void playout_start(tess_game *game, const tess_set *set, const tess_options *options, uint64_t number,
                   uint64_t *random);

/* Plays `games` games from number 0 on in the memory of `game` and adds them to `totals`. The options must suit the
 * set. */
void playout_games(tess_game *game, const tess_set *set, const tess_options *options, uint64_t games,
                   struct playout_totals *totals);

#endif
