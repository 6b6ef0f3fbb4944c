/*
 * Performance ratings, as backgammon has them: 500 times the equity that a player gives away a counted decision, where
 * equity is twice the probability to win, minus 1. Lower is better. The ratings of the levels (levels.inc) say in words
 * what a rating means.
 */
#ifndef REVIEW_PERFORMANCE_H
#define REVIEW_PERFORMANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "tessera/tessera.h"

/* What a player gave away in counted decisions, in equity: number, sum and sum of squares. */
struct performance {
  int64_t counted;
  double given, squares;
};

/* Adds a counted decision that gave away `win` of the probability to win. */
void performance_add(struct performance *performance, double win);

/* How decisions were judged: the game, and the playouts of each search. */
struct judged_game {
  tess_rules rules;
  bool fields;
  uint64_t playouts;
};

/* A rating, and the levels that play like it. */
struct performance_rating {
  double rating, error; /* the standard error comes from the decisions themselves */
  int level, low, high; /* the nearest level, and those at both ends of a 95 % interval; 0: no level is measured */
};

/* Fills the rating. Returns false if no decision counts. */
bool performance_rate(const struct performance *performance, const struct judged_game *judged,
                      struct performance_rating *rating);

/* Appends an object, as the member `key` if that is not NULL: `counted`, `rating`, `error`, `level`, `low`, `high`
 * (null if no decision counts, or no level is measured), and `noise`. */
void performance_write(const struct performance *performance, const struct judged_game *judged, const char *key,
                       struct text *text);

#endif
