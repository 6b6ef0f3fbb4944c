/* A table in memory, and the questions about it that the other files ask; declared in table/table.h and
 * table/table_memory.h. */
#include <stdlib.h>
#include <string.h>

#include "base/blake2b.h"
#include "base/guard.h"
#include "table/table_memory.h"

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

/* ---- Time ---- */

int64_t table_at(const struct table *table) { return table->memory->at; }

int64_t table_time(const struct table *table, int64_t now) { return now > table->memory->at ? now : table->memory->at; }

void table_expect(struct table *table, int64_t from) { table->memory->expected = from; }

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

bool table_is_away(const struct table *table, int seat, int64_t now) {
  return !table->memory->present[seat] && now - table->memory->seen[seat] >= TABLE_AWAY_MS;
}

bool table_is_held(const struct table *table, int seat) {
  return table->seats[seat].holder == TABLE_PERSON || table->seats[seat].holder == TABLE_PROGRAM;
}

/* ---- Before the start ---- */

bool table_is_full(const struct table *table) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table->seats[seat].holder == TABLE_NOBODY) return false;
  return true;
}

bool table_is_sealed(const struct table *table) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table->seats[seat].sealed) return true;
  return false;
}

bool table_reveals(const struct table *table) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table->seats[seat].holder != TABLE_COMPUTER && !table->seats[seat].sealed) return false;
  return table->state == TABLE_WAITING && table_is_full(table);
}

/* ---- Whose turn it is ---- */

bool table_moves_itself(const struct table *table, int seat) {
  return table_is_held(table, seat) && table->seats[seat].why == TABLE_NOT;
}

bool table_misses_turn(const struct table *table, int seat) {
  const struct table_seat *at = &table->seats[seat];
  return at->why == TABLE_CLOCK && at->missed < TABLE_MOST_MISSED && setup_is_by_move(&table->setup) &&
         !table->setup.rated;
}

bool table_is_played(const struct table *table) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table_moves_itself(table, seat) || table_misses_turn(table, seat)) return true;
  return false;
}

bool table_may_return(const struct table *table, int seat) {
  const int why = table->seats[seat].why;
  if (table->setup.rated) return false;
  if (why == TABLE_CLOCK) return setup_is_by_move(&table->setup);
  if (why == TABLE_LEFT) return table->memory->came_back[seat] < TABLE_MOST_COME_BACK;
  return why == TABLE_ASKED;
}

int table_seat_to_move(const struct table *table) { return tess_game_seat(table->history->game); }

int table_turn(const struct table *table) {
  return table->state == TABLE_PLAYING && !table->paused ? table_seat_to_move(table) + 1 : 0;
}

tess_phase table_phase(const struct table *table) { return tess_game_phase(table->history->game); }

int table_back(const struct table *table, int seat) {
  const struct table_memory *memory = table->memory;
  for (int i = memory->turn_count - 1; i >= 0; i--)
    if (memory->turns[i].seat == seat) return memory->turns[i].words;
  return -1;
}

/* ---- Who is silenced ---- */

int table_silenced(const struct table *table, const char *name) {
  for (int i = 0; i < table->memory->silenced_count; i++)
    if (name_looks_like(table->memory->silenced[i].name, name)) return i;
  return -1;
}
