#include "lobby/holders.h"

#include <string.h>

bool holders_read(struct slot *slot, const struct table *table, struct store *store, unsigned *lost,
                  struct fault *fault) {
  struct holder before[TESS_MAX_PLAYERS];
  struct store_rows *rows = store_seats(store, slot->stored.number);
  const bool shared = store_is_shared(store); /* another server may just have stored more than the entries read */
  bool damaged = false;
  *lost = 0;
  memcpy(before, slot->holders, sizeof before);
  memset(slot->holders, 0, sizeof slot->holders);
  for (struct store_seat seat; !damaged && store_next_seat(rows, &seat);) {
    const int number = seat.seat - 1;
    struct holder *holder = &slot->holders[number];
    damaged = table != NULL && (number >= table->setup.players || (!shared && !table_is_held(table, number)));
    *holder = (struct holder){.held = true, .player = seat.player};
    memcpy(holder->token, seat.token, sizeof holder->token);
    memcpy(holder->recovery, seat.recovery, sizeof holder->recovery);
  }
  const bool asked = store_close_rows(rows, fault);
  if (!asked || damaged) {
    memcpy(slot->holders, before, sizeof before);
    return asked && fault_as(fault, STORE_DAMAGED, "seats: nobody can hold the one that is stored");
  }
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) {
    const struct holder *holder = &slot->holders[i];
    if (before[i].held && (!holder->held || memcmp(before[i].token, holder->token, sizeof holder->token) != 0))
      *lost |= 1u << (i + 1);
  }
  return true;
}

int holders_find(const struct slot *slot, const uint8_t hash[CREDENTIAL_HASH], bool recovery) {
  int seat = 0;
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) {
    const struct holder *holder = &slot->holders[i];
    if (credential_same(hash, recovery ? holder->recovery : holder->token) && holder->held) seat = i + 1;
  }
  return seat;
}

int holders_find_player(const struct slot *slot, int64_t player) {
  for (int i = 0; i < TESS_MAX_PLAYERS; i++)
    if (slot->holders[i].held && slot->holders[i].player == player && player != 0) return i + 1;
  return 0;
}

void holders_give(struct slot *slot, struct store *store, int seat, const struct credential *token,
                  const struct credential *recovery, int64_t player) {
  struct store_seat stored = {.seat = seat, .player = player, .name = span_of(slot->table->seats[seat - 1].name)};
  struct holder *holder = &slot->holders[seat - 1];
  credential_hash(span_of(token->word), holder->token);
  credential_hash(span_of(recovery->word), holder->recovery);
  holder->held = true;
  holder->player = player;
  memcpy(stored.token, holder->token, sizeof stored.token);
  memcpy(stored.recovery, holder->recovery, sizeof stored.recovery);
  store_put_seat(store, slot->stored.number, &stored);
}

void holders_take(struct slot *slot, struct store *store, int seat) {
  slot->holders[seat - 1] = (struct holder){0};
  store_drop_seat(store, slot->stored.number, seat);
}
