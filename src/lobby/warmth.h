/* The tables in memory, by when they were last in use: the bytes that they take, and those that askers pay for. */
#ifndef LOBBY_WARMTH_H
#define LOBBY_WARMTH_H

#include "lobby/rows.h"
#include "lobby/slots.h"

/* A table in memory. Fields are for reading. */
struct warm_slot {
  struct slot *slot;
  struct warm_slot *warmer, *colder;
  int64_t bytes;
  int64_t unpaid; /* bytes that were read for it and that no asker has paid for yet */
  bool served;    /* what was asked of it is answered */
};

/* All zero has none. Fields but `rows` are for reading. */
struct warmth {
  struct warm_slot *warmest, *coldest; /* NULL: there is none */
  int64_t bytes;                       /* of all of them */
  int64_t cost;                        /* bytes that askers have paid for; the reader sets it to 0 */
  struct rows rows;
};

/* A table in memory is in use: it is the warmest, and its bytes are counted anew. */
void warmth_use(struct warmth *warmth, struct slot *slot);
/* A table leaves the memory. */
void warmth_remove(struct warmth *warmth, const struct slot *slot);
/* A table was read: the next asker is to pay for its bytes. */
void warmth_charge(struct warmth *warmth, const struct slot *slot);
/* An asker pays, if none has yet; what was asked of the table is answered. */
void warmth_pay(struct warmth *warmth, const struct slot *slot);

#endif
