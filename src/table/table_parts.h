/* What the parts of a table offer each other, the lower ones first; for src/table/table*.c alone. */
#ifndef TABLE_TABLE_PARTS_H
#define TABLE_TABLE_PARTS_H

#include "table/table_memory.h"

/* ---- Clocks (table_clock.c) ---- */

/* How long people have before the start for their part: `usual`, or with a clock of days the time of a move. */
int64_t table_patience(const struct table *table, int64_t usual);
/* When that time ends if it began at `from`. A usual one begins anew when the table comes into memory. One of days runs
 * on meanwhile, and ends an hour after the start of the server at the earliest. */
int64_t table_patience_end(const struct table *table, int64_t from, int64_t usual);
/* Until when open seats are kept for the players of the former game. */
int64_t table_kept_until(const struct table *table);
/* True while an open seat, 0-based, is kept for a player of the former game. */
bool table_keeps(const struct table *table, int seat, int64_t now);
/* When this seat, 0-based, is opened again because nothing is sealed for it; INT64_MAX: never. */
int64_t table_seal_deadline(const struct table *table, int seat);
/* When the clock of the seat to move runs out; INT64_MAX: never. */
int64_t table_deadline(const struct table *table);
/* True if this seat, which has made a turn, would have time left for it if it took it back now. Every other seat that
 * is charged by that must have time left, too. Time that was used stays used. */
bool table_has_time_back(const struct table *table, int seat, int64_t now);
/* These add the members of the clocks to an entry: of a turn of `seat`, of a take-back by `seat` to the first `words`
 * words, and of a pause. Only a holder who makes the turn gets the increment. */
void table_clock_moved(const struct table *table, int seat, int64_t now, struct text *entry);
void table_clock_undone(const struct table *table, int seat, int words, int64_t now, struct text *entry);
void table_clock_paused(const struct table *table, int64_t now, struct text *entry);

/* ---- Actions: the functions act_...() carry out one each. They return false with the refusal in `act->answer`, and
 * nothing has changed; else they have written the entry. ---- */

/* A request that is being carried out. */
struct act {
  struct table *table;
  int seat; /* of the sender, 0-based; -1: somebody who watches */
  const struct request *request;
  const char *next; /* the id of the next table, for a rematch; else NULL */
  int64_t now;
  struct answer *answer;
};

/* Refuses the request: what it asks for is possible at another time only. Returns false. */
static inline bool act_not_now(const struct act *act, const char *text) {
  return answer_refuse(act->answer, ANSWER_NOT_NOW, text);
}

/* Begins an entry with the member `seat`, the sender's. */
static inline struct text act_begin(const struct act *act, enum entry_type type) {
  struct text entry = entry_begin(act->table, act->now, type);
  json_put_int(&entry, "seat", act->seat + 1);
  return entry;
}

/* Returns another seat of the table, 0-based, which the request names; -1 with a refusal. */
static inline int act_other_seat(const struct act *act) {
  const int other = act->request->seat - 1;
  if (other < act->table->setup.players && other != act->seat) return other;
  answer_refuse(act->answer, ANSWER_BAD_REQUEST, "seat: expected the number of another seat of the table");
  return -1;
}

/* ---- Turns (table_turn.c) ---- */

/* Draws the next tile, in TESS_PHASE_DRAW. */
void table_draw(struct table *table, int64_t now);
/* Makes a whole turn of the seat to move, throws included. False with `*fault` if it is not legal. */
bool table_move(struct table *table, struct span move, const char *by, int64_t now, struct fault *fault);
/* Draws the tile, or makes the turn with it. */
bool act_play(const struct act *act, bool draws);
/* This seat ran out of time, or leaves: it loses the game, or from now on the computer moves for it. */
void table_give_way(struct table *table, int seat, bool by_time, int64_t now);
/* Ends a game that is played to its end, or in which one side alone has not lost. Ends one that nobody can play on, as
 * computers do not play it to its end among themselves: undecided, but at a rated table. */
void table_end(struct table *table, int64_t now);
/* From now on the computer moves for this seat. */
void table_computer_takes(struct table *table, int seat, int level, const char *why, int64_t now);
/* From now on the holder of this seat moves again. */
void table_return(struct table *table, int seat, int64_t now);

/* ---- Consent (table_consent.c) ---- */

/* Takes back the last turn of the seat, or asks the others to agree to it. */
bool act_take_back(const struct act *act);
/* Asks for a pause, or ends it. A computer agrees to every pause, and a program does where no game is lost by the
 * clock. A seat whose time ran out may end a pause, too: it waits for the computer's turn, which the pause holds up. */
bool act_pause(const struct act *act, bool pauses);
/* Agrees or refuses; the seat that has asked withdraws the question. */
bool act_answer(const struct act *act);
/* Carries out what is asked for, once nobody still has to agree. */
void table_grant(struct table *table, int64_t now);

/* ---- Seats (table_seats.c) ---- */

/* Before anybody has sealed, by the seat that opened the table: gives it other options or another clock. */
bool act_set_up(const struct act *act);
/* Seals what the seat contributes to chance; reveals it. */
bool act_seal(const struct act *act);
bool act_contribute(const struct act *act);
/* Starts the game once every seat is taken and every contribution revealed; nobody contributes to a shared deck. */
void table_start(struct table *table, int64_t now);
/* Before the start, once the time for it is over: opens the seats that have not revealed what they sealed, and the
 * other seats seal anew. Before anybody may reveal, it opens the seats that have not sealed. Nobody knows anything of
 * chance then, and what is sealed counts. */
void table_empty_late(struct table *table, int64_t now);
/* Closes the table, with the reason. */
void table_give_up(struct table *table, const char *why, int64_t now);
/* Before the start, by the seat that opened the table: opens the seat of somebody else. */
bool act_free(const struct act *act);
/* Leaves: before the start the seat is open again, in the game the computer plays on. */
bool act_leave(const struct act *act);
/* Moves again, after the computer has moved for the seat. */
bool act_return(const struct act *act);
/* Returns why the computer may not move for this seat, 0-based, even if its holder is away; NULL: it may. */
const char *table_irreplaceable(const struct table *table, int seat);
/* Lets the computer move for another seat whose holder is away. */
bool act_replace(const struct act *act);

/* ---- Talk (table_talk.c) ---- */

/* The name of somebody at the table: as wanted, or numbered if another one who sits there has one that looks the same.
 * `own` is their seat, 0-based; -1: they have none. */
void table_name_apart(const struct table *table, int own, const char *wanted, char name[NAME_SIZE]);
/* Says something to everybody, in a text or by a reaction. */
bool act_say(const struct act *act);
/* Has another name from now on. */
bool act_rename(const struct act *act);
/* Hides what another seat, or those who watch, say from the sender; or shows it again. */
bool act_mute(const struct act *act);
/* By the seat that opened the table: nobody who watches may talk, or one of them may not; or they may again. */
bool act_silence(const struct act *act);

/* ---- What follows (table_time.c) ---- */

/* Writes the entries that follow by themselves from the state: the start, what everybody has agreed to, the end. */
void table_follow_up(struct table *table, int64_t now);

#endif
