/* How tables come into memory: a piece of their log at a time, so that no round takes long however long a log is. */
#include "lobby/lobby_memory.h"

#include <string.h>

/* The table has more to read, in the next rounds; the clock does not ask for it meanwhile. */
static void enqueue(struct lobby *lobby, struct slot *slot) {
  slot->queued = true;
  slot->next_queued = NULL;
  *lobby->last_queued = slot;
  lobby->last_queued = &slot->next_queued;
  slots_set_due(&lobby->slots, slot, INT64_MAX);
}

static struct slot *dequeue(struct lobby *lobby) {
  struct slot *slot = lobby->queued;
  lobby->queued = slot->next_queued;
  if (lobby->queued == NULL) lobby->last_queued = &lobby->queued;
  slot->queued = false;
  return slot;
}

/* Looks at the row of a table that others may change, before anything else is read of it: what is read then is at least
 * as new as its version says. False with `*fault`. */
static bool look(struct lobby *lobby, struct slot *slot, struct fault *fault) {
  struct store_table stored;
  if (!lobby->shared || slot->reading != NULL) return true;
  const enum store_found found = store_find(lobby->store, span_of(slot->stored.id), &stored, fault);
  if (found == STORE_FAILED) return false;
  if (found == STORE_MISSING) {
    slot->stored.state = STORE_FINISHED;
    slot_end_watches(slot);
    return fault_say(fault, "this table was removed");
  }
  slot->stored = stored;
  slot->due_then = stored.due;
  return true;
}

void lobby_note_damage(struct lobby *lobby, int64_t number, const char *id, struct fault *fault) {
  int at = 0;
  while (at < lobby->damage_count && lobby->damage[at].number != number) at++;
  if (at == lobby->damage_count && at < LOBBY_MOST_DAMAGE) {
    struct lobby_damage *damage = &lobby->damage[lobby->damage_count++];
    damage->number = number;
    memcpy(damage->reason, fault->text, sizeof damage->reason);
  }
  fault_within(fault, id);
}

const struct lobby_damage *lobby_take_damage(struct lobby *lobby) {
  return lobby->damage_told == lobby->damage_count ? NULL : &lobby->damage[lobby->damage_told++];
}

/* A damaged table is nobody's: it stands in no list, and the clock does not ask for it. One of several servers tries it
 * again, as it may have read it while another one wrote. */
static void note_unreadable(struct lobby *lobby, struct slot *slot, struct fault *fault) {
  if (!store_is_damage(fault)) {
    fault_within(fault, slot->stored.id);
    return;
  }
  lobby_note_damage(lobby, slot->stored.number, slot->stored.id, fault);
  if (lobby->shared) return;
  slot->damaged = true;
  lobby_count(lobby, slot);
  slots_set_due(&lobby->slots, slot, INT64_MAX);
}

/* The database does not give a table: it is tried again later. */
static void give_up(struct lobby *lobby, struct slot *slot) {
  slot->unreadable = lobby_now(lobby) + LOBBY_RETRY;
  slots_set_due(&lobby->slots, slot, slot->damaged ? INT64_MAX : lobby_retry(lobby, slot));
  lobby->has_read = true;
}

/* Reads the next piece of a table, with units that the round has left. A table that is whole takes part from now on.
 * Who watches is woken: after a commit of which it is not known what became, more may be stored than was told. */
static enum slot_read read_piece(struct lobby *lobby, struct slot *slot, struct fault *fault) {
  const int64_t now = lobby_now(lobby);
  const int most = lobby->may_read < LOBBY_PIECE ? lobby->may_read : LOBBY_PIECE;
  int left = most;
  if (!look(lobby, slot, fault)) return SLOT_UNREADABLE;
  const enum slot_read read =
      slot_read(slot, lobby->store, lobby->notices, lobby->sets, now, lobby->since, &left, fault);
  struct lobby_figures *figures = &lobby->figures;
  lobby->may_read -= most - left;
  figures->read += (uint64_t)(most - left);
  if (LOBBY_READ - lobby->may_read > figures->most_read) figures->most_read = LOBBY_READ - lobby->may_read;
  if (store_is_slow(lobby->store)) lobby->may_read = 0;
  if (read == SLOT_UNREADABLE) lobby_drop(lobby, slot);
  if (read == SLOT_UNREADABLE) note_unreadable(lobby, slot, fault);
  if (read != SLOT_WHOLE) return read;
  figures->in_memory++;
  slot_warm(slot, &lobby->warm);
  slot->unpaid = slot->bytes;
  slot->mine = !lobby->shared || slot->claimed;
  comparing_begin(lobby, slot);
  table_expect(slot->table, slot_time(slot, lobby->shared ? lobby->since : lobby->started));
  notices_follow(lobby->notices, slot, now, slot->mine);
  lobby_count(lobby, slot);
  shares_follow(lobby->shares, slot);
  slots_set_due(&lobby->slots, slot, slot->claimed ? now : lobby_due(lobby, slot));
  lobby_think(lobby, slot);
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next) watcher->wake(watcher);
  return read;
}

bool lobby_load(struct lobby *lobby, struct slot *slot, struct fault *fault) {
  slot->used = lobby_now(lobby);
  if (!lobby_hears(lobby)) return fault_say(fault, "this server does not reach the database: try again");
  if (slot->table != NULL) slot_warm(slot, &lobby->warm);
  if (slot->table != NULL) return true;
  if (slot->stored.state == STORE_FINISHED && lobby->warm.bytes > lobby->settings.most_memory)
    return fault_say(fault, "this server has as many tables in memory as it may: try again later");
  if (slot->damaged) return fault_say(fault, "what is stored of this table cannot be true: ask who runs this server");
  if (slot->used < slot->unreadable) return fault_say(fault, "the table could not be read a moment ago: try again");
  if (!slot->queued && lobby->may_read > 0) {
    const enum slot_read read = read_piece(lobby, slot, fault);
    if (read != SLOT_MORE) return read == SLOT_WHOLE;
  }
  if (!slot->queued) enqueue(lobby, slot);
  return fault_say(fault, "the table is being read from the database: try again");
}

void lobby_read_on(struct lobby *lobby) {
  struct fault fault;
  lobby->may_read = LOBBY_READ;
  while (lobby->queued != NULL && lobby->may_read > 0) {
    struct slot *slot = dequeue(lobby);
    const enum slot_read read = read_piece(lobby, slot, &fault);
    if (read == SLOT_MORE) {
      enqueue(lobby, slot);
      continue;
    }
    if (read == SLOT_UNREADABLE) give_up(lobby, slot);
    lobby->has_read = true;
  }
}

void lobby_pay(struct lobby *lobby, struct slot *slot) {
  lobby->cost += slot->unpaid;
  slot->unpaid = 0;
  slot->served = true;
}

int64_t lobby_take_cost(struct lobby *lobby) {
  const int64_t cost = lobby->cost;
  lobby->cost = 0;
  return cost;
}

bool lobby_has_read(struct lobby *lobby) {
  const bool has_read = lobby->has_read;
  lobby->has_read = false;
  return has_read;
}
