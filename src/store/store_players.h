/*
 * The stored players, and the games that they have finished (docs/understand/players-and-results.md). A seat in store.h
 * refers to its player.
 *
 * A change of a player is made at once in the round, and later queries of the round see it. The caller calls
 * store_lock_players() before it queries what the change depends on. Results are stored at the end of the round,
 * together with their table.
 */
#ifndef STORE_STORE_PLAYERS_H
#define STORE_STORE_PLAYERS_H

#include "store/store.h"

/* Bytes of a player's name and of a device's label, with the final zero; of a warning of the host; maximum number of
 * devices of a player (numbered from 1). */
enum { STORE_WARNING_SIZE = 801, STORE_NAME_SIZE = 97, STORE_LABEL_SIZE = 161, STORE_MOST_DEVICES = 32 };

/* ---- Players ---- */

/* A player. */
struct store_player {
  int64_t number, created; /* `number`: from 1; times are milliseconds since 1970 */
  char name[STORE_NAME_SIZE];
  int64_t figure;              /* the caller defines its meaning */
  bool open;                   /* everybody may read the player's history */
  bool has_words;              /* the player has six words for signing in; only store_set_words() uses the hash below */
  int64_t renamed, ended;      /* time of the last change of name, and of the deletion; 0: never */
  bool shown;                  /* friends see when the player is here */
  int64_t here;                /* time of the last recorded sign of life of a player who is `shown`; 0: none */
  int64_t silenced, suspended; /* until when the host lets the player neither talk nor sit down; 0: never */
  char warning[STORE_WARNING_SIZE]; /* a message of the host to the player; empty: none */
};

/* A device of a player. */
struct store_device {
  int64_t player;
  int device; /* from 1 */
  uint8_t token[STORE_HASH];
  int64_t created, seen; /* `seen`: time of its last recorded request */
  char label[STORE_LABEL_SIZE];
};

/* Keeps other servers from changing a player, and from opening a tournament, until this round ends. STORE_MISSING:
 * another server is doing so, and the caller must try again in another round. */
enum store_found store_lock_players(struct store *store, struct fault *fault);

/* Find a player by number, by the hash of the six words, or by the token of a device; the last one also returns the
 * device. */
enum store_found store_find_player(struct store *store, int64_t number, struct store_player *player,
                                   struct fault *fault);
enum store_found store_find_words(struct store *store, const uint8_t words[STORE_HASH], int64_t *player,
                                  struct fault *fault);
enum store_found store_find_device(struct store *store, const uint8_t token[STORE_HASH], struct store_device *device,
                                   struct fault *fault);

/* The first adds a player; the second stores a changed name, figure, openness, time of the last change of name, and
 * whether the player is `shown`. */
void store_add_player(struct store *store, const struct store_player *player);
void store_set_player(struct store *store, const struct store_player *player);
/* Stores the hash of new six words, replacing the previous one; NULL: there are none any more. */
void store_set_words(struct store *store, int64_t player, const uint8_t words[STORE_HASH]);
/* Deletes a player. The number, `name` and `ended` stay, because other players' games refer to them. Afterwards the
 * caller must clear the names that store_leftovers() finds. */
void store_end_player(struct store *store, const struct store_player *player);

/* The first finds the player who holds or held a name with this likeness (0: nobody); the second reserves it for a
 * player for ever. */
bool store_find_name(struct store *store, const uint8_t likeness[STORE_HASH], int64_t *player, struct fault *fault);
void store_keep_name(struct store *store, const uint8_t likeness[STORE_HASH], int64_t player);

/* Add a device, remove it, and record a request of it at `seen`. */
void store_add_device(struct store *store, const struct store_device *device);
void store_drop_device(struct store *store, int64_t player, int device);
void store_see_device(struct store *store, int64_t player, int device, int64_t seen);
/* Finds the devices of a player in the order of their numbers. */
struct store_rows *store_devices(struct store *store, int64_t player);
bool store_next_device(struct store_rows *rows, struct store_device *device);

/* Removes the addresses for notices and the prepared turns of the seats of a player. In a database that several servers
 * share, the seats at unfinished tables get this hash as token and recovery word. Their tables get the version of the
 * round, so that each server reads them anew, also this one. */
void store_renew_seats(struct store *store, int64_t player, const uint8_t token[STORE_HASH]);

/* A seat of a player at an unfinished table. */
struct store_place {
  struct span table; /* its id */
  int seat;          /* from 1 */
  enum store_state state;
};

/* Finds at most `most` of them, the newest table first. */
struct store_rows *store_places(struct store *store, int64_t player, int most);
bool store_next_place(struct store_rows *rows, struct store_place *place);

/* ---- Vacations ---- */

/* Stores that a player is on vacation from `since` up to `until`; one that began at the same time gets this end. */
void store_put_vacation(struct store *store, int64_t player, int64_t since, int64_t until);
/* Removes the vacations of a player that ended before `until`. */
void store_drop_vacations(struct store *store, int64_t player, int64_t until);
/* Finds the vacations of a player that end after `after`, the oldest first. No two overlap. */
struct store_rows *store_vacations(struct store *store, int64_t player, int64_t after);
bool store_next_vacation(struct store_rows *rows, int64_t *since, int64_t *until);

/* ---- Results ---- */

/* A game that is over. */
struct store_game {
  int64_t number; /* given by the store, in the order of the commits */
  struct span id; /* id of its table */
  int64_t ended;
  struct span rules, variant; /* the caller's words, such as `classic` and `fields,abbot` */
  int64_t speed;              /* the caller defines its meaning */
  int64_t flags;              /* bits, see below */
  bool listed;                /* its table is there and public; only store_games() gives this */
};

/* The flags of a game: it counts for ratings; it was excluded from ratings later. */
enum { STORE_GAME_RATED = 1, STORE_GAME_VOID = 2 };

/* The result of a seat in that game. */
struct store_result {
  int seat;         /* from 1 */
  int64_t player;   /* 0: none */
  struct span name; /* when stored, the name at the table; when read, the player's present name */
  int side, level;  /* `level` of the computer that held the seat; 0: a person or a program held it */
  int64_t points;
  int place;              /* from 1; sides with equal points share it */
  int64_t flags;          /* the caller defines their meaning */
  int64_t rating, gained; /* store_games() alone gives them (store_ratings.h): the player's rating after the game,
                           * 0 if there is none, and how much it changed, in thousandths of a point */
};

/* Store a game of table `number`, and the result of a seat, at the end of the round, unless they are stored already. */
void store_add_game(struct store *store, int64_t number, const struct store_game *game);
void store_add_result(struct store *store, int64_t number, struct span id, const struct store_result *result);
/* Gives the result of a guest to a player. */
void store_give_result(struct store *store, int64_t number, struct span id, int seat, int64_t player);

/* A search for games; a field that is 0 or empty does not restrict it. */
struct store_search {
  int64_t before;       /* only games with a smaller number */
  int64_t since, until; /* only games that ended at `since` or later, and before `until` */
  int64_t opponent;     /* only games in which this player also sat */
  struct span rules, variant;
};

/* Finds the results of the last `most` matching games of a player, the newest first, seat by seat. */
struct store_rows *store_games(struct store *store, int64_t player, const struct store_search *search, int most);
/* Finds the player's own result of each of their games, without the name, the oldest first. */
struct store_rows *store_results(struct store *store, int64_t player);
/* Opens the database at `place`, which must be there and is not changed, and finds the results of all rated games in
 * their order, seat by seat and without names. store_close_rows() closes it. NULL with `*fault` filled: it cannot be
 * opened. */
struct store_rows *store_rated(const char *place, struct fault *fault);
/* Reads a result with its game. */
bool store_next_game(struct store_rows *rows, struct store_game *game, struct store_result *result);
/* Counts the games of a player. */
bool store_count_results(struct store *store, int64_t player, int64_t *count, struct fault *fault);
/* An opponent of a player: another player, or a computer of a level. */
struct store_opponent {
  int64_t player;
  int level;
  struct span name;
  int64_t games, won,
      lost; /* games in which both were on different sides; in which the player finished ahead; and behind */
};

/* Finds up to `most` opponents, those with the most finished games first. */
struct store_rows *store_opponents(struct store *store, int64_t player, int most);
bool store_next_opponent(struct store_rows *rows, struct store_opponent *opponent);

/* ---- Deleted players ---- */

/* A deleted player's name that is still in the log of a finished table; or a deleted player who has no such name, and
 * whom store_clear_done() has not marked yet. */
struct store_leftover {
  int64_t number; /* number of the table; 0: there is no name, and `seat` is 0 */
  int seat;       /* 0: the player has left the table before it finished */
  struct span name, pseudonym;
  struct span table; /* its id; empty: there is no name */
};

/* Finds at most `most` of them. */
struct store_rows *store_leftovers(struct store *store, int most);
bool store_next_leftover(struct store_rows *rows, struct store_leftover *leftover);
/* Replaces a JSON member by another one in the log of the table, at once. The name is then no longer a leftover, and
 * the table gets the version of the round. */
void store_clear_leftover(struct store *store, const struct store_leftover *leftover, struct span member,
                          struct span cleared);
/* Finds the ids of the tables that a player has left, as long as their logs have the name. store_drop_seat() notes
 * them. */
struct store_rows *store_left(struct store *store, int64_t player);
bool store_next_left(struct store_rows *rows, struct span *table);
/* Marks deleted players whose name is in no table as done, so that they are not searched again. */
void store_clear_done(struct store *store);

#endif
