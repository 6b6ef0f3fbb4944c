/* The tile sets that the tests of a program share: a group's set-up and tear-down. */
#ifndef TESTS_NOTATION_SHELF_H
#define TESTS_NOTATION_SHELF_H

#include "cli/cmocka_base.h"

#include "notation/tile_set.h"

static struct tile_shelf *shelf;

static inline int open_shelf(void **state) {
  (void)state;
  shelf = tile_shelf_open();
  return 0;
}

static inline int close_shelf(void **state) {
  (void)state;
  tile_shelf_close(shelf);
  return 0;
}

#endif
