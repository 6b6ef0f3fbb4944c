/* The log of a table: reads stored entries, and writes new ones; declared in table/table.h and table/table_memory.h. */
#include <stdio.h>

#include "base/guard.h"
#include "table/table_memory.h"

/* In ms: the latest time of a stored entry, which is that of dates in pages, and the most on a clock. */
static const int64_t MOST_TIME = 8640000000000000, MOST_ON_CLOCK = 1000000000000;

struct span table_entry(const struct table *table, int64_t seq) {
  const struct table_memory *memory = table->memory;
  CHECK(seq >= 1 && seq <= table->seq);
  const size_t begin = seq == 1 ? 0 : memory->entry_ends[seq - 2];
  return (struct span){memory->log.bytes + begin, memory->entry_ends[seq - 1] - begin};
}

/* ---- Applying entries ---- */

/* Applies an entry: one that the table has just written, or a stored one. */
static bool apply(struct table *table, struct span entry, struct fault *fault) {
  struct table_memory *memory = table->memory;
  const int number = (int)table->seq + 1;
  json_t *json = members_read(entry, fault);

  /* 1. Its number and its time, then what it changes. */
  int64_t seq = 0, at = memory->at - 1;
  bool good =
      json != NULL &&
      ((member_long(json, "seq", &seq, fault) && seq == number) || fault_say(fault, "seq: expected %d", number)) &&
      ((member_long(json, "at", &at, fault) && at >= memory->at) ||
       fault_say(fault, "at: expected a time that is not before the last entry's"));
  if (good) {
    memory->at = at;
    if (table->seq == 0) memory->created = memory->at;
    good = table_change(table, json, fault);
  }
  json_decref(json);
  if (!good) {
    char where[32];
    snprintf(where, sizeof where, "entry %d", number);
    return fault_within(fault, where);
  }

  /* 2. It becomes part of the log. */
  memory->entry_ends = table_grow(memory->entry_ends, (int)table->seq, &memory->entry_room, sizeof *memory->entry_ends);
  text_add(&memory->log, entry.bytes, entry.length);
  memory->entry_ends[table->seq++] = memory->log.length;
  return true;
}

/* Whether the times that a stored entry leaves behind are so small that their sums cannot overflow. An entry that the
 * table writes itself may go a little beyond, as it starts from stored ones. */
static bool has_times(const struct table *table) {
  const struct table_memory *memory = table->memory;
  const int64_t used = memory->turn_count > 0 ? memory->turns[memory->turn_count - 1].used : 0;
  bool good = memory->at <= MOST_TIME && memory->used >= 0 && memory->used <= MOST_ON_CLOCK && used >= 0 &&
              used <= MOST_ON_CLOCK && memory->excused >= 0 && memory->excused <= MOST_ON_CLOCK;
  for (int seat = 0; seat < table->setup.players; seat++)
    good = good && table->seats[seat].left >= -MOST_ON_CLOCK && table->seats[seat].left <= MOST_ON_CLOCK;
  return good;
}

bool table_apply(struct table *table, struct span entry, struct fault *fault) {
  return apply(table, entry, fault) &&
         (has_times(table) || fault_say(fault, "entry %d: expected possible times", (int)table->seq));
}

/* ---- Writing entries ---- */

struct text entry_begin(const struct table *table, int64_t now, enum entry_type type) {
  struct text entry = {0};
  json_open_object(&entry, NULL);
  json_put_int(&entry, "seq", table->seq + 1);
  json_put_int(&entry, "at", table_time(table, now));
  json_put_string(&entry, "type", entry_word(type));
  return entry;
}

void entry_end(struct table *table, struct text *entry) {
  struct fault fault;
  json_close_object(entry);
  CHECK_BECAUSE(apply(table, text_span(entry), &fault), fault.text);
  text_free(entry);
}
