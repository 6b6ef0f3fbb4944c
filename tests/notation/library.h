/* The tile sets that the tests of a program share: a group's set-up and tear-down. */
#ifndef TESTS_NOTATION_LIBRARY_H
#define TESTS_NOTATION_LIBRARY_H

#include "cli/cmocka_base.h"

#include "notation/tile_set.h"

static struct set_library *library;

static inline int open_library(void **state) {
  (void)state;
  library = set_library_open();
  return 0;
}

static inline int close_library(void **state) {
  (void)state;
  set_library_close(library);
  return 0;
}

#endif
