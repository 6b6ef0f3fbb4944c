#include "lobby/beat.h"

enum {
  BEAT = 1000,      /* ms between two questions, */
  BEAT_AGAIN = 200, /* and after the database did not answer */
  CLAIMS = 64       /* tables that it claims at a time */
};

/* Sets the time by that of the database. The answer may have been long on its way, so the time counts from the question
 * on. */
static bool ask_time(struct lobby *lobby, struct fault *fault) {
  struct store_moment moment;
  const int64_t asked = lobby_clock(lobby);
  lobby->next_beat = asked + BEAT_AGAIN;
  if (!store_time(lobby->store, &moment, fault)) return false;
  lobby->next_beat = asked + BEAT;
  lobby->heard = asked;
  lobby->ahead = moment.now - asked;
  /* The servers serve since another moment, before which nobody could play for a while. */
  if (moment.since != lobby->since) {
    lobby->since = moment.since;
    for (struct slot *slot = lobby->slots.newest; slot != NULL; slot = slot->older) {
      if (slot->table == NULL) continue;
      table_serve(slot->table, slot_time(slot, moment.since));
      table_expect(slot->table, slot_time(slot, moment.since));
      lobby_set_due(lobby, slot);
    }
  }
  return true;
}

void lobby_beat(struct lobby *lobby) {
  struct fault unheard;
  if (!lobby->shared || lobby_clock(lobby) < lobby->next_beat) return;
  if (ask_time(lobby, &unheard)) {
    /* Take over tables that are due. The clock takes them into memory; then the time when they are really due is
     * stored. */
    struct store_rows *rows = store_claim_due(lobby->store, CLAIMS);
    struct fault fault;
    for (struct store_table stored; store_next_table(rows, &stored, NULL);) {
      if (stored.id[0] == '\0') {
        fault_as(&fault, STORE_DAMAGED, "what is stored of it cannot be true");
        loading_note_damage(&lobby->loading, stored.number, "a table that is due", &fault);
        continue;
      }
      struct slot *slot = slots_find(&lobby->slots, span_of(stored.id));
      if (slot == NULL) {
        slot = slot_new(&stored);
        slots_add(&lobby->slots, slot);
      }
      lobby->figures.claimed++;
      slot->claimed = true;
      slot->stored.due = stored.due;
      if (slot->table != NULL) slot->mine = true;
      if (!loading_is_queued(&lobby->loading, slot)) slots_set_due(&lobby->slots, slot, lobby_now(lobby));
    }
    store_close_rows(rows, &fault);
  }
  if (!lobby_hears(lobby)) presence_end_all(&lobby->presence);
}

int64_t beat_wait(const struct lobby *lobby, int64_t most) {
  const int64_t left = lobby->next_beat - lobby_clock(lobby);
  return !lobby->shared || left >= most ? most : left < 0 ? 0 : left;
}

bool beat_open(struct lobby *lobby, struct fault *fault) { return !lobby->shared || ask_time(lobby, fault); }
