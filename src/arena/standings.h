/* The outcomes of a match so far, in the order of its schedule, and what a sequential test makes of them. */
#ifndef ARENA_STANDINGS_H
#define ARENA_STANDINGS_H

#include "arena/schedule.h"
#include "arena/table.h"

/* Fields are for reading. Released with standings_free(); `match` is not owned. */
struct standings {
  const struct match *match;
  struct schedule schedule;
  struct outcome *outcomes; /* `count` of them */
  uint64_t count;
  struct scores scores; /* of the first engine by whole rounds, if it is a duel: what part of the wins it had */
  enum sprt_verdict verdict;
};

struct standings standings_of(const struct match *match);
void standings_free(struct standings *standings);

/* Adds the outcome of game `count`. */
void standings_add(struct standings *standings, const struct outcome *outcome);
/* Rounds of which every game was played. Games behind them count for nothing yet. */
uint64_t standings_rounds(const struct standings *standings);
/* True when all rounds were played, or the sequential test has its verdict. */
bool standings_complete(const struct standings *standings);
/* FNV-1a over the outcomes of whole rounds: who lost by a fault, and all scores. Equal matches have equal ones. */
uint64_t standings_signature(const struct standings *standings);

/* The engine that plays a side of game `index`. */
int standings_engine(const struct standings *standings, uint64_t index, int side);
/* What of the win of game `index` went to an engine, in parts of OUTCOME_WHOLE. */
int standings_part(const struct standings *standings, uint64_t index, int engine);

#endif
