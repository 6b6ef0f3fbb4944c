/* A request from its header to the end of its answer. */
#include "server/service.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/steady_clock.h"

enum {
  SWALLOW_MOST = 16 * BODY_MOST, /* bytes of a body after which the server closes the connection */
  MOVED_MOST = 8                 /* how often the lobby is asked again, if another server changes the table each time */
};

/* ---- The head ---- */

/* Takes the value of the last header X-Forwarded-For. The library calls it for each header, in their order. */
static enum MHD_Result keep_forwarded(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  const char **last = context;
  (void)kind;
  if (strcasecmp(name, "X-Forwarded-For") == 0) *last = value;
  return MHD_YES;
}

/* Determines the client and the route, and refuses what can be refused by the head alone. False with the refusal. */
static bool check_head(struct exchange *exchange, const char *method, const char *path, const char *version) {
  struct service *service = exchange->service;
  struct answer *answer = &exchange->answer;

  /* 1. The client's address and the route. The address is that of the peer, or the one that a trusted proxy gives. A
   * proxy adds it after all that the client sent, in the same header or in a new one. */
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(exchange->connection->library, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const char *forwarded = NULL;
  const struct address address = address_of(info->client_addr);
  if (service->settings->trust_proxy)
    MHD_get_connection_values(exchange->connection->library, MHD_HEADER_KIND, keep_forwarded, &forwarded);
  exchange->asker = forwarded == NULL ? address : address_forwarded(forwarded, address);
  struct route_match match;
  const enum answer_code code = route_find(method, path, &match);
  const struct route_row *row = &route_rows[match.route];
  exchange->route = match.route;
  exchange->head = strcmp(method, "HEAD") == 0;
  exchange->allow = match.allow;
  memcpy(exchange->table, match.table.bytes, match.table.length);
  exchange->table[match.table.length] = '\0';
  if (strlen(path) <= EXCHANGE_PATH_MOST) memcpy(exchange->path, path, strlen(path) + 1);
  exchange->who = connections_who(service, exchange->asker);

  /* 2. The client asks too often, or has too many requests at once; behind a proxy each counts as a connection. */
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

  /* 3. There is no such route, or proxies could read the head differently. */
  if (code == ANSWER_WRONG_METHOD)
    return answer_refuse(answer, code, "this path does not take this method: see the header Allow");
  if (code != ANSWER_OK) return answer_refuse(answer, code, "there is nothing at this path: see /api/v1/openapi.json");
  struct fault fault;
  if (!connection_check_head(exchange->connection, method, version, &fault))
    return answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  if (!route_has_body(exchange->route)) return true;

  /* 4. The body has another type: a page of another origin can send other types without asking, but not this one. */
  const char *type = request_header(exchange, "Content-Type");
  const size_t type_length = sizeof ROUTE_JSON - 1;
  if (type == NULL || strncasecmp(type, ROUTE_JSON, type_length) != 0 || strchr("; \t", type[type_length]) == NULL)
    return answer_refuse(answer, ANSWER_BAD_REQUEST, "expected a body with Content-Type: application/json");

  /* 5. The body will be too large. */
  const char *length = request_header(exchange, "Content-Length");
  uint64_t number;
  if (length == NULL || span_number(span_of(length), 0, BODY_MOST, &number)) return true;
  return answer_refuse(answer, ANSWER_TOO_LARGE, "the body is larger than 16384 bytes");
}

/* ---- What the HTTP library calls ---- */

/* The request line has arrived. */
static void *begin_exchange(void *context, const char *line, struct MHD_Connection *connection) {
  struct exchange *exchange = memory_new(sizeof *exchange);
  *exchange = (struct exchange){
      .service = context,
      .connection = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context,
      .begun = steady_microseconds()};
  connection_take_line(exchange->connection, line);
  return exchange;
}

/* The library calls this first for the head, then for each piece of the body, and last for the end of the request. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *length, void **own) {
  struct exchange *exchange = *own;
  struct service *service = exchange->service;
  (void)context;
  (void)connection;

  /* 1. The head. */
  if (!exchange->known) {
    exchange->known = true;
    return check_head(exchange, method, url, version) ? MHD_YES : reply_send(exchange);
  }

  /* 2. A piece of the body: what is too much is discarded, and a client that sends far too much is cut off. */
  if (*length > 0) {
    exchange->received += *length;
    if (route_has_body(exchange->route) && exchange->received <= BODY_MOST) text_add(&exchange->body, data, *length);
    *length = 0;
    return exchange->received <= SWALLOW_MOST ? MHD_YES : MHD_NO;
  }

  /* 3. The end. If the answer waits for the commit, or for a table that is being read, the connection is suspended. The
   * library calls this again when it is resumed. */
  if (!exchange->ready) {
    exchange->connection->busy = true;
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
  return reply_send(exchange);
}

static void end_exchange(void *context, struct MHD_Connection *connection, void **own,
                         enum MHD_RequestTerminationCode code) {
  struct service *service = context;
  struct exchange *exchange = *own;
  (void)connection;
  (void)code;
  if (exchange == NULL) return;
  connection_done(exchange->connection);
  if (exchange->held) limiter_release(service->addresses, exchange->who, LIMITER_CONNECTIONS);
  answer_free(&exchange->answer);
  text_free(&exchange->body);
  free(exchange);
  *own = NULL;
}

const struct connection_calls exchange_calls = {begin_exchange, handle, end_exchange};

/* ---- Exchanges that wait ---- */

void exchange_ask_again(struct service *service) {
  struct exchange *exchange = service->reading;
  service->reading = NULL;
  while (exchange != NULL) {
    struct exchange *next = exchange->next;
    connection_resume(exchange->connection);
    exchange = next;
  }
}

void exchange_release_round(struct service *service, bool stored) {
  struct exchange *exchange = service->round;
  const int64_t now = exchange == NULL ? 0 : steady_microseconds();
  service->round = NULL;
  while (exchange != NULL) {
    struct exchange *next = exchange->next;
    /* If the round was stored without the request's table, because another server had changed that, the lobby is asked
     * again, a few times. The path of an encounter does not name its table. */
    const struct span table = span_of(exchange->route == ROUTE_PLAY_ENCOUNTER ? "" : exchange->table);
    const bool moved = stored && lobby_has_moved(service->lobby, table);
    exchange->again = moved && exchange->moved++ < MOVED_MOST;
    if (!stored || (moved && !exchange->again)) answer_not_stored(&exchange->answer);
    exchange->ready = !exchange->again;
    if (exchange->ready) metrics_time(&service->metrics, (uint64_t)(now - exchange->begun));
    connection_resume(exchange->connection);
    exchange = next;
  }
}
