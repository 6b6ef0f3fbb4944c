/* All tables of one database moved into another one, of whatever kinds. */
#include <limits.h>
#include <string.h>

#include "store/store_kind.h"

enum { LOOK = 100 /* tables that are looked at in one go */ };

/* A copy that is under way. */
struct store_copying {
  struct store *from, *to;
  struct store_table tables[LOOK]; /* that are copied next */
  int count;
  int64_t number;  /* of the table that is being copied, in `to` */
  int64_t damaged; /* of a table whose row cannot be true; 0: none */
  struct store_copied copied;
};

static bool note_table(void *context, const struct store_table *table, int64_t ended) {
  struct store_copying *copying = context;
  (void)ended;
  copying->damaged = table->id[0] == '\0' ? table->number : copying->damaged;
  copying->tables[copying->count++] = *table;
  return true;
}

static bool copy_entry(void *context, const struct store_entry *entry) {
  struct store_copying *copying = context;
  store_add_entry(copying->to, copying->number, entry);
  copying->copied.entries++;
  return true;
}

static bool copy_seat(void *context, const struct store_seat *seat) {
  const struct store_copying *copying = context;
  store_put_seat(copying->to, copying->number, seat);
  return true;
}

static bool copy_notice(void *context, const struct store_notice *notice) {
  const struct store_copying *copying = context;
  store_put_notice(copying->to, copying->number, notice);
  return true;
}

/* A table with all that belongs to it; it gets a number of its own. Servers that share the database look at each once,
 * as it is due: what the list tells of it is not copied. */
static bool copy_table(struct store_copying *copying, const struct store_table *table, struct fault *fault) {
  struct store_table copy = *table;
  if (store_is_shared(copying->to) && table->state != STORE_FINISHED) copy.due = 0;
  store_add_table(copying->to, &copy);
  copying->number = copy.number;
  copying->copied.tables++;
  return store_each_entry(copying->from, table->number, 0, INT_MAX, copy_entry, copying, fault) &&
         store_each_seat(copying->from, table->number, copy_seat, copying, fault) &&
         store_each_notice(copying->from, table->number, copy_notice, copying, fault);
}

/* All of them, in one round, so that a copy that fails leaves none. */
static bool copy_tables(struct store_copying *copying, struct fault *fault) {
  int64_t last = 0;

  /* 1. Nothing is mixed. */
  if (!store_each_after(copying->to, 0, 1, note_table, copying, fault)) return false;
  if (copying->count > 0) return fault_say(fault, "the database that is copied to has tables already");

  /* 2. The key, from which tokens follow, and the tables in the order of their creation. */
  store_set_key(copying->to, copying->from->key);
  do {
    copying->count = 0;
    if (!store_each_after(copying->from, last, LOOK, note_table, copying, fault)) return false;
    if (copying->damaged != 0)
      return fault_say(fault, "what is stored of the table with the number %lld cannot be true",
                       (long long)copying->damaged);
    for (int i = 0; i < copying->count && !copying->to->failed; i++)
      if (!copy_table(copying, &copying->tables[i], fault)) return false;
    if (copying->count > 0) last = copying->tables[copying->count - 1].number;
  } while (copying->count == LOOK && !copying->to->failed);
  return store_commit(copying->to, NULL, 0, fault);
}

bool store_copy(const char *from, const char *to, struct store_copied *copied, struct fault *fault) {
  struct store_copying copying = {0};
  copying.from = store_open_alone(from, (struct store_opening){.must_exist = true, .only_read = true}, fault);
  if (copying.from != NULL) copying.to = store_open_alone(to, (struct store_opening){0}, fault);
  const bool done = copying.to != NULL && copy_tables(&copying, fault);
  store_close(copying.from);
  store_close(copying.to);
  *copied = copying.copied;
  return done;
}
