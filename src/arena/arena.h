/* Playing a match: its outcomes so far, the files from which it goes on, and several games at once. */
#ifndef ARENA_ARENA_H
#define ARENA_ARENA_H

#include <stdio.h>

#include "arena/contest.h"
#include "arena/match.h"

/* ---- The outcomes so far ---- */

/* The outcomes of a match so far, in the order of its schedule, and what a sequential test makes of them. */

/* Fields are for reading. Released with standings_free(); `match` is not owned. */
struct standings {
  const struct match *match;
  struct schedule schedule;
  struct outcome *outcomes; /* `count` of them */
  uint64_t count;
  struct scores scores; /* of the first engine by whole rounds, if it is a duel: what part of the wins it had */
  enum sprt_verdict verdict;
};

/* Those of a match of which no game has been played. Released with standings_free(); the match must outlive them. */
struct standings standings_of(const struct match *match);
/* Releases the outcomes; the match stays. */
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

/* ---- The files of a match ---- */

/*
 * The files that a match writes as it goes: its records, and a state from which it goes on after an interruption. The
 * state is a line of JSON that tells the match, then one for each game in the order of the schedule.
 */

/* All zero is one that writes nothing. Closed with journal_close(). */
struct journal {
  FILE *state, *records;
};

/*
 * Opens the files; either path may be NULL. If there is a state, its outcomes are added to `standings`, which is empty,
 * and the records are cut to what belongs to them. False with `*fault`: a file cannot be opened, or holds another
 * match; then nothing is open and no file was changed.
 */
bool journal_open(struct journal *journal, const char *state, const char *records, struct standings *standings,
                  struct fault *fault);
/* Writes the game of the match that follows those written so far. False with `*fault` if that fails. */
bool journal_add(struct journal *journal, const struct match *match, const struct outcome *outcome,
                 const struct text *record, struct fault *fault);
/* False with `*fault` if something could not be written. */
bool journal_close(struct journal *journal, struct fault *fault);

/* ---- Playing ---- */

/* Playing a match: several games at once, their outcomes taken in the order of the schedule, so that the result does
 * not depend on which game ends first. */

/* The most games that can be played at a time. */
enum { ARENA_THREADS = 64 };

/* How playing a match ended. */
enum arena_end {
  ARENA_COMPLETE, /* all rounds, or the verdict of the sequential test */
  ARENA_STOPPED,  /* `stop` was set */
  ARENA_REFUSED, /* no game was played: an engine does not start, or refuses an option or the game; the fault says it */
  ARENA_FAILED   /* a file could not be written: the fault says it */
};

/* Hears now and then how the match stands. */
typedef void arena_listener(void *context, const struct standings *standings);

/* Hears of a game that was lost by a fault: its pairing and outcome, and the last words of the engine, which may be
 * empty. Called for each such game in the order of the schedule, while nothing else is told. */
typedef void arena_mourner(void *context, const struct match *match, const struct pairing *pairing,
                           const struct outcome *outcome, struct span last_words);

/* What of the playing is not part of the match. */
struct arena {
  int concurrency; /* games at a time, 1 to ARENA_THREADS */
  struct journal *journal;
  const atomic_bool *stop;
  struct text *last_words;  /* with ARENA_REFUSED receives what the engine wrote on its standard error */
  arena_listener *listener; /* called by the thread that called arena_play(); may be NULL */
  arena_mourner *mourner;   /* called by any thread; may be NULL */
  void *context;
};

/* Plays the games that `standings` does not hold yet, until it is complete. Before the first of them every engine must
 * start and take the game; later one that fails loses. */
enum arena_end arena_play(const struct arena *arena, struct standings *standings, struct fault *fault);

#endif
