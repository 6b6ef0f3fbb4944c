/*
 * Plane geometry in whole units, 1000 to the side of a tile; x to the right, y down. Edges are numbered 0 N, 1 E, 2 S,
 * 3 W. Corner k is the first corner of edge k in clockwise order: 0 is the upper left one. Decoration uses seeded
 * streams of pseudo-random numbers, so that it is the same in every run.
 */
#ifndef PICTURE_SHAPE_H
#define PICTURE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "picture/svg.h"

/* Units of a tile's side and of an angle, and numbers of points in a line. */
enum {
  SHAPE_TILE = 1000,
  SHAPE_FULL_TURN = 1024, /* units of a full turn */
  SHAPE_STEPS = 16,       /* points of a line for each part of a curve */
  SHAPE_LINE_POINTS = 6 * SHAPE_STEPS + 1
};

/* A point: x to the right, y down, in units of which a tile's side has SHAPE_TILE. */
struct shape_point {
  int x, y;
};

/* One to six joined cubic Bezier parts: 4 to 19 points. */
struct shape_curve {
  int parts;
  struct shape_point at[19];
};

/* Points joined by straight segments. */
struct shape_line {
  int count;
  struct shape_point at[SHAPE_LINE_POINTS];
};

/* ---- Random numbers for decoration ---- */

/* The state of a SplitMix64 stream. */
struct seed_stream {
  uint64_t state;
};

/* A stream for a tile id or another text that ends with a zero. */
struct seed_stream seed_of_text(const char *text);
/* A stream for two numbers, such as a cell. */
struct seed_stream seed_of_pair(int a, int b);
/* The next number of a stream: 0 <= n < limit. */
int seed_below(struct seed_stream *stream, int limit);
/* The next number of a stream: low <= n <= high. */
int seed_between(struct seed_stream *stream, int low, int high);

/* ---- Points ---- */

/* The middle of an edge; and a corner of the tile. */
struct shape_point shape_middle(int edge);
struct shape_point shape_corner(int corner);
/* The direction from an edge to the middle of the tile: one of (0,1) (-1,0) (0,-1) (1,0). */
struct shape_point shape_inward(int edge);
/* start + direction * length. */
struct shape_point shape_step(struct shape_point start, struct shape_point direction, int length);
/* The point on the way from a to b, at `part` of `whole` parts. */
struct shape_point shape_between(struct shape_point a, struct shape_point b, int part, int whole);
/* The point after `rotation` clockwise quarter turns of its tile. */
struct shape_point shape_turn(struct shape_point point, int rotation);
/* The distance between two points, rounded down. */
int shape_distance(struct shape_point a, struct shape_point b);
/* 1000 times the sine and cosine of an angle; a full circle is SHAPE_FULL_TURN. The error is at most 2. */
int shape_sine(int angle);
int shape_cosine(int angle);
/* A random point with both coordinates from `low` to `high`. */
struct shape_point shape_random(struct seed_stream *stream, int low, int high);
/* The point at an angle (clockwise from the east) and a distance from `center`. */
struct shape_point shape_polar(struct shape_point center, int angle, int distance);

/* ---- Lines and curves ---- */

/* The whole curve as a line: SHAPE_STEPS points for each part, and the end point. */
struct shape_line shape_flatten(const struct shape_curve *curve);
/* The shortest distance from a point to a line. */
int shape_line_distance(const struct shape_line *line, struct shape_point point);
/* True if the point is inside the closed line. */
bool shape_inside(const struct shape_line *polygon, struct shape_point point);

/* Write path data: shape_put_curve() "M x y C ..." for a curve, shape_put_rest() the part after its first point;
 * shape_put_blob() a closed smooth shape with `corners` corners whose distance from the centre varies by `rough`
 * percent; shape_put_line() the points `first` to `last` of a line. */
void shape_put_curve(struct svg_writer *svg, const struct shape_curve *curve);
void shape_put_rest(struct svg_writer *svg, const struct shape_curve *curve);
void shape_put_blob(struct svg_writer *svg, struct shape_point center, int width, int height, int corners, int rough,
                    struct seed_stream *stream);
void shape_put_line(struct svg_writer *svg, const struct shape_line *line, int first, int last);
/* Writes a curve as a stroke with a colour and a width; `more` are further attributes, each after a space. Writes
 * nothing for a curve without parts. */
void shape_put_stroke(struct svg_writer *svg, const struct shape_curve *curve, const char *stroke, int width,
                      const char *more);

#endif
