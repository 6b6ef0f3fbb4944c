/*
 * Where everything lies on a tile at rotation 0: the ways of roads and rivers, the outlines of cities and asteroid
 * fields, the middle of planets and monasteries, which feature owns which part of the tile, and for every feature the
 * anchor where its meeple stands.
 */
#ifndef PICTURE_LAYOUT_H
#define PICTURE_LAYOUT_H

#include "picture/shape.h"

/* ---- The map: a tile cut into small squares, each owned by a feature or by something else ---- */

/* Squares of a side of the map, the units of a square's side, and the owners that are no features. */
enum {
  MAP_SIDE = 50,
  MAP_CELL = SHAPE_TILE / MAP_SIDE,
  MAP_WATER = 200, /* owners that are no features */
  MAP_HUB,
  MAP_NONE
};

/* owner[row][column]: the index of a feature, MAP_WATER, MAP_HUB or MAP_NONE. */
struct map_grid {
  uint8_t owner[MAP_SIDE][MAP_SIDE];
};

/* For each square the distance to the nearest square of another owner, in units. */
struct map_distances {
  int at[MAP_SIDE][MAP_SIDE];
};

/* Makes all squares free. */
void map_clear(struct map_grid *map);
/* The middle of a square, and the owner of the square that holds a point of the tile. */
struct shape_point map_middle(int row, int column);
int map_at(const struct map_grid *map, struct shape_point point);
/* Gives squares to `owner`: all inside a polygon; those within `distance` of a line or a point. `over` tells whether
 * squares that already have an owner are taken as well. */
void map_mark_polygon(struct map_grid *map, const struct shape_line *polygon, int owner);
void map_mark_line(struct map_grid *map, const struct shape_line *line, int distance, int owner, bool over);
void map_mark_disc(struct map_grid *map, struct shape_point center, int radius, int owner);
/* Gives free squares beside the half-edges of `halves` (tess_feature_def) to `owner`. */
void map_mark_halves(struct map_grid *map, unsigned halves, int owner);
/* Lets the owners for which `grows` is true grow into free squares until none is left beside them. */
void map_grow(struct map_grid *map, const bool grows[MAP_NONE]);
/* Distances of the squares of `owner`; with `border` the outside of the tile counts as another owner. */
void map_measure(const struct map_grid *map, int owner, bool border, struct map_distances *out);
/* The square of `owner` with the highest 5 * min(distance, enough) - distance from `wish`; its middle (`wish` itself
 * when that is beside it), and in `*room` its distance to others. When `owner` has no square, `wish` and 0. */
struct shape_point map_best(const struct map_grid *map, int owner, int enough, struct shape_point wish, int *room);

/* ---- Outlines: cities and asteroid fields take the whole of their edges and are bounded inside the tile by one or two
 * curves from corner to corner, so that neighbours join without a seam ---- */

/* A region along some edges of a tile. */
struct outline {
  unsigned edges; /* those it reaches: bit 0 N, 1 E, 2 S, 3 W; at least one */
  bool bulges;    /* swings out into the tile, where no other region needs the room */
};

/* The outline of a city or asteroid field of a tile. */
struct outline outline_of(const tess_tile_def *tile, int feature);
/* The inner curves of a region. Returns their number. */
int outline_curves(struct outline region, struct shape_curve curves[2]);
/* The whole outline as a polygon. */
struct shape_line outline_polygon(struct outline region);
/* Writes the path data of the whole outline. */
void outline_put(struct svg_writer *svg, struct outline region);

/* ---- The layout of a tile ---- */

/* How many badges a tile shows, and what they are besides symbols of factions. */
enum {
  LAYOUT_MAX_BADGES = 16, /* symbols and coats of arms that are drawn on one tile; more are left out */
  LAYOUT_ARMS = TESS_FACTION_COUNT
};

/* The way of a road, a trading route or the river; `curve.parts` is 0 where there is none. */
struct layout_way {
  struct shape_curve curve;
  struct shape_line line;
};

/* A faction symbol or a coat of arms. */
struct layout_badge {
  uint8_t feature;
  uint8_t sort; /* tess_faction or LAYOUT_ARMS */
  struct shape_point at;
};

/* Where everything lies on one tile at rotation 0, in units of SHAPE_TILE. */
struct tile_layout {
  const tess_tile_def *tile;
  struct layout_way ways[TESS_MAX_FEATURES]; /* of roads and routes */
  struct layout_way water;
  struct shape_point pond;   /* where the river springs or ends; radius 0 without */
  struct shape_point hub;    /* where roads meet; radius 0 without */
  struct shape_point center; /* the planet or monastery; radius 0 without */
  struct shape_point garden; /* radius 0 without */
  int pond_radius, hub_radius, center_radius, garden_radius;
  int pond_stretch; /* tenths: how much longer the pond is from west to east than its radius */
  struct map_grid map;
  struct shape_point anchors[TESS_MAX_FEATURES];
  struct layout_badge badges[LAYOUT_MAX_BADGES];
  int badge_count;
};

/* Lays a tile out; `tile` must outlive the layout. */
void layout_build(struct tile_layout *out, const tess_tile_def *tile);
/* Fills in `anchors` and `badges` of a layout whose map is complete, so that none covers another: layout_build() does.
 */
void spot_choose(struct tile_layout *layout);
/* True for roads and routes; for cities and asteroid fields; for planets and monasteries. */
static inline bool layout_is_way(uint8_t type) { return type == TESS_TYPE_ROUTE || type == TESS_TYPE_ROAD; }
static inline bool layout_is_region(uint8_t type) { return type == TESS_TYPE_ASTEROIDS || type == TESS_TYPE_CITY; }
static inline bool layout_is_center(uint8_t type) { return type == TESS_TYPE_PLANET || type == TESS_TYPE_MONASTERY; }
/* True for half of a source, which the river leaves to one side (CL-9.1). */
bool layout_is_source(const tess_tile_def *tile);
/* The place of a feature's meeple on the tile as it lies: the anchor turned, on a monastery a little aside. */
struct shape_point layout_anchor(const struct tile_layout *layout, int feature, int rotation);
/* How far along the line of a way a region is entered, as an index of its points; -1 if it is not. */
int layout_gate(const struct tile_layout *layout, int feature);
/* Writes the path data of closed lines around the area of a feature on a tile that lies in a rotation: the outline of a
 * city or asteroid field, both sides of a road or route, a circle around a centre or garden, all squares of a field. */
void area_put(struct svg_writer *svg, const struct tile_layout *layout, int feature, int rotation);

#endif
