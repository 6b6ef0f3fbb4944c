/* Copies all tables and players from one database to another one; each may be of either kind. */
#include <limits.h>
#include <string.h>

#include "store/store_round.h"

enum { LOOK = 100 /* tables that are looked at in one go */ };

/* The state of a running copy. */
struct store_copying {
  struct store *from, *to;
  struct store_table tables[LOOK]; /* the tables to be copied next */
  int count;
  int64_t number;  /* number in `to` of the table that is being copied */
  int64_t damaged; /* number of a table whose row is invalid; 0: none */
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

/* Copies a table with all its rows; it gets a new number. Its item in the list is not copied: the copied table is due,
 * so that a server looks at it once and stores the item. */
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

/* The kinds of rows of players, results and tournaments: the statement that reads all, the statement that adds one, and
 * its number of columns. Games are copied in order, so that their new numbers keep the order, and before their results.
 */
static const struct copied_rows {
  enum store_statement all, add;
  int columns;
} copied_rows[] = {{STORE_ALL_PLAYERS, STORE_ADD_PLAYER, 14},
                   {STORE_ALL_NAMES, STORE_KEEP_NAME, 2},
                   {STORE_ALL_DEVICES, STORE_ADD_DEVICE, 6},
                   {STORE_ALL_GAMES, STORE_ADD_GAME, 6},
                   {STORE_ALL_RESULTS, STORE_ADD_RESULT, 9},
                   {STORE_ALL_TOURNAMENTS, STORE_ADD_TOURNAMENT, 7},
                   {STORE_ALL_TOURNAMENT_ENTRIES, STORE_ADD_TOURNAMENT_ENTRY, 3},
                   {STORE_ALL_TOURNAMENT_PLAYERS, STORE_ADD_TOURNAMENT_PLAYER, 2},
                   {STORE_ALL_TOURNAMENT_TABLES, STORE_ADD_TOURNAMENT_TABLE, 3},
                   {STORE_ALL_TIES, STORE_PUT_TIE, 4},
                   {STORE_ALL_CHALLENGES, STORE_CHALLENGE, 4},
                   {STORE_ALL_DATES, STORE_PUT_DATE, 3},
                   {STORE_ALL_REPORTS, STORE_ADD_REPORT, 8},
                   {STORE_ALL_ACTS, STORE_ADD_ACT, 4}};
enum { COPIED_ROWS = sizeof copied_rows / sizeof copied_rows[0] };

/* The state of copying one kind of row. */
struct row_copying {
  struct store *to;
  const struct copied_rows *rows;
};

static bool copy_row(void *context, const struct store_value *row) {
  const struct row_copying *copying = context;
  return store_carry_out(copying->to, copying->rows->add, row, copying->rows->columns);
}

static bool copy_players(struct store *from, struct store *to, struct fault *fault) {
  for (int i = 0; i < COPIED_ROWS; i++) {
    struct row_copying copying = {to, &copied_rows[i]};
    if (!store_ask(from, copied_rows[i].all, NULL, 0, copy_row, &copying, fault)) return false;
  }
  return true;
}

static bool note_player(void *context, const struct store_value *row) {
  (void)row;
  *(bool *)context = true;
  return false;
}

/* Copies all tables in one round, so that a failed copy leaves none. */
static bool copy_tables(struct store_copying *copying, struct fault *fault) {
  int64_t last = 0;
  bool has_players = false;

  /* 1. The target must be empty. */
  if (!store_each_after(copying->to, 0, 1, note_table, copying, fault) ||
      !store_ask(copying->to, STORE_ALL_PLAYERS, NULL, 0, note_player, &has_players, fault))
    return false;
  if (copying->count > 0 || has_players)
    return fault_say(fault, "the database that is copied to has %s already", has_players ? "players" : "tables");

  /* 2. Copy the key, from which tokens are derived, the players, and the tables in order of creation. */
  store_set_key(copying->to, copying->from->key);
  if (!copy_players(copying->from, copying->to, fault)) return false;
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
