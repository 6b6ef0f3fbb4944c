#define _POSIX_C_SOURCE 200809L
#include "server/connections.h"

#include <stdlib.h>
#include <sys/socket.h>

#include "base/text.h"

static void append(struct connections *connections, struct connection *connection) {
  connection->previous = connections->last;
  connection->next = NULL;
  *(connections->last == NULL ? &connections->first : &connections->last->next) = connection;
  connections->last = connection;
}

static void take_out(struct connections *connections, struct connection *connection) {
  *(connection->previous == NULL ? &connections->first : &connection->previous->next) = connection->next;
  *(connection->next == NULL ? &connections->last : &connection->next->previous) = connection->previous;
}

struct connection *connections_open(struct connections *connections, int file, int64_t now) {
  struct connection *connection = memory_new(sizeof *connection);
  *connection = (struct connection){.since = now, .file = file};
  append(connections, connection);
  connections->count++;
  return connection;
}

void connections_close(struct connections *connections, struct connection *connection) {
  take_out(connections, connection);
  connections->count--;
  free(connection);
}

void connections_done(struct connections *connections, struct connection *connection, int64_t now) {
  take_out(connections, connection);
  append(connections, connection);
  connection->since = now;
  connection->busy = false;
}

void connections_sweep(struct connections *connections, int64_t now) {
  struct connection *connection;
  while ((connection = connections->first) != NULL && connection->since + CONNECTION_REQUEST_MS <= now) {
    const bool busy = connection->busy;
    if (!busy) shutdown(connection->file, SHUT_RDWR);
    connections_done(connections, connection, now);
    connection->busy = busy;
  }
}
