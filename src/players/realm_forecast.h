/*
 * Forecasts realms: the points that each realm is expected to give its holders at the end of the game. The value of a
 * realm is what it is worth now, plus what completion would add, times the probability of completion. That probability
 * follows from the open ends, the turns left, and how likely the empty cells next to the realm are filled.
 *
 * Most positions differ from the previous one by a single tile; what that tile does not touch is not computed again.
 * These functions are called hundreds of thousands of times a second, so they read the game's memory (rules/game.h)
 * directly.
 */
#ifndef PLAYERS_REALM_FORECAST_H
#define PLAYERS_REALM_FORECAST_H

#include "players/weights.h"
#include "players/whole.h"

/* ---- How likely a cell is filled ---- */

/* Sizes of the tables about empty cells. */
enum {
  KIND_WORDS = (TESS_MAX_KINDS + 63) / 64,
  CELL_PATTERNS = 625, /* patterns of the four neighbours of a cell: for each a tess_edge or no tile */
  CELL_FITS = 32,      /* numbers of fitting tiles that are distinguished; larger ones count as one less than this */
  CELL_CHANGES = 5,    /* cells that one tile changes: its own and those next to it */
  FILL_CHANGES =
      160 /* fill costs that one tile changes: of realms that lead into five cells, and of centres near them */
};

/* An empty cell next to tiles. */
struct open_cell {
  uint16_t pattern; /* four digits in base 5, in the order N E S W */
  uint8_t fits;     /* number of fitting tiles in the bag, at most CELL_FITS - 1 */
  uint8_t node_count;
  uint16_t nodes[4]; /* features whose open ends lead into the cell; for those that were there at forecasts_begin(), the
                        realm roots of that time */
};

/* A cell that the tile laid since forecasts_begin() changed. */
struct cell_change {
  struct cell cell;
  bool was_open, is_open; /* a cell that was not open was empty, and no tile lay beside it */
  uint16_t index;         /* frontier index, if it was open */
  struct open_cell before, now;
};

/* The kinds that fit a pattern in at least one rotation. */
struct fitting_kinds {
  bool known;
  uint64_t kinds[KIND_WORDS];
};

/* All empty cells next to tiles: what their neighbours show, and how many tiles of the bag fit. */
struct open_cells {
  uint64_t set; /* hash of the set for which `fitting` was computed */
  struct fitting_kinds fitting[CELL_PATTERNS];
  unsigned digit_count;
  uint64_t digits[8][KIND_WORDS]; /* copies in the bag: by binary digit, lowest first, bit i for kind i */
  uint8_t fits[CELL_PATTERNS];    /* fitting tiles in the bag plus 1; 0: not counted yet */
  struct open_cell at[FRONTIER_WORDS * WORD_BITS]; /* by frontier index */
  int junction_count;
  /* Frontier indices of the cells that features lead into from several sides. */
  uint16_t junctions[FRONTIER_WORDS * WORD_BITS];
  int change_count;
  struct cell_change changes[CELL_CHANGES];
  bool is_changed[FRONTIER_WORDS * WORD_BITS]; /* by frontier index */
};

/* The fill cost of a realm before the last tile was laid. */
struct fill_change {
  uint16_t node;
  int32_t cost;
};

/* The fill cost of a cell is minus the logarithm of the probability that it is filled with a tile that fits. The fill
 * cost of a realm is the sum over the cells next to it. */
struct fill_costs {
  int32_t of_fits[CELL_FITS];       /* fill cost of a cell, by the number of fitting tiles */
  int32_t far;                      /* fill cost of a cell without neighbours */
  int32_t realm[TESS_MAX_SEGMENTS]; /* fill cost by realm root */
  int center_count;
  uint8_t centers[TESS_MAX_TILES]; /* tiles with a planet, monastery or garden */
  int change_count;
  struct fill_change changes[FILL_CHANGES];
};

/* ---- Realms ---- */

enum {
  FORECAST_REALMS = 64, /* maximum number of realms examined: those of all meeples and of the last tile */
  FORECAST_TAKEN = TESS_MAX_FEATURES + 8 /* maximum number of those that may be taken: of a tile, and planets around */
};

/* A realm and its expected value for the sides that score it. */
struct realm_forecast {
  realm occupied; /* the realm at the time of the forecast */
  int32_t fill_cost;
  uint16_t root;
  uint8_t type;
  uint8_t sides; /* bit i: side i scores it */
  bool complete;
  uint8_t strength; /* Star Wars: dice of its side in a battle; classic: meeples of the sides that score it */
  uint16_t open;    /* number of open ends */
  int32_t chance;   /* probability of completion */
  int32_t value;    /* expected points */
};

/* The forecasts of a position: of realms that hold meeples, and of those that the seat to act may take. */
struct forecast_list {
  int count;
  struct realm_forecast at[FORECAST_REALMS];
  uint8_t place[TESS_MAX_SEGMENTS];         /* index in `at` plus 1, by realm root; 0: not examined */
  uint8_t of_slot[TESS_MAX_PLAYERS][SLOTS]; /* index of the realm of each meeple */
};

/* A field and a city that touch, each identified by one of its segments. */
struct field_border {
  uint16_t field, city;
};

/* Where fields and cities touched at forecasts_begin(): by root of a field, a chain of the roots of its cities, each
 * once. Numbers of borders are indices plus 1; 0 ends a chain. */
struct field_borders {
  int count, field_count;
  uint16_t fields[TESS_MAX_SEGMENTS]; /* roots of the fields that have a chain */
  uint16_t first[TESS_MAX_SEGMENTS], next[TESS_MAX_SEGMENTS], city[TESS_MAX_SEGMENTS];
  uint64_t held[TESS_MAX_SEGMENTS]; /* by root of a city, bit i: forecast i is a field that touches it */
};

/* What a tile changes, and what forecasts_take_back() restores. */
struct forecast_changes {
  uint64_t held; /* bit i: forecast i of the position at forecasts_begin() */
  int node_count, root_count;
  uint16_t nodes[2 * FILL_CHANGES]; /* roots at forecasts_begin() of the realms that the tile changed */
  bool is_node[TESS_MAX_SEGMENTS];
  uint16_t roots[FORECAST_REALMS]; /* roots that the list did not know before */
};

/* Where a tile leaves the realms that hold meeples as they are, and what can be taken there. */
struct quiet_cells {
  uint64_t near[FRONTIER_WORDS];     /* by frontier index: a tile there may change a realm that holds meeples */
  bool meets[TESS_MAX_SEGMENTS];     /* by root: the realm leads into a cell together with one that holds meeples */
  int32_t cities[TESS_MAX_SEGMENTS]; /* by root of a field that has cities: what they add to it */
  unsigned known;                    /* bit f: `alone[f]` is known */
  struct realm_forecast alone[TESS_MAX_FEATURES]; /* the features of the drawn tile that join nothing, at best */
};

/* The weights of evaluation_weights that forecasts use, as whole numbers; those of completion_weights by type. */
struct forecast_weights {
  int32_t constant[TESS_TYPE_COUNT], open[TESS_TYPE_COUNT], fill[TESS_TYPE_COUNT], gain, growth, back;
};

/* Working memory of one thread. */
struct realm_forecasts {
  struct whole_tables tables;
  const struct evaluation_weights *weights; /* NULL: none yet */
  unsigned players; /* `fill.of_fits` was computed for these weights and this number of players */
  struct forecast_weights whole;
  int32_t odds[TESS_TYPE_COUNT]; /* the log odds of completion without open ends and fill cost, with these turns left */
  bool last;                     /* the bag is empty */
  int32_t share;                 /* share of a meeple's value that counts with these turns left */
  int32_t city;                  /* probability that an unoccupied open city next to a field is completed */
  struct forecast_list list;     /* the position at forecasts_begin(), and what forecasts_place() changed in it */
  int known_count;
  struct realm_forecast known[FORECAST_REALMS]; /* the forecasts of that list at forecasts_begin() */
  unsigned tiles;                               /* number of tiles at forecasts_begin() */
  struct field_borders borders;
  struct forecast_changes changes;
  struct open_cells cells;
  struct fill_costs fill;
  struct quiet_cells quiet;
};

/* Sets up the memory. */
void forecasts_open(struct realm_forecasts *forecasts);

/* Prepares for positions with the bag of `game`. */
void forecasts_begin(struct realm_forecasts *forecasts, const struct evaluation_weights *weights,
                     const tess_game *game);

/* Fills `list`, which is another one than that of `forecasts`, with the realms that hold meeples in a position that has
 * at most one more tile than that of forecasts_begin(). */
void forecasts_survey(const struct realm_forecasts *forecasts, const tess_game *game, struct forecast_list *list);

/*
 * Changes `forecasts->list` and `forecasts->changes` to what follows from the tile laid since forecasts_begin(), whose
 * placement `undo` recorded (NULL: none was laid). In TESS_PHASE_MEEPLE adds the realms that the seat to act may take.
 * Of several realms that the tile joined one has the forecast; the others are the same but have no sides.
 */
void forecasts_place(struct realm_forecasts *forecasts, const tess_game *game, const tess_undo *undo);

/* Forgets what forecasts_place() changed, after the tile was removed. */
void forecasts_take_back(struct realm_forecasts *forecasts);

/* After forecasts_begin() in TESS_PHASE_PLACE, finds the cells where the seat to act may gain by how a tile changes
 * realms that hold meeples. Fills `forecasts->quiet`. */
void forecasts_find_quiet(struct realm_forecasts *forecasts, const tess_game *game);

/*
 * Fills `best` with forecasts of the realms that the seat to act may take after a tile was laid on a cell that is not
 * near, and returns their number. `undo` recorded the placement. Each has at least the value and the chance that
 * forecasts_place() finds, if no weight `fill` is above 0 and no other weight of a realm's value is below 0. Returns -1
 * if the tile completes a realm, changes a field that holds meeples, or allows to take a realm that may meet another.
 */
int forecasts_best(struct realm_forecasts *forecasts, const tess_game *game, const tess_undo *undo,
                   struct realm_forecast best[FORECAST_TAKEN]);

/* The forecast for the realm of a spot, which must have been examined. */
const struct realm_forecast *forecasts_of(const struct forecast_list *list, const tess_game *game, tess_spot spot);

/* The strength of a realm's occupants when it is joined with another realm: dice (SW-4.2), in classic meeples. */
uint8_t realm_strength(const tess_game *game, realm occupants);

/* Fills `borders` with the borders between fields and cities on a laid tile, by the roots of their realms. Returns
 * their number. */
enum { FIELD_BORDERS = TESS_MAX_FEATURES * TESS_MAX_FEATURES /* maximum of one tile */ };
int field_borders(const tess_game *game, unsigned tile, struct field_border borders[FIELD_BORDERS]);

#endif
