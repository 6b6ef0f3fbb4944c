/* Passes reports and the acts of the host to the club, and closes tables for the host. */
#include "club/order.h"
#include "lobby/lobby_find.h"

/* ---- Reports ---- */

static void report(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  const struct lobby_asker address = shares_asker(lobby->shares);
  char text[STORE_WARNING_SIZE];
  int by, seat;
  if (!lobby_find_stored_seat(lobby, slot, token, &by, answer)) return;
  if (by == 0) {
    answer_refuse(answer, ANSWER_NO_TOKEN, "this needs the token of a seat: Authorization: Bearer TOKEN");
    return;
  }
  if (!order_read_report(body, &seat, text, answer)) return;
  if (seat > slot->table->setup.players || seat == by) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, "seat: expected that of another player");
    return;
  }
  if (!players_take(lobby->players, PLAYERS_REPORT, address, club.now, answer)) return;
  const struct store_report made = {.at = club.now,
                                    .table = span_of(slot->stored.id),
                                    .by = by,
                                    .reporter = slot->holders[by - 1].player,
                                    .seat = seat,
                                    .player = slot->holders[seat - 1].player,
                                    .name = span_of(slot->table->seats[seat - 1].name),
                                    .text = span_of(text)};
  order_report(&club, &made, answer);
  if (answer->later) players_return(lobby->players, PLAYERS_REPORT, address, club.now);
}

void lobby_report(struct lobby *lobby, struct span table, struct span token, struct span body, struct answer *answer) {
  struct slot *slot = lobby_find(lobby, table, answer);
  if (slot == NULL) return;
  report(lobby, slot, token, body, answer);
  if (answer->later) lobby->has_read = true;
}

/* ---- The host ---- */

void lobby_host(struct lobby *lobby, struct span name, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  order_tell(&club, name, answer);
}

void lobby_acts(struct lobby *lobby, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  order_tell_head(&club, answer);
}

static void close_table(struct lobby *lobby, const char *table, struct answer *answer) {
  struct answer unheard = {0};
  struct slot *slot = lobby_find(lobby, span_of(table), &unheard);
  if (slot != NULL) {
    table_shut(slot->table, slot_time(slot, lobby_now(lobby)));
    lobby_keep(lobby, slot, NULL);
  } else if (unheard.later) {
    answer_later(answer);
    lobby->has_read = true;
  } else {
    answer_refuse(answer, unheard.code, "the table cannot be read");
  }
  answer_free(&unheard);
}

static void act_on_tournament(struct lobby *lobby, const struct order_target *target, bool ends,
                              struct answer *answer) {
  const struct hall_now hall = lobby_hall(lobby);
  struct answer unheard = {0};
  if (!hall_host(&hall, span_of(target->id), ends ? NULL : target->name, &unheard)) {
    if (unheard.later)
      answer_later(answer);
    else
      answer_refuse(answer, unheard.code, "the tournament cannot be read");
  }
  if (answer->later) lobby->has_read = true;
  answer_free(&unheard);
}

void lobby_act_as_host(struct lobby *lobby, struct span body, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct order_target target;
  const enum order_deed deed = order_act(&club, body, &target, answer);
  if (answer->later) lobby->has_read = true;
  if (answer_is_refusal(answer->code)) return;
  lobby->rates = true; /* a game may be void now, or no longer */
  /* The act is stored. What cannot be read now is done when the request is carried out again. */
  switch (deed) {
  case ORDER_DONE: break;
  case ORDER_CLOSE: close_table(lobby, target.id, answer); break;
  case ORDER_END_TOURNAMENT:
  case ORDER_RENAME_TOURNAMENT: act_on_tournament(lobby, &target, deed == ORDER_END_TOURNAMENT, answer); break;
  }
}
