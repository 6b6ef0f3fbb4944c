/* The tables that are not over: their number, those that anybody may know of, and what the list says of each. */
#ifndef LOBBY_LISTING_H
#define LOBBY_LISTING_H

#include "lobby/rows.h"
#include "lobby/slots.h"

/* The lists: tables that wait for people, and games. LISTING_NONE: the table stands in no list. */
enum listing_kind { LISTING_NONE, LISTING_WAITING, LISTING_PLAYING, LISTING_KINDS };

/* What is kept of a table that is not over. Fields are for reading. */
struct listed {
  struct slot *slot;
  enum listing_kind kind;
  struct listed *older, *newer; /* of the same list, by when they were put into it */
  struct lobby_asker opener;    /* in whose share the table was then */
  struct text item;             /* what the list says of it, but for its watchers and age; empty: not known yet */
  int64_t item_last;            /* the last entry that it is of */
  struct text stored;           /* the item as all servers have it in the database; empty: not known */
};

/* All zero but for `store` has none. Fields but `rows` are for reading. */
struct listing {
  struct store *store;
  size_t count;                                                 /* tables that are not over and known here */
  struct listed *newest[LISTING_KINDS], *oldest[LISTING_KINDS]; /* of each list; NULL: it is empty */
  struct rows rows;
};

/* Notes whether a table is over, and in which list it stands. `opener` is the one in whose share it is. */
void listing_follow(struct listing *listing, struct slot *slot, struct lobby_asker opener);
/* The table leaves the memory: an item of what was not stored is discarded. Forgets the whole table. */
void listing_forget(struct listing *listing, const struct slot *slot);
void listing_remove(struct listing *listing, const struct slot *slot);

/* What is kept of a table; NULL: it is over, or damaged. It holds until the next call that may change that. */
const struct listed *listing_find(const struct listing *listing, const struct slot *slot);

/* Writes the item of a table in memory, if the list has it. */
void listing_write(struct listing *listing, const struct slot *slot);
/* Hands it to the store, for the lists of all servers, if it has changed. */
void listing_store(struct listing *listing, const struct slot *slot);

#endif
