/* The log of a table as the database has it, which is read into the table a piece at a time. */
#ifndef LOBBY_LOGS_H
#define LOBBY_LOGS_H

#include "store/store.h"
#include "table/table.h"

/* What came of reading a log: all of it was read, there is more to read, or the database does not give it. */
enum log_read { LOG_WHOLE, LOG_MORE, LOG_UNREADABLE };

/*
 * Reads on in the log of the table of this number, behind the last entry of `table`, for about `*units` of work, more
 * than 0. An entry is one unit, and so is each word of a game that is played anew after a take-back. Takes the units of
 * what was read off `*units`; the last entry may bring it below 0. `*fault` with LOG_UNREADABLE; its code is
 * STORE_DAMAGED if what is stored cannot be true.
 */
enum log_read logs_read(struct store *store, int64_t number, struct table *table, int *units, struct fault *fault);
/* Adds the next entry to a table. False with `*fault`: it cannot be the next one. */
bool logs_add(struct table *table, const struct store_entry *entry, struct fault *fault);

/* What is stored of the state of a table. */
enum store_state logs_state(const struct table *table);

#endif
