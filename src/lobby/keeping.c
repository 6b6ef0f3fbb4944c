#define _DEFAULT_SOURCE
#include "lobby/keeping.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/new_file.h"

struct kept_tables {
  struct store *store;
  const struct set_library *sets;
  struct loading *loading;
  const struct lobby_settings *settings;
  struct lobby_figures *figures;
  int64_t started;
  int64_t looked;            /* when tables were last looked at that may be kept no longer */
  int64_t number;            /* the last of them, in the order of creation; 0: the next look begins at the oldest */
  struct store_table stored; /* the table that is read to be archived and removed, */
  struct table *archived;    /* as far as it was read; NULL: none is */
  struct fault fault;
};

bool keeping_check(const struct lobby_settings *settings, struct fault *fault) {
  return settings->archive == NULL || access(settings->archive, W_OK | X_OK) == 0 ||
         fault_say(fault, "archive: %.200s cannot be written: %s", settings->archive, strerror(errno));
}

struct kept_tables *keeping_open(struct store *store, const struct set_library *sets, struct loading *loading,
                                 const struct lobby_settings *settings, int64_t started,
                                 struct lobby_figures *figures) {
  struct kept_tables *keeping = memory_new(sizeof *keeping);
  *keeping = (struct kept_tables){
      .store = store, .sets = sets, .loading = loading, .settings = settings, .figures = figures, .started = started};
  return keeping;
}

void keeping_close(struct kept_tables *keeping) {
  if (keeping == NULL) return;
  table_close(keeping->archived);
  free(keeping);
}

/* ---- Which ---- */

/* True if the machine's date agrees with the lobby's time: it was not set anew since the start. */
static bool date_holds(const struct kept_tables *keeping, int64_t now) {
  struct timespec date;
  if (keeping->settings->now != NULL) return true;
  clock_gettime(CLOCK_REALTIME, &date);
  return llabs((int64_t)date.tv_sec * 1000 - now) < KEEPING_FROM;
}

static void remove_table(struct kept_tables *keeping, int64_t number) {
  store_remove_table(keeping->store, number);
  keeping->figures->removed++;
}

/* Finds a few finished tables whose time is over. Looks go from the oldest table on, and begin anew when nothing is
 * left that is old enough. None goes right after the start, so that a machine with a wrong date can set it right.
 * Tables go into the archive one by one, as each has to be read. */
static void find_old(struct kept_tables *keeping, const struct slots *slots, int64_t now) {
  struct fault fault;
  const bool archives = keeping->settings->archive != NULL;
  const int64_t before = now - keeping->settings->keep; /* by when the game of such a table has ended */
  const int most = archives ? 1 : KEEPING_REMOVE;
  int seen = 0, count = 0;
  if (now < keeping->started + KEEPING_FROM || now < keeping->looked + KEEPING_EVERY) return;
  keeping->looked = now;
  if (!date_holds(keeping, now) || !store_is_keeper(keeping->store)) return;
  struct store_rows *rows = store_after(keeping->store, keeping->number, KEEPING_LOOK);
  int64_t ended, removed[KEEPING_REMOVE];
  for (struct store_table table; count < most && store_next_table(rows, &table, &ended) && table.created < before;) {
    seen++;
    keeping->number = table.number;
    /* A table that somebody has just asked for goes the next time. */
    if (table.id[0] == '\0' || table.state != STORE_FINISHED || ended >= before ||
        slots_find(slots, span_of(table.id)) != NULL)
      continue;
    removed[count++] = table.number;
    if (archives) keeping->stored = table;
  }
  if (!store_close_rows(rows, &fault)) return;
  if (archives && count > 0)
    keeping->archived = table_open(keeping->sets, keeping->stored.id, keeping->stored.secret, now);
  for (int i = 0; i < count && !archives; i++) remove_table(keeping, removed[i]);
  if (seen < KEEPING_LOOK && count < most) keeping->number = 0;
}

/* ---- The archive ---- */

/* Writes the record of a table whose game had begun; of another table nothing is kept. The file is on the disk before
 * its table is removed. A file that is there already is of the same table: its server died before it had removed the
 * table.
 */
static bool archive(struct kept_tables *keeping) {
  struct text path = {0}, record = {0};
  if (keeping->archived->history == NULL) return true;
  text_print(&path, "%s/%s.txt", keeping->settings->archive, keeping->stored.id);
  table_tell_deck(keeping->archived);
  table_record(keeping->archived, &record);
  const bool done = new_file_write(path.bytes, record.bytes, record.length, &keeping->fault) ||
                    fault_within(&keeping->fault, path.bytes);
  text_free(&path), text_free(&record);
  return done;
}

void keeping_tick(struct kept_tables *keeping, const struct slots *slots, int64_t now) {
  if (keeping->settings->keep == 0) return;
  if (keeping->archived == NULL) find_old(keeping, slots, now);
  if (keeping->archived != NULL) {
    /* Read on in the table that is to be archived, a piece a round. When all of it is read, its record is written and
     * the table is removed. A table that cannot be read or written stays in the database, and is tried again later. */
    const int64_t number = keeping->stored.number;
    const int most = loading_units(keeping->loading, LOADING_PIECE);
    int left = most;
    if (most <= 0) return;
    const enum log_read read = logs_read(keeping->store, number, keeping->archived, &left, &keeping->fault);
    loading_spend(keeping->loading, most - left);
    if (read == LOG_MORE) return;
    const bool archived = read == LOG_WHOLE && archive(keeping);
    if (archived && slots_find(slots, span_of(keeping->stored.id)) == NULL) remove_table(keeping, number);
    keeping->figures->not_archived += !archived;
    table_close(keeping->archived);
    keeping->archived = NULL;
  }
}

const char *keeping_fault(const struct kept_tables *keeping) { return keeping->fault.text; }
