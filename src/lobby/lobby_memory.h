/* What the files of the lobby share; its users see lobby.h. */
#ifndef LOBBY_LOBBY_MEMORY_H
#define LOBBY_LOBBY_MEMORY_H

#include "lobby/limiter.h"
#include "lobby/lobby.h"
#include "lobby/thinkers.h"
#include "notice/sender.h"
#include "store/hints.h"
#include "store/store.h"
#include "table/table.h"

/* ---- A table as the lobby knows it (slots.c) ---- */

/* The holder of a seat, known by the hashes of their token and recovery word. */
struct holder {
  bool held;
  uint8_t token[CREDENTIAL_HASH], recovery[CREDENTIAL_HASH];
  int watchers;      /* streams of the holder that are open at this server */
  int64_t elsewhere; /* until when such streams at other servers count; 0: there are none */
};

/* A ring of the tables in memory that others may change (comparing.c): a slot's place in it; zero: it is not there. */
struct compared {
  struct slot *slot; /* NULL: the ring's beginning, which is the lobby's */
  struct compared *previous, *next;
  int64_t at;    /* by lobby_clock(): when it was compared with the database last; 0: it is to be compared at once */
  int64_t seen;  /* by lobby_clock(): when the database last answered that */
  int64_t words; /* by which the database shows that another holds a seat, or wants notices elsewhere; 0: not known */
};

/* Where the holder of a seat, from 1, wants to be told that the table waits for them (notices.c). */
struct notice_wish {
  int seat;
  enum notice_kind kind;
  char *url;
};

/* What a seat is told of: for what the table waits, when the next notice is due (INT64_MAX: none is), when the last one
 * went, whether a reminder of this turn was due, whether the next notice is one that was put off because somebody was
 * there, and whether it is this server that sends them. */
struct notice_call {
  int what;
  int64_t at, last;
  bool reminded, put_off, here;
};

/* The lists of tables that anybody may know of: those that wait for people, and games. */
enum slots_list { SLOTS_UNLISTED, SLOTS_WAITING, SLOTS_PLAYING, SLOTS_LISTS };

/* Who of those that watch talked lately, and who was silenced for it, by their addresses (shares.c). */
struct talkers {
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

/* The tables in memory, by when they were last in use. */
struct warm_slots {
  struct slot *warmest, *coldest; /* then by `warmer` */
  int64_t bytes;                  /* of all of them */
};

/* Always known by its id and times, and with its whole state while that is in memory. Fields of the first part are for
 * reading; the second is that of the slots. */
struct slot {
  struct store_table stored; /* `number` 0: it is not in the database yet */
  struct table *table;       /* NULL: not in memory */
  struct warm_slots *warm;   /* the ring in which it stands; NULL: in none, as it is not in memory */
  struct slot *warmer, *colder;
  int64_t bytes, unpaid; /* that it takes in memory; and those for which nobody who asked has paid yet */
  bool served;           /* what was asked of it is answered */
  struct table *reading; /* what was read of it, while there is more to read */
  struct slot *next_queued;
  int64_t unreadable; /* before this time it is not read again, as the database did not give it */
  bool damaged;       /* what is stored of it cannot be true: it is not read again before the next start */
  struct holder holders[TESS_MAX_PLAYERS];
  struct lobby_asker opener;                   /* in whose share the table is, until it is over */
  struct lobby_asker seated[TESS_MAX_PLAYERS]; /* in whose share the seat is, while the table waits */
  uint64_t barred[8];                          /* addresses whose seat was freed: the last ones, 0: none */
  int64_t last;                                /* entry that is stored, 0 if unknown */
  int64_t appended;                            /* entry that was handed to the store */
  int64_t used;                                /* when somebody last asked for it */
  int64_t attended;                            /* when somebody last asked for it from outside; 0: nobody yet */
  int64_t ahead; /* ms by which its time is ahead of the lobby's, as its last entry was at the first load */
  int64_t thinking_at;
  struct lobby_watcher *watchers;
  struct talkers *talkers; /* NULL: nobody who watches has talked since the start */
  struct slot *next_touched;
  struct notice_wish *wishes; /* of its seats, in memory with the table */
  int wish_count;
  bool queued;      /* it is read on in the next rounds */
  bool mine;        /* this server changed it last: it does what is due on time, others LOBBY_LATER */
  bool claimed;     /* this server has claimed it, as it was due */
  int64_t due_then; /* when it is due by what the round has made of it; `stored.due` is what is stored */
  int64_t made;     /* the table of the rematch that this round has made of it; 0: none */
  int64_t moved;    /* the round in which it had moved on; 0: none */
  struct compared compared;
  bool thinking;    /* a computer player was asked for the turn numbered `thinking_at` */
  bool counted;     /* among the unfinished tables */
  bool touched;     /* in this round */
  bool calls_known; /* since the server started */
  struct notice_call calls[TESS_MAX_PLAYERS];
  int64_t call_at;  /* when the first of them is due, to somebody who wishes it */
  struct text item; /* what the list of tables tells of it, as of entry `item_last`; 0: it is to be written anew */
  int64_t item_last;
  struct text item_stored; /* as it is in the database for all servers; empty: that is not known */

  int64_t elsewhere;     /* until when somebody counts as watching at another server; 0: nobody does */
  int64_t elsewhere_end; /* when the first who is there at another one is gone unless told anew; INT64_MAX: nobody */

  int64_t due; /* when it has something to do */
  size_t place;
  struct slot *next_in_bucket, *older, *newer;
  struct slot *listed_older, *listed_newer;
  enum slots_list list; /* in which it stands */
};

/* A table that is known by what is stored of it; released with slot_free(). */
struct slot *slot_new(const struct store_table *stored);
/* There must be no watcher. */
void slot_free(struct slot *slot);

/* The table's own time when the lobby's is `now`, which no other table's log moves; and the lobby's time at which
 * the table in memory has something to do. */
int64_t slot_time(const struct slot *slot, int64_t now);
int64_t slot_due(const struct slot *slot);
/* True if this server may do what is due by now at the table in memory; or ask a computer that is to move. */
bool slot_may_tick(const struct slot *slot, int64_t now);
bool slot_may_think(const struct slot *slot, int64_t now);
/* The same if nobody watches it: what is stored of it, so that after a restart the table that is due first comes first.
 * A computer that thinks though nobody is there is due LOBBY_THINK after the last entry. */
int64_t slot_due_alone(const struct slot *slot);

/* What came of reading a table: it is in memory, there is more to read, or the database does not give it. */
enum slot_read { SLOT_WHOLE, SLOT_MORE, SLOT_UNREADABLE };

/*
 * Reads on in the log of a table that is not in memory, for about `*units` of work, more than 0: an entry
 * is one, and so is each word of a game that is played anew after a take-back. What was done is taken off `*units`; the
 * last entry may bring it below 0. `since`, if it is not 0, is when the servers of a shared database began to serve.
 * `*fault` with SLOT_UNREADABLE.
 */
enum slot_read slot_read(struct slot *slot, struct store *store, const struct set_library *library, int64_t now,
                         int64_t since, int *units, struct fault *fault);
/* Reads the next entry of a table in memory that another server wrote. False with `*fault`: it cannot be one. */
bool slot_read_entry(struct slot *slot, const struct store_entry *entry, struct fault *fault);
/* Reads who holds the seats of a table; who watches by a token that is of no use any more watches without one, or not
 * any longer. False with `*fault`. */
bool slot_read_holders(struct slot *slot, struct store *store, struct fault *fault);
/* The table in memory is in use: it is the warmest, and its bytes are counted anew. */
void slot_warm(struct slot *slot, struct warm_slots *warm);
/* Releases its state, with all that was not stored of it. */
void slot_drop(struct slot *slot);

/* Hands its new entries, and what has changed of its state and of who holds its seats, to the store.
 * `granted`, the seat and id of the request that made them, goes with the last; NULL: there was none. */
void slot_append(struct slot *slot, struct store *store, const struct store_entry *granted);
/* Notes that a round is stored, and wakes those who watch; or that it failed. */
void slot_committed(struct slot *slot);
void slot_failed(struct slot *slot);

/* The seat, from 1, that the hash of a token (`recovery`: of a recovery word) holds; 0: none. Of a table in memory, or
 * whose holders were just read. */
int slot_holder(const struct slot *slot, const uint8_t hash[CREDENTIAL_HASH], bool recovery);
/* Gives a seat, from 1, to who has these words, here and in the store. */
void slot_seat(struct slot *slot, struct store *store, int seat, const struct credential *token,
               const struct credential *recovery);

/* True if who holds the seat, from 1, has a stream open, at this server or another. */
bool slot_is_there(const struct slot *slot, int seat);
/* Lets a watcher end; all of them. */
void slot_end_watch(struct lobby_watcher *watcher);
void slot_end_watches(struct slot *slot);
/* Adds a watcher of a seat, from 1, or of none (0); takes it out again. `now` counts as asked for. */
void slot_watch(struct slot *slot, struct lobby_watcher *watcher, int seat, int64_t now);
void slot_unwatch(struct lobby_watcher *watcher, int64_t now);

/* ---- All tables: found by id, by when they have something to do, and from the newest on (slots.c) ---- */

/* All zero is an empty one. Fields are the module's own, but for `count`, `newest`, `newest_listed` and
 * `oldest_listed`. */
struct slots {
  size_t count;
  struct slot *newest;                     /* then by `older` */
  struct slot *newest_listed[SLOTS_LISTS]; /* then by `listed_older` */
  struct slot *oldest_listed[SLOTS_LISTS]; /* then by `listed_newer` */
  struct slot **buckets;
  size_t bucket_count;
  struct slot **heap; /* the smallest `due` first */
};

/* Frees all. */
void slots_free(struct slots *slots);

/* The table of this id, or NULL. */
struct slot *slots_find(const struct slots *slots, struct span id);
/* Adds a table whose id is not there yet, as the newest. The slots own it from then on. */
void slots_add(struct slots *slots, struct slot *slot);
/* Puts a table that was added into a list, as the newest, and takes it out of the other. */
void slots_put_in_list(struct slots *slots, struct slot *slot, enum slots_list list);
/* Takes it out and frees it. */
void slots_remove(struct slots *slots, struct slot *slot);

/* Sets when it has something to do; INT64_MAX: never. */
void slots_set_due(struct slots *slots, struct slot *slot, int64_t due);
/* The one that has something to do first; NULL if there is none at all. */
struct slot *slots_first(const struct slots *slots);

/* ---- The lobby ---- */

/* What the lobby does by itself, and how often an address may do what everybody hears of. */
enum {
  LOBBY_IDLE = 5 * 60 * 1000,     /* ms after which a game that nobody asks for leaves the memory */
  LOBBY_NO_GAME = 60 * 1000,      /* the same for a table at which no game goes on */
  LOBBY_SWEEP = 30 * 1000,        /* ms between two looks for such tables */
  LOBBY_ATTENDED = 5 * 60 * 1000, /* ms in which computers think about a table after somebody asked for it last */
  LOBBY_RETRY = 1000,             /* ms after which a table that could not be read or stored is tried again */
  LOBBY_OFTEN = 20,     /* that one address may come and go at a table at once, or talk there while it watches */
  LOBBY_ONCE_MORE = 10, /* seconds after which it may once more */
  LOBBY_LOOK = 1000,    /* ms between two looks whether the database is in its place */
  LOBBY_KEEP_FROM = 3600 * 1000, /* ms after the start before which none goes */
  LOBBY_KEEP_EVERY = 1000,       /* ms between two looks for tables that are kept no longer */
  LOBBY_COOL = 64,               /* tables at which a round looks for one that can leave the memory */
  LOBBY_KEEP_LOOK = 50,          /* tables that one of them looks at */
  LOBBY_MOST_DAMAGE = 64,        /* damaged tables that are told to the operator */
  LOBBY_KEEP_REMOVE = 5,         /* tables that it removes at most, so that requests go on */
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
  struct sender *sender;    /* NULL: no notices are sent */
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
  struct limiter *shares;   /* what each address holds; how often it does what at each table */
  struct lobby_asker asker;
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
/* Who was there at another server and was not told of any more is gone. */
void presence_expire(struct slot *slot, int64_t now);

/* ---- Notices to who is elsewhere (notices.c) ---- */

/* Reads the wishes of a table's seats; false with `*fault`. Forgets them, in memory. Removes those of a seat, from 1,
 * here and in the store. */
bool notices_load(struct slot *slot, struct store *store, struct fault *fault);
void notices_forget(struct slot *slot);
void notices_drop(struct slot *slot, struct store *store, int seat);
/* Notes for what a table in memory waits, and when somebody is to be told: if this server has made it wait (`here`). */
void notices_follow(struct slot *slot, int64_t now, bool here);
/* Tells those who are to be told by now, and are not there. */
void notices_tick(struct lobby *lobby, struct slot *slot, int64_t now);
/* Removes the wishes whose addresses take nothing any more. */
void notices_remove_gone(struct lobby *lobby);

/* ---- Tables that are kept no longer (keeping.c) ---- */

/* False with `*fault` if the archive cannot be written. Removes a little in each round what is over for long enough.
 * Frees what it has read. */
bool keeping_open(const struct lobby *lobby, struct fault *fault);
void keeping_tick(struct lobby *lobby, int64_t now);
void keeping_close(struct lobby *lobby);

/* ---- The shares of addresses (shares.c) ---- */

/* Counts one more seat that who asks holds, or one more table, with its seat; false with the refusal. In a
 * shared database what is stored is counted. */
bool share_hold_seat(struct lobby *lobby, struct answer *answer);
bool share_hold_table(struct lobby *lobby, struct answer *answer);
/* Notes that who asks has taken a seat, from 1, that was stored, or opened the table. */
void share_take_seat(struct lobby *lobby, struct slot *slot, int seat);
void share_take_table(struct lobby *lobby, struct slot *slot);
/* Gives back what was counted, and forgets who held it. */
void share_release(struct lobby *lobby, enum limiter_what what, struct lobby_asker *asker);
/* Gives back what is no longer held at this table. */
void shares_release(struct lobby *lobby, struct slot *slot);
/* For whom the computers of a table think (`owner` of struct thought): the address that opened it; where that is not
 * known, as after a start of the server, the table has a share of its own. */
uint64_t share_thinker(const struct slot *slot);
/* Notes that who asks, who opened the table, has freed the seat of `freed`: that address does not sit down there again,
 * unless it is their own. */
void share_bar(const struct lobby *lobby, struct slot *slot, struct lobby_asker freed);
/* Who asks may sit down at this table; false with the refusal. */
bool share_sit(const struct lobby *lobby, const struct slot *slot, struct answer *answer);
/* What an address does at a table that it may not do all the time. */
enum share_habit { SHARE_COMING_AND_GOING, SHARE_WATCHERS_TALK };

/* Who asks does this once more at this table; false with the refusal. */
bool share_take(struct lobby *lobby, const struct slot *slot, enum share_habit habit, struct answer *answer);

/* Whether somebody at this address who watched was silenced. */
bool share_is_silenced(const struct slot *slot, uint64_t address);
/* Who asks and watches may talk at this table; false with the refusal. */
bool share_talk(const struct lobby *lobby, const struct slot *slot, struct answer *answer);
/* Who asks and holds no seat may watch this table, or sit down there; false with the refusal. */
bool share_come(const struct lobby *lobby, const struct slot *slot, struct answer *answer);
/* Notes that who asks has said entry `seq` while they watched. */
void share_said(const struct lobby *lobby, struct slot *slot, int64_t seq);
/* Forgets who has said lines that were not stored. */
void shares_forget_unstored(struct slot *slot);
/* Whether it is known who is to be removed by a request to silence somebody; false with the refusal. */
bool share_may_remove(const struct slot *slot, const struct request *request, struct answer *answer);
/* Notes, as a request that was granted says, that who has said an entry is silenced, or removed, too, by which their
 * watches end; or that nobody of that name is. */
void share_silence(struct slot *slot, const struct request *request);

/* Asks a computer player if it is one's turn, and somebody follows the table. */
void lobby_think(struct lobby *lobby, struct slot *slot);

#endif
