/* The project's own exponential and logarithm, and their tables, against those of the C library. */
#include "cli/cmocka_base.h"

#include <math.h>

#include "players/exponential.h"
#include "players/whole.h"

TEST(test_exponential) {
  for (float x = -79.0f; x < 79.0f; x += 0.0137f) {
    const double exact = exp((double)x);
    assert_true(fabs((double)exponential(x) - exact) < 1e-5 * exact);
  }
  assert_true(exponential(0.0f) == 1.0f);
  assert_true(exponential(1e9f) == exponential(80.0f) && exponential(-1e9f) == exponential(-80.0f));
}

TEST(test_logarithm) {
  for (float x = 1e-30f; x < 1e30f; x *= 1.0037f) {
    const double exact = log((double)x);
    assert_true(fabs((double)logarithm(x) - exact) < 1e-6 * (1.0 + fabs(exact)));
  }
  assert_true(logarithm(1.0f) == 0.0f);
}

TEST(test_tables) {
  struct whole_tables tables;
  whole_tables_fill(&tables);
  for (int32_t odds = -20 * WHOLE_LOG; odds < 20 * WHOLE_LOG; odds += 7) {
    const double exact = -log1p(exp(-(double)odds / WHOLE_LOG)) * WHOLE_LOG;
    assert_true(fabs(whole_logarithm(&tables, odds) - exact) < 2.0);
  }
  for (int32_t logarithm = 0; logarithm > -20 * WHOLE_LOG; logarithm -= 7) {
    const double exact = exp((double)logarithm / WHOLE_LOG) * WHOLE_SURE;
    assert_true(fabs(whole_exponential(&tables, logarithm) - exact) < 10.0);
  }
  assert_int_equal(whole_exponential(&tables, whole_logarithm(&tables, INT32_MAX)), WHOLE_SURE);
  assert_int_equal(whole_exponential(&tables, whole_logarithm(&tables, -INT32_MAX)), 0);
}

TEST(test_whole_numbers) {
  assert_int_equal(whole_of(1.5f, WHOLE_POINT), 384);
  assert_int_equal(whole_of(-1.5f, WHOLE_POINT), -384);
  assert_int_equal(whole_part(-1000, WHOLE_SURE), -1000);
  assert_int_equal(whole_part(1001, WHOLE_SURE / 2), 500);
  assert_int_equal(whole_part(-1001, WHOLE_SURE / 2), -501);
}

RUN_TESTS(NULL, NULL)
