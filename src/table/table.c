#include "table/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "base/guard.h"
#include "chance/blake2b.h"
#include "notation/history.h"
#include "proof/proof.h"
#include "table/table_memory.h"

/* In ms: the latest time of a stored entry, which is that of dates in pages, and the most on a clock. */
static const int64_t MOST_TIME = 8640000000000000, MOST_ON_CLOCK = 1000000000000;

struct table *table_open(const struct set_library *library, const char *id, const uint8_t secret[FAIR_SECRET],
                         int64_t now) {
  struct table *table = memory_new(sizeof *table);
  *table = (struct table){.opener = -1, .lost = -1, .asking = -1, .memory = memory_new(sizeof *table->memory)};
  CHECK(strlen(id) < sizeof table->id);
  memcpy(table->id, id, strlen(id));
  *table->memory = (struct table_memory){.sets = library};
  memcpy(table->memory->secret, secret, FAIR_SECRET);
  table_opened(table, now);
  return table;
}

void table_opened(struct table *table, int64_t now) {
  table->memory->opened = now;
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) table->memory->seen[seat] = now;
}

void table_serve(struct table *table, int64_t from) { table->memory->opened = from; }

void table_close(struct table *table) {
  if (table == NULL) return;
  struct table_memory *memory = table->memory;
  history_free(table->history);
  text_free(&memory->log);
  text_free(&memory->words);
  free(memory->entry_ends);
  free(memory->word_ends);
  free(memory->turns);
  free(memory->requests);
  free(memory);
  free(table);
}

size_t table_bytes(const struct table *table) {
  const struct table_memory *memory = table->memory;
  const struct history *history = table->history;
  const size_t game = history == NULL ? 0 : tess_game_size() + (size_t)history->count * 2 * sizeof *history->steps;
  return sizeof *table + sizeof *memory + memory->log.capacity + memory->words.capacity + game +
         (size_t)(memory->entry_room + memory->word_room) * sizeof(size_t) +
         (size_t)memory->turn_room * sizeof *memory->turns + (size_t)memory->request_room * sizeof *memory->requests;
}

void *table_grow(void *list, int count, int *room, size_t size) {
  if (count < *room) return list;
  *room = *room * 2 + 16;
  return memory_resize(list, (size_t)*room * size);
}

/* ---- The log ---- */

struct span table_entry(const struct table *table, int64_t seq) {
  const struct table_memory *memory = table->memory;
  CHECK(seq >= 1 && seq <= table->seq);
  const size_t begin = seq == 1 ? 0 : memory->entry_ends[seq - 2];
  return (struct span){memory->log.bytes + begin, memory->entry_ends[seq - 1] - begin};
}

/* Applies an entry, one of the table's own or a stored one. */
static bool apply(struct table *table, struct span entry, struct fault *fault) {
  struct table_memory *memory = table->memory;
  const int number = (int)table->seq + 1;
  json_error_t error;
  json_t *json = json_loadb(entry.bytes, entry.length, JSON_REJECT_DUPLICATES, &error);
  if (json == NULL) return fault_say(fault, "entry %d: expected JSON: %s", number, error.text);

  /* 1. Its number and its time, then what it changes. */
  const json_t *seq = json_object_get(json, "seq"), *time = json_object_get(json, "at");
  bool good = false;
  if (!json_is_integer(seq) || json_integer_value(seq) != number) {
    fault_say(fault, "seq: expected %d", number);
  } else if (!json_is_integer(time) || json_integer_value(time) < memory->at) {
    fault_say(fault, "at: expected a time that is not before the last entry's");
  } else {
    memory->at = json_integer_value(time);
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

/* True if the times that a stored entry leaves behind are such that sums of them are no overflow. The table's own
 * entries may go a little beyond, as they go on from there. */
static bool has_times(const struct table *table) {
  const struct table_memory *memory = table->memory;
  const int64_t used = memory->turn_count > 0 ? memory->turns[memory->turn_count - 1].used : 0;
  bool good = memory->at <= MOST_TIME && memory->used >= 0 && memory->used <= MOST_ON_CLOCK && used >= 0 &&
              used <= MOST_ON_CLOCK;
  for (int seat = 0; seat < table->setup.players; seat++)
    good = good && table->seats[seat].left >= -MOST_ON_CLOCK && table->seats[seat].left <= MOST_ON_CLOCK;
  return good;
}

bool table_apply(struct table *table, struct span entry, struct fault *fault) {
  return apply(table, entry, fault) &&
         (has_times(table) || fault_say(fault, "entry %d: expected possible times", (int)table->seq));
}

/* ---- Entries ---- */

int64_t table_time(const struct table *table, int64_t now) { return now > table->memory->at ? now : table->memory->at; }

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

void entry_put_hex(struct text *entry, const char *key, const uint8_t *bytes, size_t size) {
  json_open_string(entry, key);
  hex_write(bytes, size, entry);
  json_close_string(entry);
}

/* ---- Requests that were granted ---- */

/* The hash of seat and id; it holds until the next. */
static const uint8_t *print_request(struct table_memory *memory, int seat, const char *id) {
  const uint8_t number = (uint8_t)seat;
  struct blake2b hash;
  const size_t length = strlen(id);
  const bool fits = length > 0 && length < sizeof memory->asked.id;
  if (fits && memory->asked.seat == seat && strcmp(memory->asked.id, id) == 0) return memory->asked.print;
  memset(memory->asked.id, 0, sizeof memory->asked.id);
  if (fits) memcpy(memory->asked.id, id, length);
  memory->asked.seat = seat;
  blake2b_begin(&hash, sizeof memory->asked.print, NULL, 0);
  blake2b_add(&hash, &number, 1);
  blake2b_add(&hash, id, length);
  blake2b_finish(&hash, memory->asked.print);
  return memory->asked.print;
}

void table_remember(struct table *table, int seat, const char *id, int64_t print, int64_t seq) {
  struct table_memory *memory = table->memory;
  if (seat > 0 && seq < memory->stood_seq[seat - 1]) return;
  memory->requests =
      table_grow(memory->requests, memory->request_count, &memory->request_room, sizeof *memory->requests);
  struct table_request *request = &memory->requests[memory->request_count++];
  *request = (struct table_request){.body = print, .seat = seat - 1, .seq = seq};
  memcpy(request->print, print_request(memory, seat, id), sizeof request->print);
}

/* The request of this seat and id that was granted, or NULL. */
static const struct table_request *find_request(const struct table *table, int seat, const char *id) {
  struct table_memory *memory = table->memory;
  const uint8_t *print = print_request(memory, seat, id);
  for (int i = memory->request_count - 1; i >= 0; i--)
    if (memcmp(memory->requests[i].print, print, sizeof memory->requests[i].print) == 0) return &memory->requests[i];
  return NULL;
}

int64_t table_recall(const struct table *table, int seat, const char *id) {
  const struct table_request *request = find_request(table, seat, id);
  return request == NULL ? 0 : request->seq;
}

bool table_same_body(const struct table *table, int seat, const struct request *request) {
  const struct table_request *before = find_request(table, seat, request->id);
  return before == NULL || before->body == 0 || before->body == request->print;
}

/* ---- Who is there ---- */

void table_present(struct table *table, int seat, bool present, int64_t now) {
  CHECK(seat >= 1 && seat <= table->setup.players);
  table->memory->present[seat - 1] = present;
  if (now > table->memory->seen[seat - 1]) table->memory->seen[seat - 1] = now;
}

bool table_is_held(const struct table *table, int seat) {
  return table->seats[seat].holder == TABLE_PERSON || table->seats[seat].holder == TABLE_PROGRAM;
}

bool table_moves_itself(const struct table *table, int seat) {
  return table_is_held(table, seat) && table->seats[seat].why == TABLE_NOT;
}

int table_seat_to_move(const struct table *table) { return tess_game_seat(table->history->game); }

int table_turn(const struct table *table) {
  return table->state == TABLE_PLAYING && !table->paused ? table_seat_to_move(table) + 1 : 0;
}

tess_phase table_phase(const struct table *table) { return tess_game_phase(table->history->game); }
