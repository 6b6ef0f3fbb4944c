/* What both kinds of database share. */
#include "store/store_kind.h"

#include <sys/random.h>

bool store_new_key(struct store *store, struct fault *fault) {
  return getrandom(store->key, sizeof store->key, 0) == sizeof store->key || fault_say(fault, "no random numbers");
}

bool store_refuse_version(int64_t version, int64_t known, struct fault *fault) {
  if (version > known)
    return fault_say(fault, "the database has version %d, this program knows version %d: please use a newer one",
                     (int)version, (int)known);
  return fault_say(fault,
                   "the database has version %d, this program knows version %d and changes that of %d: please use "
                   "one that knows version %d first",
                   (int)version, (int)known, (int)known - 1, (int)version + 1);
}

bool store_check_values(int count, struct fault *fault) {
  return count <= STORE_MOST_VALUES ||
         fault_say(fault, "database: a statement has %d values, expected at most %d", count, (int)STORE_MOST_VALUES);
}
