/* The rounds of a lobby: what it does by itself, what is stored at the end, and which tables leave the memory. */
#include <string.h>

#include "base/json_writer.h"
#include "base/rarely.h"
#include "base/steady_clock.h"
#include "lobby/beat.h"
#include "lobby/lobby_mails.h"
#include "lobby/lobby_notices.h"
#include "lobby/lobby_tables.h"

enum {
  LOOK_EVERY = 1000,    /* ms between two looks whether the database is in its place */
  COOL_LOOKS = 64,      /* tables at which a round looks for one that can leave the memory */
  MOST_WAIT = 60 * 1000 /* ms */
};

/* ---- The memory ---- */

/* True if the table can leave the memory: nobody watches it, no computer thinks for it, and no clock runs that would
 * stand still meanwhile. */
static bool may_leave(const struct lobby *lobby, const struct slot *slot) {
  const struct table *table = slot->table;
  const bool clocked = table->state == TABLE_PLAYING && !table->paused && table->setup.clock != SETUP_NO_CLOCK &&
                       table->setup.clock != SETUP_DAYS_CLOCK;
  if (lobby_is_watched(lobby, slot) || slot->change > 0 || slot->claimed) return false;
  return !slot->mine ||
         (!presence_is_elsewhere(&lobby->presence, slot) && slot->thought_at == 0 && (!clocked || lobby->shared));
}

/* True if it may, and nothing is due soon. */
static bool is_quiet(const struct lobby *lobby, const struct slot *slot, int64_t now) {
  return may_leave(lobby, slot) && (!slot->mine || lobby_due(lobby, slot) > now + LOBBY_IDLE);
}

/* True if the slot is of no use: the table is not in memory, it is found in the database again, and has nothing to do.
 */
static bool is_useless(const struct lobby *lobby, const struct slot *slot) {
  const bool is_known = slot->stored.state == STORE_FINISHED || lobby->shared;
  return slot->table == NULL && !slot->damaged && is_known && !lobby_is_watched(lobby, slot) &&
         !loading_is_queued(&lobby->loading, slot) && slot->due == INT64_MAX;
}

/* ---- The clock ---- */

/* Tournaments take over the results of tables that are over. */
static void take_results(struct lobby *lobby, int64_t now) {
  if (now < lobby->results_due) return;
  const struct hall_now hall = {lobby->store, lobby->sets, lobby->hall, now};
  const enum hall_taken taken = lobby_hears(lobby) ? hall_take_results(&hall) : HALL_LATER;
  lobby->results_due = taken == HALL_MORE    ? now
                       : taken == HALL_LATER ? now + LOBBY_RETRY
                       : lobby->shared       ? now + LOBBY_RESULTS
                                             : INT64_MAX;
}

/* Notifies somebody of their encounter. */
static void notify_of_encounter(struct lobby *lobby, const struct hall_call *hall_call) {
  const struct clock_call *call = &hall_call->call;
  const struct sentence sentence = {SENTENCE_ENCOUNTER, hall_call->tournament, call->encounter};
  struct text body = {0};
  json_open_object(&body, NULL);
  json_put_string(&body, "tournament", hall_call->tournament);
  json_put_int(&body, "encounter", call->encounter);
  json_put_string(&body, "task", call->reminds ? "reminder" : "encounter");
  if (call->date > 0) json_put_int(&body, "date", call->date);
  if (call->until > 0) json_put_int(&body, "until", call->until);
  lobby_notify(lobby, call->player, text_span(&body), &sentence);
  text_free(&body);
}

/* Tournaments do what is due by the clock. */
static void tick_tournaments(struct lobby *lobby, int64_t now) {
  struct hall_call calls[2 * CLOCK_CALLS_MOST * HALL_TICKED];
  const struct hall_now hall = {lobby->store, lobby->sets, lobby->hall, now};
  if (now < hall_due(lobby->hall) || !lobby_hears(lobby)) return;
  const int count = hall_tick(&hall, lobby->shared ? lobby->since : lobby->started, calls);
  for (int i = 0; i < count; i++) notify_of_encounter(lobby, &calls[i]);
}

/* The stored log of a finished table has changed: what is in memory of it goes, and its watchers read it anew. A table
 * that this round changes moves on when the round is stored. */
static void read_anew(void *context, struct span table) {
  struct lobby *lobby = context;
  struct slot *slot = slots_find(&lobby->slots, table);
  if (slot == NULL || slot->table == NULL || slot->change > 0) return;
  if (!lobby_is_watched(lobby, slot)) {
    lobby_remove(lobby, slot);
    return;
  }
  lobby_drop(lobby, slot);
  slots_set_due(&lobby->slots, slot, lobby_now(lobby));
  presence_wake(&lobby->presence, slot);
}

void lobby_tick(struct lobby *lobby) {
  const int64_t now = lobby_now(lobby);
  struct thought thought;
  struct fault fault;
  store_begin_round(lobby->store);
  lobby_read_on(lobby);

  /* 1. The turns that computers have found. */
  while (!RARELY("a thought comes a round later", false) && thinkers_take(lobby->thinkers, &thought)) {
    struct slot *slot = slots_find(&lobby->slots, span_of(thought.table));
    if (slot != NULL && slot->thought_at == thought.at) slot->thought_at = 0;
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

  /* 2. What is due by the clock. If a table in memory is still due then, it waits for the next millisecond, so that the
   * round ends. A table that the clock has called into memory leaves it at once if it has nothing to do.
   */
  int loads = LOBBY_LOADS;
  for (struct slot *slot; (slot = slots_first(&lobby->slots)) != NULL && slot->due <= now;) {
    if (slot->table != NULL) {
      presence_expire(&lobby->presence, slot, now);
      if (slot_may_tick(slot, now) && lobby_excuse(lobby, slot)) table_tick(slot->table, slot_time(slot, now));
      notices_tick(lobby->notices, &lobby->presence, slot, now);
      lobby_keep(lobby, slot, NULL);
      if (slot->due <= now) slots_set_due(&lobby->slots, slot, now + 1);
    } else if (loads-- == 0 || loading_units(&lobby->loading, LOADING_PIECE) == 0) {
      break;
    } else if (!lobby_load(lobby, slot, &fault)) {
      if (!loading_is_queued(&lobby->loading, slot) && !slot->damaged)
        slots_set_due(&lobby->slots, slot, lobby_retry(lobby, slot));
    } else if (is_quiet(lobby, slot, now)) {
      lobby_let_go(lobby, slot);
    }
  }

  /* 3. Mails go. Addresses that take no notices any more, and tables that are kept no longer, are removed, a few at a
   * time. */
  lobby_remove_gone(lobby);
  keeping_tick(lobby->keeping, &lobby->slots, now);
  if (lobby_hears(lobby)) players_tick(lobby->players, &lobby->presence, now, read_anew, lobby);
  if (lobby_hears(lobby)) lobby_send_mails(lobby);
  take_results(lobby, now);
  tick_tournaments(lobby, now);

  /* 4. Whether the next start would find what is stored from now on. */
  if (now >= lobby->looked + LOOK_EVERY || now < lobby->looked) {
    lobby->looked = now;
    store_is_in_place(lobby->store, &fault);
  }

  /* 5. Now and then: tables that nobody asks for leave the memory, and addresses that have not asked are forgotten. */
  if (now < lobby->swept + LOBBY_SWEEP && now >= lobby->swept) return;
  lobby->swept = now;
  shares_sweep(lobby->shares, now);
  for (struct slot *slot = lobby->slots.newest, *older; slot != NULL; slot = older) {
    older = slot->older;
    const int idle = slot->stored.state == STORE_PLAYING ? LOBBY_IDLE : LOBBY_NO_GAME;
    if (slot->used > now - idle) continue;
    if (is_useless(lobby, slot) || (slot->table != NULL && is_quiet(lobby, slot, now))) lobby_let_go(lobby, slot);
  }
}

/* ---- The end of a round ---- */

/* Discards what the round has made of a table; what is stored of it is read again. A table that is not stored is gone.
 */
static void discard(struct lobby *lobby, struct slot *slot) {
  lobby_drop(lobby, slot);
  if (slot->last > 0) return;
  slot->stored.state = STORE_FINISHED;
  shares_follow(lobby->shares, slot);
  lobby_remove(lobby, slot);
}

/* A table of a round that was stored. */
static void note_stored(struct lobby *lobby, const struct store_swap *swap) {
  struct slot *slot = swap->of;
  if (swap->moved) {
    /* Another server has changed a table of the round: it is read again at once if somebody watches it, else when
     * somebody asks for it. */
    const bool is_stored = slot->last > 0;
    slot->moved = lobby->moved = lobby->round;
    lobby->figures.moved++;
    discard(lobby, slot);
    if (is_stored)
      slots_set_due(&lobby->slots, slot, lobby_is_watched(lobby, slot) || slot->claimed ? lobby_now(lobby) : INT64_MAX);
    return;
  }
  if (swap->changed) {
    slot->stored.version = store_version(lobby->store);
    slot->stored.due = swap->due;
    slot->mine = true;
    comparing_tell(&lobby->comparing, slot);
    if (slot->stored.state == STORE_FINISHED) lobby->results_due = lobby_now(lobby);
  }
  const bool grown = slot->last < slot->appended;
  slot->last = slot->appended;
  if (grown)
    presence_wake(&lobby->presence, slot);
  else
    presence_wake_ending(&lobby->presence, slot);
  if (!swap->changed) return;
  lobby_set_due(lobby, slot);
  lobby_think(lobby, slot); /* it is this server's now, whose computers think at once */
}

/* Stores the round, and counts the time that it takes. */
static bool store_round(struct lobby *lobby) {
  static const int64_t bounds[] = {250, 500, 1000, 2500, 5000, 10000, 50000}; /* of the buckets of lobby.h */
  struct lobby_figures *figures = &lobby->figures;
  const int64_t begin = steady_microseconds();
  const bool stored = store_commit(lobby->store, lobby->swaps, lobby->swap_count, &lobby->failure);
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
  const int count = lobby->swap_count;
  bool pending = store_pending(lobby->store), stored = true;
  lobby->round++;
  for (int i = 0; i < count; i++) {
    struct store_swap *swap = &lobby->swaps[i];
    const struct slot *slot = swap->of;
    swap->number = slot->stored.number;
    swap->version = slot->stored.version;
    swap->due_moved = swap->due != slot->stored.due;
    pending |= swap->due_moved;
  }

  /* 1. What was changed is stored, but for tables that have moved on. */
  if (pending) stored = store_round(lobby);
  hall_end_round(lobby->hall, stored);
  if (lobby->rates) players_rate(lobby->players);
  lobby->rates = false;

  /* 2. The tables of the round: their watchers are woken; or what a round that failed has made of them is discarded. */
  for (int i = 0; i < count; i++) ((struct slot *)lobby->swaps[i].of)->change = 0;
  for (int i = 0; i < count; i++) {
    struct slot *slot = lobby->swaps[i].of;
    if (stored) {
      note_stored(lobby, &lobby->swaps[i]);
      continue;
    }
    const bool is_stored = slot->last > 0;
    discard(lobby, slot);
    if (is_stored) slots_set_due(&lobby->slots, slot, lobby_retry(lobby, slot));
  }
  lobby->swap_count = 0;

  /* 3. Tables that are over leave the memory once what was asked of them is answered. If all tables take too many
   * bytes, those leave that were idle for longest; one that cannot leave counts as in use. */
  const struct warm_slot *warm = lobby->warmth.warmest;
  while (warm != NULL && warm->slot->used >= lobby->roomed) {
    struct slot *slot = warm->slot;
    const bool served = warm->served;
    warm = warm->colder;
    if (served && slot->stored.state == STORE_FINISHED && may_leave(lobby, slot)) lobby_let_go(lobby, slot);
  }
  lobby->roomed = lobby_now(lobby);
  for (int looks = COOL_LOOKS;
       RARELY("the memory is full", lobby->warmth.bytes > lobby->settings.most_memory) && looks > 0; looks--) {
    warm = lobby->warmth.coldest;
    if (warm == NULL) break;
    if (may_leave(lobby, warm->slot))
      lobby_let_go(lobby, warm->slot);
    else
      warmth_use(&lobby->warmth, warm->slot);
  }
  return stored;
}

bool lobby_has_moved(const struct lobby *lobby, struct span table) {
  if (table.length == 0) return lobby->moved == lobby->round;
  const struct slot *slot = slots_find(&lobby->slots, table);
  return slot != NULL && slot->moved == lobby->round;
}

int lobby_wait(struct lobby *lobby) {
  const struct slot *first = slots_first(&lobby->slots);
  const int64_t now = lobby_now(lobby);
  const bool hears = lobby_hears(lobby);
  if (lobby->loading.queued != NULL || store_pending(lobby->store)) return 0;
  if (hears && players_rates(lobby->players)) return 0;
  int64_t most = beat_wait(lobby, comparing_wait(&lobby->comparing, MOST_WAIT, lobby_clock(lobby)));
  if (lobby->results_due < now + most) most = lobby->results_due > now ? lobby->results_due - now : 0;
  if (hears && hall_due(lobby->hall) < now + most) most = hall_due(lobby->hall) > now ? hall_due(lobby->hall) - now : 0;
  if (lobby->settings.smtp != NULL && most > MAILS_EVERY) most = MAILS_EVERY;
  if (first == NULL || first->due > now + most) return (int)most;
  return first->due <= now ? 0 : (int)(first->due - now);
}

int lobby_file(const struct lobby *lobby) {
  return lobby->hints != NULL ? hints_file(lobby->hints) : thinkers_file(lobby->thinkers);
}
