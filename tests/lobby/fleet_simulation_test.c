/*
 * Tables of several nodes without owners under a seeded scheduler. The lobby is the real one; what lies below it and
 * beside it is this program's: the database (memory_database.h, in place of store_postgres.c), the words that nodes
 * tell one another (in place of hints.c), computers that think at once (in place of thinkers.c), the machine's chance,
 * and all clocks.
 *
 * Nodes die, freeze, end in order and come again with other clocks; statements and commits are lost, their answers are,
 * they take long while the other nodes go on, are carried out when nobody waits for them any more, or come twice; nodes
 * are cut off from the database, and its clock becomes another one; hints are lost, late, or come twice; requests and
 * answers get lost, requests go to any node, are sent again and come twice. Whatever happens: what is acknowledged is
 * stored, logs have no gap and can be read, no request is carried out twice, streams tell the log and nothing else,
 * nobody loses the seat that they were told. Once nothing fails any more, everything that was asked is answered, all
 * streams have all of their log, and nothing that is due is left undone.
 *
 * `lobby_fleet_simulation_test TABLES [SEED]` simulates another number of tables, from another seed on.
 */
#include "table/people.h"

#include <sys/random.h>

#include "lobby/limiter.h"
#include "lobby/lobby_tables.h"
#include "lobby/memory_database.h"

enum {
  NODES = 3,
  TABLES_OF_FLEET = 8,
  FLEETS = 12,
  STEPS = 6000,    /* of a fleet, before all is mended */
  CALM_MS = 40000, /* for which it runs on then */
  LETTERS = 256,   /* under way */
  ADDRESSES = 7,
  SEATS_MOST = 4,  /* that an address may hold, */
  TABLES_MOST = 2, /* and tables */
  ERRANDS = 6,     /* of one table that are not answered yet */
  READERS = 3,     /* streams of a table */
  WORDS_UNDER_WAY = 512,
  OLDEST_MS = 10000, /* what a stream tells is not older */
  UNDONE_MS = 10000, /* for which something that is due is left undone */
  ROUND_MS = 2000,   /* as store_postgres.c waits */
  LATE = 16          /* rounds that may still be carried out */
};

/* ---- The world ---- */

/* A request, from when somebody wants it until they are answered: sent again and again. */
struct errand {
  long serial; /* 0: none */
  enum message_kind kind;
  int client; /* -1: somebody who watches */
  bool recovers;
  char token[CREDENTIAL_WORD_SIZE];
  struct text body;
  int64_t again; /* when it is sent again */
};

/* A copy of it on its way to a node. */
struct letter {
  long serial; /* of the errand; 0: nothing is on its way */
  int table, node;
  struct errand errand; /* with a body of its own */
  int64_t due;
};

/* A recovery word, and the request that was granted by it. */
struct spent_word {
  char word[CREDENTIAL_WORD_SIZE], id[32];
};

/* Who plays at a table, by the words that they were told. */
struct holder_words {
  char token[CREDENTIAL_WORD_SIZE], recovery[CREDENTIAL_WORD_SIZE];
};

/* A stream, which comes again after it ended, and what it has told. */
struct fleet_reader {
  struct lobby_watcher watcher;
  int node; /* -1: it is at none */
  int64_t told;
  int64_t again;
};

/* A table as those who play there know it. */
struct fleet_table {
  char id[STORE_ID_SIZE];
  struct people people; /* `table`: as it is stored */
  struct holder_words words[CLIENTS];
  struct spent_word spent[16];
  int spendings;
  struct errand errands[ERRANDS];
  struct fleet_reader readers[READERS];
  bool is_listed; /* among those that the people made: the others are rematches */
};

/* An answer that a node has ready, for the end of its round. */
struct reply {
  struct letter letter;
  struct answer answer;
};

/* A word from node to node. */
struct fleet_word {
  int to; /* -1: none */
  int64_t due;
  char word[HINT_MOST + 1];
};

struct fleet_node {
  struct lobby *lobby; /* NULL: it does not run */
  char path[32];
  struct memory_way way;
  struct text told; /* hints for the next hints_run() */
  struct text heard;
  size_t taken;
  int64_t ahead;       /* of its clock */
  int64_t again;       /* when it starts, if it does not run */
  int64_t frozen, cut; /* until when */
  bool dying, runs;    /* `runs`: a round of it is under way */
  struct reply replies[LETTERS];
  int count;
};

struct round_under_way {
  struct memory_round round;
  int64_t due; /* 0: none */
};

static struct fleet_world {
  struct people chance; /* only its random numbers */
  uint64_t secrets;     /* the machine's chance */
  struct memory_database database;
  struct fleet_node nodes[NODES];
  struct fleet_table tables[MEMORY_TABLES];
  struct letter letters[LETTERS];
  struct fleet_word words[WORDS_UNDER_WAY];
  struct round_under_way late[LATE];
  long serials;
  int64_t down; /* until when the database does not answer */
  int depth;    /* of statements that take long */
  bool calm;    /* nothing fails any more */
  char key_path[64];
  struct fault fault;
} world;

/* What happened, of all fleets. */
static struct {
  long fleets, tables, acknowledged, entries, finished, kills, frosts, ends, cuts, lost, unheard, late, twice, refused,
      moved, streams, too_many;
} sum;

static uint64_t network_of(uint64_t address) { return 100 + address % 3; }

static uint32_t chance(uint32_t bound) { return below(&world.chance, bound); }
static bool happens(uint32_t one_of) { return !world.calm && chance(one_of) == 0; }

/* ---- What the lobby asks of the machine ---- */

ssize_t getrandom(void *bytes, size_t length, unsigned flags) {
  (void)flags;
  for (size_t i = 0; i < length; i++) {
    world.secrets = world.secrets * 6364136223846793005u + 1442695040888963407u;
    ((unsigned char *)bytes)[i] = (unsigned char)(world.secrets >> 40);
  }
  return (ssize_t)length;
}

static int64_t fleet_clock(void *context) {
  const struct fleet_node *node = context;
  return world.database.now + node->ahead;
}

static struct fleet_node *node_of(const char *path) { return &world.nodes[path[strlen(path) - 1] - '0']; }

static struct memory_way *memory_way_of(const char *url) { return &node_of(url)->way; }

struct store *store_open_postgres(const char *url, struct store_opening opening, struct fault *fault) {
  (void)opening;
  (void)fault;
  return memory_open(url);
}

/* ---- Computers that think at once; what they found is told by and by ---- */

struct sudden_thinkers {
  struct thought found[64];
  int count;
};

struct thinkers *thinkers_open(int threads, struct fault *fault) {
  (void)threads;
  (void)fault;
  return memory_zeroed(sizeof(struct sudden_thinkers));
}

void thinkers_close(struct thinkers *thinkers) {
  struct sudden_thinkers *own = (struct sudden_thinkers *)thinkers;
  for (int i = 0; own != NULL && i < own->count; i++) text_free(&own->found[i].move);
  free(own);
}

void thinkers_ask(struct thinkers *thinkers, const struct thought *thought, const tess_game *game) {
  struct sudden_thinkers *own = (struct sudden_thinkers *)thinkers;
  CHECK(own->count < 64);
  struct thought *found = &own->found[own->count++];
  *found = *thought;
  found->move = (struct text){0};
  core_turn(game, chance(1u << 30), &found->move);
}

bool thinkers_take(struct thinkers *thinkers, struct thought *thought) {
  struct sudden_thinkers *own = (struct sudden_thinkers *)thinkers;
  if (own->count == 0 || chance(3) > 0) return false;
  const uint32_t which = chance((uint32_t)own->count);
  *thought = own->found[which];
  own->found[which] = own->found[--own->count];
  return true;
}

size_t thinkers_count(const struct thinkers *thinkers) {
  return (size_t)((const struct sudden_thinkers *)thinkers)->count;
}

int thinkers_file(const struct thinkers *thinkers) {
  (void)thinkers;
  return -1;
}

/* ---- Words that nodes tell one another ---- */

struct hints *hints_open(const char *url, int beside, struct fault *fault) {
  (void)beside;
  (void)fault;
  return (struct hints *)node_of(url);
}

void hints_close(struct hints *hints) {
  struct fleet_node *node = (struct fleet_node *)hints;
  if (node == NULL) return;
  text_clear(&node->told), text_clear(&node->heard);
  node->taken = 0;
}

void hints_tell(struct hints *hints, struct span word) {
  struct fleet_node *node = (struct fleet_node *)hints;
  text_add(&node->told, word.bytes, word.length);
  text_add_char(&node->told, ' ');
}

static bool reaches_database(const struct fleet_node *node) {
  return node->cut <= world.database.now && world.down <= world.database.now && !node->dying;
}

static void post_word(int to, const char *word, int64_t delay) {
  for (int i = 0; i < WORDS_UNDER_WAY; i++) {
    if (world.words[i].to >= 0) continue;
    world.words[i] = (struct fleet_word){.to = to, .due = world.database.now + delay};
    snprintf(world.words[i].word, sizeof world.words[i].word, "%s", word);
    return;
  }
}

/* Each node but itself hears a word soon, late, twice or not at all. */
static void spread_words(struct fleet_node *node) {
  char *rest = node->told.bytes;
  for (char *word; node->told.length > 0 && (word = strtok_r(rest, " ", &rest)) != NULL;) {
    for (int i = 0; i < NODES; i++) {
      if (&world.nodes[i] == node || happens(6)) continue;
      post_word(i, word, happens(10) ? chance(4000) : chance(20));
      if (happens(10)) post_word(i, word, chance(8000));
    }
  }
  text_clear(&node->told);
}

void hints_run(struct hints *hints) {
  struct fleet_node *node = (struct fleet_node *)hints;
  const int own = (int)(node - world.nodes);
  if (reaches_database(node))
    spread_words(node);
  else
    text_clear(&node->told);
  for (int i = 0; i < WORDS_UNDER_WAY; i++) {
    struct fleet_word *word = &world.words[i];
    if (word->to != own || word->due > world.database.now) continue;
    if (reaches_database(node)) {
      text_add_string(&node->heard, word->word);
      text_add_char(&node->heard, ' ');
    }
    word->to = -1;
  }
}

bool hints_take(struct hints *hints, struct span *word) {
  struct fleet_node *node = (struct fleet_node *)hints;
  if (node->taken == node->heard.length) {
    text_clear(&node->heard);
    node->taken = 0;
    return false;
  }
  const char *begin = node->heard.bytes + node->taken;
  *word = (struct span){begin, strcspn(begin, " ")};
  node->taken += word->length + 1;
  return true;
}

int hints_file(const struct hints *hints) {
  (void)hints;
  return -1;
}

/* ---- The way to the database ---- */

static void step_node(struct fleet_node *node);

/* Time goes on while a node waits for the database, and so do the others. */
static void wait_for_database(struct store *store, int64_t milliseconds) {
  const int64_t end = world.database.now + milliseconds;
  store->waited += milliseconds;
  world.depth++;
  while (world.database.now < end) {
    world.database.now += 1 + chance(200);
    step_node(&world.nodes[chance(NODES)]);
  }
  world.depth--;
}

/* How long a statement takes, before or after it is carried out; false: it takes too long. */
static bool takes_time(struct store *store) {
  if (world.depth > 0 || !happens(60)) return true;
  const int64_t most = ROUND_MS - store->waited > 500 ? ROUND_MS - store->waited : 500;
  const int64_t delay = (int64_t)chance(happens(3) ? 6000 : 400);
  wait_for_database(store, delay < most ? delay : most);
  return delay < most;
}

static enum memory_fate choose_fate(struct memory_way *way, struct store *store, bool commits) {
  struct fleet_node *node = way->context;
  if (!reaches_database(node)) return FATE_LOST;
  if (!takes_time(store) || !reaches_database(node) || happens(commits ? 80 : 400)) {
    sum.lost++;
    if (!commits || happens(2)) return FATE_LOST;
    sum.late++;
    return FATE_LATE;
  }
  if (happens(commits ? 60 : 300)) {
    sum.unheard++;
    return FATE_UNHEARD;
  }
  if (!commits || !happens(80)) return FATE_GOOD;
  sum.twice++;
  return FATE_TWICE;
}

static void after_answer(struct memory_way *way, struct store *store) {
  (void)way;
  takes_time(store);
}

static void come_later(struct memory_way *way, struct memory_round round) {
  for (int i = 0; i < LATE; i++) {
    if (world.late[i].due != 0) continue;
    world.late[i] = (struct round_under_way){round, world.database.now + chance(8000)};
    return;
  }
  memory_unlock(way->database, round.number);
  memory_round_free(&round); /* it never comes */
}

/* From where somebody asks: few addresses, so that each has several people at several tables. */
static struct lobby_asker asker_of(int table, int client) {
  const uint64_t address = (uint64_t)(table + client) % ADDRESSES + 1;
  return (struct lobby_asker){.shared = address, .shared_network = network_of(address)};
}

/* A table as it is stored, read on by who plays there: a log that cannot be read fails. */
static void read_stored(struct fleet_table *known, const struct memory_table *stored) {
  struct fault fault;
  if (known->people.table == NULL) {
    memcpy(known->id, stored->stored.id, sizeof known->id);
    known->people.table = table_open(library, known->id, stored->stored.secret, world.database.now);
    known->people.random = world.chance.random;
  }
  while (known->people.table->seq < stored->count) {
    const struct text *body = &stored->entries[known->people.table->seq].body;
    if (!table_apply(known->people.table, text_span(body), &fault)) fail_msg("%s", fault.text);
    lose_seats(&known->people);
    sum.entries++;
  }
}

/* Nobody holds more than their share, whichever nodes they ask. */
static void check_shares(void) {
  for (uint64_t address = 1; address <= ADDRESSES; address++) {
    const struct store_held own = memory_held(&world.database, address, false);
    const struct store_held all = memory_held(&world.database, network_of(address), true);
    assert_true(own.seats <= SEATS_MOST && own.tables <= TABLES_MOST);
    assert_true(all.seats <= SEATS_MOST * LIMITER_NETWORK_SHARES && all.tables <= TABLES_MOST * LIMITER_NETWORK_SHARES);
  }
}

static void after_stored(struct memory_way *way) {
  for (int i = 0; i < way->database->count; i++) read_stored(&world.tables[i], &way->database->tables[i]);
  check_shares();
}

/* Rounds for which nobody waits any more come to the database. */
static void carry_out_late(void) {
  for (int i = 0; i < LATE; i++) {
    struct round_under_way *late = &world.late[i];
    if (late->due == 0 || (late->due > world.database.now && !world.calm)) continue;
    struct fault unheard;
    if (memory_carry_out(&world.database, &late->round, &unheard))
      after_stored(&world.nodes[0].way);
    else
      sum.refused++;
    memory_unlock(&world.database, late->round.number);
    memory_round_free(&late->round);
    late->due = 0;
  }
}

/* ---- Nodes ---- */

static void start_node(struct fleet_node *node) {
  struct fault fault = {0};
  const int own = (int)(node - world.nodes);
  node->ahead = world.calm ? node->ahead : ((int64_t)chance(20) - 10) * 3600000;
  node->dying = false;
  snprintf(node->path, sizeof node->path, "postgresql://%d", own);
  node->way = (struct memory_way){&world.database, choose_fate, after_answer, after_stored, come_later, node};
  const struct lobby_settings settings = {
      .path = node->path,
      .key_path = world.key_path,
      .now = fleet_clock,
      .context = node,
      .threads = 1,
      .limits = {.tables_per_address = TABLES_MOST, .seats_per_address = SEATS_MOST}};
  world.depth++; /* it does not run yet */
  node->lobby = lobby_open(&settings, &fault);
  world.depth--;
  if (node->lobby == NULL) node->again = world.database.now + 500;
}

static void leave_stream(struct fleet_reader *reader) {
  lobby_unwatch(world.nodes[reader->node].lobby, &reader->watcher);
  reader->node = -1;
  reader->again = world.database.now + chance(world.calm ? 300 : 3000);
}

/* Its streams break off, and what it had in memory is gone. `dying`: without a word to the database. */
static void stop_node(struct fleet_node *node, bool dying) {
  const int own = (int)(node - world.nodes);
  for (int i = 0; i < MEMORY_TABLES; i++)
    for (int k = 0; k < READERS; k++)
      if (world.tables[i].readers[k].node == own) leave_stream(&world.tables[i].readers[k]);
  for (int i = 0; i < node->count; i++)
    text_free(&node->replies[i].letter.errand.body), answer_free(&node->replies[i].answer);
  node->count = 0;
  node->dying = dying;
  lobby_close(node->lobby);
  node->lobby = NULL;
  node->frozen = node->cut = 0;
  node->again = world.database.now + chance(world.calm ? 100 : 9000);
}

/* ---- Requests on their way ---- */

static void free_errand(struct errand *errand) {
  text_free(&errand->body);
  *errand = (struct errand){.serial = 0};
}

static void post(int table, const struct errand *errand, int node, int64_t delay) {
  for (int i = 0; i < LETTERS; i++) {
    struct letter *letter = &world.letters[i];
    if (letter->serial != 0) continue;
    *letter = (struct letter){errand->serial, table, node, *errand, world.database.now + delay};
    letter->errand.body = (struct text){0};
    text_add(&letter->errand.body, errand->body.bytes, errand->body.length);
    return;
  }
}

/* Sends it to any node; now and then a second one comes later. */
static void send_errand(int table, struct errand *errand) {
  if (!happens(15)) post(table, errand, (int)chance(NODES), chance(50));
  if (happens(12)) post(table, errand, (int)chance(NODES), chance(6000));
  errand->again = world.database.now + 800 + chance(800);
}

static struct errand *begin_errand(int table, enum message_kind kind, int client) {
  struct fleet_table *known = &world.tables[table];
  for (int i = 0; i < ERRANDS; i++) {
    struct errand *errand = &known->errands[i];
    if (errand->serial != 0) continue;
    *errand = (struct errand){.serial = ++world.serials, .kind = kind, .client = client};
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

/* Who sits comes back by their recovery link, now and then at two places at once. */
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
static void want(int table) {
  struct fleet_table *known = &world.tables[table];
  struct people *people = &known->people;
  if (!known->is_listed || people->table->state >= TABLE_OVER) return;
  if (happens(15)) {
    const int client = (int)chance(CLIENTS);
    if (people->seats[client] > 0 && !is_seating(known, client)) want_recovery(table, client);
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

static bool read_word(const struct text *body, const char *name, char *word, size_t size) {
  char key[16];
  snprintf(key, sizeof key, "\"%s\":\"", name);
  const char *found = strstr(body->bytes, key);
  if (found == NULL) return false;
  found += strlen(key);
  snprintf(word, size, "%.*s", (int)strcspn(found, "\""), found);
  return true;
}

static int64_t read_figure(const struct answer *answer, const char *name) {
  char key[16];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *found = strstr(answer->body.bytes, key);
  return found == NULL ? 0 : strtoll(found + strlen(key), NULL, 10);
}

static const struct memory_table *stored_of(int table) {
  return memory_find_id(&world.database, span_of(world.tables[table].id));
}

/* True if this token holds a seat of the table, as it is stored. */
static bool holds(int table, const char *token) {
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
static void check_answer(const struct letter *letter, const struct answer *answer) {
  const struct errand *errand = &letter->errand;
  sum.too_many += answer->code == ANSWER_TOO_MANY_SEATS || answer->code == ANSWER_TOO_MANY_TABLES;
  if (answer->code == ANSWER_WRONG_TOKEN && errand->kind == ACT && !errand->recovers)
    assert_false(holds(letter->table, errand->token));
  if (answer_is_refusal(answer->code) || errand->kind != ACT) return;
  if (errand->recovers)
    check_recovery(&world.tables[letter->table], &errand->body);
  else
    check_action(stored_of(letter->table), &errand->body, read_figure(answer, "seq"));
}

/* The answer has come to who asked. */
static void conclude(const struct letter *letter, const struct answer *answer) {
  struct fleet_table *known = &world.tables[letter->table];
  for (int i = 0; i < ERRANDS; i++) {
    struct errand *errand = &known->errands[i];
    if (errand->serial != letter->serial || answer->code == ANSWER_NOT_STORED) continue;
    const int client = errand->client;
    if (!answer_is_refusal(answer->code) && (errand->kind == SIT || errand->recovers)) {
      struct holder_words *words = &known->words[client];
      assert_true(read_word(&answer->body, "token", words->token, sizeof words->token));
      assert_true(read_word(&answer->body, "recovery", words->recovery, sizeof words->recovery));
      known->people.seats[client] = holds(letter->table, words->token) ? (int)read_figure(answer, "seat") : 0;
    }
    free_errand(errand);
  }
}

/* ---- A round of a node ---- */

static void keep_reply(struct fleet_node *node, const struct letter *letter, struct answer answer) {
  CHECK(node->count < LETTERS);
  node->replies[node->count++] = (struct reply){*letter, answer};
}

/* What a node does with a request. */
static void receive(struct fleet_node *node, struct letter letter) {
  const struct errand *errand = &letter.errand;
  const struct span id = span_of(world.tables[letter.table].id), body = text_span(&errand->body);
  const struct span token = span_of(errand->token);
  struct answer answer = {0};
  lobby_ask_as(node->lobby, asker_of(letter.table, errand->client));
  if (errand->kind == SIT)
    lobby_sit(node->lobby, id, (struct span){"", 0}, body, &answer);
  else if (errand->recovers)
    lobby_recover(node->lobby, id, body, &answer);
  else
    lobby_act(node->lobby, id, token, body, &answer);
  if (!answer.later) {
    keep_reply(node, &letter, answer);
    return;
  }
  answer_free(&answer);
  post(letter.table, errand, letter.node, 5);
  text_free(&letter.errand.body);
}

static void take_letters(struct fleet_node *node) {
  const int own = (int)(node - world.nodes);
  for (int i = 0; i < LETTERS; i++) {
    struct letter *letter = &world.letters[i], taken = *letter;
    if (letter->serial == 0 || letter->node != own || letter->due > world.database.now) continue;
    letter->serial = 0;
    if (node->lobby == NULL)
      text_free(&taken.errand.body);
    else
      receive(node, taken);
  }
}

/* What waits for the round is told, or that it was not stored. */
static void tell_replies(struct fleet_node *node, bool stored) {
  for (int i = 0; i < node->count; i++) {
    struct reply *reply = &node->replies[i];
    const int table = reply->letter.table;
    if (reply->answer.waits && stored && lobby_has_moved(node->lobby, span_of(world.tables[table].id))) {
      sum.moved++;
      post(table, &reply->letter.errand, reply->letter.node, 1);
      text_free(&reply->letter.errand.body), answer_free(&reply->answer);
      continue;
    }
    if (reply->answer.waits && !stored) answer_not_stored(&reply->answer);
    check_answer(&reply->letter, &reply->answer);
    if (!happens(15)) conclude(&reply->letter, &reply->answer);
    text_free(&reply->letter.errand.body);
    answer_free(&reply->answer);
  }
  node->count = 0;
}

static void wake_reader(struct lobby_watcher *watcher) { (void)watcher; }

/* Comes to any node that takes it, for who sits there or for who only watches. */
static void begin_stream(struct fleet_table *known, struct fleet_reader *reader) {
  struct answer answer = {0};
  const int node = (int)chance(NODES), client = (int)chance(2 * CLIENTS);
  struct lobby *lobby = world.nodes[node].lobby;
  if (lobby == NULL || world.nodes[node].runs || world.nodes[node].frozen > world.database.now) return;
  const char *token = client < CLIENTS && known->people.seats[client] > 0 ? known->words[client].token : "";
  reader->watcher = (struct lobby_watcher){.wake = wake_reader, .context = reader};
  world.nodes[node].runs = true;
  if (lobby_watch(lobby, span_of(known->id), span_of(token), &reader->watcher, &answer)) {
    reader->node = node;
    sum.streams++;
  }
  world.nodes[node].runs = false;
  answer_free(&answer);
}

/* How many entries were stored at this time. */
static int64_t count_stored(const struct memory_table *stored, int64_t time) {
  int64_t count = stored->count;
  while (count > 0 && stored->entries[count - 1].at > time) count--;
  return count;
}

/* Tells what is there, each entry as it is stored. A node that has the table in memory and hears nothing of it any more
 * ends the stream. */
static void read_stream(struct fleet_table *known, struct fleet_reader *reader) {
  struct lobby *lobby = world.nodes[reader->node].lobby;
  const struct memory_table *stored = memory_find_id(&world.database, span_of(known->id));
  const int64_t last = lobby_last(lobby, &reader->watcher);
  while (reader->told < last) {
    const struct span entry = lobby_entry(lobby, &reader->watcher, reader->told + 1);
    if (entry.bytes == NULL) return;
    assert_true(reader->told < stored->count);
    const struct text *body = &stored->entries[reader->told++].body;
    assert_true(entry.length == body->length && memcmp(entry.bytes, body->bytes, body->length) == 0);
  }
  if (last > 0 && lobby_hears(lobby)) assert_true(last >= count_stored(stored, world.database.now - OLDEST_MS));
}

static void read_streams(struct fleet_node *node) {
  const int own = (int)(node - world.nodes);
  for (int i = 0; i < world.database.count; i++) {
    for (int k = 0; k < READERS; k++) {
      struct fleet_reader *reader = &world.tables[i].readers[k];
      if (reader->node != own) continue;
      if (!reader->watcher.ends) read_stream(&world.tables[i], reader);
      if (reader->watcher.ends || happens(400)) leave_stream(reader);
    }
  }
}

static void step_node(struct fleet_node *node) {
  if (node->runs || node->frozen > world.database.now) return;
  if (node->lobby == NULL) {
    take_letters(node); /* which are lost */
    if (world.depth == 0 && node->again <= world.database.now) start_node(node);
    return;
  }
  node->runs = true;
  take_letters(node);
  lobby_tick(node->lobby);
  lobby_has_read(node->lobby);
  if (world.depth > 0 && happens(30)) node->frozen = world.database.now + chance(8000); /* in the middle of its round */
  const bool stored = lobby_commit(node->lobby);
  tell_replies(node, stored);
  lobby_compare(node->lobby);
  lobby_beat(node->lobby);
  read_streams(node);
  node->runs = false;
}

/* ---- What goes wrong ---- */

static void go_wrong(void) {
  struct fleet_node *node = &world.nodes[chance(NODES)];
  if (node->lobby == NULL) return;
  switch (chance(8)) {
  case 0:
  case 1:
    sum.kills++;
    stop_node(node, true);
    return;
  case 2:
  case 3:
    sum.frosts++;
    node->frozen = world.database.now + chance(9000);
    return;
  case 4:
    sum.ends++;
    stop_node(node, false);
    return;
  case 5:
    world.down = world.database.now + chance(5000);
    if (chance(4) == 0) world.database.lag = chance(4000);
    return;
  default: sum.cuts++; node->cut = world.database.now + chance(9000);
  }
}

/* ---- A fleet ---- */

static void make_table(int number, uint64_t seed) {
  struct fleet_table *known = &world.tables[number];
  struct text setup = {0}, body = {0};
  struct answer answer = {0};
  struct people *people = &known->people;
  struct fleet_node *node = &world.nodes[number % NODES];
  *people = (struct people){.random = seed * 0x9e3779b97f4a7c15u + (uint64_t)number, .calm = number % 4 == 0};
  write_setup(people, &setup);
  text_print(&body, "{\"id\":\"create-%d\",\"name\":\"client 0\",\"setup\":%s}", number, setup.bytes);
  node->runs = true;
  lobby_ask_as(node->lobby, asker_of(number, 0));
  lobby_create(node->lobby, span_of(""), text_span(&body), &answer);
  if (answer.code != ANSWER_CREATED) fail_msg("%s", answer.body.bytes);
  assert_true(lobby_commit(node->lobby));
  node->runs = false;
  known->is_listed = true;
  assert_true(read_word(&answer.body, "token", known->words[0].token, sizeof known->words[0].token));
  assert_true(read_word(&answer.body, "recovery", known->words[0].recovery, sizeof known->words[0].recovery));
  people->seats[0] = (int)read_figure(&answer, "seat");
  answer_free(&answer), text_free(&setup), text_free(&body);
}

static void step_world(void) {
  const int table = (int)chance((uint32_t)world.database.count);
  world.database.now += chance(40);
  carry_out_late();
  if (!world.calm) want(table);
  for (int i = 0; i < world.database.count; i++) {
    struct fleet_table *known = &world.tables[i];
    for (int k = 0; k < ERRANDS; k++)
      if (known->errands[k].serial != 0 && known->errands[k].again <= world.database.now)
        send_errand(i, &known->errands[k]);
    for (int k = 0; k < READERS; k++)
      if (known->readers[k].node < 0 && known->readers[k].again <= world.database.now)
        begin_stream(known, &known->readers[k]);
  }
  step_node(&world.nodes[chance(NODES)]);
  if (happens(150)) go_wrong();
}

static void open_world(uint64_t seed) {
  char key_path[sizeof world.key_path];
  memcpy(key_path, world.key_path, sizeof key_path);
  world = (struct fleet_world){.chance.random = seed * 0x9e3779b97f4a7c15u + 1, .secrets = seed};
  memcpy(world.key_path, key_path, sizeof key_path);
  world.database.now = CORE_START;
  for (int i = 0; i < WORDS_UNDER_WAY; i++) world.words[i].to = -1;
  for (int i = 0; i < MEMORY_TABLES; i++)
    for (int k = 0; k < READERS; k++) world.tables[i].readers[k].node = -1;
  world.calm = true;
  for (int i = 0; i < NODES; i++) start_node(&world.nodes[i]);
  for (int i = 0; i < 100; i++) { /* until they know one another */
    world.database.now += 50;
    for (int k = 0; k < NODES; k++) step_node(&world.nodes[k]);
  }
  for (int i = 0; i < TABLES_OF_FLEET; i++) make_table(i, seed);
  world.calm = false;
}

static void close_world(void) {
  for (int i = 0; i < NODES; i++) {
    if (world.nodes[i].lobby != NULL) stop_node(&world.nodes[i], true);
    text_free(&world.nodes[i].told), text_free(&world.nodes[i].heard);
  }
  for (int i = 0; i < LETTERS; i++)
    if (world.letters[i].serial != 0) text_free(&world.letters[i].errand.body);
  for (int i = 0; i < MEMORY_TABLES; i++) {
    table_close(world.tables[i].people.table);
    for (int k = 0; k < ERRANDS; k++) free_errand(&world.tables[i].errands[k]);
  }
  for (int i = 0; i < LATE; i++) memory_round_free(&world.late[i].round);
  memory_free(&world.database);
}

/* Nothing fails any more, and all that waits is answered. */
static void come_to_rest(void) {
  const int64_t end = world.database.now + CALM_MS;
  world.calm = true;
  world.down = 0;
  for (int i = 0; i < NODES; i++) {
    world.nodes[i].frozen = world.nodes[i].cut = 0;
    if (world.nodes[i].again > world.database.now + 1000) world.nodes[i].again = world.database.now + 1000;
  }
  while (world.database.now < end) step_world();
}

/* Somebody who watches says something at each table that is not over. */
static void say_everywhere(void) {
  for (int i = 0; i < world.database.count; i++) {
    const struct table *table = world.tables[i].people.table;
    if (table->state >= TABLE_OVER) continue;
    struct errand *errand = begin_errand(i, ACT, -1);
    assert_non_null(errand);
    text_print(&errand->body, "{\"id\":\"at-rest-%d\",\"type\":\"say\",\"text\":\"here\",\"name\":\"Zoe\"}", i);
  }
}

static bool all_is_answered(void) {
  for (int i = 0; i < world.database.count; i++)
    for (int k = 0; k < ERRANDS; k++)
      if (world.tables[i].errands[k].serial != 0) return false;
  return true;
}

static void check_rest(void) {
  for (int i = 0; i < world.database.count; i++) {
    const struct memory_table *stored = &world.database.tables[i];
    const struct fleet_table *known = &world.tables[i];
    for (int k = 0; k < READERS; k++)
      assert_true(known->readers[k].node >= 0 && known->readers[k].told == stored->count);
    for (int client = 0; client < CLIENTS; client++)
      if (known->people.seats[client] > 0) assert_true(holds(i, known->words[client].token));
    const bool over = known->people.table->state >= TABLE_OVER;
    assert_int_equal(over, stored->stored.state == STORE_FINISHED);
    assert_true(over || stored->stored.due > memory_clock(&world.database) - UNDONE_MS);
    if (known->people.table->state == TABLE_OVER) check_record(known->people.table);
    sum.finished += known->people.table->state == TABLE_OVER;
  }
}

static void simulate(uint64_t seed) {
  run_seed(seed);
  open_world(seed);
  for (int step = 0; step < STEPS; step++) step_world();
  come_to_rest();
  assert_true(all_is_answered());
  say_everywhere();
  come_to_rest();
  assert_true(all_is_answered());
  check_rest();
  sum.fleets++, sum.tables += world.database.count;
  close_world();
  run_seed(0);
}

static long fleets = FLEETS, first_seed = 1;

TEST_WITH(whatever_happens_nodes_lose_nothing, NULL, tell_seed_at_end) {
  for (long i = 0; i < fleets; i++) simulate((uint64_t)(first_seed + i));
  printf(
      "%ld fleets, %ld tables, %ld finished; %ld entries, %ld actions acknowledged, %ld requests whose table had moved "
      "on, %ld "
      "streams\n"
      "nodes: %ld kills, %ld frosts, %ld ends, %ld cuts; statements and commits: %ld lost, %ld unheard, %ld late, %ld "
      "twice, %ld of those refused; %ld requests for more than a share\n",
      sum.fleets, sum.tables, sum.finished, sum.entries, sum.acknowledged, sum.moved, sum.streams, sum.kills,
      sum.frosts, sum.ends, sum.cuts, sum.lost, sum.unheard, sum.late, sum.twice, sum.refused, sum.too_many);
  assert_true(sum.acknowledged > fleets * 100);
}

/* The other half of the key, which all nodes have. */
static int make_key(void **state) {
  static const char half[STORE_SECRET] = "the same for all";
  if (open_library(state) != 0) return -1;
  snprintf(world.key_path, sizeof world.key_path, "/tmp/fleet_simulation.XXXXXX");
  const int file = mkstemp(world.key_path);
  if (file < 0 || write(file, half, sizeof half) != sizeof half) return -1;
  return close(file);
}

static int remove_key(void **state) {
  unlink(world.key_path);
  return close_library(state);
}

int main(int argc, char **argv) {
  if (argc > 1) fleets = (strtol(argv[1], NULL, 10) + TABLES_OF_FLEET - 1) / TABLES_OF_FLEET;
  if (argc > 2) first_seed = strtol(argv[2], NULL, 10);
  return run_all_tests(make_key, remove_key);
}
