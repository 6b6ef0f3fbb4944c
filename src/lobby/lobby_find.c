#include "lobby/lobby_find.h"

#include <stdio.h>

#include "lobby/holders.h"

struct slot *lobby_find_known(struct lobby *lobby, struct span id, struct answer *answer) {
  struct fault fault;
  struct slot *slot = slots_find(&lobby->slots, id);
  if (slot != NULL) return slot;
  /* Only the database may know of it. */
  struct store_table stored = {.number = 0};
  const enum store_found found = store_find(lobby->store, id, &stored, &fault);
  if (found == STORE_FAILED && store_is_damage(&fault))
    loading_note_damage(&lobby->loading, stored.number, "this table", &fault);
  if (found == STORE_FAILED) answer_refuse_fault(answer, &fault);
  if (found == STORE_MISSING) answer_refuse(answer, ANSWER_NO_TABLE, "there is no table of this id");
  if (found != STORE_FOUND) return NULL;
  slot = slot_new(&stored);
  slots_add(&lobby->slots, slot);
  return slot;
}

/* The table of this id in memory, as the database had it so many milliseconds ago at most. */
static struct slot *find(struct lobby *lobby, struct span id, int64_t age, struct answer *answer) {
  struct fault fault;
  struct slot *slot = lobby_find_known(lobby, id, answer);
  if (slot == NULL) return NULL;
  slot->attended = lobby_now(lobby);
  if (!lobby_compare_if_older(lobby, slot, age)) {
    answer_not_stored(answer);
    return NULL;
  }
  if (!lobby_load(lobby, slot, &fault)) {
    if (loading_is_queued(&lobby->loading, slot) && lobby_hears(lobby))
      answer_later(answer);
    else
      answer_refuse_fault(answer, &fault);
    return NULL;
  }
  if (!comparing_is_whole(&lobby->comparing, slot)) {
    lobby->has_read = true;
    answer_later(answer);
    return NULL;
  }
  warmth_pay(&lobby->warmth, slot);
  lobby_think(lobby, slot);
  return slot;
}

struct slot *lobby_find(struct lobby *lobby, struct span id, struct answer *answer) {
  return find(lobby, id, LOBBY_FRESH, answer);
}

struct slot *lobby_find_now(struct lobby *lobby, struct span id, struct answer *answer) {
  return find(lobby, id, 0, answer);
}

struct club lobby_club(struct lobby *lobby) {
  return (struct club){lobby->store, lobby_now(lobby), lobby->origin[0] == '\0' ? NULL : lobby->origin};
}

int lobby_find_places(struct lobby *lobby, int64_t player, struct lobby_place *places) {
  struct fault unheard;
  int count = 0;
  struct store_rows *rows = store_places(lobby->store, player, CLUB_MOST_PLACES);
  for (struct store_place place; store_next_place(rows, &place); count++) {
    snprintf(places[count].table, sizeof places[count].table, "%.*s", (int)place.table.length, place.table.bytes);
    places[count].seat = place.seat;
  }
  return store_close_rows(rows, &unheard) ? count : -1;
}

struct hall_now lobby_hall(struct lobby *lobby) {
  return (struct hall_now){lobby->store, lobby->sets, lobby->hall, lobby_now(lobby)};
}

bool lobby_find_seat(struct lobby *lobby, const struct slot *slot, struct span token, int *seat,
                     struct answer *answer) {
  uint8_t hash[CREDENTIAL_HASH];
  *seat = 0;
  if (token.length == 0) return true;
  if (club_is_device(token)) {
    const struct club club = lobby_club(lobby);
    struct club_asker asker;
    if (!club_find(&club, token, &asker, answer)) return false;
    *seat = holders_find_player(slot, asker.player);
    return *seat > 0 || answer_refuse(answer, ANSWER_WRONG_TOKEN, "this player holds no seat at this table");
  }
  credential_hash(token, hash);
  *seat = holders_find(slot, hash, false);
  return *seat > 0 || answer_refuse(answer, ANSWER_WRONG_TOKEN, "this token holds no seat at this table");
}

bool lobby_find_stored_seat(struct lobby *lobby, struct slot *slot, struct span token, int *seat,
                            struct answer *answer) {
  if (lobby_find_seat(lobby, slot, token, seat, answer)) return true;
  return lobby_compare_now(lobby, slot) == LOBBY_MOVED && comparing_is_whole(&lobby->comparing, slot) &&
         lobby_find_seat(lobby, slot, token, seat, answer);
}

void lobby_conclude(struct lobby *lobby, struct slot *slot, struct answer *answer) {
  answer->waits = slot->change > 0 && !answer->later;
  if (answer->waits || answer->later || !answer_is_refusal(answer->code)) return;
  const enum lobby_compared found =
      comparing_is_whole(&lobby->comparing, slot) ? lobby_compare_now(lobby, slot) : LOBBY_MOVED;
  if (found == LOBBY_UNREACHED) answer_not_stored(answer);
  if (found != LOBBY_MOVED) return;
  lobby->has_read = true;
  answer_later(answer);
}
