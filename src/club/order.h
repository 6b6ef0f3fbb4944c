/*
 * Order: reports of people at tables, and what the host does about them. Each act of the host is written into a log in
 * which the hash of an act covers the hash of the act before, so that an act that is changed or removed later shows.
 */
#ifndef CLUB_ORDER_H
#define CLUB_ORDER_H

#include "club/club.h"
#include "store/store_order.h"
#include "table/name.h"

/* Limits: characters of a report, a warning or a reason; open reports of a server; listed reports and acts; days for
 * which a player is silenced or suspended. */
enum { ORDER_TEXT = 200, ORDER_REPORTS = 1000, ORDER_LISTED = 100, ORDER_DAYS = 3660 };

/* Return false with the refusal if the host does not let the player sit down or open a table, or talk. */
bool order_may_sit(const struct club *club, int64_t player, struct answer *answer);
bool order_may_talk(const struct club *club, int64_t player, struct answer *answer);

/* Reads a report: the seat, from 1, and its text. Returns false with the refusal. */
bool order_read_report(struct span body, int *seat, char text[STORE_WARNING_SIZE], struct answer *answer);
/* Adds a report, and answers. */
void order_report(const struct club *club, const struct store_report *report, struct answer *answer);
/* Appends the open reports of a player (0: of everybody) as the member `reports`. Returns false with the refusal. */
bool order_put_reports(const struct club *club, int64_t reporter, struct answer *answer);

/* Answers with the reports and acts, and with the player of this name (length 0: of none). */
void order_tell(const struct club *club, struct span name, struct answer *answer);
/* Answers with the number and hash of the last act, for everybody. */
void order_tell_head(const struct club *club, struct answer *answer);

/* What the caller does to carry out an act. */
enum order_deed { ORDER_DONE, ORDER_CLOSE, ORDER_END_TOURNAMENT, ORDER_RENAME_TOURNAMENT };

/* The table or tournament of a deed, and the new name of the tournament. */
struct order_target {
  char id[STORE_ID_SIZE];
  char name[TITLE_SIZE];
};

/* Carries out an act of the host, writes it into the log, and answers with order_tell(). The caller does what is
 * returned: closes a table, or closes or renames a tournament. */
enum order_deed order_act(const struct club *club, struct span body, struct order_target *target,
                          struct answer *answer);

#endif
