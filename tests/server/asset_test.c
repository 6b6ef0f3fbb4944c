/* The page's files: found by their path, in the coding that the client takes. */
#include "server/asset.h"

#include <string.h>

#include "cli/cmocka_base.h"

static void files_are_found_by_their_path(void **state) {
  (void)state;
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

static void all_files_are_in_order(void **state) {
  (void)state;
  for (size_t i = 1; i < asset_count; i++) assert_true(strcmp(assets[i - 1].path, assets[i].path) < 0);
  for (size_t i = 0; i < asset_count; i++) assert_ptr_equal(asset_find(assets[i].path), &assets[i]);
}

static void the_client_says_what_it_takes(void **state) {
  const unsigned char byte = 0;
  const struct asset all = {.codings = {{&byte, 3}, {&byte, 2}, {&byte, 1}}}, plain = {.codings = {{&byte, 3}}};
  (void)state;
  assert_int_equal(asset_choose(&all, NULL), ASSET_PLAIN);
  assert_int_equal(asset_choose(&all, ""), ASSET_PLAIN);
  assert_int_equal(asset_choose(&all, "gzip, deflate, br"), ASSET_BROTLI);
  assert_int_equal(asset_choose(&all, "gzip;q=1.0, br;q=0"), ASSET_GZIP);
  assert_int_equal(asset_choose(&all, "gzip ; q=0.000, identity"), ASSET_PLAIN);
  assert_int_equal(asset_choose(&all, "brx, xgzip"), ASSET_PLAIN);
  assert_int_equal(asset_choose(&plain, "gzip, br"), ASSET_PLAIN);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_are_found_by_their_path),
      cmocka_unit_test(all_files_are_in_order),
      cmocka_unit_test(the_client_says_what_it_takes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
