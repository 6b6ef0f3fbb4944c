#include "lobby/slots.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_BUCKETS = 64 };

void slots_free(struct slots *slots) {
  while (slots->newest != NULL) slots_remove(slots, slots->newest);
  free(slots->buckets);
  free(slots->heap);
  *slots = (struct slots){0};
}

/* ---- by id ------------------------------------------------------------------------------------------------------- */

/* Ids are chance already: any mix of their bytes spreads them. */
static struct slot **bucket_of(const struct slots *slots, struct span id) {
  uint64_t hash = 1469598103934665603u;
  for (size_t i = 0; i < id.length; i++) hash = (hash ^ (unsigned char)id.bytes[i]) * 1099511628211u;
  return &slots->buckets[(hash ^ hash >> 32) & (slots->bucket_count - 1)];
}

struct slot *slots_find(const struct slots *slots, struct span id) {
  if (slots->count == 0) return NULL;
  struct slot *slot = *bucket_of(slots, id);
  while (slot != NULL && !span_is(id, slot->stored.id)) slot = slot->next_in_bucket;
  return slot;
}

static void enter(struct slots *slots, struct slot *slot) {
  struct slot **bucket = bucket_of(slots, span_of(slot->stored.id));
  slot->next_in_bucket = *bucket;
  *bucket = slot;
}

static void leave(struct slots *slots, struct slot *slot) {
  struct slot **link = bucket_of(slots, span_of(slot->stored.id));
  while (*link != slot) link = &(*link)->next_in_bucket;
  *link = slot->next_in_bucket;
}

/* Makes room for one more. */
static void grow(struct slots *slots) {
  if (slots->count < slots->bucket_count) return;
  slots->bucket_count = slots->bucket_count == 0 ? LEAST_BUCKETS : slots->bucket_count * 2;
  slots->heap = memory_resize(slots->heap, slots->bucket_count * sizeof(struct slot *));
  slots->buckets = memory_resize(slots->buckets, slots->bucket_count * sizeof(struct slot *));
  memset(slots->buckets, 0, slots->bucket_count * sizeof(struct slot *));
  for (struct slot *slot = slots->newest; slot != NULL; slot = slot->older) enter(slots, slot);
}

/* ---- by time: a binary heap -------------------------------------------------------------------------------------- */

static void put(struct slots *slots, struct slot *slot, size_t place) {
  slots->heap[place] = slot;
  slot->place = place;
}

static void sift(struct slots *slots, struct slot *slot) {
  size_t place = slot->place;
  for (; place > 0 && slots->heap[(place - 1) / 2]->due > slot->due; place = (place - 1) / 2)
    put(slots, slots->heap[(place - 1) / 2], place);
  for (;;) {
    size_t child = 2 * place + 1;
    if (child + 1 < slots->count && slots->heap[child + 1]->due < slots->heap[child]->due) child++;
    if (child >= slots->count || slots->heap[child]->due >= slot->due) break;
    put(slots, slots->heap[child], place);
    place = child;
  }
  put(slots, slot, place);
}

void slots_set_due(struct slots *slots, struct slot *slot, int64_t due) {
  slot->due = due;
  sift(slots, slot);
}

struct slot *slots_first(const struct slots *slots) {
  return slots->count == 0 ? NULL : slots->heap[0];
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void slots_add(struct slots *slots, struct slot *slot) {
  grow(slots);
  enter(slots, slot);
  slot->older = slots->newest;
  slot->newer = NULL;
  if (slot->older != NULL) slot->older->newer = slot;
  slots->newest = slot;
  put(slots, slot, slots->count++);
  sift(slots, slot);
}

void slots_remove(struct slots *slots, struct slot *slot) {
  leave(slots, slot);
  if (slot->older != NULL) slot->older->newer = slot->newer;
  if (slot->newer != NULL)
    slot->newer->older = slot->older;
  else
    slots->newest = slot->older;
  struct slot *last = slots->heap[--slots->count];
  if (last != slot) {
    put(slots, last, slot->place);
    sift(slots, last);
  }
  slot_free(slot);
}
