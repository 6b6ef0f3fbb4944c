#include "server/reply.h"

#include "base/steady_clock.h"

#include <stdio.h>
#include <string.h>

enum { REFUSALS_LOGGED = 20, RETRY_SECONDS = 60 };

#define CONTENT_SECURITY_POLICY                                                                                        \
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "           \
  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "                  \
  "frame-ancestors 'none'"

/* Sent with every answer. */
static const char *const security_headers[][2] = {
    {"Content-Security-Policy", CONTENT_SECURITY_POLICY},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

const char *request_header(const struct exchange *exchange, const char *name) {
  return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
}

/* At most a few a second, so that nobody fills the disk by being refused. */
static void log_refusal(struct exchange *exchange, unsigned status) {
  struct service *service = exchange->service;
  if (service->refusals_logged++ >= REFUSALS_LOGGED) return;
  log_begin(&service->log, status >= 500 ? "failed" : "refused");
  log_text(&service->log, "route", route_path(exchange->route));
  log_number(&service->log, "status", status);
  log_number(&service->log, "us", steady_microseconds() - exchange->begun);
  log_end(&service->log);
}

enum MHD_Result reply_response(struct exchange *exchange, unsigned status, struct MHD_Response *response) {
  for (size_t i = 0; i < sizeof security_headers / sizeof security_headers[0]; i++)
    MHD_add_response_header(response, security_headers[i][0], security_headers[i][1]);
  metrics_answer(&exchange->service->metrics, exchange->route, status);
  if (status >= 400) log_refusal(exchange, status);
  const enum MHD_Result result = MHD_queue_response(exchange->connection, status, response);
  MHD_destroy_response(response);
  return result;
}

void reply_too_many(struct exchange *exchange, uint32_t wait_ms) {
  answer_refuse(&exchange->answer, ANSWER_TOO_MANY, "too many requests: wait as long as Retry-After says (seconds)");
  exchange->retry_s = wait_ms / 1000 + 1;
}

static void add_headers(const struct exchange *exchange, struct MHD_Response *response, const char *type) {
  char seconds[16];
  MHD_add_response_header(response, "Content-Type", type);
  MHD_add_response_header(response, "Cache-Control", "no-store");
  if (exchange->allow != NULL) MHD_add_response_header(response, "Allow", exchange->allow);
  if (exchange->answer.code == ANSWER_NO_TOKEN) MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
  if (exchange->answer.code != ANSWER_TOO_MANY) return;
  snprintf(seconds, sizeof seconds, "%u", exchange->retry_s > 0 ? exchange->retry_s : RETRY_SECONDS);
  MHD_add_response_header(response, "Retry-After", seconds);
}

enum MHD_Result reply_answer(struct exchange *exchange, const char *type) {
  struct text *body = &exchange->answer.body;
  struct MHD_Response *response = MHD_create_response_from_buffer(body->length, body->bytes, MHD_RESPMEM_MUST_FREE);
  if (response == NULL) return MHD_NO;
  *body = (struct text){0};
  add_headers(exchange, response, answer_status(exchange->answer.code) >= 400 ? "application/json" : type);
  return reply_response(exchange, answer_status(exchange->answer.code), response);
}

static void add_asset_headers(struct MHD_Response *response, const struct asset *asset, enum asset_coding coding) {
  static const char *const names[ASSET_CODINGS] = {NULL, "gzip", "br"};
  MHD_add_response_header(response, "Content-Type", asset->type);
  MHD_add_response_header(response, "ETag", asset->etag);
  MHD_add_response_header(response, "Vary", "Accept-Encoding");
  MHD_add_response_header(response, "Cache-Control",
                          asset->immutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (names[coding] != NULL) MHD_add_response_header(response, "Content-Encoding", names[coding]);
}

enum MHD_Result reply_asset(struct exchange *exchange, const struct asset *asset) {
  const enum asset_coding coding = asset_choose(asset, request_header(exchange, "Accept-Encoding"));
  const char *known = request_header(exchange, "If-None-Match");
  const bool same = known != NULL && strstr(known, asset->etag) != NULL;
  const size_t length = same ? 0 : asset->codings[coding].length;
  struct MHD_Response *response =
      MHD_create_response_from_buffer(length, (void *)asset->codings[coding].bytes, MHD_RESPMEM_PERSISTENT);
  if (response == NULL) return MHD_NO;
  add_asset_headers(response, asset, coding);
  return reply_response(exchange, same ? 304 : 200, response);
}
