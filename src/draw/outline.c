#include "draw/outline.h"

#include <assert.h>

static bool has(unsigned edges, int edge) { return edges >> (edge & 3) & 1; }

/* A curve from the first corner of `edge` to its last that swings into the tile. */
static shape_curve along(int edge, int depth) {
  shape_point a = shape_corner(edge), b = shape_corner(edge + 1);
  shape_point inward = shape_inward(edge);
  return (shape_curve){1,
                       {a, shape_step(shape_between(a, b, 36, 100), inward, depth),
                        shape_step(shape_between(a, b, 64, 100), inward, depth), b}};
}

static shape_curve reversed(shape_curve curve) {
  return (shape_curve){1, {curve.at[3], curve.at[2], curve.at[1], curve.at[0]}};
}

/* A curve across the tile, from the first corner of `edge` to the last of the next one. */
static shape_curve across(int edge) {
  shape_point a = shape_corner(edge), out = shape_corner(edge + 1), b = shape_corner(edge + 2);
  shape_point in = shape_corner(edge + 3);
  shape_point near_a = shape_between(a, out, 29, 100), near_b = shape_between(b, out, 29, 100);
  near_a = (shape_point){near_a.x + (in.x - a.x) * 15 / 100, near_a.y + (in.y - a.y) * 15 / 100};
  near_b = (shape_point){near_b.x + (in.x - b.x) * 15 / 100, near_b.y + (in.y - b.y) * 15 / 100};
  return (shape_curve){1, {a, near_a, near_b, b}};
}

/* The curve that bounds the region along `length` edges that it does not reach, from `edge` on. */
static shape_curve boundary(int edge, int length) {
  switch (length) {
  case 1: return along(edge, 305);
  case 2: return across(edge);
  default: return reversed(along(edge + 3, 315));
  }
}

int outline_curves(unsigned edges, shape_curve curves[2]) {
  assert(edges > 0 && edges < 16);
  int count = 0;
  for (int edge = 0; edge < 4; edge++) {
    if (has(edges, edge) || !has(edges, edge + 3)) continue;
    int length = 1;
    while (!has(edges, edge + length)) length++;
    curves[count++] = boundary(edge, length);
  }
  return count;
}

/* Clockwise from the first corner of an edge that is reached, edge by edge and curve by curve. */
static int steps(unsigned edges, shape_point corners[5], shape_curve curves[5]) {
  int first = 0, count = 0;
  while (!has(edges, first)) first++;
  for (int edge = first; edge < first + 4; count++) {
    int length = 0;
    while (edge + length < first + 4 && !has(edges, edge + length)) length++;
    curves[count].parts = length > 0;
    if (length > 0) curves[count] = boundary(edge, length);
    edge += length > 0 ? length : 1;
    corners[count] = shape_corner(edge);
  }
  return count;
}

shape_line outline_polygon(unsigned edges) {
  shape_point corners[5];
  shape_curve curves[5];
  shape_line polygon = {0};
  int count = steps(edges, corners, curves);
  for (int i = 0; i < count; i++) {
    shape_line line = {0};
    if (curves[i].parts > 0) line = shape_flatten(&curves[i]);
    for (int k = 1; k + 1 < line.count; k++) polygon.at[polygon.count++] = line.at[k];
    polygon.at[polygon.count++] = corners[i];
  }
  return polygon;
}

void outline_put(svg_writer *svg, unsigned edges) {
  shape_point corners[5];
  shape_curve curves[5];
  int count = steps(edges, corners, curves);
  svg_format(svg, "M%d %d", corners[count - 1].x, corners[count - 1].y);
  for (int i = 0; i < count; i++) {
    if (curves[i].parts > 0)
      shape_put_rest(svg, &curves[i]);
    else
      svg_format(svg, "L%d %d", corners[i].x, corners[i].y);
  }
  svg_put(svg, "Z");
}
