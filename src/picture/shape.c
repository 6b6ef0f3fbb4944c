#include "picture/shape.h"

#include <assert.h>
#include <string.h>

#include "base/fnv.h"
#include "base/random.h"

/* ---- Random numbers for decoration ---- */

struct seed_stream seed_of_text(const char *text) {
  return (struct seed_stream){fnv_add_bytes(FNV_BEGIN, text, strlen(text))};
}

struct seed_stream seed_of_pair(int a, int b) {
  return (struct seed_stream){(uint64_t)(uint32_t)a << 32 | (uint32_t)b};
}

/* The modulo favours some numbers by at most 1 in 2^50, which no picture shows. */
int seed_below(struct seed_stream *stream, int limit) { return (int)(random_next(&stream->state) % (uint64_t)limit); }

int seed_between(struct seed_stream *stream, int low, int high) { return low + seed_below(stream, high - low + 1); }

/* ---- Points ---- */

struct shape_point shape_corner(int corner) {
  static const struct shape_point corners[] = {{0, 0}, {SHAPE_TILE, 0}, {SHAPE_TILE, SHAPE_TILE}, {0, SHAPE_TILE}};
  return corners[corner & 3];
}

struct shape_point shape_middle(int edge) {
  return shape_between(shape_corner(edge), shape_corner(edge + 1), 1, 2);
}

struct shape_point shape_inward(int edge) {
  static const struct shape_point inward[] = {{0, 1}, {-1, 0}, {0, -1}, {1, 0}};
  return inward[edge & 3];
}

struct shape_point shape_step(struct shape_point start, struct shape_point direction, int length) {
  return (struct shape_point){start.x + direction.x * length, start.y + direction.y * length};
}

struct shape_point shape_between(struct shape_point a, struct shape_point b, int part, int whole) {
  return (struct shape_point){a.x + (b.x - a.x) * part / whole, a.y + (b.y - a.y) * part / whole};
}

struct shape_point shape_turn(struct shape_point point, int rotation) {
  for (int i = 0; i < rotation; i++) point = (struct shape_point){SHAPE_TILE - point.y, point.x};
  return point;
}

/* The integer square root, computed two bits at a time. */
static int root(int64_t square) {
  int64_t result = 0;
  for (int64_t bit = (int64_t)1 << 40; bit > 0; bit >>= 2) {
    bool fits = square >= result + bit;
    if (fits) square -= result + bit;
    result = (result >> 1) + (fits ? bit : 0);
  }
  return (int)result;
}

/* The square of the distance between two points. */
static int64_t square(struct shape_point a, struct shape_point b) {
  int64_t x = a.x - b.x, y = a.y - b.y;
  return x * x + y * y;
}

int shape_distance(struct shape_point a, struct shape_point b) { return root(square(a, b)); }

/* Bhaskara's approximation; its error is at most 0.0017. */
int shape_sine(int angle) {
  int turn = angle & (SHAPE_FULL_TURN - 1);
  int half = SHAPE_FULL_TURN / 2;
  int a = turn % half;
  int product = a * (half - a);
  int sine = 16000 * (product / 8) / ((5 * half * half - 4 * product) / 8);
  return turn < half ? sine : -sine;
}

int shape_cosine(int angle) { return shape_sine(angle + SHAPE_FULL_TURN / 4); }

struct shape_point shape_random(struct seed_stream *stream, int low, int high) {
  int x = seed_between(stream, low, high);
  return (struct shape_point){x, seed_between(stream, low, high)};
}

struct shape_point shape_polar(struct shape_point center, int angle, int distance) {
  return (struct shape_point){center.x + shape_cosine(angle) * distance / 1000,
                              center.y + shape_sine(angle) * distance / 1000};
}

/* ---- Lines and curves ---- */

struct shape_line shape_flatten(const struct shape_curve *curve) {
  const int64_t n = SHAPE_STEPS, whole = n * n * n;
  struct shape_line line = {0};
  for (int part = 0; part < curve->parts; part++)
    for (int64_t i = 0, j = n; i < n; i++, j--) {
      /* The point of a cubic part at step i of n is the mean of its four points with these weights. */
      const int64_t weights[4] = {j * j * j, 3 * i * j * j, 3 * i * i * j, i * i * i};
      int64_t x = 0, y = 0;
      for (int k = 0; k < 4; k++) {
        x += weights[k] * curve->at[3 * part + k].x;
        y += weights[k] * curve->at[3 * part + k].y;
      }
      line.at[line.count++] = (struct shape_point){(int)(x / whole), (int)(y / whole)};
    }
  line.at[line.count++] = curve->at[3 * curve->parts];
  return line;
}

int shape_line_distance(const struct shape_line *line, struct shape_point point) {
  int64_t best = (int64_t)1 << 40;
  for (int i = 0; i + 1 < line->count; i++) {
    /* Find the nearest point of the segment from a to b: the foot of the perpendicular, or an end of the segment. */
    const struct shape_point a = line->at[i], b = line->at[i + 1];
    const int64_t x = b.x - a.x, y = b.y - a.y, length = x * x + y * y;
    const int64_t along = (point.x - a.x) * x + (point.y - a.y) * y;
    struct shape_point nearest;
    if (along <= 0 || length == 0)
      nearest = a;
    else if (along >= length)
      nearest = b;
    else
      nearest = (struct shape_point){a.x + (int)(x * along / length), a.y + (int)(y * along / length)};
    const int64_t distance = square(nearest, point);
    if (distance < best) best = distance;
  }
  return root(best);
}

bool shape_inside(const struct shape_line *polygon, struct shape_point p) {
  bool inside = false;
  for (int i = 0; i < polygon->count; i++) {
    struct shape_point a = polygon->at[i], b = polygon->at[(i + 1) % polygon->count];
    if ((a.y > p.y) == (b.y > p.y)) continue;
    int64_t side = (int64_t)(b.x - a.x) * (p.y - a.y) - (int64_t)(p.x - a.x) * (b.y - a.y);
    if ((side > 0) == (b.y > a.y)) inside = !inside;
  }
  return inside;
}

void shape_put_rest(struct svg_writer *svg, const struct shape_curve *curve) {
  for (int part = 0; part < curve->parts; part++) {
    const struct shape_point *p = &curve->at[3 * part];
    svg_format(svg, "C%d %d %d %d %d %d", p[1].x, p[1].y, p[2].x, p[2].y, p[3].x, p[3].y);
  }
}

void shape_put_curve(struct svg_writer *svg, const struct shape_curve *curve) {
  svg_format(svg, "M%d %d", curve->at[0].x, curve->at[0].y);
  shape_put_rest(svg, curve);
}

void shape_put_blob(struct svg_writer *svg, struct shape_point center, int width, int height, int corners, int rough,
                    struct seed_stream *stream) {
  struct shape_point at[24];
  assert(corners >= 3 && corners <= 24);
  for (int i = 0; i < corners; i++) {
    int angle = i * SHAPE_FULL_TURN / corners;
    int percent = 100 - seed_below(stream, rough + 1);
    at[i].x = center.x + shape_cosine(angle) * width / 1000 * percent / 100;
    at[i].y = center.y + shape_sine(angle) * height / 1000 * percent / 100;
  }
  struct shape_point start = shape_between(at[corners - 1], at[0], 1, 2);
  svg_format(svg, "M%d %d", start.x, start.y);
  for (int i = 0; i < corners; i++) {
    struct shape_point end = shape_between(at[i], at[(i + 1) % corners], 1, 2);
    svg_format(svg, "Q%d %d %d %d", at[i].x, at[i].y, end.x, end.y);
  }
  svg_put(svg, "Z");
}

void shape_put_line(struct svg_writer *svg, const struct shape_line *line, int first, int last) {
  for (int i = first; i <= last; i++) svg_format(svg, "%c%d %d", i == first ? 'M' : 'L', line->at[i].x, line->at[i].y);
}

void shape_put_stroke(struct svg_writer *svg, const struct shape_curve *curve, const char *stroke, int width,
                      const char *more) {
  if (curve->parts == 0) return;
  svg_put(svg, "<path d=\"");
  shape_put_curve(svg, curve);
  svg_format(svg, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"%s/>", stroke, width, more);
}
