/* The world of a fleet: what is stored, what goes wrong, and how it comes to rest. */
#include "lobby/fleet.h"

struct fleet_world world;
struct fleet_sum sum;
FILE *history;

/* ---- What is stored ---- */

/* The players of a table read on in it as it is stored: a log that cannot be read fails. */
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

void after_stored(struct memory_way *way) {
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

/* ---- What is forgotten ---- */

/* The players of a table know what is stored, and nothing else. */
static void read_anew(int number) {
  struct fleet_table *known = &world.tables[number];
  table_close(known->people.table);
  known->people.table = NULL;
  known->forgot = world.database.now;
  known->spendings = 0;
  memset(known->spent, 0, sizeof known->spent);
  for (int client = 0; client < CLIENTS; client++)
    if (known->people.seats[client] > 0 && !holds(number, known->words[client].token)) known->people.seats[client] = 0;
}

/* There is no such table any more. */
static void lose_table(int number) {
  struct fleet_table *known = &world.tables[number];
  for (int i = 0; i < ERRANDS; i++) free_errand(&known->errands[i]);
  for (int i = 0; i < READERS; i++)
    if (known->readers[i].node >= 0) leave_stream(&known->readers[i]);
  for (int i = 0; i < LETTERS; i++) {
    struct letter *letter = &world.letters[i];
    if (letter->serial == 0 || letter->table != number) continue;
    text_free(&letter->errand.body);
    letter->serial = 0;
  }
  table_close(known->people.table);
  *known = (struct fleet_table){.forgot = 0};
  for (int i = 0; i < READERS; i++) known->readers[i].node = -1;
}

void forget_since(const struct memory_database *before) {
  static struct memory_database now, then;
  then = *before;
  now = world.database;
  for (int i = 0; i < LATE; i++) {
    if (world.late[i].due != 0) memory_round_free(&world.late[i].round);
    world.late[i].due = 0;
  }
  memory_restore(&world.database, &then);
  world.database.now = now.now, world.database.alive = now.alive, world.database.since = now.since;
  world.database.numbers = now.numbers, world.database.rounds = now.rounds, world.database.lag = now.lag;
  memset(world.database.locks, 0, sizeof world.database.locks);
  for (int i = 0; i < world.database.count; i++) {
    world.database.tables[i].locked = 0;
    if (world.database.tables[i].stored.version != now.tables[i].stored.version) read_anew(i);
  }
  for (int i = world.database.count; i < now.count; i++) lose_table(i);
  after_stored(&world.nodes[0].way);
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
  *people =
      (struct people){.random = seed * 0x9e3779b97f4a7c15u + (uint64_t)number, .calm = number % 4 == 0, .guests = true};
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

void step_world(void) {
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

void open_world(uint64_t seed) {
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

void close_world(void) {
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
/* ---- Rest ---- */

void begin_calm(void) {
  world.calm = true;
  world.down = 0;
  for (int i = 0; i < NODES; i++) {
    world.nodes[i].frozen = world.nodes[i].cut = 0;
    if (world.nodes[i].again > world.database.now + 1000) world.nodes[i].again = world.database.now + 1000;
  }
}

/* Somebody who watches says something at each table that is not over. */
void say_everywhere(void) {
  for (int i = 0; i < world.database.count; i++) {
    const struct table *table = world.tables[i].people.table;
    if (table->state >= TABLE_OVER) continue;
    struct errand *errand = begin_errand(i, ACT, -1);
    assert_non_null(errand);
    text_print(&errand->body, "{\"id\":\"at-rest-%d\",\"type\":\"say\",\"text\":\"here\",\"name\":\"Zoe\"}", i);
  }
}

bool all_is_answered(void) {
  for (int i = 0; i < world.database.count; i++)
    for (int k = 0; k < ERRANDS; k++)
      if (world.tables[i].errands[k].serial != 0) return false;
  return true;
}

void check_rest(void) {
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

/* ---- Set-up ---- */

/* The other half of the key, which all nodes have. */
int make_key(void **state) {
  static const char half[STORE_SECRET] = "the same for all";
  if (open_library(state) != 0) return -1;
  snprintf(world.key_path, sizeof world.key_path, "/tmp/fleet_simulation.XXXXXX");
  const int file = mkstemp(world.key_path);
  if (file < 0 || write(file, half, sizeof half) != sizeof half) return -1;
  return close(file);
}

int remove_key(void **state) {
  unlink(world.key_path);
  return close_library(state);
}
