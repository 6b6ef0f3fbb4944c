#define _POSIX_C_SOURCE 200809L
#include "arena/arena.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "arena/engine.h"

/* ---- Playing ---- */

/* WINDOW: how many games may be played ahead of the first unfinished one. */
enum { WINDOW = 256, PAUSE_NS = 100000000 };

struct waiting {
  bool played;
  struct outcome outcome;
  struct text record, last_words;
};

/* The state that the threads share, protected by the lock. */
struct hall {
  const struct arena *arena;
  struct standings *standings;
  struct fault *fault;
  struct engine_pool pool;
  pthread_mutex_t lock;
  pthread_cond_t moved; /* signalled when an outcome was taken or a thread has ended */
  atomic_bool halt;     /* games in progress must stop */
  bool failed;
  uint64_t next;                  /* the next game to begin */
  int working;                    /* number of threads that have not ended */
  struct waiting waiting[WINDOW]; /* index: game modulo WINDOW */
};

/* Takes the finished games that come next in the schedule. */
static void take_outcomes(struct hall *hall) {
  struct waiting *first;
  while (!hall->failed && !standings_complete(hall->standings) &&
         (first = &hall->waiting[hall->standings->count % WINDOW])->played) {
    /* Report the game that is taken next, if it was lost by a fault. */
    if (hall->arena->mourner != NULL && first->outcome.lost >= 0) {
      const struct pairing pairing = standings_pairing(hall->standings, hall->standings->count);
      hall->arena->mourner(hall->arena->context, hall->standings->match, &pairing, &first->outcome,
                           text_span(&first->last_words));
    }
    hall->failed =
        !journal_add(hall->arena->journal, hall->standings->match, &first->outcome, &first->record, hall->fault);
    if (!hall->failed) standings_add(hall->standings, &first->outcome);
    first->played = false;
  }
  if (hall->failed || standings_complete(hall->standings)) atomic_store(&hall->halt, true);
}

/* The body of a thread: plays one game after another. */
static void *work(void *shared) {
  struct hall *hall = shared;
  const uint64_t all = hall->standings->rounds.count * (uint64_t)hall->standings->schedule.games;
  pthread_mutex_lock(&hall->lock);
  for (;;) {
    /* 1. Take the number of the next game, as soon as there is room for its outcome. */
    while (!atomic_load(&hall->halt) && hall->next >= hall->standings->count + WINDOW)
      pthread_cond_wait(&hall->moved, &hall->lock);
    if (atomic_load(&hall->halt) || hall->next >= all) break;
    const uint64_t index = hall->next++;

    /* 2. Play the game without the lock. */
    struct outcome outcome;
    struct waiting *place = &hall->waiting[index % WINDOW];
    pthread_mutex_unlock(&hall->lock);
    text_clear(&place->record);
    text_clear(&place->last_words);
    const struct pairing pairing = standings_pairing(hall->standings, index);
    const bool played = contest_play(hall->standings->match, &pairing, &hall->pool, &hall->halt, &outcome,
                                     &place->record, &place->last_words);
    pthread_mutex_lock(&hall->lock);
    if (!played) {
      /* End the match if a game could not be played because the machine could not start an engine. */
      if (outcome.lost >= 0 && !hall->failed) {
        const char *name = hall->standings->match->engines[pairing.engines[outcome.lost]].name;
        hall->failed = !fault_say(hall->fault, "%s: %s", name, outcome.reason);
        atomic_store(&hall->halt, true);
        pthread_cond_broadcast(&hall->moved);
      }
      break;
    }

    /* 3. Store the outcome; it is taken after all earlier ones. */
    place->outcome = outcome;
    place->played = true;
    take_outcomes(hall);
    pthread_cond_broadcast(&hall->moved);
  }
  hall->working--;
  pthread_cond_broadcast(&hall->moved);
  pthread_mutex_unlock(&hall->lock);
  return NULL;
}

/* Starts an engine and begins the game of the match with it. The engine then waits in the pool for its first game. */
static enum driver_answer rehearse(struct hall *hall, const struct engine_spec *spec) {
  const struct match *match = hall->standings->match;
  struct contestant contestant;
  struct text newgame = {0};
  text_print(&newgame, " %s first=1", match->newgame.bytes == NULL ? "" : match->newgame.bytes);
  enum driver_answer answer = contestant_open(&contestant, spec, &hall->pool, 0, hall->arena->stop, hall->fault);
  if (answer == DRIVER_TURN) answer = contestant_begin(&contestant, newgame.bytes, hall->arena->stop, hall->fault);
  if (answer == DRIVER_LOST) {
    fault_within(hall->fault, spec->name);
    contestant_last_words(&contestant, hall->arena->last_words);
  }
  contestant_close(&contestant);
  text_free(&newgame);
  return answer;
}

enum arena_end arena_play(const struct arena *arena, struct standings *standings, struct fault *fault) {
  assert(arena->concurrency >= 1 && arena->concurrency <= ARENA_THREADS);
  if (standings_complete(standings)) return ARENA_COMPLETE;
  struct hall *hall = memory_new(sizeof *hall);
  *hall = (struct hall){.arena = arena, .standings = standings, .fault = fault, .next = standings->count};
  engine_pool_open(&hall->pool);
  pthread_mutex_init(&hall->lock, NULL);
  pthread_cond_init(&hall->moved, NULL);

  /* 1. Check that every external engine starts and accepts the game. */
  const struct match *match = standings->match;
  enum driver_answer answer = DRIVER_TURN;
  for (int i = 0; i < match->engine_count && answer == DRIVER_TURN; i++)
    if (match->engines[i].kind == NULL) answer = rehearse(hall, &match->engines[i]);

  /* 2. Play the games. */
  if (answer == DRIVER_TURN) {
    /* 1. Start the threads. */
    pthread_t threads[ARENA_THREADS];
    int begun = 0;
    pthread_mutex_lock(&hall->lock);
    while (begun < hall->arena->concurrency && pthread_create(&threads[begun], NULL, work, hall) == 0) begun++;
    hall->working = begun;
    if (begun == 0) hall->failed = !fault_say(hall->fault, "no thread can be started");

    /* 2. Until all threads have ended, check `stop` and report the standings to the listener from time to time. */
    while (hall->working > 0) {
      struct timespec until;
      clock_gettime(CLOCK_REALTIME, &until);
      until.tv_nsec += PAUSE_NS;
      until.tv_sec += until.tv_nsec / 1000000000;
      until.tv_nsec %= 1000000000;
      pthread_cond_timedwait(&hall->moved, &hall->lock, &until);
      if (atomic_load(hall->arena->stop)) {
        atomic_store(&hall->halt, true);
        pthread_cond_broadcast(&hall->moved);
      }
      if (hall->arena->listener != NULL) hall->arena->listener(hall->arena->context, hall->standings);
    }
    pthread_mutex_unlock(&hall->lock);
    for (int i = 0; i < begun; i++) pthread_join(threads[i], NULL);
  }

  /* 3. Determine how the run ended. */
  const bool failed = hall->failed;
  for (int i = 0; i < WINDOW; i++) text_free(&hall->waiting[i].record);
  for (int i = 0; i < WINDOW; i++) text_free(&hall->waiting[i].last_words);
  pthread_cond_destroy(&hall->moved);
  pthread_mutex_destroy(&hall->lock);
  engine_pool_close(&hall->pool);
  free(hall);
  if (answer == DRIVER_LOST) return ARENA_REFUSED;
  return failed ? ARENA_FAILED : standings_complete(standings) ? ARENA_COMPLETE : ARENA_STOPPED;
}
