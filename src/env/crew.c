#define _POSIX_C_SOURCE 200809L
#include "env/crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/guard.h"

struct member {
  struct crew *crew;
  int number;
  pthread_t thread;
};

struct crew {
  pid_t process; /* process that the threads belong to */
  pthread_mutex_t lock;
  pthread_cond_t begins, ends;
  uint64_t round; /* number of the round of work (1-based) */
  int busy;       /* members still working in this round, without the caller */
  bool closing;
  crew_task *task;
  void *context;
  int count; /* number of members, without the caller */
  struct member members[];
};

/* The body of a member's thread: works once in each round. */
static void *serve(void *context) {
  const struct member *member = context;
  struct crew *crew = member->crew;
  uint64_t done = 0;
  pthread_mutex_lock(&crew->lock);
  for (;;) {
    while (crew->round == done && !crew->closing) pthread_cond_wait(&crew->begins, &crew->lock);
    if (crew->closing) break;
    done = crew->round;
    pthread_mutex_unlock(&crew->lock);
    crew->task(crew->context, member->number);
    pthread_mutex_lock(&crew->lock);
    if (--crew->busy == 0) pthread_cond_signal(&crew->ends);
  }
  pthread_mutex_unlock(&crew->lock);
  return NULL;
}

struct crew *crew_open(int count) {
  struct crew *crew = memory_zeroed(sizeof *crew + (size_t)count * sizeof *crew->members);
  crew->process = getpid();
  pthread_mutex_init(&crew->lock, NULL);
  pthread_cond_init(&crew->begins, NULL);
  pthread_cond_init(&crew->ends, NULL);
  while (crew->count + 1 < count) {
    struct member *member = &crew->members[crew->count];
    *member = (struct member){.crew = crew, .number = crew->count + 1};
    if (pthread_create(&member->thread, NULL, serve, member) != 0) break;
    crew->count++;
  }
  return crew;
}

void crew_close(struct crew *crew) {
  if (crew == NULL) return;
  if (crew->process == getpid()) {
    pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    pthread_cond_broadcast(&crew->begins);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->count; i++) pthread_join(crew->members[i].thread, NULL);
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->begins);
    pthread_cond_destroy(&crew->ends);
  }
  free(crew);
}

void crew_run(struct crew *crew, crew_task *task, void *context) {
  if (crew->count == 0 || crew->process != getpid()) {
    task(context, 0);
    return;
  }
  pthread_mutex_lock(&crew->lock);
  crew->task = task;
  crew->context = context;
  crew->busy = crew->count;
  crew->round++;
  pthread_cond_broadcast(&crew->begins);
  pthread_mutex_unlock(&crew->lock);
  task(context, 0);
  pthread_mutex_lock(&crew->lock);
  while (crew->busy > 0) pthread_cond_wait(&crew->ends, &crew->lock);
  pthread_mutex_unlock(&crew->lock);
}
