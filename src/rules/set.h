/*
 * A tile set prepared for play. It has the bag of tiles to be drawn and, for each kind of tile, everything that a step
 * would otherwise have to compute, such as the realm that each feature forms alone.
 */
#ifndef RULES_SET_H
#define RULES_SET_H

#include <stdint.h>

#include "tessera/tessera.h"

/* ---- Realms ---- */

/*
 * Realms: a union-find over the features of all tiles laid. A realm is one 64-bit number whose parts are sums, so that
 * joining two realms is one addition:
 *
 *   bits  0-19  occupants, four bits a seat; Star Wars: small meeples 0-2, the large one bit 3; classic: their number
 *   bits 20-29  open ends: open edges, or empty cells around a centre; 0 for fields
 *   bits 30-53  symbols of rebels, empire, hunters, eight bits each; in classic one number, the coats of arms
 *   bits 54-63  segments; of fields modulo 1024, as they serve there only to balance the trees
 *
 * Trees are joined by size and paths are not compressed, so that a step can be taken back exactly (step.h).
 */
typedef uint64_t realm;

/* The lowest bit of each part, the number of bits of a seat, and the bit of the large meeple among those of its
 * seat. */
enum { REALM_OPEN = 20, REALM_SYMBOLS = 30, REALM_SEGMENTS = 54, REALM_SEAT_BITS = 4, REALM_LARGE = 8 };

/* The mask of the occupants; one open end; one segment. */
#define REALM_OCCUPANTS ((realm)0xFFFFF)
#define REALM_OPEN_ONE ((realm)1 << REALM_OPEN)
#define REALM_SEGMENT ((realm)1 << REALM_SEGMENTS)

/* The parts of a realm as numbers. */
static inline unsigned realm_open(realm r) { return (unsigned)(r >> REALM_OPEN) & 0x3FF; }
static inline unsigned realm_segments(realm r) { return (unsigned)(r >> REALM_SEGMENTS); }
static inline unsigned realm_arms(realm r) { return (unsigned)(r >> REALM_SYMBOLS) & 0xFFFFFF; }
static inline unsigned realm_faction(realm r, unsigned faction) {
  return (unsigned)(r >> (REALM_SYMBOLS + 8 * faction)) & 0xFF;
}
static inline unsigned realm_symbols(realm r) {
  return realm_faction(r, 0) + realm_faction(r, 1) + realm_faction(r, 2);
}
static inline unsigned realm_occupants(realm r, unsigned seat) {
  return (unsigned)(r >> (REALM_SEAT_BITS * seat)) & 0xF;
}

/* Bit 4*seat for every seat with a meeple in the realm. */
static inline unsigned realm_seats(realm r) {
  const unsigned who = (unsigned)(r & REALM_OCCUPANTS);
  const unsigned pairs = who | who >> 1;
  return (pairs | pairs >> 2) & 0x11111;
}

/* ---- Sets ---- */

/* Stands for "no feature" where a feature's index is expected. */
enum { NO_FEATURE = 0xFF };

/* True for a planet, monastery or garden: such a feature is complete when the eight cells around it have tiles. */
static inline bool type_is_center(unsigned type) {
  return type == TESS_TYPE_PLANET || type == TESS_TYPE_MONASTERY || type == TESS_TYPE_GARDEN;
}

/*
 * The meeple decisions of a turn as the bits of one number, in the order in which they are listed. First come none and
 * the return of the abbot (CL-7.4). Then each feature of the tile just laid, and each planet near it (SW-3.3), has a
 * bit for the small meeple and one for the other piece: the large one or the abbot.
 */
typedef uint64_t choices;

/* The first bits of these groups; all bits of the small meeple, of the other piece, and of one feature. */
enum { CHOICE_NONE, CHOICE_RETURN, CHOICE_FEATURE, CHOICE_NEAR = CHOICE_FEATURE + 2 * TESS_MAX_FEATURES };
#define CHOICES_SMALL ((choices)0x5555555555555555 << CHOICE_FEATURE)
#define CHOICES_OTHER (CHOICES_SMALL << 1)
#define CHOICES_BOTH ((choices)3)

/* The bits of both pieces on a feature. */
static inline choices choices_on(unsigned feature) { return CHOICES_BOTH << (CHOICE_FEATURE + 2 * feature); }

/* The pieces that may stand on features of a type, in a game with or without fields: bits for every feature. In classic
 * the ordinary meeple may stand on all but gardens, the abbot on monasteries and gardens (CL-7.2). */
static inline choices type_pieces(unsigned type, bool fields) {
  if (type <= TESS_TYPE_PLANET) return CHOICES_SMALL | CHOICES_OTHER;
  if (type == TESS_TYPE_FIELD && !fields) return 0;
  return (type != TESS_TYPE_GARDEN ? CHOICES_SMALL : 0) | (type_is_center(type) ? CHOICES_OTHER : 0);
}

/* A rank names a feature on a tile as it lies (docs/lookup/notation.md, section 6). */
enum { RANK_HALF = 4, RANK_CENTER = 12, RANK_GARDEN = 13, RANK_INNER = 14 /* of the first field without an edge */ };

/* A kind of tile, with everything precomputed that a step would otherwise have to derive. */
struct kind {
  /* By rotation: one nibble for each board edge, N lowest. In the nibble the bit of the edge's tess_edge is set. */
  uint16_t pattern[4];
  uint8_t edges[4][4];     /* by rotation, tess_edge of N E S W as the tile lies */
  uint8_t period;          /* number of rotations that look different: 1, 2 or 4 */
  uint8_t rotation[4];     /* the smallest rotation that looks the same */
  uint8_t edge_feature[4]; /* feature at each edge of the unrotated tile, or NO_FEATURE */
  uint8_t half_feature[8]; /* field at each half-edge of the unrotated tile, or NO_FEATURE */
  uint8_t center_count;    /* number of planets, monasteries and gardens */
  uint8_t centers[2];      /* their features */
  uint8_t feature_count;
  uint8_t several;                      /* bit t: the tile has several features of type t */
  uint8_t bend;                         /* the river leaves the tile by two edges that meet at a corner */
  uint8_t type[TESS_MAX_FEATURES];      /* tess_type */
  uint8_t rank[4][TESS_MAX_FEATURES];   /* by rotation */
  uint16_t touches;                     /* bit f: feature f is a field that touches a city */
  uint16_t touched[TESS_MAX_FEATURES];  /* for a field, bit f: it touches the city that is feature f */
  choices stand[2];                     /* the features where pieces may stand, in a game without and with fields */
  realm start_realm[TESS_MAX_FEATURES]; /* the realm that the feature forms alone */
};

/* The tiles to be drawn. They are taken from the top: the river's middle from river_base on, its lakes from lake_base
 * on, land from 0 on (CL-8.1, CL-9.2). */
struct bag {
  uint8_t count, lake_base, river_base;
  uint8_t kinds[TESS_MAX_TILES];
};

/* A set that is ready for play; it never changes again. */
struct tess_set {
  tess_rules rules;
  uint16_t kind_count;
  int16_t start;         /* a kind, or -1 */
  int16_t springs[2];    /* kinds of the tiles with which a game with the river begins, or -1 */
  tess_river river;      /* the river whose tiles the set holds */
  bool arrows;           /* the set has tiles with arrows */
  struct bag bags[2][2]; /* bags of a game without and with the river (first index), without and with arrows (second) */
  uint64_t hash;
  struct kind kinds[TESS_MAX_KINDS];
  tess_tile_def tiles[TESS_MAX_KINDS];
};

/* Checks the definitions of a set (docs/lookup/notation.md, section 1). On failure fills in `*fault`. */
bool set_check(const tess_tile_def *tiles, size_t count, tess_set_fault *fault);

/* ---- The tiles not yet drawn ---- */

/* The number of copies of a kind in a game. */
static inline unsigned bag_copies(const struct tess_set *set, unsigned kind, bool river, bool arrows) {
  const tess_tile_def *def = &set->tiles[kind];
  return (def->role == TESS_ROLE_LAND || river) && (def->action == TESS_ACTION_NONE || arrows) ? def->count : 0;
}

/* Fills a bag with the copies of each kind that are left; the bag never holds a spring. */
void bag_fill(struct bag *bag, const struct tess_set *set, const uint8_t left[TESS_MAX_KINDS]);

/* The index at which the tiles that may be drawn now begin, when `count` tiles are left. */
static inline unsigned bag_base(const struct bag *bag, unsigned count) {
  if (count <= bag->lake_base) return 0;
  return count <= bag->river_base ? bag->lake_base : bag->river_base;
}

#endif
