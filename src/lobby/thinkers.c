#define _GNU_SOURCE
#include "lobby/thinkers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/guard.h"
#include "notation/move.h"
#include "players/player.h"

/* What a thread that thinks adds to the nice value of the server. */
enum { THINKING_NICE = 10 };

struct job {
  struct job *next;
  struct thought thought;
  tess_game *game;
};

/* Jobs in the order in which they were put. */
struct queue {
  struct job *first, **end;
};

/* The jobs of one owner that wait. */
struct job_owner {
  struct job_owner *next;
  uint64_t owner;
  struct queue jobs;
};

/* All owners whose jobs wait, the one whose turn it is first. */
struct job_ring {
  struct job_owner *first, **end;
};

struct thinkers {
  pthread_mutex_t mutex; /* over the rings and the queue */
  pthread_cond_t asked;
  struct job_ring quick, searches; /* jobs of levels that do not search, and of those that do */
  struct queue done;
  atomic_bool stop;
  int file;
  size_t count; /* of the caller's thread alone */
  int threads;
  pthread_t thread[];
};

static void queue_put(struct queue *queue, struct job *job) {
  job->next = NULL;
  *queue->end = job;
  queue->end = &job->next;
}

static struct job *queue_take(struct queue *queue) {
  struct job *job = queue->first;
  if (job == NULL) return NULL;
  queue->first = job->next;
  if (queue->first == NULL) queue->end = &queue->first;
  return job;
}

/* A job of the owner whose turn it is; that owner then comes last. */
static struct job *ring_take(struct job_ring *ring) {
  struct job_owner *owner = ring->first;
  if (owner == NULL) return NULL;
  struct job *job = queue_take(&owner->jobs);
  ring->first = owner->next;
  if (ring->first == NULL) ring->end = &ring->first;
  if (owner->jobs.first == NULL) {
    free(owner);
    return job;
  }
  owner->next = NULL;
  *ring->end = owner;
  ring->end = &owner->next;
  return job;
}

static void job_free(struct job *job) {
  text_free(&job->thought.move);
  free(job->game);
  free(job);
}

/* The job that is next; a thread for quick ones takes no others. */
static struct job *next_job(struct thinkers *thinkers, bool quick_only) {
  struct job *job = ring_take(&thinkers->quick);
  return job == NULL && !quick_only ? ring_take(&thinkers->searches) : job;
}

/* Takes jobs until the thread is to end. It gives way to the thread that answers people, where both want a core. */
static void *think(struct thinkers *thinkers, bool quick_only) {
  const struct player_budget budget = {.playouts = PLAYER_PLAYOUTS, .stop = &thinkers->stop};
  tess_game *scratch = memory_new(tess_game_size());
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + THINKING_NICE); /* 0: this thread */
  for (;;) {
    /* 1. Waits for a job. */
    struct job *job = NULL;
    pthread_mutex_lock(&thinkers->mutex);
    while (!atomic_load(&thinkers->stop) && (job = next_job(thinkers, quick_only)) == NULL)
      pthread_cond_wait(&thinkers->asked, &thinkers->mutex);
    pthread_mutex_unlock(&thinkers->mutex);
    if (job == NULL) break;

    /* 2. A turn by a player of the level. */
    struct player_advice advice;
    struct player player;
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) seed = (uint64_t)job->thought.at;
    player_open(&player, &level_kinds[job->thought.level - 1], seed);
    player_choose(&player, job->game, &budget, &advice);
    player_close(&player);
    const struct player_turn turn = advice.candidates[0].turn;
    const struct move move = turn_move(job->game, turn.placement, turn.decision, scratch);
    move_write(&move, tess_game_set(job->game), &job->thought.move);

    /* 3. Hands it over. */
    pthread_mutex_lock(&thinkers->mutex);
    queue_put(&thinkers->done, job);
    pthread_mutex_unlock(&thinkers->mutex);
    eventfd_write(thinkers->file, 1);
  }
  free(scratch);
  return NULL;
}

/* What the threads run. */
static void *think_of_all(void *context) { return think(context, false); }
static void *think_of_quick(void *context) { return think(context, true); }

struct thinkers *thinkers_open(int threads, struct fault *fault) {
  CHECK(threads >= 1);
  struct thinkers *thinkers = memory_new(sizeof *thinkers + (size_t)(threads + 1) * sizeof(pthread_t));
  memset(thinkers, 0, sizeof *thinkers);
  thinkers->quick.end = &thinkers->quick.first;
  thinkers->searches.end = &thinkers->searches.first;
  thinkers->done.end = &thinkers->done.first;
  thinkers->file = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  pthread_mutex_init(&thinkers->mutex, NULL);
  pthread_cond_init(&thinkers->asked, NULL);
  while (thinkers->file >= 0 && thinkers->threads <= threads &&
         pthread_create(&thinkers->thread[thinkers->threads], NULL,
                        thinkers->threads == 0 ? think_of_quick : think_of_all, thinkers) == 0)
    thinkers->threads++;
  if (thinkers->threads == threads + 1) return thinkers;
  fault_say(fault, "the threads of the computer players cannot be started");
  thinkers_close(thinkers);
  return NULL;
}

void thinkers_close(struct thinkers *thinkers) {
  if (thinkers == NULL) return;
  pthread_mutex_lock(&thinkers->mutex);
  atomic_store(&thinkers->stop, true);
  pthread_cond_broadcast(&thinkers->asked);
  pthread_mutex_unlock(&thinkers->mutex);
  for (int i = 0; i < thinkers->threads; i++) pthread_join(thinkers->thread[i], NULL);
  for (struct job *job; (job = next_job(thinkers, false)) != NULL;) job_free(job);
  for (struct job *job; (job = queue_take(&thinkers->done)) != NULL;) job_free(job);
  pthread_cond_destroy(&thinkers->asked);
  pthread_mutex_destroy(&thinkers->mutex);
  if (thinkers->file >= 0) close(thinkers->file);
  free(thinkers);
}

void thinkers_ask(struct thinkers *thinkers, const struct thought *thought, const tess_game *game) {
  CHECK(thought->level >= 1 && thought->level <= LEVELS && tess_game_phase(game) == TESS_PHASE_PLACE);
  struct job *job = memory_new(sizeof *job);
  *job = (struct job){.thought = *thought, .game = memory_new(tess_game_size())};
  job->thought.move = (struct text){0};
  tess_game_copy(job->game, game);
  thinkers->count++;
  pthread_mutex_lock(&thinkers->mutex);
  struct job_ring *ring = level_kinds[thought->level - 1].searches ? &thinkers->searches : &thinkers->quick;
  struct job_owner **at = &ring->first;
  while (*at != NULL && (*at)->owner != job->thought.owner) at = &(*at)->next;
  if (*at == NULL) {
    *at = memory_new(sizeof **at);
    **at = (struct job_owner){.owner = job->thought.owner, .jobs.end = &(*at)->jobs.first};
    ring->end = &(*at)->next;
  }
  queue_put(&(*at)->jobs, job);
  pthread_cond_broadcast(&thinkers->asked); /* not every thread takes every job */
  pthread_mutex_unlock(&thinkers->mutex);
}

bool thinkers_take(struct thinkers *thinkers, struct thought *thought) {
  eventfd_t woken;
  if (thinkers->count == 0) return false;
  /* Emptied before the queue is looked at, so that what comes later makes it readable again. */
  eventfd_read(thinkers->file, &woken);
  pthread_mutex_lock(&thinkers->mutex);
  struct job *job = queue_take(&thinkers->done);
  pthread_mutex_unlock(&thinkers->mutex);
  if (job == NULL) return false;
  *thought = job->thought;
  job->thought.move = (struct text){0};
  job_free(job);
  thinkers->count--;
  return true;
}

size_t thinkers_count(const struct thinkers *thinkers) { return thinkers->count; }

int thinkers_file(const struct thinkers *thinkers) { return thinkers->file; }
