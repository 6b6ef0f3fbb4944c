/* The holders of the seats of a table, each known by the hashes of their words. */
#ifndef LOBBY_HOLDERS_H
#define LOBBY_HOLDERS_H

#include "lobby/slots.h"

/* Reads the holders of the seats of a slot, whose table is `table` (NULL: unknown). Sets bit n of `*lost` if the holder
 * of seat n no longer holds it. If this fails, returns false with `*fault`, and changes nothing. */
bool holders_read(struct slot *slot, const struct table *table, struct store *store, unsigned *lost,
                  struct fault *fault);

/* Returns the seat, from 1, that the hash of a token (`recovery`: of a recovery word) holds; 0: none. The table must be
 * in memory, or its holders just read. */
int holders_find(const struct slot *slot, const uint8_t hash[CREDENTIAL_HASH], bool recovery);
/* Returns the seat, from 1, of a player; 0: none. */
int holders_find_player(const struct slot *slot, int64_t player);
/* The first gives a seat, from 1, to the person with these words, a player or a guest (0); the second takes a seat from
 * its holder. Both change the slot and the store. */
void holders_give(struct slot *slot, struct store *store, int seat, const struct credential *token,
                  const struct credential *recovery, int64_t player);
void holders_take(struct slot *slot, struct store *store, int seat);

#endif
