/* What is to be played: a match of several engines on one game, in rounds, and who sits where in each game. */
#ifndef ARENA_MATCH_H
#define ARENA_MATCH_H

#include "arena/engine.h"
#include "arena/statistics.h"
#include "notation/tile_set.h"

/* The most engines of a match. */
enum { MATCH_ENGINES = 16 };

/* How the engines of a round are seated in its games. */
enum seating {
  SEATING_ALL,       /* every seat order */
  SEATING_ROTATIONS, /* each engine once in each seat, the order of seats turned on */
  SEATING_SOLO       /* two engines: the first in one seat, each in turn, the second in all the others */
};

/* Everything that a match and its result follow from; `set` is not owned. In the team game two engines play, each both
 * seats of a team. */
struct match {
  const struct tile_set *set;
  tess_options options; /* players, first seat, colours; the seed is not looked at */
  struct text newgame;  /* the words of the protocol's `newgame` without `first`, for external engines */
  int engine_count;     /* 2 to MATCH_ENGINES */
  struct engine_spec engines[MATCH_ENGINES];
  enum seating seating;
  uint64_t seed;    /* of decks, dice and internal players */
  uint64_t rounds;  /* at most */
  bool sequential;  /* `sprt` ends it */
  struct sprt sprt; /* between two engines only */
  bool luck;        /* the luck of every game is told; two sides only */
};

/* Releases the engines and texts. */
void match_free(struct match *match);

/* "all", "rotations", "solo". */
const char *seating_name(enum seating seating);
/* Appends all that the games follow from, as text: matches with equal text have equal games. */
void match_describe(const struct match *match, struct text *text);

/* Sides of a game, and engines that share one round: those of a team or of the crowd against one count once. */
int match_sides(const struct match *match);
int match_slots(const struct match *match);
/* True when it is between two engines, so that their scores have one mean and the Elo difference of one to the other
 * can be told. */
bool match_is_duel(const struct match *match);

/* False with `*fault` when the engines do not fit the seats. */
bool match_check(const struct match *match, struct fault *fault);

/* ---- Who sits where ---- */

/*
 * Who sits where in which game. A round is one deck, played in every seat order that the seating asks for, so that luck
 * and seats cancel out. With more engines than a round has room for, each round takes some of them, so that after each
 * round all have played as often as can be, and after all of the choices exactly as often, each with each.
 */

/* The most games of a round: all orders of five seats. */
enum { SCHEDULE_ORDERS = 120 };

/* Which slots of a round sit where in its games, and which engines take the slots. */
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
