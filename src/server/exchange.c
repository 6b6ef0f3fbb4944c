/* A request from its header to its answer, and the headers and bodies of answers on the wire. */
#define _POSIX_C_SOURCE 200809L
#include "server/service.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/steady_clock.h"

/* ---- Answers ---- */

enum {
  REFUSALS_LOGGED = 20,
  RETRY_SECONDS = 60,
  SWALLOW_MOST = 16 * BODY_MOST,
  MOVED_MOST = 8 /* times that a request is asked again, as its table had moved on */
};

#define CONTENT_SECURITY_POLICY                                                                                        \
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "           \
  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "                  \
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html tessera"

/* What the page never asks for is not to be had by a script that got in. */
#define PERMISSIONS_POLICY                                                                                             \
  "accelerometer=(self), camera=(), display-capture=(), geolocation=(), gyroscope=(self), magnetometer=(), "           \
  "microphone=(), "                                                                                                    \
  "midi=(), payment=(), usb=()"

/* Sent with every answer. */
static const char *const security_headers[][2] = {
    {"Content-Security-Policy", CONTENT_SECURITY_POLICY},
    {"Permissions-Policy", PERMISSIONS_POLICY},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

const char *request_header(const struct exchange *exchange, const char *name) {
  return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
}

/* What stands behind `Bearer` in the header Authorization; empty if there is none. */
struct span request_token(const struct exchange *exchange) {
  const char *header = request_header(exchange, "Authorization");
  if (header == NULL || strncasecmp(header, "Bearer ", 7) != 0) return (struct span){"", 0};
  return span_of(header + 7 + strspn(header + 7, " "));
}

/* Whether a browser heeds Cross-Origin-Opener-Policy: over HTTPS, which a proxy speaks for the server, and at the
 * device's own addresses. Elsewhere it would only complain of the header. */
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
  for (size_t i = 0; i < sizeof security_headers / sizeof security_headers[0]; i++)
    MHD_add_response_header(response, security_headers[i][0], security_headers[i][1]);
  if (opener_policy_counts(exchange)) MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
  metrics_answer(&service->metrics, exchange->route, status);
  /* Refusals are logged at most a few a second, so that nobody fills the disk by being refused. */
  if (status >= 400 && service->refusals_logged++ < REFUSALS_LOGGED) {
    log_begin(&service->log, status >= 500 ? "failed" : "refused");
    log_text(&service->log, "route", route_rows[exchange->route].path);
    log_number(&service->log, "status", status);
    log_number(&service->log, "us", steady_microseconds() - exchange->begun);
    log_end(&service->log);
  }
  exchange->result = MHD_queue_response(exchange->connection, status, response);
  MHD_destroy_response(response);
}

void reply_too_many(struct exchange *exchange, uint32_t wait_ms) {
  answer_refuse(&exchange->answer, ANSWER_TOO_MANY, "too many requests: wait as long as Retry-After says (seconds)");
  exchange->retry_s = wait_ms / 1000 + 1;
}

/* The HTTP status of each code of an answer (table/request.h). */
static const unsigned statuses[] = {
    [ANSWER_OK] = 200,
    [ANSWER_CREATED] = 201,
    [ANSWER_BAD_REQUEST] = 400,
    [ANSWER_NO_TOKEN] = 401,
    [ANSWER_WRONG_TOKEN] = 403,
    [ANSWER_SILENT] = 403,
    [ANSWER_REMOVED] = 403,
    [ANSWER_NO_TABLE] = 404,
    [ANSWER_NO_SUCH_PATH] = 404,
    [ANSWER_WRONG_METHOD] = 405,
    [ANSWER_NOT_NOW] = 409,
    [ANSWER_AHEAD] = 409,
    [ANSWER_ASKED_BEFORE] = 409,
    [ANSWER_TOO_MUCH] = 409,
    [ANSWER_TOO_LARGE] = 413,
    [ANSWER_BAD_MOVE] = 422,
    [ANSWER_TOO_MANY] = 429,
    [ANSWER_TOO_OFTEN] = 429,
    [ANSWER_TOO_MANY_TABLES] = 429,
    [ANSWER_TOO_MANY_SEATS] = 429,
    [ANSWER_FULL] = 503,
    [ANSWER_NOT_STORED] = 503,
};

/* Sends the exchange's answer, whose body goes to the HTTP library. */
static enum MHD_Result send_answer(struct exchange *exchange) {
  const unsigned status = statuses[exchange->answer.code];
  struct text *body = &exchange->answer.body;
  struct MHD_Response *response = MHD_create_response_from_buffer(body->length, body->bytes, MHD_RESPMEM_MUST_FREE);
  if (response == NULL) return MHD_NO;
  *body = (struct text){0};
  MHD_add_response_header(response, "Content-Type", status >= 400 ? ROUTE_JSON : route_rows[exchange->route].type);
  MHD_add_response_header(response, "Cache-Control", "no-store");
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

/* ---- Requests ---- */

/* Whether a request can be taken for another one by a proxy that reads its headers differently. */
struct ambiguity {
  const char *next; /* where the next header begins if the one before it was a line that ends with CR LF */
  int lengths;      /* headers that tell a length */
  int hosts;        /* headers Host */
  bool strange, broken;
};

/*
 * Looks for it in a header; called for every one, in their order. Name and value stand where the request came in: the
 * HTTP library puts zeros in place of the two bytes of a line's end, and moves a value only to put folded lines
 * together. So a header that does not begin two bytes behind the one before it follows a line that ended without CR,
 * that had a zero byte in it, or that was folded. Behind the last one stands the empty line, and nothing else belongs
 * to the head. (Newer versions of the library refuse these requests themselves.)
 */
static enum MHD_Result find_ambiguity(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  struct ambiguity *found = context;
  const bool coded = strcasecmp(name, "Transfer-Encoding") == 0;
  (void)kind;
  found->hosts += strcasecmp(name, "Host") == 0;
  found->lengths += coded || strcasecmp(name, "Content-Length") == 0;
  if (strpbrk(name, " \t") != NULL || (coded && strcasecmp(value, "chunked") != 0)) found->strange = true;
  for (const char *at = value; *at != '\0'; at++)
    if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f) found->broken = true;
  if (name != found->next || value < name) found->broken = true;
  found->next = value + strlen(value) + 2;
  return MHD_YES;
}

/* Takes the value of the last header X-Forwarded-For; called for every header, in their order. */
static enum MHD_Result keep_forwarded(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  const char **last = context;
  (void)kind;
  if (strcasecmp(name, "X-Forwarded-For") == 0) *last = value;
  return MHD_YES;
}

/* Who asks: the peer, or what a trusted proxy says of it. A proxy writes its word behind all that the client sent, in
 * the same line or in a line of its own. */
static void find_address(struct exchange *exchange) {
  const struct service *service = exchange->service;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const char *forwarded = NULL;
  const struct address address = address_of(info->client_addr);
  if (service->settings->trust_proxy)
    MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, keep_forwarded, &forwarded);
  exchange->asker = forwarded == NULL ? address : address_forwarded(forwarded, address);
}

/* Two lengths, or a head that others read differently, are how a request is hidden in another one's body. False with
 * the refusal. */
static bool is_clear(struct exchange *exchange, const char *method, const char *version) {
  struct answer *answer = &exchange->answer;
  struct ambiguity found = {.next = version + strlen(version) + 2};
  const union MHD_ConnectionInfo *head =
      MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, find_ambiguity, &found);
  if (found.next + 2 != method + head->header_size) found.broken = true;
  if (exchange->uri_end + 1 != version)
    return answer_refuse(answer, ANSWER_BAD_REQUEST, "expected a path without zero bytes");
  if (exchange->long_query)
    return answer_refuse(answer, ANSWER_BAD_REQUEST, "expected a query of 384 bytes and 8 arguments at most");
  if (found.strange)
    return answer_refuse(answer, ANSWER_BAD_REQUEST,
                         "expected headers without blanks in their names, and no Transfer-Encoding but 'chunked'");
  if (found.broken)
    return answer_refuse(answer, ANSWER_BAD_REQUEST,
                         "expected headers of one line each that ends with CR LF, without control characters");
  if (found.hosts > 1) return answer_refuse(answer, ANSWER_BAD_REQUEST, "expected one header Host, not several");
  return found.lengths <= 1 || answer_refuse(answer, ANSWER_BAD_REQUEST,
                                             "expected one header Content-Length or Transfer-Encoding, not several");
}

/* The request's header is there: who asks for what. Refuses all that can be refused by the header alone. */
static bool begin(struct exchange *exchange, const char *method, const char *path, const char *version) {
  struct service *service = exchange->service;
  struct answer *answer = &exchange->answer;

  /* 1. Who asks, and what for. */
  find_address(exchange);
  struct route_match match;
  const enum answer_code code = route_find(method, path, &match);
  const struct route_row *row = &route_rows[match.route];
  exchange->route = match.route;
  exchange->allow = match.allow;
  memcpy(exchange->table, match.table.bytes, match.table.length);
  exchange->table[match.table.length] = '\0';
  if (strlen(path) <= EXCHANGE_PATH_MOST) memcpy(exchange->path, path, strlen(path) + 1);
  exchange->who = service_who(service, exchange->asker);

  /* 2. Too often, or too much at once: a proxy's connections are counted by whose request they carry. Then what is not
   * there. */
  const uint32_t wait = limiter_take(service->addresses, exchange->who, row->cost, service->now);
  if (wait > 0) {
    reply_too_many(exchange, wait);
    return false;
  }
  if (service->settings->trust_proxy) {
    const uint32_t most = service->settings->connections_per_address;
    exchange->held = limiter_hold(service->addresses, exchange->who, LIMITER_CONNECTIONS, most);
    if (!exchange->held) {
      reply_too_many(exchange, 0);
      return false;
    }
  }
  if (code == ANSWER_WRONG_METHOD)
    return answer_refuse(answer, code, "this path does not take this method: see the header Allow");
  if (code != ANSWER_OK) return answer_refuse(answer, code, "there is nothing at this path: see /api/v1/openapi.json");

  if (!is_clear(exchange, method, version)) return false;
  if (!route_has_body(exchange->route)) return true;

  /* 3. A page of another origin can send other types without asking, but not this one. */
  const char *type = request_header(exchange, "Content-Type");
  const size_t type_length = sizeof ROUTE_JSON - 1;
  if (type == NULL || strncasecmp(type, ROUTE_JSON, type_length) != 0 || strchr("; \t", type[type_length]) == NULL)
    return answer_refuse(answer, ANSWER_BAD_REQUEST, "expected a body with Content-Type: application/json");

  /* 4. A body that is announced to be too large. */
  const char *length = request_header(exchange, "Content-Length");
  uint64_t number;
  if (length == NULL || span_number(span_of(length), 0, BODY_MOST, &number)) return true;
  return answer_refuse(answer, ANSWER_TOO_LARGE, "the body is larger than 16384 bytes");
}

/* How many arguments the library will part a query into. */
static int arguments_in(const char *query) {
  int count = 1;
  for (; *query != '\0'; query++) count += *query == '&';
  return count;
}

void *exchange_begin(void *context, const char *uri, struct MHD_Connection *connection) {
  struct exchange *exchange = memory_new(sizeof *exchange);
  char *query = strchr(uri, '?');
  *exchange = (struct exchange){
      .service = context,
      .connection = connection,
      .socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context,
      .begun = steady_microseconds(),
      .uri_end = uri + strlen(uri)};
  /* The library keeps each argument in the memory of the connection, and does not answer when that is used up. So a
   * query that is too long is emptied here, in the library's own memory, in which it is about to part the arguments. */
  exchange->long_query = query != NULL && (strlen(query) > QUERY_MOST || arguments_in(query) > ARGUMENTS_MOST);
  if (exchange->long_query) query[1] = '\0';
  return exchange;
}

enum MHD_Result exchange_handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                const char *version, const char *data, size_t *length, void **own) {
  struct exchange *exchange = *own;
  struct service *service = exchange->service;
  (void)context;
  (void)connection;

  /* 1. The header came in. */
  if (!exchange->known) {
    exchange->known = true;
    return begin(exchange, method, url, version) ? MHD_YES : send_answer(exchange);
  }

  /* 2. A piece of the body: what is too much is not kept, and who sends far more than they may is cut off. */
  if (*length > 0) {
    exchange->received += *length;
    if (route_has_body(exchange->route) && exchange->received <= BODY_MOST) text_add(&exchange->body, data, *length);
    *length = 0;
    return exchange->received <= SWALLOW_MOST ? MHD_YES : MHD_NO;
  }

  /* 3. The request is there in whole. An answer that must be stored first lets the connection rest until the round is,
   * and then this is called again; so does one that comes later, until a table was read. */
  if (!exchange->ready) {
    exchange->socket->busy = true;
    api_run(exchange);
    if (exchange->sent) return exchange->result;
    exchange->again = exchange->answer.later && !service->ending;
    if (exchange->answer.waits || exchange->again) {
      struct exchange **list = exchange->again ? &service->reading : &service->round;
      exchange->next = *list;
      *list = exchange;
      MHD_suspend_connection(connection);
      return MHD_YES;
    }
  }
  return send_answer(exchange);
}

void exchange_done(void *context, struct MHD_Connection *connection, void **own, enum MHD_RequestTerminationCode code) {
  struct service *service = context;
  struct exchange *exchange = *own;
  (void)connection;
  (void)code;
  if (exchange == NULL) return;
  connection_done(exchange->socket);
  if (exchange->held) limiter_release(service->addresses, exchange->who, LIMITER_CONNECTIONS);
  answer_free(&exchange->answer);
  text_free(&exchange->body);
  free(exchange);
  *own = NULL;
}

void exchange_ask_again(struct service *service) {
  struct exchange *exchange = service->reading;
  service->reading = NULL;
  while (exchange != NULL) {
    struct exchange *next = exchange->next;
    connection_resume(exchange->socket);
    exchange = next;
  }
}

/* The table of a request may have moved on before the round was stored: then it is asked again, a few times. */
static bool is_to_be_asked_again(struct exchange *exchange, bool stored) {
  if (!stored || !lobby_has_moved(exchange->service->lobby, span_of(exchange->table))) return false;
  if (exchange->moved++ < MOVED_MOST) return true;
  answer_not_stored(&exchange->answer);
  return false;
}

void exchange_release_round(struct service *service, bool stored) {
  struct exchange *exchange = service->round;
  const int64_t now = exchange == NULL ? 0 : steady_microseconds();
  service->round = NULL;
  while (exchange != NULL) {
    struct exchange *next = exchange->next;
    if (!stored) answer_not_stored(&exchange->answer);
    exchange->again = is_to_be_asked_again(exchange, stored);
    exchange->ready = !exchange->again;
    if (exchange->ready) metrics_time(&service->metrics, (uint64_t)(now - exchange->begun));
    connection_resume(exchange->socket);
    exchange = next;
  }
}
