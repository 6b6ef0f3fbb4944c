/* The limits of addresses for requests of players, and the work that the club does without a request. */
#ifndef LOBBY_PLAYERS_H
#define LOBBY_PLAYERS_H

#include "club/club.h"
#include "lobby/limiter.h"
#include "lobby/lobby.h"
#include "lobby/presence.h"

struct players;

/* Creates the limits. `store` must stay open until players_close(). */
struct players *players_open(struct store *store, const struct lobby_limits *limits);
/* NULL is allowed. */
void players_close(struct players *players);

/* The limited requests: to create a player, to try six words, to act on other players, to report somebody, to name a
 * mail address, and to open a tournament. */
enum players_habit {
  PLAYERS_BIRTH,
  PLAYERS_TRY,
  PLAYERS_PEOPLE,
  PLAYERS_REPORT,
  PLAYERS_MAIL,
  PLAYERS_TOURNAMENT,
  PLAYERS_HABITS
};

/* The first counts a request of the asker at `now`, and returns false with the refusal if there were too many. The
 * second takes a count back, because the request was not carried out. */
bool players_take(struct players *players, enum players_habit habit, struct lobby_asker asker, int64_t now,
                  struct answer *answer);
void players_return(struct players *players, enum players_habit habit, struct lobby_asker asker, int64_t now);

/* Notes that rated games are stored which do not count yet: the next players_tick() rates some of them. */
void players_rate(struct players *players);
/* True if there are such games, as far as is known. */
bool players_rates(const struct players *players);
/* Returns why a game cannot be rated, and with it all later ones, once until ratings go on; otherwise NULL. */
const char *players_take_fault(struct players *players);

/* Rates a few games. Replaces the names of deleted players in a few logs, at most once a second, and calls `hear` for
 * the table of each. Forgets idle addresses, and records the players who have the stream of a table open here. */
void players_tick(struct players *players, const struct presence *presence, int64_t now, club_cleared *hear,
                  void *context);

#endif
