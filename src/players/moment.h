/* The machine's steady clock. */
#ifndef PLAYERS_MOMENT_H
#define PLAYERS_MOMENT_H

#include <time.h>

/* The time since some moment in the past; it never goes back. */
struct timespec moment_now(void);

#endif
