/*
 * What a running server holds, and what its files ask of one another: the exchanges with clients, their connections,
 * the answers on the wire, event streams, figures and the log. One thread does all of it.
 */
#ifndef SERVER_SERVICE_H
#define SERVER_SERVICE_H

#include <microhttpd.h>

#include "lobby/limiter.h"
#include "lobby/lobby.h"
#include "server/limits.h"
#include "server/route.h"
#include "server/server.h"

/* Limits of one exchange, and how many figures are kept of all of them. */
enum {
  EXCHANGE_PATH_MOST = 127, /* bytes of the longest path that is kept */
  QUERY_MOST = 384,         /* bytes of the longest query: a name of 24 characters, each escaped, and a number */
  ARGUMENTS_MOST = 8,       /* of a query: more than any of ours has */
  LOG_UNIT = 16384,         /* bytes of a log that cost its reader as much as a request */
  STREAM_BEAT_MS = 15000,   /* a stream that was silent for so long says that it lives */
  METRICS_STATUSES = 16,
  METRICS_BUCKETS = 8
};

struct event_stream;
struct exchange;

/* ---- What is told to the operator (operator.c) ---- */

/* The lines on standard error, in words or as JSON. */
struct server_log {
  bool json;
  struct text line; /* the one that is being written; the memory is the owner's to free */
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

/* The server's figures, for Prometheus. All zero at the start. */
struct metrics {
  uint64_t answers[ROUTE_COUNT][METRICS_STATUSES]; /* by route and status; the last are all others */
  uint64_t seconds[METRICS_BUCKETS];               /* how long what had to be stored took, by the buckets of lobby.h */
  uint64_t microseconds;                           /* all of them together */
  int64_t streams;                                 /* open now */
  uint64_t stream_writes;                          /* to them */
};

/* Counts an answer. */
void metrics_answer(struct metrics *metrics, enum route route, unsigned status);
/* Counts how long a request took that had to be stored. */
void metrics_time(struct metrics *metrics, uint64_t microseconds);

/* ---- Connections (connections.c) ---- */

enum { LANES = 256 };

/* A daemon of the HTTP library, which holds some of the connections. */
struct lane {
  struct service *service;
  struct MHD_Daemon *library;
  int file;     /* can be read when something happens in the lane */
  bool goes_on; /* it has something to do in the next round */
};

/* An open connection. */
struct connection {
  struct connection *previous, *next;
  struct lane *lane;
  struct MHD_Connection *library;
  int64_t since;          /* it was opened, or its last request was done */
  struct limiter_who who; /* its peer */
  int file;               /* its socket, which is the HTTP library's */
  bool held;              /* it is counted in the limiter */
  bool busy;              /* a whole request came in and is being answered */
};

/* The lanes, and the open connections in the order in which something was last finished on them. */
struct connections {
  struct lane lanes[LANES];
  int next_lane; /* for the next connection */
  struct connection *first, *last;
  uint32_t count, most;
  int listening;            /* the socket at which connections wait; -1: no more is taken up */
  bool waiting;             /* one waits there */
  int64_t pause;            /* until when none is taken up */
  int64_t next_look;        /* when all lanes run, as connections end by time */
  struct limiter_who taken; /* the peer of the connection that is being taken up */
  bool taken_held;          /* it is counted, but nothing holds the count yet */
};

/* Begins with no connection; takes up `most` at the same time from the socket that listens, which is `service`'s from
 * now on. False with `*fault`. */
bool connections_open(struct service *service, int listening, uint32_t most, struct fault *fault);
/* Does what can be done at `service->now`: takes up connections, reads requests, sends answers. */
void connections_run(struct service *service);
/* Waits until connections_run() has something to do, another file can be read, or `most` milliseconds are over. */
void connections_rest(struct service *service, int other, int64_t most);
/* Takes up no more connections. */
void connections_refuse(struct service *service);
/* Closes all. */
void connections_close(struct service *service);

/* Who asks from this address, by keys of the limiter. */
struct limiter_who service_who(const struct service *service, struct address address);

/* A connection that rested goes on in the next round. */
void connection_resume(struct connection *connection);
/* A request is done: the connection has all the time again for the next. */
void connection_done(struct connection *connection);

/* ---- The server (server.c) ---- */

/* What a running server holds. */
struct service {
  const struct server_settings *settings;
  struct lobby *lobby;
  struct limiter *addresses, *tokens;
  struct limiter *writes; /* to streams, of addresses */
  struct connections connections;
  struct metrics metrics;
  struct server_log log;
  int refusals_logged;                             /* in this second */
  uint64_t not_archived, failures;                 /* that were told in the log */
  bool not_stored;                                 /* the log's last word of the database is that it does not store */
  struct exchange *round;                          /* those whose answer waits for the commit */
  struct exchange *reading;                        /* those whose answer comes later, as a table is being read */
  struct event_stream *first_stream, *last_stream; /* by when something was last sent */
  struct event_stream *woken;                      /* those that rest and have something to send */
  struct event_stream *put_off;                    /* those that have something to send later */
  int64_t put_off_until;                           /* when that is */
  int64_t now; /* milliseconds of a clock that never goes back, at the round's begin */
  bool ending; /* streams are to end */
};

/* ---- A request and its answer (exchange.c) ---- */

/* From the request's header to the end of its answer. */
struct exchange {
  struct service *service;
  struct MHD_Connection *connection;
  struct connection *socket; /* the connection as the server knows it */
  struct exchange *next;     /* in the round, or among those that come later */
  enum route route;
  char table[TABLE_ID_MOST + 1];
  char path[EXCHANGE_PATH_MOST + 1]; /* empty if it is longer than that of any file */
  struct text body;
  size_t received; /* bytes of the body, also those that are not kept */
  struct answer answer;
  struct address asker;   /* who asks */
  struct limiter_who who; /* the same by keys of the limiter */
  bool held;              /* counted there as an open connection, behind a proxy */
  int64_t begun;          /* by steady_microseconds() */
  const char *uri_end;    /* of the path with its query as they came: the first zero byte */
  bool long_query;        /* it had a longer query or more arguments than any of ours, which were cut off */
  bool known;             /* the request's header was looked at */
  const char *allow;      /* the header Allow of the answer, or NULL */
  unsigned retry_s;       /* of its header Retry-After, if it has one; 0: not known */
  int moved;              /* times that its table had moved on before the round was stored */
  bool again;             /* it was asked before, and is to be answered later */
  bool ready;             /* the answer is complete and only to be sent */
  bool sent;              /* the answer has gone already, in a form of its own */
  enum MHD_Result result; /* what the HTTP library said to it then */
};

/* The callbacks of the HTTP library: the request line, which begins an exchange; a piece of a request; and the end of
 * an exchange. The context is the service. */
void *exchange_begin(void *context, const char *uri, struct MHD_Connection *connection);
enum MHD_Result exchange_handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                const char *version, const char *data, size_t *length, void **own);
void exchange_done(void *context, struct MHD_Connection *connection, void **own, enum MHD_RequestTerminationCode code);
/* After the commit, which was `stored` or not: lets all answers of the round go. */
void exchange_release_round(struct service *service, bool stored);

/* Lets what was to be answered later be asked again. */
void exchange_ask_again(struct service *service);

/* The header of the request, or NULL. */
const char *request_header(const struct exchange *exchange, const char *name);
/* What stands behind `Bearer` in the header Authorization; empty if there is none. */
struct span request_token(const struct exchange *exchange);

/* Sends a response, with the headers that every answer has, and takes it over; NULL, for want of memory, ends the
 * connection. The exchange is `sent` then. */
void reply_response(struct exchange *exchange, unsigned status, struct MHD_Response *response);
/* Makes the answer a refusal that may be tried again after so many milliseconds; its header tells it. */
void reply_too_many(struct exchange *exchange, uint32_t wait_ms);

/* ---- What each route does ---- */

/* Answers a request that came in whole: checks its body and calls the function of its route. */
void api_run(struct exchange *exchange);

/* The functions of ROUTES: each fills the exchange's answer, or sends one of another form by reply_response(). They
 * stand in api.c, but for streams and logs (event_stream.c) and the figures (operator.c). */
#define X(name, method, path, cost, type, run) void run(struct exchange *exchange);
ROUTES(X)
#undef X

/* ---- Event streams (event_stream.c) ---- */

/* Lets the streams that have been silent for STREAM_BEAT_MS say that they live. */
void streams_beat(struct service *service);
/* Sends what the streams have to send that rest, but for those whose address has been sent its share for now. */
void streams_write(struct service *service);
/* Lets all streams end. */
void streams_end(struct service *service);
/* Milliseconds until streams_beat() or streams_write() has something to do by the clock; `most` at most. */
int64_t streams_wait(const struct service *service, int64_t most);

#endif
