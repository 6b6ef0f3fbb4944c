/*
 * The players of a server (docs/understand/players-and-results.md): requests come in as JSON, answers go out as JSON.
 * What is decided is handed to the store in the round, and an answer that `waits` is true once the round is stored.
 * Nothing of a player is kept in memory.
 */
#ifndef CLUB_CLUB_H
#define CLUB_CLUB_H

#include "rating/rating.h"
#include "store/store_players.h"
#include "table/request.h"

/* What a request is carried out with. */
struct club {
  struct store *store;
  int64_t now; /* milliseconds since 1970 */
};

/* What it counts in. */
enum {
  CLUB_TOKEN_SIZE = 51,      /* bytes of a device token with the final zero */
  CLUB_GAMES_PAGE = 50,      /* games of a page of the history */
  CLUB_RENAME_DAYS = 30,     /* between two changes of a name */
  CLUB_MOST_PLACES = 100,    /* of a player at tables that are not over, which are listed */
  CLUB_MOST_OPPONENTS = 50,  /* in the statistics */
  CLUB_LABEL_CHARACTERS = 40 /* of what a device is called */
};

/* ---- Who asks ---- */

/* A player's device. */
struct club_asker {
  int64_t player; /* 0: nobody's */
  int device;
  int64_t seen;
};

/* True if a token is that of a device, by its form. */
bool club_is_device(struct span token);
/* Finds the device of a token. False with the refusal. */
bool club_find(const struct club *club, struct span token, struct club_asker *asker, struct answer *answer);
/* The name of a player, for a seat; false with the refusal. */
bool club_name(const struct club *club, int64_t player, char name[NAME_SIZE], struct answer *answer);
/* The player of an id as it came; false with the refusal. `me` is the asker's own, if there is one. */
bool club_find_player(const struct club *club, struct span id, const struct club_asker *asker,
                      struct store_player *player, struct answer *answer);

/* ---- Requests of docs/lookup/http.md ---- */

/* Makes a player with their first device; signs another device in by the six words. */
void club_create(const struct club *club, struct span body, struct answer *answer);
void club_sign_in(const struct club *club, struct span body, struct answer *answer);
/* Changes what the asker is: another name, figure, openness; new words; a device is shut out; all is deleted. True if a
 * device is the player's no more. */
bool club_act(const struct club *club, const struct club_asker *asker, struct span body, struct answer *answer);
/* Answers with what everybody may know of a player; the player gets everything. */
void club_tell(const struct club *club, const struct club_asker *asker, const struct store_player *player,
               struct answer *answer);
/* Answers with the seats of the asker at tables that are not over. */
void club_places(const struct club *club, const struct club_asker *asker, struct answer *answer);

/* A page of the games of a player, and their statistics (history.c). False with the refusal if the history is not the
 * asker's and not open. */
bool club_games(const struct club *club, const struct club_asker *asker, const struct store_player *player,
                const struct store_search *search, struct answer *answer);
bool club_statistics(const struct club *club, const struct club_asker *asker, const struct store_player *player,
                     struct answer *answer);
/* Everything that is stored of the asker. */
void club_file(const struct club *club, const struct club_asker *asker, struct answer *answer);

/* ---- Results ---- */

/* Bits of the flags of a result: a computer made turns for the seat; it lost before the end; others share its place. */
enum { CLUB_HELPED = 1, CLUB_LOST = 2, CLUB_SHARED = 4 };

/* Visits all rated games of the database at `place` in their order, until `visit` gives false. False with `*fault` if
 * the database cannot be read, or what is stored cannot be a rated game; and if `visit` gave false, with its fault. */
bool club_each_rated(const char *place,
                     bool (*visit)(void *context, const struct rated_game *game, struct fault *fault), void *context,
                     struct fault *fault);

/* Speeds of a game: no clock, a clock of minutes, one of days. */
enum club_speed { CLUB_NO_CLOCK, CLUB_LIVE, CLUB_DAYS };

/* Removes the names of deleted players from the logs of at most `most` seats. False: nothing is left, or the database
 * does not answer. Several servers may do so at once. */
bool club_clear(const struct club *club, int most);

/* Appends the members `player` and `name` of somebody. */
void club_put_player(struct text *text, int64_t player, struct span name);
/* Appends the members of a profile to the body of the answer. The player gets all of them, and the day on which their
 * device asks is recorded. False: the answer is the refusal instead. */
bool club_put_profile(const struct club *club, const struct club_asker *asker, const struct store_player *player,
                      struct answer *answer);

#endif
