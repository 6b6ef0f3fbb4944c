/*
 * When something of a tournament is due by the clock. It knows no clock: the caller says the time, and what is due
 * follows from the competition alone.
 *
 * A round may have a period, after which what is not played is decided. With a grace the one who is not at the table in
 * time has lost: after the date that both have agreed on; without a period after the pairing, or the last game.
 */
#ifndef HALL_TIMES_H
#define HALL_TIMES_H

#include "hall/competition.h"

enum {
  TIMES_IDLE_DAYS = 90,          /* after which a tournament in which nothing happens is closed */
  TIMES_DATE_DAYS = 60,          /* within which a date is agreed on */
  TIMES_AFTER_START = 600 * 1000 /* ms after its start for which a server decides nothing: people could not come */
};

/* The time at which the round ends that was paired last; INT64_MAX: nothing ends it. */
int64_t times_round_end(const struct competition *competition);
/* The time at which the server decides an encounter as things stand, with the reason; INT64_MAX: it does not. */
int64_t times_until(const struct competition *competition, const struct bout *bout, enum decided_why *why);
/* How the server decides an encounter for this reason. */
struct bout_result times_decide(const struct competition *competition, const struct bout *bout, enum decided_why why);
/* The time at which the players of an encounter get their next notice; INT64_MAX: they get none. */
int64_t times_call(const struct competition *competition, const struct bout *bout);
/* The time at which an arena is closed, once all its games are decided; INT64_MAX: it is none, or they are not. */
int64_t times_arena_over(const struct competition *competition);
/* The time at which the tournament is closed if nothing happens until then. */
int64_t times_close(const struct competition *competition);
/* The earliest of all these times; INT64_MAX: nothing is ever due. */
int64_t times_next(const struct competition *competition);

#endif
