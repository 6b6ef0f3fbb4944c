/* Stores a game that is over, if a player sat at its table. */
#ifndef LOBBY_RESULTS_H
#define LOBBY_RESULTS_H

#include "lobby/slots.h"

/* The pool in which the games of this setup are rated (src/rating). */
int results_pool(const struct setup *setup);

/* Stores the game of a table in memory and the result of each seat, together with the other changes of the table in the
 * round. Does nothing if no player sits there, if the game was not decided, or if it is stored already. Returns true if
 * the game counts for ratings. */
bool results_add(const struct slot *slot, struct store *store);

#endif
