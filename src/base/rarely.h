/*
 * Branches that are rarely taken (a short read, a round of one entry, a lost hint), which a test build takes by a seed,
 * as FoundationDB does. RARELY("name", condition) is the condition. In a build with TESSERA_RARELY it is true now and
 * then, too, if the environment variable TESSERA_RARELY has a number other than 0, the seed. Each name stands once, and
 * what follows must be right whether or not the condition holds. Builds for users (NDEBUG) have nothing of it.
 */
#ifndef BASE_RARELY_H
#define BASE_RARELY_H

#ifdef TESSERA_RARELY

#ifdef NDEBUG
#error "a build for users takes no rare branch on purpose"
#endif

#include <stdbool.h>

/* True once in so many times (RARELY_ONE_OF), by the seed, the name, and how often it was asked. Lines "NAME COUNT" are
 * added to the file that TESSERA_RARELY_TAKEN names, the first time and at the end of the process. */
bool rarely_is_taken(const char *name);

#define RARELY(name, condition) ((condition) || rarely_is_taken(name))

#else

#define RARELY(name, condition) (condition)

#endif

#endif
