/* Buckets of requests, and what is held. */
#include "lobby/limiter.h"

#include "cli/cmocka_base.h"

enum { RATE = 10, BURST = 100 };

TEST(a_bucket_empties_and_fills) {
  struct limiter *limiter = limiter_open(RATE, BURST);
  const struct limiter_who key = {.own = limiter_key(limiter, "anna", 4)};
  for (int i = 0; i < BURST; i++) assert_int_equal(limiter_take(limiter, key, 1, 1000), 0);
  const uint32_t wait = limiter_take(limiter, key, 1, 1000);
  assert_in_range(wait, 100, 101);
  assert_int_equal(limiter_take(limiter, key, 1, 1000 + wait), 0);
  assert_true(limiter_take(limiter, key, 20, 1000 + wait) >= 1900);
  assert_int_equal(limiter_take(limiter, key, BURST, 20000), 0);
  limiter_close(limiter);
}

TEST(everybody_has_a_bucket_of_his_own) {
  struct limiter *limiter = limiter_open(RATE, BURST);
  for (uint32_t i = 0; i < 50000; i++) {
    const struct limiter_who key = {.own = limiter_key(limiter, &i, sizeof i)};
    assert_int_equal(limiter_take(limiter, key, BURST, 0), 0);
    assert_true(limiter_take(limiter, key, 1, 0) > 0);
  }
  limiter_sweep(limiter, 5000);
  const uint32_t first = 0;
  const struct limiter_who key = {.own = limiter_key(limiter, &first, sizeof first)};
  assert_int_equal(limiter_take(limiter, key, BURST / 2, 5000), 0);
  assert_true(limiter_take(limiter, key, 1, 5000) > 0);
  limiter_close(limiter);
}

/* What was done is paid for afterwards, also by the network. */
TEST(what_was_done_is_charged) {
  struct limiter *limiter = limiter_open(RATE, BURST);
  const struct limiter_who anna = {.own = 1, .network = 9}, ben = {.own = 2, .network = 9}, cara = {.own = 3};
  limiter_charge(limiter, anna, BURST + 50, 1000);
  assert_in_range(limiter_take(limiter, anna, 1, 1000), 5100, 5101);
  assert_int_equal(limiter_take(limiter, ben, 1, 1000), 0);
  limiter_charge(limiter, anna, 4 * BURST, 1000);
  assert_true(limiter_take(limiter, ben, 1, 1000) > 0);
  assert_int_equal(limiter_take(limiter, cara, BURST, 1000), 0);
  limiter_close(limiter);
}

TEST(no_rate_is_no_limit) {
  struct limiter *limiter = limiter_open(0, 0);
  limiter_charge(limiter, (struct limiter_who){.own = 1}, 1000, 0);
  for (int i = 0; i < 100000; i++) assert_int_equal(limiter_take(limiter, (struct limiter_who){.own = 1}, 100, 0), 0);
  limiter_close(limiter);
}

TEST(what_is_open_is_counted) {
  struct limiter *limiter = limiter_open(RATE, BURST);
  const struct limiter_who anna = {.own = limiter_key(limiter, "anna", 4)},
                           ben = {.own = limiter_key(limiter, "ben", 3)};
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

/* Addresses of one network take and hold four times as much as one of them, in whatever order; others are not touched
 * by it, and what was refused was not taken. */
TEST(a_network_has_four_shares) {
  struct limiter *limiter = limiter_open(RATE, BURST);
  const struct limiter_who other = {.own = 1000, .network = 1001};
  for (uint64_t own = 1; own <= 4; own++) {
    const struct limiter_who who = {.own = own, .network = 99};
    assert_int_equal(limiter_take(limiter, who, BURST, 0), 0);
    for (int i = 0; i < 3; i++) assert_true(limiter_hold(limiter, who, LIMITER_STREAMS, 3));
    assert_false(limiter_hold(limiter, who, LIMITER_STREAMS, 3));
  }
  const struct limiter_who fifth = {.own = 5, .network = 99}, first = {.own = 1, .network = 99};
  const uint32_t wait = limiter_take(limiter, fifth, 20, 0);
  assert_in_range(wait, 500, 501); /* the network has forty more in a second */
  assert_int_equal(limiter_take(limiter, fifth, 20, wait), 0);
  assert_true(limiter_take(limiter, first, 20, 2 * wait) > 0); /* its own bucket is empty still */
  assert_int_equal(limiter_take(limiter, fifth, 20, 2 * wait), 0);
  assert_false(limiter_hold(limiter, fifth, LIMITER_STREAMS, 3));
  limiter_release(limiter, first, LIMITER_STREAMS);
  assert_true(limiter_hold(limiter, fifth, LIMITER_STREAMS, 3));
  assert_false(limiter_hold(limiter, first, LIMITER_STREAMS, 3));
  assert_int_equal(limiter_take(limiter, other, BURST, 0), 0);
  assert_true(limiter_hold(limiter, other, LIMITER_STREAMS, 3));
  limiter_close(limiter);
}

RUN_TESTS(NULL, NULL)
