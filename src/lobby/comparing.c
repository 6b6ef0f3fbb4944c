/*
 * Tables in memory are caches of what a shared database has of them (docs/understand/nodes.md): here they are compared
 * with it, and read on where another server has changed them.
 *
 * Hints by which servers tell what they have stored make it quick. The truth is what the database says when it is
 * asked, once a second for each table that somebody watches.
 */
#include "lobby/lobby_memory.h"

#include <string.h>

#include "base/guard.h"

enum {
  COMPARE_EVERY = 1000, /* ms between two comparisons of a table of which no hint comes */
  COMPARE_MOST = 500    /* tables that one question is for, so that requests go on */
};

#define CHANGED 'g' /* the hint that a table was changed, before its id */
#define THERE 't'   /* the hint of presence.c */

/* ---- The ring of tables in memory ---- */

static void take_out(struct compared *compared) {
  compared->previous->next = compared->next;
  compared->next->previous = compared->previous;
}

static void put_before(struct compared *compared, struct compared *next) {
  compared->next = next;
  compared->previous = next->previous;
  compared->previous->next = next->previous = compared;
}

void comparing_begin(struct lobby *lobby, struct slot *slot) {
  CHECK(slot->compared.next == NULL);
  if (!lobby->shared) return;
  slot->compared = (struct compared){.slot = slot, .at = lobby_clock(lobby), .seen = lobby_clock(lobby)};
  put_before(&slot->compared, &lobby->compared);
  if (slot->watchers != NULL) presence_tell(lobby, slot);
}

void comparing_end(struct slot *slot) {
  if (slot->compared.next != NULL) take_out(&slot->compared);
  slot->compared = (struct compared){0};
}

static void was_compared(struct lobby *lobby, struct slot *slot, int64_t now) {
  take_out(&slot->compared);
  put_before(&slot->compared, &lobby->compared);
  slot->compared.at = now;
}

/* It is compared in this round, before the others. */
static void compare_soon(struct lobby *lobby, struct slot *slot) {
  take_out(&slot->compared);
  put_before(&slot->compared, lobby->compared.next);
  slot->compared.at = 0;
}

/* ---- What the others tell ---- */

void comparing_tell(struct lobby *lobby, const struct slot *slot) {
  char word[1 + STORE_ID_SIZE];
  if (!lobby->shared) return;
  word[0] = CHANGED;
  memcpy(word + 1, slot->stored.id, STORE_ID_SIZE);
  hints_tell(lobby->hints, span_of(word));
}

static void hear(struct lobby *lobby, int64_t now) {
  struct span word;
  while (hints_take(lobby->hints, &word)) {
    const struct span about = {word.bytes + 1, word.length - 1};
    if (word.bytes[0] == THERE) presence_hear(lobby, about, now);
    if (word.bytes[0] != CHANGED) continue;
    struct slot *slot = slots_find(&lobby->slots, about);
    if (slot != NULL && slot->compared.next != NULL) compare_soon(lobby, slot);
  }
}

/* ---- What the database says ---- */

/* The tables that one question is for, and what was returned of them. */
struct question {
  struct slot *slots[COMPARE_MOST];
  struct store_known known[COMPARE_MOST];
  struct store_progress found[COMPARE_MOST];
  bool moved[COMPARE_MOST];
  int count;
  int read;   /* entries that came */
  bool wrong; /* one of them could not be read */
};

static void add_to_question(struct question *question, struct slot *slot) {
  question->known[question->count] = (struct store_known){slot->stored.number, slot->stored.version, slot->last};
  question->moved[question->count] = false;
  question->slots[question->count++] = slot;
}

static bool take_progress(void *context, int index, const struct store_progress *progress) {
  struct question *question = context;
  question->found[index] = *progress;
  question->moved[index] = true;
  return true;
}

static bool take_entry(void *context, int index, const struct store_entry *entry) {
  struct question *question = context;
  struct fault unheard;
  question->read++;
  question->wrong = !slot_read_entry(question->slots[index], entry, &unheard);
  return !question->wrong;
}

static void wake_watchers(const struct slot *slot) {
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next) watcher->wake(watcher);
}

/* What is in memory of it is discarded; who watches it reads it anew. */
static void forget(struct lobby *lobby, struct slot *slot) {
  lobby->figures.in_memory -= slot->table != NULL;
  lobby_drop(lobby, slot);
  slots_set_due(&lobby->slots, slot, slot->watchers == NULL ? INT64_MAX : lobby_now(lobby));
  wake_watchers(slot);
}

/* Reads who holds the seats and wants notices, if that has changed. */
static bool read_words(struct lobby *lobby, struct slot *slot, int64_t words) {
  struct fault unheard;
  if (slot->compared.words == words) return true;
  if (!slot_read_holders(slot, lobby->store, &unheard) || !notices_load(lobby->notices, slot, &unheard)) return false;
  slot->compared.words = words;
  return true;
}

/* The table was read on. It has that version only now, when all of it was read. */
static void take_version(struct lobby *lobby, struct slot *slot, int64_t version) {
  const int64_t now = lobby_now(lobby);
  slot->stored.version = version;
  slot->mine = false;
  slot_warm(slot, &lobby->warm);
  lobby_count(lobby, slot);
  shares_follow(lobby->shares, slot);
  notices_follow(lobby->notices, slot, now, false);
  slots_set_due(&lobby->slots, slot, lobby_due(lobby, slot));
  wake_watchers(slot);
}

/* Reads on at the tables of the question that have moved on. A log that is shorter than what is known is another one,
 * as of an older copy of the database. */
static void read_moved(struct lobby *lobby, struct question *question) {
  struct fault unheard;
  int count = 0;
  for (int i = 0; i < question->count; i++) {
    struct slot *slot = question->slots[i];
    if (!question->moved[i]) continue;
    const struct store_progress found = question->found[i];
    const bool shorter = found.version == 0 || found.last < slot->last;
    if (shorter) slot_end_watches(slot);
    if (shorter || !read_words(lobby, slot, found.words)) {
      forget(lobby, slot);
      continue;
    }
    question->slots[count] = slot;
    question->known[count] = question->known[i];
    question->found[count++] = found;
  }
  question->count = count;
  question->read = 0;
  question->wrong = false;
  if (count == 0) return;
  const int most = lobby->may_read > 0 ? lobby->may_read : 1;
  const bool good =
      store_each_grown(lobby->store, question->known, count, most, take_entry, question, &unheard) && !question->wrong;
  lobby->may_read -= question->read;
  lobby->figures.read += (uint64_t)question->read;
  for (int i = 0; i < count; i++) {
    struct slot *slot = question->slots[i];
    if (slot->last >= question->found[i].last)
      take_version(lobby, slot, question->found[i].version);
    else if (good)
      compare_soon(lobby, slot); /* there is more than could be read in this round */
    else
      forget(lobby, slot);
  }
}

/* Asks the database about the tables of the question. False: it does not answer. */
static bool ask(struct lobby *lobby, int64_t now, struct question *question) {
  struct fault unheard;
  for (int i = 0; i < question->count; i++) was_compared(lobby, question->slots[i], now);
  if (!store_each_moved(lobby->store, question->known, question->count, take_progress, question, &unheard))
    return false;
  for (int i = 0; i < question->count; i++) question->slots[i]->compared.seen = now;
  read_moved(lobby, question);
  return true;
}

bool slot_is_fresh(const struct lobby *lobby, const struct slot *slot) {
  return slot->table != NULL &&
         (slot->compared.next == NULL || lobby_clock(lobby) < slot->compared.seen + LOBBY_SILENT);
}

bool slot_is_whole(const struct slot *slot) {
  return slot->table != NULL && (slot->compared.next == NULL || slot->compared.at != 0);
}

enum comparison compare_now(struct lobby *lobby, struct slot *slot) {
  struct question question = {.count = 0};
  if (slot->compared.next == NULL || slot->touched) return COMPARED_SAME;
  add_to_question(&question, slot);
  if (!ask(lobby, lobby_clock(lobby), &question)) return COMPARED_FAILED;
  return question.moved[0] ? COMPARED_MOVED : COMPARED_SAME;
}

bool compare_if_older(struct lobby *lobby, struct slot *slot, int64_t age) {
  return slot->compared.next == NULL || lobby_clock(lobby) < slot->compared.seen + age ||
         compare_now(lobby, slot) != COMPARED_FAILED;
}

/* ---- In every round ---- */

/* Collects the tables for which it is time: those that somebody watches, or of which a hint came. */
static void collect(struct lobby *lobby, int64_t now, struct question *question) {
  question->count = 0;
  while (question->count < COMPARE_MOST) {
    struct compared *first = lobby->compared.next;
    if (first->slot == NULL || first->at + COMPARE_EVERY > now) return;
    const bool needs = first->at == 0 || first->slot->watchers != NULL;
    was_compared(lobby, first->slot, now);
    if (needs) add_to_question(question, first->slot);
  }
}

void lobby_compare(struct lobby *lobby) {
  if (!lobby->shared) return;
  const int64_t now = lobby_clock(lobby); /* the time of the database may stand still for a while */
  struct question question;
  hints_run(lobby->hints);
  hear(lobby, lobby_now(lobby));
  if (lobby_hears(lobby)) {
    collect(lobby, now, &question);
    if (question.count > 0) ask(lobby, now, &question);
    presence_tick(lobby, now);
  }
  hints_run(lobby->hints);
}

int64_t comparing_wait(const struct lobby *lobby, int64_t most) {
  const struct compared *first = lobby->compared.next;
  if (!lobby->shared) return most;
  if (most > COMPARE_EVERY) most = COMPARE_EVERY;
  if (first->slot == NULL) return most;
  const int64_t wait = first->at + COMPARE_EVERY - lobby_clock(lobby);
  return wait < 0 ? 0 : wait < most ? wait : most;
}

/* ---- Beginning and end ---- */

bool comparing_open(struct lobby *lobby, struct fault *fault) {
  lobby->compared.previous = lobby->compared.next = &lobby->compared;
  if (!lobby->shared) return true;
  lobby->hints = hints_open(lobby->settings.path, thinkers_file(lobby->thinkers), fault);
  return lobby->hints != NULL;
}

void comparing_close(struct lobby *lobby) {
  hints_close(lobby->hints);
  lobby->hints = NULL;
}
