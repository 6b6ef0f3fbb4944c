/* Plays a match: its outcomes so far, the files that let it continue after an interruption, and several games at
 * once. */
#ifndef ARENA_ARENA_H
#define ARENA_ARENA_H

#include <jansson.h>
#include <stdio.h>

#include "arena/contest.h"
#include "arena/match.h"

/* ---- The outcomes so far ---- */

/* The outcomes of a match or of a share of it so far, in the order of its schedule, and the result of a sequential test
 * on them. A game's index counts from the first game of the share. */

/* The members are read-only for callers. standings_free() frees it, but not `match`. */
struct standings {
  const struct match *match;
  struct schedule schedule;
  struct stretch rounds;    /* those to be played */
  struct outcome *outcomes; /* `count` entries */
  uint64_t count;
  struct scores scores; /* scores of the first engine in whole rounds, if the match is a duel: its share of the wins */
  enum sprt_verdict verdict;
};

/* The standings of a match before its first game. standings_free() frees them; the match must outlive them. */
struct standings standings_of(const struct match *match);
/* Frees the outcomes, but not the match. */
void standings_free(struct standings *standings);

/* Adds the outcome of game `count`. */
void standings_add(struct standings *standings, const struct outcome *outcome);
/* The number of complete rounds. Games after them do not count yet. */
uint64_t standings_rounds(const struct standings *standings);
/* True if all rounds are played or the sequential test has reached its verdict. */
bool standings_complete(const struct standings *standings);
/* FNV-1a over the outcomes of complete rounds: which sides lost by a fault, and all scores. Equal matches have equal
 * signatures. */
uint64_t standings_signature(const struct standings *standings);

/* The pairing of game `index`. */
struct pairing standings_pairing(const struct standings *standings, uint64_t index);
/* The engine that plays a side of game `index`. */
int standings_engine(const struct standings *standings, uint64_t index, int side);
/* An engine's share of the win in game `index`, in parts of OUTCOME_WHOLE. */
int standings_part(const struct standings *standings, uint64_t index, int engine);

/* ---- The files of a match ---- */

/*
 * The files that a match writes while it runs: its records, and a state from which it can continue after an
 * interruption. The state has one line of JSON that describes the match, then one line for each game in the order of
 * the schedule.
 */

/* All members zero: a journal that writes nothing. journal_close() closes it. */
struct journal {
  FILE *state, *records;
};

/*
 * Opens the files; either path may be NULL. If the state file exists, its outcomes are added to `standings`, which must
 * be empty, and records that belong to later games are cut off. Returns false with `*fault` filled if a file cannot be
 * opened or holds another match; then nothing is open and no file has changed.
 */
bool journal_open(struct journal *journal, const char *state, const char *records, struct standings *standings,
                  struct fault *fault);
/*
 * These join the shares of a match from their state files. The function journal_read_settings() sets `*settings` to the
 * options of the match, a list of strings, from the file of a share; the caller releases it with json_decref(). The
 * other function adds the outcomes of all shares to the empty `standings` of the whole match; `paths`, one at least,
 * may be in any order. Both return false with `*fault` filled. The fault names the file that cannot be read, holds no
 * share of this match or is not complete, or the share that is missing or there twice.
 */
bool journal_read_settings(const char *path, json_t **settings, struct fault *fault);
bool journal_join(struct standings *standings, char *const *paths, int count, struct fault *fault);

/* Writes the next game of the match. Returns false with `*fault` filled if that fails. */
bool journal_add(struct journal *journal, const struct match *match, const struct outcome *outcome,
                 const struct text *record, struct fault *fault);
/* Returns false with `*fault` filled if something could not be written. */
bool journal_close(struct journal *journal, struct fault *fault);

/* ---- Playing ---- */

/* Plays several games at once, but takes their outcomes in the order of the schedule, so that the result does not
 * depend on which game ends first. */

/* Maximum number of games at the same time. */
enum { ARENA_THREADS = 64 };

/* How a run of the match ended. */
enum arena_end {
  ARENA_COMPLETE, /* all rounds are played, or the sequential test has a verdict */
  ARENA_STOPPED,  /* `stop` was set */
  ARENA_REFUSED,  /* no game was played: an engine does not start, or refuses an option or the game; see the fault */
  ARENA_FAILED    /* a file could not be written; see the fault */
};

/* Called from time to time with the present standings. */
typedef void arena_listener(void *context, const struct standings *standings);

/* Called for each game that was lost by a fault, in the order of the schedule: with its pairing and outcome, and what
 * the engine last wrote on standard error, which may be empty. Calls of `mourner` and `listener` never overlap. */
typedef void arena_mourner(void *context, const struct match *match, const struct pairing *pairing,
                           const struct outcome *outcome, struct span last_words);

/* How to run a match, as opposed to what the match is. */
struct arena {
  int concurrency; /* number of games at the same time, 1 to ARENA_THREADS */
  struct journal *journal;
  const atomic_bool *stop;
  struct text *last_words;  /* receives what the engine wrote on standard error if the end is ARENA_REFUSED */
  arena_listener *listener; /* called in the thread that called arena_play(); may be NULL */
  arena_mourner *mourner;   /* called in any thread; may be NULL */
  void *context;
};

/* Plays the games that `standings` lacks, until it is complete. First, every engine must start and accept the game. An
 * engine that fails later loses its game. */
enum arena_end arena_play(const struct arena *arena, struct standings *standings, struct fault *fault);

#endif
