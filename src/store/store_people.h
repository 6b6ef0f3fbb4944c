/*
 * What players keep of each other: friends, blocks, dates, and challenges to tables that have not begun.
 *
 * A change is made at once in the round, and later queries of the round see it. The caller calls store_lock_players()
 * before it queries what the change depends on.
 */
#ifndef STORE_STORE_PEOPLE_H
#define STORE_STORE_PEOPLE_H

#include "store/store_players.h"

/* What a player keeps of another one; STORE_NO_TIE: nothing. */
enum store_tie { STORE_NO_TIE, STORE_FRIEND, STORE_BLOCKED };

/* The first stores what a player keeps of another one, in the place of what they kept before; STORE_NO_TIE removes it.
 * The second returns it in `*tie`. */
void store_put_tie(struct store *store, int64_t player, int64_t other, enum store_tie tie, int64_t now);
bool store_find_tie(struct store *store, int64_t player, int64_t other, enum store_tie *tie, struct fault *fault);
/* Counts the friends and blocked players of a player. */
bool store_count_ties(struct store *store, int64_t player, int64_t *count, struct fault *fault);
/* Sets `*met` if both players have sat at one table: at one that is stored with its seats, or in a finished game. */
bool store_have_met(struct store *store, int64_t player, int64_t other, bool *met, struct fault *fault);

/* A friend or blocked player of a player, or somebody who has the player as a friend. */
struct store_person {
  int64_t player;
  struct span name;
  int64_t figure;
  enum store_tie tie; /* what the player keeps of them */
  int64_t since;      /* since when */
  bool keeps;         /* they have the player as a friend */
  int64_t here;       /* time of their last sign of life; 0: unknown, or the player may not know it */
  struct span table;  /* id of the newest public table at which they sit; empty likewise */
};

/* Finds the friends and blocked players of a player, the newest first. */
struct store_rows *store_ties(struct store *store, int64_t player);
bool store_next_person(struct store_rows *rows, struct store_person *person);
/* Finds up to `most` of those who have the player as a friend, and of whom the player keeps nothing, the newest first.
 */
struct store_rows *store_keepers(struct store *store, int64_t player, int most);
/* Records a sign of life of a player, if the player is `shown`. */
void store_see_player(struct store *store, int64_t player, int64_t now);

/* ---- Challenges ---- */

/* A challenge to a player. */
struct store_challenge {
  struct span table; /* id */
  int64_t since;
  int64_t host; /* the player who challenges */
  struct span name;
  int64_t figure;
};

/* The first stores a challenge of `host` to `player`, unless there is one for this table; the others remove it, and all
 * of `host` to `player`. */
void store_add_challenge(struct store *store, struct span table, int64_t player, int64_t host, int64_t now);
void store_drop_challenge(struct store *store, struct span table, int64_t player);
void store_drop_challenges_of(struct store *store, int64_t host, int64_t player);
/* Finds up to `most` challenges to a player at tables that have not begun and at which the player does not sit, the
 * newest first. */
struct store_rows *store_challenges(struct store *store, int64_t player, int most);
bool store_next_challenge(struct store_rows *rows, struct store_challenge *challenge);
/* A date of a player with another one, `at` which they want to play. */
struct store_date {
  int64_t at;
  int64_t player; /* the other one */
  struct span name;
  int64_t figure;
  bool own; /* the player has proposed it */
};

/* Stores a date that `host` proposes to `player`, in the place of an earlier one; removes all dates of two players. */
void store_put_date(struct store *store, int64_t host, int64_t player, int64_t at);
void store_drop_dates(struct store *store, int64_t player, int64_t other);
/* Finds up to `most` dates of a player at `since` or later, the next one first. */
struct store_rows *store_dates(struct store *store, int64_t player, int64_t since, int most);
bool store_next_date(struct store_rows *rows, struct store_date *date);

/* Counts the challenges of `host` at tables that have not begun. */
bool store_count_challenges(struct store *store, int64_t host, int64_t *count, struct fault *fault);
/* Sets `*waits` if the player sits at this table, and it has not begun. */
bool store_waits_at(struct store *store, struct span table, int64_t player, bool *waits, struct fault *fault);
/* Sets `*paired` if this table is of an encounter of a tournament. */
bool store_is_paired(struct store *store, struct span table, bool *paired, struct fault *fault);
/* Finds the addresses for notices at all seats of a player, each once; `seat` is 0. */
struct store_rows *store_player_notices(struct store *store, int64_t player);
bool store_next_player_notice(struct store_rows *rows, struct store_notice *notice);

#endif
