/* Turns that the holder of a seat prepares for the next draw. They are in no log: nobody else learns of them. */
#include "base/json_writer.h"
#include "lobby/lobby_find.h"
#include "notation/json_reader.h"

/* Finds the seat of a token at a table with a clock of days whose game is going on. Returns false with the refusal. */
static bool find_seat(struct lobby *lobby, struct slot *slot, struct span token, int *seat, struct answer *answer) {
  if (!lobby_find_stored_seat(lobby, slot, token, seat, answer)) return false;
  if (*seat == 0)
    return answer_refuse(answer, ANSWER_NO_TOKEN, "this needs the token of a seat: Authorization: Bearer TOKEN");
  if (slot->table->state != TABLE_PLAYING || slot->table->setup.clock != SETUP_DAYS_CLOCK)
    return answer_refuse(answer, ANSWER_NOT_NOW, "turns are prepared in a game with a clock of days");
  return true;
}

void lobby_prepare(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer) {
  struct store_prepared prepared = {0};
  struct fault fault;
  bool yes = false;
  if (!find_seat(lobby, slot, token, &prepared.seat, answer)) return;
  json_t *json = members_read(body, &fault);
  if (json == NULL || !members_known(json, "move yes", "", &fault) ||
      !member_text(json, "move", &prepared.move, &fault) || !member_switch(json, "yes", &yes, &fault)) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  } else if (table_task(slot->table, prepared.seat) == TABLE_TO_MOVE) {
    answer_refuse(answer, ANSWER_NOT_NOW, "the tile of this seat is drawn: it makes its turn");
  } else if (!table_print_turn(slot->table, prepared.seat, prepared.move, &prepared.kind, &prepared.print, &fault) &&
             (yes || prepared.kind < 0)) {
    answer_refuse(answer, ANSWER_BAD_MOVE, fault.text);
  } else {
    if (yes)
      store_put_prepared(lobby->store, slot->stored.number, &prepared);
    else
      store_drop_prepared(lobby->store, slot->stored.number, prepared.seat, prepared.kind);
    lobby_keep(lobby, slot, NULL);
    answer_begin(answer, ANSWER_OK);
    json_open_object(&answer->body, NULL);
    json_put_bool(&answer->body, "prepared", yes);
    json_close_object(&answer->body);
  }
  json_decref(json);
}

void lobby_prepared(struct lobby *lobby, struct span table, struct span token, struct answer *answer) {
  struct slot *slot = lobby_find(lobby, table, answer);
  struct fault fault;
  int seat;
  if (slot == NULL || !find_seat(lobby, slot, token, &seat, answer)) return;
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  json_open_array(&answer->body, "moves");
  struct store_rows *rows = store_prepared(lobby->store, slot->stored.number);
  for (struct store_prepared prepared; store_next_prepared(rows, &prepared);)
    if (prepared.seat == seat) json_put_span(&answer->body, NULL, prepared.move);
  json_close_array(&answer->body);
  json_close_object(&answer->body);
  if (!store_close_rows(rows, &fault)) answer_refuse_fault(answer, &fault);
  answer->waits = slot->change > 0;
}
