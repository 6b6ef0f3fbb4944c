/* A match of several engines in one game, in rounds, and the seats in each game. */
#ifndef ARENA_MATCH_H
#define ARENA_MATCH_H

#include "arena/engine.h"
#include "arena/statistics.h"
#include "notation/tile_set.h"

/* Maximum number of engines in a match. */
enum { MATCH_ENGINES = 16 };

/* How the engines of a round take seats in its games. */
enum seating {
  SEATING_ALL,       /* every seat order */
  SEATING_ROTATIONS, /* each engine once in each seat; the order of seats is rotated */
  SEATING_SOLO       /* for two engines: the first plays one seat, each seat in turn, and the second plays all others */
};

/* Everything that determines a match and its result. The match does not own `set`. In the team game two engines play,
 * each of them both seats of a team. */
struct match {
  const struct tile_set *set;
  tess_options options; /* players, first seat, colours; the seed is not used */
  struct text newgame;  /* words of the protocol's `newgame`, without `first`, for external engines */
  int engine_count;     /* 2 to MATCH_ENGINES */
  struct engine_spec engines[MATCH_ENGINES];
  enum seating seating;
  uint64_t seed;          /* seed of the decks, the dice and the internal players */
  uint64_t rounds;        /* maximum number of rounds */
  bool sequential;        /* `sprt` decides when it ends */
  struct sprt sprt;       /* for two engines only */
  bool luck;              /* the luck of every game is computed; for two sides only */
  uint64_t share, shares; /* only part `share` (1-based) of `shares` is played; 0 of 0: the whole match */
  struct text settings;   /* of a share: the options that describe the match, as a list of JSON strings */
};

/* Releases the engines and texts. */
void match_free(struct match *match);

/* "all", "rotations", "solo". */
const char *seating_name(enum seating seating);
/* Appends a description of everything that the games depend on: matches with equal descriptions have equal games. */
void match_describe(const struct match *match, struct text *text);

/* The number of sides of a game, and of engines in one round. An engine that plays several seats, as a team or against
 * a solo engine, counts once. */
int match_sides(const struct match *match);
int match_slots(const struct match *match);
/* The rounds that are played: those of the share, or all. Shares differ by at most one round. */
struct stretch {
  uint64_t first, count;
};
struct stretch match_rounds(const struct match *match);
/* True if the match is between exactly two engines, so that one mean score and one Elo difference can be given. */
bool match_is_duel(const struct match *match);

/* Returns false with `*fault` filled if the engines do not fit the seats. */
bool match_check(const struct match *match, struct fault *fault);

/* ---- The schedule ---- */

/*
 * The schedule: which engines sit where in which game. A round is one deck, played in every seat order of the seating,
 * so that luck and seats cancel out. If there are more engines than a round has room for, each round has a choice of
 * them. They are chosen so that after each round all engines have played as equally often as possible, and after all
 * choices exactly equally often, each with each.
 */

/* Maximum number of games in a round: all orders of five seats. */
enum { SCHEDULE_ORDERS = 120 };

/* Which slots of a round sit where in its games, and which engines fill the slots. */
struct schedule {
  int seats, slots;
  int games;                                        /* number of games in a round */
  uint8_t order[SCHEDULE_ORDERS][TESS_MAX_PLAYERS]; /* slot by game of the round and seat */
  int choice_count;
  uint8_t (
      *choices)[TESS_MAX_PLAYERS]; /* engines in the slots, by round; after the last choice the first comes again */
};

/* One game of the schedule. Engines are indices of the match. */
struct pairing {
  uint64_t round;
  int game;                      /* index of the game in its round */
  int engines[TESS_MAX_PLAYERS]; /* engine by seat */
};

/* The schedule of a match that match_check() accepts. schedule_free() frees it. */
struct schedule schedule_of(const struct match *match);
void schedule_free(struct schedule *schedule);

/* The number of rounds after which each of `engines` engines has played. */
uint64_t schedule_rounds(const struct schedule *schedule, int engines);

/* Game `index` of the match (0-based). */
struct pairing schedule_pairing(const struct schedule *schedule, uint64_t index);

#endif
