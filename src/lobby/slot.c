#include "lobby/slot.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

struct slot *slot_new(const struct store_table *stored) {
  struct slot *slot = memory_new(sizeof *slot);
  *slot = (struct slot){.stored = *stored, .due = INT64_MAX};
  return slot;
}

void slot_free(struct slot *slot) {
  CHECK(slot->watchers == NULL);
  slot_drop(slot);
  text_free(&slot->item);
  free(slot);
}

void slot_drop(struct slot *slot) {
  table_close(slot->table);
  slot->table = NULL;
  slot->appended = slot->last;
}

/* ---- from the database ------------------------------------------------------------------------------------------- */

/* A table that is being rebuilt. */
struct rebuild {
  struct slot *slot;
  struct fault *fault;
  bool sound;
};

static void remember(struct table *table, const struct store_entry *entry) {
  struct text id = {0};
  text_add(&id, entry->request.bytes, entry->request.length);
  table_remember(table, entry->seat, id.bytes, entry->seq);
  text_free(&id);
}

static bool take_entry(void *context, const struct store_entry *entry) {
  struct rebuild *rebuild = context;
  struct table *table = rebuild->slot->table;
  if (entry->seq != table->seq + 1)
    rebuild->sound = fault_say(rebuild->fault, "entry %d is missing", (int)table->seq + 1);
  else if (!table_apply(table, entry->body, rebuild->fault)) {
    struct text where = {0};
    text_print(&where, "entry %d", (int)entry->seq);
    rebuild->sound = fault_within(rebuild->fault, where.bytes);
    text_free(&where);
  } else if (entry->request.bytes != NULL)
    remember(table, entry);
  return rebuild->sound;
}

static bool take_seat(void *context, const struct store_seat *seat) {
  struct rebuild *rebuild = context;
  if (seat->seat < 1 || seat->seat > TESS_MAX_PLAYERS) return true;
  struct holder *holder = &rebuild->slot->holders[seat->seat - 1];
  holder->held = true;
  memcpy(holder->token, seat->token, sizeof holder->token);
  memcpy(holder->recovery, seat->recovery, sizeof holder->recovery);
  return true;
}

static bool rebuild_table(struct slot *slot, struct store *store, struct fault *fault) {
  struct rebuild rebuild = {slot, fault, true};
  const int64_t number = slot->stored.number;
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) slot->holders[i].held = false;
  return store_each_entry(store, number, take_entry, &rebuild, fault) && rebuild.sound &&
         store_each_seat(store, number, take_seat, &rebuild, fault);
}

static enum store_state state_of(const struct table *table) {
  if (table->state == TABLE_WAITING) return STORE_WAITING;
  return table->state == TABLE_PLAYING ? STORE_PLAYING : STORE_FINISHED;
}

int64_t slot_time(const struct slot *slot, int64_t now) { return now + slot->ahead; }

int64_t slot_due(const struct slot *slot) {
  const int64_t due = table_due(slot->table);
  return due == INT64_MAX ? due : due - slot->ahead;
}

/* From now on the table's time goes on, from its last entry at the earliest; who watches is there. While the table was
 * out of memory its time went on, too. */
static void begin_time(struct slot *slot, int64_t now) {
  const int64_t last = table_at(slot->table);
  if (last > slot_time(slot, now)) slot->ahead = last - now;
  table_opened(slot->table, slot_time(slot, now));
  for (int i = 0; i < slot->table->setup.players; i++)
    table_present(slot->table, i + 1, slot->holders[i].watchers > 0, slot_time(slot, now));
}

bool slot_load(struct slot *slot, struct store *store, const struct tile_shelf *shelf, int64_t now,
               struct fault *fault) {
  slot->used = now;
  if (slot->table != NULL) return true;
  slot->table = table_open(shelf, slot->stored.id, slot->stored.secret, now);
  if (!rebuild_table(slot, store, fault)) {
    slot_drop(slot);
    return fault_within(fault, slot->stored.id);
  }
  slot->last = slot->appended = slot->table->seq;
  slot->stored.state = state_of(slot->table);
  begin_time(slot, now);
  return true;
}

/* ---- to the database --------------------------------------------------------------------------------------------- */

/* Takes a seat from a holder who stood up, and his watchers with it. */
static void release_seat(struct slot *slot, struct store *store, int seat) {
  slot->holders[seat - 1] = (struct holder){0};
  store_drop_seat(store, slot->stored.number, seat);
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next)
    if (watcher->seat == seat) watcher->seat = 0;
}

void slot_append(struct slot *slot, struct store *store, const struct store_entry *granted) {
  const struct table *table = slot->table;
  for (int i = 0; i < table->setup.players; i++)
    if (slot->holders[i].held && table->seats[i].holder == TABLE_NOBODY) release_seat(slot, store, i + 1);
  const enum store_state state = state_of(table);
  while (slot->appended < table->seq) {
    struct store_entry entry = {.seq = ++slot->appended, .body = table_entry(table, slot->appended)};
    if (granted != NULL && slot->appended == table->seq) {
      entry.seat = granted->seat;
      entry.request = granted->request;
    }
    store_add_entry(store, slot->stored.number, &entry);
  }
  if (state == slot->stored.state) return;
  slot->stored.state = state;
  store_set_state(store, slot->stored.number, state);
}

void slot_committed(struct slot *slot) {
  const bool grown = slot->last < slot->appended;
  slot->touched = false;
  slot->last = slot->appended;
  for (struct lobby_watcher *watcher = slot->watchers; grown && watcher != NULL; watcher = watcher->next)
    watcher->wake(watcher);
}

void slot_failed(struct slot *slot) {
  slot->touched = false;
  slot_drop(slot);
}

/* ---- seats and watchers ------------------------------------------------------------------------------------------ */

int slot_holder(const struct slot *slot, const uint8_t hash[TOKEN_HASH], bool recovery) {
  int seat = 0;
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) {
    const struct holder *holder = &slot->holders[i];
    if (token_same(hash, recovery ? holder->recovery : holder->token) && holder->held) seat = i + 1;
  }
  return seat;
}

void slot_seat(struct slot *slot, struct store *store, int seat, const struct token *token,
               const struct token *recovery) {
  struct store_seat stored = {.seat = seat};
  struct holder *holder = &slot->holders[seat - 1];
  token_hash(span_of(token->word), holder->token);
  token_hash(span_of(recovery->word), holder->recovery);
  holder->held = true;
  memcpy(stored.token, holder->token, sizeof stored.token);
  memcpy(stored.recovery, holder->recovery, sizeof stored.recovery);
  store_put_seat(store, slot->stored.number, &stored);
}

void slot_watch(struct slot *slot, struct lobby_watcher *watcher, int seat, int64_t now) {
  watcher->slot = slot;
  watcher->seat = seat;
  watcher->next = slot->watchers;
  watcher->link = &slot->watchers;
  if (watcher->next != NULL) watcher->next->link = &watcher->next;
  slot->watchers = watcher;
  if (seat > 0 && slot->holders[seat - 1].watchers++ == 0) table_present(slot->table, seat, true, slot_time(slot, now));
}

void slot_unwatch(struct lobby_watcher *watcher, int64_t now) {
  struct slot *slot = watcher->slot;
  *watcher->link = watcher->next;
  if (watcher->next != NULL) watcher->next->link = watcher->link;
  slot->used = now;
  if (watcher->seat == 0 || --slot->holders[watcher->seat - 1].watchers > 0) return;
  if (slot->table != NULL) table_present(slot->table, watcher->seat, false, slot_time(slot, now));
}
