/*
 * Threads in which the computer players of all tables think. A thread thinks about one turn at a time. Owners take
 * turns, however many tables of each wait. Levels that do not search come first, and one thread more is for them alone,
 * so that they wait for no search.
 */
#ifndef LOBBY_THINKERS_H
#define LOBBY_THINKERS_H

#include "base/fault.h"
#include "base/text.h"
#include "store/store.h"
#include "tessera/tessera.h"

struct thinkers;

/* A turn to think about, and what was found. */
struct thought {
  char table[STORE_ID_SIZE]; /* the caller's, as the following: for which state of which game this is */
  int64_t at;
  int level;        /* 1 to LEVELS of players/player.h */
  uint64_t owner;   /* in whose share it is thought about */
  struct text move; /* the whole turn as a word, once it is found */
};

/* Starts `threads` threads, at least 1, and the one more. NULL with `*fault`. */
struct thinkers *thinkers_open(int threads, struct fault *fault);
/* Cuts short what is being thought about and ends the threads. NULL is allowed. */
void thinkers_close(struct thinkers *thinkers);

/* Asks for a turn on `game`, in TESS_PHASE_PLACE, of which a copy is kept; its set must outlive the thinkers.
 * `thought->move` is not looked at. */
void thinkers_ask(struct thinkers *thinkers, const struct thought *thought, const tess_game *game);
/* Takes the next turn that was found; its move is the caller's to free. False if there is none. To be called until
 * then: the first call makes the file unreadable. */
bool thinkers_take(struct thinkers *thinkers, struct thought *thought);
/* Turns asked for and not taken yet. */
size_t thinkers_count(const struct thinkers *thinkers);
/* Readable while there may be something to take; for poll() alone. */
int thinkers_file(const struct thinkers *thinkers);

#endif
