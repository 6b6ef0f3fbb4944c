/* All tables that the registry knows: found by id, by when they have something to do, and from the newest on. */
#ifndef TABLE_LIVES_H
#define TABLE_LIVES_H

#include "table/live.h"

/* All zero is an empty one. Fields are the module's own, but for `count` and `newest`. */
struct lives {
  size_t count;
  struct live *newest; /* then by `older` */
  struct live **buckets;
  size_t bucket_count;
  struct live **heap; /* the smallest `due` first */
};

/* Frees all. */
void lives_free(struct lives *lives);

struct live *lives_find(const struct lives *lives, struct span id);
/* Adds a table whose id is not there yet, as the newest. It is owned by the lives then. */
void lives_add(struct lives *lives, struct live *live);
/* Takes it out and frees it. */
void lives_remove(struct lives *lives, struct live *live);

/* Sets when it has something to do; INT64_MAX: never. */
void lives_set_due(struct lives *lives, struct live *live, int64_t due);
/* The one that has something to do first; NULL if there is none at all. */
struct live *lives_first(const struct lives *lives);

#endif
