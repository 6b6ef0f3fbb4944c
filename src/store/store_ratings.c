/* Stores the ratings of players. */
#include "store/store_ratings.h"

#include <limits.h>

#include "store/store_round.h"

const char store_rated_after_text[] =
    "SELECT " STORE_GAME_COLUMNS ", CAST(0 AS bigint), seat, player, '', side, level, points, place, results.flags"
    ", CAST(0 AS bigint), CAST(0 AS bigint) FROM (SELECT * FROM games WHERE number > $1 AND (flags & 1) <> 0"
    " ORDER BY number LIMIT $2) AS games JOIN results ON results.game = games.number ORDER BY games.number, seat";
const char store_find_rating_text[] = "SELECT " STORE_RATING_COLUMNS " FROM ratings WHERE player = $1 AND pool = $2"
                                      " AND game < $3 ORDER BY game DESC LIMIT 1";

/* The rating is the last of its season unless a later game of the season is stored already. */
const char store_put_rating_text[] =
    "INSERT INTO ratings (" STORE_RATING_COLUMNS ", last) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,"
    " CASE (SELECT season FROM ratings AS later WHERE later.player = $2 AND later.pool = $3 AND later.game > $1"
    " ORDER BY later.game LIMIT 1) WHEN $4 THEN 0 ELSE 1 END) ON CONFLICT (game, player) DO UPDATE SET"
    " pool = excluded.pool, season = excluded.season, value = excluded.value, deviation = excluded.deviation,"
    " volatility = excluded.volatility, games = excluded.games, played = excluded.played, gained = excluded.gained,"
    " certain = excluded.certain, last = excluded.last";
/* The rows of a ladder. */
#define STORE_ON_LADDER                                                                                                \
  " FROM ratings JOIN players ON players.number = player WHERE pool = $1 AND season = $2 AND last = 1"                 \
  " AND certain > $3 AND players.ended = 0"
const char store_ladder_text[] =
    "SELECT player, figure, name, value, deviation, volatility, games, played" STORE_ON_LADDER
    " ORDER BY value DESC, player LIMIT $4 OFFSET $5";
const char store_count_above_text[] = "SELECT count(*)" STORE_ON_LADDER " AND value > $4";

/* The ratings before those of a game, as far as these were the last of their season. */
const char store_last_again_text[] =
    "UPDATE ratings SET last = 1 WHERE (game, player) IN (SELECT (SELECT max(game) FROM ratings AS own"
    " WHERE own.player = gone.player AND own.pool = gone.pool AND own.game < gone.game), gone.player"
    " FROM ratings AS gone WHERE gone.game = $1 AND gone.last = 1)"
    " AND season = (SELECT season FROM ratings AS gone WHERE gone.game = $1 AND gone.player = ratings.player)";
const char store_latest_ratings_text[] =
    "SELECT " STORE_RATING_COLUMNS " FROM ratings WHERE game = (SELECT max(game) FROM ratings AS own"
    " WHERE own.player = ratings.player AND own.pool = ratings.pool) ORDER BY pool, player";

/* ---- Rows ---- */

static bool refuse_row(struct store_rows *rows) { return store_refuse_row(rows, "a rating"); }

/* True if these fields are a rating's `value`, `deviation`, `volatility`, `games` and `played`. */
static bool are_rating(const struct store_value *fields) {
  for (int i = 0; i < 4; i++)
    if (!is_number(&fields[i], 0, INT32_MAX)) return false;
  return is_number(&fields[4], 0, INT64_MAX);
}

bool store_next_rating(struct store_rows *rows, struct store_rating *rating) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 1, INT64_MAX) || !is_number(&row[1], 1, INT64_MAX) || !is_number(&row[2], 0, INT_MAX) ||
      !is_number(&row[3], 0, INT_MAX) || !are_rating(&row[4]) || !is_number(&row[9], INT32_MIN, INT32_MAX) ||
      !is_number(&row[10], 0, INT64_MAX))
    return refuse_row(rows);
  *rating = (struct store_rating){.game = row[0].number,
                                  .player = row[1].number,
                                  .pool = (int)row[2].number,
                                  .season = (int)row[3].number,
                                  .value = row[4].number,
                                  .deviation = row[5].number,
                                  .volatility = row[6].number,
                                  .games = row[7].number,
                                  .played = row[8].number,
                                  .gained = row[9].number,
                                  .certain = row[10].number};
  return true;
}

static bool is_rung(const struct store_value *row) {
  return is_number(&row[0], 1, INT64_MAX) && is_number(&row[1], 0, INT64_MAX) && is_text(&row[2], STORE_NAME_SIZE) &&
         are_rating(&row[3]);
}

bool store_next_rung(struct store_rows *rows, struct store_rung *rung) {
  const struct store_value *row = store_next_sound_row(rows, is_rung, "a rating");
  if (row == NULL) return false;
  *rung = (struct store_rung){.player = row[0].number,
                              .figure = row[1].number,
                              .value = row[3].number,
                              .deviation = row[4].number,
                              .volatility = row[5].number,
                              .games = row[6].number,
                              .played = row[7].number};
  value_bytes(&row[2], rung->name, sizeof rung->name - 1);
  return true;
}

/* ---- Games that count ---- */

bool store_rated_until(struct store *store, int64_t *game, struct fault *fault) {
  return store_ask_number(store, STORE_RATED_UNTIL, NULL, 0, game, fault);
}

void store_set_rated_until(struct store *store, int64_t game) {
  store_carry_out(store, STORE_SET_RATED_UNTIL, STORE_VALUES(number_value(game)));
}

struct store_rows *store_rated_after(struct store *store, int64_t after, int most) {
  return store_open_rows(store, STORE_RATED_AFTER, STORE_VALUES(number_value(after), number_value(most)));
}

/* The number and the flags of a game. */
struct found_game {
  int64_t number, flags;
};

static bool take_found_game(void *context, const struct store_value *row) {
  struct found_game *game = context;
  *game = (struct found_game){row[0].number, row[1].number};
  return true;
}

enum store_found store_void_game(struct store *store, struct span table, bool voided, struct fault *fault) {
  struct found_game game = {0};
  int64_t until;
  if (!span_is_plain(table, false)) return STORE_MISSING;
  if (!store_ask(store, STORE_FIND_GAME, STORE_VALUES(text_value(table)), take_found_game, &game, fault) ||
      !store_rated_until(store, &until, fault))
    return STORE_FAILED;
  if ((game.flags & STORE_GAME_RATED) == 0) return STORE_MISSING;
  const struct store_value number = number_value(game.number);
  const int64_t flags = voided ? game.flags | STORE_GAME_VOID : game.flags & ~(int64_t)STORE_GAME_VOID;
  if (flags == game.flags) return STORE_FOUND;
  store_carry_out(store, STORE_SET_GAME_FLAGS, STORE_VALUES(number_value(flags), number));
  store_carry_out(store, STORE_LAST_AGAIN, STORE_VALUES(number));
  store_carry_out(store, STORE_DROP_RATINGS, STORE_VALUES(number));
  if (until >= game.number) store_set_rated_until(store, game.number - 1);
  return STORE_FOUND;
}

/* ---- Ratings ---- */

enum store_found store_find_rating(struct store *store, int64_t player, int pool, int64_t before,
                                   struct store_rating *rating, struct fault *fault) {
  struct store_rows *rows = store_open_rows(
      store, STORE_FIND_RATING, STORE_VALUES(number_value(player), number_value(pool), number_value(before)));
  const bool found = store_next_rating(rows, rating);
  if (!store_close_rows(rows, fault)) return STORE_FAILED;
  return found ? STORE_FOUND : STORE_MISSING;
}

void store_put_rating(struct store *store, const struct store_rating *rating, int64_t game_before) {
  store_carry_out(store, STORE_PUT_RATING,
                  STORE_VALUES(number_value(rating->game), number_value(rating->player), number_value(rating->pool),
                               number_value(rating->season), number_value(rating->value),
                               number_value(rating->deviation), number_value(rating->volatility),
                               number_value(rating->games), number_value(rating->played), number_value(rating->gained),
                               number_value(rating->certain)));
  if (game_before != 0)
    store_carry_out(store, STORE_FOLLOWED_RATING,
                    STORE_VALUES(number_value(game_before), number_value(rating->player)));
}

struct store_rows *store_ladder(struct store *store, int pool, int season, int64_t now, int most, int64_t skip) {
  return store_open_rows(store, STORE_LADDER,
                         STORE_VALUES(number_value(pool), number_value(season), number_value(now), number_value(most),
                                      number_value(skip)));
}

bool store_count_above(struct store *store, int pool, int season, int64_t now, int64_t value, int64_t *count,
                       struct fault *fault) {
  return store_ask_number(
      store, STORE_COUNT_ABOVE,
      STORE_VALUES(number_value(pool), number_value(season), number_value(now), number_value(value)), count, fault);
}

struct store_rows *store_ratings(const char *place, int64_t *until, struct fault *fault) {
  struct store *store = store_open_alone(place, (struct store_opening){.must_exist = true, .only_read = true}, fault);
  if (store == NULL) return NULL;
  if (!store_rated_until(store, until, fault)) {
    store_close(store);
    return NULL;
  }
  struct store_rows *rows = store_open_rows(store, STORE_LATEST_RATINGS, NULL, 0);
  rows->alone = true;
  return rows;
}
