/*
 * A table for the rule tests: a game played by the words of records (docs/lookup/notation.md, section 7), and short
 * questions about it. Seats and sides count from 1 as in the notation. Every function fails the running test by itself
 * when something is not as it should be; a move or realm that the notation cannot read is such a failure too.
 */
#ifndef TESTS_RULES_TABLE_H
#define TESTS_RULES_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "notation/history.h"

enum { TABLE_EVENTS = 256 };

struct table {
  struct tile_shelf *shelf;
  struct tile_set *own; /* NULL on a built-in set */
  struct history *history;
  int heard_count; /* events since table_play() was called last */
  tess_event heard[TABLE_EVENTS];
};

/*
 * Opens a game on a built-in set ("star-wars", "classic", "classic+river") or on tiles drawn up in lines, ended by
 * NULL. `colours` ("red,white") tells the players, `options` ("fields,abbot" or "-") the options. Seat 1 begins. Ends
 * with table_close().
 *
 * A line is `ID COUNT EDGES [start|spring|river|lake] FEATURE...`; an edge is S or F (space, field), R, A or C
 * (asteroids, city) or W. A feature is `route:EW`, `planet`, `field:EL.WR`; `field:*` has every half that is no city's.
 * `+r`, `+e`, `+h` add a symbol, `+1` coats of arms, `/01` the cities that a field touches.
 */
struct table *table_open(const char *set, const char *colours, const char *options);
struct table *table_open_lines(const char *const lines[], const char *colours, const char *options);
void table_close(struct table *table);

/* Reads a tile of such a line. */
tess_tile_def table_tile(const char *line);

/* Plays words separated by spaces; every one must be accepted. A decision left open at the end is still open. */
void table_play(struct table *table, const char *words);
/* The word must be refused with this error, and nothing may change by it. */
void table_refuse(struct table *table, const char *word, tess_error error);

/* In TESS_PHASE_DRAW: true if the tile of `ID@x,yrR` could be drawn and laid there in exactly this rotation. */
bool table_fits(struct table *table, const char *move);

/* Compares with `expected`: points of the sides "3 0"; supplies "4+1 3+1" (small and large, or meeples and abbot);
 * legal decisions in their order "none small:route.E". */
void table_scores(const struct table *table, const char *expected);
void table_supplies(const struct table *table, const char *expected);
void table_choices(const struct table *table, const char *expected);

/* The battle that is due: its realm `route.E@1,0` and the dice of the sides "1 2 0". */
void table_battle(const struct table *table, const char *realm, const char *dice);

/* The spot of `route.E@1,0`, and the realm as it stands. */
tess_spot table_spot(const struct table *table, const char *realm);
tess_realm table_realm(const struct table *table, const char *realm);

/* Events heard since table_play(): how many of a type, and one of them (from 0). */
int table_heard_count(const struct table *table, tess_event_type type);
const tess_event *table_heard(const struct table *table, tess_event_type type, int number);

/* The tiles of the two laboratories: many copies of simple tiles, so that any situation can be laid out. The start tile
 * is all space, or all field. */
extern const char *const lab_star_wars[];
extern const char *const lab_classic[];

#endif
