/* Stores reports, and the log of what the host did. */
#include "store/store_order.h"

#include "store/store_round.h"

const char store_add_report_text[] = "INSERT INTO reports (at, id, witness, reporter, seat, player, name, text)"
                                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
const char store_reports_text[] =
    "SELECT reports.number, at, id, witness, reporter, seat, player, coalesce(players.name, reports.name), text"
    " FROM reports LEFT JOIN players ON players.number = reports.player"
    " WHERE CAST($1 AS bigint) = 0 OR reporter = $1 ORDER BY reports.number DESC LIMIT $2";

/* ---- Rows ---- */

static bool is_report(const struct store_value *row) {
  return is_number(&row[0], 1, INT64_MAX) && is_number(&row[1], 0, INT64_MAX) && is_word(&row[2], STORE_ID_SIZE - 1) &&
         is_number(&row[3], 1, TESS_MAX_PLAYERS) && is_number(&row[4], 0, INT64_MAX) &&
         is_number(&row[5], 1, TESS_MAX_PLAYERS) && is_number(&row[6], 0, INT64_MAX) && row[7].type == VALUE_TEXT &&
         row[8].type == VALUE_TEXT;
}

bool store_next_report(struct store_rows *rows, struct store_report *report) {
  const struct store_value *row = store_next_sound_row(rows, is_report, "a report");
  if (row == NULL) return false;
  *report = (struct store_report){.number = row[0].number,
                                  .at = row[1].number,
                                  .table = row[2].bytes,
                                  .by = (int)row[3].number,
                                  .reporter = row[4].number,
                                  .seat = (int)row[5].number,
                                  .player = row[6].number,
                                  .name = row[7].bytes,
                                  .text = row[8].bytes};
  return true;
}

bool store_next_act(struct store_rows *rows, struct store_act *act) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 1, INT64_MAX) || row[1].type != VALUE_TEXT || row[2].type != VALUE_TEXT || !is_hash(&row[3]))
    return store_refuse_row(rows, "an act");
  *act = (struct store_act){.number = row[0].number, .request = row[1].bytes, .body = row[2].bytes};
  value_bytes(&row[3], act->hash, sizeof act->hash);
  return true;
}

/* ---- Reports ---- */

void store_add_report(struct store *store, const struct store_report *report) {
  store_carry_out(store, STORE_ADD_REPORT,
                  STORE_VALUES(number_value(report->at), text_value(report->table), number_value(report->by),
                               number_value(report->reporter), number_value(report->seat), number_value(report->player),
                               text_value(report->name), text_value(report->text)));
}

bool store_count_reports(struct store *store, int64_t *count, struct fault *fault) {
  return store_ask_number(store, STORE_COUNT_REPORTS, NULL, 0, count, fault);
}

struct store_rows *store_reports(struct store *store, int64_t reporter, int most) {
  return store_open_rows(store, STORE_REPORTS, STORE_VALUES(number_value(reporter), number_value(most)));
}

enum store_found store_drop_report(struct store *store, int64_t number, struct fault *fault) {
  int64_t dropped;
  if (!store_in_round(store)) {
    *fault = store->fault;
    return STORE_FAILED;
  }
  if (!store_ask_number(store, STORE_DROP_REPORT, STORE_VALUES(number_value(number)), &dropped, fault))
    return STORE_FAILED;
  return dropped != 0 ? STORE_FOUND : STORE_MISSING;
}

/* ---- Acts of the host ---- */

void store_add_act(struct store *store, const struct store_act *act) {
  store_carry_out(store, STORE_ADD_ACT,
                  STORE_VALUES(number_value(act->number), text_value(act->request), text_value(act->body),
                               bytes_value(act->hash, STORE_HASH)));
}

bool store_find_act(struct store *store, struct span request, bool *known, struct fault *fault) {
  return store_ask_whether(store, STORE_FIND_ACT, STORE_VALUES(text_value(request)), known, fault);
}

struct store_rows *store_acts(struct store *store, int most) {
  return store_open_rows(store, STORE_ACTS, STORE_VALUES(number_value(most)));
}

void store_set_standing(struct store *store, const struct store_player *player) {
  store_carry_out(store, STORE_SET_STANDING,
                  STORE_VALUES(number_value(player->silenced), number_value(player->suspended),
                               text_value(span_of(player->warning)), number_value(player->number)));
}
