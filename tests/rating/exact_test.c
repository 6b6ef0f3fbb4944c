/* The exponential and the logarithm against those of the C library. */
#include "cli/cmocka_base.h"
#include "rating/exact.h"

#include <math.h>

TEST(they_are_right_to_fifteen_digits) {
  for (double x = -60; x < 60; x += 0.00371) {
    if (!(fabs(exact_exp(x) / exp(x) - 1) < 1e-15)) fail_msg("e to the power of %.17g: %.17g", x, exact_exp(x));
    const double at = exp(x);
    if (!(fabs(exact_log(at) - log(at)) < 1e-15 * fmax(1, fabs(log(at)))))
      fail_msg("log %.17g: %.17g", at, exact_log(at));
  }
  assert_true(exact_exp(0) == 1 && exact_log(1) == 0);
}

TEST(far_numbers_are_limited) {
  assert_true(exact_exp(1e6) == exact_exp(700) && isfinite(exact_exp(700)));
  assert_true(exact_exp(-1e6) == exact_exp(-700) && exact_exp(-700) > 0);
}

RUN_TESTS(NULL, NULL)
