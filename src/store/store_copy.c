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
  struct store_copied copied;
};

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
                   {STORE_ALL_TOURNAMENTS, STORE_ADD_TOURNAMENT, 8},
                   {STORE_ALL_TOURNAMENT_ENTRIES, STORE_ADD_TOURNAMENT_ENTRY, 3},
                   {STORE_ALL_TOURNAMENT_PLAYERS, STORE_ADD_TOURNAMENT_PLAYER, 2},
                   {STORE_ALL_TOURNAMENT_TABLES, STORE_ADD_TOURNAMENT_TABLE, 3},
                   {STORE_ALL_TIES, STORE_PUT_TIE, 4},
                   {STORE_ALL_CHALLENGES, STORE_CHALLENGE, 4},
                   {STORE_ALL_DATES, STORE_PUT_DATE, 3},
                   {STORE_ALL_VACATIONS, STORE_PUT_VACATION, 3},
                   {STORE_ALL_LEAVERS, STORE_ADD_LEAVER, 3},
                   {STORE_ALL_REPORTS, STORE_ADD_REPORT, 8},
                   {STORE_ALL_ACTS, STORE_ADD_ACT, 4},
                   {STORE_ALL_PASSKEYS, STORE_ADD_PASSKEY, 9},
                   {STORE_ALL_MAILS, STORE_PUT_MAIL, 7},
                   {STORE_ALL_QUESTIONS, STORE_ASK_MAIL, 2}};
enum { COPIED_ROWS = sizeof copied_rows / sizeof copied_rows[0] };

/* Reads the next tables to be copied, those after table `number`. */
static bool read_tables(struct store_copying *copying, int64_t number, struct fault *fault) {
  struct store_rows *rows = store_after(copying->from, number, LOOK);
  int64_t damaged = 0;
  copying->count = 0;
  for (struct store_table *table = copying->tables; store_next_table(rows, table, NULL); table++) {
    if (table->id[0] == '\0') damaged = table->number;
    copying->count++;
  }
  return store_close_rows(rows, fault) &&
         (damaged == 0 ||
          fault_say(fault, "what is stored of the table with the number %lld cannot be true", (long long)damaged));
}

/* True if a statement returns a row. */
static bool has_rows(struct store_rows *rows, bool *has, struct fault *fault) {
  *has = store_next_row(rows) != NULL;
  return store_close_rows(rows, fault);
}

/* Copies all tables in one round, so that a failed copy leaves none. */
static bool copy_tables(struct store_copying *copying, struct fault *fault) {
  int64_t last = 0;
  bool has_players, has_tables;

  /* 1. The target must be empty. */
  if (!has_rows(store_after(copying->to, 0, 1), &has_tables, fault) ||
      !has_rows(store_open_rows(copying->to, STORE_ALL_PLAYERS, NULL, 0), &has_players, fault))
    return false;
  if (has_tables || has_players)
    return fault_say(fault, "the database that is copied to has %s already", has_players ? "players" : "tables");

  /* 2. Copy the key, from which tokens are derived, the players, and the tables in order of creation. */
  store_set_key(copying->to, copying->from->key);
  bool good = true;
  for (int i = 0; i < COPIED_ROWS && good; i++) {
    struct store_rows *rows = store_open_rows(copying->from, copied_rows[i].all, NULL, 0);
    for (const struct store_value *row; (row = store_next_row(rows)) != NULL && !copying->to->failed;)
      store_carry_out(copying->to, copied_rows[i].add, row, copied_rows[i].columns);
    good = store_close_rows(rows, fault);
  }
  if (!good) return false;
  do {
    if (!read_tables(copying, last, fault)) return false;
    for (int i = 0; i < copying->count && !copying->to->failed; i++) {
      /* A table gets a new number. Its item in the list is not copied: the copied table is due, so that a server looks
       * at it once and stores the item. */
      const struct store_table *table = &copying->tables[i];
      struct store_table copy = *table;
      if (store_is_shared(copying->to) && table->state != STORE_FINISHED) copy.due = 0;
      store_add_table(copying->to, &copy);
      copying->copied.tables++;
      struct store_rows *rows = store_entries(copying->from, table->number, 0, INT_MAX);
      for (struct store_entry entry; store_next_entry(rows, &entry); copying->copied.entries++)
        store_add_entry(copying->to, copy.number, &entry);
      if (!store_close_rows(rows, fault)) return false;
      rows = store_seats(copying->from, table->number);
      for (struct store_seat seat; store_next_seat(rows, &seat);) store_put_seat(copying->to, copy.number, &seat);
      if (!store_close_rows(rows, fault)) return false;
      rows = store_notices(copying->from, table->number);
      for (struct store_notice notice; store_next_notice(rows, &notice);)
        store_put_notice(copying->to, copy.number, &notice);
      if (!store_close_rows(rows, fault)) return false;
      rows = store_prepared(copying->from, table->number);
      for (struct store_prepared prepared; store_next_prepared(rows, &prepared);)
        store_put_prepared(copying->to, copy.number, &prepared);
      if (!store_close_rows(rows, fault)) return false;
    }
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
