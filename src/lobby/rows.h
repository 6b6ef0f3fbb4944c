/* What a file of the lobby keeps of some of the tables: rows, each found by the slot that it is about. */
#ifndef LOBBY_ROWS_H
#define LOBBY_ROWS_H

#include <stddef.h>

struct slot;

/* Rows of one size, more than 0, each a struct that begins with `struct slot *`. `tree` is NULL when there are none;
 * each row that was added is removed by rows_remove(). A row stays where it is in memory. */
struct rows {
  size_t size; /* of a row, in bytes */
  void *tree;
};

/* The row of a slot; NULL: it has none. */
void *rows_find(const struct rows *rows, const struct slot *slot);
/* The row of a slot, which is added if it has none; all but the slot is zero in it then. */
void *rows_add(struct rows *rows, struct slot *slot);
/* Removes the row of a slot, if it has one. */
void rows_remove(struct rows *rows, const struct slot *slot);

#endif
