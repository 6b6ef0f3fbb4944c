/* The game's memory, and the small functions on it that every step shares. */
#ifndef RULES_GAME_H
#define RULES_GAME_H

#include <assert.h>

#include "base/random.h"
#include "rules/set.h"

/* Values that stand for nothing, the places of a seat's meeples, and the sizes of the game's arrays. */
enum {
  NO_TILE = 0xFF,
  NO_SLOT = 0xFFFF,
  SLOTS = 8, /* meeples of a seat: ordinary ones first, the large one or the abbot at its own place */
  SLOT_LARGE = 4,
  SLOT_ABBOT = 7,
  MAX_FRONTIER = 2 * TESS_MAX_TILES + 3, /* cells beside that many tiles in a row, and the one just taken */
  WORD_BITS = 64,                        /* cells of the frontier in a machine word */
  FRONTIER_WORDS = (MAX_FRONTIER + WORD_BITS - 1) / WORD_BITS,
  GRID_BITS = 10, /* twice the tiles of the usual games and the cells beside them, four thirds of the most */
  GRID_SIZE = 1 << GRID_BITS
};

/* What the tile just laid and the meeple decision brought about; without it there is nothing to look for. */
enum {
  CHANGE_MEETING = 1,  /* meeples of two placements share a realm */
  CHANGE_COMPLETE = 2, /* a realm is complete */
  CHANGE_ARROW = 4,    /* the meeple has activated an arrow (CL-10.4) */
  CHANGE_TWICE = 8     /* two features of the tile may belong to one realm */
};

/* The most ends of a river: one for each spring. */
enum { RIVER_ENDS = 2 };

/* An end of the river (CL-8.2, CL-9.3). */
struct river_end {
  uint8_t open;    /* there is such an end, and no lake has closed it */
  uint8_t tile;    /* the tile by which the branch ends */
  uint8_t heading; /* board edge 0..3 by which it leaves that tile */
  uint8_t bend;    /* turn of the branch's last bend: 0 none yet, 1 right, 3 left */
};

/* What every step may change and undo saves whole. */
struct core {
  uint64_t deck, dice; /* random streams */
  int32_t score[TESS_MAX_PLAYERS];
  uint16_t slot[TESS_MAX_PLAYERS][SLOTS]; /* tile << 4 | feature where a meeple stands, or NO_SLOT */
  uint8_t supply[TESS_MAX_PLAYERS][4];    /* by tess_piece */
  uint16_t root[TESS_MAX_FEATURES];       /* roots of the last tile's features */
  uint16_t node_count;
  uint16_t placement_count;
  uint16_t fit_count[4]; /* of them, by rotation */
  uint8_t frontier_words;
  uint8_t tile_count;
  uint8_t bag_count; /* tiles still in the bag */
  uint8_t several_count;
  uint8_t phase, seat, drawn;
  uint8_t changes; /* CHANGE_ bits of the turn so far */
  bool extra;      /* this turn is an extra one (CL-10.7) */
  uint8_t near_count;
  uint8_t near[8]; /* tiles around the last one that hold a centre, row by row from the north-west */
  struct river_end ends[RIVER_ENDS];
};

/* A tile on the board. */
struct laid {
  int16_t x, y;
  uint16_t node; /* of the tile's first feature; the others follow */
  uint8_t kind, rotation;
};

/* A cell of the board. */
struct cell {
  int16_t x, y;
};

/* An entry of the grid (board.h); its key is valid where the value is not 0. */
struct grid_entry {
  uint16_t key, value;
};

/* A game. Tiles are indices in the order in which they were laid; a node of the realms is a feature of a tile. */
struct tess_game {
  const struct tess_set *set;
  uint8_t players, first;
  bool fields, abbot, arrows, teams;
  uint8_t river; /* tess_river */
  uint8_t colours[TESS_MAX_PLAYERS];
  struct core core;
  struct laid tiles[TESS_MAX_TILES];
  uint8_t several[TESS_MAX_TILES]; /* tiles laid with several features of a type */
  struct bag bag;
  /* A tile writes TESS_MAX_FEATURES entries behind the nodes in use, however many it has. */
  uint16_t parent[TESS_MAX_SEGMENTS + TESS_MAX_FEATURES];
  realm realms[TESS_MAX_SEGMENTS + TESS_MAX_FEATURES]; /* valid at roots */
  struct grid_entry grid[GRID_SIZE];
  uint64_t frontier[FRONTIER_WORDS];        /* bit: the index holds a cell */
  uint64_t forbidden[FRONTIER_WORDS][4][4]; /* by edge of the cell and tess_edge */
  uint64_t fits[FRONTIER_WORDS][4];         /* in TESS_PHASE_PLACE: where the drawn tile fits, by rotation */
  struct cell cells[FRONTIER_WORDS * WORD_BITS];
};

/* A step under way: the game, where to note what changes, and where to tell what happens; both may be NULL. */
struct step {
  struct tess_game *game;
  struct tess_undo *undo;
  struct tess_events *events;
};

/* ---- Realms and seats ---- */

/* Copies of each kind that were put out of the game. */
void game_count_out(const struct tess_game *game, uint8_t out[TESS_MAX_KINDS]);

/* The kind of a tile that lies on the board. */
static inline const struct kind *game_kind(const struct tess_game *game, unsigned tile) {
  return &game->set->kinds[game->tiles[tile].kind];
}

/* The root of the realm that a node belongs to. The first two steps up are taken without asking whether they are
 * needed, as a root is its own parent: most nodes are no deeper, so that the processor predicts the loop's end. */
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

/* Bit 4*side for every side of the seats given as realm_seats() gives them. */
static inline unsigned game_sides_of(const struct tess_game *game, unsigned seats) {
  return game->teams ? (seats | seats >> 8) & 0x11 : seats;
}

/* ---- Pieces and where they stand ---- */

/* A feature on the board as one number, and back: the value of a place in `slot` of the core. */
static inline unsigned slot_of(tess_spot spot) { return (unsigned)spot.tile << 4 | spot.feature; }
static inline tess_spot slot_spot(unsigned slot) { return (tess_spot){(uint8_t)(slot >> 4), (uint8_t)(slot & 0xF)}; }

/* Where a piece of a seat has its place among the slots: the first, and how many. */
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

/* Bit t for every feature type t on which a piece may stand; whether it is free is another question. */
static inline unsigned piece_types(const struct tess_game *game, tess_piece piece) {
  if (piece == TESS_PIECE_ABBOT) return 1u << TESS_TYPE_MONASTERY | 1u << TESS_TYPE_GARDEN; /* CL-7.2 */
  const unsigned all = (1u << TESS_TYPE_COUNT) - 1 - (1u << TESS_TYPE_GARDEN);
  return game->fields ? all : all & ~(1u << TESS_TYPE_FIELD);
}

/* What a piece adds to a realm's occupants. */
static inline realm piece_realm(tess_piece piece, unsigned seat) {
  return (realm)(piece == TESS_PIECE_LARGE ? REALM_LARGE : 1) << (REALM_SEAT_BITS * seat);
}

/* True for a planet, monastery or garden, which are complete by the eight cells around them. */
static inline bool type_is_center(unsigned type) {
  return type == TESS_TYPE_PLANET || type == TESS_TYPE_MONASTERY || type == TESS_TYPE_GARDEN;
}

/* The rank of a feature as its tile lies (docs/lookup/notation.md, section 6). */
static inline unsigned spot_rank(const struct tess_game *game, tess_spot spot) {
  return game_kind(game, spot.tile)->rank[game->tiles[spot.tile].rotation][spot.feature];
}

/* The spot that names the realm `root` on a tile, of which `feature` is a segment there (SW-3.5). */
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

/* A number that grows by y, then x, then feature. */
static inline uint32_t spot_order(const struct tess_game *game, tess_spot spot) {
  const struct laid *tile = &game->tiles[spot.tile];
  return (uint32_t)(tile->y + 512) << 16 | (uint32_t)(tile->x + 512) << 4 | spot.feature;
}

/* ---- How a game begins (new_game.c), in the parts that a position needs apart ---- */

/* TESS_ERROR_NONE if the options can be played with the set, else TESS_ERROR_BAD_OPTIONS. */
tess_error new_game_check(const tess_options *options, const tess_set *set);

/* A game with these options, which were checked, and nothing else. */
void new_game_settings(struct tess_game *game, const struct tess_set *set, const tess_options *options);

/* Supplies, bag and the first tile at 0,0. */
void new_game_table(struct tess_game *game);

#endif
