/*
 * The lobby and its parts, and what its requests and rounds do with a table: it comes into memory, changes, is compared
 * with the database, and leaves the memory. Each part has a file, and keeps its own rows of tables (rows.h). Only
 * lobby_tables.c knows all of them: its function spread() is the list of those that hear of a change.
 */
#ifndef LOBBY_LOBBY_TABLES_H
#define LOBBY_LOBBY_TABLES_H

#include "hall/hall.h"
#include "lobby/comparing.h"
#include "lobby/keeping.h"
#include "lobby/ladders.h"
#include "lobby/listing.h"
#include "lobby/loading.h"
#include "lobby/lobby.h"
#include "lobby/notices.h"
#include "lobby/players.h"
#include "lobby/presence.h"
#include "lobby/shares.h"
#include "lobby/slots.h"
#include "lobby/thinkers.h"
#include "lobby/warmth.h"

/* What the lobby does by itself, and how often. */
enum {
  LOBBY_IDLE = 5 * 60 * 1000,     /* ms after which a game that nobody asks for leaves the memory */
  LOBBY_NO_GAME = 60 * 1000,      /* the same for a table at which no game goes on */
  LOBBY_SWEEP = 30 * 1000,        /* ms between two looks for such tables */
  LOBBY_ATTENDED = 5 * 60 * 1000, /* ms in which computers think about a table after somebody asked for it last */
  LOBBY_RETRY = 1000,             /* ms after which a table that could not be read or stored is tried again */
  LOBBY_LOADS = 20,          /* tables that one round reads because of the clock, or one list, so that requests go on */
  LOBBY_RESULTS = 10 * 1000, /* ms between two looks for results of tables that ended at another server */
  LOBBY_FRESH = 1000         /* ms after which a table in memory is compared before it is looked at */
};

/* The parts of a lobby, and its rounds. */
struct lobby {
  struct lobby_settings settings;
  char origin[NOTICE_URL_SIZE]; /* of the page, where it offers passkeys; empty: it does not */
  struct lobby_figures figures;

  /* Its parts, from below. */
  struct set_library *sets;
  struct store *store;
  struct thinkers *thinkers;
  struct hints *hints; /* between this server and the others; NULL: there are no others */
  struct slots slots;
  struct presence presence;
  struct shares *shares;
  struct players *players;
  struct hall_memory *hall;
  struct ladders ladders;
  struct listing listing;
  struct notices *notices;
  struct warmth warmth;
  struct loading loading;
  struct comparing comparing;
  struct kept_tables *keeping;

  /* Its time. */
  bool shared;              /* other servers may change the tables in the database */
  int64_t started;          /* when the server began to serve the tables */
  int64_t ahead, latest;    /* by how much its time is ahead of the clock; the latest time that it returned */
  int64_t heard, next_beat; /* by lobby_clock(): when the shared database last gave the time; when it is asked next */
  int64_t since;            /* when the servers of the shared database began to serve; 0: it is not shared */

  /* Its rounds. */
  int64_t round; /* the number of this round, from 1; and of the last one in which a table had moved on */
  int64_t moved;
  struct store_swap *swaps; /* the tables that this round changes */
  int swap_count, swap_room;
  bool rates;            /* a rated game is over, or may be void */
  bool has_read;         /* a reading has ended since somebody asked */
  int64_t failed;        /* when a round last failed; 0: the last one did not */
  struct fault failure;  /* of that round */
  int64_t looked, swept; /* when it was last looked whether the database is in its place; through the memory */
  int64_t mailed;        /* when it was last looked for mails that are due */
  int64_t roomed;        /* when it was last looked for tables that leave the memory */
  int64_t results_due;   /* when tournaments take over the results of tables next; INT64_MAX: when a table is over */

  /* What is known of all tables of a shared database. */
  struct text list;   /* the answer with all of them, */
  int64_t list_at;    /* as it was then; 0: it is to be read */
  int64_t unfinished; /* how many are not over, */
  int64_t counted;    /* as it was then, by lobby_clock(); 0: they are to be counted */
};

/* ---- Time ---- */

/* The time, which never goes back: when the clock does, the time goes on from where it was. A table whose last entry is
 * later than that has a time of its own, slot_time(). */
int64_t lobby_now(struct lobby *lobby);
/* The clock that lobby_now() follows: the caller's, or one that only runs. */
int64_t lobby_clock(const struct lobby *lobby);
/* When a table that could not be read or stored is tried again. A shared database is asked once a second for what is
 * due, and such a table is tried again by itself only where somebody watches. */
int64_t lobby_retry(struct lobby *lobby, const struct slot *slot);

/* ---- A table ---- */

/* True if a known table is in memory, or could be read at once. Else false with `*fault`: it is queued to be read in
 * the next rounds (loading_is_queued()), or the database does not give it. */
bool lobby_load(struct lobby *lobby, struct slot *slot, struct fault *fault);
/* Begins the readings of a round: those that are queued go on, in turns. */
void lobby_read_on(struct lobby *lobby);

/* Notes that the round changes a table. */
void lobby_touch(struct lobby *lobby, struct slot *slot);
/* Hands what a table has become to the store, and notes when it has something to do next. To be called whenever it may
 * have changed. `granted`, the seat and id of the request that made its new entries, goes with the last; NULL: there
 * was none. */
void lobby_keep(struct lobby *lobby, struct slot *slot, const struct store_entry *granted);
/* The lobby's time at which a table in memory has something to do; sets it. */
int64_t lobby_due(const struct lobby *lobby, const struct slot *slot);
void lobby_set_due(struct lobby *lobby, struct slot *slot);
/* A player who is on vacation gets the time for it when the days of their turn run out. Returns false if the database
 * does not answer: what is due at the table then waits. */
bool lobby_excuse(struct lobby *lobby, struct slot *slot);
/* Asks a computer player for its turn, if it is to move and somebody is there, or was lately. */
void lobby_think(struct lobby *lobby, struct slot *slot);
/* True if a table has watchers at this server. */
bool lobby_is_watched(const struct lobby *lobby, const struct slot *slot);

/* Releases what is in memory of a table, with all that was not stored of it. */
void lobby_drop(struct lobby *lobby, struct slot *slot);
/* Releases all that is known of it. */
void lobby_remove(struct lobby *lobby, struct slot *slot);
/* One of them, for a table that is not needed in memory now: one that is not over stays known. */
void lobby_let_go(struct lobby *lobby, struct slot *slot);

/* What came of a comparison: the table in memory is as the database has it; it has moved on, and was read on or has
 * left the memory; the database does not answer. */
enum lobby_compared { LOBBY_SAME, LOBBY_MOVED, LOBBY_UNREACHED };

/* Compares a table in memory with the database now. One that is not shared, or that this round has changed, is as it
 * is. */
enum lobby_compared lobby_compare_now(struct lobby *lobby, struct slot *slot);
/* The same of a table that may be in memory, unless it was compared `age` ms ago at most. False: the database does not
 * answer. */
bool lobby_compare_if_older(struct lobby *lobby, struct slot *slot, int64_t age);

#endif
