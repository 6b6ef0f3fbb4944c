/* What is stored of a game that is over, if a player sat at its table. */
#ifndef LOBBY_RESULTS_H
#define LOBBY_RESULTS_H

#include "lobby/slots.h"

/* Hands the game of a table in memory, and what each seat has of it, to the store, with what else the round makes of
 * the table. Nothing if no player sits there, if the game was not decided, or if it is stored. */
void results_add(const struct slot *slot, struct store *store);

#endif
