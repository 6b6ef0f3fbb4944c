/* How a lobby opens and closes, and what it says of itself. */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/guard.h"
#include "lobby/beat.h"
#include "lobby/lobby_tables.h"

enum { MOST_MEMORY = 512 * 1000 * 1000, MOST_TABLES = 100000, UNHEALTHY = 60 * 1000 };

/* ---- Opening ---- */

/* Puts the unfinished tables into the lobby. The clock looks at each of them once and takes into memory those that have
 * something to do, first those that were due first when the server ended. All of them count as due by now; a machine
 * whose date was wrong may have stored a time below 0. Tables of a shared database are taken up when they are due. */
static bool take_up_tables(struct lobby *lobby, struct fault *fault) {
  if (lobby->shared) return true;
  struct store_rows *rows = store_unfinished(lobby->store);
  for (struct store_table stored; store_next_table(rows, &stored, NULL);) {
    if (stored.id[0] == '\0' || slots_find(&lobby->slots, span_of(stored.id)) != NULL) continue;
    struct slot *slot = slot_new(&stored);
    slots_add(&lobby->slots, slot);
    slots_set_due(&lobby->slots, slot, (stored.due > 0 ? stored.due : 0) - INT64_MAX);
    listing_follow(&lobby->listing, slot, (struct lobby_asker){0});
  }
  return store_close_rows(rows, fault);
}

/* Opens the parts, from below. */
static bool open_parts(struct lobby *lobby, struct fault *fault) {
  const struct lobby_settings *own = &lobby->settings;
  lobby->store = store_open(own->path, own->key_path, fault);
  if (lobby->store == NULL) return false;
  lobby->shared = store_is_shared(lobby->store);
  lobby->thinkers = thinkers_open(own->threads, fault);
  if (lobby->thinkers == NULL) return false;
  if (lobby->shared) lobby->hints = hints_open(own->path, thinkers_file(lobby->thinkers), fault);
  if (lobby->shared && lobby->hints == NULL) return false;
  lobby->presence = (struct presence){.hints = lobby->hints};
  lobby->shares = shares_open(lobby->store, &own->limits);
  lobby->players = players_open(lobby->store, &own->limits);
  lobby->hall = hall_memory_open();
  lobby->listing = (struct listing){.store = lobby->store};
  lobby->notices = notices_open(lobby->store, own, fault);
  if (lobby->notices == NULL) return false;
  lobby->loading = (struct loading){.store = lobby->store,
                                    .sets = lobby->sets,
                                    .notices = lobby->notices,
                                    .presence = &lobby->presence,
                                    .figures = &lobby->figures};
  loading_begin(&lobby->loading);
  lobby->comparing = (struct comparing){.store = lobby->store,
                                        .hints = lobby->hints,
                                        .loading = &lobby->loading,
                                        .notices = lobby->notices,
                                        .presence = &lobby->presence};
  comparing_open(&lobby->comparing);
  lobby->keeping = keeping_open(lobby->store, lobby->sets, &lobby->loading, own, lobby->started, &lobby->figures);
  return true;
}

struct lobby *lobby_open(const struct lobby_settings *settings, struct fault *fault) {
  struct lobby *lobby = memory_new(sizeof *lobby);
  *lobby = (struct lobby){.settings = *settings, .sets = set_library_open()};
  struct lobby_settings *own = &lobby->settings;

  /* 1. Settings that were left open. Passkeys need the address of the page, and https or this machine itself. */
  if (own->base_url != NULL) sender_origin(own->base_url, lobby->origin);
  if (strncmp(lobby->origin, "https://", 8) != 0 && strncmp(lobby->origin, "http://localhost", 16) != 0)
    lobby->origin[0] = '\0';
  if (own->threads == 0) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    own->threads = cores > 2 ? (int)cores - 1 : 1;
  }
  if (own->most_tables == 0) own->most_tables = MOST_TABLES;
  if (own->most_memory == 0) own->most_memory = MOST_MEMORY;

  /* 2. Its time: the machine's date, and from then on the clock that only runs. */
  if (own->now == NULL) {
    struct timespec date;
    clock_gettime(CLOCK_REALTIME, &date);
    lobby->ahead = (int64_t)date.tv_sec * 1000 + date.tv_nsec / 1000000 - lobby_clock(lobby);
  }
  lobby->started = lobby->swept = lobby_now(lobby);

  /* 3. The archive, the parts, the tables that are not over, and the time of a shared database. */
  if (keeping_check(own, fault) && open_parts(lobby, fault) && take_up_tables(lobby, fault) && beat_open(lobby, fault))
    return lobby;
  lobby_close(lobby);
  return NULL;
}

void lobby_close(struct lobby *lobby) {
  if (lobby == NULL) return;
  hints_close(lobby->hints);
  thinkers_close(lobby->thinkers);
  while (loading_dequeue(&lobby->loading) != NULL) continue;
  while (lobby->slots.newest != NULL) lobby_remove(lobby, lobby->slots.newest);
  keeping_close(lobby->keeping);
  notices_close(lobby->notices);
  shares_close(lobby->shares);
  players_close(lobby->players);
  hall_memory_close(lobby->hall);
  ladders_free(&lobby->ladders);
  slots_free(&lobby->slots);
  store_close(lobby->store);
  set_library_close(lobby->sets);
  text_free(&lobby->list);
  free(lobby->swaps);
  free(lobby);
}

/* ---- What it says of itself ---- */

void lobby_ask_as(struct lobby *lobby, struct lobby_asker asker) { shares_ask_as(lobby->shares, asker); }

uint64_t lobby_shared_address(const struct lobby *lobby, struct span address) {
  if (!lobby->shared || address.length == 0) return 0;
  return credential_make_address(store_key(lobby->store), address);
}

bool lobby_is_ready(const struct lobby *lobby) {
  return lobby_hears(lobby) && (!lobby->shared || store_answers(lobby->store));
}

bool lobby_is_shared(const struct lobby *lobby) { return lobby->shared; }

const char *lobby_take_rating_fault(struct lobby *lobby) { return players_take_fault(lobby->players); }

const char *lobby_archive_fault(const struct lobby *lobby) { return keeping_fault(lobby->keeping); }

struct lobby_figures lobby_figures(const struct lobby *lobby) {
  struct lobby_figures figures = lobby->figures;
  figures.thinking = thinkers_count(lobby->thinkers);
  figures.memory = (uint64_t)lobby->warmth.bytes;
  if (notices_sender(lobby->notices) == NULL) return figures;
  const struct sender_figures notices = sender_figures(notices_sender(lobby->notices));
  figures.notices_sent = notices.sent;
  figures.notices_failed = notices.failed;
  figures.notices_dropped = notices.dropped;
  return figures;
}

int64_t lobby_bytes(struct lobby *lobby) { return store_bytes(lobby->store); }

bool lobby_is_full(struct lobby *lobby) {
  const int64_t most = lobby->settings.most_bytes;
  return most > 0 && store_bytes(lobby->store) >= most;
}

uint64_t lobby_store_failures(const struct lobby *lobby) { return store_failures(lobby->store); }

const char *lobby_store_fault(const struct lobby *lobby) { return store_failure(lobby->store); }

bool lobby_stores(const struct lobby *lobby) { return lobby->failed == 0 && store_answers(lobby->store); }

bool lobby_healthy(struct lobby *lobby, struct fault *fault) {
  struct store_table nobody;
  if (lobby->shared) return true; /* the process serves: see lobby_hears() */
  if (!store_is_in_place(lobby->store, fault)) return false;
  if (lobby->failed != 0 && lobby_now(lobby) < lobby->failed + UNHEALTHY) {
    *fault = lobby->failure;
    return false;
  }
  return store_find(lobby->store, span_of("-"), &nobody, fault) != STORE_FAILED;
}
