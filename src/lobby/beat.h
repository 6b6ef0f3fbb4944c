/*
 * The questions to a shared database once a second (docs/understand/nodes.md): for the time, which is the same for all
 * servers, and for tables that are due and that no server takes care of. A server that gets no answer for a while lets
 * its streams end, so that the clients go to another one.
 */
#ifndef LOBBY_BEAT_H
#define LOBBY_BEAT_H

#include "lobby/lobby_tables.h"

/* Asks for the time for the first time; false with `*fault`. Nothing if the database is not shared. */
bool beat_open(struct lobby *lobby, struct fault *fault);
/* Milliseconds until lobby_beat() has something to do; `most` at most. */
int64_t beat_wait(const struct lobby *lobby, int64_t most);

#endif
