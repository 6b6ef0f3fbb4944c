/*
 * The luck of a game: what draws and battles gave to each side, measured with the evaluation of the searching player,
 * which is fixed before the game. The luck of a draw is the value of the best turn with that tile, minus the mean of
 * this value over all tiles that could have been drawn. The luck of a battle between two sides is the same over its two
 * possible winners; with more sides battles do not count. The expectation of luck is 0 for any players and any
 * evaluation, however wrong. So results minus luck have the same mean and a smaller error (control variates; for games
 * White and Bowling 2009, Burch et al. 2018). The points of tied throws (SW-4.6) are not counted as luck.
 */
#ifndef REVIEW_LUCK_H
#define REVIEW_LUCK_H

#include "notation/history.h"
#include "review/worth.h"
#include "tessera/tessera.h"

/* What a side owes to luck, in millionths: whole numbers, which stay exactly the same when written and read again. */
struct fortune {
  int32_t points; /* share of its lead over the best other side */
  int32_t wins;   /* share of its win probability */
};

/* One point or one win in the unit of `struct fortune`, and the maximum absolute value of either number. */
enum { FORTUNE_UNIT = 1000000, FORTUNE_MOST = 2000 * FORTUNE_UNIT };

/* ---- Draw by draw and throw by throw ---- */

/* The luck of one game so far. */
struct luck;

/* Allocates it; the caller must free it with luck_free(). */
struct luck *luck_new(void);
void luck_free(struct luck *luck);

/* The sum of a side (0-based) so far, limited to FORTUNE_MOST in either direction. */
struct fortune luck_sum(const struct luck *luck, int side);

/* Adds the luck of a draw; call it before the draw is made in `game`. */
void luck_add_draw(struct luck *luck, const tess_game *game, int kind);
/* Adds the luck of a battle if this throw decides it; call it before the throw is made in `game`. */
void luck_add_throw(struct luck *luck, const tess_game *game, const tess_throw *thrown);

/* ---- A whole game ---- */

/* The luck of one turn, for the side that took it. */
struct turn_luck {
  int seat;                  /* 0-based */
  struct fortune draw, dice; /* by its draws, and by the battles after it */
};

/* The luck of a game, turn by turn and side by side. */
struct game_luck {
  int count, sides;
  struct turn_luck *turns; /* `count` entries, one for each tile laid */
  struct fortune draws[TESS_MAX_PLAYERS], dice[TESS_MAX_PLAYERS];
  bool over;                                   /* the game is over; otherwise the results are 0 */
  struct side_worth results[TESS_MAX_PLAYERS]; /* by side */
};

/* Fills the luck of a game whose set belongs to the library; game_luck_free() frees it. */
void game_luck_of(const struct history *played, const struct set_library *sets, struct game_luck *game_luck);
void game_luck_free(struct game_luck *game_luck);

/* The result of a side without luck; its share of the win may leave 0 to 1. The game must be over. */
struct side_worth game_luck_adjust(const struct game_luck *game_luck, int side);

/* Appends a fortune as the member `key` of the open JSON object: `{"win":0.0123,"diff":1.25}`. */
void fortune_write(const char *key, struct fortune fortune, struct text *text);

/* Appends to the open JSON object what a side has: `draws`, `dice`, `result`, and `adjusted`, which is the result
 * without luck; the last two are null before the end of the game. */
void game_luck_write(const struct game_luck *game_luck, int side, struct text *text);

#endif
