/* Compares doubles; cmocka's own check compares floats. */
#ifndef TESTS_ARENA_NEAR_H
#define TESTS_ARENA_NEAR_H

#include <math.h>

#define assert_near(value, expected, off) assert_true(fabs((double)(value) - (double)(expected)) <= (double)(off))

#endif
