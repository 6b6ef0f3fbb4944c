/*
 * The stored ratings of players (docs/understand/ratings.md): one row for each player of a rated game, with the rating
 * after it. The ratings follow from the rated games in the order of their numbers, up to the last one that counts
 * already. Which numbers they are is the caller's affair.
 *
 * A change is made at once in the round. The caller calls store_lock_players() before it reads what the change depends
 * on.
 */
#ifndef STORE_STORE_RATINGS_H
#define STORE_STORE_RATINGS_H

#include "store/store_players.h"

/* The rating of a player in a pool after a game. */
struct store_rating {
  int64_t game, player; /* the number of the game; the player */
  int pool, season;     /* numbers from 0; the season of a player's later game is not smaller */
  int64_t value, deviation, volatility, games, played; /* `value` is not below 0; the caller defines the others */
  int64_t gained;                                      /* by how much the game changed the value */
  int64_t certain;                                     /* a ladder has the rating before this time; 0: never */
};

/* The number of the last game that counts in the ratings; 0: none does. The second sets it. */
bool store_rated_until(struct store *store, int64_t *game, struct fault *fault);
void store_set_rated_until(struct store *store, int64_t game);
/* Finds the results of the first `most` rated games after game `after`, in their order, seat by seat and without names;
 * also of games that were taken out of the ratings. store_next_game() reads them. */
struct store_rows *store_rated_after(struct store *store, int64_t after, int most);

/* Finds a player's last rating in a pool before game `before`; INT64_MAX: the present one. */
enum store_found store_find_rating(struct store *store, int64_t player, int pool, int64_t before,
                                   struct store_rating *rating, struct fault *fault);
/* Stores a rating, in place of the one after the same game if there is one. `game_before` is the game of the player's
 * rating before; 0: there is none, or it is of another season. */
void store_put_rating(struct store *store, const struct store_rating *rating, int64_t game_before);

/* Takes a rated game out of the ratings, or puts it back. Its ratings are removed, and those of later games are to be
 * computed anew: store_rated_until() goes back. Returns STORE_MISSING if no rated game was played at this table. */
enum store_found store_void_game(struct store *store, struct span table, bool voided, struct fault *fault);

/* A row of a ladder. */
struct store_rung {
  int64_t player, figure;
  char name[STORE_NAME_SIZE];
  int64_t value, deviation, volatility, games, played;
};

/* Finds the ratings of a pool and season that are certain at `now`, the highest first, without those of deleted
 * players: at most `most` of them after the first `skip`. */
struct store_rows *store_ladder(struct store *store, int pool, int season, int64_t now, int most, int64_t skip);
bool store_next_rung(struct store_rows *rows, struct store_rung *rung);

/* Counts the ratings among them that are above a value. */
bool store_count_above(struct store *store, int pool, int season, int64_t now, int64_t value, int64_t *count,
                       struct fault *fault);

/* Opens the database at `place`, as store_rated() does, and finds the present rating of every player in every pool.
 * `*until` receives what store_rated_until() gives. NULL with `*fault` filled if it cannot be read. */
struct store_rows *store_ratings(const char *place, int64_t *until, struct fault *fault);
bool store_next_rating(struct store_rows *rows, struct store_rating *rating);

#endif
