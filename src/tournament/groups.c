/* Groups of a tournament: how they are dealt, which entrants change from one to another, and the seeds after them. */
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "tournament/matching.h"
#include "tournament/tournament.h"

void groups_deal(int count, int groups, bool blocks, int *group_of) {
  for (int i = 0; i < count; i++) {
    const int pass = i / groups, at = i % groups;
    group_of[i] = blocks ? (int)((int64_t)i * groups / count) : pass % 2 == 0 ? at : groups - 1 - at;
  }
}

void groups_move(int *order, const int *sizes, int groups, int moves) {
  int border = 0;
  for (int group = 0; group + 1 < groups; group++) {
    border += sizes[group];
    for (int i = 0; i < moves; i++) {
      const int falls = order[border - moves + i];
      order[border - moves + i] = order[border + i];
      order[border + i] = falls;
    }
  }
}

void groups_seed(const int *group_of, int *seeds, int count) {
  const int slots = 1 << knockout_rounds(count), worse = count - slots / 2;
  int before[ENTRANTS_MOST], partners[2 * ENTRANTS_MOST];
  struct matching_edge *edges = memory_new((size_t)(worse * worse + 1) * sizeof *edges);
  size_t edge_count = 0;
  memcpy(before, seeds, (size_t)count * sizeof *before);

  /* An edge leads from the `i`th of the worse half to the place `worse + k`; one of its own group is dearer than all
   * others can be together. */
  const int64_t again = (int64_t)ENTRANTS_MOST * ENTRANTS_MOST * ENTRANTS_MOST;
  for (int i = 0; i < worse; i++)
    for (int k = 0; k < worse; k++) {
      const int own = before[slots / 2 + i], opponent = before[slots / 2 - 1 - k];
      const int64_t cost = (int64_t)(i - k) * (i - k) + (group_of[own] == group_of[opponent] ? again : 0);
      edges[edge_count++] = (struct matching_edge){i, worse + k, -cost};
    }
  CHECK(matching_find(2 * worse, edges, edge_count, true, partners));
  for (int i = 0; i < worse; i++) seeds[slots / 2 + partners[i] - worse] = before[slots / 2 + i];
  free(edges);
}
