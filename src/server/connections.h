/*
 * The open connections, in the order in which something was last finished on them. Who sends a request byte by byte is
 * cut off: the HTTP library ends only connections on which nothing at all happens.
 */
#ifndef SERVER_CONNECTIONS_H
#define SERVER_CONNECTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { CONNECTION_REQUEST_MS = 20000 };

struct connection {
  struct connection *previous, *next;
  int64_t since; /* it was opened, or its last request was done */
  int file;
  bool busy; /* a whole request came in and is being answered */
};

/* All zero is an empty list. */
struct connections {
  struct connection *first, *last;
  unsigned count;
};

/* Takes up a connection of the socket `file`, which stays the caller's. Taken off with connections_close(). */
struct connection *connections_open(struct connections *connections, int file, int64_t now);
void connections_close(struct connections *connections, struct connection *connection);

/* A request is done: the connection has all the time again for the next. */
void connections_done(struct connections *connections, struct connection *connection, int64_t now);
/* Shuts the sockets on which no whole request came in within CONNECTION_REQUEST_MS. */
void connections_sweep(struct connections *connections, int64_t now);

#endif
