/* The database of a server, of either kind. */
#define _DEFAULT_SOURCE
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/blake2b.h"
#include "base/guard.h"
#include "base/new_file.h"
#include "base/rarely.h"
#include "base/text.h"
#include "store/connecting.h"
#include "store/store_kind.h"
#include "store/store_round.h"

enum {
  SLOW_MS = 500,     /* milliseconds that a round waits for the database before it stops reading */
  MOST_REQUEST = 128 /* maximum bytes of a stored request */
};

static const char put_prepared[] =
    "INSERT INTO prepared (number, seat, kind, move, print) VALUES ($1, $2, $3, $4, $5)"
    " ON CONFLICT (number, seat, kind) DO UPDATE SET move = excluded.move, print = excluded.print";
static const char put_notice[] = "INSERT INTO notices (number, seat, kind, url, language) VALUES ($1, $2, $3, $4, $5)"
                                 " ON CONFLICT (number, seat, kind, url) DO UPDATE SET language = excluded.language";
static const char put_seat[] =
    "INSERT INTO seats (number, seat, token, recovery, player, name) VALUES ($1, $2, $3, $4, $5, $6)"
    " ON CONFLICT (number, seat) DO UPDATE SET token = excluded.token, recovery = excluded.recovery,"
    " player = excluded.player, name = excluded.name";

static const char add_table[] = "INSERT INTO tables (id, created, secret, state, listed, due, version)"
                                " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING RETURNING number";

const char *const store_statements[STORE_STATEMENTS_COUNT] = {
#define X(name, statement) (statement),
    STORE_STATEMENTS(X)
#undef X
};

/* ---- Opening ---- */

bool store_is_url(const char *place) {
  return strncmp(place, "postgresql://", 13) == 0 || strncmp(place, "postgres://", 11) == 0;
}

bool store_check_url(const char *url, struct fault *fault) { return connecting_check(url, fault); }

struct store *store_open_alone(const char *place, struct store_opening opening, struct fault *fault) {
  /* A misspelled URL is not taken for a path, because messages show paths and the URL may contain a password. */
  if (!store_is_url(place) && (strstr(place, "://") != NULL || strncmp(place, "postgres", 8) == 0) &&
      strchr(place, ':') != NULL) {
    fault_say(fault, "expected a file, or postgresql://USER@HOST/DATABASE");
    return NULL;
  }
  if (store_is_url(place) && !store_check_url(place, fault)) return NULL;
  return store_is_url(place) ? store_open_postgres(place, opening, fault) : store_open_sqlite(place, opening, fault);
}

/* The half of the key that is kept in a file. */
struct half {
  uint8_t bytes[STORE_SECRET];
  bool is_new; /* the file does not exist yet */
};

/* Reads the half from its file; draws a random one if there is no file. */
static bool read_half(const char *path, struct half *half, struct fault *fault) {
  uint8_t found[STORE_SECRET + 1];
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  half->is_new = file < 0 && errno == ENOENT;
  if (half->is_new)
    return getrandom(half->bytes, sizeof half->bytes, 0) == sizeof half->bytes || fault_say(fault, "no random numbers");
  const ssize_t length = file < 0 ? -1 : read(file, found, sizeof found);
  if (file >= 0) close(file);
  if (length < 0) return fault_say(fault, "the key file cannot be read: %s", strerror(errno));
  if (length != sizeof half->bytes)
    return fault_say(fault, "the key file is broken: expected %d bytes; remove it, and a new one is made",
                     (int)STORE_SECRET);
  memcpy(half->bytes, found, sizeof half->bytes);
  return true;
}

/* Writes the file of the half, completely or not at all, unless it exists. */
static bool keep_half(const char *path, const struct half *half, struct fault *fault) {
  if (!half->is_new || new_file_write(path, half->bytes, sizeof half->bytes, fault)) return true;
  return fault_within(fault, "the key file");
}

static bool has_their_key(struct store *store, struct fault *fault);

struct store *store_open(const char *place, const char *key_path, struct fault *fault) {
  /* The file of the key is written last, so that a failed start leaves none. */
  struct half half;
  struct store *store = NULL;
  bool good = read_half(key_path, &half, fault);
  if (good && (store = store_open_alone(place, (struct store_opening){.shared = true}, fault)) == NULL) return NULL;
  if (store != NULL) {
    /* The key is made from the half in the database and the half in the file. */
    struct blake2b hash;
    blake2b_begin(&hash, sizeof store->key, half.bytes, sizeof half.bytes);
    blake2b_add(&hash, store->key, sizeof store->key);
    blake2b_finish(&hash, store->key);
  }
  good = good && has_their_key(store, fault) && keep_half(key_path, &half, fault);
  if (good) return store;
  fault_within(fault, key_path);
  store_close(store);
  return NULL;
}

bool store_is_shared(const struct store *store) { return store->kind->shared; }

void store_close(struct store *store) {
  if (store == NULL) return;
  free(store->changes);
  text_free(&store->bytes);
  store->kind->close(store);
}

const uint8_t *store_key(const struct store *store) { return store->key; }

/* ---- Changes ---- */

bool store_is_damage(const struct fault *fault) {
  return fault->code != NULL && strcmp(fault->code, STORE_DAMAGED) == 0;
}

/* Records whether an operation of the database succeeded. */
static bool note(struct store *store, bool done, const struct fault *fault) {
  if (!done && store_is_damage(fault)) return false;
  store->silent = !done;
  if (done) return true;
  store->failures++;
  store->failure = *fault;
  return false;
}

struct store_rows *store_open_rows(struct store *store, enum store_statement statement,
                                   const struct store_value *values, int count) {
  struct store_rows *rows = memory_new(sizeof *rows);
  *rows = (struct store_rows){.store = store};
  rows->failed = !store->kind->ask(rows, statement, values, count, &rows->fault);
  return rows;
}

const struct store_value *store_next_row(struct store_rows *rows) {
  if (rows->failed || !rows->store->kind->next(rows)) return NULL;
  rows->given++;
  return rows->row;
}

static const char cannot_be_true[] = "what is stored of %s cannot be true";

const struct store_value *store_next_sound_row(struct store_rows *rows, bool (*is_sound)(const struct store_value *row),
                                               const char *what) {
  const struct store_value *row;
  while ((row = store_next_row(rows)) != NULL && !is_sound(row)) store_note_damage(rows->store, what);
  return row;
}

int store_rows_read(const struct store_rows *rows) { return rows->given; }

void store_note_damage(struct store *store, const char *what) { store->damaged = what; }

bool store_take_damage(struct store *store, struct fault *fault) {
  const char *what = store->damaged;
  store->damaged = NULL;
  if (what == NULL) return false;
  fault_as(fault, STORE_DAMAGED, cannot_be_true, what);
  return true;
}

static bool refuse_row(struct store_rows *rows, const char *what) {
  rows->failed = true;
  return fault_as(&rows->fault, STORE_DAMAGED, cannot_be_true, what);
}

/* Refuses the row that was read last, which is one of a table: its reader names the table. */
static bool refuse_table_row(struct store_rows *rows) { return refuse_row(rows, "it"); }

bool store_refuse_row(struct store_rows *rows, const char *what) {
  store_note_damage(rows->store, what);
  return refuse_row(rows, what);
}

/* Frees the rows. False with `*fault` filled if the query failed. */
static bool end_rows(struct store_rows *rows, struct fault *fault) {
  const bool good = !rows->failed;
  if (!good) *fault = rows->fault;
  if (rows->source != NULL) rows->store->kind->end(rows);
  if (rows->alone) store_close(rows->store);
  free(rows);
  return good;
}

bool store_close_rows(struct store_rows *rows, struct fault *fault) {
  struct store *store = rows->alone ? NULL : rows->store;
  const bool good = end_rows(rows, fault);
  return store == NULL ? good : note(store, good, fault);
}

bool store_ask(struct store *store, enum store_statement statement, const struct store_value *values, int count,
               store_visit_row *take, void *context, struct fault *fault) {
  struct store_rows *rows = store_open_rows(store, statement, values, count);
  for (const struct store_value *row; (row = store_next_row(rows)) != NULL && take(context, row);) {
  }
  return store_close_rows(rows, fault);
}

static bool take_number(void *context, const struct store_value *row) {
  int64_t *number = context;
  *number = row[0].number;
  return true;
}

bool store_ask_number(struct store *store, enum store_statement statement, const struct store_value *values, int count,
                      int64_t *number, struct fault *fault) {
  *number = 0;
  return store_ask(store, statement, values, count, take_number, number, fault);
}

bool store_ask_whether(struct store *store, enum store_statement statement, const struct store_value *values, int count,
                       bool *is, struct fault *fault) {
  int64_t number;
  if (!store_ask_number(store, statement, values, count, &number, fault)) return false;
  *is = number != 0;
  return true;
}

/* Begins the transaction of the round if it has not begun. True if it takes statements. */
bool store_in_round(struct store *store) {
  if (!store->open) {
    store->open = true;
    /* The version is drawn, so that no earlier round has used it. */
    uint64_t drawn = 0;
    if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn) abort();
    store->version = (int64_t)(drawn >> 2) + 1;
    store->failed = !store->kind->begin(store, &store->fault);
  }
  return !store->failed;
}

bool store_carry_out(struct store *store, enum store_statement statement, const struct store_value *values, int count) {
  if (store_in_round(store)) store->failed = !store->kind->change(store, statement, values, count, &store->fault);
  return !store->failed;
}

/* Keeps a change of a table (a statement that returns no rows) until the end of the round. A change of a table that
 * this round has just added is made at once, because no other server knows the table. */
void store_change(struct store *store, int64_t number, enum store_statement statement, const struct store_value *values,
                  int count) {
  if (store->open && number == store->added && number != 0) {
    store_carry_out(store, statement, values, count);
    return;
  }
  if (store->change_count == store->change_room) {
    store->change_room = store->change_room * 2 + 16;
    store->changes = memory_resize(store->changes, (size_t)store->change_room * sizeof *store->changes);
  }
  struct store_change *waiting = &store->changes[store->change_count++];
  *waiting = (struct store_change){.statement = statement, .number = number, .count = count};
  memcpy(waiting->values, values, (size_t)count * sizeof *values);
  for (int i = 0; i < count; i++) {
    const struct span bytes = values[i].bytes;
    if (values[i].type > VALUE_NUMBER)
      waiting->values[i].number = (int64_t)store->bytes.length; /* the offset of its bytes */
    if (bytes.length > 0) text_add(&store->bytes, bytes.bytes, bytes.length);
  }
}

bool store_add_table(struct store *store, struct store_table *table) {
  table->number = 0;
  if (!store_in_round(store)) return true;
  table->version = store->version;
  store->failed = !store_ask_number(store, STORE_ADD_TABLE,
                                    STORE_VALUES(text_value(span_of(table->id)), number_value(table->created),
                                                 bytes_value(table->secret, sizeof table->secret),
                                                 number_value((int)table->state), number_value(table->listed),
                                                 number_value(table->due), number_value(table->version)),
                                    &table->number, &store->fault);
  store->added = table->number;
  return store->failed || table->number != 0;
}

void store_begin_round(struct store *store) { store->waited = 0; }

bool store_is_slow(const struct store *store) { return RARELY("the store is slow", store->waited > SLOW_MS); }

void store_set_key(struct store *store, const uint8_t key[STORE_SECRET]) {
  store_change(store, 0, STORE_SET_KEY, STORE_VALUES(bytes_value(key, STORE_SECRET)));
}

void store_set_state(struct store *store, int64_t number, enum store_state state) {
  store_change(store, number, STORE_SET_STATE, STORE_VALUES(number_value((int)state), number_value(number)));
}

void store_set_item(struct store *store, int64_t number, struct span item) {
  store_change(store, number, STORE_SET_ITEM, STORE_VALUES(text_value(item), number_value(number)));
}

void store_add_entry(struct store *store, int64_t number, const struct store_entry *entry) {
  struct store_value values[5] = {number_value(number), number_value(entry->seq), text_value(entry->body)};
  struct text word = {0};
  if (entry->request.bytes != NULL) {
    /* A request is stored as its id and, if the hash of its body is known, a dot and the hash as a decimal number. */
    text_add(&word, entry->request.bytes, entry->request.length);
    if (entry->print != 0) {
      text_add_char(&word, '.');
      text_add_int(&word, entry->print);
    }
    values[3] = number_value(entry->seat);
    values[4] = text_value(text_span(&word));
  }
  store_change(store, number, STORE_ADD_ENTRY, values, 5);
  text_free(&word);
}

void store_put_seat(struct store *store, int64_t number, const struct store_seat *seat) {
  store_change(store, number, STORE_PUT_SEAT,
               STORE_VALUES(number_value(number), number_value(seat->seat),
                            bytes_value(seat->token, sizeof seat->token),
                            bytes_value(seat->recovery, sizeof seat->recovery), number_value(seat->player),
                            text_value(seat->name)));
}

void store_drop_seat(struct store *store, int64_t number, int seat) {
  store_change(store, number, STORE_KEEP_LEAVER, STORE_VALUES(number_value(number), number_value(seat)));
  store_change(store, number, STORE_DROP_SEAT, STORE_VALUES(number_value(number), number_value(seat)));
}

void store_set_opener(struct store *store, int64_t number, struct store_asker opener) {
  store_change(
      store, number, STORE_SET_OPENER,
      STORE_VALUES(number_value((int64_t)opener.address), number_value((int64_t)opener.network), number_value(number)));
}

void store_set_asker(struct store *store, int64_t number, int seat, struct store_asker asker) {
  store_change(store, number, STORE_SET_ASKER,
               STORE_VALUES(number_value((int64_t)asker.address), number_value((int64_t)asker.network),
                            number_value(number), number_value(seat)));
}

static bool take_held(void *context, const struct store_value *row) {
  struct store_held *held = context;
  held[0] = (struct store_held){row[0].number, row[1].number};
  held[1] = (struct store_held){row[2].number, row[3].number};
  return true;
}

enum store_found store_find_held(struct store *store, struct store_asker asker, struct store_held *address,
                                 struct store_held *network, struct fault *fault) {
  struct store_held held[2] = {{.tables = -1}};
  /* This must be asked in the round, because the lock of the round keeps other servers from adding. */
  if (!store_in_round(store) ||
      !store_ask(store, STORE_HELD,
                 STORE_VALUES(number_value((int64_t)asker.address), number_value((int64_t)asker.network)), take_held,
                 held, fault)) {
    if (store->failed) *fault = store->fault;
    return STORE_FAILED;
  }
  for (int i = 0; i < store->change_count; i++) { /* add the seats that this round has not stored yet */
    const struct store_change *waiting = &store->changes[i];
    if (waiting->statement != STORE_SET_ASKER) continue;
    held[0].seats += waiting->values[0].number == (int64_t)asker.address;
    held[1].seats += waiting->values[1].number == (int64_t)asker.network;
  }
  *address = held[0];
  *network = held[1];
  return held[0].tables < 0 ? STORE_MISSING : STORE_FOUND;
}

void store_put_notice(struct store *store, int64_t number, const struct store_notice *notice) {
  store_change(store, number, STORE_PUT_NOTICE,
               STORE_VALUES(number_value(number), number_value(notice->seat), number_value(notice->kind),
                            text_value(notice->url), number_value(notice->language)));
}

void store_drop_notice(struct store *store, int64_t number, const struct store_notice *notice) {
  store_change(store, number, STORE_DROP_NOTICE,
               STORE_VALUES(number_value(number), number_value(notice->seat), number_value(notice->kind),
                            text_value(notice->url)));
}

void store_drop_notices(struct store *store, int64_t number, int seat) {
  store_change(store, number, STORE_DROP_NOTICES, STORE_VALUES(number_value(number), number_value(seat)));
}

void store_put_prepared(struct store *store, int64_t number, const struct store_prepared *prepared) {
  store_change(store, number, STORE_PUT_PREPARED,
               STORE_VALUES(number_value(number), number_value(prepared->seat), number_value(prepared->kind),
                            text_value(prepared->move), number_value(prepared->print)));
}

void store_drop_prepared(struct store *store, int64_t number, int seat, int kind) {
  store_change(store, number, STORE_DROP_PREPARED,
               STORE_VALUES(number_value(number), number_value(seat), number_value(kind)));
}

void store_drop_all_prepared(struct store *store, int64_t number, int seat) {
  store_change(store, number, STORE_DROP_ALL_PREPARED, STORE_VALUES(number_value(number), number_value(seat)));
}

struct store_rows *store_prepared(struct store *store, int64_t number) {
  return store_open_rows(store, STORE_PREPARED, STORE_VALUES(number_value(number)));
}

bool store_next_prepared(struct store_rows *rows, struct store_prepared *prepared) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 1, TESS_MAX_PLAYERS) || !is_number(&row[1], 0, TESS_MAX_KINDS - 1) ||
      row[2].type != VALUE_TEXT || row[3].type != VALUE_NUMBER)
    return store_refuse_row(rows, "a prepared turn");
  *prepared = (struct store_prepared){(int)row[0].number, (int)row[1].number, row[2].bytes, row[3].number};
  return true;
}

static const enum store_statement removals[] = {STORE_REMOVE_LEAVERS, STORE_REMOVE_CHALLENGES, STORE_REMOVE_PREPARED,
                                                STORE_REMOVE_NOTICES, STORE_REMOVE_ENTRIES,    STORE_REMOVE_SEATS,
                                                STORE_REMOVE_TABLE};
enum { REMOVALS = sizeof removals / sizeof removals[0] };

void store_remove_table(struct store *store, int64_t number) {
  for (int i = 0; i < REMOVALS; i++) store_change(store, number, removals[i], STORE_VALUES(number_value(number)));
}

bool store_is_in_place(struct store *store, struct fault *fault) {
  const bool in_place = store->kind->in_place == NULL || store->kind->in_place(store, fault);
  if (!in_place || store->displaced) note(store, in_place, fault);
  store->displaced = !in_place;
  return in_place;
}

bool store_pending(const struct store *store) { return store->open || store->change_count > 0; }

/* ---- The end of a round ---- */

static int compare_swaps(const void *one, const void *other) {
  const int64_t first = ((const struct store_swap *)one)->number, second = ((const struct store_swap *)other)->number;
  return (first > second) - (first < second);
}

static struct store_swap *find_swap(struct store_swap *tables, int count, int64_t number) {
  const struct store_swap key = {.number = number};
  return count == 0 ? NULL : bsearch(&key, tables, (size_t)count, sizeof key, compare_swaps);
}

/* Compares and swaps the versions of all changed tables in one statement. */
static bool swap_versions(struct store *store, struct store_swap *tables, int count) {
  struct text list = {0};
  text_add_char(&list, '[');
  for (int i = 0; i < count; i++)
    if (tables[i].changed)
      text_print(&list, "%s[%lld,%lld,%lld]", list.length == 1 ? "" : ",", (long long)tables[i].number,
                 (long long)tables[i].version, (long long)tables[i].due);
  text_add_char(&list, ']');
  const bool any = list.length > 2;
  struct store_rows *rows =
      any ? store_open_rows(store, STORE_SWAP, STORE_VALUES(text_value(text_span(&list)), number_value(store->version)))
          : NULL;
  text_free(&list);
  for (const struct store_value *row; any && (row = store_next_row(rows)) != NULL;) {
    struct store_swap *table = find_swap(tables, count, row[0].number);
    if (table != NULL) table->moved = false;
  }
  return !any || end_rows(rows, &store->fault);
}

static bool store_changes(struct store *store, struct store_swap *tables, int count) {
  /* If a table has moved on, a table that was opened together with it is not stored either. */
  for (int i = 0; i < count; i++) {
    struct store_swap *made = tables[i].made == 0 ? NULL : find_swap(tables, count, tables[i].made);
    if (made != NULL && tables[i].moved) made->moved = true;
  }
  for (int i = 0; i < count; i++) tables[i].changed &= !tables[i].moved;
  for (int i = 0; i < store->change_count; i++) {
    struct store_change *waiting = &store->changes[i];
    const struct store_swap *table = find_swap(tables, count, waiting->number);
    if (table != NULL && table->moved) continue;
    for (int k = 0; k < waiting->count; k++)
      if (waiting->values[k].type > VALUE_NUMBER)
        waiting->values[k].bytes.bytes =
            waiting->values[k].bytes.length == 0 ? "" : store->bytes.bytes + waiting->values[k].number;
    if (!store_carry_out(store, waiting->statement, waiting->values, waiting->count)) return false;
  }
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < REMOVALS && tables[i].moved && tables[i].made != 0; k++)
      if (!store_carry_out(store, removals[k], STORE_VALUES(number_value(tables[i].made)))) return false;
  }
  return true;
}

bool store_commit(struct store *store, struct store_swap *tables, int count, struct fault *fault) {
  if (count > 0) qsort(tables, (size_t)count, sizeof *tables, compare_swaps);
  /* Tables that the round has changed count as moved until the swap returns them. */
  bool any = false;
  for (int i = 0; i < count; i++)
    tables[i].changed = tables[i].due_moved || (store->open && tables[i].version == store->version);
  for (int i = 0; i < store->change_count; i++) {
    struct store_swap *table = find_swap(tables, count, store->changes[i].number);
    if (table != NULL) table->changed = true;
  }
  for (int i = 0; i < count; i++) {
    tables[i].moved = tables[i].changed;
    any |= tables[i].changed;
  }
  const bool changed = any;
  if (!store_pending(store) && !changed) return true;
  const bool stored =
      note(store,
           store_in_round(store) && swap_versions(store, tables, count) && store_changes(store, tables, count) &&
               store_is_in_place(store, &store->fault) && store->kind->commit(store, &store->fault),
           &store->fault);
  if (!stored) {
    *fault = store->fault;
    store->kind->roll_back(store);
  }
  store->open = store->failed = false;
  store->change_count = 0;
  store->added = 0;
  text_clear(&store->bytes);
  return stored;
}

int64_t store_version(const struct store *store) { return store->version; }

uint64_t store_failures(const struct store *store) { return store->failures; }

const char *store_failure(const struct store *store) { return store->failure.text; }

bool store_answers(const struct store *store) { return !store->silent; }

/* ---- Reading ---- */

/* Reads a row; an invalid one gives a table without an id. */
static struct store_table row_table(const struct store_value *row) {
  const bool sound = is_number(&row[0], 1, INT64_MAX) && is_word(&row[1], STORE_ID_SIZE - 1) &&
                     is_number(&row[2], 0, INT64_MAX) && row[3].type == VALUE_BYTES &&
                     row[3].bytes.length == STORE_SECRET && is_number(&row[4], STORE_WAITING, STORE_FINISHED) &&
                     is_number(&row[5], 0, 1) && is_number(&row[6], INT64_MIN, INT64_MAX) &&
                     is_number(&row[7], 0, INT64_MAX);
  if (!sound) return (struct store_table){.number = row[0].number, .state = STORE_FINISHED};
  struct store_table table = {.number = row[0].number,
                              .created = row[2].number,
                              .state = (enum store_state)row[4].number,
                              .listed = row[5].number != 0,
                              .due = row[6].number,
                              .version = row[7].number};
  value_bytes(&row[1], table.id, sizeof table.id - 1);
  value_bytes(&row[3], table.secret, sizeof table.secret);
  return table;
}

static bool take_table(void *context, const struct store_value *row) {
  struct store_table *table = context;
  *table = row_table(row);
  return true;
}

enum store_found store_find(struct store *store, struct span id, struct store_table *table, struct fault *fault) {
  struct store_table found = {.number = 0};
  if (!span_is_plain(id, false)) return STORE_MISSING; /* PostgreSQL would refuse it, and the round would fail */
  if (!store_ask(store, STORE_FIND, STORE_VALUES(text_value(id)), take_table, &found, fault)) return STORE_FAILED;
  if (found.number != 0 && !span_is(id, found.id)) { /* as of a damaged row, or of a damaged index */
    fault_as(fault, STORE_DAMAGED, "what is stored of it cannot be true");
    table->number = found.number;
    return STORE_FAILED;
  }
  if (found.number == 0) return STORE_MISSING;
  *table = found;
  return STORE_FOUND;
}

bool store_count_unfinished(struct store *store, int64_t *count, struct fault *fault) {
  return store_ask_number(store, STORE_COUNT, NULL, 0, count, fault);
}

bool store_next_table(struct store_rows *rows, struct store_table *table, int64_t *ended) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  *table = row_table(row);
  if (ended != NULL) *ended = row[8].number;
  return true;
}

struct store_rows *store_unfinished(struct store *store) {
  return store_open_rows(store, STORE_UNFINISHED, NULL, 0);
}

struct store_rows *store_after(struct store *store, int64_t number, int most) {
  return store_open_rows(store, STORE_AFTER, STORE_VALUES(number_value(number), number_value(most)));
}

/* ---- Several servers ---- */

static bool take_moment(void *context, const struct store_value *row) {
  struct store_moment *moment = context;
  *moment = (struct store_moment){row[0].number, row[1].number};
  return true;
}

bool store_time(struct store *store, struct store_moment *moment, struct fault *fault) {
  *moment = (struct store_moment){0};
  if (!store_ask(store, STORE_TIME, NULL, 0, take_moment, moment, fault)) return false;
  return moment->now != 0 || fault_say(fault, "database: its table server is empty");
}

/* Returns false if other servers have another key: this server could not recognise the words that they issued. */
static bool has_their_key(struct store *store, struct fault *fault) {
  uint8_t hash[STORE_HASH];
  int64_t found;
  struct blake2b state;
  if (!store->kind->shared) return true;
  blake2b_begin(&state, sizeof hash, NULL, 0);
  blake2b_add(&state, store->key, sizeof store->key);
  blake2b_finish(&state, hash);
  if (!store_ask_number(store, STORE_SAME_KEY, STORE_VALUES(bytes_value(hash, sizeof hash)), &found, fault))
    return false;
  return found != 0 ||
         fault_say(fault,
                   "the servers that run on this database have another key: all need the same file; copy it here");
}

bool store_is_keeper(struct store *store) {
  int64_t found;
  struct fault unheard;
  return !store->kind->shared || (store_ask_number(store, STORE_KEEPER, NULL, 0, &found, &unheard) && found != 0);
}

struct store_rows *store_claim_due(struct store *store, int most) {
  return store_open_rows(store, STORE_CLAIM, STORE_VALUES(number_value(most)));
}

/* Writes the known tables as a JSON list of pairs: the number of a table, and its version or last entry. */
static struct text list_known(const struct store_known *known, int count, bool versions) {
  struct text list = {0};
  text_add_char(&list, '[');
  for (int i = 0; i < count; i++)
    text_print(&list, "%s[%lld,%lld]", i == 0 ? "" : ",", (long long)known[i].number,
               (long long)(versions ? known[i].version : known[i].seq));
  text_add_char(&list, ']');
  return list;
}

/* Opens a query for known tables. */
static struct store_rows *open_known(struct store *store, enum store_statement statement,
                                     const struct store_known *known, int count) {
  struct text list = list_known(known, count, true);
  struct store_rows *rows = store_open_rows(store, statement, STORE_VALUES(text_value(text_span(&list))));
  text_free(&list);
  return rows;
}

struct store_rows *store_moved(struct store *store, const struct store_known *known, int count) {
  return open_known(store, STORE_MOVED, known, count);
}

bool store_next_moved(struct store_rows *rows, int *index, struct store_progress *progress) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  *index = (int)row[0].number - 1;
  *progress = (struct store_progress){row[1].number, row[2].number, row[3].number};
  return true;
}

/* ---- What a table has ---- */

int64_t store_bytes(struct store *store) {
  struct fault fault;
  int64_t bytes;
  return store_ask_number(store, STORE_BYTES, NULL, 0, &bytes, &fault) ? bytes : 0;
}

/* Reads the fields of ENTRIES. */
static bool read_entry(struct store_rows *rows, const struct store_value *row, struct store_entry *entry) {
  const bool asked = row[3].type != VALUE_NOTHING;
  if (!is_number(&row[0], 1, INT_MAX) || row[1].type != VALUE_TEXT ||
      (asked && (!is_number(&row[2], 0, TESS_MAX_PLAYERS) || !is_word(&row[3], MOST_REQUEST))))
    return refuse_table_row(rows);
  *entry = (struct store_entry){.seq = row[0].number, .body = row[1].bytes, .seat = asked ? (int)row[2].number : 0};
  if (asked) {
    struct span word = row[3].bytes;
    uint64_t print = 0;
    span_split(&word, '.', &entry->request);
    if (word.bytes != NULL && span_number(word, 0, INT64_MAX, &print)) entry->print = (int64_t)print;
  }
  return true;
}

struct store_rows *store_entries(struct store *store, int64_t number, int64_t seq, int most) {
  return store_open_rows(store, STORE_ENTRIES,
                         STORE_VALUES(number_value(number), number_value(seq), number_value(most)));
}

bool store_next_entry(struct store_rows *rows, struct store_entry *entry) {
  const struct store_value *row = store_next_row(rows);
  return row != NULL && read_entry(rows, row, entry);
}

struct store_rows *store_grown(struct store *store, const struct store_known *known, int count, int most) {
  struct text list = list_known(known, count, false);
  struct store_rows *rows =
      store_open_rows(store, STORE_GROWN, STORE_VALUES(text_value(text_span(&list)), number_value(most)));
  text_free(&list);
  return rows;
}

bool store_next_grown(struct store_rows *rows, int *index, struct store_entry *entry) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  *index = (int)row[0].number - 1;
  return read_entry(rows, row + 1, entry);
}

struct store_rows *store_listed(struct store *store, enum store_state state, int most) {
  return store_open_rows(store, STORE_LISTED, STORE_VALUES(number_value((int)state), number_value(most / 2)));
}

bool store_next_listed(struct store_rows *rows, struct store_listed *listed) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  *listed = (struct store_listed){
      row[0].number, row[1].number, {(uint64_t)row[2].number, (uint64_t)row[3].number}, row[4].bytes};
  return true;
}

struct store_rows *store_items(struct store *store, const struct store_known *tables, int count) {
  return open_known(store, STORE_ITEMS, tables, count);
}

bool store_next_item(struct store_rows *rows, int *index, struct span *item) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  *index = (int)row[0].number - 1;
  *item = row[1].bytes;
  return true;
}

struct store_rows *store_seats(struct store *store, int64_t number) {
  return store_open_rows(store, STORE_SEATS, STORE_VALUES(number_value(number)));
}

bool store_next_seat(struct store_rows *rows, struct store_seat *seat) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 1, TESS_MAX_PLAYERS) || !is_hash(&row[1]) || !is_hash(&row[2]) ||
      !is_number(&row[3], 0, INT64_MAX) || row[4].type != VALUE_TEXT)
    return refuse_table_row(rows);
  *seat = (struct store_seat){.seat = (int)row[0].number, .player = row[3].number};
  if (seat->player != 0) seat->name = row[4].bytes;
  value_bytes(&row[1], seat->token, sizeof seat->token);
  value_bytes(&row[2], seat->recovery, sizeof seat->recovery);
  return true;
}

struct store_rows *store_notices(struct store *store, int64_t number) {
  return store_open_rows(store, STORE_NOTICES, STORE_VALUES(number_value(number)));
}

bool store_next_notice(struct store_rows *rows, struct store_notice *notice) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 1, TESS_MAX_PLAYERS) || !is_number(&row[1], 0, INT_MAX) || row[2].type != VALUE_TEXT ||
      !is_number(&row[3], 0, 9))
    return refuse_table_row(rows);
  *notice = (struct store_notice){(int)row[0].number, (int)row[1].number, row[2].bytes, (int)row[3].number};
  return true;
}
