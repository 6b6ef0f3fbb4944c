/* Stores tournaments, their logs, their players and the tables whose results they await. */
#include "store/store_tournaments.h"

#include <limits.h>

#include "store/store_round.h"

const char store_add_tournament_text[] =
    "INSERT INTO tournaments (" STORE_TOURNAMENT_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const char store_due_tournaments_text[] =
    "SELECT " STORE_TOURNAMENT_COLUMNS " FROM tournaments WHERE state < 2 ORDER BY due LIMIT $1";
const char store_tournament_entries_text[] =
    "SELECT seq, body FROM tournament_entries WHERE tournament = $1 AND seq > $2 ORDER BY seq";
const char store_listed_tournaments_text[] =
    "SELECT " STORE_TOURNAMENT_COLUMNS
    " FROM tournaments WHERE listed = 1 AND state = $1 ORDER BY created DESC, id LIMIT $2";
const char store_own_tournaments_text[] =
    "SELECT " STORE_TOURNAMENT_COLUMNS " FROM tournaments JOIN tournament_players ON tournament = id WHERE player = $1"
    " ORDER BY created DESC, id LIMIT $2";
const char store_add_tournament_player_text[] =
    "INSERT INTO tournament_players (tournament, player) VALUES ($1, $2) ON CONFLICT DO NOTHING";
const char store_tournament_names_text[] =
    "SELECT number, name FROM tournament_players JOIN players ON number = player WHERE tournament = $1"
    " ORDER BY number";
const char store_add_tournament_table_text[] =
    "INSERT INTO tournament_tables (id, tournament, taken) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
const char store_played_tables_text[] =
    "SELECT tournament_tables.id, tournament, seat, results.player, points, place FROM tournament_tables"
    " JOIN games ON games.id = tournament_tables.id JOIN results ON results.game = games.number WHERE taken = 0"
    " ORDER BY games.number, seat LIMIT $1";

/* ---- Rows ---- */

static const char a_tournament[] = "a tournament";

static bool is_tournament(const struct store_value *row) {
  return is_word(&row[0], STORE_ID_SIZE - 1) && is_number(&row[1], 0, INT64_MAX) && is_number(&row[2], 0, INT64_MAX) &&
         is_number(&row[3], STORE_WAITING, STORE_FINISHED) && is_number(&row[4], 0, 1) &&
         is_number(&row[5], 0, INT_MAX) && row[6].type == VALUE_TEXT && is_number(&row[7], 0, INT64_MAX);
}

static void take_tournament(const struct store_value *row, struct store_tournament *tournament) {
  *tournament = (struct store_tournament){.created = row[1].number,
                                          .opener = row[2].number,
                                          .state = (enum store_state)row[3].number,
                                          .listed = row[4].number != 0,
                                          .last = row[5].number,
                                          .due = row[7].number};
  value_bytes(&row[0], tournament->id, sizeof tournament->id - 1);
}

bool store_next_tournament(struct store_rows *rows, struct store_tournament *tournament, struct span *item) {
  const struct store_value *row = store_next_sound_row(rows, is_tournament, a_tournament);
  if (row == NULL) return false;
  take_tournament(row, tournament);
  *item = row[6].bytes;
  return true;
}

bool store_next_tournament_entry(struct store_rows *rows, int64_t *seq, struct span *body) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 1, INT_MAX) || row[1].type != VALUE_TEXT) return store_refuse_row(rows, a_tournament);
  *seq = row[0].number;
  *body = row[1].bytes;
  return true;
}

bool store_next_tournament_name(struct store_rows *rows, int64_t *player, struct span *name) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 1, INT64_MAX) || row[1].type != VALUE_TEXT) return store_refuse_row(rows, a_tournament);
  *player = row[0].number;
  *name = row[1].bytes;
  return true;
}

static bool is_played(const struct store_value *row) {
  return is_word(&row[0], STORE_ID_SIZE - 1) && is_word(&row[1], STORE_ID_SIZE - 1) &&
         is_number(&row[2], 1, TESS_MAX_PLAYERS) && is_number(&row[3], 0, INT64_MAX) &&
         is_number(&row[4], INT32_MIN, INT32_MAX) && is_number(&row[5], 1, TESS_MAX_PLAYERS);
}

bool store_next_played(struct store_rows *rows, struct store_played *played) {
  const struct store_value *row = store_next_sound_row(rows, is_played, "a result");
  if (row == NULL) return false;
  *played = (struct store_played){row[0].bytes,  row[1].bytes,  (int)row[2].number,
                                  row[3].number, row[4].number, (int)row[5].number};
  return true;
}

/* ---- Tournaments ---- */

static enum store_found find(struct store *store, enum store_statement statement, struct span id,
                             struct store_tournament *tournament, struct fault *fault) {
  if (!span_is_plain(id, false)) return STORE_MISSING; /* PostgreSQL would refuse it, and the round would fail */
  struct store_rows *rows = store_open_rows(store, statement, STORE_VALUES(text_value(id)));
  const struct store_value *row = store_next_row(rows);
  if (row != NULL && is_tournament(row))
    take_tournament(row, tournament);
  else if (row != NULL)
    store_refuse_row(rows, a_tournament);
  const bool found = row != NULL;
  if (!store_close_rows(rows, fault)) return STORE_FAILED;
  return found ? STORE_FOUND : STORE_MISSING;
}

enum store_found store_find_tournament(struct store *store, struct span id, struct store_tournament *tournament,
                                       struct fault *fault) {
  return find(store, STORE_FIND_TOURNAMENT, id, tournament, fault);
}

enum store_found store_lock_tournament(struct store *store, struct span id, struct store_tournament *tournament,
                                       struct fault *fault) {
  if (!store_in_round(store)) {
    *fault = store->fault;
    return STORE_FAILED;
  }
  return find(store, store->kind->shared ? STORE_LOCK_TOURNAMENT : STORE_FIND_TOURNAMENT, id, tournament, fault);
}

void store_add_tournament(struct store *store, const struct store_tournament *tournament, struct span item) {
  store_carry_out(store, STORE_ADD_TOURNAMENT,
                  STORE_VALUES(text_value(span_of(tournament->id)), number_value(tournament->created),
                               number_value(tournament->opener), number_value((int)tournament->state),
                               number_value(tournament->listed), number_value(tournament->last), text_value(item),
                               number_value(tournament->due)));
}

void store_set_tournament(struct store *store, const struct store_tournament *tournament, struct span item) {
  store_carry_out(store, STORE_SET_TOURNAMENT,
                  STORE_VALUES(number_value((int)tournament->state), number_value(tournament->listed),
                               number_value(tournament->last), text_value(item), number_value(tournament->due),
                               text_value(span_of(tournament->id))));
}

void store_put_off_tournament(struct store *store, struct span id, int64_t due) {
  store_carry_out(store, STORE_PUT_OFF_TOURNAMENT, STORE_VALUES(number_value(due), text_value(id)));
}

void store_add_tournament_entry(struct store *store, struct span id, int64_t seq, struct span body) {
  store_carry_out(store, STORE_ADD_TOURNAMENT_ENTRY, STORE_VALUES(text_value(id), number_value(seq), text_value(body)));
}

struct store_rows *store_tournament_entries(struct store *store, struct span id, int64_t seq) {
  return store_open_rows(store, STORE_TOURNAMENT_ENTRIES, STORE_VALUES(text_value(id), number_value(seq)));
}

struct store_rows *store_listed_tournaments(struct store *store, enum store_state state, int most) {
  return store_open_rows(store, STORE_LISTED_TOURNAMENTS, STORE_VALUES(number_value((int)state), number_value(most)));
}

struct store_rows *store_own_tournaments(struct store *store, int64_t player, int most) {
  return store_open_rows(store, STORE_OWN_TOURNAMENTS, STORE_VALUES(number_value(player), number_value(most)));
}

struct store_rows *store_due_tournaments(struct store *store, int most) {
  return store_open_rows(store, STORE_DUE_TOURNAMENTS, STORE_VALUES(number_value(most)));
}

bool store_count_tournaments(struct store *store, int64_t player, int64_t *count, struct fault *fault) {
  return store_ask_number(store, STORE_COUNT_TOURNAMENTS, STORE_VALUES(number_value(player)), count, fault);
}

/* ---- Players and tables ---- */

void store_add_tournament_player(struct store *store, struct span id, int64_t player) {
  store_carry_out(store, STORE_ADD_TOURNAMENT_PLAYER, STORE_VALUES(text_value(id), number_value(player)));
}

struct store_rows *store_tournament_names(struct store *store, struct span id) {
  return store_open_rows(store, STORE_TOURNAMENT_NAMES, STORE_VALUES(text_value(id)));
}

void store_await_table(struct store *store, struct span table, struct span tournament) {
  store_carry_out(store, STORE_ADD_TOURNAMENT_TABLE,
                  STORE_VALUES(text_value(table), text_value(tournament), number_value(0)));
}

void store_take_table(struct store *store, struct span table) {
  store_carry_out(store, STORE_TAKE_TOURNAMENT_TABLE, STORE_VALUES(text_value(table)));
}

struct store_rows *store_played_tables(struct store *store, int most) {
  return store_open_rows(store, STORE_PLAYED_TABLES, STORE_VALUES(number_value(most)));
}
