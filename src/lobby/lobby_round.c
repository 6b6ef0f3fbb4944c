#define _DEFAULT_SOURCE

#include "lobby/lobby_memory.h"

#include "base/steady_clock.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_TABLES = 100000, UNHEALTHY = 60 * 1000, MOST_WAIT = 60 * 1000 };

/* ---- time -------------------------------------------------------------------------------------------------------- */

/* Milliseconds since 1970, by the machine's date. */
static int64_t read_date(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* The caller's clock, or one that only runs, and stands still while the machine sleeps. */
static int64_t read_own_clock(const struct lobby *lobby) {
  const struct lobby_settings *settings = &lobby->settings;
  return settings->now != NULL ? settings->now(settings->context) : steady_milliseconds();
}

int64_t lobby_now(struct lobby *lobby) {
  const int64_t now = read_own_clock(lobby) + lobby->ahead;
  if (now < lobby->latest)
    lobby->ahead += lobby->latest - now;
  else
    lobby->latest = now;
  return lobby->latest;
}

/* ---- the memory -------------------------------------------------------------------------------------------------- */

/* Counts a table among the unfinished ones, or no longer. */
static void count_open(struct lobby *lobby, struct slot *slot) {
  const bool open = slot->stored.state != STORE_FINISHED;
  if (open == slot->counted) return;
  slot->counted = open;
  if (open)
    lobby->unfinished++;
  else
    lobby->unfinished--;
}

bool lobby_load(struct lobby *lobby, struct slot *slot, struct fault *fault) {
  const int64_t now = lobby_now(lobby);
  const bool known = slot->table != NULL;
  if (!slot_load(slot, lobby->store, lobby->shelf, now, fault)) return false;
  if (known) return true;
  table_expect(slot->table, slot_time(slot, lobby->started));
  lobby->figures.in_memory++;
  count_open(lobby, slot);
  slots_set_due(&lobby->slots, slot, slot_due(slot));
  lobby_think(lobby, slot);
  return true;
}

static void touch(struct lobby *lobby, struct slot *slot) {
  if (slot->touched) return;
  slot->touched = true;
  slot->next_touched = lobby->touched;
  lobby->touched = slot;
}

void lobby_keep(struct lobby *lobby, struct slot *slot, const struct store_entry *granted) {
  const int64_t before = slot->appended;
  slot_append(slot, lobby->store, granted);
  lobby->figures.entries += (uint64_t)(slot->appended - before);
  count_open(lobby, slot);
  touch(lobby, slot);
  slots_set_due(&lobby->slots, slot, slot_due(slot));
  lobby_think(lobby, slot);
}

/* True if the table may leave the memory: nobody watches or thinks, nothing is due soon, and no clock runs. */
static bool is_quiet(const struct slot *slot, int64_t now) {
  const struct table *table = slot->table;
  const bool clocked = table->state == TABLE_PLAYING && table->setup.clock != SETUP_NO_CLOCK;
  return slot->watchers == NULL && !slot->thinking && !slot->touched && !clocked && slot_due(slot) > now + LOBBY_IDLE;
}

static void let_go(struct lobby *lobby, struct slot *slot) {
  lobby->figures.in_memory--;
  if (slot->stored.state == STORE_FINISHED) {
    slots_remove(&lobby->slots, slot);
    return;
  }
  lobby_item(slot);
  slot_drop(slot);
}

static void sweep(struct lobby *lobby, int64_t now) {
  lobby->swept = now;
  for (struct slot *slot = lobby->slots.newest, *older; slot != NULL; slot = older) {
    older = slot->older;
    if (slot->table != NULL && slot->used <= now - LOBBY_IDLE && is_quiet(slot, now)) let_go(lobby, slot);
  }
}

/* ---- computer players -------------------------------------------------------------------------------------------- */

void lobby_think(struct lobby *lobby, struct slot *slot) {
  struct thought thought = {.at = slot->table->position};
  int seat;
  if (slot->thinking && slot->thinking_at == thought.at) return;
  if (!table_decides(slot->table, &seat, &thought.level)) return;
  memcpy(thought.table, slot->stored.id, sizeof thought.table);
  slot->thinking = true;
  slot->thinking_at = thought.at;
  thinkers_ask(lobby->thinkers, &thought, slot->table->history->game);
}

static void take_thought(struct lobby *lobby, const struct thought *thought) {
  struct fault fault;
  struct slot *slot = slots_find(&lobby->slots, span_of(thought->table));
  if (slot == NULL) return;
  if (slot->thinking_at == thought->at) slot->thinking = false;
  if (!lobby_load(lobby, slot, &fault)) return;
  const struct span move = {thought->move.bytes, thought->move.length};
  if (table_computer(slot->table, thought->at, move, slot_time(slot, lobby_now(lobby)))) {
    lobby->figures.moves++;
    lobby_keep(lobby, slot, NULL);
  } else
    lobby_think(lobby, slot);
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/* Does what is due at a table in memory; should something be due still, it waits for the next millisecond, so that a
 * round ends. */
static void advance(struct lobby *lobby, struct slot *slot, int64_t now) {
  table_tick(slot->table, slot_time(slot, now));
  lobby_keep(lobby, slot, NULL);
  if (slot->due <= now) slots_set_due(&lobby->slots, slot, now + 1);
}

/* A table that the clock has called into memory leaves it at once if there was nothing to do. */
static void wake_up(struct lobby *lobby, struct slot *slot, int64_t now) {
  struct fault fault;
  if (!lobby_load(lobby, slot, &fault))
    slots_set_due(&lobby->slots, slot, now + LOBBY_RETRY);
  else if (is_quiet(slot, now))
    let_go(lobby, slot);
}

void lobby_tick(struct lobby *lobby) {
  const int64_t now = lobby_now(lobby);
  int loads = LOBBY_LOADS;
  struct thought thought;
  while (thinkers_take(lobby->thinkers, &thought)) {
    take_thought(lobby, &thought);
    text_free(&thought.move);
  }
  for (struct slot *slot; (slot = slots_first(&lobby->slots)) != NULL && slot->due <= now;) {
    if (slot->table != NULL)
      advance(lobby, slot, now);
    else if (loads-- > 0)
      wake_up(lobby, slot, now);
    else
      break;
  }
  if (now >= lobby->swept + LOBBY_SWEEP || now < lobby->swept) sweep(lobby, now);
}

/* Forgets what a round that failed has made of a table. */
static void forget(struct lobby *lobby, struct slot *slot, int64_t now) {
  lobby->figures.in_memory--;
  slot_failed(slot);
  if (slot->last > 0) {
    slots_set_due(&lobby->slots, slot, now + LOBBY_RETRY);
    return;
  }
  slot->stored.state = STORE_FINISHED;
  count_open(lobby, slot);
  slots_remove(&lobby->slots, slot);
}

static void end_round(struct lobby *lobby, bool stored) {
  const int64_t now = lobby_now(lobby);
  for (struct slot *slot = lobby->touched, *next; slot != NULL; slot = next) {
    next = slot->next_touched;
    if (stored)
      slot_committed(slot);
    else
      forget(lobby, slot, now);
  }
  lobby->touched = NULL;
}

/* Where the time of a commit is counted. */
static int bucket_of(int64_t microseconds) {
  static const int64_t bounds[] = {250, 500, 1000, 2500, 5000, 10000, 50000};
  int bucket = 0;
  while (bucket < 7 && microseconds > bounds[bucket]) bucket++;
  return bucket;
}

bool lobby_commit(struct lobby *lobby) {
  struct lobby_figures *figures = &lobby->figures;
  if (!store_pending(lobby->store)) {
    end_round(lobby, true);
    return true;
  }
  const int64_t begin = steady_microseconds();
  const bool stored = store_commit(lobby->store, &lobby->failure);
  const int64_t took = steady_microseconds() - begin;
  figures->commits++;
  figures->failed_commits += !stored;
  figures->commit_microseconds += (uint64_t)took;
  figures->commit_buckets[bucket_of(took)]++;
  end_round(lobby, stored);
  lobby->failed = stored ? 0 : lobby_now(lobby);
  return stored;
}

int lobby_wait(struct lobby *lobby) {
  const struct slot *first = slots_first(&lobby->slots);
  const int64_t now = lobby_now(lobby);
  if (first == NULL || first->due > now + MOST_WAIT) return MOST_WAIT;
  return first->due <= now ? 0 : (int)(first->due - now);
}

int lobby_file(const struct lobby *lobby) { return thinkers_file(lobby->thinkers); }

/* ---- opening ----------------------------------------------------------------------------------------------------- */

/* Each is looked at once by the clock, which takes into memory what has something to do. */
static bool take_up(void *context, const struct store_table *stored) {
  struct lobby *lobby = context;
  struct slot *slot = slot_new(stored);
  slot->due = 0;
  slots_add(&lobby->slots, slot);
  count_open(lobby, slot);
  return true;
}

static int default_threads(void) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores > 2 ? (int)cores - 1 : 1;
}

struct lobby *lobby_open(const struct lobby_settings *settings, struct fault *fault) {
  struct lobby *lobby = memory_new(sizeof *lobby);
  *lobby = (struct lobby){.settings = *settings, .shelf = tile_shelf_open()};
  struct lobby_settings *own = &lobby->settings;
  if (own->threads == 0) own->threads = default_threads();
  if (own->most_tables == 0) own->most_tables = MOST_TABLES;
  if (own->now == NULL) lobby->ahead = read_date() - read_own_clock(lobby);
  lobby->started = lobby->swept = lobby_now(lobby);
  lobby->store = store_open(own->path, fault);
  if (lobby->store != NULL && (lobby->thinkers = thinkers_open(own->threads, fault)) != NULL &&
      store_each_unfinished(lobby->store, take_up, lobby, fault))
    return lobby;
  lobby_close(lobby);
  return NULL;
}

void lobby_close(struct lobby *lobby) {
  if (lobby == NULL) return;
  thinkers_close(lobby->thinkers);
  slots_free(&lobby->slots);
  store_close(lobby->store);
  tile_shelf_close(lobby->shelf);
  free(lobby);
}

/* ---- health ------------------------------------------------------------------------------------------------------ */

struct lobby_figures lobby_figures(const struct lobby *lobby) {
  struct lobby_figures figures = lobby->figures;
  figures.thinking = thinkers_count(lobby->thinkers);
  return figures;
}

bool lobby_healthy(struct lobby *lobby, struct fault *fault) {
  struct store_table nobody;
  if (lobby->failed != 0 && lobby_now(lobby) < lobby->failed + UNHEALTHY) {
    *fault = lobby->failure;
    return false;
  }
  return store_find(lobby->store, span_of("-"), &nobody, fault) != STORE_FAILED;
}
