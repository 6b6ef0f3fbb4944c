/* The empty cells beside tiles, as an evaluation sees them: which realms lead into them, and how many tiles fit. */
#ifndef PLAYERS_CELLS_H
#define PLAYERS_CELLS_H

#include "rules/game.h"

enum {
  CELLS_PATTERNS = 625, /* what the four neighbours of a cell show: a tess_edge each, or no tile */
  CELLS_FITS = 32       /* more tiles that fit count as one less than this */
};

/* An empty cell beside tiles. */
struct open_cell {
  uint8_t fits; /* tiles of the bag, at most CELLS_FITS - 1 */
  uint8_t node_count;
  uint16_t nodes[4]; /* the features whose open ends lead into it */
};

/* The kinds that fit a pattern in some rotation. */
struct fitting {
  bool known;
  uint64_t kinds[(TESS_MAX_KINDS + 63) / 64];
};

struct cells {
  uint64_t set; /* hash of the set that `fitting` was made for */
  struct fitting fitting[CELLS_PATTERNS];
  uint8_t copies[TESS_MAX_KINDS + 1];       /* in the bag, by kind */
  uint8_t fits[CELLS_PATTERNS];             /* tiles of the bag that fit, plus 1; 0: not yet counted */
  struct open_cell at[FRONTIER_WORDS * 64]; /* by frontier index */
};

/* Looks at all cells of a position, and at its bag. `*cells` is all zero before the first time. */
void cells_begin(struct cells *cells, const tess_game *game);

/* Looks again at those that changed when a tile was laid at x,y, or taken back from there, since cells_begin(). */
void cells_laid(struct cells *cells, const tess_game *game, int x, int y);

#endif
