/* What a file of the lobby keeps of some of the tables: rows, each found by the slot that it is about. */
#ifndef LOBBY_ROWS_H
#define LOBBY_ROWS_H

#include <stddef.h>

struct slot;

/* Rows of one kind of struct, which begins with `struct slot *`. All zero has none. Each row that was added is removed
 * by rows_remove(), and stays where it is in memory until then. */
struct rows {
  void *tree;
};

/* The row of a slot; NULL: it has none. */
void *rows_find(const struct rows *rows, const struct slot *slot);
/* The row of a slot. If it has none, one of `size` bytes is added, in which all but the slot is zero. */
void *rows_add(struct rows *rows, struct slot *slot, size_t size);
/* Removes the row of a slot, if it has one. */
void rows_remove(struct rows *rows, const struct slot *slot);

#endif
