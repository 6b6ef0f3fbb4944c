/*
 * What the database keeps of players and of the games that they have finished
 * (docs/understand/players-and-results.md). Seats name their player in store.h.
 *
 * What changes a player is carried out in the round at once, and what is asked behind it sees it. The caller takes
 * store_lock_players() before it asks what the change rests on. Results wait for the end of the round, with the table
 * that they are of.
 */
#ifndef STORE_STORE_PLAYERS_H
#define STORE_STORE_PLAYERS_H

#include "store/store.h"

/* Bytes of names with the final zero, and of what a device is called; devices of a player, numbered from 1. */
enum { STORE_NAME_SIZE = 97, STORE_LABEL_SIZE = 161, STORE_MOST_DEVICES = 32 };

/* ---- Players ---- */

/* A player. */
struct store_player {
  int64_t number, created; /* `number`: from 1; times are milliseconds since 1970 */
  char name[STORE_NAME_SIZE];
  int64_t figure;         /* the caller's number */
  bool open;              /* anybody may read the history */
  bool has_words;         /* six words sign a device in; the hash below is for store_set_words() alone */
  int64_t renamed, ended; /* when the name was last changed, when the player was deleted; 0: never */
};

/* A device of a player. */
struct store_device {
  int64_t player;
  int device; /* from 1 */
  uint8_t token[STORE_HASH];
  int64_t created, seen; /* `seen`: when it was last noted that it asked */
  char label[STORE_LABEL_SIZE];
};

/* Keeps other servers from changing a player until this round ends. STORE_MISSING: one of them does just now, and it is
 * to be asked again in another round. */
enum store_found store_lock_players(struct store *store, struct fault *fault);

/* These find a player by number, by the hash of their six words, and by the token of a device, which is found, too. */
enum store_found store_find_player(struct store *store, int64_t number, struct store_player *player,
                                   struct fault *fault);
enum store_found store_find_words(struct store *store, const uint8_t words[STORE_HASH], int64_t *player,
                                  struct fault *fault);
enum store_found store_find_device(struct store *store, const uint8_t token[STORE_HASH], struct store_device *device,
                                   struct fault *fault);

/* Adds a player; stores another name, figure, openness, time of the last new name. */
void store_add_player(struct store *store, const struct store_player *player);
void store_set_player(struct store *store, const struct store_player *player);
/* Stores the hash of new six words in place of those before. */
void store_set_words(struct store *store, int64_t player, const uint8_t words[STORE_HASH]);
/* Deletes a player, all but the number and what others need of them: `name` and `ended` are what is left. What
 * store_each_leftover() visits from now on is to be cleared. */
void store_end_player(struct store *store, const struct store_player *player);

/* Finds the player who holds or held a name of this likeness; 0: nobody. Keeps it for a player for ever. */
bool store_find_name(struct store *store, const uint8_t likeness[STORE_HASH], int64_t *player, struct fault *fault);
void store_keep_name(struct store *store, const uint8_t likeness[STORE_HASH], int64_t player);

/* Adds a device; removes it; notes that it asked at `seen`. */
void store_add_device(struct store *store, const struct store_device *device);
void store_drop_device(struct store *store, int64_t player, int device);
void store_see_device(struct store *store, int64_t player, int device, int64_t seen);
/* Visits the devices of a player by their numbers. */
bool store_each_device(struct store *store, int64_t player,
                       bool (*visit)(void *context, const struct store_device *device), void *context,
                       struct fault *fault);

/* Visits the seats of a player at tables that are not over, the newest table first, at most `most`. */
bool store_each_place(struct store *store, int64_t player, int most,
                      bool (*visit)(void *context, struct span table, int seat, enum store_state state), void *context,
                      struct fault *fault);

/* ---- Results ---- */

/* A game that is over. */
struct store_game {
  int64_t number; /* in the order of the commits; the store's */
  struct span id; /* of its table */
  int64_t ended;
  struct span rules, variant; /* words of the caller, such as `classic` and `fields,abbot` */
  int64_t speed;              /* a number of the caller */
  int64_t flags;              /* the bits below */
};

/* Bits of the flags of a game: it counts for ratings; it was taken out of them. */
enum { STORE_GAME_RATED = 1, STORE_GAME_VOID = 2 };

/* What a seat has of it. */
struct store_result {
  int seat;         /* from 1 */
  int64_t player;   /* 0: none */
  struct span name; /* as at the table; when read, the player's name as it is now */
  int side, level;  /* `level` of a computer that held the seat; 0: a person or program did */
  int64_t points;
  int place;     /* from 1; sides with equal points share it */
  int64_t flags; /* a number of the caller */
};

/* Stores a game of the table `number` with its result, unless it is stored, at the end of the round. */
void store_add_game(struct store *store, int64_t number, const struct store_game *game);
void store_add_result(struct store *store, int64_t number, struct span id, const struct store_result *result);
/* Makes the result of a guest a player's. */
void store_give_result(struct store *store, int64_t number, struct span id, int seat, int64_t player);

/* Which games are looked for; fields that are 0, or empty, leave it open. */
struct store_search {
  int64_t before;       /* of a smaller number */
  int64_t since, until; /* that ended at the one or after it, and before the other */
  int64_t opponent;     /* in which this player sat, too */
  struct span rules, variant;
};

/* Visits the results of the last `most` games of a player that are looked for, from the newest on, seat by seat. */
bool store_each_game(struct store *store, int64_t player, const struct store_search *search, int most,
                     bool (*visit)(void *context, const struct store_game *game, const struct store_result *result),
                     void *context, struct fault *fault);
/* Visits the player's own result of each of their games, without the name, from the oldest on. */
bool store_each_result(struct store *store, int64_t player,
                       bool (*visit)(void *context, const struct store_game *game, const struct store_result *result),
                       void *context, struct fault *fault);
/* Opens the database at `place`, which must be there and is not changed, and visits the results of all rated games in
 * their order, seat by seat and without names. */
bool store_each_rated(const char *place,
                      bool (*visit)(void *context, const struct store_game *game, const struct store_result *result),
                      void *context, struct fault *fault);

/* An opponent of a player: another one, or a computer of a level. */
struct store_opponent {
  int64_t player;
  int level;
  struct span name;
  int64_t games, won, lost; /* games of both on other sides; in which the player was placed before, and behind, them */
};

/* Visits the `most` opponents with whom a player has finished most games. */
bool store_each_opponent(struct store *store, int64_t player, int most,
                         bool (*visit)(void *context, const struct store_opponent *opponent), void *context,
                         struct fault *fault);

/* ---- Deleted players ---- */

/* A name of a deleted player that is still in the log of a table that is over. */
struct store_leftover {
  int64_t number; /* of the table */
  int seat;
  struct span name, pseudonym;
};

/* Visits at most `most` of them. */
bool store_each_leftover(struct store *store, int most,
                         bool (*visit)(void *context, const struct store_leftover *leftover), void *context,
                         struct fault *fault);
/* Puts a member of JSON in the place of another one in the log of a table, at once. The seat is no leftover then, and
 * the table has the version of the round. */
void store_clear_leftover(struct store *store, int64_t number, int seat, struct span member, struct span cleared);
/* Deleted players of whom no table has a name are looked at no more. */
void store_clear_done(struct store *store);

#endif
