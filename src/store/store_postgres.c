/*
 * A database of PostgreSQL, by libpq in pipeline mode: the changes of a round are sent without waiting for their
 * answers, which arrive together with that of the commit. All tables are in the schema `tessera`.
 *
 * Several servers may use it: the changes of a round are stored only for tables that still have the known version. All
 * servers hold a shared advisory lock; `tessera store copy` needs it exclusively. If the connection breaks, the present
 * round fails, and the next round connects again, in a thread, because connecting may take long. If the answer to a
 * commit is lost, its result is unknown until the versions of its tables are read again.
 */
#define _POSIX_C_SOURCE 200809L
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/steady_clock.h"
#include "store/connecting.h"
#include "store/store_kind.h"

enum {
  SCHEMA = 6,
  OLDEST_SERVER = 150000,
  ANSWER_MS = 20000, /* how long the database may be silent */
  ROUND_MS =
      2000, /* time for all answers of a round of a running server, so that one slow answer does not delay others */
  LAST_MS = 500,    /* minimum time for each answer */
  AGAIN_MS = 1000,  /* pause after a failed connection before the next attempt */
  CONNECT_MS = 250, /* how long a round waits for a new connection; later rounds check again */
  BYTES_OID = 17,
  NUMBER_OID = 20
};

/* The statements at the start of each connection. They also override a configuration of the database that acknowledges
 * commits before they are durable. */
static const char settings[] =
    "SET search_path = tessera; SET statement_timeout = '15s'; SET lock_timeout = '1s'; SET timezone = 'UTC';"
    "SET client_min_messages = warning; SET idle_session_timeout = 0;"
    "SET default_transaction_isolation = 'read committed';" /* the swap rests on it */
    /* A server that hangs, or whose machine has failed, must not block others. */
    "SET idle_in_transaction_session_timeout = '5s'; SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 1;"
    "SET tcp_keepalives_count = 3; SET tcp_user_timeout = 5000;"
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', "
    "'local')";

/* The advisory locks. LOCK has two numbers that no other program is likely to use: "tess" and "era". One lock is held
 * while a server checks, creates or upgrades the schema, and one by the server that removes old tables. A round takes
 * one to change players, or to count the tournaments that a player has open. A round that stores a game takes one at
 * its end, so that the numbers of games are in the order of their commits.
 */
#define LOCK "(1952805747, 6648417)"
static const char lock[] = "SELECT pg_advisory_lock" LOCK;
static const char shared_lock[] = "SELECT pg_advisory_lock_shared" LOCK;
static const char look_lock[] =
    "SET lock_timeout = '10s'; SELECT pg_advisory_lock(1952805747, 1); SET lock_timeout = '1s'";
static const char look_unlock[] = "SELECT pg_advisory_unlock(1952805747, 1)";
static const char keeper[] = "SELECT pg_try_advisory_lock(1952805747, 2)::int::bigint";
static const char lock_players[] = "SELECT pg_try_advisory_xact_lock(1952805747, 3)::int::bigint";
static const char add_game[] =
    "WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock(1952805747, 4))"
    " INSERT INTO games (id, ended, rules, variant, speed, flags)"
    " SELECT $1::text, $2::bigint, $3::text, $4::text, $5::bigint, $6::bigint FROM alone ON CONFLICT DO NOTHING";

/* The time is a function of the database, so that all servers use the same clock. What an address holds is counted
 * under a lock of the address and of its network: no other round can add to it before this one ends. A round that finds
 * the lock taken gets no row and does not wait. Each statement of the function sees what was stored when the statement
 * began, and so everything stored before the lock was taken. */
#define HELD_TABLES(who, n)                                                                                            \
  "(SELECT count(*) FROM tessera.tables WHERE $" #n " <> 0 AND " #who " = $" #n " AND state < 2)"
#define HELD_SEATS(who, n)                                                                                             \
  "(SELECT count(*) FROM tessera.seats JOIN tessera.tables USING (number)"                                             \
  " WHERE seats." #who " <> 0 AND seats." #who " = $" #n " AND state = 0)"
#define CLOCK                                                                                                          \
  "CREATE FUNCTION tessera.clock() RETURNS bigint LANGUAGE sql STABLE AS"                                              \
  " 'SELECT (extract(epoch FROM statement_timestamp()) * 1000)::bigint';"
/* Players and results. */
#define PLAYERS                                                                                                        \
  "ALTER TABLE tessera.seats ADD COLUMN player bigint NOT NULL DEFAULT 0, ADD COLUMN name text NOT NULL DEFAULT '';"   \
  "CREATE INDEX seats_of ON tessera.seats (player) WHERE player <> 0;"                                                 \
  "CREATE TABLE tessera.players (number bigint PRIMARY KEY, created bigint NOT NULL, name text NOT NULL,"              \
  " figure bigint NOT NULL, open bigint NOT NULL, words bytea UNIQUE, renamed bigint NOT NULL, ended bigint NOT NULL," \
  " clearing bigint NOT NULL);"                                                                                        \
  "CREATE INDEX clearing ON tessera.players (number) WHERE clearing = 1;"                                              \
  "CREATE TABLE tessera.names (likeness bytea PRIMARY KEY, player bigint NOT NULL);"                                   \
  "CREATE TABLE tessera.devices (player bigint NOT NULL, device bigint NOT NULL, token bytea NOT NULL UNIQUE,"         \
  " created bigint NOT NULL, seen bigint NOT NULL, label text NOT NULL, PRIMARY KEY (player, device));"                \
  "CREATE TABLE tessera.games (number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"                            \
  " id text COLLATE \"C\" NOT NULL UNIQUE, ended bigint NOT NULL, rules text NOT NULL, variant text NOT NULL,"         \
  " speed bigint NOT NULL, flags bigint NOT NULL);"                                                                    \
  "CREATE TABLE tessera.results (game bigint NOT NULL, seat bigint NOT NULL, player bigint NOT NULL,"                  \
  " name text NOT NULL, side bigint NOT NULL, level bigint NOT NULL, points bigint NOT NULL, place bigint NOT NULL,"   \
  " flags bigint NOT NULL, PRIMARY KEY (game, seat));"                                                                 \
  "CREATE INDEX results_of ON tessera.results (player, game, side, points, place, flags) WHERE player <> 0;"
/* The additions of schema 6 to schema 5: tournaments. */
static const char tournaments[] =
    "CREATE TABLE tessera.tournaments (id text COLLATE \"C\" PRIMARY KEY, created bigint NOT NULL,"
    " opener bigint NOT NULL, state bigint NOT NULL, listed bigint NOT NULL, last bigint NOT NULL, item text NOT NULL,"
    " due bigint NOT NULL);"
    "CREATE INDEX tournaments_due ON tessera.tournaments (due) WHERE state < 2;"
    "CREATE INDEX tournaments_listed ON tessera.tournaments (state, created) WHERE listed = 1;"
    "CREATE INDEX tournaments_by ON tessera.tournaments (opener) WHERE state < 2;"
    "CREATE TABLE tessera.tournament_entries (tournament text COLLATE \"C\" NOT NULL, seq bigint NOT NULL,"
    " body text NOT NULL, PRIMARY KEY (tournament, seq));"
    "CREATE TABLE tessera.tournament_players (tournament text COLLATE \"C\" NOT NULL, player bigint NOT NULL,"
    " PRIMARY KEY (tournament, player));"
    "CREATE INDEX tournaments_of ON tessera.tournament_players (player);"
    "CREATE TABLE tessera.tournament_tables (id text COLLATE \"C\" PRIMARY KEY, tournament text NOT NULL,"
    " taken bigint NOT NULL);"
    "CREATE INDEX tables_awaited ON tessera.tournament_tables (id) WHERE taken = 0;";
static const char ratings[] =
    "CREATE TABLE tessera.ratings (game bigint NOT NULL, player bigint NOT NULL, pool bigint NOT NULL,"
    " season bigint NOT NULL, value bigint NOT NULL, deviation bigint NOT NULL, volatility bigint NOT NULL,"
    " games bigint NOT NULL, played bigint NOT NULL, gained bigint NOT NULL, certain bigint NOT NULL,"
    " last bigint NOT NULL, PRIMARY KEY (game, player));"
    "CREATE INDEX ratings_of ON tessera.ratings (player, pool, game);"
    "CREATE INDEX ladder ON tessera.ratings (pool, season, value DESC, player, certain) WHERE last = 1;"
    "CREATE INDEX games_rated ON tessera.games (number) WHERE (flags & 1) <> 0;"
    "CREATE TABLE tessera.rated (game bigint NOT NULL); INSERT INTO tessera.rated VALUES (0);";
static const char schema[] =
    "CREATE TABLE tessera.server (version bigint NOT NULL, oldest bigint NOT NULL, alive bigint NOT NULL DEFAULT 0,"
    " since bigint NOT NULL DEFAULT 0);"
    "INSERT INTO tessera.server (version, oldest) VALUES (6, 5);"
    "CREATE TABLE tessera.key (bytes bytea NOT NULL, joined bytea);"
    "CREATE TABLE tessera.tables (number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
    " id text COLLATE \"C\" NOT NULL UNIQUE, created bigint NOT NULL, secret bytea NOT NULL, state bigint NOT NULL,"
    " listed bigint NOT NULL, due bigint NOT NULL, version bigint NOT NULL, item text,"
    " opener bigint NOT NULL DEFAULT 0, network bigint NOT NULL DEFAULT 0);"
    "CREATE INDEX unfinished ON tessera.tables (number) WHERE state < 2;"
    "CREATE INDEX due ON tessera.tables (due) WHERE state < 2;"
    "CREATE INDEX listed ON tessera.tables (state, number) WHERE listed = 1 AND state < 2;"
    "CREATE INDEX opener ON tessera.tables (opener) WHERE state < 2;"
    "CREATE INDEX opener_network ON tessera.tables (network) WHERE state < 2;"
    "CREATE TABLE tessera.entries (number bigint NOT NULL, seq bigint NOT NULL, body text NOT NULL, seat bigint,"
    " request text, PRIMARY KEY (number, seq));"
    "CREATE TABLE tessera.seats (number bigint NOT NULL, seat bigint NOT NULL, token bytea NOT NULL,"
    " recovery bytea NOT NULL, asker bigint NOT NULL DEFAULT 0, network bigint NOT NULL DEFAULT 0,"
    " PRIMARY KEY (number, seat));"
    "CREATE INDEX asker ON tessera.seats (asker) WHERE asker <> 0;"
    "CREATE INDEX asker_network ON tessera.seats (network) WHERE network <> 0;"
    "CREATE TABLE tessera.notices (number bigint NOT NULL, seat bigint NOT NULL, kind bigint NOT NULL,"
    " url text COLLATE \"C\" NOT NULL, PRIMARY KEY (number, seat, kind, url));"
    "CREATE FUNCTION tessera.held(bigint, bigint) RETURNS TABLE (own_tables bigint, own_seats bigint,"
    " all_tables bigint, all_seats bigint) LANGUAGE plpgsql AS 'BEGIN"
    " IF NOT pg_try_advisory_xact_lock($1) THEN RETURN; END IF;"
    " IF $2 <> 0 AND NOT pg_try_advisory_xact_lock($2) THEN RETURN; END IF;"
    " RETURN QUERY SELECT " HELD_TABLES(opener, 1) ", " HELD_SEATS(asker, 1) ", " HELD_TABLES(
        network, 2) ", " HELD_SEATS(network, 2) "; END';" CLOCK PLAYERS;

/* All additions of schema 6 to schema 5. */
static const char *const additions[] = {
    tournaments,
    ratings,
    /* Friends, blocks and challenges. */
    "ALTER TABLE tessera.players ADD COLUMN shown bigint NOT NULL DEFAULT 0, ADD COLUMN here bigint NOT NULL DEFAULT 0;"
    "CREATE TABLE tessera.ties (player bigint NOT NULL, other bigint NOT NULL, kind bigint NOT NULL,"
    " since bigint NOT NULL, PRIMARY KEY (player, other));"
    "CREATE INDEX ties_to ON tessera.ties (other);"
    "CREATE TABLE tessera.challenges (id text COLLATE \"C\" NOT NULL, player bigint NOT NULL, host bigint NOT NULL,"
    " since bigint NOT NULL, PRIMARY KEY (id, player));"
    "CREATE INDEX challenges_to ON tessera.challenges (player);"
    "CREATE INDEX challenges_by ON tessera.challenges (host);"
    "CREATE TABLE tessera.dates (host bigint NOT NULL, player bigint NOT NULL, at bigint NOT NULL,"
    " PRIMARY KEY (host, player));"
    "CREATE INDEX dates_with ON tessera.dates (player);",
    /* Prepared turns. */
    "CREATE TABLE tessera.prepared (number bigint NOT NULL, seat bigint NOT NULL, kind bigint NOT NULL,"
    " move text NOT NULL, print bigint NOT NULL, PRIMARY KEY (number, seat, kind));",
    /* Vacations. */
    "CREATE TABLE tessera.vacations (player bigint NOT NULL, since bigint NOT NULL, until bigint NOT NULL,"
    " PRIMARY KEY (player, since));",
    /* Reports, and the acts of the host. */
    "ALTER TABLE tessera.players ADD COLUMN silenced bigint NOT NULL DEFAULT 0,"
    " ADD COLUMN suspended bigint NOT NULL DEFAULT 0, ADD COLUMN warning text NOT NULL DEFAULT '';"
    "CREATE TABLE tessera.reports (number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, at bigint NOT NULL,"
    " id text COLLATE \"C\" NOT NULL, witness bigint NOT NULL, reporter bigint NOT NULL, seat bigint NOT NULL,"
    " player bigint NOT NULL, name text NOT NULL, text text NOT NULL, UNIQUE (id, witness, seat));"
    "CREATE TABLE tessera.acts (number bigint PRIMARY KEY, request text COLLATE \"C\" NOT NULL UNIQUE,"
    " body text NOT NULL, hash bytea NOT NULL);",
    /* Passkeys. */
    "CREATE TABLE tessera.passkeys (credential bytea PRIMARY KEY, player bigint NOT NULL, passkey bigint NOT NULL,"
    " device bigint NOT NULL, key bytea NOT NULL, count bigint NOT NULL, created bigint NOT NULL,"
    " challenged bigint NOT NULL, label text NOT NULL, UNIQUE (player, passkey));",
    /* Names of players in logs of tables that they have left. */
    "CREATE TABLE tessera.leavers (player bigint NOT NULL, id text COLLATE \"C\" NOT NULL, name text NOT NULL,"
    " PRIMARY KEY (player, id, name));"
    "CREATE INDEX leavers_at ON tessera.leavers (id);",
    /* Mail addresses, and the language of notices. */
    "ALTER TABLE tessera.notices ADD COLUMN language bigint NOT NULL DEFAULT 0;"
    "CREATE TABLE tessera.mails (player bigint PRIMARY KEY, address text COLLATE \"C\" NOT NULL, language bigint NOT "
    "NULL,"
    " confirmed bigint NOT NULL, asked bigint NOT NULL, sent bigint NOT NULL, due bigint NOT NULL);"
    "CREATE INDEX mails_due ON tessera.mails (due);"
    "CREATE TABLE tessera.questions (address bytea PRIMARY KEY, at bigint NOT NULL);",
};
enum { ADDITIONS = sizeof additions / sizeof additions[0] };

/* Servers of version 5 can continue to run: they ignore the additions. */
static const char upgrade[] = "UPDATE tessera.server SET version = 6, oldest = 5;";

/* Queries whether the schema exists, whether Tessera's tables are in it, whether it has other objects, whether it may
 * be created, and the encoding. */
static const char look[] =
    "SELECT to_regnamespace('tessera') IS NOT NULL,"
    " EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('tessera') AND relname = 'server'),"
    " EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('tessera')),"
    " has_database_privilege(current_database(), 'CREATE'), current_setting('server_encoding')";

static const char after[] = "SELECT " STORE_TABLE_COLUMNS
                            ", CASE WHEN state = 2 THEN (SELECT substring(body from '\"at\":([0-9]{1,18})')::bigint"
                            " FROM entries WHERE entries.number = tables.number ORDER BY seq DESC LIMIT 1) END"
                            " FROM tables WHERE number > $1 ORDER BY number LIMIT $2";
/* The rows are locked in the order of their numbers, so that two rounds cannot deadlock. */
#define KNOWN(n, what)                                                                                                 \
  "(SELECT place, (known->>0)::bigint AS n, (known->>1)::bigint AS " what " FROM jsonb_array_elements($" #n            \
  "::text::jsonb) WITH ORDINALITY AS list (known, place)) AS asked"
static const char swap[] =
    "WITH asked AS MATERIALIZED (SELECT (table_of->>0)::bigint AS n, (table_of->>1)::bigint AS known,"
    " (table_of->>2)::bigint AS due_then FROM jsonb_array_elements($1::text::jsonb) AS list (table_of)),"
    " held AS MATERIALIZED (SELECT number FROM tables WHERE number IN (SELECT n FROM asked) ORDER BY number FOR UPDATE)"
    " UPDATE tables SET version = $2, due = due_then FROM asked WHERE number = n AND version = known"
    " AND number IN (SELECT number FROM held) RETURNING number";

/* Updates the time of all servers. A long gap between two such queries, or a clock that went back, means that nobody
 * could play meanwhile. */
static const char moment[] =
    "UPDATE server SET since = CASE WHEN abs(clock() - alive) > 5000 THEN clock() ELSE since END,"
    " alive = clock() RETURNING alive, since";
_Static_assert((int)STORE_CLAIM_AFTER == 2000, "a table is claimed as long after it is due as the statement says");
static const char claim[] = "UPDATE tables SET due = clock() + 5000 WHERE number IN (SELECT number FROM tables"
                            " WHERE state < 2 AND due <= clock() - 2000 ORDER BY due LIMIT $1 FOR UPDATE SKIP LOCKED)"
                            " RETURNING " STORE_TABLE_COLUMNS;
/* True if the other servers have the same key, or there are no other servers. */
static const char same_key[] =
    "UPDATE key SET joined = $1 WHERE joined IS NULL OR joined = $1 OR NOT EXISTS (SELECT FROM pg_locks"
    " WHERE locktype = 'advisory' AND classid = 1952805747 AND objid = 6648417 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid())"
    " RETURNING 1::bigint";
static const char set_item[] = "UPDATE tables SET item = $1 WHERE number = $2";
static const char set_opener[] = "UPDATE tables SET opener = $1, network = $2 WHERE number = $3";
static const char set_asker[] = "UPDATE seats SET asker = $1, network = $2 WHERE number = $3 AND seat = $4";
static const char held[] = "SELECT * FROM held($1, $2)";

/* Also deletes the client numbers that no longer count: those of the seats when the game begins, that of the table when
 * it is over. */
static const char set_state[] =
    "WITH begun AS (UPDATE seats SET asker = 0, network = 0 WHERE number = $2 AND asker <> 0 AND $1::bigint > 0)"
    " UPDATE tables SET state = $1::bigint, opener = CASE $1::bigint WHEN 2 THEN 0 ELSE opener END,"
    " network = CASE $1::bigint WHEN 2 THEN 0 ELSE network END WHERE number = $2";
#define LISTED(order)                                                                                                  \
  "(SELECT number FROM tables WHERE state = $1 AND listed = 1 AND state < 2 AND item IS NOT NULL"                      \
  " ORDER BY number " order " LIMIT $2)"
static const char listed[] = "SELECT number, created, opener, network, id FROM tables WHERE number IN (" LISTED(
    "DESC") " UNION " LISTED("ASC") ") ORDER BY number DESC";
static const char items[] = "SELECT place, item FROM " KNOWN(1, "version_known") " JOIN tables ON number = n"
                                                                                 " WHERE item IS NOT NULL";
static const char moved[] =
    "SELECT place, coalesce(version, 0), coalesce((SELECT max(seq) FROM entries WHERE number = n), 0),"
    " coalesce(hashtextextended((SELECT string_agg(seat || encode(token, 'hex') || encode(recovery, 'hex'), ' '"
    " ORDER BY seat) FROM seats WHERE number = n), 0), 0) # coalesce(hashtextextended((SELECT string_agg(seat || ' '"
    " || kind || ' ' || url || ' ' || language, ' ' ORDER BY seat, kind, url) FROM notices WHERE number = n), 1), 0)"
    " FROM " KNOWN(
        1, "version_known") " LEFT JOIN tables ON tables.number = n WHERE version IS DISTINCT FROM version_known";
static const char grown[] = "SELECT place, seq, body, seat, request FROM " KNOWN(
    1, "last_known") " JOIN entries ON number = n AND seq > last_known ORDER BY place, seq LIMIT $2";
static const char lock_tournament[] =
    "SELECT " STORE_TOURNAMENT_COLUMNS " FROM tournaments WHERE id = $1 FOR UPDATE SKIP LOCKED";
static const char bytes_in_use[] = "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class"
                                   " WHERE relnamespace = 'tessera'::regnamespace AND relkind = 'r'";

static const char not_ours[] = "the schema tessera of this database is not one of tessera serve";

struct postgres_store {
  struct store store;
  char *url;
  PGconn *connection;            /* NULL: there is none */
  struct connecting *connecting; /* NULL: no thread connects */
  bool shared;                   /* other servers may have it open, too */
  bool known;                    /* it has been open before */
  int64_t again;                 /* earliest time of the next attempt to connect */
  int sent;                      /* statements of the round whose answers were not read yet */
  bool in_round, broken;
  bool warned;     /* the database has sent a warning */
  char refused[6]; /* the database's error code for a statement before the pipeline */
};

/* ---- Answers ---- */

/* Fills `*fault` with a message of the database or libpq: its first line, without the severity. */
static bool say(struct fault *fault, const char *text) {
  if (strncmp(text, "ERROR:  ", 8) == 0 || strncmp(text, "FATAL:  ", 8) == 0) text += 8;
  const size_t length = strcspn(text, "\n");
  return fault_say(fault, "database: %.*s", (int)(length < 240 ? length : 240), text);
}

static void disconnect(struct postgres_store *store) {
  PQfinish(store->connection);
  store->connection = NULL;
}

/* Closes a broken connection and fills `*fault` with the reason; returns false. */
static bool lose(struct postgres_store *store, struct fault *fault) {
  say(fault, PQerrorMessage(store->connection));
  disconnect(store);
  return false;
}

/* Waits until PQgetResult() would not block. False: the connection is lost. */
static bool wait_for_answer(struct postgres_store *store, struct fault *fault) {
  const bool bounded = store->known;
  const int64_t begin = steady_milliseconds();
  const int64_t left_of_round = ROUND_MS - store->store.waited;
  int64_t end = begin + (!bounded ? ANSWER_MS : left_of_round > LAST_MS ? left_of_round : LAST_MS);
  for (;;) {
    const int unsent = PQflush(store->connection);
    if (unsent < 0) return lose(store, fault);
    const int64_t now = steady_milliseconds(), left = end - now;
    if (unsent == 0 && PQisBusy(store->connection) == 0) {
      store->store.waited += now - begin;
      return true;
    }
    if (left <= 0) {
      store->store.waited += now - begin;
      disconnect(store);
      return fault_say(fault, "database: it does not answer");
    }
    struct pollfd file = {.fd = PQsocket(store->connection), .events = (short)(unsent > 0 ? POLLIN | POLLOUT : POLLIN)};
    if (poll(&file, 1, (int)left) <= 0) continue;
    if ((file.revents & ~POLLOUT) != 0 && PQconsumeInput(store->connection) == 0) {
      store->store.waited += steady_milliseconds() - begin;
      return lose(store, fault);
    }
    if (!bounded) end = now + ANSWER_MS; /* the total time of the round does not count here */
  }
}

static bool is_good(const PGresult *result) {
  const ExecStatusType status = PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* Reads the answer to one statement; the caller frees it. NULL with `*fault` filled: the connection is lost. */
static PGresult *take_answer(struct postgres_store *store, struct fault *fault) {
  if (!wait_for_answer(store, fault)) return NULL;
  PGresult *result = PQgetResult(store->connection);
  if (result == NULL || PQresultStatus(result) == PGRES_FATAL_ERROR) {
    const bool is_lost = PQstatus(store->connection) != CONNECTION_OK;
    if (result == NULL || is_lost) {
      if (result != NULL) PQclear(result);
      lose(store, fault);
      return NULL;
    }
  }
  /* A NULL follows each answer, except a synchronization mark of the pipeline. */
  if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) return result;
  if (!wait_for_answer(store, fault)) {
    PQclear(result);
    return NULL;
  }
  PQclear(PQgetResult(store->connection));
  return result;
}

/* Sends a synchronization mark, and reads the answers to `count` statements and to the mark. `*last` receives the last
 * answer to a statement, if it is not NULL. Returns false with the fault of the first failed statement. */
static bool finish(struct postgres_store *store, int count, PGresult **last, struct fault *fault) {
  struct fault unheard;
  if (PQpipelineSync(store->connection) == 0) return lose(store, fault);
  bool good = true;
  for (int i = 0; i < count; i++) {
    PGresult *result = take_answer(store, good ? fault : &unheard);
    if (result == NULL) return false;
    if (good && !is_good(result)) good = say(fault, PQresultErrorMessage(result));
    if (good && last != NULL && i == count - 1)
      *last = result;
    else
      PQclear(result);
  }
  PGresult *mark = take_answer(store, good ? fault : &unheard);
  PQclear(mark);
  if (mark != NULL) return good;
  if (good && last != NULL) PQclear(*last);
  return false;
}

/* ---- Connecting ---- */

/* Runs statements without parameters, before the pipeline is used; `*result` receives the result of the last one, which
 * the caller frees. */
static bool run(struct postgres_store *store, const char *statements, PGresult **result, struct fault *fault) {
  if (PQsendQuery(store->connection, statements) == 0) return lose(store, fault);
  bool good = true;
  PGresult *kept = NULL;
  for (;;) {
    if (!wait_for_answer(store, fault)) {
      PQclear(kept);
      return false;
    }
    PGresult *next = PQgetResult(store->connection);
    if (next == NULL) break;
    if (good && !is_good(next)) {
      const char *code = PQresultErrorField(next, PG_DIAG_SQLSTATE);
      snprintf(store->refused, sizeof store->refused, "%s", code == NULL ? "" : code);
      good = say(fault, PQresultErrorMessage(next));
    }
    PQclear(kept);
    kept = next;
  }
  if (good && kept == NULL) good = say(fault, PQerrorMessage(store->connection));
  if (good && result != NULL)
    *result = kept;
  else
    PQclear(kept);
  return good;
}

static bool is_true(const PGresult *result, int column) { return strcmp(PQgetvalue(result, 0, column), "t") == 0; }

/* Takes the lock, which lasts as long as the connection. */
static bool take_lock(struct postgres_store *store, const char *which, const char *refusal, struct fault *fault) {
  if (run(store, which, NULL, fault)) return true;
  return strcmp(store->refused, "55P03") == 0 && fault_say(fault, "%s", refusal); /* lock_not_available */
}

/* Creates the tables and the key of a new database in one transaction. */
static bool make_tables(struct postgres_store *store, bool has_schema, bool may_make, struct fault *fault) {
  struct text statement = {0};
  if (!has_schema && !may_make)
    return fault_say(fault, "this role may not make a schema: GRANT CREATE ON DATABASE \"%s\" TO \"%s\"",
                     PQdb(store->connection), PQuser(store->connection));
  if (!store_new_key(&store->store, fault)) return false;
  text_print(&statement, "BEGIN; %s %s", has_schema ? "" : "CREATE SCHEMA tessera;", schema);
  for (int i = 0; i < ADDITIONS; i++) text_add_string(&statement, additions[i]);
  text_add_string(&statement, " INSERT INTO tessera.key (bytes) VALUES ('\\x");
  for (size_t i = 0; i < sizeof store->store.key; i++) text_print(&statement, "%02x", store->store.key[i]);
  text_add_string(&statement, "'); COMMIT");
  const bool made = run(store, statement.bytes, NULL, fault);
  text_free(&statement);
  return made;
}

/* Upgrades the schema in one transaction, while servers of the previous version may run. */
static bool upgrade_tables(struct postgres_store *store, struct fault *fault) {
  struct text statement = {0};
  text_print(&statement, "BEGIN; %s", upgrade);
  for (int i = 0; i < ADDITIONS; i++) text_add_string(&statement, additions[i]);
  text_add_string(&statement, " COMMIT");
  const bool done = run(store, statement.bytes, NULL, fault);
  text_free(&statement);
  return done;
}

/* A column that an older version lacks is read as NULL. */
static const char version_and_key[] = "SELECT version, (SELECT encode(bytes, 'hex') FROM tessera.key),"
                                      " coalesce(to_jsonb(server) ->> 'oldest', '0') FROM tessera.server";

/* Checks the version of the database: creates the tables and the key of a new one, or reads the key of an existing one.
 */
static bool check_version(struct postgres_store *store, struct store_opening opening, struct fault *fault) {
  PGresult *result;

  /* 1. Find out what exists. */
  if (!run(store, look, &result, fault)) return false;
  const bool has_schema = is_true(result, 0), is_ours = is_true(result, 1), is_used = is_true(result, 2);
  const bool may_make = is_true(result, 3), utf8 = strcmp(PQgetvalue(result, 0, 4), "UTF8") == 0;
  PQclear(result);
  if (!utf8) return fault_say(fault, "the database has to be made with the encoding UTF8");
  if (!is_ours && is_used) return fault_say(fault, "%s", not_ours);
  if (!is_ours && (store->known || opening.must_exist)) return fault_say(fault, "there are no tables in this database");
  if (!is_ours && !make_tables(store, has_schema, may_make, fault)) return false;

  /* 2. Check the version: the previous one is upgraded; a later one can be used if it declares this. */
  if (!run(store, version_and_key, &result, fault)) {
    const bool is_other = strncmp(store->refused, "42P01", 5) == 0 || strncmp(store->refused, "42703", 5) == 0;
    return is_other && fault_say(fault, "%s", not_ours); /* a table or column is missing */
  }
  const int64_t version = PQntuples(result) == 1 ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
  const int64_t oldest = version > SCHEMA ? strtoll(PQgetvalue(result, 0, 2), NULL, 10) : SCHEMA;
  const bool usable = version >= SCHEMA - 1 && oldest <= SCHEMA;
  const char *key = usable ? PQgetvalue(result, 0, 1) : "";
  const bool whole = strlen(key) == 2 * sizeof store->store.key;
  for (size_t i = 0; i < sizeof store->store.key && whole && !store->known; i++) {
    const char digits[] = {key[2 * i], key[2 * i + 1], '\0'};
    store->store.key[i] = (uint8_t)strtoul(digits, NULL, 16);
  }
  PQclear(result);
  if (!usable) return store_refuse_version(version, SCHEMA, fault);
  if (!whole) return fault_say(fault, "database: its key is missing");
  return version >= SCHEMA || upgrade_tables(store, fault);
}

/* Checks the version under a lock, so that servers that start at the same time do this one after the other. */
static bool look_at_version(struct postgres_store *store, struct store_opening opening, struct fault *fault) {
  const char *which = store->shared ? shared_lock : lock, *refusal = "another server has this database open";
  struct fault unheard;
  if (store->known) return check_version(store, opening, fault) && take_lock(store, which, refusal, fault);
  const bool good = run(store, look_lock, NULL, fault) && check_version(store, opening, fault) &&
                    take_lock(store, which, refusal, fault);
  return (store->connection == NULL || run(store, look_unlock, NULL, good ? fault : &unheard)) && good;
}

static const char *statement_text(enum store_statement statement) {
  switch (statement) {
  case STORE_AFTER: return after;
  case STORE_SWAP: return swap;
  case STORE_TIME: return moment;
  case STORE_SAME_KEY: return same_key;
  case STORE_KEEPER: return keeper;
  case STORE_CLAIM: return claim;
  case STORE_SET_ITEM: return set_item;
  case STORE_LISTED: return listed;
  case STORE_ITEMS: return items;
  case STORE_MOVED: return moved;
  case STORE_GROWN: return grown;
  case STORE_SET_STATE: return set_state;
  case STORE_SET_OPENER: return set_opener;
  case STORE_SET_ASKER: return set_asker;
  case STORE_HELD: return held;
  case STORE_BYTES: return bytes_in_use;
  case STORE_LOCK_PLAYERS: return lock_players;
  case STORE_ADD_GAME: return add_game;
  case STORE_LOCK_TOURNAMENT: return lock_tournament;
  default: return store_statements[statement];
  }
}

/* Writes the name of a prepared statement, which is its number. */
static void write_name(int statement, char name[3]) {
  name[0] = (char)('a' + statement / 10);
  name[1] = (char)('0' + statement % 10);
  name[2] = '\0';
}

static bool prepare(struct postgres_store *store, struct fault *fault) {
  char name[3];
  for (int i = 0; i < STORE_STATEMENTS_COUNT; i++) {
    write_name(i, name);
    if (PQsendPrepare(store->connection, name, statement_text((enum store_statement)i), 0, NULL) == 0)
      return lose(store, fault);
  }
  return finish(store, STORE_STATEMENTS_COUNT, NULL, fault);
}

/* Receives notices and warnings of the connection. */
static void hear(void *context, const char *message) {
  (void)message;
  ((struct postgres_store *)context)->warned = true;
}

/* Connects. A running server does not wait for the connection, but picks it up in one of its next rounds. */
static bool reach(struct postgres_store *store, struct fault *fault) {
  const bool begins = store->connecting == NULL;
  if (begins) store->connecting = connecting_start(store->url, "tessera");
  if (store->connecting == NULL) return fault_say(fault, "no thread can be started");
  if (store->known && !connecting_await(store->connecting, begins ? CONNECT_MS : 0))
    return fault_say(fault, "database: it cannot be reached");
  store->connection = connecting_end(store->connecting);
  store->connecting = NULL;
  if (PQstatus(store->connection) != CONNECTION_OK) {
    lose(store, fault);
    /* Clients see this message while the server runs, so it does not contain the database's address. */
    return store->known && fault_say(fault, "database: it cannot be reached");
  }
  PQsetNoticeProcessor(store->connection, hear, store);
  if (PQsetnonblocking(store->connection, 1) != 0) return lose(store, fault);
  const int version = PQserverVersion(store->connection);
  return version >= OLDEST_SERVER || fault_say(fault, "the database is PostgreSQL %d: it has to be %d or newer",
                                               version / 10000, OLDEST_SERVER / 10000);
}

/* Makes sure that there is a connection. */
static bool connect_store(struct postgres_store *store, struct store_opening opening, struct fault *fault) {
  if (store->connection != NULL) return true;
  if (steady_milliseconds() < store->again) return fault_say(fault, "database: the connection is lost");
  if (reach(store, fault) && run(store, settings, NULL, fault) && look_at_version(store, opening, fault) &&
      (PQenterPipelineMode(store->connection) == 1 || lose(store, fault)) && prepare(store, fault)) {
    store->known = true;
    return true;
  }
  if (store->connection != NULL) disconnect(store);
  if (store->connecting == NULL) store->again = steady_milliseconds() + AGAIN_MS;
  return false;
}

static void close_store(struct store *opened) {
  struct postgres_store *store = (struct postgres_store *)opened;
  if (store->connecting != NULL) PQfinish(connecting_end(store->connecting));
  PQfinish(store->connection);
  free(store->url);
  free(store);
}

/* ---- Statements ---- */

/* Writes a number as eight bytes in the database's byte order. */
static void write_number(int64_t number, char bytes[8]) {
  for (int i = 0; i < 8; i++) bytes[i] = (char)((uint64_t)number >> (56 - 8 * i));
}

static int64_t read_number(const char *bytes) {
  uint64_t number = 0;
  for (int i = 0; i < 8; i++) number = number << 8 | (unsigned char)bytes[i];
  return (int64_t)number;
}

static bool send(struct postgres_store *store, enum store_statement statement, const struct store_value *values,
                 int count, struct fault *fault) {
  char name[3], numbers[STORE_MOST_VALUES][8];
  const char *bytes[STORE_MOST_VALUES];
  int lengths[STORE_MOST_VALUES], binary[STORE_MOST_VALUES];
  write_name((int)statement, name);
  for (int i = 0; i < count; i++) {
    const struct store_value *value = &values[i];
    binary[i] = 1; /* also for texts, because they need not end with a zero */
    bytes[i] = value->type == VALUE_NOTHING ? NULL : value->type == VALUE_NUMBER ? numbers[i] : value->bytes.bytes;
    lengths[i] = value->type == VALUE_NUMBER ? 8 : (int)value->bytes.length;
    if (value->type == VALUE_NUMBER) write_number(value->number, numbers[i]);
  }
  return PQsendQueryPrepared(store->connection, name, count, bytes, lengths, binary, 1) == 1 || lose(store, fault);
}

static struct store_value field(const PGresult *result, int row, int column) {
  const char *bytes = PQgetvalue(result, row, column);
  const struct span span = {bytes, (size_t)PQgetlength(result, row, column)};
  const Oid type = PQftype(result, column);
  if (PQgetisnull(result, row, column)) return (struct store_value){.type = VALUE_NOTHING};
  if (type == NUMBER_OID) return (struct store_value){.type = VALUE_NUMBER, .number = read_number(bytes)};
  return (struct store_value){.type = type == BYTES_OID ? VALUE_BYTES : VALUE_TEXT, .bytes = span};
}

/* Marks the round as failed after a failed statement, because the database accepts no further statements in it. */
static bool break_round(struct postgres_store *store) {
  store->broken = true;
  return false;
}

/* If the wait of a commit for the standby is cancelled (pg_cancel_backend()), PostgreSQL reports success with a
 * warning. The commit is then only on one of the two servers and may get lost. So this function closes the connection
 * and returns false. */
static bool give_up_unconfirmed(struct postgres_store *store, PGresult *result, struct fault *fault) {
  PQclear(result);
  disconnect(store);
  return fault_say(fault, "database: the standby has not confirmed what was stored");
}

static bool ask_rows(struct store_rows *rows, enum store_statement statement, const struct store_value *values,
                     int count, struct fault *fault) {
  struct postgres_store *store = (struct postgres_store *)rows->store;
  PGresult *result = NULL;
  if (store->broken || (store->in_round && store->connection == NULL))
    return fault_say(fault, "database: the round has failed");
  if (!connect_store(store, (struct store_opening){.must_exist = true}, fault)) return false;

  /* Outside of a round the query is a separate transaction; in a round all earlier answers are read first. With the
   * mark after them the database notices that it waits for this server, and for how long
   * (idle_in_transaction_session_timeout). */
  if (!send(store, statement, values, count, fault)) return store->in_round && break_round(store);
  if (!store->in_round) {
    store->warned = false;
    if (!finish(store, 1, &result, fault)) return false;
    if (store->warned) return give_up_unconfirmed(store, result, fault);
  } else {
    const int sent = store->sent + 1;
    store->sent = 0;
    if (!finish(store, sent, &result, fault)) return break_round(store);
  }
  rows->source = result;
  return store_check_values(PQnfields(result), fault);
}

static bool next_row(struct store_rows *rows) {
  if (rows->read == PQntuples(rows->source)) return false;
  const int columns = PQnfields(rows->source);
  for (int i = 0; i < columns; i++) rows->row[i] = field(rows->source, rows->read, i);
  rows->read++;
  return true;
}

static void end_rows(struct store_rows *rows) { PQclear(rows->source); }

static bool change(struct store *opened, enum store_statement statement, const struct store_value *values, int count,
                   struct fault *fault) {
  struct postgres_store *store = (struct postgres_store *)opened;
  if (store->broken) return fault_say(fault, "database: the round has failed");
  if (!send(store, statement, values, count, fault)) return break_round(store);
  store->sent++;
  return true;
}

/* ---- Rounds ---- */

/* Sends a command such as COMMIT. */
static bool send_word(struct postgres_store *store, const char *word, struct fault *fault) {
  if (PQsendQueryParams(store->connection, word, 0, NULL, NULL, NULL, NULL, 0) == 0) return lose(store, fault);
  store->sent++;
  return true;
}

static bool begin(struct store *opened, struct fault *fault) {
  struct postgres_store *store = (struct postgres_store *)opened;
  store->in_round = true;
  store->broken = false;
  store->sent = 0;
  if (connect_store(store, (struct store_opening){.must_exist = true}, fault) && send_word(store, "BEGIN", fault))
    return true;
  return break_round(store);
}

static bool commit(struct store *opened, struct fault *fault) {
  struct postgres_store *store = (struct postgres_store *)opened;
  PGresult *result = NULL;
  if (store->broken) return fault_say(fault, "database: the round has failed");
  if (!send_word(store, "COMMIT", fault)) return break_round(store);
  const int sent = store->sent;
  store->sent = 0;
  store->warned = false;
  if (!finish(store, sent, &result, fault)) return break_round(store);

  if (store->warned) {
    give_up_unconfirmed(store, result, fault);
    return break_round(store);
  }
  const bool stored =
      strcmp(PQcmdStatus(result), "COMMIT") == 0 || fault_say(fault, "database: the round was taken back");
  PQclear(result);
  store->in_round = !stored;
  return stored;
}

static void roll_back(struct store *opened) {
  struct postgres_store *store = (struct postgres_store *)opened;
  struct fault unheard;
  const int sent = store->sent;
  store->sent = 0;
  /* Outstanding answers are read first, because after a failed statement all others fail up to the mark. */
  if (store->connection != NULL) finish(store, sent, NULL, &unheard);
  if (store->connection != NULL && send_word(store, "ROLLBACK", &unheard)) finish(store, 1, NULL, &unheard);
  store->sent = 0;
  store->in_round = store->broken = false;
}

/* ---- Beginning ---- */

struct store *store_open_postgres(const char *url, struct store_opening opening, struct fault *fault) {
  static const struct store_kind kind = {.shared = true,
                                         .begin = begin,
                                         .change = change,
                                         .commit = commit,
                                         .roll_back = roll_back,
                                         .ask = ask_rows,
                                         .next = next_row,
                                         .end = end_rows,
                                         .close = close_store};
  struct postgres_store *store = memory_new(sizeof *store);
  *store = (struct postgres_store){
      .store.kind = &kind, .url = memory_string(url), .shared = opening.shared, .again = INT64_MIN};
  if (connect_store(store, opening, fault)) return &store->store;
  fault_within(fault, "store");
  close_store(&store->store);
  return NULL;
}
