#include "lobby/lobby_memory.h"

#include "base/json_writer.h"

enum { LIST_MOST = 100 };

static const char *kind_of(const struct table_seat *seat) {
  static const char *const kinds[] = {"open", "person", "program", "computer"};
  return kinds[seat->holder];
}

/* Appends all but the age, which grows, and the end. */
static void write_item(const struct table *table, struct text *text) {
  json_open_object(text, NULL);
  json_put_string(text, "table", table->id);
  json_put_key(text, "setup");
  setup_write(&table->setup, text);
  json_put_string(text, "state", table->state == TABLE_WAITING ? "waiting" : "playing");
  json_open_array(text, "seats");
  for (int i = 0; i < table->setup.players; i++) {
    const struct table_seat *seat = &table->seats[i];
    json_open_object(text, NULL);
    json_put_string(text, "name", seat->name);
    json_put_string(text, "kind", kind_of(seat));
    json_close_object(text);
  }
  json_close_array(text);
}

void lobby_item(struct slot *slot) {
  if (!slot->stored.listed || slot->item_last == slot->table->seq) return;
  text_clear(&slot->item);
  write_item(slot->table, &slot->item);
  slot->item_last = slot->table->seq;
}

/* Brings what is told of a table up to date. False if it is not to be told. */
static bool renew_item(struct lobby *lobby, struct slot *slot) {
  struct fault fault;
  if (!slot->stored.listed || slot->stored.state == STORE_FINISHED) return false;
  if (slot->table == NULL && slot->item.length == 0 && !lobby_load(lobby, slot, &fault)) return false;
  if (slot->table != NULL) lobby_item(slot);
  return slot->stored.state != STORE_FINISHED;
}

void lobby_list(struct lobby *lobby, struct answer *answer) {
  const int64_t now = lobby_now(lobby);
  int told = 0;
  answer_begin(answer, ANSWER_OK);
  answer->waits = store_pending(lobby->store);
  json_open_object(&answer->body, NULL);
  json_open_array(&answer->body, "tables");
  for (struct slot *slot = lobby->slots.newest; slot != NULL && told < LIST_MOST; slot = slot->older) {
    if (!renew_item(lobby, slot)) continue;
    const int64_t age = now > slot->stored.created ? (now - slot->stored.created) / 1000 : 0;
    json_put_raw(&answer->body, NULL, text_span(&slot->item));
    json_put_int(&answer->body, "age_s", age);
    json_close_object(&answer->body);
    told++;
  }
  json_close_array(&answer->body);
  json_close_object(&answer->body);
}
