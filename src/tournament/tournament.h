/*
 * Tournaments as a pure function of their entrants and encounters: the pairings of the next round, and the order of the
 * entrants (docs/understand/tournaments.md).
 *
 * An encounter is what two entrants play in a round: a game, or the best of three or five. Entrants are known by their
 * index from 0, and stay at it: a late comer is added behind the others.
 */
#ifndef TOURNAMENT_TOURNAMENT_H
#define TOURNAMENT_TOURNAMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"
#include "base/reader.h"

enum {
  ENTRANTS_MOST = 512,
  ROUNDS_MOST = 2 * (ENTRANTS_MOST - 1), /* those of a round robin of two cycles */
  NOBODY = -1                            /* in place of the second entrant of an encounter: the first has a bye */
};

/* Somebody who plays in a tournament. */
struct entrant {
  int32_t rating; /* the seeds are in the order of the ratings, the highest first */
  uint32_t lot;   /* drawn by the fair chance of the server; equal ones are in the order of the entrants */
  bool away;      /* left, or has not come yet: Swiss rounds and draws of gatherings leave them out */
};

/* How an encounter ended. A bye ends as one that the first has won. */
enum encounter_end { ENCOUNTER_OPEN, ENCOUNTER_FIRST, ENCOUNTER_SECOND, ENCOUNTER_DRAWN, ENCOUNTER_LOST_BY_BOTH };

/* What two entrants play in a round. The first one has the first seat. */
struct encounter {
  int round; /* from 1 to ROUNDS_MOST */
  int first, second;
  enum encounter_end end;
  int32_t points[2]; /* in the games, of the first and of the second */
};

/* Everything that pairings and orders follow from. */
struct tournament {
  const struct entrant *entrants;
  int entrant_count; /* 1 to ENTRANTS_MOST */
  const struct encounter *encounters;
  int encounter_count;
};

/* False with `*fault` naming the encounter if an encounter cannot be: an entrant is not there, meets themselves, or has
 * two encounters in a round. */
bool tournament_check(const struct tournament *tournament, struct fault *fault);

/* ---- Pairings: each writes the encounters of a round, and returns their number; -1 with `*fault` if there are none.
 * `next` has room for ENTRANTS_MOST. The tournament has passed tournament_check(). An encounter of an earlier round
 * that is open stands in the way of Swiss and knock-out. Round robin and knock-out pair entrants who are away, too:
 * the organizer ends these encounters as lost. ---- */

/*
 * The next round of a Swiss tournament for all who are not away. Nobody meets the same entrant twice. With an odd
 * number the lowest entrant of those without a bye has one. Entrants of one score meet, and within it the upper half of
 * the seeds the lower half. Nobody has the first seat three times more than the second, or three times less, unless
 * nothing else can be. If not everybody can have a new opponent, as many as possible have one, and the others a bye.
 */
int swiss_pair(const struct tournament *tournament, int round, struct encounter *next, struct fault *fault);

/* The rounds of a round robin in which everybody meets everybody `cycles` (1 or 2) times; 0 for fewer than two. */
int round_robin_rounds(int entrants, int cycles);
/* A round of it by the tables of Berger (FIDE Handbook C.05, annex 1), in the order of the entrants. The second cycle
 * has the seats turned around. With an odd number one entrant of each round has a bye. */
int round_robin_pair(const struct tournament *tournament, int cycles, int round, struct encounter *next,
                     struct fault *fault);

/* The rounds of a knock-out; 0 for fewer than two entrants. */
int knockout_rounds(int entrants);
/* A round of it. In the first the seeds stand so that the best two can meet in the last round only, and the best have
 * byes if the number is no power of 2. In the last round the losers of the round before play for the `third` place. An
 * encounter that neither entrant has won stands in the way of the next round. */
int knockout_pair(const struct tournament *tournament, int round, bool third, struct encounter *next,
                  struct fault *fault);

/* ---- Groups ---- */

/* Deals `count` entrants, the best first, to groups whose sizes differ by one at most: writes the group of each, from
 * 0. `blocks`: the best are in the first group, and so on; otherwise the groups are equally strong, dealt forth and
 * back. */
void groups_deal(int count, int groups, bool blocks, int *group_of);
/* Promotion and relegation: `order` has the entrants of the first group, the best first, then those of the second, and
 * so on; `sizes` says how many each group has. The last `moves` of each group change places with the first of the next,
 * where `moves` is at most half of the smallest group. */
void groups_move(int *order, const int *sizes, int groups, int moves);
/* Changes the seeds of a knock-out after groups, so that as few as possible of one group meet in its first round. The
 * better half keeps its places, and the worse half changes as little as can be. `group_of` says the group of an
 * entrant, and `seeds` has `count` entrants, the best first. */
void groups_seed(const int *group_of, int *seeds, int count);

/* ---- Games of three to five ---- */

/* A game of three to five entrants, each of whom plays alone. */
struct gathering {
  int round;       /* from 1 */
  int count;       /* GATHERING_LEAST to GATHERING_MOST */
  int entrants[5]; /* by seat */
};

enum { GATHERING_LEAST = 3, GATHERING_MOST = 5 };

/*
 * Draws the games of a round for all who are not away, so that as few as possible meet again, and then those who have
 * met least often. Games have `wanted` (3 to 5) entrants where the number allows it, and differ by one at most. Nobody
 * has the same seat more often than must be. `before` has the games of the rounds before. Writes at most ENTRANTS_MOST
 * / 3 games to `next` and returns their number; -1 with `*fault` if fewer than three are there. The same entrants and
 * games always give the same draw.
 */
int gatherings_draw(const struct entrant *entrants, int entrant_count, const struct gathering *before, int before_count,
                    int round, int wanted, struct gathering *next, struct fault *fault);

/* The score of each seat by its place (from 1, shared by those who are equal): the share of the opponents beaten, in
 * parts of GATHERING_WHOLE, half of it for those of the same place. So games of three and of five count alike. */
enum { GATHERING_WHOLE = 120 };
void gathering_scores(int count, const int *places, int *scores);

/* ---- Orders ---- */

/* What decides between entrants of one score, by word: X(NAME, word). docs/understand/tournaments.md says what each is.
 */
#define TIE_BREAKS(X)                                                                                                  \
  X(DIRECT, "direct")                                                                                                  \
  X(BUCHHOLZ, "buchholz")                                                                                              \
  X(MEDIAN, "median")                                                                                                  \
  X(SONNEBORN, "sonneborn")                                                                                            \
  X(WINS, "wins")                                                                                                      \
  X(POINTS, "points")                                                                                                  \
  X(MARGIN, "margin")                                                                                                  \
  X(LOT, "lot")

enum tie_break {
#define X(name, word) TIE_##name,
  TIE_BREAKS(X)
#undef X
      TIE_BREAK_COUNT
};

/* The word of a tie-break. */
const char *tie_break_word(enum tie_break tie_break);
/* Reads the word of a tie-break; false if it is none. */
bool tie_break_read(struct span word, enum tie_break *tie_break);

/* How entrants are ordered. */
struct tie_break_order {
  enum tie_break breaks[TIE_BREAK_COUNT];
  int count;
  int32_t cap; /* for the margin; from 1 */
};

/* The place of an entrant. */
struct placing {
  int entrant;
  int place;                       /* from 1, the same for all that nothing decides between */
  int score;                       /* in half points: 2 for a win or a bye, 1 for a draw */
  int64_t values[TIE_BREAK_COUNT]; /* by the order's breaks; Buchholz and median in half points, Sonneborn-Berger in
                                     quarters; the value of a direct encounter is 0 where it does not decide */
};

/* Writes the placings of all entrants, the best first. Encounters that are open count for nothing. */
void placings_find(const struct tournament *tournament, const struct tie_break_order *order, struct placing *placings);

/* The places of so many seats by their points, from 1, shared by equal seats. */
void gathering_places(int count, const int32_t *points, int *places);

/* A gathering that was played, with the points and places by seat. */
struct played_gathering {
  struct gathering gathering;
  int32_t points[GATHERING_MOST];
  int places[GATHERING_MOST]; /* from 1, shared by equal seats; a seat that lost before the end can have any points
                               */
};

/* Writes the placings of all entrants of games of three to five, the best first. Scores, and the sum of the scores of
 * all opponents (Buchholz), are in parts of GATHERING_WHOLE. Wins are first places; the margin is that to the best of
 * the others. Direct, median and Sonneborn-Berger decide nothing. */
void gatherings_place(const struct entrant *entrants, int entrant_count, const struct played_gathering *played,
                      int played_count, const struct tie_break_order *order, struct placing *placings);

#endif
