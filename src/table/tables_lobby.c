#include "table/registry.h"

#include "base/json_writer.h"

enum { LOBBY_MOST = 100 };

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
  json_open_object(&answer->body, NULL);
  json_open_array(&answer->body, "tables");
  for (struct live *live = tables->lives.newest; live != NULL && told < LOBBY_MOST; live = live->older) {
    if (!renew_item(tables, live)) continue;
    const int64_t age = now > live->stored.created ? (now - live->stored.created) / 1000 : 0;
    json_put_raw(&answer->body, NULL, text_span(&live->item));
    json_put_int(&answer->body, "age_s", age);
    json_close_object(&answer->body);
    told++;
  }
  json_close_array(&answer->body);
  json_close_object(&answer->body);
}
