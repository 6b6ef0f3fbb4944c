/* Buckets of requests, whose they are, and the limits of a body. */
#define _POSIX_C_SOURCE 200809L
#include "server/limits.h"

#include <arpa/inet.h>
#include <string.h>

#include "cli/cmocka_base.h"

enum { RATE = 10, BURST = 100 };

static void a_bucket_empties_and_fills(void **state) {
  struct limiter *limiter = limiter_open(RATE);
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
  struct limiter *limiter = limiter_open(RATE);
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
  struct limiter *limiter = limiter_open(0);
  (void)state;
  for (int i = 0; i < 100000; i++) assert_int_equal(limiter_take(limiter, 1, 100, 0), 0);
  limiter_close(limiter);
}

static void what_is_open_is_counted(void **state) {
  struct limiter *limiter = limiter_open(RATE);
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

static struct address peer(const char *text) {
  struct sockaddr_in6 six = {.sin6_family = AF_INET6};
  struct sockaddr_in four = {.sin_family = AF_INET};
  if (inet_pton(AF_INET, text, &four.sin_addr) == 1) return address_of((const struct sockaddr *)(const void *)&four);
  assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
  return address_of((const struct sockaddr *)(const void *)&six);
}

static bool same(struct address a, struct address b) { return memcmp(a.bytes, b.bytes, sizeof a.bytes) == 0; }

static void addresses_are_told_apart(void **state) {
  (void)state;
  assert_false(same(peer("10.0.0.1"), peer("10.0.0.2")));
  assert_true(same(peer("10.0.0.1"), peer("::ffff:10.0.0.1")));
  assert_true(same(peer("2001:db8:1:2::1"), peer("2001:db8:1:2:ffff::2")));
  assert_false(same(peer("2001:db8:1:2::1"), peer("2001:db8:1:3::1")));
}

static void only_the_proxys_own_word_counts(void **state) {
  const struct address proxy = peer("127.0.0.1");
  (void)state;
  assert_true(same(address_forwarded("1.2.3.4", proxy), peer("1.2.3.4")));
  assert_true(same(address_forwarded("9.9.9.9, 8.8.8.8,  1.2.3.4 ", proxy), peer("1.2.3.4")));
  assert_true(same(address_forwarded("1.2.3.4, 2001:db8:1:2::7", proxy), peer("2001:db8:1:2::1")));
  assert_true(same(address_forwarded("1.2.3.4, unknown", proxy), proxy));
  assert_true(same(address_forwarded("", proxy), proxy));
  assert_true(same(address_forwarded("1.2.3.4, 99999999999999999999999999999999999999999999999999", proxy), proxy));
}

static bool body_is_good(const char *body) {
  struct fault fault;
  return body_check(span_of(body), &fault);
}

static void bodies_have_limits(void **state) {
  (void)state;
  assert_true(body_is_good("{\"a\":[[[[[[[1]]]]]]]}"));
  assert_false(body_is_good("{\"a\":[[[[[[[[1]]]]]]]]}"));
  assert_true(body_is_good("\"[[[[[[[[[[[[\\\"[[[[[[[[[[[[\""));
  assert_false(body_is_good("\"\\\\\"[[[[[[[[["));
  assert_false(body_is_good("\"\xc3\""));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_bucket_empties_and_fills), cmocka_unit_test(everybody_has_a_bucket_of_his_own),
      cmocka_unit_test(no_rate_is_no_limit),        cmocka_unit_test(what_is_open_is_counted),
      cmocka_unit_test(addresses_are_told_apart),   cmocka_unit_test(only_the_proxys_own_word_counts),
      cmocka_unit_test(bodies_have_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
