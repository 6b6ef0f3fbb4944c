/* The headers of a request, and its answer on the wire: status, headers and body. */
#include "server/service.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/steady_clock.h"

enum {
  REFUSALS_LOGGED = 20, /* in each second */
  TAG_SIZE = 48,        /* bytes of an ETag, with the final zero */
  RETRY_SECONDS = 60    /* of Retry-After, if nothing better is known */
};

/* ---- The request ---- */

const char *request_header(const struct exchange *exchange, const char *name) {
  return MHD_lookup_connection_value(exchange->connection->library, MHD_HEADER_KIND, name);
}

const char *request_argument(const struct exchange *exchange, const char *name) {
  return MHD_lookup_connection_value(exchange->connection->library, MHD_GET_ARGUMENT_KIND, name);
}

struct span request_token(const struct exchange *exchange) {
  const char *header = request_header(exchange, "Authorization");
  if (header == NULL || strncasecmp(header, "Bearer ", 7) != 0) return (struct span){"", 0};
  return span_of(header + 7 + strspn(header + 7, " "));
}

/* ---- The answer ---- */

#define CONTENT_SECURITY_POLICY                                                                                        \
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "           \
  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "                  \
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html tessera"

/* The policy of a page that other sites may frame: it has no scripts, and knows no secret. */
#define FRAME_SECURITY_POLICY                                                                                          \
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox allow-popups"

/* A script that got into the page cannot use what the page never uses. */
#define PERMISSIONS_POLICY                                                                                             \
  "accelerometer=(self), camera=(), display-capture=(), geolocation=(), gyroscope=(self), magnetometer=(), "           \
  "microphone=(), "                                                                                                    \
  "midi=(), payment=(), usb=()"

/* Sent with every answer; `framed`: the value for a page that other sites may frame. */
static const struct {
  const char *name, *value, *framed;
} security_headers[] = {
    {"Content-Security-Policy", CONTENT_SECURITY_POLICY, FRAME_SECURITY_POLICY},
    {"Permissions-Policy", PERMISSIONS_POLICY, PERMISSIONS_POLICY},
    {"X-Content-Type-Options", "nosniff", "nosniff"},
    {"Referrer-Policy", "no-referrer", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin", "cross-origin"},
};

/* The HTTP status of each code of an answer (table/request.h). */
static const unsigned statuses[] = {
    [ANSWER_OK] = 200,           [ANSWER_CREATED] = 201,         [ANSWER_BAD_REQUEST] = 400,
    [ANSWER_NO_TOKEN] = 401,     [ANSWER_WRONG_TOKEN] = 403,     [ANSWER_SILENT] = 403,
    [ANSWER_REMOVED] = 403,      [ANSWER_PLAYERS_ONLY] = 403,    [ANSWER_NO_TABLE] = 404,
    [ANSWER_NO_PLAYER] = 404,    [ANSWER_NO_TOURNAMENT] = 404,   [ANSWER_NO_SUCH_PATH] = 404,
    [ANSWER_WRONG_METHOD] = 405, [ANSWER_NOT_NOW] = 409,         [ANSWER_AHEAD] = 409,
    [ANSWER_ASKED_BEFORE] = 409, [ANSWER_NAME_TAKEN] = 409,      [ANSWER_TOO_MUCH] = 409,
    [ANSWER_TOO_LARGE] = 413,    [ANSWER_BAD_MOVE] = 422,        [ANSWER_TOO_MANY] = 429,
    [ANSWER_TOO_OFTEN] = 429,    [ANSWER_TOO_MANY_TABLES] = 429, [ANSWER_TOO_MANY_SEATS] = 429,
    [ANSWER_FULL] = 503,         [ANSWER_NOT_STORED] = 503,
};

/* Returns true if browsers heed Cross-Origin-Opener-Policy: over HTTPS, which a proxy speaks for the server, and at the
 * device's own addresses. Elsewhere they would only log a complaint. */
static bool opener_policy_counts(const struct exchange *exchange) {
  const struct server_settings *settings = exchange->service->settings;
  if (settings->trust_proxy) return true;
  if (settings->base_url != NULL && strncmp(settings->base_url, "https:", 6) == 0) return true;
  const char *host = request_header(exchange, "Host");
  return host != NULL &&
         (strncmp(host, "localhost", 9) == 0 || strncmp(host, "127.", 4) == 0 || strncmp(host, "[::1]", 5) == 0);
}

void reply_response(struct exchange *exchange, unsigned status, struct MHD_Response *response) {
  struct service *service = exchange->service;
  exchange->sent = true;
  exchange->result = MHD_NO;
  if (response == NULL) return;
  const bool framed = exchange->route == ROUTE_FRAME;
  for (size_t i = 0; i < sizeof security_headers / sizeof security_headers[0]; i++)
    MHD_add_response_header(response, security_headers[i].name,
                            framed ? security_headers[i].framed : security_headers[i].value);
  if (opener_policy_counts(exchange)) MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
  metrics_answer(&service->metrics, exchange->route, status);
  /* The log has only a few refusals in each second, so that nobody can fill the disk with them. */
  if (status >= 400 && service->refusals_logged++ < REFUSALS_LOGGED) {
    log_begin(&service->log, status >= 500 ? "failed" : "refused");
    log_text(&service->log, "route", route_rows[exchange->route].path);
    log_number(&service->log, "status", status);
    log_number(&service->log, "us", steady_microseconds() - exchange->begun);
    log_end(&service->log);
  }
  exchange->result = MHD_queue_response(exchange->connection->library, status, response);
  MHD_destroy_response(response);
}

/* Writes the ETag of what a finished table shows: its version, and that of the program that renders it. */
static void write_tag(const struct exchange *exchange, char tag[TAG_SIZE]) {
  snprintf(tag, TAG_SIZE, "W/\"%s-%llx\"", TESS_VERSION, (unsigned long long)exchange->version);
}

void reply_keep(const struct exchange *exchange, struct MHD_Response *response) {
  char tag[TAG_SIZE];
  write_tag(exchange, tag);
  if (exchange->version != 0) MHD_add_response_header(response, "ETag", tag);
  MHD_add_response_header(response, "Cache-Control", exchange->version != 0 ? "no-cache" : "no-store");
}

bool reply_unchanged(struct exchange *exchange) {
  char tag[TAG_SIZE];
  const char *known = request_header(exchange, "If-None-Match");
  write_tag(exchange, tag);
  if (exchange->version == 0 || known == NULL || strstr(known, tag) == NULL) return false;
  struct MHD_Response *response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
  if (response != NULL) reply_keep(exchange, response);
  reply_response(exchange, 304, response);
  return true;
}

static ssize_t read_nothing(void *context, uint64_t position, char *bytes, size_t most) {
  (void)context, (void)position, (void)bytes, (void)most;
  return MHD_CONTENT_READER_END_OF_STREAM;
}

void reply_head(struct exchange *exchange) {
  struct MHD_Response *response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1, read_nothing, NULL, NULL);
  if (response != NULL) {
    /* Without this the library ends a chunked body that it has not sent. */
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
    MHD_add_response_header(response, "Content-Type", route_rows[exchange->route].type);
    reply_keep(exchange, response);
  }
  reply_response(exchange, 200, response);
}

void reply_too_many(struct exchange *exchange, uint32_t wait_ms) {
  answer_refuse(&exchange->answer, ANSWER_TOO_MANY, "too many requests: wait as long as Retry-After says (seconds)");
  exchange->retry_s = wait_ms / 1000 + 1;
}

enum MHD_Result reply_send(struct exchange *exchange) {
  const unsigned status = statuses[exchange->answer.code];
  struct text *body = &exchange->answer.body;
  struct MHD_Response *response = MHD_create_response_from_buffer(body->length, body->bytes, MHD_RESPMEM_MUST_FREE);
  if (response == NULL) return MHD_NO;
  *body = (struct text){0};
  MHD_add_response_header(response, "Content-Type", status >= 400 ? ROUTE_JSON : route_rows[exchange->route].type);
  if (status >= 400) exchange->version = 0;
  reply_keep(exchange, response);
  if (exchange->allow != NULL) MHD_add_response_header(response, "Allow", exchange->allow);
  if (exchange->answer.code == ANSWER_NO_TOKEN) MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
  const bool soon = exchange->answer.code == ANSWER_NOT_STORED;
  if (soon || exchange->answer.code == ANSWER_TOO_MANY) {
    char seconds[16];
    const unsigned otherwise = soon ? 1 : RETRY_SECONDS;
    snprintf(seconds, sizeof seconds, "%u", exchange->retry_s > 0 ? exchange->retry_s : otherwise);
    MHD_add_response_header(response, "Retry-After", seconds);
  }
  reply_response(exchange, status, response);
  return exchange->result;
}
