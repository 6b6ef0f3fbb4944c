#define _DEFAULT_SOURCE

#include "table/registry.h"

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
static int64_t read_own_clock(const struct tables *tables) {
  const struct tables_settings *settings = &tables->settings;
  return settings->now != NULL ? settings->now(settings->context) : steady_milliseconds();
}

int64_t registry_now(struct tables *tables) {
  const int64_t now = read_own_clock(tables) + tables->ahead;
  if (now < tables->latest)
    tables->ahead += tables->latest - now;
  else
    tables->latest = now;
  return tables->latest;
}

/* ---- the memory -------------------------------------------------------------------------------------------------- */

/* Counts a table among the unfinished ones, or no longer. */
static void count_open(struct tables *tables, struct live *live) {
  const bool open = live->stored.state != STORE_FINISHED;
  if (open == live->counted) return;
  live->counted = open;
  if (open)
    tables->unfinished++;
  else
    tables->unfinished--;
}

bool registry_load(struct tables *tables, struct live *live, struct fault *fault) {
  const int64_t now = registry_now(tables);
  const bool known = live->table != NULL;
  if (!live_load(live, tables->store, tables->shelf, now, fault)) return false;
  if (known) return true;
  table_expect(live->table, live_time(live, tables->started));
  tables->figures.in_memory++;
  count_open(tables, live);
  lives_set_due(&tables->lives, live, live_due(live));
  registry_think(tables, live);
  return true;
}

static void touch(struct tables *tables, struct live *live) {
  if (live->touched) return;
  live->touched = true;
  live->next_touched = tables->touched;
  tables->touched = live;
}

void registry_keep(struct tables *tables, struct live *live, const struct store_entry *granted) {
  const int64_t before = live->appended;
  live_append(live, tables->store, granted);
  tables->figures.entries += (uint64_t)(live->appended - before);
  count_open(tables, live);
  touch(tables, live);
  lives_set_due(&tables->lives, live, live_due(live));
  registry_think(tables, live);
}

/* True if the table may leave the memory: nobody watches or thinks, nothing is due soon, and no clock runs. */
static bool is_quiet(const struct live *live, int64_t now) {
  const struct table *table = live->table;
  const bool clocked = table->state == TABLE_PLAYING && table->setup.clock != SETUP_NO_CLOCK;
  return live->watches == NULL && !live->thinking && !live->touched && !clocked && live_due(live) > now + REGISTRY_IDLE;
}

static void let_go(struct tables *tables, struct live *live) {
  tables->figures.in_memory--;
  if (live->stored.state == STORE_FINISHED) {
    lives_remove(&tables->lives, live);
    return;
  }
  lobby_item(live);
  live_drop(live);
}

static void sweep(struct tables *tables, int64_t now) {
  tables->swept = now;
  for (struct live *live = tables->lives.newest, *older; live != NULL; live = older) {
    older = live->older;
    if (live->table != NULL && live->used <= now - REGISTRY_IDLE && is_quiet(live, now)) let_go(tables, live);
  }
}

/* ---- computer players -------------------------------------------------------------------------------------------- */

void registry_think(struct tables *tables, struct live *live) {
  struct thought thought = {.at = live->table->position};
  int seat;
  if (live->thinking && live->thinking_at == thought.at) return;
  if (!table_decides(live->table, &seat, &thought.level)) return;
  memcpy(thought.table, live->stored.id, sizeof thought.table);
  live->thinking = true;
  live->thinking_at = thought.at;
  thinkers_ask(tables->thinkers, &thought, live->table->history->game);
}

static void take_thought(struct tables *tables, const struct thought *thought) {
  struct fault fault;
  struct live *live = lives_find(&tables->lives, span_of(thought->table));
  if (live == NULL) return;
  if (live->thinking_at == thought->at) live->thinking = false;
  if (!registry_load(tables, live, &fault)) return;
  const struct span move = {thought->move.bytes, thought->move.length};
  if (table_computer(live->table, thought->at, move, live_time(live, registry_now(tables)))) {
    tables->figures.moves++;
    registry_keep(tables, live, NULL);
  } else
    registry_think(tables, live);
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/* Does what is due at a table in memory; should something be due still, it waits for the next millisecond, so that a
 * round ends. */
static void advance(struct tables *tables, struct live *live, int64_t now) {
  table_tick(live->table, live_time(live, now));
  registry_keep(tables, live, NULL);
  if (live->due <= now) lives_set_due(&tables->lives, live, now + 1);
}

/* A table that the clock has called into memory leaves it at once if there was nothing to do. */
static void wake_up(struct tables *tables, struct live *live, int64_t now) {
  struct fault fault;
  if (!registry_load(tables, live, &fault))
    lives_set_due(&tables->lives, live, now + REGISTRY_RETRY);
  else if (is_quiet(live, now))
    let_go(tables, live);
}

void tables_tick(struct tables *tables) {
  const int64_t now = registry_now(tables);
  int loads = REGISTRY_LOADS;
  struct thought thought;
  while (thinkers_take(tables->thinkers, &thought)) {
    take_thought(tables, &thought);
    text_free(&thought.move);
  }
  for (struct live *live; (live = lives_first(&tables->lives)) != NULL && live->due <= now;) {
    if (live->table != NULL)
      advance(tables, live, now);
    else if (loads-- > 0)
      wake_up(tables, live, now);
    else
      break;
  }
  if (now >= tables->swept + REGISTRY_SWEEP || now < tables->swept) sweep(tables, now);
}

/* Forgets what a round that failed has made of a table. */
static void forget(struct tables *tables, struct live *live, int64_t now) {
  tables->figures.in_memory--;
  live_failed(live);
  if (live->last > 0) {
    lives_set_due(&tables->lives, live, now + REGISTRY_RETRY);
    return;
  }
  live->stored.state = STORE_FINISHED;
  count_open(tables, live);
  lives_remove(&tables->lives, live);
}

static void end_round(struct tables *tables, bool stored) {
  const int64_t now = registry_now(tables);
  for (struct live *live = tables->touched, *next; live != NULL; live = next) {
    next = live->next_touched;
    if (stored)
      live_committed(live);
    else
      forget(tables, live, now);
  }
  tables->touched = NULL;
}

/* Where the time of a commit is counted. */
static int bucket_of(int64_t microseconds) {
  static const int64_t bounds[] = {250, 500, 1000, 2500, 5000, 10000, 50000};
  int bucket = 0;
  while (bucket < 7 && microseconds > bounds[bucket]) bucket++;
  return bucket;
}

bool tables_commit(struct tables *tables) {
  struct tables_figures *figures = &tables->figures;
  if (!store_pending(tables->store)) {
    end_round(tables, true);
    return true;
  }
  const int64_t begin = steady_microseconds();
  const bool stored = store_commit(tables->store, &tables->failure);
  const int64_t took = steady_microseconds() - begin;
  figures->commits++;
  figures->failed_commits += !stored;
  figures->commit_microseconds += (uint64_t)took;
  figures->commit_buckets[bucket_of(took)]++;
  end_round(tables, stored);
  tables->failed = stored ? 0 : registry_now(tables);
  return stored;
}

int tables_wait(struct tables *tables) {
  const struct live *first = lives_first(&tables->lives);
  const int64_t now = registry_now(tables);
  if (first == NULL || first->due > now + MOST_WAIT) return MOST_WAIT;
  return first->due <= now ? 0 : (int)(first->due - now);
}

int tables_file(const struct tables *tables) { return thinkers_file(tables->thinkers); }

/* ---- opening ----------------------------------------------------------------------------------------------------- */

/* Each is looked at once by the clock, which takes into memory what has something to do. */
static bool take_up(void *context, const struct store_table *stored) {
  struct tables *tables = context;
  struct live *live = live_new(stored);
  live->due = 0;
  lives_add(&tables->lives, live);
  count_open(tables, live);
  return true;
}

static int default_threads(void) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores > 2 ? (int)cores - 1 : 1;
}

struct tables *tables_open(const struct tables_settings *settings, struct fault *fault) {
  struct tables *tables = memory_new(sizeof *tables);
  *tables = (struct tables){.settings = *settings, .shelf = tile_shelf_open()};
  struct tables_settings *own = &tables->settings;
  if (own->threads == 0) own->threads = default_threads();
  if (own->most_tables == 0) own->most_tables = MOST_TABLES;
  if (own->now == NULL) tables->ahead = read_date() - read_own_clock(tables);
  tables->started = tables->swept = registry_now(tables);
  tables->store = store_open(own->path, fault);
  if (tables->store != NULL && (tables->thinkers = thinkers_open(own->threads, fault)) != NULL &&
      store_each_unfinished(tables->store, take_up, tables, fault))
    return tables;
  tables_close(tables);
  return NULL;
}

void tables_close(struct tables *tables) {
  if (tables == NULL) return;
  thinkers_close(tables->thinkers);
  lives_free(&tables->lives);
  store_close(tables->store);
  tile_shelf_close(tables->shelf);
  free(tables);
}

/* ---- health ------------------------------------------------------------------------------------------------------ */

struct tables_figures tables_figures(const struct tables *tables) {
  struct tables_figures figures = tables->figures;
  figures.thinking = thinkers_count(tables->thinkers);
  return figures;
}

bool tables_healthy(struct tables *tables, struct fault *fault) {
  struct store_table nobody;
  if (tables->failed != 0 && registry_now(tables) < tables->failed + UNHEALTHY) {
    *fault = tables->failure;
    return false;
  }
  return store_find(tables->store, span_of("-"), &nobody, fault) != STORE_FAILED;
}
