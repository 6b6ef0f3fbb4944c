/* How a request finds its table and its seat, and when its answer may go. */
#ifndef LOBBY_LOBBY_FIND_H
#define LOBBY_LOBBY_FIND_H

#include "lobby/lobby_tables.h"

/* The table with this id, in memory or not. NULL with the refusal in `*answer`. */
struct slot *lobby_find_known(struct lobby *lobby, struct span id, struct answer *answer);
/* The table with this id with its state in memory: somebody asks for it. NULL with the refusal in `*answer`. */
struct slot *lobby_find(struct lobby *lobby, struct span id, struct answer *answer);
/* The same as the database has it now: for what is only read, as nothing finds later that it was old. */
struct slot *lobby_find_now(struct lobby *lobby, struct span id, struct answer *answer);

/* The club as of now. */
struct club lobby_club(struct lobby *lobby);
/* A seat of a player at a table that is not over. */
struct lobby_place {
  char table[STORE_ID_SIZE];
  int seat; /* from 1 */
};
/* Finds the seats of a player; `places` has room for CLUB_MOST_PLACES. Returns their number; -1: they cannot be read.
 */
int lobby_find_places(struct lobby *lobby, int64_t player, struct lobby_place *places);
/* The hall as of now. */
struct hall_now lobby_hall(struct lobby *lobby);
/* The seat that a token of the seat, or of a device of its player, holds, from 1, or 0 without a token. False with the
 * refusal. */
bool lobby_find_seat(struct lobby *lobby, const struct slot *slot, struct span token, int *seat, struct answer *answer);
/* The same, but the database is asked before a token is refused: a person who sat down at another server is known, too.
 */
bool lobby_find_stored_seat(struct lobby *lobby, struct slot *slot, struct span token, int *seat,
                            struct answer *answer);

/* What is answered of a table that the round has changed, a refusal too, is true only if the round is stored: it waits
 * for that. Any other refusal is given only if the table is as the database has it; else the answer comes later. */
void lobby_conclude(struct lobby *lobby, struct slot *slot, struct answer *answer);

#endif
