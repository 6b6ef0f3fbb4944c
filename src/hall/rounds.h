/* The rounds of a tournament: how many there are, whom the next one pairs, and the places after those that are played.
 * src/tournament pairs and places; here is which of the competitors and encounters it sees. */
#ifndef HALL_ROUNDS_H
#define HALL_ROUNDS_H

#include "hall/competition.h"

/* The rounds before a knock-out, and all rounds; before the first round those for the competitors who are there. */
int rounds_first(const struct competition *competition);
int rounds_all(const struct competition *competition);
/* True if a round belongs to a knock-out. */
bool rounds_is_knockout(const struct competition *competition, int round);

/* True if the form leaves the pairings of the next round open: those of a Swiss tournament and of an arena. */
bool rounds_are_free(const struct competition *competition);
/* True if the next round is the first of the form, of a season, or of the knock-out after the cut. */
bool rounds_begin(const struct competition *competition);
/* Returns false with `*fault` if the next round cannot be paired now. */
bool rounds_may_follow(const struct competition *competition, struct fault *fault);

/* A round that is to be paired, by competitors. */
struct next_round {
  int count, seed_count; /* `seed_count` is 0 but in the first round after the cut, */
  int group_count;       /* and this one but in the first of groups or of a season */
  struct encounter next[ENTRANTS_MOST];
  int gathering_count; /* games of three to five in place of encounters */
  struct gathering gatherings[ENTRANTS_MOST / GATHERING_LEAST];
  int seeds[ENTRANTS_MOST];
  int groups[ENTRANTS_MOST], group_sizes[GROUPS_MOST]; /* group after group */
};

/* Pairs the next round. Returns false with `*fault` if there is none. */
bool rounds_pair(const struct competition *competition, struct next_round *next, struct fault *fault);
/* Writes the placings of all competitors, the best first; `entrant` is the competitor. Those of groups are in the order
 * of the groups, with their places there, before a knock-out has begun. */
void rounds_place(const struct competition *competition, struct placing *placings);

#endif
