/* One game between contestants: chance by the round, turns by the engines, what luck gave, and what came of it. */
#ifndef ARENA_CONTEST_H
#define ARENA_CONTEST_H

#include <stdatomic.h>

#include "arena/engine.h"
#include "arena/match.h"
#include "tessera/tessera.h"

/* ---- Chance ---- */

/*
 * The chance of a round: one order of the stack and one stream of dice, the same in each of its games. A tile that is
 * not due yet (river before land, CL-8.1) waits for its turn; one that fits nowhere is put out by the engine, and the
 * next of the order follows.
 */

/* What is left of it in one game. */
struct chance {
  uint8_t order[TESS_MAX_TILES]; /* kinds; `count` of them are still to be drawn */
  int count;
  uint64_t dice;
};

/* The chance of a round for `game`, which has just begun. */
struct chance chance_of(const tess_game *game, uint64_t seed, uint64_t round);
/* Takes the next tile that is due out of the order: its kind. In TESS_PHASE_DRAW. */
int chance_draw(struct chance *chance, const tess_game *game);
/* The next throw of the battle that is due. In TESS_PHASE_THROW. */
tess_throw chance_throw(struct chance *chance, const tess_game *game);

/* ---- Luck ---- */

/*
 * The luck of a game between two sides: what draws and battles gave to one, measured by the evaluation of the searching
 * player. Of each draw it is what the best turn with that tile promises, less the mean of this over all tiles that
 * might have been drawn; of each battle the same over its two ends. Its expectation is 0 whoever plays and however
 * wrong the evaluation is, so that results less their luck have the same mean and a smaller error (control variates;
 * for games White and Bowling 2009, Burch et al. 2018). The points of tied throws (SW-4.6) are not counted as luck.
 */

/* What side 0 owes to luck, in millionths: whole numbers, so that they are the same when written and read again. */
struct fortune {
  int32_t points; /* of its lead */
  int32_t wins;   /* shares of a win */
};

/* A whole point or win in the unit of `struct fortune`, and the most that either number can be. */
enum { FORTUNE_UNIT = 1000000, FORTUNE_MOST = 2000 * FORTUNE_UNIT };

/* The luck of one game so far. */
struct luck;

/* Owned by the caller, released with luck_free(). */
struct luck *luck_new(void);
void luck_free(struct luck *luck);

/* What was added so far, at most FORTUNE_MOST either way. */
struct fortune luck_sum(const struct luck *luck);

/* Adds the luck of a draw, before it is made in `game`. */
void luck_add_draw(struct luck *luck, const tess_game *game, int kind);
/* Adds that of a battle when the throw, before it is made in `game`, decides it. */
void luck_add_throw(struct luck *luck, const tess_game *game, const tess_throw *thrown);

/* ---- The game ---- */

/* One game between contestants: chance by the round, turns by the engines, and what came of it. */

/* Bytes of a reason with its final zero, and the parts that a win is counted in: five can share it evenly. */
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
 * its end; `*outcome` is then not set. A fault of an engine ends its game and is an outcome like any other;
 * `*last_words` then receives what contestant_last_words() gives.
 */
bool contest_play(const struct match *match, const struct pairing *pairing, struct engine_pool *pool,
                  const atomic_bool *stop, struct outcome *outcome, struct text *record, struct text *last_words);

/* What of the win goes to a side, in parts of OUTCOME_WHOLE: a shared win in equal parts. The side that lost by a fault
 * has none of it, and the others share it whatever their scores. */
int outcome_part(const struct outcome *outcome, int side);
/* True if side `one` finished ahead of side `other`. */
bool outcome_ahead(const struct outcome *outcome, int one, int other);
/* How far a side is ahead of the best other one; counts in games that were played to the end only. */
int32_t outcome_margin(const struct outcome *outcome, int side);

#endif
