#include "lobby/logs.h"

/* A table that is read on, up to the entry at which no unit of work is left. */
struct rebuild {
  struct table *table;
  struct fault *fault;
  int units;
  bool sound, stopped;
};

bool logs_add(struct table *table, const struct store_entry *entry, struct fault *fault) {
  if (entry->seq != table->seq + 1) return fault_say(fault, "entry %d is missing", (int)table->seq + 1);
  if (!table_apply(table, entry->body, fault)) {
    struct text where = {0};
    text_print(&where, "entry %d", (int)entry->seq);
    fault_within(fault, where.bytes);
    text_free(&where);
    return false;
  }
  if (entry->request.bytes != NULL) {
    struct text id = {0};
    text_add(&id, entry->request.bytes, entry->request.length);
    table_remember(table, entry->seat, id.bytes, entry->print, entry->seq);
    text_free(&id);
  }
  return true;
}

static bool take_entry(void *context, const struct store_entry *entry) {
  struct rebuild *rebuild = context;
  const int words = rebuild->table->words;
  rebuild->sound = logs_add(rebuild->table, entry, rebuild->fault);
  rebuild->units -= 1 + (rebuild->table->words < words ? rebuild->table->words : 0);
  rebuild->stopped = rebuild->units <= 0;
  return rebuild->sound && !rebuild->stopped;
}

enum log_read logs_read(struct store *store, int64_t number, struct table *table, int *units, struct fault *fault) {
  struct rebuild rebuild = {table, fault, *units, true, false};
  /* As many entries as there are units for, as each of them is one at least. */
  const bool read = store_each_entry(store, number, table->seq, *units, take_entry, &rebuild, fault);
  *units = rebuild.units;
  if (read && rebuild.sound && rebuild.stopped) return LOG_MORE;
  if (read && rebuild.sound && table->seq == 0) rebuild.sound = fault_say(fault, "it has no entries");
  if (!rebuild.sound) fault->code = STORE_DAMAGED;
  return read && rebuild.sound ? LOG_WHOLE : LOG_UNREADABLE;
}

enum store_state logs_state(const struct table *table) {
  if (table->state == TABLE_WAITING) return STORE_WAITING;
  return table->state == TABLE_PLAYING ? STORE_PLAYING : STORE_FINISHED;
}
