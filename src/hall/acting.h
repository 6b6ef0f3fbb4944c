/* What people do in a tournament: a request is checked against the competition, and becomes entries of its log. */
#ifndef HALL_ACTING_H
#define HALL_ACTING_H

#include "hall/competition.h"
#include "table/request.h"

/* A request in the making. Its entries are applied to the competition as they are written. */
struct acting {
  struct competition *competition;
  const struct set_library *sets;
  int64_t now;
  int64_t player;        /* the player of the request; 0: the server itself */
  uint64_t request;      /* a hash of the request; 0: of the server itself */
  const uint8_t *secret; /* of the lots, CREDENTIAL_HASH bytes */
  struct text entries;   /* the new entries, each with a line end behind it */
  int64_t joined;        /* a player who has come into the tournament; 0: nobody has */
};

/* Opens a tournament by a request `{"id","settings"}`. Returns false with the refusal. */
bool acting_open(struct acting *acting, struct span body, struct answer *answer);
/* Somebody who gets a notice of an encounter. */
struct clock_call {
  int64_t player;
  int encounter;       /* from 1 */
  bool reminds;        /* it came before */
  int64_t date, until; /* agreed; when the encounter is decided unless it is played; 0: none */
};
enum { CLOCK_CALLS_MOST = 64 /* encounters of which notices go at once */ };

/* Does what is due by the clock: decides encounters whose time is over, pairs on, closes a tournament that nobody
 * closes, and notes whom to notify in `calls`, with room for two of each encounter. `started` is when this server began
 * to work. Returns the number of calls. */
int clock_tick(struct acting *acting, int64_t started, struct clock_call *calls);
/* The host of the server gives a tournament another name, or closes it if `name` is NULL. Nothing happens to one that
 * is closed. */
void acting_host(struct acting *acting, const char *name);
/* Carries out an action of docs/lookup/http.md. Returns false with the refusal, and then nothing has changed. */
bool acting_act(struct acting *acting, struct span body, struct answer *answer);
/* Returns true if a player of an encounter, from 1, may play it at a table now, with their side, 1 or 2, in `*side`;
 * otherwise false with the refusal. */
bool acting_may_play(const struct acting *acting, int encounter, int *side, struct answer *answer);
/* Notes that a side sits at a table, from 1. */
void acting_sit(struct acting *acting, int encounter, int side, struct span table);
/* Takes over a game of the table at which an encounter is played; nothing happens if it is played there no more. */
void acting_take(struct acting *acting, int encounter, const struct played_game *game);

#endif
