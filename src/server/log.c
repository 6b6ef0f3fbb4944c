#define _POSIX_C_SOURCE 200809L
#include "server/log.h"

#include "base/json_writer.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

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

void log_free(struct server_log *log) { text_free(&log->line); }
