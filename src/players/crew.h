/* The threads of a search. */
#ifndef PLAYERS_CREW_H
#define PLAYERS_CREW_H

#include <stddef.h>

typedef void crew_task(void *member);

/* Does `task` for each of `count` members (1 to PLAYER_THREADS) of `size` bytes that lie in a row, all at the same
 * time, and comes back when all are done. A member for whom no thread can be had does nothing; the first one never
 * lacks it. */
void crew_run(crew_task *task, void *members, size_t size, int count);

#endif
