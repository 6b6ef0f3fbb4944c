/* The holders of the seats of a table, each known by the hashes of their words. */
#ifndef LOBBY_HOLDERS_H
#define LOBBY_HOLDERS_H

#include "lobby/slots.h"

/* Reads the holders of the seats of a slot, whose table is `table` (NULL: not known). `*lost` has bit n if the holder
 * of seat n holds it no more. False with `*fault`, and nothing changes. */
bool holders_read(struct slot *slot, const struct table *table, struct store *store, unsigned *lost,
                  struct fault *fault);

/* The seat, from 1, that the hash of a token (`recovery`: of a recovery word) holds; 0: none. The table is in memory,
 * or its holders were just read. */
int holders_find(const struct slot *slot, const uint8_t hash[CREDENTIAL_HASH], bool recovery);
/* The seat, from 1, of a player; 0: none. */
int holders_find_player(const struct slot *slot, int64_t player);
/* Gives a seat, from 1, to the person who has these words, a player or a guest (0), here and in the store. Takes a seat
 * from its holder. */
void holders_give(struct slot *slot, struct store *store, int seat, const struct credential *token,
                  const struct credential *recovery, int64_t player);
void holders_take(struct slot *slot, struct store *store, int seat);

#endif
