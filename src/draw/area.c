#include "draw/area.h"

#include "draw/outline.h"

enum { WAY_HALF = 66 };

/* Writes the next point of a closed line, which `*first` begins. */
static void put_point(svg_writer *svg, shape_point at, int rotation, bool *first) {
  const shape_point turned = shape_turn(at, rotation);
  svg_format(svg, "%c%d %d", *first ? 'M' : 'L', turned.x, turned.y);
  *first = false;
}

static void put_region(svg_writer *svg, const tile_layout *layout, int feature, int rotation) {
  const shape_line polygon = outline_polygon(outline_of(layout->tile, feature));
  bool first = true;
  for (int i = 0; i < polygon.count; i++) put_point(svg, polygon.at[i], rotation, &first);
  svg_put(svg, "Z");
}

/* The point beside number `i` of a line, `distance` to its right as one goes along it. */
static shape_point beside(const shape_line *line, int i, int distance) {
  const shape_point before = line->at[i > 0 ? i - 1 : 0], after = line->at[i + 1 < line->count ? i + 1 : i];
  const int length = shape_distance(before, after) + 1;
  return (shape_point){line->at[i].x - (after.y - before.y) * distance / length,
                       line->at[i].y + (after.x - before.x) * distance / length};
}

static void put_way(svg_writer *svg, const shape_line *line, int rotation) {
  bool first = true;
  for (int i = 0; i < line->count; i++) put_point(svg, beside(line, i, WAY_HALF), rotation, &first);
  for (int i = line->count; i-- > 0;) put_point(svg, beside(line, i, -WAY_HALF), rotation, &first);
  svg_put(svg, "Z");
}

static void put_circle(svg_writer *svg, shape_point center, int radius, int rotation) {
  const shape_point at = shape_turn(center, rotation);
  svg_format(svg, "M%d %da%d %d 0 1 1 %d 0a%d %d 0 1 1 %d 0Z", at.x - radius, at.y, radius, radius, 2 * radius, radius,
             radius, -2 * radius);
}

/* A side of a square of the map, 0 N to 3 W: the border of the area is walked along such sides, the area to the right.
 */
typedef struct side {
  int row, column, edge;
} side;

/* By edge: the step to the square ahead, and to the one outside, as rows and columns. */
static const int ahead[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

static bool owned(const map_grid *map, int row, int column, int owner) {
  return row >= 0 && column >= 0 && row < MAP_SIDE && column < MAP_SIDE && map->owner[row][column] == owner;
}

static bool is_border(const map_grid *map, side at, int owner) {
  const int *out = ahead[(at.edge + 3) & 3];
  return owned(map, at.row, at.column, owner) && !owned(map, at.row + out[0], at.column + out[1], owner);
}

static side next_side(const map_grid *map, side at, int owner) {
  const int *step = ahead[at.edge], *out = ahead[(at.edge + 3) & 3];
  const side straight = {at.row + step[0], at.column + step[1], at.edge};
  const side left = {straight.row + out[0], straight.column + out[1], (at.edge + 3) & 3};
  if (!owned(map, straight.row, straight.column, owner)) return (side){at.row, at.column, (at.edge + 1) & 3};
  return owned(map, left.row, left.column, owner) ? left : straight;
}

static shape_point side_middle(side at) {
  static const shape_point half[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  return shape_step(map_middle(at.row, at.column), half[at.edge], MAP_CELL / 2);
}

/* Walks around the area once. Points are the middles of sides before and after a turn, which rounds the steps off. */
static void put_border(svg_writer *svg, const map_grid *map, side start, int owner, int rotation,
                       uint8_t seen[MAP_SIDE][MAP_SIDE]) {
  bool first = true;
  int before = -1;
  side at = start;
  do {
    const side next = next_side(map, at, owner);
    seen[at.row][at.column] |= (uint8_t)(1 << at.edge);
    if (at.edge != before || at.edge != next.edge) put_point(svg, side_middle(at), rotation, &first);
    before = at.edge;
    at = next;
  } while (at.row != start.row || at.column != start.column || at.edge != start.edge);
  svg_put(svg, "Z");
}

static void put_squares(svg_writer *svg, const map_grid *map, int owner, int rotation) {
  uint8_t seen[MAP_SIDE][MAP_SIDE] = {{0}};
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++)
      for (int edge = 0; edge < 4; edge++) {
        const side at = {row, column, edge};
        if (is_border(map, at, owner) && !(seen[row][column] >> edge & 1))
          put_border(svg, map, at, owner, rotation, seen);
      }
}

void area_put(svg_writer *svg, const tile_layout *layout, int feature, int rotation) {
  const uint8_t type = layout->tile->features[feature].type;
  if (layout_is_region(type))
    put_region(svg, layout, feature, rotation);
  else if (layout_is_way(type))
    put_way(svg, &layout->ways[feature].line, rotation);
  else if (layout_is_center(type))
    put_circle(svg, layout->center, layout->center_radius, rotation);
  else if (type == TESS_TYPE_GARDEN)
    put_circle(svg, layout->garden, layout->garden_radius, rotation);
  else
    put_squares(svg, &layout->map, feature, rotation);
}
