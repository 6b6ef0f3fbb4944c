/*
 * SQLite restarts the log from its beginning if all of it is in the file when a round begins. While rounds follow one
 * another this never happens, because each round adds pages that the thread has not copied yet. So above a certain
 * length of the log the rounds pause, preferably when the thread has just finished and little is left to copy.
 */
#define _POSIX_C_SOURCE 200809L
#include "store/checkpointer.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/guard.h"

enum { STEP = 1000 /* pages by which the log grows between checkpoints */, LITTLE = 250 };

struct checkpointer {
  sqlite3 *base, *own; /* the connection of the rounds, and that of the thread */
  pthread_t thread;
  pthread_mutex_t mutex; /* protects the members below */
  pthread_cond_t grown, done;
  int pages; /* pages in the log after the last round */
  int taken; /* how many of them the last checkpoint had copied */
  bool started, working, stop;
};

/* ---- The thread ---- */

static bool is_due(const struct checkpointer *checkpointer) {
  const int step = checkpointer->pages < CHECKPOINTER_LOG ? STEP : 1;
  return !checkpointer->working && checkpointer->pages - checkpointer->taken >= step;
}

/* Runs a checkpoint over this connection, without the mutex. It copies into the file every page that no reader still
 * needs in an older version, and never blocks. It may find rounds that note_round() has not noted yet: their pages
 * count as copied. A checkpoint must not start when the whole log is already in the file, because a round might restart
 * the log meanwhile. SQLite before 3.51.3 may then skip pages of the new log (sqlite.org/wal.html, "the WAL-reset
 * bug"). */
static int take_in(struct checkpointer *checkpointer, sqlite3 *connection) {
  const int pages = checkpointer->pages;
  int done = 0;
  checkpointer->working = true;
  pthread_mutex_unlock(&checkpointer->mutex);
  const int result = sqlite3_wal_checkpoint_v2(connection, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, &done);
  pthread_mutex_lock(&checkpointer->mutex);
  checkpointer->working = false;
  checkpointer->taken = done > pages ? done : pages;
  pthread_cond_broadcast(&checkpointer->done);
  return result;
}

static void *keep_taking_in(void *context) {
  struct checkpointer *checkpointer = context;
  pthread_mutex_lock(&checkpointer->mutex);
  while (!checkpointer->stop)
    if (is_due(checkpointer))
      take_in(checkpointer,
              checkpointer->own); /* checkpointer_bound() reports a failure only if all checkpoints fail */
    else
      pthread_cond_wait(&checkpointer->grown, &checkpointer->mutex);
  pthread_mutex_unlock(&checkpointer->mutex);
  return NULL;
}

/* ---- Rounds ---- */

/* SQLite calls this after each stored round. */
static int note_round(void *context, sqlite3 *base, const char *name, int pages) {
  struct checkpointer *checkpointer = context;
  (void)base;
  (void)name;
  pthread_mutex_lock(&checkpointer->mutex);
  if (pages < checkpointer->taken) checkpointer->taken = 0; /* the log was restarted */
  checkpointer->pages = pages;
  if (is_due(checkpointer)) pthread_cond_signal(&checkpointer->grown);
  pthread_mutex_unlock(&checkpointer->mutex);
  return SQLITE_OK;
}

bool checkpointer_bound(struct checkpointer *checkpointer, struct fault *fault) {
  int result = SQLITE_OK;
  pthread_mutex_lock(&checkpointer->mutex);
  while (checkpointer->pages >= CHECKPOINTER_LOG_MOST && checkpointer->working)
    pthread_cond_wait(&checkpointer->done, &checkpointer->mutex);
  const bool near_end = !checkpointer->working && checkpointer->pages - checkpointer->taken <= LITTLE;
  if (checkpointer->pages >= CHECKPOINTER_LOG_MOST || (checkpointer->pages >= CHECKPOINTER_LOG && near_end))
    result = take_in(checkpointer, checkpointer->base);
  pthread_mutex_unlock(&checkpointer->mutex);
  return result == SQLITE_OK || (result & 0xFF) == SQLITE_BUSY ||
         fault_say(fault, "database: its log cannot be taken into its file: %s", sqlite3_errstr(result));
}

/* ---- Beginning and end ---- */

struct checkpointer *checkpointer_open(sqlite3 *base, const char *path, struct fault *fault) {
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  struct checkpointer *checkpointer = memory_new(sizeof *checkpointer);
  *checkpointer = (struct checkpointer){.base = base};
  pthread_mutex_init(&checkpointer->mutex, NULL);
  pthread_cond_init(&checkpointer->grown, NULL);
  pthread_cond_init(&checkpointer->done, NULL);

  /* A connection opens the log only when it reads something. */
  if (sqlite3_open_v2(path, &checkpointer->own, flags, NULL) == SQLITE_OK &&
      sqlite3_exec(checkpointer->own, "PRAGMA synchronous = FULL; SELECT 1 FROM sqlite_schema", NULL, NULL, NULL) ==
          SQLITE_OK)
    checkpointer->started = pthread_create(&checkpointer->thread, NULL, keep_taking_in, checkpointer) == 0;
  if (!checkpointer->started) {
    fault_say(fault, "the thread that takes the log of the database into its file cannot be started");
    checkpointer_close(checkpointer);
    return NULL;
  }
  sqlite3_wal_hook(base, note_round, checkpointer);
  return checkpointer;
}

void checkpointer_close(struct checkpointer *checkpointer) {
  if (checkpointer == NULL) return;
  if (checkpointer->started) {
    sqlite3_wal_hook(checkpointer->base, NULL, NULL);
    pthread_mutex_lock(&checkpointer->mutex);
    checkpointer->stop = true;
    pthread_cond_signal(&checkpointer->grown);
    pthread_mutex_unlock(&checkpointer->mutex);
    pthread_join(checkpointer->thread, NULL);
  }
  sqlite3_close(checkpointer->own);
  pthread_cond_destroy(&checkpointer->done);
  pthread_cond_destroy(&checkpointer->grown);
  pthread_mutex_destroy(&checkpointer->mutex);
  free(checkpointer);
}
