/*
 * Several nodes on one database (docs/understand/nodes.md, tests/nodes/model.pml): this node's lease, the nodes that
 * live, which of them answers for a table, and how tables go from one to the other. Safety rests on the epochs of
 * tables (store_hold()): what is here sees to it that tables have one owner who answers for them, and that no node
 * reads on at what it lost.
 */
#define _POSIX_C_SOURCE 200809L
#include "lobby/lobby_memory.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/guard.h"

enum {
  SILENT = 4000,       /* ms after which a node that could not say that it lives answers for nothing */
  SAY = 1000,          /* ms between two times that it says so, */
  SAY_AGAIN = 200,     /* and after the database did not answer */
  GIVE_BACK = 100,     /* tables that it gives back at a time, */
  GIVE_BACK_ALL = 2000 /* and while it drains */
};

_Static_assert(SILENT < (int)STORE_LEASE, "who is silent still has the lease");
_Static_assert((int)LOBBY_URL_SIZE == (int)STORE_URL_SIZE, "a URL is told as it is stored");

/* ---- Shards ---- */

static int letter(const char *id) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567"; /* of credential_make_id() */
  const char *found = *id == '\0' ? NULL : strchr(letters, *id);
  return found == NULL ? 0 : (int)(found - letters);
}

/* As the database has it: the first ten bits of the id. */
static int shard_of(const char *id) { return letter(id) * 32 + (*id == '\0' ? 0 : letter(id + 1)); }

/* How much a node is for a shard: the same at all nodes. */
static uint64_t weight(const char *name, int shard) {
  uint64_t hash = 1469598103934665603u;
  for (; *name != '\0'; name++) hash = (hash ^ (unsigned char)*name) * 1099511628211u;
  hash = (hash ^ (uint64_t)shard) * 0x9E3779B97F4A7C15u;
  hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

/* Gives each shard to the node that is the most for it. */
static void deal_shards(struct fleet *fleet) {
  for (int shard = 0; shard < NODES_SHARDS; shard++) {
    uint64_t most = 0;
    fleet->shards[shard] = -1;
    for (int i = 0; i < fleet->count; i++) {
      const uint64_t own = weight(fleet->living[i].name, shard);
      if (fleet->living[i].draining || (fleet->shards[shard] >= 0 && own <= most)) continue;
      most = own;
      fleet->shards[shard] = i;
    }
  }
}

/* The node whose the table should be; NULL: no living node takes tables. */
static const struct store_node *node_for(const struct lobby *lobby, const char *id) {
  const int i = lobby->nodes.fleet.shards[shard_of(id)];
  return i < 0 ? NULL : &lobby->nodes.fleet.living[i];
}

static bool is_self(const struct lobby *lobby, const struct store_node *node) {
  return node != NULL && node->run == store_run(lobby->store);
}

bool nodes_should_own(const struct lobby *lobby, const char *id) {
  return !lobby->nodes.used || is_self(lobby, node_for(lobby, id));
}

/* The living node of a run; NULL: there is none, or nobody's run is meant. */
static const struct store_node *node_of(const struct lobby *lobby, int64_t run) {
  const struct fleet *fleet = &lobby->nodes.fleet;
  for (int i = 0; i < fleet->count; i++)
    if (fleet->living[i].run == run) return &fleet->living[i];
  return NULL;
}

bool nodes_may_take(const struct lobby *lobby, const char *id, int64_t owner) {
  const struct store_node *node = node_of(lobby, owner);
  return nodes_should_own(lobby, id) && (node == NULL || is_self(lobby, node));
}

/* ---- Silence ---- */

bool lobby_may_change(const struct lobby *lobby) {
  return !lobby->nodes.used || lobby_clock(lobby) < lobby->nodes.heard + SILENT;
}

static void remove_slot(struct lobby *lobby, struct slot *slot) {
  slot->stored.state = STORE_FINISHED;
  lobby_count(lobby, slot);
  shares_release(lobby, slot);
  slots_remove(&lobby->slots, slot);
}

/* A table that is this node's no more, with what it has in memory of it. Who watches it reads it at its new owner's
 * pace; without them it is removed. */
static void forget(struct lobby *lobby, struct slot *slot) {
  lobby->figures.in_memory -= slot->table != NULL;
  slot_drop(slot);
  slot->giving = false;
  if (slot->watchers == NULL && !slot->queued) {
    remove_slot(lobby, slot);
    return;
  }
  for (struct lobby_watcher *watcher = slot->watchers; watcher != NULL; watcher = watcher->next) watcher->wake(watcher);
  slots_set_due(&lobby->slots, slot, lobby_now(lobby) + LOBBY_RETRY);
}

/* What this node has in memory may be another's: all of it is forgotten, and streams end. */
static void forget_all(struct lobby *lobby) {
  CHECK(lobby->touched == NULL);
  for (struct slot *slot = lobby->slots.newest, *older; slot != NULL; slot = older) {
    older = slot->older;
    slot_end_watches(slot);
    forget(lobby, slot);
  }
}

/* ---- The lease ---- */

static bool take_node(void *context, const struct store_node *node) {
  struct fleet *fleet = context;
  if (fleet->count < NODES_MOST) fleet->living[fleet->count++] = *node;
  return true;
}

static bool is_same(const struct fleet *one, const struct fleet *other) {
  bool same = one->count == other->count;
  for (int i = 0; i < one->count && same; i++)
    same = one->living[i].run == other->living[i].run && one->living[i].draining == other->living[i].draining;
  return same;
}

/* Looks which nodes live. Where shards go elsewhere, tables are to be given back. */
static bool look_around(struct lobby *lobby, struct fault *fault) {
  struct nodes *nodes = &lobby->nodes;
  struct fleet fleet = {.count = 0};
  if (!store_each_node(lobby->store, take_node, &fleet, fault)) return false;
  if (is_same(&nodes->fleet, &fleet)) return true;
  deal_shards(&fleet);
  nodes->fleet = fleet;
  nodes->giving = true;
  return true;
}

/* Says that this node lives. What the lease lasts for counts from before it was asked for, so that a node whose answer
 * comes too late is silent still. After a silence, and when the lease has ended, others may have had its tables: all
 * are forgotten, and with a new lease none is its own. */
static void say(struct lobby *lobby) {
  struct nodes *nodes = &lobby->nodes;
  struct fault fault;
  const int64_t said = lobby_clock(lobby);
  enum store_lease lease = STORE_NO_LEASE;
  if (lobby_may_change(lobby)) lease = store_renew(lobby->store, nodes->draining, &fault);
  if (lease == STORE_NO_LEASE) {
    nodes->heard = INT64_MIN / 2;
    forget_all(lobby);
    lease = store_claim(lobby->store, lobby->settings.node, lobby->settings.node_url, &fault);
    lobby->figures.leases += lease == STORE_LEASED;
  }
  if (lease == STORE_LEASED) nodes->ahead = store_time(lobby->store) - said;
  const bool told = lease == STORE_LEASED && look_around(lobby, &fault);
  nodes->say = said + (told ? SAY : SAY_AGAIN);
  if (told && lobby_clock(lobby) < said + SILENT) nodes->heard = said;
  if (!lobby_may_change(lobby)) forget_all(lobby);
}

/* ---- Giving back ---- */

/* True if the table is to be another's, or nobody's. */
static bool is_to_go(const struct lobby *lobby, const struct slot *slot) {
  return slot->giving || (slot->taken && slot->table != NULL && !nodes_should_own(lobby, slot->stored.id));
}

void nodes_let_go(struct lobby *lobby, struct slot *slot) {
  if (slot->table != NULL) slot->stored.due = slot_due_alone(slot);
  lobby->figures.in_memory -= slot->table != NULL;
  slot_drop(slot);
  slot->giving = lobby->nodes.giving = true;
  slots_set_due(&lobby->slots, slot, slot->watchers == NULL ? INT64_MAX : lobby_now(lobby) + LOBBY_RETRY);
}

/* What was found of a table lately. */
static struct nodes_found *found_of(struct lobby *lobby, struct span table) {
  return &lobby->nodes.found[limiter_key(lobby->shares, table.bytes, table.length) % NODES_FOUND];
}

/* Gives back the tables that should be another node's, a few at a time, as that one has to read them, and those that
 * have left the memory. What became of it if the database does not answer is not known: it is done again. */
static void give_back(struct lobby *lobby) {
  struct nodes *nodes = &lobby->nodes;
  struct slot *given[GIVE_BACK_ALL];
  const int most = nodes->draining ? (int)GIVE_BACK_ALL : (int)GIVE_BACK;
  int count = 0;
  CHECK(!store_pending(lobby->store) && lobby->touched == NULL);
  for (struct slot *slot = lobby->slots.newest; slot != NULL && count < most; slot = slot->older) {
    if (!is_to_go(lobby, slot)) continue;
    nodes_let_go(lobby, slot);
    store_give_back(lobby->store, slot->stored.number, slot->epoch, slot->stored.due);
    given[count++] = slot;
  }
  nodes->giving = count == most;
  if (!store_commit(lobby->store, &lobby->failure)) {
    nodes->giving = true;
    return;
  }
  for (int i = 0; i < count; i++) {
    *found_of(lobby, span_of(given[i]->stored.id)) = (struct nodes_found){.run = 0};
    forget(lobby, given[i]);
  }
  lobby->figures.given_back += (uint64_t)count;
}

/* ---- What is due ---- */

static bool take_due(void *context, const struct store_table *stored) {
  struct lobby *lobby = context;
  struct slot *slot = slots_find(&lobby->slots, span_of(stored->id));
  if (slot == NULL) {
    slot = slot_new(stored);
    slots_add(&lobby->slots, slot);
    lobby_count(lobby, slot);
  }
  if (slot->table == NULL && !slot->queued && !slot->giving && slot->due == INT64_MAX)
    slots_set_due(&lobby->slots, slot, lobby_now(lobby));
  return true;
}

/* Looks for tables that are this node's to take and have something to do: whom nobody asks for, or whose owner died. */
static void look_for_due(struct lobby *lobby) {
  struct text shards = {0};
  struct fault fault;
  for (int shard = 0; shard < NODES_SHARDS; shard++) {
    const int i = lobby->nodes.fleet.shards[shard];
    if (i < 0 || !is_self(lobby, &lobby->nodes.fleet.living[i])) continue;
    if (shards.length > 0) text_add_char(&shards, ',');
    text_add_int(&shards, shard);
  }
  if (shards.length > 0)
    store_each_due(lobby->store, lobby_now(lobby), shards.bytes, LOBBY_LOADS, take_due, lobby, &fault);
  text_free(&shards);
}

/* ---- Beginning, rounds, end ---- */

bool nodes_open(struct lobby *lobby, struct fault *fault) {
  static const struct timespec moment = {.tv_nsec = 100000000};
  struct nodes *nodes = &lobby->nodes;

  /* The lease of a node that was killed lasts for a while; one that lives renews it. */
  enum store_lease lease = STORE_NO_LEASE;
  for (int waited = 0; lease == STORE_NO_LEASE && waited <= (int)STORE_LEASE + 1000; waited += 100) {
    if (waited > 0) nanosleep(&moment, NULL);
    store_begin_round(lobby->store);
    nodes->heard = lobby_clock(lobby);
    lease = store_claim(lobby->store, lobby->settings.node, lobby->settings.node_url, fault);
  }
  if (lease == STORE_NO_ANSWER) return false;
  if (lease == STORE_NO_LEASE) return fault_say(fault, "another node has the name '%s'", lobby->settings.node);
  nodes->used = true;
  nodes->say = nodes->heard + SAY;
  nodes->ahead = store_time(lobby->store) - nodes->heard;
  lobby->figures.leases = 1;
  return look_around(lobby, fault);
}

void nodes_close(struct lobby *lobby) {
  if (lobby->nodes.used) store_leave(lobby->store);
}

void lobby_keep_lease(struct lobby *lobby) {
  struct nodes *nodes = &lobby->nodes;
  if (!nodes->used || lobby_clock(lobby) < nodes->say) return;
  if (store_pending(lobby->store)) lobby_commit(lobby); /* what hints have brought about since the round was stored */
  say(lobby);
  if (!lobby_may_change(lobby)) return;
  if (nodes->giving) give_back(lobby);
  if (!nodes->draining && lobby_may_change(lobby)) look_for_due(lobby);
}

int64_t nodes_wait(const struct lobby *lobby, int64_t most) {
  const int64_t left = lobby->nodes.say - lobby_clock(lobby);
  return !lobby->nodes.used || left >= most ? most : left < 0 ? 0 : left;
}

void lobby_drain(struct lobby *lobby) {
  lobby->nodes.draining = lobby->nodes.giving = true;
  lobby->nodes.say = INT64_MIN / 2;
}

bool lobby_is_drained(const struct lobby *lobby) {
  return !lobby->nodes.used || (lobby->nodes.draining && !lobby->nodes.giving) || !lobby_may_change(lobby);
}

bool lobby_is_ready(const struct lobby *lobby) { return lobby_may_change(lobby) && !lobby->nodes.draining; }

/* ---- What all nodes have ---- */

const uint8_t *lobby_fleet_key(const struct lobby *lobby) { return store_key(lobby->store); }

int64_t lobby_fleet_time(struct lobby *lobby) {
  return lobby->nodes.used ? lobby_clock(lobby) + lobby->nodes.ahead : lobby_now(lobby);
}

/* ---- Who answers for a table ---- */

static enum lobby_place place_at(const struct lobby *lobby, const struct store_node *node, char url[LOBBY_URL_SIZE]) {
  if (node == NULL) return LOBBY_NOWHERE;
  if (is_self(lobby, node)) return LOBBY_HERE;
  memcpy(url, node->url, LOBBY_URL_SIZE);
  return LOBBY_THERE;
}

/* The owner of a table as the database told it in this second, or tells it now. */
static enum store_found find_owner(struct lobby *lobby, struct span table, int64_t *run) {
  struct nodes_found *found = found_of(lobby, table);
  const int64_t now = lobby_clock(lobby);
  struct fault fault;
  if (span_is(table, found->table) && now < found->at + SAY) {
    *run = found->run;
    return STORE_FOUND;
  }
  const enum store_found what = store_owner(lobby->store, table, run, &fault);
  if (what != STORE_FOUND || table.length >= sizeof found->table) return what;
  *found = (struct nodes_found){.run = *run, .at = now};
  memcpy(found->table, table.bytes, table.length);
  return what;
}

enum lobby_place lobby_place(struct lobby *lobby, struct span table, char url[LOBBY_URL_SIZE]) {
  int64_t run;
  if (!lobby->nodes.used) return LOBBY_HERE;
  if (!lobby_may_change(lobby)) return LOBBY_NOWHERE;
  const struct slot *slot = slots_find(&lobby->slots, table);
  if (slot != NULL && slot->taken) return LOBBY_HERE;
  const enum store_found what = find_owner(lobby, table, &run);
  if (what == STORE_MISSING) return LOBBY_HERE; /* which says that there is none */
  if (what == STORE_FAILED) return LOBBY_NOWHERE;
  if (run == store_run(lobby->store)) return LOBBY_HERE;
  const struct store_node *owner = node_of(lobby, run);
  if (owner != NULL) return place_at(lobby, owner, url);
  char id[STORE_ID_SIZE] = "";
  memcpy(id, table.bytes, table.length < sizeof id ? table.length : sizeof id - 1);
  return place_at(lobby, node_for(lobby, id), url);
}
