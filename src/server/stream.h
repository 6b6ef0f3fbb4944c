/*
 * Event streams. A stream is a cursor into a table's log: it holds no queue, waits suspended while there is nothing to
 * read, and holds up nobody.
 */
#ifndef SERVER_STREAM_H
#define SERVER_STREAM_H

#include "server/exchange.h"

enum { STREAM_BEAT_MS = 15000 };

/*
 * Answers with the stream of the exchange's table, for who holds `token` (empty: anybody), from after entry `since` on.
 * As server-sent events if `events`, else as NDJSON. A refusal is put into the exchange's answer and false is given.
 */
bool stream_open(struct exchange *exchange, struct span token, int64_t since, bool events, enum MHD_Result *result);

/* Lets the streams that have been silent for STREAM_BEAT_MS say that they live. */
void streams_beat(struct service *service);
/* Lets all streams end. */
void streams_end(struct service *service);
/* Milliseconds until streams_beat() has something to do; `most` at most. */
int64_t streams_wait(const struct service *service, int64_t most);

#endif
