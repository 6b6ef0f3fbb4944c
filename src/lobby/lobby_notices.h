/* Requests for notices, addresses that take none any more, and the question what many tables wait for. */
#ifndef LOBBY_LOBBY_NOTICES_H
#define LOBBY_LOBBY_NOTICES_H

struct lobby;

/* Removes the addresses for notices that take nothing any more. */
void lobby_remove_gone(struct lobby *lobby);

#endif
