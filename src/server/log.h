/* What the server tells its operator: one line an event, in words or as JSON, on standard error. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct server_log {
  bool json;
  struct text line;
};

/*
 * A line is begun, gets its fields and is ended: `2026-11-21T12:00:00.000Z refused route=/api/v1/tables code=429`, or
 * `{"time":"...","event":"refused","route":"/api/v1/tables","code":429}`. Tokens, recovery words, queries and bodies
 * are never given to it.
 */
void log_begin(struct server_log *log, const char *event);
void log_text(struct server_log *log, const char *key, const char *value);
void log_number(struct server_log *log, const char *key, int64_t value);
void log_end(struct server_log *log);

/* Releases its memory. */
void log_free(struct server_log *log);

#endif
