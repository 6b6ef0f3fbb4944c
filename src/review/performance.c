#include "review/performance.h"

#include <math.h>
#include <stddef.h>

#include "base/json_writer.h"
#include "players/player.h"

enum { SEARCHER = 0 };

/* The games that are measured. */
enum measured_game { STAR_WARS, CLASSIC, FIELDS };

/* Decisions of a level, or of the search itself, judged by searches of so many playouts. */
struct measured_level {
  enum measured_game game;
  int level; /* 1 to LEVELS; SEARCHER */
  int playouts, games;
  struct performance performance;
};

static const struct measured_level measured[] = {
#define LEVEL(game, level, playouts, games, counted, given, squares)                                                   \
  {game, level, playouts, games, {counted, given, squares}},
#include "review/levels.inc"
#undef LEVEL
};

enum { ROWS = sizeof measured / sizeof measured[0] };

void performance_add(struct performance *performance, double win) {
  const double equity = 2 * win;
  performance->counted++;
  performance->given += equity;
  performance->squares += equity * equity;
}

static double rating_of(const struct performance *performance) {
  return 500 * performance->given / (double)performance->counted;
}

enum { ALIKE = 4 /* largest factor between the playouts of a row and those of what it is compared with */ };

static double factor_between(const struct measured_level *row, const struct judged_game *judged) {
  const double factor = (double)row->playouts / (double)judged->playouts;
  return factor < 1 ? 1 / factor : factor;
}

/* The row of a level, judged by about so many playouts; NULL if there is none. */
static const struct measured_level *find(const struct judged_game *judged, int level) {
  const enum measured_game game = judged->rules == TESS_RULES_STAR_WARS ? STAR_WARS : judged->fields ? FIELDS : CLASSIC;
  const struct measured_level *nearest = NULL;
  for (int i = 0; i < ROWS; i++) {
    const struct measured_level *row = &measured[i];
    if (row->game != game || row->level != level || row->performance.counted == 0) continue;
    if (factor_between(row, judged) > ALIKE) continue;
    if (nearest == NULL || factor_between(row, judged) < factor_between(nearest, judged)) nearest = row;
  }
  return nearest;
}

/* The level whose rating is nearest, of several the best; 0 if none is measured. A level counts as no weaker than those
 * below it, although chance may have measured it so. */
static int level_like(const struct judged_game *judged, double rating) {
  int like = 0;
  double away = INFINITY, least = INFINITY;
  for (int level = 1; level <= LEVELS; level++) {
    const struct measured_level *row = find(judged, level);
    if (row == NULL) continue;
    least = fmin(least, rating_of(&row->performance));
    if (fabs(least - rating) > away) continue;
    away = fabs(least - rating);
    like = level;
  }
  return like;
}

bool performance_rate(const struct performance *performance, const struct judged_game *judged,
                      struct performance_rating *rating) {
  const double count = (double)performance->counted;
  if (performance->counted == 0) return false;
  const double mean = performance->given / count;
  const double variance = count > 1 ? (performance->squares - count * mean * mean) / (count - 1) : 1;
  *rating = (struct performance_rating){.rating = 500 * mean, .error = 500 * sqrt(fmax(0, variance) / count)};
  rating->level = level_like(judged, rating->rating);
  rating->low = level_like(judged, rating->rating + 1.96 * rating->error);
  rating->high = level_like(judged, rating->rating - 1.96 * rating->error);
  return true;
}

void performance_write(const struct performance *performance, const struct judged_game *judged, const char *key,
                       struct text *text) {
  struct performance_rating rating = {0};
  json_open_object(text, key);
  json_put_int(text, "counted", performance->counted);
  if (performance_rate(performance, judged, &rating)) {
    json_put_decimal(text, "rating", rating.rating, 2);
    json_put_decimal(text, "error", rating.error, 2);
  } else {
    json_put_null(text, "rating");
    json_put_null(text, "error");
  }
  const int levels[] = {rating.level, rating.low, rating.high};
  static const char *const keys[] = {"level", "low", "high"};
  for (int i = 0; i < 3; i++)
    if (levels[i] > 0)
      json_put_int(text, keys[i], levels[i]);
    else
      json_put_null(text, keys[i]);
  const struct measured_level *search = find(judged, SEARCHER);
  json_put_decimal(text, "noise", search == NULL ? 0 : rating_of(&search->performance), 2);
  json_close_object(text);
}
