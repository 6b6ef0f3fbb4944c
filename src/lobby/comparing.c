#include "lobby/comparing.h"

#include <string.h>

#include "base/guard.h"
#include "base/rarely.h"

enum { COMPARE_EVERY = 1000 /* ms between two comparisons of a table of which no hint comes */ };

void comparing_open(struct comparing *comparing) { comparing->ring.previous = comparing->ring.next = &comparing->ring; }

/* ---- The ring of tables in memory ---- */

static struct compared *row_of(const struct comparing *comparing, const struct slot *slot) {
  return rows_find(&comparing->rows, slot);
}

static void take_out(const struct compared *compared) {
  compared->previous->next = compared->next;
  compared->next->previous = compared->previous;
}

static void put_before(struct compared *compared, struct compared *next) {
  compared->next = next;
  compared->previous = next->previous;
  compared->previous->next = next->previous = compared;
}

void comparing_begin(struct comparing *comparing, struct slot *slot, int64_t clock) {
  if (comparing->hints == NULL) return;
  struct compared *compared = rows_add(&comparing->rows, slot, sizeof *compared);
  CHECK(compared->next == NULL);
  compared->at = compared->seen = clock;
  put_before(compared, &comparing->ring);
}

void comparing_end(struct comparing *comparing, const struct slot *slot) {
  const struct compared *compared = row_of(comparing, slot);
  if (compared == NULL) return;
  take_out(compared);
  rows_remove(&comparing->rows, slot);
}

static void was_compared(struct comparing *comparing, struct compared *compared, int64_t clock) {
  take_out(compared);
  put_before(compared, &comparing->ring);
  compared->at = clock;
}

/* It is compared in this round, before the others. */
static void compare_soon(struct comparing *comparing, struct compared *compared) {
  take_out(compared);
  put_before(compared, comparing->ring.next);
  compared->at = 0;
}

/* ---- Hints ---- */

void comparing_tell(const struct comparing *comparing, const struct slot *slot) {
  char word[1 + STORE_ID_SIZE];
  if (comparing->hints == NULL || RARELY("a hint is lost", false)) return;
  word[0] = COMPARING_CHANGED;
  memcpy(word + 1, slot->stored.id, STORE_ID_SIZE);
  hints_tell(comparing->hints, span_of(word));
}

void comparing_hear(struct comparing *comparing, const struct slots *slots, struct span id) {
  const struct slot *slot = slots_find(slots, id);
  struct compared *compared = slot == NULL ? NULL : row_of(comparing, slot);
  if (compared != NULL) compare_soon(comparing, compared);
}

/* ---- Whether a table was compared ---- */

bool comparing_is_fresh(const struct comparing *comparing, const struct slot *slot, int64_t clock) {
  const struct compared *compared = row_of(comparing, slot);
  return slot->table != NULL && (compared == NULL || clock < compared->seen + COMPARING_SILENT);
}

bool comparing_is_whole(const struct comparing *comparing, const struct slot *slot) {
  const struct compared *compared = row_of(comparing, slot);
  return slot->table != NULL && (compared == NULL || compared->at != 0);
}

bool comparing_is_older(const struct comparing *comparing, const struct slot *slot, int64_t age, int64_t clock) {
  const struct compared *compared = row_of(comparing, slot);
  return compared != NULL && clock >= compared->seen + age;
}

/* ---- A question ---- */

void comparing_name(struct question *question, struct slot *slot) { question->slots[question->count++] = slot; }

void comparing_collect(struct comparing *comparing, struct question *question, int64_t clock) {
  question->count = 0;
  while (question->count < COMPARING_MOST && !RARELY("a question is full", false)) {
    struct compared *first = comparing->ring.next;
    if (first->slot == NULL || first->at + COMPARE_EVERY > clock) return;
    const bool needs = first->at == 0 || presence_watchers(comparing->presence, first->slot) != NULL;
    was_compared(comparing, first, clock);
    if (needs) comparing_name(question, first->slot);
  }
}

/* What the database returns of the tables of a question. */
struct replies {
  struct question *question;
  struct store_known known[COMPARING_MOST];
  struct store_progress progress[COMPARING_MOST];
  bool moved[COMPARING_MOST];
  bool joined[COMPARING_MOST]; /* the log has the last entry that is known of it */
  int index[COMPARING_MOST];   /* in the question, of those tables whose entries are read */
};

/* Reads the holders of seats and their addresses for notices, if those have changed. */
static bool read_words(struct comparing *comparing, struct slot *slot, int64_t words) {
  struct compared *compared = row_of(comparing, slot);
  struct fault unheard;
  if (compared->words == words) return true;
  if (!loading_read_holders(comparing->loading, slot, &unheard) || !notices_load(comparing->notices, slot, &unheard))
    return false;
  compared->words = words;
  return true;
}

/* Reads on in the tables of the question that other servers have changed. A table has the new version only when all of
 * it was read. A log that does not have the last entry that is known is another one: an older copy of the database
 * stands in its place. */
static void read_moved(struct comparing *comparing, struct replies *replies) {
  struct question *question = replies->question;
  struct fault unheard;
  int count = 0;
  for (int i = 0; i < question->count; i++) {
    struct slot *slot = question->slots[i];
    if (!replies->moved[i]) continue;
    const struct store_progress *progress = &replies->progress[i];
    const bool shorter = progress->version == 0 || progress->last < slot->last;
    question->found[i] = COMPARING_LOST;
    if (progress->version == 0) presence_end(comparing->presence, slot);
    if (progress->version != 0 && shorter) loading_note_other(comparing->loading, slot);
    if (shorter || !read_words(comparing, slot, progress->words)) continue;
    replies->known[count] = replies->known[i];
    replies->index[count++] = i;
  }
  if (count == 0) return;
  const int units = loading_units(comparing->loading, LOADING_UNITS), most = units > 0 ? units : 1;
  struct store_rows *rows = store_grown(comparing->store, replies->known, count, most + count);
  struct store_entry entry;
  int read = 0;
  bool sound = true;
  for (int index; sound && store_next_grown(rows, &index, &entry);) {
    const int at = replies->index[index];
    struct slot *slot = question->slots[at];
    if (!replies->joined[at]) { /* the first one that comes is the last one known */
      const struct span last = table_entry(slot->table, slot->last);
      sound = replies->joined[at] = entry.seq == slot->last && entry.body.length == last.length &&
                                    memcmp(entry.body.bytes, last.bytes, last.length) == 0;
      if (!sound) loading_note_other(comparing->loading, slot);
      continue;
    }
    read++;
    sound = logs_add(slot->table, &entry, &unheard);
    slot->last = slot->appended = slot->table->seq;
    slot->stored.state = logs_state(slot->table);
  }
  const bool good = store_close_rows(rows, &unheard) && sound;
  loading_spend(comparing->loading, read);
  for (int n = 0; n < count; n++) {
    const int i = replies->index[n];
    struct slot *slot = question->slots[i];
    if (replies->joined[i] && slot->last >= replies->progress[i].last) {
      slot->stored.version = replies->progress[i].version;
      slot->mine = false;
      question->found[i] = COMPARING_READ_ON;
    } else if (good) {
      compare_soon(comparing, row_of(comparing, slot));
      question->found[i] = COMPARING_BEHIND;
    }
  }
}

bool comparing_ask(struct comparing *comparing, struct question *question, int64_t clock) {
  struct replies replies = {.question = question, .moved = {false}};
  struct store_progress progress;
  struct fault unheard;
  for (int i = 0; i < question->count; i++) {
    struct slot *slot = question->slots[i];
    was_compared(comparing, row_of(comparing, slot), clock);
    replies.known[i] = (struct store_known){slot->stored.number, slot->stored.version, slot->last - 1};
    question->found[i] = COMPARING_SAME;
  }
  struct store_rows *rows = store_moved(comparing->store, replies.known, question->count);
  for (int index; store_next_moved(rows, &index, &progress); replies.moved[index] = true)
    replies.progress[index] = progress;
  if (!store_close_rows(rows, &unheard)) return false;
  for (int i = 0; i < question->count; i++) row_of(comparing, question->slots[i])->seen = clock;
  read_moved(comparing, &replies);
  return true;
}

int64_t comparing_wait(const struct comparing *comparing, int64_t most, int64_t clock) {
  const struct compared *first = comparing->ring.next;
  if (comparing->hints == NULL) return most;
  if (most > COMPARE_EVERY) most = COMPARE_EVERY;
  if (first->slot == NULL) return most;
  const int64_t wait = first->at + COMPARE_EVERY - clock;
  return wait < 0 ? 0 : wait < most ? wait : most;
}
