/* The tables in memory, by when they were last in use: the bytes that they take, and those that askers pay for. */
#ifndef LOBBY_WARMTH_H
#define LOBBY_WARMTH_H

#include "lobby/slots.h"

/* A table in memory. Fields are for reading. */
struct warm_slot {
  struct slot *slot;
  struct warm_slot *warmer, *colder;
  int64_t bytes;
  int64_t unpaid; /* bytes that were read for it and that no asker has paid for yet */
  bool served;    /* what was asked of it is answered */
};

struct warmth;

struct warmth *warmth_open(void);
/* NULL is allowed. Every table was removed by warmth_remove(). */
void warmth_close(struct warmth *warmth);

/* A table in memory is in use: it is the warmest, and its bytes are counted anew. */
void warmth_use(struct warmth *warmth, struct slot *slot);
/* A table leaves the memory. */
void warmth_remove(struct warmth *warmth, const struct slot *slot);
/* A table was read: the next asker is to pay for its bytes. */
void warmth_charge(struct warmth *warmth, const struct slot *slot);
/* An asker pays, if none has yet; what was asked of the table is answered. */
void warmth_pay(struct warmth *warmth, const struct slot *slot);
/* The bytes that were paid for since the last call. */
int64_t warmth_take_cost(struct warmth *warmth);

/* Bytes of all of them; the two ends, NULL if there is none. */
int64_t warmth_bytes(const struct warmth *warmth);
const struct warm_slot *warmth_warmest(const struct warmth *warmth);
const struct warm_slot *warmth_coldest(const struct warmth *warmth);

#endif
