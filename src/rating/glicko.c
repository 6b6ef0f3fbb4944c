#include "rating/glicko.h"

#include <math.h>

#include "rating/exact.h"

/* tau, which bounds how fast volatilities change, and the square of pi. */
static const double TAU = 0.5, PI_SQUARED = 9.869604401089358;

/* The tolerance of the search for the volatility. */
static const double TOLERANCE = 1e-6;

double glicko_weight(double deviation) { return 1 / sqrt(1 + 3 * deviation * deviation / PI_SQUARED); }

double glicko_expected(double value, const struct glicko *opponent) {
  return 1 / (1 + exact_exp(-glicko_weight(opponent->deviation) * (value - opponent->value)));
}

/* What the search for the volatility needs, by the letters of the paper. */
struct volatility_search {
  double a;             /* the logarithm of the squared volatility before */
  double squares;       /* phi^2 + v */
  double delta_squared; /* Delta^2 */
};

/* f() of step 5. */
static double slope(const struct volatility_search *search, double x) {
  const double power = exact_exp(x), all = search->squares + power;
  return power * (search->delta_squared - all) / (2 * all * all) - (x - search->a) / (TAU * TAU);
}

/* Step 5: the new volatility, where the slope is 0, by the Illinois algorithm. */
static double volatility_after(double volatility, double squares, double delta) {
  const struct volatility_search search = {exact_log(volatility * volatility), squares, delta * delta};
  double a = search.a, b;
  if (search.delta_squared > squares) {
    b = exact_log(search.delta_squared - squares);
  } else {
    b = search.a - TAU;
    while (slope(&search, b) < 0) b -= TAU;
  }
  double slope_a = slope(&search, a), slope_b = slope(&search, b);
  while (fabs(b - a) > TOLERANCE) {
    const double c = a + (a - b) * slope_a / (slope_b - slope_a), slope_c = slope(&search, c);
    if (slope_c * slope_b <= 0) {
      a = b;
      slope_a = slope_b;
    } else {
      slope_a /= 2;
    }
    b = c;
    slope_b = slope_c;
  }
  return exact_exp(a / 2);
}

struct glicko glicko_after(const struct glicko *before, const struct glicko *opponents, const double *scores, int count,
                           double periods) {
  /* 3 and 4. The information of the games, and the improvement that they suggest. */
  double information = 0, surplus = 0;
  for (int i = 0; i < count; i++) {
    const double weight = glicko_weight(opponents[i].deviation),
                 expected = glicko_expected(before->value, &opponents[i]);
    information += weight * weight * expected * (1 - expected);
    surplus += weight * (scores[i] - expected);
  }
  const double squared = before->deviation * before->deviation;

  /* 5. The volatility. */
  struct glicko after;
  after.volatility = volatility_after(before->volatility, squared + 1 / information, surplus / information);

  /* 6 and 7. The deviation grows with the time and falls by the games; the value follows the surplus. */
  const double grown = squared + periods * after.volatility * after.volatility;
  const double fallen = 1 / (1 / grown + information);
  after.deviation = sqrt(fallen);
  after.value = before->value + fallen * surplus;
  return after;
}
