/* Glicko-2 against the example that Glickman works out in his paper. */
#include "cli/cmocka_base.h"
#include "rating/glicko.h"

#include <math.h>

#define ROWS(table) (sizeof(table) / sizeof *(table))

static struct glicko points(double value, double deviation, double volatility) {
  return (struct glicko){(value - 1500) / GLICKO_UNIT, deviation / GLICKO_UNIT, volatility};
}

static void near_to(double found, double expected, double tolerance) {
  if (!(fabs(found - expected) <= tolerance)) fail_msg("%.9f instead of %.9f", found, expected);
}

/* "Example of the Glicko-2 system", 2013: a player of 1500 beats 1400, loses to 1550 and to 1700. */
TEST(the_example_of_the_paper) {
  const struct glicko player = points(1500, 200, 0.06);
  const struct glicko opponents[] = {points(1400, 30, 0.06), points(1550, 100, 0.06), points(1700, 300, 0.06)};
  const double scores[] = {1, 0, 0}, weights[] = {0.9955, 0.9531, 0.7242}, expected[] = {0.639, 0.432, 0.303};
  for (size_t i = 0; i < ROWS(opponents); i++) {
    near_to(glicko_weight(opponents[i].deviation), weights[i], 5e-5);
    near_to(glicko_expected(player.value, &opponents[i]), expected[i], 6e-4); /* the paper gives 0.303 for 0.30284 */
  }
  const struct glicko after = glicko_after(&player, opponents, scores, 3, 1);
  near_to(after.volatility, 0.05999, 1e-5);
  near_to(after.deviation, 0.8722, 5e-5);
  near_to(after.value, -0.2069, 5e-5);
  near_to(after.value * GLICKO_UNIT + 1500, 1464.06, 0.011); /* computed there from rounded numbers */
  near_to(after.deviation * GLICKO_UNIT, 151.52, 0.005);
}

/* Whoever surprises gets a higher volatility, and the search for it begins on the other side. */
TEST(surprises_raise_the_volatility) {
  const struct glicko sure = points(1500, 50, 0.06), far = points(2300, 50, 0.06);
  const double won = 1, lost = 0;
  assert_true(glicko_after(&sure, &far, &won, 1, 1).volatility > 0.06);
  assert_true(glicko_after(&sure, &far, &lost, 1, 1).volatility < 0.06);
}

RUN_TESTS(NULL, NULL)
