#include "draw/shape.h"

#include <assert.h>
#include <stdint.h>

shape_point shape_corner(int corner) {
  static const shape_point corners[] = {{0, 0}, {SHAPE_TILE, 0}, {SHAPE_TILE, SHAPE_TILE}, {0, SHAPE_TILE}};
  return corners[corner & 3];
}

shape_point shape_middle(int edge) { return shape_between(shape_corner(edge), shape_corner(edge + 1), 1, 2); }

shape_point shape_inward(int edge) {
  static const shape_point inward[] = {{0, 1}, {-1, 0}, {0, -1}, {1, 0}};
  return inward[edge & 3];
}

shape_point shape_step(shape_point start, shape_point direction, int length) {
  return (shape_point){start.x + direction.x * length, start.y + direction.y * length};
}

shape_point shape_between(shape_point a, shape_point b, int part, int whole) {
  return (shape_point){a.x + (b.x - a.x) * part / whole, a.y + (b.y - a.y) * part / whole};
}

shape_point shape_turn(shape_point point, int rotation) {
  for (int i = 0; i < rotation; i++) point = (shape_point){SHAPE_TILE - point.y, point.x};
  return point;
}

/* The whole part of the square root: two digits (bits) at a time. */
static int root(int64_t square) {
  int64_t result = 0;
  for (int64_t bit = (int64_t)1 << 40; bit > 0; bit >>= 2) {
    bool fits = square >= result + bit;
    if (fits) square -= result + bit;
    result = (result >> 1) + (fits ? bit : 0);
  }
  return (int)result;
}

static int64_t square(shape_point a, shape_point b) {
  int64_t x = a.x - b.x, y = a.y - b.y;
  return x * x + y * y;
}

int shape_distance(shape_point a, shape_point b) { return root(square(a, b)); }

/* Bhaskara's approximation, good to 0.0017. */
int shape_sine(int angle) {
  int turn = angle & (SHAPE_FULL_TURN - 1);
  int half = SHAPE_FULL_TURN / 2;
  int a = turn % half;
  int product = a * (half - a);
  int sine = 16000 * (product / 8) / ((5 * half * half - 4 * product) / 8);
  return turn < half ? sine : -sine;
}

int shape_cosine(int angle) { return shape_sine(angle + SHAPE_FULL_TURN / 4); }

shape_point shape_random(seed_stream *stream, int low, int high) {
  int x = seed_between(stream, low, high);
  return (shape_point){x, seed_between(stream, low, high)};
}

shape_point shape_polar(shape_point center, int angle, int distance) {
  return (shape_point){center.x + shape_cosine(angle) * distance / 1000,
                       center.y + shape_sine(angle) * distance / 1000};
}

/* The point of a cubic part at step i of n. */
static shape_point cubic(const shape_point p[4], int64_t i, int64_t n) {
  int64_t j = n - i, whole = n * n * n;
  int64_t w[4] = {j * j * j, 3 * i * j * j, 3 * i * i * j, i * i * i};
  int64_t x = 0, y = 0;
  for (int k = 0; k < 4; k++) {
    x += w[k] * p[k].x;
    y += w[k] * p[k].y;
  }
  return (shape_point){(int)(x / whole), (int)(y / whole)};
}

shape_line shape_flatten(const shape_curve *curve) {
  shape_line line = {0};
  for (int part = 0; part < curve->parts; part++)
    for (int i = 0; i < SHAPE_STEPS; i++) line.at[line.count++] = cubic(&curve->at[3 * part], i, SHAPE_STEPS);
  line.at[line.count++] = curve->at[3 * curve->parts];
  return line;
}

/* The square of the distance from p to the segment from a to b. */
static int64_t segment_square(shape_point a, shape_point b, shape_point p) {
  int64_t x = b.x - a.x, y = b.y - a.y;
  int64_t length = x * x + y * y;
  int64_t along = (p.x - a.x) * x + (p.y - a.y) * y;
  if (along <= 0 || length == 0) return square(a, p);
  if (along >= length) return square(b, p);
  return square((shape_point){a.x + (int)(x * along / length), a.y + (int)(y * along / length)}, p);
}

int shape_line_distance(const shape_line *line, shape_point point) {
  int64_t best = (int64_t)1 << 40;
  for (int i = 0; i + 1 < line->count; i++) {
    int64_t distance = segment_square(line->at[i], line->at[i + 1], point);
    if (distance < best) best = distance;
  }
  return root(best);
}

bool shape_inside(const shape_line *polygon, shape_point p) {
  bool inside = false;
  for (int i = 0; i < polygon->count; i++) {
    shape_point a = polygon->at[i], b = polygon->at[(i + 1) % polygon->count];
    if ((a.y > p.y) == (b.y > p.y)) continue;
    int64_t side = (int64_t)(b.x - a.x) * (p.y - a.y) - (int64_t)(p.x - a.x) * (b.y - a.y);
    if ((side > 0) == (b.y > a.y)) inside = !inside;
  }
  return inside;
}

void shape_put_rest(svg_writer *svg, const shape_curve *curve) {
  for (int part = 0; part < curve->parts; part++) {
    const shape_point *p = &curve->at[3 * part];
    svg_format(svg, "C%d %d %d %d %d %d", p[1].x, p[1].y, p[2].x, p[2].y, p[3].x, p[3].y);
  }
}

void shape_put_curve(svg_writer *svg, const shape_curve *curve) {
  svg_format(svg, "M%d %d", curve->at[0].x, curve->at[0].y);
  shape_put_rest(svg, curve);
}

void shape_put_blob(svg_writer *svg, shape_point center, int width, int height, int corners, int rough,
                    seed_stream *stream) {
  shape_point at[24];
  assert(corners >= 3 && corners <= 24);
  for (int i = 0; i < corners; i++) {
    int angle = i * SHAPE_FULL_TURN / corners;
    int percent = 100 - seed_below(stream, rough + 1);
    at[i].x = center.x + shape_cosine(angle) * width / 1000 * percent / 100;
    at[i].y = center.y + shape_sine(angle) * height / 1000 * percent / 100;
  }
  shape_point start = shape_between(at[corners - 1], at[0], 1, 2);
  svg_format(svg, "M%d %d", start.x, start.y);
  for (int i = 0; i < corners; i++) {
    shape_point end = shape_between(at[i], at[(i + 1) % corners], 1, 2);
    svg_format(svg, "Q%d %d %d %d", at[i].x, at[i].y, end.x, end.y);
  }
  svg_put(svg, "Z");
}

void shape_put_line(svg_writer *svg, const shape_line *line, int first, int last) {
  for (int i = first; i <= last; i++) svg_format(svg, "%c%d %d", i == first ? 'M' : 'L', line->at[i].x, line->at[i].y);
}
