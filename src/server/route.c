#include "server/route.h"

#include <stdlib.h>
#include <string.h>

/* ---- Routes ---- */

const struct route_row route_rows[ROUTE_COUNT] = {
#define X(name, method, path, cost, type, work) {method, path, cost, type},
    ROUTES(X)
#undef X
};

/* Compares a path with a pattern piece by piece, and stores the piece in the place of T in `*table`. */
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

enum answer_code route_find(const char *method, const char *path, struct route_match *match) {
  bool get = false, post = false;
  *match = (struct route_match){.route = ROUTE_PAGE, .table = {"", 0}};
  if (strcmp(method, "HEAD") == 0) method = "GET";

  /* 1. A route with this path and this method; else the methods of all routes with this path. */
  for (int route = 0; route < ROUTE_PAGE; route++) {
    struct span table;
    if (!path_matches(route_rows[route].path, span_of(path), &table)) continue;
    match->route = (enum route)route;
    match->table = table;
    if (strcmp(route_rows[route].method, method) == 0) return ANSWER_OK;
    get = get || strcmp(route_rows[route].method, "GET") == 0;
    post = post || strcmp(route_rows[route].method, "POST") == 0;
  }

  /* 2. Any other path outside /api may be a file. */
  if (!get && !post) {
    if (strcmp(path, "/api") == 0 || strncmp(path, "/api/", 5) == 0) return ANSWER_NO_SUCH_PATH;
    if (strcmp(method, "GET") == 0) return ANSWER_OK;
    get = true;
  }

  /* 3. The path exists, but not for this method. */
  match->allow = get && post ? "GET, HEAD, POST" : get ? "GET, HEAD" : "POST";
  return ANSWER_WRONG_METHOD;
}

bool route_has_body(enum route route) { return strcmp(route_rows[route].method, "POST") == 0; }

/* ---- Files of the page ---- */

static int compare(const void *path, const void *asset) { return strcmp(path, ((const struct asset *)asset)->path); }

const struct asset *asset_find(const char *path) {
  if (strcmp(path, "/") == 0) path = "/index.html";
  return bsearch(path, assets, asset_count, sizeof *assets, compare);
}

/* Returns true if the header has the word `coding`, and does not refuse it by `q=0`. */
static bool takes(const char *accept, const char *coding) {
  const size_t length = strlen(coding);
  for (const char *at = accept; at != NULL && *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
    at += strspn(at, " \t");
    if (strncmp(at, coding, length) != 0 || strchr(" \t,;", at[length]) == NULL) continue;
    const char *q = at + length + strspn(at + length, " \t;");
    return strncmp(q, "q=", 2) != 0 || strtod(q + 2, NULL) > 0;
  }
  return false;
}

enum asset_coding asset_choose(const struct asset *asset, const char *accept) {
  if (asset->codings[ASSET_BROTLI].length > 0 && takes(accept, "br")) return ASSET_BROTLI;
  if (asset->codings[ASSET_GZIP].length > 0 && takes(accept, "gzip")) return ASSET_GZIP;
  return ASSET_PLAIN;
}
