/* Which request a method and a path mean, and the limits of a body. */
#include "server/route.h"

#include <stdlib.h>

#include "cli/cmocka_base.h"
#include "server/body.h"

static void expect(const char *method, const char *path, enum answer_code code, enum route route, const char *table) {
  struct route_match match;
  assert_int_equal(route_find(method, path, &match), code);
  if (code == ANSWER_NO_SUCH_PATH) return;
  assert_int_equal(match.route, route);
  assert_true(span_is(match.table, table));
}

static void every_route_is_found(void **state) {
  (void)state;
  expect("GET", "/api/v1/info", ANSWER_OK, ROUTE_INFO, "");
  expect("HEAD", "/api/v1/info", ANSWER_OK, ROUTE_INFO, "");
  expect("GET", "/api/v1/tables", ANSWER_OK, ROUTE_LIST, "");
  expect("POST", "/api/v1/tables", ANSWER_OK, ROUTE_CREATE, "");
  expect("GET", "/api/v1/tables/abc", ANSWER_OK, ROUTE_LOG, "abc");
  expect("GET", "/api/v1/tables/abc/state", ANSWER_OK, ROUTE_STATE, "abc");
  expect("GET", "/api/v1/tables/abc/events", ANSWER_OK, ROUTE_EVENTS, "abc");
  expect("POST", "/api/v1/tables/abc/actions", ANSWER_OK, ROUTE_ACT, "abc");
  expect("GET", "/", ANSWER_OK, ROUTE_PAGE, "");
  expect("GET", "/assets/x.js", ANSWER_OK, ROUTE_PAGE, "");
}

static void each_has_its_cost_and_its_type(void **state) {
  (void)state;
  assert_int_equal(route_cost(ROUTE_CREATE), 20);
  assert_int_equal(route_cost(ROUTE_RECOVER), 5);
  assert_int_equal(route_cost(ROUTE_LOG), 2);
  assert_int_equal(route_cost(ROUTE_PAGE), 1);
  assert_string_equal(route_type(ROUTE_RECORD), "text/plain; charset=utf-8");
  assert_string_equal(route_type(ROUTE_METRICS), "text/plain; version=0.0.4; charset=utf-8");
  assert_string_equal(route_type(ROUTE_LIST), "application/json");
}

static void others_are_refused(void **state) {
  (void)state;
  static const char *const paths[] = {"/api",
                                      "/api/",
                                      "/api/v1/tables/",
                                      "/api/v1/tables//events",
                                      "/api/v1/tables/a/b",
                                      "/api/v1/tables/a/events/",
                                      "/api/v1/tables/123456789012345678901234567890123"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) expect("GET", paths[i], ANSWER_NO_SUCH_PATH, 0, "");
  expect("GET", "", ANSWER_OK, ROUTE_PAGE, "");
}

static void wrong_methods_are_told_the_right_ones(void **state) {
  struct route_match match;
  (void)state;
  assert_int_equal(route_find("PUT", "/api/v1/tables", &match), ANSWER_WRONG_METHOD);
  assert_string_equal(match.allow, "GET, HEAD, POST");
  assert_int_equal(route_find("GET", "/api/v1/tables/abc/actions", &match), ANSWER_WRONG_METHOD);
  assert_string_equal(match.allow, "POST");
  assert_int_equal(route_find("POST", "/index.html", &match), ANSWER_WRONG_METHOD);
  assert_string_equal(match.allow, "GET, HEAD");
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
      cmocka_unit_test(every_route_is_found), cmocka_unit_test(each_has_its_cost_and_its_type),
      cmocka_unit_test(others_are_refused),   cmocka_unit_test(wrong_methods_are_told_the_right_ones),
      cmocka_unit_test(bodies_have_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
