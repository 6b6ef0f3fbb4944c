#include "server/api.h"

#include <string.h>
#include <strings.h>

#include "base/json_writer.h"
#include "server/body.h"
#include "server/reply.h"
#include "server/stream.h"

static const int64_t most_seq = INT64_C(1) << 53;

uint32_t api_cost(enum route route) {
  switch (route) {
  case ROUTE_CREATE: return 20;
  case ROUTE_SIT:
  case ROUTE_RECOVER: return 5;
  case ROUTE_LIST:
  case ROUTE_LOG:
  case ROUTE_STATE:
  case ROUTE_RECORD: return 2;
  default: return 1;
  }
}

const char *api_type(enum route route) {
  switch (route) {
  case ROUTE_RECORD:
  case ROUTE_HEALTH: return "text/plain; charset=utf-8";
  case ROUTE_METRICS: return "text/plain; version=0.0.4; charset=utf-8";
  default: return "application/json";
  }
}

static struct span body_of(const struct exchange *exchange) {
  return exchange->body.length == 0 ? span_of("") : text_span(&exchange->body);
}

/* What stands behind `Bearer` in the header Authorization; empty if there is none. */
static struct span token_of(const struct exchange *exchange) {
  const char *header = request_header(exchange, "Authorization");
  if (header == NULL || strncasecmp(header, "Bearer ", 7) != 0) return (struct span){"", 0};
  return span_of(header + 7 + strspn(header + 7, " "));
}

/* Takes a request from the bucket of the token; false with the refusal. */
static bool pay(struct exchange *exchange, struct span token) {
  struct limiter *tokens = exchange->service->tokens;
  if (token.length == 0) return true;
  const uint64_t key = limiter_key(tokens, token.bytes, token.length);
  const uint32_t wait = limiter_take(tokens, key, 1, exchange->service->now);
  if (wait > 0) reply_too_many(exchange, wait);
  return wait == 0;
}

static void act(struct exchange *exchange) {
  const struct span token = token_of(exchange);
  if (!pay(exchange, token)) return;
  lobby_act(exchange->service->lobby, span_of(exchange->table), token, body_of(exchange), &exchange->answer);
}

static void tell_info(struct exchange *exchange) {
  const struct server_settings *settings = exchange->service->settings;
  struct text *body = &exchange->answer.body;
  answer_begin(&exchange->answer, ANSWER_OK);
  json_open_object(body, NULL);
  json_put_string(body, "name", "tessera");
  json_put_string(body, "version", TESS_VERSION);
  json_put_int(body, "api", 1);
  if (settings->base_url != NULL) json_put_string(body, "base_url", settings->base_url);
  json_open_object(body, "limits");
  json_put_int(body, "body_bytes", BODY_MOST);
  json_put_int(body, "streams_per_address", settings->streams_per_address);
  json_put_int(body, "rate_per_address", settings->rate_per_address);
  json_put_int(body, "rate_per_token", settings->rate_per_token);
  json_close_object(body);
  json_close_object(body);
}

static void tell_health(struct exchange *exchange) {
  struct fault fault = {0};
  answer_begin(&exchange->answer, ANSWER_OK);
  text_add_string(&exchange->answer.body, "ok\n");
  if (!lobby_healthy(exchange->service->lobby, &fault)) answer_refuse(&exchange->answer, ANSWER_NOT_STORED, fault.text);
}

static void tell_metrics(struct exchange *exchange) {
  struct service *service = exchange->service;
  const struct lobby_figures figures = lobby_figures(service->lobby);
  answer_begin(&exchange->answer, ANSWER_OK);
  metrics_write(&service->metrics, &figures, service->connections.count, &exchange->answer.body);
}

/* The number of the last entry that the client has; false with the refusal. */
static bool read_since(struct exchange *exchange, int64_t *since) {
  const char *text = request_header(exchange, "Last-Event-ID");
  uint64_t number = 0;
  if (text == NULL) text = MHD_lookup_connection_value(exchange->connection, MHD_GET_ARGUMENT_KIND, "since");
  const bool right = text == NULL || span_number(span_of(text), 0, (uint64_t)most_seq, &number);
  *since = (int64_t)number;
  if (right) return true;
  return answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST,
                       "since and Last-Event-ID take the number of an entry, 0 or more");
}

static bool follow(struct exchange *exchange, enum MHD_Result *result) {
  const char *accept = request_header(exchange, "Accept");
  const bool events = accept != NULL && strstr(accept, "text/event-stream") != NULL;
  int64_t since;
  return read_since(exchange, &since) && stream_open(exchange, token_of(exchange), since, events, result);
}

static bool send_asset(struct exchange *exchange, const char *path, enum MHD_Result *result) {
  const struct asset *asset = asset_find(path);
  if (asset == NULL) return answer_refuse(&exchange->answer, ANSWER_NO_SUCH_PATH, "there is nothing at this path");
  *result = reply_asset(exchange, asset);
  return true;
}

/* The requests whose answer is a text. */
static void answer_text(struct exchange *exchange) {
  struct lobby *lobby = exchange->service->lobby;
  struct answer *answer = &exchange->answer;
  const struct span table = span_of(exchange->table), body = body_of(exchange);
  switch (exchange->route) {
  case ROUTE_LIST: lobby_list(lobby, answer); break;
  case ROUTE_CREATE: lobby_create(lobby, body, answer); break;
  case ROUTE_LOG: lobby_log(lobby, table, answer); break;
  case ROUTE_STATE: lobby_state(lobby, table, answer); break;
  case ROUTE_RECORD: lobby_record(lobby, table, answer); break;
  case ROUTE_SIT: lobby_sit(lobby, table, body, answer); break;
  case ROUTE_RECOVER: lobby_recover(lobby, table, body, answer); break;
  case ROUTE_ACT: act(exchange); break;
  case ROUTE_HEALTH: tell_health(exchange); break;
  case ROUTE_METRICS: tell_metrics(exchange); break;
  default: tell_info(exchange); break;
  }
}

static bool check_body(struct exchange *exchange) {
  struct fault fault = {0};
  if (!route_has_body(exchange->route)) return true;
  if (exchange->received > BODY_MOST)
    return answer_refuse(&exchange->answer, ANSWER_TOO_LARGE, "the body is larger than 16384 bytes");
  return body_check(body_of(exchange), &fault) || answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST, fault.text);
}

bool api_run(struct exchange *exchange, enum MHD_Result *result) {
  if (exchange->route == ROUTE_EVENTS) return follow(exchange, result);
  if (exchange->route == ROUTE_OPENAPI) return send_asset(exchange, route_path(ROUTE_OPENAPI), result);
  if (exchange->route == ROUTE_PAGE) return send_asset(exchange, exchange->path, result);
  if (check_body(exchange)) answer_text(exchange);
  return false;
}
