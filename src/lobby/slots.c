/* Tables as the lobby knows them: one, in memory or not; all of them by id, time and age. */
#include "lobby/lobby_memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/guard.h"

enum { LEAST_BUCKETS = 64 };

struct slot *slot_new(const struct store_table *stored) {
  struct slot *slot = memory_new(sizeof *slot);
  *slot = (struct slot){
      .stored = *stored, .due_then = stored->due, .mine = true, .due = INT64_MAX, .elsewhere_end = INT64_MAX};
  return slot;
}

void slot_free(struct slot *slot) {
  CHECK(slot->watchers == NULL);
  slot_drop(slot);
  CHECK(slot->compared.next == NULL);
  text_free(&slot->item);
  text_free(&slot->item_stored);
  free(slot);
}

/* It stands in no ring any more. */
static void cool(struct slot *slot) {
  struct warm_slots *warm = slot->warm;
  if (warm == NULL) return;
  *(slot->warmer != NULL ? &slot->warmer->colder : &warm->warmest) = slot->colder;
  *(slot->colder != NULL ? &slot->colder->warmer : &warm->coldest) = slot->warmer;
  warm->bytes -= slot->bytes;
  slot->warm = NULL;
  slot->warmer = slot->colder = NULL;
}

void slot_warm(struct slot *slot, struct warm_slots *warm) {
  cool(slot);
  slot->warm = warm;
  slot->bytes = (int64_t)table_bytes(slot->table);
  slot->colder = warm->warmest;
  *(slot->colder != NULL ? &slot->colder->warmer : &warm->coldest) = slot;
  warm->warmest = slot;
  warm->bytes += slot->bytes;
}

void slot_drop(struct slot *slot) {
  cool(slot);
  slot->unpaid = 0;
  slot->served = false;
  table_close(slot->table);
  table_close(slot->reading);
  comparing_end(slot);
  slot->table = slot->reading = NULL;
  slot->appended = slot->last;
  slot->due_then = slot->stored.due;
  slot->made = 0;
  text_free(&slot->item_stored);
}

/* ---- From the database ---- */

/* A table that is being rebuilt or read on, up to the entry at which no unit of work is left. */
struct rebuild {
  struct table *table;
  struct fault *fault;
  int units;
  bool sound, stopped;
};

static bool take_entry(void *context, const struct store_entry *entry) {
  struct rebuild *rebuild = context;
  struct table *table = rebuild->table;
  const int words = table->words;
  if (entry->seq != table->seq + 1)
    rebuild->sound = fault_say(rebuild->fault, "entry %d is missing", (int)table->seq + 1);
  else if (!table_apply(table, entry->body, rebuild->fault)) {
    struct text where = {0};
    text_print(&where, "entry %d", (int)entry->seq);
    rebuild->sound = fault_within(rebuild->fault, where.bytes);
    text_free(&where);
  } else if (entry->request.bytes != NULL) {
    struct text id = {0};
    text_add(&id, entry->request.bytes, entry->request.length);
    table_remember(table, entry->seat, id.bytes, entry->print, entry->seq);
    text_free(&id);
  }
  rebuild->units -= 1 + (table->words < words ? table->words : 0);
  rebuild->stopped = rebuild->units <= 0;
  return rebuild->sound && !rebuild->stopped;
}

/* What was read of the holders of seats. */
struct holders_read {
  struct slot *slot;
  bool shared; /* another server may just have stored more than the entries that were read */
  bool damaged;
};

static bool take_seat(void *context, const struct store_seat *seat) {
  struct holders_read *read = context;
  struct slot *slot = read->slot;
  const struct table *table = slot->reading != NULL ? slot->reading : slot->table;
  const int number = seat->seat - 1;
  if (table != NULL && (number >= table->setup.players || (!read->shared && !table_is_held(table, number))))
    return !(read->damaged = true);
  struct holder *holder = &slot->holders[seat->seat - 1];
  holder->held = true;
  memcpy(holder->token, seat->token, sizeof holder->token);
  memcpy(holder->recovery, seat->recovery, sizeof holder->recovery);
  return true;
}

static enum store_state state_of(const struct table *table) {
  if (table->state == TABLE_WAITING) return STORE_WAITING;
  return table->state == TABLE_PLAYING ? STORE_PLAYING : STORE_FINISHED;
}

bool slot_read_entry(struct slot *slot, const struct store_entry *entry, struct fault *fault) {
  struct rebuild rebuild = {slot->table, fault, 1, true, false};
  take_entry(&rebuild, entry);
  slot->last = slot->appended = slot->table->seq;
  slot->stored.state = state_of(slot->table);
  return rebuild.sound;
}

int64_t slot_time(const struct slot *slot, int64_t now) { return now + slot->ahead; }

/* How much later than the server that wrote it last this one does what is due. */
static int64_t delay_of(const struct slot *slot) { return slot->mine ? 0 : LOBBY_LATER; }

bool slot_may_tick(const struct slot *slot, int64_t now) {
  const int64_t due = table_due(slot->table);
  return due != INT64_MAX && due - slot->ahead + delay_of(slot) <= now;
}

bool slot_may_think(const struct slot *slot, int64_t now) {
  return slot->mine || table_at(slot->table) - slot->ahead + LOBBY_LATER <= now;
}

/* When the next holder of a seat counts as away without anybody having been woken; INT64_MAX: nobody does. */
static int64_t away_due(const struct slot *slot) {
  int64_t due = INT64_MAX;
  for (int seat = 1; seat <= slot->table->setup.players && slot->watchers != NULL; seat++) {
    const int64_t at = table_away_at(slot->table, seat);
    if (at != INT64_MAX && at - slot->ahead > slot->away_told && at - slot->ahead < due) due = at - slot->ahead;
  }
  return due;
}

int64_t slot_due(const struct slot *slot) {
  int seat, level;
  const int64_t due = table_due(slot->table);
  int64_t own = due == INT64_MAX ? due : due - slot->ahead + delay_of(slot);
  const bool thinks = slot->thinking && slot->thinking_at == slot->table->position;
  if (!slot->mine && slot->watchers != NULL && !thinks && table_decides(slot->table, &seat, &level)) {
    const int64_t think = table_at(slot->table) - slot->ahead + LOBBY_LATER;
    if (think < own) own = think;
  }
  if (away_due(slot) < own) own = away_due(slot);
  return own < slot->elsewhere_end ? own : slot->elsewhere_end;
}

/* Who watches with a token that holds the seat no more watches without one, where nobody holds it; else the watch is to
 * end. */
static void let_former_holder_go(struct slot *slot, int seat) {
  const bool held = slot->holders[seat - 1].held;
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next) {
    if (watcher->seat != seat) continue;
    if (!held) watcher->seat = 0;
    if (held) slot_end_watch(watcher);
  }
  if (!held) slot->holders[seat - 1] = (struct holder){0};
}

bool slot_read_holders(struct slot *slot, struct store *store, struct fault *fault) {
  struct holder before[TESS_MAX_PLAYERS];
  struct holders_read read = {.slot = slot, .shared = store_is_shared(store)};
  memcpy(before, slot->holders, sizeof before);
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) slot->holders[i].held = false;
  const bool asked = store_each_seat(store, slot->stored.number, take_seat, &read, fault);
  if (!asked || read.damaged) {
    memcpy(slot->holders, before, sizeof before);
    return asked && fault_as(fault, STORE_DAMAGED, "seats: nobody can hold the one that is stored");
  }
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) {
    const struct holder *holder = &slot->holders[i];
    if (before[i].held && (!holder->held || memcmp(before[i].token, holder->token, sizeof holder->token) != 0))
      let_former_holder_go(slot, i + 1);
  }
  return true;
}

enum slot_read slot_read(struct slot *slot, struct store *store, struct notices *notices,
                         const struct set_library *library, int64_t now, int64_t since, int *units,
                         struct fault *fault) {
  /* 1. Its entries, as many as there are units for, as each of them is one at least. */
  const int64_t number = slot->stored.number, told = slot->last;
  if (slot->reading == NULL) slot->reading = table_open(library, slot->stored.id, slot->stored.secret, now);
  struct rebuild rebuild = {slot->reading, fault, *units, true, false};
  const bool read = store_each_entry(store, number, slot->reading->seq, *units, take_entry, &rebuild, fault);
  *units = rebuild.units;
  if (read && rebuild.sound && rebuild.stopped) return SLOT_MORE;
  if (read && rebuild.sound && slot->reading->seq == 0) rebuild.sound = fault_say(fault, "it has no entries");
  if (!rebuild.sound) fault->code = STORE_DAMAGED;

  /* 2. Who holds its seats. */
  if (!read || !rebuild.sound || !slot_read_holders(slot, store, fault) || !notices_load(notices, slot, fault))
    return SLOT_UNREADABLE;
  slot->table = slot->reading;
  slot->reading = NULL;
  slot->last = slot->appended = slot->table->seq;
  slot->stored.state = state_of(slot->table);
  if (slot->last < told) slot_end_watches(slot); /* as of a database that an older copy of it has taken the place of */

  /* 3. From now on its time goes on, from its last entry at the earliest; who watches is there. While it was out of
   * memory its time went on, too. */
  const int64_t last = table_at(slot->table);
  if (last > slot_time(slot, now)) slot->ahead = last - now;
  table_opened(slot->table, slot_time(slot, now));
  if (since != 0) table_serve(slot->table, slot_time(slot, since));
  for (int i = 0; i < slot->table->setup.players; i++)
    table_present(slot->table, i + 1, slot_is_there(slot, i + 1), slot_time(slot, now));
  return SLOT_WHOLE;
}

/* ---- To the database ---- */

int64_t slot_due_alone(const struct slot *slot) {
  int seat, level;
  const struct table *table = slot->table;
  const bool thinks = table_decides(table, &seat, &level) && table_is_awaited(table);
  const int64_t due = thinks ? table_at(table) + LOBBY_THINK : table_due(table);
  return due == INT64_MAX ? due : due - slot->ahead;
}

void slot_append(struct slot *slot, struct store *store, struct notices *notices, const struct store_entry *granted) {
  const struct table *table = slot->table;

  /* 1. Who stood up loses the seat, also as one who watches. */
  for (int i = 0; i < table->setup.players; i++) {
    if (!slot->holders[i].held || table->seats[i].holder != TABLE_NOBODY) continue;
    slot->holders[i] = (struct holder){0};
    notices_drop(notices, slot, i + 1);
    store_drop_seat(store, slot->stored.number, i + 1);
    for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next)
      if (watcher->seat == i + 1) watcher->seat = 0;
  }

  /* 2. New entries, the last with the request that made them; and when the table is due then. */
  if (slot->appended < table->seq || slot->claimed) slot->due_then = slot_due_alone(slot);
  slot->claimed = false;
  while (slot->appended < table->seq) {
    struct store_entry entry = {.seq = ++slot->appended, .body = table_entry(table, slot->appended)};
    if (granted != NULL && slot->appended == table->seq) {
      entry.seat = granted->seat;
      entry.request = granted->request;
      entry.print = granted->print;
    }
    store_add_entry(store, slot->stored.number, &entry);
  }

  /* 3. Whether it may still change; if not, nobody has to be told of it. */
  const enum store_state state = state_of(table);
  if (state == slot->stored.state) return;
  for (int seat = 1; seat <= table->setup.players && state == STORE_FINISHED; seat++) notices_drop(notices, slot, seat);
  slot->stored.state = state;
  store_set_state(store, slot->stored.number, state);
}

void slot_committed(struct slot *slot) {
  const bool grown = slot->last < slot->appended;
  slot->touched = false;
  slot->made = 0;
  slot->last = slot->appended;
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next)
    if (grown || watcher->ends) watcher->wake(watcher);
}

/* ---- Seats and watchers ---- */

int slot_holder(const struct slot *slot, const uint8_t hash[CREDENTIAL_HASH], bool recovery) {
  int seat = 0;
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) {
    const struct holder *holder = &slot->holders[i];
    if (credential_same(hash, recovery ? holder->recovery : holder->token) && holder->held) seat = i + 1;
  }
  return seat;
}

void slot_seat(struct slot *slot, struct store *store, struct notices *notices, int seat,
               const struct credential *token, const struct credential *recovery) {
  struct store_seat stored = {.seat = seat};
  struct holder *holder = &slot->holders[seat - 1];
  credential_hash(span_of(token->word), holder->token);
  credential_hash(span_of(recovery->word), holder->recovery);
  holder->held = true;
  notices_drop(notices, slot, seat); /* those of who held it before */
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next)
    if (watcher->seat == seat) watcher->ends = true; /* woken when it is stored */
  memcpy(stored.token, holder->token, sizeof stored.token);
  memcpy(stored.recovery, holder->recovery, sizeof stored.recovery);
  store_put_seat(store, slot->stored.number, &stored);
}

static void wake_those_who_mind(const struct slot *slot) {
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next)
    if (watcher->minds_away) watcher->wake(watcher);
}

void slot_present(struct slot *slot, int seat, bool is_there, int64_t at) {
  const int64_t time = slot_time(slot, at);
  const bool was_away = table_away_at(slot->table, seat) <= time;
  table_present(slot->table, seat, is_there, time);
  if (is_there && was_away) wake_those_who_mind(slot);
}

void slot_tell_away(struct slot *slot, int64_t now) {
  if (away_due(slot) <= now) wake_those_who_mind(slot);
  slot->away_told = now;
}

void slot_end_watch(struct lobby_watcher *watcher) {
  watcher->ends = true;
  watcher->wake(watcher);
}

void slot_end_watches(struct slot *slot) {
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next)
    slot_end_watch(watcher);
}

void slot_end_watches_from(struct slot *slot, uint64_t address) {
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next)
    if (watcher->shown && watcher->seat == 0 && watcher->address == address && address != 0) watcher->ends = true;
}

void slot_watch(struct slot *slot, struct lobby_watcher *watcher, int seat, int64_t now) {
  watcher->slot = slot;
  watcher->seat = seat;
  watcher->next = slot->watchers;
  watcher->link = &slot->watchers;
  if (watcher->next != NULL) watcher->next->link = &watcher->next;
  slot->watchers = watcher;
  if (seat > 0 && slot->holders[seat - 1].watchers++ == 0) slot_present(slot, seat, true, now);
}

void slot_unwatch(struct lobby_watcher *watcher, int64_t now) {
  struct slot *slot = watcher->slot;
  *watcher->link = watcher->next;
  if (watcher->next != NULL) watcher->next->link = watcher->link;
  slot->used = now;
  if (watcher->seat == 0) return;
  slot->holders[watcher->seat - 1].watchers--;
  if (slot->table != NULL && !slot_is_there(slot, watcher->seat)) slot_present(slot, watcher->seat, false, now);
}

/* ---- All tables, by id ---- */

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
  if (slots->count == slots->bucket_count) {
    slots->bucket_count = slots->bucket_count == 0 ? LEAST_BUCKETS : slots->bucket_count * 2;
    slots->heap = memory_resize(slots->heap, slots->bucket_count * sizeof(struct slot *));
    slots->buckets = memory_resize(slots->buckets, slots->bucket_count * sizeof(struct slot *));
    memset(slots->buckets, 0, slots->bucket_count * sizeof(struct slot *));
    for (struct slot *known = slots->newest; known != NULL; known = known->older) enter(slots, known);
  }

  /* 2. By id, by age and by time. */
  enter(slots, slot);
  slot->older = slots->newest;
  slot->newer = NULL;
  if (slot->older != NULL) slot->older->newer = slot;
  slots->newest = slot;
  put(slots, slot, slots->count++);
  sift(slots, slot);
}

void slots_put_in_list(struct slots *slots, struct slot *slot, enum slots_list list) {
  if (slot->list == list) return;
  if (slot->list != SLOTS_UNLISTED) {
    struct slot **newest = &slots->newest_listed[slot->list];
    if (slot->listed_older != NULL)
      slot->listed_older->listed_newer = slot->listed_newer;
    else
      slots->oldest_listed[slot->list] = slot->listed_newer;
    *(slot->listed_newer != NULL ? &slot->listed_newer->listed_older : newest) = slot->listed_older;
  }
  slot->list = list;
  if (list == SLOTS_UNLISTED) return;
  slot->listed_older = slots->newest_listed[list];
  slot->listed_newer = NULL;
  *(slot->listed_older != NULL ? &slot->listed_older->listed_newer : &slots->oldest_listed[list]) = slot;
  slots->newest_listed[list] = slot;
}

void slots_remove(struct slots *slots, struct slot *slot) {
  slots_put_in_list(slots, slot, SLOTS_UNLISTED);
  struct slot **link = bucket_of(slots, span_of(slot->stored.id));
  while (*link != slot) link = &(*link)->next_in_bucket;
  *link = slot->next_in_bucket;
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

void slots_free(struct slots *slots) {
  CHECK(slots->newest == NULL);
  free(slots->buckets);
  free(slots->heap);
  *slots = (struct slots){0};
}
