/* The routes of the server, and which of them is meant by a method and a path. Pure: no HTTP library in it. */
#ifndef SERVER_ROUTE_H
#define SERVER_ROUTE_H

#include "base/reader.h"
#include "table/answer.h"

#define ROUTE_JSON "application/json"
#define ROUTE_TEXT "text/plain; charset=utf-8"
#define ROUTE_FIGURES "text/plain; version=0.0.4; charset=utf-8"

/*
 * Every route of the server. X(name, method, path, cost, type, run): T in a path stands for a table's id; the cost is
 * what a request takes from the bucket of its address; the type is the Content-Type of its answers that are no errors;
 * `run` is the function of api.c that answers.
 */
#define ROUTES(X)                                                                                                      \
  X(INFO, "GET", "/api/v1/info", 1, ROUTE_JSON, tell_info)                                                             \
  X(OPENAPI, "GET", "/api/v1/openapi.json", 1, ROUTE_JSON, send_openapi)                                               \
  X(LIST, "GET", "/api/v1/tables", 2, ROUTE_JSON, list)                                                                \
  X(CREATE, "POST", "/api/v1/tables", 20, ROUTE_JSON, create)                                                          \
  X(LOG, "GET", "/api/v1/tables/T", 2, ROUTE_JSON, tell_log)                                                           \
  X(EVENTS, "GET", "/api/v1/tables/T/events", 1, ROUTE_JSON, follow)                                                   \
  X(STATE, "GET", "/api/v1/tables/T/state", 2, ROUTE_JSON, tell_state)                                                 \
  X(RECORD, "GET", "/api/v1/tables/T/record", 2, ROUTE_TEXT, tell_record)                                              \
  X(SIT, "POST", "/api/v1/tables/T/seats", 5, ROUTE_JSON, sit)                                                         \
  X(RECOVER, "POST", "/api/v1/tables/T/recover", 5, ROUTE_JSON, recover)                                               \
  X(ACT, "POST", "/api/v1/tables/T/actions", 1, ROUTE_JSON, act)                                                       \
  X(HEALTH, "GET", "/healthz", 1, ROUTE_TEXT, tell_health)                                                             \
  X(METRICS, "GET", "/metrics", 1, ROUTE_FIGURES, tell_metrics)                                                        \
  X(PAGE, "GET", "", 1, ROUTE_JSON, send_page)

enum route {
#define X(name, method, path, cost, type, run) ROUTE_##name,
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
/* What a request of this route takes from the bucket of its address. */
uint32_t route_cost(enum route route);
/* The Content-Type of this route's answers that are no errors. */
const char *route_type(enum route route);

#endif
