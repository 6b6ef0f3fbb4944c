/* Pages of ladders that were asked for lately. Many people look at the same page, and a ladder changes slowly. */
#ifndef LOBBY_LADDERS_H
#define LOBBY_LADDERS_H

#include "club/club.h"

/* Pages that are kept, and for how many milliseconds. */
enum { LADDERS_KEPT = 16, LADDERS_EVERY = 5000 };

/* A page of a ladder as it was at `at`; without a body: none. */
struct ladder_page {
  int pool, season;
  int64_t skip, at;
  struct text body;
};

/* All zero has no page. The fields are the module's own. */
struct ladders {
  struct ladder_page pages[LADDERS_KEPT];
  int next; /* the page that is replaced next */
};

/* Answers as club_ladder() does, with a page that is LADDERS_EVERY old at most. `*is_read` becomes true if it was
 * read from the database. */
bool ladders_tell(struct ladders *ladders, const struct club *club, int pool, int season, int64_t skip, bool *is_read,
                  struct answer *answer);
/* Releases all pages. */
void ladders_free(struct ladders *ladders);

#endif
