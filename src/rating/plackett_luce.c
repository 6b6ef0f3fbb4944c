#include "rating/plackett_luce.h"

#include <assert.h>
#include <math.h>

#include "rating/exact.h"

/* No game leaves less than this share of a variance. */
static const double LEAST_SHARE = 1e-4;

/* A side by the letters of the paper. */
struct placed_side {
  int number, place;
  double value, variance; /* mu, sigma^2 */
  double power;           /* e^(mu / c) */
  double sum;             /* of the powers of all sides that are not placed before it */
  int equal;              /* A: the number of sides that share its place, with itself */
};

void plackett_luce_play(const struct plackett_luce_model *model, struct plackett_luce *players, int count) {
  /* 1. The sides, and c, the spread of the whole game. */
  assert(count >= 2 && count <= PLACKETT_LUCE_MOST);
  struct placed_side sides[PLACKETT_LUCE_MOST];
  int side_count = 0, side_of[PLACKETT_LUCE_MOST];
  for (int i = 0; i < count; i++) {
    int at = 0;
    while (at < side_count && sides[at].number != players[i].side) at++;
    if (at == side_count)
      sides[side_count++] = (struct placed_side){.number = players[i].side, .place = players[i].place};
    sides[at].value += players[i].value;
    sides[at].variance += players[i].deviation * players[i].deviation;
    side_of[i] = at;
  }
  double spread = 0, highest = sides[0].value;
  for (int i = 0; i < side_count; i++) {
    spread += model->doubt * sides[i].variance + model->beta * model->beta;
    highest = sides[i].value > highest ? sides[i].value : highest;
  }
  spread = sqrt(spread);

  /* 2. A side is the next of those that are left with the probability that its power has in their sum. */
  for (int i = 0; i < side_count; i++) sides[i].power = exact_exp((sides[i].value - highest) / spread);
  for (int q = 0; q < side_count; q++)
    for (int i = 0; i < side_count; i++) {
      if (sides[i].place >= sides[q].place) sides[q].sum += sides[i].power;
      sides[q].equal += sides[i].place == sides[q].place;
    }

  /* 3. What the game says of each side, shared out by the variances of its players. */
  for (int i = 0; i < side_count; i++) {
    double surplus = 0, information = 0; /* omega, delta */
    for (int q = 0; q < side_count; q++) {
      if (sides[q].place > sides[i].place) continue;
      const double share = sides[i].power / sides[q].sum;
      surplus += ((q == i) - share) / sides[q].equal;
      information += share * (1 - share) / sides[q].equal;
    }
    const double damping = model->damped ? sqrt(sides[i].variance) / spread : 1; /* gamma */
    surplus /= spread;
    information *= damping / (spread * spread);
    for (int j = 0; j < count; j++) {
      if (side_of[j] != i) continue;
      const double variance = players[j].deviation * players[j].deviation, left = 1 - variance * information;
      players[j].value += variance * surplus;
      players[j].deviation *= sqrt(left > LEAST_SHARE ? left : LEAST_SHARE);
    }
  }
}
