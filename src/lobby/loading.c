#include "lobby/loading.h"

#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/rarely.h"
#include "lobby/holders.h"

/* A table that is being read, or was in vain. */
struct reading {
  struct slot *slot;
  struct table *table; /* what was read of it; NULL: nothing yet */
  struct reading *next;
  bool queued;
  int64_t put_off; /* before this time it is not read again */
};

/* ---- Units ---- */

void loading_begin(struct loading *loading) { loading->units = LOADING_UNITS; }

int loading_units(const struct loading *loading, int most) {
  if (loading->units <= 0) return 0;
  return RARELY("a round reads one entry", false) ? 1 : loading->units < most ? loading->units : most;
}

void loading_spend(struct loading *loading, int units) {
  struct lobby_figures *figures = loading->figures;
  loading->units -= units;
  figures->read += (uint64_t)units;
  if (LOADING_UNITS - loading->units > figures->most_read) figures->most_read = LOADING_UNITS - loading->units;
}

/* ---- The queue ---- */

void loading_enqueue(struct loading *loading, struct slot *slot) {
  struct reading *reading = rows_add(&loading->rows, slot, sizeof *reading);
  reading->queued = true;
  reading->next = NULL;
  *(loading->last_queued != NULL ? &loading->last_queued->next : &loading->queued) = reading;
  loading->last_queued = reading;
}

struct slot *loading_dequeue(struct loading *loading) {
  struct reading *reading = loading->queued;
  if (reading == NULL) return NULL;
  loading->queued = reading->next;
  if (loading->queued == NULL) loading->last_queued = NULL;
  reading->queued = false;
  return reading->slot;
}

bool loading_is_queued(const struct loading *loading, const struct slot *slot) {
  const struct reading *reading = rows_find(&loading->rows, slot);
  return reading != NULL && reading->queued;
}

void loading_put_off(struct loading *loading, struct slot *slot, int64_t until) {
  struct reading *reading = rows_add(&loading->rows, slot, sizeof *reading);
  reading->put_off = until;
}

bool loading_is_put_off(const struct loading *loading, const struct slot *slot, int64_t now) {
  const struct reading *reading = rows_find(&loading->rows, slot);
  return reading != NULL && now < reading->put_off;
}

void loading_forget(struct loading *loading, const struct slot *slot) {
  struct reading *reading = rows_find(&loading->rows, slot);
  if (reading == NULL) return;
  table_close(reading->table);
  reading->table = NULL;
}

void loading_remove(struct loading *loading, const struct slot *slot) {
  const struct reading *reading = rows_find(&loading->rows, slot);
  if (reading == NULL) return;
  CHECK(!reading->queued);
  loading_forget(loading, slot);
  rows_remove(&loading->rows, slot);
}

/* ---- Damage ---- */

void loading_note_damage(struct loading *loading, int64_t number, const char *id, struct fault *fault) {
  int at = 0;
  while (at < loading->damaged_count && (loading->damaged[at].number != number ||
                                         (number == 0 && strcmp(loading->damaged[at].reason, fault->text) != 0)))
    at++;
  if (at == loading->damaged_count && at < LOADING_DAMAGED) {
    struct lobby_damage *damage = &loading->damaged[loading->damaged_count++];
    damage->number = number;
    memcpy(damage->reason, fault->text, sizeof damage->reason);
  }
  fault_within(fault, id);
}

void loading_note_other(struct loading *loading, const struct slot *slot) {
  struct fault fault;
  presence_end(loading->presence, slot);
  fault_say(&fault, "the database has forgotten entries that it had stored");
  loading_note_damage(loading, slot->stored.number, slot->stored.id, &fault);
}

const struct lobby_damage *loading_take_damage(struct loading *loading) {
  return loading->damaged_taken == loading->damaged_count ? NULL : &loading->damaged[loading->damaged_taken++];
}

/* ---- Reading ---- */

/* Looks at the row of a table that others may change, before anything else is read of it: what is read then is at least
 * as new as its version says. False with `*fault`. */
static bool look(const struct loading *loading, struct slot *slot, struct fault *fault) {
  struct store_table stored;
  const enum store_found found = store_find(loading->store, span_of(slot->stored.id), &stored, fault);
  if (found == STORE_FAILED) return false;
  if (found == STORE_FOUND && stored.number != slot->stored.number)
    return fault_as(fault, STORE_DAMAGED, "its number is another one than before");
  if (found == STORE_MISSING) {
    slot->stored.state = STORE_FINISHED;
    presence_end(loading->presence, slot);
    return fault_say(fault, "this table was removed");
  }
  slot->stored = stored;
  return true;
}

/* Reads the holders of the seats of a slot, whose table is `table` (NULL: not known). */
static bool read_holders(struct loading *loading, struct slot *slot, const struct table *table, struct fault *fault) {
  unsigned lost;
  if (!holders_read(slot, table, loading->store, &lost, fault)) return false;
  for (int seat = 1; seat <= TESS_MAX_PLAYERS; seat++) {
    if ((lost & 1u << seat) == 0) continue;
    if (slot->holders[seat - 1].held) {
      presence_end_seat(loading->presence, slot, seat);
      presence_wake_ending(loading->presence, slot);
    } else {
      presence_lose_seat(loading->presence, slot, seat);
    }
  }
  return true;
}

bool loading_read_holders(struct loading *loading, struct slot *slot, struct fault *fault) {
  const struct reading *reading = rows_find(&loading->rows, slot);
  const struct table *table = reading != NULL && reading->table != NULL ? reading->table : slot->table;
  return read_holders(loading, slot, table, fault);
}

/* Discards what was read of a table; notes if it is damaged. Where several servers share the database it is tried
 * again, as this one may have read it while another one wrote it. */
static void note_unreadable(struct loading *loading, struct slot *slot, struct fault *fault) {
  loading_forget(loading, slot);
  notices_forget(loading->notices, slot);
  if (!store_is_damage(fault)) {
    fault_within(fault, slot->stored.id);
    return;
  }
  loading_note_damage(loading, slot->stored.number, slot->stored.id, fault);
  slot->damaged = !store_is_shared(loading->store);
}

enum log_read loading_read(struct loading *loading, struct slot *slot, int64_t now, int64_t since,
                           struct fault *fault) {
  struct reading *reading = rows_add(&loading->rows, slot, sizeof *reading);
  if (store_is_shared(loading->store) && reading->table == NULL && !look(loading, slot, fault)) return LOG_UNREADABLE;
  if (reading->table == NULL) reading->table = table_open(loading->sets, slot->stored.id, slot->stored.secret, now);

  /* 1. A piece of its log; with the last piece the holders of its seats, and their addresses for notices. */
  const int most = loading_units(loading, LOADING_PIECE);
  int left = most;
  enum log_read read = logs_read(loading->store, slot->stored.number, reading->table, &left, fault);
  if (read == LOG_WHOLE &&
      (!read_holders(loading, slot, reading->table, fault) || !notices_load(loading->notices, slot, fault)))
    read = LOG_UNREADABLE;
  loading_spend(loading, most - left);
  if (store_is_slow(loading->store)) loading->units = 0;

  /* 2. What came of it. */
  if (read == LOG_UNREADABLE) note_unreadable(loading, slot, fault);
  if (read != LOG_WHOLE) return read;
  struct table *table = reading->table;
  reading->table = NULL;
  loading_remove(loading, slot);
  /* All of a table was read: it is in memory. From now on its time goes on, from its last entry at the earliest. While
   * it was out of memory its time went on, too. */
  const int64_t before = slot->last, last = table_at(table);
  const bool same = before == 0 || (table->seq >= before && slot_print(table, before) == slot->print);
  slot->table = table;
  slot->last = slot->appended = table->seq;
  slot->stored.state = logs_state(table);
  if (!same) loading_note_other(loading, slot);
  if (last > slot_time(slot, now)) slot->ahead = last - now;
  table_opened(table, slot_time(slot, now));
  if (since != 0) table_serve(table, slot_time(slot, since));
  presence_load(loading->presence, slot, now);
  return LOG_WHOLE;
}
