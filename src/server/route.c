#include "server/route.h"

#include <string.h>

static const struct {
  const char *method, *path;
  uint32_t cost;
  const char *type;
} routes[ROUTE_COUNT] = {
#define X(name, method, path, cost, type, run) {method, path, cost, type},
    ROUTES(X)
#undef X
};

/* Compares a path with a pattern piece by piece; `*table` receives what stands in the place of T. */
static bool path_matches(const char *pattern, struct span path, struct span *table) {
  struct span rest = span_of(pattern), want, have;
  bool more;
  *table = (struct span){"", 0};
  while ((more = span_split(&rest, '/', &want)) && span_split(&path, '/', &have)) {
    if (span_is(want, "T") && have.length > 0 && have.length <= TABLE_ID_MOST)
      *table = have;
    else if (have.length != want.length || memcmp(have.bytes, want.bytes, want.length) != 0)
      return false;
  }
  return !more && path.bytes == NULL;
}

static bool is_page(const char *path) { return strcmp(path, "/api") != 0 && strncmp(path, "/api/", 5) != 0; }

static enum answer_code find_page(const char *method, struct route_match *match) {
  match->route = ROUTE_PAGE;
  match->allow = "GET, HEAD";
  return strcmp(method, "GET") == 0 ? ANSWER_OK : ANSWER_WRONG_METHOD;
}

static const char *allowed(bool get, bool post) {
  if (get && post) return "GET, HEAD, POST";
  return get ? "GET, HEAD" : "POST";
}

enum answer_code route_find(const char *method, const char *path, struct route_match *match) {
  bool get = false, post = false;
  *match = (struct route_match){.route = ROUTE_PAGE, .table = {"", 0}};
  if (strcmp(method, "HEAD") == 0) method = "GET";
  for (int route = 0; route < ROUTE_PAGE; route++) {
    struct span table;
    if (!path_matches(routes[route].path, span_of(path), &table)) continue;
    match->route = (enum route)route;
    match->table = table;
    if (strcmp(routes[route].method, method) == 0) return ANSWER_OK;
    get = get || strcmp(routes[route].method, "GET") == 0;
    post = post || strcmp(routes[route].method, "POST") == 0;
  }
  match->allow = allowed(get, post);
  if (get || post) return ANSWER_WRONG_METHOD;
  return is_page(path) ? find_page(method, match) : ANSWER_NO_SUCH_PATH;
}

const char *route_path(enum route route) { return route == ROUTE_PAGE ? "page" : routes[route].path; }

bool route_has_body(enum route route) { return strcmp(routes[route].method, "POST") == 0; }

uint32_t route_cost(enum route route) { return routes[route].cost; }

const char *route_type(enum route route) { return routes[route].type; }
