/* The meeples that are not tied up, and what they are worth. */
#ifndef PLAYERS_HANDS_H
#define PLAYERS_HANDS_H

#include "players/outlooks.h"

/* A seat's meeples: in the supply, those expected to come back there, and what the special ones are worth besides. */
struct hand {
  int meeples, large; /* `large` of them are large ones */
  float back, extra;
};

struct hands {
  const struct evaluation_weights *weights;
  float share;             /* that meeples still count with the turns left */
  float supply[SLOTS + 2]; /* what so many meeples are worth */
  struct hand of[TESS_MAX_PLAYERS];
};

/* Makes ready for positions with the bag that `outlooks` is ready for. */
void hands_begin(struct hands *hands, const struct outlooks *outlooks);

/* Counts the meeples of all seats, after outlooks_find(). */
void hands_count(struct hands *hands, const struct outlooks *outlooks, const tess_game *game);

/* A seat's hand after a decision: a piece goes from the supply to a realm that will be completed with `chance`, or, for
 * TESS_PIECE_RETURN, the abbot comes back from such a one. */
struct hand hands_after(const struct hands *hands, unsigned seat, tess_piece piece, float chance);

/* Points. */
float hands_worth(const struct hands *hands, const struct hand *hand);

#endif
