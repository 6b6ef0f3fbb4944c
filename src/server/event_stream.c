/*
 * Answers that clients read at their own pace: event streams, and whole logs. Both are cursors into a table's log. They
 * have no queue and no copy of it, and block nobody.
 *
 * The HTTP library sends the header of a stream, and the entries that the client has missed. Then the stream is
 * suspended, and this file writes new entries to its socket (connection_send()). What the socket does not take at once,
 * the library sends. So the body is not divided into chunks, and ends with the connection.
 */
#include "server/service.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rarely.h"

enum {
  BLOCK = 4096,       /* bytes that the library requests at once */
  PUT_OFF_MS = 100,   /* for which a stream is put off when its address has used its share of writes */
  WRITE_BYTES = 8192, /* the most bytes of one write; the library sends more than that */
  AGAIN_MS = 2000     /* within which clients reconnect after their server has ended */
};

/* A stream, with the client that reads it. */
struct event_stream {
  struct service *service;
  struct connection *connection;
  struct event_stream *previous, *next;
  struct event_stream *next_woken; /* in the list of woken streams, or of those that are put off */
  struct lobby_watcher watcher;
  struct limiter_who who;
  int64_t cursor;       /* the number of the entry that was last put into the frame */
  int64_t last;         /* when something was last put into the frame */
  struct lobby_log log; /* the log so far, with which NDJSON begins, while it is being sent */
  struct text frame;    /* what is sent after the log, and how many bytes of it were sent */
  struct text away;     /* the absences that were sent last; empty: none */
  size_t sent;
  bool events, begun, suspended, woken, put_off, beat, ended;
  bool left; /* its reader has closed it */
};

/* ---- The list of streams ---- */

static void append(struct event_stream *stream) {
  struct service *service = stream->service;
  stream->previous = service->last_stream;
  stream->next = NULL;
  *(stream->previous == NULL ? &service->first_stream : &stream->previous->next) = stream;
  service->last_stream = stream;
  stream->last = service->now;
}

static void take_out(struct event_stream *stream) {
  struct service *service = stream->service;
  *(stream->previous == NULL ? &service->first_stream : &stream->previous->next) = stream->next;
  *(stream->next == NULL ? &service->last_stream : &stream->next->previous) = stream->previous;
}

static void resume(struct event_stream *stream) {
  if (!stream->suspended) return;
  stream->suspended = false;
  connection_resume(stream->connection);
}

/* The stream has something to send; streams_write() sends it at the end of the round. */
static void rouse(struct event_stream *stream) {
  struct service *service = stream->service;
  if (stream->woken || stream->put_off || !stream->suspended) return;
  stream->woken = true;
  stream->next_woken = service->woken;
  service->woken = stream;
}

static void wake(struct lobby_watcher *watcher) { rouse(watcher->context); }

/* ---- What is sent ---- */

/* Puts the next thing to send into the frame. Returns false if there is none. */
static bool frame_next(struct event_stream *stream) {
  struct lobby *lobby = stream->service->lobby;
  struct text *frame = &stream->frame;
  const int64_t last = lobby_last(lobby, &stream->watcher);
  text_clear(frame);
  stream->sent = 0;
  if (!stream->begun && last > 0) {
    /* A stream of events begins with the time after which the client reconnects, and NDJSON with the log so far. */
    stream->begun = true;
    if (stream->events) {
      text_add_string(frame, "retry: 1000\n\n");
    } else {
      lobby_log_begin(lobby, &stream->watcher, stream->cursor, &stream->log);
      text_add_char(frame, '\n');
      stream->cursor = last;
    }
  } else if (stream->cursor < last) {
    const int64_t seq = ++stream->cursor;
    const struct span entry = lobby_entry(lobby, &stream->watcher, seq);
    if (stream->events) {
      text_add_string(frame, "id: ");
      text_add_int(frame, seq);
      text_add_string(frame, "\ndata: ");
    }
    text_add(frame, entry.bytes, entry.length);
    text_add_string(frame, stream->events ? "\n\n" : "\n");
  } else {
    /* The absences, if they have changed since the last time. */
    struct text away = {0};
    if (stream->begun && stream->watcher.minds_away) lobby_away(lobby, &stream->watcher, &away);
    if (away.length > 0 && strcmp(away.bytes, stream->away.length == 0 ? "[]" : stream->away.bytes) != 0) {
      text_print(frame, stream->events ? "event: away\ndata: {\"away\":%s}\n\n" : "{\"away\":%s}\n", away.bytes);
      text_free(&stream->away);
      stream->away = away;
    } else {
      text_free(&away);
    }
    if (stream->beat && frame->length == 0) text_add_string(frame, stream->events ? ":\n\n" : "\n");
  }
  stream->beat = false;
  return frame->length > 0;
}

/* Fills `bytes` with what the stream has to send, the log before the frame. Returns their number. */
static size_t fill(struct event_stream *stream, char *bytes, size_t most) {
  size_t length = 0;
  if (RARELY("a stream is asked for one byte", false)) most = 1;
  while (length < most && (stream->sent < stream->frame.length || frame_next(stream))) {
    if (stream->log.read < stream->log.length) {
      const size_t part =
          lobby_log_read(stream->service->lobby, &stream->watcher, &stream->log, bytes + length, most - length);
      length += part;
      if (part == 0) break;
      if (stream->log.read == stream->log.length) lobby_log_end(&stream->log);
      continue;
    }
    const size_t left = stream->frame.length - stream->sent;
    const size_t part = left < most - length ? left : most - length;
    memcpy(bytes + length, stream->frame.bytes + stream->sent, part);
    stream->sent += part;
    length += part;
  }
  if (length > 0) {
    take_out(stream);
    append(stream);
  } else if (stream->sent == stream->frame.length) {
    text_free(&stream->frame);
    stream->sent = 0;
  }
  return length;
}

/* The HTTP library calls this when the socket has room, or the connection was resumed. Returns what there is to send,
 * or suspends the connection. */
static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t most) {
  struct event_stream *stream = context;
  (void)position;
  if (stream->left) return MHD_CONTENT_READER_END_WITH_ERROR;
  if (stream->service->ending) {
    /* The rest of the frame is sent. If other servers share the database, an event follows that sends the client to one
     * of them, each client at another moment. */
    struct service *service = stream->service;
    /* The client discards half a log, as it is no line. */
    if (stream->log.read < stream->log.length) return MHD_CONTENT_READER_END_WITH_ERROR;
    if (!stream->ended && stream->events && lobby_is_shared(service->lobby)) {
      struct text left = {0};
      if (stream->sent < stream->frame.length)
        text_add(&left, stream->frame.bytes + stream->sent, stream->frame.length - stream->sent);
      const int64_t which[] = {stream->last, stream->connection->file};
      const uint64_t chance = limiter_key(service->addresses, which, sizeof which);
      text_print(&left, "retry: %d\nevent: again\ndata: {}\n\n", (int)(chance % (AGAIN_MS + 1)));
      text_free(&stream->frame);
      stream->frame = left;
      stream->sent = 0;
    }
    stream->ended = true;
    const size_t left = stream->frame.length - stream->sent, part = left < most ? left : most;
    if (part == 0) return MHD_CONTENT_READER_END_OF_STREAM;
    memcpy(bytes, stream->frame.bytes + stream->sent, part);
    stream->sent += part;
    return (ssize_t)part;
  }
  const size_t length = fill(stream, bytes, most);
  if (length > 0) return (ssize_t)length;
  if (stream->watcher.ends) return MHD_CONTENT_READER_END_OF_STREAM;
  stream->suspended = true;
  MHD_suspend_connection(stream->connection->library);
  return 0;
}

/* ---- Beginning and end ---- */

/* The reader of a suspended stream has closed its connection. */
static void note_left(void *context) {
  struct event_stream *stream = context;
  stream->left = true;
  resume(stream);
}

static void close_stream(void *context) {
  struct event_stream *stream = context;
  const bool waits = stream->woken || stream->put_off;
  struct event_stream **link = stream->woken ? &stream->service->woken : &stream->service->put_off;
  while (waits && *link != stream) link = &(*link)->next_woken;
  if (waits) *link = stream->next_woken;
  lobby_unwatch(stream->service->lobby, &stream->watcher);
  limiter_release(stream->service->addresses, stream->who, LIMITER_STREAMS);
  stream->service->metrics.streams--;
  take_out(stream);
  connection_unwatch(stream->connection);
  lobby_log_end(&stream->log);
  text_free(&stream->away);
  text_free(&stream->frame);
  free(stream);
}

/* The last entry that the client has: its number (0: none), and its time (0: the client did not send it). */
struct last_entry {
  uint64_t seq, at;
};

/* Reads it from the request. False with the refusal. */
static bool read_last_entry(struct exchange *exchange, struct last_entry *known) {
  static const uint64_t most = UINT64_C(1) << 53;
  const char *since = request_header(exchange, "Last-Event-ID");
  const char *at = request_argument(exchange, "at");
  if (since == NULL) since = request_argument(exchange, "since");
  *known = (struct last_entry){0, 0};
  if (since != NULL && !span_number(span_of(since), 0, most, &known->seq))
    return answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST,
                         "since and Last-Event-ID take the number of an entry, 0 or more");
  return at == NULL || span_number(span_of(at), 0, most, &known->at) ||
         answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST, "at takes the time of an entry in milliseconds");
}

/* Returns true if the log does not have the client's last entry: it is shorter, or has another entry of that number.
 * This happens when somebody has replaced the database by an older copy. */
static bool is_ahead(const struct event_stream *stream, struct last_entry known) {
  struct lobby *lobby = stream->service->lobby;
  const int64_t last = lobby_last(lobby, &stream->watcher), since = (int64_t)known.seq;
  if (last == 0 || since == 0) return false;
  return since > last || (known.at > 0 && lobby_entry_time(lobby, &stream->watcher, since) != (int64_t)known.at);
}

/* Returns true if the client can continue in this log. Else false with the refusal. The client may have read it at
 * another server, so this one first asks the database for newer entries. */
static bool goes_on(struct event_stream *stream, struct last_entry known, struct answer *answer) {
  if (!is_ahead(stream, known)) return true;
  if (!lobby_catch_up(stream->service->lobby, &stream->watcher)) {
    answer_not_stored(answer);
    return false;
  }
  return !is_ahead(stream, known) ||
         answer_refuse(answer, ANSWER_AHEAD,
                       "the log does not have this entry, as after an older copy of it was put back: read it anew "
                       "from since=0");
}

void event_stream_follow(struct exchange *exchange) {
  struct service *service = exchange->service;

  /* 1. The form that the client accepts, and its last entry. */
  const char *accept = request_header(exchange, "Accept");
  const bool events = accept != NULL && strstr(accept, "text/event-stream") != NULL;
  const char *away = request_argument(exchange, "away");
  struct last_entry known;
  if (!read_last_entry(exchange, &known)) return;
  if (away != NULL && strcmp(away, "1") != 0) {
    answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST, "away takes 1");
    return;
  }

  /* 2. The address may have one more stream. The table exists, and the token, if there is one, holds a seat. */
  const struct span table = span_of(exchange->table), token = request_token(exchange);
  if (!lobby_shows(service->lobby, table, token, &exchange->answer)) return;
  if (!limiter_hold(service->addresses, exchange->who, LIMITER_STREAMS, service->settings->streams_per_address)) {
    reply_too_many(exchange, STREAM_BEAT_MS);
    return;
  }
  struct event_stream *stream = memory_new(sizeof *stream);
  *stream = (struct event_stream){.service = service,
                                  .connection = exchange->connection,
                                  .watcher = {.wake = wake, .context = stream, .minds_away = away != NULL},
                                  .who = exchange->who,
                                  .cursor = (int64_t)known.seq,
                                  .events = events};
  if (!lobby_watch(service->lobby, table, token, &stream->watcher, &exchange->answer)) {
    limiter_release(service->addresses, exchange->who, LIMITER_STREAMS);
    free(stream);
    return;
  }
  connection_watch(stream->connection, note_left, stream);
  service->metrics.streams++;
  append(stream);

  /* 3. The client can continue in this log, and the list of tables shows its name. It pays for the entries that it has
   * missed. */
  const char *argument = request_argument(exchange, "name");
  char bytes[QUERY_MOST + 1];
  snprintf(bytes, sizeof bytes, "%s", argument == NULL ? "" : argument);
  const struct span name = {bytes, MHD_http_unescape(bytes)};
  if (!goes_on(stream, known, &exchange->answer) ||
      !lobby_show_watcher(service->lobby, &stream->watcher, name, &exchange->answer)) {
    close_stream(stream);
    return;
  }

  const size_t backlog = lobby_backlog(service->lobby, &stream->watcher, stream->cursor);
  limiter_charge(service->addresses, exchange->who, (uint32_t)(backlog / LOG_UNIT), service->now);

  /* 4. The answer has no end; read_stream() returns it piece by piece. */
  struct MHD_Response *response =
      MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_stream, stream, close_stream);
  if (response == NULL) {
    close_stream(stream);
  } else {
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
    MHD_add_response_header(response, "Content-Type", events ? "text/event-stream" : "application/x-ndjson");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    MHD_add_response_header(response, "X-Accel-Buffering", "no");
  }
  reply_response(exchange, 200, response);
}

/* ---- Whole logs ---- */

/* A client that reads a whole log. */
struct log_reader {
  struct service *service;
  struct lobby_watcher watcher;
  struct lobby_log log;
};

/* Ignores new entries: the answer has those that the log had at its beginning. */
static void stay(struct lobby_watcher *watcher) { (void)watcher; }

/* The HTTP library calls this when the socket has room. The answer breaks off if the database does not return the
 * table.
 */
static ssize_t read_log(void *context, uint64_t position, char *bytes, size_t most) {
  struct log_reader *reader = context;
  (void)position;
  const size_t length = lobby_log_read(reader->service->lobby, &reader->watcher, &reader->log, bytes, most);
  return length == 0 ? MHD_CONTENT_READER_END_WITH_ERROR : (ssize_t)length;
}

static void close_log(void *context) {
  struct log_reader *reader = context;
  lobby_unwatch(reader->service->lobby, &reader->watcher);
  lobby_log_end(&reader->log);
  free(reader);
}

void event_stream_log(struct exchange *exchange) {
  struct service *service = exchange->service;
  const struct span nobody = {"", 0}, table = span_of(exchange->table);
  if (!lobby_shows(service->lobby, table, request_token(exchange), &exchange->answer)) return;

  /* 1. The table exists, and the database returns it. */
  struct log_reader *reader = memory_new(sizeof *reader);
  *reader = (struct log_reader){.service = service, .watcher = {.wake = stay}};
  if (!lobby_watch(service->lobby, table, nobody, &reader->watcher, &exchange->answer)) {
    free(reader);
    return;
  }
  if (!lobby_log_begin(service->lobby, &reader->watcher, 0, &reader->log)) {
    answer_not_stored(&exchange->answer);
    close_log(reader);
    return;
  }

  /* 2. The length of the answer is known, and the client pays for it; read_log() returns it piece by piece. */
  limiter_charge(service->addresses, exchange->who, (uint32_t)(reader->log.length / LOG_UNIT), service->now);
  struct MHD_Response *response =
      MHD_create_response_from_callback(reader->log.length, BLOCK, read_log, reader, close_log);
  if (response == NULL) {
    close_log(reader);
  } else {
    MHD_add_response_header(response, "Content-Type", route_rows[exchange->route].type);
    reply_keep(exchange, response);
  }
  reply_response(exchange, 200, response);
}

/* ---- All streams ---- */

void streams_beat(struct service *service) {
  struct event_stream *stream;
  while ((stream = service->first_stream) != NULL && stream->last + STREAM_BEAT_MS <= service->now) {
    take_out(stream);
    append(stream);
    stream->beat = true;
    rouse(stream);
  }
}

/* Puts off a stream whose address has used its share of writes. The entries of that time become one write. */
static void put_off(struct event_stream *stream) {
  struct service *service = stream->service;
  if (service->put_off == NULL) service->put_off_until = service->now + PUT_OFF_MS;
  stream->put_off = true;
  stream->next_woken = service->put_off;
  service->put_off = stream;
}

void streams_write(struct service *service) {
  struct event_stream *stream;

  /* 1. The streams that were put off are woken again. */
  while (service->now >= service->put_off_until && (stream = service->put_off) != NULL) {
    service->put_off = stream->next_woken;
    stream->put_off = false;
    rouse(stream);
  }

  /* 2. All woken streams send. */
  while ((stream = service->woken) != NULL) {
    service->woken = stream->next_woken;
    stream->woken = false;
    if (!stream->suspended) continue;
    if (!stream->watcher.ends && limiter_take(service->writes, stream->who, 1, service->now) > 0) {
      put_off(stream);
      continue;
    }
    service->metrics.stream_writes++;
    if (stream->begun && stream->log.read == stream->log.length) {
      /* What there is to send is written to the socket. What the socket does not take returns to the frame, and the
       * stream is resumed, so that the library sends it or ends the stream. */
      char bytes[WRITE_BYTES];
      const size_t length = fill(stream, bytes, sizeof bytes);
      const size_t written = connection_send(stream->connection, bytes, length);
      if (written < length) {
        struct text left = {0};
        text_add(&left, bytes + written, length - written);
        text_add(&left, stream->frame.bytes + stream->sent, stream->frame.length - stream->sent);
        text_free(&stream->frame);
        stream->frame = left;
        stream->sent = 0;
      } else if (stream->sent == stream->frame.length) { /* a suspended stream needs no memory for the frame */
        text_free(&stream->frame);
        stream->sent = 0;
      }
      if (length == sizeof bytes || written < length || stream->watcher.ends) resume(stream);
    } else
      resume(stream);
  }
}

void streams_end(struct service *service) {
  service->ending = true;
  for (struct event_stream *stream = service->first_stream; stream != NULL; stream = stream->next) resume(stream);
}

int64_t streams_wait(const struct service *service, int64_t most) {
  if (service->put_off != NULL && service->put_off_until - service->now < most)
    most = service->put_off_until > service->now ? service->put_off_until - service->now : 0;
  if (service->first_stream == NULL) return most;
  const int64_t wait = service->first_stream->last + STREAM_BEAT_MS - service->now;
  return wait < 0 ? 0 : wait < most ? wait : most;
}
