/*
 * Tests of a program, over cmocka: TEST(name) { ... } is one of them, TEST_WITH(name, set_up, tear_down) { ... } one
 * with a state of its own, and RUN_TESTS(set_up, tear_down), or run_all_tests(), at the end of the file runs all in
 * their order.
 */
#ifndef TESTS_CLI_CMOCKA_BASE_H
#define TESTS_CLI_CMOCKA_BASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TESTS_MOST = 128 };

static __attribute__((unused)) struct CMUnitTest known_tests[TESTS_MOST];
static __attribute__((unused)) size_t known_test_count;

static inline void add_test(struct CMUnitTest test) {
  if (known_test_count == TESTS_MOST) abort();
  known_tests[known_test_count++] = test;
}

/* The test is added before main() begins. */
#define TEST_WITH(name, set_up, tear_down)                                                                             \
  static void name(void **state);                                                                                      \
  static __attribute__((constructor)) void add_##name(void) {                                                          \
    add_test((struct CMUnitTest){#name, name, set_up, tear_down, NULL});                                               \
  }                                                                                                                    \
  static void name(__attribute__((unused)) void **state)
#define TEST(name) TEST_WITH(name, NULL, NULL)

/* False while a test of TEST_OF() runs, and after it has failed: what it keeps in its own variables is gone then. */
__attribute__((weak)) bool test_has_ended = true;

/* The same for a test that is called with its state, a `type *`, as `argument`. */
#define TEST_OF(name, type, argument, set_up, tear_down)                                                               \
  static void name(type *argument);                                                                                    \
  static void name##_with(void **state) {                                                                              \
    test_has_ended = false;                                                                                            \
    name(*state);                                                                                                      \
    test_has_ended = true;                                                                                             \
  }                                                                                                                    \
  static __attribute__((constructor)) void add_##name(void) {                                                          \
    add_test((struct CMUnitTest){#name, name##_with, set_up, tear_down, NULL});                                        \
  }                                                                                                                    \
  static void name(type *argument)

/* Gives how many tests have failed. */
static inline int run_all_tests(CMFixtureFunction set_up, CMFixtureFunction tear_down) {
  return _cmocka_run_group_tests("tests", known_tests, known_test_count, set_up, tear_down);
}

#define RUN_TESTS(set_up, tear_down)                                                                                   \
  int main(void) { return run_all_tests(set_up, tear_down); }

#endif
