/* The outlines of cities and asteroid fields, and the areas of all features for highlighting. */
#include <assert.h>

#include "picture/layout.h"

/* ---- Outlines ---- */

/* True if a set of edges contains an edge, counted modulo 4. */
static bool has(unsigned edges, int edge) { return edges >> (edge & 3) & 1; }

/* A curve from the first corner of `edge` to its last one that bends into the tile. */
static struct shape_curve along(int edge, int depth) {
  struct shape_point a = shape_corner(edge), b = shape_corner(edge + 1);
  struct shape_point inward = shape_inward(edge);
  return (struct shape_curve){1,
                              {a, shape_step(shape_between(a, b, 36, 100), inward, depth),
                               shape_step(shape_between(a, b, 64, 100), inward, depth), b}};
}

/* The curve that bounds a region along `length` edges that it does not reach, beginning with `edge`. */
static struct shape_curve boundary(int edge, int length, bool bulges) {
  if (length == 1) return along(edge, 330);
  if (length == 3) { /* Follows the only edge that the region reaches, in the opposite direction. */
    const struct shape_curve curve = along(edge + 3, bulges ? 315 : 295);
    return (struct shape_curve){1, {curve.at[3], curve.at[2], curve.at[1], curve.at[0]}};
  }
  /* Cross the tile, from the first corner of `edge` to the last corner of the next edge. */
  const struct shape_point a = shape_corner(edge), out = shape_corner(edge + 1), b = shape_corner(edge + 2);
  const struct shape_point in = shape_corner(edge + 3);
  const int outwards = bulges ? 29 : 13, inwards = bulges ? 15 : 18;
  const struct shape_point turn = {(in.x - a.x) * inwards / 100, (in.y - a.y) * inwards / 100};
  const struct shape_point back = {(in.x - b.x) * inwards / 100, (in.y - b.y) * inwards / 100};
  const struct shape_point first = shape_between(a, out, outwards, 100), last = shape_between(b, out, outwards, 100);
  return (struct shape_curve){1, {a, {first.x + turn.x, first.y + turn.y}, {last.x + back.x, last.y + back.y}, b}};
}

struct outline outline_of(const tess_tile_def *tile, int feature) {
  struct outline region = {tile->features[feature].edges, true};
  for (int edge = 0; edge < 4; edge++)
    if (tile->edges[edge] == TESS_EDGE_CITY && !has(region.edges, edge)) region.bulges = false;
  return region;
}

int outline_curves(struct outline region, struct shape_curve curves[2]) {
  assert(region.edges > 0 && region.edges < 16);
  int count = 0;
  for (int edge = 0; edge < 4; edge++) {
    if (has(region.edges, edge) || !has(region.edges, edge + 3)) continue;
    int length = 1;
    while (!has(region.edges, edge + length)) length++;
    curves[count++] = boundary(edge, length, region.bulges);
  }
  return count;
}

/* Lists corners and curves of the outline clockwise, from the first corner of an edge that the region reaches. */
static int steps(struct outline region, struct shape_point corners[5], struct shape_curve curves[5]) {
  int first = 0, count = 0;
  while (!has(region.edges, first)) first++;
  for (int edge = first; edge < first + 4; count++) {
    int length = 0;
    while (edge + length < first + 4 && !has(region.edges, edge + length)) length++;
    curves[count].parts = length > 0;
    if (length > 0) curves[count] = boundary(edge, length, region.bulges);
    edge += length > 0 ? length : 1;
    corners[count] = shape_corner(edge);
  }
  return count;
}

struct shape_line outline_polygon(struct outline region) {
  struct shape_point corners[5];
  struct shape_curve curves[5];
  struct shape_line polygon = {0};
  int count = steps(region, corners, curves);
  for (int i = 0; i < count; i++) {
    struct shape_line line = {0};
    if (curves[i].parts > 0) line = shape_flatten(&curves[i]);
    for (int k = 1; k + 1 < line.count; k++) polygon.at[polygon.count++] = line.at[k];
    polygon.at[polygon.count++] = corners[i];
  }
  return polygon;
}

void outline_put(struct svg_writer *svg, struct outline region) {
  struct shape_point corners[5];
  struct shape_curve curves[5];
  int count = steps(region, corners, curves);
  svg_format(svg, "M%d %d", corners[count - 1].x, corners[count - 1].y);
  for (int i = 0; i < count; i++) {
    if (curves[i].parts > 0)
      shape_put_rest(svg, &curves[i]);
    else
      svg_format(svg, "L%d %d", corners[i].x, corners[i].y);
  }
  svg_put(svg, "Z");
}

/* ---- Areas ---- */

enum { WAY_HALF = 66 };

/* Writes the next point of a closed line; `*first` is true for the point that begins it. */
static void put_point(struct svg_writer *svg, struct shape_point at, int rotation, bool *first) {
  const struct shape_point turned = shape_turn(at, rotation);
  svg_format(svg, "%c%d %d", *first ? 'M' : 'L', turned.x, turned.y);
  *first = false;
}

/* The point at `distance` to the right of point `i` of a line, seen in the direction of the line. */
static struct shape_point beside(const struct shape_line *line, int i, int distance) {
  const struct shape_point before = line->at[i > 0 ? i - 1 : 0], after = line->at[i + 1 < line->count ? i + 1 : i];
  const int length = shape_distance(before, after) + 1;
  return (struct shape_point){line->at[i].x - (after.y - before.y) * distance / length,
                              line->at[i].y + (after.x - before.x) * distance / length};
}

/* Writes a circle around a point of the tile at rotation 0. */
static void put_circle(struct svg_writer *svg, struct shape_point center, int radius, int rotation) {
  const struct shape_point at = shape_turn(center, rotation);
  svg_format(svg, "M%d %da%d %d 0 1 1 %d 0a%d %d 0 1 1 %d 0Z", at.x - radius, at.y, radius, radius, 2 * radius, radius,
             radius, -2 * radius);
}

/* A side of a square of the map, 0 N to 3 W. The border of an area is a walk along such sides with the area to the
 * right. */
struct side {
  int row, column, edge;
};

/* By edge: the step to the square ahead, as row and column. The step to the square outside is that of the edge
 * before. */
static const int ahead[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

/* True if the square of the map belongs to `owner`. */
static bool owned(const struct map_grid *map, int row, int column, int owner) {
  return row >= 0 && column >= 0 && row < MAP_SIDE && column < MAP_SIDE && map->owner[row][column] == owner;
}

/* Walks once around the area of `owner`, from a side of its border on, and marks the sides in `seen`. The points are
 * the middles of the sides before and after each turn, which rounds the steps off. */
static void put_border(struct svg_writer *svg, const struct map_grid *map, struct side start, int owner, int rotation,
                       uint8_t seen[MAP_SIDE][MAP_SIDE]) {
  static const struct shape_point half[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  bool first = true;
  int before = -1;
  struct side at = start;
  do {
    /* 1. Find the next side: straight ahead, to the left around the square ahead, or to the right on the same
     * square. */
    const int *step = ahead[at.edge], *out = ahead[(at.edge + 3) & 3];
    const struct side straight = {at.row + step[0], at.column + step[1], at.edge};
    const struct side left = {straight.row + out[0], straight.column + out[1], (at.edge + 3) & 3};
    struct side next = {at.row, at.column, (at.edge + 1) & 3};
    if (owned(map, straight.row, straight.column, owner))
      next = owned(map, left.row, left.column, owner) ? left : straight;

    /* 2. Write the middle of this side if the border turns before or after it. */
    seen[at.row][at.column] |= (uint8_t)(1 << at.edge);
    const struct shape_point middle = shape_step(map_middle(at.row, at.column), half[at.edge], MAP_CELL / 2);
    if (at.edge != before || at.edge != next.edge) put_point(svg, middle, rotation, &first);
    before = at.edge;
    at = next;
  } while (at.row != start.row || at.column != start.column || at.edge != start.edge);
  svg_put(svg, "Z");
}

void area_put(struct svg_writer *svg, const struct tile_layout *layout, int feature, int rotation) {
  const uint8_t type = layout->tile->features[feature].type;
  bool first = true;
  if (layout_is_region(type)) {
    const struct shape_line polygon = outline_polygon(outline_of(layout->tile, feature));
    for (int i = 0; i < polygon.count; i++) put_point(svg, polygon.at[i], rotation, &first);
    svg_put(svg, "Z");
  } else if (layout_is_way(type)) {
    const struct shape_line *line = &layout->ways[feature].line;
    for (int i = 0; i < line->count; i++) put_point(svg, beside(line, i, WAY_HALF), rotation, &first);
    for (int i = line->count; i-- > 0;) put_point(svg, beside(line, i, -WAY_HALF), rotation, &first);
    svg_put(svg, "Z");
  } else if (layout_is_center(type)) {
    put_circle(svg, layout->center, layout->center_radius, rotation);
  } else if (type == TESS_TYPE_GARDEN) {
    put_circle(svg, layout->garden, layout->garden_radius, rotation);
  } else { /* Each border of a field, including its holes, begins at a side that no other border has passed. */
    uint8_t seen[MAP_SIDE][MAP_SIDE] = {{0}};
    for (int row = 0; row < MAP_SIDE; row++)
      for (int column = 0; column < MAP_SIDE; column++)
        for (int edge = 0; edge < 4; edge++) {
          const int *out = ahead[(edge + 3) & 3];
          if (!owned(&layout->map, row, column, feature) || seen[row][column] >> edge & 1) continue;
          if (owned(&layout->map, row + out[0], column + out[1], feature)) continue;
          put_border(svg, &layout->map, (struct side){row, column, edge}, feature, rotation, seen);
        }
  }
}
