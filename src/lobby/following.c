/*
 * Tables that other nodes own and that are read here: whose streams come to this node, and whose state is asked for. A
 * followed table is in memory as an owned one is, and grows by what its owner has stored; nothing is decided at it.
 *
 * Hints by which nodes tell what they have stored make it quick. The truth is what the database says when it is asked,
 * once a second for each followed table. One that this node should own and that nobody has it takes then.
 */
#include "lobby/lobby_memory.h"

#include <string.h>

#include "base/guard.h"

enum {
  ASK_EVERY = 1000, /* ms between two questions for a table of which no hint comes */
  ASK_MOST = 500    /* tables that one question is for, so that requests go on */
};

#define GROWN 'g' /* the hint that a table has grown, before its id */
#define THERE 't' /* the hint of presence.c */

/* ---- The ring of followed tables ---- */

static void take_out(struct followed *followed) {
  followed->previous->next = followed->next;
  followed->next->previous = followed->previous;
}

static void put_before(struct followed *followed, struct followed *next) {
  followed->next = next;
  followed->previous = next->previous;
  followed->previous->next = next->previous = followed;
}

void following_begin(struct lobby *lobby, struct slot *slot) {
  CHECK(slot->follows && slot->followed.next == NULL);
  slot->followed = (struct followed){.slot = slot, .asked = lobby_now(lobby)};
  put_before(&slot->followed, &lobby->followed);
  if (slot->watchers != NULL) presence_tell(lobby, slot);
}

void following_end(struct slot *slot) {
  if (slot->followed.next != NULL) take_out(&slot->followed);
  slot->followed = (struct followed){0};
}

/* The database was asked for this table; it is to be asked in this round, before the others. */
static void was_asked(struct lobby *lobby, struct slot *slot, int64_t now) {
  take_out(&slot->followed);
  put_before(&slot->followed, &lobby->followed);
  slot->followed.asked = now;
}

static void ask_soon(struct lobby *lobby, struct slot *slot) {
  take_out(&slot->followed);
  put_before(&slot->followed, lobby->followed.next);
  slot->followed.asked = 0;
}

/* ---- What the others tell ---- */

void following_tell(struct lobby *lobby, const struct slot *slot) {
  char word[1 + STORE_ID_SIZE];
  if (lobby->hints == NULL) return;
  word[0] = GROWN;
  memcpy(word + 1, slot->stored.id, STORE_ID_SIZE);
  hints_tell(lobby->hints, span_of(word));
}

/* Once tables were looked for as often as may be in a round, the words that are left wait for the next. */
static void hear(struct lobby *lobby, int64_t now) {
  struct span word;
  while (lobby->watched_loads > 0 && hints_take(lobby->hints, &word)) {
    const struct span about = {word.bytes + 1, word.length - 1};
    if (word.bytes[0] == THERE) presence_hear(lobby, about, now);
    if (word.bytes[0] != GROWN) continue;
    struct slot *slot = slots_find(&lobby->slots, about);
    if (slot != NULL && slot->followed.next != NULL) ask_soon(lobby, slot);
  }
}

/* ---- What the database tells ---- */

/* The tables that one question is for, and what came of it. */
struct question {
  struct slot *slots[ASK_MOST];
  struct store_followed known[ASK_MOST];
  struct store_progress told[ASK_MOST];
  int count;
  struct slot *free[ASK_MOST]; /* those that this node is to take */
  int free_count;
  int read;   /* entries that came */
  bool wrong; /* one of them could not be read */
};

static bool take_progress(void *context, int index, const struct store_progress *progress) {
  struct question *question = context;
  question->told[index] = *progress;
  return true;
}

/* What is in memory of it is forgotten; who watches it reads it anew. */
static void forget(struct lobby *lobby, struct slot *slot) {
  lobby->figures.in_memory -= slot->table != NULL;
  slot_drop(slot);
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next) watcher->wake(watcher);
}

static bool take_entry(void *context, int index, const struct store_entry *entry) {
  struct question *question = context;
  struct fault unheard;
  question->read++;
  question->wrong = !slot_read_entry(question->slots[index], entry, &unheard);
  return !question->wrong;
}

/* Collects the tables for which it is time. */
static void collect(const struct lobby *lobby, int64_t now, struct question *question) {
  question->count = question->free_count = 0;
  for (const struct followed *followed = lobby->followed.next;
       followed->slot != NULL && followed->asked + ASK_EVERY <= now && question->count < ASK_MOST;
       followed = followed->next) {
    const struct slot *slot = followed->slot;
    question->known[question->count] = (struct store_followed){slot->stored.number, slot->last};
    question->told[question->count] = (struct store_progress){0};
    question->slots[question->count++] = followed->slot;
  }
}

/* Takes what a table's last entry and holders are. True if there is more of it to read. */
static bool compare(struct lobby *lobby, struct slot *slot, const struct store_progress *told) {
  struct fault unheard;
  if (told->last < slot->last) { /* an older copy of the database is there in its place, or the table was removed */
    slot_end_watches(slot);
    forget(lobby, slot);
    return false;
  }
  if (told->seats != slot->followed.seats && slot_read_holders(slot, lobby->store, &unheard))
    slot->followed.seats = told->seats;
  return told->last > slot->last;
}

/* Reads the entries of the tables that have grown, and wakes who watches them. */
static void read_grown(struct lobby *lobby, struct question *question) {
  struct fault unheard;
  const int most = lobby->may_read > 0 ? lobby->may_read : 1;
  question->read = 0;
  question->wrong = false;
  store_each_grown(lobby->store, question->known, question->count, most, take_entry, question, &unheard);
  lobby->may_read -= question->read;
  lobby->figures.read += (uint64_t)question->read;
  for (int i = 0; i < question->count; i++) {
    struct slot *slot = question->slots[i];
    if (slot->last < question->told[i].last) ask_soon(lobby, slot); /* there is more than could be read in this round */
    if (slot->last == question->known[i].seq) continue;
    if (slot->table->state > TABLE_PLAYING) slot->stored.state = STORE_FINISHED;
    for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next)
      watcher->wake(watcher);
  }
  /* A log that cannot be read on is read anew, and the fault told as of any table. */
  for (int i = 0; i < question->count && question->wrong; i++)
    if (question->slots[i]->last < question->told[i].last) forget(lobby, question->slots[i]);
}

/* Asks the database about tables. False: it does not answer. */
static bool ask(struct lobby *lobby, int64_t now, struct question *question) {
  struct fault unheard;
  const bool told =
      store_each_followed(lobby->store, question->known, question->count, take_progress, question, &unheard);
  int grown = 0;
  for (int i = 0; i < question->count; i++) {
    struct slot *slot = question->slots[i];
    was_asked(lobby, slot, now);
    if (!told) continue;
    if (nodes_may_take(lobby, slot->stored.id, question->told[i].owner)) question->free[question->free_count++] = slot;
    if (!compare(lobby, slot, &question->told[i])) continue;
    question->slots[grown] = slot;
    question->known[grown] = question->known[i];
    question->told[grown++] = question->told[i];
  }
  question->count = grown;
  if (grown > 0) read_grown(lobby, question);
  return told;
}

/* Takes the tables that are followed here and that this node should own, as no other node has them: nobody else may
 * watch them, and nobody ask for them. A few in a round, so that requests go on. */
static void take_free(struct lobby *lobby, const struct question *question) {
  struct fault unheard;
  for (int i = 0; i < question->free_count; i++) {
    struct slot *slot = question->free[i];
    if (slot->followed.next == NULL || slot->stored.state == STORE_FINISHED) continue;
    if (lobby->watched_loads <= 0) {
      ask_soon(lobby, slot);
    } else {
      lobby->watched_loads--;
      if (!lobby_load(lobby, slot, &unheard) && !slot->queued)
        slots_set_due(&lobby->slots, slot, lobby_retry(lobby, slot));
    }
  }
}

bool following_catch_up(struct lobby *lobby, struct slot *slot) {
  struct question question = {
      .slots = {slot}, .known = {{slot->stored.number, slot->last}}, .told = {{.last = slot->last}}, .count = 1};
  if (slot->followed.next == NULL) return true;
  return ask(lobby, lobby_now(lobby), &question) && (question.count == 0 || slot->last >= question.told[0].last);
}

/* ---- In every round ---- */

void lobby_follow(struct lobby *lobby) {
  if (lobby->hints == NULL) return;
  const int64_t now = lobby_now(lobby);
  hints_run(lobby->hints);
  hear(lobby, now);
  if (lobby_may_change(lobby)) {
    struct question question;
    collect(lobby, now, &question); /* those for which it is time */
    if (question.count > 0 && ask(lobby, now, &question)) take_free(lobby, &question);
    presence_tick(lobby, now);
  } else { /* nothing is read at a node that is cut off */
    while (lobby->followed.next->slot != NULL) {
      slot_end_watches(lobby->followed.next->slot);
      forget(lobby, lobby->followed.next->slot);
    }
  }
  hints_run(lobby->hints);
}

int64_t following_wait(const struct lobby *lobby, int64_t now, int64_t most) {
  const struct followed *first = lobby->followed.next;
  if (lobby->hints == NULL) return most;
  if (lobby->watched_loads <= 0) return 0; /* there may be more words */
  if (most > ASK_EVERY) most = ASK_EVERY;
  if (first->slot == NULL) return most;
  const int64_t wait = first->asked + ASK_EVERY - now;
  return wait < 0 ? 0 : wait < most ? wait : most;
}

/* ---- Beginning and end ---- */

bool following_open(struct lobby *lobby, struct fault *fault) {
  lobby->followed.previous = lobby->followed.next = &lobby->followed;
  if (lobby->settings.node == NULL) return true;
  lobby->hints = hints_open(lobby->settings.path, thinkers_file(lobby->thinkers), fault);
  return lobby->hints != NULL;
}

void following_close(struct lobby *lobby) {
  hints_close(lobby->hints);
  lobby->hints = NULL;
}
