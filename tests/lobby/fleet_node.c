/* A node of a fleet: its way to the database, its rounds, and the streams that it has. */
#include "lobby/fleet.h"

#include "base/fnv.h"

/* ---- The way to the database ---- */
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

/* ---- Nodes ---- */

void start_node(struct fleet_node *node) {
  struct fault fault = {0};
  const int own = (int)(node - world.nodes);
  node->ahead = world.calm ? node->ahead : ((int64_t)chance(20) - 10) * 3600000;
  node->dying = false;
  snprintf(node->path, sizeof node->path, "postgresql://%d", own);
  node->way =
      (struct memory_way){&world.database, choose_fate, after_answer, after_stored, come_later, world.spoil, node};
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

void leave_stream(struct fleet_reader *reader) {
  lobby_unwatch(world.nodes[reader->node].lobby, &reader->watcher);
  reader->node = -1;
  reader->again = world.database.now + chance(world.calm ? 300 : 3000);
}

/* Its streams break off, and what it had in memory is gone. `dying`: without a word to the database. */
void stop_node(struct fleet_node *node, bool dying) {
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
    lobby_ask(node->lobby, lobby_sit, id, (struct span){"", 0}, body, &answer);
  else if (errand->reads)
    lobby_state(node->lobby, id, span_of(""), &answer);
  else if (errand->recovers)
    lobby_ask(node->lobby, lobby_recover, id, (struct span){"", 0}, body, &answer);
  else
    lobby_ask(node->lobby, lobby_act, id, token, body, &answer);
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

static uint64_t add_to_print(uint64_t print, struct span entry) {
  for (size_t i = 0; i < entry.length; i++) print = fnv_add(print, (unsigned char)entry.bytes[i]);
  return print;
}

/* True if what a stream has told is what is stored. */
static bool told_right(const struct fleet_reader *reader, const struct memory_table *stored) {
  uint64_t print = FNV_BEGIN;
  if (reader->told > stored->count) return false;
  for (int64_t i = 0; i < reader->told; i++) print = add_to_print(print, text_span(&stored->entries[i].body));
  return reader->told == 0 || reader->print == print;
}

void begin_stream(struct fleet_table *known, struct fleet_reader *reader) {
  struct answer answer = {0};
  const int node = (int)chance(NODES), client = (int)chance(2 * CLIENTS);
  struct lobby *lobby = world.nodes[node].lobby;
  if (lobby == NULL || world.nodes[node].runs || world.nodes[node].frozen > world.database.now) return;
  const char *token = client < CLIENTS && known->people.seats[client] > 0 ? known->words[client].token : "";
  reader->watcher = (struct lobby_watcher){.wake = wake_reader, .context = reader};
  world.nodes[node].runs = true;
  const struct memory_table *stored = memory_find_id(&world.database, span_of(known->id));
  if (known->forgot != 0 && !told_right(reader, stored)) reader->told = 0; /* as it is `ahead` */
  reader->doubted = false;
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
 * ends the stream, and so does one that has told what the database forgot. */
static void read_stream(struct fleet_table *known, struct fleet_reader *reader) {
  struct lobby *lobby = world.nodes[reader->node].lobby;
  const struct memory_table *stored = memory_find_id(&world.database, span_of(known->id));
  const int64_t last = lobby_last(lobby, &reader->watcher);
  const bool may_differ = known->forgot != 0 && world.database.now < known->forgot + OLDEST_MS;
  if (!may_differ && reader->doubted && lobby_hears(lobby)) {
    assert_true(told_right(reader, stored));
    reader->doubted = false;
  }
  while (reader->told < last) {
    const struct span entry = lobby_entry(lobby, &reader->watcher, reader->told + 1);
    if (entry.bytes == NULL) return;
    reader->told++;
    reader->print = add_to_print(reader->told == 1 ? FNV_BEGIN : reader->print, entry);
    if (may_differ || reader->doubted) {
      reader->doubted = true;
      continue;
    }
    assert_true(reader->told <= stored->count);
    const struct text *body = &stored->entries[reader->told - 1].body;
    assert_true(entry.length == body->length && memcmp(entry.bytes, body->bytes, body->length) == 0);
  }
  /* In the round in which a node hears the database again, the time for reading may be spent: it reads on in the next.
   */
  const bool reads_on = !comparing_is_whole(&lobby->comparing, reader->watcher.slot);
  if (may_differ || last == 0 || reads_on || !lobby_hears(lobby)) return;
  /* If the row was spoiled that says so, the node learns of the entry when it looks once more. */
  const int64_t oldest = world.spoil == NULL ? OLDEST_MS : 2 * (int64_t)OLDEST_MS;
  assert_true(last >= count_stored(stored, world.database.now - oldest));
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

void step_node(struct fleet_node *node) {
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
