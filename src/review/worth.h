/* What a game or a position is worth to a side. */
#ifndef REVIEW_WORTH_H
#define REVIEW_WORTH_H

#include "base/text.h"
#include "tessera/tessera.h"

/* The share of the win, or the probability to win; and the lead over the best other side, in points. */
struct side_worth {
  double win, lead;
};

/* Returns what the scores are worth to a side if the game ends as it stands; sides that share the win get equal parts.
 */
struct side_worth worth_now(const tess_game *game, int side);
/* Appends it as the member `key` of the open JSON object: `{"win":0.5123,"diff":1.25}`. */
void worth_write(const char *key, struct side_worth worth, struct text *text);

#endif
