#define _POSIX_C_SOURCE 200809L
#include "server/exchange.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/steady_clock.h"
#include "server/address.h"
#include "server/api.h"
#include "server/body.h"
#include "server/reply.h"

enum { SWALLOW_MOST = 16 * BODY_MOST };

static struct connection *connection_of(const struct exchange *exchange) {
  return MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

static uint64_t asker(const struct exchange *exchange) {
  const struct service *service = exchange->service;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const char *header = request_header(exchange, "X-Forwarded-For");
  struct address address = address_of(info->client_addr);
  if (service->settings->trust_proxy && header != NULL) address = address_forwarded(header, address);
  return limiter_key(service->addresses, address.bytes, sizeof address.bytes);
}

static bool refuse_route(struct exchange *exchange, enum answer_code code) {
  return answer_refuse(&exchange->answer, code,
                       code == ANSWER_WRONG_METHOD ? "this path does not take this method: see the header Allow"
                                                   : "there is nothing at this path: see /api/v1/openapi.json");
}

/* A page of another origin can send other types without asking, but not this one. */
static bool check_type(struct exchange *exchange) {
  static const char json[] = "application/json";
  const char *type = request_header(exchange, "Content-Type");
  const size_t length = sizeof json - 1;
  if (type != NULL && strncasecmp(type, json, length) == 0 && strchr("; \t", type[length]) != NULL) return true;
  return answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST, "expected a body with Content-Type: application/json");
}

static enum MHD_Result count_length(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  int *count = context;
  (void)kind;
  (void)value;
  *count += strcasecmp(name, "Content-Length") == 0 || strcasecmp(name, "Transfer-Encoding") == 0;
  return MHD_YES;
}

/* Two lengths are how a request is hidden in another one's body. */
static bool check_one_length(struct exchange *exchange) {
  int count = 0;
  MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, count_length, &count);
  return count <= 1 || answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST,
                                     "expected one header Content-Length or Transfer-Encoding, not several");
}

static bool check_length(struct exchange *exchange) {
  const char *length = request_header(exchange, "Content-Length");
  uint64_t number;
  if (length == NULL || span_number(span_of(length), 0, BODY_MOST, &number)) return true;
  return answer_refuse(&exchange->answer, ANSWER_TOO_LARGE, "the body is larger than 16384 bytes");
}

/* All that can be refused by the header alone. */
static bool check_header(struct exchange *exchange, enum answer_code code) {
  struct service *service = exchange->service;
  const uint32_t wait = limiter_take(service->addresses, exchange->address, route_cost(exchange->route), service->now);
  if (wait > 0) {
    reply_too_many(exchange, wait);
    return false;
  }
  if (code != ANSWER_OK) return refuse_route(exchange, code);
  if (!check_one_length(exchange)) return false;
  return !route_has_body(exchange->route) || (check_type(exchange) && check_length(exchange));
}

static void note_route(struct exchange *exchange, const struct route_match *match, const char *path) {
  exchange->route = match->route;
  exchange->allow = match->allow;
  memcpy(exchange->table, match->table.bytes, match->table.length);
  exchange->table[match->table.length] = '\0';
  if (strlen(path) <= EXCHANGE_PATH_MOST) memcpy(exchange->path, path, strlen(path) + 1);
}

static struct exchange *begin(struct service *service, struct MHD_Connection *connection) {
  struct exchange *exchange = memory_new(sizeof *exchange);
  *exchange = (struct exchange){.service = service, .connection = connection, .begun = steady_microseconds()};
  exchange->address = asker(exchange);
  return exchange;
}

static enum MHD_Result send_answer(struct exchange *exchange) {
  return reply_answer(exchange, route_type(exchange->route));
}

/* Keeps what comes of the body; who sends far more than he may is cut off. */
static enum MHD_Result receive(struct exchange *exchange, const char *data, size_t *length) {
  exchange->received += *length;
  if (route_has_body(exchange->route) && exchange->received <= BODY_MOST) text_add(&exchange->body, data, *length);
  *length = 0;
  return exchange->received <= SWALLOW_MOST ? MHD_YES : MHD_NO;
}

/* The request is there. An answer that must be stored first lets the connection rest until the round is. */
static enum MHD_Result run(struct exchange *exchange) {
  connection_of(exchange)->busy = true;
  api_run(exchange);
  if (exchange->sent) return exchange->result;
  if (!exchange->answer.waits) return send_answer(exchange);
  exchange->next = exchange->service->round;
  exchange->service->round = exchange;
  MHD_suspend_connection(exchange->connection);
  return MHD_YES;
}

enum MHD_Result exchange_handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                const char *version, const char *data, size_t *length, void **own) {
  struct exchange *exchange = *own;
  (void)version;
  if (exchange == NULL) {
    struct route_match match;
    const enum answer_code code = route_find(method, url, &match);
    *own = exchange = begin(context, connection);
    note_route(exchange, &match, url);
    return check_header(exchange, code) ? MHD_YES : send_answer(exchange);
  }
  if (*length > 0) return receive(exchange, data, length);
  return exchange->ready ? send_answer(exchange) : run(exchange);
}

void exchange_done(void *context, struct MHD_Connection *connection, void **own, enum MHD_RequestTerminationCode code) {
  struct service *service = context;
  struct exchange *exchange = *own;
  (void)connection;
  (void)code;
  if (exchange == NULL) return;
  connections_done(&service->connections, connection_of(exchange), service->now);
  answer_free(&exchange->answer);
  text_free(&exchange->body);
  free(exchange);
  *own = NULL;
}

void exchange_release_round(struct service *service, bool stored) {
  struct exchange *exchange = service->round;
  const int64_t now = exchange == NULL ? 0 : steady_microseconds();
  service->round = NULL;
  service->resumed = service->resumed || exchange != NULL;
  while (exchange != NULL) {
    struct exchange *next = exchange->next;
    if (!stored) answer_not_stored(&exchange->answer);
    exchange->ready = true;
    metrics_time(&service->metrics, (uint64_t)(now - exchange->begun));
    MHD_resume_connection(exchange->connection);
    exchange = next;
  }
}
