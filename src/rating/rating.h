/*
 * Ratings of players, as a pure function of the finished games in their order (docs/understand/ratings.md).
 *
 * A pool is what ratings are kept apart by: rules, speed and form. Duels are rated by Glicko-2, all other games by the
 * model of Plackett and Luce. Computers have fixed ratings. Every number that is stored is whole, and the same on every
 * machine: the sums take only operations that IEEE 754 rounds exactly, and end with a rounding.
 */
#ifndef RATING_RATING_H
#define RATING_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"
#include "base/reader.h"
#include "base/text.h"
#include "tessera/tessera.h"

/* ---- Games ---- */

/* How fast a game was: at one sitting, or with days for a turn. */
enum rating_speed { RATING_LIVE, RATING_DAYS, RATING_SPEEDS };

/* What one seat has of a finished game. */
struct rated_seat {
  int64_t player; /* from 1; 0: a computer */
  int level;      /* of the computer, 1 to RATING_LEVELS; 0: a player */
  int side;       /* seats of one side play together; any number */
  int place;      /* from 1, the same for all seats of a side; sides that share a place have the same */
};

/* A finished game that counts for ratings. */
struct rated_game {
  int64_t number; /* games are taken in its order */
  int64_t ended;  /* milliseconds since 1970 */
  tess_rules rules;
  enum rating_speed speed;
  bool voided; /* the game was taken out: it changes nothing */
  int seats;   /* 2 to TESS_MAX_PLAYERS */
  struct rated_seat seat[TESS_MAX_PLAYERS];
};

/* The levels of computers that have a rating, from 1. */
enum { RATING_LEVELS = 8 };

/* False with `*fault` saying why if the game cannot be rated; the fault names the seat. The end is not before 1970.
 * Each seat needs either a player or a level. No player sits twice, places are from 1 to the number of seats, seats of
 * a side share a place, and there are two sides or more. */
bool rated_game_check(const struct rated_game *game, struct fault *fault);

/* ---- Pools ---- */

/* The form of a game: two seats against each other, or anything else. */
enum rating_form { RATING_DUEL, RATING_GROUP, RATING_FORMS };

/* Pools are numbers from 0 to RATING_POOLS - 1. */
enum { RATING_POOLS = 2 * RATING_SPEEDS * RATING_FORMS };

/* The pool of a game, and that of these three. */
int rated_game_pool(const struct rated_game *game);
int rating_pool(tess_rules rules, enum rating_speed speed, enum rating_form form);
/* The rules of a pool. */
tess_rules rating_pool_rules(int pool);
/* The name of a pool, such as `classic-live-duel`; reading one gives false if there is none of that name. */
const char *rating_pool_name(int pool);
bool rating_pool_read(struct span name, int *pool);

/* ---- Ratings ---- */

/* The rating of a player in a pool. */
struct rating {
  int32_t value;      /* thousandths of a point; 1,500,000 at first */
  int32_t deviation;  /* thousandths of a point: the strength is within two deviations 95 times of 100 */
  int32_t volatility; /* billionths: how much the strength changes in five days, in units of 173.7178 points */
  int32_t games;      /* that counted */
  int64_t played;     /* when the last of them ended, milliseconds since 1970; 0 if none did */
};

/* False if no game can have led to this rating. */
bool rating_check(const struct rating *rating);

/* The rating of somebody without a game in the pool. */
struct rating rating_new(void);

/* The rating as it is at `now`: not playing costs certainty, and nothing else. */
struct rating rating_at(const struct rating *rating, int64_t now);

/* True if the rating, as rating_at() gives it, is too uncertain for a place on a ladder. */
bool rating_provisional(const struct rating *rating);

/* The time from which on the rating is provisional if its player does not play, in milliseconds since 1970; 0: it is
 * already. */
int64_t rating_certain_until(const struct rating *rating);

/* Appends whole points, with a question mark if the rating is provisional: `1532?`. */
void rating_write(const struct rating *rating, struct text *text);

/* The fixed rating of a computer. */
struct rating rating_of_level(tess_rules rules, int level);

/* Changes the ratings of a game's pool, by seat, into those after the game. Those of computers are neither read nor
 * changed. The game has passed rated_game_check() and is not voided. */
void rating_play(const struct rated_game *game, struct rating ratings[TESS_MAX_PLAYERS]);

/* ---- Seasons: quarters of a year in UTC, numbered from that of 1970 on ---- */

/* The season of a time, and the time at which one begins, both in milliseconds since 1970. */
int season_at(int64_t time);
int64_t season_begin(int season);
/* Appends the name of a season, such as `2026-4`; reading one gives false if there is none of that name. */
void season_write(int season, struct text *text);
bool season_read(struct span name, int *season);

/* ---- Ladders ---- */

/* A row of a ladder. */
struct ladder_row {
  int64_t player;
  struct rating rating;
  int rank; /* from 1, the same for equal ratings; 0: the rating is provisional */
};

/* Orders rows and gives them their ranks: certain ratings first, the highest first, then by player. */
void ladder_order(struct ladder_row *rows, size_t count);

/* ---- All ratings from all games ---- */

/* The ratings of all players in all pools. */
struct rating_book;

/* A book without games; free it with rating_book_free(). */
struct rating_book *rating_book_new(void);
void rating_book_free(struct rating_book *book);

/* Takes the next game. False with `*fault`, and the book as it was, if rated_game_check() refuses the game, or its
 * number is not above that of the game before. A voided game is checked and changes nothing. */
bool rating_book_add(struct rating_book *book, const struct rated_game *game, struct fault *fault);

/* The rating of a player in a pool; that of rating_new() if there is none. */
struct rating rating_book_find(const struct rating_book *book, int64_t player, int pool);

/* The ladder of a pool with all who have finished a game in it from `since` on, their ratings as they are at `now`.
 * `*rows` receives it, to be released with free(). Returns the number of rows. */
size_t rating_book_ladder(const struct rating_book *book, int pool, int64_t since, int64_t now,
                          struct ladder_row **rows);

#endif
