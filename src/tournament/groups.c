/* Groups of a tournament: how they are dealt, and which entrants change from one to another. */
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
