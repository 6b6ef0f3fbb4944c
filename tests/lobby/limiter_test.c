/* Buckets of requests, and what is held. */
#include "lobby/limiter.h"

#include "cli/cmocka_base.h"

enum { RATE = 10, BURST = 100 };

static void a_bucket_empties_and_fills(void **state) {
  struct limiter *limiter = limiter_open(RATE, BURST);
  const uint64_t key = limiter_key(limiter, "anna", 4);
  (void)state;
  for (int i = 0; i < BURST; i++) assert_int_equal(limiter_take(limiter, key, 1, 1000), 0);
  const uint32_t wait = limiter_take(limiter, key, 1, 1000);
  assert_in_range(wait, 100, 101);
  assert_int_equal(limiter_take(limiter, key, 1, 1000 + wait), 0);
  assert_true(limiter_take(limiter, key, 20, 1000 + wait) >= 1900);
  assert_int_equal(limiter_take(limiter, key, BURST, 20000), 0);
  limiter_close(limiter);
}

static void everybody_has_a_bucket_of_his_own(void **state) {
  struct limiter *limiter = limiter_open(RATE, BURST);
  (void)state;
  for (uint32_t i = 0; i < 50000; i++) {
    const uint64_t key = limiter_key(limiter, &i, sizeof i);
    assert_int_equal(limiter_take(limiter, key, BURST, 0), 0);
    assert_true(limiter_take(limiter, key, 1, 0) > 0);
  }
  limiter_sweep(limiter, 5000);
  const uint32_t first = 0;
  assert_int_equal(limiter_take(limiter, limiter_key(limiter, &first, sizeof first), BURST / 2, 5000), 0);
  assert_true(limiter_take(limiter, limiter_key(limiter, &first, sizeof first), 1, 5000) > 0);
  limiter_close(limiter);
}

static void no_rate_is_no_limit(void **state) {
  struct limiter *limiter = limiter_open(0, 0);
  (void)state;
  for (int i = 0; i < 100000; i++) assert_int_equal(limiter_take(limiter, 1, 100, 0), 0);
  limiter_close(limiter);
}

static void what_is_open_is_counted(void **state) {
  struct limiter *limiter = limiter_open(RATE, BURST);
  const uint64_t anna = limiter_key(limiter, "anna", 4), ben = limiter_key(limiter, "ben", 3);
  (void)state;
  assert_true(limiter_hold(limiter, anna, LIMITER_STREAMS, 2) && limiter_hold(limiter, anna, LIMITER_STREAMS, 2));
  assert_false(limiter_hold(limiter, anna, LIMITER_STREAMS, 2));
  assert_true(limiter_hold(limiter, ben, LIMITER_STREAMS, 2));
  assert_true(limiter_hold(limiter, anna, LIMITER_CONNECTIONS, 1));
  assert_false(limiter_hold(limiter, anna, LIMITER_CONNECTIONS, 1));
  limiter_release(limiter, anna, LIMITER_CONNECTIONS);
  limiter_sweep(limiter, 1000000);
  assert_false(limiter_hold(limiter, anna, LIMITER_STREAMS, 2));
  limiter_release(limiter, anna, LIMITER_STREAMS);
  assert_true(limiter_hold(limiter, anna, LIMITER_STREAMS, 2));
  assert_true(limiter_hold(limiter, anna, LIMITER_STREAMS, 0));
  limiter_close(limiter);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_bucket_empties_and_fills),
      cmocka_unit_test(everybody_has_a_bucket_of_his_own),
      cmocka_unit_test(no_rate_is_no_limit),
      cmocka_unit_test(what_is_open_is_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
