/*
 * The players of a server (docs/understand/players-and-results.md): requests come in as JSON, answers go out as JSON.
 * The club hands its decisions to the store in the round; an answer that `waits` holds only after the round is stored.
 * No player is kept in memory.
 */
#ifndef CLUB_CLUB_H
#define CLUB_CLUB_H

#include "rating/rating.h"
#include "store/store_ratings.h"
#include "table/request.h"

/* The store, the time of a request, and the place of the page. */
struct club {
  struct store *store;
  int64_t now;        /* milliseconds since 1970 */
  const char *origin; /* of the page, as `https://example.org`; NULL: there are no passkeys */
};

/* Sizes and limits. */
enum {
  CLUB_TOKEN_SIZE = 51,      /* bytes of a device token with the final zero */
  CLUB_GAMES_PAGE = 50,      /* games of a page of the history */
  CLUB_RENAME_DAYS = 30,     /* days between two changes of a name */
  CLUB_VACATION_DAYS = 28,   /* days of vacation of a player in 365 days */
  CLUB_MOST_PLACES = 100,    /* listed seats of a player at unfinished tables */
  CLUB_MOST_OPPONENTS = 50,  /* opponents in the statistics */
  CLUB_LADDER_PAGE = 50,     /* players of a page of a ladder */
  CLUB_RATE_MOST = 16,       /* games that one call of club_rate() rates */
  CLUB_LABEL_CHARACTERS = 40 /* characters of the label of a device */
};

/* ---- The device of a request ---- */

/* The device of a player that asks. */
struct club_asker {
  int64_t player; /* 0: the request names no device */
  int device;
  int64_t seen;
  uint8_t token[STORE_HASH]; /* the hash of its token */
};

/* True if a token has the form of a device token. */
bool club_is_device(struct span token);
/* Finds the device of a token. Returns false with the refusal. */
bool club_find(const struct club *club, struct span token, struct club_asker *asker, struct answer *answer);
/* Copies the name of a player, for a seat. Returns false with the refusal. */
bool club_name(const struct club *club, int64_t player, char name[NAME_SIZE], struct answer *answer);
/* Finds the player of an id from a request; `me` names the player of `asker`. Returns false with the refusal. */
bool club_find_player(const struct club *club, struct span id, const struct club_asker *asker,
                      struct store_player *player, struct answer *answer);

/* Finds the player of a number. Returns false with the refusal. */
bool club_find_number(const struct club *club, int64_t number, struct store_player *player, struct answer *answer);

/* Takes the lock that every change of a player needs. Returns false with an answer: if another server has the lock, the
 * request is carried out later. */
bool club_lock(const struct club *club, struct answer *answer);
/* Takes that lock for what a device asks, and finds out whether the device still acts for its player: another server
 * may have shut it out since club_find(). Returns false with an answer. */
bool club_lock_for(const struct club *club, const struct club_asker *asker, struct answer *answer);
/* Reads a body: an object with these members, the `id` among them. The caller releases it with json_decref(). Returns
 * NULL with the refusal if the body is another one. */
json_t *club_open_body(struct span body, const char *needed, const char *optional, struct answer *answer);
/* Read the member `player`; or `name`, the id of a table or tournament; if there is one. Return false with `*fault` if
 * it is no id. */
bool club_read_id(const json_t *json, int64_t *player, struct fault *fault);
bool club_read_table(const json_t *json, const char *name, char table[STORE_ID_SIZE], struct fault *fault);
/* Finds the player who has or had a name that looks like this one (0: nobody). Returns false with the refusal. */
bool club_find_named(const struct club *club, struct span name, int64_t *player, struct answer *answer);

/* ---- Requests of docs/lookup/http.md ---- */

/* The first creates a player with a first device; the second signs another device in by the six words or a passkey; the
 * third answers with a challenge for a passkey. */
void club_create(const struct club *club, struct span body, struct answer *answer);
void club_sign_in(const struct club *club, struct span body, struct answer *answer);
void club_passkey_challenge(const struct club *club, struct answer *answer);
/* Carries out an action of the asker. It changes the name, the figure, the openness or the words; it adds or removes a
 * passkey, or shuts a device out. It takes note of the warning of the host, or deletes the player. Returns true if a
 * device no longer acts for the player. */
bool club_act(const struct club *club, const struct club_asker *asker, struct span body, struct answer *answer);
/* Answers with the profile of a player: the player gets all of it, others its public part. */
void club_tell(const struct club *club, const struct club_asker *asker, const struct store_player *player,
               struct answer *answer);
/* Answers with the seats of the asker at unfinished tables. */
void club_places(const struct club *club, const struct club_asker *asker, struct answer *answer);

/* Answer with a page of the games of a player, and with their statistics (history.c). Return false with the refusal if
 * the history neither belongs to the asker nor is open. */
bool club_games(const struct club *club, const struct club_asker *asker, const struct store_player *player,
                const struct store_search *search, struct answer *answer);
bool club_statistics(const struct club *club, const struct club_asker *asker, const struct store_player *player,
                     struct answer *answer);
/* Answers with everything that is stored of the asker. */
void club_file(const struct club *club, const struct club_asker *asker, struct answer *answer);

/* ---- Vacations (vacation.c) ---- */

/* The vacations of a player after some time: their length in milliseconds, and the last of them; zero: none. */
struct club_vacation {
  int64_t length, since, until;
};

/* Finds the vacations of a player after `from`. Returns false with `*fault`. */
bool club_find_vacation(const struct club *club, int64_t player, int64_t from, struct club_vacation *vacation,
                        struct fault *fault);
/* Sends a player on vacation from now, or from the end of the present vacation, up to `until`. Returns false with the
 * refusal: nobody takes more than CLUB_VACATION_DAYS in 365 days. */
bool club_take_vacation(const struct club *club, int64_t player, int64_t until, struct answer *answer);
/* Appends the member `vacation_until` of a player who is on vacation; and if it is `own`, `vacation_days`, the whole
 * days that are left. Returns false with `*fault`. */
bool club_put_vacation(const struct club *club, int64_t player, bool own, struct text *text, struct fault *fault);

/* ---- Results ---- */

/* Bits of the flags of a result: a computer made turns for the seat; it lost before the end; others share its place. */
enum { CLUB_HELPED = 1, CLUB_LOST = 2, CLUB_SHARED = 4 };

/* Receives a rated game; it returns false, with `*fault` filled, to end the visit. */
typedef bool club_visit_rated(void *context, const struct rated_game *game, struct fault *fault);

/* Visits all rated games of the database at `place` in their order, until `visit` returns false. Returns false with
 * `*fault` if the database cannot be read, if a stored game cannot be a rated one, or if `visit` returned false. */
bool club_each_rated(const char *place, club_visit_rated *visit, void *context, struct fault *fault);

/* ---- Ratings (rated.c) ---- */

/* Stores the ratings that follow from the next rated games which do not count yet, at most CLUB_RATE_MOST of them.
 * Returns true if there is more to do. Several servers may do so at once: each game counts once, in the order of the
 * numbers of games. `*fault` is filled if no game can be rated now; otherwise it has no text. */
bool club_rate(const struct club *club, struct fault *fault);
/* Takes the rated game of a table out of the ratings, or puts it back. club_rate() then rates all later games anew.
 * Returns false with the refusal. */
bool club_void_game(const struct club *club, struct span table, bool voided, struct answer *answer);

/* The rating of a player in a pool as it is now; a new one if there is none. Returns false with `*fault`. */
bool club_find_rating(const struct club *club, int64_t player, int pool, struct rating *rating, struct fault *fault);
/* The whole points of a number of thousandths, 0 or more. */
int club_points(int64_t thousandths);
/* Appends the members of a rating: `rating`, `deviation`, `provisional` and `games`. */
void club_put_rating(struct text *text, const struct rating *rating);
/* Appends the member `ratings`, of all pools in which the player has one. Returns false with `*fault`. */
bool club_put_ratings(const struct club *club, int64_t player, struct text *text, struct fault *fault);
/* Answers with a page of a ladder, after the first `skip` players (ladder.c). Returns false with the refusal. */
bool club_ladder(const struct club *club, int pool, int season, int64_t skip, struct answer *answer);

/* A stored rating: the present one of a player in a pool, and the number of the game that it is of. */
struct club_rating {
  int64_t game, player;
  int pool;
  struct rating rating;
};

/* Visits all stored ratings of the database at `place`, until `visit` returns false. `*until` receives the number of
 * the last game that counts in them. Returns false with `*fault` if the database cannot be read. */
bool club_each_rating(const char *place, int64_t *until, bool (*visit)(void *context, const struct club_rating *rating),
                      void *context, struct fault *fault);

/* Speeds of a game: no clock, a clock of minutes, a clock of days. */
enum club_speed { CLUB_NO_CLOCK, CLUB_LIVE, CLUB_DAYS };

/* Receives the id of a table whose stored log has changed. */
typedef void club_cleared(void *context, struct span table);

/* Replaces the names of deleted players in the logs of at most `most` seats, and calls `hear` for the table of each.
 * Returns false if nothing is left to do, or the database does not answer. Several servers may do so at once. */
bool club_clear(const struct club *club, int most, club_cleared *hear, void *context);

/* Append the members `player` (unless it is 0) and `name`; and the member `figure`. */
void club_put_player(struct text *text, int64_t player, struct span name);
void club_put_figure(struct text *text, int64_t figure);
/* Appends the members of a profile to the body of the answer. The player gets all of them, and the day on which their
 * device asks is recorded. False: the answer is the refusal instead. */
bool club_put_profile(const struct club *club, const struct club_asker *asker, const struct store_player *player,
                      struct answer *answer);

#endif
