/*
 * A database in memory in place of PostgreSQL, for programs that link it in place of store_postgres.c: what the
 * statements of store/store_kind.h do, and rounds that are stored whole or not at all. It has a clock of its own and
 * never loses what was stored. What stands between it and a node is the caller's: each statement and commit asks `fate`
 * what becomes of it.
 *
 * A row that the real one locks from the swap until the round ends is locked here, too; a second round does not wait
 * for it, but fails.
 */
#ifndef TESTS_LOBBY_MEMORY_DATABASE_H
#define TESTS_LOBBY_MEMORY_DATABASE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "store/store_kind.h"
#include "tessera/tessera.h"

/* ---- What is stored ---- */

struct memory_entry {
  int64_t seat, at;          /* when it was stored */
  struct text body, request; /* `request` is empty: there was none */
};

struct memory_seat {
  bool held;
  int64_t player;
  char name[128];
  struct store_asker asker;
  uint8_t token[STORE_HASH], recovery[STORE_HASH];
};

struct memory_table {
  struct store_table stored;
  int64_t locked; /* by this round; 0: by none */
  struct store_asker opener;
  struct memory_entry *entries; /* number n at n - 1 */
  int count, room;
  struct memory_seat seats[TESS_MAX_PLAYERS];
  struct text item;
};

/* What an address holds is counted by one round at a time; `round` 0: there is no lock. */
struct memory_lock {
  int64_t round;
  uint64_t address;
};

enum { MEMORY_TABLES = 64, MEMORY_LOCKS = 64 };

/* All that is stored, and the clock, in milliseconds since 1970. */
struct memory_database {
  int64_t now, numbers;
  int64_t alive, since; /* when the time was asked last; since when somebody asks for it */
  int64_t lag; /* ms by which the clock that servers see is behind `now`: it is another one, as after a failover */
  struct memory_table tables[MEMORY_TABLES];
  int count;      /* of tables */
  int64_t rounds; /* that were begun */
  struct memory_lock locks[MEMORY_LOCKS];
};

static inline struct memory_table *memory_find(struct memory_database *database, int64_t number) {
  for (int i = 0; i < database->count; i++)
    if (database->tables[i].stored.number == number) return &database->tables[i];
  return NULL;
}

static inline struct memory_table *memory_find_id(struct memory_database *database, struct span id) {
  for (int i = 0; i < database->count; i++)
    if (span_is(id, database->tables[i].stored.id)) return &database->tables[i];
  return NULL;
}

static inline void memory_free(struct memory_database *database) {
  for (int i = 0; i < database->count; i++) {
    struct memory_table *table = &database->tables[i];
    for (int k = 0; k < table->count; k++) text_free(&table->entries[k].body), text_free(&table->entries[k].request);
    free(table->entries);
    text_free(&table->item);
  }
  *database = (struct memory_database){.count = 0};
}

/* ---- Rounds ---- */

/* A change of a round, with values of its own. */
struct memory_change {
  enum store_statement statement;
  int64_t number; /* of a table that is added */
  struct store_value values[STORE_MOST_VALUES];
  int count;
};

struct memory_round {
  int64_t number;
  struct memory_change *changes;
  int count, room;
};

static inline void memory_round_add(struct memory_round *round, enum store_statement statement,
                                    const struct store_value *values, int count) {
  if (round->count == round->room) {
    round->room = round->room * 2 + 16;
    round->changes = memory_resize(round->changes, (size_t)round->room * sizeof *round->changes);
  }
  struct memory_change *change = &round->changes[round->count++];
  *change = (struct memory_change){.statement = statement, .count = count};
  for (int i = 0; i < count; i++) {
    change->values[i] = values[i];
    if (values[i].bytes.length == 0) continue;
    char *bytes = memory_new(values[i].bytes.length);
    memcpy(bytes, values[i].bytes.bytes, values[i].bytes.length);
    change->values[i].bytes.bytes = bytes;
  }
}

static inline void memory_round_free(struct memory_round *round) {
  for (int i = 0; i < round->count; i++)
    for (int k = 0; k < round->changes[i].count; k++)
      if (round->changes[i].values[k].bytes.length > 0)
        free((void *)(uintptr_t)round->changes[i].values[k].bytes.bytes);
  free(round->changes);
  *round = (struct memory_round){.count = 0};
}

static inline struct memory_round memory_round_copy(const struct memory_round *round) {
  struct memory_round copy = {.number = round->number};
  for (int i = 0; i < round->count; i++) {
    memory_round_add(&copy, round->changes[i].statement, round->changes[i].values, round->changes[i].count);
    copy.changes[i].number = round->changes[i].number;
  }
  return copy;
}

static inline void memory_copy_bytes(const struct store_value *value, void *bytes, size_t size) {
  memset(bytes, 0, size);
  memcpy(bytes, value->bytes.bytes, value->bytes.length < size ? value->bytes.length : size);
}

static inline bool memory_add_table(struct memory_database *database, const struct memory_change *change,
                                    struct fault *fault) {
  const struct store_value *values = change->values;
  struct memory_table table = {.stored = {.number = change->number,
                                          .created = values[1].number,
                                          .state = (enum store_state)values[3].number,
                                          .listed = values[4].number != 0,
                                          .due = values[5].number,
                                          .version = values[6].number}};
  memory_copy_bytes(&values[0], table.stored.id, STORE_ID_SIZE - 1);
  memory_copy_bytes(&values[2], table.stored.secret, STORE_SECRET);
  if (memory_find_id(database, values[0].bytes) != NULL) return fault_say(fault, "unique constraint: id");
  CHECK(database->count < MEMORY_TABLES);
  database->tables[database->count++] = table;
  return true;
}

static inline bool memory_add_entry(const struct memory_database *database, struct memory_table *table,
                                    const struct store_value *values, struct fault *fault) {
  if (values[1].number <= table->count) return fault_say(fault, "unique constraint: number, seq");
  CHECK(values[1].number == table->count + 1); /* a log with a gap */
  if (table->count == table->room) {
    table->room = table->room * 2 + 64;
    table->entries = memory_resize(table->entries, (size_t)table->room * sizeof *table->entries);
  }
  struct memory_entry *entry = &table->entries[table->count++];
  *entry = (struct memory_entry){.seat = values[3].number, .at = database->now};
  text_add(&entry->body, values[2].bytes.bytes, values[2].bytes.length);
  if (values[4].type == VALUE_TEXT) text_add(&entry->request, values[4].bytes.bytes, values[4].bytes.length);
  return true;
}

static inline struct store_asker memory_asker(const struct store_value *values) {
  return (struct store_asker){(uint64_t)values[0].number, (uint64_t)values[1].number};
}

static inline void memory_put_seat(struct memory_table *table, const struct store_value *values) {
  struct memory_seat *seat = &table->seats[values[1].number - 1];
  seat->held = true;
  memory_copy_bytes(&values[2], seat->token, sizeof seat->token);
  memory_copy_bytes(&values[3], seat->recovery, sizeof seat->recovery);
  seat->player = values[4].number;
  snprintf(seat->name, sizeof seat->name, "%.*s", (int)values[5].bytes.length, values[5].bytes.bytes);
}

static inline bool memory_apply(struct memory_database *database, const struct memory_change *change,
                                struct fault *fault) {
  static const int places[STORE_STATEMENTS_COUNT] = {
      [STORE_SET_STATE] = 1, [STORE_SET_ITEM] = 1, [STORE_SET_OPENER] = 2, [STORE_SET_ASKER] = 2};
  const struct store_value *values = change->values;
  if (change->statement == STORE_ADD_TABLE) return memory_add_table(database, change, fault);
  struct memory_table *table = memory_find(database, values[places[change->statement]].number);
  if (table == NULL) return fault_say(fault, "there is no such table");
  switch (change->statement) {
  case STORE_SET_STATE: table->stored.state = (enum store_state)values[0].number; return true;
  case STORE_SET_ITEM:
    text_clear(&table->item);
    text_add(&table->item, values[0].bytes.bytes, values[0].bytes.length);
    return true;
  case STORE_ADD_ENTRY: return memory_add_entry(database, table, values, fault);
  case STORE_SWAP: /* with the values of one table */
    if (table->stored.version != values[1].number) return fault_say(fault, "the table has moved on");
    table->stored.due = values[2].number;
    table->stored.version = values[3].number;
    return true;
  case STORE_SET_OPENER: table->opener = memory_asker(values); return true;
  case STORE_SET_ASKER: table->seats[values[3].number - 1].asker = memory_asker(values); return true;
  case STORE_PUT_SEAT: memory_put_seat(table, values); return true;
  case STORE_DROP_SEAT: table->seats[values[1].number - 1] = (struct memory_seat){.held = false}; return true;
  case STORE_KEEP_LEAVER:
  case STORE_REMOVE_LEAVERS:
  case STORE_REMOVE_CHALLENGES:
  case STORE_DROP_NOTICES:
  case STORE_REMOVE_NOTICES:
  case STORE_DROP_ALL_PREPARED:
  case STORE_REMOVE_PREPARED: return true; /* there are none */
  case STORE_REMOVE_ENTRIES:               /* of a table that this round has made */
    while (table->count > 0) {
      struct memory_entry *entry = &table->entries[--table->count];
      text_free(&entry->body), text_free(&entry->request);
    }
    return true;
  case STORE_REMOVE_SEATS: memset(table->seats, 0, sizeof table->seats); return true;
  case STORE_REMOVE_TABLE:
    free(table->entries), text_free(&table->item);
    database->count--;
    memmove(table, table + 1, (size_t)(&database->tables[database->count] - table) * sizeof *table);
    return true;
  default: CHECK(false); return false;
  }
}

/* Puts back what a round has changed since the database was as `before`. */
static inline void memory_restore(struct memory_database *database, struct memory_database *before) {
  for (int k = 0; k < database->count; k++) { /* what is behind pointers */
    struct memory_table *table = &database->tables[k], *was = &before->tables[k];
    const int count = k < before->count ? was->count : 0;
    for (int n = count; n < table->count; n++)
      text_free(&table->entries[n].body), text_free(&table->entries[n].request);
    if (k >= before->count) free(table->entries), text_free(&table->item);
    was->entries = table->entries, was->room = table->room, was->item = table->item; /* an item is a hint */
  }
  *database = *before;
}

/* Carries out a round, whole or not at all. */
static inline bool memory_carry_out(struct memory_database *database, const struct memory_round *round,
                                    struct fault *fault) {
  static struct memory_database before;
  before = *database;
  for (int i = 0; i < round->count; i++) {
    if (memory_apply(database, &round->changes[i], fault)) continue;
    memory_restore(database, &before);
    return false;
  }
  return true;
}

/* ---- What an address holds ---- */

static inline void memory_unlock(struct memory_database *database, int64_t round) {
  for (int i = 0; i < database->count; i++)
    if (database->tables[i].locked == round) database->tables[i].locked = 0;
  for (int i = 0; i < MEMORY_LOCKS; i++)
    if (database->locks[i].round == round) database->locks[i].round = 0;
}

/* Locks an address for a round; false: another one has it. */
static inline bool memory_lock(struct memory_database *database, int64_t round, uint64_t address) {
  struct memory_lock *place = NULL;
  for (int i = 0; i < MEMORY_LOCKS && address != 0; i++) {
    struct memory_lock *lock = &database->locks[i];
    if (lock->round != 0 && lock->address == address) return lock->round == round;
    if (lock->round == 0) place = lock;
  }
  if (address == 0) return true;
  CHECK(place != NULL);
  *place = (struct memory_lock){round, address};
  return true;
}

/* What an address (`network`: what all of a network) holds. */
static inline struct store_held memory_held(const struct memory_database *database, uint64_t who, bool network) {
  struct store_held held = {0};
  for (int i = 0; i < database->count; i++) {
    const struct memory_table *table = &database->tables[i];
    const uint64_t opener = network ? table->opener.network : table->opener.address;
    held.tables += table->stored.state != STORE_FINISHED && opener == who;
    for (int k = 0; k < TESS_MAX_PLAYERS && table->stored.state == STORE_WAITING; k++) {
      const struct memory_seat *seat = &table->seats[k];
      held.seats += seat->held && (network ? seat->asker.network : seat->asker.address) == who;
    }
  }
  return held;
}

struct memory_way;
static inline bool memory_spoils(struct memory_way *way, enum store_statement statement, struct store_value *row);

/* The rows of an answer. */
struct memory_rows {
  struct store_value *values; /* STORE_MOST_VALUES a row */
  int count;
  bool last;              /* the answer ends when its rows are read */
  struct memory_way *way; /* that spoils rows; NULL: none does */
  enum store_statement statement;
};

/* Adds a row to an answer; NULL: it is not heard. */
static inline void memory_give(struct memory_rows *rows, const struct store_value *row, size_t columns) {
  struct store_value spoiled[STORE_MOST_VALUES];
  if (rows == NULL) return;
  memcpy(spoiled, row, columns * sizeof *row);
  if (rows->way != NULL && !memory_spoils(rows->way, rows->statement, spoiled)) return;
  rows->values = memory_resize(rows->values, (size_t)(rows->count + 1) * STORE_MOST_VALUES * sizeof *row);
  memcpy(&rows->values[rows->count++ * STORE_MOST_VALUES], spoiled, columns * sizeof *row);
}

/* Tells what an address and its network hold, with what the round has changed. */
static inline bool memory_tell_held(struct memory_database *database, const struct memory_round *round,
                                    const struct store_value *values, struct memory_rows *rows) {
  static struct memory_database before;
  const struct store_asker asker = memory_asker(values);
  if (!memory_lock(database, round->number, asker.address) || !memory_lock(database, round->number, asker.network))
    return true;
  struct fault unheard;
  before = *database;
  for (int i = 0; i < round->count; i++)
    if (!memory_apply(database, &round->changes[i], &unheard)) {
      memory_restore(database, &before);
      return false;
    }
  const struct store_held own = memory_held(database, asker.address, false);
  const struct store_held all = memory_held(database, asker.network, true);
  memory_restore(database, &before);
  const struct store_value row[] = {{.type = VALUE_NUMBER, .number = own.tables},
                                    {.type = VALUE_NUMBER, .number = own.seats},
                                    {.type = VALUE_NUMBER, .number = all.tables},
                                    {.type = VALUE_NUMBER, .number = all.seats}};
  memory_give(rows, row, sizeof row / sizeof row[0]);
  return true;
}

/* ---- The way to it ---- */

/* What becomes of a statement, or of the commit of a round: it is carried out, and its answer comes; the answer is
 * lost; it is lost itself; it is carried out later, when nobody waits for it any more; or it comes twice, the second
 * time later. */
enum memory_fate { FATE_GOOD, FATE_UNHEARD, FATE_LOST, FATE_LATE, FATE_TWICE };

/* A node's way to the database. */
struct memory_way {
  struct memory_database *database;
  /* What becomes of what is sent next; `store->waited` is what this takes. */
  enum memory_fate (*fate)(struct memory_way *way, struct store *store, bool commits);
  /* What follows an answer that comes, and what was carried out. */
  void (*after)(struct memory_way *way, struct store *store);
  void (*stored)(struct memory_way *way);
  void (*later)(struct memory_way *way, struct memory_round round); /* takes it over */
  /* Changes a row of a statement that asks for tables or what they have. False: the row does not come. NULL: rows come
   * as they are. */
  bool (*spoil)(struct memory_way *way, enum store_statement statement, struct store_value *row);
  void *context;
};

/* The way that this address leads to. */
struct memory_way *memory_way_of(const char *url);

struct memory_store {
  struct store store;
  struct memory_way *way;
  struct memory_round round;
  bool in_round, broken;
};

static inline bool memory_no_answer(struct fault *fault) { return fault_say(fault, "database: it does not answer"); }

static inline bool memory_begin(struct store *opened, struct fault *fault) {
  struct memory_store *store = (struct memory_store *)opened;
  (void)fault;
  store->in_round = true;
  store->broken = false;
  store->round.number = ++store->way->database->rounds;
  return true;
}

static inline bool memory_change(struct store *opened, enum store_statement statement, const struct store_value *values,
                                 int count, struct fault *fault) {
  struct memory_store *store = (struct memory_store *)opened;
  if (store->broken) return memory_no_answer(fault);
  memory_round_add(&store->round, statement, values, count);
  return true;
}

/* Of such a round the versions of its tables refuse a second one; no other comes twice. */
static inline bool memory_has_swaps(const struct memory_round *round) {
  for (int i = 0; i < round->count; i++)
    if (round->changes[i].statement == STORE_SWAP) return true;
  return false;
}

static inline bool memory_commit(struct store *opened, struct fault *fault) {
  struct memory_store *store = (struct memory_store *)opened;
  struct memory_way *way = store->way;
  if (store->broken) return memory_no_answer(fault);
  const enum memory_fate fate = way->fate(way, opened, true);
  if (fate == FATE_LOST) return memory_no_answer(fault);
  const bool again = fate == FATE_TWICE && memory_has_swaps(&store->round);
  if (fate == FATE_LATE || again) way->later(way, memory_round_copy(&store->round));
  if (fate == FATE_LATE) store->round.number = 0; /* what it has locked stays so until it is carried out */
  if (fate == FATE_LATE) return memory_no_answer(fault);
  const bool stored = memory_carry_out(way->database, &store->round, fault);
  memory_unlock(way->database, store->round.number);
  if (stored) way->stored(way);
  if (fate == FATE_UNHEARD) return memory_no_answer(fault);
  way->after(way, opened);
  if (stored) memory_round_free(&store->round);
  store->in_round = !stored;
  return stored;
}

static inline void memory_roll_back(struct store *opened) {
  struct memory_store *store = (struct memory_store *)opened;
  if (store->round.number != 0) memory_unlock(store->way->database, store->round.number);
  memory_round_free(&store->round);
  store->in_round = store->broken = false;
}

static inline void memory_close(struct store *opened) {
  memory_roll_back(opened);
  free(opened);
}

/* ---- Questions ---- */

static inline struct store_value memory_number(int64_t number) {
  return (struct store_value){.type = VALUE_NUMBER, .number = number};
}

static inline struct store_value memory_text(struct span text) {
  return (struct store_value){.type = text.length == 0 ? VALUE_NOTHING : VALUE_TEXT, .bytes = text};
}

static inline struct store_value memory_bytes(const void *bytes, size_t length) {
  return (struct store_value){.type = VALUE_BYTES, .bytes = {bytes, length}};
}

static inline void memory_tell_table(const struct memory_table *table, struct memory_rows *rows) {
  const struct store_table *stored = &table->stored;
  const struct store_value row[] = {memory_number(stored->number),     memory_text(span_of(stored->id)),
                                    memory_number(stored->created),    memory_bytes(stored->secret, STORE_SECRET),
                                    memory_number((int)stored->state), memory_number(stored->listed),
                                    memory_number(stored->due),        memory_number(stored->version)};
  memory_give(rows, row, sizeof row / sizeof row[0]);
}

/* The next number of a list with spaces or commas between; false: there is none. */
static inline bool memory_next(struct span *list, int64_t *number) {
  while (list->length > 0 && (*list->bytes < '0' || *list->bytes > '9')) list->bytes++, list->length--;
  if (list->length == 0) return false;
  for (*number = 0; list->length > 0 && *list->bytes >= '0' && *list->bytes <= '9'; list->bytes++, list->length--)
    *number = *number * 10 + (*list->bytes - '0');
  return true;
}

static inline int64_t memory_clock(const struct memory_database *database) { return database->now - database->lag; }

static inline void memory_tell_time(struct memory_database *database, struct memory_rows *rows) {
  const int64_t now = memory_clock(database);
  if (now - database->alive > 5000 || now < database->alive - 5000) database->since = now;
  database->alive = now;
  const struct store_value row[] = {memory_number(now), memory_number(database->since)};
  memory_give(rows, row, sizeof row / sizeof row[0]);
}

static inline void memory_claim(struct memory_database *database, int64_t most, struct memory_rows *rows) {
  const int64_t now = memory_clock(database);
  for (; most > 0; most--) { /* by when they are due */
    struct memory_table *first = NULL;
    for (int i = 0; i < database->count; i++) {
      struct memory_table *table = &database->tables[i];
      if (table->stored.state == STORE_FINISHED || table->locked != 0 || table->stored.due > now - STORE_CLAIM_AFTER)
        continue;
      if (first == NULL || table->stored.due < first->stored.due) first = table;
    }
    if (first == NULL) return;
    first->stored.due = now + 5000;
    memory_tell_table(first, rows);
  }
}

/* Locks and compares the tables of a round, and returns those that are as it knows them. False: another round has one
 * of them for too long. */
static inline bool memory_swap(struct memory_database *database, struct memory_round *round,
                               const struct store_value *values, struct memory_rows *rows) {
  struct span list = values[0].bytes;
  int64_t swap[3];
  while (memory_next(&list, &swap[0]) && memory_next(&list, &swap[1]) && memory_next(&list, &swap[2])) {
    struct memory_table *table = memory_find(database, swap[0]);
    int64_t version = table == NULL ? -1 : table->stored.version;
    for (int i = 0; i < round->count; i++) /* one that the round has added */
      if (round->changes[i].statement == STORE_ADD_TABLE && round->changes[i].number == swap[0])
        version = round->changes[i].values[6].number;
    if (table != NULL && table->locked != 0) return false;
    if (version != swap[1]) continue;
    const struct store_value change[] = {memory_number(swap[0]), memory_number(swap[1]), memory_number(swap[2]),
                                         values[1]};
    memory_round_add(round, STORE_SWAP, change, 4);
    if (table != NULL) table->locked = round->number;
    memory_give(rows, change, 1);
  }
  return true;
}

/* There are never more than the list looks at. */
static inline void memory_tell_listed(const struct memory_database *database, const struct store_value *values,
                                      struct memory_rows *rows) {
  for (int i = database->count - 1; i >= 0; i--) {
    const struct memory_table *table = &database->tables[i];
    const struct store_value row[] = {memory_number(table->stored.number), memory_number(table->stored.created),
                                      memory_number((int64_t)table->opener.address),
                                      memory_number((int64_t)table->opener.network),
                                      memory_text(span_of(table->stored.id))};
    if (table->stored.state != (enum store_state)values[0].number || !table->stored.listed || table->item.length == 0)
      continue;
    memory_give(rows, row, sizeof row / sizeof row[0]);
  }
}

static inline void memory_tell_items(struct memory_database *database, struct span list, struct memory_rows *rows) {
  int64_t number, version;
  for (int64_t place = 1; memory_next(&list, &number) && memory_next(&list, &version); place++) {
    const struct memory_table *table = memory_find(database, number);
    if (table == NULL || table->item.length == 0) continue;
    const struct store_value row[] = {memory_number(place), memory_text(text_span(&table->item))};
    memory_give(rows, row, sizeof row / sizeof row[0]);
  }
}

static inline int64_t memory_hash_seats(const struct memory_table *table) {
  uint64_t hash = 0;
  for (int i = 0; i < TESS_MAX_PLAYERS; i++)
    for (int k = 0; k < STORE_HASH && table->seats[i].held; k++)
      hash = (hash ^ (uint64_t)(i * 256 + table->seats[i].token[k] + 1)) * 1099511628211u;
  return (int64_t)hash;
}

static inline void memory_tell_moved(struct memory_database *database, struct span list, struct memory_rows *rows) {
  int64_t number, version;
  for (int64_t place = 1; memory_next(&list, &number) && memory_next(&list, &version); place++) {
    const struct memory_table *table = memory_find(database, number);
    const struct store_value row[] = {memory_number(place), memory_number(table == NULL ? 0 : table->stored.version),
                                      memory_number(table == NULL ? 0 : table->count),
                                      memory_number(table == NULL ? 0 : memory_hash_seats(table))};
    if ((table == NULL || table->stored.version != version)) memory_give(rows, row, sizeof row / sizeof row[0]);
  }
}

static inline struct store_value memory_seat_of(const struct memory_entry *entry) {
  return entry->request.length == 0 ? (struct store_value){.type = VALUE_NOTHING} : memory_number(entry->seat);
}

static inline void memory_tell_grown(struct memory_database *database, const struct store_value *values,
                                     struct memory_rows *rows) {
  struct span list = values[0].bytes;
  int64_t number, seq, left = values[1].number;
  for (int64_t place = 1; memory_next(&list, &number) && memory_next(&list, &seq); place++) {
    const struct memory_table *table = memory_find(database, number);
    for (; table != NULL && seq < table->count && left > 0; seq++, left--) {
      const struct memory_entry *entry = &table->entries[seq];
      const struct store_value row[] = {memory_number(place), memory_number(seq + 1),
                                        memory_text(text_span(&entry->body)), memory_seat_of(entry),
                                        memory_text(text_span(&entry->request))};
      memory_give(rows, row, sizeof row / sizeof row[0]);
    }
  }
}

static inline void memory_tell_entries(struct memory_database *database, const struct store_value *values,
                                       struct memory_rows *rows) {
  const struct memory_table *table = memory_find(database, values[0].number);
  int64_t left = values[2].number;
  for (int64_t seq = values[1].number; table != NULL && seq < table->count && left > 0; seq++, left--) {
    const struct memory_entry *entry = &table->entries[seq];
    const struct store_value row[] = {memory_number(seq + 1), memory_text(text_span(&entry->body)),
                                      memory_seat_of(entry), memory_text(text_span(&entry->request))};
    memory_give(rows, row, sizeof row / sizeof row[0]);
  }
}

static inline void memory_tell_seats(struct memory_database *database, int64_t number, struct memory_rows *rows) {
  const struct memory_table *table = memory_find(database, number);
  for (int i = 0; table != NULL && i < TESS_MAX_PLAYERS; i++) {
    const struct memory_seat *seat = &table->seats[i];
    const struct store_value row[] = {memory_number(i + 1),
                                      memory_bytes(seat->token, STORE_HASH),
                                      memory_bytes(seat->recovery, STORE_HASH),
                                      memory_number(seat->player),
                                      {.type = VALUE_TEXT, .bytes = span_of(seat->name)}};
    if (seat->held) memory_give(rows, row, sizeof row / sizeof row[0]);
  }
}

/* Those that change something beside a round, and what is told of tables. */
static inline void memory_answer(struct memory_database *database, enum store_statement statement,
                                 const struct store_value *values, struct memory_rows *rows) {
  const struct memory_table *table;
  switch (statement) {
  case STORE_TIME: memory_tell_time(database, rows); return;
  case STORE_CLAIM: memory_claim(database, values[0].number, rows); return;
  case STORE_COUNT:
    memory_give(rows, &(const struct store_value){.type = VALUE_NUMBER, .number = database->count}, 1);
    return;
  case STORE_SAME_KEY: memory_give(rows, &(const struct store_value){.type = VALUE_NUMBER, .number = 1}, 1); return;
  case STORE_LISTED: memory_tell_listed(database, values, rows); return;
  case STORE_ITEMS: memory_tell_items(database, values[0].bytes, rows); return;
  case STORE_MOVED: memory_tell_moved(database, values[0].bytes, rows); return;
  case STORE_GROWN: memory_tell_grown(database, values, rows); return;
  case STORE_ENTRIES: memory_tell_entries(database, values, rows); return;
  case STORE_SEATS: memory_tell_seats(database, values[0].number, rows); return;
  case STORE_NOTICES:
  case STORE_PREPARED: return;
  case STORE_FIND:
    if ((table = memory_find_id(database, values[0].bytes)) != NULL) memory_tell_table(table, rows);
    return;
  default: CHECK(statement > STORE_NOTICES); /* those that follow are about players, and there are none */
  }
}

static inline bool memory_spoils(struct memory_way *way, enum store_statement statement, struct store_value *row) {
  return way->spoil(way, statement, row);
}

/* The columns of the rows that may be spoiled; 0: those of other statements may not. */
static inline int memory_columns(enum store_statement statement) {
  switch (statement) {
  case STORE_FIND:
  case STORE_CLAIM: return 8;
  case STORE_ENTRIES:
  case STORE_MOVED: return 4;
  case STORE_GROWN:
  case STORE_SEATS: return 5;
  case STORE_ITEMS: return 2;
  default: return 0;
  }
}

static inline bool memory_next_row(struct store_rows *rows) {
  const struct memory_rows *heard = rows->source;
  if (rows->read == heard->count) return false;
  memcpy(rows->row, &heard->values[rows->read++ * STORE_MOST_VALUES], sizeof rows->row);
  return true;
}

static inline void memory_end_rows(struct store_rows *rows) {
  struct memory_rows *heard = rows->source;
  struct memory_way *way = ((struct memory_store *)rows->store)->way;
  if (heard->last) way->after(way, rows->store);
  free(heard->values);
  free(heard);
}

/* A question in a round is answered from what is stored: no node asks for what it changes in it, as it has that in
 * memory. */
static inline bool memory_ask(struct store_rows *asked, enum store_statement statement,
                              const struct store_value *values, int count, struct fault *fault) {
  struct store *opened = asked->store;
  struct memory_store *store = (struct memory_store *)opened;
  struct memory_rows *rows = asked->source = memory_zeroed(sizeof *rows);
  struct memory_way *way = store->way;
  if (store->broken) return memory_no_answer(fault);
  const enum memory_fate fate = way->fate(way, opened, false);
  if (fate != FATE_GOOD && fate != FATE_UNHEARD) {
    store->broken = store->in_round;
    return memory_no_answer(fault);
  }
  if (statement == STORE_ADD_TABLE) { /* its number is not given again, whatever comes of the round */
    const struct store_value number = memory_number(++way->database->numbers);
    memory_round_add(&store->round, statement, values, count);
    store->round.changes[store->round.count - 1].number = number.number;
    memory_give(rows, &number, 1);
    return true;
  }
  if (statement == STORE_SWAP) {
    store->broken = fate != FATE_GOOD || !memory_swap(way->database, &store->round, values, rows);
    return !store->broken || memory_no_answer(fault);
  }
  if (statement == STORE_HELD) {
    store->broken = !memory_tell_held(way->database, &store->round, values, rows);
    return !store->broken || memory_no_answer(fault);
  }
  const bool heard = fate == FATE_GOOD;
  rows->statement = statement;
  if (way->spoil != NULL && memory_columns(statement) > 0) rows->way = way;
  memory_answer(way->database, statement, values, heard ? rows : NULL);
  rows->last = heard;
  store->broken = store->in_round && !heard;
  return heard || memory_no_answer(fault);
}

static inline struct store *memory_open(const char *url) {
  static const struct store_kind kind = {.shared = true,
                                         .begin = memory_begin,
                                         .change = memory_change,
                                         .commit = memory_commit,
                                         .roll_back = memory_roll_back,
                                         .ask = memory_ask,
                                         .next = memory_next_row,
                                         .end = memory_end_rows,
                                         .close = memory_close};
  struct memory_store *store = memory_new(sizeof *store);
  *store = (struct memory_store){.store = {.kind = &kind, .key = {7}}, .way = memory_way_of(url)};
  return &store->store;
}

#endif
