/* The realms that somebody holds or may take, and what each promises. */
#ifndef PLAYERS_OUTLOOKS_H
#define PLAYERS_OUTLOOKS_H

#include "players/doubts.h"

enum { OUTLOOKS_MOST = 64 /* realms looked at: of all meeples and of the last tile */ };

/* A realm and what it promises the sides that score it. */
struct outlook {
  realm occupied; /* as it was looked at */
  int32_t doubt;
  uint16_t root;
  tess_spot spot; /* one of its segments */
  uint8_t type;
  uint8_t sides; /* bit i: side i scores it */
  bool complete;
  uint8_t strength; /* Star Wars: dice of its side in a battle; classic: meeples of those who score it */
  uint16_t open;    /* ends */
  float chance;     /* of completion */
  float value;      /* expected points */
};

/* A field segment that touches a city, both by the roots at outlooks_begin() or by nodes laid since. */
struct border {
  uint16_t field, city;
};

struct outlooks {
  const struct evaluation_weights *weights;
  float turns, log_turns; /* left for each seat after the present one */
  float share;            /* that meeples still count with these turns left */
  int count;
  struct outlook at[OUTLOOKS_MOST];
  uint8_t place[TESS_MAX_SEGMENTS];         /* of a root's outlook, plus 1; 0: it has none */
  uint8_t of_slot[TESS_MAX_PLAYERS][SLOTS]; /* place of the realm where a meeple stands */
  int known_count;                          /* of outlooks_begin(), which hold as long as their realm is the same */
  struct outlook known[OUTLOOKS_MOST];
  uint8_t known_place[TESS_MAX_SEGMENTS];
  struct doubts doubts;
  unsigned tiles; /* that lay at outlooks_begin() */
  int border_count;
  struct border borders[TESS_MAX_SEGMENTS];
};

/* Makes ready for positions with the bag of `game`; `*outlooks` is all zero before the first time. */
void outlooks_begin(struct outlooks *outlooks, const struct evaluation_weights *weights, const tess_game *game);

/* Takes in the one tile laid since outlooks_begin(), and forgets it. */
void outlooks_laid(struct outlooks *outlooks, const tess_game *game);
void outlooks_taken(struct outlooks *outlooks);

/* Looks at the realms of all meeples and, in TESS_PHASE_MEEPLE, at those that the seat to act may take. */
void outlooks_find(struct outlooks *outlooks, const tess_game *game);

/* The outlook of the realm at a spot; the realm must be one of those that outlooks_find() looked at. */
const struct outlook *outlooks_of(const struct outlooks *outlooks, const tess_game *game, tess_spot spot);

/* What the occupants of a realm weigh when it is joined with another's. */
uint8_t outlook_strength(const tess_game *game, realm r);

#endif
