#define _GNU_SOURCE
#include "lobby/lab.h"

#include <poll.h>
#include <unistd.h>

const char open_seat[] = "{'kind':'open','colour':'blue'}";
const char level_1[] = "{'kind':'computer','level':1,'colour':'blue'}";

/* ---- The lab ---- */

static int64_t lab_now(void *context) { return ((struct lab *)context)->now; }

void open_tables(struct lab *lab) {
  struct fault fault = {0};
  const struct lobby_settings settings = {.path = lab->path,
                                          .key_path = lab->key_path,
                                          .now = lab_now,
                                          .context = lab,
                                          .threads = 1,
                                          .most_tables = lab->most_tables,
                                          .most_bytes = lab->most_bytes,
                                          .most_memory = lab->most_memory,
                                          .keep = lab->keep,
                                          .archive = lab->archive[0] == '\0' ? NULL : lab->archive,
                                          .notices = lab->notices,
                                          .limits = lab->limits};
  lab->lobby = lobby_open(&settings, &fault);
  if (lab->lobby == NULL) fail_msg("%s", fault.text);
}

void reopen(struct lab *lab) {
  lobby_close(lab->lobby);
  open_tables(lab);
}

void lab_open(struct lab *lab) {
  snprintf(lab->folder, sizeof lab->folder, "/tmp/lobby_test.XXXXXX");
  if (mkdtemp(lab->folder) == NULL) fail_msg("%s cannot be made", lab->folder);
  snprintf(lab->path, sizeof lab->path, "%s/tables.db", lab->folder);
  snprintf(lab->key_path, sizeof lab->key_path, "%s-key", lab->path);
  open_tables(lab);
}

void lab_forget(struct lab *lab) {
  answer_free(&lab->answer);
  json_decref(lab->json);
  for (size_t i = 0; i < lab->kept_count; i++) free(lab->kept[i]);
  free(lab->kept);
}

int lab_close(struct lab *lab) {
  static const char *const ends[] = {"", "-wal", "-shm", "-key", "-journal"};
  char name[128];
  lobby_close(lab->lobby);
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    snprintf(name, sizeof name, "%s%s", lab->path, ends[i]);
    unlink(name);
  }
  lab_forget(lab);
  return rmdir(lab->folder);
}

int lab_set_up(void **state) {
  struct lab *lab = memory_zeroed(sizeof *lab);
  lab->now = 1700000000000;
  lab_open(lab);
  *state = lab;
  return 0;
}

int lab_tear_down(void **state) {
  struct lab *lab = *state;
  if (!test_has_ended) lab->lobby = NULL; /* it has the watchers of a test that failed, and cannot close */
  const int left = lab_close(lab);
  if (test_has_ended) free(lab);
  return left;
}

void round_ends(struct lab *lab) {
  lobby_tick(lab->lobby);
  assert_true(lobby_commit(lab->lobby));
}

void found_turn(const struct lab *lab) {
  struct pollfd file = {.fd = lobby_file(lab->lobby), .events = POLLIN};
  assert_int_equal(poll(&file, 1, -1), 1);
}

void pass_minutes(struct lab *lab, int minutes) {
  for (int i = 0; i < minutes; i++) {
    lab->now += 60 * 1000;
    round_ends(lab);
  }
}

void execute(const struct lab *lab, const char *statement) {
  char *error = NULL;
  sqlite3 *base;
  assert_int_equal(sqlite3_open(lab->path, &base), SQLITE_OK);
  if (sqlite3_exec(base, statement, NULL, NULL, &error) != SQLITE_OK) fail_msg("%s", error);
  sqlite3_close(base);
}

int rows(const struct lab *lab, const char *query) {
  sqlite3 *base;
  sqlite3_stmt *statement;
  assert_int_equal(sqlite3_open(lab->path, &base), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(base, query, -1, &statement, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
  const int count = sqlite3_column_int(statement, 0);
  sqlite3_finalize(statement);
  sqlite3_close(base);
  return count;
}

sqlite3 *lock(const struct lab *lab) {
  sqlite3 *other;
  assert_int_equal(sqlite3_open(lab->path, &other), SQLITE_OK);
  assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
  return other;
}

/* ---- Requests ---- */

struct text keep(struct lab *lab, struct text text) {
  if (lab->kept_count % 64 == 0) lab->kept = memory_resize(lab->kept, (lab->kept_count + 64) * sizeof lab->kept[0]);
  lab->kept[lab->kept_count++] = text.bytes;
  return text;
}

struct text text_of(struct lab *lab, const char *string) {
  struct text text = {0};
  text_add_string(&text, string);
  return keep(lab, text);
}

/* " for each '. */
static void double_quotes(struct text *text) {
  for (char *at = text->bytes; (at = strchr(at, '\'')) != NULL;) *at = '"';
}

void expect(struct lab *lab, enum answer_code code) {
  if (lab->answer.code != code) fail_msg("expected %s: %s", answer_word(code), lab->answer.body.bytes);
  json_decref(lab->json);
  lab->json = json_loadb(lab->answer.body.bytes, lab->answer.body.length, 0, NULL);
}

struct text told(struct lab *lab, const char *name) {
  const char *word = json_string_value(json_object_get(lab->json, name));
  if (word == NULL) fail_msg("no %s in %s", name, lab->answer.body.bytes);
  return text_of(lab, word);
}

int64_t seq(const struct lab *lab) { return json_integer_value(json_object_get(lab->json, "seq")); }

void ask_as(struct lab *lab, uint64_t address, uint64_t network) {
  lobby_ask_as(lab->lobby, (struct lobby_asker){.address = address, .network = network});
}

const char *create_body(struct lab *lab, const char *second, const char *more) {
  struct text body = {0};
  text_print(&body,
             "{'id':'create-%06d','name':'Ann','setup':{'game':'classic','grace':3000,'public':true,'seats':["
             "{'kind':'person','colour':'red'},%s]%s}}",
             lab->ids++, second, more);
  double_quotes(&body);
  return keep(lab, body).bytes;
}

void create_again(struct lab *lab, const char *body, enum answer_code code) {
  lobby_create(lab->lobby, span_of(""), span_of(body), &lab->answer);
  expect(lab, code);
}

void create_with(struct lab *lab, const char *second, const char *more, struct text *table, struct text *token) {
  create_again(lab, create_body(lab, second, more), ANSWER_CREATED);
  assert_true(lab->answer.waits);
  *table = told(lab, "table");
  *token = told(lab, "token");
}

void create(struct lab *lab, const char *second, struct text *table, struct text *token) {
  create_with(lab, second, "", table, token);
}

static struct span word_of(const struct text *token) { return token == NULL ? span_of("") : text_span(token); }

enum answer_code try_sit(struct lab *lab, struct span table, const struct text *token, const char *name) {
  char body[128];
  snprintf(body, sizeof body, "{\"id\":\"sit-%06d\",\"name\":\"%s\"}", lab->ids++, name);
  lobby_ask(lab->lobby, lobby_sit, table, word_of(token), span_of(body), &lab->answer);
  return lab->answer.code;
}

void sit_as(struct lab *lab, const struct text *table, const struct text *token, enum answer_code code) {
  try_sit(lab, text_span(table), token, "Bob");
  expect(lab, code);
}

void sit(struct lab *lab, const struct text *table, enum answer_code code) { sit_as(lab, table, NULL, code); }

static enum answer_code try_act_as(struct lab *lab, struct span table, const struct text *token, const char *id,
                                   const char *members) {
  struct text body = {0};
  text_print(&body, "{'id':'%s',%s}", id, members);
  double_quotes(&body);
  lobby_ask(lab->lobby, lobby_act, table, word_of(token), text_span(&body), &lab->answer);
  text_free(&body);
  return lab->answer.code;
}

enum answer_code try_act(struct lab *lab, struct span table, const struct text *token, const char *members) {
  char id[32];
  snprintf(id, sizeof id, "act-%06d", lab->ids++);
  return try_act_as(lab, table, token, id, members);
}

void act_as(struct lab *lab, const struct text *table, const struct text *token, const char *id, const char *members,
            enum answer_code code) {
  try_act_as(lab, text_span(table), token, id, members);
  expect(lab, code);
}

void act(struct lab *lab, const struct text *table, const struct text *token, const char *members,
         enum answer_code code) {
  try_act(lab, text_span(table), token, members);
  expect(lab, code);
}

void recover(struct lab *lab, const struct text *table, const char *id, const char *word, enum answer_code code) {
  char body[128];
  snprintf(body, sizeof body, "{\"id\":\"%s\",\"recovery\":\"%s\"}", id, word);
  lobby_ask(lab->lobby, lobby_recover, text_span(table), (struct span){"", 0}, span_of(body), &lab->answer);
  expect(lab, code);
}

void ask_turns(struct lab *lab, const struct text *table, const char *token) {
  char body[160];
  snprintf(body, sizeof body, "{\"seats\":[{\"table\":\"%s\",\"token\":\"%s\"}]}", table->bytes, token);
  lobby_turns(lab->lobby, span_of(body), &lab->answer);
}

void create_for_two(struct lab *lab, const char *more, struct text *table, struct text *token, struct text *bob) {
  create_with(lab, open_seat, more, table, token);
  sit(lab, table, ANSWER_CREATED);
  *bob = told(lab, "token");
}

/* A seat's share of chance, sealed or told: these bytes. */
static void give_share(struct lab *lab, const struct text *table, const struct text *token, bool seals,
                       const uint8_t *bytes, size_t size) {
  struct text members = {0};
  text_add_string(&members, seals ? "'type':'seal','seal':'" : "'type':'contribute','contribution':'");
  hex_write(bytes, size, &members);
  text_add_char(&members, '\'');
  act(lab, table, token, keep(lab, members).bytes, ANSWER_OK);
}

void begin(struct lab *lab, const struct text *table, const struct text *one, const struct text *two) {
  const struct text *tokens[] = {one, two};
  const uint8_t share[FAIR_CONTRIBUTION] = {1, 2, 3};
  uint8_t commitment[FAIR_HASH], seal[FAIR_HASH];
  round_ends(lab);
  log_of(lab, table);
  const json_t *created = json_array_get(json_object_get(lab->json, "entries"), 0);
  assert_true(hex_read(span_of(json_string_value(json_object_get(created, "commitment"))), commitment, FAIR_HASH));
  for (int i = 0; i < 2 && tokens[i] != NULL; i++) {
    fair_seal(commitment, i, share, seal);
    give_share(lab, table, tokens[i], true, seal, FAIR_HASH);
  }
  for (int i = 0; i < 2 && tokens[i] != NULL; i++) give_share(lab, table, tokens[i], false, share, FAIR_CONTRIBUTION);
  round_ends(lab);
}

size_t listed(struct lab *lab) {
  lobby_list(lab->lobby, &lab->answer);
  expect(lab, ANSWER_OK);
  return json_array_size(json_object_get(lab->json, "tables"));
}

/* ---- Logs ---- */

void wake_nobody(struct lobby_watcher *watcher) { (void)watcher; }

void note_wake(struct lobby_watcher *watcher) { ++*(int *)watcher->context; }

void watch(struct lab *lab, const struct text *table, const struct text *token, struct lobby_watcher *watcher) {
  assert_true(lobby_watch(lab->lobby, text_span(table), word_of(token), watcher, &lab->answer));
}

void expect_no_log(struct lab *lab, const struct text *table) {
  struct lobby_watcher watcher = {.wake = wake_nobody};
  assert_false(lobby_watch(lab->lobby, text_span(table), span_of(""), &watcher, &lab->answer));
  expect(lab, ANSWER_NO_TABLE);
}

struct text log_in_parts(struct lab *lab, const struct text *table, int64_t since, size_t most) {
  struct lobby_watcher watcher = {.wake = wake_nobody};
  struct lobby_log log = {0};
  struct text whole = {0};
  char bytes[64];
  watch(lab, table, NULL, &watcher);
  assert_true(lobby_log_begin(lab->lobby, &watcher, since, &log));
  for (size_t part; (part = lobby_log_read(lab->lobby, &watcher, &log, bytes, most)) > 0;) {
    assert_true(part == most || log.read == log.length);
    text_add(&whole, bytes, part);
  }
  assert_int_equal(whole.length, log.length);
  lobby_log_end(&log);
  lobby_unwatch(lab->lobby, &watcher);
  json_decref(lab->json);
  lab->json = json_loadb(whole.bytes, whole.length, JSON_REJECT_DUPLICATES, NULL);
  assert_non_null(lab->json);
  return keep(lab, whole);
}

struct text log_of(struct lab *lab, const struct text *table) {
  return log_in_parts(lab, table, 0, 64);
}
