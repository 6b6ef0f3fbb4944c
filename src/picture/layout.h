/*
 * The layout of a tile at rotation 0: the course of roads and rivers, the outlines of cities and asteroid fields, and
 * the middle of planets and monasteries. It also says which feature owns which part of the tile, and where the meeple
 * of every feature stands (its anchor).
 */
#ifndef PICTURE_LAYOUT_H
#define PICTURE_LAYOUT_H

#include "picture/shape.h"

/* ---- The map: a tile cut into small squares, each owned by a feature or by something else ---- */

/* The number of squares along a side of the map, the size of a square in units, and owners that are no features. */
enum {
  MAP_SIDE = 50,
  MAP_CELL = SHAPE_TILE / MAP_SIDE,
  MAP_WATER = 200, /* owners that are no features */
  MAP_HUB,
  MAP_NONE
};

/* owner[row][column] is the index of a feature, MAP_WATER, MAP_HUB or MAP_NONE. */
struct map_grid {
  uint8_t owner[MAP_SIDE][MAP_SIDE];
};

/* For each square, the distance in units to the nearest square of another owner. */
struct map_distances {
  int at[MAP_SIDE][MAP_SIDE];
};

/* Gives all squares to MAP_NONE (free). */
void map_clear(struct map_grid *map);
/* The middle of a square; and the owner of the square that contains a point. */
struct shape_point map_middle(int row, int column);
int map_at(const struct map_grid *map, struct shape_point point);
/* Give squares to `owner`: all inside a polygon; those within `distance` of a line; those within `radius` of a point.
 * If `over`, squares that already have an owner are taken, too. */
void map_mark_polygon(struct map_grid *map, const struct shape_line *polygon, int owner);
void map_mark_line(struct map_grid *map, const struct shape_line *line, int distance, int owner, bool over);
void map_mark_disc(struct map_grid *map, struct shape_point center, int radius, int owner);
/* Gives free squares next to the half-edges `halves` (tess_feature_def) to `owner`. */
void map_mark_halves(struct map_grid *map, unsigned halves, int owner);
/* Extends the owners for which `grows` is true into neighbouring free squares until no more can be reached. */
void map_grow(struct map_grid *map, const bool grows[MAP_NONE]);
/* Measures the distances of all squares of `owner`. If `border`, the outside of the tile counts as another owner. */
void map_measure(const struct map_grid *map, int owner, bool border, struct map_distances *out);
/* Finds the square of `owner` with the highest value of 5 * min(distance, enough) - (its distance from `wish`). Returns
 * its middle, or `wish` itself if that is next to it; `*room` receives its distance to other owners. If `owner` has no
 * square, the result is `wish` and `*room` is 0. */
struct shape_point map_best(const struct map_grid *map, int owner, int enough, struct shape_point wish, int *room);

/* ---- Outlines: a city or asteroid field takes the whole of the edges that it reaches. Inside the tile, one or two
 * curves from corner to corner bound it, so that neighbouring tiles join without a seam ---- */

/* A region that reaches some edges of a tile. */
struct outline {
  unsigned edges; /* the edges that it reaches: bit 0 N, 1 E, 2 S, 3 W; at least one */
  bool bulges;    /* it extends further into the tile, because no other region needs the room */
};

/* The outline of a city or asteroid field of a tile. */
struct outline outline_of(const tess_tile_def *tile, int feature);
/* Computes the curves that bound a region inside the tile. Returns their number. */
int outline_curves(struct outline region, struct shape_curve curves[2]);
/* The whole outline as a polygon. */
struct shape_line outline_polygon(struct outline region);
/* Writes the path data of the whole outline. */
void outline_put(struct svg_writer *svg, struct outline region);

/* ---- The layout of a tile ---- */

/* Maximum number of badges on a tile; and badges other than symbols of factions. */
enum {
  LAYOUT_MAX_BADGES = 16, /* symbols and coats of arms drawn on one tile; further ones are left out */
  LAYOUT_ARMS = TESS_FACTION_COUNT
};

/* The course of a road, a trading route or the river; `curve.parts` is 0 if there is none. */
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

/* The layout of a tile at rotation 0, in units of SHAPE_TILE. */
struct tile_layout {
  const tess_tile_def *tile;
  struct layout_way ways[TESS_MAX_FEATURES]; /* courses of the roads and routes */
  struct layout_way water;
  struct shape_point pond;                     /* where the river begins or ends; radius 0 if there is no such place */
  struct shape_point hub;                      /* where roads meet; radius 0 if there is no such place */
  struct shape_point center;                   /* the planet or monastery; radius 0 if there is none */
  struct shape_point garden;                   /* radius 0 if there is none */
  struct shape_point inner[TESS_MAX_FEATURES]; /* a field that reaches no edge and lies within another feature */
  int pond_radius, hub_radius, center_radius, garden_radius;
  int inner_radius[TESS_MAX_FEATURES]; /* 0 if the feature is no such field */
  int pond_stretch;                    /* by how many tenths of its radius the pond is longer from west to east */
  struct map_grid map;
  struct shape_point anchors[TESS_MAX_FEATURES];
  struct layout_badge badges[LAYOUT_MAX_BADGES];
  int badge_count;
};

/* Computes the layout of a tile; `tile` must outlive it. */
void layout_build(struct tile_layout *out, const tess_tile_def *tile);
/* Fills in `anchors` and `badges` so that none covers another. The map of the layout must be complete. layout_build()
 * calls it. */
void spot_choose(struct tile_layout *layout);
/* True for roads and routes; for cities and asteroid fields; for planets and monasteries. */
static inline bool layout_is_way(uint8_t type) { return type == TESS_TYPE_ROUTE || type == TESS_TYPE_ROAD; }
static inline bool layout_is_region(uint8_t type) { return type == TESS_TYPE_ASTEROIDS || type == TESS_TYPE_CITY; }
static inline bool layout_is_center(uint8_t type) { return type == TESS_TYPE_PLANET || type == TESS_TYPE_MONASTERY; }
/* True for half of a source, which the river leaves on one side (CL-9.1). */
bool layout_is_source(const tess_tile_def *tile);
/* The place for a feature's meeple on the tile in a rotation: the rotated anchor, on a monastery a little to the
 * side. */
struct shape_point layout_anchor(const struct tile_layout *layout, int feature, int rotation);
/* The index of the point at which the line of a way enters a region; -1 if it enters none. */
int layout_gate(const struct tile_layout *layout, int feature);
/* Writes the path data of closed lines around the area of a feature on a tile in a rotation: the outline of a city or
 * asteroid field, both sides of a road or route, a circle around a centre or garden, or all squares of a field. */
void area_put(struct svg_writer *svg, const struct tile_layout *layout, int feature, int rotation);

#endif
