/* Stores friends, blocks and challenges. */
#include "store/store_people.h"

#include <limits.h>

#include "store/store_round.h"

const char store_put_tie_text[] =
    "INSERT INTO ties (player, other, kind, since) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (player, other) DO UPDATE SET kind = excluded.kind,"
    " since = CASE WHEN ties.kind = excluded.kind THEN ties.since ELSE excluded.since END";

/* A friend is seen by those whom they have as friends themselves, and only if they are `shown`. */
#define IS_SEEN "back.kind = 1 AND players.shown = 1"
const char store_ties_text[] =
    "SELECT players.number, players.name, players.figure, ties.kind, ties.since,"
    " CAST(CASE WHEN back.kind = 1 THEN 1 ELSE 0 END AS bigint),"
    " CASE WHEN " IS_SEEN " THEN players.here ELSE 0 END,"
    " coalesce(CASE WHEN " IS_SEEN " THEN (SELECT tables.id FROM seats JOIN tables ON tables.number = seats.number"
    " WHERE seats.player = ties.other AND seats.player <> 0 AND listed = 1 AND state < 2"
    " ORDER BY tables.number DESC LIMIT 1) END, '')"
    " FROM ties JOIN players ON players.number = ties.other"
    " LEFT JOIN ties AS back ON back.player = ties.other AND back.other = ties.player"
    " WHERE ties.player = $1 ORDER BY ties.since DESC, ties.other";
const char store_keepers_text[] =
    "SELECT players.number, players.name, players.figure, CAST(0 AS bigint), ties.since, CAST(1 AS bigint),"
    " CAST(0 AS bigint), '' FROM ties JOIN players ON players.number = ties.player"
    " WHERE ties.other = $1 AND ties.kind = 1 AND NOT EXISTS"
    " (SELECT 1 FROM ties AS own WHERE own.player = ties.other AND own.other = ties.player)"
    " ORDER BY ties.since DESC, ties.player LIMIT $2";
const char store_have_met_text[] =
    "SELECT CAST(CASE WHEN EXISTS (SELECT 1 FROM results AS own JOIN results AS beside ON beside.game = own.game"
    " WHERE own.player = $1 AND own.player <> 0 AND beside.player = $2)"
    " OR EXISTS (SELECT 1 FROM seats AS own JOIN seats AS beside ON beside.number = own.number"
    " WHERE own.player = $1 AND own.player <> 0 AND beside.player = $2) THEN 1 ELSE 0 END AS bigint)";

const char store_challenge_text[] =
    "INSERT INTO challenges (id, player, host, since) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
const char store_challenges_text[] =
    "SELECT challenges.id, challenges.since, players.number, players.name, players.figure"
    " FROM challenges JOIN tables ON tables.id = challenges.id JOIN players ON players.number = challenges.host"
    " WHERE challenges.player = $1 AND state = 0 AND NOT EXISTS (SELECT 1 FROM seats"
    " WHERE seats.number = tables.number AND seats.player = challenges.player AND seats.player <> 0)"
    " ORDER BY challenges.since DESC, challenges.id LIMIT $2";
const char store_count_challenges_text[] = "SELECT count(*) FROM challenges JOIN tables ON tables.id = challenges.id"
                                           " WHERE host = $1 AND state = 0";
const char store_waits_at_text[] = "SELECT count(*) FROM tables JOIN seats ON seats.number = tables.number"
                                   " WHERE tables.id = $1 AND state = 0 AND seats.player = $2 AND seats.player <> 0";
const char store_player_notices_text[] =
    "SELECT kind, url, min(language) FROM seats JOIN notices ON notices.number = seats.number AND notices.seat = "
    "seats.seat"
    " WHERE seats.player = $1 AND seats.player <> 0 GROUP BY kind, url ORDER BY kind, url";

const char store_put_date_text[] = "INSERT INTO dates (host, player, at) VALUES ($1, $2, $3)"
                                   " ON CONFLICT (host, player) DO UPDATE SET at = excluded.at";
const char store_dates_text[] =
    "SELECT at, players.number, players.name, players.figure, CAST(own AS bigint) FROM"
    " (SELECT at, player AS other, 1 AS own FROM dates WHERE host = $1"
    " UNION ALL SELECT at, host, 0 FROM dates WHERE player = $1) AS dates"
    " JOIN players ON players.number = dates.other WHERE at >= $2 ORDER BY at, players.number LIMIT $3";

/* ---- Rows ---- */

static const char friends[] = "friends";

static bool is_person(const struct store_value *row) {
  return is_number(&row[0], 1, INT64_MAX) && is_text(&row[1], STORE_NAME_SIZE) && is_number(&row[2], 0, INT64_MAX) &&
         is_number(&row[3], STORE_NO_TIE, STORE_BLOCKED) && is_number(&row[4], 0, INT64_MAX) &&
         is_number(&row[5], 0, 1) && is_number(&row[6], 0, INT64_MAX) && is_text(&row[7], STORE_ID_SIZE);
}

bool store_next_person(struct store_rows *rows, struct store_person *person) {
  const struct store_value *row = store_next_sound_row(rows, is_person, friends);
  if (row == NULL) return false;
  *person = (struct store_person){.player = row[0].number,
                                  .name = row[1].bytes,
                                  .figure = row[2].number,
                                  .tie = (enum store_tie)row[3].number,
                                  .since = row[4].number,
                                  .keeps = row[5].number != 0,
                                  .here = row[6].number,
                                  .table = row[7].bytes};
  return true;
}

static bool is_challenge(const struct store_value *row) {
  return is_word(&row[0], STORE_ID_SIZE - 1) && is_number(&row[1], 0, INT64_MAX) && is_number(&row[2], 1, INT64_MAX) &&
         is_text(&row[3], STORE_NAME_SIZE) && is_number(&row[4], 0, INT64_MAX);
}

bool store_next_challenge(struct store_rows *rows, struct store_challenge *challenge) {
  const struct store_value *row = store_next_sound_row(rows, is_challenge, friends);
  if (row == NULL) return false;
  *challenge = (struct store_challenge){row[0].bytes, row[1].number, row[2].number, row[3].bytes, row[4].number};
  return true;
}

static bool is_notice(const struct store_value *row) {
  return is_number(&row[0], 0, INT_MAX) && row[1].type == VALUE_TEXT && is_number(&row[2], 0, 9);
}

bool store_next_player_notice(struct store_rows *rows, struct store_notice *notice) {
  const struct store_value *row = store_next_sound_row(rows, is_notice, friends);
  if (row == NULL) return false;
  *notice = (struct store_notice){.kind = (int)row[0].number, .url = row[1].bytes, .language = (int)row[2].number};
  return true;
}

static bool is_date(const struct store_value *row) {
  return is_number(&row[0], 0, INT64_MAX) && is_number(&row[1], 1, INT64_MAX) && is_text(&row[2], STORE_NAME_SIZE) &&
         is_number(&row[3], 0, INT64_MAX) && is_number(&row[4], 0, 1);
}

bool store_next_date(struct store_rows *rows, struct store_date *date) {
  const struct store_value *row = store_next_sound_row(rows, is_date, friends);
  if (row == NULL) return false;
  *date = (struct store_date){row[0].number, row[1].number, row[2].bytes, row[3].number, row[4].number != 0};
  return true;
}

/* ---- Friends and blocks ---- */

void store_put_tie(struct store *store, int64_t player, int64_t other, enum store_tie tie, int64_t now) {
  if (tie == STORE_NO_TIE)
    store_carry_out(store, STORE_DROP_TIE, STORE_VALUES(number_value(player), number_value(other)));
  else
    store_carry_out(store, STORE_PUT_TIE,
                    STORE_VALUES(number_value(player), number_value(other), number_value(tie), number_value(now)));
}

bool store_find_tie(struct store *store, int64_t player, int64_t other, enum store_tie *tie, struct fault *fault) {
  int64_t kind;
  if (!store_ask_number(store, STORE_FIND_TIE, STORE_VALUES(number_value(player), number_value(other)), &kind, fault))
    return false;
  *tie = kind == STORE_FRIEND ? STORE_FRIEND : kind == STORE_BLOCKED ? STORE_BLOCKED : STORE_NO_TIE;
  return true;
}

bool store_count_ties(struct store *store, int64_t player, int64_t *count, struct fault *fault) {
  return store_ask_number(store, STORE_COUNT_TIES, STORE_VALUES(number_value(player)), count, fault);
}

bool store_have_met(struct store *store, int64_t player, int64_t other, bool *met, struct fault *fault) {
  return store_ask_whether(store, STORE_HAVE_MET, STORE_VALUES(number_value(player), number_value(other)), met, fault);
}

struct store_rows *store_ties(struct store *store, int64_t player) {
  return store_open_rows(store, STORE_TIES, STORE_VALUES(number_value(player)));
}

struct store_rows *store_keepers(struct store *store, int64_t player, int most) {
  return store_open_rows(store, STORE_KEEPERS, STORE_VALUES(number_value(player), number_value(most)));
}

void store_see_player(struct store *store, int64_t player, int64_t now) {
  store_carry_out(store, STORE_SEE_PLAYER, STORE_VALUES(number_value(now), number_value(player)));
}

/* ---- Challenges ---- */

void store_add_challenge(struct store *store, struct span table, int64_t player, int64_t host, int64_t now) {
  store_carry_out(store, STORE_CHALLENGE,
                  STORE_VALUES(text_value(table), number_value(player), number_value(host), number_value(now)));
}

void store_drop_challenge(struct store *store, struct span table, int64_t player) {
  store_carry_out(store, STORE_DROP_CHALLENGE, STORE_VALUES(text_value(table), number_value(player)));
}

void store_drop_challenges_of(struct store *store, int64_t host, int64_t player) {
  store_carry_out(store, STORE_DROP_CHALLENGES_OF, STORE_VALUES(number_value(host), number_value(player)));
}

struct store_rows *store_challenges(struct store *store, int64_t player, int most) {
  return store_open_rows(store, STORE_CHALLENGES, STORE_VALUES(number_value(player), number_value(most)));
}

void store_put_date(struct store *store, int64_t host, int64_t player, int64_t at) {
  store_carry_out(store, STORE_PUT_DATE, STORE_VALUES(number_value(host), number_value(player), number_value(at)));
}

void store_drop_dates(struct store *store, int64_t player, int64_t other) {
  store_carry_out(store, STORE_DROP_DATES, STORE_VALUES(number_value(player), number_value(other)));
}

struct store_rows *store_dates(struct store *store, int64_t player, int64_t since, int most) {
  return store_open_rows(store, STORE_DATES,
                         STORE_VALUES(number_value(player), number_value(since), number_value(most)));
}

bool store_count_challenges(struct store *store, int64_t host, int64_t *count, struct fault *fault) {
  return store_ask_number(store, STORE_COUNT_CHALLENGES, STORE_VALUES(number_value(host)), count, fault);
}

bool store_waits_at(struct store *store, struct span table, int64_t player, bool *waits, struct fault *fault) {
  return store_ask_whether(store, STORE_WAITS_AT, STORE_VALUES(text_value(table), number_value(player)), waits, fault);
}

bool store_is_paired(struct store *store, struct span table, bool *paired, struct fault *fault) {
  return store_ask_whether(store, STORE_IS_PAIRED, STORE_VALUES(text_value(table)), paired, fault);
}

struct store_rows *store_player_notices(struct store *store, int64_t player) {
  return store_open_rows(store, STORE_PLAYER_NOTICES, STORE_VALUES(number_value(player)));
}
