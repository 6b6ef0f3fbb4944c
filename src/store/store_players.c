/* Stores players, their devices and their finished games. */
#include "store/store_players.h"

#include <limits.h>

#include "store/store_round.h"

const char store_add_player_text[] = "INSERT INTO players (" STORE_PLAYER_COLUMNS
                                     ", clearing) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
const char store_set_player_text[] =
    "UPDATE players SET name = $1, figure = $2, open = $3, renamed = $4, shown = $5 WHERE number = $6";
const char store_end_player_text[] =
    "UPDATE players SET name = $1, figure = 0, open = 0, shown = 0, warning = '', words = NULL, ended = $2,"
    " clearing = 1 WHERE number = $3";
const char store_places_text[] = "SELECT id, seat, state FROM seats JOIN tables ON tables.number = seats.number"
                                 " WHERE player = $1 AND player <> 0 AND state < 2"
                                 " ORDER BY tables.number DESC, seat LIMIT $2";
/* The first of them waits for a round of another server that changes such a table; the others see what it has stored.
 */
const char store_move_seats_text[] = "UPDATE tables SET version = $1 WHERE state < 2 AND number IN"
                                     " (SELECT number FROM seats WHERE player = $2 AND player <> 0)";
const char store_renew_seats_text[] = "UPDATE seats SET token = $1, recovery = $1 WHERE player = $2 AND player <> 0"
                                      " AND number IN (SELECT number FROM tables WHERE state < 2)";
const char store_end_notices_text[] = "DELETE FROM notices WHERE (number, seat) IN"
                                      " (SELECT number, seat FROM seats WHERE player = $1 AND player <> 0)";

const char store_end_prepared_text[] = "DELETE FROM prepared WHERE (number, seat) IN"
                                       " (SELECT number, seat FROM seats WHERE player = $1 AND player <> 0)";

/* The result of a player who was deleted before the game ended gets the pseudonym. */
const char store_add_result_text[] =
    "INSERT INTO results (game, seat, player, name, side, level, points, place, flags)"
    " VALUES ((SELECT number FROM games WHERE id = $1), $2, $3,"
    " coalesce((SELECT players.name FROM players WHERE players.number = $3 AND players.ended > 0), $4),"
    " $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
const char store_give_result_text[] =
    "UPDATE results SET player = $1 WHERE game = (SELECT number FROM games WHERE id = $2) AND seat = $3 AND player = 0";

const char store_put_vacation_text[] = "INSERT INTO vacations (player, since, until) VALUES ($1, $2, $3)"
                                       " ON CONFLICT (player, since) DO UPDATE SET until = excluded.until";

const char store_games_text[] =
    "SELECT " STORE_GAME_COLUMNS
    ", (SELECT count(*) FROM tables WHERE tables.id = games.id AND listed = 1), " STORE_RESULT_COLUMNS
    " FROM (SELECT games.* FROM results AS own"
    " JOIN games ON games.number = own.game WHERE own.player = $1 AND own.player <> 0 AND own.game < $2"
    " AND games.ended >= $3 AND games.ended < $4 AND ($5 = '' OR rules = $5) AND ($6 = '' OR variant = $6)"
    " AND (CAST($7 AS bigint) = 0 OR EXISTS (SELECT 1 FROM results AS other WHERE other.game = own.game"
    " AND other.player = $7)) ORDER BY own.game DESC LIMIT $8) AS games"
    " JOIN results ON results.game = games.number LEFT JOIN players ON players.number = results.player"
    " LEFT JOIN ratings ON ratings.game = games.number AND ratings.player = results.player"
    " ORDER BY games.number DESC, results.seat";
const char store_results_text[] =
    "SELECT " STORE_GAME_COLUMNS
    ", CAST(0 AS bigint), seat, player, '', side, CAST(0 AS bigint), points, place, results.flags"
    ", CAST(0 AS bigint), CAST(0 AS bigint) FROM results JOIN games ON games.number = results.game"
    " WHERE results.player = $1 AND results.player <> 0 ORDER BY results.game";
const char store_rated_text[] =
    "SELECT " STORE_GAME_COLUMNS ", CAST(0 AS bigint), seat, player, '', side, level, points, place, results.flags"
    ", CAST(0 AS bigint), CAST(0 AS bigint) FROM games JOIN results ON results.game = games.number WHERE (games.flags "
    "& $1) <> 0"
    " ORDER BY games.number, seat";
const char store_all_results_text[] =
    "SELECT id, seat, player, name, side, level, points, place, results.flags"
    " FROM results JOIN games ON games.number = results.game ORDER BY results.game, seat";

const char store_opponents_text[] =
    "SELECT other.player, other.level, max(coalesce(players.name, '')), count(*),"
    " sum(CASE WHEN own.place < other.place THEN 1 ELSE 0 END),"
    " sum(CASE WHEN own.place > other.place THEN 1 ELSE 0 END)"
    " FROM results AS own JOIN results AS other ON other.game = own.game AND other.side <> own.side"
    " LEFT JOIN players ON players.number = other.player"
    " WHERE own.player = $1 AND own.player <> 0 AND (other.player <> 0 OR other.level > 0)"
    " GROUP BY other.player, other.level ORDER BY count(*) DESC, other.player, other.level LIMIT $2";

const char store_leftovers_text[] =
    "SELECT coalesce(seats.number, 0), coalesce(seats.seat, 0), coalesce(seats.name, ''), players.name,"
    " coalesce(tables.id, '') FROM players"
    " LEFT JOIN seats ON seats.player = players.number AND seats.player <> 0 AND seats.name <> ''"
    " LEFT JOIN tables ON tables.number = seats.number"
    " WHERE players.clearing = 1 AND (state = 2 OR (seats.number IS NULL AND NOT EXISTS"
    " (SELECT 1 FROM leavers WHERE leavers.player = players.number)))"
    " UNION ALL SELECT tables.number, 0, leavers.name, players.name, tables.id FROM players"
    " JOIN leavers ON leavers.player = players.number JOIN tables ON tables.id = leavers.id"
    " WHERE players.clearing = 1 AND state = 2 LIMIT $1";
const char store_keep_leaver_text[] =
    "INSERT INTO leavers (player, id, name) SELECT player, id, name FROM seats JOIN tables"
    " ON tables.number = seats.number WHERE seats.number = $1 AND seat = $2 AND player <> 0 AND name <> ''"
    " ON CONFLICT DO NOTHING";
const char store_clear_log_text[] =
    "UPDATE entries SET body = replace(body, $1, $2) WHERE number = $3 AND replace(body, $1, $2) <> body";
const char store_clear_done_text[] =
    "UPDATE players SET clearing = 0 WHERE clearing = 1 AND NOT EXISTS (SELECT 1 FROM seats"
    " WHERE seats.player = players.number AND seats.player <> 0 AND seats.name <> '')"
    " AND NOT EXISTS (SELECT 1 FROM leavers WHERE leavers.player = players.number)";

/* ---- Rows ---- */

static bool refuse_row(struct store_rows *rows) { return store_refuse_row(rows, "a player"); }

static bool read_player(struct store_rows *rows, const struct store_value *row, struct store_player *player) {
  if (!is_number(&row[0], 1, INT64_MAX) || !is_number(&row[1], 0, INT64_MAX) || !is_text(&row[2], STORE_NAME_SIZE) ||
      !is_number(&row[3], 0, INT64_MAX) || !is_number(&row[4], 0, 1) ||
      (row[5].type != VALUE_NOTHING && !is_hash(&row[5])) || !is_number(&row[6], 0, INT64_MAX) ||
      !is_number(&row[7], 0, INT64_MAX) || !is_number(&row[8], 0, 1) || !is_number(&row[9], 0, INT64_MAX) ||
      !is_number(&row[10], 0, INT64_MAX) || !is_number(&row[11], 0, INT64_MAX) ||
      !is_text(&row[12], STORE_WARNING_SIZE))
    return refuse_row(rows);
  *player = (struct store_player){.number = row[0].number,
                                  .created = row[1].number,
                                  .figure = row[3].number,
                                  .open = row[4].number != 0,
                                  .has_words = row[5].type != VALUE_NOTHING,
                                  .renamed = row[6].number,
                                  .ended = row[7].number,
                                  .shown = row[8].number != 0,
                                  .here = row[9].number,
                                  .silenced = row[10].number,
                                  .suspended = row[11].number};
  value_bytes(&row[12], player->warning, sizeof player->warning - 1);
  value_bytes(&row[2], player->name, sizeof player->name - 1);
  return true;
}

/* Ends a query for one row, which was found or not. */
static enum store_found close_row(struct store_rows *rows, bool found, struct fault *fault) {
  if (!store_close_rows(rows, fault)) return STORE_FAILED;
  return found ? STORE_FOUND : STORE_MISSING;
}

/* ---- Players ---- */

enum store_found store_lock_players(struct store *store, struct fault *fault) {
  int64_t locked;
  if (!store_in_round(store)) {
    *fault = store->fault;
    return STORE_FAILED;
  }
  if (!store->kind->shared) return STORE_FOUND;
  if (!store_ask_number(store, STORE_LOCK_PLAYERS, NULL, 0, &locked, fault)) return STORE_FAILED;
  return locked != 0 ? STORE_FOUND : STORE_MISSING;
}

enum store_found store_find_player(struct store *store, int64_t number, struct store_player *player,
                                   struct fault *fault) {
  struct store_rows *rows = store_open_rows(store, STORE_FIND_PLAYER, STORE_VALUES(number_value(number)));
  const struct store_value *row = store_next_row(rows);
  return close_row(rows, row != NULL && read_player(rows, row, player), fault);
}

enum store_found store_find_words(struct store *store, const uint8_t words[STORE_HASH], int64_t *player,
                                  struct fault *fault) {
  struct store_rows *rows = store_open_rows(store, STORE_FIND_WORDS, STORE_VALUES(bytes_value(words, STORE_HASH)));
  const struct store_value *row = store_next_row(rows);
  if (row != NULL) *player = row[0].number;
  return close_row(rows, row != NULL, fault);
}

enum store_found store_find_device(struct store *store, const uint8_t token[STORE_HASH], struct store_device *device,
                                   struct fault *fault) {
  struct store_rows *rows = store_open_rows(store, STORE_FIND_DEVICE, STORE_VALUES(bytes_value(token, STORE_HASH)));
  return close_row(rows, store_next_device(rows, device), fault);
}

bool store_find_name(struct store *store, const uint8_t likeness[STORE_HASH], int64_t *player, struct fault *fault) {
  return store_ask_number(store, STORE_FIND_NAME, STORE_VALUES(bytes_value(likeness, STORE_HASH)), player, fault);
}

void store_keep_name(struct store *store, const uint8_t likeness[STORE_HASH], int64_t player) {
  store_carry_out(store, STORE_KEEP_NAME, STORE_VALUES(bytes_value(likeness, STORE_HASH), number_value(player)));
}

void store_add_player(struct store *store, const struct store_player *player) {
  store_carry_out(store, STORE_ADD_PLAYER,
                  STORE_VALUES(number_value(player->number), number_value(player->created),
                               text_value(span_of(player->name)), number_value(player->figure),
                               number_value(player->open), {.type = VALUE_NOTHING}, number_value(player->renamed),
                               number_value(player->ended), number_value(player->shown), number_value(player->here),
                               number_value(player->silenced), number_value(player->suspended),
                               text_value(span_of(player->warning)), number_value(0)));
}

void store_set_player(struct store *store, const struct store_player *player) {
  store_carry_out(store, STORE_SET_PLAYER,
                  STORE_VALUES(text_value(span_of(player->name)), number_value(player->figure),
                               number_value(player->open), number_value(player->renamed), number_value(player->shown),
                               number_value(player->number)));
}

void store_set_words(struct store *store, int64_t player, const uint8_t words[STORE_HASH]) {
  const struct store_value hash =
      words == NULL ? (struct store_value){.type = VALUE_NOTHING} : bytes_value(words, STORE_HASH);
  store_carry_out(store, STORE_SET_WORDS, STORE_VALUES(hash, number_value(player)));
}

void store_end_player(struct store *store, const struct store_player *player) {
  const struct store_value name = text_value(span_of(player->name)), number = number_value(player->number);
  store_carry_out(store, STORE_END_PLAYER, STORE_VALUES(name, number_value(player->ended), number));
  store_carry_out(store, STORE_END_RESULTS, STORE_VALUES(name, number));
  store_carry_out(store, STORE_DROP_DEVICES, STORE_VALUES(number));
  store_carry_out(store, STORE_END_PASSKEYS, STORE_VALUES(number));
  store_carry_out(store, STORE_DROP_MAIL, STORE_VALUES(number));
  store_carry_out(store, STORE_END_TIES, STORE_VALUES(number));
  store_carry_out(store, STORE_END_CHALLENGES, STORE_VALUES(number));
  store_carry_out(store, STORE_END_DATES, STORE_VALUES(number));
  store_carry_out(store, STORE_END_REPORTS, STORE_VALUES(number));
  store_drop_vacations(store, player->number, INT64_MAX);
}

/* ---- Devices and seats ---- */

void store_add_device(struct store *store, const struct store_device *device) {
  store_carry_out(store, STORE_ADD_DEVICE,
                  STORE_VALUES(number_value(device->player), number_value(device->device),
                               bytes_value(device->token, STORE_HASH), number_value(device->created),
                               number_value(device->seen), text_value(span_of(device->label))));
}

void store_drop_device(struct store *store, int64_t player, int device) {
  store_carry_out(store, STORE_DROP_DEVICE, STORE_VALUES(number_value(player), number_value(device)));
}

void store_see_device(struct store *store, int64_t player, int device, int64_t seen) {
  store_carry_out(store, STORE_SEE_DEVICE,
                  STORE_VALUES(number_value(seen), number_value(player), number_value(device)));
}

struct store_rows *store_devices(struct store *store, int64_t player) {
  return store_open_rows(store, STORE_DEVICES, STORE_VALUES(number_value(player)));
}

bool store_next_device(struct store_rows *rows, struct store_device *device) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 1, INT64_MAX) || !is_number(&row[1], 1, STORE_MOST_DEVICES) || !is_hash(&row[2]) ||
      !is_number(&row[3], 0, INT64_MAX) || !is_number(&row[4], 0, INT64_MAX) || !is_text(&row[5], STORE_LABEL_SIZE))
    return refuse_row(rows);
  *device = (struct store_device){
      .player = row[0].number, .device = (int)row[1].number, .created = row[3].number, .seen = row[4].number};
  value_bytes(&row[2], device->token, sizeof device->token);
  value_bytes(&row[5], device->label, sizeof device->label - 1);
  return true;
}

void store_renew_seats(struct store *store, int64_t player, const uint8_t token[STORE_HASH]) {
  if (store->kind->shared) {
    store_carry_out(store, STORE_MOVE_SEATS, STORE_VALUES(number_value(store->version), number_value(player)));
    store_carry_out(store, STORE_RENEW_SEATS, STORE_VALUES(bytes_value(token, STORE_HASH), number_value(player)));
  }
  store_carry_out(store, STORE_END_NOTICES, STORE_VALUES(number_value(player)));
  store_carry_out(store, STORE_END_PREPARED, STORE_VALUES(number_value(player)));
}

struct store_rows *store_places(struct store *store, int64_t player, int most) {
  return store_open_rows(store, STORE_PLACES, STORE_VALUES(number_value(player), number_value(most)));
}

bool store_next_place(struct store_rows *rows, struct store_place *place) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_word(&row[0], STORE_ID_SIZE - 1) || !is_number(&row[1], 1, TESS_MAX_PLAYERS) ||
      !is_number(&row[2], STORE_WAITING, STORE_FINISHED))
    return refuse_row(rows);
  *place = (struct store_place){row[0].bytes, (int)row[1].number, (enum store_state)row[2].number};
  return true;
}

/* ---- Vacations ---- */

void store_put_vacation(struct store *store, int64_t player, int64_t since, int64_t until) {
  store_carry_out(store, STORE_PUT_VACATION,
                  STORE_VALUES(number_value(player), number_value(since), number_value(until)));
}

void store_drop_vacations(struct store *store, int64_t player, int64_t until) {
  store_carry_out(store, STORE_DROP_VACATIONS, STORE_VALUES(number_value(player), number_value(until)));
}

struct store_rows *store_vacations(struct store *store, int64_t player, int64_t after) {
  return store_open_rows(store, STORE_VACATIONS, STORE_VALUES(number_value(player), number_value(after)));
}

bool store_next_vacation(struct store_rows *rows, int64_t *since, int64_t *until) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 0, INT64_MAX) || !is_number(&row[1], row[0].number, INT64_MAX)) return refuse_row(rows);
  *since = row[0].number;
  *until = row[1].number;
  return true;
}

/* ---- Results ---- */

void store_add_game(struct store *store, int64_t number, const struct store_game *game) {
  store_change(store, number, STORE_ADD_GAME,
               STORE_VALUES(text_value(game->id), number_value(game->ended), text_value(game->rules),
                            text_value(game->variant), number_value(game->speed), number_value(game->flags)));
}

void store_add_result(struct store *store, int64_t number, struct span id, const struct store_result *result) {
  store_change(store, number, STORE_ADD_RESULT,
               STORE_VALUES(text_value(id), number_value(result->seat), number_value(result->player),
                            text_value(result->name), number_value(result->side), number_value(result->level),
                            number_value(result->points), number_value(result->place), number_value(result->flags)));
}

void store_give_result(struct store *store, int64_t number, struct span id, int seat, int64_t player) {
  store_change(store, number, STORE_GIVE_RESULT,
               STORE_VALUES(number_value(player), text_value(id), number_value(seat)));
}

bool store_next_game(struct store_rows *rows, struct store_game *game, struct store_result *result) {
  const struct store_value *row = store_next_row(rows), *own;
  if (row == NULL) return false;
  own = row + 8;
  if (!is_number(&row[0], 1, INT64_MAX) || !is_word(&row[1], STORE_ID_SIZE - 1) || !is_number(&row[2], 0, INT64_MAX) ||
      row[3].type != VALUE_TEXT || row[4].type != VALUE_TEXT || row[5].type != VALUE_NUMBER ||
      row[6].type != VALUE_NUMBER || !is_number(&row[7], 0, 1) || !is_number(&own[0], 1, TESS_MAX_PLAYERS) ||
      !is_number(&own[1], 0, INT64_MAX) || !is_text(&own[2], STORE_NAME_SIZE) ||
      !is_number(&own[3], 0, TESS_MAX_PLAYERS) || !is_number(&own[4], 0, INT_MAX) || own[5].type != VALUE_NUMBER ||
      !is_number(&own[6], 1, TESS_MAX_PLAYERS) || own[7].type != VALUE_NUMBER || !is_number(&own[8], 0, INT32_MAX) ||
      !is_number(&own[9], INT32_MIN, INT32_MAX))
    return refuse_row(rows);
  *game = (struct store_game){row[0].number, row[1].bytes,  row[2].number, row[3].bytes,
                              row[4].bytes,  row[5].number, row[6].number, row[7].number != 0};
  *result = (struct store_result){.seat = (int)own[0].number,
                                  .player = own[1].number,
                                  .name = own[2].bytes,
                                  .side = (int)own[3].number,
                                  .level = (int)own[4].number,
                                  .points = own[5].number,
                                  .place = (int)own[6].number,
                                  .flags = own[7].number,
                                  .rating = own[8].number,
                                  .gained = own[9].number};
  return true;
}

struct store_rows *store_games(struct store *store, int64_t player, const struct store_search *search, int most) {
  return store_open_rows(
      store, STORE_GAMES,
      STORE_VALUES(number_value(player), number_value(search->before == 0 ? INT64_MAX : search->before),
                   number_value(search->since), number_value(search->until == 0 ? INT64_MAX : search->until),
                   text_value(search->rules), text_value(search->variant), number_value(search->opponent),
                   number_value(most)));
}

bool store_count_results(struct store *store, int64_t player, int64_t *count, struct fault *fault) {
  return store_ask_number(store, STORE_COUNT_RESULTS, STORE_VALUES(number_value(player)), count, fault);
}

struct store_rows *store_results(struct store *store, int64_t player) {
  return store_open_rows(store, STORE_RESULTS, STORE_VALUES(number_value(player)));
}

struct store_rows *store_rated(const char *place, struct fault *fault) {
  struct store *store = store_open_alone(place, (struct store_opening){.must_exist = true, .only_read = true}, fault);
  if (store == NULL) return NULL;
  struct store_rows *rows = store_open_rows(store, STORE_RATED, STORE_VALUES(number_value(STORE_GAME_RATED)));
  rows->alone = true;
  return rows;
}

struct store_rows *store_opponents(struct store *store, int64_t player, int most) {
  return store_open_rows(store, STORE_OPPONENTS, STORE_VALUES(number_value(player), number_value(most)));
}

bool store_next_opponent(struct store_rows *rows, struct store_opponent *opponent) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 0, INT64_MAX) || !is_number(&row[1], 0, INT_MAX) || !is_text(&row[2], STORE_NAME_SIZE) ||
      row[3].type != VALUE_NUMBER || row[4].type != VALUE_NUMBER || row[5].type != VALUE_NUMBER)
    return refuse_row(rows);
  *opponent = (struct store_opponent){row[0].number, (int)row[1].number, row[2].bytes,
                                      row[3].number, row[4].number,      row[5].number};
  return true;
}

/* ---- Deleted players ---- */

struct store_rows *store_leftovers(struct store *store, int most) {
  return store_open_rows(store, STORE_LEFTOVERS, STORE_VALUES(number_value(most)));
}

bool store_next_leftover(struct store_rows *rows, struct store_leftover *leftover) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 0, INT64_MAX) || !is_number(&row[1], 0, TESS_MAX_PLAYERS) || row[2].type != VALUE_TEXT ||
      !is_text(&row[3], STORE_NAME_SIZE) || !is_text(&row[4], STORE_ID_SIZE))
    return refuse_row(rows);
  *leftover = (struct store_leftover){row[0].number, (int)row[1].number, row[2].bytes, row[3].bytes, row[4].bytes};
  return true;
}

void store_clear_leftover(struct store *store, const struct store_leftover *leftover, struct span member,
                          struct span cleared) {
  const struct store_value number = number_value(leftover->number);
  store_carry_out(store, STORE_CLEAR_LOG, STORE_VALUES(text_value(member), text_value(cleared), number));
  if (leftover->seat > 0)
    store_carry_out(store, STORE_CLEAR_SEAT, STORE_VALUES(number, number_value(leftover->seat)));
  else
    store_carry_out(store, STORE_CLEAR_LEAVER, STORE_VALUES(text_value(leftover->name), number));
  store_carry_out(store, STORE_CLEAR_VERSION, STORE_VALUES(number_value(store->version), number));
}

struct store_rows *store_left(struct store *store, int64_t player) {
  return store_open_rows(store, STORE_LEFT, STORE_VALUES(number_value(player)));
}

bool store_next_left(struct store_rows *rows, struct span *table) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_word(&row[0], STORE_ID_SIZE - 1)) return refuse_row(rows);
  *table = row[0].bytes;
  return true;
}

void store_clear_done(struct store *store) { store_carry_out(store, STORE_CLEAR_DONE, NULL, 0); }
