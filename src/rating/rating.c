/* The rating of a player in a pool: how a game and the time change it. */
#include "rating/rating.h"

#include <math.h>

#include "rating/glicko.h"
#include "rating/plackett_luce.h"

/* In thousandths of a point. */
enum {
  FIRST_VALUE = 1500000,
  MOST_VALUE = 5000000,
  FIRST_DEVIATION = 350000,
  LEAST_DEVIATION = 45000,       /* nobody's strength is known better, as it changes */
  PROVISIONAL_DEVIATION = 110000 /* from here on upwards a rating is provisional */
};

enum { FIRST_VOLATILITY = 60000000 }; /* billionths */

static const double PERIOD = 5 * 86400000.0; /* milliseconds in which a deviation grows once by the volatility */

/* The model of groups, in units. With the root of 1/2 and 3 / pi^2 the odds of two sides are those of Glicko-2. With
 * the values of the paper, 1 and damped, deviations stay high, and ratings are too far apart
 * (docs/understand/ratings.md). */
static const struct plackett_luce_model MODEL = {.beta = 0.7071067811865476, .doubt = 0.3039635509270133};

struct rating rating_new(void) {
  return (struct rating){.value = FIRST_VALUE, .deviation = FIRST_DEVIATION, .volatility = FIRST_VOLATILITY};
}

bool rating_check(const struct rating *rating) {
  return rating->value >= 1 && rating->value <= MOST_VALUE && rating->deviation >= LEAST_DEVIATION &&
         rating->deviation <= FIRST_DEVIATION && rating->volatility >= 1 && rating->games >= 1 && rating->played >= 0;
}

/* A number as a whole number of parts, within the bounds. */
static int32_t whole(double number, double parts, int32_t least, int32_t most) {
  const double scaled = number * parts;
  if (!(scaled > least)) return least;
  return scaled >= most ? most : (int32_t)(scaled + 0.5); /* both bounds are above 0 */
}

static struct glicko unpack(const struct rating *rating) {
  return (struct glicko){(rating->value - FIRST_VALUE) / (1000 * GLICKO_UNIT), rating->deviation / (1000 * GLICKO_UNIT),
                         rating->volatility / 1e9};
}

static void pack(const struct glicko *glicko, struct rating *rating) {
  rating->value = whole(glicko->value + FIRST_VALUE / (1000 * GLICKO_UNIT), 1000 * GLICKO_UNIT, 1, MOST_VALUE);
  rating->deviation = whole(glicko->deviation, 1000 * GLICKO_UNIT, LEAST_DEVIATION, FIRST_DEVIATION);
  rating->volatility = whole(glicko->volatility, 1e9, 1, INT32_MAX);
}

/* The periods from the last game to `now`; 0 before the first game, and if the clock went back. */
static double periods_until(const struct rating *rating, int64_t now) {
  return rating->games == 0 || now <= rating->played ? 0 : (double)(now - rating->played) / PERIOD;
}

struct rating rating_at(const struct rating *rating, int64_t now) {
  struct rating at = *rating;
  struct glicko glicko = unpack(rating);
  const double growth = periods_until(rating, now) * glicko.volatility * glicko.volatility;
  if (growth == 0) return at;
  glicko.deviation = sqrt(glicko.deviation * glicko.deviation + growth);
  at.deviation = whole(glicko.deviation, 1000 * GLICKO_UNIT, LEAST_DEVIATION, FIRST_DEVIATION);
  return at;
}

bool rating_provisional(const struct rating *rating) { return rating->deviation >= PROVISIONAL_DEVIATION; }

int64_t rating_certain_until(const struct rating *rating) {
  static const double most_periods = 100000; /* more than a thousand years */
  if (rating->games == 0 || rating_provisional(rating)) return 0;
  const struct glicko glicko = unpack(rating);
  const double least = (PROVISIONAL_DEVIATION - 0.5) / (1000 * GLICKO_UNIT); /* is rounded to that */
  const double growth = least * least - glicko.deviation * glicko.deviation;
  const double periods = growth / (glicko.volatility * glicko.volatility);
  return rating->played + (int64_t)((periods < most_periods ? periods : most_periods) * PERIOD);
}

void rating_write(const struct rating *rating, struct text *text) {
  text_add_int(text, (rating->value + 500) / 1000);
  if (rating_provisional(rating)) text_add_char(text, '?');
}

void rating_play(const struct rated_game *game, struct rating ratings[TESS_MAX_PLAYERS]) {
  /* 1. The ratings before the game. */
  struct rating before[TESS_MAX_PLAYERS];
  for (int i = 0; i < game->seats; i++)
    before[i] = game->seat[i].level > 0 ? rating_of_level(game->rules, game->seat[i].level)
                                        : rating_at(&ratings[i], game->ended);

  /* 2. Those after it. */
  struct glicko after[TESS_MAX_PLAYERS];
  if (game->seats == 2) {
    for (int i = 0; i < 2; i++) {
      if (game->seat[i].level > 0) continue;
      const struct glicko own = unpack(&ratings[i]), opponent = unpack(&before[1 - i]);
      const int place = game->seat[i].place, other = game->seat[1 - i].place;
      const double score = place < other ? 1 : place == other ? 0.5 : 0;
      after[i] = glicko_after(&own, &opponent, &score, 1, periods_until(&ratings[i], game->ended));
    }
  } else {
    struct plackett_luce players[TESS_MAX_PLAYERS];
    for (int i = 0; i < game->seats; i++) {
      after[i] = unpack(&before[i]);
      players[i] = (struct plackett_luce){.value = after[i].value,
                                          .deviation = after[i].deviation,
                                          .side = game->seat[i].side,
                                          .place = game->seat[i].place};
    }
    plackett_luce_play(&MODEL, players, game->seats);
    for (int i = 0; i < game->seats; i++) {
      after[i].value = players[i].value;
      after[i].deviation = players[i].deviation;
    }
  }

  /* 3. They are rounded to what is stored. */
  for (int i = 0; i < game->seats; i++) {
    if (game->seat[i].level > 0) continue;
    pack(&after[i], &ratings[i]);
    ratings[i].games++;
    if (ratings[i].played < game->ended) ratings[i].played = game->ended;
  }
}
