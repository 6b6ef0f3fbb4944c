/* Finished tables that are kept no longer: found by their age, written to the archive if there is one, and removed. */
#define _DEFAULT_SOURCE
#include "base/new_file.h"
#include "lobby/lobby_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- Which ---- */

/* The tables that one look found to be removed. */
struct look {
  struct lobby *lobby;
  int64_t before; /* when the game of such a table ended at the latest */
  int seen, count, most;
  struct store_table tables[LOBBY_KEEP_REMOVE];
};

static bool look_at(void *context, const struct store_table *table, int64_t ended) {
  struct look *look = context;
  if (table->created >= look->before || look->count == look->most) return false;
  look->seen++;
  look->lobby->kept_number = table->number;
  /* One that somebody has just asked for goes the next time. */
  if (table->id[0] != '\0' && table->state == STORE_FINISHED && ended < look->before &&
      slots_find(&look->lobby->slots, span_of(table->id)) == NULL)
    look->tables[look->count++] = *table;
  return true;
}

/* True if the machine's date agrees with the lobby's time: it was not set anew since the start. */
static bool date_holds(const struct lobby *lobby, int64_t now) {
  struct timespec date;
  if (lobby->settings.now != NULL) return true;
  clock_gettime(CLOCK_REALTIME, &date);
  return llabs((int64_t)date.tv_sec * 1000 - now) < LOBBY_KEEP_FROM;
}

static void remove_table(struct lobby *lobby, int64_t number) {
  store_remove_table(lobby->store, number);
  lobby->figures.removed++;
}

/* Finds a few finished tables whose time is over. Looks go from the oldest table on, and begin anew when nothing is
 * left that is old enough. A machine that started with a wrong date has the time to set it right. Into the archive they
 * go one by one, as each has to be read. */
static void find_old(struct lobby *lobby, int64_t now) {
  struct fault fault;
  const bool archives = lobby->settings.archive != NULL;
  struct look look = {
      .lobby = lobby, .before = now - lobby->settings.keep, .most = archives ? 1 : (int)LOBBY_KEEP_REMOVE};
  if (now < lobby->started + LOBBY_KEEP_FROM || now < lobby->kept + LOBBY_KEEP_EVERY) return;
  lobby->kept = now;
  if (!date_holds(lobby, now) || !store_is_keeper(lobby->store)) return;
  if (!store_each_after(lobby->store, lobby->kept_number, LOBBY_KEEP_LOOK, look_at, &look, &fault)) return;
  if (archives && look.count > 0)
    lobby->archived = slot_new(&look.tables[0]);
  else
    for (int i = 0; i < look.count; i++) remove_table(lobby, look.tables[i].number);
  if (look.seen < LOBBY_KEEP_LOOK && look.count < look.most) lobby->kept_number = 0;
}

/* ---- The archive ---- */

/* Writes the record of a table whose game had begun; of another one nothing is kept. The file lasts before its table is
 * removed. One that is there is of the same table, by a server that died before it had removed that. */
static bool archive(struct lobby *lobby, const struct slot *slot, struct fault *fault) {
  struct text path = {0}, record = {0};
  if (slot->table->history == NULL) return true;
  text_print(&path, "%s/%s.txt", lobby->settings.archive, slot->stored.id);
  table_record(slot->table, &record);
  const bool done = new_file_write(path.bytes, record.bytes, record.length, fault) || fault_within(fault, path.bytes);
  text_free(&path), text_free(&record);
  return done;
}

/* Reads on in the table that is to be archived, a piece a round; when it is whole it is written and removed. What
 * cannot be read or written stays in the database, and has its turn again. */
static void archive_on(struct lobby *lobby, int64_t now) {
  struct slot *slot = lobby->archived;
  struct fault *fault = &lobby->archive_fault;
  const int most = lobby->may_read < LOBBY_PIECE ? lobby->may_read : LOBBY_PIECE;
  int left = most;
  if (most <= 0) return;
  const enum slot_read read =
      slot_read(slot, lobby->store, lobby->notices, lobby->sets, now, lobby->since, &left, fault);
  lobby->may_read -= most - left;
  if (read == SLOT_MORE) return;
  const bool archived = read == SLOT_WHOLE && archive(lobby, slot, fault);
  if (archived && slots_find(&lobby->slots, span_of(slot->stored.id)) == NULL) remove_table(lobby, slot->stored.number);
  lobby->figures.not_archived += !archived;
  notices_remove(lobby->notices, slot);
  slot_free(slot);
  lobby->archived = NULL;
}

/* ---- Beginning, rounds, end ---- */

bool keeping_open(const struct lobby *lobby, struct fault *fault) {
  const char *folder = lobby->settings.archive;
  return folder == NULL || access(folder, W_OK | X_OK) == 0 ||
         fault_say(fault, "archive: %.200s cannot be written: %s", folder, strerror(errno));
}

void keeping_tick(struct lobby *lobby, int64_t now) {
  if (lobby->settings.keep == 0) return;
  if (lobby->archived == NULL) find_old(lobby, now);
  if (lobby->archived != NULL) archive_on(lobby, now);
}

void keeping_close(struct lobby *lobby) {
  if (lobby->archived == NULL) return;
  notices_remove(lobby->notices, lobby->archived);
  slot_free(lobby->archived);
}

const char *lobby_archive_fault(const struct lobby *lobby) { return lobby->archive_fault.text; }
