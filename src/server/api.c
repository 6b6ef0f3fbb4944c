/* Answers a request that has arrived as a whole, by the function of its route. The lobby answers most routes; this file
 * answers those of the server itself. */
#include "server/service.h"

#include <stdio.h>
#include <string.h>

#include "base/fnv.h"
#include "base/json_writer.h"
#include "store/store.h"

/* ---- The server ---- */

static void api_info(struct exchange *exchange) {
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
  json_put_bool(body, "passkeys", lobby_takes_passkeys(exchange->service->lobby));
  json_put_bool(body, "mails", lobby_sends_mails(exchange->service->lobby));
  json_open_object(body, "limits");
  json_put_int(body, "body_bytes", BODY_MOST);
  json_put_int(body, "tables_per_address", settings->limits.tables_per_address);
  json_put_int(body, "seats_per_address", settings->limits.seats_per_address);
  json_put_int(body, "players_per_address", settings->limits.players_per_address);
  json_put_int(body, "streams_per_address", settings->streams_per_address);
  json_put_int(body, "rate_per_address", settings->rate_per_address);
  json_put_int(body, "rate_per_token", settings->rate_per_token);
  json_close_object(body);
  json_close_object(body);
}

static void api_health(struct exchange *exchange) {
  struct fault fault = {0};
  answer_begin(&exchange->answer, ANSWER_OK);
  /* A full database does not change the status: games go on, and a monitor that stopped the server would end them. */
  text_add_string(&exchange->answer.body, lobby_is_full(exchange->service->lobby)
                                              ? "ok, but no new tables: the database is as large as it may be\n"
                                              : "ok\n");
  if (!lobby_healthy(exchange->service->lobby, &fault)) answer_refuse_fault(&exchange->answer, &fault);
}

static void api_ready(struct exchange *exchange) {
  const struct service *service = exchange->service;
  if (!service->ending && lobby_is_ready(service->lobby))
    api_health(exchange);
  else
    answer_refuse(&exchange->answer, ANSWER_NOT_STORED, "this server takes no requests at the moment");
}

/* True if the request has the token `wanted` of the setting `name`. Otherwise false with the refusal; without the
 * setting (NULL) the path does not exist. */
static bool has_setting(struct exchange *exchange, const char *wanted, const char *name) {
  struct answer *answer = &exchange->answer;
  const struct span token = request_token(exchange);
  uint8_t have[CREDENTIAL_HASH], want[CREDENTIAL_HASH];
  char refusal[80];
  if (wanted == NULL) {
    snprintf(refusal, sizeof refusal, "this server shows this to nobody: see --%s", name);
    return answer_refuse(answer, ANSWER_NO_SUCH_PATH, refusal);
  }
  if (token.length == 0) {
    snprintf(refusal, sizeof refusal, "this needs the token of --%s", name);
    return answer_refuse(answer, ANSWER_NO_TOKEN, refusal);
  }
  credential_hash(token, have);
  credential_hash(span_of(wanted), want);
  if (credential_same(have, want)) return true;
  snprintf(refusal, sizeof refusal, "this is not the token of --%s", name);
  return answer_refuse(answer, ANSWER_WRONG_TOKEN, refusal);
}

static void api_metrics(struct exchange *exchange) {
  if (!has_setting(exchange, exchange->service->settings->metrics_token, "metrics-token")) return;
  answer_begin(&exchange->answer, ANSWER_OK);
  metrics_write(exchange->service, &exchange->answer.body);
}

/* ---- The host ---- */

static bool is_host(struct exchange *exchange) {
  return has_setting(exchange, exchange->service->settings->host_token, "host-token");
}

static void api_host(struct exchange *exchange) {
  char name[QUERY_MOST + 1] = "";
  if (!is_host(exchange)) return;
  if (request_argument(exchange, "name") != NULL) snprintf(name, sizeof name, "%s", request_argument(exchange, "name"));
  lobby_host(exchange->service->lobby, (struct span){name, MHD_http_unescape(name)}, &exchange->answer);
}

static void api_host_act(struct exchange *exchange) {
  const struct span body = exchange->body.length == 0 ? span_of("") : text_span(&exchange->body);
  if (is_host(exchange)) lobby_act_as_host(exchange->service->lobby, body, &exchange->answer);
}

/* ---- Players ---- */

/* Reads an argument that is a number; without one `*number` stays. False with the refusal. */
static bool read_number(struct exchange *exchange, const char *name, int64_t *number) {
  const char *text = request_argument(exchange, name);
  uint64_t read = 0;
  if (text == NULL) return true;
  if (!span_number(span_of(text), 0, INT64_MAX, &read)) {
    char refusal[64];
    snprintf(refusal, sizeof refusal, "%s: expected a number, 0 or more", name);
    return answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST, refusal);
  }
  *number = (int64_t)read;
  return true;
}

static void api_player_games(struct exchange *exchange) {
  struct store_search search = {0};
  uint64_t opponent = 0;
  char variant[QUERY_MOST + 1] = "";
  const char *who = request_argument(exchange, "opponent"), *rules = request_argument(exchange, "rules");
  if (request_argument(exchange, "variant") != NULL)
    snprintf(variant, sizeof variant, "%s", request_argument(exchange, "variant"));
  if (!read_number(exchange, "before", &search.before) || !read_number(exchange, "since", &search.since) ||
      !read_number(exchange, "until", &search.until))
    return;
  if (who != NULL && (!span_hash(span_of(who), &opponent) || opponent > INT64_MAX)) {
    answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST, "opponent: expected the id of a player");
    return;
  }
  search.opponent = (int64_t)opponent;
  if (rules != NULL) search.rules = span_of(rules);
  search.variant = (struct span){variant, MHD_http_unescape(variant)};
  if (!span_is_plain(search.variant, false) || !span_is_plain(search.rules, false)) {
    answer_refuse(&exchange->answer, ANSWER_BAD_REQUEST, "rules and variant: expected words");
    return;
  }
  lobby_player_games(exchange->service->lobby, span_of(exchange->table), request_token(exchange), &search,
                     &exchange->answer);
}

static void api_ladder(struct exchange *exchange) {
  int64_t skip = 0;
  const char *pool = request_argument(exchange, "pool"), *season = request_argument(exchange, "season");
  if (!read_number(exchange, "after", &skip)) return;
  lobby_ladder(exchange->service->lobby, span_of(pool == NULL ? "" : pool), span_of(season == NULL ? "" : season), skip,
               &exchange->answer);
  if (exchange->answer.code != ANSWER_OK) return;
  const struct text *body = &exchange->answer.body;
  const uint64_t hash = fnv_add_bytes(FNV_BEGIN, body->bytes, body->length);
  exchange->version = (int64_t)(hash >> 1 | 1);
  reply_unchanged(exchange);
}

/* Sends a file that is embedded in the program; 304 if the client has it. */
static void api_file(struct exchange *exchange) {
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

/* ---- All routes ---- */

/* The function that answers a route; the others are NULL. All but the first are functions of the lobby. */
struct route_work {
  void (*run)(struct exchange *exchange); /* fills the answer, or sends one itself */
  void (*plain)(struct lobby *lobby, struct answer *answer);
  void (*token)(struct lobby *lobby, struct span token, struct answer *answer);
  void (*body)(struct lobby *lobby, struct span body, struct answer *answer);
  void (*token_body)(struct lobby *lobby, struct span token, struct span body, struct answer *answer);
  void (*table)(struct lobby *lobby, struct span table, struct answer *answer);
  void (*player)(struct lobby *lobby, struct span player, struct span token, struct answer *answer);
  void (*seat)(struct lobby *lobby, struct span table, struct span token, struct span body, struct answer *answer);
  lobby_work *work; /* passed to lobby_ask() */
};

static const struct route_work route_works[ROUTE_COUNT] = {
#define X(name, method, path, cost, type, work) {work},
    ROUTES(X)
#undef X
};

void api_run(struct exchange *exchange) {
  struct lobby *lobby = exchange->service->lobby;
  struct answer *answer = &exchange->answer;
  const struct span body = exchange->body.length == 0 ? span_of("") : text_span(&exchange->body);
  const struct span table = span_of(exchange->table), token = request_token(exchange);
  const struct route_work *work = &route_works[exchange->route];
  struct fault fault = {0};

  /* 1. The body, and the token's bucket, from which an action is taken once. */
  if (route_has_body(exchange->route) && exchange->received > BODY_MOST) {
    answer_refuse(answer, ANSWER_TOO_LARGE, "the body is larger than 16384 bytes");
    return;
  }
  if (route_has_body(exchange->route) && !body_check(body, &fault)) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
    return;
  }
  if (exchange->route == ROUTE_ACT && token.length > 0 && !exchange->again) {
    const struct service *service = exchange->service;
    const struct limiter_who who = {.own = limiter_key(service->tokens, token.bytes, token.length)};
    const uint32_t wait = limiter_take(service->tokens, who, 1, service->now);
    if (wait > 0) {
      reply_too_many(exchange, wait);
      return;
    }
  }

  /* 2. If the client already has what a finished table or a tournament shows, or wants only a finished table's head,
   * the lobby need not read it. */
  const bool of_table =
      exchange->route == ROUTE_LOG || exchange->route == ROUTE_STATE || exchange->route == ROUTE_RECORD;
  if (of_table) exchange->version = lobby_final_version(lobby, table);
  if (exchange->route == ROUTE_TOURNAMENT || exchange->route == ROUTE_STANDINGS ||
      exchange->route == ROUTE_STANDINGS_CSV || exchange->route == ROUTE_TOURNAMENT_TRF ||
      exchange->route == ROUTE_TOURNAMENT_LOG || exchange->route == ROUTE_FRAME)
    exchange->version = lobby_tournament_version(lobby, table);
  if (reply_unchanged(exchange)) return;
  if (of_table && exchange->head && exchange->version != 0 &&
      (exchange->route == ROUTE_LOG || lobby_final_game(lobby, table))) {
    reply_head(exchange);
    return;
  }

  /* 3. Name the client to the lobby, and answer. */
  const char *bytes = (const char *)exchange->asker.bytes;
  const struct span address = {bytes, sizeof exchange->asker.bytes},
                    network = {bytes, address_network(exchange->asker)};
  lobby_ask_as(lobby, (struct lobby_asker){exchange->who.own, exchange->who.network,
                                           lobby_shared_address(lobby, address), lobby_shared_address(lobby, network)});
  if (work->run != NULL) work->run(exchange);
  if (work->plain != NULL) work->plain(lobby, answer);
  if (work->token != NULL) work->token(lobby, token, answer);
  if (work->body != NULL) work->body(lobby, body, answer);
  if (work->token_body != NULL) work->token_body(lobby, token, body, answer);
  if (work->table != NULL) work->table(lobby, table, answer);
  if (work->player != NULL) work->player(lobby, table, token, answer);
  if (work->seat != NULL) work->seat(lobby, table, token, body, answer);
  if (work->work != NULL) lobby_ask(lobby, work->work, table, token, body, answer);

  /* 4. The client pays for the tables that were read for it. */
  const int64_t cost = lobby_take_cost(lobby) / LOG_UNIT;
  limiter_charge(exchange->service->addresses, exchange->who, (uint32_t)cost, exchange->service->now);
}
