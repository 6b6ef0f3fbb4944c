/*
 * A fleet (fleet.h) in which all sorts of things fail for a while, and then nothing does, again and again: whatever
 * waits when the faults stop is served within a bound of simulated time. What waits is each request that is not
 * answered, each stream that has not told what is stored, and each table at which something is due.
 *
 * `lobby_fleet_liveness_test FLEETS [SEED]` simulates another number of fleets, from another seed on.
 */
#include "lobby/fleet.h"

enum {
  FLEETS = 6,
  SPELLS = 8,     /* of faults, in a fleet */
  FAULTS = 600,   /* steps of a spell at most */
  BOUND_MS = 5000 /* in which everything is served */
};

static long fleets = FLEETS, first_seed = 1;

/* The time that passed until everything was served, the longest of all spells. */
static struct {
  long spells;
  int64_t answers, streams, due;
} waited;

/* True if all streams run and have told what was stored when the faults stopped, `counts` entries. */
static bool all_is_told(const int *counts, int tables) {
  for (int i = 0; i < tables; i++)
    for (int k = 0; k < READERS; k++) {
      const struct fleet_reader *reader = &world.tables[i].readers[k];
      if (reader->node < 0 || reader->told < counts[i]) return false;
    }
  return true;
}

/* True if nothing was left undone that had been due when the faults stopped. */
static bool all_is_done(int64_t since) {
  for (int i = 0; i < world.database.count; i++) {
    const struct store_table *stored = &world.database.tables[i].stored;
    if (stored->state != STORE_FINISHED && stored->due <= since) return false;
  }
  return true;
}

/* Says what waits. */
static void tell_waiting(const int *counts, int tables, int64_t since) {
  for (int i = 0; i < world.database.count; i++) {
    const struct fleet_table *known = &world.tables[i];
    for (int k = 0; k < ERRANDS; k++)
      if (known->errands[k].serial != 0) print_error("table %d: %s\n", i, known->errands[k].body.bytes);
    for (int k = 0; k < READERS && i < tables; k++)
      if (known->readers[k].node < 0 || known->readers[k].told < counts[i])
        print_error("table %d: a stream at node %d has %lld of %d\n", i, known->readers[k].node,
                    (long long)known->readers[k].told, counts[i]);
    const struct store_table *stored = &world.database.tables[i].stored;
    if (stored->state != STORE_FINISHED && stored->due <= since)
      print_error("table %d has been due for %lld ms\n", i, (long long)(memory_clock(&world.database) - stored->due));
  }
}

/* The faults stop. */
static void serve_all(void) {
  int counts[MEMORY_TABLES];
  const int tables = world.database.count;
  const int64_t begin = world.database.now, since = memory_clock(&world.database);
  int64_t *const kinds[] = {&waited.answers, &waited.streams, &waited.due};
  bool served[3] = {false, false, false};
  for (int i = 0; i < tables; i++) counts[i] = world.database.tables[i].count;
  begin_calm();
  for (int left = 3; left > 0;) {
    step_world();
    const int64_t took = world.database.now - begin;
    const bool now[] = {all_is_answered(), all_is_told(counts, tables), all_is_done(since)};
    for (int i = 0; i < 3; i++) {
      if (served[i] || !now[i]) continue;
      served[i] = true;
      left--;
      *kinds[i] = took > *kinds[i] ? took : *kinds[i];
    }
    if (left > 0 && took > BOUND_MS) {
      tell_waiting(counts, tables, since);
      fail_msg("this waits %lld ms after the faults have stopped", (long long)took);
    }
  }
  waited.spells++;
  world.calm = false;
}

TEST_WITH(whatever_waits_is_served, NULL, tell_seed_at_end) {
  for (long i = 0; i < fleets; i++) {
    run_seed((uint64_t)(first_seed + i));
    open_world((uint64_t)(first_seed + i));
    for (int spell = 0; spell < SPELLS; spell++) {
      for (int step = (int)chance(FAULTS); step > 0; step--) step_world();
      serve_all();
    }
    close_world();
    run_seed(0);
  }
  printf("%ld fleets, %ld spells of faults; after them all requests were answered within %lld ms, all streams had told "
         "all within %lld ms, all that was due was done within %lld ms\n",
         fleets, waited.spells, (long long)waited.answers, (long long)waited.streams, (long long)waited.due);
}

int main(int argc, char **argv) {
  if (argc > 1) fleets = strtol(argv[1], NULL, 10);
  if (argc > 2) first_seed = strtol(argv[2], NULL, 10);
  return run_all_tests(make_key, remove_key);
}
