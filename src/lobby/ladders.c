#include "lobby/ladders.h"

bool ladders_tell(struct ladders *ladders, const struct club *club, int pool, int season, int64_t skip, bool *is_read,
                  struct answer *answer) {
  /* 1. The page is known. */
  *is_read = false;
  for (int i = 0; i < LADDERS_KEPT; i++) {
    const struct ladder_page *page = &ladders->pages[i];
    if (page->pool != pool || page->season != season || page->skip != skip ||
        !(page->body.length > 0 && club->now >= page->at && club->now < page->at + LADDERS_EVERY))
      continue;
    answer_begin(answer, ANSWER_OK);
    text_add(&answer->body, page->body.bytes, page->body.length);
    return true;
  }

  /* 2. It is read, and kept. */
  *is_read = true;
  if (!club_ladder(club, pool, season, skip, answer)) return false;
  struct ladder_page *page = &ladders->pages[ladders->next];
  ladders->next = (ladders->next + 1) % LADDERS_KEPT;
  page->pool = pool;
  page->season = season;
  page->skip = skip;
  page->at = club->now;
  text_clear(&page->body);
  text_add(&page->body, answer->body.bytes, answer->body.length);
  return true;
}

void ladders_free(struct ladders *ladders) {
  for (int i = 0; i < LADDERS_KEPT; i++) text_free(&ladders->pages[i].body);
}
