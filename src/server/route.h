/*
 * What a path leads to: which route of the server is meant by a method and a path, and the files of the page, which are
 * embedded in the program by embed.py. Pure: no HTTP library in it.
 */
#ifndef SERVER_ROUTE_H
#define SERVER_ROUTE_H

#include "base/reader.h"
#include "table/request.h"

/* ---- Routes ---- */

/* The Content-Types of answers. */
#define ROUTE_JSON "application/json"
#define ROUTE_TEXT "text/plain; charset=utf-8"
#define ROUTE_FIGURES "text/plain; version=0.0.4; charset=utf-8"

/*
 * Every route of the server. X(name, method, path, cost, type, run): T in a path stands for a table's id; the cost is
 * what a request takes from the bucket of its address; the type is the Content-Type of its answers that are no errors;
 * `run` is the function that answers, see service.h. PAGE stands for any path outside /api that no route names.
 */
#define ROUTES(X)                                                                                                      \
  X(INFO, "GET", "/api/v1/info", 1, ROUTE_JSON, api_info)                                                              \
  X(OPENAPI, "GET", "/api/v1/openapi.json", 1, ROUTE_JSON, api_file)                                                   \
  X(LIST, "GET", "/api/v1/tables", 2, ROUTE_JSON, api_list)                                                            \
  X(CREATE, "POST", "/api/v1/tables", 20, ROUTE_JSON, api_create)                                                      \
  X(LOG, "GET", "/api/v1/tables/T", 2, ROUTE_JSON, api_log)                                                            \
  X(EVENTS, "GET", "/api/v1/tables/T/events", 1, ROUTE_JSON, event_stream_follow)                                      \
  X(STATE, "GET", "/api/v1/tables/T/state", 2, ROUTE_JSON, api_state)                                                  \
  X(RECORD, "GET", "/api/v1/tables/T/record", 2, ROUTE_TEXT, api_record)                                               \
  X(SIT, "POST", "/api/v1/tables/T/seats", 5, ROUTE_JSON, api_sit)                                                     \
  X(RECOVER, "POST", "/api/v1/tables/T/recover", 5, ROUTE_JSON, api_recover)                                           \
  X(ACT, "POST", "/api/v1/tables/T/actions", 1, ROUTE_JSON, api_act)                                                   \
  X(NOTICES, "POST", "/api/v1/tables/T/notices", 5, ROUTE_JSON, api_notice)                                            \
  X(TURNS, "POST", "/api/v1/turns", 10, ROUTE_JSON, api_turns)                                                         \
  X(HEALTH, "GET", "/healthz", 1, ROUTE_TEXT, api_health)                                                              \
  X(READY, "GET", "/readyz", 1, ROUTE_TEXT, api_ready)                                                                 \
  X(METRICS, "GET", "/metrics", 1, ROUTE_FIGURES, metrics_tell)                                                        \
  X(PAGE, "GET", "page", 1, ROUTE_JSON, api_file)

/* The rows of ROUTES as constants. */
enum route {
#define X(name, method, path, cost, type, run) ROUTE_##name,
  ROUTES(X)
#undef X
      ROUTE_COUNT
};

/* Bytes of the longest table's id that a path may hold. */
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

/* A row of ROUTES. */
struct route_row {
  const char *method, *path;
  uint32_t cost;
  const char *type;
};

/* The table as data, in the order of ROUTES. */
extern const struct route_row route_rows[ROUTE_COUNT];

/* True if a request of this route has a body. */
bool route_has_body(enum route route);

/* ---- Files of the page ---- */

/* How the bytes of a file are packed. */
enum asset_coding { ASSET_PLAIN, ASSET_GZIP, ASSET_BROTLI, ASSET_CODINGS };

/* A file in each coding in which it was worth while; ASSET_PLAIN is always there, the others have no bytes else. */
struct asset {
  const char *path; /* from / on */
  const char *type; /* Content-Type */
  const char *etag; /* weak, since all codings share it; with its quotes */
  bool immutable;   /* its name changes with its content */
  struct {
    const unsigned char *bytes;
    size_t length;
  } codings[ASSET_CODINGS];
};

/* The file of this path ("/" is index.html), or NULL. */
const struct asset *asset_find(const char *path);

/* The smallest coding of the file that a client with this Accept-Encoding (NULL: none) takes. */
enum asset_coding asset_choose(const struct asset *asset, const char *accept);

/* What embed.py made, sorted by path. */
extern const struct asset assets[];
extern const size_t asset_count;

#endif
