#include "lobby/rows.h"

#include <search.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/guard.h"

/* What every row begins with. */
struct row {
  const struct slot *slot;
};

static int compare_rows(const void *one, const void *other) {
  const uintptr_t a = (uintptr_t)((const struct row *)one)->slot, b = (uintptr_t)((const struct row *)other)->slot;
  return (a > b) - (a < b);
}

void *rows_find(const struct rows *rows, const struct slot *slot) {
  const struct row key = {slot};
  void *const *found = tfind(&key, &rows->tree, compare_rows);
  return found == NULL ? NULL : *found;
}

void *rows_add(struct rows *rows, struct slot *slot, size_t size) {
  struct row *row = rows_find(rows, slot);
  if (row != NULL) return row;
  row = memory_zeroed(size);
  row->slot = slot;
  if (tsearch(row, &rows->tree, compare_rows) == NULL) memory_short();
  return row;
}

void rows_remove(struct rows *rows, const struct slot *slot) {
  struct row *row = rows_find(rows, slot);
  if (row == NULL) return;
  tdelete(row, &rows->tree, compare_rows);
  free(row);
}
