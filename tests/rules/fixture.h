/*
 * A fixture for the rule tests: a game that is played by the words of records (docs/lookup/notation.md, section 7), and
 * short queries about it. Seats and sides count from 1 as in the notation. Every function fails the running test by
 * itself when something is not as it should be; a move or realm that the notation cannot read is such a failure too.
 */
#ifndef TESTS_RULES_FIXTURE_H
#define TESTS_RULES_FIXTURE_H

#include "cli/cmocka_base.h"

#include "notation/history.h"

enum { FIXTURE_EVENTS = 256 };

struct fixture {
  struct set_library *sets;
  struct tile_set *own; /* NULL on a built-in set */
  struct history *history;
  int heard_count; /* events since fixture_play() was called last */
  tess_event heard[FIXTURE_EVENTS];
};

/*
 * Opens a game on a built-in set ("star-wars", "classic", "classic+river", "classic+river-20") or on tiles drawn up in
 * lines, ended by NULL. `colours` ("red,white") tells the players, `options` ("fields,abbot" or "-") the options. Seat
 * 1 begins. Ends with fixture_close().
 *
 * A line is `ID COUNT EDGES [start|spring|river|lake] [arrow:N+ACTION] FEATURE...`; an edge is S or F (space, field),
 * R, A or C (asteroids, city) or W. A feature is `route:EW`, `planet`, `field:EL.WR`; `field:*` has every half that is
 * no city's.
 * `+r`, `+e`, `+h` add a symbol, `+1` coats of arms, `/01` the cities that a field touches.
 */
struct fixture *fixture_open(const char *set, const char *colours, const char *options);
struct fixture *fixture_open_lines(const char *const lines[], const char *colours, const char *options);
void fixture_close(struct fixture *fixture);

/* A test of the game `t` that `opened` opens; it is closed in the end. */
#define GAME_TEST(name, opened)                                                                                        \
  static void name##_of(struct fixture *t);                                                                            \
  TEST(name) {                                                                                                         \
    struct fixture *t = (opened);                                                                                      \
    name##_of(t);                                                                                                      \
    fixture_close(t);                                                                                                  \
  }                                                                                                                    \
  static void name##_of(struct fixture *t)

/* Reads a tile of such a line. */
tess_tile_def fixture_tile(const char *line);

/* Plays words separated by spaces; every one must be accepted. A decision left open at the end is still open. */
void fixture_play(struct fixture *fixture, const char *words);
/* The word must be refused with this error, and nothing may change by it. */
void fixture_refuse(struct fixture *fixture, const char *word, tess_error error);

/* In TESS_PHASE_DRAW: of the moves `ID@x,yrR`, separated by spaces, each tile could be drawn, and those of `fitting`
 * laid there in exactly this rotation, but none of `others`. */
void fixture_fitting(struct fixture *fixture, const char *fitting, const char *others);

/* Compares with `expected`: points of the sides "3 0"; supplies "4+1 3+1" (small and large, or meeples and abbot);
 * legal decisions in their order "none small:route.E". */
void fixture_scores(const struct fixture *fixture, const char *expected);
void fixture_supplies(const struct fixture *fixture, const char *expected);
void fixture_choices(const struct fixture *fixture, const char *expected);

/* The battle that is due: its realm `route.E@1,0` and the dice of the sides "1 2 0". */
void fixture_battle(const struct fixture *fixture, const char *realm, const char *dice);

/* The spot of `route.E@1,0`, and the realm as it stands. */
tess_spot fixture_spot(const struct fixture *fixture, const char *realm);
tess_realm fixture_realm(const struct fixture *fixture, const char *realm);

/* Events heard since fixture_play(): how many of a type, and one of them (from 0). */
int fixture_heard_count(const struct fixture *fixture, tess_event_type type);
const tess_event *fixture_heard(const struct fixture *fixture, tess_event_type type, int number);

/* The tiles of the two laboratories: many copies of simple tiles, so that any situation can be laid out. The start tile
 * is all space, or all field. */
extern const char *const lab_star_wars[];
extern const char *const lab_classic[];

#endif
