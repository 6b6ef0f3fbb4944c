/*
 * Who is there at a table, at whichever server their stream is. Who holds a seat is there while a stream with their
 * token is open. A server that has streams of a table tells the others, as hints (hints.h): when one opens, every few
 * seconds, and when one ends. A hint may be lost, so that it takes several in a row until somebody counts as gone.
 *
 * Hints, not rows of the database: what is told holds for seconds and is of no use to anybody later.
 */
#include "lobby/lobby_memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/guard.h"

enum {
  TELL_EVERY = 2000,  /* ms */
  GONE_AFTER = 15000, /* ms after the last word of them */
  /* When the last stream at one server ends there may be another one at a third, which tells so within this time. */
  GONE_SOON = TELL_EVERY + 2000,
  ID = STORE_ID_SIZE - 1 /* bytes of an id */
};

_Static_assert(TESS_MAX_PLAYERS < 16, "who is there is told as a number of two bytes");

/* ---- Told ---- */

/* Bit 0: somebody watches; bit n: who holds seat n does. */
static unsigned who_is_there(const struct slot *slot) {
  unsigned who = slot->watchers != NULL ? 1u : 0u;
  for (int seat = 1; seat <= TESS_MAX_PLAYERS; seat++)
    if (slot->holders[seat - 1].watchers > 0) who |= 1u << seat;
  return who;
}

void presence_tell(struct lobby *lobby, const struct slot *slot) {
  struct text word = {0};
  if (slot->compared.next == NULL || slot->stored.state == STORE_FINISHED) return;
  text_print(&word, "t%s%04x", slot->stored.id, who_is_there(slot));
  hints_tell(lobby->hints, text_span(&word));
  text_free(&word);
}

void presence_tick(struct lobby *lobby, int64_t now) {
  if (now < lobby->told + TELL_EVERY) return;
  lobby->told = now;
  for (const struct compared *compared = lobby->compared.next; compared->slot != NULL; compared = compared->next)
    if (compared->slot->watchers != NULL) presence_tell(lobby, compared->slot);
}

/* ---- Heard ---- */

bool slot_is_there(const struct slot *slot, int seat) {
  const struct holder *holder = &slot->holders[seat - 1];
  return holder->watchers > 0 || holder->elsewhere > 0;
}

/* Notes when the first who is there at another server is gone. */
static void find_end(struct slot *slot) {
  slot->elsewhere_end = slot->elsewhere > 0 ? slot->elsewhere : INT64_MAX;
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) {
    const int64_t end = slot->holders[i].elsewhere;
    if (end > 0 && end < slot->elsewhere_end) slot->elsewhere_end = end;
  }
}

/* Until when somebody counts who is there, or no longer there, by what one server says. */
static int64_t end_of(int64_t end, bool is_there, int64_t now) {
  if (is_there) return now + GONE_AFTER;
  return end > now + GONE_SOON ? now + GONE_SOON : end;
}

/* Notes at a table in memory who is there at another server. */
static void note(struct lobby *lobby, struct slot *slot, unsigned who, int64_t now) {
  slot->elsewhere = end_of(slot->elsewhere, (who & 1u) != 0, now);
  if ((who & 1u) != 0) slot->attended = now;
  for (int seat = 1; seat <= slot->table->setup.players; seat++) {
    struct holder *holder = &slot->holders[seat - 1];
    const bool was_there = slot_is_there(slot, seat);
    holder->elsewhere = end_of(holder->elsewhere, holder->held && (who & 1u << seat) != 0, now);
    if (!was_there && slot_is_there(slot, seat)) slot_present(slot, seat, true, now);
  }
  find_end(slot);
  slots_set_due(&lobby->slots, slot, lobby_due(lobby, slot));
  lobby_think(lobby, slot);
}

void presence_hear(struct lobby *lobby, struct span word, int64_t now) {
  char digits[5] = "";
  if (word.length != ID + 4) return;
  struct slot *slot = slots_find(&lobby->slots, (struct span){word.bytes, ID});
  if (slot == NULL || slot->table == NULL) return;
  memcpy(digits, word.bytes + ID, 4);
  note(lobby, slot, (unsigned)strtoul(digits, NULL, 16), now);
}

/* Whose word of them has run out is there no longer since GONE_SOON ago, as long as it has been waited for another. */
static void expire_elsewhere(struct slot *slot, int64_t now) {
  if (slot->elsewhere_end > now) return;
  if (slot->elsewhere <= now) slot->elsewhere = 0;
  for (int seat = 1; seat <= TESS_MAX_PLAYERS; seat++) {
    struct holder *holder = &slot->holders[seat - 1];
    if (holder->elsewhere == 0 || holder->elsewhere > now) continue;
    const int64_t gone = holder->elsewhere - GONE_SOON;
    holder->elsewhere = 0;
    if (holder->watchers == 0 && seat <= slot->table->setup.players) slot_present(slot, seat, false, gone);
  }
  find_end(slot);
}

void presence_expire(struct slot *slot, int64_t now) {
  expire_elsewhere(slot, now);
  slot_tell_away(slot, now);
}
