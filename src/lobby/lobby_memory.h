/* What the files of the lobby share; its users see lobby.h. */
#ifndef LOBBY_LOBBY_MEMORY_H
#define LOBBY_LOBBY_MEMORY_H

#include "lobby/notices.h"
#include "lobby/shares.h"
#include "lobby/slots.h"
#include "lobby/thinkers.h"
#include "store/hints.h"

/* ---- The lobby ---- */

/* What the lobby does by itself, and how often an address may do what everybody hears of. */
enum {
  LOBBY_IDLE = 5 * 60 * 1000,     /* ms after which a game that nobody asks for leaves the memory */
  LOBBY_NO_GAME = 60 * 1000,      /* the same for a table at which no game goes on */
  LOBBY_SWEEP = 30 * 1000,        /* ms between two looks for such tables */
  LOBBY_ATTENDED = 5 * 60 * 1000, /* ms in which computers think about a table after somebody asked for it last */
  LOBBY_RETRY = 1000,             /* ms after which a table that could not be read or stored is tried again */
  LOBBY_LOOK = 1000,              /* ms between two looks whether the database is in its place */
  LOBBY_KEEP_FROM = 3600 * 1000,  /* ms after the start before which none goes */
  LOBBY_KEEP_EVERY = 1000,        /* ms between two looks for tables that are kept no longer */
  LOBBY_COOL = 64,                /* tables at which a round looks for one that can leave the memory */
  LOBBY_KEEP_LOOK = 50,           /* tables that one of them looks at */
  LOBBY_MOST_DAMAGE = 64,         /* damaged tables that are told to the operator */
  LOBBY_KEEP_REMOVE = 5,          /* tables that it removes at most, so that requests go on */
  LOBBY_LOADS = 20,  /* tables that one round reads because of the clock, or one list, so that requests go on */
  LOBBY_READ = 1000, /* units of work (slot_read()) that one round reads of all tables, and */
  LOBBY_PIECE = 250, /* of one at a time */
  LOBBY_LATER = STORE_CLAIM_AFTER, /* ms after which a server does what another one should have done at a table */
  LOBBY_FRESH = 1000,              /* ms after which a table in memory is compared before it is looked at */
  LOBBY_SILENT = 4000,             /* ms after which a server that heard nothing reads nothing either */
  LOBBY_THINK = 60 * 1000          /* ms that a computer has before another server claims the table */
};

/* The lobby, as its files see it. */
struct lobby {
  struct lobby_settings settings;
  struct set_library *sets;
  struct store *store;
  struct thinkers *thinkers;
  bool shared;              /* other servers may change the tables in the database */
  int64_t heard, next_beat; /* by lobby_clock(): when the shared database last told the time; when it is asked next */
  int64_t since;            /* when the servers of the shared database began to serve; 0: it is not shared */
  int64_t round;            /* the number of this round, from 1; and of the last one in which a table had moved on */
  int64_t moved;
  struct hints *hints;      /* between this server and the others; NULL: there are no others */
  struct compared compared; /* the tables in memory that others may change, by when they were compared */
  struct text list;         /* of all tables of a shared database, without its beginning and end, */
  int64_t list_at;          /* as it was then; 0: it is to be read */
  int64_t told;             /* by lobby_clock(): when the other servers were last told who is there */
  struct shares *shares;
  struct notices *notices;
  struct slots slots;
  struct warm_slots warm;
  int64_t cost;                       /* bytes of tables that were read for requests and are not charged yet */
  struct slot *touched;               /* in this round */
  struct slot *queued, **last_queued; /* tables of which there is more to read */
  int may_read;                       /* units of work that this round may still read */
  bool has_read;                      /* a reading has ended since somebody asked */
  size_t unfinished;                  /* tables that are known here and not over */
  int64_t stored_unfinished;          /* those of a shared database, when they were counted last, by lobby_clock() */
  int64_t counted;
  int64_t kept;          /* when tables were last looked at that may be kept no longer */
  int64_t kept_number;   /* the last of them, in the order of creation; 0: the next look begins at the oldest */
  struct slot *archived; /* a table that is read to be archived and removed; NULL: none is */
  struct fault archive_fault;
  struct lobby_damage damage[LOBBY_MOST_DAMAGE]; /* the first tables since the start that cannot be true */
  int damage_count, damage_told;
  int64_t roomed;        /* when it was last looked for tables that leave the memory */
  int64_t looked;        /* when it was last looked whether the database is in its place */
  int64_t swept, failed; /* when the memory was last looked through; when a round last failed (0: it did not) */
  struct fault failure;  /* of that round */
  int64_t started;       /* when the server began to serve the tables */
  int64_t ahead, latest; /* by how much its time is ahead of the clock; the latest time it told */
  struct lobby_figures figures;
};

/* The time, which never goes back: when the clock does, the time goes on from where it was. A table whose last entry is
 * later than that has a time of its own, slot_time(). */
int64_t lobby_now(struct lobby *lobby);

/* The clock that lobby_now() follows: the caller's, or one that only runs. */
int64_t lobby_clock(const struct lobby *lobby);

/* The table with this id, in memory or not. NULL with the refusal in `*answer`. */
struct slot *lobby_find_known(struct lobby *lobby, struct span id, struct answer *answer);
/* The seat that a token holds, from 1, or 0 without a token. False with the refusal. */
bool lobby_find_seat(const struct slot *slot, struct span token, int *seat, struct answer *answer);
/* The same, but the database is asked before a token is refused: who sat down at another server is known, too. */
bool lobby_find_stored_seat(struct lobby *lobby, struct slot *slot, struct span token, int *seat,
                            struct answer *answer);
/* What is answered of a table that the round has changed, a refusal too, is true only if the round is stored: it waits
 * for that. Any other refusal is given only if the table is as the database has it; else the answer comes later. */
void lobby_conclude(struct lobby *lobby, struct slot *slot, struct answer *answer);
/* The table with this id with its state in memory: somebody asks for it. NULL with the refusal in `*answer`. */
struct slot *lobby_find(struct lobby *lobby, struct span id, struct answer *answer);
/* The same as the database has it now: for what is only read, as nothing finds later that it was old. */
struct slot *lobby_find_now(struct lobby *lobby, struct span id, struct answer *answer);
/* True if a known table is in memory, or could be read at once. Else false with `*fault`: it is `queued` to be read in
 * the next rounds, or the database does not give it. */
bool lobby_load(struct lobby *lobby, struct slot *slot, struct fault *fault);
/* Begins the readings of a round: those that are queued go on, in turns. */
void lobby_read_on(struct lobby *lobby);
/* What is stored of a table cannot be true: the operator is told once. The fault gets the table's id before it. */
void lobby_note_damage(struct lobby *lobby, int64_t number, const char *id, struct fault *fault);
/* Counts a table among the unfinished ones, and lists it there; or no longer. */
void lobby_count(struct lobby *lobby, struct slot *slot);

/* The request pays for the reading of a table in memory, if no other one has paid yet. */
void lobby_pay(struct lobby *lobby, struct slot *slot);
/* When a table that could not be read or stored is tried again. A shared database is asked once a second for what is
 * due, and such a table is tried again by itself only where somebody watches. */
int64_t lobby_retry(struct lobby *lobby, const struct slot *slot);

/* Hands what a table has become to the store, and notes when it has something to do next. To be called whenever it may
 * have changed; `granted` as in slot_append(). */
void lobby_keep(struct lobby *lobby, struct slot *slot, const struct store_entry *granted);
/* Releases what is in memory of a table, with all that was not stored of it; the table with all that is known of it. */
void lobby_drop(struct lobby *lobby, struct slot *slot);
void lobby_remove(struct lobby *lobby, struct slot *slot);
/* The lobby's time at which a table in memory has something to do. */
int64_t lobby_due(const struct lobby *lobby, const struct slot *slot);
/* Removes the addresses for notices that take nothing any more. */
void lobby_remove_gone(struct lobby *lobby);
/* Notes that the round changes a table. */
void lobby_touch(struct lobby *lobby, struct slot *slot);
/* Renders what the list of tables tells of a table in memory, if it is listed. */
void lobby_item(struct slot *slot);
/* Hands it to the store, for the lists of all servers, if it has changed. */
void lobby_keep_item(struct lobby *lobby, struct slot *slot);

/* ---- What a shared database is asked once a second (beat.c) ---- */

/* Asks for the time for the first time; false with `*fault`. Nothing if the database is not shared. */
bool beat_open(struct lobby *lobby, struct fault *fault);
/* Milliseconds until lobby_beat() has something to do; `most` at most. */
int64_t beat_wait(const struct lobby *lobby, int64_t most);

/* ---- Tables in memory that others may change (comparing.c) ---- */

/* Begins with the connection by which servers tell one another; false with `*fault`. */
bool comparing_open(struct lobby *lobby, struct fault *fault);
void comparing_close(struct lobby *lobby);
/* A table was read into memory; it is no longer there. */
void comparing_begin(struct lobby *lobby, struct slot *slot);
void comparing_end(struct slot *slot);
/* Tells other servers that a table was changed. */
void comparing_tell(struct lobby *lobby, const struct slot *slot);

/* What a comparison found: the table in memory is as the database has it; it has moved on, and was read on or has left
 * the memory; the database does not answer. */
enum comparison { COMPARED_SAME, COMPARED_MOVED, COMPARED_FAILED };

/* True if the table is in memory and was compared with the database lately, as one is that somebody watches. */
bool slot_is_fresh(const struct lobby *lobby, const struct slot *slot);
/* True if the table is in memory, with all that the last comparison has shown of it. */
bool slot_is_whole(const struct slot *slot);
/* Compares a table in memory with the database now. One that is not shared, or that this round has changed, is as it
 * is. */
enum comparison compare_now(struct lobby *lobby, struct slot *slot);
/* The same of a table that may be in memory, unless it was compared `age` ms ago at most. False: the database does not
 * answer. */
bool compare_if_older(struct lobby *lobby, struct slot *slot, int64_t age);
/* Milliseconds until lobby_compare() has something to do; `most` at most. */
int64_t comparing_wait(const struct lobby *lobby, int64_t most);

/* ---- Who is there, at whichever server (presence.c) ---- */

/* Tells the others who is there at a table; at all of them, now and then. */
void presence_tell(struct lobby *lobby, const struct slot *slot);
void presence_tick(struct lobby *lobby, int64_t now);
/* Takes what another server has told of who is there. */
void presence_hear(struct lobby *lobby, struct span word, int64_t now);
/* The holders about whom another server has said nothing any more are gone; watchers learn of holders that are away by now. */
void presence_expire(struct slot *slot, int64_t now);

/* ---- Tables that are kept no longer (keeping.c) ---- */

/* False with `*fault` if the archive cannot be written. Removes a little in each round what is over for long enough.
 * Frees what it has read. */
bool keeping_open(const struct lobby *lobby, struct fault *fault);
void keeping_tick(struct lobby *lobby, int64_t now);
void keeping_close(struct lobby *lobby);

/* Asks a computer player if it is one's turn, and somebody follows the table. */
void lobby_think(struct lobby *lobby, struct slot *slot);

#endif
