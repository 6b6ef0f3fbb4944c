#include "table/lives.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_BUCKETS = 64 };

void lives_free(struct lives *lives) {
  while (lives->newest != NULL) lives_remove(lives, lives->newest);
  free(lives->buckets);
  free(lives->heap);
  *lives = (struct lives){0};
}

/* ---- by id ------------------------------------------------------------------------------------------------------- */

/* Ids are chance already: any mix of their bytes spreads them. */
static struct live **bucket_of(const struct lives *lives, struct span id) {
  uint64_t hash = 1469598103934665603u;
  for (size_t i = 0; i < id.length; i++) hash = (hash ^ (unsigned char)id.bytes[i]) * 1099511628211u;
  return &lives->buckets[(hash ^ hash >> 32) & (lives->bucket_count - 1)];
}

struct live *lives_find(const struct lives *lives, struct span id) {
  if (lives->count == 0) return NULL;
  struct live *live = *bucket_of(lives, id);
  while (live != NULL && !span_is(id, live->stored.id)) live = live->next_in_bucket;
  return live;
}

static void enter(struct lives *lives, struct live *live) {
  struct live **bucket = bucket_of(lives, span_of(live->stored.id));
  live->next_in_bucket = *bucket;
  *bucket = live;
}

static void leave(struct lives *lives, struct live *live) {
  struct live **link = bucket_of(lives, span_of(live->stored.id));
  while (*link != live) link = &(*link)->next_in_bucket;
  *link = live->next_in_bucket;
}

/* Makes room for one more. */
static void grow(struct lives *lives) {
  if (lives->count < lives->bucket_count) return;
  lives->bucket_count = lives->bucket_count == 0 ? LEAST_BUCKETS : lives->bucket_count * 2;
  lives->heap = memory_resize(lives->heap, lives->bucket_count * sizeof(struct live *));
  lives->buckets = memory_resize(lives->buckets, lives->bucket_count * sizeof(struct live *));
  memset(lives->buckets, 0, lives->bucket_count * sizeof(struct live *));
  for (struct live *live = lives->newest; live != NULL; live = live->older) enter(lives, live);
}

/* ---- by time: a binary heap -------------------------------------------------------------------------------------- */

static void put(struct lives *lives, struct live *live, size_t place) {
  lives->heap[place] = live;
  live->place = place;
}

static void sift(struct lives *lives, struct live *live) {
  size_t place = live->place;
  for (; place > 0 && lives->heap[(place - 1) / 2]->due > live->due; place = (place - 1) / 2)
    put(lives, lives->heap[(place - 1) / 2], place);
  for (;;) {
    size_t child = 2 * place + 1;
    if (child + 1 < lives->count && lives->heap[child + 1]->due < lives->heap[child]->due) child++;
    if (child >= lives->count || lives->heap[child]->due >= live->due) break;
    put(lives, lives->heap[child], place);
    place = child;
  }
  put(lives, live, place);
}

void lives_set_due(struct lives *lives, struct live *live, int64_t due) {
  live->due = due;
  sift(lives, live);
}

struct live *lives_first(const struct lives *lives) {
  return lives->count == 0 ? NULL : lives->heap[0];
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void lives_add(struct lives *lives, struct live *live) {
  grow(lives);
  enter(lives, live);
  live->older = lives->newest;
  live->newer = NULL;
  if (live->older != NULL) live->older->newer = live;
  lives->newest = live;
  put(lives, live, lives->count++);
  sift(lives, live);
}

void lives_remove(struct lives *lives, struct live *live) {
  leave(lives, live);
  if (live->older != NULL) live->older->newer = live->newer;
  if (live->newer != NULL)
    live->newer->older = live->older;
  else
    lives->newest = live->older;
  struct live *last = lives->heap[--lives->count];
  if (last != live) {
    put(lives, last, live->place);
    sift(lives, last);
  }
  live_free(live);
}
