/* Ratings: this file reads the rated games of a database for `src/rating`, and stores the ratings that follow from
 * them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "club/club.h"

/* ---- Rated games ---- */

/* Puts the number of the game in front of the fault. */
static bool refuse_game(const struct rated_game *game, struct fault *fault) {
  char where[32];
  snprintf(where, sizeof where, "game %" PRId64, game->number);
  return fault_within(fault, where);
}

/* Begins a game with what is stored of it. */
static bool begin_game(struct rated_game *rated, const struct store_game *game, struct fault *fault) {
  const bool classic = span_is(game->rules, "classic");
  *rated = (struct rated_game){.number = game->number,
                               .ended = game->ended,
                               .rules = classic ? TESS_RULES_CLASSIC : TESS_RULES_STAR_WARS,
                               .speed = game->speed == CLUB_DAYS ? RATING_DAYS : RATING_LIVE,
                               .voided = (game->flags & STORE_GAME_VOID) != 0};
  if (classic || span_is(game->rules, "star-wars")) return true;
  fault_say(fault, "expected the rules star-wars or classic");
  return refuse_game(rated, fault);
}

static bool add_seat(struct rated_game *rated, const struct store_result *result, struct fault *fault) {
  if (rated->seats == TESS_MAX_PLAYERS) {
    fault_say(fault, "expected at most %d seats", TESS_MAX_PLAYERS);
    return refuse_game(rated, fault);
  }
  rated->seat[rated->seats++] = (struct rated_seat){
      .player = result->player, .level = result->level, .side = result->side, .place = result->place};
  return true;
}

/* Passes a game to the visitor when all its seats are known. */
static bool finish_game(const struct rated_game *rated, club_visit_rated *visit, void *context, struct fault *fault) {
  if (rated->seats == 0) return true;
  return rated_game_check(rated, fault) ? visit(context, rated, fault) : refuse_game(rated, fault);
}

/* Passes the games that a query finds to the visitor, each with all its seats. */
static bool gather(struct store_rows *rows, club_visit_rated *visit, void *context, struct fault *fault) {
  struct rated_game rated = {.seats = 0};
  struct store_game game;
  struct store_result result;
  struct fault unheard;
  bool good = true;
  while (good && store_next_game(rows, &game, &result)) {
    if (game.number != rated.number)
      good = finish_game(&rated, visit, context, fault) && begin_game(&rated, &game, fault);
    good = good && add_seat(&rated, &result, fault);
  }
  const bool read = store_close_rows(rows, good ? fault : &unheard);
  return read && good && finish_game(&rated, visit, context, fault);
}

bool club_each_rated(const char *place, club_visit_rated *visit, void *context, struct fault *fault) {
  struct store_rows *rows = store_rated(place, fault);
  return rows != NULL && gather(rows, visit, context, fault);
}

/* ---- Ratings that are stored ---- */

/* Reads a stored rating. Returns false with `*fault` if it cannot be true. */
static bool read_rating(const struct store_rating *stored, struct rating *rating, struct fault *fault) {
  *rating = (struct rating){.value = (int32_t)stored->value,
                            .deviation = (int32_t)stored->deviation,
                            .volatility = (int32_t)stored->volatility,
                            .games = (int32_t)stored->games,
                            .played = stored->played};
  return (stored->pool < RATING_POOLS && rating_check(rating)) ||
         fault_as(fault, STORE_DAMAGED, "what is stored of a rating cannot be true");
}

/* Finds the rating of a player in a pool before game `before`, and the game and season that it is of. A player without
 * one has a new rating, of game 0. */
static bool find_rating(const struct club *club, int64_t player, int pool, int64_t before, struct store_rating *stored,
                        struct rating *rating, struct fault *fault) {
  const enum store_found found = store_find_rating(club->store, player, pool, before, stored, fault);
  *rating = rating_new();
  if (found == STORE_MISSING) *stored = (struct store_rating){0};
  if (found != STORE_FOUND) return found == STORE_MISSING;
  const bool sound = read_rating(stored, rating, fault);
  if (!sound) store_note_damage(club->store, "a rating");
  return sound;
}

/* Stores the ratings of the players of a game after it. */
static bool rate(const struct club *club, const struct rated_game *game, struct fault *fault) {
  struct store_rating before[TESS_MAX_PLAYERS];
  struct rating ratings[TESS_MAX_PLAYERS] = {{0}};
  const int pool = rated_game_pool(game), season = season_at(game->ended);
  for (int i = 0; i < game->seats; i++)
    if (game->seat[i].player != 0 &&
        !find_rating(club, game->seat[i].player, pool, game->number, &before[i], &ratings[i], fault))
      return false;
  struct rating after[TESS_MAX_PLAYERS];
  memcpy(after, ratings, sizeof after);
  rating_play(game, after);
  for (int i = 0; i < game->seats; i++) {
    if (game->seat[i].player == 0) continue;
    const bool is_later = before[i].season > season; /* a clock has gone back */
    const struct store_rating stored = {.game = game->number,
                                        .player = game->seat[i].player,
                                        .pool = pool,
                                        .season = is_later ? before[i].season : season,
                                        .value = after[i].value,
                                        .deviation = after[i].deviation,
                                        .volatility = after[i].volatility,
                                        .games = after[i].games,
                                        .played = after[i].played,
                                        .gained = after[i].value - ratings[i].value,
                                        .certain = rating_certain_until(&after[i])};
    store_put_rating(club->store, &stored, before[i].season == stored.season ? before[i].game : 0);
  }
  return true;
}

/* Games that are to be rated. */
struct waiting_games {
  struct rated_game games[CLUB_RATE_MOST];
  int count;
  bool more; /* others come after them */
};

static bool note_waiting(void *context, const struct rated_game *game, struct fault *fault) {
  struct waiting_games *waiting = context;
  (void)fault;
  waiting->games[waiting->count++] = *game;
  return true;
}

/* Reads the next games that do not count yet. Returns false if there are none, with `*fault` if the next one cannot be
 * read. */
static bool find_waiting(const struct club *club, struct waiting_games *waiting, struct fault *fault) {
  int64_t until;
  waiting->count = 0;
  *fault = (struct fault){0};
  const bool all = store_rated_until(club->store, &until, fault) &&
                   gather(store_rated_after(club->store, until, CLUB_RATE_MOST), note_waiting, waiting, fault);
  if (waiting->count == 0) return false;
  waiting->more = !all || waiting->count == CLUB_RATE_MOST;
  *fault = (struct fault){0}; /* of a game behind them */
  return true;
}

bool club_rate(const struct club *club, struct fault *fault) {
  struct waiting_games waiting;
  if (!find_waiting(club, &waiting, fault)) return false;

  /* Under the lock they are read again: another server may have rated or voided some of them meanwhile. */
  const enum store_found locked = store_lock_players(club->store, fault);
  if (locked != STORE_FOUND) return locked == STORE_MISSING;
  if (!find_waiting(club, &waiting, fault)) return false;
  for (int i = 0; i < waiting.count; i++) {
    if (!waiting.games[i].voided && !rate(club, &waiting.games[i], fault)) return false;
    store_set_rated_until(club->store, waiting.games[i].number);
  }
  return waiting.more;
}

bool club_void_game(const struct club *club, struct span table, bool voided, struct answer *answer) {
  struct fault fault;
  enum store_found found = store_lock_players(club->store, &fault);
  if (found == STORE_MISSING) return answer_later(answer);
  if (found == STORE_FOUND) found = store_void_game(club->store, table, voided, &fault);
  if (found == STORE_FAILED) return answer_refuse_fault(answer, &fault);
  return found == STORE_FOUND || answer_refuse(answer, ANSWER_NO_TABLE, "no rated game was played at this table");
}

bool club_each_rating(const char *place, int64_t *until, bool (*visit)(void *context, const struct club_rating *rating),
                      void *context, struct fault *fault) {
  struct store_rows *rows = store_ratings(place, until, fault);
  struct fault unheard;
  bool sound = true, wanted = true;
  if (rows == NULL) return false;
  for (struct store_rating stored; sound && wanted && store_next_rating(rows, &stored);) {
    struct club_rating rating = {.game = stored.game, .player = stored.player, .pool = stored.pool};
    sound = read_rating(&stored, &rating.rating, fault);
    wanted = sound && visit(context, &rating);
  }
  return store_close_rows(rows, sound ? fault : &unheard) && sound;
}

/* ---- Answers ---- */

bool club_find_rating(const struct club *club, int64_t player, int pool, struct rating *rating, struct fault *fault) {
  struct store_rating stored;
  if (!find_rating(club, player, pool, INT64_MAX, &stored, rating, fault)) return false;
  *rating = rating_at(rating, club->now);
  return true;
}

int club_points(int64_t thousandths) { return (int)((thousandths + 500) / 1000); }

void club_put_rating(struct text *text, const struct rating *rating) {
  json_put_int(text, "rating", club_points(rating->value));
  json_put_int(text, "deviation", club_points(rating->deviation));
  if (rating_provisional(rating)) json_put_bool(text, "provisional", true);
  json_put_int(text, "games", rating->games);
}

bool club_put_ratings(const struct club *club, int64_t player, struct text *text, struct fault *fault) {
  json_open_array(text, "ratings");
  for (int pool = 0; pool < RATING_POOLS; pool++) {
    struct rating rating;
    if (!club_find_rating(club, player, pool, &rating, fault)) return false;
    if (rating.games == 0) continue;
    json_open_object(text, NULL);
    json_put_string(text, "pool", rating_pool_name(pool));
    club_put_rating(text, &rating);
    json_close_object(text);
  }
  json_close_array(text);
  return true;
}
