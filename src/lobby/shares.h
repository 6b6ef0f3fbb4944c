/* What one address may hold and do at the tables of a server, so that something is left for others. */
#ifndef LOBBY_SHARES_H
#define LOBBY_SHARES_H

#include "lobby/slots.h"

struct shares;

/* With a store that stays open until shares_close(). */
struct shares *shares_open(struct store *store, const struct lobby_limits *limits);
/* NULL is allowed. Every table was removed by shares_remove(). */
void shares_close(struct shares *shares);

/* The requests that follow come from this asker. */
void shares_ask_as(struct shares *shares, struct lobby_asker asker);
/* The asker of this request. */
struct lobby_asker shares_asker(const struct shares *shares);

/* Counts one more seat that the asker holds, or one more table, with its seat; false with the refusal. In a shared
 * database what is stored is counted. */
bool shares_hold_seat(struct shares *shares, struct answer *answer);
bool shares_hold_table(struct shares *shares, struct answer *answer);
/* Takes back what one of them has counted, as nothing came of the request. */
void shares_return_seat(struct shares *shares);
void shares_return_table(struct shares *shares);
/* Notes that the asker has taken a seat, from 1, that was stored, or opened the table. */
void shares_take_seat(struct shares *shares, struct slot *slot, int seat);
void shares_take_table(struct shares *shares, struct slot *slot);
/* In whose share a table or a seat, from 1, is; zero: in nobody's, as the table is over, the game has begun, or the
 * server was started since. */
struct lobby_asker shares_opener(const struct shares *shares, const struct slot *slot);
struct lobby_asker shares_holder(const struct shares *shares, const struct slot *slot, int seat);
/* Gives back what is no longer held at this table. */
void shares_follow(struct shares *shares, const struct slot *slot);
/* Forgets lines of watchers that were not stored; the whole table. */
void shares_forget(struct shares *shares, const struct slot *slot);
void shares_remove(struct shares *shares, const struct slot *slot);
/* Forgets which addresses have not asked for a while. */
void shares_sweep(struct shares *shares, int64_t now);

/* In whose share the computers of a table think (`owner` of struct thought): the address that opened it. Where that is
 * not known, as after a start of the server, the table has a share of its own. */
uint64_t shares_thinker(const struct shares *shares, const struct slot *slot);

/* What an address does at a table that it may not do all the time. */
enum share_habit { SHARES_COMING_AND_GOING, SHARES_WATCHERS_TALK };
/* The asker does this once more at this table, at `now`; false with the refusal. */
bool shares_take(struct shares *shares, const struct slot *slot, enum share_habit habit, int64_t now,
                 struct answer *answer);

/* Notes that the asker, as the opener of the table, has freed the seat of `freed`. Nobody sits down there from that
 * address any more, unless it is the asker's own. */
void shares_bar(struct shares *shares, struct slot *slot, struct lobby_asker freed);
/* The asker may sit down at this table; false with the refusal. */
bool shares_sit(const struct shares *shares, const struct slot *slot, struct answer *answer);

/* True if a watcher at this address was silenced. */
bool shares_is_silenced(const struct shares *shares, const struct slot *slot, uint64_t address);
/* The asker watches and may talk at this table; false with the refusal. */
bool shares_talk(const struct shares *shares, const struct slot *slot, struct answer *answer);
/* The asker holds no seat and may watch this table, or sit down there; false with the refusal. */
bool shares_come(const struct shares *shares, const struct slot *slot, struct answer *answer);
/* Notes that the asker has said entry `seq` while they watched. */
void shares_said(struct shares *shares, struct slot *slot, int64_t seq);
/* True if it is known whom a request removes that silences somebody; false with the refusal. */
bool shares_may_remove(const struct shares *shares, const struct slot *slot, const struct request *request,
                       struct answer *answer);
/* Notes that a request which was granted silences the watcher who has said its entry, or removes them, too; or that
 * nobody of that name is silenced any more. Returns the address of the watcher who is removed; 0: nobody is. */
uint64_t shares_silence(struct shares *shares, const struct slot *slot, const struct request *request);

#endif
