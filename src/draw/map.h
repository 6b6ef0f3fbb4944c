/* A tile cut into small squares, each owned by a feature or by something else: the base for choosing free places. */
#ifndef TESSERA_DRAW_MAP_H
#define TESSERA_DRAW_MAP_H

#include "draw/shape.h"

enum {
  MAP_SIDE = 50,
  MAP_CELL = SHAPE_TILE / MAP_SIDE,
  MAP_WATER = 200, /* owners that are no features */
  MAP_HUB,
  MAP_NONE
};

/* owner[row][column]: the index of a feature, MAP_WATER, MAP_HUB or MAP_NONE. */
typedef struct map_grid {
  uint8_t owner[MAP_SIDE][MAP_SIDE];
} map_grid;

/* For each square the distance to the nearest square of another owner, in units. */
typedef struct map_distances {
  int at[MAP_SIDE][MAP_SIDE];
} map_distances;

void map_clear(map_grid *map);
/* The middle of a square, and the owner of the square that holds a point of the tile. */
shape_point map_middle(int row, int column);
int map_at(const map_grid *map, shape_point point);
/* Gives squares to `owner`: all inside a polygon; those within `distance` of a line or a point. `over` tells whether
 * squares that already have an owner are taken as well. */
void map_mark_polygon(map_grid *map, const shape_line *polygon, int owner);
void map_mark_line(map_grid *map, const shape_line *line, int distance, int owner, bool over);
void map_mark_disc(map_grid *map, shape_point center, int radius, int owner);
/* Gives free squares beside the half-edges of `halves` (tess_feature_def) to `owner`. */
void map_mark_halves(map_grid *map, unsigned halves, int owner);
/* Lets the owners at or above `first` and below MAP_WATER grow into free squares until none is left beside them. */
void map_grow(map_grid *map, const bool grows[MAP_NONE]);
/* Distances of the squares of `owner`; with `border` the outside of the tile counts as another owner. */
void map_measure(const map_grid *map, int owner, bool border, map_distances *out);
/* The square of `owner` with the highest 5 * min(distance, enough) - distance from `wish`; its middle (`wish` itself
 * when that is beside it), and in `*room` its distance to others. When `owner` has no square, `wish` and 0. */
shape_point map_best(const map_grid *map, int owner, int enough, shape_point wish, int *room);

#endif
