/* The server's figures, for Prometheus. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include <stdint.h>

#include "lobby/lobby.h"
#include "server/route.h"

enum { METRICS_STATUSES = 16, METRICS_BUCKETS = 8 };

/* All zero at the start. */
struct metrics {
  uint64_t answers[ROUTE_COUNT][METRICS_STATUSES]; /* by route and status; the last are all others */
  uint64_t seconds[METRICS_BUCKETS];               /* how long what had to be stored took, by the buckets of lobby.h */
  uint64_t microseconds;                           /* all of them together */
  int64_t streams;                                 /* open now */
};

/* Counts an answer. */
void metrics_answer(struct metrics *metrics, enum route route, unsigned status);
/* Counts how long a request took that had to be stored. */
void metrics_time(struct metrics *metrics, uint64_t microseconds);
/* Appends all figures in Prometheus' text format. */
void metrics_write(const struct metrics *metrics, const struct lobby_figures *figures, unsigned connections,
                   struct text *text);

#endif
