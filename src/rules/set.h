/* A tile set prepared for play: per kind everything that a step would otherwise compute from the definition. */
#ifndef RULES_SET_H
#define RULES_SET_H

#include "rules/realm.h"
#include "tessera/tessera.h"

enum { NO_FEATURE = 0xFF };

/* Ranks name a feature on a tile as it lies (docs/lookup/notation.md, section 6). */
enum { RANK_HALF = 4, RANK_CENTER = 12, RANK_GARDEN = 13 };

struct kind {
  /* By rotation, one nibble a board edge, N lowest: the edge's tess_edge as one bit. */
  uint16_t pattern[4];
  uint8_t edges[4][4];     /* by rotation, tess_edge of N E S W as the tile lies */
  uint8_t period;          /* rotations that look different: 1, 2 or 4 */
  uint8_t rotation[4];     /* the smallest rotation that looks the same */
  uint8_t edge_feature[4]; /* feature at an edge of the unrotated tile, or NO_FEATURE */
  uint8_t half_feature[8]; /* field at a half-edge of the unrotated tile, or NO_FEATURE */
  uint8_t center_count;    /* planet, monastery, garden */
  uint8_t centers[2];      /* their features */
  uint8_t feature_count;
  uint8_t several;                      /* bit t: several features of type t */
  uint8_t touches;                      /* a field touches a city */
  uint8_t bend;                         /* water on two edges that meet at a corner */
  uint8_t type[TESS_MAX_FEATURES];      /* tess_type */
  uint8_t rank[4][TESS_MAX_FEATURES];   /* by rotation */
  uint16_t touched[TESS_MAX_FEATURES];  /* fields: bit f = the city feature f */
  realm start_realm[TESS_MAX_FEATURES]; /* the realm that the feature alone is */
};

/* The tiles to be drawn, from the top: the river's middle from river_base, the lake from lake_base, land from 0
 * (CL-8.1). */
struct bag {
  uint8_t count, lake_base, river_base;
  uint8_t kinds[TESS_MAX_TILES];
};

struct tess_set {
  tess_rules rules;
  uint16_t kind_count;
  int16_t start, spring, lake; /* kinds, or -1 */
  struct bag bags[2];          /* of a game without and with the river */
  uint64_t hash;
  struct kind kinds[TESS_MAX_KINDS];
  tess_tile_def tiles[TESS_MAX_KINDS];
};

/* Checks the definitions of a set (docs/lookup/notation.md, section 1). On failure fills in `*fault`. */
bool set_check(const tess_tile_def *tiles, size_t count, tess_set_fault *fault);

#endif
