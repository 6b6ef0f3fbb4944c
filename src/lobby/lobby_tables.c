#include "lobby/lobby_tables.h"

#include <string.h>

#include "base/guard.h"
#include "base/steady_clock.h"
#include "lobby/holders.h"
#include "lobby/results.h"

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

bool lobby_hears(const struct lobby *lobby) {
  return !lobby->shared || lobby_clock(lobby) < lobby->heard + COMPARING_SILENT;
}

int64_t lobby_retry(struct lobby *lobby, const struct slot *slot) {
  return lobby->shared && !lobby_is_watched(lobby, slot) ? INT64_MAX : lobby_now(lobby) + LOBBY_RETRY;
}

/* ---- What a table has to do ---- */

bool lobby_is_watched(const struct lobby *lobby, const struct slot *slot) {
  return presence_watchers(&lobby->presence, slot) != NULL;
}

int64_t lobby_due(const struct lobby *lobby, const struct slot *slot) {
  const int64_t called = notices_due(lobby->notices, slot), gone = presence_due(&lobby->presence, slot);
  const int64_t own = slot_due(slot, lobby_is_watched(lobby, slot)), first = own < called ? own : called;
  return first < gone ? first : gone;
}

void lobby_set_due(struct lobby *lobby, struct slot *slot) {
  slots_set_due(&lobby->slots, slot, lobby_due(lobby, slot));
}

void lobby_think(struct lobby *lobby, struct slot *slot) {
  struct thought thought = {.at = slot->table->position};
  const int64_t unattended = lobby_now(lobby) - slot->attended;
  int seat;
  if (!slot_may_think(slot, lobby_now(lobby))) return;
  const bool attended = lobby_is_watched(lobby, slot) || (slot->attended != 0 && unattended <= LOBBY_ATTENDED);
  if (!attended && !table_is_awaited(slot->table)) return;
  if (slot->thought_at == thought.at || !table_decides(slot->table, &seat, &thought.level)) return;
  memcpy(thought.table, slot->stored.id, sizeof thought.table);
  thought.owner = shares_thinker(lobby->shares, slot);
  slot->thought_at = thought.at;
  thinkers_ask(lobby->thinkers, &thought, slot->table->history->game);
}

/* ---- Who hears of a table ---- */

/* What happened to a table. */
enum news {
  NEWS_LOADED,  /* it came into memory */
  NEWS_CHANGED, /* this server has changed it, or may have */
  NEWS_READ_ON  /* another server has changed it, and this one has read on in it */
};

/* The one list of all files that hear of it. */
static void spread(struct lobby *lobby, struct slot *slot, enum news news) {
  const int64_t now = lobby_now(lobby);
  const bool is_here = news == NEWS_CHANGED || (news == NEWS_LOADED && slot->mine);
  if (news == NEWS_LOADED) comparing_begin(&lobby->comparing, slot, lobby_clock(lobby));
  if (news == NEWS_LOADED && lobby_is_watched(lobby, slot)) presence_tell(&lobby->presence, slot);
  warmth_use(&lobby->warmth, slot);
  if (news == NEWS_LOADED) warmth_charge(&lobby->warmth, slot);
  notices_follow(lobby->notices, slot, now, is_here);
  listing_follow(&lobby->listing, slot, shares_opener(lobby->shares, slot));
  shares_follow(lobby->shares, slot);
  lobby_set_due(lobby, slot);
  lobby_think(lobby, slot);
  if (news != NEWS_CHANGED) presence_wake(&lobby->presence, slot);
}

void lobby_drop(struct lobby *lobby, struct slot *slot) {
  lobby->figures.in_memory -= slot->table != NULL;
  warmth_remove(&lobby->warmth, slot);
  loading_forget(&lobby->loading, slot);
  comparing_end(&lobby->comparing, slot);
  notices_forget(lobby->notices, slot);
  listing_forget(&lobby->listing, slot);
  shares_forget(lobby->shares, slot);
  if (slot->table != NULL && slot->last > 0) slot->print = slot_print(slot->table, slot->last);
  table_close(slot->table);
  slot->table = NULL;
  slot->appended = slot->last;
}

void lobby_remove(struct lobby *lobby, struct slot *slot) {
  lobby_drop(lobby, slot);
  loading_remove(&lobby->loading, slot);
  notices_remove(lobby->notices, slot);
  listing_remove(&lobby->listing, slot);
  shares_remove(lobby->shares, slot);
  presence_remove(&lobby->presence, slot);
  slots_remove(&lobby->slots, slot);
}

void lobby_let_go(struct lobby *lobby, struct slot *slot) {
  if (slot->stored.state == STORE_FINISHED || lobby->shared) {
    lobby_remove(lobby, slot);
    return;
  }
  listing_write(&lobby->listing, slot);
  lobby_drop(lobby, slot);
}

/* ---- Into memory ---- */

/* Reads the next piece of a table, with units that the round has left. The watchers of a table that is whole are woken:
 * the round before may have been stored though its answer was lost, and then there are entries that they have not seen.
 */
static enum log_read read_piece(struct lobby *lobby, struct slot *slot, struct fault *fault) {
  const int64_t now = lobby_now(lobby);
  const enum log_read read = loading_read(&lobby->loading, slot, now, lobby->since, fault);
  if (read == LOG_UNREADABLE && slot->damaged) {
    listing_follow(&lobby->listing, slot, shares_opener(lobby->shares, slot));
    slots_set_due(&lobby->slots, slot, INT64_MAX);
  }
  if (read != LOG_WHOLE) return read;
  lobby->figures.in_memory++;
  slot->mine = !lobby->shared || slot->claimed;
  table_expect(slot->table, slot_time(slot, lobby->shared ? lobby->since : lobby->started));
  spread(lobby, slot, NEWS_LOADED);
  if (slot->claimed) slots_set_due(&lobby->slots, slot, now);
  return read;
}

/* The next rounds read on in the table; the clock does not ask for it meanwhile. */
static void enqueue(struct lobby *lobby, struct slot *slot) {
  loading_enqueue(&lobby->loading, slot);
  slots_set_due(&lobby->slots, slot, INT64_MAX);
}

bool lobby_load(struct lobby *lobby, struct slot *slot, struct fault *fault) {
  slot->used = lobby_now(lobby);
  if (!lobby_hears(lobby)) return fault_say(fault, "this server does not reach the database: try again");
  if (slot->table != NULL) {
    warmth_use(&lobby->warmth, slot);
    return true;
  }
  if (slot->stored.state == STORE_FINISHED && lobby->warmth.bytes > lobby->settings.most_memory)
    return fault_say(fault, "this server has as many tables in memory as it may: try again later");
  if (slot->damaged) return fault_say(fault, "what is stored of this table cannot be true: ask the server's operator");
  if (loading_is_put_off(&lobby->loading, slot, slot->used))
    return fault_say(fault, "the table could not be read a moment ago: try again");
  if (!loading_is_queued(&lobby->loading, slot)) {
    if (loading_units(&lobby->loading, LOADING_PIECE) > 0) {
      const enum log_read read = read_piece(lobby, slot, fault);
      if (read != LOG_MORE) return read == LOG_WHOLE;
    }
    enqueue(lobby, slot);
  }
  return fault_say(fault, "the table is being read from the database: try again");
}

void lobby_read_on(struct lobby *lobby) {
  struct fault fault;
  loading_begin(&lobby->loading);
  while (lobby->loading.queued != NULL && loading_units(&lobby->loading, LOADING_PIECE) > 0) {
    struct slot *slot = loading_dequeue(&lobby->loading);
    const enum log_read read = read_piece(lobby, slot, &fault);
    if (read == LOG_MORE) {
      enqueue(lobby, slot);
      continue;
    }
    if (read == LOG_UNREADABLE) {
      loading_put_off(&lobby->loading, slot, lobby_now(lobby) + LOBBY_RETRY);
      slots_set_due(&lobby->slots, slot, slot->damaged ? INT64_MAX : lobby_retry(lobby, slot));
    }
    lobby->has_read = true;
  }
}

int64_t lobby_take_cost(struct lobby *lobby) {
  const int64_t cost = lobby->warmth.cost;
  lobby->warmth.cost = 0;
  return cost;
}

bool lobby_has_read(struct lobby *lobby) {
  const bool has_read = lobby->has_read;
  lobby->has_read = false;
  return has_read;
}

const struct lobby_damage *lobby_take_damage(struct lobby *lobby) {
  struct fault fault;
  if (store_take_damage(lobby->store, &fault)) loading_note_damage(&lobby->loading, 0, "a list", &fault);
  return loading_take_damage(&lobby->loading);
}

/* ---- Changes ---- */

void lobby_touch(struct lobby *lobby, struct slot *slot) {
  if (slot->change > 0) return;
  if (lobby->swap_count == lobby->swap_room) {
    lobby->swap_room = 2 * lobby->swap_room + 16;
    lobby->swaps = memory_resize(lobby->swaps, (size_t)lobby->swap_room * sizeof *lobby->swaps);
  }
  lobby->swaps[lobby->swap_count++] = (struct store_swap){.of = slot, .due = slot->stored.due};
  slot->change = lobby->swap_count;
}

/* The tile of a seat was drawn: makes the turn that the seat has prepared for it, if nothing has changed where it would
 * be laid. All turns that it has prepared are gone then. */
static void play_prepared(struct lobby *lobby, struct slot *slot) {
  struct fault unheard;
  const int seat = table_drawn_since(slot->table, slot->appended);
  bool any = false;
  if (seat == 0) return;
  struct store_rows *rows = store_prepared(lobby->store, slot->stored.number);
  struct text move = {0};
  int64_t print = 0;
  for (struct store_prepared prepared; store_next_prepared(rows, &prepared);) {
    if (prepared.seat != seat) continue;
    any = true;
    if (prepared.kind != tess_game_drawn(slot->table->history->game)) continue;
    text_add(&move, prepared.move.bytes, prepared.move.length);
    print = prepared.print;
  }
  store_close_rows(rows, &unheard);
  if (move.length > 0 && table_take_prepared(slot->table, text_span(&move), print, slot_time(slot, lobby_now(lobby))))
    lobby->figures.moves++;
  if (any) store_drop_all_prepared(lobby->store, slot->stored.number, seat);
  text_free(&move);
}

void lobby_keep(struct lobby *lobby, struct slot *slot, const struct store_entry *granted) {
  const int64_t before = slot->appended;
  lobby_touch(lobby, slot);
  play_prepared(lobby, slot);
  const struct table *table = slot->table;

  /* 1. A player who stood up loses the seat, also as a watcher. */
  for (int i = 0; i < table->setup.players; i++) {
    if (!slot->holders[i].held || table->seats[i].holder != TABLE_NOBODY) continue;
    holders_take(slot, lobby->store, i + 1);
    notices_drop(lobby->notices, slot, i + 1);
    presence_lose_seat(&lobby->presence, slot, i + 1);
  }

  /* 2. New entries, the last with the request that made them; and when the table is due then. */
  if (slot->appended < table->seq || slot->claimed) lobby->swaps[slot->change - 1].due = slot_due_alone(slot);
  slot->claimed = false;
  while (slot->appended < table->seq) {
    struct store_entry entry = {.seq = ++slot->appended, .body = table_entry(table, slot->appended)};
    if (granted != NULL && slot->appended == table->seq) {
      entry.seat = granted->seat;
      entry.request = granted->request;
      entry.print = granted->print;
    }
    store_add_entry(lobby->store, slot->stored.number, &entry);
  }

  /* 3. Whether it may still change. Of a table that is over there are no notices. */
  const enum store_state state = logs_state(table);
  if (state != slot->stored.state) {
    for (int seat = 1; seat <= table->setup.players && state == STORE_FINISHED; seat++)
      notices_drop(lobby->notices, slot, seat), store_drop_all_prepared(lobby->store, slot->stored.number, seat);
    slot->stored.state = state;
    store_set_state(lobby->store, slot->stored.number, state);
    if (state == STORE_FINISHED && results_add(slot, lobby->store)) lobby->rates = true;
  }
  lobby->figures.entries += (uint64_t)(slot->appended - before);
  spread(lobby, slot, NEWS_CHANGED);
  /* The list's item follows from the log: a server that adds nothing leaves it, and the table, to the one that did. */
  if (slot->appended > before) listing_store(&lobby->listing, slot);
}

bool lobby_excuse(struct lobby *lobby, struct slot *slot) {
  const int64_t now = lobby_now(lobby);
  const struct club club = {.store = lobby->store, .now = now};
  struct club_vacation vacation;
  struct fault unheard;
  int seat;
  int64_t began;
  if (!table_runs_out(slot->table, slot_time(slot, now), &seat, &began) || slot->holders[seat - 1].player == 0)
    return true;
  if (!club_find_vacation(&club, slot->holders[seat - 1].player, began, &vacation, &unheard)) return false;
  table_excuse(slot->table, vacation.length, slot_time(slot, now));
  if (slot->table->seq > slot->appended) lobby_keep(lobby, slot, NULL);
  return true;
}

/* ---- Comparisons ---- */

/* Asks the database about the tables of a question. A table that cannot be read on leaves the memory, and its watchers
 * read it anew. False: the database does not answer. */
static bool ask(struct lobby *lobby, struct question *question) {
  if (!comparing_ask(&lobby->comparing, question, lobby_clock(lobby))) return false;
  for (int i = 0; i < question->count; i++) {
    struct slot *slot = question->slots[i];
    if (question->found[i] == COMPARING_READ_ON) spread(lobby, slot, NEWS_READ_ON);
    if (question->found[i] != COMPARING_LOST) continue;
    lobby_drop(lobby, slot);
    slots_set_due(&lobby->slots, slot, lobby_is_watched(lobby, slot) ? lobby_now(lobby) : INT64_MAX);
    presence_wake(&lobby->presence, slot);
  }
  return true;
}

enum lobby_compared lobby_compare_now(struct lobby *lobby, struct slot *slot) {
  struct question question;
  if (!lobby->shared || slot->table == NULL || slot->change > 0) return LOBBY_SAME;
  question.count = 0;
  comparing_name(&question, slot);
  if (!ask(lobby, &question)) return LOBBY_UNREACHED;
  return question.found[0] == COMPARING_SAME ? LOBBY_SAME : LOBBY_MOVED;
}

bool lobby_compare_if_older(struct lobby *lobby, struct slot *slot, int64_t age) {
  return !comparing_is_older(&lobby->comparing, slot, age, lobby_clock(lobby)) ||
         lobby_compare_now(lobby, slot) != LOBBY_UNREACHED;
}

void lobby_compare(struct lobby *lobby) {
  if (!lobby->shared) return;
  const int64_t clock = lobby_clock(lobby); /* the time of the database may stand still for a while */
  struct question question;
  hints_run(lobby->hints);
  /* Take the hints of other servers. */
  struct span word;
  while (hints_take(lobby->hints, &word)) {
    const struct span about = {word.bytes + 1, word.length - 1};
    if (word.bytes[0] == COMPARING_CHANGED) comparing_hear(&lobby->comparing, &lobby->slots, about);
    if (word.bytes[0] == PRESENCE_END) presence_hear_end(&lobby->presence, about);
    if (word.bytes[0] != PRESENCE_THERE) continue;
    struct slot *slot = presence_hear(&lobby->presence, &lobby->slots, about, lobby_now(lobby));
    if (slot == NULL) continue;
    lobby_set_due(lobby, slot);
    lobby_think(lobby, slot);
  }
  if (lobby_hears(lobby)) {
    comparing_collect(&lobby->comparing, &question, clock);
    if (question.count > 0) ask(lobby, &question);
    presence_tick(&lobby->presence, clock);
  }
  hints_run(lobby->hints);
}
