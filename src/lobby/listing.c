#include "lobby/listing.h"

#include <string.h>

#include "base/json_writer.h"

/* ---- Lists ---- */

static void take_out(struct listing *listing, struct listed *listed) {
  if (listed->kind == LISTING_NONE) return;
  *(listed->older != NULL ? &listed->older->newer : &listing->oldest[listed->kind]) = listed->newer;
  *(listed->newer != NULL ? &listed->newer->older : &listing->newest[listed->kind]) = listed->older;
  listed->kind = LISTING_NONE;
}

void listing_remove(struct listing *listing, const struct slot *slot) {
  struct listed *listed = rows_find(&listing->rows, slot);
  if (listed == NULL) return;
  take_out(listing, listed);
  text_free(&listed->item);
  text_free(&listed->stored);
  rows_remove(&listing->rows, slot);
  listing->count--;
}

void listing_follow(struct listing *listing, struct slot *slot, struct lobby_asker opener) {
  if (slot->stored.state == STORE_FINISHED || slot->damaged) {
    listing_remove(listing, slot);
    return;
  }
  struct listed *listed = rows_find(&listing->rows, slot);
  const enum listing_kind kind = !slot->stored.listed                  ? LISTING_NONE
                                 : slot->stored.state == STORE_WAITING ? LISTING_WAITING
                                                                       : LISTING_PLAYING;
  if (listed == NULL) {
    listed = rows_add(&listing->rows, slot, sizeof *listed);
    listing->count++;
  }
  if (listed->kind == kind) return;
  take_out(listing, listed);
  listed->kind = kind;
  if (kind != LISTING_NONE) {
    listed->older = listing->newest[kind];
    listed->newer = NULL;
    *(listed->older != NULL ? &listed->older->newer : &listing->oldest[kind]) = listed;
    listing->newest[kind] = listed;
  }
  listed->opener = opener;
}

void listing_forget(struct listing *listing, const struct slot *slot) {
  struct listed *listed = rows_find(&listing->rows, slot);
  if (listed == NULL) return;
  text_free(&listed->stored);
  if (listed->item_last == slot->last) return;
  text_clear(&listed->item);
  listed->item_last = 0;
}

const struct listed *listing_find(const struct listing *listing, const struct slot *slot) {
  return rows_find(&listing->rows, slot);
}

/* ---- Items ---- */

void listing_write(struct listing *listing, const struct slot *slot) {
  static const char *const kinds[] = {"open", "person", "program", "computer"}; /* by the holder of the seat */
  struct listed *listed = rows_find(&listing->rows, slot);
  const struct table *table = slot->table;
  if (listed == NULL || !slot->stored.listed || listed->item_last == table->seq) return;
  struct text *text = &listed->item;
  text_clear(text);
  /* All but its watchers, its age, which grows, and the end. */
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
    json_put_string(text, "kind", kinds[seat->holder]);
    if (table->setup.rated && seat->holder == TABLE_PERSON) {
      json_put_int(text, "rating", seat->rating);
      if (seat->provisional) json_put_bool(text, "provisional", true);
    }
    json_close_object(text);
  }
  json_close_array(text);
  listed->item_last = table->seq;
}

void listing_store(struct listing *listing, const struct slot *slot) {
  struct listed *listed = rows_find(&listing->rows, slot);
  if (listed == NULL || !store_is_shared(listing->store) || !slot->stored.listed) return;
  listing_write(listing, slot);
  const struct text *item = &listed->item;
  struct text *stored = &listed->stored;
  if (stored->length == item->length && memcmp(stored->bytes, item->bytes, item->length) == 0) return;
  text_clear(stored);
  text_add(stored, item->bytes, item->length);
  store_set_item(listing->store, slot->stored.number, text_span(item));
}
