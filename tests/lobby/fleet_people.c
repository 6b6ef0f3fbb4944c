/* The people of a fleet: what they ask, again and again, and what the answers must be. */
#include "lobby/fleet.h"

/* ---- Requests on their way ---- */

struct lobby_asker asker_of(int table, int client) {
  const uint64_t address = (uint64_t)(table + client) % ADDRESSES + 1;
  return (struct lobby_asker){.shared = address, .shared_network = network_of(address)};
}

uint64_t network_of(uint64_t address) { return 100 + address % 3; }

void free_errand(struct errand *errand) {
  text_free(&errand->body);
  *errand = (struct errand){.serial = 0};
}

void post(int table, const struct errand *errand, int node, int64_t delay) {
  for (int i = 0; i < LETTERS; i++) {
    struct letter *letter = &world.letters[i];
    if (letter->serial != 0) continue;
    *letter = (struct letter){errand->serial, table, node, *errand, world.database.now + delay};
    letter->errand.body = (struct text){0};
    text_add(&letter->errand.body, errand->body.bytes, errand->body.length);
    return;
  }
}

void send_errand(int table, struct errand *errand) {
  if (!happens(15)) post(table, errand, (int)chance(NODES), chance(50));
  if (happens(12)) post(table, errand, (int)chance(NODES), chance(6000));
  errand->again = world.database.now + 800 + chance(800);
}

struct errand *begin_errand(int table, enum message_kind kind, int client) {
  struct fleet_table *known = &world.tables[table];
  for (int i = 0; i < ERRANDS; i++) {
    struct errand *errand = &known->errands[i];
    if (errand->serial != 0) continue;
    *errand = (struct errand){.serial = ++world.serials, .kind = kind, .client = client, .begun = ++sum.events};
    if (client >= 0) memcpy(errand->token, known->words[client].token, sizeof errand->token);
    return errand;
  }
  return NULL;
}

/* True if this client waits for an answer about their seat. */
static bool is_seating(const struct fleet_table *known, int client) {
  for (int i = 0; i < ERRANDS; i++) {
    const struct errand *errand = &known->errands[i];
    if (errand->serial != 0 && errand->client == client && (errand->kind == SIT || errand->recovers)) return true;
  }
  return false;
}

/* A player comes back by their recovery link, now and then at two places at once. */
static void want_recovery(int table, int client) {
  struct fleet_table *known = &world.tables[table];
  for (int places = happens(2) ? 2 : 1; places > 0; places--) {
    struct errand *errand = begin_errand(table, ACT, client);
    if (errand == NULL) return;
    errand->recovers = true;
    text_print(&errand->body, "{\"id\":\"recover-%d\",\"recovery\":\"%s\"}", known->people.requests++,
               known->words[client].recovery);
  }
}

/* Somebody at a table wants something. */
void want(int table) {
  struct fleet_table *known = &world.tables[table];
  struct people *people = &known->people;
  if (!known->is_listed || people->table->state >= TABLE_OVER) return;
  if (happens(15)) {
    const int client = (int)chance(CLIENTS);
    if (people->seats[client] > 0 && !is_seating(known, client)) want_recovery(table, client);
    return;
  }
  if (happens(8)) {
    struct errand *reading = begin_errand(table, NOTHING, -1);
    if (reading != NULL) reading->reads = true;
    return;
  }
  struct delivery message = make_message(people);
  struct errand *errand = is_seating(known, message.client) ? NULL : begin_errand(table, message.kind, message.client);
  if (errand == NULL)
    text_free(&message.body);
  else
    errand->body = message.body;
}

/* ---- Answers ---- */

bool read_word(const struct text *body, const char *name, char *word, size_t size) {
  char key[16];
  snprintf(key, sizeof key, "\"%s\":\"", name);
  const char *found = strstr(body->bytes, key);
  if (found == NULL) return false;
  found += strlen(key);
  snprintf(word, size, "%.*s", (int)strcspn(found, "\""), found);
  return true;
}

int64_t read_figure(const struct answer *answer, const char *name) {
  char key[16];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *found = strstr(answer->body.bytes, key);
  return found == NULL ? 0 : strtoll(found + strlen(key), NULL, 10);
}

const struct memory_table *stored_of(int table) {
  return memory_find_id(&world.database, span_of(world.tables[table].id));
}

/* True if this token holds a seat of the table, as it is stored. */
bool holds(int table, const char *token) {
  uint8_t hash[CREDENTIAL_HASH];
  const struct memory_table *stored = stored_of(table);
  credential_hash(span_of(token), hash);
  for (int i = 0; i < TESS_MAX_PLAYERS; i++)
    if (stored->seats[i].held && memcmp(stored->seats[i].token, hash, sizeof hash) == 0) return true;
  return false;
}

/* A recovery word is good for one request, however often that comes. */
static void check_recovery(struct fleet_table *known, const struct text *body) {
  struct spent_word spent;
  assert_true(read_word(body, "recovery", spent.word, sizeof spent.word) &&
              read_word(body, "id", spent.id, sizeof spent.id));
  for (int i = 0; i < 16; i++)
    if (strcmp(known->spent[i].word, spent.word) == 0) assert_string_equal(known->spent[i].id, spent.id);
  known->spent[known->spendings++ % 16] = spent;
}

/* What an action has led to is stored with its id. */
static void check_action(const struct memory_table *stored, const struct text *body, int64_t seq) {
  char id[REQUEST_ID_SIZE], asked[REQUEST_ID_SIZE + 24];
  assert_in_range(seq, 1, stored->count);
  assert_true(read_word(body, "id", id, sizeof id));
  const struct text *request = &stored->entries[seq - 1].request;
  snprintf(asked, sizeof asked, "%.*s", (int)strcspn(request->bytes, "."), request->bytes);
  assert_string_equal(asked, id);
  sum.acknowledged++;
}

/* What an answer acknowledges is stored, and nobody who holds a seat is told that they do not. */
void check_answer(const struct letter *letter, const struct answer *answer) {
  const struct errand *errand = &letter->errand;
  sum.too_many += answer->code == ANSWER_TOO_MANY_SEATS || answer->code == ANSWER_TOO_MANY_TABLES;
  if (answer->code == ANSWER_WRONG_TOKEN && errand->kind == ACT && !errand->recovers && world.spoil == NULL)
    assert_false(holds(letter->table, errand->token));
  if (answer_is_refusal(answer->code) || errand->kind != ACT) return;
  /* For a while a node may not know yet what the database forgot. */
  const int64_t forgot = world.tables[letter->table].forgot;
  if (forgot != 0 && world.database.now < forgot + OLDEST_MS) return;
  if (errand->recovers)
    check_recovery(&world.tables[letter->table], &errand->body);
  else
    check_action(stored_of(letter->table), &errand->body, read_figure(answer, "seq"));
}

/* Writes what the answer told of the log: the number of the entry that the request made, or of the last one. */
static void write_history(const struct letter *letter, const struct errand *errand, const struct answer *answer) {
  if (answer_is_refusal(answer->code) || errand->kind == SIT || errand->recovers) return;
  sum.reads += errand->reads;
  if (history == NULL) return;
  fprintf(history, "{\"table\":\"%ld/%s\",\"client\":%d,\"call\":%ld,\"return\":%ld,\"op\":\"%s\",\"seq\":%lld}\n",
          sum.fleets, world.tables[letter->table].id, errand->client, errand->begun, ++sum.events,
          errand->reads ? "read" : "act", (long long)read_figure(answer, "seq"));
}

void conclude(const struct letter *letter, const struct answer *answer) {
  struct fleet_table *known = &world.tables[letter->table];
  for (int i = 0; i < ERRANDS; i++) {
    struct errand *errand = &known->errands[i];
    if (errand->serial != letter->serial || answer->code == ANSWER_NOT_STORED) continue;
    const int client = errand->client;
    write_history(letter, errand, answer);
    if (!answer_is_refusal(answer->code) && (errand->kind == SIT || errand->recovers)) {
      struct holder_words *words = &known->words[client];
      assert_true(read_word(&answer->body, "token", words->token, sizeof words->token));
      assert_true(read_word(&answer->body, "recovery", words->recovery, sizeof words->recovery));
      known->people.seats[client] = holds(letter->table, words->token) ? (int)read_figure(answer, "seat") : 0;
    }
    free_errand(errand);
  }
}
