#include "players/crew.h"

#include <assert.h>
#include <pthread.h>

#include "players/player.h"

struct job {
  crew_task *task;
  void *member;
};

static void *work(void *context) {
  const struct job *job = context;
  job->task(job->member);
  return NULL;
}

/* The first member works in the caller's thread, each other in one of its own. */
void crew_run(crew_task *task, void *members, size_t size, int count) {
  assert(count >= 1 && count <= PLAYER_THREADS);
  pthread_t threads[PLAYER_THREADS];
  struct job jobs[PLAYER_THREADS];
  int started = 0;
  for (int i = 0; i < count; i++) jobs[i] = (struct job){task, (char *)members + (size_t)i * size};
  while (started + 1 < count && pthread_create(&threads[started], NULL, work, &jobs[started + 1]) == 0) started++;
  work(&jobs[0]);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}
