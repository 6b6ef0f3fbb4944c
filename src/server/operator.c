#define _POSIX_C_SOURCE 200809L
#include "server/operator.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/json_writer.h"
#include "server/service.h"

/* ---- The log ---- */

static void add_time(struct text *line) {
  struct timespec now;
  struct tm day;
  clock_gettime(CLOCK_REALTIME, &now);
  gmtime_r(&now.tv_sec, &day);
  text_print(line, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday, day.tm_hour,
             day.tm_min, day.tm_sec, (int)(now.tv_nsec / 1000000));
}

void log_begin(struct server_log *log, const char *event) {
  text_clear(&log->line);
  if (!log->json) {
    add_time(&log->line);
    text_print(&log->line, " %s", event);
    return;
  }
  json_open_object(&log->line, NULL);
  json_open_string(&log->line, "time");
  add_time(&log->line);
  json_close_string(&log->line);
  json_put_string(&log->line, "event", event);
}

void log_text(struct server_log *log, const char *key, const char *value) {
  const bool bare = *value != '\0' && strpbrk(value, " \"=\\") == NULL;
  if (!log->json) text_print(&log->line, " %s=", key);
  if (log->json)
    json_put_string(&log->line, key, value);
  else if (bare)
    text_add_string(&log->line, value);
  else
    json_quote(&log->line, span_of(value));
}

void log_number(struct server_log *log, const char *key, int64_t value) {
  if (!log->json) text_print(&log->line, " %s=", key);
  if (log->json)
    json_put_int(&log->line, key, value);
  else
    text_add_int(&log->line, value);
}

void log_end(struct server_log *log) {
  if (log->json) json_close_object(&log->line);
  text_add_char(&log->line, '\n');
  fwrite(log->line.bytes, 1, log->line.length, stderr);
}

/* ---- Figures ---- */

/* 0 stands for all other statuses. */
static const unsigned statuses[METRICS_STATUSES] = {200, 201, 304, 400, 401, 403, 404, 405, 409, 413, 422, 429, 503};

/* The buckets of lobby.h; the last one has no bound. */
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
  text_add_int(text, (int64_t)(microseconds / 1000000));
  text_print(text, ".%06d\ntessera_%s_count ", (int)(microseconds % 1000000), name);
  text_add_int(text, (int64_t)count);
  text_add_char(text, '\n');
}

void metrics_write(const struct service *service, struct text *text) {
  const struct metrics *metrics = &service->metrics;
  const struct lobby_figures figures = lobby_figures(service->lobby);

  /* 1. One number each. */
  write_number(text, "tables_in_memory", "gauge", "Tables in memory.", figures.in_memory);
  write_number(text, "tables_bytes", "gauge", "Bytes of memory of these tables, see --max-memory.", figures.memory);
  write_number(text, "streams", "gauge", "Open event streams.", (uint64_t)metrics->streams);
  write_number(text, "stream_writes_total", "counter", "Writes to event streams.", metrics->stream_writes);
  write_number(text, "connections", "gauge", "Open connections.", service->connections.count);
  write_number(text, "thinking", "gauge", "Computers' turns being thought about or waiting for it.", figures.thinking);
  write_number(text, "database_bytes", "gauge", "Bytes of the database that are in use.",
               (uint64_t)lobby_bytes(service->lobby));
  write_number(text, "full", "gauge", "1 while no table is created because of --max-database.",
               lobby_is_full(service->lobby));
  write_number(text, "tables_removed_total", "counter", "Tables removed because of --keep.", figures.removed);
  write_number(text, "tables_not_archived_total", "counter", "Tries to archive a table that failed; it stays.",
               figures.not_archived);
  write_number(text, "tables_created_total", "counter", "Tables created.", figures.created);
  write_number(text, "moves_total", "counter", "Moves of people, programs and computers.", figures.moves);
  write_number(text, "entries_total", "counter", "Entries stored.", figures.entries);
  write_number(text, "notices_sent_total", "counter", "Pushes and webhooks that were taken.", figures.notices_sent);
  write_number(text, "notices_failed_total", "counter", "Pushes and webhooks that were refused or got no answer.",
               figures.notices_failed);
  write_number(text, "notices_dropped_total", "counter", "Pushes and webhooks for which the queue had no room.",
               figures.notices_dropped);
  write_number(text, "read_total", "counter", "Entries read from the database, and words played anew for it.",
               figures.read);
  write_number(text, "read_most", "gauge", "Those of the round that read most.", (uint64_t)figures.most_read);
  write_number(text, "failed_commits_total", "counter", "Rounds that the database refused.", figures.failed_commits);

  /* 2. Figures of a shared database. */
  if (lobby_is_shared(service->lobby)) {
    write_number(text, "tables_moved_total", "counter",
                 "Tables that another server had changed before a round of this one was stored.", figures.moved);
    write_number(text, "tables_claimed_total", "counter",
                 "Tables that were due and that this server took up, as no other had.", figures.claimed);
  }

  /* 3. The answers by route and status, without those that never occurred; and how long storing took. */
  text_add_string(text, "# HELP tessera_requests_total Answers by route and status.\n"
                        "# TYPE tessera_requests_total counter\n");
  for (int route = 0; route < ROUTE_COUNT; route++)
    for (int i = 0; i < METRICS_STATUSES; i++) {
      if (metrics->answers[route][i] == 0) continue;
      text_print(text, "tessera_requests_total{route=\"%s\",method=\"%s\",code=\"%u\"} ", route_rows[route].path,
                 route_has_body((enum route)route) ? "POST" : "GET", statuses[i]);
      text_add_int(text, (int64_t)metrics->answers[route][i]);
      text_add_char(text, '\n');
    }
  write_histogram(text, "commit_seconds", "Time to store a round.", figures.commit_buckets,
                  figures.commit_microseconds);
  write_histogram(text, "request_seconds", "Time from a request that changes something to its answer.",
                  metrics->seconds, metrics->microseconds);
}
