/* The empty cells beside tiles, as an evaluation sees them: which realms lead into them, and how many tiles fit. */
#ifndef PLAYERS_CELLS_H
#define PLAYERS_CELLS_H

#include "rules/game.h"

enum {
  CELLS_PATTERNS = 625, /* what the four neighbours of a cell show: a tess_edge each, or no tile */
  CELLS_FITS = 32,      /* more tiles that fit count as one less than this */
  CELLS_CHANGES = 5     /* by one tile: its own cell and those beside it */
};

/* An empty cell beside tiles. */
struct open_cell {
  uint16_t pattern;
  uint8_t fits; /* tiles of the bag, at most CELLS_FITS - 1 */
  uint8_t node_count;
  uint16_t nodes[4]; /* the features whose open ends lead into it; of those at cells_begin() the roots at that time */
};

/* A cell that the tile laid since cells_begin() changed. */
struct cell_change {
  uint16_t index; /* of the frontier */
  bool was_open, is_open;
  struct open_cell before;
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
  uint64_t open[FRONTIER_WORDS];            /* the frontier at cells_begin() */
  int change_count;
  struct cell_change changes[CELLS_CHANGES];
};

/* Looks at all cells of a position, and at its bag. `*cells` is all zero before the first time. */
void cells_begin(struct cells *cells, const tess_game *game);

/* Looks again at those that change by the one tile laid since cells_begin(), and fills `cells->changes`. */
void cells_laid(struct cells *cells, const tess_game *game);

/* Forgets that tile. */
void cells_taken(struct cells *cells);

#endif
