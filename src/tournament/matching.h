/* Matchings of the greatest weight in a graph, by the library LEMON. */
#ifndef TOURNAMENT_MATCHING_H
#define TOURNAMENT_MATCHING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An edge between two different nodes. */
struct matching_edge {
  int one, other;
  int64_t weight; /* at most 2^58 from 0 */
};

/*
 * Finds the matching of the greatest weight and writes the partner of each node into `partners`, -1 for none.
 * `perfect`: every node must have one; false if that cannot be, and `partners` is then undefined. The same edges in the
 * same order give the same matching.
 */
bool matching_find(int nodes, const struct matching_edge *edges, size_t count, bool perfect, int *partners);

#ifdef __cplusplus
}
#endif

#endif
