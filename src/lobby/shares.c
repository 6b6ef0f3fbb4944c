/* What one address may hold at the tables of a server, so that something is left for others. */
#include "lobby/lobby_memory.h"

#include <string.h>

void lobby_ask_as(struct lobby *lobby, struct lobby_asker asker) { lobby->asker = asker; }

uint64_t lobby_shared_address(const struct lobby *lobby, struct span address) {
  if (!lobby->shared || address.length == 0) return 0;
  return credential_make_address(store_key(lobby->store), address);
}

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
static bool may_hold_in_fleet(struct lobby *lobby, bool is_table, struct answer *answer) {
  const struct lobby_limits *limits = &lobby->settings.limits;
  const struct store_asker asker = {lobby->asker.shared, lobby->asker.shared_network};
  struct store_held own, network;
  struct fault fault;
  if (asker.address == 0 || (limits->seats_per_address == 0 && limits->tables_per_address == 0)) return true;
  const enum store_found found = store_find_held(lobby->store, asker, &own, &network, &fault);
  if (found == STORE_FAILED) return answer_refuse(answer, ANSWER_NOT_STORED, fault.text);
  if (found == STORE_MISSING)
    return answer_refuse(answer, ANSWER_NOT_STORED, "another server answers a request from this address: try again");
  if (asker.network == 0) network = (struct store_held){0};
  if (is_table && !has_share(own.tables, network.tables, limits->tables_per_address)) return refuse_table(answer);
  return has_share(own.seats, network.seats, limits->seats_per_address) || refuse_seat(answer);
}

/* One server counts by itself what is held of its tables in memory. */
static bool hold(struct lobby *lobby, enum limiter_what what, uint32_t most) {
  return lobby->asker.address == 0 || limiter_hold(lobby->shares, who_is(&lobby->asker), what, most);
}

void share_release(struct lobby *lobby, enum limiter_what what, struct lobby_asker *asker) {
  if (asker->address != 0 && !lobby->shared) limiter_release(lobby->shares, who_is(asker), what);
  *asker = (struct lobby_asker){0};
}

bool share_hold_seat(struct lobby *lobby, struct answer *answer) {
  if (lobby->shared) return may_hold_in_fleet(lobby, false, answer);
  return hold(lobby, LIMITER_SEATS, lobby->settings.limits.seats_per_address) || refuse_seat(answer);
}

bool share_hold_table(struct lobby *lobby, struct answer *answer) {
  struct lobby_asker asker = lobby->asker;
  if (lobby->shared) return may_hold_in_fleet(lobby, true, answer);
  if (!hold(lobby, LIMITER_TABLES, lobby->settings.limits.tables_per_address)) return refuse_table(answer);
  if (share_hold_seat(lobby, answer)) return true;
  share_release(lobby, LIMITER_TABLES, &asker);
  return false;
}

void share_take_seat(struct lobby *lobby, struct slot *slot, int seat) {
  const struct store_asker asker = {lobby->asker.shared, lobby->asker.shared_network};
  slot->seated[seat - 1] = lobby->asker;
  if (asker.address != 0) store_set_asker(lobby->store, slot->stored.number, seat, asker);
}

void share_take_table(struct lobby *lobby, struct slot *slot) {
  const struct store_asker asker = {lobby->asker.shared, lobby->asker.shared_network};
  slot->opener = lobby->asker;
  if (asker.address != 0) store_set_opener(lobby->store, slot->stored.number, asker);
}

void shares_release(struct lobby *lobby, struct slot *slot) {
  if (slot->stored.state == STORE_FINISHED) share_release(lobby, LIMITER_TABLES, &slot->opener);
  const bool waits = slot->stored.state == STORE_WAITING;
  for (int i = 0; i < TESS_MAX_PLAYERS; i++)
    if (!waits || !slot->holders[i].held) share_release(lobby, LIMITER_SEATS, &slot->seated[i]);
}

uint64_t share_thinker(const struct slot *slot) {
  return slot->opener.address != 0 ? slot->opener.address : (uint64_t)slot->stored.number;
}

/* ---- What is done at a table ---- */

/* The key of a habit of an address or a network (0: there is none) at a table. */
static uint64_t habit_key(const struct lobby *lobby, uint64_t of, const struct slot *slot, enum share_habit habit) {
  const int64_t bytes[] = {(int64_t)of, slot->stored.number, habit};
  return of == 0 ? 0 : limiter_key(lobby->shares, bytes, sizeof bytes);
}

bool share_take(struct lobby *lobby, const struct slot *slot, enum share_habit habit, struct answer *answer) {
  const struct lobby_asker *asker = &lobby->asker;
  const struct limiter_who who = {habit_key(lobby, asker->address, slot, habit),
                                  habit_key(lobby, asker->network, slot, habit)};
  if (asker->address == 0 || limiter_take(lobby->shares, who, 1, lobby_now(lobby)) == 0) return true;
  return answer_refuse(answer, ANSWER_TOO_OFTEN,
                       habit == SHARE_COMING_AND_GOING
                           ? "too much coming and going at this table from this address: wait a little"
                           : "too much is said by those who watch from this address: wait a little");
}

/* ---- Who is shown the door ---- */

enum { BARRED = sizeof((struct slot *)0)->barred / sizeof((struct slot *)0)->barred[0] };

void share_bar(const struct lobby *lobby, struct slot *slot, struct lobby_asker freed) {
  if (freed.address == 0 || freed.address == lobby->asker.address) return;
  memmove(slot->barred + 1, slot->barred, (BARRED - 1) * sizeof slot->barred[0]);
  slot->barred[0] = freed.address;
}

bool share_sit(const struct lobby *lobby, const struct slot *slot, struct answer *answer) {
  for (int i = 0; i < BARRED; i++)
    if (slot->barred[i] != 0 && slot->barred[i] == lobby->asker.address)
      return answer_refuse(answer, ANSWER_NOT_NOW,
                           "who opened this table has freed a seat that was taken from this address");
  return true;
}

/* ---- Who is silenced ---- */

enum { TALK_LINES = sizeof((struct talkers *)0)->lines / sizeof((struct talkers *)0)->lines[0] };

bool share_is_silenced(const struct slot *slot, uint64_t address) {
  const struct talkers *talkers = slot->talkers;
  for (int i = 0; talkers != NULL && address != 0 && i < TABLE_MOST_SILENCED; i++)
    if (talkers->silenced[i].address == address) return true;
  return false;
}

bool share_come(const struct lobby *lobby, const struct slot *slot, struct answer *answer) {
  const struct talkers *talkers = slot->talkers;
  const uint64_t address = slot->stored.state == STORE_FINISHED ? 0 : lobby->asker.address;
  for (int i = 0; talkers != NULL && address != 0 && i < TABLE_MOST_SILENCED; i++)
    if (talkers->silenced[i].removed && talkers->silenced[i].address == address)
      return answer_refuse(answer, ANSWER_REMOVED, "who opened the table has removed somebody at this address");
  return true;
}

bool share_talk(const struct lobby *lobby, const struct slot *slot, struct answer *answer) {
  return !share_is_silenced(slot, lobby->asker.address) ||
         answer_refuse(answer, ANSWER_SILENT, "who opened the table has silenced somebody at this address");
}

void share_said(const struct lobby *lobby, struct slot *slot, int64_t seq) {
  if (slot->talkers == NULL) slot->talkers = memory_zeroed(sizeof *slot->talkers);
  struct talkers *talkers = slot->talkers;
  talkers->lines[talkers->next].seq = seq;
  talkers->lines[talkers->next].address = lobby->asker.address;
  talkers->next = (talkers->next + 1) % TALK_LINES;
}

void shares_forget_unstored(struct slot *slot) {
  for (int i = 0; slot->talkers != NULL && i < TALK_LINES; i++)
    if (slot->talkers->lines[i].seq > slot->last) slot->talkers->lines[i].seq = 0;
}

/* The address from which a line came; 0: it is not known any more. */
static uint64_t address_of_line(const struct talkers *talkers, int64_t seq) {
  for (int i = 0; i < TALK_LINES; i++)
    if (talkers->lines[i].seq == seq) return talkers->lines[i].address;
  return 0;
}

/* Whom a name that looks like this one stands for among the silenced; else a place that is free, NULL if none is. */
static struct silenced *silenced_as(struct talkers *talkers, const char *name) {
  struct silenced *free_place = NULL;
  for (int i = 0; i < TABLE_MOST_SILENCED; i++) {
    struct silenced *silenced = &talkers->silenced[i];
    if (silenced->address != 0 && name_looks_like(silenced->name, name)) return silenced;
    if (silenced->address == 0 && free_place == NULL) free_place = silenced;
  }
  return free_place;
}

bool share_may_remove(const struct slot *slot, const struct request *request, struct answer *answer) {
  char name[NAME_SIZE];
  if (!table_watcher_said(slot->table, request->entry, name)) return true; /* the table refuses it */
  const struct silenced *silenced = slot->talkers == NULL ? NULL : silenced_as(slot->talkers, name);
  return (silenced != NULL && (silenced->address != 0 || address_of_line(slot->talkers, request->entry) != 0)) ||
         answer_refuse(answer, ANSWER_NOT_NOW,
                       "it is no longer known from which address this was said: silence them, or take a later line");
}

/* Those end who watch from this address and hold no seat; they are woken when the round is stored. */
static void end_watches_from(struct slot *slot, uint64_t address) {
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next)
    if (watcher->shown && watcher->seat == 0 && watcher->address == address) watcher->ends = true;
}

void share_silence(struct slot *slot, const struct request *request) {
  char name[NAME_SIZE];
  if (slot->talkers == NULL || !table_watcher_said(slot->table, request->entry, name)) return;
  struct silenced *silenced = silenced_as(slot->talkers, name);
  if (silenced == NULL) return;
  const uint64_t address = address_of_line(slot->talkers, request->entry);
  if (!request->yes) {
    *silenced = (struct silenced){0};
    return;
  }
  if (address != 0) silenced->address = address;
  memcpy(silenced->name, name, sizeof name);
  silenced->removed = request->remove;
  if (request->remove) end_watches_from(slot, silenced->address);
}
