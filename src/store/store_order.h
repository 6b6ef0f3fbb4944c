/*
 * What a host needs for order: reports of players, and the log of what the host did (docs/understand/security.md,
 * "Order").
 *
 * A change is made at once in the round, and later queries of the round see it. The caller calls store_lock_players()
 * before it queries what the change depends on.
 */
#ifndef STORE_STORE_ORDER_H
#define STORE_STORE_ORDER_H

#include "store/store_players.h"

/* ---- Reports ---- */

/* A report of somebody at a table. */
struct store_report {
  int64_t number; /* given by the store */
  int64_t at;     /* time */
  struct span table;
  int by;           /* the seat that reports, from 1 */
  int64_t reporter; /* its player; 0: a guest */
  int seat;         /* the seat that is reported, from 1 */
  int64_t player;   /* its player; 0: a guest, or a computer */
  struct span name; /* its name at the table; when read, the present name of a player */
  struct span text; /* what the report says */
};

/* Adds a report, unless this seat has reported that one already. */
void store_add_report(struct store *store, const struct store_report *report);
/* Counts the open reports. */
bool store_count_reports(struct store *store, int64_t *count, struct fault *fault);
/* Finds up to `most` open reports, the newest first; `reporter` restricts them to those of a player (0: it does not).
 */
struct store_rows *store_reports(struct store *store, int64_t reporter, int most);
bool store_next_report(struct store_rows *rows, struct store_report *report);
/* Removes an open report, which was dealt with. */
enum store_found store_drop_report(struct store *store, int64_t number, struct fault *fault);

/* ---- Acts of the host ---- */

/* An act. */
struct store_act {
  int64_t number; /* from 1, without a gap */
  struct span request, body;
  uint8_t hash[STORE_HASH]; /* the caller chains it to the act before */
};

void store_add_act(struct store *store, const struct store_act *act);
/* Sets `*known` if an act of this request is there. */
bool store_find_act(struct store *store, struct span request, bool *known, struct fault *fault);
/* Finds up to `most` acts, the newest first. */
struct store_rows *store_acts(struct store *store, int most);
bool store_next_act(struct store_rows *rows, struct store_act *act);

/* Stores the warning of a player, and until when the player is silenced and suspended. */
void store_set_standing(struct store *store, const struct store_player *player);

#endif
