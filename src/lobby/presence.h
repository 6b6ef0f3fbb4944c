/*
 * The watchers of tables, and the people who are there at a table, whichever server has their stream. The holder of a
 * seat is there while a stream with their token is open. A server that has streams of a table sends hints of them to
 * the others (hints.h): when one opens, every few seconds, and when one ends. A hint may be lost, so that a person
 * counts as gone only after several have not come.
 *
 * These are hints and no rows of the database, as they hold for seconds and are of no use to anybody later.
 */
#ifndef LOBBY_PRESENCE_H
#define LOBBY_PRESENCE_H

#include "lobby/rows.h"
#include "lobby/slots.h"
#include "store/hints.h"

/* All zero but for `hints` knows nobody. Fields are the module's own. */
struct presence {
  struct hints *hints;        /* NULL: there are no other servers */
  struct attendance *watched; /* the tables that have watchers here */
  int64_t hinted;             /* when hints of all of them were last sent */
  struct rows rows;
};

/* ---- Watchers ---- */

/* Adds a watcher of a table in memory, with a seat, from 1, or with none (0); takes it out again. */
void presence_watch(struct presence *presence, struct slot *slot, struct lobby_watcher *watcher, int seat, int64_t now);
void presence_unwatch(struct presence *presence, struct lobby_watcher *watcher, int64_t now);
/* Forgets a table that nobody watches. */
void presence_remove(struct presence *presence, const struct slot *slot);

/* The watchers of a table at this server, the newest first, then by `next`; NULL: it has none. */
struct lobby_watcher *presence_watchers(const struct presence *presence, const struct slot *slot);
/* Wakes the watchers of a table; `ending`: those that are to end. */
void presence_wake(const struct presence *presence, const struct slot *slot);
void presence_wake_ending(const struct presence *presence, const struct slot *slot);
/* Lets the watchers of a table end, or all, and wakes them. */
void presence_end(const struct presence *presence, const struct slot *slot);
void presence_end_all(const struct presence *presence);
/* Lets the watchers end that hold no seat and whose address this is (0: none), or that hold the seat, from 1. They are
 * woken when the round is stored. */
void presence_end_from(const struct presence *presence, const struct slot *slot, uint64_t address);
void presence_end_seat(const struct presence *presence, const struct slot *slot, int seat);
/* Lets the watchers end that hold a seat of this player, at all servers, and wakes them: one of the player's devices
 * was shut out, and the others come again. Other servers get a hint, which presence_hear_end() takes; it stands behind
 * the letter PRESENCE_END. */
void presence_end_player(struct presence *presence, int64_t player);
void presence_hear_end(const struct presence *presence, struct span word);
#define PRESENCE_END 'e'
/* Nobody holds a seat, from 1, any more: its watchers watch without one. */
void presence_lose_seat(struct presence *presence, const struct slot *slot, int seat);

/* ---- People who are there ---- */

/* True if the holder of a seat, from 1, has a stream open, at this server or another. */
bool presence_is_there(const struct presence *presence, const struct slot *slot, int seat);
/* Visits the player of each seat at a table in memory whose holder has a stream open at this server. */
void presence_each_player(const struct presence *presence, void (*visit)(void *context, int64_t player), void *context);
/* True if somebody watches a table at another server. */
bool presence_is_elsewhere(const struct presence *presence, const struct slot *slot);
/* A table came into memory: notes in it which holders of seats are there. */
void presence_load(const struct presence *presence, struct slot *slot, int64_t now);
/* Sends the other servers the hint of the people who are there at a table in memory; from time to time for all tables
 * that have watchers here. */
void presence_tell(const struct presence *presence, const struct slot *slot);
void presence_tick(struct presence *presence, int64_t now);
/* Takes such a hint of another server, which stands behind the letter PRESENCE_THERE, and notes it in the table.
 * Returns the table; NULL if it is not in memory. */
#define PRESENCE_THERE 't'
struct slot *presence_hear(struct presence *presence, const struct slots *slots, struct span word, int64_t now);
/* When the next person at a table in memory counts as away, or as gone from another server unless another hint comes;
 * INT64_MAX: nobody does. */
int64_t presence_due(const struct presence *presence, const struct slot *slot);
/* The people of whom no hint has come for so long are gone. The watchers that mind it are woken if somebody counts as
 * away by now. */
void presence_expire(struct presence *presence, struct slot *slot, int64_t now);

#endif
