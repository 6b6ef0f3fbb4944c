/* What the lobby does by itself: its time and memory, computer players, rounds, beginning and end. */
#define _DEFAULT_SOURCE
#include "lobby/lobby_memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/steady_clock.h"

enum { MOST_MEMORY = 512 * 1000 * 1000, MOST_TABLES = 100000, UNHEALTHY = 60 * 1000, MOST_WAIT = 60 * 1000 };

/* ---- Time ---- */

int64_t lobby_clock(const struct lobby *lobby) {
  const struct lobby_settings *settings = &lobby->settings;
  return settings->now != NULL ? settings->now(settings->context) : steady_milliseconds();
}

int64_t lobby_now(struct lobby *lobby) {
  const int64_t now = lobby_clock(lobby) + lobby->ahead;
  if (now < lobby->latest)
    lobby->ahead += lobby->latest - now;
  else
    lobby->latest = now;
  return lobby->latest;
}

/* ---- The memory ---- */

void lobby_count(struct lobby *lobby, struct slot *slot) {
  const bool open = slot->stored.state != STORE_FINISHED && !slot->damaged;
  const enum slots_list list = slot->stored.state == STORE_WAITING ? SLOTS_WAITING : SLOTS_PLAYING;
  slots_put_in_list(&lobby->slots, slot, open && slot->stored.listed ? list : SLOTS_UNLISTED);
  if (open == slot->counted) return;
  slot->counted = open;
  if (open)
    lobby->unfinished++;
  else
    lobby->unfinished--;
}

void lobby_drop(struct lobby *lobby, struct slot *slot) {
  slot_drop(slot);
  notices_forget(lobby->notices, slot);
  shares_forget(lobby->shares, slot);
}

void lobby_remove(struct lobby *lobby, struct slot *slot) {
  notices_remove(lobby->notices, slot);
  shares_remove(lobby->shares, slot);
  slots_remove(&lobby->slots, slot);
}

void lobby_touch(struct lobby *lobby, struct slot *slot) {
  if (slot->touched) return;
  slot->touched = true;
  slot->next_touched = lobby->touched;
  lobby->touched = slot;
}

int64_t lobby_due(const struct lobby *lobby, const struct slot *slot) {
  const int64_t own = slot_due(slot), called = notices_due(lobby->notices, slot);
  return own < called ? own : called;
}

void lobby_keep(struct lobby *lobby, struct slot *slot, const struct store_entry *granted) {
  const int64_t before = slot->appended;
  slot_append(slot, lobby->store, lobby->notices, granted);
  slot_warm(slot, &lobby->warm);
  notices_follow(lobby->notices, slot, lobby_now(lobby), true);
  lobby->figures.entries += (uint64_t)(slot->appended - before);
  lobby_count(lobby, slot);
  lobby_keep_item(lobby, slot);
  shares_follow(lobby->shares, slot);
  lobby_touch(lobby, slot);
  slots_set_due(&lobby->slots, slot, lobby_due(lobby, slot));
  lobby_think(lobby, slot);
}

/* True if the table can leave the memory: nobody watches or thinks, and no clock runs that stands still meanwhile. */
static bool may_leave(const struct slot *slot) {
  const struct table *table = slot->table;
  const bool clocked = table->state == TABLE_PLAYING && !table->paused && table->setup.clock != SETUP_NO_CLOCK &&
                       table->setup.clock != SETUP_DAYS_CLOCK;
  if (slot->watchers != NULL || slot->touched || slot->claimed) return false;
  return !slot->mine || (slot->elsewhere == 0 && !slot->thinking && (!clocked || slot->compared.next != NULL));
}

/* True if it may, and nothing is due soon. */
static bool is_quiet(const struct lobby *lobby, const struct slot *slot, int64_t now) {
  return may_leave(slot) && (!slot->mine || lobby_due(lobby, slot) > now + LOBBY_IDLE);
}

/* True if it is over or in a shared database, and nothing of it is in memory but what the list of all tables has: it
 * was asked for in vain. */
static bool is_known_in_vain(const struct lobby *lobby, const struct slot *slot) {
  const bool is_known = slot->stored.state == STORE_FINISHED || lobby->shared;
  return slot->table == NULL && !slot->damaged && is_known && slot->watchers == NULL && !slot->queued &&
         slot->due == INT64_MAX;
}

static void let_go(struct lobby *lobby, struct slot *slot) {
  lobby->figures.in_memory -= slot->table != NULL;
  if (slot->stored.state == STORE_FINISHED || lobby->shared) {
    lobby_remove(lobby, slot);
    return;
  }
  lobby_item(slot);
  lobby_drop(lobby, slot);
}

/* Tables that are over leave the memory once what was asked of them is answered; and beyond the bound of all of them,
 * those that were idle for longest. One that cannot leave counts as in use. */
static void make_room(struct lobby *lobby, int64_t now) {
  for (struct slot *slot = lobby->warm.warmest, *colder; slot != NULL && slot->used >= lobby->roomed; slot = colder) {
    colder = slot->colder;
    if (slot->served && slot->stored.state == STORE_FINISHED && may_leave(slot)) let_go(lobby, slot);
  }
  lobby->roomed = now;
  for (int looks = LOBBY_COOL; lobby->warm.bytes > lobby->settings.most_memory && looks > 0; looks--) {
    struct slot *slot = lobby->warm.coldest;
    if (slot == NULL) break;
    if (may_leave(slot))
      let_go(lobby, slot);
    else
      slot_warm(slot, &lobby->warm);
  }
}

/* ---- Computer players ---- */

void lobby_think(struct lobby *lobby, struct slot *slot) {
  struct thought thought = {.at = slot->table->position};
  const int64_t unattended = lobby_now(lobby) - slot->attended;
  int seat;
  if (!slot_may_think(slot, lobby_now(lobby))) return;
  const bool attended = slot->watchers != NULL || (slot->attended != 0 && unattended <= LOBBY_ATTENDED);
  if (!attended && !table_is_awaited(slot->table)) return;
  if (slot->thinking && slot->thinking_at == thought.at) return;
  if (!table_decides(slot->table, &seat, &thought.level)) return;
  memcpy(thought.table, slot->stored.id, sizeof thought.table);
  thought.owner = shares_thinker(lobby->shares, slot);
  slot->thinking = true;
  slot->thinking_at = thought.at;
  thinkers_ask(lobby->thinkers, &thought, slot->table->history->game);
}

/* ---- rounds ---- */

int64_t lobby_retry(struct lobby *lobby, const struct slot *slot) {
  return lobby->shared && slot->watchers == NULL ? INT64_MAX : lobby_now(lobby) + LOBBY_RETRY;
}

void lobby_tick(struct lobby *lobby) {
  const int64_t now = lobby_now(lobby);
  struct thought thought;
  struct fault fault;
  store_begin_round(lobby->store);
  lobby_read_on(lobby);

  /* 1. What computer players have found. */
  while (thinkers_take(lobby->thinkers, &thought)) {
    struct slot *slot = slots_find(&lobby->slots, span_of(thought.table));
    if (slot != NULL && slot->thinking_at == thought.at) slot->thinking = false;
    if (slot != NULL && lobby_load(lobby, slot, &fault)) {
      const struct span move = {thought.move.bytes, thought.move.length};
      if (table_computer(slot->table, thought.at, move, slot_time(slot, lobby_now(lobby)))) {
        lobby->figures.moves++;
        lobby_keep(lobby, slot, NULL);
      } else
        lobby_think(lobby, slot);
    }
    text_free(&thought.move);
  }

  /* 2. What is due by the clock. Should something be due still at a table in memory, it waits for the next millisecond,
   * so that a round ends. A table that the clock has called into memory leaves it at once if there was nothing to do.
   */
  int loads = LOBBY_LOADS;
  for (struct slot *slot; (slot = slots_first(&lobby->slots)) != NULL && slot->due <= now;) {
    if (slot->table != NULL) {
      presence_expire(slot, now);
      if (slot_may_tick(slot, now)) table_tick(slot->table, slot_time(slot, now));
      notices_tick(lobby->notices, slot, now);
      lobby_keep(lobby, slot, NULL);
      if (slot->due <= now) slots_set_due(&lobby->slots, slot, now + 1);
    } else if (loads-- == 0 || lobby->may_read <= 0) {
      break;
    } else if (!lobby_load(lobby, slot, &fault)) {
      if (!slot->queued && !slot->damaged) slots_set_due(&lobby->slots, slot, lobby_retry(lobby, slot));
    } else if (is_quiet(lobby, slot, now)) {
      let_go(lobby, slot);
    }
  }

  /* 3. Addresses of notices that are gone; what is kept no longer goes, a little at a time. */
  lobby_remove_gone(lobby);
  keeping_tick(lobby, now);

  /* 4. Whether the next start would find what is stored from now on. */
  if (now >= lobby->looked + LOBBY_LOOK || now < lobby->looked) {
    lobby->looked = now;
    store_is_in_place(lobby->store, &fault);
  }

  /* 5. Now and then: tables that nobody asks for leave the memory, and who has not asked is forgotten. */
  if (now < lobby->swept + LOBBY_SWEEP && now >= lobby->swept) return;
  lobby->swept = now;
  shares_sweep(lobby->shares, now);
  for (struct slot *slot = lobby->slots.newest, *older; slot != NULL; slot = older) {
    older = slot->older;
    const int idle = slot->stored.state == STORE_PLAYING ? LOBBY_IDLE : LOBBY_NO_GAME;
    if (slot->used > now - idle) continue;
    if (is_known_in_vain(lobby, slot) || (slot->table != NULL && is_quiet(lobby, slot, now))) let_go(lobby, slot);
  }
}

/* Discards what the round has made of a table, which is read again from what is stored; a new one is none. */
static void discard(struct lobby *lobby, struct slot *slot) {
  lobby->figures.in_memory--;
  slot->touched = false;
  lobby_drop(lobby, slot);
  if (slot->last > 0) return;
  slot->stored.state = STORE_FINISHED;
  lobby_count(lobby, slot);
  shares_follow(lobby->shares, slot);
  lobby_remove(lobby, slot);
}

/* A table has moved on: it is read again at once if somebody watches it, else when it is asked for. */
static void note_moved(struct lobby *lobby, struct slot *slot) {
  const bool is_stored = slot->last > 0;
  slot->moved = lobby->moved = lobby->round;
  lobby->figures.moved++;
  discard(lobby, slot);
  if (is_stored)
    slots_set_due(&lobby->slots, slot, slot->watchers != NULL || slot->claimed ? lobby_now(lobby) : INT64_MAX);
}

/* The tables of the round as the store takes them; the caller frees them. */
static struct store_swap *list_swaps(const struct lobby *lobby, int *count) {
  *count = 0;
  for (const struct slot *slot = lobby->touched; slot != NULL; slot = slot->next_touched) ++*count;
  struct store_swap *swaps = memory_new((size_t)(*count + 1) * sizeof *swaps);
  int i = 0;
  for (struct slot *slot = lobby->touched; slot != NULL; slot = slot->next_touched)
    swaps[i++] = (struct store_swap){.number = slot->stored.number,
                                     .version = slot->stored.version,
                                     .due = slot->due_then,
                                     .due_moved = slot->due_then != slot->stored.due,
                                     .made = slot->made,
                                     .of = slot};
  return swaps;
}

/* A table of a round that was stored. */
static void note_stored(struct lobby *lobby, const struct store_swap *swap) {
  struct slot *slot = swap->of;
  if (swap->moved) {
    note_moved(lobby, slot);
    return;
  }
  if (swap->changed) {
    slot->stored.version = store_version(lobby->store);
    slot->stored.due = swap->due;
    slot->mine = true;
    comparing_tell(lobby, slot);
  }
  slot_committed(slot);
  if (!swap->changed) return;
  slots_set_due(&lobby->slots, slot, lobby_due(lobby, slot));
  lobby_think(lobby, slot); /* what another server had stored it thinks about from now on */
}

/* Stores the round, and counts the time that it takes. */
static bool store_round(struct lobby *lobby, struct store_swap *swaps, int count) {
  static const int64_t bounds[] = {250, 500, 1000, 2500, 5000, 10000, 50000}; /* of the buckets of lobby.h */
  struct lobby_figures *figures = &lobby->figures;
  const int64_t begin = steady_microseconds();
  const bool stored = store_commit(lobby->store, swaps, count, &lobby->failure);
  const int64_t took = steady_microseconds() - begin;
  int bucket = 0;
  while (bucket < 7 && took > bounds[bucket]) bucket++;
  figures->commits++;
  figures->failed_commits += !stored;
  figures->commit_microseconds += (uint64_t)took;
  figures->commit_buckets[bucket]++;
  lobby->failed = stored ? 0 : lobby_now(lobby);
  lobby->list_at = 0;
  return stored;
}

bool lobby_commit(struct lobby *lobby) {
  int count;
  lobby->round++;
  struct store_swap *swaps = list_swaps(lobby, &count);
  bool pending = store_pending(lobby->store), stored = true;
  for (int i = 0; i < count; i++) pending |= swaps[i].due_moved;

  /* 1. What was changed is stored, but for tables that have moved on. */
  if (pending) stored = store_round(lobby, swaps, count);

  /* 2. The tables of the round: their watchers are woken; or what a round that failed has made of them is discarded. */
  lobby->touched = NULL;
  for (int i = 0; i < count; i++) {
    struct slot *slot = swaps[i].of;
    if (stored) {
      note_stored(lobby, &swaps[i]);
      continue;
    }
    const bool is_stored = slot->last > 0;
    discard(lobby, slot);
    if (is_stored) slots_set_due(&lobby->slots, slot, lobby_retry(lobby, slot));
  }
  free(swaps);

  /* 3. Tables leave the memory. */
  make_room(lobby, lobby_now(lobby));
  return stored;
}

bool lobby_has_moved(const struct lobby *lobby, struct span table) {
  if (table.length == 0) return lobby->moved == lobby->round;
  const struct slot *slot = slots_find(&lobby->slots, table);
  return slot != NULL && slot->moved == lobby->round;
}

void lobby_ask_as(struct lobby *lobby, struct lobby_asker asker) { shares_ask_as(lobby->shares, asker); }

uint64_t lobby_shared_address(const struct lobby *lobby, struct span address) {
  if (!lobby->shared || address.length == 0) return 0;
  return credential_make_address(store_key(lobby->store), address);
}

bool lobby_is_shared(const struct lobby *lobby) { return lobby->shared; }

int lobby_wait(struct lobby *lobby) {
  const struct slot *first = slots_first(&lobby->slots);
  const int64_t now = lobby_now(lobby);
  if (lobby->queued != NULL || store_pending(lobby->store)) return 0;
  const int64_t most = beat_wait(lobby, comparing_wait(lobby, MOST_WAIT));
  if (first == NULL || first->due > now + most) return (int)most;
  return first->due <= now ? 0 : (int)(first->due - now);
}

int lobby_file(const struct lobby *lobby) {
  return lobby->hints != NULL ? hints_file(lobby->hints) : thinkers_file(lobby->thinkers);
}

/* ---- Opening ---- */

/* Each is looked at once by the clock, which takes into memory what has something to do: first what was due first when
 * the server ended. All of them count as due by now. A machine whose date was wrong may have stored one below 0. */
static bool take_up(void *context, const struct store_table *stored) {
  struct lobby *lobby = context;
  if (stored->id[0] == '\0' || slots_find(&lobby->slots, span_of(stored->id)) != NULL) return true;
  struct slot *slot = slot_new(stored);
  slot->due = (stored->due > 0 ? stored->due : 0) - INT64_MAX;
  slots_add(&lobby->slots, slot);
  lobby_count(lobby, slot);
  return true;
}

/* Those of a shared database are taken up when they are due. */
static bool take_up_tables(struct lobby *lobby, struct fault *fault) {
  return lobby->shared || store_each_unfinished(lobby->store, take_up, lobby, fault);
}

struct lobby *lobby_open(const struct lobby_settings *settings, struct fault *fault) {
  struct lobby *lobby = memory_new(sizeof *lobby);
  *lobby = (struct lobby){.settings = *settings, .sets = set_library_open()};
  struct lobby_settings *own = &lobby->settings;
  lobby->last_queued = &lobby->queued;
  lobby->may_read = LOBBY_READ;

  /* 1. Settings that were left open. */
  if (own->threads == 0) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    own->threads = cores > 2 ? (int)cores - 1 : 1;
  }
  if (own->most_tables == 0) own->most_tables = MOST_TABLES;
  if (own->most_memory == 0) own->most_memory = MOST_MEMORY;

  /* 2. Its time: the machine's date, and from then on the clock that only runs. */
  if (own->now == NULL) {
    struct timespec date;
    clock_gettime(CLOCK_REALTIME, &date);
    lobby->ahead = (int64_t)date.tv_sec * 1000 + date.tv_nsec / 1000000 - lobby_clock(lobby);
  }
  lobby->started = lobby->swept = lobby_now(lobby);

  /* 3. The archive, the database, the threads, and the tables that are not over. */
  if (!keeping_open(lobby, fault)) {
    lobby_close(lobby);
    return NULL;
  }
  lobby->store = store_open(own->path, own->key_path, fault);
  lobby->shared = lobby->store != NULL && store_is_shared(lobby->store);
  if (lobby->store != NULL) lobby->shares = shares_open(lobby->store, &own->limits);
  if (lobby->store != NULL) lobby->notices = notices_open(lobby->store, own, fault);
  if (lobby->notices != NULL && (lobby->thinkers = thinkers_open(own->threads, fault)) != NULL &&
      take_up_tables(lobby, fault) && comparing_open(lobby, fault) && beat_open(lobby, fault))
    return lobby;
  lobby_close(lobby);
  return NULL;
}

void lobby_close(struct lobby *lobby) {
  if (lobby == NULL) return;
  comparing_close(lobby);
  keeping_close(lobby);
  thinkers_close(lobby->thinkers);
  while (lobby->slots.newest != NULL) lobby_remove(lobby, lobby->slots.newest);
  slots_free(&lobby->slots);
  shares_close(lobby->shares);
  notices_close(lobby->notices);
  store_close(lobby->store);
  text_free(&lobby->list);
  set_library_close(lobby->sets);
  free(lobby);
}

/* ---- Health ---- */

struct lobby_figures lobby_figures(const struct lobby *lobby) {
  struct lobby_figures figures = lobby->figures;
  figures.thinking = thinkers_count(lobby->thinkers);
  figures.memory = (uint64_t)lobby->warm.bytes;
  if (notices_sender(lobby->notices) == NULL) return figures;
  const struct sender_figures notices = sender_figures(notices_sender(lobby->notices));
  figures.notices_sent = notices.sent;
  figures.notices_failed = notices.failed;
  figures.notices_dropped = notices.dropped;
  return figures;
}

int64_t lobby_bytes(struct lobby *lobby) { return store_bytes(lobby->store); }

bool lobby_is_full(struct lobby *lobby) {
  const int64_t most = lobby->settings.most_bytes;
  return most > 0 && store_bytes(lobby->store) >= most;
}

uint64_t lobby_store_failures(const struct lobby *lobby) { return store_failures(lobby->store); }

const char *lobby_store_fault(const struct lobby *lobby) { return store_failure(lobby->store); }

bool lobby_stores(const struct lobby *lobby) { return lobby->failed == 0 && store_answers(lobby->store); }

bool lobby_healthy(struct lobby *lobby, struct fault *fault) {
  struct store_table nobody;
  if (lobby->shared) return true; /* the process serves: see lobby_hears() */
  if (!store_is_in_place(lobby->store, fault)) return false;
  if (lobby->failed != 0 && lobby_now(lobby) < lobby->failed + UNHEALTHY) {
    *fault = lobby->failure;
    return false;
  }
  return store_find(lobby->store, span_of("-"), &nobody, fault) != STORE_FAILED;
}
