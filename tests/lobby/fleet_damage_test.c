/*
 * A fleet (fleet.h) over a database that lies: rows that it returns are torn, damaged or older than they should be,
 * some do not come, and it forgets what it stored last, as a standby does that lags behind. What is damaged is found
 * and said, and nothing of it spreads: all that nodes store is right, streams tell what is stored, and the list can be
 * read. A request may be refused by what is older than it should be, as nothing is stored then by which this would
 * show. Once the database is sound again, everything that was asked is answered.
 *
 * `lobby_fleet_damage_test FLEETS [SEED]` simulates another number of fleets, from another seed on.
 */
#include "lobby/fleet.h"

enum {
  FLEETS = 8,
  STEPS = 5000,    /* of a fleet, before all is mended */
  CALM_MS = 40000, /* for which it runs on then */
  SPOIL = 800,     /* a row of so many is spoiled */
  FORGET = 700,    /* steps between two forgettings, about */
  FORGOTTEN_MS = 4000
};

static long fleets = FLEETS, first_seed = 1;

/* What was done, and how often a node said so. */
static struct { long torn, damaged, stale, forgotten, forgotten_entries, tables, lists; } count;

/* ---- Rows ---- */

static struct store_value cut(struct store_value value) {
  if (value.bytes.length > 0) value.bytes.length = chance((uint32_t)value.bytes.length);
  return value;
}

/* What no row of the store can be. */
static struct store_value damaged_value(struct store_value value) {
  switch (chance(3)) {
  case 0: return (struct store_value){.type = VALUE_NOTHING, .bytes = {"", 0}};
  case 1: return (struct store_value){.type = VALUE_NUMBER, .number = -1 - (int64_t)chance(9), .bytes = {"", 0}};
  default:
    value.type = value.type == VALUE_BYTES ? VALUE_TEXT : VALUE_BYTES;
    value.bytes = value.bytes.bytes == NULL ? (struct span){"x", 1} : value.bytes;
    value.number = INT64_MIN;
    return value;
  }
}

/* The row comes as it was some time ago, or not at all. */
static bool make_stale(enum store_statement statement, struct store_value *row) {
  count.stale++;
  switch (statement) {
  case STORE_FIND:
  case STORE_CLAIM: row[7].number ^= 1; return true; /* another version: all of them are drawn at random */
  case STORE_MOVED:
    if (chance(2) == 0)
      row[2].number -= row[2].number > 0;
    else
      row[1].number ^= 1;
    return chance(2) == 0;
  default: return false;
  }
}

/* The columns whose damage shows: those that hold bytes of a fixed form, or a number with bounds. */
static int pick_column(enum store_statement statement) {
  static const int tables[] = {1, 3, 4, 5}, entries[] = {0, 1}, grown[] = {1, 2}, seats[] = {0, 1, 2};
  switch (statement) {
  case STORE_FIND:
  case STORE_CLAIM: return tables[chance(4)];
  case STORE_ENTRIES: return entries[chance(2)];
  case STORE_GROWN: return grown[chance(2)];
  case STORE_SEATS: return seats[chance(3)];
  default: return 1;
  }
}

static bool spoil(struct memory_way *way, enum store_statement statement, struct store_value *row) {
  (void)way;
  if (!happens(SPOIL)) return true;
  const uint32_t kind = statement == STORE_MOVED ? 0 : chance(3);
  const int column = pick_column(statement);
  if (kind == 0 && statement != STORE_SEATS) return make_stale(statement, row);
  if (kind == 1 && row[column].bytes.length > 0) {
    count.torn++;
    row[column] = cut(row[column]);
  } else {
    count.damaged++;
    row[column] = damaged_value(row[column]);
  }
  return true;
}

/* ---- A fleet ---- */

/* What the nodes have said, and whether their lists can be read. */
static void listen_to_nodes(void) {
  for (int i = 0; i < NODES; i++) {
    struct fleet_node *node = &world.nodes[i];
    struct answer answer = {0};
    if (node->lobby == NULL || node->runs || node->frozen > world.database.now) continue;
    while (lobby_take_damage(node->lobby) != NULL) count.tables++;
    node->runs = true; /* it does nothing else while it waits for the database */
    lobby_list(node->lobby, &answer);
    node->runs = false;
    if (!answer_is_refusal(answer.code)) {
      json_t *json = json_loadb(answer.body.bytes, answer.body.length, 0, NULL);
      assert_non_null(json);
      json_decref(json);
      count.lists++;
    }
    answer_free(&answer);
  }
}

static int64_t count_entries(void) {
  int64_t entries = 0;
  for (int i = 0; i < world.database.count; i++) entries += world.database.tables[i].count;
  return entries;
}

static void simulate(uint64_t seed) {
  static struct memory_database before;
  run_seed(seed);
  open_world(seed);
  world.spoil = spoil;
  for (int i = 0; i < NODES; i++) world.nodes[i].way.spoil = spoil;
  before = world.database;
  for (int step = 0; step < STEPS; step++) {
    step_world();
    if (chance(50) == 0) listen_to_nodes();
    if (world.database.now > before.now + FORGOTTEN_MS) before = world.database;
    if (!happens(FORGET)) continue;
    count.forgotten++;
    count.forgotten_entries -= count_entries();
    forget_since(&before);
    count.forgotten_entries += count_entries();
  }
  for (int turn = 0; turn < 2; turn++) {
    const int64_t end = world.database.now + CALM_MS;
    begin_calm();
    while (world.database.now < end) step_world();
    listen_to_nodes();
    assert_true(all_is_answered());
    if (turn == 0) say_everywhere();
  }
  check_rest();
  close_world();
  run_seed(0);
}

TEST_WITH(what_a_database_spoils_does_not_spread, NULL, tell_seed_at_end) {
  for (long i = 0; i < fleets; i++) simulate((uint64_t)(first_seed + i));
  printf("%ld fleets; rows: %ld torn, %ld damaged, %ld stale; %ld times %ld entries were forgotten; %ld entries were "
         "stored, "
         "%ld actions acknowledged\nnodes named %ld damaged tables; %ld lists were read\n",
         fleets, count.torn, count.damaged, count.stale, count.forgotten, -count.forgotten_entries, sum.entries,
         sum.acknowledged, count.tables, count.lists);
  assert_true(count.tables > 0 || fleets < FLEETS);
}

int main(int argc, char **argv) {
  if (argc > 1) fleets = strtol(argv[1], NULL, 10);
  if (argc > 2) first_seed = strtol(argv[2], NULL, 10);
  return run_all_tests(make_key, remove_key);
}
