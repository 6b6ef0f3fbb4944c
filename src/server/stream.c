#include "server/stream.h"

#include <stdlib.h>
#include <string.h>

#include "server/reply.h"

enum { BLOCK = 4096 };

struct stream {
  struct service *service;
  struct MHD_Connection *connection;
  struct stream *previous, *next;
  struct lobby_watcher watcher;
  uint64_t address;
  int64_t cursor;    /* seq of the entry that was put into the frame last */
  int64_t last;      /* when something was put into a frame */
  struct text frame; /* what is being sent, and how much of it was */
  size_t sent;
  bool events, begun, suspended, beat;
};

static void append(struct stream *stream) {
  struct service *service = stream->service;
  stream->previous = service->last_stream;
  stream->next = NULL;
  *(stream->previous == NULL ? &service->first_stream : &stream->previous->next) = stream;
  service->last_stream = stream;
  stream->last = service->now;
}

static void take_out(struct stream *stream) {
  struct service *service = stream->service;
  *(stream->previous == NULL ? &service->first_stream : &stream->previous->next) = stream->next;
  *(stream->next == NULL ? &service->last_stream : &stream->next->previous) = stream->previous;
}

static void resume(struct stream *stream) {
  if (!stream->suspended) return;
  stream->suspended = false;
  stream->service->resumed = true;
  MHD_resume_connection(stream->connection);
}

static void wake(struct lobby_watcher *watcher) { resume(watcher->context); }

static void frame_entry(struct stream *stream, int64_t seq) {
  const struct span entry = lobby_entry(stream->service->lobby, &stream->watcher, seq);
  struct text *frame = &stream->frame;
  if (stream->events) {
    text_add_string(frame, "id: ");
    text_add_int(frame, seq);
    text_add_string(frame, "\ndata: ");
  }
  text_add(frame, entry.bytes, entry.length);
  text_add_string(frame, stream->events ? "\n\n" : "\n");
}

/* What every stream begins with: NDJSON with the game so far, events with how soon to come again. */
static void frame_head(struct stream *stream, int64_t last) {
  stream->begun = true;
  if (stream->events) {
    text_add_string(&stream->frame, "retry: 1000\n\n");
    return;
  }
  lobby_head(stream->service->lobby, &stream->watcher, stream->cursor, &stream->frame);
  text_add_char(&stream->frame, '\n');
  stream->cursor = last;
}

/* Puts the next thing to send into the frame; false if there is none. */
static bool frame_next(struct stream *stream) {
  const int64_t last = lobby_last(stream->service->lobby, &stream->watcher);
  text_clear(&stream->frame);
  stream->sent = 0;
  if (!stream->begun && last > 0)
    frame_head(stream, last);
  else if (stream->cursor < last)
    frame_entry(stream, ++stream->cursor);
  else if (stream->beat)
    text_add_string(&stream->frame, stream->events ? ":\n\n" : "\n");
  stream->beat = false;
  return stream->frame.length > 0;
}

static ssize_t wait_for_more(struct stream *stream) {
  text_free(&stream->frame);
  stream->sent = 0;
  stream->suspended = true;
  MHD_suspend_connection(stream->connection);
  return 0;
}

static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t most) {
  struct stream *stream = context;
  size_t length = 0;
  (void)position;
  if (stream->service->ending) return MHD_CONTENT_READER_END_OF_STREAM;
  while (length < most && (stream->sent < stream->frame.length || frame_next(stream))) {
    const size_t left = stream->frame.length - stream->sent;
    const size_t part = left < most - length ? left : most - length;
    memcpy(bytes + length, stream->frame.bytes + stream->sent, part);
    stream->sent += part;
    length += part;
  }
  if (length == 0) return wait_for_more(stream);
  take_out(stream);
  append(stream);
  return (ssize_t)length;
}

static void close_stream(void *context) {
  struct stream *stream = context;
  lobby_unwatch(stream->service->lobby, &stream->watcher);
  limiter_release(stream->service->addresses, stream->address);
  stream->service->metrics.streams--;
  take_out(stream);
  text_free(&stream->frame);
  free(stream);
}

static struct stream *new_stream(struct exchange *exchange, int64_t since, bool events) {
  struct stream *stream = memory_new(sizeof *stream);
  *stream = (struct stream){.service = exchange->service,
                            .connection = exchange->connection,
                            .watcher = {.wake = wake, .context = stream},
                            .address = exchange->address,
                            .cursor = since,
                            .events = events};
  return stream;
}

static struct MHD_Response *stream_response(struct stream *stream) {
  struct MHD_Response *response =
      MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_stream, stream, close_stream);
  if (response == NULL) {
    close_stream(stream);
    return NULL;
  }
  MHD_add_response_header(response, "Content-Type", stream->events ? "text/event-stream" : "application/x-ndjson");
  MHD_add_response_header(response, "Cache-Control", "no-store");
  MHD_add_response_header(response, "X-Accel-Buffering", "no");
  return response;
}

bool stream_open(struct exchange *exchange, struct span token, int64_t since, bool events, enum MHD_Result *result) {
  struct service *service = exchange->service;
  if (!limiter_hold(service->addresses, exchange->address, service->settings->streams_per_address)) {
    reply_too_many(exchange, STREAM_BEAT_MS);
    return false;
  }
  struct stream *stream = new_stream(exchange, since, events);
  if (!lobby_watch(service->lobby, span_of(exchange->table), token, &stream->watcher, &exchange->answer)) {
    limiter_release(service->addresses, exchange->address);
    free(stream);
    return false;
  }
  service->metrics.streams++;
  append(stream);
  struct MHD_Response *response = stream_response(stream);
  *result = response == NULL ? MHD_NO : reply_response(exchange, 200, response);
  return true;
}

void streams_beat(struct service *service) {
  struct stream *stream;
  while ((stream = service->first_stream) != NULL && stream->last + STREAM_BEAT_MS <= service->now) {
    take_out(stream);
    append(stream);
    stream->beat = true;
    resume(stream);
  }
}

void streams_end(struct service *service) {
  service->ending = true;
  for (struct stream *stream = service->first_stream; stream != NULL; stream = stream->next) resume(stream);
}

int64_t streams_wait(const struct service *service, int64_t most) {
  if (service->first_stream == NULL) return most;
  const int64_t wait = service->first_stream->last + STREAM_BEAT_MS - service->now;
  return wait < 0 ? 0 : wait < most ? wait : most;
}
