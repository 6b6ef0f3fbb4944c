#include "server/api.h"

#include <string.h>
#include <strings.h>

#include "base/json_writer.h"
#include "server/body.h"
#include "server/reply.h"
#include "server/stream.h"

static const int64_t most_seq = INT64_C(1) << 53;

/* Each answers a route: it fills the exchange's answer, or sends one at once by send_now(). */
typedef void handler(struct exchange *exchange);

/* The answer has gone in a form of its own, and this is what the HTTP library says to it. */
static void send_now(struct exchange *exchange, enum MHD_Result result) {
  exchange->sent = true;
  exchange->result = result;
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

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static void list(struct exchange *exchange) { lobby_list(exchange->service->lobby, &exchange->answer); }

static void create(struct exchange *exchange) {
  lobby_create(exchange->service->lobby, body_of(exchange), &exchange->answer);
}

static void tell_log(struct exchange *exchange) {
  lobby_log(exchange->service->lobby, span_of(exchange->table), &exchange->answer);
}

static void tell_state(struct exchange *exchange) {
  lobby_state(exchange->service->lobby, span_of(exchange->table), &exchange->answer);
}

static void tell_record(struct exchange *exchange) {
  lobby_record(exchange->service->lobby, span_of(exchange->table), &exchange->answer);
}

static void sit(struct exchange *exchange) {
  lobby_sit(exchange->service->lobby, span_of(exchange->table), body_of(exchange), &exchange->answer);
}

static void recover(struct exchange *exchange) {
  lobby_recover(exchange->service->lobby, span_of(exchange->table), body_of(exchange), &exchange->answer);
}

static void act(struct exchange *exchange) {
  const struct span token = token_of(exchange);
  if (!pay(exchange, token)) return;
  lobby_act(exchange->service->lobby, span_of(exchange->table), token, body_of(exchange), &exchange->answer);
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

static void follow(struct exchange *exchange) {
  const char *accept = request_header(exchange, "Accept");
  const bool events = accept != NULL && strstr(accept, "text/event-stream") != NULL;
  int64_t since;
  enum MHD_Result result = MHD_NO;
  if (read_since(exchange, &since) && stream_open(exchange, token_of(exchange), since, events, &result))
    send_now(exchange, result);
}

/* ---- the server -------------------------------------------------------------------------------------------------- */

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

static void send_asset(struct exchange *exchange, const char *path) {
  const struct asset *asset = asset_find(path);
  if (asset == NULL)
    answer_refuse(&exchange->answer, ANSWER_NO_SUCH_PATH, "there is nothing at this path");
  else
    send_now(exchange, reply_asset(exchange, asset));
}

static void send_openapi(struct exchange *exchange) { send_asset(exchange, route_path(ROUTE_OPENAPI)); }

static void send_page(struct exchange *exchange) { send_asset(exchange, exchange->path); }

/* ---- all --------------------------------------------------------------------------------------------------------- */

static bool check_body(struct exchange *exchange) {
  struct fault fault = {0};
  if (!route_has_body(exchange->route)) return true;
  if (exchange->received > BODY_MOST)
    return answer_refuse(&exchange->answer, ANSWER_TOO_LARGE, "the body is larger than 16384 bytes");
  return body_check(body_of(exchange), &fault) || answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST, fault.text);
}

void api_run(struct exchange *exchange) {
  static handler *const handlers[ROUTE_COUNT] = {
#define X(name, method, path, cost, type, run) run,
      ROUTES(X)
#undef X
  };
  if (check_body(exchange)) handlers[exchange->route](exchange);
}
