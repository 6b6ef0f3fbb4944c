/*
 * Who sits where in which game. A round is one deck, played in every seat order that the seating asks for, so that luck
 * and seats cancel out. With more engines than a round has room for, each round takes some of them, so that after each
 * round all have played as often as can be, and after all of the choices exactly as often, each with each.
 */
#ifndef ARENA_SCHEDULE_H
#define ARENA_SCHEDULE_H

#include "arena/match.h"

enum { SCHEDULE_ORDERS = 120 };

struct schedule {
  int seats, slots;
  int games;                                        /* of a round */
  uint8_t order[SCHEDULE_ORDERS][TESS_MAX_PLAYERS]; /* by game of the round and seat: a slot */
  int choice_count;
  uint8_t (*choices)[TESS_MAX_PLAYERS]; /* by round, again from the first after the last: engines in the slots */
};

/* One game of it. Engines are indices of the match. */
struct pairing {
  uint64_t round;
  int game;                      /* in the round */
  int engines[TESS_MAX_PLAYERS]; /* by seat */
};

/* For a match that match_check() accepts. Released with schedule_free(). */
struct schedule schedule_of(const struct match *match);
void schedule_free(struct schedule *schedule);

/* After how many rounds every one of `engines` engines has played. */
uint64_t schedule_rounds(const struct schedule *schedule, int engines);

/* Game `index` of the match, from 0. */
struct pairing schedule_pairing(const struct schedule *schedule, uint64_t index);

#endif
