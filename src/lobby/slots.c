#include "lobby/slots.h"

#include <search.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "base/guard.h"

struct slot *slot_new(const struct store_table *stored) {
  struct slot *slot = memory_new(sizeof *slot);
  *slot = (struct slot){.stored = *stored, .mine = true, .due = INT64_MAX};
  return slot;
}

uint64_t slot_print(const struct table *table, int64_t seq) {
  const struct span entry = table_entry(table, seq);
  return fnv_add_bytes(FNV_BEGIN, entry.bytes, entry.length);
}

int64_t slot_time(const struct slot *slot, int64_t now) { return now + slot->ahead; }

/* How much later than the server that wrote it last this one does what is due. */
static int64_t delay_of(const struct slot *slot) { return slot->mine ? 0 : SLOT_LATER; }

bool slot_may_tick(const struct slot *slot, int64_t now) {
  const int64_t due = table_due(slot->table);
  return due != INT64_MAX && due - slot->ahead + delay_of(slot) <= now;
}

bool slot_may_think(const struct slot *slot, int64_t now) {
  return slot->mine || table_at(slot->table) - slot->ahead + SLOT_LATER <= now;
}

int64_t slot_due(const struct slot *slot, bool watched) {
  int seat, level;
  const int64_t due = table_due(slot->table);
  const int64_t own = due == INT64_MAX ? due : due - slot->ahead + delay_of(slot);
  const bool thinks = slot->thought_at != 0 && slot->thought_at == slot->table->position;
  if (slot->mine || !watched || thinks || !table_decides(slot->table, &seat, &level)) return own;
  const int64_t think = table_at(slot->table) - slot->ahead + SLOT_LATER;
  return think < own ? think : own;
}

int64_t slot_due_alone(const struct slot *slot) {
  int seat, level;
  const struct table *table = slot->table;
  const bool thinks = table_decides(table, &seat, &level) && table_is_awaited(table);
  const int64_t due = thinks ? table_at(table) + SLOT_THINK : table_due(table);
  return due == INT64_MAX ? due : due - slot->ahead;
}

/* ---- All tables, by id: a balanced tree of the ids in them ---- */

static int compare_ids(const void *one, const void *other) { return strcmp(one, other); }

struct slot *slots_find(const struct slots *slots, struct span id) {
  char key[STORE_ID_SIZE] = "";
  if (id.length >= sizeof key) return NULL;
  memcpy(key, id.bytes, id.length);
  void *const *found = strlen(key) == id.length ? tfind(key, &slots->tree, compare_ids) : NULL;
  return found == NULL ? NULL : (struct slot *)((char *)*found - offsetof(struct slot, stored.id));
}

/* ---- All tables, by time: a binary heap ---- */

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

/* ---- Added and removed ---- */

void slots_add(struct slots *slots, struct slot *slot) {
  /* 1. Room for one more. */
  if (slots->count == slots->room) {
    slots->room = slots->room * 2 + 64;
    slots->heap = memory_resize(slots->heap, slots->room * sizeof(struct slot *));
  }

  /* 2. By id, by age and by time. */
  if (tsearch(slot->stored.id, &slots->tree, compare_ids) == NULL) memory_short();
  slot->older = slots->newest;
  slot->newer = NULL;
  if (slot->older != NULL) slot->older->newer = slot;
  slots->newest = slot;
  put(slots, slot, slots->count++);
  sift(slots, slot);
}

void slots_remove(struct slots *slots, struct slot *slot) {
  tdelete(slot->stored.id, &slots->tree, compare_ids);
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
  CHECK(slot->table == NULL);
  free(slot);
}

void slots_free(struct slots *slots) {
  CHECK(slots->newest == NULL);
  free(slots->heap);
  *slots = (struct slots){0};
}
