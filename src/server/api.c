/* What the server does for each route: from an exchange whose request came in whole to its answer. */
#include "server/service.h"

#include <string.h>

#include "base/json_writer.h"

static struct span body_of(const struct exchange *exchange) {
  return exchange->body.length == 0 ? span_of("") : text_span(&exchange->body);
}

/* ---- Tables ---- */

void api_list(struct exchange *exchange) { lobby_list(exchange->service->lobby, &exchange->answer); }

void api_create(struct exchange *exchange) {
  lobby_create(exchange->service->lobby, body_of(exchange), &exchange->answer);
}

void api_state(struct exchange *exchange) {
  lobby_state(exchange->service->lobby, span_of(exchange->table), &exchange->answer);
}

void api_record(struct exchange *exchange) {
  lobby_record(exchange->service->lobby, span_of(exchange->table), &exchange->answer);
}

void api_sit(struct exchange *exchange) {
  lobby_sit(exchange->service->lobby, span_of(exchange->table), request_token(exchange), body_of(exchange),
            &exchange->answer);
}

void api_recover(struct exchange *exchange) {
  lobby_recover(exchange->service->lobby, span_of(exchange->table), body_of(exchange), &exchange->answer);
}

void api_act(struct exchange *exchange) {
  struct service *service = exchange->service;
  const struct span token = request_token(exchange);
  if (token.length > 0 && !exchange->again) {
    const struct limiter_who who = {.own = limiter_key(service->tokens, token.bytes, token.length)};
    const uint32_t wait = limiter_take(service->tokens, who, 1, service->now);
    if (wait > 0) {
      reply_too_many(exchange, wait);
      return;
    }
  }
  lobby_act(service->lobby, span_of(exchange->table), token, body_of(exchange), &exchange->answer);
}

void api_notice(struct exchange *exchange) {
  lobby_notice(exchange->service->lobby, span_of(exchange->table), request_token(exchange), body_of(exchange),
               &exchange->answer);
}

void api_turns(struct exchange *exchange) {
  lobby_turns(exchange->service->lobby, body_of(exchange), &exchange->answer);
}

/* ---- The server ---- */

void api_info(struct exchange *exchange) {
  const struct server_settings *settings = exchange->service->settings;
  struct text *body = &exchange->answer.body;
  answer_begin(&exchange->answer, ANSWER_OK);
  json_open_object(body, NULL);
  json_put_string(body, "name", "tessera");
  json_put_string(body, "version", TESS_VERSION);
  json_put_int(body, "api", 1);
  if (settings->base_url != NULL) json_put_string(body, "base_url", settings->base_url);
  const char *push = lobby_push_key(exchange->service->lobby);
  if (push != NULL) json_put_string(body, "push", push);
  json_open_object(body, "limits");
  json_put_int(body, "body_bytes", BODY_MOST);
  json_put_int(body, "tables_per_address", settings->limits.tables_per_address);
  json_put_int(body, "seats_per_address", settings->limits.seats_per_address);
  json_put_int(body, "streams_per_address", settings->streams_per_address);
  json_put_int(body, "rate_per_address", settings->rate_per_address);
  json_put_int(body, "rate_per_token", settings->rate_per_token);
  json_close_object(body);
  json_close_object(body);
}

void api_health(struct exchange *exchange) {
  struct fault fault = {0};
  answer_begin(&exchange->answer, ANSWER_OK);
  /* Full is told by words and not by the status: games go on, and who takes a server away by its health ends them. */
  text_add_string(&exchange->answer.body, lobby_is_full(exchange->service->lobby)
                                              ? "ok, but no new tables: the database is as large as it may be\n"
                                              : "ok\n");
  if (!lobby_healthy(exchange->service->lobby, &fault)) answer_refuse(&exchange->answer, ANSWER_NOT_STORED, fault.text);
}

void api_ready(struct exchange *exchange) {
  const struct service *service = exchange->service;
  if (!service->ending && lobby_is_ready(service->lobby))
    api_health(exchange);
  else
    answer_refuse(&exchange->answer, ANSWER_NOT_STORED, "this server takes no requests at the moment");
}

/* A file that is embedded in the program, or 304 if the client has it. */
void api_file(struct exchange *exchange) {
  static const char *const names[ASSET_CODINGS] = {NULL, "gzip", "br"};
  const struct asset *asset = asset_find(exchange->path);
  if (asset == NULL) {
    answer_refuse(&exchange->answer, ANSWER_NO_SUCH_PATH, "there is nothing at this path");
    return;
  }
  const enum asset_coding coding = asset_choose(asset, request_header(exchange, "Accept-Encoding"));
  const char *known = request_header(exchange, "If-None-Match");
  const bool same = known != NULL && strstr(known, asset->etag) != NULL;
  const size_t length = same ? 0 : asset->codings[coding].length;
  struct MHD_Response *response =
      MHD_create_response_from_buffer(length, (void *)asset->codings[coding].bytes, MHD_RESPMEM_PERSISTENT);
  if (response != NULL) {
    MHD_add_response_header(response, "Content-Type", asset->type);
    MHD_add_response_header(response, "ETag", asset->etag);
    MHD_add_response_header(response, "Vary", "Accept-Encoding");
    MHD_add_response_header(response, "Cache-Control",
                            asset->immutable ? "public, max-age=31536000, immutable" : "no-cache");
    if (names[coding] != NULL) MHD_add_response_header(response, "Content-Encoding", names[coding]);
  }
  reply_response(exchange, same ? 304 : 200, response);
}

/* ---- All of them ---- */

void api_run(struct exchange *exchange) {
  static void (*const handlers[ROUTE_COUNT])(struct exchange *) = {
#define X(name, method, path, cost, type, run) run,
      ROUTES(X)
#undef X
  };
  struct fault fault = {0};
  if (route_has_body(exchange->route) && exchange->received > BODY_MOST)
    answer_refuse(&exchange->answer, ANSWER_TOO_LARGE, "the body is larger than 16384 bytes");
  else if (route_has_body(exchange->route) && !body_check(body_of(exchange), &fault))
    answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST, fault.text);
  else {
    struct lobby *lobby = exchange->service->lobby;
    const char *bytes = (const char *)exchange->asker.bytes;
    const struct span address = {bytes, sizeof exchange->asker.bytes},
                      network = {bytes, address_network(exchange->asker)};
    lobby_ask_as(lobby,
                 (struct lobby_asker){exchange->who.own, exchange->who.network, lobby_shared_address(lobby, address),
                                      lobby_shared_address(lobby, network)});
    handlers[exchange->route](exchange);
    const int64_t cost = lobby_take_cost(lobby) / LOG_UNIT;
    limiter_charge(exchange->service->addresses, exchange->who, (uint32_t)cost, exchange->service->now);
  }
}
