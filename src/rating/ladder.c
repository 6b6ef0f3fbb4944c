/* The order of a ladder. */
#include <stdlib.h>

#include "rating/rating.h"

static int compare(const void *one, const void *other) {
  const struct ladder_row *a = one, *b = other;
  const bool a_last = rating_provisional(&a->rating), b_last = rating_provisional(&b->rating);
  if (a_last != b_last) return a_last ? 1 : -1;
  if (a->rating.value != b->rating.value) return a->rating.value > b->rating.value ? -1 : 1;
  return (a->player > b->player) - (a->player < b->player);
}

void ladder_order(struct ladder_row *rows, size_t count) {
  if (count > 1) qsort(rows, count, sizeof *rows, compare);
  for (size_t i = 0; i < count; i++) {
    const bool shared = i > 0 && rows[i].rating.value == rows[i - 1].rating.value;
    rows[i].rank = rating_provisional(&rows[i].rating) ? 0 : shared ? rows[i - 1].rank : (int)i + 1;
  }
}
