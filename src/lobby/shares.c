#include "lobby/shares.h"

#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "lobby/limiter.h"
#include "lobby/rows.h"

enum {
  OFTEN = 20,    /* that one address may come and go at a table at once, or talk there while it watches */
  ONCE_MORE = 10 /* seconds after which it may once more */
};

/* The watchers of a table who talked lately, and those who were silenced, by their addresses. */
struct talkers {
  struct slot *slot;
  struct {
    int64_t seq; /* of what was said; 0: nothing */
    uint64_t address;
  } lines[32];
  int next; /* the line that is forgotten next */
  struct silenced {
    uint64_t address; /* 0: none */
    char name[NAME_SIZE];
    bool removed; /* nobody at this address watches */
  } silenced[TABLE_MOST_SILENCED];
};

/* What addresses hold at a table, and which may not sit down there. */
struct share {
  struct slot *slot;
  struct lobby_asker opener;                   /* in whose share the table is, until it is over */
  struct lobby_asker seated[TESS_MAX_PLAYERS]; /* in whose share the seat is, while the table waits */
  uint64_t barred[8];                          /* addresses whose seat was freed: the last ones, 0: none */
};

struct shares {
  struct store *store;
  struct lobby_limits limits;
  struct limiter *limiter; /* what each address holds; how often it does what at each table */
  struct lobby_asker asker;
  struct rows held;    /* of struct share: tables at which somebody asked for a share since the start */
  struct rows talkers; /* tables at which a watcher has talked since the start */
};

struct shares *shares_open(struct store *store, const struct lobby_limits *limits) {
  struct shares *shares = memory_new(sizeof *shares);
  *shares = (struct shares){.store = store, .limits = *limits, .limiter = limiter_open(1.0 / ONCE_MORE, OFTEN)};
  return shares;
}

void shares_close(struct shares *shares) {
  if (shares == NULL) return;
  CHECK(shares->held.tree == NULL && shares->talkers.tree == NULL);
  limiter_close(shares->limiter);
  free(shares);
}

void shares_ask_as(struct shares *shares, struct lobby_asker asker) { shares->asker = asker; }

struct lobby_asker shares_asker(const struct shares *shares) {
  return shares->asker;
}

void shares_sweep(struct shares *shares, int64_t now) { limiter_sweep(shares->limiter, now); }

static struct limiter_who who_is(const struct lobby_asker *asker) {
  return (struct limiter_who){asker->address, asker->network};
}

/* ---- What is held ---- */

static bool refuse_seat(struct answer *answer) {
  return answer_refuse(
      answer, ANSWER_TOO_MANY_SEATS,
      "from this address as many seats are held as may be at tables that have not begun: begin or leave "
      "one first");
}

static bool refuse_table(struct answer *answer) {
  return answer_refuse(answer, ANSWER_TOO_MANY_TABLES,
                       "from this address as many tables are open as may be: end or leave one first");
}

/* True if somebody who holds so many, and whose network does, may hold one more. */
static bool has_share(int64_t held, int64_t held_of_network, uint32_t most) {
  return most == 0 || (held < most && held_of_network < (int64_t)most * LIMITER_NETWORK_SHARES);
}

/* In a shared database what is stored is counted: a seat more, or a table with its seat. False with the refusal. */
static bool may_hold_in_fleet(struct shares *shares, bool is_table, struct answer *answer) {
  const struct lobby_limits *limits = &shares->limits;
  const struct store_asker asker = {shares->asker.shared, shares->asker.shared_network};
  struct store_held own, network;
  struct fault fault;
  if (asker.address == 0 || (limits->seats_per_address == 0 && limits->tables_per_address == 0)) return true;
  const enum store_found found = store_find_held(shares->store, asker, &own, &network, &fault);
  if (found == STORE_FAILED) return answer_refuse_fault(answer, &fault);
  if (found == STORE_MISSING)
    return answer_refuse(answer, ANSWER_NOT_STORED, "another server answers a request from this address: try again");
  if (asker.network == 0) network = (struct store_held){0};
  if (is_table && !has_share(own.tables, network.tables, limits->tables_per_address)) return refuse_table(answer);
  return has_share(own.seats, network.seats, limits->seats_per_address) || refuse_seat(answer);
}

/* One server counts by itself what is held of its tables in memory. */
static bool hold(struct shares *shares, enum limiter_what what, uint32_t most) {
  return shares->asker.address == 0 || limiter_hold(shares->limiter, who_is(&shares->asker), what, most);
}

/* Gives back what was counted for somebody, and forgets them. */
static void release(struct shares *shares, enum limiter_what what, struct lobby_asker *asker) {
  if (asker->address != 0 && !store_is_shared(shares->store)) limiter_release(shares->limiter, who_is(asker), what);
  *asker = (struct lobby_asker){0};
}

bool shares_hold_seat(struct shares *shares, struct answer *answer) {
  if (store_is_shared(shares->store)) return may_hold_in_fleet(shares, false, answer);
  return hold(shares, LIMITER_SEATS, shares->limits.seats_per_address) || refuse_seat(answer);
}

void shares_return_seat(struct shares *shares) {
  struct lobby_asker asker = shares->asker;
  release(shares, LIMITER_SEATS, &asker);
}

bool shares_hold_table(struct shares *shares, struct answer *answer) {
  struct lobby_asker asker = shares->asker;
  if (store_is_shared(shares->store)) return may_hold_in_fleet(shares, true, answer);
  if (!hold(shares, LIMITER_TABLES, shares->limits.tables_per_address)) return refuse_table(answer);
  if (shares_hold_seat(shares, answer)) return true;
  release(shares, LIMITER_TABLES, &asker);
  return false;
}

void shares_return_table(struct shares *shares) {
  struct lobby_asker asker = shares->asker;
  shares_return_seat(shares);
  release(shares, LIMITER_TABLES, &asker);
}

void shares_take_seat(struct shares *shares, struct slot *slot, int seat) {
  const struct store_asker asker = {shares->asker.shared, shares->asker.shared_network};
  struct share *share = rows_add(&shares->held, slot, sizeof *share);
  share->seated[seat - 1] = shares->asker;
  if (asker.address != 0) store_set_asker(shares->store, slot->stored.number, seat, asker);
}

void shares_take_table(struct shares *shares, struct slot *slot) {
  const struct store_asker asker = {shares->asker.shared, shares->asker.shared_network};
  struct share *share = rows_add(&shares->held, slot, sizeof *share);
  share->opener = shares->asker;
  if (asker.address != 0) store_set_opener(shares->store, slot->stored.number, asker);
}

struct lobby_asker shares_opener(const struct shares *shares, const struct slot *slot) {
  const struct share *share = rows_find(&shares->held, slot);
  return share == NULL ? (struct lobby_asker){0} : share->opener;
}

struct lobby_asker shares_holder(const struct shares *shares, const struct slot *slot, int seat) {
  const struct share *share = rows_find(&shares->held, slot);
  return share == NULL ? (struct lobby_asker){0} : share->seated[seat - 1];
}

void shares_follow(struct shares *shares, const struct slot *slot) {
  struct share *share = rows_find(&shares->held, slot);
  const bool waits = slot->stored.state == STORE_WAITING;
  if (share == NULL) return;
  if (slot->stored.state == STORE_FINISHED) release(shares, LIMITER_TABLES, &share->opener);
  for (int i = 0; i < TESS_MAX_PLAYERS; i++)
    if (!waits || !slot->holders[i].held) release(shares, LIMITER_SEATS, &share->seated[i]);
}

void shares_remove(struct shares *shares, const struct slot *slot) {
  rows_remove(&shares->held, slot);
  rows_remove(&shares->talkers, slot);
}

uint64_t shares_thinker(const struct shares *shares, const struct slot *slot) {
  const struct lobby_asker opener = shares_opener(shares, slot);
  return opener.address != 0 ? opener.address : (uint64_t)slot->stored.number;
}

/* ---- What is done at a table ---- */

/* The key of a habit of an address or a network (0: there is none) at a table. */
static uint64_t habit_key(const struct shares *shares, uint64_t of, const struct slot *slot, enum share_habit habit) {
  const int64_t bytes[] = {(int64_t)of, slot->stored.number, habit};
  return of == 0 ? 0 : limiter_key(shares->limiter, bytes, sizeof bytes);
}

bool shares_take(struct shares *shares, const struct slot *slot, enum share_habit habit, int64_t now,
                 struct answer *answer) {
  const struct lobby_asker *asker = &shares->asker;
  const struct limiter_who who = {habit_key(shares, asker->address, slot, habit),
                                  habit_key(shares, asker->network, slot, habit)};
  if (asker->address == 0 || limiter_take(shares->limiter, who, 1, now) == 0) return true;
  return answer_refuse(answer, ANSWER_TOO_OFTEN,
                       habit == SHARES_COMING_AND_GOING
                           ? "too much coming and going at this table from this address: wait a little"
                           : "too much is said by those who watch from this address: wait a little");
}

/* ---- Addresses that may not sit down ---- */

enum { BARRED = sizeof((struct share *)0)->barred / sizeof((struct share *)0)->barred[0] };

void shares_bar(struct shares *shares, struct slot *slot, struct lobby_asker freed) {
  struct share *share = rows_add(&shares->held, slot, sizeof *share);
  if (freed.address == 0 || freed.address == shares->asker.address) return;
  memmove(share->barred + 1, share->barred, (BARRED - 1) * sizeof share->barred[0]);
  share->barred[0] = freed.address;
}

bool shares_sit(const struct shares *shares, const struct slot *slot, struct answer *answer) {
  const struct share *share = rows_find(&shares->held, slot);
  for (int i = 0; share != NULL && i < BARRED; i++)
    if (share->barred[i] != 0 && share->barred[i] == shares->asker.address)
      return answer_refuse(answer, ANSWER_NOT_NOW,
                           "the table's opener has freed a seat that was taken from this address");
  return true;
}

/* ---- Watchers who are silenced or removed ---- */

enum { TALK_LINES = sizeof((struct talkers *)0)->lines / sizeof((struct talkers *)0)->lines[0] };

bool shares_is_silenced(const struct shares *shares, const struct slot *slot, uint64_t address) {
  const struct talkers *talkers = rows_find(&shares->talkers, slot);
  for (int i = 0; talkers != NULL && address != 0 && i < TABLE_MOST_SILENCED; i++)
    if (talkers->silenced[i].address == address) return true;
  return false;
}

bool shares_come(const struct shares *shares, const struct slot *slot, struct answer *answer) {
  const struct talkers *talkers = rows_find(&shares->talkers, slot);
  const uint64_t address = slot->stored.state == STORE_FINISHED ? 0 : shares->asker.address;
  for (int i = 0; talkers != NULL && address != 0 && i < TABLE_MOST_SILENCED; i++)
    if (talkers->silenced[i].removed && talkers->silenced[i].address == address)
      return answer_refuse(answer, ANSWER_REMOVED, "the table's opener has removed somebody at this address");
  return true;
}

bool shares_talk(const struct shares *shares, const struct slot *slot, struct answer *answer) {
  return !shares_is_silenced(shares, slot, shares->asker.address) ||
         answer_refuse(answer, ANSWER_SILENT, "the table's opener has silenced somebody at this address");
}

void shares_said(struct shares *shares, struct slot *slot, int64_t seq) {
  struct talkers *talkers = rows_add(&shares->talkers, slot, sizeof *talkers);
  talkers->lines[talkers->next].seq = seq;
  talkers->lines[talkers->next].address = shares->asker.address;
  talkers->next = (talkers->next + 1) % TALK_LINES;
}

void shares_forget(struct shares *shares, const struct slot *slot) {
  struct talkers *talkers = rows_find(&shares->talkers, slot);
  for (int i = 0; talkers != NULL && i < TALK_LINES; i++)
    if (talkers->lines[i].seq > slot->last) talkers->lines[i].seq = 0;
}

/* The address from which a line came; 0: it is not known any more. */
static uint64_t address_of_line(const struct talkers *talkers, int64_t seq) {
  for (int i = 0; i < TALK_LINES; i++)
    if (talkers->lines[i].seq == seq) return talkers->lines[i].address;
  return 0;
}

/* The place of the silenced watcher whose name looks like this one; else a free place, NULL if there is none. */
static struct silenced *silenced_as(struct talkers *talkers, const char *name) {
  struct silenced *free_place = NULL;
  for (int i = 0; i < TABLE_MOST_SILENCED; i++) {
    struct silenced *silenced = &talkers->silenced[i];
    if (silenced->address != 0 && name_looks_like(silenced->name, name)) return silenced;
    if (silenced->address == 0 && free_place == NULL) free_place = silenced;
  }
  return free_place;
}

bool shares_may_remove(const struct shares *shares, const struct slot *slot, const struct request *request,
                       struct answer *answer) {
  char name[NAME_SIZE];
  if (!table_watcher_said(slot->table, request->entry, name)) return true; /* the table refuses it */
  struct talkers *talkers = rows_find(&shares->talkers, slot);
  const struct silenced *silenced = talkers == NULL ? NULL : silenced_as(talkers, name);
  return (silenced != NULL && (silenced->address != 0 || address_of_line(talkers, request->entry) != 0)) ||
         answer_refuse(answer, ANSWER_NOT_NOW,
                       "it is no longer known from which address this was said: silence them, or take a later line");
}

uint64_t shares_silence(struct shares *shares, const struct slot *slot, const struct request *request) {
  char name[NAME_SIZE];
  struct talkers *talkers = rows_find(&shares->talkers, slot);
  if (talkers == NULL || !table_watcher_said(slot->table, request->entry, name)) return 0;
  struct silenced *silenced = silenced_as(talkers, name);
  if (silenced == NULL) return 0;
  if (!request->yes) {
    *silenced = (struct silenced){0};
    return 0;
  }
  const uint64_t address = address_of_line(talkers, request->entry);
  if (address != 0) silenced->address = address;
  memcpy(silenced->name, name, sizeof name);
  silenced->removed = request->remove;
  return request->remove ? silenced->address : 0;
}
