/* The entries that a request, or the server itself, adds to the log of a tournament: how each is written and applied.
 */
#ifndef HALL_WRITING_H
#define HALL_WRITING_H

#include "hall/competition.h"
#include "table/request.h"

/* The entries that are left for the organizers' close. */
enum { WRITING_ROOM = ENTRANTS_MOST + 4 };

/* A request in the making. Its entries are applied to the competition as they are written. */
struct acting {
  struct competition *competition;
  const struct set_library *sets;
  int64_t now;
  int64_t player;        /* the player of the request; 0: the server itself */
  uint64_t request;      /* a hash of the request; 0: of the server itself */
  const uint8_t *secret; /* of the lots, CREDENTIAL_HASH bytes */
  struct text entries;   /* the new entries, each with a line end behind it */
  int64_t joined;        /* a player who has come into the tournament; 0: nobody has */
};

/* Begins an entry. `own`: it carries the player and the request. */
void writing_begin(struct acting *acting, const char *type, bool own);
/* Ends the entry and applies it. */
void writing_end(struct acting *acting);
/* True if the log has room only for the entry that closes the tournament. */
bool writing_is_full(const struct acting *acting);
/* Appends a list of competitors or encounters from 0, which the log counts from 1; within a list `key` is NULL. */
void writing_numbers(struct acting *acting, const char *key, const int *numbers, int count);
/* The server decides an encounter, from 0. */
void writing_decided(struct acting *acting, int bout, const struct bout_result *result, enum decided_why why);
/* Somebody enters: the player of the request, or a guest of this name. A `lot` of -1 is drawn from the secret. */
void writing_entered(struct acting *acting, const char *guest, int rating, int64_t lot);
/* Ends an encounter, from 0, as lost by one who is away. */
void writing_forfeit(struct acting *acting, int bout, enum forfeit forfeit);
/* Closes the tournament. */
void writing_closed(struct acting *acting);

#endif
