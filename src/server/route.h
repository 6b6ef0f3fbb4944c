/*
 * The table of routes, which finds the route of a method and a path; and the files of the page, which embed.py embeds
 * in the program. It uses no HTTP library.
 */
#ifndef SERVER_ROUTE_H
#define SERVER_ROUTE_H

#include "base/reader.h"
#include "table/request.h"

/* ---- Routes ---- */

/* The Content-Types of answers. */
#define ROUTE_JSON "application/json"
#define ROUTE_TEXT "text/plain; charset=utf-8"
#define ROUTE_CSV "text/csv; charset=utf-8"
#define ROUTE_HTML "text/html; charset=utf-8"
#define ROUTE_FIGURES "text/plain; version=0.0.4; charset=utf-8"

/*
 * All routes of the server, X(name, method, path, cost, type, work). T in a path stands for the id of a table, a player
 * or a tournament. A request takes `cost` from the bucket of its address. `type` is the Content-Type of all answers but
 * refusals. `work` names the function that answers, and what it takes (struct route_work in api.c). PAGE stands for all
 * paths outside /api that no other route has.
 */
#define ROUTES(X)                                                                                                      \
  X(INFO, "GET", "/api/v1/info", 1, ROUTE_JSON, .run = api_info)                                                       \
  X(OPENAPI, "GET", "/api/v1/openapi.json", 1, ROUTE_JSON, .run = api_file)                                            \
  X(LIST, "GET", "/api/v1/tables", 2, ROUTE_JSON, .plain = lobby_list)                                                 \
  X(CREATE, "POST", "/api/v1/tables", 20, ROUTE_JSON, .token_body = lobby_create)                                      \
  X(LOG, "GET", "/api/v1/tables/T", 2, ROUTE_JSON, .run = event_stream_log)                                            \
  X(EVENTS, "GET", "/api/v1/tables/T/events", 1, ROUTE_JSON, .run = event_stream_follow)                               \
  X(STATE, "GET", "/api/v1/tables/T/state", 2, ROUTE_JSON, .player = lobby_state)                                      \
  X(RECORD, "GET", "/api/v1/tables/T/record", 2, ROUTE_TEXT, .player = lobby_record)                                   \
  X(SIT, "POST", "/api/v1/tables/T/seats", 5, ROUTE_JSON, .work = lobby_sit)                                           \
  X(RECOVER, "POST", "/api/v1/tables/T/recover", 5, ROUTE_JSON, .work = lobby_recover)                                 \
  X(ACT, "POST", "/api/v1/tables/T/actions", 1, ROUTE_JSON, .work = lobby_act)                                         \
  X(NOTICES, "POST", "/api/v1/tables/T/notices", 5, ROUTE_JSON, .work = lobby_notice)                                  \
  X(PREPARE, "POST", "/api/v1/tables/T/prepared", 5, ROUTE_JSON, .work = lobby_prepare)                                \
  X(PREPARED, "GET", "/api/v1/tables/T/prepared", 2, ROUTE_JSON, .player = lobby_prepared)                             \
  X(KEEP, "POST", "/api/v1/tables/T/keep", 5, ROUTE_JSON, .work = lobby_keep_seat)                                     \
  X(TURNS, "POST", "/api/v1/turns", 10, ROUTE_JSON, .body = lobby_turns)                                               \
  X(JOIN, "POST", "/api/v1/players", 20, ROUTE_JSON, .body = lobby_create_player)                                      \
  X(SIGN_IN, "POST", "/api/v1/sign-in", 10, ROUTE_JSON, .body = lobby_sign_in)                                         \
  X(PASSKEY, "GET", "/api/v1/passkey-challenge", 1, ROUTE_JSON, .plain = lobby_passkey_challenge)                      \
  X(MAIL, "POST", "/api/v1/mail", 5, ROUTE_JSON, .body = lobby_take_mail)                                              \
  X(PLAYER_MAIL, "GET", "/api/v1/players/T/mail", 2, ROUTE_JSON, .player = lobby_player_mail)                          \
  X(PLAYER_MAIL_ACT, "POST", "/api/v1/players/T/mail", 10, ROUTE_JSON, .seat = lobby_act_on_mail)                      \
  X(PLAYER, "GET", "/api/v1/players/T", 2, ROUTE_JSON, .player = lobby_player)                                         \
  X(PLAYER_ACT, "POST", "/api/v1/players/T/actions", 5, ROUTE_JSON, .seat = lobby_act_as_player)                       \
  X(PLAYER_TABLES, "GET", "/api/v1/players/T/tables", 5, ROUTE_JSON, .player = lobby_player_tables)                    \
  X(PLAYER_GAMES, "GET", "/api/v1/players/T/games", 5, ROUTE_JSON, .run = api_player_games)                            \
  X(PLAYER_STATISTICS, "GET", "/api/v1/players/T/statistics", 20, ROUTE_JSON, .player = lobby_player_statistics)       \
  X(PLAYER_FILE, "GET", "/api/v1/players/T/file", 50, ROUTE_JSON, .player = lobby_player_file)                         \
  X(LADDER, "GET", "/api/v1/ladder", 10, ROUTE_JSON, .run = api_ladder)                                                \
  X(TOURNAMENTS, "GET", "/api/v1/tournaments", 5, ROUTE_JSON, .token = lobby_tournaments)                              \
  X(OPEN_TOURNAMENT, "POST", "/api/v1/tournaments", 20, ROUTE_JSON, .token_body = lobby_open_tournament)               \
  X(TOURNAMENT, "GET", "/api/v1/tournaments/T", 3, ROUTE_JSON, .table = lobby_tournament)                              \
  X(STANDINGS, "GET", "/api/v1/tournaments/T/standings", 3, ROUTE_JSON, .table = lobby_standings)                      \
  X(STANDINGS_CSV, "GET", "/api/v1/tournaments/T/csv", 3, ROUTE_CSV, .table = lobby_standings_csv)                     \
  X(TOURNAMENT_TRF, "GET", "/api/v1/tournaments/T/trf", 3, ROUTE_TEXT, .table = lobby_tournament_trf)                  \
  X(TOURNAMENT_LOG, "GET", "/api/v1/tournaments/T/log", 5, ROUTE_JSON, .table = lobby_tournament_log)                  \
  X(TOURNAMENT_ACT, "POST", "/api/v1/tournaments/T/actions", 3, ROUTE_JSON, .seat = lobby_act_in_tournament)           \
  X(PLAY_ENCOUNTER, "POST", "/api/v1/tournaments/T/tables", 10, ROUTE_JSON, .seat = lobby_play_encounter)              \
  X(PLAYER_PEOPLE, "GET", "/api/v1/players/T/people", 5, ROUTE_JSON, .player = lobby_people)                           \
  X(PLAYER_PEOPLE_ACT, "POST", "/api/v1/players/T/people", 5, ROUTE_JSON, .seat = lobby_act_on_people)                 \
  X(TABLE_PEOPLE, "GET", "/api/v1/tables/T/people", 5, ROUTE_JSON, .player = lobby_table_people)                       \
  X(REPORT, "POST", "/api/v1/tables/T/reports", 10, ROUTE_JSON, .seat = lobby_report)                                  \
  X(ACTS, "GET", "/api/v1/acts", 1, ROUTE_JSON, .plain = lobby_acts)                                                   \
  X(HOST, "GET", "/api/v1/host", 2, ROUTE_JSON, .run = api_host)                                                       \
  X(HOST_ACT, "POST", "/api/v1/host/actions", 2, ROUTE_JSON, .run = api_host_act)                                      \
  X(INVITATION, "GET", "/t/T", 2, ROUTE_HTML, .run = invitation_run)                                                   \
  X(FRAME, "GET", "/tournament/T", 3, ROUTE_HTML, .run = invitation_frame)                                             \
  X(HEALTH, "GET", "/healthz", 1, ROUTE_TEXT, .run = api_health)                                                       \
  X(READY, "GET", "/readyz", 1, ROUTE_TEXT, .run = api_ready)                                                          \
  X(METRICS, "GET", "/metrics", 1, ROUTE_FIGURES, .run = api_metrics)                                                  \
  X(PAGE, "GET", "page", 1, ROUTE_JSON, .run = api_file)

/* The rows of ROUTES as constants. */
enum route {
#define X(name, method, path, cost, type, work) ROUTE_##name,
  ROUTES(X)
#undef X
      ROUTE_COUNT
};

/* Bytes of the longest id of a table that a path may have. */
enum { TABLE_ID_MOST = 32 };

/* The route that was found, and the table's id as it stands in the path (empty if the route has none). */
struct route_match {
  enum route route;
  struct span table;
  const char *allow; /* with ANSWER_WRONG_METHOD: the methods that the path takes, for the header Allow */
};

/*
 * Finds the route; HEAD counts as GET. Returns ANSWER_OK, ANSWER_NO_SUCH_PATH or ANSWER_WRONG_METHOD. A path outside
 * /api that no route has is ROUTE_PAGE, even if there is no file of this path.
 */
enum answer_code route_find(const char *method, const char *path, struct route_match *match);

/* A row of ROUTES. */
struct route_row {
  const char *method, *path;
  uint32_t cost;
  const char *type;
};

/* The rows in the order of ROUTES. */
extern const struct route_row route_rows[ROUTE_COUNT];

/* True if a request of this route has a body. */
bool route_has_body(enum route route);

/* ---- Files of the page ---- */

/* How the bytes of a file are compressed. */
enum asset_coding { ASSET_PLAIN, ASSET_GZIP, ASSET_BROTLI, ASSET_CODINGS };

/* A file in all codings that make it smaller. ASSET_PLAIN is always there; a coding that is missing has no bytes. */
struct asset {
  const char *path; /* begins with / */
  const char *type; /* Content-Type */
  const char *etag; /* with its quotes; weak, as all codings share it */
  bool immutable;   /* its name changes with its content */
  struct {
    const unsigned char *bytes;
    size_t length;
  } codings[ASSET_CODINGS];
};

/* Returns the file of this path ("/" is index.html), or NULL. */
const struct asset *asset_find(const char *path);

/* Returns the smallest coding of the file that a client with this Accept-Encoding accepts (NULL: it has none). */
enum asset_coding asset_choose(const struct asset *asset, const char *accept);

/* All files, sorted by path. */
extern const struct asset assets[];
extern const size_t asset_count;

#endif
