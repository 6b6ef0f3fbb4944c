/*
 * The stored tournaments and their logs (docs/understand/tournaments.md, "At the server").
 *
 * A change is made at once in the round, and later queries of the round see it. The caller calls
 * store_lock_tournament() before it changes one.
 */
#ifndef STORE_STORE_TOURNAMENTS_H
#define STORE_STORE_TOURNAMENTS_H

#include "store/store.h"

/* A tournament without its log. */
struct store_tournament {
  char id[STORE_ID_SIZE];
  bool listed;            /* the list shows it to everybody */
  enum store_state state; /* waits for its first round, is played, is closed */
  int64_t created;        /* milliseconds since 1970 */
  int64_t opener;         /* the player who opened it */
  int64_t last;           /* number of its last entry */
  int64_t due;            /* when the server looks at it next */
};

/* Finds a tournament. */
enum store_found store_find_tournament(struct store *store, struct span id, struct store_tournament *tournament,
                                       struct fault *fault);
/* Finds a tournament that is there, and keeps other servers from changing it until this round ends. STORE_MISSING:
 * another server is changing it, so the caller must try again in another round. */
enum store_found store_lock_tournament(struct store *store, struct span id, struct store_tournament *tournament,
                                       struct fault *fault);

/* Add a tournament, and store its changed state, listing and last entry. `item` is its item in the list, as JSON. */
void store_add_tournament(struct store *store, const struct store_tournament *tournament, struct span item);
void store_set_tournament(struct store *store, const struct store_tournament *tournament, struct span item);
/* Stores when the server looks at a tournament next. */
void store_put_off_tournament(struct store *store, struct span id, int64_t due);
/* Adds an entry to the log. */
void store_add_tournament_entry(struct store *store, struct span id, int64_t seq, struct span body);
/* Finds the entries after the one with this number, in order. */
struct store_rows *store_tournament_entries(struct store *store, struct span id, int64_t seq);
bool store_next_tournament_entry(struct store_rows *rows, int64_t *seq, struct span *body);

/* Find at most `most` of the listed tournaments of a state, or of the tournaments of a player. The newest is the first.
 * `*item` receives the item of the list. */
struct store_rows *store_listed_tournaments(struct store *store, enum store_state state, int most);
struct store_rows *store_own_tournaments(struct store *store, int64_t player, int most);
bool store_next_tournament(struct store_rows *rows, struct store_tournament *tournament, struct span *item);
/* Finds at most `most` tournaments that are not closed, those that are due first before the others. */
struct store_rows *store_due_tournaments(struct store *store, int most);
/* Counts the tournaments that a player has opened and that are not closed. */
bool store_count_tournaments(struct store *store, int64_t player, int64_t *count, struct fault *fault);

/* Notes that a player is in a tournament. */
void store_add_tournament_player(struct store *store, struct span id, int64_t player);
/* Finds the present names of the players in a tournament, by the numbers of the players. */
struct store_rows *store_tournament_names(struct store *store, struct span id);
bool store_next_tournament_name(struct store_rows *rows, int64_t *player, struct span *name);

/* The first notes that a tournament awaits the result of a table, the second that it awaits none any more. */
void store_await_table(struct store *store, struct span table, struct span tournament);
void store_take_table(struct store *store, struct span table);

/* A seat of an awaited table whose result is stored. */
struct store_played {
  struct span table, tournament;
  int seat; /* from 1 */
  int64_t player, points;
  int place; /* from 1; equal ones share it */
};

/* Finds at most `most` of them, seat by seat; the last table may have more seats than are found. */
struct store_rows *store_played_tables(struct store *store, int most);
bool store_next_played(struct store_rows *rows, struct store_played *played);

#endif
