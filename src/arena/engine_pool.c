#include "arena/engine_pool.h"

#include <stdlib.h>

#include "base/memory.h"

struct waiting_engine {
  const struct engine_spec *spec;
  struct engine_driver driver;
  struct waiting_engine *next;
};

void engine_pool_open(struct engine_pool *pool) {
  *pool = (struct engine_pool){.first = NULL};
  pthread_mutex_init(&pool->lock, NULL);
}

void engine_pool_close(struct engine_pool *pool) {
  while (pool->first != NULL) {
    struct waiting_engine *waiting = pool->first;
    pool->first = waiting->next;
    driver_close(&waiting->driver, true);
    free(waiting);
  }
  pthread_mutex_destroy(&pool->lock);
}

bool engine_pool_take(struct engine_pool *pool, const struct engine_spec *spec, struct engine_driver *driver) {
  pthread_mutex_lock(&pool->lock);
  struct waiting_engine **at = &pool->first;
  while (*at != NULL && (*at)->spec != spec) at = &(*at)->next;
  struct waiting_engine *found = *at;
  if (found != NULL) *at = found->next;
  pthread_mutex_unlock(&pool->lock);
  if (found == NULL) return false;
  *driver = found->driver;
  free(found);
  return true;
}

void engine_pool_give(struct engine_pool *pool, const struct engine_spec *spec, const struct engine_driver *driver) {
  struct waiting_engine *waiting = memory_new(sizeof *waiting);
  *waiting = (struct waiting_engine){.spec = spec, .driver = *driver};
  pthread_mutex_lock(&pool->lock);
  waiting->next = pool->first;
  pool->first = waiting;
  pthread_mutex_unlock(&pool->lock);
}
