/* The project's own exponential and logarithm against those of the C library. */
#include "cli/cmocka_base.h"

#include <math.h>

#include "players/exponential.h"

static void test_exponential(void **state) {
  (void)state;
  for (float x = -79.0f; x < 79.0f; x += 0.0137f) {
    const double exact = exp((double)x);
    assert_true(fabs((double)exponential(x) - exact) < 1e-5 * exact);
  }
  assert_true(exponential(0.0f) == 1.0f);
  assert_true(exponential(1e9f) == exponential(80.0f) && exponential(-1e9f) == exponential(-80.0f));
}

static void test_logarithm(void **state) {
  (void)state;
  for (float x = 1e-30f; x < 1e30f; x *= 1.0037f) {
    const double exact = log((double)x);
    assert_true(fabs((double)logarithm(x) - exact) < 1e-6 * (1.0 + fabs(exact)));
  }
  assert_true(logarithm(1.0f) == 0.0f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_exponential), cmocka_unit_test(test_logarithm)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
