/* The programs of a match that have played a game and wait for their next. Safe to share between threads. */
#ifndef ARENA_ENGINE_POOL_H
#define ARENA_ENGINE_POOL_H

#include <pthread.h>

#include "arena/engine_driver.h"

struct waiting_engine;

struct engine_pool {
  pthread_mutex_t lock;
  struct waiting_engine *first;
};

void engine_pool_open(struct engine_pool *pool);
/* Ends the programs that wait. */
void engine_pool_close(struct engine_pool *pool);

/* Moves a program of this engine that waits to `*driver`; false if none does. */
bool engine_pool_take(struct engine_pool *pool, const struct engine_spec *spec, struct engine_driver *driver);
/* Takes over a program that has done well. */
void engine_pool_give(struct engine_pool *pool, const struct engine_spec *spec, const struct engine_driver *driver);

#endif
