/* One request and its answer, and what all of them share. */
#ifndef SERVER_EXCHANGE_H
#define SERVER_EXCHANGE_H

#include <microhttpd.h>

#include "lobby/lobby.h"
#include "server/connections.h"
#include "server/limiter.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/route.h"
#include "server/server.h"

enum { EXCHANGE_PATH_MOST = 127 };

struct stream;
struct exchange;

/* What a running server holds. */
struct service {
  const struct server_settings *settings;
  struct lobby *lobby;
  struct limiter *addresses, *tokens;
  struct connections connections;
  uint32_t most_connections;
  struct metrics metrics;
  struct server_log log;
  int refusals_logged;                       /* in this second */
  struct exchange *round;                    /* those whose answer waits for the commit */
  struct stream *first_stream, *last_stream; /* by when something was last sent */
  int64_t now;                               /* milliseconds of a clock that never goes back, at the round's begin */
  bool resumed;                              /* something goes on that rested: the HTTP library must look at once */
  bool ending;                               /* streams are to end */
};

/* From the request's header to the end of its answer. */
struct exchange {
  struct service *service;
  struct MHD_Connection *connection;
  struct exchange *next; /* in the round */
  enum route route;
  char table[TABLE_ID_MOST + 1];
  char path[EXCHANGE_PATH_MOST + 1]; /* empty if it is longer than that of any file */
  struct text body;
  size_t received; /* bytes of the body, also those that are not kept */
  struct answer answer;
  uint64_t address;       /* its key in the limiter */
  int64_t begun;          /* by steady_microseconds() */
  const char *allow;      /* the header Allow of the answer, or NULL */
  unsigned retry_s;       /* of its header Retry-After, if it is ANSWER_TOO_MANY; 0: not known */
  bool ready;             /* the answer is complete and only to be sent */
  bool sent;              /* the answer has gone already, in a form of its own */
  enum MHD_Result result; /* what the HTTP library said to it then */
};

/* The callbacks of the HTTP library: a piece of a request, and the end of an exchange. The context is the service. */
enum MHD_Result exchange_handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                const char *version, const char *data, size_t *length, void **own);
void exchange_done(void *context, struct MHD_Connection *connection, void **own, enum MHD_RequestTerminationCode code);

/* After the commit, which was `stored` or not: lets all answers of the round go. */
void exchange_release_round(struct service *service, bool stored);

#endif
