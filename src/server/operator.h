/* What the server reports to its operator: a line of the log for each event, and figures. */
#ifndef SERVER_OPERATOR_H
#define SERVER_OPERATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "server/route.h"

struct service;

/* How many statuses and buckets the figures distinguish. */
enum { METRICS_STATUSES = 16, METRICS_BUCKETS = 8 };

/* ---- The log ---- */

/* The log on standard error, in words or as JSON. */
struct server_log {
  bool json;
  struct text line; /* the line that is being written; the owner frees its memory */
};

/*
 * These write a line: its event, its fields, and its end. It reads `2026-11-21T12:00:00.000Z refused
 * route=/api/v1/tables code=429`, or `{"time":"...","event":"refused","route":"/api/v1/tables","code":429}`. Tokens,
 * recovery words, queries and bodies never stand in the log.
 */
void log_begin(struct server_log *log, const char *event);
void log_text(struct server_log *log, const char *key, const char *value);
void log_number(struct server_log *log, const char *key, int64_t value);
void log_end(struct server_log *log);

/* ---- Figures ---- */

/* The server's own figures, for Prometheus. All are zero at the start. */
struct metrics {
  uint64_t answers[ROUTE_COUNT][METRICS_STATUSES]; /* by route and status; the last column counts all other statuses */
  uint64_t
      seconds[METRICS_BUCKETS]; /* how many requests that change something took how long, by the buckets of lobby.h */
  uint64_t microseconds;        /* their sum */
  int64_t streams;              /* open now */
  uint64_t stream_writes;       /* to all of them */
};

/* Counts an answer. */
void metrics_answer(struct metrics *metrics, enum route route, unsigned status);
/* Counts how long a request took that changed something. */
void metrics_time(struct metrics *metrics, uint64_t microseconds);
/* Appends all figures of the server and its lobby in the text format of Prometheus. */
void metrics_write(const struct service *service, struct text *text);

#endif
