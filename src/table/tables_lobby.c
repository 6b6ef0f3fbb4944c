#include "table/registry.h"

#include <string.h>

enum { LOBBY_MOST = 100 };

static const char *kind_of(const struct table_seat *seat) {
  static const char *const kinds[] = {"open", "person", "program", "computer"};
  return kinds[seat->holder];
}

/* Appends all but the age, which grows, and the end. */
static void write_item(const struct table *table, struct text *text) {
  text_print(text, "{\"table\":\"%s\",\"setup\":", table->id);
  setup_write(&table->setup, text);
  text_print(text, ",\"state\":\"%s\",\"seats\":[", table->state == TABLE_WAITING ? "waiting" : "playing");
  for (int i = 0; i < table->setup.players; i++) {
    const struct table_seat *seat = &table->seats[i];
    text_add_string(text, i == 0 ? "{\"name\":" : ",{\"name\":");
    text_add_json(text, seat->name, strlen(seat->name));
    text_print(text, ",\"kind\":\"%s\"}", kind_of(seat));
  }
  text_add_string(text, "],\"age_s\":");
}

void lobby_item(struct live *live) {
  if (!live->stored.listed || live->item_last == live->table->seq) return;
  text_clear(&live->item);
  write_item(live->table, &live->item);
  live->item_last = live->table->seq;
}

/* Brings what is told of a table up to date. False if it is not to be told. */
static bool renew_item(struct tables *tables, struct live *live) {
  struct fault fault;
  if (!live->stored.listed || live->stored.state == STORE_FINISHED) return false;
  if (live->table == NULL && live->item.length == 0 && !registry_load(tables, live, &fault)) return false;
  if (live->table != NULL) lobby_item(live);
  return live->stored.state != STORE_FINISHED;
}

void tables_list(struct tables *tables, struct answer *answer) {
  const int64_t now = registry_now(tables);
  int told = 0;
  answer_begin(answer, ANSWER_OK);
  answer->waits = store_pending(tables->store);
  text_add_string(&answer->body, "{\"tables\":[");
  for (struct live *live = tables->lives.newest; live != NULL && told < LOBBY_MOST; live = live->older) {
    if (!renew_item(tables, live)) continue;
    const int64_t age = now > live->stored.created ? (now - live->stored.created) / 1000 : 0;
    if (told++ > 0) text_add_char(&answer->body, ',');
    text_add(&answer->body, live->item.bytes, live->item.length);
    text_add_int(&answer->body, age);
    text_add_char(&answer->body, '}');
  }
  text_add_string(&answer->body, "]}");
}
