/* All tables that the lobby knows: found by id, by when they have something to do, and from the newest on. */
#ifndef LOBBY_SLOTS_H
#define LOBBY_SLOTS_H

#include "lobby/slot.h"

/* All zero is an empty one. Fields are the module's own, but for `count` and `newest`. */
struct slots {
  size_t count;
  struct slot *newest; /* then by `older` */
  struct slot **buckets;
  size_t bucket_count;
  struct slot **heap; /* the smallest `due` first */
};

/* Frees all. */
void slots_free(struct slots *slots);

struct slot *slots_find(const struct slots *slots, struct span id);
/* Adds a table whose id is not there yet, as the newest. The slots own it from then on. */
void slots_add(struct slots *slots, struct slot *slot);
/* Takes it out and frees it. */
void slots_remove(struct slots *slots, struct slot *slot);

/* Sets when it has something to do; INT64_MAX: never. */
void slots_set_due(struct slots *slots, struct slot *slot, int64_t due);
/* The one that has something to do first; NULL if there is none at all. */
struct slot *slots_first(const struct slots *slots);

#endif
