#include "server/metrics.h"

/* METRICS_STATUSES; 0 stands for all others. */
static const unsigned statuses[METRICS_STATUSES] = {200, 201, 304, 400, 401, 403, 404, 405, 409, 413, 422, 429, 503};

/* The buckets of lobby.h: the last is without a bound. */
static const struct {
  uint64_t microseconds;
  const char *seconds;
} buckets[METRICS_BUCKETS] = {{250, "0.00025"}, {500, "0.0005"}, {1000, "0.001"}, {2500, "0.0025"},
                              {5000, "0.005"},  {10000, "0.01"}, {50000, "0.05"}, {UINT64_MAX, "+Inf"}};

void metrics_answer(struct metrics *metrics, enum route route, unsigned status) {
  int i = 0;
  while (i < METRICS_STATUSES - 1 && statuses[i] != status) i++;
  metrics->answers[route][i]++;
}

void metrics_time(struct metrics *metrics, uint64_t microseconds) {
  int i = 0;
  while (microseconds > buckets[i].microseconds) i++;
  metrics->seconds[i]++;
  metrics->microseconds += microseconds;
}

static void write_number(struct text *text, const char *name, const char *type, const char *help, uint64_t value) {
  text_print(text, "# HELP tessera_%s %s\n# TYPE tessera_%s %s\ntessera_%s ", name, help, name, type, name);
  text_add_int(text, (int64_t)value);
  text_add_char(text, '\n');
}

static void write_seconds(struct text *text, uint64_t microseconds) {
  text_add_int(text, (int64_t)(microseconds / 1000000));
  text_print(text, ".%06d", (int)(microseconds % 1000000));
}

static void write_histogram(struct text *text, const char *name, const char *help, const uint64_t *counts,
                            uint64_t microseconds) {
  uint64_t count = 0;
  text_print(text, "# HELP tessera_%s %s\n# TYPE tessera_%s histogram\n", name, help, name);
  for (int i = 0; i < METRICS_BUCKETS; i++) {
    count += counts[i];
    text_print(text, "tessera_%s_bucket{le=\"%s\"} ", name, buckets[i].seconds);
    text_add_int(text, (int64_t)count);
    text_add_char(text, '\n');
  }
  text_print(text, "tessera_%s_sum ", name);
  write_seconds(text, microseconds);
  text_print(text, "\ntessera_%s_count ", name);
  text_add_int(text, (int64_t)count);
  text_add_char(text, '\n');
}

static void write_answers(const struct metrics *metrics, struct text *text) {
  text_add_string(text, "# HELP tessera_requests_total Answers by route and status.\n"
                        "# TYPE tessera_requests_total counter\n");
  for (int route = 0; route < ROUTE_COUNT; route++)
    for (int i = 0; i < METRICS_STATUSES; i++) {
      if (metrics->answers[route][i] == 0) continue;
      text_print(text, "tessera_requests_total{route=\"%s\",method=\"%s\",code=\"%u\"} ", route_path((enum route)route),
                 route_has_body((enum route)route) ? "POST" : "GET", statuses[i]);
      text_add_int(text, (int64_t)metrics->answers[route][i]);
      text_add_char(text, '\n');
    }
}

void metrics_write(const struct metrics *metrics, const struct lobby_figures *figures, unsigned connections,
                   struct text *text) {
  write_number(text, "tables_in_memory", "gauge", "Tables in memory.", figures->in_memory);
  write_number(text, "streams", "gauge", "Open event streams.", (uint64_t)metrics->streams);
  write_number(text, "connections", "gauge", "Open connections.", connections);
  write_number(text, "thinking", "gauge", "Computers' turns being thought about or waiting for it.", figures->thinking);
  write_number(text, "tables_created_total", "counter", "Tables created.", figures->created);
  write_number(text, "moves_total", "counter", "Moves of people, programs and computers.", figures->moves);
  write_number(text, "entries_total", "counter", "Entries stored.", figures->entries);
  write_number(text, "failed_commits_total", "counter", "Rounds that the database refused.", figures->failed_commits);
  write_answers(metrics, text);
  write_histogram(text, "commit_seconds", "Time to store a round.", figures->commit_buckets,
                  figures->commit_microseconds);
  write_histogram(text, "request_seconds", "Time from a request that changes something to its answer.",
                  metrics->seconds, metrics->microseconds);
}
