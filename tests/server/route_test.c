/* Finding the route of a method and a path; the files of the page, in an encoding that the client accepts. */
#include "server/route.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cmocka_base.h"

static void expect(const char *method, const char *path, enum answer_code code, enum route route, const char *table) {
  struct route_match match;
  assert_int_equal(route_find(method, path, &match), code);
  if (code != ANSWER_WRONG_METHOD) assert_null(match.allow);
  if (code == ANSWER_NO_SUCH_PATH) return;
  assert_int_equal(match.route, route);
  assert_true(span_is(match.table, table));
}

TEST(every_route_is_found) {
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

TEST(each_has_its_cost_and_its_type) {
  assert_int_equal(route_rows[ROUTE_CREATE].cost, 20);
  assert_int_equal(route_rows[ROUTE_RECOVER].cost, 5);
  assert_int_equal(route_rows[ROUTE_LOG].cost, 2);
  assert_int_equal(route_rows[ROUTE_PAGE].cost, 1);
  assert_string_equal(route_rows[ROUTE_RECORD].type, "text/plain; charset=utf-8");
  assert_string_equal(route_rows[ROUTE_METRICS].type, "text/plain; version=0.0.4; charset=utf-8");
  assert_string_equal(route_rows[ROUTE_LIST].type, "application/json");
}

TEST(others_are_refused) {
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

TEST(wrong_methods_are_told_the_right_ones) {
  struct route_match match;
  assert_int_equal(route_find("PUT", "/api/v1/tables", &match), ANSWER_WRONG_METHOD);
  assert_string_equal(match.allow, "GET, HEAD, POST");
  assert_int_equal(route_find("GET", "/api/v1/tables/abc/actions", &match), ANSWER_WRONG_METHOD);
  assert_string_equal(match.allow, "POST");
  assert_int_equal(route_find("POST", "/index.html", &match), ANSWER_WRONG_METHOD);
  assert_string_equal(match.allow, "GET, HEAD");
}

TEST(files_are_found_by_their_path) {
  assert_non_null(asset_find("/"));
  assert_ptr_equal(asset_find("/"), asset_find("/index.html"));
  assert_string_equal(asset_find("/")->type, "text/html; charset=utf-8");
  assert_false(asset_find("/")->immutable);
  assert_string_equal(asset_find("/api/v1/openapi.json")->type, "application/json");
  assert_null(asset_find("/nothing"));
  assert_null(asset_find("index.html"));
  assert_null(asset_find("/../index.html"));
  assert_null(asset_find(""));
}

TEST(all_files_are_in_order) {
  for (size_t i = 1; i < asset_count; i++) assert_true(strcmp(assets[i - 1].path, assets[i].path) < 0);
  for (size_t i = 0; i < asset_count; i++) assert_ptr_equal(asset_find(assets[i].path), &assets[i]);
}

TEST(the_client_says_what_it_takes) {
  const unsigned char byte = 0;
  const struct asset all = {.codings = {{&byte, 3}, {&byte, 2}, {&byte, 1}}}, plain = {.codings = {{&byte, 3}}};
  assert_int_equal(asset_choose(&all, NULL), ASSET_PLAIN);
  assert_int_equal(asset_choose(&all, ""), ASSET_PLAIN);
  assert_int_equal(asset_choose(&all, "gzip, deflate, br"), ASSET_BROTLI);
  assert_int_equal(asset_choose(&all, "gzip;q=1.0, br;q=0"), ASSET_GZIP);
  assert_int_equal(asset_choose(&all, "gzip ; q=0.000, identity"), ASSET_PLAIN);
  assert_int_equal(asset_choose(&all, "brx, xgzip"), ASSET_PLAIN);
  assert_int_equal(asset_choose(&plain, "gzip, br"), ASSET_PLAIN);
}

RUN_TESTS(NULL, NULL)
