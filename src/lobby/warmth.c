#include "lobby/warmth.h"

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
    warm = rows_add(&warmth->rows, slot, sizeof *warm);
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
