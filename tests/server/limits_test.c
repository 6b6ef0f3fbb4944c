/* The client of a request, and the limits of a body. */
#define _POSIX_C_SOURCE 200809L
#include "server/limits.h"

#include <arpa/inet.h>
#include <string.h>

#include "cli/cmocka_base.h"

static struct address peer(const char *text) {
  struct sockaddr_in6 six = {.sin6_family = AF_INET6};
  struct sockaddr_in four = {.sin_family = AF_INET};
  if (inet_pton(AF_INET, text, &four.sin_addr) == 1) return address_of((const struct sockaddr *)(const void *)&four);
  assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
  return address_of((const struct sockaddr *)(const void *)&six);
}

static bool same(struct address a, struct address b) { return memcmp(a.bytes, b.bytes, sizeof a.bytes) == 0; }

TEST(addresses_are_told_apart) {
  assert_false(same(peer("10.0.0.1"), peer("10.0.0.2")));
  assert_true(same(peer("10.0.0.1"), peer("::ffff:10.0.0.1")));
  assert_true(same(peer("2001:db8:1:2::1"), peer("2001:db8:1:2:ffff::2")));
  assert_false(same(peer("2001:db8:1:2::1"), peer("2001:db8:1:3::1")));
  assert_int_equal(address_network(peer("2001:db8:1:2::1")), 6);
  assert_int_equal(address_network(peer("10.0.0.1")), 0);
}

TEST(only_the_proxys_own_word_counts) {
  const struct address proxy = peer("127.0.0.1");
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

TEST(bodies_have_limits) {
  assert_true(body_is_good("{\"a\":[[[[[[[1]]]]]]]}"));
  assert_false(body_is_good("{\"a\":[[[[[[[[1]]]]]]]]}"));
  assert_true(body_is_good("\"[[[[[[[[[[[[\\\"[[[[[[[[[[[[\""));
  assert_false(body_is_good("\"\\\\\"[[[[[[[[["));
  assert_false(body_is_good("\"\xc3\""));
}

RUN_TESTS(NULL, NULL)
