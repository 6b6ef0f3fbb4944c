/* The threads of a search. */
#ifndef PLAYERS_WORKERS_H
#define PLAYERS_WORKERS_H

#include <stddef.h>

typedef void workers_task(void *worker);

/* Calls `task` once for each of `count` workers (1 to PLAYER_THREADS), all at the same time, and returns when all calls
 * have returned. `workers` is an array of records of `size` bytes, and each call gets one of them. The first record is
 * always worked on, in the thread of the caller; a record for which the system gives no thread is left out. */
void workers_run(workers_task *task, void *workers, size_t size, int count);

#endif
