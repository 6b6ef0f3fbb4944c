/*
 * Whatever happens in a fleet (fleet.h), nothing is lost. Once nothing fails any more, everything that was asked is
 * answered, all streams have all of their log, and nothing that is due is left undone.
 *
 * `lobby_fleet_simulation_test TABLES [SEED [HISTORY]]` simulates another number of tables, from another seed on, and
 * writes the history of requests and answers into a new file.
 */
#include "lobby/fleet.h"

enum {
  FLEETS = 12,
  STEPS = 6000,   /* of a fleet, before all is mended */
  CALM_MS = 40000 /* for which it runs on then */
};

/* Nothing fails any more, and all that waits is answered. */
static void come_to_rest(void) {
  const int64_t end = world.database.now + CALM_MS;
  begin_calm();
  while (world.database.now < end) step_world();
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
      "on, %ld reads, %ld streams\n"
      "nodes: %ld kills, %ld frosts, %ld ends, %ld cuts; statements and commits: %ld lost, %ld unheard, %ld late, %ld "
      "twice, %ld of those refused; %ld requests for more than a share\n",
      sum.fleets, sum.tables, sum.finished, sum.entries, sum.acknowledged, sum.moved, sum.reads, sum.streams, sum.kills,
      sum.frosts, sum.ends, sum.cuts, sum.lost, sum.unheard, sum.late, sum.twice, sum.refused, sum.too_many);
  assert_true(sum.acknowledged > fleets * 100 && sum.reads > fleets * 10);
}
int main(int argc, char **argv) {
  if (argc > 1) fleets = (strtol(argv[1], NULL, 10) + TABLES_OF_FLEET - 1) / TABLES_OF_FLEET;
  if (argc > 2) first_seed = strtol(argv[2], NULL, 10);
  if (argc > 3 && (history = fopen(argv[3], "wx")) == NULL) {
    perror(argv[3]);
    return 1;
  }
  const int failed = run_all_tests(make_key, remove_key);
  return history == NULL || fclose(history) == 0 ? failed : 1;
}
