/*
 * Connections to clients, and all that the server does around the HTTP library (libmicrohttpd) for them. The list says
 * from which version of the library on each part can go. Debian 12 has 0.9.75, and Debian 13 has 1.0.1. The newest
 * version that tests/server/hostile.py was run with is 1.0.10.
 *
 * 1. Lanes. When one suspended connection of a daemon is resumed, the library walks over all suspended connections of
 *    that daemon. So there are LANES daemons, which share the connections, and only those run in which something
 *    happens. The server accepts connections itself, and gives each to the next lane. 1.0.10 still walks.
 * 2. Sending past the library (connection_send()). To resume a connection costs the library five system calls and the
 *    walk; a write to its socket costs one call. This is so in 1.0.10, too.
 * 3. Slow requests are cut off (connections_run()). The library ends only connections on which nothing at all happens.
 *    1.0.10 has no other limit.
 * 4. Long queries are emptied (connection_take_line()). 0.9.75 does not answer when the arguments of a query need more
 *    memory than the connection has. From 1.0.0 on the library answers 431.
 * 5. The head of a request is checked again (connection_check_head()). From 1.0.0 on the library refuses lines that end
 *    without CR, folded lines, zero bytes, and names with blanks. From 1.0.4 on it refuses several lengths, and from
 *    1.0.5 on several Hosts. 1.0.10 still accepts control characters.
 * 6. Peers that leave are noticed (connection_watch()). The library does not look at the socket of a suspended
 *    connection. This is so in 1.0.10, too.
 */
#ifndef SERVER_CONNECTIONS_H
#define SERVER_CONNECTIONS_H

#include <microhttpd.h>

#include "lobby/limiter.h"
#include "server/limits.h"

struct service;

/* The number of lanes, and the bytes of the longest query: a name of 24 characters, each escaped, and a number. */
enum { LANES = 256, QUERY_MOST = 384 };

/* A daemon of the HTTP library, which has a part of the connections. */
struct lane {
  struct service *service;
  struct MHD_Daemon *library;
  int file;     /* is readable when something happens in the lane */
  bool goes_on; /* the lane has something to do in the next round */
};

/* An open connection. */
struct connection {
  struct connection *previous, *next;
  struct lane *lane;
  struct MHD_Connection *library;
  int64_t since;               /* when it was opened, or when its last request was done */
  struct limiter_who who;      /* its peer */
  int file;                    /* its socket, which the HTTP library owns */
  const char *line_end;        /* the end of the path and query of its request: the first zero byte */
  bool long_query;             /* the query was longer than any route needs, and was emptied */
  bool held;                   /* the limiter counts it */
  bool busy;                   /* a whole request has arrived and is being answered */
  void (*left)(void *context); /* is called when its peer has left, while it is watched */
  void *context;
};

/* The lanes, and all open connections. The connection whose last request was done first stands first. */
struct connections {
  struct lane lanes[LANES];
  int next_lane; /* for the next connection */
  struct connection *first, *last;
  uint32_t count, most;
  int leaving;              /* an epoll set of the sockets that are watched */
  int listening;            /* the socket that accepts connections; -1: the server accepts no more */
  bool waiting;             /* a connection waits there */
  int64_t pause;            /* until then the server accepts none */
  int64_t next_look;        /* when all lanes run next, as connections also end by time */
  struct limiter_who taken; /* the peer of the connection that is being accepted */
  bool taken_held;          /* the limiter counts it, but no connection owns that count yet */
};

/* What the HTTP library calls: for the request line of a request (the result is the request's own); for its head, each
 * piece of its body, and its end; and when the request is done. The context is the service. */
struct connection_calls {
  void *(*begin)(void *context, const char *line, struct MHD_Connection *library);
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback done;
};

/* Starts the lanes without a connection, and accepts up to `most` connections from the socket `listening`, which the
 * service owns from now on. False with `*fault`. */
bool connections_open(struct service *service, int listening, uint32_t most, const struct connection_calls *calls,
                      struct fault *fault);
/* Does what is possible at `service->now`: accepts connections, reads requests, sends answers. */
void connections_run(struct service *service);
/* Waits until connections_run() has something to do, the file `other` is readable, or `most` milliseconds have passed.
 */
void connections_rest(struct service *service, int other, int64_t most);
/* Accepts no more connections. */
void connections_refuse(struct service *service);
/* Closes all connections and stops the lanes. */
void connections_close(struct service *service);

/* Returns the limiter's keys of an address. */
struct limiter_who connections_who(const struct service *service, struct address address);

/* The request line has arrived, and the library is about to parse it: empties a query that is too long. */
void connection_take_line(struct connection *connection, const char *line);
/* Returns true if every proxy reads the head of the request as the server does. Else false with `*fault`: such a
 * request could hide another one in its body. `method` and `version` are where the library has them. */
bool connection_check_head(const struct connection *connection, const char *method, const char *version,
                           struct fault *fault);
/* Resumes a suspended connection in the next round. */
void connection_resume(struct connection *connection);
/* Calls `left` as soon as the peer has closed the connection or its sending side, even if the connection is suspended,
 * until connection_unwatch(). */
void connection_watch(struct connection *connection, void (*left)(void *context), void *context);
void connection_unwatch(struct connection *connection);
/* Sends bytes on a suspended connection, and returns how many its socket has taken. */
size_t connection_send(const struct connection *connection, const char *bytes, size_t length);
/* The request is done: the connection has the whole time again for the next one. */
void connection_done(struct connection *connection);

#endif
