/*
 * What each realm promises those who hold it: the points they may expect of it at the end of the game. A realm counts
 * what it is worth as it stands and, by the chance that it will be completed, what completion would add. That chance
 * follows from the open ends, the turns left, and how likely the empty cells beside the realm are filled.
 *
 * Most positions that are looked at differ by one tile from the one before; what that tile does not touch is not looked
 * at again. All this reads the game's own memory (rules/game.h): it is asked hundreds of thousands of times a second.
 */
#ifndef PLAYERS_REALM_FORECAST_H
#define PLAYERS_REALM_FORECAST_H

#include "players/weights.h"

/* ---- How likely a cell is filled ---- */

/* Sizes of what is known of the empty cells. */
enum {
  CELL_PATTERNS = 625, /* what the four neighbours of a cell show: a tess_edge each, or no tile */
  CELL_FITS = 32,      /* more tiles that fit count as one less than this */
  CELL_CHANGES = 5,    /* by one tile: its own cell and those beside it */
  FILL_UNIT = 4096,    /* fill costs are whole multiples of 1 / FILL_UNIT, so that sums do not depend on the order */
  FILL_CHANGES = 160   /* by one tile: of the realms that lead into five cells, and of centres near them */
};

/* An empty cell beside tiles. */
struct open_cell {
  uint16_t pattern; /* four digits of base 5, N E S W */
  uint8_t fits;     /* tiles of the bag, at most CELL_FITS - 1 */
  uint8_t node_count;
  uint16_t nodes[4]; /* the features whose open ends lead into it; of those at forecasts_begin() the roots of then */
};

/* A cell that the tile laid since forecasts_begin() changed. */
struct cell_change {
  uint16_t index; /* of the frontier */
  bool was_open, is_open;
  struct open_cell before;
};

/* The kinds that fit a pattern in some rotation. */
struct fitting_kinds {
  bool known;
  uint64_t kinds[(TESS_MAX_KINDS + 63) / 64];
};

/* All empty cells beside tiles: what they show and which tiles of the bag fit. */
struct open_cells {
  uint64_t set; /* hash of the set that `fitting` was made for */
  struct fitting_kinds fitting[CELL_PATTERNS];
  uint8_t copies[TESS_MAX_KINDS + 1];       /* in the bag, by kind */
  uint8_t fits[CELL_PATTERNS];              /* tiles of the bag that fit, plus 1; 0: not yet counted */
  struct open_cell at[FRONTIER_WORDS * 64]; /* by frontier index */
  uint64_t open[FRONTIER_WORDS];            /* the frontier at forecasts_begin() */
  int junction_count;
  uint16_t junctions[FRONTIER_WORDS * 64]; /* those that features lead into from several sides, by frontier index */
  int change_count;
  struct cell_change changes[CELL_CHANGES];
};

/* The fill cost of a realm as it was before the tile laid last. */
struct fill_change {
  uint16_t node;
  int32_t cost;
};

/* The fill cost of a cell is minus the logarithm of the chance that somebody fills it as the realms beside it need it;
 * that of a realm is the sum over the cells beside it. */
struct fill_costs {
  const struct evaluation_weights *weights; /* that `of_fits` was made for; NULL: none yet */
  uint8_t players;
  int32_t of_fits[CELL_FITS];       /* of a cell, by the tiles that fit there */
  int32_t far;                      /* of a cell that has no neighbour yet */
  int32_t realm[TESS_MAX_SEGMENTS]; /* by root */
  int center_count;
  uint8_t centers[TESS_MAX_TILES]; /* tiles with a planet, monastery or garden */
  int change_count;
  struct fill_change changes[FILL_CHANGES];
};

/* ---- Realms ---- */

enum { FORECAST_REALMS = 64 /* that are looked at: of all meeples and of the last tile */ };

/* A realm and what it promises the sides that score it. */
struct realm_forecast {
  realm occupied; /* as it was looked at */
  int32_t fill_cost;
  uint16_t root;
  uint8_t type;
  uint8_t sides; /* bit i: side i scores it */
  bool complete;
  uint8_t strength; /* Star Wars: dice of its side in a battle; classic: meeples of those who score it */
  uint16_t open;    /* ends */
  float chance;     /* of completion */
  float value;      /* expected points */
};

/* A field and a city that touch, each by one of its segments. */
struct field_border {
  uint16_t field, city;
};

/* Working memory of one thread. */
struct realm_forecasts {
  const struct evaluation_weights *weights;
  float turns, log_turns; /* left for each seat after the present one */
  float share;            /* that meeples still count with these turns left */
  int count;
  struct realm_forecast at[FORECAST_REALMS];
  uint8_t place[TESS_MAX_SEGMENTS];         /* in `at`, plus 1, by root; 0: it is not there */
  uint8_t of_slot[TESS_MAX_PLAYERS][SLOTS]; /* place of the realm where a meeple stands */
  int known_count; /* forecasts of forecasts_begin(), good as long as their realm is the same */
  struct realm_forecast known[FORECAST_REALMS];
  uint8_t known_place[TESS_MAX_SEGMENTS];
  unsigned tiles; /* that lay at forecasts_begin() */
  int border_count;
  struct field_border borders[TESS_MAX_SEGMENTS];
  struct open_cells cells;
  struct fill_costs fill;
};

/* Makes ready for positions with the bag of `game`; `*forecasts` is all zero before the first time. */
void forecasts_begin(struct realm_forecasts *forecasts, const struct evaluation_weights *weights,
                     const tess_game *game);

/* Takes in the one tile laid since forecasts_begin(), and forgets it when it was taken off again. */
void forecasts_add_tile(struct realm_forecasts *forecasts, const tess_game *game);
void forecasts_remove_tile(struct realm_forecasts *forecasts);

/* Fills `forecasts->at` with the realms of all meeples and, in TESS_PHASE_MEEPLE, those that the seat to act may take.
 */
void forecasts_update(struct realm_forecasts *forecasts, const tess_game *game);

/* The forecast for the realm of a spot, which forecasts_update() has looked at. */
const struct realm_forecast *forecasts_of(const struct realm_forecasts *forecasts, const tess_game *game,
                                          tess_spot spot);

/* What the occupants of a realm weigh when it is joined with another's: dice (SW-4.2), in classic meeples. */
uint8_t realm_strength(const tess_game *game, realm occupants);

/* The borders between fields and cities on a tile that lies, by the roots of their realms. Returns how many. */
enum { FIELD_BORDERS = TESS_MAX_FEATURES * TESS_MAX_FEATURES /* of a tile, at most */ };
int field_borders(const tess_game *game, unsigned tile, struct field_border borders[FIELD_BORDERS]);

#endif
