/* Many HTTP connections to one server in one thread: requests on persistent connections, and streams of lines. */
#ifndef BENCH_LOAD_NET_H
#define BENCH_LOAD_NET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/reader.h"
#include "base/text.h"

struct net;
struct load_connection;

/* The callbacks of a connection to its owner. Status 0 means that the connection broke. */
struct hearer {
  void (*answer)(void *owner, int status, struct span body);
  void (*line)(void *owner, struct span line);
};

/* Ends the program with a message if the address is no valid IPv4 address such as 127.0.0.1. */
struct net *net_open(const char *address, uint16_t port, const struct hearer *hearer);

/* Opens a connection; ends the program with a message if no file descriptor is left. `owner` may be NULL for a stream
 * whose lines are ignored. */
struct load_connection *net_connect(struct net *net, void *owner);
void net_disconnect(struct net *net, struct load_connection *connection);

/* Sends a request; a callback receives its answer. Only one request at a time is allowed. `token` may be NULL. */
void connection_post(struct load_connection *connection, const char *path, const char *token, const char *body);
/* Requests a stream; a callback receives its lines. */
void connection_listen(struct load_connection *connection, const char *path, const char *token);

/* Waits for incoming data, at most so many milliseconds, and handles it. */
void net_step(struct net *net, int milliseconds);

#endif
