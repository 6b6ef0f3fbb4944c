/* One game between contestants: chance by the round, turns by the engines, and what came of it. */
#ifndef ARENA_TABLE_H
#define ARENA_TABLE_H

#include <stdatomic.h>

#include "arena/engine_pool.h"
#include "arena/luck.h"
#include "arena/schedule.h"

enum { OUTCOME_REASON_SIZE = 200, OUTCOME_WHOLE = 60 };

/* How a game ended. */
struct outcome {
  int lost;                         /* the seat that lost by a fault of its engine; -1: played to the end */
  char reason[OUTCOME_REASON_SIZE]; /* the fault; else empty */
  int turns;
  int sides;
  int32_t scores[TESS_MAX_PLAYERS];   /* by side, as they stood */
  uint32_t longest[TESS_MAX_PLAYERS]; /* by seat: milliseconds of the longest turn */
  struct fortune luck;                /* of side 0, if the match tells it and the game was played to the end */
};

/*
 * Plays a game of the match with programs of the pool. `*record` receives its record. False if `stop` was set before
 * its end; `*outcome` is then not set. A fault of an engine ends its game and is an outcome like any other.
 */
bool table_play(const struct match *match, const struct pairing *pairing, struct engine_pool *pool,
                const atomic_bool *stop, struct outcome *outcome, struct text *record);

/* What of the win goes to a side, in parts of OUTCOME_WHOLE: a shared win in equal parts. The side that lost by a fault
 * has none of it, and the others share it whatever their scores. */
int outcome_part(const struct outcome *outcome, int side);
/* True if side `one` finished ahead of side `other`. */
bool outcome_ahead(const struct outcome *outcome, int one, int other);
/* How far a side is ahead of the best other one; counts in games that were played to the end only. */
int32_t outcome_margin(const struct outcome *outcome, int side);

#endif
