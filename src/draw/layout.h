/* Where everything lies on a tile at rotation 0: the ways of roads and rivers, the middle of planets and monasteries,
 * and for every feature the spot where its meeple stands. */
#ifndef TESSERA_DRAW_LAYOUT_H
#define TESSERA_DRAW_LAYOUT_H

#include "draw/map.h"

enum {
  LAYOUT_MAX_BADGES = 16, /* symbols and coats of arms that are drawn on one tile; more are left out */
  LAYOUT_ARMS = TESS_FACTION_COUNT
};

/* The way of a road, a trading route or the river; `curve.parts` is 0 where there is none. */
typedef struct layout_way {
  shape_curve curve;
  shape_line line;
} layout_way;

/* A faction symbol or a coat of arms. */
typedef struct layout_badge {
  uint8_t feature;
  uint8_t sort; /* tess_faction or LAYOUT_ARMS */
  shape_point at;
} layout_badge;

typedef struct tile_layout {
  const tess_tile_def *tile;
  layout_way ways[TESS_MAX_FEATURES]; /* of roads and routes */
  layout_way water;
  shape_point pond;   /* where the river springs or ends; radius 0 without */
  shape_point hub;    /* where roads meet; radius 0 without */
  shape_point center; /* the planet or monastery; radius 0 without */
  shape_point garden; /* radius 0 without */
  int pond_radius, hub_radius, center_radius, garden_radius;
  map_grid map;
  shape_point spots[TESS_MAX_FEATURES];
  layout_badge badges[LAYOUT_MAX_BADGES];
  int badge_count;
} tile_layout;

/* Lays a tile out; `tile` must outlive the layout. */
void layout_build(tile_layout *out, const tess_tile_def *tile);
/* True for roads and routes; for cities and asteroid fields; for planets and monasteries. */
bool layout_is_way(uint8_t type);
bool layout_is_region(uint8_t type);
bool layout_is_center(uint8_t type);
/* The place of a feature's meeple on the tile as it lies: the spot turned, on a monastery and a garden a little aside.
 */
shape_point layout_spot(const tile_layout *layout, int feature, int rotation);
/* How far along the line of a way a region is entered, as an index of its points; -1 if it is not. */
int layout_gate(const tile_layout *layout, int feature);

#endif
