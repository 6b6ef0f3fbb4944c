/*
 * A running server as its files see it: what it holds, a request with its answer, and what the files above
 * connections.c and operator.c offer each other. One thread does all of it.
 */
#ifndef SERVER_SERVICE_H
#define SERVER_SERVICE_H

#include "lobby/lobby.h"
#include "server/connections.h"
#include "server/operator.h"
#include "server/server.h"

/* Limits of one exchange, and of a stream. */
enum {
  EXCHANGE_PATH_MOST = 127, /* bytes of the longest path that is stored */
  LOG_UNIT = 16384,         /* bytes of a log that cost their reader as much as a request */
  STREAM_BEAT_MS = 15000    /* a stream that was silent for so long sends a sign of life */
};

struct event_stream;
struct exchange;

/* What a running server holds. */
struct service {
  const struct server_settings *settings;
  struct lobby *lobby;
  struct limiter *addresses, *tokens;
  struct limiter *writes; /* to the streams of each address */
  struct connections connections;
  struct metrics metrics;
  struct server_log log;
  int refusals_logged;             /* in this second */
  uint64_t not_archived, failures; /* how many of them the log has reported */
  bool not_stored;                 /* the log's last line about the database says that it does not store */
  struct exchange *round;          /* the exchanges whose answers wait for the commit */
  struct exchange *reading;        /* the exchanges that wait for a table that is being read */
  struct event_stream *first_stream, *last_stream; /* all streams, in the order in which something was last sent */
  struct event_stream *woken;                      /* the suspended streams that have something to send */
  struct event_stream *put_off;                    /* the streams that send later, at `put_off_until` */
  int64_t put_off_until;
  int64_t now; /* the time of the round in milliseconds, by a clock that never goes back */
  bool ending; /* the server is ending, and so are its streams */
};

/* ---- A request and its answer (exchange.c) ---- */

/* A request, from its head to the end of its answer. */
struct exchange {
  struct service *service;
  struct connection *connection;
  struct exchange *next; /* in the list of `service` in which it waits */
  enum route route;
  char table[TABLE_ID_MOST + 1];
  char path[EXCHANGE_PATH_MOST + 1]; /* empty if the path is longer than that of any file */
  struct text body;
  size_t received; /* bytes of the body, with those that were not stored */
  struct answer answer;
  struct address asker;   /* the client's address */
  struct limiter_who who; /* its keys in the limiter */
  bool held;              /* the limiter counts the request as a connection, as it came through a proxy */
  int64_t begun;          /* when it began, by steady_microseconds() */
  bool known;             /* its head was read */
  bool head;              /* the method is HEAD: the client wants no body */
  const char *allow;      /* the answer's header Allow, or NULL */
  int64_t version;  /* of the finished table, ladder or tournament that it shows, for the header ETag; 0: of none */
  unsigned retry_s; /* for the answer's header Retry-After, in seconds; 0: not known */
  int moved;        /* how often another server had changed its table before the round was stored */
  bool again;       /* the lobby was asked before, and is to be asked again */
  bool ready;       /* the answer is complete, and only needs to be sent */
  bool sent;        /* reply_response() has sent the answer */
  enum MHD_Result result; /* what the HTTP library returned then */
};

/* What connections_open() needs: a request becomes an exchange. */
extern const struct connection_calls exchange_calls;

/* Sends all answers of the round after its commit; `stored` says whether the commit succeeded. */
void exchange_release_round(struct service *service, bool stored);
/* Asks the lobby again for the exchanges that waited for a table. */
void exchange_ask_again(struct service *service);

/* ---- Headers and answers on the wire (reply.c) ---- */

/* Returns the value of a header of the request, or NULL. */
const char *request_header(const struct exchange *exchange, const char *name);
/* Returns the value of an argument of the query as it arrived, with its escapes, or NULL. */
const char *request_argument(const struct exchange *exchange, const char *name);
/* Returns the word after `Bearer` in the header Authorization; empty if there is none. */
struct span request_token(const struct exchange *exchange);

/* Adds the headers by which a client may keep the answer: it asks again with the ETag of a finished table, and keeps no
 * other answer. */
void reply_keep(const struct exchange *exchange, struct MHD_Response *response);
/* Sends 304 and returns true if the client has the answer already, by the ETag in its header If-None-Match. */
bool reply_unchanged(struct exchange *exchange);
/* Sends the head of an answer with code 200, without the length of its body. */
void reply_head(struct exchange *exchange);
/* Sends a response with the headers that every answer has, and releases it. NULL, for want of memory, ends the
 * connection. The exchange is `sent` then. */
void reply_response(struct exchange *exchange, unsigned status, struct MHD_Response *response);
/* Sends the exchange's answer, and passes its body to the HTTP library. */
enum MHD_Result reply_send(struct exchange *exchange);
/* Makes the answer a refusal with the header Retry-After: the client may try again after so many milliseconds. */
void reply_too_many(struct exchange *exchange, uint32_t wait_ms);

/* ---- What each route does (api.c) ---- */

/* Answers a request that has arrived as a whole: checks its body, and calls the function of its route. */
void api_run(struct exchange *exchange);

/* Answers with the page at the address of an invitation to a table (invitation.c). */
void invitation_run(struct exchange *exchange);
/* Answers with a tournament as a page without scripts, which other sites may frame, in the language of the link or the
 * reader. */
void invitation_frame(struct exchange *exchange);

/* ---- Event streams (event_stream.c) ---- */

/* Answers with the stream of the exchange's table, from the entry after the client's last one: as server-sent events
 * if the client accepts them, else as NDJSON. */
void event_stream_follow(struct exchange *exchange);
/* Answers with the whole log of the exchange's table. */
void event_stream_log(struct exchange *exchange);

/* Wakes the streams that have been silent for STREAM_BEAT_MS. */
void streams_beat(struct service *service);
/* Sends what woken streams have to send, but puts off those whose address has used its share. */
void streams_write(struct service *service);
/* Ends all streams. */
void streams_end(struct service *service);
/* Returns the milliseconds until streams_beat() or streams_write() has something to do; `most` at most. */
int64_t streams_wait(const struct service *service, int64_t most);

#endif
