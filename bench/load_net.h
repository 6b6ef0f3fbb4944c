/* Many HTTP connections to one server in one thread: requests on connections that are kept, and streams of lines. */
#ifndef BENCH_LOAD_NET_H
#define BENCH_LOAD_NET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/reader.h"
#include "base/text.h"

struct net;
struct load_connection;

/* What a connection tells its owner. An answer of status 0 is a connection that broke. */
struct hearer {
  void (*answer)(void *owner, int status, struct span body);
  void (*line)(void *owner, struct span line);
};

/* Ends the program with a message if the address (IPv4, as in 127.0.0.1) is none. */
struct net *net_open(const char *address, uint16_t port, const struct hearer *hearer);

/* A connection; the program ends with a message if there are no more files. `owner` may be NULL for a stream whose
 * lines nobody wants. */
struct load_connection *net_connect(struct net *net, void *owner);
void net_disconnect(struct net *net, struct load_connection *connection);

/* Sends a request, of which the answer will be told; one at a time. `token` may be NULL. */
void connection_post(struct load_connection *connection, const char *path, const char *token, const char *body);
/* Asks for a stream: its lines will be told. */
void connection_listen(struct load_connection *connection, const char *path, const char *token);

/* Waits at most so many milliseconds and handles what has come. */
void net_step(struct net *net, int milliseconds);

#endif
