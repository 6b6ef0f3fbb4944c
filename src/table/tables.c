#include "table/registry.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/json_writer.h"

_Static_assert((int)TOKEN_ID_SIZE == (int)STORE_ID_SIZE, "an id is stored as it was made");

/* ---- finding ----------------------------------------------------------------------------------------------------- */

/* A table of which only the database knows. */
static struct live *fetch(struct tables *tables, struct span id, struct answer *answer) {
  struct store_table stored;
  struct fault fault;
  const enum store_found found = store_find(tables->store, id, &stored, &fault);
  if (found == STORE_FOUND) {
    struct live *live = live_new(&stored);
    lives_add(&tables->lives, live);
    return live;
  }
  if (found == STORE_FAILED)
    answer_refuse(answer, ANSWER_NOT_STORED, fault.text);
  else
    answer_refuse(answer, ANSWER_NO_TABLE, "there is no table of this id");
  return NULL;
}

struct live *registry_find(struct tables *tables, struct span id, struct answer *answer) {
  struct fault fault;
  struct live *live = lives_find(&tables->lives, id);
  if (live == NULL) live = fetch(tables, id, answer);
  if (live == NULL || registry_load(tables, live, &fault)) return live;
  answer_refuse(answer, ANSWER_NOT_STORED, fault.text);
  return NULL;
}

/* The seat that a token holds, from 1, or 0 without a token. False with the refusal. */
static bool find_seat(const struct live *live, struct span token, int *seat, struct answer *answer) {
  uint8_t hash[TOKEN_HASH];
  *seat = 0;
  if (token.length == 0) return true;
  token_hash(token, hash);
  *seat = live_holder(live, hash, false);
  return *seat > 0 || answer_refuse(answer, ANSWER_WRONG_TOKEN, "this token holds no seat at this table");
}

/* ---- seats ------------------------------------------------------------------------------------------------------- */

/* The words of one who sits down, or comes back. */
struct words {
  struct token token, recovery;
};

static struct words make_words(const struct tables *tables, struct span table, struct span request) {
  const uint8_t *key = store_key(tables->store);
  return (struct words){token_make(key, TOKEN_SEAT, table, request), token_make(key, TOKEN_RECOVERY, table, request)};
}

/* The seat that these words hold already, because the request came before; 0: none. */
static int held_by(const struct live *live, const struct words *words) {
  uint8_t hash[TOKEN_HASH];
  token_hash(span_of(words->token.word), hash);
  return live_holder(live, hash, false);
}

/* Adds the members `table`, `seat`, `token` and `recovery`. */
static void write_words(const struct live *live, int seat, const struct words *words, struct text *text) {
  json_put_string(text, "table", live->stored.id);
  json_put_int(text, "seat", seat);
  json_put_string(text, "token", words->token.word);
  json_put_string(text, "recovery", words->recovery.word);
}

static void tell_words(const struct live *live, enum answer_code code, int seat, const struct words *words,
                       struct answer *answer) {
  answer_begin(answer, code);
  answer->waits = live->touched;
  json_open_object(&answer->body, NULL);
  write_words(live, seat, words, &answer->body);
  json_close_object(&answer->body);
}

static void give_seat(struct tables *tables, struct live *live, int seat, const struct words *words) {
  live_seat(live, tables->store, seat, &words->token, &words->recovery);
  registry_keep(tables, live, NULL);
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

/* A new table of this id for the one who makes the request; he sits on the first person's seat. */
static struct live *make_table(struct tables *tables, const char id[TOKEN_ID_SIZE], const struct request *request,
                               int *seat) {
  struct store_table stored = {.created = registry_now(tables), .listed = request->setup.listed};
  memcpy(stored.id, id, sizeof stored.id);
  /* A secret that can be guessed is worse than no server. */
  if (getrandom(stored.secret, sizeof stored.secret, 0) != sizeof stored.secret) abort();
  store_add_table(tables->store, &stored);
  struct live *live = live_new(&stored);
  live->table = table_open(tables->shelf, id, stored.secret, stored.created);
  live->used = stored.created;
  table_create(live->table, request, stored.created);
  lives_add(&tables->lives, live);
  tables->figures.in_memory++;
  for (*seat = 1; request->setup.seats[*seat - 1].kind != SETUP_PERSON;) ++*seat;
  return live;
}

/* The request came before. */
static void repeat_create(struct live *live, const struct words *words, struct answer *answer) {
  const int seat = held_by(live, words);
  if (seat > 0)
    tell_words(live, ANSWER_CREATED, seat, words, answer);
  else
    answer_refuse(answer, ANSWER_NOT_NOW, "this table was made before, and its token was renewed since");
}

static bool has_room(const struct tables *tables, struct answer *answer) {
  if (tables->unfinished < (size_t)tables->settings.most_tables) return true;
  return answer_refuse(answer, ANSWER_TOO_MANY, "this server has as many tables as it may: try again later");
}

void tables_create(struct tables *tables, struct span body, struct answer *answer) {
  struct request request;
  char id[TOKEN_ID_SIZE];
  int seat;
  if (!request_read_create(body, tables->shelf, &request, answer)) return;
  token_make_id(store_key(tables->store), body, id);
  const struct words words = make_words(tables, span_of(id), body);
  struct live *live = registry_find(tables, span_of(id), answer);
  if (live != NULL) {
    repeat_create(live, &words, answer);
    return;
  }
  if (answer->code != ANSWER_NO_TABLE || !has_room(tables, answer)) return;
  live = make_table(tables, id, &request, &seat);
  give_seat(tables, live, seat, &words);
  tables->figures.created++;
  tell_words(live, ANSWER_CREATED, seat, &words, answer);
}

void tables_sit(struct tables *tables, struct span table, struct span body, struct answer *answer) {
  struct request request;
  struct live *live = registry_find(tables, table, answer);
  if (live == NULL || !request_read_sit(body, &request, answer)) return;
  const struct words words = make_words(tables, table, body);
  int seat = held_by(live, &words);
  if (seat == 0) {
    const int64_t before = live->table->seq;
    if (!table_sit(live->table, &request, live_time(live, registry_now(tables)), &seat, answer)) return;
    if (live->table->seq == before) {
      answer_refuse(answer, ANSWER_NOT_NOW, "id: another request had this one, expected a new one");
      return;
    }
    give_seat(tables, live, seat, &words);
  }
  tell_words(live, ANSWER_CREATED, seat, &words, answer);
}

void tables_recover(struct tables *tables, struct span table, struct span body, struct answer *answer) {
  struct request request;
  uint8_t hash[TOKEN_HASH];
  struct live *live = registry_find(tables, table, answer);
  if (live == NULL || !request_read_recover(body, &request, answer)) return;
  const struct span word = span_of(request.recovery);
  const struct words words = make_words(tables, table, word);
  int seat = held_by(live, &words);
  if (seat == 0) {
    token_hash(word, hash);
    seat = live_holder(live, hash, true);
    if (seat == 0) {
      answer_refuse(answer, ANSWER_WRONG_TOKEN, "this recovery link holds no seat at this table, or no longer");
      return;
    }
    give_seat(tables, live, seat, &words);
  }
  tell_words(live, ANSWER_OK, seat, &words, answer);
}

/* ---- actions ----------------------------------------------------------------------------------------------------- */

/* The table of a rematch and the words of the one who asks for it; they follow from his request. */
struct rematch {
  char id[TOKEN_ID_SIZE];
  struct words words;
};

static struct rematch rematch_of(const struct tables *tables, const struct live *live, int seat,
                                 const struct request *request) {
  struct rematch rematch;
  struct text asked = {0};
  text_print(&asked, "%s %d %s", live->stored.id, seat, request->id);
  const struct span bytes = {asked.bytes, asked.length};
  token_make_id(store_key(tables->store), bytes, rematch.id);
  rematch.words = make_words(tables, span_of(rematch.id), bytes);
  text_free(&asked);
  return rematch;
}

static void make_rematch(struct tables *tables, const struct live *live, int seat, const struct request *request,
                         const struct rematch *rematch) {
  int new_seat;
  struct request create = *request;
  create.setup = table_rematch(live->table, seat, live_time(live, registry_now(tables)));
  memcpy(create.name, live->table->seats[seat - 1].name, sizeof create.name);
  struct live *next = make_table(tables, rematch->id, &create, &new_seat);
  give_seat(tables, next, new_seat, &rematch->words);
  tables->figures.created++;
}

/* Adds the asker's words for the next table, if he still holds his seat there by them. */
static void tell_rematch(struct tables *tables, const struct rematch *rematch, struct answer *answer) {
  struct answer nobody = {0};
  const struct live *next = registry_find(tables, span_of(rematch->id), &nobody);
  const int seat = next == NULL ? 0 : held_by(next, &rematch->words);
  answer_free(&nobody);
  if (seat == 0) return;
  write_words(next, seat, &rematch->words, &answer->body);
}

/* Keeps what a request has made, with the request, so that it is known again after a crash. */
static void keep_request(struct tables *tables, struct live *live, int seat, const struct request *request) {
  const struct store_entry granted = {.seat = seat, .request = span_of(request->id)};
  if (request->type == REQUEST_MOVE) tables->figures.moves++;
  registry_keep(tables, live, &granted);
}

/* An action of a seat, or of someone watching (0). */
static void act(struct tables *tables, struct live *live, int seat, const struct request *request,
                struct answer *answer) {
  const bool is_rematch = request->type == REQUEST_REMATCH && seat > 0;
  const bool is_new = table_recall(live->table, seat, request->id) == 0;
  struct rematch rematch = {0};
  if (is_rematch) rematch = rematch_of(tables, live, seat, request);
  if (is_rematch && is_new && !has_room(tables, answer)) return;
  const int64_t now = live_time(live, registry_now(tables));
  if (!table_act(live->table, seat, request, is_rematch ? rematch.id : NULL, now, answer)) return;
  if (is_new) {
    if (is_rematch) make_rematch(tables, live, seat, request, &rematch);
    keep_request(tables, live, seat, request);
  }
  answer_begin(answer, ANSWER_OK);
  answer->waits = live->touched;
  json_open_object(&answer->body, NULL);
  json_put_int(&answer->body, "seq", table_recall(live->table, seat, request->id));
  if (is_rematch) tell_rematch(tables, &rematch, answer);
  json_close_object(&answer->body);
}

void tables_act(struct tables *tables, struct span table, struct span token, struct span body, struct answer *answer) {
  struct request request;
  int seat;
  struct live *live = registry_find(tables, table, answer);
  if (live == NULL || !find_seat(live, token, &seat, answer) || !request_read_action(body, &request, answer)) return;
  if (seat == 0 && request.type != REQUEST_SAY)
    answer_refuse(answer, ANSWER_NO_TOKEN, "this needs the token of a seat: Authorization: Bearer TOKEN");
  else
    act(tables, live, seat, &request, answer);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static void write_log(const struct live *live, int64_t since, struct text *text) {
  json_open_object(text, NULL);
  json_put_string(text, "table", live->stored.id);
  json_put_int(text, "seq", live->last);
  json_put_key(text, "setup");
  setup_write(&live->table->setup, text);
  json_open_array(text, "entries");
  for (int64_t seq = since < 0 ? 1 : since + 1; seq <= live->last; seq++)
    json_put_raw(text, NULL, table_entry(live->table, seq));
  json_close_array(text);
  json_close_object(text);
}

void tables_log(struct tables *tables, struct span table, struct answer *answer) {
  const struct live *live = registry_find(tables, table, answer);
  if (live == NULL) return;
  answer_begin(answer, ANSWER_OK);
  write_log(live, 0, &answer->body);
}

/* Tells of the game what `write` writes, once all that it tells is stored. */
static void tell_game(struct tables *tables, struct span table, void (*write)(const struct table *, struct text *),
                      struct answer *answer) {
  const struct live *live = registry_find(tables, table, answer);
  if (live == NULL) return;
  if (live->table->history == NULL) {
    answer_refuse(answer, ANSWER_NOT_NOW, "the game has not begun: there is no record or state yet");
    return;
  }
  answer_begin(answer, ANSWER_OK);
  answer->waits = live->touched;
  write(live->table, &answer->body);
}

void tables_record(struct tables *tables, struct span table, struct answer *answer) {
  tell_game(tables, table, table_record, answer);
}

void tables_state(struct tables *tables, struct span table, struct answer *answer) {
  tell_game(tables, table, table_state, answer);
}

/* ---- watching ---------------------------------------------------------------------------------------------------- */

bool tables_watch(struct tables *tables, struct span table, struct span token, struct watch *watch,
                  struct answer *answer) {
  int seat;
  struct live *live = registry_find(tables, table, answer);
  if (live == NULL || !find_seat(live, token, &seat, answer)) return false;
  if (live->last == 0) return answer_refuse(answer, ANSWER_NO_TABLE, "this table is not stored yet");
  live_watch(live, watch, seat, registry_now(tables));
  tables->figures.watchers++;
  return true;
}

void tables_unwatch(struct tables *tables, struct watch *watch) {
  live_unwatch(watch, registry_now(tables));
  tables->figures.watchers--;
}

/* The table of a watcher, in memory; NULL if it cannot be read. */
static struct live *watched(struct tables *tables, const struct watch *watch) {
  struct fault fault;
  return registry_load(tables, watch->live, &fault) ? watch->live : NULL;
}

int64_t tables_last(struct tables *tables, const struct watch *watch) {
  const struct live *live = watched(tables, watch);
  return live == NULL ? 0 : live->last;
}

struct span tables_entry(struct tables *tables, const struct watch *watch, int64_t seq) {
  const struct live *live = watched(tables, watch);
  return live == NULL ? (struct span){NULL, 0} : table_entry(live->table, seq);
}

void tables_head(struct tables *tables, const struct watch *watch, int64_t since, struct text *text) {
  const struct live *live = watched(tables, watch);
  if (live != NULL) write_log(live, since, text);
}
