/* How seats are taken; declared in table/table.h. */
#include <stdio.h>

#include "base/guard.h"
#include "table/table_memory.h"

static bool is_taken(const struct table *table, int own, const char *name) {
  for (int seat = 0; seat < table->setup.players; seat++) {
    const struct table_seat *at = &table->seats[seat];
    if (seat != own && at->name[0] != '\0' && name_looks_like(at->name, name)) return true;
  }
  return false;
}

void table_name_apart(const struct table *table, int own, const char *wanted, char name[NAME_SIZE]) {
  snprintf(name, NAME_SIZE, "%s", wanted);
  for (int number = 2; number <= TESS_MAX_PLAYERS + 1 && is_taken(table, own, name); number++)
    name_number(wanted, number, NAME_MOST, NAME_SIZE, name);
}

int table_silenced(const struct table *table, const char *name) {
  for (int i = 0; i < table->memory->silenced_count; i++)
    if (name_looks_like(table->memory->silenced[i].name, name)) return i;
  return -1;
}

bool table_watcher_name(const struct table *table, const char *wanted, char name[NAME_SIZE]) {
  if (!table->setup.watchers_talk || table->hushed) return false;
  table_name_apart(table, -1, wanted, name);
  return table_silenced(table, name) < 0;
}

static void write_sat(struct table *table, int seat, const struct request *request, int64_t now) {
  char name[NAME_SIZE];
  table_name_apart(table, seat, request->name, name);
  struct text entry = entry_begin(table, now, ENTRY_SAT);
  json_put_int(&entry, "seat", seat + 1);
  json_put_string(&entry, "name", name);
  json_put_string(&entry, "kind", request->program ? "program" : "person");
  if (request->answers) json_put_bool(&entry, "answers", true);
  entry_end(table, &entry);
}

void table_stand(struct table *table, int seat, const char *why, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_STOOD);
  json_put_int(&entry, "seat", seat + 1);
  if (why != NULL) json_put_string(&entry, "why", why);
  entry_end(table, &entry);
}

void table_empty(struct table *table, int seat, const char *why, int64_t now) {
  const bool reveals = table_reveals(table);
  table_stand(table, seat, why, now);
  table_close_empty(table, now);
  if (reveals && table->state == TABLE_WAITING) table_renew(table, now);
}

int64_t table_patience(const struct table *table, int64_t usual) {
  return table->setup.clock == SETUP_DAYS_CLOCK ? (int64_t)table->setup.seconds * 1000 : usual;
}

int64_t table_patience_end(const struct table *table, int64_t from, int64_t usual) {
  const struct table_memory *memory = table->memory;
  if (table->setup.clock != SETUP_DAYS_CLOCK) return (from > memory->opened ? from : memory->opened) + usual;
  const int64_t end = from + table_patience(table, usual), least = memory->expected + TABLE_RESTART_MS;
  return end > least ? end : least;
}

int64_t table_kept_until(const struct table *table) {
  return table->memory->created + table_patience(table, TABLE_KEPT_MS);
}

bool table_keeps(const struct table *table, int seat, int64_t now) {
  return table->seats[seat].holder == TABLE_NOBODY && table->former.kept[seat] > 0 &&
         table_time(table, now) < table_kept_until(table);
}

bool table_is_full(const struct table *table) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table->seats[seat].holder == TABLE_NOBODY) return false;
  return true;
}

int64_t table_seal_deadline(const struct table *table, int seat) {
  const struct table_memory *memory = table->memory;
  const struct table_seat *at = &table->seats[seat];
  const bool is_held = at->holder == TABLE_PERSON || at->holder == TABLE_PROGRAM;
  if (!is_held || at->sealed) return INT64_MAX;
  if (table_is_full(table)) return table_patience_end(table, memory->filled, TABLE_SEAL_MS);
  /* Who opened the table may wait elsewhere for others to come; with a clock of days everybody may. */
  const bool may_be_away = seat == table->opener || table->setup.clock == SETUP_DAYS_CLOCK;
  return memory->present[seat] || may_be_away ? INT64_MAX : memory->seen[seat] + TABLE_SEAL_MS;
}

void table_close_empty(struct table *table, int64_t now) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table->seats[seat].holder == TABLE_PERSON || table->seats[seat].holder == TABLE_PROGRAM ||
        table_keeps(table, seat, now))
      return;
  table_give_up(table, "everybody left", now);
}

bool table_reveals(const struct table *table) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table->seats[seat].holder != TABLE_COMPUTER && !table->seats[seat].sealed) return false;
  return table->state == TABLE_WAITING && table_is_full(table);
}

void table_renew(struct table *table, int64_t now) {
  uint8_t secret[FAIR_SECRET], commitment[FAIR_HASH];
  fair_renew(table->memory->secret, secret);
  fair_commitment(secret, commitment);
  struct text entry = entry_begin(table, now, ENTRY_RENEWED);
  entry_put_hex(&entry, "commitment", commitment, FAIR_HASH);
  entry_end(table, &entry);
}

void table_computer_takes(struct table *table, int seat, int level, const char *why, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_COMPUTER);
  json_put_int(&entry, "seat", seat + 1);
  json_put_int(&entry, "level", level);
  json_put_string(&entry, "why", why);
  entry_end(table, &entry);
}

bool table_may_return(const struct table *table, int seat) {
  const int why = table->seats[seat].why;
  if (why == TABLE_CLOCK) return setup_is_by_move(&table->setup);
  if (why == TABLE_LEFT) return table->memory->came_back[seat] < TABLE_MOST_COME_BACK;
  return why == TABLE_ASKED;
}

bool table_is_played(const struct table *table) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table_moves_itself(table, seat) || table_misses_turn(table, seat)) return true;
  return false;
}

void table_return(struct table *table, int seat, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_RETURNED);
  json_put_int(&entry, "seat", seat + 1);
  entry_end(table, &entry);
}

void table_create(struct table *table, const struct request *request, int64_t now) {
  CHECK(table->seq == 0);

  /* 1. The table as it was asked for, and the commitment to its chance. */
  uint8_t commitment[FAIR_HASH];
  fair_commitment(table->memory->secret, commitment);
  struct text entry = entry_begin(table, now, ENTRY_CREATED);
  json_put_string(&entry, "table", table->id);
  json_put_key(&entry, "setup");
  setup_write(&request->setup, &entry);
  if (request->former.table[0] != '\0') {
    json_open_object(&entry, "after");
    json_put_string(&entry, "table", request->former.table);
    json_open_array(&entry, "kept");
    for (int seat = 0; seat < request->setup.players; seat++) json_put_int(&entry, NULL, request->former.kept[seat]);
    json_close_array(&entry);
    json_open_array(&entry, "points");
    for (int seat = 0; seat < request->setup.players; seat++) json_put_int(&entry, NULL, request->former.points[seat]);
    json_close_array(&entry);
    json_open_array(&entry, "helped");
    for (int seat = 0; seat < request->setup.players; seat++) json_put_int(&entry, NULL, request->former.helped[seat]);
    json_close_array(&entry);
    json_close_object(&entry);
  }
  entry_put_hex(&entry, "commitment", commitment, FAIR_HASH);
  entry_end(table, &entry);

  /* 2. Who makes it sits on the first seat for a person; computers take theirs. */
  int own = 0;
  while (table->setup.seats[own].kind != SETUP_PERSON) own++;
  write_sat(table, own, request, now);
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table->setup.seats[seat].kind == SETUP_COMPUTER)
      table_computer_takes(table, seat, table->setup.seats[seat].level, "setup", now);
  table_follow_up(table, now);
}

/* True if this open seat is kept, and not for who held this seat of the former game, from 1; 0: none. */
static bool is_kept_from(const struct table *table, int seat, int former_seat, int64_t now) {
  return table_keeps(table, seat, now) && table->former.kept[seat] != former_seat;
}

/* The open seat for who held this one of the former game; -1: there is none. The seat that is kept for them comes
 * first, then the first that is kept for nobody else. */
static int first_open(const struct table *table, int former_seat, int64_t now) {
  for (int seat = 0; seat < table->setup.players && former_seat > 0; seat++)
    if (table_keeps(table, seat, now) && table->former.kept[seat] == former_seat) return seat;
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table->seats[seat].holder == TABLE_NOBODY && !is_kept_from(table, seat, former_seat, now)) return seat;
  return -1;
}

bool table_sit(struct table *table, const struct request *request, int64_t now, int *seat, struct answer *answer) {
  /* 1. A request that comes again does not seat again, not even who has left since. */
  *seat = 0;
  if (table_recall(table, 0, request->id) > 0)
    return answer_refuse(answer, ANSWER_NOT_NOW, "id: another request for a seat had this one, expected a new one");

  /* 2. The seat that it names, or the first that is open. */
  if (table->state != TABLE_WAITING)
    return answer_refuse(answer, ANSWER_NOT_NOW, "the game has begun: no seat is open");
  if (request->seat > table->setup.players)
    return answer_refuse(answer, ANSWER_BAD_REQUEST, "seat: there is none of this number");
  const int open = request->seat > 0 ? request->seat - 1 : first_open(table, request->former_seat, now);
  if (open < 0 || table->seats[open].holder != TABLE_NOBODY)
    return answer_refuse(answer, ANSWER_NOT_NOW, request->seat > 0 ? "this seat is taken" : "no seat is open");
  if (is_kept_from(table, open, request->former_seat, now))
    return answer_refuse(answer, ANSWER_NOT_NOW, "this seat is kept for who played the game before");

  /* 3. The sender sits down. */
  write_sat(table, open, request, now);
  table_present(table, open + 1, false, now);
  table_follow_up(table, now);
  *seat = open + 1;
  table_remember(table, 0, request->id, 0, table->seq);
  return true;
}
