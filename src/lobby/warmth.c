#include "lobby/warmth.h"

#include <stdlib.h>

#include "base/guard.h"
#include "lobby/rows.h"

struct warmth {
  struct warm_slot *warmest, *coldest;
  int64_t bytes; /* of all of them */
  int64_t cost;  /* bytes that were paid for and not taken yet */
  struct rows rows;
};

struct warmth *warmth_open(void) {
  struct warmth *warmth = memory_new(sizeof *warmth);
  *warmth = (struct warmth){.rows = {.size = sizeof(struct warm_slot)}};
  return warmth;
}

void warmth_close(struct warmth *warmth) {
  if (warmth == NULL) return;
  CHECK(warmth->rows.tree == NULL);
  free(warmth);
}

static void take_out(struct warmth *warmth, const struct warm_slot *warm) {
  *(warm->warmer != NULL ? &warm->warmer->colder : &warmth->warmest) = warm->colder;
  *(warm->colder != NULL ? &warm->colder->warmer : &warmth->coldest) = warm->warmer;
  warmth->bytes -= warm->bytes;
}

void warmth_use(struct warmth *warmth, struct slot *slot) {
  struct warm_slot *warm = rows_find(&warmth->rows, slot);
  if (warm != NULL)
    take_out(warmth, warm);
  else
    warm = rows_add(&warmth->rows, slot);
  warm->bytes = (int64_t)table_bytes(slot->table);
  warm->warmer = NULL;
  warm->colder = warmth->warmest;
  *(warm->colder != NULL ? &warm->colder->warmer : &warmth->coldest) = warm;
  warmth->warmest = warm;
  warmth->bytes += warm->bytes;
}

void warmth_remove(struct warmth *warmth, const struct slot *slot) {
  const struct warm_slot *warm = rows_find(&warmth->rows, slot);
  if (warm == NULL) return;
  take_out(warmth, warm);
  rows_remove(&warmth->rows, slot);
}

void warmth_charge(struct warmth *warmth, const struct slot *slot) {
  struct warm_slot *warm = rows_find(&warmth->rows, slot);
  warm->unpaid = warm->bytes;
}

void warmth_pay(struct warmth *warmth, const struct slot *slot) {
  struct warm_slot *warm = rows_find(&warmth->rows, slot);
  warmth->cost += warm->unpaid;
  warm->unpaid = 0;
  warm->served = true;
}

int64_t warmth_take_cost(struct warmth *warmth) {
  const int64_t cost = warmth->cost;
  warmth->cost = 0;
  return cost;
}

int64_t warmth_bytes(const struct warmth *warmth) { return warmth->bytes; }

const struct warm_slot *warmth_warmest(const struct warmth *warmth) { return warmth->warmest; }

const struct warm_slot *warmth_coldest(const struct warmth *warmth) { return warmth->coldest; }
