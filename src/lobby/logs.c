#include "lobby/logs.h"

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

enum log_read logs_read(struct store *store, int64_t number, struct table *table, int *units, struct fault *fault) {
  /* Each entry is at least one unit. */
  struct store_rows *rows = store_entries(store, number, table->seq, *units);
  struct fault unread;
  bool sound = true, stopped = false;
  for (struct store_entry entry; sound && !stopped && store_next_entry(rows, &entry); stopped = *units <= 0) {
    const int words = table->words;
    sound = logs_add(table, &entry, fault);
    *units -= 1 + (table->words < words ? table->words : 0);
  }
  const bool read = store_close_rows(rows, sound ? fault : &unread);
  if (read && sound && stopped) return LOG_MORE;
  if (read && sound && table->seq == 0) sound = fault_say(fault, "it has no entries");
  if (!sound) fault->code = STORE_DAMAGED;
  return read && sound ? LOG_WHOLE : LOG_UNREADABLE;
}

enum store_state logs_state(const struct table *table) {
  if (table->state == TABLE_WAITING) return STORE_WAITING;
  return table->state == TABLE_PLAYING ? STORE_PLAYING : STORE_FINISHED;
}
