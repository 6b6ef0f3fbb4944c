/* Runs the threads of a search. The page's WebAssembly module uses another file instead. */
#include "players/player.h"

#include <assert.h>
#include <pthread.h>

/* The task and the record of a thread. */
struct assignment {
  workers_task *task;
  void *worker;
};

static void *work(void *context) {
  const struct assignment *assignment = context;
  assignment->task(assignment->worker);
  return NULL;
}

void workers_run(workers_task *task, void *workers, size_t size, int count) {
  assert(count >= 1 && count <= PLAYER_THREADS);
  pthread_t threads[PLAYER_THREADS];
  struct assignment assignments[PLAYER_THREADS];
  int started = 0;
  for (int i = 0; i < count; i++) assignments[i] = (struct assignment){task, (char *)workers + (size_t)i * size};
  while (started + 1 < count && pthread_create(&threads[started], NULL, work, &assignments[started + 1]) == 0)
    started++;
  work(&assignments[0]);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}
