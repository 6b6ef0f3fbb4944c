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
static shape_curve across(int edge, bool bulges) {
  shape_point a = shape_corner(edge), out = shape_corner(edge + 1), b = shape_corner(edge + 2);
  shape_point in = shape_corner(edge + 3);
  int outwards = bulges ? 29 : 13, inwards = bulges ? 15 : 18;
  shape_point turn = {(in.x - a.x) * inwards / 100, (in.y - a.y) * inwards / 100};
  shape_point back = {(in.x - b.x) * inwards / 100, (in.y - b.y) * inwards / 100};
  shape_point first = shape_between(a, out, outwards, 100), last = shape_between(b, out, outwards, 100);
  return (shape_curve){1, {a, {first.x + turn.x, first.y + turn.y}, {last.x + back.x, last.y + back.y}, b}};
}

/* The curve that bounds the region along `length` edges that it does not reach, from `edge` on. */
static shape_curve boundary(int edge, int length, bool bulges) {
  switch (length) {
  case 1: return along(edge, 330);
  case 2: return across(edge, bulges);
  default: return reversed(along(edge + 3, bulges ? 315 : 295));
  }
}

outline outline_of(const tess_tile_def *tile, int feature) {
  outline region = {tile->features[feature].edges, true};
  for (int edge = 0; edge < 4; edge++)
    if (tile->edges[edge] == TESS_EDGE_CITY && !has(region.edges, edge)) region.bulges = false;
  return region;
}

int outline_curves(outline region, shape_curve curves[2]) {
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

/* Clockwise from the first corner of an edge that is reached, edge by edge and curve by curve. */
static int steps(outline region, shape_point corners[5], shape_curve curves[5]) {
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

shape_line outline_polygon(outline region) {
  shape_point corners[5];
  shape_curve curves[5];
  shape_line polygon = {0};
  int count = steps(region, corners, curves);
  for (int i = 0; i < count; i++) {
    shape_line line = {0};
    if (curves[i].parts > 0) line = shape_flatten(&curves[i]);
    for (int k = 1; k + 1 < line.count; k++) polygon.at[polygon.count++] = line.at[k];
    polygon.at[polygon.count++] = corners[i];
  }
  return polygon;
}

void outline_put(svg_writer *svg, outline region) {
  shape_point corners[5];
  shape_curve curves[5];
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
