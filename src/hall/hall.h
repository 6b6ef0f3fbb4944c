/*
 * The tournaments of a server (docs/understand/tournaments.md, "At the server"): requests come in as JSON, answers go
 * out as JSON. The hall hands its decisions to the store in the round; an answer that `waits` holds only after the
 * round is stored.
 *
 * A competition in memory is a copy of what the database has, up to an entry. The database says with each request
 * whether it has more.
 */
#ifndef HALL_HALL_H
#define HALL_HALL_H

#include "hall/acting.h"
#include "hall/clock.h"
#include "table/request.h"

struct hall_memory;

/* The store, the memory and the time of a request. */
struct hall_now {
  struct store *store;
  const struct set_library *sets;
  struct hall_memory *memory;
  int64_t now; /* milliseconds since 1970 */
};

/* Limits. */
enum {
  HALL_MOST_OPEN = 10,  /* tournaments of a player that are not closed */
  HALL_MOST_LISTED = 50 /* of each state in the list */
};

/* Opens the memory, which hall_close() releases; NULL is allowed there. */
struct hall_memory *hall_memory_open(void);
void hall_memory_close(struct hall_memory *memory);
/* The round has ended: what was made of tournaments is stored, or is to be forgotten. */
void hall_end_round(struct hall_memory *memory, bool stored);
/* Bytes that were read or written out since the last call: the asker is to be charged for them. */
int64_t hall_take_cost(struct hall_memory *memory);

/* ---- The clock ---- */

/* Somebody who gets a notice of an encounter. */
struct hall_call {
  char tournament[STORE_ID_SIZE];
  struct clock_call call;
};
enum { HALL_TICKED = 4 /* tournaments at which one look does what is due */ };

/* When something is due next, as far as this server knows. */
int64_t hall_due(const struct hall_memory *memory);
/* Does what is due in a few tournaments. `started` is when the servers began to serve. Fills `calls`, with room for
 * 2 * CLOCK_CALLS_MOST * HALL_TICKED, and returns their number. */
int hall_tick(const struct hall_now *hall, int64_t started, struct hall_call *calls);

/* ---- Requests of docs/lookup/http.md; `player` asks, and 0 is nobody ---- */

void hall_open(const struct hall_now *hall, int64_t player, struct span body, struct answer *answer);
void hall_act(const struct hall_now *hall, struct span id, int64_t player, struct span body, struct answer *answer);
/* True if the body of an action has words that everybody reads: a name or a reason. */
bool hall_says(struct span body);
/* The host gives a tournament another name, or closes it if `name` is NULL. Returns false with the refusal. */
bool hall_host(const struct hall_now *hall, struct span id, const char *name, struct answer *answer);
/* Answers with the listed tournaments, and with those of the player. */
void hall_list(const struct hall_now *hall, int64_t player, struct answer *answer);

/* What is shown of a tournament. */
enum hall_view {
  HALL_TOURNAMENT,
  HALL_STANDINGS,
  HALL_CSV,
  HALL_TRF,
  HALL_LOG,
  HALL_FRAME,
  HALL_FRAME_GERMAN,
  HALL_FRAME_ITALIAN
};
void hall_show(const struct hall_now *hall, struct span id, enum hall_view view, struct answer *answer);
/* Returns a number that changes with the entries of a tournament and the names of its players; 0: this round changes
 * it, or it cannot be found. */
int64_t hall_version(const struct hall_now *hall, struct span id);

/* ---- Tables ---- */

/* A game of an encounter that a player wants to play at a table. */
struct hall_game {
  int encounter, side, seat;    /* of the asker, from 1 */
  bool missing[GATHERING_MOST]; /* by side: there is no seat for them */
  char table[STORE_ID_SIZE];    /* the table of the encounter; empty: there is none yet */
  char request[24];             /* the id of a request for a seat, which is the same for the same body */
  struct shared_deck deck;      /* of a new table; its `number` 0: the chance is the table's own */
  uint8_t secret[FAIR_SECRET];  /* of that deck */
  struct text setup;            /* of a new table, at which the asker has that seat; to be freed */
};

/* Reads a request `{"id","encounter"}`. Returns false with the refusal if the asker may not play the encounter now. */
bool hall_find_game(const struct hall_now *hall, struct span id, int64_t player, struct span body,
                    struct hall_game *game, struct answer *answer);
/* Notes that the asker sits at a table, unless it is noted already; the answer that says so then waits. Returns false
 * with the refusal. */
bool hall_sit(const struct hall_now *hall, struct span id, int64_t player, const struct hall_game *game,
              struct span table, struct answer *answer);
/* Returns true if the tables of a round may be seen by everybody, as it is over. Otherwise false: `answer` says to come
 * later, or why it is not known, or is left as it was. */
bool hall_shows(const struct hall_now *hall, struct span id, int round, struct answer *answer);
/* What came of taking over results: all are taken over; there may be more; it is to be tried again later. */
enum hall_taken { HALL_DONE, HALL_MORE, HALL_LATER };
/* Takes over the results of a few tables that are over. */
enum hall_taken hall_take_results(const struct hall_now *hall);

#endif
