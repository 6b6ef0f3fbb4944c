/* What addresses may ask of the club, and what the club has to do by itself. */
#ifndef LOBBY_PLAYERS_H
#define LOBBY_PLAYERS_H

#include "club/club.h"
#include "lobby/limiter.h"
#include "lobby/lobby.h"

struct players;

/* With a store that stays open until players_close(). */
struct players *players_open(struct store *store, const struct lobby_limits *limits);
/* NULL is allowed. */
void players_close(struct players *players);

/* What an address may do now and then: make a player, try to sign in by six words. */
enum players_habit { PLAYERS_BIRTH, PLAYERS_TRY, PLAYERS_HABITS };

/* The asker does this once more at `now`; false with the refusal. Gives it back, as nothing came of it. */
bool players_take(struct players *players, enum players_habit habit, struct lobby_asker asker, int64_t now,
                  struct answer *answer);
void players_return(struct players *players, enum players_habit habit, struct lobby_asker asker, int64_t now);

/* Clears a few logs of deleted players now and then, and forgets which addresses have not asked for a while. */
void players_tick(struct players *players, int64_t now);

#endif
