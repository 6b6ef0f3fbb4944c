/* What people do in a tournament: a request is checked against the competition, and becomes entries of its log. */
#ifndef HALL_ACTING_H
#define HALL_ACTING_H

#include "hall/writing.h"
#include "table/request.h"

/* Opens a tournament by a request `{"id","settings"}`, or with the `file` of one. Returns false with the refusal: then
 * the competition is of no more use. */
bool acting_open(struct acting *acting, struct span body, struct answer *answer);
/* The host of the server gives a tournament another name, or closes it if `name` is NULL. Nothing happens to one that
 * is closed. */
void acting_host(struct acting *acting, const char *name);
/* Carries out an action of docs/lookup/http.md. Returns false with the refusal, and then nothing has changed. */
bool acting_act(struct acting *acting, struct span body, struct answer *answer);
/* Returns true if a player of an encounter, from 1, may play it at a table now; otherwise false with the refusal.
 * `*side` is theirs, from 1. `missing` has the sides without a seat at its table, or at a new one. */
bool acting_may_play(const struct acting *acting, int encounter, int *side, bool missing[GATHERING_MOST],
                     struct answer *answer);
/* Notes that a side, from 1, sits at a table, which has no seats for missing sides. */
void acting_sit(struct acting *acting, int encounter, int side, const bool missing[GATHERING_MOST], struct span table);
/* Takes over a game of the table at which an encounter is played; nothing happens if it is played there no more. */
void acting_take(struct acting *acting, int encounter, const struct bout_result *result);

#endif
