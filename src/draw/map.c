#include "draw/map.h"

#include <string.h>

void map_clear(map_grid *map) { memset(map->owner, MAP_NONE, sizeof map->owner); }

shape_point map_middle(int row, int column) {
  return (shape_point){column * MAP_CELL + MAP_CELL / 2, row * MAP_CELL + MAP_CELL / 2};
}

static int square(int coordinate) {
  int index = coordinate / MAP_CELL;
  return index < 0 ? 0 : index >= MAP_SIDE ? MAP_SIDE - 1 : index;
}

int map_at(const map_grid *map, shape_point point) { return map->owner[square(point.y)][square(point.x)]; }

void map_mark_polygon(map_grid *map, const shape_line *polygon, int owner) {
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++)
      if (shape_inside(polygon, map_middle(row, column))) map->owner[row][column] = (uint8_t)owner;
}

void map_mark_line(map_grid *map, const shape_line *line, int distance, int owner, bool over) {
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++) {
      if (!over && map->owner[row][column] != MAP_NONE) continue;
      if (shape_line_distance(line, map_middle(row, column)) <= distance) map->owner[row][column] = (uint8_t)owner;
    }
}

void map_mark_disc(map_grid *map, shape_point center, int radius, int owner) {
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++)
      if (shape_distance(center, map_middle(row, column)) <= radius) map->owner[row][column] = (uint8_t)owner;
}

void map_mark_halves(map_grid *map, unsigned halves, int owner) {
  for (int half = 0; half < 8; half++) {
    if (!(halves >> half & 1)) continue;
    shape_point a = shape_corner(half / 2), b = shape_corner(half / 2 + 1);
    int first = half % 2 == 0 ? 15 : 55;
    for (int percent = first; percent <= first + 30; percent++) {
      shape_point p = shape_between(a, b, percent, 100);
      uint8_t *at = &map->owner[square(p.y)][square(p.x)];
      if (*at == MAP_NONE) *at = (uint8_t)owner;
    }
  }
}

/* Lets one square take its owner from a neighbour that grows. */
static bool grow_square(map_grid *map, const bool grows[MAP_NONE], int row, int column) {
  static const int steps[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
  for (int i = 0; i < 4; i++) {
    int r = row + steps[i][0], c = column + steps[i][1];
    if (r < 0 || c < 0 || r >= MAP_SIDE || c >= MAP_SIDE) continue;
    uint8_t owner = map->owner[r][c];
    if (owner == MAP_NONE || !grows[owner]) continue;
    map->owner[row][column] = owner;
    return true;
  }
  return false;
}

void map_grow(map_grid *map, const bool grows[MAP_NONE]) {
  for (bool grown = true; grown;) {
    grown = false;
    for (int row = 0; row < MAP_SIDE; row++)
      for (int column = 0; column < MAP_SIDE; column++)
        if (map->owner[row][column] == MAP_NONE && grow_square(map, grows, row, column)) grown = true;
  }
}

/* The distance that a square has by way of the one `dr`, `dc` beside it: a chamfer step of 20 or 28 units. */
static int by_way_of(const map_distances *d, bool border, int row, int column, int dr, int dc) {
  int r = row + dr, c = column + dc;
  int step = dr != 0 && dc != 0 ? MAP_CELL * 7 / 5 : MAP_CELL;
  if (r < 0 || c < 0 || r >= MAP_SIDE || c >= MAP_SIDE) return border ? MAP_CELL / 2 : SHAPE_TILE;
  return d->at[r][c] + step;
}

static void shorten(map_distances *d, bool border, int row, int column, int direction) {
  static const int steps[4][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}};
  for (int i = 0; i < 4; i++) {
    int distance = by_way_of(d, border, row, column, steps[i][0] * direction, steps[i][1] * direction);
    if (distance < d->at[row][column]) d->at[row][column] = distance;
  }
}

void map_measure(const map_grid *map, int owner, bool border, map_distances *out) {
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++)
      out->at[row][column] = map->owner[row][column] == owner ? SHAPE_TILE : 0;
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++) shorten(out, border, row, column, 1);
  for (int row = MAP_SIDE - 1; row >= 0; row--)
    for (int column = MAP_SIDE - 1; column >= 0; column--) shorten(out, border, row, column, -1);
}

shape_point map_best(const map_grid *map, int owner, int enough, shape_point wish, int *room) {
  map_distances distances;
  shape_point best = wish;
  int highest = -(1 << 20);
  *room = 0;
  map_measure(map, owner, true, &distances);
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++) {
      int distance = distances.at[row][column];
      if (distance == 0) continue;
      shape_point middle = map_middle(row, column);
      int score = 5 * (distance < enough ? distance : enough) - shape_distance(middle, wish);
      if (score <= highest) continue;
      highest = score;
      best = middle;
      *room = distance;
    }
  return shape_distance(best, wish) < MAP_CELL ? wish : best;
}
