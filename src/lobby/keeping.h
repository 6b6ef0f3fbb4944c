/* Finished tables that are kept no longer: found by their age, written to the archive if there is one, and removed. */
#ifndef LOBBY_KEEPING_H
#define LOBBY_KEEPING_H

#include "lobby/loading.h"

struct kept_tables;

/* When tables are looked for, and how many. */
enum {
  KEEPING_FROM = 3600 * 1000, /* ms after the start before which no table goes */
  KEEPING_EVERY = 1000,       /* ms between two looks for such tables */
  KEEPING_LOOK = 50,          /* tables that one of them looks at, and */
  KEEPING_REMOVE = 5          /* removes at most, so that requests go on */
};

/* False with `*fault` if the archive that the settings name cannot be written. */
bool keeping_check(const struct lobby_settings *settings, struct fault *fault);

/* All that is given stays until keeping_close(); `figures` are counted up. `started` is when the server began to serve
 * the tables. */
struct kept_tables *keeping_open(struct store *store, const struct set_library *sets, struct loading *loading,
                                 const struct lobby_settings *settings, int64_t started, struct lobby_figures *figures);
/* NULL is allowed. */
void keeping_close(struct kept_tables *keeping);

/* Removes a little of what is over for long enough, but no table that is among the slots. To be called in each round.
 */
void keeping_tick(struct kept_tables *keeping, const struct slots *slots, int64_t now);
/* Why the last table that could not be archived was not. */
const char *keeping_fault(const struct kept_tables *keeping);

#endif
