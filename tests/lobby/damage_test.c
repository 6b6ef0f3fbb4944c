/*
 * Databases that are damaged at random, by seed: fields, rows, entries and bytes of the file are others than the server
 * stored. Everything is then asked of every table. A table that cannot be true is refused, it alone, and nothing ends
 * the process.
 *
 * `lobby_damage_test DATABASES [SEED]` damages another number of databases, from another seed on.
 */
#include "table/people.h"

#include <fcntl.h>
#include <poll.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "lobby/lobby_tables.h"

enum { TABLES = 12, MOST_DAMAGES = 12, ROUNDS = 40 };

static long databases = 300, first_seed = 1;

struct damage_lab {
  char folder[64], path[96], key_path[112], sound[112];
  char ids[TABLES][STORE_ID_SIZE];
  int64_t now;
  struct lobby *lobby;
  struct answer answer;
  bool damaged[TABLES + 1]; /* by number; 0: anything may be */
  int requests;
};

/* ---- Sound tables ---- */

/* The word by which a seat is held. */
static const char *token_of(int table, int seat) {
  static char word[32];
  snprintf(word, sizeof word, "token-%d-%d", table, seat);
  return word;
}

/* Something that is due happens at the table; the id of the request that brought it, in `id`. */
static void go_on(struct people *people, int64_t now, char id[REQUEST_ID_SIZE], int *asker) {
  struct table *table = people->table;
  struct request request;
  struct answer answer = {0};
  struct text word = {0};
  int seat, level;
  id[0] = '\0';
  *asker = 0;
  if (table->state == TABLE_CLOSED) return;
  if (table_decides(table, &seat, &level)) {
    core_turn(table->history->game, below(people, 1u << 30), &word);
    table_computer(table, table->position, core_span(&word), now);
    text_free(&word);
    return;
  }
  struct delivery message = make_message(people);
  int *own = &people->seats[message.client];
  if (message.kind == SIT && request_read_sit(core_span(&message.body), &request, &answer)) {
    table_sit(table, &request, now, own, &answer);
  } else if (message.kind == ACT && request_read_action(core_span(&message.body), &request, &answer) &&
             table_act(table, *own, &request, "NEXTNEXTNEXTNEXT", now, &answer)) {
    memcpy(id, request.id, sizeof request.id);
    *asker = *own;
  }
  lose_seats(people);
  text_free(&message.body);
  answer_free(&answer);
}

/* Plays at a table for a while and stores all of it. */
static void store_one(struct damage_lab *lab, struct store *store, int index) {
  struct fault fault = {0};
  struct people people = {.random = 77 + (uint64_t)index, .calm = index % 3 == 0};
  struct store_table stored = {.created = CORE_START, .listed = index % 2 == 0, .due = INT64_MAX};
  struct request request;
  struct answer answer = {0};
  struct text body = {0};
  int64_t now = CORE_START;
  snprintf(stored.id, sizeof stored.id, "tabletabletable%c", 'a' + index);
  memcpy(lab->ids[index], stored.id, sizeof stored.id);
  memset(stored.secret, index + 1, sizeof stored.secret);
  store_add_table(store, &stored);
  text_print(&body, "{\"id\":\"create-1\",\"name\":\"Anna\",\"setup\":");
  write_setup(&people, &body);
  text_add_char(&body, '}');
  if (!request_read_create(core_span(&body), library, &request, &answer)) fail_msg("%s", answer.body.bytes);
  struct table *table = people.table = table_open(library, stored.id, stored.secret, now);
  table_create(table, &request, now);
  for (int i = 0; i < table->setup.players; i++)
    if (table->seats[i].holder == TABLE_PERSON) people.seats[0] = i + 1;
  int64_t kept = 0;
  for (int step = 0; step < (index == TABLES - 1 ? 800 : 12 + 14 * index); step++) {
    char id[REQUEST_ID_SIZE] = "";
    int asker = 0;
    now += below(&people, 2000);
    if (step > 0) go_on(&people, now, id, &asker);
    const int64_t answered = table->seq;
    table_tick(table, now);
    while (kept < table->seq) {
      kept++;
      struct store_entry entry = {.seq = kept, .body = table_entry(table, kept)};
      if (entry.seq == answered && id[0] != '\0') entry.request = span_of(id), entry.seat = asker;
      store_add_entry(store, stored.number, &entry);
    }
  }
  for (; kept < table->seq; kept++) {
    const struct store_entry entry = {.seq = kept + 1, .body = table_entry(table, kept + 1)};
    store_add_entry(store, stored.number, &entry);
  }
  for (int i = 0; i < table->setup.players; i++) {
    struct store_seat seat = {.seat = i + 1};
    const struct store_notice notice = {.seat = i + 1, .kind = 1, .url = span_of("https://hooks.example.org/1")};
    if (!table_is_held(table, i)) continue;
    credential_hash(span_of(token_of(index, i + 1)), seat.token);
    credential_hash(span_of("recovery"), seat.recovery);
    store_put_seat(store, stored.number, &seat);
    if (table->state <= TABLE_PLAYING) store_put_notice(store, stored.number, &notice);
  }
  store_set_state(store, stored.number,
                  table->state == TABLE_WAITING   ? STORE_WAITING
                  : table->state == TABLE_PLAYING ? STORE_PLAYING
                                                  : STORE_FINISHED);
  struct store_swap swap = {
      .number = stored.number, .version = stored.version, .due = table_due(table), .due_moved = true};
  if (!store_commit(store, &swap, 1, &fault)) fail_msg("%s", fault.text);
  if (now > lab->now) lab->now = now;
  table_close(table);
  text_free(&body), answer_free(&answer);
}

/* The database that is damaged again and again: it holds back no value, as a disk does not. */
static int make_sound(void **state) {
  struct damage_lab *lab = memory_zeroed(sizeof *lab);
  struct fault fault = {0};
  sqlite3 *base;
  if (open_library(state) != 0) return -1;
  /* In memory where there is such a folder: nothing here has to outlive the machine. */
  snprintf(lab->folder, sizeof lab->folder, "%s/damage_test.XXXXXX",
           access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp");
  if (mkdtemp(lab->folder) == NULL) return -1;
  snprintf(lab->path, sizeof lab->path, "%s/tables.db", lab->folder);
  snprintf(lab->key_path, sizeof lab->key_path, "%s-key", lab->path);
  snprintf(lab->sound, sizeof lab->sound, "%s/sound.db", lab->folder);
  lab->now = CORE_START;
  struct store *store = store_open(lab->sound, lab->key_path, &fault);
  if (store == NULL) fail_msg("%s", fault.text);
  for (int i = 0; i < TABLES; i++) store_one(lab, store, i);
  store_close(store);
  assert_int_equal(sqlite3_open(lab->sound, &base), SQLITE_OK);
  assert_int_equal(sqlite3_exec(base,
                                "PRAGMA journal_mode = DELETE; PRAGMA writable_schema = ON;"
                                "UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ' STRICT,', ''),"
                                " ' STRICT', ''), ' NOT NULL', '');",
                                NULL, NULL, NULL),
                   SQLITE_OK);
  sqlite3_close(base);
  *state = lab;
  return 0;
}

static int remove_all(void **state) {
  static const char *const ends[] = {"tables.db", "tables.db-wal", "tables.db-shm", "tables.db-key", "sound.db"};
  struct damage_lab *lab = *state;
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    char name[128];
    snprintf(name, sizeof name, "%s/%s", lab->folder, ends[i]);
    unlink(name);
  }
  answer_free(&lab->answer);
  const int removed = rmdir(lab->folder);
  free(lab);
  return removed | close_library(state);
}

/* ---- Damage ---- */

static int64_t odd_number(struct people *chance) {
  if (one_in(chance, 2)) return (int64_t)below(chance, 8);
  static const int64_t numbers[] = {-1, 0, 1, 2, 3, 5, 6, 255, 100000, INT32_MAX, -INT32_MAX, INT64_MAX, INT64_MIN};
  return numbers[below(chance, sizeof numbers / sizeof numbers[0])];
}

/* A member of an entry is another one, or is not there. */
static void change_member(struct people *chance, const char *body, struct text *changed) {
  json_t *json = json_loads(body, 0, NULL);
  const size_t size = json_object_size(json);
  uint32_t skip = size == 0 ? 0 : below(chance, (uint32_t)size);
  const char *name;
  json_t *value;
  json_object_foreach(json, name, value) if (skip-- == 0) break;
  switch (size == 0 ? 9 : below(chance, 7)) {
  case 0: json_object_del(json, name); break;
  case 1: json_object_set_new(json, name, json_string("pause")); break;
  case 2: json_object_set_new(json, name, json_array()); break;
  case 3: json_object_set_new(json, "seat", json_integer(odd_number(chance))); break;
  case 4: json_object_set_new(json, "used", json_integer(odd_number(chance))); break;
  case 5: {
    static const char *const types[] = {"created",  "sat",      "sealed",  "contributed", "stood", "renewed",
                                        "computer", "returned", "started", "drawn",       "moved", "asked",
                                        "answered", "undone",   "paused",  "resumed",     "said",  "named",
                                        "hushed",   "over",     "rematch", "closed"};
    json_object_set_new(json, "type", json_string(types[below(chance, sizeof types / sizeof types[0])]));
    break;
  }
  default:
    if (size > 0) json_object_set_new(json, name, json_integer(odd_number(chance)));
  }
  char *dumped = json_dumps(json, JSON_COMPACT);
  text_add_string(changed, dumped == NULL ? "" : dumped);
  free(dumped);
  json_decref(json);
}

/* One row of a table of the database, by chance: a field of it, or all of it. */
static void damage_row(struct people *chance, struct damage_lab *lab, sqlite3 *base) {
  static const struct {
    const char *table, *columns[7];
    uint32_t count;
  } kinds[] = {{"entries", {"body", "body", "body", "seq", "seat", "request"}, 6},
               {"seats", {"seat", "token", "recovery"}, 3},
               {"tables", {"secret", "state", "listed", "created", "due", "id", "version"}, 7},
               {"notices", {"seat", "kind", "url", "language"}, 4}};
  static const uint32_t among[] = {0, 0, 0, 1, 1, 2, 2, 3};
  const uint32_t kind = among[below(chance, sizeof among / sizeof among[0])];
  struct text sql = {0}, value = {0};
  sqlite3_stmt *found;

  /* 1. The row, by its number and what it is known by among those of the number. */
  const char *own = kind == 0 ? "seq" : kind == 1 || kind == 3 ? "seat" : "number";
  text_print(&sql, "SELECT number, %s, %s FROM %s ORDER BY random_of(number, %s) LIMIT 1", own, kinds[kind].columns[0],
             kinds[kind].table, own);
  assert_int_equal(sqlite3_prepare_v2(base, sql.bytes, -1, &found, NULL), SQLITE_OK);
  if (sqlite3_step(found) != SQLITE_ROW) {
    sqlite3_finalize(found);
    text_free(&sql);
    return;
  }
  const int64_t number = sqlite3_column_int64(found, 0), key = sqlite3_column_int64(found, 1);
  const char *body = (const char *)sqlite3_column_text(found, 2);

  /* 2. What becomes of it. */
  const char *column = kinds[kind].columns[below(chance, kinds[kind].count)];
  const bool is_body = strcmp(column, "body") == 0 && body != NULL;
  struct text quoted = {0};
  switch (below(chance, is_body ? 12 : 8)) {
  case 0: text_add_string(&value, "NULL"); break;
  case 1:
  case 2: text_add_int(&value, odd_number(chance)); break;
  case 3: text_add_string(&value, "''"); break;
  case 4: text_add_string(&value, "x'00ff80'"); break;
  case 5: text_print(&value, "substr(%s, 1, length(%s) - %d)", column, column, 1 + (int)below(chance, 40)); break;
  case 6: text_print(&value, "CAST(%s AS BLOB)", column); break;
  case 7: break; /* the row is gone */
  case 8: text_print(&value, "replace(body, '%d', '%d')", (int)below(chance, 10), (int)below(chance, 10)); break;
  default:
    change_member(chance, body, &quoted);
    text_add_char(&value, '\'');
    for (const char *at = quoted.bytes; *at != '\0'; at++) text_print(&value, *at == '\'' ? "''" : "%c", *at);
    text_add_char(&value, '\'');
  }
  sqlite3_finalize(found);
  text_clear(&sql);
  if (value.length == 0)
    text_print(&sql, "DELETE FROM %s", kinds[kind].table);
  else
    text_print(&sql, "UPDATE OR IGNORE %s SET %s = ", kinds[kind].table, column);
  text_add(&sql, value.bytes, value.length);
  text_print(&sql, " WHERE number = %lld AND %s = %lld", (long long)number, own, (long long)key);
  if (sqlite3_exec(base, sql.bytes, NULL, NULL, NULL) != SQLITE_OK) print_message("%s\n", sqlite3_errmsg(base));
  lab->damaged[number >= 1 && number <= TABLES ? number : 0] = true;
  text_free(&sql), text_free(&value), text_free(&quoted);
}

/* An order of the rows that depends on the seed alone. */
static void random_of(sqlite3_context *context, int count, sqlite3_value **values) {
  const uint64_t *seed = sqlite3_user_data(context);
  uint64_t mixed = *seed;
  for (int i = 0; i < count; i++)
    mixed = (mixed ^ (uint64_t)sqlite3_value_int64(values[i])) * 0x9E3779B97F4A7C15u ^ mixed >> 29;
  sqlite3_result_int64(context, (int64_t)(mixed >> 1));
}

static void copy_file(const char *from, const char *to) {
  char bytes[65536];
  const int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  for (ssize_t length; (length = read(in, bytes, sizeof bytes)) > 0;)
    assert_int_equal(write(out, bytes, (size_t)length), length);
  close(in), close(out);
}

static void damage(struct people *chance, struct damage_lab *lab) {
  copy_file(lab->sound, lab->path);
  memset(lab->damaged, 0, sizeof lab->damaged);
  const int count = 1 + (int)below(chance, MOST_DAMAGES);
  if (one_in(chance, 5)) { /* bytes of the file */
    struct stat status;
    const int file = open(lab->path, O_RDWR);
    assert_int_equal(fstat(file, &status), 0);
    for (int i = 0; i < 4 * count; i++) {
      const char byte = (char)below(chance, 256);
      const off_t at = 100 + (off_t)below(chance, (uint32_t)status.st_size - 100);
      assert_int_equal(pwrite(file, &byte, 1, at), 1);
    }
    close(file);
    lab->damaged[0] = true;
    return;
  }
  sqlite3 *base;
  assert_int_equal(sqlite3_open(lab->path, &base), SQLITE_OK);
  for (int i = 0; i < count; i++) {
    uint64_t seed = chance->random;
    sqlite3_create_function(base, "random_of", 2, SQLITE_UTF8, &seed, random_of, NULL, NULL);
    damage_row(chance, lab, base);
  }
  sqlite3_close(base);
}

/* ---- Everything is asked ---- */

static int64_t damage_now(void *context) { return ((struct damage_lab *)context)->now; }

static void end_round(struct damage_lab *lab) {
  lobby_tick(lab->lobby);
  lobby_commit(lab->lobby);
}

/* A request: at a table in memory, or another one. */
struct damage_request {
  lobby_work *work;
  void (*ask)(struct lobby *, struct span, struct span, struct span, struct answer *);
};

static void ask_as(struct damage_lab *lab, int table, const char *token, struct damage_request request,
                   const char *members) {
  char body[256];
  const struct span id = span_of(lab->ids[table]), bearer = span_of(token);
  snprintf(body, sizeof body, "{\"id\":\"asked-%06d\"%s}", lab->requests++, members);
  do {
    answer_free(&lab->answer);
    if (request.work != NULL)
      lobby_ask(lab->lobby, request.work, id, bearer, span_of(body), &lab->answer);
    else
      request.ask(lab->lobby, id, bearer, span_of(body), &lab->answer);
    if (lab->answer.later) end_round(lab);
  } while (lab->answer.later);
}

static void record(struct lobby *lobby, struct span table, struct span token, struct span body, struct answer *answer) {
  (void)token, (void)body;
  lobby_record(lobby, table, span_of(""), answer);
}

static void tell_state(struct lobby *lobby, struct span table, struct span token, struct span body,
                       struct answer *answer) {
  (void)token, (void)body;
  lobby_state(lobby, table, span_of(""), answer);
}

static void wake_nobody(struct lobby_watcher *watcher) { (void)watcher; }

/* The whole log, as a stream reads it. */
static void watch(struct lobby *lobby, struct span table, struct span token, struct span body, struct answer *answer) {
  struct lobby_watcher watcher = {.wake = wake_nobody};
  struct lobby_log log = {0};
  char bytes[4096];
  (void)body;
  if (!lobby_watch(lobby, table, token, &watcher, answer)) return;
  answer->code = ANSWER_OK;
  lobby_show_watcher(lobby, &watcher, span_of("Wanda"), answer);
  if (lobby_log_begin(lobby, &watcher, 0, &log)) {
    while (lobby_log_read(lobby, &watcher, &log, bytes, sizeof bytes) > 0) continue;
    lobby_entry_time(lobby, &watcher, lobby_last(lobby, &watcher));
  }
  lobby_log_end(&log);
  lobby_unwatch(lobby, &watcher);
}

static void turns(struct lobby *lobby, struct span table, struct span token, struct span body, struct answer *answer) {
  struct text asked = {0};
  (void)body;
  text_print(&asked, "{\"tables\":[{\"table\":\"%.*s\",\"token\":\"%.*s\"}]}", (int)table.length, table.bytes,
             (int)token.length, token.bytes);
  lobby_turns(lobby, text_span(&asked), answer);
  text_free(&asked);
}

/* All that somebody who holds a seat can ask, or who holds none. */
static void ask_all(struct damage_lab *lab, int table, const char *token) {
  static const char *const actions[] = {"\"type\":\"draw\"",
                                        "\"type\":\"move\",\"move\":\"A@0,1r0=none\",\"at\":1",
                                        "\"type\":\"take-back\"",
                                        "\"type\":\"answer\",\"yes\":true",
                                        "\"type\":\"pause\"",
                                        "\"type\":\"answer\",\"yes\":true",
                                        "\"type\":\"resume\"",
                                        "\"type\":\"say\",\"text\":\"hello\",\"name\":\"Eve\"",
                                        "\"type\":\"mute\",\"seat\":2,\"yes\":true",
                                        "\"type\":\"rename\",\"name\":\"Zoe\"",
                                        "\"type\":\"silence\",\"yes\":true",
                                        "\"type\":\"free\",\"seat\":2",
                                        "\"type\":\"contribute\",\"contribution\":\"000102030405060708090a0b0c0d0e0f\"",
                                        "\"type\":\"replace\",\"seat\":2",
                                        "\"type\":\"leave\"",
                                        "\"type\":\"return\"",
                                        "\"type\":\"rematch\""};
  ask_as(lab, table, token, (struct damage_request){.ask = turns}, "");
  ask_as(lab, table, token, (struct damage_request){.ask = tell_state}, "");
  ask_as(lab, table, token, (struct damage_request){.ask = record}, "");
  ask_as(lab, table, token, (struct damage_request){.ask = watch}, "");
  ask_as(lab, table, token, (struct damage_request){.work = lobby_recover}, ",\"recovery\":\"none-of-this-word\"");
  ask_as(lab, table, token, (struct damage_request){.work = lobby_notice},
         ",\"kind\":\"webhook\",\"url\":\"https://example.org/2\",\"yes\":true");
  for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
    struct text members = {0};
    text_print(&members, ",%s", actions[i]);
    ask_as(lab, table, token, (struct damage_request){.work = lobby_act}, members.bytes);
    text_free(&members);
    if (i % 4 == 0) end_round(lab);
  }
}

/* Time goes by, computers think, and what is due is done. */
static void pass_time(struct damage_lab *lab, int64_t ms) {
  lab->now += ms;
  for (int i = 0; i < ROUNDS; i++) {
    end_round(lab);
    struct pollfd file = {.fd = lobby_file(lab->lobby), .events = POLLIN};
    if (lobby_figures(lab->lobby).thinking == 0) break;
    poll(&file, 1, -1);
  }
}

/* Whether a table is there to be watched: not, if it is damaged. */
static bool can_watch(struct damage_lab *lab, int table) {
  ask_as(lab, table, "", (struct damage_request){.ask = watch}, "");
  return lab->answer.code == ANSWER_OK;
}

/* Opens the damaged database and asks everything; what of its tables was refused is counted. A file that SQLite itself
 * refuses is no database. */
static void use(struct damage_lab *lab, long *refused, long *unopened) {
  struct fault fault = {0};
  const int64_t began = lab->now;
  const struct lobby_settings settings = {.path = lab->path,
                                          .key_path = lab->key_path,
                                          .now = damage_now,
                                          .context = lab,
                                          .threads = 1,
                                          .keep = 3600 * 1000};
  lab->lobby = lobby_open(&settings, &fault);
  if (lab->lobby == NULL) {
    assert_true(fault.text[0] != '\0' && lab->damaged[0]);
    ++*unopened;
    return;
  }
  pass_time(lab, 1000);
  for (int table = 0; table < TABLES; table++) {
    const bool there = can_watch(lab, table);
    if (!there && !lab->damaged[0] && !lab->damaged[table + 1])
      fail_msg("table %d: %s", table + 1, lab->answer.body.bytes);
    *refused += !there && lab->answer.code == ANSWER_NOT_STORED;
  }
  for (int table = 0; table < TABLES; table++) {
    for (int seat = 1; seat <= TESS_MAX_PLAYERS; seat++) ask_all(lab, table, token_of(table, seat));
    ask_all(lab, table, "");
    ask_as(lab, table, "", (struct damage_request){.work = lobby_sit}, ",\"name\":\"Ben\"");
  }
  lobby_list(lab->lobby, &lab->answer);
  pass_time(lab, 60 * 1000);
  pass_time(lab, 3600 * 1000);
  pass_time(lab, (int64_t)40 * 24 * 3600 * 1000);
  lobby_close(lab->lobby);
  lab->now = began;
}

TEST_WITH(damage_ends_nothing, NULL, tell_seed_at_end) {
  struct damage_lab *lab = *state;
  long refused = 0, unopened = 0;
  for (long seed = first_seed; seed < first_seed + databases; seed++) {
    struct people chance = {.random = (uint64_t)seed * 7919};
    run_seed((uint64_t)seed);
    damage(&chance, lab);
    use(lab, &refused, &unopened);
  }
  run_seed(0);
  print_message("%ld databases: %ld tables refused, %ld databases refused\n", databases, refused, unopened);
  if (databases >= 300) assert_true(refused > databases / 3 && unopened < databases / 8);
}

int main(int argc, char **argv) {
  if (argc > 1) databases = strtol(argv[1], NULL, 10);
  if (argc > 2) first_seed = strtol(argv[2], NULL, 10);
  return run_all_tests(make_sound, remove_all);
}
