/* The doubts about the cells beside each realm: how unlikely it is that they will be filled as the realm needs it. */
#ifndef PLAYERS_DOUBTS_H
#define PLAYERS_DOUBTS_H

#include "players/cells.h"
#include "players/evaluation_weights.h"

enum {
  DOUBTS_ONE = 4096, /* the unit of doubts: whole numbers, so that their sums do not depend on the order */
  DOUBTS_LOG = 160   /* changes by one tile: of the realms that lead into five cells and of centres near them */
};

/* A doubt as it was before the tile laid last. */
struct doubt_before {
  uint16_t node;
  int32_t doubt;
};

struct doubts {
  const struct evaluation_weights *weights; /* that `of_cell` was made for; NULL: none yet */
  uint8_t players;
  int32_t of_cell[CELLS_FITS];   /* by the tiles that fit there */
  int32_t far;                   /* of a cell that has no neighbour yet */
  int32_t at[TESS_MAX_SEGMENTS]; /* by root: sum over the cells beside it */
  int center_count;
  uint8_t centers[TESS_MAX_TILES]; /* tiles with a planet, monastery or garden */
  int junction_count;
  uint16_t junctions[FRONTIER_WORDS * 64]; /* cells that realms lead into from several sides, by frontier index */
  int log_count;
  struct doubt_before log[DOUBTS_LOG];
  struct cells cells;
};

/* Looks at all cells of a position. `*doubts` is all zero before the first time. */
void doubts_begin(struct doubts *doubts, const struct evaluation_weights *weights, const tess_game *game);

/* Takes in the one tile laid since doubts_begin(), and forgets it. */
void doubts_laid(struct doubts *doubts, const tess_game *game);
void doubts_taken(struct doubts *doubts);

#endif
