#include "tournament/seeds.h"

#include <stdlib.h>

#include "base/guard.h"

/* An entrant with what is compared. */
struct seed_key {
  int entrant;
  int32_t rating;
  uint32_t lot;
};

static int compare(const void *one, const void *other) {
  const struct seed_key *a = one, *b = other;
  if (a->rating != b->rating) return a->rating < b->rating ? 1 : -1;
  if (a->lot != b->lot) return a->lot < b->lot ? -1 : 1;
  return a->entrant - b->entrant;
}

void seeds_find(const struct tournament *tournament, int *seeds) {
  const int count = tournament->entrant_count;
  struct seed_key *keys = memory_new((size_t)count * sizeof *keys);
  for (int i = 0; i < count; i++)
    keys[i] = (struct seed_key){i, tournament->entrants[i].rating, tournament->entrants[i].lot};
  qsort(keys, (size_t)count, sizeof *keys, compare);
  for (int i = 0; i < count; i++) seeds[i] = keys[i].entrant;
  free(keys);
}
