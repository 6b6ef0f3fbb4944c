/* One game between contestants: chance from the round, turns from the engines, and the outcome with the luck in it. */
#ifndef ARENA_CONTEST_H
#define ARENA_CONTEST_H

#include <stdatomic.h>

#include "arena/engine.h"
#include "arena/match.h"
#include "review/luck.h"
#include "tessera/tessera.h"

/* ---- Chance ---- */

/*
 * The chance of a round: one order of the stack and one stream of dice, the same in each game of the round. A tile that
 * may not be drawn yet (river before land, CL-8.1) is left in the order until it may. A tile that fits nowhere is
 * discarded by the engine, and the next tile of the order follows.
 */

/* The chance that one game has left. */
struct chance {
  uint8_t order[TESS_MAX_TILES]; /* kinds of tiles; the first `count` are still to be drawn */
  int count;
  uint64_t dice;
};

/* The chance of a round for `game`, which must have just begun. */
struct chance chance_of(const tess_game *game, uint64_t seed, uint64_t round);
/* Takes the next tile that may be drawn from the order and returns its kind. For TESS_PHASE_DRAW. */
int chance_draw(struct chance *chance, const tess_game *game);
/* The next throw of the present battle. For TESS_PHASE_THROW. */
tess_throw chance_throw(struct chance *chance, const tess_game *game);

/* ---- The game ---- */

/* One game between contestants: chance from the round, turns from the engines, and the outcome. */

/* Size of a reason with its final zero; and the number of parts of a win, which up to five sides can share evenly. */
enum { OUTCOME_REASON_SIZE = 200, OUTCOME_WHOLE = 60 };

/* How a game ended. */
struct outcome {
  int lost; /* the seat that lost by a fault of its engine; -1 if the game was played to its end */
  char reason[OUTCOME_REASON_SIZE]; /* the fault; empty if there is none */
  int turns;
  int sides;
  int32_t scores[TESS_MAX_PLAYERS];   /* final scores by side */
  uint32_t longest[TESS_MAX_PLAYERS]; /* milliseconds of the longest turn, by seat */
  struct fortune luck;                /* luck of side 0, if the match computes it and the game was played to its end */
};

/*
 * Plays a game of the match, with programs from the pool. `*record` receives its record. Returns false if `stop` was
 * set before the end, or if an engine could not be started; in the latter case `outcome->lost` is its seat and
 * `outcome->reason` says why, otherwise `outcome->lost` is -1. A fault of an engine ends its game with an outcome like
 * any other; `*last_words` then receives the result of contestant_last_words().
 */
bool contest_play(const struct match *match, const struct pairing *pairing, struct engine_pool *pool,
                  const atomic_bool *stop, struct outcome *outcome, struct text *record, struct text *last_words);

/* A side's share of the win in parts of OUTCOME_WHOLE; sides that share the win get equal parts. A side that lost by a
 * fault gets nothing, and the others share the win whatever their scores are. */
int outcome_part(const struct outcome *outcome, int side);
/* True if side `one` finished ahead of side `other`. */
bool outcome_ahead(const struct outcome *outcome, int one, int other);
/* How far a side is ahead of the best other side; meaningful only if the game was played to its end. */
int32_t outcome_margin(const struct outcome *outcome, int side);

#endif
