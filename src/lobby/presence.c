#include "lobby/presence.h"

#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "lobby/holders.h"

enum {
  TELL_EVERY = 2000,  /* ms */
  GONE_AFTER = 15000, /* ms after the last word of them */
  /* When the last stream at one server ends there may be another one at a third, whose hint comes within this time. */
  GONE_SOON = TELL_EVERY + 2000,
  ID = STORE_ID_SIZE - 1 /* bytes of an id */
};

_Static_assert(TESS_MAX_PLAYERS < 16, "the people who are there are a number of two bytes");

/* What is kept of a table that has watchers, or had some since the start. */
struct attendance {
  struct slot *slot;
  struct lobby_watcher *watchers;
  struct attendance *next, **link;     /* among the tables that have watchers here */
  int here[TESS_MAX_PLAYERS];          /* streams of the holders of seats that are open at this server */
  int64_t elsewhere[TESS_MAX_PLAYERS]; /* until when such streams at other servers count; 0: there are none */
  int64_t watched;                     /* until when somebody counts as watching at another server; 0: nobody does */
  int64_t end;                         /* the first of those times; INT64_MAX: none */
  int64_t away_told;                   /* up to when the watchers that mind who is away have been woken */
};

static struct attendance *row_of(const struct presence *presence, const struct slot *slot) {
  return rows_find(&presence->rows, slot);
}

static struct attendance *add_row(struct presence *presence, struct slot *slot) {
  struct attendance *row = rows_add(&presence->rows, slot, sizeof *row);
  if (row->end == 0) row->end = INT64_MAX;
  return row;
}

/* ---- Absences ---- */

/* When the next holder of a seat of a table in memory counts as away without the watchers having been woken; INT64_MAX:
 * none does. */
static int64_t away_due(const struct attendance *row) {
  const struct slot *slot = row->slot;
  int64_t due = INT64_MAX;
  for (int seat = 1; seat <= slot->table->setup.players && row->watchers != NULL; seat++) {
    const int64_t at = table_away_at(slot->table, seat);
    if (at != INT64_MAX && at - slot->ahead > row->away_told && at - slot->ahead < due) due = at - slot->ahead;
  }
  return due;
}

static void wake_those_who_mind(const struct attendance *row) {
  for (struct lobby_watcher *watcher = row->watchers; watcher != NULL; watcher = watcher->next)
    if (watcher->minds_away) watcher->wake(watcher);
}

/* Notes that the holder of a seat, from 1, of a table in memory is there, or is not since `at`. If they were away, the
 * watchers that mind it are woken. */
static void note_present(const struct attendance *row, int seat, bool is_there, int64_t at) {
  const int64_t time = slot_time(row->slot, at);
  const bool was_away = table_away_at(row->slot->table, seat) <= time;
  table_present(row->slot->table, seat, is_there, time);
  if (is_there && was_away) wake_those_who_mind(row);
}

/* ---- Watchers ---- */

void presence_watch(struct presence *presence, struct slot *slot, struct lobby_watcher *watcher, int seat,
                    int64_t now) {
  struct attendance *row = add_row(presence, slot);
  if (row->watchers == NULL) {
    row->next = presence->watched;
    row->link = &presence->watched;
    if (row->next != NULL) row->next->link = &row->next;
    presence->watched = row;
  }
  watcher->slot = slot;
  watcher->seat = seat;
  watcher->next = row->watchers;
  watcher->link = &row->watchers;
  if (watcher->next != NULL) watcher->next->link = &watcher->next;
  row->watchers = watcher;
  if (seat > 0 && row->here[seat - 1]++ == 0) note_present(row, seat, true, now);
}

void presence_unwatch(struct presence *presence, struct lobby_watcher *watcher, int64_t now) {
  struct slot *slot = watcher->slot;
  struct attendance *row = row_of(presence, slot);
  *watcher->link = watcher->next;
  if (watcher->next != NULL) watcher->next->link = watcher->link;
  if (row->watchers == NULL) {
    *row->link = row->next;
    if (row->next != NULL) row->next->link = row->link;
  }
  if (watcher->seat == 0) return;
  row->here[watcher->seat - 1]--;
  if (slot->table != NULL && !presence_is_there(presence, slot, watcher->seat))
    note_present(row, watcher->seat, false, now);
}

void presence_remove(struct presence *presence, const struct slot *slot) {
  CHECK(presence_watchers(presence, slot) == NULL);
  rows_remove(&presence->rows, slot);
}

struct lobby_watcher *presence_watchers(const struct presence *presence, const struct slot *slot) {
  const struct attendance *row = row_of(presence, slot);
  return row == NULL ? NULL : row->watchers;
}

void presence_wake(const struct presence *presence, const struct slot *slot) {
  struct lobby_watcher *watcher = presence_watchers(presence, slot);
  for (; watcher != NULL; watcher = watcher->next) watcher->wake(watcher);
}

void presence_wake_ending(const struct presence *presence, const struct slot *slot) {
  struct lobby_watcher *watcher = presence_watchers(presence, slot);
  for (; watcher != NULL; watcher = watcher->next)
    if (watcher->ends) watcher->wake(watcher);
}

void presence_end(const struct presence *presence, const struct slot *slot) {
  struct lobby_watcher *watcher = presence_watchers(presence, slot);
  for (; watcher != NULL; watcher = watcher->next) {
    watcher->ends = true;
    watcher->wake(watcher);
  }
}

void presence_end_all(const struct presence *presence) {
  for (const struct attendance *row = presence->watched; row != NULL; row = row->next)
    presence_end(presence, row->slot);
}

void presence_end_from(const struct presence *presence, const struct slot *slot, uint64_t address) {
  struct lobby_watcher *watcher = presence_watchers(presence, slot);
  for (; watcher != NULL; watcher = watcher->next)
    if (watcher->shown && watcher->seat == 0 && watcher->address == address && address != 0) watcher->ends = true;
}

void presence_end_seat(const struct presence *presence, const struct slot *slot, int seat) {
  struct lobby_watcher *watcher = presence_watchers(presence, slot);
  for (; watcher != NULL; watcher = watcher->next)
    if (watcher->seat == seat) watcher->ends = true;
}

/* The same at this server. */
static void end_player(const struct presence *presence, int64_t player) {
  for (const struct attendance *row = presence->watched; row != NULL; row = row->next) {
    const int seat = holders_find_player(row->slot, player);
    for (struct lobby_watcher *watcher = row->watchers; watcher != NULL; watcher = watcher->next) {
      if (seat == 0 || watcher->seat != seat) continue;
      watcher->ends = true;
      watcher->wake(watcher);
    }
  }
}

void presence_end_player(struct presence *presence, int64_t player) {
  struct text word = {0};
  end_player(presence, player);
  if (presence->hints == NULL) return;
  text_print(&word, "%c%016llx", PRESENCE_END, (unsigned long long)player);
  hints_tell(presence->hints, text_span(&word));
  text_free(&word);
}

void presence_hear_end(const struct presence *presence, struct span word) {
  uint64_t player;
  if (span_hash(word, &player) && player <= INT64_MAX) end_player(presence, (int64_t)player);
}

void presence_lose_seat(struct presence *presence, const struct slot *slot, int seat) {
  struct attendance *row = row_of(presence, slot);
  if (row == NULL) return;
  for (struct lobby_watcher *watcher = row->watchers; watcher != NULL; watcher = watcher->next)
    if (watcher->seat == seat) watcher->seat = 0;
  row->here[seat - 1] = 0;
  row->elsewhere[seat - 1] = 0;
}

/* ---- People who are there ---- */

bool presence_is_there(const struct presence *presence, const struct slot *slot, int seat) {
  const struct attendance *row = row_of(presence, slot);
  return row != NULL && (row->here[seat - 1] > 0 || row->elsewhere[seat - 1] > 0);
}

void presence_each_player(const struct presence *presence, void (*visit)(void *context, int64_t player),
                          void *context) {
  for (const struct attendance *row = presence->watched; row != NULL; row = row->next)
    for (int seat = 0; row->slot->table != NULL && seat < row->slot->table->setup.players; seat++)
      if (row->here[seat] > 0 && row->slot->holders[seat].player != 0) visit(context, row->slot->holders[seat].player);
}

bool presence_is_elsewhere(const struct presence *presence, const struct slot *slot) {
  const struct attendance *row = row_of(presence, slot);
  return row != NULL && row->watched != 0;
}

void presence_load(const struct presence *presence, struct slot *slot, int64_t now) {
  for (int i = 0; i < slot->table->setup.players; i++)
    table_present(slot->table, i + 1, presence_is_there(presence, slot, i + 1), slot_time(slot, now));
}

void presence_tell(const struct presence *presence, const struct slot *slot) {
  struct text word = {0};
  if (presence->hints == NULL || slot->table == NULL || slot->stored.state == STORE_FINISHED) return;
  /* Bit 0: somebody watches; bit n: the holder of seat n does. */
  const struct attendance *const row = row_of(presence, slot);
  unsigned there = row != NULL && row->watchers != NULL ? 1u : 0u;
  for (int seat = 1; row != NULL && seat <= TESS_MAX_PLAYERS; seat++)
    if (row->here[seat - 1] > 0) there |= 1u << seat;
  text_print(&word, "%c%s%04x", PRESENCE_THERE, slot->stored.id, there);
  hints_tell(presence->hints, text_span(&word));
  text_free(&word);
}

void presence_tick(struct presence *presence, int64_t now) {
  if (now < presence->hinted + TELL_EVERY) return;
  presence->hinted = now;
  for (const struct attendance *row = presence->watched; row != NULL; row = row->next)
    presence_tell(presence, row->slot);
}

/* Notes when the first person who is there at another server counts as gone. */
static void find_end(struct attendance *row) {
  row->end = row->watched > 0 ? row->watched : INT64_MAX;
  for (int i = 0; i < TESS_MAX_PLAYERS; i++)
    if (row->elsewhere[i] > 0 && row->elsewhere[i] < row->end) row->end = row->elsewhere[i];
}

/* Until when a person counts as there who is there, or no longer there, by the hint of one server. */
static int64_t end_of(int64_t end, bool is_there, int64_t now) {
  if (is_there) return now + GONE_AFTER;
  return end > now + GONE_SOON ? now + GONE_SOON : end;
}

struct slot *presence_hear(struct presence *presence, const struct slots *slots, struct span word, int64_t now) {
  char digits[5] = "";
  if (word.length != ID + 4) return NULL;
  struct slot *slot = slots_find(slots, (struct span){word.bytes, ID});
  if (slot == NULL || slot->table == NULL) return NULL;
  memcpy(digits, word.bytes + ID, 4);
  /* Note in a table in memory who is there at another server. */
  const unsigned who = (unsigned)strtoul(digits, NULL, 16);
  struct attendance *row = add_row(presence, slot);
  row->watched = end_of(row->watched, (who & 1u) != 0, now);
  if ((who & 1u) != 0) slot->attended = now;
  for (int seat = 1; seat <= slot->table->setup.players; seat++) {
    const bool was_there = presence_is_there(presence, slot, seat);
    row->elsewhere[seat - 1] =
        end_of(row->elsewhere[seat - 1], slot->holders[seat - 1].held && (who & 1u << seat) != 0, now);
    if (!was_there && presence_is_there(presence, slot, seat)) note_present(row, seat, true, now);
  }
  find_end(row);
  return slot;
}

int64_t presence_due(const struct presence *presence, const struct slot *slot) {
  const struct attendance *row = row_of(presence, slot);
  if (row == NULL) return INT64_MAX;
  const int64_t away = away_due(row);
  return away < row->end ? away : row->end;
}

void presence_expire(struct presence *presence, struct slot *slot, int64_t now) {
  struct attendance *row = row_of(presence, slot);
  if (row == NULL) return;
  /* A person of whom no hint has come any more is not there since GONE_SOON ago: for so long another hint was waited
   * for. */
  if (row->end <= now) {
    if (row->watched <= now) row->watched = 0;
    for (int seat = 1; seat <= TESS_MAX_PLAYERS; seat++) {
      const int64_t end = row->elsewhere[seat - 1];
      if (end == 0 || end > now) continue;
      row->elsewhere[seat - 1] = 0;
      if (row->here[seat - 1] == 0 && seat <= row->slot->table->setup.players)
        note_present(row, seat, false, end - GONE_SOON);
    }
    find_end(row);
  }
  if (away_due(row) <= now) wake_those_who_mind(row);
  row->away_told = now;
}
