/* Which request is meant by a method and a path. Pure: no HTTP library in it. */
#ifndef SERVER_ROUTE_H
#define SERVER_ROUTE_H

#include "base/reader.h"
#include "table/answer.h"

/* X(name, method, path): T in a path stands for a table's id. */
#define ROUTES(X)                                                                                                      \
  X(INFO, "GET", "/api/v1/info")                                                                                       \
  X(OPENAPI, "GET", "/api/v1/openapi.json")                                                                            \
  X(LIST, "GET", "/api/v1/tables")                                                                                     \
  X(CREATE, "POST", "/api/v1/tables")                                                                                  \
  X(LOG, "GET", "/api/v1/tables/T")                                                                                    \
  X(EVENTS, "GET", "/api/v1/tables/T/events")                                                                          \
  X(STATE, "GET", "/api/v1/tables/T/state")                                                                            \
  X(RECORD, "GET", "/api/v1/tables/T/record")                                                                          \
  X(SIT, "POST", "/api/v1/tables/T/seats")                                                                             \
  X(RECOVER, "POST", "/api/v1/tables/T/recover")                                                                       \
  X(ACT, "POST", "/api/v1/tables/T/actions")                                                                           \
  X(HEALTH, "GET", "/healthz")                                                                                         \
  X(METRICS, "GET", "/metrics")                                                                                        \
  X(PAGE, "GET", "")

enum route {
#define X(name, method, path) ROUTE_##name,
  ROUTES(X)
#undef X
      ROUTE_COUNT
};

enum { TABLE_ID_MOST = 32 };

/* What was found: the route, and the table's id as it stands in the path (empty if the route has none). */
struct route_match {
  enum route route;
  struct span table;
  const char *allow; /* ANSWER_WRONG_METHOD: the methods that this path takes, as the header Allow tells them */
};

/*
 * Finds the route; HEAD is taken as GET. Gives ANSWER_OK, or ANSWER_NO_SUCH_PATH or ANSWER_WRONG_METHOD. Paths outside
 * /api that no route names are ROUTE_PAGE: whether there is such a file is the assets' affair.
 */
enum answer_code route_find(const char *method, const char *path, struct route_match *match);

/* The route's path for logs and figures, "page" for ROUTE_PAGE. */
const char *route_path(enum route route);
/* True if a request of this route has a body. */
bool route_has_body(enum route route);

#endif
