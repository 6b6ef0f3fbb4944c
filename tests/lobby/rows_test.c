/* Rows that are found by their slots. */
#include "cli/cmocka_base.h"
#include "lobby/rows.h"
#include "lobby/slots.h"

enum { MANY = 1000 };

struct numbered {
  struct slot *slot;
  int number;
};

TEST(a_row_is_found_by_its_slot_until_it_is_removed) {
  static struct slot slots[MANY];
  struct rows rows = {0};
  assert_null(rows_find(&rows, &slots[0]));
  for (int i = 0; i < MANY; i++) {
    struct numbered *row = rows_add(&rows, &slots[i], sizeof *row);
    assert_ptr_equal(row->slot, &slots[i]);
    assert_int_equal(row->number, 0);
    row->number = i + 1;
  }
  for (int i = 0; i < MANY; i += 2) rows_remove(&rows, &slots[i]);
  for (int i = 0; i < MANY; i++) {
    const struct numbered *row = rows_find(&rows, &slots[i]);
    if (i % 2 == 0)
      assert_null(row);
    else
      assert_int_equal(row->number, i + 1);
  }

  /* A row that is there is not added again; one that is not there cannot be removed. */
  const struct numbered *row = rows_add(&rows, &slots[1], sizeof *row);
  assert_int_equal(row->number, 2);
  for (int i = 0; i < MANY; i++) rows_remove(&rows, &slots[i]);
  assert_null(rows.tree);
}

RUN_TESTS(NULL, NULL)
