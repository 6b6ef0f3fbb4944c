#include "table/live.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

struct live *live_new(const struct store_table *stored) {
  struct live *live = memory_new(sizeof *live);
  *live = (struct live){.stored = *stored, .due = INT64_MAX};
  return live;
}

void live_free(struct live *live) {
  CHECK(live->watches == NULL);
  live_drop(live);
  text_free(&live->item);
  free(live);
}

void live_drop(struct live *live) {
  table_close(live->table);
  live->table = NULL;
  live->appended = live->last;
}

/* ---- from the database ------------------------------------------------------------------------------------------- */

/* A table that is being rebuilt. */
struct rebuild {
  struct live *live;
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
  struct table *table = rebuild->live->table;
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
  struct holder *holder = &rebuild->live->holders[seat->seat - 1];
  holder->held = true;
  memcpy(holder->token, seat->token, sizeof holder->token);
  memcpy(holder->recovery, seat->recovery, sizeof holder->recovery);
  return true;
}

static bool rebuild_table(struct live *live, struct store *store, struct fault *fault) {
  struct rebuild rebuild = {live, fault, true};
  const int64_t number = live->stored.number;
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) live->holders[i].held = false;
  return store_each_entry(store, number, take_entry, &rebuild, fault) && rebuild.sound &&
         store_each_seat(store, number, take_seat, &rebuild, fault);
}

static enum store_state state_of(const struct table *table) {
  if (table->state == TABLE_WAITING) return STORE_WAITING;
  return table->state == TABLE_PLAYING ? STORE_PLAYING : STORE_FINISHED;
}

int64_t live_time(const struct live *live, int64_t now) { return now + live->ahead; }

int64_t live_due(const struct live *live) {
  const int64_t due = table_due(live->table);
  return due == INT64_MAX ? due : due - live->ahead;
}

/* From now on the table's time goes on, from its last entry at the earliest; who watches is there. */
static void begin_time(struct live *live, int64_t now) {
  const int64_t last = table_at(live->table);
  live->ahead = last > now ? last - now : 0;
  for (int i = 0; i < live->table->setup.players; i++)
    table_present(live->table, i + 1, live->holders[i].watches > 0, live_time(live, now));
}

bool live_load(struct live *live, struct store *store, const struct tile_shelf *shelf, int64_t now,
               struct fault *fault) {
  live->used = now;
  if (live->table != NULL) return true;
  live->table = table_open(shelf, live->stored.id, live->stored.secret, now);
  if (!rebuild_table(live, store, fault)) {
    live_drop(live);
    return fault_within(fault, live->stored.id);
  }
  live->last = live->appended = live->table->seq;
  live->stored.state = state_of(live->table);
  begin_time(live, now);
  return true;
}

/* ---- to the database --------------------------------------------------------------------------------------------- */

/* Takes a seat from a holder who stood up, and his watchers with it. */
static void release_seat(struct live *live, struct store *store, int seat) {
  live->holders[seat - 1] = (struct holder){0};
  store_drop_seat(store, live->stored.number, seat);
  for (struct watch *watch = live->watches; watch != NULL; watch = watch->next)
    if (watch->seat == seat) watch->seat = 0;
}

void live_append(struct live *live, struct store *store, const struct store_entry *granted) {
  const struct table *table = live->table;
  for (int i = 0; i < table->setup.players; i++)
    if (live->holders[i].held && table->seats[i].holder == TABLE_NOBODY) release_seat(live, store, i + 1);
  const enum store_state state = state_of(table);
  while (live->appended < table->seq) {
    struct store_entry entry = {.seq = ++live->appended, .body = table_entry(table, live->appended)};
    if (granted != NULL && live->appended == table->seq) {
      entry.seat = granted->seat;
      entry.request = granted->request;
    }
    store_add_entry(store, live->stored.number, &entry);
  }
  if (state == live->stored.state) return;
  live->stored.state = state;
  store_set_state(store, live->stored.number, state);
}

void live_committed(struct live *live) {
  const bool grown = live->last < live->appended;
  live->touched = false;
  live->last = live->appended;
  for (struct watch *watch = live->watches; grown && watch != NULL; watch = watch->next) watch->wake(watch);
}

void live_failed(struct live *live) {
  live->touched = false;
  live_drop(live);
}

/* ---- seats and watchers ------------------------------------------------------------------------------------------ */

int live_holder(const struct live *live, const uint8_t hash[TOKEN_HASH], bool recovery) {
  int seat = 0;
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) {
    const struct holder *holder = &live->holders[i];
    if (token_same(hash, recovery ? holder->recovery : holder->token) && holder->held) seat = i + 1;
  }
  return seat;
}

void live_seat(struct live *live, struct store *store, int seat, const struct token *token,
               const struct token *recovery) {
  struct store_seat stored = {.seat = seat};
  struct holder *holder = &live->holders[seat - 1];
  token_hash(span_of(token->word), holder->token);
  token_hash(span_of(recovery->word), holder->recovery);
  holder->held = true;
  memcpy(stored.token, holder->token, sizeof stored.token);
  memcpy(stored.recovery, holder->recovery, sizeof stored.recovery);
  store_put_seat(store, live->stored.number, &stored);
}

void live_watch(struct live *live, struct watch *watch, int seat, int64_t now) {
  watch->live = live;
  watch->seat = seat;
  watch->next = live->watches;
  watch->link = &live->watches;
  if (watch->next != NULL) watch->next->link = &watch->next;
  live->watches = watch;
  if (seat > 0 && live->holders[seat - 1].watches++ == 0) table_present(live->table, seat, true, live_time(live, now));
}

void live_unwatch(struct watch *watch, int64_t now) {
  struct live *live = watch->live;
  *watch->link = watch->next;
  if (watch->next != NULL) watch->next->link = watch->link;
  live->used = now;
  if (watch->seat == 0 || --live->holders[watch->seat - 1].watches > 0) return;
  if (live->table != NULL) table_present(live->table, watch->seat, false, live_time(live, now));
}
