/* Requests for notices, addresses that take none any more, and the question what many tables wait for. */
#ifndef LOBBY_LOBBY_NOTICES_H
#define LOBBY_LOBBY_NOTICES_H

#include "base/reader.h"
#include "lobby/sentences.h"

struct lobby;

/* Removes the addresses for notices that take nothing any more. */
void lobby_remove_gone(struct lobby *lobby);
/* Notifies a player of a table or a tournament, at the addresses where the seats of the player have notices. `body` is
 * that of notices_send(). */
void lobby_notify(struct lobby *lobby, int64_t player, struct span body, const struct sentence *sentence);

#endif
