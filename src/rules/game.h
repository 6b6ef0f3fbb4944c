/* The memory of a game, and small functions on it that all steps share. */
#ifndef RULES_GAME_H
#define RULES_GAME_H

#include <assert.h>

#include "base/random.h"
#include "rules/set.h"

/* Values that mean "none", the slots of a seat's meeples, and the sizes of the game's arrays. */
enum {
  NO_TILE = 0xFF,
  NO_SLOT = 0xFFFF,
  SLOTS = 8, /* slots for a seat's meeples: the ordinary ones come first; the large one and the abbot have a slot of
                their own */
  SLOT_LARGE = 4,
  SLOT_ABBOT = 7,
  MAX_FRONTIER = 2 * TESS_MAX_TILES +
                 3, /* upper bound for the cells beside TESS_MAX_TILES tiles in a row, plus the cell just taken */
  NODE_ROOM = 16,   /* entries written for the nodes of a tile: TESS_MAX_FEATURES or more, and whole vectors */
  WORD_BITS = 64,   /* cells of the frontier in a machine word */
  FRONTIER_WORDS = (MAX_FRONTIER + WORD_BITS - 1) / WORD_BITS,
  GRID_BITS = 11, /* room for a square of 45 cells, and more than twice the cells of the largest game */
  GRID_SIZE = 1 << GRID_BITS
};

/* What the laid tile and the meeple decision may lead to. If no bit is set, the step need not look for battles and
 * complete realms. */
enum {
  CHANGE_MEETING = 1,  /* meeples from different placements share a realm */
  CHANGE_COMPLETE = 2, /* a realm is complete */
  CHANGE_ARROW = 4,    /* the meeple activated an arrow (CL-10.4) */
  CHANGE_TWICE = 8     /* two features of the tile may belong to one realm */
};

/* Maximum number of ends of a river: one for each spring. */
enum { RIVER_ENDS = 2 };

/* An end of the river (CL-8.2, CL-9.3). */
struct river_end {
  uint8_t open;    /* the end exists and no lake has closed it */
  uint8_t tile;    /* the last tile of the branch */
  uint8_t heading; /* board edge 0..3 at which the river leaves that tile */
  uint8_t bend;    /* direction of the branch's last bend: 0 none yet, 1 right, 3 left */
};

/* The state that any step may change; undo saves all of it. */
struct core {
  uint64_t deck, dice; /* states of the random streams */
  choices taken;       /* decisions on features of the last tile whose realm is occupied, or listed before */
  int32_t score[TESS_MAX_PLAYERS];
  uint16_t slot[TESS_MAX_PLAYERS][SLOTS]; /* tile << 4 | feature on which the meeple stands, or NO_SLOT */
  uint8_t supply[TESS_MAX_PLAYERS][4];    /* by tess_piece */
  uint16_t root[NODE_ROOM];               /* realm roots of the features of the last tile */
  uint16_t node_count;
  uint16_t placement_count;
  uint16_t fit_count[4]; /* number of fitting cells, by rotation */
  uint8_t frontier_words;
  uint8_t tile_count;
  uint8_t bag_count; /* tiles still in the bag */
  uint8_t several_count;
  uint8_t phase, seat, drawn;
  uint8_t changes; /* CHANGE_ bits of this turn */
  bool extra;      /* this turn is an extra one (CL-10.7) */
  bool wide;       /* a tile lies far from the first one (board.h) */
  uint8_t near_count;
  uint8_t near[8]; /* the tiles around the last one that have a centre, row by row from the north-west */
  struct river_end ends[RIVER_ENDS];
};

/* A tile on the board. */
struct laid {
  int16_t x, y;
  uint16_t node; /* node of the tile's first feature; the other features follow */
  uint8_t kind, rotation;
};

/* A cell of the board. */
struct cell {
  int16_t x, y;
};

/* A legal placement of the drawn tile: a cell of the frontier, and the smallest rotation that looks the same. */
struct fit {
  uint16_t cell;
  uint8_t rotation;
};

/* A game. Tiles are numbered in the order in which they were laid. A node of the realms is a feature of a tile. */
struct tess_game {
  const struct tess_set *set;
  uint8_t players, first;
  bool fields, abbot, arrows, towns, teams;
  uint8_t river; /* tess_river */
  uint8_t colours[TESS_MAX_PLAYERS];
  struct core core;
  struct laid tiles[TESS_MAX_TILES];
  /* Laying a tile writes an entry of `several`, NODE_ROOM of `parent` and TESS_MAX_FEATURES of `realms` behind those in
   * use, even if it needs fewer. */
  uint8_t several[TESS_MAX_TILES]; /* the tiles laid that have several features of one type */
  struct bag bag;
  uint16_t parent[TESS_MAX_SEGMENTS + NODE_ROOM];
  realm realms[TESS_MAX_SEGMENTS + TESS_MAX_FEATURES]; /* valid at roots */
  uint16_t grid[GRID_SIZE];                            /* board.h */
  uint64_t frontier[FRONTIER_WORDS];                   /* one bit a cell: the index is in use */
  uint64_t forbidden[FRONTIER_WORDS][4][4];            /* by edge of the cell, then by tess_edge */
  uint64_t fits[FRONTIER_WORDS][4];                    /* in TESS_PHASE_PLACE: where the drawn tile fits, by rotation */
  struct cell cells[FRONTIER_WORDS * WORD_BITS];
};

/* A step in progress: the game, the undo and the events to fill. `undo` and `events` may be NULL. */
struct step {
  struct tess_game *game;
  struct tess_undo *undo;
  struct tess_events *events;
};

/* ---- Realms and seats ---- */

/* Counts the discarded copies of each kind. */
void game_count_out(const struct tess_game *game, uint8_t out[TESS_MAX_KINDS]);

/* The kind of a tile that lies on the board. */
static inline const struct kind *game_kind(const struct tess_game *game, unsigned tile) {
  return &game->set->kinds[game->tiles[tile].kind];
}

/* The root of the realm that a node belongs to. The first two steps up need no test, because
 * a root is its own parent. Most nodes are no deeper, so the processor predicts the end of the loop. */
static inline unsigned game_root(const struct tess_game *game, unsigned node) {
  node = game->parent[game->parent[node]];
  unsigned parent = game->parent[node];
  while (parent != node) {
    node = parent;
    parent = game->parent[node];
  }
  return node;
}

/* The root of the realm that a feature on the board belongs to. */
static inline unsigned game_spot_root(const struct tess_game *game, tess_spot spot) {
  return game_root(game, game->tiles[spot.tile].node + (unsigned)spot.feature);
}

/* The side of a seat: itself, or in the team game its team (SW-8.1). */
static inline unsigned game_side(const struct tess_game *game, unsigned seat) { return game->teams ? seat & 1u : seat; }

/* Bit 4*side for every side that has one of the seats. `seats` has the form that realm_seats() returns. */
static inline unsigned game_sides_of(const struct tess_game *game, unsigned seats) {
  return game->teams ? (seats | seats >> 8) & 0x11 : seats;
}

/* ---- Pieces and where they stand ---- */

/* A feature on the board as one number, the form stored in `slot` of the core; and the reverse. */
static inline unsigned slot_of(tess_spot spot) { return (unsigned)spot.tile << 4 | spot.feature; }
static inline tess_spot slot_spot(unsigned slot) { return (tess_spot){(uint8_t)(slot >> 4), (uint8_t)(slot & 0xF)}; }

/* The slots for a piece of a seat: the first one, and their number. */
static inline unsigned slot_begin(tess_rules rules, tess_piece piece) {
  return piece == TESS_PIECE_SMALL ? 0 : rules == TESS_RULES_STAR_WARS ? SLOT_LARGE : SLOT_ABBOT;
}
static inline unsigned slot_count(tess_rules rules, tess_piece piece) {
  return piece != TESS_PIECE_SMALL ? 1 : rules == TESS_RULES_STAR_WARS ? SLOT_LARGE : SLOT_ABBOT;
}
static inline tess_piece slot_piece(tess_rules rules, unsigned slot) {
  if (rules == TESS_RULES_STAR_WARS) return slot == SLOT_LARGE ? TESS_PIECE_LARGE : TESS_PIECE_SMALL;
  return slot == SLOT_ABBOT ? TESS_PIECE_ABBOT : TESS_PIECE_SMALL;
}

/* True if a piece may stand on a feature of this type. Whether a given feature is free is not checked here. */
static inline bool piece_suits(const struct tess_game *game, tess_piece piece, unsigned type) {
  return (type_pieces(type, game->fields) & (piece == TESS_PIECE_SMALL ? CHOICES_SMALL : CHOICES_OTHER)) != 0;
}

/* The number that a piece adds to the occupants of a realm. */
static inline realm piece_realm(tess_piece piece, unsigned seat) {
  return (realm)(piece == TESS_PIECE_LARGE ? REALM_LARGE : 1) << (REALM_SEAT_BITS * seat);
}

/* The rank of a feature as its tile lies (docs/lookup/notation.md, section 6). */
static inline unsigned spot_rank(const struct tess_game *game, tess_spot spot) {
  return game_kind(game, spot.tile)->rank[game->tiles[spot.tile].rotation][spot.feature];
}

/* The spot that names the realm `root` on a tile (SW-3.5). `feature` is a segment of the realm on that tile. */
static inline tess_spot spot_named(const struct tess_game *game, unsigned tile, unsigned feature, unsigned root) {
  const struct kind *kind = game_kind(game, tile);
  tess_spot best = {(uint8_t)tile, (uint8_t)feature};
  if (!(kind->several & 1u << kind->type[feature])) return best;
  const uint8_t *rank = kind->rank[game->tiles[tile].rotation];
  for (unsigned f = 0; f < kind->feature_count; f++)
    if (kind->type[f] == kind->type[feature] && rank[f] < rank[best.feature] &&
        game_root(game, game->tiles[tile].node + f) == root)
      best.feature = (uint8_t)f;
  return best;
}

/* A number that orders spots by y, then x, then feature. */
static inline uint32_t spot_order(const struct tess_game *game, tess_spot spot) {
  const struct laid *tile = &game->tiles[spot.tile];
  return (uint32_t)(tile->y + 512) << 16 | (uint32_t)(tile->x + 512) << 4 | spot.feature;
}

/* ---- Starting a game (new_game.c), in the parts that setting up a position uses separately ---- */

/* Returns TESS_ERROR_NONE if the options can be played with the set, otherwise TESS_ERROR_BAD_OPTIONS. */
tess_error new_game_check(const tess_options *options, const tess_set *set);

/* Sets up a game's options, which new_game_check() has accepted, and nothing else. */
void new_game_settings(struct tess_game *game, const struct tess_set *set, const tess_options *options);

/* Sets up the supplies, the bag and the first tile at 0,0. */
void new_game_table(struct tess_game *game);

#endif
