/* Playing a match: several games at once, their outcomes taken in the order of the schedule, so that the result does
 * not depend on which game ends first. */
#ifndef ARENA_ARENA_H
#define ARENA_ARENA_H

#include "arena/journal.h"

enum { ARENA_THREADS = 64 };

enum arena_end {
  ARENA_COMPLETE, /* all rounds, or the verdict of the sequential test */
  ARENA_STOPPED,  /* `stop` was set */
  ARENA_REFUSED, /* no game was played: an engine does not start, or refuses an option or the game; the fault says it */
  ARENA_FAILED   /* a file could not be written: the fault says it */
};

/* Hears now and then how the match stands. */
typedef void arena_listener(void *context, const struct standings *standings);

/* What of the playing is not part of the match. */
struct arena {
  int concurrency; /* games at a time, 1 to ARENA_THREADS */
  struct journal *journal;
  const atomic_bool *stop;
  struct text *last_words;  /* with ARENA_REFUSED receives what the engine wrote on its standard error */
  arena_listener *listener; /* called by the thread that called arena_play(); may be NULL */
  void *context;
};

/* Plays the games that `standings` does not hold yet, until it is complete. Before the first of them every engine must
 * start and take the game; later one that fails loses. */
enum arena_end arena_play(const struct arena *arena, struct standings *standings, struct fault *fault);

#endif
